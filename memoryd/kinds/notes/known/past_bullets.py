"""Bullets that MEMORY.md has had: an editor may save an old one over a new one."""

from __future__ import annotations

from collections.abc import Mapping

from memoryd.kinds.notes.known.state import HotNote

_KEPT = 8


class PastBullets:
    """The last few texts of each hot note. Writer's thread."""

    def __init__(self) -> None:
        self._texts: dict[str, list[str]] = {}

    def remember(self, hot: Mapping[str, HotNote]) -> None:
        """These bullets are written."""
        for key, note in hot.items():
            texts = self._texts.setdefault(key, [])
            if note.text not in texts:
                texts.append(note.text)
                del texts[:-_KEPT]

    def has(self, key: str, text: str) -> bool:
        """Whether the note's bullet once said this."""
        return text in self._texts.get(key, ())
