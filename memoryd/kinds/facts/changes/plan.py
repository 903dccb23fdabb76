"""What an edit of facts.jsonl means for the facts (rule 8). Reads the store, changes nothing."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping

import msgspec

from memoryd.kinds.facts.changes.added import Seen
from memoryd.kinds.facts.file.facts_file import FactsFile
from memoryd.kinds.facts.file.lines import NO_FACT
from memoryd.kinds.facts.known.store import FactStore
from memoryd.kinds.facts.model.bad_line import BadLine
from memoryd.kinds.facts.model.compare import key_of
from memoryd.kinds.facts.model.decay import FULL
from memoryd.kinds.facts.model.fact import (
    FACTS_PATH,
    Fact,
    FactLine,
    Folded,
    decode_line,
    encode_line,
    filled_in,
    from_line,
    is_complete,
)
from memoryd.storage.recent_lines import is_end_of

_MOST_TORN = 1000
"""Our last lines, of which one may have been written over."""


class NewFact(msgspec.Struct):
    """A line that states a fact which was not known."""

    index: int
    fact: Fact
    activation: float
    filled: bytes | None
    """The line with its missing fields, when it lacks some."""


class ChangedFact(msgspec.Struct):
    """A line that states a known fact otherwise than before; `revived` when that was on its way out."""

    index: int
    ordinal: int
    fact: Fact
    activation: float | None
    filled: bytes | None
    revived: bool = False


class RepeatedLine(msgspec.Struct):
    """A line with the id or triple of a fact that counts already."""

    index: int
    raw: bytes
    fact_id: str


class CorrectedLine(msgspec.Struct):
    """A line whose fact a later one states otherwise, and says that it corrects it: it leaves with the next rewrite."""

    index: int
    raw: bytes
    fact_id: str
    by: bytes


class Plan(msgspec.Struct):
    """What becomes of each line, and of each fact whose line is missing."""

    new: list[NewFact] = msgspec.field(default_factory=list)
    changed: list[ChangedFact] = msgspec.field(default_factory=list)
    repeated: list[RepeatedLine] = msgspec.field(default_factory=list)
    corrected: list[CorrectedLine] = msgspec.field(default_factory=list)
    gone: list[int] = msgspec.field(default_factory=list)
    ceded: set[int] = msgspec.field(default_factory=set)
    """Those gone because another line states the same, or theirs states something else."""
    put_back: list[int] = msgspec.field(default_factory=list)
    restated: set[int] = msgspec.field(default_factory=set)
    """Those put back whose line stands as it was before a correction."""
    older: dict[int, int] = msgspec.field(default_factory=dict)
    """Such lines that came back, by index, with the fact's ordinal."""
    revived: list[str] = msgspec.field(default_factory=list)
    """Facts on their way out whose standing line a person repeated: they stay."""
    torn: list[int] = msgspec.field(default_factory=list)
    """Lines that are only the end of one of ours."""
    doubled: dict[int, int] = msgspec.field(default_factory=dict)
    """Lines of ours that stand twice, by index, with the fact's ordinal."""
    awaiting: set[int] = msgspec.field(default_factory=set)
    """Facts without a line that a later plan decides on."""
    left: list[str] = msgspec.field(default_factory=list)
    """Facts on their way out of whose lines none stands any more: nothing of them has to leave."""


class _NewLine(msgspec.Struct):
    index: int
    raw: bytes
    line: FactLine
    claim: int | None = None


RawLines = Callable[[Collection[int]], Mapping[int, bytes]]
"""The lines at these indexes of the file as it was read; raises FileChanged when it is not so any more."""


class FileChanged(Exception):
    """The file is no longer what was read: look again."""


