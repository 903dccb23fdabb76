"""What the session that asks may see (rule 17)."""

from __future__ import annotations

from typing import ClassVar

import msgspec

from memoryd.origin import Origin
from memoryd.types import Document


class Visibility(msgspec.Struct, frozen=True):
    """What the asking session may see. This base class, for private sessions, hides nothing."""

    group: ClassVar[bool] = False

    def sees(self, document: Document) -> bool:
        """Whether a result may show this document."""
        return True

    def sees_origin(self, origin: Origin) -> bool:
        """Whether it may know of a fact, a note or a context of this origin."""
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
        if document.session_id is not None and document.session_id == self.session_id:
            return True
        of_its_groups = document.audience == "group" and self.project is not None and document.project == self.project
        if document.kind in self.restricted_kinds:
            return of_its_groups and document.created <= self.started_at
        return of_its_groups or document.audience == "shared"

    def sees_origin(self, origin: Origin) -> bool:
        """Whether it may know of a fact, a note or a context of this origin."""
        if origin.audience != "group":
            return origin.audience == "shared"
        if origin.project is None:
            return origin.session_id is not None and origin.session_id == self.session_id
        return origin.project == self.project


PRIVATE = Visibility()
