"""Whether what is said later is said of another person, of whom the like holds beside it. Pure."""

from __future__ import annotations

from functools import lru_cache

from memoryd.extraction.ends import words_of
from memoryd.extraction.triples import Triple, triple_of
from memoryd.in_force.looks import beginnings
from memoryd.in_force.pairs import tells_change
from memoryd.text.clauses import language_of
from memoryd.text.sentences import sentences

_KEPT = 4_096


def is_of_another(later: str, line: str) -> bool:
    """Whether both tell the like of two whom they name, and nothing has changed: `Tim is allergic to nuts`, `Tina is
    allergic to milk`.
    """  # fmt: skip
    mine = _named(line)
    if mine is None or words_of(mine.subject) & words_of(later) or tells_change(later):
        return False
    others = (_named(sentence) for sentence in sentences(later))
    return any(other is not None and _is_like(mine, other) for other in others)


def _is_like(one: Triple, other: Triple) -> bool:
    """Whether both have one verb, and something else of the same sort behind it."""
    mine, theirs = beginnings(one.object), beginnings(other.object)
    return one.predicate == other.predicate and bool(mine & theirs) and bool(mine - theirs) and bool(theirs - mine)


@lru_cache(maxsize=_KEPT)
def _named(text: str) -> Triple | None:
    """What it tells of somebody whom it names by one word."""
    triple = triple_of(text, language_of(text, "en"), "user")
    return triple if triple is not None and triple.subject.isalpha() and triple.subject[0].isupper() else None
