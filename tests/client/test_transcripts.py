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
@pytest.mark.parametrize("own", [{"n": 1}, {"text": "NaN\0"}, ["half \ud83c"], {"\0": float("nan")}])
def test_a_message_comes_back_as_it_was(daemon: Daemon, words: str, told: str, own: Any) -> None:
    with closing(BoundClient(str(daemon.socket), name="frame", session_id="talk")) as memory:
        transcript = Transcript(memory, "frame")
        transcript.append([transcript.packed("user", words, own)])
        found = transcript.pop()
    assert found is not None and found["content"] == told
    assert repr(transcript.own(found)) == repr(own)
