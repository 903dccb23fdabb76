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


class Asked:
    """A query's tokens: their states, rarity and frequency in memory; and what is the same for every text."""

    def __init__(self, words: Words, states: NDArray[Any], rarity: NDArray[Any], frequency: NDArray[Any]) -> None:
        import numpy as np

        self.states = states
        self.asking = words.asking
        content = words.content or range(len(words.places))
        self.stems = [words.stems[n] for n in content]
        self.distinct = frozenset(self.stems)
        self.places = [words.places[n] for n in content]
        self.firsts = [places[0] for places in self.places]
        self.longer = [(n, places) for n, places in enumerate(self.places) if len(places) > 1]
        """Words of several tokens, and which these are."""
        self.rare = np.asarray([rarity[places].mean() for places in self.places]) + 1e-6
        self.all_rare = self.rare.sum()
        self.unknown = np.asarray([frequency[places].min() == 0 for places in self.places])


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


def align(asked: Asked, near: NDArray[Any], states: NDArray[Any], text: Words) -> Aligned:
    """How the text of these words meets the query; `states`: of its tokens, one or more; `near`: the query's to them.

    Plain sums and divisions: numpy's `mean` takes three times as long over so few, and gives the same.
    """
    import numpy as np

    best = np.maximum.reduce(near, axis=1)
    close = best.take(asked.firsts)
    for n, places in asked.longer:
        close[n] = _mean(best.take(places))
    stems = frozenset(text.stems)
    has = [stem in stems for stem in asked.stems]
    every = [at for n in text.content for at in text.places[n]]
    lacked = close.compress([not there for there in has])
    mine = [at for places, there in zip(asked.places, has, strict=True) if not there for at in places]
    theirs = [at for n in text.content if text.stems[n] not in asked.distinct for at in text.places[n]]
    left = left_most = left_mean = 0.0 if mine else 1.0
    if mine and theirs:
        one, other = _middle(asked.states, mine), _middle(states, theirs)
        left = float(one @ other / (np.sqrt(one.dot(one)) * np.sqrt(other.dot(other)) + 1e-9))
        between = np.maximum.reduce(near.take(mine, axis=0).take(theirs, axis=1), axis=1)
        left_most, left_mean = float(np.maximum.reduce(between)), _mean(between)
    return Aligned(
        least=float(np.minimum.reduce(close)),
        mean=_mean(close),
        most=float(np.maximum.reduce(close)),
        rare=float(close @ asked.rare / asked.all_rare),
        had=sum(has) / len(has),
        lacked=_mean(lacked) if len(lacked) else 1.0,
        lacked_least=float(np.minimum.reduce(lacked)) if len(lacked) else 1.0,
        last=close.item(-1),
        unknown=_mean(close.compress(asked.unknown)) if asked.unknown.any() else 1.0,
        asking=_mean(best.take(asked.asking)) if asked.asking else -0.1,
        left=left,
        left_most=left_most,
        left_mean=left_mean,
        back=_mean(np.maximum.reduce(near.take(every, axis=1), axis=0)) if every else 0.0,
    )


def _mean(values: NDArray[Any]) -> float:
    import numpy as np

    return float(np.add.reduce(values) / len(values))


def _middle(states: NDArray[Any], some: Sequence[int]) -> NDArray[Any]:
    import numpy as np

    return np.asarray(np.add.reduce(states.take(some, axis=0), axis=0) / len(some))
