"""What subscribers are told: in order, some at a time, and no more than the loop comes to tell."""

from __future__ import annotations

import asyncio
import threading
from typing import Any

from memoryd.rpc.notices import MOST_WAITING, Notices
from memoryd.rpc.topics import topic_of


def test_others_have_their_turn_between_many() -> None:
    told: list[Any] = []

    async def tell() -> None:
        loop, notices = asyncio.get_running_loop(), Notices()
        adding = threading.Thread(
            target=lambda: [notices.add(loop, lambda *what: told.append(what), "t", "m", {"n": n}) for n in range(500)]
        )
        adding.start()
        adding.join()
        loop.call_soon(lambda: told.append("another"))
        while len(told) < 501:
            await asyncio.sleep(0)

    asyncio.run(tell())
    assert told.index("another") < 100
    told.remove("another")
    assert told == [("t", "m", {"n": number}) for number in range(500)]


def test_of_too_many_for_one_connection_the_rest_is_refused_and_nothing_for_all() -> None:
    told: list[str] = []

    async def tell() -> list[bool]:
        loop, notices = asyncio.get_running_loop(), Notices()

        def add(topic: str) -> bool:
            return notices.add(loop, lambda topic, *_: told.append(topic), topic, "m", {})

        added = [add(topic_of(7)) for _ in range(MOST_WAITING + 2)] + [add("problem")]
        while len(told) <= MOST_WAITING:
            await asyncio.sleep(0)
        return [*added, add(topic_of(7))]

    added = asyncio.run(tell())
    assert [number for number, is_added in enumerate(added) if not is_added] == [MOST_WAITING, MOST_WAITING + 1]
    assert told[MOST_WAITING] == "problem"
