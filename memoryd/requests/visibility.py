"""What the session that asks may see (rule 17)."""

from __future__ import annotations

from typing import ClassVar

import msgspec

from memoryd.types import Document


class Visibility(msgspec.Struct, frozen=True):
    """What the asking session may see. This base class, for private sessions, hides nothing."""

    group: ClassVar[bool] = False

    def sees(self, document: Document) -> bool:
        """Whether a result may show this document."""
        return True


class GroupVisibility(Visibility, frozen=True, kw_only=True):
    """What a group session may see."""

    group: ClassVar[bool] = True
    session_id: str | None
    project: str | None = None
    started_at: int = 0
    restricted_kinds: frozenset[str]
    """Of these kinds it sees only its own documents and those of earlier group sessions of its project."""
    hidden_files: frozenset[str]
    """Files that it does not see."""

    def sees(self, document: Document) -> bool:
        """Whether a result may show this document."""
        if document.source in self.hidden_files or document.path in self.hidden_files:
            return False
        if document.kind not in self.restricted_kinds:
            return True
        if self.session_id is not None and document.session_id == self.session_id:
            return True
        return (
            document.audience == "group"
            and self.project is not None
            and document.project == self.project
            and document.created <= self.started_at
        )


PRIVATE = Visibility()
