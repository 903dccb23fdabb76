"""The workers of maintenance, for tests that are not about them."""

from __future__ import annotations

from memoryd.clock import SystemClock
from memoryd.maintenance.child import Children
from memoryd.problems import ProblemBoard


def children(patience: float = 300.0, board: ProblemBoard | None = None) -> Children:
    """Workers that are killed after so many seconds without a sign of life."""
    return Children(SystemClock(), board or ProblemBoard(lambda problem: None), tuple, lambda: patience)
