"""Where a message stands, and what of a session stands, as it was read before the writer's turn."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from memoryd.conversation.file import SessionFile
from memoryd.conversation.message import Message


class Place(NamedTuple):
    """A message and where it stands."""

    path: str
    line: int
    message: Message

    @property
    def key(self) -> str:
        """Its key."""
        return f"{self.path}:{self.line}"


Copies = tuple[Place, ...]
"""A message and its copies in other files of its session."""


class Standing(NamedTuple):
    """All of its messages, or the last ones, and what they were read from."""

    files: Mapping[str, tuple[SessionFile | None, int]]
    """Each as it was then, and how many of its bytes were on the disk."""
    messages: list[Copies]
    """In order."""
    is_all: bool
    """Or else the last of them."""
    is_rest: bool = False
    """Whether they are only the rest of those that are to be taken out: what was appended since is not among them."""

    def parts(self, most: int) -> list[Standing]:
        """The same in parts, each with at most so many lines or with one message."""
        parts: list[list[Copies]] = [[]]
        count = 0
        for copies in self.messages:
            if count and count + len(copies) > most:
                parts.append([])
                count = 0
            parts[-1].append(copies)
            count += len(copies)
        return [self._replace(messages=part, is_rest=at > 0) for at, part in enumerate(parts)]
