"""What a disk surely holds, and what it only may hold, after the calls that were made so far.

Only synced content of files and synced names in directories are certain. Of the rest, a power loss keeps whatever it
likes: whole writes, beginnings of them, zeros where data should be, some renames and not others.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from random import Random
from typing import Literal

Keep = Literal["none", "all"] | int | float
"""What unsynced things survive: none, all, a random choice by this seed, or, as most systems write names sooner than
bytes, all names and of what was written into each file the first part, between 0.0 and 1.0."""


class FileNode:
    """One file: what is on disk, and the writes that are not yet."""

    def __init__(self, content: bytes = b"") -> None:
        self._disk = bytearray(content)
        self._pending: list[tuple[int, bytes | None]] = []

    def write(self, offset: int, data: bytes) -> None:
        """Bytes went into the page cache."""
        self._pending.append((offset, data))

    def truncate(self, length: int) -> None:
        """The size was set."""
        self._pending.append((length, None))

    def sync(self) -> None:
        """All is on disk."""
        for offset, data in self._pending:
            _apply(self._disk, offset, data)
        self._pending.clear()

    def sync_all(self) -> None:
        """As `sync`."""
        self.sync()

    def fail_sync(self) -> None:
        """The writes are lost though the page cache shows them, and no later sync brings them back."""
        self._pending = [(offset, data) for offset, data in self._pending if data is None]

    def after_power_loss(self, choose: Chooser) -> bytes:
        """A content that the file may have."""
        disk = bytearray(self._disk)
        for offset, data in self._pending[: choose.first(len(self._pending))]:
            if data is None:
                if choose.keeps():
                    _apply(disk, offset, None)
            else:
                survivor = choose.survivor(data, offset)
                if survivor is not None:
                    _apply(disk, offset, survivor)
        return bytes(disk)


def _apply(disk: bytearray, offset: int, data: bytes | None) -> None:
    if data is None:
        del disk[offset:]
    if len(disk) < offset:
        disk.extend(bytes(offset - len(disk)))
    if data is not None:
        disk[offset : offset + len(data)] = data


class Together:
    """What steps of several directories are, of which all survive or none."""

    def __init__(self) -> None:
        self.is_synced = False
        """In one of them, which the other ones come with."""


class DirectoryNode:
    """One directory: its names now, its names on disk, and the steps between. A step is one choice: it is atomic."""

    def __init__(self) -> None:
        self.names: dict[str, Node] = {}
        self._disk: dict[str, Node] = {}
        self._pending: list[tuple[Together, Callable[[dict[str, Node]], None]]] = []

    def found(self, name: str, node: Node) -> None:
        """Something that was there before we looked counts as durable."""
        self.names[name] = node
        self._disk[name] = node

    def change(self, step: Callable[[dict[str, Node]], None], together: Together | None = None) -> None:
        """Do a step."""
        step(self.names)
        self._pending.append((together or Together(), step))

    def sync(self) -> None:
        """The names are on disk."""
        for together, step in self._pending:
            step(self._disk)
            together.is_synced = True
        self._pending.clear()

    def sync_all(self) -> None:
        """So is all that is in it."""
        self.sync()
        for node in self.names.values():
            node.sync_all()

    def after_power_loss(self, choose: Chooser) -> dict[str, Node]:
        """Names that the directory may have."""
        names = dict(self._disk)
        for together, step in self._pending:
            if together.is_synced or choose.keeps(together):
                step(names)
        return names


Node = FileNode | DirectoryNode


class Chooser:
    """Decides what survives, always the same way for the same seed."""

    def __init__(self, keep: Keep, sector: int = 1) -> None:
        """`sector`: so many bytes of a file survive together."""
        self._sector = sector
        self._keep: Literal["none", "all"] | int = "all" if isinstance(keep, float) else keep
        self._first = keep if isinstance(keep, float) else 1.0
        self._random = Random(keep if isinstance(keep, int) else 0)  # noqa: S311 - a test's dice
        self._decided: dict[object, bool] = {}

    def first(self, count: int) -> int:
        """Of so many writes into a file: how many may survive."""
        return round(count * self._first)

    def keeps(self, token: object = None) -> bool:
        """Whether this step survives."""
        if isinstance(self._keep, str):
            return self._keep == "all"
        if token is None:
            return self._random.random() < 0.5
        return self._decided.setdefault(token, self._random.random() < 0.5)

    def survivor(self, data: bytes, offset: int) -> bytes | None:
        """What remains of a write: all, nothing, its beginning, its beginning and then zeros, or zeros and its end."""
        if isinstance(self._keep, str):
            return data if self._keep == "all" else None
        lot = self._random.random()
        if lot < 0.35:
            return data
        if lot < 0.6:
            return None
        cut = self._random.randrange(len(data) + 1)
        cut = max(0, cut - (offset + cut) % self._sector)
        if lot < 0.75:
            return data[:cut]
        return data[:cut] + bytes(len(data) - cut) if lot < 0.9 else bytes(cut) + data[cut:]


def materialise(node: DirectoryNode, target: str, choose: Chooser) -> None:
    """Write a state that the disk may be in to the new directory `target`."""
    os.mkdir(target, 0o770)
    for name, child in node.after_power_loss(choose).items():
        path = os.path.join(target, name)
        if isinstance(child, DirectoryNode):
            materialise(child, path, choose)
        else:
            with open(path, "wb") as file:
                file.write(child.after_power_loss(choose))
