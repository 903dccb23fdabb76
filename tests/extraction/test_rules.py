"""Rules and choices in few words, without "never" and "always" (rule 16)."""

from __future__ import annotations

import pytest

from tests.bench.extraction import HERE, Item, lines_of

LINES = [line.split("\t") for line in (HERE / "data/rules_dev.tsv").read_text().splitlines() if line[0] != "#"]
KEPT = {"preference", "decision"}


def is_kept(lang: str, text: str) -> bool:
    return any(kind in KEPT for kind, _, _ in lines_of(Item(lang, (("user", text),), ())))


@pytest.mark.parametrize(
    ("lang", "text"),
    [
        ("en", "all times in utc"),
        ("en", "every merge needs a review from dana"),
        ("en", "client data stays in house"),
        ("en", "hands off the legacy folder"),
        ("en", "check with me before ordering anything"),
        ("en", "nothing goes out without my approval"),
        ("en", "one branch per ticket"),
        ("en", "images as webp, not png"),
        ("en", "weekend deploys need my ok"),
        ("de", "alle zeiten in utc"),
        ("de", "jeder merge braucht ein review von svenja"),
        ("de", "fotos der kinder bleiben privat"),
        ("de", "finger weg von der produktionsdatenbank"),
        ("de", "nichts davon darf ins öffentliche repo"),
        ("de", "frag mich bevor du etwas bestellst"),
        ("de", "ohne meine freigabe geht nichts raus"),
        ("de", "jede rechnung kommt erst zu mir"),
        ("de", "tests mit pytest, kein unittest"),
        ("de", "passwörter nie im klartext speichern"),
    ],
)
def test_a_rule_needs_no_word_that_marks_it(lang: str, text: str) -> None:
    assert is_kept(lang, text)


@pytest.mark.parametrize(
    ("lang", "text"),
    [
        ("en", "nothing works anymore"),
        ("en", "all three containers are up"),
        ("en", "it's the network, not the code"),
        ("en", "wait, not that one"),
        ("en", "every build needs ten minutes"),
        ("en", "nothing in the logs"),
        ("en", "stay out of the sun today"),
        ("en", "one coffee per day keeps me going"),
        ("en", "I cook myself"),
        ("en", "two lines per second, that's slow"),
        ("en", "Twice it broke, never saw this coming at all."),
        ("de", "nichts davon hat geholfen"),
        ("de", "alle drei container sind oben"),
        ("de", "warte, nicht 18 uhr"),
        ("de", "Nenne die drei wichtigsten Ursachen des Ersten Weltkriegs."),
        ("de", "niemand sieht mich"),
        ("de", "Sie bekommen keine Kinder mehr."),
        ("de", "eine Tablette pro Tag"),
        ("de", "jeder build braucht zehn minuten"),
        ("de", "lasst mich doch endlich in Ruhe"),
        ("de", "wollt die tochter nicht um 5 wecken"),
        ("de", "zwei zeilen pro sekunde, das ist langsam"),
        ("de", "was hängen bleibt: frau tietze ist jetzt vorsitzende"),
    ],
)
def test_what_only_looks_like_a_rule_is_none(lang: str, text: str) -> None:
    assert not is_kept(lang, text)


@pytest.mark.parametrize(("lang", "rules", "ordinary"), [("de", 0.58, 0.22), ("en", 0.74, 0.14)])
def test_how_many_rules_are_kept_gets_no_worse(lang: str, rules: float, ordinary: float) -> None:
    """Of the ordinary sentences no more are kept than without these patterns: half were written to be mistaken."""
    meant = {
        is_meant: [text for one, kind, text in LINES if one == lang and (kind != "-") is is_meant]
        for is_meant in (True, False)
    }
    share = {is_meant: sum(is_kept(lang, text) for text in texts) / len(texts) for is_meant, texts in meant.items()}
    assert share[True] >= rules
    assert share[False] <= ordinary
