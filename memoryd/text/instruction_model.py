"""How much a stretch of text reads like instructions to an agent (rule 27). Pure.

A window is some 300 or 600 bytes; most texts are one. What stands in it are its words, alone, in pairs and threes and
apart, the letters within words, and what its words are about (`instruction_words`): alone, where a command may begin,
in pairs and threes of those that follow each other, and beside a word. Each has a place in one table of weights, found
by its hash, and all of them add up: who speaks in a text to whom about what shows in many of them at once. The table is
fitted by tests/text/fit_instructions.py. Windows of which that says enough get a second look (`instruction_look`). All
is done on whole arrays: the time grows with the length, whatever the text is.
"""

from __future__ import annotations

import functools
import itertools
import re
import zlib
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from memoryd.text.instruction_words import CLASSES
from memoryd.weights import Weights

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Hashes = NDArray[np.uint32]
    Places = NDArray[np.intp]

VERSION = 1
"""Of what is counted and looked at: weights that were fitted to another one tell nothing."""
HALF = 300
"""Bytes of half a window, which is one by itself, too; the next one begins behind them."""
BITS = 20
"""Places of the table, as a power of two."""
BLOCKS = 9
"""Kinds of what is counted, each by the root of how many there are: words, pairs, threes, pairs apart, letters,
classes, pairs and threes of classes, classes beside a word."""
_LETTERS = 5
_APART = (2, 3, 4)
_NEXT, _NEAR, _NEAR_OF_THREE = (1, 2, 3), 8, 12
"""Which of the following words that have a class make a pair, and how many tokens they may be away."""
_MOST_CLASSES = 3
"""Of a word."""
_MOST_KNOWN = 50_000
_DENSE = "\u3040-\u30ff\u4e00-\u9fff\uac00-\ud7af\u0e00-\u0e7f"
"""Scripts without blanks between words: each letter is read alone, and with the one before it."""
_TOKEN = re.compile(rf"[{_DENSE}]|[^\W_{_DENSE}]+|[!?:;.,()\[\]{{}}<>\"@$#/=|*~`-]")
_ENDS = ".!?;:"
"""They stand between classes as if they had one."""
_PRIME, _OTHER_PRIME, _MIX = 0x01000193, 0x85EBCA6B, 0x9E3779B1

_NAMES = (*CLASSES, *_ENDS)
_NUMBER = {name: number for number, name in enumerate(_NAMES)}
_IS_WORD = 1 << 63
_LEADS = 1 << _NUMBER["please"] | 1 << _NUMBER["link"]
"""A command may begin behind these."""
_LONGEST_PART = max(len(word) for words in CLASSES.values() for word in words.split())


class Bounds(NamedTuple):
    """Numbers that were fitted along with the weights."""

    start: float
    """What every window has beside what stands in it."""
    enough: float
    """The logit of a look from which a text counts as instructions."""
    scale: float
    """What one in the table weighs."""


@functools.cache
def fitted() -> Weights:
    """What tests/text/fit_instructions.py wrote."""
    return Weights(Path(__file__).with_name("instructions.safetensors"), VERSION)


@functools.cache
def bounds() -> Bounds:
    """As they were fitted."""
    return Bounds(*fitted().array("bounds", len(Bounds._fields)).tolist())


@functools.cache
def table() -> NDArray[np.int8]:
    """The weights (2**BITS,) by place: a megabyte, of which one text needs few pages."""
    return fitted().array("table", 1 << BITS)


@functools.cache
def _parts() -> tuple[dict[str, int], dict[str, int], dict[str, int], dict[str, int]]:
    """Classes, as bits, of whole words, beginnings, ends, and what may stand anywhere in a word."""
    found: tuple[dict[str, int], ...] = ({}, {}, {}, {})
    for name, words in CLASSES.items():
        for word in words.split():
            kind = 2 * word.startswith("*") + (word.endswith("*") and word != "*")
            part = word.strip("*")
            found[kind][part] = found[kind].get(part, 0) | 1 << _NUMBER[name]
    found[0].update({end: 1 << _NUMBER[end] for end in _ENDS})
    return found[0], found[1], found[2], found[3]


def classes_of(word: str) -> int:
    """What a word is about, as bits, in the order of `instruction_words`; the first few of it."""
    whole, begins, ends, inside = _parts()
    found = whole.get(word, 0)
    for length in range(2, min(len(word), _LONGEST_PART) + 1):
        found |= begins.get(word[:length], 0)
        if length < len(word):
            found |= ends.get(word[-length:], 0)
    for part, bits in inside.items():
        if part in word:
            found |= bits
    kept = 0
    for _ in range(_MOST_CLASSES):
        kept |= found & -found
        found &= found - 1
    return kept


