"""A real daemon for each test that asks for one; its log is shown when the test fails."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from memoryd.client import Client
from tests.support.daemon import Daemon, short_folder
from tests.support.wire import Wire


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item, call: pytest.CallInfo[None]) -> Iterator[None]:  # type: ignore[misc]
    report = yield
    daemon = getattr(item, "funcargs", {}).get("daemon")
    if isinstance(daemon, Daemon) and report.failed:
        report.sections.append(("memoryd's log", daemon.tail()))
    return report


@pytest.fixture
def daemon_config() -> str:
    """The memoryd.toml of `daemon`; a test module may override it."""
    return ""


@pytest.fixture
def daemon_folder() -> Iterator[Path]:
    """A folder with a short name: a socket's path has at most 107 bytes."""
    with short_folder() as folder:
        yield folder


@pytest.fixture
def daemon(daemon_folder: Path, daemon_config: str) -> Iterator[Daemon]:
    """A running daemon on an empty directory; killed at the end."""
    running = Daemon(daemon_folder, daemon_config).start()
    yield running
    running.kill()


@pytest.fixture
def client(daemon: Daemon) -> Iterator[Client]:
    """The client, connected to it."""
    with Client(daemon.socket) as connected:
        yield connected


@pytest.fixture
def wire(daemon: Daemon) -> Iterator[Wire]:
    """A connection to it without the client."""
    with daemon.connect() as connected:
        yield connected
