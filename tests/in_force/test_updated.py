"""What a later message brings up to date is told no more; what it is merely alike to is (rule 26)."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from memoryd.in_force import updated
from memoryd.in_force.ended import FEW
from memoryd.in_force.nearness import key_of
from memoryd.in_force.standing import in_force
from memoryd.recall.models.encoder import Encoder
from memoryd.recall.models.model import BUNDLED_MODEL, read_model
from tests.in_force.test_ended import MEANWHILE, told

pytest.importorskip("onnxruntime")
MODEL = Path(sys.prefix, "share/memoryd/models", BUNDLED_MODEL)
BESIDE = [
    ("user", "The printer on the second floor is out of toner."),
    ("assistant", "I ordered toner for the second floor."),
]


@pytest.fixture(scope="module")
def encoder() -> Encoder:
    if not MODEL.is_dir():
        pytest.skip("setup made no model")
    return Encoder(read_model(BUNDLED_MODEL, MODEL))


def stands(encoder: Encoder, former: str, later: str, messages: int) -> bool:
    talks = [[("user", text), ("assistant", "Noted.")] for text in MEANWHILE] if messages >= FEW else []
    begin, last = [*talks[:3], [("user", former)], BESIDE], [("user", "Thanks, that is all for today.")]
    lines = told([*begin, *talks[3:8], [("user", later)], *talks[8:], last])
    texts = {key_of(line): line.whole or line.text for line in reversed(lines)}
    vectors = {key: encoder.encode_tokens(encoder.token_ids(text)) for key, text in texts.items()}
    found = [line.text for line in in_force(lines, vectors=vectors)]
    assert any(later.startswith(text[:20]) for text in found)
    return any(former.startswith(text[:25]) for text in found)


@pytest.mark.parametrize("messages", [5, 28])
@pytest.mark.parametrize(
    ("former", "later"),
    [
        ("We run Postgres 14 on db-1.", "We upgraded db-1 to Postgres 16 last night."),
        ("The API is rate limited to 100 requests a minute.", "They raised the API limit to 500 requests a minute."),
        ("Das Lager nimmt bis 15 Uhr an.", "Das Lager nimmt jetzt bis 18 Uhr an."),
    ],
)
def test_what_was_brought_up_to_date_is_told_no_more(encoder: Encoder, former: str, later: str, messages: int) -> None:
    assert not stands(encoder, former, later, messages)


@pytest.mark.parametrize("messages", [5, 28])
@pytest.mark.parametrize(
    ("former", "later"),
    [
        ("The staging database is on port 5433.", "The production database is on port 5432."),
        ("Jo is allergic to walnuts.", "Marcus gets a rash from strawberries."),
        ("I like tea in the morning.", "I like coffee after lunch."),
        ("My sister Tove works at IKEA.", "My brother Nils works at Volvo."),
        ("The red van has winter tyres.", "The blue van needs summer tyres."),
        ("Der Vertrag mit Weber läuft bis Mai.", "Der Vertrag mit Krause läuft bis August."),
        ("Build agents run Ubuntu 22.04.", "The laptops run Ubuntu 24.04."),
        ("Releases go out every Tuesday.", "Should we release on Thursdays some day?"),
        ("The rig in Lund runs firmware 4.2.", "The rig in Graz got firmware 4.5 yesterday."),
    ],
)
def test_what_is_merely_alike_ends_nothing(encoder: Encoder, former: str, later: str, messages: int) -> None:
    assert stands(encoder, former, later, messages)


def test_of_several_messages_the_likeliest_is_news() -> None:
    shown = [updated.Shown(line, message, []) for line, message in ((0, 1), (0, 2), (0, 3), (1, 3))]
    found = updated.news_by(shown, [-1.0, 2.0, 0.5, -3.0])
    assert found == {0: [(2.0, 2), (0.5, 3), (-1.0, 1)], 1: [(-3.0, 3)]}


def test_a_line_has_the_odds_of_its_two_likeliest_news() -> None:
    assert updated.with_news((1.0,), [(2.0, 7), (0.5, 3), (-1.0, 1)]) == (1.0, 2.0, 0.5)
    assert updated.with_news((1.0,), [(2.0, 7)]) == (1.0, 2.0, -5.0)


def test_few_messages_end_a_line_where_the_later_one_is_surely_news_of_it(encoder: Encoder) -> None:
    """What is less sure holds, and is told beside the later one."""
    assert stands(encoder, "Anna leads the billing team.", "Priya leads the search team now.", 5)
