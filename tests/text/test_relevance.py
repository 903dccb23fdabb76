"""What a text tells."""

from __future__ import annotations

import pytest

from memoryd.text.relevance import states_rule, told_by_fact


@pytest.mark.parametrize("at", [0, 990, (1 << 14) - 9, (1 << 14) + 23, (1 << 14) + 30, (1 << 14) + 31, 40_000])
@pytest.mark.parametrize(("words", "is_rule"), [("auf keinen fall", True), ("must", True), ("mustard", False)])
def test_a_rule_is_found_wherever_it_stands_in_a_long_text(at: int, words: str, is_rule: bool) -> None:
    assert states_rule("." * at + f" {words} " + "." * 20_000) is is_rule
    assert states_rule("." * at + f" {words}") is is_rule


@pytest.mark.parametrize(
    "text",
    [
        "Ben has a nut allergy", "hat eine Nussallergie", "lactose-intolerant", "Laktoseunverträglichkeit",
        "badge=vegan", "Jo is vegetarian", "eats pescatarian food", "Halal only", "a kosher kitchen", "isst koscher",
        "Jonah can't have dairy", "Jo cannot eat nuts", "Jo doesn’t eat meat", "Jo does not drink", "Jo cant eat nuts",
        "aylin isst kein schwein", "Jo is coeliac", "Jo is celiac", "hat Zöliakie", "Mum is diabetic",
        "(never) on Fridays", "restart it always", "Do not restart it", "we don't restart", "we don’t restart",
        "It must be signed", "guests may not enter", "smoking is not allowed", "phones are forbidden",
        "only on Mondays", "no merge on main without review", "niemals neu starten", "freitags nie.",
        "immer mit Test", "keinesfalls löschen", "auf keinen Fall löschen", "das darf nicht raus",
        "Hunde sind nicht erlaubt", "Rauchen verboten", "das muss signiert sein", "nur mit Test",
        "kein Merge ohne Prüfung", "Rule: two reviews", "Regel: zwei Prüfer", "jamais le lundi", "toujours à neuf",
        "c'est interdit", "nunca los lunes", "siempre a las nueve", "никогда не перезапускать", "всегда в девять",
        "Policy of the house: shoes off", "Vorgabe vom Chef: zwei Prüfer", "Vorschrift im Haus: Schuhe aus",
        "from now on bread comes on Fridays", "going forward Jo signs", "ab jetzt zahlt Jo", "Ab sofort zahlt Jo",
        "von nun an zahlt Jo", "künftig zahlt Jo", "Hecken dürfen höchstens 1,25 hoch sein", "guests may only look",
    ],
)  # fmt: skip
def test_what_a_fact_tells_is_found_by_each_of_its_words(text: str) -> None:
    assert told_by_fact("is", text) is not None
    assert told_by_fact("is", text.upper()) is not None
