"""The stand-in for `asyncio.timeout`, held to what that does."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

import pytest

from memoryd.client.timelimit import time_limit


@pytest.fixture(params=[time_limit, asyncio.timeout], ids=["ours", "asyncio"])
def limit(request: pytest.FixtureRequest) -> Callable[..., Any]:
    return request.param


@pytest.mark.parametrize("seconds", [0, -1, 0.01])
def test_what_lasts_too_long_is_cancelled(limit: Callable[..., Any], seconds: float) -> None:
    async def main() -> str:
        with pytest.raises(TimeoutError):
            async with limit(seconds):
                await asyncio.Event().wait()
        await asyncio.sleep(0)
        return "goes on"

    assert asyncio.run(main()) == "goes on"


@pytest.mark.parametrize("seconds", [None, 60])
def test_what_ends_in_time_is_left_alone(limit: Callable[..., Any], seconds: float | None) -> None:
    async def main() -> str:
        async with limit(seconds):
            await asyncio.sleep(0)
        with pytest.raises(KeyError):
            async with limit(seconds):
                raise KeyError
        return "done"

    assert asyncio.run(main()) == "done"


def test_somebody_else_s_cancellation_stays_one(limit: Callable[..., Any]) -> None:
    async def main() -> None:
        async def inside() -> None:
            async with limit(60):
                await asyncio.Event().wait()

        task = asyncio.create_task(inside())
        await asyncio.sleep(0)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task

    asyncio.run(main())
