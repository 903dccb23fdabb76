"""Sessions as the kinds of memory that are made from them see them."""

from __future__ import annotations

from typing import Protocol

from memoryd.conversation.file import SessionFile
from memoryd.conversation.message import Message
from memoryd.conversation.session import Session


class Transcripts(Protocol):
    """Known sessions and their files. Copy the mappings before iterating: other threads change them."""

    @property
    def sessions(self) -> dict[str, Session]:
        """By id."""
        ...

    @property
    def files(self) -> dict[str, SessionFile]:
        """By path relative to the data directory."""
        ...

    @property
    def archived(self) -> dict[str, SessionFile]:
        """Those past their retention, by the path that they had: every consumer has taken them."""
        ...

    @property
    def idle_hours(self) -> float:
        """After so long without a request a session is finished (rule 18)."""
        ...

    def messages_of(self, path: str, first_line: int = 1, last_line: int | None = None) -> list[tuple[int, Message]]:
        """(line, message) of a file; lines that are none are left out."""
        ...

    def is_unedited(self, path: str) -> bool:
        """Whether the file is as our last append left it."""
        ...
