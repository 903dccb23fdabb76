"""How long facts without their lines wait for whoever is writing facts.jsonl."""

from __future__ import annotations

import pytest

from memoryd.kinds.facts.file.parted import PATIENCE, STILL, Parted


@pytest.mark.parametrize(
    ("looks", "ended"),
    [
        ([(0, False)], False),
        ([(0, False), (STILL, True)], True),
        ([(0, False), (STILL - 1, False), (STILL, True)], False),
        ([(0, False), (STILL - 1, False), (2 * STILL - 1, True)], True),
        ([(at, False) for at in range(0, PATIENCE, STILL // 2)], False),
        ([(at, False) for at in range(0, PATIENCE + 1, STILL // 2)], True),
        ([(STILL, False), (0, False)], True),
    ],
)
def test_they_wait_until_nobody_writes_or_for_ten_seconds(looks: list[tuple[int, bool]], ended: bool) -> None:
    parted = Parted()
    for at, is_still in looks:
        parted.note(at, is_still=is_still)
        parted.take({1}, set())
    assert parted.has_ended(looks[-1][0]) == ended


def test_what_is_owed_stays_so_while_it_waits() -> None:
    parted = Parted()
    parted.take({1, 2, 3}, {1, 2})
    parted.take({1, 3}, set())
    assert (parted.facts, parted.owed) == ({1, 3}, {1})
    parted.clear()
    assert not parted and parted.owed == set()
