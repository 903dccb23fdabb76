"""Session files as an edit or an earlier run left them: read, counted, and brought to the index."""

from __future__ import annotations

import contextlib
import functools
import os
import stat as stat_bits
import threading
from collections.abc import Iterable, Mapping, Sequence

from memoryd.acting import FILE, acting
from memoryd.conversation.file import FileState, SessionFile, archive_of, archived_path
from memoryd.conversation.message import Message, document
from memoryd.conversation.session import SESSIONS_PATH
from memoryd.errors import Busy, MemorydError
from memoryd.kinds.sessions.alignment import Alignment, stand
from memoryd.kinds.sessions.anew import changes_of
from memoryd.kinds.sessions.archives import SessionArchives
from memoryd.kinds.sessions.gone import nowhere, standing_in
from memoryd.kinds.sessions.missing import Missing
from memoryd.kinds.sessions.place import Place
from memoryd.kinds.sessions.registry import SessionRegistry
from memoryd.kinds.sessions.saved_over import is_rest_as_it_was, lines_again, lost_lines, put_back
from memoryd.kinds.sessions.scanning import (
    Reading,
    begins_as,
    is_written_in_place,
    line_of,
    scan,
    written,
)
from memoryd.kinds.sessions.store import SessionStore
from memoryd.recall.feeding import decode_state, source_gone
from memoryd.services import Services
from memoryd.storage import beneath
from memoryd.storage.atomic import Changed, Identity, identity
from memoryd.storage.batch import Batch
from memoryd.storage.listing import names_in
from memoryd.storage.postponed import Postponed
from memoryd.storage.recent_copies import KEPT
from memoryd.storage.recent_lines import RecentLine, StaleSaves, put_back_problem
from memoryd.storage.recent_lines import put_back as put_back_lines
from memoryd.storage.regular import regular
from memoryd.times import SECOND
from memoryd.types import Change, Document, Problem

ALIGN = "session lines"
"""The flusher task that looks again at what was edited."""
MISSING = "session lines missing"
"""The one that tells what an edit left nowhere."""
ATTEMPTS = 8
Plan = tuple[Identity, list[bytes], list[bytes]]
SAVED_IN_TWO_STEPS = 10 * SECOND
"""An editor that removes or empties a file first has written it by then."""
LONG = 256 << 10
"""Bytes of a file of which others are not kept waiting while it is read again: 1,200 short messages take .2 s."""
PATIENCE = 5 * SECOND
"""A write waits no longer for a file that somebody goes on writing into."""
MOST_FRESH = 150_000
"""More of them than this in one file wait for their turn, not in memory."""


