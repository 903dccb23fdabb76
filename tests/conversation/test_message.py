"""Messages: their lines in a file, their marks, and who speaks (design §3, §5)."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from memoryd.conversation.message import (
    HAS_ID,
    BadLine,
    Message,
    decode_line,
    document,
    encode_line,
    mark_of,
    neighbours,
    person,
    speaker,
)
from memoryd.times import SECOND
from memoryd.types import Role

times = st.integers(0, 4_000_000_000 * SECOND)
names = st.none() | st.text(min_size=1)
ids = st.text(st.characters(exclude_characters="\0", exclude_categories=["Cs"]), min_size=1, max_size=200)
messages = st.builds(
    Message, session_id=ids, role=st.sampled_from(["user", "assistant", "system", "tool"]),
    content=st.text(), at=times, received=times, audience=st.sampled_from(["private", "group"]), name=names,
    agent=names, project=names, id=names,
)  # fmt: skip


@given(messages)
def test_a_message_comes_back_from_its_line(message: Message) -> None:
    line = encode_line(message)
    assert line.count(b"\n") == 1 and line.endswith(b"\n")
    assert decode_line(line.rstrip(b"\n")) == message


@pytest.mark.parametrize("session_id", ["", "x" * 201, "a\0b", "\0"])
def test_a_session_that_no_request_can_name_gets_an_id_that_it_can(session_id: str) -> None:
    said = Message(session_id=session_id, role="user", content="x", at=0, received=0)
    read = decode_line(encode_line(said)).session_id
    assert 0 < len(read) <= 200
    assert "\0" not in read
    assert read == decode_line(encode_line(replace(said, content="y"))).session_id
    assert read != decode_line(encode_line(replace(said, session_id=session_id + "z" * 201))).session_id


def test_a_line_that_a_person_wrote_needs_four_fields() -> None:
    read = decode_line(b'{"session_id": "s", "role": "user", "content": "hi", "at": "2026-05-15T10:00:00Z", "more": 1}')
    assert (read.received, read.audience, read.name, read.id) == (read.at, "private", None, None)


@pytest.mark.parametrize(
    ("line", "words"),
    [
        (b"", "truncated"),
        (b"not json", "malformed"),
        (b'{"session_id": "s", "role": "user", "at": "2026-05-15"}', "the line lacks required field 'content'"),
        (b'{"session_id": "s", "role": "robot", "content": "x", "at": "2026-05-15"}', "robot"),
        (b'{"session_id": "s", "role": "user", "content": 7, "at": "2026-05-15"}', "Expected 'str'"),
        (b'{"session_id": "s", "role": "user", "content": "x", "at": "yesterday"}', "yesterday"),
    ],
)
def test_a_line_that_is_no_message_says_why(line: bytes, words: str) -> None:
    with pytest.raises(BadLine, match=words):
        decode_line(line)


@given(messages, st.text(), times)
def test_a_message_is_known_by_its_id_or_its_time(message: Message, content: str, at: int) -> None:
    mark = mark_of(message)
    assert mark < 1 << 48 and bool(mark & HAS_ID) is (message.id is not None)
    # Where it stands, and what its session says of it, changes nothing.
    assert mark_of(replace(message, session_id="other", project="other", audience="group")) == mark
    edited = mark_of(replace(message, content=content))
    assert edited >> 24 == mark >> 24
    if message.id is not None:
        assert mark_of(replace(message, at=at)) == mark


@pytest.mark.parametrize(
    ("key", "expected"),
    [
        ("sessions/x.jsonl:1", (None, "sessions/x.jsonl:2")),
        ("sessions/x.jsonl:7", ("sessions/x.jsonl:6", "sessions/x.jsonl:8")),
        ("memory/user.md:7", (None, None)),
        ("sessions/x.jsonl:slug", (None, None)),
        ("fact-1", (None, None)),
    ],
)
def test_the_neighbours_of_a_message_are_told_by_its_key(key: str, expected: tuple[str | None, str | None]) -> None:
    assert neighbours(key) == expected


def test_the_index_gets_what_filters_ask_for() -> None:
    message = Message(session_id="s", role="user", content="Ann: hi", at=1, received=2, audience="group", project="p")
    found = document(message, "sessions/x.jsonl", 3)
    assert (found.key, found.kind, found.source, found.line) == ("sessions/x.jsonl:3", "message", found.path, 3)
    assert (found.at, found.created, found.audience, found.project, found.who) == (1, 2, "group", "p", "Ann")


@pytest.mark.parametrize(
    ("content", "who"),
    [
        ("Caroline: hi there", "Caroline"),
        ("Dr. Smith: hi there", "Dr. Smith"),
        ("Jürgen von Au: moin", "Jürgen von Au"),
        ("TODO: write the script", None),
        ("Noted: the release is on Thursday", None),
        ("Korrektur: am Freitag", None),
        ("Decision: we ship", None),
        ("Action item: call Bob", None),
        ("My friend says: I live in Tokyo", None),
        ("Bob said: no", None),
        ("no name here", None),
    ],
)
def test_the_name_at_the_head_is_the_speaker_s_and_a_label_is_not(content: str, who: str | None) -> None:
    message = Message(session_id="s", role="user", content=content, at=1, received=1)
    assert speaker(message) == who


@pytest.mark.parametrize(
    ("role", "name", "whose"),
    [
        ("assistant", "Assistant", None), ("assistant", "AI assistant", None), ("assistant", "GPT-4", None),
        ("assistant", "coder-7", None), ("assistant", "Melanie", "Melanie"), ("user", "Human", None),
        ("user", "Assistant", "Assistant"), ("user", "Ada", "Ada"),
    ],
)  # fmt: skip
def test_who_is_called_by_what_it_is_has_no_name(role: Role, name: str, whose: str | None) -> None:
    message = Message(session_id="s", role=role, content="hi", at=0, received=0, name=name, agent="coder-7")
    assert person(message) == whose
