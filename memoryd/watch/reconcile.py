"""Which memory owns which file: the table that the watcher's findings go through."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Protocol

from memoryd.watch.scan import Stamp


class Absorber(Protocol):
    """A memory (or the Markdown index) that reads some of the files of the data directory.

    Called on the watcher's thread, one file at a time. Both methods must be idempotent: a file may come again.
    """

    def claims(self, relpath: str) -> bool:
        """Whether the file is this one's business."""
        ...

    def absorb(self, relpath: str, stamp: Stamp | None) -> None:
        """The file is new or changed; None: it is gone. What is raised is reported, and the file comes again."""
        ...

    def rescan(self, found: Mapping[str, Stamp]) -> None:
        """These are all the files of yours that exist: forget what was read from others. Changes come by `absorb`."""
        ...


class Reconciler:
    """Hands each file to the first absorber that claims it; a file that nobody claims is let be."""

    def __init__(self, absorbers: Sequence[Absorber]) -> None:
        self._absorbers = tuple(absorbers)

    def absorb(self, relpath: str, stamp: Stamp | None) -> None:
        """Pass on one settled file."""
        owner = self._owner(relpath)
        if owner is not None:
            owner.absorb(relpath, stamp)

    def reconcile_all(self, scan: Mapping[str, Stamp]) -> None:
        """Tell every absorber which of its files exist; one that raises does not keep the others from it.

        Raises ExceptionGroup.
        """
        shares: dict[int, dict[str, Stamp]] = {id(absorber): {} for absorber in self._absorbers}
        for relpath, stamp in scan.items():
            owner = self._owner(relpath)
            if owner is not None:
                shares[id(owner)][relpath] = stamp
        failures: list[Exception] = []
        for absorber in self._absorbers:
            try:
                absorber.rescan(shares[id(absorber)])
            except Exception as error:
                failures.append(error)
        if failures:
            raise ExceptionGroup("some files could not be reconciled with the disk", failures)

    def _owner(self, relpath: str) -> Absorber | None:
        return next((absorber for absorber in self._absorbers if absorber.claims(relpath)), None)
