"""Subscribers of changed memories, when more comes than can be told."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from memoryd.acting import Actor
from memoryd.audit.versions import Item
from memoryd.audit.watchers import Watch, Watchers
from memoryd.requests.visibility import PRIVATE
from memoryd.rpc.topics import topic_of
from memoryd.types import Change
from tests.audit.test_recorder import fact


def test_what_could_not_be_told_is_counted_with_the_next_that_is() -> None:
    is_told = iter([True, False, False, True])
    told: list[int] = []

    def tell(_topic: str, _event: str, fields: Mapping[str, Any]) -> bool:
        answer = next(is_told)
        if answer:
            told.append(fields.get("missed", 0))
        return answer

    watchers = Watchers(tell)
    watch = Watch(topic_of(1), frozenset({"memory.added"}), PRIVATE, None, 1)
    watchers.add(watch)
    change = Change(source="f", put=[fact(number) for number in range(4)], fresh=True)
    watchers.see(Item(change, {}, Actor("request", "facts.add", 7, 8), 0, is_baseline=False), None)
    assert told == [0, 2]
