"""Messages: their lines in a file, their marks, and who speaks (design §3, §5)."""

from __future__ import annotations

import pytest

from memoryd.conversation.message import Message, speaker


@pytest.mark.parametrize(
    ("content", "who"),
    [
        ("Caroline: hi there", "Caroline"),
        ("Dr. Smith: hi there", "Dr. Smith"),
        ("Jürgen von Au: moin", "Jürgen von Au"),
        ("TODO: write the script", None),
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
