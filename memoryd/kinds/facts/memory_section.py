"""`## Facts` of MEMORY.md: facts that are active enough, one sentence a line, grouped by what they are about (rule 9).

A fact enters above one activation and leaves under a lower one, or when a night finds that what was said since ends
it. A line that a person deletes stays out until its fact is used again; a line that a person types stays.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence, Set
from typing import Protocol, get_args

import msgspec

from memoryd.background import Run
from memoryd.kinds.facts.known.store import FactStore
from memoryd.kinds.facts.model.compare import is_user
from memoryd.kinds.facts.model.fact import Fact, document, sentence
from memoryd.kinds.facts.model.validity import ALWAYS, is_on_a_day, plain
from memoryd.patterns import pattern as lazy_pattern
from memoryd.secrets import redact
from memoryd.services import Services
from memoryd.storage.regular import LARGEST_STATE, read_whole
from memoryd.text.verbs import only_reports
from memoryd.times import local_date
from memoryd.types import UNREADABLE, UNTRUSTED, Role, fold

STATE_PATH = ".memoryd/memory-facts.json"
SECTION = "section"
"""The task of the flusher: other facts stand there."""
_LONGEST = 240
# Control characters, and those that turn the direction of the text behind them.
_UNSEEN = lazy_pattern("[\x00-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]")


_DATED = lazy_pattern(r"\b(?:since|seit|as of) ")
"""It says by itself since when."""


class FactsState(msgspec.Struct):
    """`.memoryd/memory-facts.json`: what stands in the section, and what a person took out of it (times in µs)."""

    shown: dict[str, str] = {}
    hidden: dict[str, int] = {}
    left: list[str] = []
    """Lines that stood there, and may until the file is written."""
    past: list[str] = []
    """Facts that hold no more, by what was said since they were made."""


class PastFacts(Protocol):
    """The ids of facts that were judged, and of those among them that hold no more."""

    @property
    def judged(self) -> Set[str]: ...

    @property
    def past(self) -> Set[str]: ...


class MemorySection:
    """A FactsSection over the fact store; `found` and `lines` run on the writer's thread."""

    def __init__(
        self,
        services: Services,
        facts: FactStore,
        most_active: Callable[[Run], Sequence[str]],
        past: Callable[[Run], PastFacts],
    ) -> None:
        """What a run of maintenance finds. `most_active`: the ids of the most active facts; `past`: which of them
        what was said since has ended, as far as it judges."""
        self._services = services
        self._facts = facts
        self._most_active = most_active
        self._find_past = past
        self._state = FactsState()
        self._our_lines: frozenset[str] = frozenset()
        self._typed: list[str] = []
        self._confirmed: set[str] = set()
        """Facts whose lines are known to stand in the file."""
        self._candidates: tuple[str, ...] = ()
        self._past: frozenset[str] = frozenset()

    def load(self) -> None:
        """Take in what was kept over a restart; what cannot be read is as if nothing was shown."""
        try:
            data = read_whole(self._services.path(STATE_PATH), LARGEST_STATE)[0]
            self._state = msgspec.json.decode(data, type=FactsState)
        except (*UNREADABLE, OSError):
            self._state = FactsState()
        self._past = frozenset(self._state.past)
        self._know_ours()

    def refresh(self, run: Run) -> None:
        """Know the most active facts as they are in this run, and which facts hold no more."""
        self._past = self._past_in(run)
        self.offer(self._most_active(run))

    def offer(self, fact_ids: Iterable[str]) -> None:
        """These are the most active facts; more than MEMORY.md may have lines."""
        self._candidates = tuple(fact_ids)

    @property
    def shown(self) -> list[str]:
        """The ids of the facts that stand in the section."""
        return list(self._state.shown)

    def is_behind(self) -> bool:
        """Whether a line says what holds no more, or is not said so any more. In any thread."""
        now = self._services.clock.now()
        for fact_id, line in self._state.shown.items():
            fact = self._facts.table.get(fact_id)
            if fact is None or not self._facts.holds(fact_id, now) or self._line_of(fact) != line:
                return True
        return False

    def next_end(self) -> int | None:
        """When the first of the facts that stand there ends; None when none is known to. In any thread."""
        now = self._services.clock.now()
        facts = [self._facts.table.get(fact_id) for fact_id in self._state.shown]
        ends = [one.validity.valid_until for one in facts if one is not None]
        return min((end for end in ends if end is not None and end > now), default=None)

    # --- FactsSection -------------------------------------------------------------------------------------

    def found(self, lines: Sequence[str]) -> None:
        """What is not ours stays; what of ours is gone was deleted by hand."""
        present = {_bare(line) for line in lines}
        ours = {_bare(line): fact_id for fact_id, line in self._state.shown.items()}
        self._typed = [line for line in lines if line.strip() and _bare(line) not in {*ours, *self._state.left}]
        standing = {fact_id for line, fact_id in ours.items() if line in present}
        gone = self._confirmed - standing
        if gone:
            state = FactsState(
                {fact_id: line for fact_id, line in self._state.shown.items() if fact_id not in gone},
                {**self._state.hidden, **dict.fromkeys(sorted(gone & set(ours.values())), self._services.clock.now())},
                self._state.left,
                self._state.past,
            )
            self._keep(state)
        self._confirmed = standing

    def is_ours(self, line: str) -> bool:
        """Whether a line of the section is a fact's, and not what a person typed there. In any thread."""
        return _bare(line) in self._our_lines

    def lines(self, room: int, own: int | None = None) -> Sequence[str]:
        """The section within `room` lines: facts give way, the least active first and all beyond `own` lines; what was
        typed does not."""
        state, lines = self._plan(room, self._candidates, own, self._past)
        self._confirmed &= state.shown.keys()
        if state != self._state:
            # Before the file: a line of ours that is not known as ours would count as typed.
            self._keep(state)
        self._confirmed |= state.shown.keys()
        return lines

    def written(self) -> None:
        """None of the lines that left stands in the file any more: whoever writes one again has typed it."""
        if self._state.left:
            self._keep(FactsState(self._state.shown, self._state.hidden, past=self._state.past))

    def preview(self, run: Run, room: int, own: int | None = None) -> Sequence[str]:
        """As `lines` after `refresh(run)`, changing nothing."""
        return self._plan(room, self._most_active(run), own, self._past_in(run))[1]

    def _past_in(self, run: Run) -> frozenset[str]:
        found = self._find_past(run)
        return self._past - found.judged | found.past

    # --- which facts --------------------------------------------------------------------------------------

    def _plan(
        self, room: int, candidates: Iterable[str], own: int | None, past: Set[str]
    ) -> tuple[FactsState, list[str]]:
        typed = self._typed
        places = (room if own is None else min(room, own)) - len(typed)
        now, hidden = self._services.clock.now(), self._still_hidden()
        oracle = self._services.settings.now.memory_oracle
        enter, leave = oracle.memory_md_enter_activation, oracle.memory_md_leave_activation
        alive: dict[str, tuple[float, Fact]] = {}
        heirs = [after for fact_id in self._state.shown if (after := self._facts.chains.after(fact_id)) is not None]
        for fact_id in dict.fromkeys((*self._state.shown, *heirs, *candidates)):
            ordinal = self._facts.table.ordinal(fact_id)
            fact = None if ordinal is None else self._facts.table[ordinal]
            if ordinal is None or fact is None or fact_id in hidden or not self._facts.holds(fact_id, now):
                continue
            if fact_id in past:
                continue
            if (is_user(fact.subject) or fact.subject in get_args(Role)) and only_reports(fact.predicate):
                continue
            if fact.source == UNTRUSTED and self._services.quarantine.holds(document(fact)):
                continue
            activation = self._facts.activations.at(ordinal, now)
            if activation > enter or (fact_id in self._state.shown and activation >= leave):
                alive[fact_id] = (self._facts.activations.rank(ordinal), fact)
        best = sorted(alive.values(), key=lambda found: (-found[0], found[1].created, line_of(found[1])))
        chosen: dict[str, Fact] = {}
        taken = {_bare(line) for line in typed}
        for _, fact in best:
            line = self._line_of(fact)
            if len(chosen) < places and _bare(line) not in taken:
                taken.add(_bare(line))
                chosen[fact.id] = fact
        ordered = sorted(chosen.values(), key=lambda fact: (fold(fact.subject), fact.created, line_of(fact)))
        shown = {fact.id: self._line_of(fact) for fact in ordered}
        stays = set(map(_bare, shown.values()))
        left = dict.fromkeys((*self._state.left, *(_bare(line) for line in self._state.shown.values())))
        known = sorted(one for one in past if self._facts.table.get(one) is not None)
        state = FactsState(shown, hidden, [line for line in left if line not in stays], known)
        return state, [*shown.values(), *typed]

    def _line_of(self, fact: Fact) -> str:
        """With the day since when it holds, where that may change; of a day of the calendar, when it was said."""
        if (fact.validity is ALWAYS and not self._facts.single.has(fact)) or _DATED.search(fact.object):
            return line_of(fact)
        day = local_date(fact.valid_from, self._services.settings.zone).isoformat()
        return line_of(fact, f"as of {day}" if is_on_a_day(plain(fact.predicate), fact.object) else f"since {day}")

    def _still_hidden(self) -> dict[str, int]:
        """Without those that were used since; archived ones are forgotten."""
        found = {}
        for fact_id, at in self._state.hidden.items():
            ordinal = self._facts.table.ordinal(fact_id)
            if ordinal is not None and self._facts.activations.state(ordinal).last_accessed <= at:
                found[fact_id] = at
        return found

    def _keep(self, state: FactsState) -> None:
        self._services.replace_file(STATE_PATH, msgspec.json.encode(state) + b"\n")
        self._state = state
        self._know_ours()
        self._services.flusher.ask(SECTION)

    def _know_ours(self) -> None:
        self._our_lines = frozenset((*map(_bare, self._state.shown.values()), *self._state.left))


def line_of(fact: Fact, when: str | None = None) -> str:
    """`- deployment project started on 2026-05-15`, `- staging port 9090 (since 2026-05-15)`."""
    text = _UNSEEN.sub(lambda match: match[0].encode("unicode_escape").decode(), " ".join(sentence(fact).split()))
    # Neither a secret that was typed into facts.jsonl, nor a comment that would swallow what stands behind it.
    text = redact(text)[0].replace("<!--", "&lt;!--")
    text = text if len(text) <= _LONGEST else text[: _LONGEST - 1].rstrip() + "…"
    return f"- {text}" if when is None else f"- {text} ({when})"


def _bare(line: str) -> str:
    return " ".join(line.split())
