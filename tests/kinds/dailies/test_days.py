"""The days that a session file speaks of: read in one go or piece by piece as it grows, and where each day stands."""

from __future__ import annotations

from datetime import UTC
from pathlib import Path
from tempfile import TemporaryDirectory

from hypothesis import given
from hypothesis import strategies as st

from memoryd.conversation.message import Message, encode_line
from memoryd.kinds.dailies.days import FileDays, Stamp, read_file_days, said_on
from memoryd.times import DAY, SECOND, local_date

START = 1_778_855_400 * SECOND
PATH = "s.jsonl"

parts = st.lists(st.lists(st.one_of(st.integers(0, 3), st.just("no message")), max_size=6), max_size=5)


def line(number: int, day: int | str) -> bytes:
    if isinstance(day, str):
        return b"no message\n"
    at = START + day * DAY
    return encode_line(Message(session_id="s", role="user", content=f"{number}", at=at, received=at))


@given(parts)
def test_a_file_that_grows_is_read_once(grown: list[list[int | str]]) -> None:
    with TemporaryDirectory() as folder:
        path = Path(folder) / PATH
        path.touch()
        known: FileDays | None = None
        number = 0
        for part in grown:
            with path.open("ab") as file:
                for day in part:
                    number += 1
                    file.write(line(number, day))
                stamp: Stamp = (1, file.tell(), number)
                # What is appended while it is read belongs to the next time.
                file.write(line(0, 0))
            known = read_file_days(folder, PATH, UTC, stamp, known)
            path.write_bytes(path.read_bytes()[: stamp[1]])
        whole = read_file_days(folder, PATH, UTC, (1, path.stat().st_size, number), None)
        assert whole is not None and (known is None or known == whole)
        days = [day for part in grown for day in part if isinstance(day, int)]
        assert sorted(whole.days) == sorted({local_date(START + day * DAY, UTC).isoformat() for day in days})
        for day, (count, _) in whole.days.items():
            everywhere = said_on(folder, {PATH: (0, whole.size)}, day, UTC)
            assert len(everywhere) == count
            assert said_on(folder, {PATH: whole.spans[day]}, day, UTC) == everywhere