class Planner:
    """Makes the plan of one edit."""

    def __init__(self, store: FactStore, file: FactsFile, seen: Seen, now: int, raw_lines: RawLines) -> None:
        reading = seen.reading
        self._store = store
        self._file = file
        self._reading = reading
        self._difference = seen.difference
        self._now = now
        self._typed = seen.typed
        self._older = file.lines_before_edit
        """How many lines there were before the edit; we may have appended the others after it."""
        self._raw_lines = raw_lines
        self._awaiting = seen.awaiting
        """Facts without a line of which one may be among those that a later plan is about."""
        self._plan = Plan()
        self._is_stale = file.stale.has(FACTS_PATH, reading.mark)
        self._removed = set(store.removed.values())
        self._missing = self._missing_ordinals()
        self._taken: set[int] = set()
        self._given_up: set[int] = set()
        """Facts whose line was changed into one that repeats another's."""
        self._reopened: set[int] = set()
        """Lines that stood before the edit and are decided anew."""
        self._ids: dict[str, str] = {}
        self._triples: dict[Folded, str] = {}
        """Folded triple → id, of the lines of this edit that count."""

    def make(self) -> Plan:
        """The plan. Raises FileChanged."""
        typed = self._read()
        if self._reopen(typed):
            typed = self._read()
        typed = self._without_corrected(typed)
        for each in typed:
            self._claim(each)
        typed = self._without_older(typed)
        for each in typed:
            self._decide(each)
        self._part_missing(bool(typed))
        return self._plan

    # --- which facts have lost their line -----------------------------------------------------------------

    def _missing_ordinals(self) -> set[int]:
        lines, difference = self._file.lines, self._difference
        lost = {lines.owners[index] for index in difference.missing} - {NO_FACT}
        still = lost & set(difference.owners) if lost else set()
        lost -= {ordinal for ordinal in still if not self._orphaned(ordinal)}
        without = self._file.parted.facts | self._file.awaiting
        parted = {ordinal for ordinal in without if self._store.table[ordinal] is not None}
        return lost | (parted.difference(difference.owners) if parted else parted)

    def _orphaned(self, ordinal: int) -> bool:
        """Whether only lines that repeated the fact's own stand; then they are looked at afresh."""
        duplicates, owners, hashes = self._file.duplicates, self._difference.owners, self._reading.hashes
        standing = [index for index, owner in enumerate(owners) if owner == ordinal]
        raws = [duplicates.get(hashes[index]) for index in standing]
        if any(raw is None for raw in raws):
            return False
        for index, raw in zip(standing, raws, strict=True):
            owners[index] = NO_FACT
            self._difference.added[index] = raw or b""
        return True

    # --- which of several lines counts --------------------------------------------------------------------

    def _reopen(self, typed: list[_NewLine]) -> bool:
        """If a line stands before the one that counts, decide on all that share an id or triple in the file's order.

        At a start only the file is known, and the first line counts. What is acknowledged must not depend on more.
        """
        contested = {each.index: found for each in typed if (found := self._rivalled(each.line, typed=True))}
        contested |= self._contested_by_duplicates()
        corrections = {each.index: {ordinal} for each in typed if (ordinal := self._corrects(each.line)) is not None}
        contested |= corrections
        facts: set[int] = set().union(*contested.values())
        if not facts:
            return False
        owners = self._difference.owners
        owned = [index for index, owner in enumerate(owners) if owner in facts]
        first: dict[int, int] = {}
        for index in owned:
            if index not in contested:
                first.setdefault(owners[index], index)
        before = any(index < first.get(fact, 0) for index, found in contested.items() for fact in found)
        if not (before or corrections):
            return False
        self._missing |= facts
        self._reopened = {*owned, *contested} - self._difference.added.keys()
        for index, raw in self._raw_lines(self._reopened).items():
            owners[index] = NO_FACT
            self._difference.added[index] = raw
        return True

    def _corrects(self, line: FactLine) -> int | None:
        """The fact with a line of its own that the line says it corrects."""
        ordinal = None if line.id is None or line.validity.edited is None else self._ordinal(line.id)
        return None if ordinal in self._missing else ordinal

    def _without_corrected(self, typed: list[_NewLine]) -> list[_NewLine]:
        """Of lines with one id the first counts, but for later ones that correct it: a start reads them so, too."""
        counts: dict[str, _NewLine] = {}
        corrected: set[int] = set()
        for each in typed:
            named = each.line.id
            before = None if named is None else counts.setdefault(named, each)
            if named is None or before is None or each.line.validity.edited is None or before.raw == each.raw:
                continue
            counts[named] = each
            corrected.add(before.index)
            self._plan.corrected.append(CorrectedLine(before.index, before.raw, named, each.raw))
        return [each for each in typed if each.index not in corrected]

    def _without_older(self, typed: list[_NewLine]) -> list[_NewLine]:
        """Lines as they were before a correction, in an older version that an editor saved: the correction stands.

        Where nothing else was changed, a person took it back.
        """
        older = [each for each in typed if self._is_older(each)]
        facts = {each.claim: each for each in older if each.claim is not None}
        if len(older) == len(typed) and not self._missing - facts.keys() and not self._is_stale:
            return typed
        self._plan.restated |= facts.keys()
        self._plan.older = {each.index: ordinal for ordinal, each in facts.items()}
        return [each for each in typed if each not in older]

    def _is_older(self, each: _NewLine) -> bool:
        if each.claim is None or each.claim in self._removed or each.index in self._reopened:
            return False
        return self._file.was_corrected(hash(each.raw), each.claim, self._now)

    def _contested_by_duplicates(self) -> dict[int, set[int]]:
        """Of the standing lines that repeat facts: index → ordinals of those facts."""
        duplicates, owners = self._file.duplicates, self._difference.owners
        is_rest = self._file.undecided and not self._missing and not self._difference.is_reordered
        if not duplicates or is_rest:  # the first batch of an edit looked at what stood
            return {}
        lines = {code: decode_line(raw) for code, raw in duplicates.items()}
        found: dict[int, set[int]] = {}
        for index, code in enumerate(self._reading.hashes):
            # Those of facts on their way out leave with them.
            if code in lines and owners[index] != NO_FACT and owners[index] not in self._removed:
                found[index] = self._rivalled(lines[code], typed=False)
        return {index: facts for index, facts in found.items() if facts}

    def _rivalled(self, line: FactLine, *, typed: bool) -> set[int]:
        """Facts with a line of their own that have the line's id or its triple, but not both."""
        store, key = self._store, key_of(line)
        twin = store.table.same(key)
        named = None if line.id is None or line.id in store.forgotten else line.id
        if named is not None and named in store.removed:
            archived = store.archive.get(named) if typed and not self._went_before(named) else None
            named = None if archived is None or key_of(archived[0]) == key else named
        ids = {named, None if twin is None else twin.id} if twin is None or twin.id != named else set()
        found = {self._ordinal(fact_id) for fact_id in ids if fact_id is not None}
        return {ordinal for ordinal in found if ordinal is not None and ordinal not in self._missing}

    # --- the lines ----------------------------------------------------------------------------------------

    def _read(self) -> list[_NewLine]:
        typed = []
        for index, raw in sorted(self._difference.added.items()):
            try:
                if raw.strip():
                    typed.append(_NewLine(index, raw, decode_line(raw)))
            except BadLine:
                # Unless it is ours, it is reported with all other lines that are no facts, and stays.
                if self._is_end_of_ours(raw):
                    self._plan.torn.append(index)
        return typed

    def _is_end_of_ours(self, raw: bytes) -> bool:
        """Whether an editor wrote over the beginning of a line that we appended just now."""
        store = self._store
        last = ((at, store.table[at]) for at in self._file.recent.last(self._now, _MOST_TORN))
        return is_end_of(raw, (encode_line(fact, store.line_activation(at)) for at, fact in last if fact is not None))

    def _claim(self, each: _NewLine) -> None:
        """A missing fact's line that was changed: it has the id, or no id and the same triple."""
        line, table = each.line, self._store.table
        if line.id is not None:
            ordinal = self._ordinal(line.id)
        else:
            twin = table.same(key_of(line))
            ordinal = None if twin is None else table.ordinal(twin.id)
        if ordinal is not None and ordinal in self._missing and ordinal not in self._taken:
            each.claim = ordinal
            self._taken.add(ordinal)

    def _ordinal(self, fact_id: str) -> int | None:
        found = self._store.table.ordinal(fact_id)
        return self._store.removed.get(fact_id) if found is None else found

    def _decide(self, each: _NewLine) -> None:
        fact = self._fact_of(each)
        first = self._first(fact, each.claim)
        if first is not None and (ordinal := self._twin_of_ours(each, first)) is not None:
            self._plan.doubled[each.index] = ordinal
            return
        if first is not None:
            self._plan.repeated.append(RepeatedLine(each.index, each.raw, first))
            if each.claim is not None:
                self._taken.discard(each.claim)
                self._given_up.add(each.claim)
            leaving = first in self._store.removed and first not in self._plan.revived and not self._went_before(first)
            # What was purged does not come back by a copy of its line; that leaves the file, too.
            if leaving and first not in self._store.forgotten and each.index not in self._reopened:
                self._plan.revived.append(first)
            return
        self._ids[fact.id] = fact.id
        self._triples[key_of(fact)] = fact.id
        value = FULL if each.line.activation is None else each.line.activation
        whole = is_complete(each.line) and fact.origin == each.line.origin
        filled = None if whole else filled_in(each.raw, fact, value)
        if each.claim is None:
            self._plan.new.append(NewFact(each.index, fact, value, filled))
        else:
            revived = each.claim in self._removed
            given = value if revived else each.line.activation
            self._plan.changed.append(ChangedFact(each.index, each.claim, fact, given, filled, revived))

    def _went_before(self, fact_id: str) -> bool:
        """Whether the fact was archived while its changed line waited for its turn, which does not bring it back."""
        return self._store.removed.get(fact_id) in self._file.awaiting

    def _twin_of_ours(self, each: _NewLine, first: str) -> int | None:
        """The fact's ordinal if we wrote that very line twice, and it stands already."""
        ordinal = None if each.claim is not None else self._store.table.ordinal(first)
        if ordinal is None or self._file.code_of(ordinal) != hash(each.raw) or each.index in self._reopened:
            return None
        return ordinal if self._file.log.wrote_again(each.raw) else None

    def _fact_of(self, each: _NewLine) -> Fact:
        line, table = each.line, self._store.table
        old = None if each.claim is None else table[each.claim]
        return self._store.marked(from_line(line, self._typed, old))

    def _first(self, fact: Fact, claim: int | None) -> str | None:
        """The id of a fact that has this one's id or triple already, and counts."""
        known = self._ids.get(fact.id) or self._triples.get(key_of(fact))
        if known is not None:
            return known
        ordinal = self._ordinal(fact.id)
        if ordinal is not None and ordinal != claim and (ordinal not in self._missing or ordinal in self._taken):
            return fact.id
        twin = self._store.table.same(key_of(fact))
        if twin is None or twin.id == fact.id:
            return None
        place = self._store.table.ordinal(twin.id)
        # A fact whose line is missing gives way; one whose line was changed states something else now.
        return None if place is None or place in self._missing else twin.id

    # --- the facts without a line -------------------------------------------------------------------------

    def _part_missing(self, typed: bool) -> None:
        """Deleted by a person, or saved over by an editor that did not know of them (rule 8)."""
        file, difference, plan = self._file, self._difference, self._plan
        plan.awaiting = set(self._awaiting) - self._taken - self._given_up
        missing = self._missing - {change.ordinal for change in plan.changed} - plan.restated - plan.awaiting
        corrections = file.corrections_among({file.lines.hashes[index] for index in difference.missing})
        plan.restated |= corrections - self._missing - self._removed
        plan.left = self._left(missing)
        left = missing - self._removed
        unseen = left - self._given_up - (set() if file.parted else self._read_by_the_editor())
        recent = {o for o in file.recent.among(unseen, self._now) if not self._stated_again(o)}
        others_gone = any(file.lines.owners[index] == NO_FACT for index in difference.missing)
        something_else = typed or bool(difference.added or (left - recent) - file.parted.facts or plan.restated)
        something_else = something_else or others_gone or difference.is_reordered or self._is_stale
        # What comes to be missing while an editor writes was not seen by it.
        owed = recent - (file.parted.facts - file.parted.owed) if file.parted else set()
        put_back = recent if something_else else owed
        plan.put_back = sorted(put_back | plan.restated)
        plan.gone = sorted(left - put_back)
        plan.ceded = {o for o in plan.gone if o in self._given_up or self._stated_again(o)}

    def _left(self, missing: set[int]) -> list[str]:
        store, revived = self._store, self._plan.revived
        leaving = {fact_id for fact_id, ordinal in store.removed.items() if ordinal in missing}
        return sorted(leaving - store.forgotten - set(revived))

    def _read_by_the_editor(self) -> set[int]:
        """Missing facts whose line stood before another that still stands: whoever saved the file had seen both."""
        owners, missing = self._file.lines.owners, set(self._difference.missing)
        last = self._older - 1
        while last >= 0 and last in missing and owners[last] not in self._taken:
            last -= 1
        return {owners[index] for index in missing if index < last}

    def _stated_again(self, ordinal: int) -> bool:
        fact = self._store.table[ordinal]
        return fact is None or (bool(self._triples) and key_of(fact) in self._triples)
