"""Which kind of memory reads which file: the table that the watcher's findings go through."""

from __future__ import annotations

from collections.abc import Mapping

from memoryd.kinds.kind import Kinds
from memoryd.watch.scan import Stamp


class Reconciler:
    """Hands each file to the kinds that read it; a file that none reads is let be."""

    def __init__(self, kinds: Kinds) -> None:
        self._kinds = kinds

    def absorb(self, relpath: str, stamp: Stamp | None) -> None:
        """Pass on one settled file."""
        for kind in self._kinds.readers(relpath):
            kind.absorb(relpath, stamp)

    def reconcile_all(self, scan: Mapping[str, Stamp]) -> None:
        """Tell every kind which of its files exist; one that raises does not keep the others from it.

        Raises ExceptionGroup.
        """
        shares: dict[str, dict[str, Stamp]] = {kind.name: {} for kind in self._kinds}
        for relpath, stamp in scan.items():
            for kind in self._kinds.readers(relpath):
                shares[kind.name][relpath] = stamp
        failures: list[Exception] = []
        for kind in self._kinds:
            try:
                kind.rescan(shares[kind.name])
            except Exception as error:
                failures.append(error)
        if failures:
            raise ExceptionGroup("some files could not be reconciled with the disk", failures)
