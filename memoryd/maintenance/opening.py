"""Maintenance put together: the nights, the health report, and what runs at which time."""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import Any

from memoryd.config import Config
from memoryd.kinds.dailies.dailies import Dailies
from memoryd.kinds.facts.memory_section import STATE_PATH, MemoryFacts
from memoryd.kinds.facts.store import FactStore
from memoryd.maintenance.report import HealthReport
from memoryd.maintenance.run import Parts
from memoryd.maintenance.runner import Nights
from memoryd.maintenance.runs import Runs
from memoryd.maintenance.schedule import Cron, Every
from memoryd.maintenance.scheduler import Entry, Scheduler
from memoryd.storage.regular import regular
from memoryd.types import Problem

_INTERVALS = {"daily": "0 3 * * *", "weekly": "0 3 * * 0", "monthly": "0 3 1 * *", "never": "off"}
_PROBE_DEFAULT = "0 3 * * 0"


def open_memory_facts(
    root: str, config: Config, facts: FactStore, now: Callable[[], int], replace_file: Callable[[str, bytes], None]
) -> MemoryFacts:
    """The facts' section of MEMORY.md, as it was left."""
    oracle = config.memory_oracle
    section = MemoryFacts(
        facts,
        now,
        lambda data: replace_file(STATE_PATH, data),
        oracle.memory_md_enter_activation,
        oracle.memory_md_leave_activation,
    )
    try:
        with open(os.path.join(root, STATE_PATH), "rb", opener=regular) as file:
            section.load(file.read())
    except FileNotFoundError:
        section.load(None)
    return section


def open_nights(parts: Parts, problems: Callable[[], list[Problem]]) -> tuple[Nights, HealthReport]:
    """The nights with their steps, and the health report over them."""
    runs = Runs(parts.root, parts.replace_file)
    problem = runs.load()
    if problem is not None:
        parts.board.add("maintenance", problem)
    dailies = Dailies(
        parts.root,
        parts.sessions,
        parts.keeper.store,
        parts.children,
        parts.write,
        parts.replace_file,
    )
    dailies.zone_name = parts.config().schedule.timezone
    dailies.load()
    nights = Nights(parts, dailies, runs)
    health = HealthReport(nights, problems)
    nights.steps["health-check"] = health.step
    return nights, health


def reconfigure_nights(nights: Nights) -> None:
    """Use the numbers of the configuration as it is now."""
    oracle, section = nights.parts.config().memory_oracle, nights.parts.memory_facts
    section.enter, section.leave = oracle.memory_md_enter_activation, oracle.memory_md_leave_activation
    nights.dailies.set_zone(nights.parts.config().schedule.timezone)


def open_scheduler(nights: Nights) -> Scheduler:
    """What runs when; read from the configuration at every look."""
    scheduler = Scheduler(nights.parts.clock, nights.runs, lambda: entries_of(nights))
    scheduler.resume = lambda action: nights.run(action, _quietly, wait=True)
    return scheduler


def entries_of(nights: Nights) -> list[Entry]:
    """The timed work as it is configured now."""
    config, zone = nights.parts.config(), nights.parts.zone
    schedule = config.schedule
    salt = f"{os.path.realpath(nights.parts.root)}:{os.uname().nodename}"

    def cron(action: str, expression: str, run: Callable[[], object]) -> Entry:
        return Entry(action, Cron(expression, zone, schedule.jitter_seconds, f"{salt}:{action}"), run)

    def action(name: str, step: Any = None) -> Callable[[], object]:
        return lambda: nights.run(name, _quietly, wait=True, step=step)

    return [
        cron("summarize", schedule.summarize, action("summarize", nights.files.offer)),
        cron("consolidate", schedule.consolidate, action("consolidate")),
        cron("health-check", schedule.health_check, action("health-check")),
        cron("quality-probe", _probe_time(config), action("quality-probe")),
        Entry("compress", Every(config.summaries.worker_interval), nights.files.wake_worker),
    ]


def _probe_time(config: Config) -> str:
    """schedule.quality_probe; by canary_check_interval when only that is set."""
    given = config.schedule.quality_probe
    return given if given != _PROBE_DEFAULT else _INTERVALS[config.memory_oracle.canary_check_interval]


def _quietly(_stage: str, _done: int, _total: int) -> None:
    return None
