"""How much a stretch of text as a whole reads like instructions to an agent (rule 27). Pure.

A window is some 800 bytes, most texts are one. Its words, alone, in pairs and threes, two words with up to three
between them, and the beginnings, insides and ends of words, of two to five letters, each have a place in one table of
weights, found by their hash. What a text is about, and who speaks in it to whom, shows in many of them at once, where
no passage alone says it (`instruction_passages`). Fitted, like those, by tests/text/fit_instructions.py.
"""

from __future__ import annotations

import base64
import functools
import math
import re
import zlib
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from memoryd.text.instruction_window_weights import WEIGHTS

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

HALF = 400
"""Bytes of half a window; the next one begins behind them."""
BITS = 20
"""Places of the table, as a power of two."""
BLOCKS = 5
"""Kinds of what is counted: words, pairs, threes, pairs apart, letters; each by the root of how many there are."""
PASSAGES = 0.1
"""What the sum of a passage counts beside that of the window that it is in."""
_TOKEN = re.compile(r"\w+|[!?:;.,()\[\]{}<>\"@$#/=]")
_LETTERS = 5
_APART = (2, 3, 4)
_PRIME, _OTHER_PRIME, _MIX = 0x01000193, 0x85EBCA6B, 0x9E3779B1


@functools.cache
def table() -> NDArray[np.int8]:
    """The weights (2**BITS,) by place, in `SCALE`s: a megabyte, of which one text needs few pages."""
    import numpy as np

    return np.frombuffer(zlib.decompress(base64.b85decode("".join(WEIGHTS.split()))), dtype=np.int8)


def features(data: bytes) -> tuple[NDArray[np.integer[Any]], int]:
    """What stands in each window of a plain text, `(window * BLOCKS + block) << BITS | place`, each once and in order;
    and how many windows there are."""
    import numpy as np

    text = data.decode("utf-8", "replace")
    codes = np.frombuffer(text.encode("utf-32-le", "replace"), dtype=np.uint32)
    lengths = 1 + (codes >= 0x80).astype(np.int64) + (codes >= 0x800) + (codes >= 0x10000)
    halves = np.append(0, np.cumsum(lengths)) // HALF
    windows = max(1, int(halves[-1]) + (1 if len(data) % HALF else 0) - 1)
    # Half the bytes are sorted in half the time; what is written out in more letters than it had may need all of them.
    number: type[np.integer[Any]] = np.int32 if windows * BLOCKS < 1 << (31 - BITS) else np.int64
    found: list[NDArray[np.integer[Any]]] = []
    for block, places, at in (*_words(text), *_letters(codes)):
        half = halves[at]
        key = (places >> np.uint32(32 - BITS)).astype(number)
        found += [
            ((np.clip(window, 0, windows - 1) * BLOCKS + block) << BITS).astype(number) | key
            for window in ((half - 1, half) if windows > 1 else (half,))
        ]
    ordered = np.sort(np.concatenate(found))
    return ordered[np.append(True, ordered[1:] != ordered[:-1])] if len(ordered) else ordered, windows


def sums(data: bytes, weights: NDArray[Any], scale: float) -> NDArray[np.float64]:
    """For each window of a plain text what its parts weigh together; `weights`: by place, in `scale`s."""
    import numpy as np

    found, windows = features(data)
    blocks = found >> BITS
    count = np.bincount(blocks, minlength=windows * BLOCKS)
    total = np.bincount(blocks, weights[found & ((1 << BITS) - 1)], windows * BLOCKS)
    return np.asarray(scale * (total / np.sqrt(np.maximum(count, 1))).reshape(windows, BLOCKS).sum(axis=1))


def strongest(whole: NDArray[np.float64], starts: Sequence[int], sums_of: Sequence[float]) -> float:
    """The most that a window and the strongest passage in it come to together; passages begin at `starts`, in bytes."""
    inside = [-math.inf] * len(whole)
    for start, weight in zip(starts, sums_of, strict=True):
        half = start // HALF
        for window in {min(max(half - 1, 0), len(whole) - 1), min(half, len(whole) - 1)}:
            inside[window] = max(inside[window], weight)
    return max(float(one) + PASSAGES * weight for one, weight in zip(whole, inside, strict=True))


_Found = tuple[int, "NDArray[np.uint32]", "NDArray[np.int64]"]
"""Block, hashes, and where in the text, in characters."""


def _words(text: str) -> list[_Found]:
    import numpy as np

    matches = [(match.start(), match[0]) for match in _TOKEN.finditer(text)]
    at = np.array([start for start, _ in matches], dtype=np.int64)
    hashes = np.array([zlib.crc32(word.encode()) for _, word in matches], dtype=np.uint32)
    is_word = np.array([word[0] == "_" or word[0].isalnum() for _, word in matches], dtype=np.bool_)
    word, begin = hashes[is_word], at[is_word]
    found: list[_Found] = [(0, _mixed(word, 1), begin), (1, _mixed(_joined(hashes[:-1], hashes[1:]), 2), at[:-1])]
    found.append((2, _mixed(_joined(_joined(word[:-2], word[1:-1]), word[2:]), 3), begin[:-2]))
    found += [(3, _mixed(_joined(word[:-gap], word[gap:]), 4), begin[:-gap]) for gap in _APART]
    return found


def _letters(codes: NDArray[np.uint32]) -> list[_Found]:
    """Of two to five letters, within a word and its borders."""
    import numpy as np

    padded = np.concatenate([[32], codes, [32]]).astype(np.uint32)
    padded[padded < 32] = 32
    is_inside = np.ones(len(padded), dtype=np.bool_)
    hashes = padded * np.uint32(_PRIME)
    found: list[_Found] = []
    for length in range(2, _LETTERS + 1):
        hashes = _joined(hashes[:-1], padded[length - 1 :])
        is_inside = is_inside[:-1]
        if length > 2:
            is_inside = is_inside & (padded[length - 2 : -1] != 32)
        at = np.flatnonzero(is_inside)
        found.append((4, _mixed(hashes[at], 4 + length), np.maximum(at - 1, 0)))
    return found


def _joined(one: NDArray[np.uint32], other: NDArray[np.uint32]) -> NDArray[np.uint32]:
    import numpy as np

    count = min(len(one), len(other))
    return (one[:count] * np.uint32(_PRIME)) ^ (other[:count] * np.uint32(_OTHER_PRIME))


def _mixed(hashes: NDArray[np.uint32], seed: int) -> NDArray[np.uint32]:
    import numpy as np

    hashes = (hashes + np.uint32(seed)) * np.uint32(_MIX)
    hashes = (hashes ^ (hashes >> np.uint32(15))) * np.uint32(_OTHER_PRIME)
    return hashes ^ (hashes >> np.uint32(13))
