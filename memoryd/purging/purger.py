"""Carries a purge out, step by step; each may be repeated, so that a start goes on where a kill ended it (rule 6).

The tombstones are durable first. Then each file that has something of the matter is written anew as an editor would,
and absorbed; what that puts into archives and the history is found in the next round, until a round finds nothing.
"""

from __future__ import annotations

import itertools
import threading
import time
from collections.abc import Callable, Iterable
from typing import Any

import msgspec
import structlog

from memoryd.acting import Actor, acting
from memoryd.background import Progress
from memoryd.errors import Busy, InvalidParams, MemorydError, NotFound
from memoryd.maintenance.backups import SMALL_BYTES
from memoryd.purge.backup_sweep import BACKUP, BACKUP_TASK
from memoryd.purge.door import Door
from memoryd.purge.matter import Matter, Plan, Tombstones, is_everywhere, phrases_of, sources_in, stones
from memoryd.purge.tombstones import PLAN_PATH, RESTORED_PATH, Graves
from memoryd.purging.cleaner import Cleaner
from memoryd.purging.returning import OWN_ROUNDS, ROUNDS, Returning, all_of, by_salt, quietly
from memoryd.purging.sweep import Seen, Sweep
from memoryd.purging.unread import UNREAD, Unread, changed_since
from memoryd.services import PURGE, Services
from memoryd.storage import beneath
from memoryd.storage.listing import shown
from memoryd.storage.publish import remove_file
from memoryd.storage.regular import LARGEST_STATE, read_whole
from memoryd.storage.trouble import check_transient, refusal
from memoryd.times import parse_time
from memoryd.types import UNREADABLE, Document, Problem, fold

TURN_SECONDS = 60.0
"""So long a purge waits for another one, which may be what came back being taken out."""
_SLICE = 256
_REST_SECONDS = 0.0005
_log = structlog.get_logger("memoryd.purge")
ACTOR = Actor("memoryd", "purge")


