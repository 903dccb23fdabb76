"""The present wins (rule 23): of results that say different things of the same thing, the newest comes first. Pure."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, MutableMapping, Sequence
from math import inf

from msgspec.structs import replace

from memoryd.recall.query import Hit, moment_of
from memoryd.recall.ranking.fusion import Ranked
from memoryd.text.statements import RELATING, Statements, overrules, statements_of, tells_change
from memoryd.text.statements import names_what_it_overrules as by_name
from memoryd.text.stopwords import STOP_WORDS
from memoryd.text.turns import NUMBERED
from memoryd.types import Document

PART = "newest"
"""What `why` calls the score that a memory gets since it overrules an older one."""
NEARLY = 0.75
"""Of the best score, or of the best BM25: what overrules another says the same of the same thing, so that both are
nearly as relevant. Some six candidates have so much."""
_FAR = 40
"""Candidates among which what says itself that something changed is looked for."""
_WORD = re.compile(r"[^\W_]{3,}")
_TYPE_ASKED = re.compile(r"\b(?:which|what|welche[rsnm]?|was für) (?:\w+ (?:of )?)?(\w+)", re.IGNORECASE)
_STEM = 5
_RELATING = frozenset(word[:_STEM] for word in RELATING)
_NUMBERED = frozenset(word[:_STEM] for word in NUMBERED)
_SPOKEN = frozenset(("message", "fact", "note", "context"))
"""Kinds whose memories speak for themselves; of others the file and its headings say what is meant."""


def newest_first(
    order: Sequence[Ranked], hits: Sequence[Hit], query: str, instead: MutableMapping[str, str]
) -> list[Ranked]:
    """The same order, but of the most relevant each that is overruled stands behind the newest that overrules it.

    That one gets its score. One that names itself what it replaces need not be as relevant: `instead` gets the key of
    what it overrules by its own.
    """
    if len(order) < 2:
        return list(order)
    most = NEARLY * max([hits[one.position].score for one in order]) or inf
    least = NEARLY * order[0].score
    head = [one for one in order if one.score >= least or hits[one.position].score >= most]
    stated = {one.position: statements_of(hits[one.position].document.text) for one in head}
    head = [one for one in head if stated[one.position].of or stated[one.position].sentences]
    near = len(head)
    for one in order[:_FAR]:
        if one.position not in stated and tells_change(hits[one.position].document.text):
            stated[one.position] = told = statements_of(hits[one.position].document.text)
            if told.is_change or told.of:
                head.append(one)
    ordered = list(order)
    asked: frozenset[str] | None = None
    alike: dict[str, list[int]] = {}
    for at, one in enumerate(head):
        for about in (*stated[one.position].of, *stated[one.position].asserted):
            alike.setdefault(about, []).append(at)
    changes = [at for at, one in enumerate(head) if stated[one.position].is_change]
    for old in head[:near]:
        # Of some hundred pairs hardly one is left to compare.
        told_of = (*stated[old.position].of, *stated[old.position].asserted)
        places = sorted({*changes, *(at for about in told_of for at in alike[about])})
        rivals = [
            head[at]
            for at in places
            if may_overrule(hits, stated, old.position, head[at].position, overrules if at < near else by_name)
        ]
        if rivals and asked is None:
            asked = _words_asked(query)
        rivals = [one for one in rivals if not _is_meant(asked or frozenset(), old, one, hits, stated)]
        if not rivals:
            continue
        newest = max(rivals, key=lambda one: moment(hits[one.position].document)).position
        positions = [one.position for one in ordered]
        at, place = positions.index(old.position), positions.index(newest)
        if place > at:
            ordered.insert(at, raised(ordered.pop(place), ordered[at].score))
            if any(one.position == newest for one in head[near:]):
                instead.setdefault(hits[newest].document.key, hits[old.position].document.key)
    return ordered


def raised(one: Ranked, score: float) -> Ranked:
    """What comes to stand before something older, with the score of that."""
    return replace(one, score=score, more={**one.more, PART: one.more.get(PART, 0.0) + score - one.score})


def may_overrule(
    hits: Sequence[Hit],
    stated: Mapping[int, Statements],
    old: int,
    new: int,
    how: Callable[[Statements, Statements], bool] = overrules,
) -> bool:
    """Whether the hit at `new` says something else of what the one at `old` speaks of, and later."""
    if old == new:
        return False
    one, other = stated[old], stated[new]
    is_of_one = not other.of.keys().isdisjoint(one.of) or not other.asserted.keys().isdisjoint(one.asserted)
    if not other.is_change and not is_of_one:
        return False
    former, later = hits[old].document, hits[new].document
    return is_newer(later, former) and _is_one_world(former, later, one, other) and how(other, one)


def moment(document: Document) -> tuple[int, str, int]:
    """When it was said, and where it stands."""
    return moment_of(document), document.path, document.line


def is_newer(one: Document, other: Document) -> bool:
    """By when it was said; of one moment, messages and lines of one file by their place."""
    mine, theirs = moment_of(one), moment_of(other)
    if mine != theirs:
        return mine > theirs
    return one.path == other.path and one.line > other.line


def _is_one_world(one: Document, other: Document, former: Statements, later: Statements) -> bool:
    """Whether the same words mean the same thing in both: one project, one speaker of "I", one place in a file."""
    if one.project != other.project:
        return False
    if other.untrusted and not one.untrusted:  # what a tool or a page says overrules nobody (rule 27)
        return False
    if (one.kind not in _SPOKEN or other.kind not in _SPOKEN) and (one.path, one.title) != (other.path, other.title):
        return False
    if former.is_personal or later.is_personal:
        return one.who == other.who and one.role == other.role
    return True


# --- what is asked ----------------------------------------------------------------------------------------------


def _words_asked(query: str) -> frozenset[str]:
    """The query's words by their beginnings, but for the type that it asks for ("which university") and its verb."""
    folded = query.casefold()
    types = {word for match in _TYPE_ASKED.finditer(folded) for word in match[0].split()[1:]}
    asked = {*_WORD.findall(folded)} - STOP_WORDS - types
    return frozenset(word[:_STEM] for word in asked) - _RELATING


def _is_meant(
    asked: frozenset[str], former: Ranked, later: Ranked, hits: Sequence[Hit], stated: Mapping[int, Statements]
) -> bool:
    """Whether the query names something that the former text says and the later does not: it asks for that.

    But for what the value that the later one replaces was said of: `from Jira to Linear` need not name the tracker.
    """
    old, new = (hits[one.position].document.text.casefold() for one in (former, later))
    replaced = stated[later.position].replaced
    of = " ".join(about for about, value in stated[former.position].of.items() if value in replaced)
    if stated[later.position].moved is not None:
        asked -= _NUMBERED
    return any(word in old and word not in new and word not in of for word in asked)
