"""What is said to the memory alone."""

from __future__ import annotations

import pytest

from memoryd.text.orders import drops_a_memory


@pytest.mark.parametrize(
    ("sentence", "drops"),
    [
        ("Delete the note about the staging DB", True),
        ("Please forget the old fact about Rex.", True),
        ("Can you remove that note?", True),
        ("Lösche bitte die Notiz über den Server.", True),
        ("Die Notiz zum Server bitte löschen.", True),
        ("Delete the notes table from the schema.", False),
        ("Remove the fact table from the warehouse.", False),
        ("The note about the VPN is old.", False),
        ("Delete the note about the VPN and rotate its keys.", False),
        ("Delete the old VPN config.", False),
    ],
)
def test_an_order_to_let_go_of_a_memory_is_no_task(sentence: str, drops: bool) -> None:
    assert drops_a_memory(sentence) is drops
