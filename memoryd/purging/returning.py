"""What was purged and comes back by a file is taken out of it again (rule 6)."""

from __future__ import annotations

from collections.abc import Collection, Iterable

from memoryd.audit.history import HISTORY
from memoryd.purge.door import Returned
from memoryd.purge.matter import Plan, Tombstones
from memoryd.purging.cleaner import Cleaner
from memoryd.services import Services
from memoryd.storage.directory import OWN
from memoryd.times import parse_time
from memoryd.types import HOT_FILE, Problem

ROUNDS = 12
OWN_ROUNDS = 3
"""So often a kind is given time to clear a file of its own before that is written anew as an editor would."""
_FOLLOWS = (f"{HISTORY}/", f"{OWN}/", "memory/", "knowledge-graph/", "contexts/archive/", HOT_FILE)
"""Where what stands in a file goes when it is taken in or out."""


class Returning:
    """Takes out what the door turned back, and what stands in changed files where no index looks: in archives, stubs,
    headings and states.
    """

    def __init__(self, services: Services, cleaner: Cleaner) -> None:
        self._services = services
        self._cleaner = cleaner

    def clear(self) -> None:
        """Take out all that came back."""
        door, graves = self._services.door, self._services.graves
        changed, back = door.changed(), door.returned()
        if not graves or not (changed or back):
            door.forget(back)
            return
        graves.watch(*{one.salt for one in graves.all()})
        try:
            self._clear_all(changed, back)
        finally:
            graves.rest()

    def take_out(self, plan: Plan, sources: Iterable[str]) -> None:
        """Take out what was found of the plan in these files."""
        self._services.graves.watch(plan.salt)
        try:
            self._clear(plan, sources)
        finally:
            self._services.graves.rest()

    def _clear_all(self, changed: Collection[str], back: list[Returned]) -> None:
        door, graves = self._services.door, self._services.graves
        # What was stated anew since may be this very line, or one that does not tell when it was stated.
        still = [one for one in back if graves.has_digest(one.fact or one.text or "")]
        for salt in sorted({one.salt or graves.salt for one in still}):
            several = [one for one in still if (one.salt or graves.salt) == salt]
            self._clear(_plan_of(several, salt), [one.source for one in several])
        door.forget(back)
        for relpath in sorted({one.source for one in still}):
            count = sum(one.source == relpath for one in still)
            self._report(relpath, f"{count} of its memories")
        if written := [relpath for relpath in changed if not self._cleaner.is_derived(relpath)]:
            self._clear_changed(written)

    def _clear_changed(self, paths: Collection[str]) -> None:
        """Look into them line by line: for all tombstones of a salt, then for each of which something is there."""
        for several in by_salt(self._services.graves.all()):
            met = set(self._cleaner.sweep(quietly, paths).look(_plan_of_tombstones(several)).met)
            for one in several:
                if met.isdisjoint(all_of(one)):
                    continue
                found = self._cleaner.sweep(quietly, paths).look(_plan_of_tombstones([one]))
                if found.to_clear:
                    self._clear(found.plan, found.to_clear)
                    for relpath in found.to_clear:
                        self._report(relpath, "something of it")

    def _clear(self, plan: Plan, sources: Iterable[str]) -> None:
        touched = sources = sorted({*sources})
        matter = self._cleaner.matter(plan)
        sweep = self._cleaner.sweep(quietly, [*sources, *_FOLLOWS])
        for number in range(ROUNDS):
            self._cleaner.purge_kinds(matter)
            for relpath in sources:
                if number >= OWN_ROUNDS or not self._cleaner.is_own(relpath):
                    self._cleaner.clear(relpath, matter)
            self._cleaner.settle(matter)
            sources = [one for one in sweep.look(plan).to_clear if not self._cleaner.is_derived(one)]
            if not sources:
                break
        for relpath in filter(self._services.graves.calls, touched):
            self._cleaner.clear(relpath, matter)  # its kind may have left it empty
        self._cleaner.forget_traces(matter, sweep)

    def _report(self, relpath: str, what: str) -> None:
        what = f"{what} had been purged and came back and was taken out again"
        action = "nothing needs to be done; state it again to keep it"
        self._services.board.happened(Problem(path=relpath, what=what, action=action))


def _plan_of(back: list[Returned], salt: str) -> Plan:
    facts = sorted({one.fact for one in back if one.fact is not None})
    texts = sorted({one.text for one in back if one.text is not None})
    plan = Plan(at=max(one.at for one in back), salt=salt, grown=True, facts=facts, texts=texts)
    if all(one.word is not None for one in back):
        plan.words = sorted({one.word for one in back if one.word is not None})
    plan.keys = sorted(one.key for one in back if one.kind in ("note", "context") or one.fact is not None)
    return plan


def _plan_of_tombstones(several: list[Tombstones]) -> Plan:
    facts = sorted({digest for one in several for digest in one.facts})
    texts = sorted({digest for one in several for digest in one.texts})
    at = max(parse_time(one.at) for one in several)
    return Plan(at=at, salt=several[0].salt, grown=True, facts=facts, texts=texts)


def by_salt(several: list[Tombstones]) -> list[list[Tombstones]]:
    """Those of one salt together."""
    return [[one for one in several if one.salt == salt] for salt in dict.fromkeys(one.salt for one in several)]


def all_of(one: Tombstones) -> tuple[str, ...]:
    """Every digest of them."""
    return (*one.facts, *one.texts, *one.names)


def quietly(_stage: str, _done: int, _total: int) -> None:
    """Nobody waits for it."""
    return
