"""What every test shares: the time that the long tests may take together (`MEMORYD_LONG_MINUTES`)."""

from __future__ import annotations

import gc
import os
import resource
import tempfile
import time
from typing import NoReturn

import pytest
from hypothesis import settings

from tests.support import in_memory, rewriting
from tests.support.daemon import Daemon
from tests.support.preloaded import Preloaded

# No test measures time: the machine may be busy with something else.
# In CI the examples are the same each time; new ones are looked for wherever else the tests run.
settings.register_profile("memoryd", deadline=None, derandomize=bool(os.environ.get("CI")), max_examples=25)
settings.register_profile("long", settings.get_profile("memoryd"), max_examples=200)
"""`make test-long` tries the properties again, with so many."""
settings.load_profile("memoryd")


FEWEST_SECONDS = 2.0
"""A test that has less would see nothing."""


class LongTests:
    """Starts no long test after the minutes are over, and tells each one its share of what is left."""

    def __init__(self, minutes: float) -> None:
        self.minutes = minutes
        self.end = time.monotonic() + minutes * 60
        self.waiting: set[str] = set()
        self.unstarted: list[str] = []

    def share(self) -> float:
        """Seconds for the test that runs now, when it and all that wait behind it share alike."""
        return max(0.0, self.end - time.monotonic()) / (len(self.waiting) + 1)

    @pytest.hookimpl(trylast=True)
    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        """One of each kind first: where the minutes do not last for all, each has had its turn."""
        kinds: set[str] = set()

        def again(item: pytest.Item) -> bool:
            kind = item.nodeid.partition("[")[0]
            was_there = kind in kinds
            kinds.add(kind)
            return was_there and item.get_closest_marker("long") is not None

        items.sort(key=again)

    def pytest_collection_finish(self, session: pytest.Session) -> None:
        self.waiting = {item.nodeid for item in session.items if item.get_closest_marker("long")}

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtest_setup(self, item: pytest.Item) -> None:
        if item.nodeid not in self.waiting:
            return
        self.waiting.discard(item.nodeid)
        if time.monotonic() >= self.end:
            self.skip(item.nodeid)

    def skip(self, nodeid: str) -> NoReturn:
        """There is no time left for it."""
        self.unstarted.append(nodeid)
        pytest.skip(f"not started: the {self.minutes:g} minutes of MEMORYD_LONG_MINUTES are over")

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        if self.unstarted:
            terminalreporter.section(
                f"{len(self.unstarted)} long tests were not started; give more MEMORYD_LONG_MINUTES"
            )
            for nodeid in self.unstarted:
                terminalreporter.line(nodeid)


def pytest_configure(config: pytest.Config) -> None:
    # A user may have 1,024 descriptors, and a worker that has run a thousand tests has more of them open.
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    Daemon.imports = Preloaded()
    if config.option.markexpr in ("not long", "rest"):  # the others of the long ones fill a disk, and are about it
        tempfile.tempdir = in_memory.place()
    config.pluginmanager.register(LongTests(float(os.environ.get("MEMORYD_LONG_MINUTES", "60"))), "memoryd-long")


@pytest.hookimpl(tryfirst=True)
def pytest_collection(session: pytest.Session) -> None:
    rewriting.share(session.config)


def pytest_collection_finish() -> None:
    # Six thousand tests stay to the end: to look through them for cycles again and again was a tenth of a run.
    gc.collect()
    gc.freeze()
    gc.set_threshold(10_000)


@pytest.fixture
def long_seconds(request: pytest.FixtureRequest) -> float:
    """How long this test may take, seconds, so that the other long tests get their turn."""
    plugin: LongTests = request.config.pluginmanager.get_plugin("memoryd-long")
    share = plugin.share()
    if share < FEWEST_SECONDS:
        plugin.skip(request.node.nodeid)
    return share
