"""How people say what is left to be done."""

from __future__ import annotations

import pytest

from tests.extraction.talking import talk


@pytest.mark.parametrize(
    "text",
    [
        "I must not forget to pay the rent.",
        "Let's not forget to order the parts.",
        "I need to remember to cancel the gym subscription.",
        "Next week I'll migrate the database.",
        "On Monday I have to return the library books.",
        "I'm supposed to bring a salad on Sunday.",
        "I want to finish the chapter by the end of the month.",
        "Jonas takes care of the cake.",
        "Ich darf nicht vergessen, die Miete zu überweisen.",
        "Wir dürfen die Miete nicht vergessen.",
        "Ich habe vor, im Juni meine Schwester zu besuchen.",
        "Einkaufen muss ich auch noch.",
        "Ummelden müssen wir uns noch, beide",
        "Somebody please renew the certificate.",
        "Die Rechnung für Oktober ist noch offen.",
    ],
)
def test_a_task_is_kept_as_one(text: str) -> None:
    said = talk(("user", text))
    assert (said.action_items, said.preferences) == ([text], [])


@pytest.mark.parametrize(
    ("text", "is_task"),
    [
        ("Then the sister's alibi has to be false.", False),
        ("Then the sister's passport has to be renewed.", True),
    ],
)
def test_what_follows_is_no_task_unless_it_is_to_be_done(text: str, is_task: bool) -> None:
    assert talk(("assistant", text)).action_items == ([text] if is_task else [])


def test_what_an_agent_says_is_still_to_be_done_is_a_task() -> None:
    text = "half-even rounding; the backfill is still to be done."
    assert talk(("assistant", text)).action_items == [text]


@pytest.mark.parametrize(
    "text",
    [
        "I must not forget that I am happy here.",
        "Next week I'll probably be fine.",
        "I'm supposed to be dead by now.",
        "Jonas takes care of himself.",
        "Ich habe damals viel vorgehabt.",
    ],
)
def test_what_only_sounds_like_one_is_none(text: str) -> None:
    assert talk(("user", text)).action_items == []


def test_an_open_bill_takes_nothing_back() -> None:
    said = talk(("user", "Wir haben uns für Postgres entschieden. Die Rechnung für Oktober ist noch offen."))
    assert said.decisions == ["Wir haben uns für Postgres entschieden."]
    back = talk(("user", "Wir haben uns für Postgres entschieden. Ach, das ist noch offen."))
    assert back.decisions == []


def test_a_task_and_a_fact_tell_the_date_of_a_weekday() -> None:
    said = talk(("user", "I have to send the invoice by Monday. My birthday is next Monday."))  # on a Friday
    assert said.action_items == ["I have to send the invoice by Monday (2026-05-18)."]
    assert [fact.object for fact in said.facts] == ["next Monday (2026-05-18)"]


@pytest.mark.parametrize(
    ("role", "text"),
    [
        ("assistant", "The schema is on PostgreSQL 16 now and all 12 migrations run cleanly."),
        ("assistant", "Restic sichert jede Nacht um 1 Uhr auf die Hetzner Storage Box."),
        ("user", "top, openvpn hab ich heut morgen abgeschaltet"),
    ],
)
def test_how_things_are_and_what_is_done_is_no_action_item(role: str, text: str) -> None:
    assert talk((role, text)).action_items == []


def test_each_item_of_a_list_under_what_is_to_be_done_is_a_task() -> None:
    said = talk(("user", "Action items:\n- Ada: add a constraint on orders.key\n- Bo: reconcile the 41 merchants"))
    assert said.action_items == [
        "TODO: Ada: add a constraint on orders.key",
        "TODO: Bo: reconcile the 41 merchants",
    ]


def test_what_somebody_laughs_at_is_no_task() -> None:
    assert (
        talk(("user", "meine Schwester sagt, ich soll das Buch einfach abschreiben lassen, lol nein")).action_items
        == []
    )
