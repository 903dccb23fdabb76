"""Carries a purge out, step by step; each may be repeated, so that a start goes on where a kill ended it (rule 6).

The tombstones are durable first. Then each file that has something of the matter is written anew as an editor would,
and absorbed; what that puts into archives and the history is found in the next round, until a round finds nothing.
"""

from __future__ import annotations

import functools
import threading
import time
from collections.abc import Callable, Iterable, Iterator
from typing import Any

import msgspec
import structlog

from memoryd.acting import Actor, acting
from memoryd.background import Progress
from memoryd.errors import Busy, InvalidParams, MemorydError, NotFound
from memoryd.maintenance.backups import SMALL_BYTES
from memoryd.purge.door import Door, Returned
from memoryd.purge.matter import Matter, Plan, Tombstones, is_speaker, phrases_of, sources_in
from memoryd.purge.scrub import Found
from memoryd.purge.sweep import BACKUP_TASK, LOOK_TASK, scrubbed
from memoryd.purge.tombstones import RESTORED_PATH, Graves
from memoryd.purging.sweep import Seen, Sweep
from memoryd.services import PURGE, Services
from memoryd.storage import beneath
from memoryd.storage.atomic import Changed, Identity, Put, at_once, current_identity, identity, replace_file
from memoryd.storage.files import Files
from memoryd.storage.publish import remove_file
from memoryd.storage.regular import LARGEST_STATE, read_whole
from memoryd.times import format_time, parse_time
from memoryd.types import UNREADABLE, Change, Document, Problem

PLAN_PATH = ".memoryd/purge.json"
ROUNDS = 12
OWN_ROUNDS = 3
"""So often a kind is given time to clear a file of its own before that is written anew as an editor would."""
_SYNC_SECONDS = 600.0
_WAIT_SECONDS = 5.0
TURN_SECONDS = 60.0
"""So long a purge waits for another one, which may be what came back being taken out."""
_SLICE = 256
_REST_SECONDS = 0.0005
_ATTEMPTS = 8
_log = structlog.get_logger("memoryd.purge")
ACTOR = Actor("memoryd", "purge")


class _NothingFound(Exception):
    """The file has nothing of the matter."""


class _NothingLeft(Exception):
    """The file has nothing else, and is called by it."""