class Purger:
    """One purge at a time; on any thread but the writer's and the watcher's."""

    def __init__(self, services: Services, forget_derived: Callable[[], None]) -> None:
        """`forget_derived` takes away what is derived of anything, and is made again."""
        self._services = services
        self._cleaner = Cleaner(services, forget_derived)
        self._returning = Returning(services, self._cleaner)
        self._unread = Unread(services.board, services.path)
        self._graves: Graves = services.graves
        self._door: Door = services.door
        self._turn = threading.Lock()
        self._kept: Plan | None = None
        """The plan as it stands in its file."""
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
            if not fold(subject):
                raise InvalidParams("`subject` must not be empty", param="subject")
            plan.subject = subject
            plan.phrases = [] if is_everywhere(subject) else [subject]
        elif query is not None:
            plan.phrases = phrases_of(query)
        if not plan.phrases and plan.subject is None:
            what = "the query has no word that says what to purge: memory is full of those, so add another one"
            raise InvalidParams(what, param="query")
        return plan

    def purge(self, plan: Plan, progress: Progress, *, dry_run: bool) -> dict[str, Any]:
        """Carry it out; the receipt. Raises NotFound when nothing is of the matter, Busy while another purge runs."""
        if not self._turn.acquire(timeout=TURN_SECONDS):
            raise Busy("another purge is under way; ask again when it is done")
        try:
            self._finish()
            self._graves.watch(plan.salt)
            plan.at = self._services.clock.now()
            self._cleaner.gather()
            sweep = self._cleaner.sweep(progress)
            seen = sweep.look(self._with_index(plan))
            if not seen.files and not seen.backups and not seen.plan.keys:
                if not dry_run:
                    self._cleaner.forget_names(self._cleaner.matter(plan))
                    self._note_unread(plan, seen)
                raise NotFound("nothing in memory matches")
            if dry_run:
                return {"status": "planned", "keys": seen.plan.keys[:1000], **_receipt(seen)}
            matter, left = self._carry_out(seen, sweep)
            told = {**_receipt(seen), "tombstones": msgspec.to_builtins(stones(matter.grown()))}
            return {"status": "purged", **told, **({"left": [*map(shown, left)]} if left else {})}
        finally:
            try:
                self._rest_unless_begun()
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
        for in_one in (by_salt, _each_alone):
            rest = list(several)
            while found := self._found_of(rest, progress):
                rest = [one for one in rest if one not in found]
                for those in in_one(found):
                    sweep = self._cleaner.sweep(progress)
                    self._carry_out(sweep.look(self._plan_of(those, min)), sweep)

    def _found_of(self, several: list[Tombstones], progress: Progress) -> list[Tombstones]:
        """Those of which something is here, by one look for all.

        What is known by several is told of one of them only: look again when that is out.
        """
        found: list[Tombstones] = []
        for those in by_salt(several):
            seen = self._cleaner.sweep(progress).look(self._plan_of(those, max))
            met = set(seen.met)
            # Of a backup it is not told what it has.
            found += those if seen.backups else [one for one in those if not met.isdisjoint(all_of(one))]
        return found

    def _plan_of(self, several: list[Tombstones], time: Callable[[Iterable[int]], int]) -> Plan:
        """To look for what these name, of one salt, as of the earliest or the latest of them."""
        facts = sorted({digest for one in several for digest in one.facts})
        texts = sorted({digest for one in several for digest in one.texts})
        older = self._restored_at
        # What is younger than a purge was clear of it: whatever is called so there was stated anew.
        named = several if older is None else [one for one in several if parse_time(one.at) >= older]
        names = sorted({name for one in named for name in one.names})
        at = time(parse_time(one.at) for one in several)
        return Plan(
            at=at,
            salt=several[0].salt,
            facts=facts,
            texts=texts,
            names=names,
            is_older=older is not None and bool(names),
        )

    # --- steps ----------------------------------------------------------------------------------------------

    def go_on(self) -> None:
        """Finish what a kill or a refusal ended, and take out what came back. Raises MemorydError to be asked again."""
        with self._turn, acting(ACTOR):
            self._finish()
            if self.is_restored:
                self._entomb(self._graves.all(), quietly)
                remove_file(self._services.files, self._services.path(RESTORED_PATH))
            self._returning.clear()

    def look_again(self) -> None:
        """Look into what purges could not read and was changed since. Raises MemorydError to be asked again."""
        with self._turn, acting(ACTOR):
            self._unread.look_again(self._look_into)
        if self._unread:
            self._services.flusher.ask(UNREAD)

    def _note_unread(self, plan: Plan, seen: Seen) -> None:
        self._unread.have(stones(plan), (*seen.backups, *seen.unread))
        if self._unread:
            self._services.flusher.ask(UNREAD)

    def _look_into(self, path: str, wanted: list[Tombstones]) -> list[Tombstones]:
        """What is as old as the purge is told by its name; else only by what it repeats, and nobody knows the rest."""
        if path.endswith(BACKUP):
            return wanted
        unsure = [one for one in wanted if changed_since(self._services.root, path, parse_time(one.at))]
        for one in wanted:
            facts, texts = (list(filter(self._graves.has_digest, known)) for known in (one.facts, one.texts))
            plan = Plan(at=parse_time(one.at), salt=one.salt, facts=facts, texts=texts, names=one.names)
            seen = self._cleaner.sweep(quietly, [path]).look(plan)
            if any(f"{unread}/".startswith(f"{path}/") for unread in seen.unread):
                return wanted
            if seen.to_clear:
                self._returning.take_out(seen.plan, seen.to_clear)
        return unsure

    @property
    def is_restored(self) -> bool:
        """Whether the files are those of a backup: any of them, archives too, may have what was purged since."""
        return beneath.exists(self._services.path(RESTORED_PATH))

    @property
    def _restored_at(self) -> int | None:
        """When that backup was made, microseconds; 0: not known."""
        try:
            at = read_whole(self._services.path(RESTORED_PATH), LARGEST_STATE)[0].decode().strip()
        except FileNotFoundError:
            return None
        return parse_time(at) if at else 0

    def _finish(self) -> None:
        """Carry out the plan of a purge that was not finished."""
        services = self._services
        try:
            plan = msgspec.json.decode(read_whole(services.path(PLAN_PATH), LARGEST_STATE)[0], type=Plan)
        except FileNotFoundError:
            services.board.clear("purge_lost")
            return
        except PermissionError as error:  # maybe there is none: the directory was shut
            raise refusal(error, services.path(PLAN_PATH)) from error
        except (*UNREADABLE, OSError) as error:
            if isinstance(error, OSError):
                check_transient(error)
            _log.error("purge_lost", error=str(error))
            what = f"a purge that was under way cannot be read: {error}"
            problem = Problem(path=PLAN_PATH, what=what, action="remove it, and purge again")
            services.board.set("purge_lost", (problem,))
            return
        self._graves.go_on(stones(plan))
        self._graves.watch_on(plan.salt)
        sweep = self._cleaner.sweep(quietly)
        self._carry_out(sweep.look(plan), sweep)
        _log.info("purge_resumed")

    def _carry_out(self, seen: Seen, sweep: Sweep) -> tuple[Matter, list[str]]:
        """All that turned out to be of it, and where some of it is left.

        Raises MemorydError when it cannot be done now; it goes on by itself as soon as it can.
        """
        self._graves.watch(seen.plan.salt)
        try:
            self._keep(seen.plan)
            matter, left = self._take_out(seen, sweep)
        except MemorydError as error:
            if not self._has_begun():
                self._graves.rest()
                raise
            if error.sentence != self._put_off:
                _log.error("purge_put_off", error=error.sentence)
            self._put_off = error.sentence
            self._services.flusher.ask(PURGE)
            raise
        self._put_off = None
        self._door.forget(one for one in self._door.returned() if one.is_of(matter))
        self._kept = None
        remove_file(self._services.files, self._services.path(PLAN_PATH))
        self._graves.rest()
        return matter, left

    def _take_out(self, seen: Seen, sweep: Sweep) -> tuple[Matter, list[str]]:
        for number in range(ROUNDS):
            self._keep(seen.plan)
            matter = self._cleaner.matter(seen.plan)
            known = self._cleaner.of_index(matter, seen.files)
            files = seen.to_clear
            if number and sweep.is_restated:
                files = [one for one in files if not self._cleaner.is_own(one)]
                if number >= OWN_ROUNDS:
                    break  # what is made now is made of what is stated now
            if not files and not known and not self._door.take(matter.has_document):
                break
            self._cleaner.purge_kinds(matter)
            plan = matter.grown()
            self._keep(plan)
            for relpath in files:
                if number >= OWN_ROUNDS or not self._cleaner.is_own(relpath):
                    self._cleaner.clear(relpath, matter)
            self._cleaner.settle(matter)
            self._cleaner.forget(known, matter)
            sweep.progress("purge", number, ROUNDS)
            seen = sweep.look(matter.grown())
        matter = self._cleaner.matter(seen.plan)
        for relpath in seen.backups:
            if self._cleaner.is_second_name(relpath):
                remove_file(self._services.files, self._services.path(relpath))
                continue
            secret = self._services.audit.witness.make_secret().hex()
            order = {"root": self._services.root, "path": relpath, "plan": msgspec.to_builtins(seen.plan)}
            order |= {"secret": secret, "gid": self._services.data.gid}
            small = beneath.stat(self._services.path(relpath)).st_size < SMALL_BYTES
            self._services.children.run(BACKUP_TASK, order, sweep.progress, small=small)
        self._cleaner.forget_traces(matter, sweep)
        seen = sweep.look(seen.plan)
        left = seen.left
        self._note_unread(seen.plan, seen)
        if sweep.is_restated or self._graves.restated:
            left = [one for one in left if not self._cleaner.is_own(one) and self._cleaner.has_some(one, matter)]
        return matter, left

    def stop(self) -> None:
        """The daemon stops: what is under way goes on at the next start."""
        self._cleaner.stop()

    def _keep(self, plan: Plan) -> None:
        """The plan and its tombstones: durable before anything goes.

        The plan is there first, as tombstones alone take out what comes back, and not its names in the audit. What it
        grows by has its tombstones first: which of them are not there was stated again since (`Graves.go_on`).
        """
        if plan == self._kept:
            return
        has_begun = self._has_begun()
        if not has_begun:
            self._write(plan)
        if plan.facts or plan.texts:
            self._graves.add(stones(plan))
        if has_begun:
            self._write(plan)
        self._kept = plan

    def _write(self, plan: Plan) -> None:
        self._services.replace_file(PLAN_PATH, msgspec.json.encode(plan))

    def _rest_unless_begun(self) -> None:
        if not self._has_begun():
            self._graves.rest()

    def _has_begun(self) -> bool:
        """Whether a start would go on with a purge."""
        return beneath.is_file(self._services.path(PLAN_PATH))

    def _with_index(self, plan: Plan) -> Plan:
        """What the index knows of the matter by its words, by key; facts are told by their ids."""
        matter = self._cleaner.matter(plan)
        needles, passed = matter.needles(), itertools.count()

        def may_have(payload: bytes) -> bool:
            if next(passed) % _SLICE == 0:
                time.sleep(_REST_SECONDS)  # requests come first
            return needles.may_be_in_packed(payload)

        if plan.phrases or plan.subject is not None:
            for one in self._services.index.all_documents(may_have):
                if matter.has_document(one):
                    matter.keys.add(one.key)
        return msgspec.structs.replace(matter.grown(), grown=False)


def _receipt(seen: Seen) -> dict[str, Any]:
    return {
        "memories": len(seen.plan.texts),
        "files": [*map(shown, seen.to_clear)],
        "backups": [*map(shown, seen.backups)],
        "tombstones": msgspec.to_builtins(stones(seen.plan)),
    }


def _each_alone(several: list[Tombstones]) -> list[list[Tombstones]]:
    return [[one] for one in several]
