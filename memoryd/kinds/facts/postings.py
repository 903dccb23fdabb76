"""Which facts have a text: hash of the folded text → ordinals. What comes in bulk lies in two sorted columns."""

from __future__ import annotations

from array import array
from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from itertools import pairwise

_BULK = 4096
"""From this many on, columns are worth sorting: 12 bytes an entry instead of 130."""


class Postings:
    """A sieve, not an answer: a text's ordinals are among those of its hash, and some of them may be out of date."""

    def __init__(self) -> None:
        self._columns: tuple[array[int], array[int]] = array("q"), array("I")
        """Hashes in order, and the ordinal of each."""
        self._single: dict[int, int | list[int]] = {}
        """What came one by one; most texts occur once, so a list each would be waste."""

    def __contains__(self, code: int) -> bool:
        codes = self._columns[0]
        at = bisect_left(codes, code)
        return (at < len(codes) and codes[at] == code) or code in self._single

    def of(self, code: int) -> list[int]:
        """The ordinals of that hash, in order."""
        codes, ordinals = self._columns
        begin = bisect_left(codes, code)
        found = ordinals[begin : bisect_right(codes, code, begin)].tolist()
        single = self._single.get(code)
        if single is None:
            return found
        return sorted({*found, *(single if isinstance(single, list) else (single,))})

    def add(self, code: int, ordinal: int) -> None:
        """One more; it may be known already."""
        found = self._single.setdefault(code, ordinal)
        if isinstance(found, list):
            # In order, so that one of half a million facts about the user is found without going through them.
            at = len(found) if ordinal > found[-1] else bisect_left(found, ordinal)
            if at == len(found) or found[at] != ordinal:
                found.insert(at, ordinal)
        elif found != ordinal:
            self._single[code] = [min(found, ordinal), max(found, ordinal)]

    def add_all(self, codes: Sequence[int], begin: int) -> None:
        """The hashes of the ordinals from `begin` on."""
        if len({*codes}) == len(codes) and self._single.keys().isdisjoint(codes):
            self._single.update(zip(codes, range(begin, begin + len(codes)), strict=True))
            return
        for ordinal, code in enumerate(codes, begin):
            self.add(code, ordinal)

    def add_column(self, codes: array[int], begin: int) -> None:
        """As `add_all`; many of them go to the columns, which are sorted anew."""
        if len(codes) < _BULK:
            self.add_all(codes, begin)
            return
        import numpy as np

        known = self._columns
        new = np.arange(begin, begin + len(codes), dtype=np.uint32)
        ordinals = np.concatenate((np.frombuffer(known[1], np.uint32), new)) if known[1] else new
        every = np.frombuffer(known[0] + codes, np.int64)
        order = np.argsort(every, kind="stable")  # lets other threads run, as a sort of Python's does not
        columns = array("q"), array("I")
        columns[0].frombytes(every[order].view(np.uint8).data)
        columns[1].frombytes(ordinals[order].view(np.uint8).data)
        self._columns = columns

    def discard(self, code: int, ordinal: int) -> None:
        """That one is out of date; one that came in bulk may stay."""
        found = self._single.get(code)
        if isinstance(found, list):
            at = bisect_left(found, ordinal)
            if at < len(found) and found[at] == ordinal:
                del found[at]
            if not found:
                del self._single[code]
        elif found == ordinal:
            del self._single[code]

    def repeated(self) -> list[list[int]]:
        """The ordinals of each hash that several have."""
        codes = {code for code, after in pairwise(self._columns[0]) if code == after}
        return [found for code in {*codes, *self._single} if len(found := self.of(code)) > 1]
