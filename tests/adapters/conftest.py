"""One daemon for the adapters; each test has a name of its own for what it keeps."""

from __future__ import annotations

import itertools
from collections.abc import Iterator

import pytest

from memoryd.client import Client
from tests.support.daemon import Daemon

_COUNT = itertools.count()


@pytest.fixture(scope="session")
def running(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Daemon]:
    """The daemon."""
    made = Daemon(tmp_path_factory.mktemp("adapters"))
    yield made.start()
    made.kill()


@pytest.fixture
def socket(running: Daemon) -> str:
    """Where it listens."""
    return str(running.socket)


@pytest.fixture
def client(socket: str) -> Iterator[Client]:
    """A connection of nobody's session."""
    with Client(socket) as connected:
        yield connected


@pytest.fixture
def fresh() -> str:
    """A name that no other test has."""
    return f"test-{next(_COUNT)}"
