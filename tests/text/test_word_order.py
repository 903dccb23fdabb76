"""A German clause behind `dass`, said by itself."""

from __future__ import annotations

import pytest

from memoryd.text.word_order import main_clause


@pytest.mark.parametrize(
    ("clause", "said"),
    [
        ("Mara nur vormittags erreichbar ist", "Mara ist nur vormittags erreichbar"),
        ("ich Nüsse nicht vertrage", "ich vertrage Nüsse nicht"),
        ("wir Jira nicht mehr nutzen", "wir nutzen Jira nicht mehr"),
        (
            "der Server in Halle B nachts neu gestartet werden muss",
            "der Server muss in Halle B nachts neu gestartet werden",
        ),
        ("die Tür von Lager 3 oft klemmt", "die Tür von Lager 3 klemmt oft"),
        ("in Halle B nicht geraucht werden darf", "in Halle B darf nicht geraucht werden"),
        ("das Passwort am Router steht", "das Passwort steht am Router"),
        (
            "ich am liebsten Tee trinke, weil Kaffee mir nicht bekommt",
            "ich trinke am liebsten Tee, weil Kaffee mir nicht bekommt",
        ),
        ("Anna am 3. Mai Geburtstag hat", "Anna hat am 3. Mai Geburtstag"),
        ("der Müll montags und freitags geholt wird", "der Müll wird montags und freitags geholt"),
    ],
)
def test_the_verb_stands_behind_what_the_sentence_begins_with(clause: str, said: str) -> None:
    assert main_clause(clause) == said


@pytest.mark.parametrize(
    "text",
    [
        "Mara ist nur vormittags erreichbar",
        "Mara kann nur montags kommen",
        "Kemal im Oktober auszieht",
        "Mara, die neue Chefin, nur vormittags erreichbar ist",
        "montags niemand da ist",
        "Mara schläft",
        "ich Nüsse nicht vertrage und Milch hasse",
        "wir nicht rauchen und nicht trinken",
        "der Server nachts läuft oder morgens startet",
        "schläft",
        "",
        "Kaffee ohne Zucker",
    ],
)
def test_what_is_not_sure_stays_as_it_was_said(text: str) -> None:
    assert main_clause(text) == text
