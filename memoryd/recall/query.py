"""What recall is asked, and what comes back."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence

import msgspec

from memoryd.requests.visibility import PRIVATE, Visibility
from memoryd.text.dates import NO_TIME_WORDS, TimeWords
from memoryd.types import NOW, Document, Role, When, fold

HOT = "hot"
"""Among `kinds`: documents that are hot, of whatever kind."""

Labels = Callable[[Document], Collection[str]]
"""The labels of a document, by which queries filter; the index stores them. Whoever makes the index defines them."""


class KindFilter(msgspec.Struct, frozen=True, kw_only=True):
    """Leaves out documents of some kinds by their keys, such as facts that have faded. Other kinds pass."""

    name: str
    """What `explain_absent` calls it."""
    kinds: frozenset[str]
    excludes: Callable[[str], bool]
    """Whether the key is of a document of those kinds that does not pass."""
    included: Callable[[], Sequence[str]]
    """The keys of all documents of those kinds that pass; slow where there are many."""


class LexicalQuery(msgspec.Struct, frozen=True):
    """A text and the filters on it. Times in microseconds, both ends included; triples are compared folded."""

    text: str
    limit: int = 10
    kinds: frozenset[str] | None = None
    """Kinds of documents, and HOT; None is every kind."""
    project: str | None = None
    own_project: str | None = None
    """The project of the session that asks; it filters nothing and ranks (rule 17)."""
    visibility: Visibility = PRIVATE
    since: int | None = None
    until: int | None = None
    subject: str | None = None
    predicate: str | None = None
    object: str | None = None
    layers: frozenset[str] | None = None
    """Documents without a layer do not pass."""
    paths: Callable[[str], bool] | None = None
    sessions: frozenset[str] | None = None
    """Documents that were said in one of these."""
    role: Role | None = None
    keys: frozenset[str] | None = None
    label: str | None = None
    """Only documents with this label,"""
    besides: frozenset[str] = frozenset()
    """and those of these keys."""
    kind_filter: KindFilter | None = None
    now: int = 0
    """When it is asked, for "yesterday" and the like; 0 for no such day."""
    when: When = NOW
    """As of when it is asked."""
    apart: frozenset[str] = frozenset()
    """Keys of what said something else then, or was not there: it neither hides nor is hidden by what states the same
    now."""
    over: Mapping[str, Sequence[str]] = msgspec.field(default_factory=dict)
    """By the key of what holds no more, the keys of the messages that ended it."""
    explain: bool = False
    """Whether a hit's `parts` name the share of each word."""
    precise: bool = False
    """Only what is likely to answer; nothing when nothing is."""

    @property
    def is_of_archives(self) -> bool:
        """Whether what is archived can pass its filters."""
        return all(one is None for one in (self.layers, self.paths, self.sessions, self.role))


class Hit(msgspec.Struct, frozen=True, gc=False):
    """A document that matches, its BM25, what its text says of time and, if asked for, the share of each word."""

    document: Document
    score: float
    time_words: TimeWords = NO_TIME_WORDS
    parts: dict[str, float] = msgspec.field(default_factory=dict)


class Found(msgspec.Struct, frozen=True):
    """A document that was recalled: its score, and what each part added to it."""

    document: Document
    score: float
    why: dict[str, float] = msgspec.field(default_factory=dict)
    lexical: float = 0.0
    """BM25 as the index gave it, the best of the statement's; 0 when no word matched."""
    similarity: float | None = None
    """Cosine of its nearest passage; None without a vector."""
    also: tuple[str, ...] = ()
    """Keys of those that state the same, the best first (rule 24)."""
    confidence: float = 0.0
    """How likely it answers, from 0 to 1; calibrated."""


def moment_of(document: Document) -> int:
    """The time that `since` and `until` are compared with."""
    return document.at or document.created


def predicate_of(query: LexicalQuery, labels: Labels) -> Callable[[Document], bool]:
    """The query's filters as one function, for documents that are not on disk yet."""
    tests = [test for _, test in _tests(query, labels)]
    if len(tests) <= 1:
        return tests[0] if tests else _passes

    def passes(found: Document) -> bool:
        for test in tests:  # noqa: SIM110 - a generator costs twice as much, and of each query some hundreds are asked for
            if not test(found):
                return False
        return True

    return passes


def _passes(_: Document) -> bool:
    return True


def failed_filters(query: LexicalQuery, document: Document, labels: Labels) -> list[str]:
    """The names of the filters that the document does not pass."""
    return [name for name, test in _tests(query, labels) if not test(document)]


def _tests(query: LexicalQuery, labels: Labels) -> list[tuple[str, Callable[[Document], bool]]]:
    tests: list[tuple[str, Callable[[Document], bool]]] = []
    kinds, paths, since, until = query.kinds, query.paths, query.since, query.until
    if kinds is not None:
        tests.append(("kinds", lambda found: found.kind in kinds or (found.hot and HOT in kinds)))
    if query.project is not None:
        tests.append(("project", lambda found: found.project in (None, query.project)))
    if paths is not None:
        tests.append(("paths", lambda found: paths(found.path)))
    roles = None if query.role is None else frozenset({query.role})
    for name, field, values in (
        ("layers", "layer", query.layers), ("sessions", "session_id", query.sessions), ("role", "role", roles),
        ("keys", "key", query.keys),
    ):  # fmt: skip
        if values is not None:
            tests.append((name, _among(field, values)))
    if since is not None:
        tests.append(("since", lambda found: moment_of(found) >= since))
    if until is not None:
        tests.append(("until", lambda found: moment_of(found) <= until))
    if query.label is not None:
        tests.append((query.label, lambda found: found.key in query.besides or query.label in labels(found)))
    if query.kind_filter is not None:
        excludes, hiding = query.kind_filter.excludes, query.kind_filter.kinds
        tests.append((query.kind_filter.name, lambda found: found.kind not in hiding or not excludes(found.key)))
    for name in ("subject", "predicate", "object"):
        wanted = getattr(query, name)
        if wanted is not None:
            tests.append((name, _folded_test(name, fold(wanted))))
    if query.visibility.group:
        tests.append(("visibility", query.visibility.sees))
    return tests


def _among(field: str, values: Collection[str]) -> Callable[[Document], bool]:
    return lambda found: getattr(found, field) in values


def _folded_test(name: str, wanted: str) -> Callable[[Document], bool]:
    def test(found: Document) -> bool:
        value = getattr(found, name)
        return value is not None and fold(value) == wanted

    return test
