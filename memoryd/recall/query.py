"""What is asked of the index, who asks, and what comes back."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import msgspec

from memoryd.recall.ranking.relevance import bearing_of
from memoryd.types import Document, fold

HOT_FILE = "MEMORY.md"
PRIVATE_KINDS = frozenset({"message", "daily", "log", "summary"})
"""Kinds of which a group session sees only its own and those of earlier group sessions of its project."""


class Visibility(msgspec.Struct, frozen=True):
    """What the asking session may see (design, rule 17). The default, private, sees all."""

    group: bool = False
    session_id: str | None = None
    project: str | None = None
    started_at: int = 0

    def sees(self, document: Document) -> bool:
        """Whether a result may show this document."""
        if not self.group:
            return True
        if is_hot_file(document):
            return False
        if document.kind not in PRIVATE_KINDS:
            return True
        if self.session_id is not None and document.session_id == self.session_id:
            return True
        return (
            document.audience == "group"
            and self.project is not None
            and document.project == self.project
            and document.created <= self.started_at
        )


PRIVATE = Visibility()


class Living(msgspec.Struct, frozen=True):
    """Which facts have not faded."""

    faded: Callable[[str], bool]
    """Whether a key is of a fact that has."""
    keys: Callable[[], Sequence[str]]
    """All facts that have not; takes a while."""


class LexicalQuery(msgspec.Struct, frozen=True):
    """A text and the filters on it. Times in microseconds, both ends included; triples are compared folded."""

    text: str
    limit: int = 10
    kinds: frozenset[str] | None = None
    """Kinds of memory, and `hot` for notes that are hot; None is every kind."""
    project: str | None = None
    visibility: Visibility = PRIVATE
    since: int | None = None
    until: int | None = None
    subject: str | None = None
    predicate: str | None = None
    object: str | None = None
    layers: frozenset[str] | None = None
    """Of notes; whatever has no layer is left out."""
    keys: frozenset[str] | None = None
    bears: bool = False
    """Only what tells a preference or a decision."""
    living: Living | None = None
    """Of facts, only those that have not faded; None takes all."""
    now: int = 0
    """When it is asked, for "yesterday" and its like; 0 for no such day."""
    explain: bool = False
    """Whether a hit's `parts` name the share of each word."""


class Hit(msgspec.Struct, frozen=True):
    """A document that matches, its BM25 and, when asked for, the share of each word."""

    document: Document
    score: float
    parts: dict[str, float] = msgspec.field(default_factory=dict)


class Found(msgspec.Struct, frozen=True):
    """A memory that was recalled: its score, and what each part added to it."""

    document: Document
    score: float
    why: dict[str, float] = msgspec.field(default_factory=dict)
    lexical: float = 0.0
    """BM25 as the index gave it; 0 when no word matched."""
    similarity: float | None = None
    """Cosine of its nearest passage; None without a vector."""


def is_hot_file(document: Document) -> bool:
    """Whether it is of MEMORY.md, which no group session sees."""
    return HOT_FILE in (document.source, document.path)


def moment_of(document: Document) -> int:
    """The time by which `since` and `until` judge it."""
    return document.at or document.created


def predicate_of(query: LexicalQuery) -> Callable[[Document], bool]:
    """The query's filters as a function, for documents that are not on disk yet."""
    tests = [test for _, test in _tests(query)]
    if len(tests) <= 1:
        return tests[0] if tests else _passes
    return lambda found: all(test(found) for test in tests)


def _passes(_: Document) -> bool:
    return True


def failing(query: LexicalQuery, document: Document) -> list[str]:
    """The names of the filters that the document does not pass."""
    return [name for name, test in _tests(query) if not test(document)]


def _tests(query: LexicalQuery) -> list[tuple[str, Callable[[Document], bool]]]:
    tests: list[tuple[str, Callable[[Document], bool]]] = []
    kinds, layers, keys, since, until = query.kinds, query.layers, query.keys, query.since, query.until
    if kinds is not None:
        tests.append(
            ("kinds", lambda found: found.kind in kinds or ("hot" in kinds and found.hot and found.kind == "note"))
        )
    if layers is not None:
        tests.append(("layers", lambda found: found.layer in layers))
    if query.project is not None:
        tests.append(("project", lambda found: found.project == query.project))
    if keys is not None:
        tests.append(("keys", lambda found: found.key in keys))
    if since is not None:
        tests.append(("since", lambda found: moment_of(found) >= since))
    if until is not None:
        tests.append(("until", lambda found: moment_of(found) <= until))
    if query.bears:
        tests.append(("bears", lambda found: bearing_of(found) is not None))
    if query.living is not None:
        faded = query.living.faded
        tests.append(("faded", lambda found: not faded(found.key)))
    for name in ("subject", "predicate", "object"):
        wanted = getattr(query, name)
        if wanted is not None:
            tests.append((name, _folded_test(name, fold(wanted))))
    if query.visibility.group:
        tests.append(("visibility", query.visibility.sees))
    return tests


def _folded_test(name: str, wanted: str) -> Callable[[Document], bool]:
    def test(found: Document) -> bool:
        value = getattr(found, name)
        return value is not None and fold(value) == wanted

    return test
