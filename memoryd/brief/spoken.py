"""What was said in the sessions that a brief reads, and which memories say no more than that (rule 26). Pure."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

from msgspec.structs import replace

from memoryd.extraction.ends import words_of
from memoryd.in_force.lines import Line

_BY_WHOM = words_of("user said, assistant says, sagt")
"""How facts put what somebody said."""


class Gathered(NamedTuple):
    """What may stand in a brief, and by the key of each memory that lines of messages tell, the numbers of these."""

    lines: tuple[Line, ...]
    telling: Mapping[str, list[int]]

    def memories(self) -> Iterator[tuple[str, list[int]]]:
        """The keys of messages, and of memories that were made of one each, and the numbers of their lines."""
        own: defaultdict[str, list[int]] = defaultdict(list)
        for at, line in enumerate(self.lines):
            if line.source and line.text:
                own[line.key].append(at)
        yield from {**own, **self.telling}.items()


class Spoken:
    """The lines of these sessions.

    What a night makes of a message may leave out half of it, and stands in another section than the message did that
    day. A memory that was made of one message, and has no word that the lines of the message lack, is told by these.
    One that somebody corrected has another word.
    """

    def __init__(self, lines: Iterable[Line]) -> None:
        self._lines = list(lines)
        self.telling: dict[str, list[int]] = {}
        """By the key of each memory that they tell, the numbers of the lines that do."""
        self._by_message: dict[str, list[int]] = defaultdict(list)
        for number, line in enumerate(self._lines):
            if line.is_told and line.text:
                self._by_message[line.source or line.key].append(number)

    def absorbs(self, memory: Line) -> bool:
        """Whether they say all of the memory, which needs no line of its own then; they rank as it does."""
        told = self._by_message.get(memory.source, []) if memory.source and not memory.is_fixed else []
        words = words_of(memory.text) - _BY_WHOM
        if not words or not words <= {word for at in told for word in words_of(self._lines[at].text)}:
            return False
        self.telling[memory.key] = [at for at in told if words & words_of(self._lines[at].text)]
        for at in self.telling[memory.key]:
            line = self._lines[at]
            if line.part == memory.part:
                self._lines[at] = replace(line, rank=min(line.rank, memory.rank))
        return True

    def lines(self) -> list[Line]:
        """All of them, in their order."""
        return self._lines
