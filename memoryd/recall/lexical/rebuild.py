"""A new index that is built beside the serving one and replaces it in one step."""

from __future__ import annotations

import threading
from collections.abc import Callable
from pathlib import Path

from memoryd.errors import Busy
from memoryd.recall.lexical.disk import NEW, destroy
from memoryd.recall.lexical.ingest import Ingest
from memoryd.recall.lexical.layout import IndexDamaged
from memoryd.recall.pacing import ROOM_SECONDS
from memoryd.types import Change


class Rebuild:
    """Takes the changes that replay the truth files. Live changes go to both indexes, and win over replayed ones."""

    def __init__(
        self, serving: Ingest, directory: Path, open_ingest: Callable[[Path], Ingest], on_swap: Callable[[], None]
    ) -> None:
        """Raises Busy if none can be made."""
        self._serving = serving
        self._directory = directory
        self._on_swap = on_swap
        self._new = directory.with_name(directory.name + NEW)
        destroy(self._new)
        try:
            self._ingest = open_ingest(self._new)
        except IndexDamaged as damaged:
            destroy(self._new)
            raise _not_made(damaged) from damaged
        self._lock = threading.Lock()
        self._live_keys: set[str] = set()
        self._live_sources: set[str] = set()
        self._live_states: set[str] = set()
        serving.mirror(self._apply_live)

    def apply(self, change: Change) -> None:
        """Take replayed documents; what a live change has put or removed since the rebuild began stays as it is."""
        with self._lock:
            if change.source in self._live_sources:
                return
            keep = [document for document in change.put if document.key not in self._live_keys]
            state = None if change.source in self._live_states else change.state
            self._ingest.apply(Change(source=change.source, put=keep, state=state))

    def wait_for_room(self, timeout: float = ROOM_SECONDS) -> bool:
        """Wait until few enough documents are queued; False when that takes longer."""
        return self._ingest.wait_for_room(timeout)

    def swap(self) -> None:
        """Replace the serving index by the new one. Raises Busy, and then the old one goes on."""
        try:
            self._serving.move_to(self._ingest, self._directory)
        except IndexDamaged as damaged:
            raise _not_made(damaged) from damaged
        self._on_swap()

    def abandon(self) -> None:
        """Drop the new index."""
        self._serving.mirror(None)
        self._ingest.close()
        destroy(self._new)

    def _apply_live(self, change: Change) -> None:
        with self._lock:
            self._live_keys.update(document.key for document in change.put)
            self._live_keys.update(change.remove)
            if change.remove_source:
                self._live_sources.add(change.source)
            if change.state is not None:
                self._live_states.add(change.source)
            self._ingest.apply(change)


def _not_made(damaged: IndexDamaged) -> Busy:
    return Busy(f"the index cannot be made anew: {str(damaged).rstrip('.')}. The old one goes on; see memoryctl health")