class Purger:
    """One purge at a time; on any thread but the writer's and the watcher's."""

    def __init__(self, services: Services, forget_derived: Callable[[], None]) -> None:
        """`forget_derived` takes away what is derived of anything, and is made again."""
        self._forget_derived = forget_derived
        self._services = services
        self._graves: Graves = services.graves
        self._door: Door = services.door
        self._turn = threading.Lock()
        self._stopping = threading.Event()
        self._kept: Plan | None = None
        """The plan as it stands in its file."""
        self._nameless: set[str] = set()
        """Files that went as a whole: the index knows them by their names."""
        self._put_off: str | None = None
        """Why the purge that is under way could not be finished, as it was told."""

    # --- what is asked for ----------------------------------------------------------------------------------

    def plan_of(self, now: int, fact: Document | None, subject: str | None, query: str | None) -> Plan:
        """The plan of a request. Raises InvalidParams when its words say nothing."""
        plan = Plan(at=now, salt=self._graves.salt)
        if fact is not None:
            matter = Matter(plan)
            matter.keys |= {fact.key, *sources_in(fact.sources)}
            matter.add_fact(fact.subject or "", fact.predicate or "", fact.object or "")
            return msgspec.structs.replace(matter.grown(), grown=False)
        if subject is not None:
            plan.subject = subject
            plan.phrases = [] if is_speaker(subject) else [subject]
        elif query is not None:
            plan.phrases = phrases_of(query)
        if not plan.phrases and plan.subject is None:
            raise InvalidParams("the query has no word that says what to purge", param="query")
        return plan

    def purge(self, plan: Plan, progress: Progress, *, dry_run: bool) -> dict[str, Any]:
        """Carry it out; the receipt. Raises NotFound when nothing is of the matter, Busy while another purge runs."""
        if not self._turn.acquire(timeout=TURN_SECONDS):
            raise Busy("another purge is under way; ask again when it is done")
        try:
            self._finish()
            sweep = self._sweep(progress)
            seen = sweep.look(self._with_index(plan))
            if not seen.files and not seen.backups and not seen.plan.keys:
                raise NotFound("nothing in memory is of this matter")
            if dry_run:
                return {"status": "planned", "keys": seen.plan.keys[:1000], **_receipt(seen)}
            _, left = self._carry_out(seen, sweep)
            return {"status": "purged", **_receipt(seen), **({"left": left} if left else {})}
        finally:
            self._turn.release()

    def entomb(self, several: Iterable[Tombstones], progress: Progress) -> None:
        """Take over the tombstones of a receipt, and take out what of it is here, as after a restore."""
        self._graves.add(*several)
        with self._turn:
            self._entomb(several, progress)

    def _entomb(self, several: Iterable[Tombstones], progress: Progress) -> None:
        """First all of a salt together, as of the earliest: of a backup older than they are, that is all there is.

        Then, of which something was stated since that, each by its own time.
        """
        for in_one in (_by_salt, _each_alone):
            rest = list(several)
            while found := self._found_of(rest, progress):
                rest = [one for one in rest if one not in found]
                for those in in_one(found):
                    sweep = self._sweep(progress)
                    self._carry_out(sweep.look(_plan_of(those, min)), sweep)

    def _found_of(self, several: list[Tombstones], progress: Progress) -> list[Tombstones]:
        """Those of which something is here, by one look for all.

        What is known by several is told of one of them only: look again when that is out.
        """
        found: list[Tombstones] = []
        for those in _by_salt(several):
            seen = self._sweep(progress).look(_plan_of(those, max))
            met = set(seen.met)
            # Of a backup it is not told what it has.
            found += those if seen.backups else [one for one in those if not met.isdisjoint((*one.facts, *one.texts))]
        return found

    # --- steps ----------------------------------------------------------------------------------------------

    def go_on(self) -> None:
        """Finish what a kill or a refusal ended, and take out what came back. Raises MemorydError to be asked again."""
        with self._turn, acting(ACTOR):
            self._finish()
            if self.is_restored:
                self._entomb(self._graves.all(), _quietly)
                remove_file(self._services.path(RESTORED_PATH))
            self._clear_returned()

    @property
    def is_restored(self) -> bool:
        """Whether the files are those of a backup: any of them, archives too, may have what was purged since."""
        return beneath.exists(self._services.path(RESTORED_PATH))

    def _finish(self) -> None:
        """Carry out the plan of a purge that was not finished."""
        services = self._services
        try:
            plan = msgspec.json.decode(read_whole(services.path(PLAN_PATH), LARGEST_STATE)[0], type=Plan)
        except FileNotFoundError:
            return
        except (*UNREADABLE, OSError) as error:
            _log.error("purge_lost", error=str(error))
            what = f"a purge that was under way cannot be read: {error}"
            services.board.add("purge", Problem(path=PLAN_PATH, what=what, action="remove the file, and purge again"))
            return
        self._graves.go_on(_stones(plan))
        sweep = self._sweep(_quietly)
        self._carry_out(sweep.look(plan), sweep)
        _log.info("purge_resumed")

    def _carry_out(self, seen: Seen, sweep: Sweep) -> tuple[Matter, list[str]]:
        """All that turned out to be of it, and where some of it is left.

        Raises MemorydError when it cannot be done now; it goes on by itself as soon as it can.
        """
        self._keep(seen.plan)
        try:
            matter, left = self._take_out(seen, sweep)
        except MemorydError as error:
            if error.sentence != self._put_off:
                _log.error("purge_put_off", error=error.sentence)
            self._put_off = error.sentence
            self._services.flusher.ask(PURGE)
            raise
        self._put_off = None
        self._door.forget(one for one in self._door.returned() if one.is_of(matter))
        self._kept = None
        remove_file(self._services.path(PLAN_PATH))
        return matter, left

    def _take_out(self, seen: Seen, sweep: Sweep) -> tuple[Matter, list[str]]:
        for number in range(ROUNDS):
            self._keep(seen.plan)
            matter = Matter(seen.plan, self._services.clock.now())
            known = self._of_index(matter, seen.files)
            files = seen.to_clear
            if number and sweep.is_restated:
                files = [one for one in files if not self._is_own(one)]
                if number >= OWN_ROUNDS:
                    break  # what is made now is made of what is stated now
            if not files and not known and not self._door.take(matter.has_document):
                break
            self._purge_kinds(matter)
            plan = matter.grown()
            self._keep(plan)
            for relpath in files:
                if number >= OWN_ROUNDS or not self._is_own(relpath):
                    self._clear(relpath, matter)
            self._settle(matter)
            self._forget(known)
            sweep.progress("purge", number, ROUNDS)
            seen = sweep.look(matter.grown())
        matter = Matter(seen.plan, self._services.clock.now())
        for relpath in seen.backups:
            secret = self._services.audit.witness.make_secret().hex()
            order = {"root": self._services.root, "path": relpath, "plan": msgspec.to_builtins(seen.plan)}
            order |= {"secret": secret, "gid": self._services.data.gid}
            small = beneath.stat(self._services.path(relpath)).st_size < SMALL_BYTES
            self._services.children.run(BACKUP_TASK, order, sweep.progress, small=small)
        self._forget_traces(matter, sweep)
        left = sweep.look(seen.plan).left
        return matter, [one for one in left if not (sweep.is_restated and self._is_own(one))]

    def _settle(self, matter: Matter) -> None:
        """Have the files taken in as they are now, and all written that follows from it. Raises Busy."""
        self._absorb()
        self._purge_kinds(matter)  # what has left with its line goes to no archive
        self._services.flusher.catch_up(_SYNC_SECONDS)
        self._services.audit.flush(_SYNC_SECONDS)

    def _forget_traces(self, matter: Matter, sweep: Sweep) -> None:
        """Whatever was removed leaves no text in the audit, the vectors and the index. Raises Busy."""
        services = self._services
        self._forget_derived()
        # The files are clear. Once the index has them so, and the audit has written down what that replaced,
        # the history has all that it will ever get of the matter.
        self._absorb()
        is_written = services.audit.flush(_SYNC_SECONDS)
        texts = sweep.look(matter.grown()).texts
        if not is_written or not services.audit.forget(matter.names, texts, _SYNC_SECONDS):
            raise Busy("Who changed what cannot be written down now: see health. The purge goes on when it can.")
        if not services.semantic.forget(_SYNC_SECONDS):
            raise Busy("The vectors cannot be written anew now: see health. The purge goes on when they can.")
        for relpath in sorted(self._nameless):
            if not beneath.exists(services.path(relpath)):
                services.index.apply(Change(source=relpath, remove_source=True, state=b""))
        self._nameless.clear()
        # Passages of files, too: the index writes anew what has removed documents in it.
        services.index.apply(Change(source=PLAN_PATH, remove=[PLAN_PATH], purged=[PLAN_PATH]))
        if not services.index.forget(_SYNC_SECONDS):
            raise Busy("The index cannot be written anew now: see health. The purge goes on when it can.")

    def stop(self) -> None:
        """The daemon stops: what is under way goes on at the next start."""
        self._stopping.set()

    def _purge_kinds(self, matter: Matter) -> None:
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

    def _keep(self, plan: Plan) -> None:
        """Tombstones, then the plan: durable before anything goes."""
        if plan == self._kept:
            return
        if plan.facts or plan.texts:
            self._graves.add(_stones(plan))
        self._services.replace_file(PLAN_PATH, msgspec.json.encode(plan))
        self._kept = plan

    def _sweep(self, progress: Progress) -> Sweep:
        services = self._services
        return Sweep(services.root, services.clock.now, functools.partial(services.children.run, LOOK_TASK), progress)

    def _with_index(self, plan: Plan) -> Plan:
        """What the index knows of the matter by its words, by key; facts are told by their ids."""
        matter = Matter(plan, self._services.clock.now())
        if plan.phrases or plan.subject is not None:
            for number, one in enumerate(self._services.index.all_documents()):
                if matter.has_document(one):
                    matter.keys.add(one.key)
                if number % _SLICE == 0:
                    time.sleep(_REST_SECONDS)  # requests come first
        return msgspec.structs.replace(matter.grown(), grown=False)

    def _of_index(self, matter: Matter, files: Iterable[str]) -> dict[str, list[Document]]:
        """The memories of the matter that the index has, by source: those of its keys, and in files that have it."""
        index, found = self._services.index, dict[str, list[Document]]()
        documents = index.documents(matter.keys)
        for relpath in files:
            if relpath.endswith(".md"):
                documents |= {one.key: one for one in index.documents_of(relpath)}
        for one in documents.values():
            if matter.has_document(one):
                found.setdefault(one.source, []).append(one)
        return found

    def _forget(self, known: dict[str, list[Document]]) -> None:
        """No trace of these in the index, and no key in the audit."""
        services = self._services
        for source, documents in known.items():
            if services.kinds.is_one_memory(source):
                continue
            keys = [one.key for one in documents]
            services.index.apply(Change(source=source, remove=keys, purged=keys, kind=documents[0].kind))
        services.audit.flush(_SYNC_SECONDS)

    def _is_own(self, relpath: str) -> bool:
        """Whether a kind writes the file from memory, so that it is clear soon by itself."""
        return relpath.startswith(".memoryd/") or any(relpath in kind.writes for kind in self._services.kinds)

    def _clear(self, relpath: str, matter: Matter) -> None:
        """Write a file anew without the matter."""
        services = self._services
        for attempt in range(_ATTEMPTS):
            is_last = attempt == _ATTEMPTS - 1
            try:
                if is_last:  # it is appended to faster than it can be written
                    services.writer.run_alone(lambda _batch: self._replace(relpath, matter, at_once))
                else:
                    self._replace(relpath, matter, self._on_the_writer)
            except (_NothingFound, FileNotFoundError):
                return
            except Changed:
                continue
            return

    def _replace(self, relpath: str, matter: Matter, put: Put) -> None:
        services, path = self._services, self._services.path(relpath)
        before, content = identity(beneath.stat(path)), self._cleared(relpath, matter)
        try:
            tell = functools.partial(services.own_writes.note, relpath)
            replace_file(services.files, path, content, gid=services.data.gid, expect=before, put=put, tell=tell)
        except _NothingLeft:
            put(functools.partial(_remove, services.files, path, before))
            self._nameless.add(relpath)

    def _on_the_writer(self, rename: Callable[[], None]) -> None:
        """Where nothing is appended meanwhile."""
        self._services.writer.run_alone(lambda _batch: rename())

    def _cleared(self, relpath: str, matter: Matter) -> Iterator[bytes]:
        """The file's content without the matter, piece by piece. Raises _NothingFound, _NothingLeft at its end."""
        found: list[Found] = []
        is_empty = True
        for piece in scrubbed(self._services.root, relpath, matter, found):
            is_empty = is_empty and not piece.strip()
            yield piece
        if is_empty and (matter.names(relpath) or ".broken" in relpath):
            raise _NothingLeft
        if not found:
            raise _NothingFound

    # --- what comes back ------------------------------------------------------------------------------------

    def _clear_returned(self) -> None:
        """Take what was turned back at the door out of the files that brought it."""
        back = self._door.returned()
        # What was stated anew since may be this very line, or one that does not tell when it was stated.
        still = [one for one in back if self._graves.has_digest(one.fact or one.text or "")]
        if still:
            self._clear_all(still)
        self._door.forget(back)

    def _clear_all(self, back: list[Returned]) -> None:
        facts = {one.fact for one in back if one.fact is not None}
        texts = {one.text for one in back if one.text is not None}
        at = max(one.at for one in back)
        plan = Plan(at=at, salt=self._graves.salt, grown=True, facts=sorted(facts), texts=sorted(texts))
        if all(one.word is not None for one in back):
            plan.words = sorted({one.word for one in back if one.word is not None})
        plan.keys = sorted(one.key for one in back if one.kind in ("note", "context") or one.fact is not None)
        matter, sweep = Matter(plan, self._services.clock.now()), self._sweep(_quietly)
        sources = sorted({one.source for one in back})
        for number in range(ROUNDS):
            self._purge_kinds(matter)
            for relpath in sources:
                if number >= OWN_ROUNDS or not self._is_own(relpath):
                    self._clear(relpath, matter)
            self._settle(matter)
            sources = sweep.look(plan).to_clear
            if not sources:
                break
        self._forget_traces(matter, sweep)
        for source in sorted({one.source for one in back}):
            count = sum(one.source == source for one in back)
            what = f"{count} of its memories had been purged and came back; they were taken out again"
            problem = Problem(path=source, what=what, action="nothing needs to be done; state it anew to keep it")
            self._services.board.add("purge", problem)


