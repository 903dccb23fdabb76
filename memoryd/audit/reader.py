"""Reads the audit: what was changed and by whom, what a memory said at a time, and whether the chain is whole."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Collection, Iterator
from contextlib import suppress
from typing import NamedTuple

import msgspec

from memoryd.audit.chain import CURRENT, MONTHS, blocks_of_lines, chain_files, current_file
from memoryd.audit.history import HISTORY, Past
from memoryd.audit.keyring import GONE, KEYRING_PATH, digest_of
from memoryd.audit.line import GENESIS, LONGEST_KEY, Read, hash_of, read_line, seal_of
from memoryd.audit.recorder import Recorder
from memoryd.background import Progress
from memoryd.origin import Made
from memoryd.recall.hashing import hash64
from memoryd.storage import beneath
from memoryd.storage.files import Files
from memoryd.times import parse_time
from memoryd.types import Problem

MOST_FAULTS = 100
FLUSH_SECONDS = 5.0
Current = Callable[[str], bytes | None]
"""What the digest of a memory covers as it stands now; None when there is no such memory in force."""


class Version(NamedTuple):
    """One line of a memory, and what the memory said from then on."""

    line: Read
    text: str | None
    """None: it was removed, or the text is not kept."""


class Verdict(msgspec.Struct):
    """What a check of the whole chain found."""

    lines: int = 0
    files: int = 0
    texts: int = 0
    faults: int = 0
    seq: int = 0
    hash: str = GENESIS
    problems: list[Problem] = msgspec.field(default_factory=list)
    keys_lost: int = 0
    """The line from which on there are other keys, since the file of the earlier ones was lost; 0: never."""

    def fault(self, path: str, line: int | None, what: str) -> None:
        """One more fault; the first hundred are named."""
        self.faults += 1
        if len(self.problems) < MOST_FAULTS:
            action = "compare it with a backup, and with the heads in the journal (MEMORYD_EVENT=audit_head)"
            self.problems.append(Problem(path=path, line=line, what=what, action=action, severity="critical"))

    def lost(self, path: str, line: int, count: int) -> None:
        """What a power loss took, as the chain itself says: told, and no fault."""
        lines = "a line that was" if count == 1 else f"{count} lines that were"
        what = f"a power loss took {lines} not whole on the disk; the memories themselves have the changes"
        if len(self.problems) < MOST_FAULTS:
            self.problems.append(Problem(path=path, line=line, what=what, action="nothing needs to be done"))

    def without_keys(self, texts: int) -> None:
        """Texts that nobody can compare any more, since their keys were lost: one fault, and none of each."""
        which = "1 earlier text that was replaced" if texts == 1 else f"{texts} earlier texts that were replaced"
        what = (
            f"the keys of {which} are gone, so nobody can tell whether somebody changed what stands in {HISTORY}; the "
            "lines of the audit, and what is replaced from now on, are compared as ever"
        )
        action = (
            f"compare {HISTORY} with a backup from before the keys were lost. To start over, stop the daemon, move "
            "audit.jsonl, audit, history and .memoryd/audit* away together, and start it"
        )
        self.faults += 1
        self.problems.append(Problem(path=KEYRING_PATH, what=what, action=action, severity="critical"))


class AuditReader:
    """Over the files that a recorder writes; any thread."""

    def __init__(self, recorder: Recorder, files: Files, root: str, current: Current) -> None:
        self._recorder = recorder
        self._files = files
        self._root = root
        self._current = current

    # --- lines --------------------------------------------------------------------------------------------

    def lines(self, key: str | None = None, after: int = 0, check: Callable[[], object] = int) -> Iterator[Read]:
        """The lines in order, of one memory or of all, behind line `after`. `check` raises when it must stop."""
        self._recorder.flush(FLUSH_SECONDS)
        name = None if key is None else key[:LONGEST_KEY]
        needle = None if name is None else b'"key":' + msgspec.json.encode(name)
        for relpath in chain_files(self._files, self._root):
            for block in blocks_of_lines(self._files, os.path.join(self._root, relpath)):
                check()
                if needle is not None and needle not in block:
                    continue
                for raw in block.split(b"\n"):
                    if needle is not None and needle not in raw:
                        continue
                    found = read_line(raw) if raw else None
                    if found is not None and found.line.seq > after and (name is None or found.line.key == name):
                        yield found.line

    def makers(self) -> dict[str, Made]:
        """How requests made the memories that the audit knows, by key; what was once done in a session stays so."""
        made: dict[str, Made] = {}
        for relpath in chain_files(self._files, self._root):
            for block in blocks_of_lines(self._files, os.path.join(self._root, relpath)):
                for raw in block.split(b"\n"):
                    found = read_line(raw) if raw else None
                    line = None if found is None else found.line
                    if line is None or line.key is None or not isinstance(line.by, dict):
                        continue
                    if line.by.get("session") is not None:
                        made[line.key] = "in a session"
                    elif line.change == "added":
                        made.setdefault(line.key, "openly")
        return made

    # --- texts --------------------------------------------------------------------------------------------

    def versions(self, key: str, check: Callable[[], object] = int) -> list[Version]:
        """Every version of a memory, oldest first, each with its text where that is still known."""
        lines = list(self.lines(key, check=check))
        now = self._now(key)
        return [Version(line, self._said(line, now)) for line in lines]

    def _said(self, line: Read, now: tuple[str, str] | None) -> str | None:
        if line.after is None:
            return None
        return now[1] if now is not None and now[0] == line.after else self._past(line.after)

    def before(self, version: Version) -> str | None:
        """The text that gave way with this version."""
        line = version.line
        return None if line.before is None or line.key is None else self._then(line.key, line.before) or None

    def text_at(self, key: str, at: int, check: Callable[[], object] = int) -> str | None:
        """What the memory said at that time (microseconds); None: it was not there, or its text is not kept."""
        return text_of(self.versions(key, check), at, self.before) or self._untouched(key)

    def changed_since(self, kind: str, at: int, check: Callable[[], object] = int) -> dict[str, str | None]:
        """What the memories of a kind that were changed after that time said then, by key; in one pass.

        None: it was not there; empty: what it said is kept nowhere here. All others say what they say now.
        """
        self._recorder.flush(FLUSH_SECONDS)
        needle, found = b'"kind":' + msgspec.json.encode(kind), dict[str, str | None]()
        for relpath in chain_files(self._files, self._root):
            for block in blocks_of_lines(self._files, os.path.join(self._root, relpath)):
                check()
                for raw in block.split(b"\n") if needle in block else ():
                    read = read_line(raw) if needle in raw else None
                    if read is None or read.line.key is None or read.line.key in found:
                        continue
                    if parse_time(read.line.at) > at:
                        before = read.line.before
                        found[read.line.key] = None if before is None else self._then(read.line.key, before)
        return found

    def _then(self, key: str, digest: str) -> str:
        """The text of that digest; what came back from an archive says again what it said then. Empty: not kept."""
        if past := self._past(digest):
            return past
        now = self._now(key)
        return now[1] if now is not None and now[0] == digest else ""

    def _untouched(self, key: str) -> str | None:
        """The text of a memory that is older than the audit and was never changed since."""
        if next(self.lines(key), None) is not None:
            return None
        content = self._current(key)
        return None if content is None else _text(content)

    def _now(self, key: str) -> tuple[str, str] | None:
        """The digest and the text of the memory as it stands."""
        content = self._current(key)
        known = self._recorder.keyring.find([hash64(key)])[0]
        if content is None or known is None or known.digest == GONE:
            return None
        return digest_of(known.key, content).hex(), _text(content)

    def _past(self, digest: str) -> str | None:
        past = self._recorder.history.read(digest)
        return None if past is None else past.text

    # --- the chain ----------------------------------------------------------------------------------------

    def verify(self, progress: Progress) -> Verdict:
        """Check every line, the heads that were kept apart, and every text that is kept."""
        self._recorder.flush(FLUSH_SECONDS)
        expected, verdict = self._recorder.head, Verdict()
        heads = {head.seq: head.hash for head in list(self._recorder.keyring.heads)}
        state = _Walk(verdict, heads, self._recorder.witness.secret)
        for relpath in self._chain_files(verdict):
            verdict.files += 1
            state.begin(relpath)
            try:
                for block in blocks_of_lines(self._files, os.path.join(self._root, relpath)):
                    progress("audit", verdict.lines, max(expected.seq, verdict.lines))
                    for raw in block.removesuffix(b"\n").split(b"\n"):
                        state.take(raw)
            except OSError as error:
                verdict.fault(relpath, None, f"it cannot be read: {error.strerror or error}")
        if verdict.seq < expected.seq:
            what = f"{_span(verdict.seq + 1, expected.seq)} missing at its end"
            verdict.fault(CURRENT, None, what)
        elif expected.seq in state.hashes and state.hashes[expected.seq] != expected.hash:
            verdict.fault(CURRENT, None, f"line {expected.seq} is not the one that was written")
        self._verify_texts(verdict, progress)
        self._recorder.witness.verified(verdict.problems if verdict.faults else ())
        return verdict

    def _chain_files(self, verdict: Verdict) -> list[str]:
        try:
            return chain_files(self._files, self._root)
        except OSError as error:
            what = f"the lines of earlier months cannot be read: {error.strerror or error}"
            verdict.fault(MONTHS, None, what)
            return current_file(self._root)

    def check(self, progress: Progress) -> dict[str, int]:
        """As `verify`, in numbers."""
        verdict = self.verify(progress)
        return {"audit_lines": verdict.lines, "history_texts": verdict.texts, "audit_faults": verdict.faults}

    def _verify_texts(self, verdict: Verdict, progress: Progress) -> None:
        history, kept = self._recorder.history, self._recorder.witness.texts or 0
        if beneath.is_link(os.path.join(self._root, HISTORY)):
            verdict.fault(HISTORY, None, "it is a symbolic link, and links are not followed: no earlier text is read")
            return
        digests = history.digests()
        if len(digests) < kept:
            left = f"only {len(digests)} are left" if digests else "none is left"
            verdict.fault(HISTORY, None, f"of the texts that were replaced, at least {kept}, {left}")
        wrong: dict[str, _Doubt] = {}
        for number, digest in enumerate(digests):
            if number % 64 == 0:
                progress("history", number, len(digests))
            past = history.read(digest)
            if past is None:
                verdict.fault(_path_of(digest), None, "it is no text of the history")
            elif (doubt := self._doubt_of(digest, past)) is not None:
                wrong[digest] = doubt
            else:
                verdict.texts += 1
        without_keys = 0
        for digest, line in self._lines_of(wrong).items():
            if line < verdict.keys_lost and wrong[digest].key_from >= verdict.keys_lost - 1:
                without_keys += 1
            else:
                verdict.fault(_path_of(digest), None, wrong[digest].what)
        if without_keys:
            verdict.without_keys(without_keys)

    def _lines_of(self, wrong: Collection[str]) -> dict[str, int]:
        """The lines that say that they gave way, by number; a kill leaves texts whose line was never written."""
        found: dict[str, int] = {}
        for relpath in chain_files(self._files, self._root) if wrong else ():
            with suppress(OSError):  # told already
                for block in blocks_of_lines(self._files, os.path.join(self._root, relpath)):
                    for raw in block.split(b"\n"):
                        read = read_line(raw) if b'"before":' in raw else None
                        before = None if read is None else read.line.before
                        if read is not None and before is not None and before in wrong:
                            found[before] = read.line.seq
        return {digest: found[digest] for digest in wrong if digest in found}

    def _doubt_of(self, digest: str, past: Past) -> _Doubt | None:
        known = self._recorder.keyring.find([hash64(past.head.key)])[0]
        if known is None:
            what = f"the key of {past.head.key} is lost, so nobody can tell whether the text was changed"
            return _Doubt(what, sys.maxsize)
        if digest_of(known.key, past.content).hex() != digest:
            return _Doubt(f"it is not the text of {past.head.key} that was replaced", known.seq)
        return None


class _Doubt(NamedTuple):
    """Why a text is not the one of its digest."""

    what: str
    key_from: int
    """The key that the memory has now was not made behind this line."""


def _path_of(digest: str) -> str:
    return f"{HISTORY}/{digest[:2]}/{digest}"


class _Walk:
    """One pass over the chain."""

    def __init__(self, verdict: Verdict, heads: dict[int, str], secret: bytes) -> None:
        self._secret = secret
        self._verdict = verdict
        self._heads = heads
        self._path = CURRENT
        self._number = 0
        self._hash: str | None = GENESIS
        self.hashes: dict[int, str] = {}
        """Of the newest lines."""

    def _is_unnamed(self, line: Read) -> bool:
        """Whether it was we who took the key out of the line, at a purge."""
        return line.redacted is not None and bool(self._secret) and line.redacted == seal_of(line.hash, self._secret)

    def begin(self, path: str) -> None:
        """The next file of the chain."""
        self._path, self._number = path, 0

    def take(self, raw: bytes) -> None:
        """One line without its newline."""
        self._number += 1
        verdict = self._verdict
        found = read_line(raw)
        if found is None:
            verdict.fault(self._path, self._number, "it is no line that memoryd wrote")
            self._hash = None
            return
        line, verdict.lines = found.line, verdict.lines + 1
        due = verdict.seq + 1
        base = self._hash if line.prev is None else line.prev
        is_torn = line.change == "torn" and line.count == line.seq - due
        if line.seq > due and not is_torn:
            verdict.fault(self._path, self._number, f"{_span(due, line.seq - 1)} missing before it")
        elif line.seq < due:
            verdict.fault(self._path, self._number, f"line {line.seq} stands behind line {verdict.seq}")
        elif base is not None and hash_of(found.body, base) != line.hash and not self._is_unnamed(line):
            verdict.fault(self._path, self._number, f"line {line.seq}, or the one before it, was changed")
        elif line.prev is not None and self._hash not in (None, line.prev):
            verdict.fault(self._path, self._number, f"line {line.seq} does not follow the one before it")
        elif self._heads.get(line.seq, line.hash) != line.hash:
            verdict.fault(self._path, self._number, f"line {line.seq} is not the one that was written")
        elif is_torn:
            verdict.lost(self._path, self._number, line.seq - due)
        verdict.seq, self._hash = max(verdict.seq, line.seq), line.hash
        verdict.hash = line.hash
        if line.change == "begun" and line.seq > 1:
            verdict.keys_lost = line.seq
        self.hashes = {line.seq: line.hash, **dict(list(self.hashes.items())[:8])}


def text_of(versions: list[Version], at: int, before: Callable[[Version], str | None]) -> str | None:
    """The text in force at that time: lines are in order, whatever their stamps."""
    if not versions:
        return None
    past = [number for number, one in enumerate(versions) if parse_time(one.line.at) <= at]
    if not past:
        return before(versions[0])
    return versions[past[-1]].text


def _text(content: bytes) -> str:
    return content.partition(b"\n")[2].decode("utf-8", "surrogatepass")


def _span(first: int, last: int) -> str:
    return f"line {first} is" if first == last else f"lines {first} to {last} are"
