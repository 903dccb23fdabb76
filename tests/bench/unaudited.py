"""The daemon without its audit, for the bench that says what the audit costs: `python -m tests.bench.unaudited`."""

from __future__ import annotations

import sys

from memoryd import __main__, services
from memoryd.audit.recorder import Recorder
from memoryd.recall.lexical.index import Index
from memoryd.types import Change


class Deaf(Recorder):
    """Takes nothing down."""

    def record(self, change: Change, index: Index) -> None:
        """Nothing."""


if __name__ == "__main__":
    setattr(services, "Recorder", Deaf)  # noqa: B010 - mypy would ask for an export
    sys.exit(__main__.main())
