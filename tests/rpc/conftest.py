"""Servers that end with their test."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from memoryd.rpc.authorise import AccessPolicy
from memoryd.rpc.limits import Limits
from tests.rpc.harness import Raw, Rig


@pytest.fixture(params=["asyncio", "uvloop"])
def new_loop(request: pytest.FixtureRequest) -> Callable[[], asyncio.AbstractEventLoop]:
    """Both loops that the daemon may run on: they differ in transports, in closing and in what they clean up."""
    if request.param == "asyncio":
        return asyncio.new_event_loop
    made: Callable[[], asyncio.AbstractEventLoop] = pytest.importorskip("uvloop").new_event_loop
    return made


@pytest.fixture
def start(tmp_path: Path, new_loop: Callable[[], asyncio.AbstractEventLoop]) -> Iterator[Callable[..., Rig]]:
    """Start a server: `start(in_flight=2)`; keywords are Limits', and `policy`, `path`, `where`, `waiting`."""
    rigs: list[Rig] = []

    def begin(
        policy: AccessPolicy | None = None,
        path: str | None = None,
        where: Any = None,
        waiting: int = 4096,
        **limits: Any,
    ) -> Rig:
        rig = Rig(
            path or str(tmp_path / "m.sock"), Limits(**limits), policy or AccessPolicy(), where, waiting, new_loop
        )
        rigs.append(rig)
        return rig

    yield begin
    for rig in rigs:
        if rig.loop.is_running():
            rig.stop()


@pytest.fixture
def rig(start: Callable[..., Rig]) -> Rig:
    """A server with the usual limits."""
    return start()


@pytest.fixture
def raw(rig: Rig) -> Iterator[Raw]:
    """A connection to it."""
    with Raw(rig.path) as connection:
        yield connection
