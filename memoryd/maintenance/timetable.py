"""What runs when, as it is configured at the moment (design §6)."""

from __future__ import annotations

import os
from collections.abc import Callable

from memoryd.config import Config
from memoryd.maintenance.runner import CONSOLIDATE, HEALTH_CHECK, MaintenanceRunner
from memoryd.maintenance.schedule import Cron, Every
from memoryd.maintenance.scheduler import Entry

_INTERVALS = {"daily": "0 3 * * *", "weekly": "0 3 * * 0", "monthly": "0 3 1 * *", "never": "off"}
_PROBE_DEFAULT = "0 3 * * 0"


def timetable(root: str, config: Config, runner: MaintenanceRunner, wake_fallback: Callable[[], object]) -> list[Entry]:
    """The timed work; `root` and the host name shift each start a little."""
    schedule, zone = config.schedule, config.zone
    salt = f"{os.path.realpath(root)}:{os.uname().nodename}"

    def cron(action: str, expression: str) -> Entry:
        timing = Cron(expression, zone, schedule.jitter_seconds, f"{salt}:{action}")
        return Entry(action, timing, lambda: run_quietly(runner, action, scheduled=True))

    return [
        cron("summarize", schedule.summarize),
        cron(CONSOLIDATE, schedule.consolidate),
        cron(HEALTH_CHECK, schedule.health_check),
        cron("quality-probe", _probe_time(config)),
        Entry("compress", Every(config.summaries.worker_interval), wake_fallback),
    ]


def run_quietly(runner: MaintenanceRunner, action: str, *, scheduled: bool = False) -> object:
    """Run an action, after the current one if there is one."""
    return runner.run(action, lambda stage, done, total: None, wait=True, scheduled=scheduled)


def _probe_time(config: Config) -> str:
    """schedule.quality_probe, or canary_check_interval when only that is set."""
    given = config.schedule.quality_probe
    return given if given != _PROBE_DEFAULT else _INTERVALS[config.memory_oracle.canary_check_interval]
