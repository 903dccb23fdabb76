"""What is said to the memory alone."""

from __future__ import annotations

import pytest

from memoryd.text.orders import drops_a_memory, without_asking


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


@pytest.mark.parametrize(
    ("sentence", "told"),
    [
        ("Pls remember I'm vegan since May", "I'm vegan since May"),
        ("Please remember that I start on Monday", "I start on Monday"),
        ("Keep in mind the deadline is Friday", "the deadline is Friday"),
        ("Don't forget that Ada lends me her kit", "Ada lends me her kit"),
        ("merk dir: Rechnungen gehen mit 14 Tagen Ziel raus", "Rechnungen gehen mit 14 Tagen Ziel raus"),
        ("Und merk dir bitte: Anna kommt später", "Anna kommt später"),
        ("Denk daran, dass Ada am Dienstag nicht arbeitet", "Ada arbeitet am Dienstag nicht"),
        *((text, text) for text in (
            "Remember to call Bob", "Remember when we went?", "Don't forget the milk", "Remember the milk",
            "I remember that he left", "Merk dir das",
        )),
    ],
)  # fmt: skip
def test_what_is_to_be_remembered_stands_by_itself(sentence: str, told: str) -> None:
    assert without_asking(sentence) == told
