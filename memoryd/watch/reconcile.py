"""Which kind of memory reads which file: routes what the watcher finds."""

from __future__ import annotations

from collections.abc import Mapping

from memoryd.kind import Kinds
from memoryd.watch.scan import Stamp


class Reconciler:
    """Passes each file to the kinds that read it, and ignores a file that none reads."""

    def __init__(self, kinds: Kinds) -> None:
        self._kinds = kinds

    def absorb(self, relpath: str, stamp: Stamp | None) -> None:
        """Pass on one settled file."""
        for kind in self._kinds.readers(relpath):
            kind.absorb(relpath, stamp)

    def reconcile_all(self, scan: Mapping[str, Stamp]) -> None:
        """Tell every kind which of its files exist, also when one of them raises.

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