def _remove(files: Files, path: str, expect: Identity) -> None:
    if current_identity(files, path) != expect:
        raise Changed(f"{path} was changed by somebody else meanwhile; read it again.", path=path)
    remove_file(path)


def _receipt(seen: Seen) -> dict[str, Any]:
    return {
        "memories": len(seen.plan.texts),
        "files": seen.to_clear,
        "backups": seen.backups,
        "tombstones": msgspec.to_builtins(_stones(seen.plan)),
    }


def _by_salt(several: list[Tombstones]) -> list[list[Tombstones]]:
    return [[one for one in several if one.salt == salt] for salt in dict.fromkeys(one.salt for one in several)]


def _each_alone(several: list[Tombstones]) -> list[list[Tombstones]]:
    return [[one] for one in several]


def _plan_of(several: list[Tombstones], time: Callable[[Iterable[int]], int]) -> Plan:
    """To look for what these name, of one salt, as of the earliest or the latest of them."""
    facts = sorted({digest for one in several for digest in one.facts})
    texts = sorted({digest for one in several for digest in one.texts})
    return Plan(at=time(parse_time(one.at) for one in several), salt=several[0].salt, facts=facts, texts=texts)


def _stones(plan: Plan) -> Tombstones:
    return Tombstones(at=format_time(plan.at), salt=plan.salt, facts=plan.facts, texts=plan.texts)


def _quietly(_stage: str, _done: int, _total: int) -> None:
    return None
