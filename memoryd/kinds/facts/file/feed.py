"""The index and the facts: what it is brought, how far it has come, and what it lacks after a start."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

import msgspec

from memoryd.acting import Actor
from memoryd.kinds.facts.file.facts_file import FactsFile
from memoryd.kinds.facts.known.store import FactStore
from memoryd.kinds.facts.model.fact import FACTS_PATH, Fact, document
from memoryd.recall.feeding import SLICE, bring_edit
from memoryd.types import Change, ChangeSink, Document

_SAME, _OTHER = 1, 2
"""What the index has of a fact; 0 is nothing."""


class Feeding(msgspec.Struct, frozen=True, kw_only=True):
    """How an index that lacks many facts gets them."""

    at_once: int = 100_000
    """How many can be found as soon as the daemon is ready; the others follow."""
    slice: int = 500


class IndexState(msgspec.Struct, gc=False):
    """How far the index has come in facts.jsonl: the number of bytes, and their checksum."""

    size: int
    """-1: which of several lines counts may change, so the index is compared with all facts at the next start."""
    crc: int


_NOTHING = msgspec.json.encode(IndexState(0, 0))


class IndexFeed:
    """Brings the facts to the index. Before `begin` changes are not brought: all facts are, by `feed_…`."""

    def __init__(self, store: FactStore, file: FactsFile, feeding: Feeding) -> None:
        self._store = store
        self._file = file
        self._feeding = feeding
        self._sink: ChangeSink | None = None
        self._published: bytes | None = None
        """The state that the index has or gets next; None when that is not known."""
        self.unfed: list[int] = []
        """Facts, by ordinal, that the index still lacks after a start, the oldest first."""

    # --- while the daemon runs ----------------------------------------------------------------------------

    def bring(
        self,
        put: list[Document],
        remove: list[str],
        *,
        fresh: bool,
        purged: Sequence[str] = (),
        by: Mapping[str, Actor] | None = None,
        before: Mapping[str, Document] | None = None,
    ) -> None:
        """Bring what a batch changed; `fresh`: the index has never known what is put. For the rest see Change."""
        sink, state = self._sink, self.state()
        if sink is None or not (put or remove):
            return
        if fresh:
            # Apart from removals, since what is new need not be indexed at once.
            sink.apply(Change(source=FACTS_PATH, put=put, state=None if remove else state, fresh=True, by=by))
            put = []
        if put or remove:
            sink.apply(
                Change(
                    source=FACTS_PATH, put=put, remove=remove, state=state, kind="fact", purged=frozenset(purged),
                    by=by, before=before,
                )
            )  # fmt: skip
        self._published = state

    def put(self, facts: Sequence[Fact], *, is_of_many: bool) -> None:
        """Bring facts of an edit, new or changed (`bring_edit`)."""
        if self._sink is not None:
            bring_edit(self._sink, FACTS_PATH, [*map(document, facts)], is_of_many=is_of_many)

    def publish_state(self) -> None:
        """Tell the index which version of the file it has, unless it knows: the indexer is started for it."""
        state = self.state()
        if self._sink is not None and state != self._published:
            self._sink.apply(Change(source=FACTS_PATH, state=state))
            self._published = state

    def publish_again(self) -> None:
        """The index is another one: the next `publish_state` tells it in any case."""
        self._published = None

    def state(self) -> bytes:
        """How far the index has come, for the index to keep."""
        file = self._file
        if file.duplicates or self.unfed or file.parted or file.leaving or file.undecided:
            # A line that repeats a fact counts from the moment that the fact is archived; one that is missing while an
            # editor may be writing, or before it is archived, is nowhere but in the index. One that was added comes to
            # it when it is taken in.
            return msgspec.json.encode(IndexState(-1, 0))
        return msgspec.json.encode(IndexState(file.known.size, file.known.crc))

    # --- at start -----------------------------------------------------------------------------------------

    def begin(self, sink: ChangeSink, known: bytes | None) -> None:
        """All that was missing has been brought, or will come by `feed_more`: changes follow from now on.

        `known`: the state that the index has.
        """
        self._sink = sink
        self._published = known or _NOTHING
        self.publish_state()

    def feed_lines(self, sink: ChangeSink, known_from: int, kept: Iterable[str]) -> None:
        """Bring what stands from that line on, and the `kept` facts, which were archived and restored."""
        store = self._store
        owners = self._file.lines.owners[known_from:]
        self._put_missing(sink, [o for o in owners if store.table[o] is not None])
        self._put(sink, [o for key in kept if (o := store.table.ordinal(key)) is not None])
        gone = [key for key in {*store.removed, *store.forgotten} if key not in store.table]
        if gone:
            sink.apply(Change(source=FACTS_PATH, remove=gone, kind="fact", purged=frozenset(store.forgotten)))

    def feed_differences(
        self, sink: ChangeSink, indexed: Iterator[Document], on_lost: Callable[[list[Document]], None]
    ) -> None:
        """Bring whatever differs from what is `indexed`; `on_lost` gets what no file knows."""
        table = self._store.table
        seen, lost, surplus = bytearray(table.next_ordinal), [], []
        for doc in indexed:
            ordinal = table.ordinal(doc.key)
            fact = None if ordinal is None else table[ordinal]
            if ordinal is None or fact is None:
                surplus.append(doc.key)
                if self._is_lost(doc.key):
                    lost.append(doc)
            else:
                seen[ordinal] = _SAME if doc == document(fact) else _OTHER
        on_lost(lost)
        gone = [key for key in surplus if key not in table]
        for start in range(0, len(gone), SLICE):
            sink.apply(Change(source=FACTS_PATH, remove=gone[start : start + SLICE], kind="fact"))
        self._put(sink, [o for o, state in enumerate(seen) if state == _OTHER])
        self._put_missing(sink, [o for o in table.ordinals() if o >= len(seen) or not seen[o]])

    def _is_lost(self, key: str) -> bool:
        """Whether the index knows a fact that the files do not: its line was deleted while the daemon was down."""
        store = self._store
        return not (key in store.table or key in store.archive or key in store.removed or key in store.forgotten)

    def feed_more(self) -> int:
        """Bring the next facts to the index, on the writer's thread; how many are left."""
        if self._sink is not None and self.unfed:
            part = self.unfed[-self._feeding.slice :]
            del self.unfed[-self._feeding.slice :]
            self._put(self._sink, part, fresh=True)
            if not self.unfed:
                self.publish_state()
        return len(self.unfed)

    def _put_missing(self, sink: ChangeSink, ordinals: list[int]) -> None:
        """Facts that the index does not have: the youngest wait in it at once, the others come by `feed_more`."""
        self._put(sink, ordinals[-self._feeding.at_once :], fresh=True)
        self.unfed = ordinals[: -self._feeding.at_once]

    def _put(self, sink: ChangeSink, ordinals: list[int], *, fresh: bool = False) -> None:
        for start in range(0, len(ordinals), SLICE):
            facts = [self._store.table[o] for o in ordinals[start : start + SLICE]]
            put = [document(fact) for fact in facts if fact is not None]
            sink.apply(Change(source=FACTS_PATH, put=put, fresh=fresh))
