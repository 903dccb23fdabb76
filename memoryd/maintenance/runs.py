"""What maintenance remembers over a restart: the last run of each action, and an interrupted one."""

from __future__ import annotations

import os
import threading
from collections.abc import Callable
from typing import Any, Literal

import msgspec
import structlog

from memoryd.errors import ReadOnly
from memoryd.maintenance.paths import RUNS
from memoryd.storage.aside import aside_name
from memoryd.storage.files import OsFiles
from memoryd.storage.regular import read_whole
from memoryd.times import DAY
from memoryd.types import Problem

_log = structlog.get_logger("memoryd.maintenance")
StepStatus = Literal["ok", "skipped", "failed"]


class StepReport(msgspec.Struct, kw_only=True, omit_defaults=True):
    """What one step did."""

    step: str
    status: StepStatus = "ok"
    counts: dict[str, int] = {}
    seconds: float = 0.0
    error: str | None = None
    reason: str | None = None
    """Why it was skipped."""
    diff: list[str] | None = None
    at: int = 0
    """When it began, microseconds."""

    def plain(self) -> dict[str, Any]:
        """As a reply shows it."""
        shown: dict[str, Any] = {
            "step": self.step,
            "status": self.status,
            "counts": dict(self.counts),
            "seconds": self.seconds,
        }
        if self.error is not None:
            shown["error"] = self.error
        if self.reason is not None:
            shown["reason"] = self.reason
        if self.diff is not None:
            shown["diff"] = list(self.diff)
        return shown


class LastRun(msgspec.Struct, kw_only=True):
    """The last run of an action; times in microseconds."""

    at: int
    seconds: float
    status: Literal["ok", "failed"]
    steps: list[StepReport] = []


class RunningNow(msgspec.Struct, kw_only=True):
    """A run that has started and not ended: after a crash it is done again."""

    action: str
    at: int
    backup: str | None = None


class ProbeResult(msgspec.Struct, kw_only=True):
    """The last quality probe."""

    at: int
    passed: int
    total: int

    @property
    def ratio(self) -> float:
        """From 0 to 1; 1 without canaries."""
        return self.passed / self.total if self.total else 1.0


class DiskDay(msgspec.Struct, kw_only=True):
    """What the memory took on the disk, and what was free there, at the last health check of a day."""

    at: int
    data_bytes: int
    free_bytes: int


DISK_DAYS = 400
"""How many days of it are kept: a year, and what shows its beginning."""


class RunsState(msgspec.Struct, kw_only=True):
    """`.memoryd/maintenance.json`. `considered`: up to when each action's schedule has been looked at.

    `seen`: the wall time that was believed last; `doubted`: that of the first night since which it is not.
    """

    last: dict[str, LastRun] = {}
    succeeded: dict[str, int] = {}
    """When each action last ended without a failure."""
    considered: dict[str, int] = {}
    running: RunningNow | None = None
    probe: ProbeResult | None = None
    of_facts: list[str] = []
    """The canaries' questions that a fact has answered."""
    seen: int = 0
    doubted: int = 0
    disk: list[DiskDay] = []
    """Oldest first."""


class Runs:
    """The state and its file; any thread."""

    def __init__(self, root: str, replace_file: Callable[[str, bytes], object]) -> None:
        self._path = os.path.join(root, RUNS)
        self._replace = replace_file
        self._lock = threading.Lock()
        self.state = RunsState()

    def load(self) -> Problem | None:
        """Read the file; one that cannot be read is renamed, and maintenance starts without it."""
        self.state = RunsState()
        try:
            self.state = msgspec.json.decode(read_whole(self._path)[0], type=RunsState)
        except FileNotFoundError:
            pass
        except (OSError, ValueError) as error:
            return self._set_aside(str(error))
        return None

    def _set_aside(self, why: str) -> Problem:
        try:
            broken = aside_name(self._path)
            OsFiles().rename(self._path, broken)
            action = f"look at {broken} and remove it; what was missed before this start is not made up"
        except OSError as error:
            action = f"it could not be set aside ({error.strerror}); fix it or remove it"
        what = f"not read: {why}; when timed work ran last is not known"
        return Problem(path=RUNS, what=what, action=action)

    def disk_is(self, at: int, data_bytes: int, free_bytes: int) -> None:
        """Remember how full the disk is; of a day the last one stays."""
        day = DiskDay(at=at, data_bytes=data_bytes, free_bytes=free_bytes)

        def remember(state: RunsState) -> None:
            earlier = [one for one in state.disk if one.at // DAY < at // DAY]
            state.disk = [*earlier, day][-DISK_DAYS:]

        self.change(remember, must_last=False)

    def change(self, change: Callable[[RunsState], None], *, must_last: bool = True) -> None:
        """Change the state durably. Raises ReadOnly and changes nothing; or, without `must_last`, keeps the change."""
        with self._lock:
            changed = msgspec.json.decode(msgspec.json.encode(self.state), type=RunsState)
            change(changed)
            try:
                self._replace(RUNS, msgspec.json.encode(changed) + b"\n")
            except ReadOnly as error:
                if must_last:
                    raise
                _log.warning("run_not_remembered", error=error.sentence)
            self.state = changed
