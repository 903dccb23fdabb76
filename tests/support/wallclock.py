"""A wall clock that a test moves, for one real daemon: tests/tools/wallclock.c, compiled once."""

from __future__ import annotations

import shutil
import subprocess
import tempfile
from datetime import UTC, datetime, timedelta
from functools import cache
from pathlib import Path

import pytest

SOURCE = Path(__file__).parents[1] / "tools" / "wallclock.c"


@cache
def library() -> str:
    """The compiled library; skips the test where there is no compiler."""
    if shutil.which("gcc") is None:
        pytest.skip("gcc is needed to move a process's clock")
    target = Path(tempfile.mkdtemp(prefix="wallclock-")) / "wallclock.so"
    subprocess.run(["gcc", "-O1", "-shared", "-fPIC", "-o", target, SOURCE, "-ldl", "-lpthread"], check=True)
    return str(target)


class WallClock:
    """Whole seconds; the clock runs on from where it was set."""

    def __init__(self, folder: Path, start: datetime = datetime(2026, 3, 2, 12, tzinfo=UTC)) -> None:
        self._path = folder / "wallclock"
        self.time = start
        self.set(start)

    @property
    def env(self) -> dict[str, str]:
        """For the process whose clock is moved."""
        return {"LD_PRELOAD": library(), "WALLCLOCK": str(self._path)}

    def set(self, time: datetime) -> None:
        """It is now that time."""
        self.time = time
        self._path.write_text(f"@{time:%Y-%m-%d %H:%M:%S}\n")

    def move(self, **by: float) -> None:
        """Set it so much on, or back."""
        self.set(self.time + timedelta(**by))
