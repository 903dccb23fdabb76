"""What takes back what its speaker said before."""

from __future__ import annotations

import pytest

from memoryd.text.taking_back import taken_back


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("Scratch that: let's use Valkey", "let's use Valkey"),
        ("Actually, scratch that, we take the train", "we take the train"),
        ("On second thought let's meet in the canteen.", "let's meet in the canteen."),
        ("I changed my mind. The owl.", "The owl."),
        ("Change of plans - we leave at 8", "we leave at 8"),
        ("I take that back", ""),
        ("Ach nein, streich das, wir nehmen Valkey", "wir nehmen Valkey"),
        ("Kommando zurück: die Bahn", "die Bahn"),
        ("Nehme ich zurück.", ""),
    ],
)
def test_what_begins_so_takes_something_back(text: str, told: str) -> None:
    found = taken_back(text)
    assert found is not None
    assert found.told == told


@pytest.mark.parametrize(
    "text",
    [
        "I changed my mind about the logo: let's use the owl.",
        "Forget what the vendor said, the owl is fine.",
        "Scratch that old paint off first.",
        "Vergiss das nicht.",
        "We scratch that: no.",
        "Doch nicht so schlimm.",
    ],
)
def test_what_is_only_like_it_does_not(text: str) -> None:
    assert taken_back(text) is None
