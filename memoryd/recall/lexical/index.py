"""The lexical index over all documents: an overlay of what is new above tantivy on disk.

A change is queued (`apply`), moved into the overlay in short slices by the indexer thread or by the next search, and
committed to disk together with the others of its interval. A search sees every change applied before it.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Collection, Iterator, Sequence
from itertools import chain
from pathlib import Path
from typing import NamedTuple, Protocol, TypeVar

from memoryd.recall.hashing import hash64
from memoryd.recall.lexical.backlog import Backlog
from memoryd.recall.lexical.bm25 import Term, explained
from memoryd.recall.lexical.disk import NEW, OLD, Disk, destroy, open_or_make
from memoryd.recall.lexical.ingest import IndexLag, Ingest
from memoryd.recall.lexical.layout import FORGET, IndexDamaged, damage
from memoryd.recall.lexical.merging import MERGED
from memoryd.recall.lexical.query_terms import Vocabulary, plan_of
from memoryd.recall.lexical.rebuild import Rebuild
from memoryd.recall.lexical.snapshot import Snapshot
from memoryd.recall.lexical.tokens import query_words
from memoryd.recall.lexical.view import View
from memoryd.recall.lexical.writing import IndexWriter
from memoryd.recall.pacing import (
    CLOSE_SECONDS,
    COMMIT_SECONDS,
    FLUSH_SECONDS,
    RECORD_SECONDS,
    ROOM_SECONDS,
    UNREAD_SECONDS,
)
from memoryd.recall.query import Hit, Labels, LexicalQuery, failed_filters, predicate_of
from memoryd.requests.visibility import Visibility
from memoryd.types import Change, Document, Problem

T = TypeVar("T")
_FILTERED_FROM = 1_000
"""Hits of which too few pass the kind filter, before the filter becomes part of the search on disk."""


class Follower(Protocol):
    """Receives each change after the index, as the vectors do."""

    @property
    def is_following(self) -> bool:
        """Whether it takes changes at present."""
        ...

    def apply(self, change: Change, dropped: Collection[str]) -> None:
        """Take the change in; `dropped` are the keys that its `remove_source` removes."""
        ...


class Recorder(Protocol):
    """Is told of each change before the index takes it in, as the audit is."""

    def record(self, change: Change, index: Index) -> None:
        """Take note of the change; `index` still has what stood before it."""
        ...

    def has_room(self) -> bool:
        """Whether a bulk of changes can be recorded now."""
        ...

    def flush(self, timeout: float) -> bool:
        """Wait until all that was recorded is on disk; False when that takes longer."""
        ...


def _open_door(change: Change) -> Change:
    return change


class LexicalResult(NamedTuple):
    """The hits of a search, best first, and what scored them."""

    hits: list[Hit]
    plan: list[Term]
    average: float
    """The average number of terms per document."""
    documents: int = 0
    """How many there are."""
    speakers: frozenset[str] = frozenset()
    """The folded names of all speakers."""


class Index:
    """A ChangeSink that can be searched. Safe for any thread; one thread of its own commits."""

    def __init__(
        self,
        directory: Path,
        *,
        labels: Labels,
        writer: IndexWriter,
        follower: Follower | None,
        recorder: Recorder | None,
        door: Callable[[Change], Change] = _open_door,
        commit_seconds: float = COMMIT_SECONDS,
    ) -> None:
        """Open the index in `directory`. If it is damaged it is dropped, and the index begins empty.

        Raises MemorydError if the machine lets none be opened or made.
        """
        self.directory = directory
        self._labels = labels
        self._writer = writer
        self._follower = follower
        self._recorder = recorder
        self._door = door
        self._commit_seconds = commit_seconds
        self._damage: str | None = None
        self._average: tuple[View, float] | None = None
        self._speakers: tuple[View, frozenset[str]] | None = None
        for leftover in (NEW, OLD, MERGED):
            destroy(directory.with_name(directory.name + leftover))
        disk, self.rebuilt_because = open_or_make(directory, writer)
        """The latter: why it begins empty although there was one. Its owner feeds it again from the truth files."""
        self.opened = _commit_of(disk)
        """The documents as they were found, as `closed` tells them."""
        self._states = {source: state for source, state in disk.states.items() if source != FORGET}
        self._ingest = self._ingest_on(disk)

    def _ingest_on(self, disk: Disk) -> Ingest:
        return Ingest(disk, self._labels, self._commit_seconds, self._record_first)

    def _record_first(self) -> None:
        """The index never knows more than the audit: what a killed run did not write down is seen at the next start."""
        if self._recorder is not None:
            self._recorder.flush(RECORD_SECONDS)

    # --- writing ------------------------------------------------------------------------------------------------

    def apply(self, change: Change) -> None:
        """Take the change in; the next search sees it. Does not touch the disk, but to see what the change replaces."""
        change = self._door(change)
        if self._recorder is not None:
            self._recorder.record(change, self)
        follower = self._follower if self._follower is not None and self._follower.is_following else None
        dropped: Collection[str] = ()
        if follower is not None and change.remove_source:
            dropped = self._ingest.queued_keys(change.source) | self.keys(change.source)
        self._ingest.apply(change)
        if follower is not None:
            follower.apply(change, dropped)

    def wait_for_room(self, timeout: float = ROOM_SECONDS) -> bool:
        """Wait until few enough documents are queued, before bringing many; False when that takes longer."""
        until = time.monotonic() + timeout
        if self._recorder is not None:
            while not self._recorder.has_room() and self._recorder.flush(until - time.monotonic()):
                pass
        return self._ingest.wait_for_room(max(0.0, until - time.monotonic()))

    def wait_until_read(self) -> bool:
        """Wait, for some seconds at most, until little is left to read of long texts, before bringing more of them."""
        return self._ingest.wait_until_read(UNREAD_SECONDS)

    def lag(self) -> IndexLag:
        """How far the disk's index is behind."""
        return self._ingest.lag()

    @property
    def is_busy(self) -> bool:
        """Whether changes come in so fast that other background work should wait."""
        return self._ingest.is_busy

    def flush(self, timeout: float = FLUSH_SECONDS) -> bool:
        """Wait until everything applied so far is committed; False when that fails or takes longer."""
        return self._ingest.flush(timeout)

    def forget(self, may_have: Callable[[bytes], bool], timeout: float) -> bool:
        """Wait until no text of what was purged stands in the files; False when that fails or takes longer.

        `may_have`: whether JSON with all of a removed memory may have something of it.
        """
        return self._ingest.forget(may_have, timeout)

    @property
    def fault(self) -> str | None:
        """Why the last commit failed; it is tried again."""
        return self._ingest.fault

    def unreadable(self) -> str | None:
        """Why the index has to be made anew: a commit or a search failed, and what is on disk cannot be opened."""
        if self._ingest.fault is None and self._damage is None:
            return None
        return self._ingest.disk.unreadable()

    def close(self, timeout: float = CLOSE_SECONDS) -> None:
        """Commit what is applied, stop the thread and release the directory."""
        self._ingest.flush(timeout)
        self._ingest.close()

    @property
    def closed(self) -> str:
        """Behind `close`: which documents are there, in a word; empty when nobody can tell."""
        return _commit_of(self._ingest.disk)

    def states(self) -> dict[str, bytes]:
        """The state of each source when the index was opened."""
        return dict(self._states)

    def rebuild(self) -> Rebuild:
        """Begin a new index beside this one, which serves until `swap`. One at a time."""
        return Rebuild(
            self._ingest, self.directory, lambda path: self._ingest_on(Disk(path, self._writer)), self._on_swap
        )

    def _on_swap(self) -> None:
        self._damage = None

    def problems(self) -> list[Problem]:
        """What a person should know about the index's files."""
        found = []
        path = str(self.directory)
        if self._ingest.fault is not None:
            what = f"the index cannot be written: {self._ingest.fault}"
            action = "make sure that the disk has room, and that memoryd may write there; it is tried again by itself"
            found.append(Problem(path=path, what=what, action=action))
        if self._damage is not None:
            action = "rebuild the index: memoryctl maintenance rebuild"
            found.append(Problem(path=path, what=f"the index cannot be read: {self._damage}", action=action))
        return found

    # --- searching ----------------------------------------------------------------------------------------------

    def search(self, query: LexicalQuery) -> list[Hit]:
        """The best documents by BM25, best first; [] when nothing matches."""
        return self.rank(query).hits

    def rank(self, query: LexicalQuery) -> LexicalResult:
        """As `search`, with what is needed to score further documents by the same words."""
        if query.limit <= 0:
            return LexicalResult([], [], 1.0)
        passes = self._predicate(query)

        def needed(backlog: Backlog) -> list[int]:
            if query.keys is not None:
                return backlog.numbers_of(query.keys)
            return backlog.matching(query_words(query.text), query.limit, passes)

        with self._ingest.snapshot(needed) as snapshot:
            vocabulary = Vocabulary(snapshot.view, snapshot.layers)
            plan = self._read(lambda: plan_of(query.text, vocabulary)) or []
            average = self._average_length(plan, snapshot, query.explain)
            found = snapshot.search_layers(plan, average, query.limit, passes)
            recent = [name for layer in snapshot.layers for name in layer.speakers]
            recent += self._ingest.pending_speakers()
        found += self._search_disk(snapshot, plan, query, passes)
        found.sort(key=lambda one: (-one.score, -one.document.created, one.document.key))
        found = explained(found[: query.limit], plan, average, query)
        return LexicalResult(found, plan, average, vocabulary.documents, self._with_speakers(snapshot.view, recent))

    def _with_speakers(self, view: View, recent: list[str]) -> frozenset[str]:
        known = self._speakers
        if known is None or known[0] is not view:
            known = self._speakers = view, self._read(view.speakers) or frozenset()
        return known[1].union(recent) if recent else known[1]

    def scored(self, result: LexicalResult, query: LexicalQuery, keys: Collection[str]) -> list[Hit]:
        """The documents of these keys that pass the query's filters, with their BM25, 0 for one without its words."""
        if not keys:
            return []
        plan, average, passes = result.plan, result.average, self._predicate(query)
        found: list[Hit] = []
        with self._ingest.snapshot(lambda backlog: backlog.numbers_of(keys)) as snapshot:
            for at, layer in enumerate(snapshot.layers):
                if layer.entries:
                    for score, entry in layer.scored(plan, average, keys):
                        if passes(entry.document) and not snapshot.hides_below(at, entry.document):
                            found.append(Hit(entry.document, score, entry.time_words))
        if snapshot.view.documents:
            on_disk = self._read(lambda: snapshot.view.scored(plan, query, list(keys))) or []
            on_disk = [one for one in on_disk if passes(one.document)]
            found += [one for one in on_disk if not snapshot.hides(one.document)] if snapshot.hides_any() else on_disk
        return explained(found, plan, average, query)

    def passing(self, query: LexicalQuery, keys: Sequence[str]) -> list[str]:
        """Those of the keys whose documents pass the query's filters, in their order."""
        found = {hit.document.key for hit in self.scored(LexicalResult([], [], 1.0), query, keys)}
        return [key for key in keys if key in found]

    def failed_filters(self, query: LexicalQuery, document: Document) -> list[str]:
        """The names of the query's filters that the document does not pass."""
        return failed_filters(query, document, self._labels)

    def key_hashes(self, query: LexicalQuery, limit: int | None = None) -> list[int] | None:
        """The hashes of the keys that pass the query's filters; with some more where hashes collide or keys are gone.

        None when there are more than `limit` on disk.
        """
        passes = self._predicate(query)
        with self._ingest.snapshot() as snapshot:
            recent = [entry.document for layer in snapshot.layers for entry in layer.entries.values()]
            recent += self._ingest.pending_documents()
        included = None if query.kind_filter is None else query.kind_filter.included()
        on_disk: list[int] | None = []
        if snapshot.view.documents:
            on_disk = self._read(lambda: snapshot.view.key_hashes(query, included, limit))
        if on_disk is None:
            return None
        return [*on_disk, *(hash64(one.key) for one in recent if passes(one))]

    # --- reading documents --------------------------------------------------------------------------------------

    def all_documents(self, may_have: Callable[[bytes], bool] = bool) -> Iterator[Document]:
        """Every document once, as of the call; for reconciling. On disk only those whose payload may have that."""
        self._ingest.flush(FLUSH_SECONDS)
        with self._ingest.snapshot(lambda backlog: backlog.all_of()) as snapshot:
            recent = snapshot.recent()
        yield from recent
        if snapshot.view.documents:
            yield from self._reading(one for one in snapshot.view.all_documents(may_have) if not snapshot.hides(one))

    def projects(self, visibility: Visibility) -> dict[str, Counter[str]]:
        """How many documents of each kind each project has, of those that may be seen, as of the call."""
        with self._ingest.snapshot() as snapshot:
            recent = snapshot.recent() + self._ingest.pending_documents()
        found: dict[str, Counter[str]] = {}
        if snapshot.view.documents:
            found = self._read(snapshot.view.projects, visibility) or {}
            for one in self._reading(snapshot.hidden()):
                if one.project is not None and visibility.sees(one):
                    found.setdefault(one.project, Counter())[one.kind] -= 1
        for one in recent:
            if one.project is not None and visibility.sees(one):
                found.setdefault(one.project, Counter())[one.kind] += 1
        return {project: +kinds for project, kinds in found.items() if +kinds}

    def made_of(self, text: str, without: Collection[str]) -> Iterator[Document]:
        """Every document, once, that has a source which begins with the text, but of these kinds."""
        with self._ingest.snapshot() as snapshot:
            recent = snapshot.recent() + self._ingest.pending_documents()
        on_disk = self._reading(snapshot.view.holding(text, without)) if snapshot.view.documents else iter(())
        for one in chain(recent, (one for one in on_disk if not snapshot.hides(one))):
            if one.kind not in without and any(source.startswith(text) for source in one.sources):
                yield one

    def labelled(self, label: str) -> Iterator[Document]:
        """Every document that has the label, once."""
        with self._ingest.snapshot(lambda backlog: backlog.all_of()) as snapshot:
            recent = snapshot.recent()
        yield from (one for one in recent if label in self._labels(one))
        if snapshot.view.documents:
            yield from self._reading(one for one in snapshot.view.labelled(label) if not snapshot.hides(one))

    def text_of(self, key: str) -> str | None:
        """What the document of a key says."""
        document = self.document(key)
        return None if document is None else document.text

    def document(self, key: str) -> Document | None:
        """The document of a key."""
        with self._ingest.snapshot(lambda backlog: backlog.numbers_of([key])) as snapshot:
            for layer in snapshot.layers:
                entry = layer.entries.get(key)
                if entry is not None:
                    return entry.document
                if key in layer.dead:
                    return None
        found = self._read(lambda: snapshot.view.document(key))
        return None if found is None or snapshot.hides(found) else found

    def documents(self, keys: Collection[str]) -> dict[str, Document]:
        """The documents of these keys. Ingests nothing."""
        if not keys:
            return {}
        found: dict[str, Document | None] = {}
        left: list[str] = []
        with self._ingest.unsettled(keys) as (snapshot, queued):
            for key in keys:
                if key in queued.documents:
                    found[key] = queued.documents[key]
                    continue
                at = next((at for at, one in enumerate(snapshot.layers) if key in one.dead), None)
                if at is None:
                    left.append(key)
                    continue
                entry = snapshot.layers[at].entries.get(key)
                if entry is not None and not snapshot.hides_below(at, entry.document):
                    found[key] = entry.document
        if snapshot.view.documents:
            for key in left:
                document = self._read(snapshot.view.document, key)
                if document is not None and not snapshot.hides(document):
                    found[key] = document
        return {
            key: one
            for key, one in found.items()
            if one is not None and (key in queued.documents or one.source not in queued.dropped)
        }

    def documents_of(self, source: str) -> list[Document]:
        """The documents of a source. Reads them all."""
        with self._ingest.snapshot(lambda backlog: backlog.all_of(source)) as snapshot:
            found = snapshot.recent(source)
        view = snapshot.view
        on_disk = self._read(lambda: [one for one in view.documents_of(source) if not snapshot.hides(one)])
        return found + (on_disk or [])

    def committed(self, source: str) -> Iterator[Document]:
        """The documents of a source as they are on disk; right after opening that is all of them."""
        yield from self._reading(self._ingest.disk.view.documents_of(source))

    def keys(self, source: str) -> set[str]:
        """The keys of a source's documents. For reconciling: reads them all."""
        return {one.key for one in self.documents_of(source)}

    def _search_disk(
        self, snapshot: Snapshot, plan: list[Term], query: LexicalQuery, passes: Callable[[Document], bool]
    ) -> list[Hit]:
        view = snapshot.view
        if not plan or not view.documents:
            return []
        begin, depth, hides = 0, query.limit, snapshot.hides_any()
        included: Sequence[str] | None = None
        gone: frozenset[int] = frozenset()
        current: list[Hit] = []
        while True:
            found, seen = self._read(view.search, plan, query, depth - begin, included, begin, gone) or ([], 0)
            # Each document that is read lets go of the interpreter, and waits for it again: no more than are needed.
            for at in range(0, len(found), query.limit):
                hits = self._read(view.read, found[at : at + query.limit]) or []
                hits = [one for one in hits if passes(one.document)]
                current += [one for one in hits if not snapshot.hides(one.document)] if hides else hits
                if len(current) >= query.limit:
                    break
            if seen < depth - begin or len(current) >= query.limit:
                return current
            if depth * 4 > _FILTERED_FROM and query.kind_filter is not None and included is None:
                begin, included, current = 0, query.kind_filter.included(), []
            else:
                begin, depth = depth, depth * 4
            if hides and not gone:
                # Who archives thousands of equal ones has them come first, the oldest: reading each takes its time.
                gone = snapshot.gone()

    def _average_length(self, plan: list[Term], snapshot: Snapshot, explain: bool) -> float:
        # Only a hit on disk can tell tantivy's average; it holds for the view.
        known = self._average
        if known is not None and known[0] is snapshot.view:
            return known[1]
        if snapshot.view.documents and (explain or any(layer.entries for layer in snapshot.layers)):
            for term in plan:
                average = self._read(snapshot.view.average_length, term.text)
                if average:
                    self._average = (snapshot.view, average)
                    return average
        entries = sum(len(layer.entries) for layer in snapshot.layers)
        return max(1.0, sum(layer.total_terms for layer in snapshot.layers) / max(1, entries))

    def _predicate(self, query: LexicalQuery) -> Callable[[Document], bool]:
        return predicate_of(query, self._labels)

    def _read(self, read: Callable[..., T], *arguments: object) -> T | None:
        """What `read` returns; if the disk is damaged None and a problem to report: the overlay still answers."""
        try:
            return read(*arguments)
        except BaseException as error:
            self._note_damage(error)
            return None

    def _reading(self, documents: Iterator[Document]) -> Iterator[Document]:
        """The documents, up to where the disk is damaged."""
        try:
            yield from documents
        except GeneratorExit:
            raise
        except BaseException as error:
            self._note_damage(error)

    def _note_damage(self, error: BaseException) -> None:
        """Raises what is no fault of tantivy's."""
        fault = damage(error)
        if not isinstance(fault, IndexDamaged):
            raise error
        self._damage = str(fault)


def _commit_of(disk: Disk) -> str:
    try:
        return disk.commit_id()
    except OSError:
        return ""
