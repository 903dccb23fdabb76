"""The lexical index over every kind of memory: an overlay of what is new above tantivy on disk.

A change is queued by whoever has it (`apply`), taken into the overlay in short slices by the indexer thread or by the
next search, and committed to disk with the others of its interval. A search sees every change applied before it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterator, Sequence
from pathlib import Path
from typing import NamedTuple, TypeVar

from memoryd.recall.backpressure import Courtesy
from memoryd.recall.lexical.backlog import Backlog
from memoryd.recall.lexical.bm25 import Term, shares
from memoryd.recall.lexical.disk import NEW, OLD, Disk, IndexDamaged, View, damage, destroy
from memoryd.recall.lexical.ingest import Intake, Moment, indexed_terms
from memoryd.recall.lexical.interning import mark
from memoryd.recall.lexical.query_terms import Vocabulary, plan_of
from memoryd.recall.lexical.rebuild import Rebuild
from memoryd.recall.lexical.tokens import query_words
from memoryd.recall.query import Hit, LexicalQuery, predicate_of
from memoryd.types import Change, Document, Problem

T = TypeVar("T")
_Scored = tuple[float, Document]
_FLUSH_SECONDS = 60.0
_SIEVED_FROM = 1_000
"""Documents of which too few have not faded, before those that have are kept out of the search itself."""

Also = Callable[[Change, Collection[str]], None]
"""Who else wants each change, with the keys that its `remove_source` means."""


class Ranking(NamedTuple):
    """The hits of a search, best first, and what scored them."""

    hits: list[Hit]
    plan: list[Term]
    average: float
    """Terms of a document on average."""


class Index:
    """A ChangeSink that can be searched. Safe for any thread; one thread of its own commits."""

    def __init__(self, directory: Path, *, commit_seconds: float = 0.25, quiet_seconds: float = 0.03) -> None:
        """Open the index in `directory`; what cannot be read there is dropped, and the index begins empty."""
        self.directory = directory
        self.rebuilt_because: str | None = None
        """Why the index begins empty although there was one: its owner feeds it again from the truth files."""
        self._commit_seconds = commit_seconds
        self._damage: str | None = None
        self._average: tuple[View, float] | None = None
        self._speakers: tuple[View, frozenset[str]] | None = None
        self.also: Also | None = None
        """Told of every change behind the index itself."""
        self.courtesy = Courtesy()
        """Knows of the questions that are being answered; what works in the background steps aside for them."""
        for leftover in (NEW, OLD):
            destroy(directory.with_name(directory.name + leftover))
        disk = self._open()
        self._states = dict(disk.states)
        self._intake = Intake(disk, commit_seconds, quiet_seconds, self.courtesy)

    def _open(self) -> Disk:
        try:
            return Disk(self.directory)
        except IndexDamaged as error:
            self.rebuilt_because = str(error)
            destroy(self.directory)
            return Disk(self.directory)

    def apply(self, change: Change) -> None:
        """Take the change in; the next search sees it. Does not touch the disk."""
        also = self.also
        dropped: Collection[str] = ()
        if also is not None and change.remove_source:
            dropped = self._intake.queued_keys(change.source) | self.keys(change.source)
        self._intake.apply(change)
        if also is not None:
            also(change, dropped)

    def wait_room(self, timeout: float = 30.0) -> bool:
        """Wait until few enough documents are queued, for who brings many; False when that takes longer."""
        return self._intake.wait_room(timeout)

    @property
    def is_pressed(self) -> bool:
        """Whether requests come in so fast that what can wait should wait."""
        return self._intake.is_pressed

    def flush(self, timeout: float = 60.0) -> bool:
        """Wait until everything applied so far is committed; False when that fails or takes longer."""
        return self._intake.flush(timeout)

    def close(self, timeout: float = 10.0) -> None:
        """Commit what is applied, stop the thread and let go of the directory."""
        self._intake.flush(timeout)
        self._intake.close()

    def states(self) -> dict[str, bytes]:
        """How far the index had come in each source when it was opened."""
        return dict(self._states)

    def rebuild(self) -> Rebuild:
        """Begin a new index beside this one, which serves until `swap`. One at a time."""
        return Rebuild(self._intake, self.directory, self._commit_seconds, self._swapped)

    def _swapped(self) -> None:
        self._damage = None

    def problems(self) -> list[Problem]:
        """What a person should know of the index's files."""
        found = []
        path = str(self.directory)
        if self._intake.fault is not None:
            what = f"the index cannot be written: {self._intake.fault}"
            action = "make room on the disk, and see to it that the daemon's user may write there"
            found.append(Problem(path=path, what=what, action=action))
        if self._damage is not None:
            action = 'make the index anew: memoryctl call maintenance.run \'{"action": "rebuild"}\''
            found.append(Problem(path=path, what=f"the index cannot be read: {self._damage}", action=action))
        return found

    def search(self, query: LexicalQuery) -> list[Hit]:
        """The best documents by BM25, best first; [] when nothing matches."""
        return self.rank(query).hits

    def rank(self, query: LexicalQuery) -> Ranking:
        """As `search`, with what is needed to score further documents by the same words."""
        if query.limit <= 0:
            return Ranking([], [], 1.0)
        moment = self._intake.settle(lambda backlog: _wanted(backlog, query), is_question=True)
        try:
            plan = self._reading(lambda: plan_of(query.text, Vocabulary(moment.view, moment.layers))) or []
            average = self._average_length(plan, moment, query.explain)
            found = _search_layers(moment, plan, average, query)
        finally:
            self._intake.lock.release()
        found += self._search_disk(moment, plan, query)
        found.sort(key=lambda hit: (-hit[0], -hit[1].created, hit[1].key))
        hits = [
            Hit(document, score, _parts(plan, document, average) if query.explain else {})
            for score, document in found[: query.limit]
        ]
        return Ranking(hits, plan, average)

    def scored(self, ranking: Ranking, query: LexicalQuery, keys: Collection[str]) -> list[Hit]:
        """The documents of these keys that pass the query's filters, with their BM25, 0 for one without its words."""
        if not keys:
            return []
        plan, passes = ranking.plan, predicate_of(query)
        moment = self._intake.settle(lambda backlog: backlog.places(keys))
        found: list[_Scored] = []
        try:
            for at, layer in enumerate(moment.layers):
                if layer.entries:
                    for score, entry in layer.scored(plan, ranking.average, keys):
                        if passes(entry.document) and not moment.hides_below(at, entry.document):
                            found.append((score, entry.document))
        finally:
            self._intake.lock.release()
        if moment.view.documents:
            on_disk = self._reading(lambda: moment.view.scored(plan, query, list(keys))) or []
            on_disk = [hit for hit in on_disk if passes(hit[1])]
            found += [hit for hit in on_disk if not moment.hides(hit[1])] if moment.hides_any() else on_disk
        return [
            Hit(document, score, _parts(plan, document, ranking.average) if query.explain and score else {})
            for score, document in found
        ]

    def passing(self, query: LexicalQuery, keys: Sequence[str]) -> list[str]:
        """Those of the keys whose documents pass the query's filters, in their order."""
        found = {hit.document.key for hit in self.scored(Ranking([], [], 1.0), query, keys)}
        return [key for key in keys if key in found]

    def marks(self, query: LexicalQuery, most: int | None = None) -> list[int] | None:
        """The marks of the keys that pass the query's filters; a few more where a hash says so, or one is just gone.

        None when there are more than `most` on disk.
        """
        passes = predicate_of(query)
        moment = self._intake.settle()
        try:
            young = [entry.document for layer in moment.layers for entry in layer.entries.values()]
            young += self._intake.waiting_documents()
        finally:
            self._intake.lock.release()
        facts = None if query.living is None else query.living.keys()
        on_disk: list[int] | None = []
        if moment.view.documents:
            on_disk = self._reading(lambda: moment.view.marks(query, facts, most))
        if on_disk is None:
            return None
        return [*on_disk, *(mark(one.key) for one in young if passes(one))]

    def speakers(self) -> frozenset[str]:
        """The folded names of who has said something."""
        moment = self._intake.settle()
        try:
            young = [name for layer in moment.layers for name in layer.speakers]
            young += self._intake.waiting_speakers()
        finally:
            self._intake.lock.release()
        known = self._speakers
        if known is None or known[0] is not moment.view:
            known = self._speakers = moment.view, self._reading(moment.view.speakers) or frozenset()
        return known[1].union(young) if young else known[1]

    def all_documents(self, pause: Callable[[], None] = lambda: None) -> Iterator[Document]:
        """Every document once, as of the call; for reconciling."""
        self._intake.flush(_FLUSH_SECONDS)
        moment = self._intake.settle(lambda backlog: backlog.all_of())
        try:
            young = [
                entry.document
                for at, layer in enumerate(moment.layers)
                for entry in layer.entries.values()
                if not moment.hides_below(at, entry.document)
            ]
        finally:
            self._intake.lock.release()
        yield from young
        if moment.view.documents:
            try:
                yield from (one for one in moment.view.all_documents(pause) if not moment.hides(one))
            except BaseException as error:
                fault = damage(error)
                if not isinstance(fault, IndexDamaged):
                    raise
                self._damage = str(fault)

    def document(self, key: str) -> Document | None:
        """The document of a key."""
        moment = self._intake.settle(lambda backlog: backlog.places([key]))
        try:
            for layer in moment.layers:
                entry = layer.entries.get(key)
                if entry is not None:
                    return entry.document
                if key in layer.dead:
                    return None
        finally:
            self._intake.lock.release()
        found = self._reading(lambda: moment.view.document(key))
        return None if found is None or moment.hides(found) else found

    def committed(self, source: str) -> Iterator[Document]:
        """The documents of a source as they are on disk; right behind opening that is all of them."""
        try:
            yield from self._intake.disk.view.documents_of(source)
        except GeneratorExit:
            raise
        except BaseException as error:
            fault = damage(error)
            if not isinstance(fault, IndexDamaged):
                raise
            self._damage = str(fault)

    def keys(self, source: str) -> set[str]:
        """The keys of a source's documents. For reconciling: reads them all."""
        moment = self._intake.settle(lambda backlog: backlog.all_of(source))
        try:
            keys = {
                entry.document.key
                for at, layer in enumerate(moment.layers)
                for entry in layer.entries_of(source)
                if not moment.hides_below(at, entry.document)
            }
        finally:
            self._intake.lock.release()
        on_disk = self._reading(lambda: {one.key for one in moment.view.documents_of(source) if not moment.hides(one)})
        return keys | (on_disk or set())

    def _search_disk(self, moment: Moment, plan: list[Term], query: LexicalQuery) -> list[_Scored]:
        if not plan or not moment.view.documents:
            return []
        depth, passes = query.limit, predicate_of(query)
        facts: Sequence[str] | None = None
        while True:
            hits = self._reading(lambda: moment.view.search(plan, query, depth, facts)) or []  # noqa: B023 - called within this turn of the loop
            alive = [hit for hit in hits if passes(hit[1]) and not moment.hides(hit[1])]
            if len(hits) < depth or len(alive) >= query.limit:
                return alive
            if depth * 4 > _SIEVED_FROM and query.living is not None and facts is None:
                facts = query.living.keys()
            else:
                depth *= 4

    def _average_length(self, plan: list[Term], moment: Moment, explain: bool) -> float:
        # Only a hit on disk can tell tantivy's average; it is kept for as long as the view.
        known = self._average
        if known is not None and known[0] is moment.view:
            return known[1]
        if moment.view.documents and (explain or any(layer.entries for layer in moment.layers)):
            for term in plan:
                average = self._reading(lambda: moment.view.average_length(term.text))  # noqa: B023 - called within this turn of the loop
                if average:
                    self._average = (moment.view, average)
                    return average
        entries = sum(len(layer.entries) for layer in moment.layers)
        return max(1.0, sum(layer.total_terms for layer in moment.layers) / max(1, entries))

    def _reading(self, read: Callable[[], T]) -> T | None:
        """What `read` returns; on a damaged disk None, and a problem to report: the overlay still answers."""
        try:
            return read()
        except BaseException as error:
            fault = damage(error)
            if not isinstance(fault, IndexDamaged):
                raise
            self._damage = str(fault)
            return None


def _wanted(backlog: Backlog, query: LexicalQuery) -> list[int]:
    if query.keys is not None:
        return backlog.places(query.keys)
    return backlog.matching(query_words(query.text), 2 * query.limit, predicate_of(query))


def _search_layers(moment: Moment, plan: list[Term], average: float, query: LexicalQuery) -> list[_Scored]:
    passes = predicate_of(query)
    found: list[_Scored] = []
    for at, layer in enumerate(moment.layers):
        if layer.entries:
            hits = layer.search(
                plan,
                average,
                query.limit,
                lambda document: passes(document) and not moment.hides_below(at, document),  # noqa: B023 - called within this turn of the loop
            )
            found += [(score, entry.document) for score, entry in hits]
    return found


def _parts(plan: list[Term], document: Document, average: float) -> dict[str, float]:
    terms = indexed_terms(document)
    return shares(plan, Counter(terms), len(terms), average)
