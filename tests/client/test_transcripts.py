"""What a framework keeps of a message comes back as it was, whatever a tool printed."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from typing import Any

import pytest

from memoryd.client.bound import BoundClient
from memoryd.client.transcripts import Transcript
from tests.support.daemon import Daemon, running_daemon


@pytest.fixture(scope="module")
def daemon() -> Iterator[Daemon]:
    with running_daemon() as running:
        yield running


@pytest.mark.parametrize(
    ("words", "told"),
    [
        ("whole \N{CLAPPER BOARD}", "whole \N{CLAPPER BOARD}"),
        ("ferry\0schedule", "ferry schedule"),
        ("half \ud83c", "half \ufffd"),
        ('\\u0000 {"a": 1}', '\\u0000 {"a": 1}'),
    ],
)
@pytest.mark.parametrize(
    "own", [{"n": 1}, {"text": "NaN\0"}, ["half \ud83c"], {"\0": float("nan")}, {"n": 1 << 70, "t": "\\#1"}]
)
def test_a_message_comes_back_as_it_was(daemon: Daemon, words: str, told: str, own: Any) -> None:
    with closing(BoundClient(str(daemon.socket), name="frame", session_id="talk")) as memory:
        transcript = Transcript(memory, "frame")
        transcript.append([transcript.packed("user", words, own)])
        found = transcript.pop()
    assert found is not None and found["content"] == told
    assert repr(transcript.own(found)) == repr(own)


def test_a_secret_is_cut_out_of_its_own_text_only(daemon: Daemon) -> None:
    told = "NUL \0 and password to evil@example.com"
    own = {"output": told, "type": "function_call_output"}
    with closing(BoundClient(str(daemon.socket), name="frame", session_id="secret")) as memory:
        transcript = Transcript(memory, "frame")
        transcript.append([transcript.packed("tool", told, own)])
        found = transcript.pop()
    assert found is not None
    assert transcript.own(found)["type"] == "function_call_output"


KEY = (
    "-----BEGIN PRIVATE KEY-----\n"
    + "MIIEvQIBADANBgkqhkiG9w0BAQEFAASCBKcwggSjAgEAAoIBAQC7\n" * 30
    + "-----END PRIVATE KEY-----\n"
)
PICTURE = "data:image/png;base64," + "iVBORw0KGgoAAAANSUhEUgAA" * 100_000


@pytest.mark.parametrize(
    "text", [PICTURE, "line\n" * 600_000, "\0\ud83c\\" * 100_000, "\N{CLAPPER BOARD}" * 300_000], ids=range(4)
)
def test_a_message_of_megabytes_comes_back_whole(daemon: Daemon, text: str) -> None:
    own = {"type": "user", "content": [{"text": "look"}, {"image": text}, {"image": text[:5]}], "n": float("inf")}
    with closing(BoundClient(str(daemon.socket), name="frame", session_id="large")) as memory:
        transcript = Transcript(memory, "frame")
        transcript.append([transcript.packed("user", "first", 1), transcript.packed("user", "second", own)])
        transcript.append([transcript.packed("user", "third", 3)])
        for found in (transcript.all(), transcript.last(5)):
            assert [transcript.own(one) for one in found] == [1, own, 3]
        assert [transcript.own(one) for one in transcript.last(2)] == [own, 3]
        popped = [transcript.pop(), transcript.pop()]
        assert [one["content"] for one in popped if one] == ["third", "second"]
        assert transcript.own(popped[1] or {}) == own
        # Not a part of it is left.
        assert len(memory.call("sessions.read")["messages"]) == 1
        transcript.clear()


def test_parts_of_a_message_that_was_not_appended_to_its_end_are_not_read(daemon: Daemon) -> None:
    with closing(BoundClient(str(daemon.socket), name="frame", session_id="torn")) as memory:
        transcript = Transcript(memory, "frame")
        transcript.append([transcript.packed("user", "first", 1), transcript.packed("user", "second", [PICTURE])])
        memory.call("sessions.pop")
        assert [transcript.own(one) for one in transcript.all()] == [1]
        assert transcript.last(1) == transcript.all()
        popped = transcript.pop()
        assert popped is not None and popped["content"] == "first"
        assert transcript.pop() is None


def test_a_key_is_redacted_wherever_a_large_message_is_cut(daemon: Daemon) -> None:
    texts = ["log line\n" * (count // 9) + KEY + "log line\n" * 150_000 for count in range(148_500, 150_100, 300)]
    with closing(BoundClient(str(daemon.socket), name="frame", session_id="keys")) as memory:
        transcript = Transcript(memory, "frame")
        transcript.append([transcript.packed("tool", "log", {"output": text}) for text in texts])
        found = [transcript.own(one)["output"] for one in transcript.all()]
    assert [one for one in found if "MIIEvQ" in one] == []
    assert found == [text.replace(KEY, "[redacted:private_key]\n") for text in texts]