class SessionFiles:
    """Keeps the store and the index up to what the session files say. `absorb` runs on the watcher's thread."""

    def __init__(self, services: Services, registry: SessionRegistry) -> None:
        self._root, self._board, self._flusher = services.root, services.board, services.flusher
        self._sink, self._run, self._door = services.index, services.writer.run_alone, services.door
        self.store = SessionStore(services, registry, self._absorb_now)
        self._lost: list[RecentLine] = []
        """What was saved over and found when nothing could be written; put back at the next look at a file."""
        self._gone: dict[str, int] = {}
        """Files that vanished or were emptied a moment ago, and when."""
        self._stale = StaleSaves()
        gid, documents_of = services.data.gid, services.index.documents_of
        self._alignment = Alignment(services.root, services.files, gid, documents_of)
        self._brought: set[str] = set()
        """At start: files that were brought to the index as a whole."""
        self._unfinished: set[str] = set()
        """Files that were edited in place, and are given a moment before their lines are put into their places."""
        self._absorbing = threading.Lock()
        self._postponed = Postponed()
        self._since: dict[str, int] = {}
        """Since when writes wait for a long file."""
        self.missing = Missing(
            services.board, documents_of, self.store.said_in, registry.paths_of, services.graves.known_by,
            functools.partial(services.flusher.ask, MISSING),
        )  # fmt: skip
        self.archives = SessionArchives(services, self.store, self.missing)

    @staticmethod
    def claims(relpath: str) -> bool:
        """Whether the file is a session file."""
        head, _, name = relpath.partition("/")
        is_live = head == SESSIONS_PATH and "/" not in name and name.endswith(".jsonl")
        return is_live or archived_path(relpath) is not None

    # --- at start -----------------------------------------------------------------------------------------

    def load(self, states: Mapping[str, bytes], now: int) -> None:
        """Know every session file, and bring to the index what it lacks."""
        with self.store.counting_at_the_end():
            self._load(states, now)

    def _load(self, states: Mapping[str, bytes], now: int) -> None:
        directory = os.path.join(self._root, SESSIONS_PATH)
        found = self.archives.load(states)
        here = [f"{SESSIONS_PATH}/{name}" for name in names_in(directory)]
        gone = self.store.recent.gone({*found, *here})
        for relpath in [*here, *(path for path in gone if self.claims(path) and self._stands_again(path, now))]:
            if not self.claims(relpath) or relpath in found:
                continue
            found.add(relpath)
            try:
                self._load_file(relpath, states.get(relpath), now)
            except OSError as error:
                self._report_unreadable(relpath, error.strerror or str(error))
        self.store.forget_files_but(found)
        self._take_out_of_others()
        self.archives.feed()
        for source in [source for source in states if self.claims(source) and source not in found]:
            self._sink.apply(source_gone(source, self.missing.removed(source)))

    def _take_out_of_others(self) -> None:
        """At start: what a line takes out of a file that was brought to the index behind it."""
        by_path: dict[str, list[str]] = {}
        for file in self.store.files.values():
            for key in file.removed:
                path = key.rpartition(":")[0]
                if path != file.path and path in self._brought:
                    by_path.setdefault(path, []).append(key)
        for path, keys in by_path.items():
            self._sink.apply(Change(source=path, remove=keys, kind="message"))
        self._brought.clear()

    def _stands_again(self, relpath: str, now: int) -> bool:
        """At start: what was written into the file, which is gone, and stands nowhere else; whether there is any."""
        recent = self.store.recent
        lost = nowhere(self._root, recent.left_in(relpath, 0, now))
        lines = lines_again(lost, relpath, 0, ())
        if lines and not put_back_lines(self.store.log(relpath), lines):
            return False
        if lines:
            self._board.happened(put_back_problem(relpath, len(lines)))
        recent.restart(relpath, standing_in(self._root, relpath, lost) if lines else (), now)
        return bool(lines)

    def _load_file(self, relpath: str, state: bytes | None, now: int) -> None:
        known = decode_state(state, FileState)
        stat = beneath.lstat(os.path.join(self._root, relpath))
        if not stat_bits.S_ISREG(stat.st_mode):
            return  # the watcher reports it
        ours = self.store.recent.left_in(relpath, stat.st_mtime_ns // 1000, now)
        if ours or (known is not None and identity(stat) != (known.inode, known.size, known.mtime_ns)):
            self._absorb_edit_at_start(relpath, known, ours, now)
            stat = beneath.lstat(os.path.join(self._root, relpath))
        stamp = identity(stat)
        all_known = known is not None and self.store.are_known(known.sessions)
        if known is not None and all_known and (known.inode, known.size, known.mtime_ns) == stamp:
            self.store.know_file(SessionFile.known(relpath, known))
            return
        # The index has its messages; sessions that it names and we do not know are found by reading all.
        self._apply(relpath, self._read(relpath, known if all_known else None), now, starting=True)

    def _absorb_edit_at_start(self, relpath: str, known: FileState | None, ours: list[RecentLine], now: int) -> None:
        """At start: each line stands where it stood, and what an editor saved over stands again (rule 8)."""
        reading = self._read(relpath, known)
        before = reading.before
        if reading.skipped and ours:
            reading = self._read(relpath, None)
        lost = lost_lines(ours, (message for _, message in reading.messages), reading.removed)
        if lost and before is not None and self._are_deleted(relpath, reading.file, before, lost):
            lost = []
        reading.lost = lost
        ours_said = written(ours)
        count = max([0 if before is None else before.lines, *(line for line, _ in ours_said)])
        plan = None if before is None else self._plan(relpath, reading, count, ours_said)
        if plan is not None:
            with contextlib.suppress(MemorydError):
                self._align_at(now, relpath, reading, plan)
        elif lost:
            places = [Place(relpath, *found) for found in reading.messages]
            if not put_back_lines(self.store.log(relpath), lines_again(lost, relpath, reading.file.lines, places)):
                return
            self._board.happened(put_back_problem(relpath, len(lost)))
        if ours:
            standing = (one for one in standing_in(self._root, relpath, ours) if now - one.at < KEPT)
            self.store.recent.restart(relpath, standing, now)

    def _are_deleted(self, relpath: str, file: SessionFile, before: FileState, lost: Sequence[RecentLine]) -> bool:
        with open(os.path.join(self._root, relpath), "rb", buffering=0, opener=regular) as handle:
            return is_rest_as_it_was(handle.fileno(), file, before, lost)

    def _report_unreadable(self, relpath: str, why: str) -> None:
        action = "move it away, or give the daemon's group access: chmod g+rw, chgrp"
        self._board.set(f"session:{relpath}", [Problem(path=relpath, what=f"not read: {why}", action=action)])

    # --- later --------------------------------------------------------------------------------------------

    def absorb(self, relpath: str, stamp: object) -> None:
        """The file changed: bring its lines to the index, unless the change was our own append."""
        is_unfinished = False
        try:
            with self._absorbing:
                is_unfinished = not self._absorb(relpath, stamp)
        finally:
            if not is_unfinished:
                self._unfinished.discard(relpath)
                self._postponed.release(relpath)
            if self._alignment.late.watched():
                self._flusher.ask(ALIGN)

    def _absorb(self, relpath: str, stamp: object) -> bool:
        """Whether all of it has been read, which is not so while somebody may still be writing."""
        if archived_path(relpath) is not None:
            self.archives.absorb(relpath)
            return True
        if relpath in self.store.archived:
            if beneath.exists(os.path.join(self._root, relpath)):
                self.archives.absorb(archive_of(relpath))
            if relpath in self.store.archived:
                return True
        if self._run(functools.partial(self._is_unedited, relpath)):
            return True
        if stamp is None and not beneath.exists(os.path.join(self._root, relpath)):
            if self._run(functools.partial(self._forget_unless_archived, relpath)):
                self._sink.apply(source_gone(relpath, self.missing.removed(relpath)))
            self._board.clear(f"session:{relpath}")
            return True
        return self._read_in(relpath)

    def _read_in(self, relpath: str) -> bool:
        looked_up: tuple[FileState | None, dict[str, Document]] | None = None
        for _ in range(ATTEMPTS):
            known, recent, now = self._run(functools.partial(self._known, relpath))
            if now - self._since.get(relpath, now) >= PATIENCE:
                now = 0
            reading = self._read(relpath, known, *recent, now)
            if reading.before is not None:
                # On this thread: the writer would hold up everybody, if the file is a long one.
                if looked_up is None or looked_up[0] != known:
                    looked_up = known, self._indexed(relpath)
                reading.indexed = looked_up[1]
            plan = self._plan_edit(relpath, reading)
            is_emptied = reading.before is not None and not reading.file.size
            is_judged = plan is not None or reading.lost or is_emptied
            if (is_judged and is_written_in_place(reading.file, known, now)) or (
                relpath in self._gone and reading.file.size and reading.is_partial
            ):
                self._wait_for(relpath, now)
                return False
            if plan is not None:
                self._run(functools.partial(self._align, relpath, reading, plan))
                continue
            self.missing.read_anew(reading)
            changes = [self._door.judge(change) for change in changes_of(relpath, reading, fresh=False)]
            if self._run(functools.partial(self._apply_unless_appended, relpath, reading, changes, known)):
                return True
        raise Busy(f"{relpath} changes faster than it can be read in")

    def _is_unedited(self, relpath: str, batch: Batch) -> bool:
        self._add_late_lines(relpath, batch)
        self._put_back(batch)
        file = self.store.files.get(relpath)
        is_to_be_judged = relpath in self._gone and file is not None and file.size > 0
        return self.store.is_unedited(relpath) and not is_to_be_judged

    def _known(self, relpath: str, batch: Batch) -> tuple[FileState | None, tuple[list[RecentLine], bool], int]:
        return self.store.known_state(relpath), self._recent(relpath, batch.now), batch.now

    # --- lines that were moved ----------------------------------------------------------------------------

    def _plan(
        self, relpath: str, reading: Reading, count: int, written: Iterable[tuple[int, Message]] = ()
    ) -> Plan | None:
        """How the lines are to stand, of which there were so many, when an edit moved them.

        `written`: messages that the index may not have yet.
        """
        if not reading.file.size:
            return None
        # What has no place of its own goes to the end.
        lost = {line_of(one) or -at: one.raw.rstrip(b"\n") for at, one in enumerate(reading.lost)}
        more = [document(message, relpath, line) for line, message in written]
        if reading.indexed is None:
            reading.indexed = self._indexed(relpath)
        indexed = reading.indexed
        said = dict(reading.messages)
        if not reading.lost and reading.file.lines == count and stand(relpath, said, indexed):
            return None
        known = (*indexed.values(), *more)
        gone = (key.rpartition(":") for key in self.store.removed() | reading.file.removed)
        taken_out = {int(line) for path, _, line in gone if path == relpath}
        return self._alignment.plan(relpath, said, count, lost, known, taken_out)

    def _indexed(self, relpath: str) -> dict[str, Document]:
        return {one.key: one for one in self._alignment.documents_of(relpath)}

    def _plan_edit(self, relpath: str, reading: Reading) -> Plan | None:
        return None if reading.before is None else self._plan(relpath, reading, reading.before.lines)

    def _wait_for(self, relpath: str, now: int) -> None:
        """Whoever writes into the file may not have ended: look again in a second."""
        self._since.setdefault(relpath, now)
        self._unfinished.add(relpath)
        self._flusher.ask(ALIGN)

    def look_again(self) -> None:
        """Take in what was edited in place, or written into versions that ours replaced."""
        with acting(FILE):
            for relpath in self._unfinished | self._alignment.late.watched():
                self.absorb(relpath, ...)

    def _align(self, relpath: str, reading: Reading, plan: Plan, batch: Batch) -> None:
        self._align_at(batch.now, relpath, reading, plan)

    def _align_at(self, now: int, relpath: str, reading: Reading, plan: Plan) -> None:
        """Each line stands where it did; those that were saved over, too (writer thread)."""
        with contextlib.suppress(Changed):
            is_moved = self._alignment.write(relpath, *plan, now)
            # What is in neither was deleted, and is not to be missed in the version that is read now.
            kept = [*reading.standing, *((one.raw, one.offset) for one in reading.lost)]
            self.store.recent.keep(relpath, kept)
            if reading.lost:
                self._stale.note(relpath, (reading.file.size, reading.file.crc))
                self._board.happened(put_back_problem(relpath, len(reading.lost)))
            elif is_moved:
                what = "an edit had moved lines; each message stands in its own again, and what was put in at the end"
                self._board.happened(Problem(path=relpath, what=what, action="nothing needs to be done"))

    def _add_late_lines(self, relpath: str, batch: Batch) -> None:
        """What was written into a version that ours replaced; an editor that saves an older one has not seen it."""
        file = self.store.files.get(relpath)
        if file is None or not self.store.is_unedited(relpath):
            return
        line, offset, ours = file.lines, file.size, list[RecentLine]()
        for raw in self._late_lines(relpath, batch.now):
            line += 1
            ours.append(RecentLine(batch.now, relpath, raw, f"{relpath}:{line}", offset))
            offset += len(raw)
            batch.append(self.store.log(relpath), raw)
        if ours:
            batch.on_commit(functools.partial(self._alignment.late.have, relpath))
            batch.on_commit(functools.partial(self.store.recent.note_all, ours))

    def _late_lines(self, relpath: str, now: int | None) -> list[bytes]:
        return self._alignment.late.of(relpath, now, self._board.happened)

    def _recent(self, relpath: str, now: int) -> tuple[list[RecentLine], bool]:
        """Our last lines, and whether a moment ago the file that had them was gone or empty."""
        recent, gone = self.store.recent, self._gone.get(relpath)
        if gone is not None and not 0 <= now - gone < SAVED_IN_TWO_STEPS:
            del self._gone[relpath]
            recent.keep(relpath, [(one.raw, one.offset) for one in recent.of(relpath, now) if one.at > gone])
        return recent.of(relpath, now), relpath in self._gone

    def _forget_unless_archived(self, relpath: str, batch: Batch) -> bool:
        """Forget the file, unless it is gone since it was moved to the archive meanwhile (writer thread)."""
        if relpath in self.store.archived:
            return False
        self.store.forget_file(relpath)
        self.store.recent.vanished(relpath)
        self._gone.setdefault(relpath, batch.now)
        return True

    def _apply_unless_appended(
        self, relpath: str, reading: Reading, changes: Sequence[Change], known: FileState | None, batch: Batch
    ) -> bool:
        """Apply it, unless we appended while the file was read; nothing, when it was archived (writer thread)."""
        if self.store.has_appended_since(relpath, known) or not all(map(self._door.has_judged, changes)):
            return False
        if relpath not in self.store.archived:
            self._know(relpath, reading, batch.now)
            self._bring(changes)
            self._put_back(batch)
        return True

    def rescan(self, found: Mapping[str, object]) -> None:
        """Forget the files that are no more."""
        self.archives.rescan(found)
        for relpath in [path for path in self.store.files if path not in found]:
            if not beneath.exists(os.path.join(self._root, relpath)) and self.store.files[relpath].size:
                self.absorb(relpath, None)

    def _absorb_now(self, relpath: str, now: int, batch: Batch | None) -> None:
        """Take in an edit of a file that we are about to append to, or have appended to (writer thread)."""
        recent, known = self._recent(relpath, now), self.store.known_state(relpath)
        is_back = recent[1]
        if batch is not None and known is not None and self._takes_long(relpath, known, now):
            self._postponed.hold(relpath)
            self._wait_for(relpath, now)
            raise self._postponed.wait_for(relpath)
        with acting(FILE):
            # What is back is judged at once: our own line behind it would look as if its editor were at work.
            reading = self._read(relpath, known, *recent, 0 if is_back else now)
            if batch is not None and (plan := self._plan_edit(relpath, reading)) is not None:
                self._align(relpath, reading, plan, batch)
                indexed, reading = reading.indexed, self._read(relpath, known, *self._recent(relpath, now), now)
                reading.indexed = indexed
            elif batch is None and reading.before is not None and reading.is_partial:
                # Nothing can be put into its place now: what is missing is judged once its editor has ended.
                self._gone.setdefault(relpath, now)
                reading.lost = []
            self._apply(relpath, reading, now)
            if known is not None and known.size and not reading.file.size:
                self._gone.setdefault(relpath, now)
            if batch is not None:
                self._put_back(batch)

    def _takes_long(self, relpath: str, known: FileState, now: int) -> bool:
        """Whether so much was rewritten or added that the watcher's thread had better read it first."""
        try:
            with open(os.path.join(self._root, relpath), "rb", buffering=0, opener=regular) as handle:
                size = os.fstat(handle.fileno()).st_size
                is_rewritten = min(size, known.size) >= LONG and not begins_as(handle.fileno(), known)
        except OSError:
            return False
        return (is_rewritten or size - known.size >= LONG) and now - self._since.setdefault(relpath, now) < PATIENCE

    def _put_back(self, batch: Batch) -> None:
        """What an editor saved over stands again, and is reported (rule 8; writer thread)."""
        if lost := self._lost:
            self._lost = []
            batch.on_abort(lambda: self._lost.extend(lost))
            put_back(self.store, lost, batch)
            for path in {one.path for one in lost}:
                batch.on_commit(functools.partial(self.store.recent.settle, path))

    def close(self) -> None:
        """Close every file."""
        for relpath in list(self.store.files):
            with contextlib.suppress(MemorydError, OSError):
                if self.store.recent.knows(relpath) and self.store.is_unedited(relpath):
                    self.store.recent.close(relpath)  # what goes now was taken out on purpose
        for relpath in self._alignment.late.watched():
            with contextlib.suppress(MemorydError, OSError):
                if lines := self._late_lines(relpath, None):
                    put_back_lines(self.store.log(relpath), lines)
        self._alignment.late.close()
        self.store.close()

    def forget_recent(self, batch: Batch) -> None:
        """What is taken out of the files from now on was not saved over by an editor (writer thread).

        What was stands again first: a purge takes what is of it out of the files.
        """
        self._put_back(batch)
        batch.on_commit(self.store.recent.clear)

    # --- reading ------------------------------------------------------------------------------------------

    def _read(
        self,
        relpath: str,
        known: FileState | None,
        recent: Sequence[RecentLine] = (),
        was_gone: bool = False,
        now: int = 0,
    ) -> Reading:
        is_stale = functools.partial(self._stale.has, relpath)
        return scan(self._root, relpath, known, recent, is_stale, was_gone=was_gone, now=now)

    def _apply(self, relpath: str, reading: Reading, now: int, *, starting: bool = False) -> None:
        """Know the file as it was read, and put its new messages into the index."""
        self.missing.read_anew(reading)
        self._know(relpath, reading, now)
        # What was appended right before a kill may be as much as may wait to be indexed; it goes on waiting.
        is_fresh = starting and len(reading.documents) <= MOST_FRESH
        if starting and (reading.skipped or is_fresh):
            self._brought.add(relpath)
        self._bring(changes_of(relpath, reading, fresh=is_fresh))

    def _bring(self, changes: Iterable[Change]) -> None:
        for change in changes:
            self._sink.apply(change)

    def _know(self, relpath: str, reading: Reading, now: int) -> None:
        self._since.pop(relpath, None)
        self.store.know_file(reading.file, same=reading.skipped > 0)
        for message in reading.firsts.values():
            self.store.discover(message, relpath, reading.heard[message.session_id])
        if reading.problems or not reading.skipped:
            self._report(relpath, reading)
        if reading.file.size and not reading.is_partial:
            self._gone.pop(relpath, None)
        elif reading.before is not None and not reading.file.size:
            self._gone[relpath] = now
            self.store.recent.vanished(relpath)  # it is remembered until a stop: the rest of a save may follow
        if reading.file.size and (reading.is_back or (reading.before is not None and relpath not in self._gone)):
            self.store.recent.keep(relpath, reading.standing, is_settled=not reading.lost)
        if reading.lost:
            self._lost += reading.lost
            self._stale.note(relpath, (reading.file.size, reading.file.crc))
            self._board.happened(put_back_problem(relpath, len(reading.lost)))

    def _report(self, relpath: str, reading: Reading) -> None:
        topic = f"session:{relpath}"
        if not reading.skipped:
            self._board.set(topic, reading.problems)
            return
        for problem in reading.problems:
            self._board.add(topic, problem)