class _Words(dict[str, tuple[int, int]]):
    """Hash and classes of the tokens seen, and whether each is a word."""

    def __missing__(self, word: str) -> tuple[int, int]:
        if len(self) >= _MOST_KNOWN:
            self.clear()
        bits = classes_of(word) | (_IS_WORD if word[0].isalnum() else 0)
        self[word] = found = zlib.crc32(word.encode("utf-8", "replace")), bits
        return found


_words = _Words()


def features(text: str) -> tuple[NDArray[np.integer[Any]], int]:
    """What stands in each half window of a plain text, `(half * BLOCKS + block) << BITS | place`, each once and in
    order; and how many halves there are."""
    import numpy as np

    codes = np.frombuffer(text.encode("utf-32-le", "replace"), dtype=np.uint32)
    half_at = _half_at(codes)
    halves = int(half_at[-1]) + 1
    # Half the bytes are sorted in half the time; what is written out in more letters than it had may need all of them.
    number: type[np.integer[Any]] = np.int32 if halves * BLOCKS < 1 << (31 - BITS) else np.int64
    begin = ((half_at * BLOCKS) << BITS).astype(number)
    found = [
        begin[at] + ((places >> np.uint32(32 - BITS)).astype(number) + number(block << BITS))
        for block, places, at in itertools.chain(_worded(text, codes), _lettered(codes))
    ]
    ordered = np.sort(np.concatenate(found))
    return ordered[np.append(True, ordered[1:] != ordered[:-1])] if len(ordered) else ordered, halves


def contributions(text: str) -> NDArray[np.float64]:
    """For each window of a plain text (windows, BLOCKS) what stands in it weighs, by kind; their sum is what counts."""
    import numpy as np

    found, halves = features(text)
    ends = np.searchsorted(found >> BITS, np.arange(halves * BLOCKS + 1))
    passed = np.append(0, np.cumsum(table()[found & ((1 << BITS) - 1)], dtype=np.int64))
    total, count = (np.diff(one).reshape(halves, BLOCKS) for one in (passed[ends], ends))
    return bounds().scale * averaged(total, count)


def averaged(total: NDArray[Any], count: NDArray[Any]) -> NDArray[np.float64]:
    """Of each window and kind, its total by the root of its count; given by half (halves, BLOCKS).

    Windows are two halves that follow each other, each such pair, then each half alone: what is short is found there in
    the midst of other text.
    """
    import numpy as np

    if len(total) > 1:
        total, count = (np.concatenate([one[1:] + one[:-1], one]) for one in (total, count))
    return np.asarray(total / np.sqrt(np.maximum(count, 1)), dtype=np.float64)


def window(text: str, numbers: Iterable[int]) -> Iterator[str]:
    """What stands in the windows of a plain text that have these numbers."""
    import numpy as np

    half_at = _half_at(np.frombuffer(text.encode("utf-32-le", "replace"), dtype=np.uint32))
    pairs = max(1, int(half_at[-1]))
    for number in numbers:
        first, halves = (number, 2) if number < pairs else (number - pairs, 1)
        begin, end = np.searchsorted(half_at, (first, first + halves))
        yield text[int(begin) : int(end)]


