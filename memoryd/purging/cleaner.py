"""What a purge does to files, kinds and index; each step may be repeated."""

from __future__ import annotations

import functools
import os
import threading
import time
from collections.abc import Callable, Collection, Generator, Iterable, Iterator

import msgspec

from memoryd.background import Progress
from memoryd.errors import Busy
from memoryd.purge.clearing import CLEAR_TASK, Cleared
from memoryd.purge.files import may_hold, scrubbed
from memoryd.purge.matter import Matter, Plan
from memoryd.purge.scrub import Found
from memoryd.purge.sweep import LOOK_TASK
from memoryd.purge.tombstones import PLAN_PATH
from memoryd.purging.sweep import Sweep
from memoryd.recall.feeding import source_gone
from memoryd.services import Services
from memoryd.storage import beneath, roots
from memoryd.storage.atomic import (
    Changed,
    Identity,
    Put,
    at_once,
    current_identity,
    identity,
    replace_file,
    temporary_name,
)
from memoryd.storage.being_written import LOOK_SECONDS, PATIENCE
from memoryd.storage.files import Files, read_range
from memoryd.storage.listing import is_text
from memoryd.storage.publish import remove_file
from memoryd.storage.regular import TooBig
from memoryd.text.escaped import escaped
from memoryd.times import SECOND
from memoryd.types import HOT_FILE, Change, Document

_SYNC_SECONDS = 600.0
_WAIT_SECONDS = 5.0
_EDITOR_SECONDS = PATIENCE / SECOND + 1.0
"""So long at most until each editor that is waited for has ended, or is waited for no more."""
_ATTEMPTS = 8
_LARGE = 4 << 20
"""Bytes of a file that take a second to be gone over: others would wait for the interpreter."""


class _NothingFound(Exception):
    """The file has nothing of the matter."""


class _NothingLeft(Exception):
    """The file has nothing else, and is called by it."""


