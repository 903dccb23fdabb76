"""Which words of a query a text comes close to, and which not, as the encoder sees both. Pure.

That a text is near does not tell that it answers: of "what does the boiler cost" all texts about the boiler are near.
So the words that it has itself are looked at apart from those that it lacks, and what is left of both without the
words that they share.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from memoryd.text.stopwords import STOP_WORDS

if TYPE_CHECKING:
    from numpy.typing import NDArray

_ASK = "what which who when where why how whose whom much many wer wie was wann wo warum wieso welche welcher welches"
_ASKING = frozenset(_ASK.split())
_HELP = """does do did has have had should would can could may must will shall any some there one get gets got us we our
me my i you your he she his her it its they them their"""
_EMPTY = STOP_WORDS | _ASKING | frozenset(_HELP.split())
_GOES_ON = "##"


class Aligned(NamedTuple):
    """How a text meets a query: cosines of tokens, by word."""

    least: float = 0.0
    """Of the content word that the text comes least close to;"""
    mean: float = 0.0
    most: float = 0.0
    rare: float = 0.0
    """the mean by rarity in memory."""
    had: float = 0.0
    """Share of the content words that the text has itself."""
    lacked: float = 1.0
    """Mean of those that it lacks, and the least of them; 1 where it has all."""
    lacked_least: float = 1.0
    last: float = 0.0
    """Of the last content word."""
    unknown: float = 1.0
    """Mean of the words that nothing in memory has."""
    asking: float = -0.1
    """Mean of the words that ask."""
    left: float = 0.0
    """Of what the query has alone to what the text has alone, as means of their tokens;"""
    left_most: float = 0.0
    left_mean: float = 0.0
    """token by token."""
    back: float = 0.0
    """Of the text's content words to the query's closest."""


class Words(NamedTuple):
    """A text's words by the beginning that their forms share, and where their tokens stand."""

    stems: list[str]
    places: list[list[int]]
    content: list[int]
    """Which of them say something."""
    asking: list[int]
    """The tokens of words that ask."""


class Asked(NamedTuple):
    """A query: its tokens' states, and their rarity and frequency in memory."""

    words: Words
    states: NDArray[Any]
    rarity: NDArray[Any]
    frequency: NDArray[Any]


def words_of(pieces: Sequence[str]) -> Words:
    """The words that these tokens make."""
    words: list[str] = []
    places: list[list[int]] = []
    for at, piece in enumerate(pieces):
        if piece.startswith(_GOES_ON) and words:
            words[-1] += piece[len(_GOES_ON) :]
            places[-1].append(at)
        else:
            words.append(piece)
            places.append([at])
    spoken = [n for n, word in enumerate(words) if any(map(str.isalnum, word))]
    content = [n for n in spoken if words[n] not in _EMPTY]
    asking = [places[n][0] for n in spoken if words[n] in _ASKING]
    stems = [word[: max(3, len(word) - 2)] if len(word) > 4 else word for word in words]
    return Words(stems, places, content, asking)


def align(asked: Asked, states: NDArray[Any], text: Words) -> Aligned:
    """How the text of these words meets the query; `states`: of its tokens, one or more."""
    import numpy as np

    words = asked.words
    content = words.content or range(len(words.places))
    near = asked.states @ states.T
    best = near.max(axis=1)
    close = np.asarray([best[words.places[n]].mean() for n in content])
    stems = {*text.stems}
    has = np.asarray([words.stems[n] in stems for n in content])
    rare = np.asarray([asked.rarity[words.places[n]].mean() for n in content]) + 1e-6
    unknown = np.asarray([asked.frequency[words.places[n]].min() == 0 for n in content])
    lacked = close[~has]
    shared = {words.stems[n] for n in content}
    mine = [at for n, there in zip(content, has, strict=True) if not there for at in words.places[n]]
    theirs = [at for n in text.content if text.stems[n] not in shared for at in text.places[n]]
    every = [at for n in text.content for at in text.places[n]]
    left = left_most = left_mean = 0.0 if mine else 1.0
    if mine and theirs:
        one, other = asked.states[mine].mean(axis=0), states[theirs].mean(axis=0)
        left = float(one @ other / (np.linalg.norm(one) * np.linalg.norm(other) + 1e-9))
        between = near[np.ix_(mine, theirs)].max(axis=1)
        left_most, left_mean = float(between.max()), float(between.mean())
    return Aligned(
        least=float(close.min()),
        mean=float(close.mean()),
        most=float(close.max()),
        rare=float(close @ rare / rare.sum()),
        had=float(has.mean()),
        lacked=float(lacked.mean()) if len(lacked) else 1.0,
        lacked_least=float(lacked.min()) if len(lacked) else 1.0,
        last=float(close[-1]),
        unknown=float(close[unknown].mean()) if unknown.any() else 1.0,
        asking=float(best[words.asking].mean()) if words.asking else -0.1,
        left=left,
        left_most=left_most,
        left_mean=left_mean,
        back=float(near[:, every].max(axis=0).mean()) if every else 0.0,
    )
