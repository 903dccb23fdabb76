"""Takes what is of one project to another, step by step; each may be repeated, so that a second call finishes a first.

Facts and sessions are moved by their kinds. What says in its file which project it is of, a line of JSON or the comment
behind an entry of Markdown, is written there as an editor would, on behalf of whoever asked, and absorbed.
"""

from __future__ import annotations

import functools
import threading
import time
from collections import Counter
from collections.abc import Iterator

import msgspec

from memoryd.background import Progress
from memoryd.errors import Busy
from memoryd.origin import with_project
from memoryd.services import Services
from memoryd.storage import beneath
from memoryd.storage.atomic import Changed, Identity, identity, replace_file
from memoryd.storage.batch import Batch
from memoryd.storage.lines import split_lines
from memoryd.storage.regular import regular
from memoryd.types import UNREADABLE

ROUNDS = 4
"""So often it is looked for what came meanwhile."""
_ATTEMPTS = 8
_BLOCK = 256 * 1024
_WAIT_SECONDS = 5.0
_SYNC_SECONDS = 600.0


class Mover:
    """One move at a time; on any thread but the writer's and the watcher's."""

    def __init__(self, services: Services) -> None:
        self._services = services
        self._turn = threading.Lock()

    def move(self, before: str, after: str, progress: Progress) -> dict[str, int]:
        """Move all; how many of each kind of memory, and of sessions. Raises Busy while another move is under way."""
        if not self._turn.acquire(blocking=False):
            raise Busy("another projects.move is under way; ask again when it is done")
        try:
            moved: Counter[str] = Counter()
            for kind in self._services.kinds:
                moved.update(kind.move_project(before, after, progress))
            for number in range(ROUNDS):
                progress("files", number, ROUNDS)
                files = self._files(before)
                written = [relpath for relpath in files if self._rewrite(relpath, before, after)]
                if not written:
                    break
                self._absorb()
                for relpath in written:
                    moved.update(files[relpath])
            return {name: count for name, count in sorted(moved.items()) if count}
        finally:
            self._turn.release()

    def _files(self, project: str) -> dict[str, Counter[str]]:
        """The files whose memories say that they are of the project, and how many there are of each kind."""
        found: dict[str, Counter[str]] = {}
        for one in self._services.index.all_documents():
            kind = self._services.kinds.of(one.kind)
            if one.project == project and kind is not None and kind.states_project:
                found.setdefault(one.source, Counter())[one.kind] += 1
        return found

    def _rewrite(self, relpath: str, before: str, after: str) -> bool:
        """Write the file with the other project; whether anything in it was of this one."""
        services, path = self._services, self._services.path(relpath)
        for _ in range(_ATTEMPTS):
            try:
                known = identity(beneath.stat(path))
                old = list(_lines(path))
            except FileNotFoundError:
                return False
            moved = _json if relpath.endswith(".jsonl") else _markdown
            new = [moved(line, before, after) for line in old]
            if new == old:
                return False
            content = b"\n".join(new)
            try:
                services.writer.run_alone(functools.partial(self._replace, relpath, content, known))
            except Changed:
                continue
            return True
        raise Busy(f"{relpath} is being written all the time; move the project again")

    def _replace(self, relpath: str, content: bytes, expect: Identity, _batch: Batch) -> None:
        """On the writer thread, so that nothing is appended meanwhile."""
        services, tell = self._services, functools.partial(self._services.own_writes.note, relpath)
        path, gid = services.path(relpath), services.data.gid
        replace_file(services.files, path, (content,), gid=gid, expect=expect, tell=tell)

    def _absorb(self) -> None:
        """Have the files taken in as they are now. Raises Busy when that takes too long."""
        end = time.monotonic() + _SYNC_SECONDS
        while not self._services.watcher.sync(_WAIT_SECONDS, thorough=True):
            if time.monotonic() > end:
                raise Busy("the files change faster than they can be read in; move the project again")


def _lines(path: str) -> Iterator[bytes]:
    """The lines without their newlines; an empty one at the end of a file that ends with a newline."""
    with open(path, "rb", buffering=0, opener=regular) as file:
        last = b""

        def blocks() -> Iterator[bytes]:
            nonlocal last
            while block := file.read(_BLOCK):
                last = block
                yield block

        yield from split_lines(blocks())
        if last.endswith(b"\n"):
            yield b""


def _json(line: bytes, before: str, after: str) -> bytes:
    try:
        fields = msgspec.json.decode(line) if line.strip() else None
    except UNREADABLE:
        return line
    if not isinstance(fields, dict) or fields.get("project") != before:
        return line
    return msgspec.json.encode({**fields, "project": after})


def _markdown(line: bytes, before: str, after: str) -> bytes:
    if b"memoryd:" not in line:
        return line
    return with_project(line.decode("utf-8", "surrogateescape"), before, after).encode("utf-8", "surrogateescape")