class Cleaner:
    """Takes a matter out; on any thread but the writer's and the watcher's."""

    def __init__(self, services: Services, forget_derived: Callable[[], None]) -> None:
        """`forget_derived` takes away what is derived of anything, and is made again."""
        self._services = services
        self._forget_derived = forget_derived
        self._stopping = threading.Event()
        self._nameless: set[str] = set()
        """Files that went as a whole: the index knows them by their names."""

    def stop(self) -> None:
        """The daemon stops: what is under way goes on at the next start."""
        self._stopping.set()

    @property
    def _largest(self) -> int:
        return self._services.settings.now.daemon.max_file_bytes

    def sweep(self, progress: Progress, paths: Collection[str] | None = None) -> Sweep:
        """Looks at everything, or at these files and folders without backups."""
        services = self._services
        look = functools.partial(services.children.run, LOOK_TASK)
        now, restated = services.clock.now, services.graves.restated
        return Sweep(services.root, now, look, progress, paths, restated, self._largest)

    def matter(self, plan: Plan) -> Matter:
        """What tells what is of it, now."""
        return Matter(plan, self._services.clock.now, self._services.graves.restated, self._largest)

    def gather(self) -> None:
        """Have all that was changed stand where a look finds it: in files, and of what is gone in the history."""
        self._absorb()
        self._wait_for_editors()
        for kind in self._services.kinds:
            kind.gather()
        self._services.audit.flush(_SYNC_SECONDS)

    def _wait_for_editors(self) -> None:
        """What their files lack is known then; judged behind a purge, it would go to an archive."""
        end = time.monotonic() + _EDITOR_SECONDS
        while self._services.being_written.waits_for_some and time.monotonic() < end:
            if self._stopping.wait(LOOK_SECONDS):
                raise Busy("The daemon is stopping; ask again when it has started.")

    def forget_names(self, matter: Matter) -> None:
        """Of what has long gone, no name stays in the audit either."""
        if not self._services.audit.forget(matter.calls, (), _SYNC_SECONDS):
            raise Busy("The audit cannot be written now: see health. Ask again.")

    def settle(self, matter: Matter) -> None:
        """Have the files taken in as they are now, and all written that follows from it. Raises Busy."""
        self._absorb()
        self.purge_kinds(matter)  # what has left with its line goes to no archive
        self._services.flusher.catch_up(_SYNC_SECONDS)
        self._services.audit.flush(_SYNC_SECONDS)

    def forget_traces(self, matter: Matter, sweep: Sweep) -> None:
        """Whatever was removed leaves no text in the audit, the vectors and the index. Raises Busy."""
        services = self._services
        self._forget_derived()
        # The files are clear. Once the index has them so, and the audit has written down what that replaced,
        # the history has all that it will ever get of the matter.
        self._absorb()
        is_written = services.audit.flush(_SYNC_SECONDS)
        seen = sweep.look(matter.grown())
        if not is_written or not services.audit.forget(matter.calls, seen.texts, _SYNC_SECONDS):
            raise Busy("The audit cannot be written now: see health. The purge goes on when it can.")
        # What was deleted on the way was noted there, lest an editor save over it.
        services.writer.run(lambda _batch: services.recent.clear())
        if not services.semantic.forget(_SYNC_SECONDS):
            raise Busy("The vectors cannot be rewritten now: see health. The purge goes on when they can.")
        for relpath in sorted(filter(is_text, self._nameless)):
            if not beneath.exists(services.path(relpath)):
                services.index.apply(source_gone(relpath))
        self._nameless.clear()
        # Passages of files, too: the index writes anew what has such removed documents in it.
        services.index.apply(Change(source=PLAN_PATH, remove=[PLAN_PATH], purged=[PLAN_PATH]))
        needles = self.matter(seen.plan).needles()

        def may_have(told: bytes) -> bool:
            """States of files name their sessions: by what another purge was asked for, too."""
            return may_hold(HOT_FILE, needles, told) or services.graves.calls(told.decode("utf-8", "replace"))

        if not services.index.forget(may_have, _SYNC_SECONDS):
            raise Busy("The index cannot be rewritten now: see health. The purge goes on when it can.")
        services.board.forget(lambda told: may_hold(HOT_FILE, needles, told.encode()))

    def purge_kinds(self, matter: Matter) -> None:
        for kind in self._services.kinds:
            kind.purge(matter)

    def _absorb(self) -> None:
        """Have the files taken in as they are now. Raises Busy when the daemon stops."""
        end = time.monotonic() + _SYNC_SECONDS
        while not self._services.watcher.sync(_WAIT_SECONDS, thorough=True):
            if self._stopping.is_set():
                raise Busy("The daemon is stopping; the purge goes on when it starts again.")
            if time.monotonic() > end:
                raise Busy("the files change faster than they can be read in; the purge goes on by itself")

    def of_index(self, matter: Matter, files: Iterable[str]) -> dict[str, list[Document]]:
        """The memories of the matter that the index has, by source: those of its keys, and in files that have it."""
        index, found = self._services.index, dict[str, list[Document]]()
        documents = index.documents(matter.keys)
        for relpath in files:
            if relpath.endswith(".md") and is_text(relpath):
                documents |= {one.key: one for one in index.documents_of(relpath)}
        for one in documents.values():
            if matter.has_document(one):
                found.setdefault(one.source, []).append(one)
        return found

    def forget(self, known: dict[str, list[Document]], matter: Matter) -> None:
        """No trace of these in the index, and no key in the audit; but for what was made again without the matter."""
        services = self._services
        for source, documents in known.items():
            if services.kinds.is_one_memory(source):
                continue
            now = services.index.documents([one.key for one in documents])
            keys = [one.key for one in documents if matter.has_document(now.get(one.key, one))]
            services.index.apply(Change(source=source, remove=keys, purged=keys, kind=documents[0].kind))
        services.audit.flush(_SYNC_SECONDS)

    def is_own(self, relpath: str) -> bool:
        """Whether a kind writes the file from memory, so that it is clear soon by itself."""
        return relpath.startswith(".memoryd/") or any(relpath in kind.writes for kind in self._services.kinds)

    def is_derived(self, relpath: str) -> bool:
        """Whether a kind writes the file of what is known now, and nobody reads it."""
        kinds = self._services.kinds
        return any(relpath in kind.writes for kind in kinds) and not kinds.readers(relpath)

    def has_some(self, relpath: str, matter: Matter) -> bool:
        """Whether a file has something of it still; a note may have been written right behind a look."""
        found: list[Found] = []
        if not relpath.endswith(".md"):
            return True
        try:
            return any(found for _ in scrubbed(self._services.root, relpath, matter, found))
        except (PermissionError, TooBig):
            return True

    def clear(self, relpath: str, matter: Matter) -> None:
        """Write a file anew without the matter."""
        services = self._services
        for attempt in range(_ATTEMPTS):
            try:
                if not attempt:
                    self._replace(relpath, matter, self._on_the_writer)
                elif attempt < _ATTEMPTS - 1 or self._is_large(relpath):
                    # It is appended to faster than it can be written: whoever does waits, and nobody else.
                    with services.being_written.replacing(relpath):
                        self._replace(relpath, matter, self._on_the_writer)
                else:  # what we keep for ourselves waits for nothing
                    services.writer.run_alone(lambda _batch: self._replace(relpath, matter, at_once))
            except (_NothingFound, FileNotFoundError):
                return
            except Changed:
                continue
            return

    def _replace(self, relpath: str, matter: Matter, put: Put) -> None:
        services, path = self._services, self._services.path(relpath)
        before, content = identity(beneath.stat(path)), self._cleared(relpath, matter)
        if self.is_second_name(relpath):
            for _ in content:
                pass
            services.own_writes.note_removed(relpath)
            put(functools.partial(_remove, services.files, path, before))
            return
        try:
            tell = functools.partial(services.own_writes.note, relpath)
            replace_file(services.files, path, content, gid=services.data.gid, expect=before, put=put, tell=tell)
        except _NothingLeft:
            services.own_writes.note_removed(relpath)
            put(functools.partial(_remove, services.files, path, before))
            self._nameless.add(relpath)

    def is_second_name(self, relpath: str) -> bool:
        """Whether it is a hard link of another file: a file of its own would show what its first name keeps private."""
        path = self._services.path(relpath)
        return roots.first_name(path, beneath.stat(path)) is not None

    def _on_the_writer(self, rename: Callable[[], None]) -> None:
        """Where nothing is appended meanwhile."""
        self._services.writer.run_alone(lambda _batch: rename())

    def _cleared(self, relpath: str, matter: Matter) -> Iterator[bytes]:
        """The file's content without the matter, piece by piece. Raises _NothingFound, _NothingLeft at its end."""
        has_it, is_empty = yield from self._made(relpath, matter)
        if is_empty and (matter.calls(relpath) or self._services.graves.calls(relpath) or ".broken" in relpath):
            raise _NothingLeft
        if not has_it:
            raise _NothingFound

    def _made(self, relpath: str, matter: Matter) -> Generator[bytes, None, tuple[bool, bool]]:
        """The content; whether something of the matter was taken out, and nothing is left."""
        services, path = self._services, self._services.path(relpath)
        if not self._is_large(relpath):
            made = Cleared(services.root, relpath, matter)
            yield from made
            return made.has_it, made.is_empty
        # What takes seconds of the interpreter is done by a child, into a file without a name.
        temporary = temporary_name(path)
        fd = services.files.open(temporary, os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o600)
        try:
            services.files.unlink(temporary)
            order = {"root": services.root, "path": escaped(relpath), "fd": fd}
            plan = msgspec.structs.replace(matter.grown(), grown=matter.plan.grown)
            order |= Matter.order(plan, services.clock.now(), services.graves.restated, self._largest)
            told = services.children.run(CLEAR_TASK, order, _quietly, passed=(fd,))
            yield from read_range(services.files, fd, 0, services.files.fstat(fd).st_size)
        finally:
            services.files.close(fd)
        return told["has_it"], told["is_empty"]

    def _is_large(self, relpath: str) -> bool:
        return beneath.stat(self._services.path(relpath)).st_size > _LARGE


def _quietly(_stage: str, _done: int, _total: int) -> None:
    """The rounds of the purge are what is told."""


def _remove(files: Files, path: str, expect: Identity) -> None:
    if current_identity(path) != expect:
        raise Changed(f"{path} was changed by somebody else meanwhile; read it again.", path=path)
    remove_file(files, path)
