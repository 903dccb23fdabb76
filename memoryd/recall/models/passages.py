"""Cuts long texts into passages that fit an encoder. Pure."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Sequence

_ENDS = re.compile(r"(?<=[.!?;:。！？])\s+|\n+|(?<=[。！？])")


def sentence_ends(text: str) -> list[int]:
    """Offsets at which a sentence or a line ends."""
    return [found.end() for found in _ENDS.finditer(text)]


def windows(starts: Sequence[int], ends: Sequence[int], size: int, overlap: int) -> list[tuple[int, int]]:
    """Ranges of at most `size` tokens that cover all; `starts` has each token's offset, `ends` the sentence ends.

    A range ends at a sentence's end where one lies in its last half; the next one goes back by up to `overlap` tokens.
    """
    if not 0 <= overlap < size // 2:
        raise ValueError("the overlap must be under half of the size")
    total, begin = len(starts), 0
    cuts = sorted({bisect_left(starts, end) for end in ends})
    found: list[tuple[int, int]] = []
    while total - begin > size:
        cut = begin + size
        place = bisect_right(cuts, cut) - 1
        if place >= 0 and cuts[place] > begin + size // 2:
            cut = cuts[place]
        found.append((begin, cut))
        earlier = bisect_left(cuts, cut - overlap)  # begins at a sentence, too
        begin = cuts[earlier] if earlier < len(cuts) and cuts[earlier] < cut else cut - overlap
    if total > begin or not found:
        found.append((begin, total))
    return found
