"""Lines of session files are never renumbered (design §3): where an edit moved them, each goes back to its line.

A key names a message by its line, so a line that a person takes out leaves an empty one, and what they put in between
goes to the end.
"""

from __future__ import annotations

import os
from collections import defaultdict, deque
from collections.abc import Callable, Container, Hashable, Iterable, Iterator, Mapping, Sequence

from memoryd.conversation.message import Message
from memoryd.kinds.sessions.late import MOST_BYTES, LateLines
from memoryd.storage.atomic import Identity, identity, replace_keeping_old
from memoryd.storage.files import Files
from memoryd.storage.regular import read_whole
from memoryd.types import Document


def aligned(
    raws: Sequence[bytes],
    said: Mapping[int, Message],
    count: int,
    known: Mapping[int, Document],
    lost: Mapping[int, bytes],
    taken_out: Container[int] = (),
) -> list[bytes] | None:
    """The lines of a file as they are to stand, None when they do.

    `raws` and the messages `said` in them are the file's, the last version had `count` lines with the messages `known`
    and those of the lines `taken_out`; `lost`: lines that are to be put back.
    """
    line_of = _lines_of(said, known, taken_out)
    slots: list[bytes | None] = [None] * count
    for line, raw in lost.items():
        if 0 < line <= count:
            slots[line - 1] = raw
    for number, line in line_of.items():
        slots[line - 1] = raws[number - 1]
    more: list[bytes] = []
    before = (0, 0)
    free: Iterator[int] | None = None
    following = _following(line_of, len(raws), count)
    for number, raw in enumerate(raws, 1):
        if number in line_of:
            before, free = (line_of[number], number), None
        elif raw.strip():
            after = following[number]
            # One search goes on for all lines of the gap: begun anew for each, it would cost pairs of them.
            free = free or _free(before[0], after[0], slots, known)
            place = _place(number, before, after, slots, free)
            if place is None:
                more.append(raw)
            else:
                slots[place - 1] = raw
    more += [raw for line, raw in lost.items() if not 0 < line <= count]
    lines = [raw or b"" for raw in slots] + more
    return None if lines == [*raws] else lines


def stand(path: str, said: Mapping[int, Message], known: Mapping[str, Document]) -> bool:
    """Whether each message of the file was known, by its key, on the line where it stands: then no line has moved."""
    return all(
        (one := known.get(f"{path}:{line}")) is not None and document_mark(one) == message_mark(message)
        for line, message in said.items()
    )


def _lines_of(said: Mapping[int, Message], known: Mapping[int, Document], taken_out: Container[int]) -> dict[int, int]:
    """Where each message that was known stands now, and where it stood: by what it says, else by when it came.

    One that was taken out may have come with one that is gone now: it is not that one, reworded.
    """
    found: dict[int, int] = {}
    taken: set[int] = set()
    only_reworded = {number: one for number, one in said.items() if number not in taken_out}
    by: tuple[tuple[Mapping[int, Message], Callable[[Message], Hashable], Callable[[Document], Hashable]], ...] = (
        (said, message_mark, document_mark),
        (only_reworded, _message_identity, _document_identity),
    )
    for some, of_message, of_document in by:
        left: defaultdict[Hashable, deque[int]] = defaultdict(deque)
        waiting = {number: of_message(one) for number, one in some.items() if number not in found}
        for line, one in sorted(known.items()):
            if line in taken:
                continue
            if waiting.get(line) == (mark := of_document(one)):
                found[line] = line  # of several that are alike each stays where it is
                taken.add(line)
            else:
                left[mark].append(line)
        for number, mark in waiting.items():
            if number not in found and left[mark]:
                found[number] = left[mark].popleft()
                taken.add(found[number])
    return found


def _message_identity(one: Message) -> tuple[str | None, int | None, int]:
    return one.session_id, one.at, one.received


def _document_identity(one: Document) -> tuple[str | None, int | None, int]:
    return one.session_id, one.at, one.created


def message_mark(one: Message) -> Hashable:
    """Which message it is, wherever it stands."""
    return *_message_identity(one), one.role, one.content


def document_mark(one: Document) -> Hashable:
    """The same of what the index has of it."""
    return *_document_identity(one), one.role, one.text


def _following(line_of: Mapping[int, int], last: int, count: int) -> dict[int, tuple[int, int]]:
    """For each line the next one that was known: where it stood, and where it stands."""
    after, found = (count + 1, last + 1), {}
    for number in range(last, 0, -1):
        if number in line_of:
            after = (line_of[number], number)
        else:
            found[number] = after
    return found


def _free(before: int, after: int, slots: Sequence[bytes | None], known: Mapping[int, Document]) -> Iterator[int]:
    """The lines between two that no message had or has; what has been passed over stays taken."""
    return (line for line in range(before + 1, after) if slots[line - 1] is None and line not in known)


def _place(
    number: int, before: tuple[int, int], after: tuple[int, int], slots: Sequence[bytes | None], free: Iterator[int]
) -> int | None:
    """The line for one that no message had, between two that some had; None at the end."""
    line = before[0] + number - before[1]
    if after[0] - before[0] == after[1] - before[1] and slots[line - 1 : line] == [None]:
        return line  # as many lines as there were: this one was rewritten
    return next(free, None)


class Alignment:
    """Writes session files so; watcher's thread, or the writer's."""

    def __init__(
        self,
        root: str,
        files: Files,
        gid: int,
        documents_of: Callable[[str], Iterable[Document]],
    ) -> None:
        """`documents_of`: what the index has of a file."""
        self.documents_of = documents_of
        self._root = root
        self._files = files
        self._gid = gid
        self.late = LateLines(root, files)

    def plan(
        self,
        relpath: str,
        said: Mapping[int, Message],
        count: int,
        lost: Mapping[int, bytes],
        documents: Iterable[Document],
        taken_out: Container[int],
    ) -> tuple[Identity, list[bytes], list[bytes]] | None:
        """The version that was read, its lines, and what they are to be; None when nothing is to be done.

        `documents`: the messages that were known; `taken_out`: the lines of those that are in the file only.
        """
        try:
            data, stat = read_whole(os.path.join(self._root, relpath), MOST_BYTES)
        except OSError:
            return None
        raws = data.split(b"\n")
        if not raws[-1]:
            raws.pop()
        if not raws or any(number > len(raws) for number in said):
            return None
        places = ((int(one.key.rpartition(":")[2]), one) for one in documents)
        known = {line: one for line, one in places if line <= count}
        lines = aligned(raws, said, count, known, lost, taken_out) if known else None
        return None if lines is None else (identity(stat), raws, lines)

    def write(self, relpath: str, version: Identity, raws: list[bytes], lines: list[bytes], now: int) -> bool:
        """Let the lines take the file's place; whether they stand in another order. Raises Changed, ReadOnly."""
        path = os.path.join(self._root, relpath)
        chunks = (raw + b"\n" for raw in lines)
        _, old = replace_keeping_old(self._files, path, chunks, gid=self._gid, expect=version)
        if old is not None:
            self.late.watch(relpath, old, raws, version, now)
        return list(filter(bytes.strip, lines)) != list(filter(bytes.strip, raws))
