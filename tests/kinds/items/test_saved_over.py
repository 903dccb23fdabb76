"""Which of our lines an editor saved over (rule 8)."""

from __future__ import annotations

from datetime import UTC, datetime

from memoryd.kinds.items.files import Found
from memoryd.kinds.items.item import decode_line
from memoryd.kinds.items.store import saved_over
from memoryd.storage.recent_lines import RecentLine
from memoryd.times import SECOND

NOW = 1_790_000_000_000_000


def line(key: str, value: str = "same") -> bytes:
    at = "2026-09-21T12:00:00.000000+00:00"
    return f'{{"namespace":["app"],"key":"{key}","value":"{value}","updated":"{at}","created":"{at}"}}'.encode()


def lost_of(ours: list[bytes], standing: list[bytes], now: int = NOW) -> list[bytes]:
    items = {address: item for address, item in (decode_line(raw, now) for raw in standing) if item is not None}
    recent = [RecentLine(now, "items/app.jsonl", raw) for raw in ours]
    return [one.raw for one in saved_over(recent, Found(items, {}, len(items), [], (0, 0, 0)), now)]


def test_a_twin_of_the_same_moment_is_not_what_it_was_renamed_to() -> None:
    assert lost_of([line("one"), line("two")], [line("one")]) == [line("two")]


def test_what_stands_under_another_name_is_not_lost() -> None:
    assert lost_of([line("one"), line("two")], [line("one"), line("three")]) == []
    assert lost_of([line("two")], [line("three", "other")]) == [line("two")]


def test_what_was_typed_without_a_time_is_nothing_that_was_renamed() -> None:
    typed = b'{"namespace":["app"],"key":"typed","value":"same"}'
    stated = datetime(2026, 9, 21, 12, tzinfo=UTC)  # as `line` states it
    assert lost_of([line("two")], [typed], round(stated.timestamp()) * SECOND) == [line("two")]
