"""The asyncio client."""

from __future__ import annotations

import asyncio
import gc
import subprocess
import sys
import weakref
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from memoryd.client import AsyncClient, CallTimeout, ConnectionLost, DaemonUnavailable
from memoryd.errors import Conflict, InvalidParams, TooLarge, Unsupported
from tests.client.conftest import Scripted, answer, answer_and_hang_up, garbage, hang_up
from tests.rpc.harness import DEADLINE, Rig


def test_calls_overlap_on_one_connection(rig: Rig) -> None:
    async def main() -> None:
        async with AsyncClient(rig.path, name="tester", required=("facts",)) as client:
            waiting = asyncio.create_task(client.test.wait(text="late"))
            answers = await asyncio.gather(*(client.test.write(text=str(number)) for number in range(500)))
            assert [{"id": str(number)} for number in range(500)] == answers
            assert not waiting.done()
            rig.methods.gate.set()
            assert await waiting == "late"
            assert await client.call("test.read", {"text": "x" * 3_000_000}) == "x" * 3_000_000
            await client.notify("test.note", text="noted")
            await client.rpc.ping()
            assert "noted" in rig.methods.noted
            [info] = await asyncio.to_thread(rig.on_loop, rig.server.connections)
            assert info["client"] == {"name": "tester", "version": None}

    asyncio.run(main())


def test_refusals(rig: Rig) -> None:
    async def main() -> None:
        async with AsyncClient(rig.path) as client:
            for kind, method, params in (
                (InvalidParams, "test.echo", {"txet": 1}),
                (Conflict, "test.write", {"text": "conflict"}),
                (TooLarge, "test.read", {"text": "x" * 9_000_000}),
                (InvalidParams, "test.read", {"text": object()}),
                (Unsupported, "no.such", {}),
            ):
                with pytest.raises(kind):
                    await client.call(method, params)
            assert await client.rpc.ping() == {"pong": True}
        async with AsyncClient(rig.path, required=("psychic",)) as client:
            with pytest.raises(Unsupported, match="psychic"):
                await client.rpc.ping()

    asyncio.run(main())


def test_progress_and_its_refusal(rig: Rig) -> None:
    async def main() -> None:
        seen: list[Any] = []
        async with AsyncClient(rig.path) as client:
            assert await client.test.long(steps=2, progress=lambda *news: seen.append(news)) == {"steps": 2}
            assert seen == [("step 0", 1, 2), ("step 1", 2, 2)]

            def refuse(stage: str, done: int, total: int) -> None:
                raise LookupError(stage)

            with pytest.raises(LookupError, match="turning"):
                await client.test.endless(progress=refuse)
            assert await asyncio.to_thread(rig.methods.cancelled.wait, DEADLINE)
            assert await client.rpc.ping() == {"pong": True}

    asyncio.run(main())


def test_a_token_in_the_place_of_a_function_is_refused(rig: Rig) -> None:
    async def main() -> None:
        async with AsyncClient(rig.path) as client:
            with pytest.raises(TypeError, match=r"progress takes a function of .* not str"):
                await client.test.long(steps=1, progress="token")

    asyncio.run(main())


@pytest.mark.parametrize("how", ["timeout", "cancel"])
def test_giving_up_cancels_a_long_call(rig: Rig, how: str) -> None:
    async def main() -> None:
        async with AsyncClient(rig.path) as client:
            begun, seconds = asyncio.Event(), 0.1
            while not begun.is_set():  # on a busy machine the first may be over before the request has been sent
                timeout = seconds if how == "timeout" else None
                running = asyncio.ensure_future(
                    client.test.endless(progress=lambda *news: begun.set(), timeout=timeout)
                )
                if how == "cancel":
                    await asyncio.wait_for(begun.wait(), DEADLINE)
                    running.cancel()
                with pytest.raises((CallTimeout, asyncio.CancelledError)):
                    await running
                seconds *= 2
            assert await asyncio.to_thread(rig.methods.cancelled.wait, DEADLINE)
            assert await client.rpc.ping() == {"pong": True}

    asyncio.run(main())


def test_no_answer_in_time(rig: Rig) -> None:
    async def main() -> None:
        async with AsyncClient(rig.path) as client:
            with pytest.raises(CallTimeout, match=r"within 0\.05 s"):
                await client.test.wait(timeout=0.05)
            rig.methods.gate.set()
            assert await client.test.read(text="next") == "next"

    asyncio.run(main())


def test_what_is_repeated_and_what_is_not(scripted: Callable[..., Scripted]) -> None:
    daemon = scripted(hang_up, hang_up, answer, answer_and_hang_up, answer, garbage)

    async def main() -> None:
        async with AsyncClient(daemon.path) as client:
            with pytest.raises(ConnectionLost, match="may have been done"):
                await client.facts.add()
            assert await client.recall.query() == "recall.query"
            assert await client.facts.add() == "facts.add"
            with pytest.raises(ConnectionLost):
                await client.listen()
            assert await client.facts.add() == "facts.add"
            with pytest.raises(ConnectionLost):
                await client.facts.add()

    asyncio.run(main())
    assert daemon.requests == ["facts.add", "recall.query", "recall.query", "facts.add", "facts.add", "facts.add"]


