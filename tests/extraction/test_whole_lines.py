"""Lines of a day say what was said: none is cut, put together of two, or in a section that it is not of."""

from __future__ import annotations

import pytest

from memoryd.extraction.others_words import third_person
from tests.extraction.talking import lines_of, talk

CHAT = [("user", "Hi!"), ("assistant", "Hello!"), ("user", "What a week."), ("assistant", "Oh dear.")]


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        (
            "Market stall 12 opens Friday from 6 am, Bea drives the van",
            ["Market stall 12 opens Friday from 6 am, Bea drives the van"],
        ),
        ("Ich unterrichte Physik an einer Gesamtschule", ["user unterrichtet Physik an einer Gesamtschule"]),
        ("Estrich neuer Termin: 25. Januar", ["Estrich neuer Termin ist 25. Januar"]),
        ("Ergebnis: 14 Minuten mit Cache, 31 ohne", ["Ergebnis ist 14 Minuten mit Cache, 31 ohne"]),
        (
            "Das Backup von web03 ist heute Nacht fehlgeschlagen",
            ["Backup von web03 ist heute Nacht (2026-05-15) fehlgeschlagen"],
        ),
    ],
)
def test_a_line_says_what_was_said(text: str, lines: list[str]) -> None:
    assert lines_of(talk(*CHAT, ("user", text))) == lines


def test_what_ends_before_a_comma_is_no_subject() -> None:
    told = talk(*CHAT, ("assistant", "I fixed the fixture. All 15 tests pass now, committed as 4fe21ab."))
    assert "All 15 tests pass now, committed as 4fe21ab" in lines_of(told)
    assert told.action_items == []


def test_a_pronoun_and_what_it_did_are_no_name() -> None:
    told = talk(*CHAT, ("assistant", "Ist getestet. In der Beispieldatei hat sie 14 Dubletten gefunden."))
    assert not [fact for fact in told.facts if fact.subject.startswith("sie ")]


@pytest.mark.parametrize(
    "turns",
    [
        [("assistant", "What would you like to start with?"), ("user", "The garden fair.")],
        [("user", "cooker: buy new or take the old one?"), ("assistant", "It depends."), ("user", "its 11 yrs old")],
    ],
)
def test_what_answers_nothing_decides_nothing(turns: list[tuple[str, str]]) -> None:
    assert talk(*CHAT, *turns).decisions == []


def test_a_list_in_a_sentence_is_agreed_to_as_a_whole() -> None:
    plan = "Vorschlag: 1. Einleitung, 2. Daten, 3. Fazit. Einverstanden?"
    (line,) = talk(*CHAT, ("assistant", plan), ("user", "Ja, so machen wir das.")).decisions
    assert "1. Einleitung, 2. Daten, 3. Fazit" in line


@pytest.mark.parametrize(
    "text",
    [
        "Suppose the board hates it, then we drop the blue cover and go with red.",
        "Angenommen, der Vermieter sagt nein, dann nehmen wir die Wohnung in Kiel.",
    ],
)
def test_what_is_only_imagined_is_not_kept(text: str) -> None:
    assert lines_of(talk(*CHAT, ("user", text))) == []


def test_messages_that_are_read_together_stay_apart() -> None:
    assert talk(*CHAT, ("user", "rent 410 a month"), ("user", "no smokers")).preferences == [
        "rent 410 a month; no smokers"
    ]


def test_a_line_that_goes_on_stands_for_its_beginning() -> None:
    rule = "Änderungen an der Firewall nur noch im Vier-Augen-Prinzip. Das gilt ab heute für alle."
    assert talk(*CHAT, ("user", rule)).preferences == [rule.replace("heute", "heute (2026-05-15)")]


def test_what_the_speaker_lets_be_is_told_of_them() -> None:
    assert third_person("lasse", "de") == "lässt"


def test_what_is_so_until_friday_is_no_task() -> None:
    told = talk(*CHAT, ("user", "Die Filiale am Bahnhof macht ab Dezember sonntags zu."))
    assert told.action_items == []
    assert [fact.sentence for fact in told.facts] == ["Filiale am Bahnhof macht ab Dezember sonntags zu"]


def test_a_line_is_no_part_of_one_whose_words_only_begin_so() -> None:
    told = talk(
        *CHAT, ("user", "Please call Ann today."), ("user", "Please call Ann today about the invoice of Annabel.")
    )
    assert len(told.action_items) == 1
    told = talk(*CHAT, ("user", "TODO: call Ann"), ("user", "TODO: call Annabel about the invoice"))
    assert len(told.action_items) == 2


def test_a_few_words_that_somebody_agrees_to_are_decided_in_the_midst_of_a_talk() -> None:
    offer = ("assistant", "Most of the time is spent waiting for the network. Shall we use tokio?")
    assert talk(*CHAT, ("user", "Should we use tokio or threads?"), offer, ("user", "Yes.")).decisions == [
        "Agreed: use tokio"
    ]
