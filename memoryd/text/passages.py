"""The passage of a text that answers a question (rule 25). Pure."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections import Counter
from itertools import islice
from typing import NamedTuple

from memoryd.text.stopwords import STOP_WORDS

_WORD = re.compile(r"\w+")
_MOST_WORDS = 32
_MOST_PLACES = 20_000
"""Places of words that are looked at in one text."""
_SHORTEST_HEAD = 4
_END = re.compile(r"(?:[.!?…][\"')\]”»]*|\n)\s+|[。！？]")


class Passage(NamedTuple):
    """Part of a text: its characters from `start` up to `end`."""

    text: str
    start: int
    end: int


def passage(text: str, query: str, most: int) -> Passage:
    """At most so many characters around the words of the query, from the start of a sentence to the end of one.

    The beginning where none of its words is in the text, and all of a text that is short enough.
    """
    if len(text) <= most:
        return Passage(text, 0, len(text))
    first, last = _window(text, query, most)
    return _cut(text, first, last, most)


def beginning(text: str, most: int) -> str:
    """At most so many characters from the beginning, to the end of a sentence if one ends in the second half."""
    return text if len(text) <= most else _cut(text, 0, 0, most).text


def _window(text: str, query: str, most: int) -> tuple[int, int]:
    """Where the words begin that stand together, and where the last of them ends."""
    heads = {_head(word) for word in _WORD.findall(query.casefold())[: 4 * _MOST_WORDS] if word not in STOP_WORDS}
    if not heads:
        return 0, 0
    places = _places(text, list(heads)[:_MOST_WORDS])
    if not places:
        return 0, 0
    # A word that is everywhere says less about where to look.
    rare = {word: 1.0 / count for word, count in Counter(word for _, _, word in places).items()}
    best, found, begin = 0.0, (0, 0), 0
    inside: Counter[str] = Counter()
    worth = 0.0
    for at, (_, end, word) in enumerate(places):
        inside[word] += 1
        if inside[word] == 1:
            worth += 1.0 + rare[word]
        while begin < at and end - places[begin][0] > most:
            gone = places[begin][2]
            inside[gone] -= 1
            if not inside[gone]:
                worth -= 1.0 + rare[gone]
            begin += 1
        if worth > best + 1e-9:
            best, found = worth, (places[begin][0], end)
    return found


def _places(text: str, heads: list[str]) -> list[tuple[int, int, str]]:
    """Where words begin with one of these, the longest of them, and where that ends; in order."""
    if text.isascii() and all(map(str.isascii, heads)):  # to compile a pattern for each query takes ten times as long
        ends: dict[int, int] = {}
        plain = text.lower()
        for head in sorted(heads, key=len):
            at = plain.find(head)
            while at >= 0:
                if at == 0 or not (plain[at - 1].isalnum() or plain[at - 1] == "_"):
                    ends[at] = at + len(head)
                # No word begins before this one ends: of one letter again and again each place would be looked at.
                within = _WORD.match(plain, at)
                at = plain.find(head, at + 1 if within is None else within.end())
        return [(at, end, plain[at:end]) for at, end in sorted(ends.items())[:_MOST_PLACES]]
    words = "|".join(sorted(map(re.escape, heads), key=len, reverse=True))
    found = islice(re.compile(rf"\b(?:{words})", re.IGNORECASE).finditer(text), _MOST_PLACES)
    return [(match.start(), match.end(), match[0].casefold()) for match in found]


def _head(word: str) -> str:
    """What forms of a word have in common, roughly."""
    return word[: max(_SHORTEST_HEAD, len(word) - 2)]


def _cut(text: str, first: int, last: int, most: int) -> Passage:
    """From the start of a sentence before `first` to the end of one, with both places in it."""
    low, high = max(0, last - most), min(len(text), first + most)
    ends = [match.end() for match in _END.finditer(text, low, high)]
    starts = [0, *ends] if low == 0 else ends
    # A third of the room goes to what stands before.
    earliest = max(low, first - most // 3)
    at = bisect_left(starts, earliest)
    start = starts[at] if at < len(starts) and starts[at] <= first else _word_start(text, earliest, first)
    latest = min(len(text), start + most)
    if latest == len(text):
        return Passage(text[start:].rstrip(), start, len(text))
    at = bisect_right(ends, latest) - 1
    end = ends[at] if at >= 0 and ends[at] >= max(last, start + most // 2) else _word_end(text, start, latest)
    return Passage(text[start:end].rstrip(), start, end)


def _word_start(text: str, earliest: int, first: int) -> int:
    if earliest == 0:
        return 0
    space = text.find(" ", earliest, first)
    return space + 1 if space >= 0 else earliest


def _word_end(text: str, start: int, latest: int) -> int:
    space = text.rfind(" ", start + (latest - start) // 2, latest)
    return space if space >= 0 else latest
