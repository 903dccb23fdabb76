"""Keys of messages that are taken out, as the index keeps them."""

from __future__ import annotations

import msgspec
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from memoryd.conversation.removed_keys import KeptKeys, RemovedKeys

PATHS = st.sampled_from(["sessions/a.jsonl", "sessions/b.jsonl", "", "a:b"])
LINES = st.one_of(st.integers(0, 9).map(str), st.sampled_from(["x", "", "07", "1-3", "٣", "9" * 5000, "9" * 15, "-1"]))
KEYS = st.one_of(st.builds("{}:{}".format, PATHS, LINES), st.text(max_size=3))
CHANGES = st.lists(st.tuples(st.sampled_from(["add", "discard", "update"]), KEYS))


def decoded(keys: RemovedKeys) -> RemovedKeys:
    return msgspec.json.decode(msgspec.json.encode(keys.kept()), type=KeptKeys).keys()


@given(CHANGES)
@example([("add", "0")])
def test_whatever_they_are_they_come_back(changes: list[tuple[str, str]]) -> None:
    keys, expected = RemovedKeys(), set[str]()
    for change, key in changes:
        getattr(keys, change)([key] if change == "update" else key)
        getattr(expected, change)([key] if change == "update" else key)
        assert decoded(keys) == keys == expected


@pytest.mark.parametrize("order", [1, -1])
def test_line_after_line_is_kept_in_few_words(order: int) -> None:
    keys = RemovedKeys([f"sessions/a.jsonl:{line}" for line in range(1, 100_000)][::order])
    assert keys.kept() == KeptKeys({"sessions/a.jsonl": [(1, 99_999)]}, [])
    keys.discard("sessions/a.jsonl:7")
    assert keys.kept().runs == {"sessions/a.jsonl": [(1, 6), (8, 99_999)]}
