"""A section of MEMORY.md that stays as it is found, in place of the facts'."""

from __future__ import annotations

from collections.abc import Sequence

from memoryd.background import Run


class KeptSection:
    """What stands there stays."""

    def __init__(self) -> None:
        self._lines: tuple[str, ...] = ()

    def found(self, lines: Sequence[str]) -> None:
        """Keep these."""
        self._lines = tuple(lines)

    def lines(self, room: int, own: int | None = None) -> Sequence[str]:
        """What was found, as far as there is room."""
        return self._lines[: max(0, room)]

    def written(self) -> None:
        """There is nothing to forget."""

    def refresh(self, run: Run) -> None:
        """There is nothing to know."""

    def preview(self, run: Run, room: int, own: int | None = None) -> Sequence[str]:
        """The same."""
        return self.lines(room, own)

    @property
    def shown(self) -> Sequence[str]:
        """No fact."""
        return ()
