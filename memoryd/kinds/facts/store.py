"""The facts: adding, archiving and finding them, on facts.jsonl and its archive (002 §1, rules 1-8).

Methods that take a batch run on the writer thread; the others may run on any thread.
"""

from __future__ import annotations

import functools
from array import array
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

import msgspec

from memoryd.errors import Conflict, NotFound
from memoryd.kinds.facts.activations import Activations, StateArrays
from memoryd.kinds.facts.archive import Archive
from memoryd.kinds.facts.cap import Weakest
from memoryd.kinds.facts.decay import FULL, State, activation_at, boosted
from memoryd.kinds.facts.fact import (
    FACTS_PATH,
    Fact,
    Folded,
    Statement,
    document,
    encode_archived,
    encode_line,
    encode_lines,
    fact_of,
    key_of,
    new_id,
    view,
    without_secrets,
)
from memoryd.kinds.facts.lines import ForeignLines, KnownFile, Lines
from memoryd.kinds.facts.recent import RecentAppends
from memoryd.kinds.facts.settings import FactSettings
from memoryd.kinds.facts.table import FactTable
from memoryd.storage.append_log import AppendLog
from memoryd.storage.writer import Batch
from memoryd.types import Change, ChangeSink, Document

OVER_CAP = "over max_facts"


class Removal(msgspec.Struct, omit_defaults=True, gc=False):
    """A line of `.memoryd/removed-facts.jsonl`: a fact whose line has yet to leave facts.jsonl, or not after all.

    With both flags: it was purged and has left all files; the index may still know it.
    """

    id: str
    cancelled: bool = False
    purge: bool = False


def encode_removal(fact_id: str, *, cancelled: bool = False, purge: bool = False) -> bytes:
    """The line, newline included."""
    return msgspec.json.encode(Removal(fact_id, cancelled, purge)) + b"\n"


class IndexState(msgspec.Struct, gc=False):
    """How far the index has come in facts.jsonl: so many bytes with that checksum."""

    size: int
    """-1: which of the lines counts hangs on more than the file, so the index is fed anew at the next start."""
    crc: int


class _Staged:
    """What one batch changes, published when the batch is on disk."""

    def __init__(self) -> None:
        self.put: dict[str, Document] = {}
        self.remove: list[str] = []
        self.lines: list[bytes] = []
        """Blocks of whole lines."""
        self.line_count = 0
        self.archived: list[tuple[Fact, int]] = []
        self.all_new = True
        """Whether the index has never known what is put."""


