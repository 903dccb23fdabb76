"""Which facts have a text: hash of the folded text → numbers of facts. What comes in bulk lies in sorted columns."""

from __future__ import annotations

from array import array
from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from typing import NamedTuple

_BULK = 4096
"""From this many on, columns are worth sorting: 12 bytes an entry instead of 130."""


class _Run(NamedTuple):
    """Hashes in order, and the number of each; those of one hash are in order, too, and each is there once."""

    codes: array[int]
    numbers: array[int]


class Postings:
    """A sieve, not an answer: a text's facts are among those of its hash, and some of them may be out of date."""

    def __init__(self) -> None:
        self._runs: tuple[_Run, ...] = ()
        """Each at least twice as long as the next, so that few are searched and an entry is seldom moved."""
        self._single: dict[int, int | list[int]] = {}
        """What came one by one; most texts occur once, so a list each would be waste."""

    def __contains__(self, code: int) -> bool:
        for codes, _ in self._runs:
            at = bisect_left(codes, code)
            if at < len(codes) and codes[at] == code:
                return True
        return code in self._single

    def of(self, code: int) -> list[int]:
        """The numbers of that hash, in order."""
        # Looked up before the runs: `pack` fills those first, so that nothing is missed meanwhile.
        single = self._single.get(code)
        found: list[int] = []
        in_order = True
        for codes, numbers in self._runs:
            at = bisect_left(codes, code)
            if at < len(codes) and codes[at] == code:
                in_order = in_order and (not found or found[-1] < numbers[at])
                found += numbers[at : bisect_right(codes, code, at)]
        if single is not None:
            more = single if isinstance(single, list) else (single,)
            in_order = in_order and (not found or not more or found[-1] < more[0])
            found += more
        return found if in_order else sorted({*found})

    def among(self, codes: Sequence[int]) -> set[int]:
        """Which of these hashes it has."""
        found = {code for code in codes if code in self._single}
        if self._runs:
            import numpy as np

            wanted = np.sort(np.array(codes, np.int64))  # in order, each is found near the one before
            for column, _ in self._runs:
                known = np.frombuffer(column, np.int64)
                found.update(wanted[known.take(np.searchsorted(known, wanted), mode="clip") == wanted].tolist())
        return found

    def add(self, code: int, number: int) -> None:
        """One more; it may be known already."""
        found = self._single.setdefault(code, number)
        if isinstance(found, list):
            # In order, so that one of half a million facts about the user is found without going through them.
            at = len(found) if number > found[-1] else bisect_left(found, number)
            if at == len(found) or found[at] != number:
                found.insert(at, number)
        elif found != number:
            self._single[code] = [min(found, number), max(found, number)]

    def add_all(self, codes: Sequence[int], begin: int) -> None:
        """The hashes of the numbers from `begin` on."""
        if len({*codes}) == len(codes) and self._single.keys().isdisjoint(codes):
            self._single.update(zip(codes, range(begin, begin + len(codes)), strict=True))
            return
        for number, code in enumerate(codes, begin):
            self.add(code, number)

    def add_column(self, codes: array[int], begin: int) -> None:
        """As `add_all`; many of them go to the columns."""
        if len(codes) < _BULK:
            self.add_all(codes, begin)
        else:
            self._add_run(codes, array("I", range(begin, begin + len(codes))))

    def pack(self) -> None:
        """What came one by one goes to the columns, too: nothing of it can be taken out from now on."""
        codes, numbers = array("q"), array("I")
        for code, found in self._single.items():
            several = found if isinstance(found, list) else (found,)
            codes.extend([code] * len(several))
            numbers.extend(several)
        if codes:
            self._add_run(codes, numbers)
            self._single = {}

    def _add_run(self, codes: array[int], numbers: array[int]) -> None:
        import numpy as np

        runs = [*self._runs, _Run(codes, numbers)]
        while len(runs) > 1 and len(runs[-2].codes) < 2 * len(runs[-1].codes):
            last = runs.pop()
            runs[-1] = _Run(runs[-1].codes + last.codes, runs[-1].numbers + last.numbers)
        merged, run = runs[-1], _Run(array("q"), array("I"))
        every = np.frombuffer(merged.codes, np.int64)
        order = np.argsort(every, kind="stable")  # lets other threads run, as a sort of Python's does not
        every, all_numbers = every[order], np.frombuffer(merged.numbers, np.uint32)[order]
        if ((every[1:] == every[:-1]) & (all_numbers[1:] <= all_numbers[:-1])).any():
            order = np.lexsort((all_numbers, every))
            every, all_numbers = every[order], all_numbers[order]
            first = np.ones(len(every), np.bool_)
            first[1:] = (every[1:] != every[:-1]) | (all_numbers[1:] != all_numbers[:-1])
            every, all_numbers = every[first], all_numbers[first]
        run.codes.frombytes(every.view(np.uint8).data)
        run.numbers.frombytes(all_numbers.view(np.uint8).data)
        self._runs = (*runs[:-1], run)

    def discard(self, code: int, number: int) -> None:
        """That one is out of date; one that came in bulk may stay."""
        found = self._single.get(code)
        if isinstance(found, list):
            at = bisect_left(found, number)
            if at < len(found) and found[at] == number:
                del found[at]
            if not found:
                del self._single[code]
        elif found == number:
            del self._single[code]

    def repeated(self) -> list[list[int]]:
        """The numbers of each hash that several have."""
        import numpy as np

        codes = {*self._single}
        if self._runs:
            every = np.sort(np.concatenate([np.frombuffer(run.codes, np.int64) for run in self._runs]))
            codes |= {*every[1:][every[1:] == every[:-1]].tolist()}
        return [found for code in codes if len(found := self.of(code)) > 1]
