"""The rules about sessions: who may see whose, when one is finished, and the names of files."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memoryd.conversation.session import Session, file_name, is_finished, record, sees, session_of
from memoryd.times import HOUR

NOW = 1_778_855_400_000_000


def session(name: str = "s", audience: str = "private", project: str | None = "p", started: int = NOW) -> Session:
    return Session(name, "ada", project, audience, started, last_request=started)  # type: ignore[arg-type]


GROUP = session("asks", "group")


@pytest.mark.parametrize(
    ("asking", "other", "expected"),
    [
        (session("asks"), session("other"), True),
        (session("asks"), session("other", "group", "q"), True),
        (GROUP, GROUP, True),
        (GROUP, session("asks", "group", None), True),
        (GROUP, session("other", "group"), True),
        (GROUP, session("other", "group", started=NOW - 1), True),
        (GROUP, session("other", "group", started=NOW + 1), False),
        (GROUP, session("other", "group", "q", started=NOW - 1), False),
        (GROUP, session("other", "private", started=NOW - 1), False),
        (session("asks", "group", None), session("other", "group", None, started=NOW - 1), False),
    ],
)
def test_a_group_session_sees_its_own_and_earlier_ones_of_its_project(
    asking: Session, other: Session, expected: bool
) -> None:
    assert sees(asking, other) is expected


sessions = st.builds(
    session, st.sampled_from(["a", "b"]), st.sampled_from(["private", "group"]), st.sampled_from([None, "p", "q"]),
    st.integers(NOW - 2, NOW + 2),
)  # fmt: skip


@given(sessions, sessions)
def test_private_words_are_seen_by_private_sessions_and_their_own_only(asking: Session, other: Session) -> None:
    if other.audience == "private" and asking.id != other.id:
        assert sees(asking, other) is (asking.audience == "private")


@pytest.mark.parametrize(
    ("ended", "hours", "expected"),
    [(False, 0, False), (False, 23.999, False), (False, 24, True), (False, 25, True), (True, 0, True)],
)
def test_a_session_is_finished_when_it_ended_or_is_idle(ended: bool, hours: float, expected: bool) -> None:
    one = session()
    one.ended = ended
    assert is_finished(one, NOW + round(hours * HOUR), 24.0) is expected


@given(sessions, st.booleans(), st.sampled_from([None, "sessions/x.jsonl"]))
def test_a_session_comes_back_from_its_record(one: Session, ended: bool, path: str | None) -> None:
    one.ended, one.path = ended, path
    assert session_of(record(one)) == one


def test_file_names_are_never_taken_twice() -> None:
    taken: set[str] = set()
    for _ in range(3):
        taken.add(file_name("2026-05-15-143000", taken))
    assert sorted(taken) == [
        "sessions/2026-05-15-143000-2.jsonl",
        "sessions/2026-05-15-143000-3.jsonl",
        "sessions/2026-05-15-143000.jsonl",
    ]