class FactStore:
    """Active facts in memory, every change of them in a log before it is acknowledged."""

    def __init__(
        self,
        settings: FactSettings,
        facts_log: AppendLog,
        archive_log: AppendLog,
        removals_log: AppendLog,
        archive: Archive,
    ) -> None:
        self.settings = settings
        self.table = FactTable()
        self.activations = Activations(settings.half_life_days, settings.recall_boost)
        self.archive = archive
        self.lines = Lines()
        self.foreign = ForeignLines()
        self.known = KnownFile()
        self.facts_log = facts_log
        self.archive_log = archive_log
        self.removals_log = removals_log
        self.archive_size = 0
        """So much of the archive is indexed; what the file has beyond it is other hands' work."""
        self.removed: dict[str, int] = {}
        """Facts whose lines have yet to leave facts.jsonl, with the ordinal that owns those lines."""
        self.recent = RecentAppends()
        self.filled: dict[int, bytes] = {}
        """Lines, by hash, that the next rewrite replaces: a person's line with the missing fields filled in."""
        self.duplicates: dict[int, bytes] = {}
        """Raw lines, by hash, that repeat the id or triple of an earlier line."""
        self.unfed: list[int] = []
        """Facts, by ordinal, that the index still lacks after a start, the oldest first."""
        self.purged: set[str] = set()
        """Facts that have yet to leave both files for good."""
        self.forgotten: set[str] = set()
        """Facts that were purged and have left the files: they never come back from the index."""
        self._line_values = array("d")
        """The activation that stands in each fact's line."""
        self._gone: dict[str, int] = {}
        """Facts that a person deleted since the start, with their old ordinals: an editor may bring them back."""
        self._archived_active = 0
        self._weakest = Weakest(self._present)
        self._staged: _Staged | None = None
        self.sink: ChangeSink | None = None
        self.on_stage: Callable[[], None] = lambda: None
        self.on_rewrite_due: Callable[[], None] = lambda: None
        self.on_change: Callable[[], None] = lambda: None
        self.on_risen: Callable[[list[Document]], None] = lambda documents: None
        """Faded facts may be found again."""
        self.on_written: Callable[[], None] = lambda: None
        self.on_lines: Callable[[bytes], None] = lambda lines: None
        """We appended these lines to facts.jsonl; called before anything is acknowledged."""
        self.on_purge: Callable[[], None] = lambda: None

    # --- counts -------------------------------------------------------------------------------------------

    @property
    def active_count(self) -> int:
        """How many facts are active."""
        return len(self.table)

    @property
    def archived_count(self) -> int:
        """How many facts are only in the archive."""
        return len(self.archive) - self._archived_active

    def begin_again(self) -> None:
        """Forget what was read of facts.jsonl."""
        settings = self.settings
        self.table = FactTable()
        self.activations = Activations(settings.half_life_days, settings.recall_boost)
        self.lines, self.foreign = Lines(), ForeignLines()
        self.removed, self.filled, self.duplicates = {}, {}, {}
        self._line_values = array("d")

    def recount_archived(self) -> None:
        """Count afresh the archived facts that are active too (after loading)."""
        self._archived_active = sum(1 for fact_id in self.archive if fact_id in self.table)

    def _count_active(self, change: int) -> None:
        self._archived_active += change

    # --- adding -------------------------------------------------------------------------------------------

    def add(self, statement: Statement, batch: Batch) -> dict[str, Any]:
        """State a fact; one that is known is reinforced (rule 5)."""
        now = batch.now
        key = key_of(statement)
        known = self.table.same(key)
        if known is not None:
            return self._reinforce(known, batch)
        archived = self.archive.same(key, self.table)
        if archived is not None:
            fact, state = archived
            self._reactivate(fact, State(FULL, now, max(now, state.last_accessed), state.access_count), batch)
            return {"id": fact.id, "status": "reinforced", "activation": FULL}
        fact = fact_of(statement, new_id(), now)
        self._insert(fact, key, State(FULL, now, now, 0), batch)
        self.enforce_cap(batch, spare=self.table.next_ordinal - 1)
        return {"id": fact.id, "status": "added", "activation": FULL}

    def _reinforce(self, fact: Fact, batch: Batch) -> dict[str, Any]:
        ordinal = self.table.ordinal(fact.id)
        assert ordinal is not None
        before = self.activations.state(ordinal)
        staged = self._stage(batch)
        if self.is_faded(ordinal, batch.now):
            # Its vector may have been dropped by the night's index step.
            staged.put[fact.id] = document(fact)
            staged.all_new = False
        self.activations.refresh(ordinal, batch.now)
        batch.on_abort(lambda: self.activations.put(ordinal, before))
        return {"id": fact.id, "status": "reinforced", "activation": FULL}

    def _insert(self, fact: Fact, key: Folded, state: State, batch: Batch) -> None:
        raw = encode_line(fact, state.activation)
        staged = self._stage(batch)
        if not staged.lines:
            self.on_stage()
        ordinal = self.table.add(fact, key)
        self.know(state, state.activation)
        self.recent.note(ordinal, batch.now)
        if self._weakest:
            self._weakest.push(ordinal)
        batch.append(self.facts_log, raw)
        staged.lines.append(raw)
        staged.line_count += 1
        staged.put[fact.id] = document(fact)
        self.lines.append(raw[:-1], ordinal)
        batch.on_abort(functools.partial(self._take_back, [fact.id]))

    def knows(self, code: int) -> bool:
        """Whether a fact with that hash of its folded triple may be here, active or archived."""
        return self.table.may_have(code) or self.archive.may_have(code)

    def has_room(self, count: int) -> bool:
        """Whether so many more facts may be active."""
        return len(self.table) + count <= self.settings.max_facts

    def insert_all(self, facts: Sequence[Fact], keys: Mapping[int, Folded], batch: Batch) -> None:
        """Take in facts that nobody knows, for which there is room; `keys` are their folded triples by hash."""
        block, now = encode_lines(facts, FULL), batch.now
        staged = self._stage(batch)
        if not staged.lines:
            self.on_stage()
        begin = self.table.add_all(facts, list(keys.values()), list(keys))
        ordinals = range(begin, begin + len(facts))
        states = StateArrays.equal(State(FULL, now, now, 0), len(facts))
        self.activations.extend(states, changed=True)
        self._line_values.extend(states.value)
        self.recent.note_all(begin, ordinals[-1], now)
        if self._weakest:
            for ordinal in ordinals:
                self._weakest.push(ordinal)
        batch.append(self.facts_log, block)
        staged.lines.append(block)
        staged.line_count += len(facts)
        staged.put.update((fact.id, document(fact)) for fact in facts)
        self.lines.extend(block[:-1].split(b"\n"), ordinals)
        batch.on_abort(functools.partial(self._take_back, [fact.id for fact in facts]))

    def _take_back(self, fact_ids: Sequence[str]) -> None:
        for fact_id in reversed(fact_ids):
            self.table.remove(fact_id)
            self.lines.pop()

    def _reactivate(self, fact: Fact, state: State, batch: Batch) -> None:
        """Bring an archived fact back under its old id."""
        self._stage(batch).all_new = False
        ordinal = self.removed.get(fact.id)
        if ordinal is None:
            self._insert(fact, key_of(fact), state, batch)
        else:
            self._cancel_removal(fact, ordinal, state, batch)
        self._archived_active += 1
        batch.on_abort(lambda: self._count_active(-1))
        self.enforce_cap(batch, spare=self.table.ordinal(fact.id))

    def _cancel_removal(self, fact: Fact, ordinal: int, state: State, batch: Batch) -> None:
        """Its line is still in facts.jsonl: it simply stays there."""
        staged = self._stage(batch)
        before = self.activations.state(ordinal)
        self.table.put_back(fact, ordinal)
        self.activations.put(ordinal, state)
        del self.removed[fact.id]
        self.weaken(ordinal)
        batch.append(self.removals_log, encode_removal(fact.id, cancelled=True))
        staged.put[fact.id] = document(fact)
        if fact.id in staged.remove:
            staged.remove.remove(fact.id)

        def abort() -> None:
            self.table.remove(fact.id)
            self.activations.put(ordinal, before)
            self.removed[fact.id] = ordinal

        batch.on_abort(abort)

    def enforce_cap(self, batch: Batch, spare: int | None = None) -> None:
        """Archive the weakest facts while there are more than `max_facts`, never `spare` (rule 7)."""
        while len(self.table) > self.settings.max_facts:
            if not self._weakest:
                self._weakest.fill(self.table.ordinals())
            ordinal = self._weakest.pop(spare)
            fact = None if ordinal is None else self.table[ordinal]
            if fact is None:
                return
            self._archive(fact, OVER_CAP, batch)

    def _present(self, ordinal: int) -> tuple[float, int] | None:
        fact = self.table[ordinal]
        return None if fact is None else (self.activations.rank(ordinal), fact.created)

    def weaken(self, ordinal: int) -> None:
        """The fact's activation may have fallen otherwise than by decay: the cap must know (rule 7)."""
        if self._weakest:
            self._weakest.push(ordinal)

    def reconfigure(self, settings: FactSettings) -> None:
        """Use other numbers from now on; `enforce_cap` is the caller's business."""
        self.settings = settings
        self.activations.half_life_days = settings.half_life_days
        self.activations.recall_boost = settings.recall_boost
        # With another half-life facts of different ages change places.
        self._weakest = Weakest(self._present)

    # --- archiving ----------------------------------------------------------------------------------------

    def archive_fact(self, fact_id: str, reason: str, batch: Batch) -> dict[str, Any]:
        """Move an active fact to the archive; its line leaves facts.jsonl soon after (rule 6)."""
        fact = self.table.get(fact_id)
        if fact is None:
            if fact_id in self.archive:
                return {"id": fact_id, "status": "already_archived"}
            raise not_found(fact_id)
        self._archive(fact, reason, batch)
        return {"id": fact_id, "status": "archived"}

    def archive_gone(self, fact: Fact, reason: str, batch: Batch) -> None:
        """A person deleted the line: the fact goes to the archive (rule 6)."""
        ordinal = self.table.ordinal(fact.id)
        if ordinal is not None:
            self._gone[fact.id] = ordinal
        self._archive(fact, reason, batch, line_stands=False)

    def _archive(self, fact: Fact, reason: str, batch: Batch, *, line_stands: bool = True) -> None:
        staged = self._stage(batch)
        ordinal = self.table.remove(fact.id)
        assert ordinal is not None
        state = self.activations.settled(ordinal, batch.now)
        kept = without_secrets(fact)
        raw = encode_archived(kept, state, batch.now, reason)
        was_archived = fact.id in self.archive
        self.archive.hold(kept, state)
        batch.append(self.archive_log, raw)
        staged.archived.append((kept, len(raw)))
        staged.put.pop(fact.id, None)
        staged.remove.append(fact.id)
        self._archived_active -= was_archived
        if line_stands:
            self.removed[fact.id] = ordinal
            batch.append(self.removals_log, encode_removal(fact.id))
            batch.on_commit(self.on_rewrite_due)

        def abort() -> None:
            self.table.put_back(fact, ordinal)
            self.archive.release(fact.id)
            self.removed.pop(fact.id, None)
            self._archived_active += was_archived
            self.weaken(ordinal)

        batch.on_abort(abort)

    def restore(self, fact_id: str, batch: Batch) -> dict[str, Any]:
        """Make an archived fact active again; restoring is an access and leaves it findable."""
        if fact_id in self.table:
            return {"id": fact_id, "status": "already_active"}
        known = self.archive.get(fact_id)
        if known is None:
            raise not_found(fact_id)
        fact, state = known
        twin = self.table.same(key_of(fact))
        if twin is not None:
            raise Conflict(f"{twin.id} already states the same; archive it first, or keep it", id=twin.id)
        now = batch.now
        value = boosted(self._decayed(state, now), self.settings.recall_boost)
        last = max(now, state.last_accessed)
        self._reactivate(fact, State(value, max(now, state.as_of), last, state.access_count), batch)
        return {"id": fact_id, "status": "restored"}

    def purge(self, fact_id: str, batch: Batch) -> None:
        """Remove a fact from memory at once and from both files soon after; the intent is durable first (rule 6)."""
        fact = self.table.get(fact_id)
        if fact is None and fact_id not in self.archive:
            raise not_found(fact_id)
        staged = self._stage(batch)
        ordinal = self.table.remove(fact_id)
        was_archived = fact_id in self.archive
        if ordinal is not None and fact is not None:
            self.removed[fact_id] = ordinal
            self._archived_active -= was_archived
            batch.on_abort(functools.partial(self._take_purged_back, fact, ordinal, was_archived))
        batch.append(self.removals_log, encode_removal(fact_id, purge=True))
        staged.remove.append(fact_id)
        staged.put.pop(fact_id, None)

        def commit() -> None:
            self.purged.add(fact_id)
            self.forgotten.add(fact_id)
            self._gone.pop(fact_id, None)
            self.archive.forget(fact_id)
            self.on_purge()
            self.on_rewrite_due()

        batch.on_commit(commit)

    def _take_purged_back(self, fact: Fact, ordinal: int, was_archived: bool) -> None:
        self.removed.pop(fact.id, None)
        self.table.put_back(fact, ordinal)
        self._archived_active += was_archived
        self.weaken(ordinal)

    # --- edits by other hands -----------------------------------------------------------------------------

    def retain_duplicates(self, codes: Iterable[int]) -> None:
        """Only lines of these hashes still stand in the file."""
        if self.duplicates:
            standing = self.duplicates.keys() & set(codes)
            self.duplicates = {code: raw for code, raw in self.duplicates.items() if code in standing}

    def know(self, state: State, line_value: float, *, changed: bool = True) -> None:
        """The state of the ordinal that was taken last, and the activation that stands in its line."""
        self.activations.append(state, changed=changed)
        self._line_values.append(line_value)

    def know_lines(self, line_values: Sequence[float]) -> None:
        """As `know`, for the last ordinals at start: what else is known of them follows."""
        states = StateArrays.blank(line_values)
        self.activations.extend(states)
        self._line_values.extend(states.value)

    def line_activation(self, ordinal: int) -> float:
        """The activation that stands in the fact's line."""
        return self._line_values[ordinal]

    def set_line_activation(self, ordinal: int, value: float) -> None:
        """A person wrote another activation into the line."""
        self._line_values[ordinal] = value

    def take_in(self, fact: Fact, state: State, line_value: float) -> int:
        """A fact whose line somebody else wrote; one that they had deleted goes on as it was."""
        self.forgotten.discard(fact.id)
        old = self._gone.pop(fact.id, None)
        known = None if old is not None else self.archive.get(fact.id)
        if known is not None:
            state = msgspec.structs.replace(state, access_count=known[1].access_count)
        if old is not None and self._line_values[old] == line_value:
            state = self.activations.state(old)
        ordinal = self.table.add(fact, key_of(fact))
        self.know(state, line_value)
        if fact.id in self.archive:
            self._archived_active += 1
        self.weaken(ordinal)
        return ordinal

    def take_back_in(self, fact: Fact, ordinal: int, state: State) -> None:
        """A fact on its way out whose line a person wrote again."""
        self.removed.pop(fact.id, None)
        self.forgotten.discard(fact.id)
        self.table.put_back(fact, ordinal)
        self.activations.put(ordinal, state)
        self._archived_active += fact.id in self.archive
        self.weaken(ordinal)

    def reserve(self, fact_id: str) -> int:
        """An ordinal for lines of a fact that is on its way out of facts.jsonl."""
        ordinal = self.table.skip()
        self.know(State(0.0, 0, 0, 0), FULL, changed=False)
        self.removed[fact_id] = ordinal
        return ordinal

    @property
    def staged_lines(self) -> int:
        """How many lines of facts.jsonl are staged and not yet written: the last ones of `lines`."""
        return self._staged.line_count if self._staged is not None else 0

    # --- the index ----------------------------------------------------------------------------------------

    def is_faded(self, ordinal: int, now: int) -> bool:
        """Whether the fact stays out of results, and out of the embedding index (002 step 3)."""
        return self.activations.at(ordinal, now) < self.settings.search_threshold

    def has_faded(self, fact_id: str, now: int) -> bool:
        """Whether it is an active fact, and has faded."""
        ordinal = self.table.ordinal(fact_id)
        return ordinal is not None and self.is_faded(ordinal, now)

    def living(self, now: int) -> list[str]:
        """The ids of the active facts that have not faded; looks at all of them."""
        found = []
        for ordinal in self.table.ordinals():
            fact = self.table[ordinal]
            if fact is not None and not self.is_faded(ordinal, now):
                found.append(fact.id)
        return found

    def put_documents(self, facts: Sequence[Fact]) -> None:
        """Bring facts to the index."""
        if self.sink is not None and facts:
            self.sink.apply(Change(source=FACTS_PATH, put=[document(fact) for fact in facts]))

    def publish_state(self) -> None:
        """Tell the index which version of the file it stands for."""
        if self.sink is not None:
            self.sink.apply(Change(source=FACTS_PATH, state=self.index_state()))

    def index_state(self) -> bytes:
        """How far the index has come, for the index to keep."""
        if self.duplicates or self.unfed:
            # A line that repeats a fact counts from the moment that the fact is archived.
            return msgspec.json.encode(IndexState(-1, 0))
        return msgspec.json.encode(IndexState(self.known.size, self.known.crc))

    # --- the batch ----------------------------------------------------------------------------------------

    def _stage(self, batch: Batch) -> _Staged:
        if self._staged is None:
            self._staged = _Staged()
            batch.on_commit(self._publish)
            batch.on_abort(self._forget_staged)
        return self._staged

    def _forget_staged(self) -> None:
        self._staged = None

    def _publish(self) -> None:
        staged, self._staged = self._staged, None
        if staged is None:
            return
        if staged.lines:
            if self.known.size == 0:
                self.known.inode = self.facts_log.inode
            lines = b"".join(staged.lines)
            self.known.extend(lines)
            self.on_lines(lines)
        self._note_archived(staged.archived)
        if self.sink is not None and (staged.put or staged.remove):
            self._bring(self.sink, staged)
        if staged.lines:
            self.on_written()
        self.on_change()

    def _bring(self, sink: ChangeSink, staged: _Staged) -> None:
        put, state = list(staged.put.values()), self.index_state()
        if staged.all_new:
            # Apart from removals, since what is new need not be indexed at once.
            only = not staged.remove
            sink.apply(Change(source=FACTS_PATH, put=put, state=state if only else None, fresh=True))
            put = []
        if put or staged.remove:
            sink.apply(Change(source=FACTS_PATH, put=put, remove=staged.remove, state=state))

    def _note_archived(self, archived: list[tuple[Fact, int]]) -> None:
        if not archived:
            return
        offset = self.archive_log.written_from
        self.archive_size += sum(length for _, length in archived)
        for fact, length in archived:
            self.archive.note(fact, offset, length)
            offset += length

    # --- reading ------------------------------------------------------------------------------------------

    def view(self, ordinal: int, fact: Fact, now: int) -> dict[str, Any]:
        """The fact as a reply shows it, its activation decayed to `now`."""
        return view(fact, self.activations.state(ordinal), self.activations.at(ordinal, now), now, archived=False)

    def get(self, fact_id: str, now: int) -> dict[str, Any]:
        """The fact of that id, active or archived. Raises NotFound."""
        ordinal = self.table.ordinal(fact_id)
        fact = None if ordinal is None else self.table[ordinal]
        if ordinal is not None and fact is not None:
            return self.view(ordinal, fact, now)
        known = self.archive.get(fact_id)
        if known is None:
            raise not_found(fact_id)
        return self.archived_view(*known, now)

    def archived_view(self, fact: Fact, state: State, now: int) -> dict[str, Any]:
        """The archived fact as a reply shows it."""
        return view(fact, state, self._decayed(state, now), now, archived=True)

    def _decayed(self, state: State, now: int) -> float:
        return activation_at(state.activation, state.as_of, now, self.activations.half_life_days)

    def use(self, fact_ids: Iterable[str], now: int) -> None:
        """A recall returned these facts: boost them (rule 2)."""
        ordinals = [o for o in map(self.table.ordinal, fact_ids) if o is not None]
        if ordinals:
            faded = [ordinal for ordinal in ordinals if self.is_faded(ordinal, now)]
            self.activations.use(ordinals, now)
            self.on_change()
            self.note_risen(faded, now)

    def note_risen(self, ordinals: Iterable[int], now: int) -> None:
        """Of these facts, which were faded, some may not be any more: the embedding index wants those."""
        facts = [fact for ordinal in ordinals if (fact := self.table[ordinal]) and not self.is_faded(ordinal, now)]
        if facts:
            self.on_risen([document(fact) for fact in facts])


def not_found(fact_id: str) -> NotFound:
    """No fact has that id."""
    return NotFound(f"no fact has the id {fact_id[:200]!r}; facts.find or recall.query list ids", id=fact_id[:200])
