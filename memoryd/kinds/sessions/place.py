"""Where a message stands."""

from __future__ import annotations

from typing import NamedTuple

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