def test_notifications_while_listening(rig: Rig) -> None:
    async def main() -> None:
        seen: asyncio.Queue[Any] = asyncio.Queue()
        async with AsyncClient(rig.path, on_notification=lambda *news: seen.put_nowait(news)) as client:
            await client.rpc.ping()
            listening = asyncio.create_task(client.listen())
            [info] = await asyncio.to_thread(rig.on_loop, rig.server.connections)
            rig.loop.call_soon_threadsafe(rig.server.notify, info["id"], "system.event", {"n": 1})
            assert await asyncio.wait_for(seen.get(), DEADLINE) == ("system.event", {"n": 1})
            listening.cancel()

    asyncio.run(main())


def test_a_handler_may_be_a_coroutine_that_calls(rig: Rig) -> None:
    async def main() -> None:
        seen: asyncio.Queue[Any] = asyncio.Queue()

        async def handler(method: str, params: Any) -> None:
            seen.put_nowait(await client.test.read(text=method))

        async with AsyncClient(rig.path, on_notification=handler) as client:
            await notified(rig, client)
            assert await asyncio.wait_for(seen.get(), DEADLINE) == "system.event"

    asyncio.run(main())


def test_a_coroutine_that_waits_is_kept_until_it_is_done(rig: Rig) -> None:
    async def main() -> None:
        tasks = list[weakref.ref[asyncio.Task[Any]]]()

        async def handler(method: str, params: Any) -> None:
            task = asyncio.current_task()
            assert task is not None
            tasks.append(weakref.ref(task))
            del task
            await asyncio.get_running_loop().create_future()  # which nobody else knows

        async with AsyncClient(rig.path, on_notification=handler) as client:
            await notified(rig, client)
            gc.collect()
            (task,) = tasks
            assert task() is not None

    asyncio.run(main())


def test_a_handler_that_raises_costs_neither_the_connection_nor_calls(rig: Rig) -> None:
    async def main() -> None:
        shown = list[Any]()
        asyncio.get_running_loop().set_exception_handler(lambda loop, context: shown.append(context["exception"]))

        def handler(method: str, params: Any) -> None:
            raise KeyError(method)

        async with AsyncClient(rig.path, on_notification=handler) as client:
            waiting = asyncio.create_task(client.test.wait(text="late"))
            await notified(rig, client)
            await notified(rig, client)
            rig.methods.gate.set()
            assert await waiting == "late"
        assert [one.args for one in shown] == [("system.event",), ("system.event",)]

    asyncio.run(main())


async def notified(rig: Rig, client: AsyncClient) -> None:
    await client.rpc.ping()
    [info] = await asyncio.to_thread(rig.on_loop, rig.server.connections)
    await asyncio.to_thread(rig.on_loop, lambda: rig.server.notify(info["id"], "system.event", {}))
    await client.rpc.ping()


def test_a_client_goes_on_in_another_loop_when_its_own_is_closed(rig: Rig) -> None:
    # In a process of its own: what the closed loop left open is told of when it is collected.
    code = """
import asyncio, sys
from memoryd.client import AsyncClient
client = AsyncClient(sys.argv[1])
async def ping_twice():
    return await asyncio.gather(client.rpc.ping(), client.rpc.ping())
async def close():
    await client.close()
async def main():
    await client.rpc.ping()
    try:
        await asyncio.to_thread(asyncio.run, ping_twice())
    except RuntimeError as error:
        print(error)
    await client.close()
for _ in range(2):
    print(asyncio.run(ping_twice()))
asyncio.run(close())
asyncio.run(main())
"""
    done = subprocess.run(
        [sys.executable, "-W", "ignore", "-c", code, rig.path], check=False, capture_output=True, text=True, timeout=30
    )
    pongs = "[{'pong': True}, {'pong': True}]\n"
    refused = "this AsyncClient is connected in another event loop: make one for each loop\n"
    assert (done.returncode, done.stdout, done.stderr) == (0, pongs + pongs + refused, "")


def test_no_daemon(tmp_path: Path) -> None:
    async def main() -> None:
        async with AsyncClient(tmp_path / "none.sock") as client:
            with pytest.raises(DaemonUnavailable, match="there is no socket"):
                await client.rpc.ping()

    asyncio.run(main())


def test_a_closed_client_connects_again(rig: Rig) -> None:
    async def main() -> None:
        client = AsyncClient(rig.path)
        await client.rpc.ping()
        await client.close()
        await client.close()
        assert await client.rpc.ping() == {"pong": True}
        await client.close()

    asyncio.run(main())
