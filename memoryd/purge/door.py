"""Before the index: what was purged comes into no memory again, whichever file or import brings it (rule 6)."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable

import msgspec

from memoryd.purge.tombstones import Graves
from memoryd.types import Change, Document


class Door:
    """Turns back what was purged, and remembers where it came from, so that it is taken out there; any thread."""

    def __init__(self, graves: Graves, tell: Callable[[], object]) -> None:
        """`tell` is called when something was turned back."""
        self._graves = graves
        self._tell = tell
        self._lock = threading.Lock()
        self._turned_back: dict[str, Document] = {}

    def __call__(self, change: Change) -> Change:
        """The change without what was purged."""
        if not self._graves or not change.put:
            return change
        back = [one for one in change.put if self._graves.has(one)]
        if not back:
            return change
        with self._lock:
            self._turned_back.update({one.key: one for one in back})
        self._tell()
        keys = {one.key for one in back}
        put = [one for one in change.put if one.key not in keys]
        return msgspec.structs.replace(change, put=put, remove=[*change.remove, *keys], fresh=False)

    def take(self, is_wanted: Callable[[Document], bool] | None) -> list[Document]:
        """What was turned back since; with `is_wanted` only that."""
        with self._lock:
            taken = [one for one in self._turned_back.values() if is_wanted is None or is_wanted(one)]
            for one in taken:
                del self._turned_back[one.key]
        return taken

    def give_back(self, taken: Iterable[Document]) -> None:
        """These could not be taken out of their files now."""
        with self._lock:
            self._turned_back = {**{one.key: one for one in taken}, **self._turned_back}