def _half_at(codes: NDArray[np.uint32]) -> NDArray[np.int64]:
    """The half in which each character begins, and the end of the text."""
    import numpy as np

    lengths = 1 + (codes >= 0x80).astype(np.int64) + (codes >= 0x800) + (codes >= 0x10000)
    return np.asarray(np.append(0, np.cumsum(lengths)) // HALF)


def classes_in(text: str) -> tuple[int, list[int]]:
    """How many tokens stand in it, and what each of the different ones is about, as bits."""
    tokens = _TOKEN.findall(text)
    return len(tokens), [_words[token][1] & (_IS_WORD - 1) for token in set(tokens)]


_Found = tuple[int, "Hashes", "Places"]
"""Block, hashes, and where in the text, in characters."""


def _worded(text: str, codes: NDArray[np.uint32]) -> Iterator[_Found]:
    import numpy as np

    tokens: list[str] = _TOKEN.findall(text)
    at = np.array([match.start() for match in _TOKEN.finditer(text)], dtype=np.intp)
    known = [_words[token] for token in tokens]
    hashes = np.array([one for one, _ in known], dtype=np.uint32)
    classes = [bits for _, bits in known]
    if not text.isascii():
        whole = _parts()[0]
        for place, (one, other) in enumerate(itertools.pairwise(tokens), 1):
            if other >= "\u0e00":
                classes[place] |= whole.get(one + other, 0)
    bits = np.array(classes, dtype=np.uint64)
    is_word = bits >= np.uint64(_IS_WORD)
    bits &= np.uint64(_IS_WORD - 1)
    word, begin = hashes[is_word], at[is_word]
    yield 0, _mixed(word, 1), begin
    yield 1, _mixed(_joined(hashes[:-1], hashes[1:]), 2), at[:-1]
    yield 2, _mixed(_joined(_joined(word[:-2], word[1:-1]), word[2:]), 3), begin[:-2]
    for gap in _APART:
        yield 3, _mixed(_joined(word[:-gap], word[gap:]), 4), begin[:-gap]
    yield from _classed(hashes, bits, at, _may_open(codes, bits, is_word, at))


def _may_open(
    codes: NDArray[np.uint32], bits: NDArray[np.uint64], is_word: NDArray[np.bool_], at: Places
) -> NDArray[np.bool_]:
    """Of each token, whether a command may begin with it: behind a sign, on a new line, or led in."""
    import numpy as np

    line = np.cumsum(codes == 10)[at] if len(codes) else np.zeros(len(at))
    led = ~is_word[:-1] | ((bits[:-1] & np.uint64(_LEADS)) != 0) | (line[1:] != line[:-1])
    return np.append(True, led)[: len(at)]


def _classed(hashes: Hashes, bits: NDArray[np.uint64], at: Places, opens: NDArray[np.bool_]) -> Iterator[_Found]:
    """Of those tokens that have a class."""
    import numpy as np

    place = np.flatnonzero(bits)
    if not len(place):
        return
    # Each class of each of these tokens, one behind the other.
    of, name = np.nonzero((bits[place, None] >> np.arange(len(_NAMES), dtype=np.uint64)) & np.uint64(1))
    names = (name.astype(np.uint32) + np.uint32(1)) * np.uint32(_MIX)
    counts = np.bincount(of, minlength=len(place))
    first = np.cumsum(counts) - counts
    where, word = at[place], hashes[place]
    is_word = name < len(CLASSES)
    yield 5, _mixed(names[is_word], 5), where[of[is_word]]
    begins = is_word & opens[place[of]]
    yield 5, _mixed(names[begins], 6), where[of[begins]]
    for step in _NEXT:
        one = np.flatnonzero(place[step:] - place[:-step] <= _NEAR)
        left, right = _each(one, one + step, first, counts)
        yield 6, _mixed(_joined(names[left], names[right]), 7), where[of[left]]
        one_class, other = _each(one, None, first, counts)
        yield 8, _mixed(_joined(names[one_class], word[one[other] + step]), 8), where[one[other]]
        one_class, other = _each(one + step, None, first, counts)
        yield 8, _mixed(_joined(word[one[other]], names[one_class]), 9), where[one[other]]
    one = np.flatnonzero(place[2:] - place[:-2] <= _NEAR_OF_THREE)
    left, at_one = _each(one, None, first, counts)
    middle, right = _each(one[at_one] + 1, one[at_one] + 2, first, counts)
    lead = np.repeat(left, counts[one[at_one] + 1] * counts[one[at_one] + 2])
    yield 7, _mixed(_joined(_joined(names[lead], names[middle]), names[right]), 10), where[of[lead]]


def _each(one: Places, other: Places | None, first: Places, counts: Places) -> tuple[Places, Places]:
    """Every class of a token with every one of another, both by their number among all classes of all tokens; without
    `other`, every class of a token with the number of that token among those given."""
    import numpy as np

    many = np.ones(len(one), dtype=np.intp) if other is None else counts[other]
    times = counts[one] * many
    pair = np.repeat(np.arange(len(one)), times)
    within = np.arange(len(pair)) - np.repeat(np.cumsum(times) - times, times)
    left = first[one][pair] + within // many[pair]
    return left, pair if other is None else first[other][pair] + within % many[pair]


def _lettered(codes: NDArray[np.uint32]) -> Iterator[_Found]:
    """Of two to five letters, within a word and its borders."""
    import numpy as np

    padded = np.concatenate([[32], codes, [32]]).astype(np.uint32)
    padded[padded < 32] = 32
    is_inside = np.ones(len(padded), dtype=np.bool_)
    hashes = padded * np.uint32(_PRIME)
    for length in range(2, _LETTERS + 1):
        hashes = _joined(hashes[:-1], padded[length - 1 :])
        is_inside = is_inside[:-1]
        if length > 2:
            is_inside = is_inside & (padded[length - 2 : -1] != 32)
        at = np.flatnonzero(is_inside)
        yield 4, _mixed(hashes[at], 10 + length), np.maximum(at - 1, 0)


def _joined(one: Hashes, other: Hashes) -> Hashes:
    import numpy as np

    count = min(len(one), len(other))
    return (one[:count] * np.uint32(_PRIME)) ^ (other[:count] * np.uint32(_OTHER_PRIME))


def _mixed(hashes: Hashes, seed: int) -> Hashes:
    import numpy as np

    hashes = (hashes + np.uint32(seed)) * np.uint32(_MIX)
    hashes = (hashes ^ (hashes >> np.uint32(15))) * np.uint32(_OTHER_PRIME)
    return hashes ^ (hashes >> np.uint32(13))
