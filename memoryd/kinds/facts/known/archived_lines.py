"""Where each archived fact stands in its file: 84 bytes a line, since most facts that ever were are archived."""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Iterator

from memoryd.kinds.facts.known.postings import Postings
from memoryd.kinds.facts.model.fact import Folded
from memoryd.kinds.facts.model.fact_ids import PREFIX, id_of

_LOOSE = 1024
"""Lines that may stand in dictionaries, at 130 bytes an entry, before they are packed."""
_GONE = 0
"""The length of a line that does not count."""


class ArchivedLines:
    """Lines by number, in the order in which they were noted; the last line of an id counts.

    One thread notes and forgets; any may ask.
    """

    def __init__(self) -> None:
        self._ids = bytearray()
        """16 bytes each; zeros where the id is none of ours and stands in `_odd`."""
        self._odd: dict[int, str] = {}
        self._offsets, self._lengths, self._times = array("q"), array("I"), array("q")
        self._by_id, self._by_triple, self._by_subject, self._by_object = (Postings() for _ in range(4))
        self._loose = 0
        self._count = 0

    def __len__(self) -> int:
        """How many facts have a line that counts."""
        return self._count

    def __contains__(self, fact_id: str) -> bool:
        return self._number(fact_id) is not None

    def __iter__(self) -> Iterator[str]:
        return self._counting(range(len(self._lengths)))

    def place(self, fact_id: str) -> tuple[int, int] | None:
        """The offset and the length of the line that counts."""
        number = self._number(fact_id)
        return None if number is None else (self._offsets[number], self._lengths[number])

    def time(self, fact_id: str) -> int:
        """When its fact was archived, by the line that counts (microseconds); 0: there is none, or nobody knows."""
        number = self._number(fact_id)
        return 0 if number is None else self._times[number]

    def note(self, fact_id: str, key: Folded, time: int, offset: int, length: int) -> None:
        """A line states a fact with that folded triple, and that it was archived then."""
        before, number = self._number(fact_id), len(self._lengths)
        packed = _packed(fact_id)
        self._ids += packed or bytes(16)
        if packed is None:
            self._odd[number] = fact_id
        self._offsets.append(offset)
        self._lengths.append(length)
        self._times.append(time)
        self._by_triple.add(hash(key), number)
        self._by_subject.add(hash(key[0]), number)
        self._by_object.add(hash(key[2]), number)
        self._by_id.add(hash(fact_id), number)
        if before is None:
            self._count += 1
        else:
            self._lengths[before] = _GONE
        self._loose += 1
        if self._loose >= _LOOSE:
            self._loose = 0
            for postings in (self._by_id, self._by_triple, self._by_subject, self._by_object):
                postings.pack()

    def forget(self, fact_id: str) -> None:
        """No line of that fact counts."""
        number = self._number(fact_id)
        if number is not None:
            self._lengths[number] = _GONE
            self._count -= 1

    def triples(self, codes: list[int]) -> set[int]:
        """Which of these hashes of folded triples may be here."""
        return self._by_triple.among(codes)

    def stating(self, code: int) -> Iterator[str]:
        """Ids of what may have a folded triple of that hash, in the order of their lines."""
        return self._counting(self._by_triple.of(code))

    def about(self, code: int) -> Iterator[str]:
        """The same by the hash of the folded subject."""
        return self._counting(self._by_subject.of(code))

    def naming(self, code: int) -> Iterator[str]:
        """The same by the hash of the folded object."""
        return self._counting(self._by_object.of(code))

    def _counting(self, numbers: Iterable[int]) -> Iterator[str]:
        return (self._id(number) for number in numbers if self._lengths[number] != _GONE)

    def _number(self, fact_id: str) -> int | None:
        # The last one first: while a line takes another's place, both count for a moment.
        numbers = reversed(self._by_id.of(hash(fact_id)))
        return next((one for one in numbers if self._lengths[one] != _GONE and self._id(one) == fact_id), None)

    def _id(self, number: int) -> str:
        odd = self._odd.get(number) if self._odd else None
        return id_of(self._ids[16 * number : 16 * number + 16].hex()) if odd is None else odd


def _packed(fact_id: str) -> bytes | None:
    """An id of ours as 16 bytes; None for another, which a person may have typed."""
    try:
        packed = bytes.fromhex(fact_id[len(PREFIX) :].replace("-", ""))
    except ValueError:
        return None
    return packed if len(packed) == 16 and id_of(packed.hex()) == fact_id else None
