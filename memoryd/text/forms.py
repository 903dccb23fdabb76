"""Words in which one thing is named again in German: compounds, and what was done. Pure functions.

`Holz` is there when `Buchenholz` was to be ordered; `überweisen` is done when it is `überwiesen`.
"""

from __future__ import annotations

import re
from functools import lru_cache

_KEPT = 8_192
_TEXTS_KEPT = 512
"""Texts by whose words hundreds of things may be named again."""
_WORD = re.compile(r"[^\W\d_]{3,}")
_VOWELS = re.compile(r"[aeiouäöüy]+")
_SHORTEST, _FEWEST_BEFORE = 4, 3
"""Letters of a compound's last part, and of what stands before it."""
_FEWEST_OF_VERB = 3
_PREFIXES = (
    "ab",
    "an",
    "auf",
    "aus",
    "ein",
    "vor",
    "zu",
    "nach",
    "mit",
    "weg",
    "los",
    "um",
    "hin",
    "her",
    "zurück",
    "",
)


def words_in(text: str) -> list[str]:
    """The folded words of a text."""
    return _WORD.findall(text.casefold())


@lru_cache(maxsize=_KEPT)
def endings_of(word: str) -> frozenset[str]:
    """The words with which a compound may end: `holz` of `buchenholz`."""
    return frozenset(word[at:] for at in range(_FEWEST_BEFORE, len(word) - _SHORTEST + 1))


@lru_cache(maxsize=_KEPT)
def to_do(word: str) -> str:
    """What an infinitive and what was done have in common: `schrab` of `schreiben`; empty where it is none."""
    return _bare(word[:-2]) if word.endswith("en") and len(word) > _SHORTEST else ""


@lru_cache(maxsize=_KEPT)
def done_in(word: str) -> frozenset[str]:
    """The same of a participle: `schrab` of `geschrieben`."""
    stems = {word[: -len(end)] for end in ("en", "et", "t") if word.endswith(end)}
    found = set()
    for stem in stems:
        for prefix in _PREFIXES:
            if stem.startswith(f"{prefix}ge"):
                found.add(_bare(prefix + stem[len(prefix) + 2 :]))
        found.add(_bare(stem))
    return frozenset(filter(None, found))


def _bare(stem: str) -> str:
    bare = _VOWELS.sub("a", stem)
    return bare if len(bare) >= _FEWEST_OF_VERB else ""


def names_again(word: str, said: frozenset[str]) -> bool:
    """Whether one of these words is the same thing in another compound, or tells that it was done."""
    if word in _endings_of_all(said) or not endings_of(word).isdisjoint(said):
        return True
    infinitive = to_do(word)
    if not infinitive or infinitive not in _done_in_all(said):
        return False
    return any(infinitive in done_in(one) for one in said if one != word)


@lru_cache(maxsize=_TEXTS_KEPT)
def _endings_of_all(words: frozenset[str]) -> frozenset[str]:
    return frozenset().union(*map(endings_of, words))


@lru_cache(maxsize=_TEXTS_KEPT)
def _done_in_all(words: frozenset[str]) -> frozenset[str]:
    return frozenset().union(*map(done_in, words))
