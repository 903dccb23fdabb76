"""The files of contexts: loading them, absorbing hand edits, and bringing their lines up to what is known."""

from __future__ import annotations

import functools
import stat as stat_bits
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress

import msgspec
import structlog

from memoryd.acting import FILE, acting
from memoryd.errors import Busy, MemorydError
from memoryd.kinds.contexts.archive import ContextArchive, is_archive
from memoryd.kinds.contexts.context import ARCHIVE_PATH, CONTEXTS_PATH, Context, document, id_of, is_complete, render
from memoryd.kinds.contexts.edits import Comparison, Edit, decode_or_report, repeated
from memoryd.kinds.contexts.store import Access, ContextFile, ContextStore, Line
from memoryd.recall.feeding import bring_up, drop_gone
from memoryd.services import Services
from memoryd.storage import beneath
from memoryd.storage.append_log import AppendLog
from memoryd.storage.atomic import ABSENT, Identity, current_identity, identity, replace_file
from memoryd.storage.batch import Batch
from memoryd.storage.blocks import blocks_of
from memoryd.storage.lines import split_lines
from memoryd.storage.listing import names_in
from memoryd.storage.open_logs import OpenLogs
from memoryd.storage.recent_lines import is_end_of, put_back, put_back_problem
from memoryd.storage.regular import NotRegular
from memoryd.storage.rewrite import Rewrite
from memoryd.storage.trouble import refusal
from memoryd.times import SECOND, parse_time
from memoryd.types import UNREADABLE, Change, ChangeSink, Document, Problem

ACCESS_LOG = ".memoryd/context-access.jsonl"
FILES_A_TURN = 8
"""Files written anew in one turn of the flusher, while no contexts are loaded."""
BUSY_ACCESSES = 10
"""After so many loads since the last turn, one file is enough: what is loaded is safe in the access log."""
LOG_BYTES = 256 * 1024
LAST_TURNS = 8
ATTEMPTS = 8
WRITTEN_IN_PLACE = 2 * SECOND
"""A file that was edited is not replaced for so long: its editor may have emptied it, and write on in it."""
SMALL = 256 * 1024
"""A file of so many bytes is read at once when it was edited right before an append of ours."""

_log = structlog.get_logger("memoryd.contexts")


