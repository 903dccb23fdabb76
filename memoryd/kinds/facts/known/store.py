"""All that is known of the facts, in memory: what any thread may ask, and what a change of the facts comes down to.

Only the writer thread changes it: `changes.py` for requests, `edits.py` for edits of the file.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterable, Sequence
from typing import Any

import msgspec
from msgspec.structs import replace

from memoryd.config.sections import MemoryOracle
from memoryd.errors import NotFound
from memoryd.kinds.facts.known.archive import Archive
from memoryd.kinds.facts.known.cap import Weakest
from memoryd.kinds.facts.known.single import SingleValued
from memoryd.kinds.facts.known.table import FactTable
from memoryd.kinds.facts.model.activations import Activations, StateArrays
from memoryd.kinds.facts.model.compare import key_of
from memoryd.kinds.facts.model.decay import FULL, State, activation_at
from memoryd.kinds.facts.model.fact import Fact, Folded, document, said, view
from memoryd.kinds.facts.model.validity import ALWAYS, Chains, earlier, holds_at, single_valued
from memoryd.types import NOW, Document, When


class FactEvents(msgspec.Struct, frozen=True, kw_only=True):
    """Who is told what happens to the facts; each is called on the thread on which it happens."""

    changed: Callable[[], None]
    """A fact came, went or was used."""
    risen: Callable[[list[Document]], None]
    """Faded facts may be found again."""
    lines_behind: Callable[[], None]
    """Lines of facts.jsonl are to be brought up to what is known; that may take its time."""
    rewrite_due: Callable[[], None]
    """Lines have to leave facts.jsonl, or to be filled in."""
    unfinished: Callable[[], None]
    """facts.jsonl is missing, empty or being written, or may be: it is to be looked at again in a moment."""


class FactStore:
    """Active facts and their activations, and where the archived ones stand."""

    def __init__(
        self, settings: MemoryOracle, archive: Archive, events: FactEvents, stamp: Callable[[int], int]
    ) -> None:
        """`stamp`: as of when what is made or used at a wall time counts."""
        self.settings = settings
        self.table = FactTable()
        self.chains = Chains()
        self.activations = Activations(settings.half_life_days, settings.recall_boost, stamp)
        self.stamp = stamp
        self.archive = archive
        self.single = SingleValued(self.table, single_valued(settings.single_valued))
        self.removed: dict[str, int] = {}
        """Facts whose lines have yet to leave facts.jsonl, with the ordinal that owns those lines."""
        self.purged: set[str] = set()
        """Facts that have yet to leave both files for good."""
        self.forgotten: set[str] = set()
        """Facts that were purged and have left the files: they never come back from the index."""
        self.archived_active = 0
        """How many facts of the archive are active."""
        self._line_values = array("d")
        """The activation that stands in each fact's line."""
        self._gone: dict[str, int] = {}
        """Facts that a person deleted since the start, with their old ordinals: an editor may bring them back."""
        self._weakest = Weakest(self._present)
        self._events = events

    # --- counts -------------------------------------------------------------------------------------------

    @property
    def active_count(self) -> int:
        """How many facts are active."""
        return len(self.table)

    @property
    def archived_count(self) -> int:
        """How many facts are only in the archive."""
        return len(self.archive) - self.archived_active

    def recount_archived(self) -> None:
        """Count afresh the archived facts that are active too (after loading)."""
        self.archived_active = sum(1 for fact_id in self.archive if fact_id in self.table)

    # --- reading ------------------------------------------------------------------------------------------

    def get(self, fact_id: str, now: int) -> dict[str, Any]:
        """The fact of that id as a reply shows it, active or archived. Raises NotFound."""
        ordinal = self.table.ordinal(fact_id)
        fact = None if ordinal is None else self.table[ordinal]
        if ordinal is not None and fact is not None:
            return self.view(ordinal, fact, now)
        known = self.archive.get(fact_id)
        if known is None:
            raise not_found(fact_id)
        return self.archived_view(*known, now)

    def view(self, ordinal: int, fact: Fact, now: int) -> dict[str, Any]:
        """The active fact as a reply shows it, its activation decayed to `now`."""
        return view(fact, self.activations.state(ordinal), self.activations.at(ordinal, now), now, archived=False)

    def archived_view(self, fact: Fact, state: State, now: int) -> dict[str, Any]:
        """The archived fact as a reply shows it."""
        return view(self.marked(fact), state, self.decayed(state, now), now, archived=True)

    def decayed(self, state: State, now: int) -> float:
        """The activation at `now` of a fact in that state."""
        return activation_at(state.activation, state.as_of, now, self.activations.half_life_days)

    def is_faded(self, ordinal: int, now: int) -> bool:
        """Whether the fact stays out of results, and out of the embedding index (002 step 3)."""
        return self.activations.at(ordinal, now) < self.settings.search_threshold

    def hides(self, fact_id: str, now: int, when: When = NOW) -> bool:
        """Whether searches leave the fact out: it has faded, or does not hold, or did not as of `when` (rule 23).

        One that was archived a moment ago, too, which the index may still have.
        """
        ordinal = self.table.ordinal(fact_id)
        fact = None if ordinal is None else self.table[ordinal]
        if ordinal is None or fact is None:
            return fact_id in self.removed
        if when.as_of is not None:
            return not holds_at(fact.validity, fact.created, when.as_of)
        if fact.validity is not ALWAYS and not holds_at(fact.validity, 0, now):
            return not when.include_superseded
        return not when.include_faded and self.is_faded(ordinal, now)

    def living(self, now: int, when: When = NOW) -> list[str]:
        """The ids of the active facts that are not hidden; looks at all of them."""
        facts = (self.table[ordinal] for ordinal in self.table.ordinals())
        return [fact.id for fact in facts if fact is not None and not self.hides(fact.id, now, when)]

    # --- what holds ---------------------------------------------------------------------------------------

    def holds(self, fact_id: str, now: int) -> bool:
        """Whether the fact is in force (rule 23): nothing superseded it, and it holds by what was said of it."""
        fact = self.table.get(fact_id)
        return fact is not None and (fact.validity is ALWAYS or holds_at(fact.validity, 0, now))

    def known(self, fact_id: str) -> Fact | None:
        """The fact of that id, active or archived."""
        fact = self.table.get(fact_id)
        archived = None if fact is not None else self.archive.get(fact_id)
        return fact if archived is None else archived[0]

    def marked(self, fact: Fact) -> Fact:
        """The fact as its chain has it: a line that was superseded says so only when the file is written anew."""
        after = self.chains.after(fact.id)
        if after is None:
            return fact
        newer = self.known(after)
        # What began later than what took its place, by an id or by a judgement, never held.
        ends = None if newer is None else max(newer.valid_from, fact.valid_from)
        until = earlier(fact.validity.valid_until, ends)
        validity = replace(fact.validity, superseded_by=after, valid_until=until)
        return fact if validity == fact.validity else replace(fact, validity=validity)

    def chain(self, fact_id: str) -> list[dict[str, Any]]:
        """What was said before and after it, the oldest first; empty when nothing was."""
        ids = self.chains.of(fact_id)
        facts = [fact for one in ids if (fact := self.known(one)) is not None] if len(ids) > 1 else []
        return [
            {"id": fact.id, **said(fact), **_after(self.chains.after(fact.id))}
            for fact in sorted(facts, key=lambda fact: fact.valid_from)
        ]

    # --- using --------------------------------------------------------------------------------------------

    def use(self, fact_ids: Iterable[str], now: int) -> None:
        """A recall returned these facts: boost them (rule 2)."""
        ordinals = [o for one in fact_ids if one not in self.chains and (o := self.table.ordinal(one)) is not None]
        if ordinals:
            faded = [ordinal for ordinal in ordinals if self.is_faded(ordinal, now)]
            self.activations.use(ordinals, now)
            self._events.changed()
            self.note_risen(faded, now)

    def note_risen(self, ordinals: Iterable[int], now: int) -> None:
        """Of these facts, which were faded, some may not be any more: the embedding index wants those."""
        facts = [fact for ordinal in ordinals if (fact := self.table[ordinal]) and not self.is_faded(ordinal, now)]
        if facts:
            self._events.risen([document(fact) for fact in facts])

    # --- the cap ------------------------------------------------------------------------------------------

    def reconfigure(self, settings: MemoryOracle) -> None:
        """Use other numbers from now on; to enforce the cap is the caller's business."""
        self.settings = settings
        predicates = single_valued(settings.single_valued)
        if predicates != self.single.predicates:
            self.single = SingleValued(self.table, predicates)
        self.activations.half_life_days = settings.half_life_days
        self.activations.recall_boost = settings.recall_boost
        # With another half-life facts of different ages change places.
        self._weakest = Weakest(self._present)

    def has_room(self, count: int) -> bool:
        """Whether `count` more facts may be active."""
        return len(self.table) + count <= self.settings.max_facts

    def weakest(self, spare: int | None) -> Fact | None:
        """The fact that gives way when there are too many, never `spare`; it counts as gone (rule 7)."""
        if not self._weakest:
            self._weakest.fill(self.table.ordinals())
        ordinal = self._weakest.pop(spare)
        return None if ordinal is None else self.table[ordinal]

    def weaken(self, ordinal: int) -> None:
        """The fact is new, or its activation may have fallen otherwise than by decay: the cap must know (rule 7)."""
        if self._weakest:
            self._weakest.push(ordinal)

    def _present(self, ordinal: int) -> tuple[float, int] | None:
        fact = self.table[ordinal]
        return None if fact is None else (self.activations.rank(ordinal), fact.created)

    # --- facts come and go (writer thread) ----------------------------------------------------------------

    def insert(self, fact: Fact, key: Folded, state: State, line_value: float) -> int:
        """A fact with a new ordinal, which is returned; `line_value` is the activation that stands in its line."""
        ordinal = self.table.add(fact, key)
        self._know(state, line_value)
        self.weaken(ordinal)
        self.single.note(fact, ordinal)
        if fact.validity is not ALWAYS:
            self.chains.note(fact.id, fact.validity)
        return ordinal

    def insert_all(self, facts: Sequence[Fact], keys: Sequence[Folded], codes: Sequence[int], state: State) -> range:
        """As `insert`, for many that all are in that state; `codes` are the hashes of their folded triples."""
        begin = self.table.add_all(facts, keys, codes)
        states = StateArrays.equal(state, len(facts))
        self.activations.extend(states, changed=True)
        self._line_values.extend(states.value)
        ordinals = range(begin, begin + len(facts))
        if self._weakest:
            for ordinal in ordinals:
                self.weaken(ordinal)
        return ordinals

    def put_back(self, fact: Fact, ordinal: int, state: State | None = None) -> None:
        """A fact that was taken out of the table returns, in that state if one is given."""
        self.removed.pop(fact.id, None)
        self.table.put_back(fact, ordinal)
        self.single.note(fact, ordinal)
        if state is not None:
            self.activations.put(ordinal, state)
        self.archived_active += fact.id in self.archive
        self.weaken(ordinal)

    def take_in(self, fact: Fact, state: State, line_value: float) -> int:
        """A fact whose line was written outside the daemon; one that was deleted there goes on as it was."""
        self.forgotten.discard(fact.id)
        old = self._gone.pop(fact.id, None)
        known = None if old is not None else self.archive.get(fact.id)
        if known is not None:
            state = replace(state, access_count=known[1].access_count)
        if old is not None and self._line_values[old] == line_value:
            state = self.activations.state(old)
        ordinal = self.insert(fact, key_of(fact), state, line_value)
        self.archived_active += fact.id in self.archive
        return ordinal

    def remember_gone(self, fact_id: str) -> None:
        """Its line was deleted outside the daemon; `take_in` may bring it back."""
        ordinal = self.table.ordinal(fact_id)
        if ordinal is not None:
            self._gone[fact_id] = ordinal

    def forget(self, fact_id: str) -> None:
        """The fact was purged: nothing here brings it back."""
        self.purged.add(fact_id)
        self.forgotten.add(fact_id)
        self._gone.pop(fact_id, None)
        self.archive.forget(fact_id)

    def _know(self, state: State, line_value: float, *, changed: bool = True) -> None:
        self.activations.append(state, changed=changed)
        self._line_values.append(line_value)

    # --- their lines --------------------------------------------------------------------------------------

    def line_activation(self, ordinal: int) -> float:
        """The activation that stands in the fact's line."""
        return self._line_values[ordinal]

    def set_line_activation(self, ordinal: int, value: float) -> None:
        """Another activation stands in the line now."""
        self._line_values[ordinal] = value

    # --- at start -----------------------------------------------------------------------------------------

    def begin_again(self) -> None:
        """Forget what was read of facts.jsonl."""
        self.table = FactTable()
        self.activations = Activations(self.settings.half_life_days, self.settings.recall_boost, self.stamp)
        self.single = SingleValued(self.table, self.single.predicates)
        self.removed = {}
        self._line_values = array("d")

    def know_lines(self, line_values: Sequence[float]) -> None:
        """The activations in the lines of the facts that were added last; what else is known of them follows."""
        states = StateArrays.blank(line_values)
        self.activations.extend(states)
        self._line_values.extend(states.value)

    def reserve(self, fact_id: str) -> int:
        """An ordinal for lines of a fact that is on its way out of facts.jsonl."""
        ordinal = self.table.skip()
        self._know(State(0.0, 0, 0, 0), FULL, changed=False)
        self.removed[fact_id] = ordinal
        return ordinal


def not_found(fact_id: str) -> NotFound:
    """No fact has that id."""
    return NotFound(f"no fact has the id {fact_id[:200]!r}; facts.find or recall.query list ids", id=fact_id[:200])


def _after(fact_id: str | None) -> dict[str, str]:
    return {} if fact_id is None else {"superseded_by": fact_id}
