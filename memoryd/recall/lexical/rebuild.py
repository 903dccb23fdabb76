"""A new index made beside the one that serves, and put in its place in one step."""

from __future__ import annotations

import threading
from collections.abc import Callable
from pathlib import Path

from memoryd.recall.lexical.disk import NEW, Disk, destroy
from memoryd.recall.lexical.ingest import Intake
from memoryd.types import Change


class Rebuild:
    """Takes the changes that replay the truth files. What changes meanwhile goes to both indexes, and wins here."""

    def __init__(self, serving: Intake, directory: Path, commit_seconds: float, on_swap: Callable[[], None]) -> None:
        self._serving = serving
        self._directory = directory
        self._on_swap = on_swap
        self._new = directory.with_name(directory.name + NEW)
        destroy(self._new)
        self._intake = Intake(Disk(self._new), commit_seconds)
        self._lock = threading.Lock()
        self._live_keys: set[str] = set()
        self._live_sources: set[str] = set()
        self._live_states: set[str] = set()
        serving.mirror(self._live)

    def apply(self, change: Change) -> None:
        """Take replayed documents; what a live change has put or dropped since the rebuild began is left as it is."""
        with self._lock:
            if change.source in self._live_sources:
                return
            keep = [document for document in change.put if document.key not in self._live_keys]
            state = None if change.source in self._live_states else change.state
            self._intake.apply(Change(source=change.source, put=keep, state=state))

    def wait_room(self, timeout: float = 30.0) -> bool:
        """Wait until few enough documents are queued; False when that takes longer."""
        return self._intake.wait_room(timeout)

    def swap(self) -> None:
        """Put the new index in the place of the old one. Raises IndexDamaged; the old one then goes on."""
        self._serving.move_to(self._intake, self._directory)
        self._on_swap()

    def abandon(self) -> None:
        """Drop the new index."""
        self._serving.mirror(None)
        self._intake.close()
        destroy(self._new)

    def _live(self, change: Change) -> None:
        with self._lock:
            self._live_keys.update(document.key for document in change.put)
            self._live_keys.update(change.remove)
            if change.remove_source:
                self._live_sources.add(change.source)
            if change.state is not None:
                self._live_states.add(change.source)
            self._intake.apply(change)