class ContextFiles:
    """The contexts with their files. `store` is what the methods work on."""

    def __init__(self, services: Services) -> None:
        self._services = services
        self._run, self._recent = services.writer.run_alone, services.recent
        self._being_written = services.being_written
        self._access_log = services.log(ACCESS_LOG)
        self._accesses = 0
        self._stopping = False
        open_logs = OpenLogs()
        archive = ContextArchive(services, self._open_log, open_logs)
        self.store = ContextStore(
            services, self._open_log, self._access_log, archive, open_logs, self._absorb_before_append
        )

    def _open_log(self, relpath: str) -> AppendLog:
        on_foreign = None if is_archive(relpath) else lambda _log: self._on_foreign(self.store.file(relpath))
        return self._services.log(relpath, on_foreign)

    def _on_foreign(self, file: ContextFile) -> None:
        """The file was edited right before what we append to it (writer thread)."""
        if not self._stamp(file)[1]:
            file.emptied = {line.id for line in file.order if isinstance(line, Context) and line.durable}

    # --- at start -----------------------------------------------------------------------------------------

    def load(self, now: int) -> None:
        """Read every file, the archives' places, and the accesses that the lines do not show yet."""
        self._services.repair_tail(ACCESS_LOG, now)
        archive = self.store.archive
        for relpath in sorted({*self._names(ARCHIVE_PATH), *archive.left_over()}):
            with self._reported(relpath):
                self._services.repair_tail(relpath, now)
                archive.load(relpath, now)
        accesses = self._load_accesses()
        names = self._names(CONTEXTS_PATH)
        gone = [path for path in self._recent.gone(names) if self.claims(path) and not is_archive(path)]
        for relpath in [*names, *gone]:
            self._services.repair_tail(relpath, now)
            with self._reported(relpath):
                self._load_file(relpath, accesses, now)

    @contextmanager
    def _reported(self, relpath: str) -> Iterator[None]:
        """What one file holds is missing when it cannot be read; the others are served."""
        try:
            yield
        except (MemorydError, OSError) as error:
            why = error.strerror or str(error) if isinstance(error, OSError) else str(error)
            problem = Problem(path=relpath, what=f"not read: {why}", action="fix that; it is tried again by itself")
            self._services.board.set(f"contexts:{relpath}", [problem])

    def _names(self, directory: str) -> list[str]:
        names = names_in(self._services.path(directory))
        found = [f"{directory}/{name}" for name in names if name.endswith(".jsonl")]
        return [relpath for relpath in found if self._is_log(relpath)]

    def _is_log(self, relpath: str) -> bool:
        """Whether it is a file or a link; the watcher reports directories, FIFOs…"""
        mode = beneath.lstat(self._services.path(relpath)).st_mode
        return stat_bits.S_ISREG(mode) or stat_bits.S_ISLNK(mode)

    def _load_accesses(self) -> dict[str, Access]:
        decode = msgspec.json.Decoder(Access).decode
        found: dict[str, Access] = {}
        for raw in self._lines(ACCESS_LOG):
            try:
                access = decode(raw)
            except UNREADABLE:
                continue
            found[access.id] = access
        return found

    def _lines(self, relpath: str) -> list[bytes]:
        try:
            return list(split_lines(blocks_of(self._services.path(relpath))))
        except NotRegular as error:
            raise refusal(error, self._services.path(relpath)) from error

    def _load_file(self, relpath: str, accesses: Mapping[str, Access], now: int) -> None:
        store = self.store
        file = store.file(relpath)
        file.log.check()
        store.open_logs.used(file.log)
        self._put_back(file, now)
        problems: list[Problem] = []
        ours = self._recent.left_in(relpath, 0, now)
        for number, raw in enumerate(self._lines(relpath), 1):
            if not raw.strip():
                continue
            if is_end_of(raw, (one.raw for one in ours)):
                store.dirty.add(relpath)
                continue
            line = decode_or_report(relpath, number, raw, problems)
            twin = None if line is None else store.contexts.get(line.id or "")
            if twin is not None and twin.path == relpath and twin.id in store.archive:
                # It was archived and restored before its old line was removed.
                file.order.remove(twin)
                store.forget(twin)
                store.dirty.add(relpath)
                twin = None
            if line is None or twin is not None:
                if line is not None:
                    problems.append(repeated(relpath, number, str(line.id)))
                file.order.append(raw)
                continue
            context = Context(raw, line, relpath, now)
            _catch_up(context, accesses.get(context.id))
            archived = store.archive.place(context.id)
            if archived is not None and (context.last_accessed or 0) < archived.at:
                file.leaving[context.id] = context.line_hash
                store.dirty.add(relpath)
                continue
            file.order.append(context)
            store.know(context)
            if not is_complete(line) or context.id in accesses:
                store.dirty.add(relpath)
        self._services.board.set(f"contexts:{relpath}", problems)
        file.stamp = file.log.stamp
        for one in self._recent.resume(relpath, now):
            if (known := store.contexts.get(one.key)) is not None:
                known.appended = one.at

    def _put_back(self, file: ContextFile, now: int) -> None:
        """What an editor saved over since our last look stands again (rule 8)."""
        path = file.path
        ours = self._recent.left_in(path, self._stamp(file)[2] // 1000, now)
        if not ours:
            return
        lines = self._lines(path)
        standing = {id_of(raw) for raw in lines}
        archive = self.store.archive
        lost = {
            one.key: one.raw
            for one in ours
            if one.key not in standing and ((gone := archive.place(one.key)) is None or gone.at < one.at)
        }
        if lost and not self._recent.is_rest_as_closed(path, lines, id_of) and put_back(file.log, [*lost.values()]):
            self._services.board.happened(put_back_problem(path, len(lost)))

    def feed(self, states: Mapping[str, bytes]) -> None:
        """Bring the index up to the files: what it lacks of each."""
        drop_gone(self._services.index, states, lambda source: self.claims(source) and source not in self.store.files)
        self._bring_up(self._services.index, states)

    def feed_all(self, sink: ChangeSink) -> int:
        """Bring every context to a new index; how many."""
        return self._bring_up(sink, {})

    def _bring_up(self, sink: ChangeSink, states: Mapping[str, bytes]) -> int:
        sources = {path: self.store.state(path) for path in self.store.files.copy()}
        return bring_up(sink, states, sources, self._documents)

    def _documents(self, path: str) -> list[Document]:
        known = self.store.contexts
        active = [one for one in self.store.files[path].order if isinstance(one, Context) and known.get(one.id) is one]
        return [document(context) for context in active]

    # --- hand edits ---------------------------------------------------------------------------------------

    @staticmethod
    def claims(relpath: str) -> bool:
        """Whether the file is one of contexts, or an archive of theirs."""
        head, _, name = relpath.rpartition("/")
        return head in (CONTEXTS_PATH, ARCHIVE_PATH) and name.endswith(".jsonl")

    def absorb(self, relpath: str, stamp: object) -> None:
        """The file changed: take the edit in (watcher's thread, which reads it so that the writer need not)."""
        if is_archive(relpath):
            self._run(functools.partial(self.store.archive.absorb, relpath))
            return
        file = self._run(lambda batch: self.store.file(relpath))
        for _ in range(ATTEMPTS):
            found = self._compare(file)
            if found is None or self._is_half_written(file, found):
                return
            if self._run(functools.partial(self._apply, file, found)):
                return
        raise Busy(f"{relpath} changes faster than it can be read in")

    def _is_half_written(self, file: ContextFile, found: Comparison) -> bool:
        """Whether an editor may not have come to its end: it is read again when it has."""
        edits, stands = self._being_written, found.stamp
        return edits.may_be(file.path, file.stamp, stands, lacks=found.lacks) and edits.begin(file.path, stands)

    def rescan(self, found: Mapping[str, object]) -> None:
        """Notice files that are gone."""
        for relpath in self.store.archive.gone(found):
            self.absorb(relpath, None)
        for relpath in [path for path, file in self.store.files.items() if path not in found and file.order]:
            self.absorb(relpath, None)

    def _absorb_before_append(self, file: ContextFile, batch: Batch) -> None:
        """An edit comes before what we append when it is read soon; else the watcher brings it."""
        self._being_written.check(file.path, file.stamp)
        last = file.order[-1:]
        if all(not isinstance(line, Context) or line.durable for line in last) and self._stamp(file)[1] <= SMALL:
            found = self._compare(file)
            if found is not None:
                if self._is_half_written(file, found):
                    self._being_written.check(file.path, file.stamp)
                with acting(FILE):
                    self._apply(file, found, batch)

    def _stamp(self, file: ContextFile) -> Identity:
        return current_identity(self._services.path(file.path))

    def _compare(self, file: ContextFile) -> Comparison | None:
        """The file as it stands beside what is known; None when it is as we left it."""
        stamp = self._stamp(file)
        if stamp == file.stamp != ABSENT:
            return None
        found = Comparison(self.store, file, stamp, self._recent.of(file.path, self._being_written.now()))
        for number, raw in enumerate((raw for raw in self._lines(file.path) if raw.strip()), 1):
            found.take(number, raw)
        return found

    def _apply(self, file: ContextFile, found: Comparison, batch: Batch) -> bool:
        """Apply what was found, unless the file or what is known of it has changed since (writer thread)."""
        if found.stamp != self._stamp(file) or not found.stands_for(file):
            return False
        purged = self.store.purged
        if found.stamp != ABSENT:
            file.edited = batch.now
        emptied, file.emptied = file.emptied, set()
        is_empty = not found.lines or (emptied and found.has_none_of(emptied))
        if is_empty and any(isinstance(line, Context) and line.id not in purged for line in file.order):
            self._restore_file(file, "gone" if found.stamp == ABSENT else "empty")
            file.stamp = found.stamp
            return True
        edit = Edit(self.store, self._services.index, file, found, batch)
        edit.finish()
        self._services.board.set(f"contexts:{file.path}", edit.problems)
        if found.stamp == ABSENT:
            file.stamp = ABSENT  # else each write would wait for an editor that is to bring it back
        else:
            file.log.adopt()
            self.store.open_logs.used(file.log)
            file.stamp = file.log.stamp
        return True

    def _restore_file(self, file: ContextFile, how: str) -> None:
        """Emptying a whole project is taken for an accident: the file is written again and reported (rule 8)."""
        file.version += 1
        file.owed.update(line.id for line in file.order if isinstance(line, Context))
        self.store.mark_dirty(file.path)
        what = f"the file was {how}; its contexts are written back"
        action = "to remove contexts, use memoryctl contexts prune, or delete single lines"
        self._services.board.set(
            f"contexts:{file.path}", [Problem(path=file.path, what=what, action=action, severity="critical")]
        )

    # --- the readable lines -------------------------------------------------------------------------------

    def write_lines(self) -> bool:
        """Bring the next few files up to date; whether all are (flusher's thread)."""
        accesses, self._accesses = self._accesses, self.store.accesses
        busy = self._accesses - accesses > BUSY_ACCESSES
        for relpath in list(self.store.dirty)[: 1 if busy else FILES_A_TURN]:
            self.store.dirty.discard(relpath)
            try:
                if not self._rewrite(self.store.file(relpath)):
                    self.store.dirty.add(relpath)
            except BaseException:
                self.store.dirty.add(relpath)
                raise
        if not self.store.dirty and self._access_log.size > LOG_BYTES:
            self._run(self._drop_accesses)
        return not self.store.dirty

    def _drop_accesses(self, batch: Batch) -> None:
        if not self.store.dirty:
            replace_file(self._services.files, self._services.path(ACCESS_LOG), (), gid=self._services.data.gid)
            self._access_log.adopt()

    def _rewrite(self, file: ContextFile) -> bool:
        """Write the file anew; False when it changed meanwhile and has to be written again."""
        self.absorb(file.path, None)
        if self._being_written.waits(file.path):
            return False
        order, version, now = self._run(lambda batch: (list(file.order), file.version, batch.now))
        if 0 <= now - file.edited < WRITTEN_IN_PLACE and not self._stopping:
            return False
        gone = self.store.contexts
        kept = [line for line in order if isinstance(line, bytes) or gone.get(line.id) is line]
        rendered = [line if isinstance(line, bytes) else render(line, line.tier) for line in kept]
        rewrite = Rewrite(self._services.files, self._services.path(file.path), gid=self._services.data.gid)
        try:
            rewrite.write(raw + b"\n" for raw in rendered)
            done = self._run(lambda batch: self._finish(file, rewrite, (order, kept, rendered), version, batch))
            if done:
                rewrite.sync_name()  # here, since all writes would wait for it on the writer
            return done
        finally:
            rewrite.abandon()

    def _finish(
        self,
        file: ContextFile,
        rewrite: Rewrite,
        lines: tuple[list[Line], list[Line], list[bytes]],
        version: int,
        _batch: Batch,
    ) -> bool:
        path = self._services.path(file.path)
        if file.version != version or (beneath.exists(path) and self._stamp(file) != file.stamp):
            return False
        order, kept, rendered = lines
        later = file.order[len(order) :]
        last = b"".join((line if isinstance(line, bytes) else line.raw) + b"\n" for line in later)
        if not beneath.exists(path):
            seen = replace_file(
                self._services.files, path, (*(raw + b"\n" for raw in rendered), last), gid=self._services.data.gid
            )
        else:
            done = rewrite.finish(last, identity(beneath.stat(path)), named=False)
            if done is None:
                return False
            self._services.files.close(done[1])
            seen = done[0]
        for line, raw in zip(kept, rendered, strict=True):
            if isinstance(line, Context):
                line.keep(raw)
        file.order = [*kept, *later]
        file.leaving.clear()  # whatever left since has changed the version
        file.owed.clear()
        file.log.adopt(seen, synced=True)
        self.store.open_logs.used(file.log)
        file.stamp = file.log.stamp
        self._services.index.apply(Change(source=file.path, state=self.store.state(file.path)))
        return True

    def stop(self) -> None:
        """Write what can be written soon, and close; the access log has the rest."""
        self._stopping = True
        try:
            for _ in range(LAST_TURNS):
                if self.write_lines():
                    break
        except (MemorydError, OSError) as error:
            _log.warning("contexts_not_written", error=str(error))
        for path, file in self.store.files.items():
            if file.stamp == self._stamp(file) != ABSENT:
                with suppress(MemorydError, OSError):
                    self._recent.close_file(path, functools.partial(self._lines, path), id_of)
        self.store.close()


def _catch_up(context: Context, access: Access | None) -> None:
    """Accesses that the line does not show yet."""
    if access is None:
        return
    context.last_accessed = parse_time(access.last_accessed) if access.last_accessed else None
    context.access_count = access.access_count
