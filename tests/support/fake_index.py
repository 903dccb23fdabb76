"""An index in memory, for whoever only feeds one."""

from __future__ import annotations

from memoryd.types import Change, Document


class FakeIndex:
    """Keeps documents and states as the real index does."""

    def __init__(self) -> None:
        self.documents: dict[str, Document] = {}
        self.states: dict[str, bytes] = {}
        self.changes: list[Change] = []
        """All that came, in order."""

    def wait_for_room(self) -> bool:
        return True

    def documents_of(self, source: str) -> list[Document]:
        return [one for one in self.documents.values() if one.source == source]

    def apply(self, change: Change) -> None:
        self.changes.append(change)
        if change.remove_source:
            self.documents = {key: one for key, one in self.documents.items() if one.source != change.source}
        for key in change.remove:
            self.documents.pop(key, None)
        self.documents |= {one.key: one for one in change.put}
        if change.state is not None:
            self.states[change.source] = change.state
