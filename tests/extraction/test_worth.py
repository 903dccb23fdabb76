"""What a sentence is worth is decided by one fitted sum, the same way for a daily summary and for a brief."""

from __future__ import annotations

from collections import Counter
from collections.abc import Set
from datetime import date

import pytest

from memoryd.extraction.extract import doubtful, extract_sure, hear, told_by_sentence
from memoryd.extraction.found import Candidate, Found, Said
from memoryd.extraction.result import DailyResult
from memoryd.extraction.worth import DECISION, MOST_READ, doubt, is_sure, is_worth, margin, says, section_of
from memoryd.types import fold
from tests.bench.extraction import Item, by_writer
from tests.extraction.talking import extract

DAY = date(2026, 5, 15)


def said(*turns: tuple[str, str]) -> DailyResult:
    return extract(Said("s1", role, None, text, DAY) for role, text in turns)


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        ("We decided to use Postgres.", True),
        ('He writes in his novel: "We decided to use Postgres."', False),
        ("Write a short story in which the crew decides to use the lifeboats.", False),
        ("If we had decided to use Postgres, this would be over.", False),
    ],
)
def test_a_cue_alone_does_not_decide(text: str, kept: bool) -> None:
    assert bool(said(("user", text)).decisions) == kept


@pytest.mark.parametrize("where", ["{} {}", "{1} {0}"])
def test_a_plain_statement_is_kept_wherever_it_stands(where: str) -> None:
    around = "It was a long week, and the report that came in on Monday has some tables that look odd to me. " * 8
    assert said(("user", where.format("We decided to use Kafka.", around))).decisions == ["We decided to use Kafka."]


def test_the_only_clause_behind_a_fact_stays_with_it() -> None:
    found = said(("user", "We have 3 vans, two of them electric, and the diesel one isn't allowed downtown."))
    assert [fact.object for fact in found.facts] == [
        "3 vans, two of them electric, and the diesel one isn't allowed downtown"
    ]


def everyone() -> list[Item]:
    return [item for items in by_writer().values() for item in items[::9]]


def test_a_brief_reads_what_a_daily_summary_reads() -> None:
    for item in everyone():
        messages = [Said("s1", role, None, text, DAY) for role, text in item.messages]
        told, found = told_by_sentence(messages)[0], extract(messages)
        lines = [*found.decisions, *found.preferences, *found.action_items]
        assert all(any(fold(line).strip(".! ").endswith(key) for key in told) for line in lines), item


def test_what_only_its_words_make_a_decision_needs_more() -> None:
    decided, liked = {"we", "decide", "going", "with"}, {"i", "like"}
    assert (section_of(decided), section_of(liked)) == ("decisions", "preferences")
    alone, by_a_cue = Candidate(None, 1.0), Candidate("decisions", 1.0)
    assert margin(decided, alone) - margin(liked, alone) == DECISION
    assert margin(decided, by_a_cue) == margin(liked, by_a_cue)


DOUBTED = "Anna drives the van on Mondays."


def kept(text: str, logit: float, role: str = "user") -> DailyResult:
    messages = [Said("s1", role, None, text, DAY)]
    return extract_sure(messages, dict.fromkeys((*doubtful(messages), text), logit))[0]


def test_of_what_is_doubtful_a_model_decides() -> None:
    assert kept(DOUBTED, 9.0).facts and not kept(DOUBTED, -9.0).facts


@pytest.mark.parametrize("text", ["We decided to use Postgres.", "I'm allergic to nuts.", "TODO: rotate the keys."])
def test_a_model_says_nothing_against_a_sure_cue(text: str) -> None:
    assert kept(text, -9.0) == said(("user", text)) != DailyResult()


@pytest.mark.parametrize("text", ["Thanks, that sounds lovely!", "Could you show me how that works?"])
def test_what_its_words_tell_plainly_is_not_doubtful(text: str) -> None:
    assert doubtful([Said("s1", "user", None, text, DAY)]) == []
    assert kept(text, 9.0) == DailyResult()


def test_no_model_judges_what_an_assistant_reports() -> None:
    text = "I deployed v2.3 to prod-2."
    assert kept(text, -9.0, "assistant") == kept(text, 9.0, "assistant") != DailyResult()


def candidates(messages: list[Said]) -> list[tuple[Set[str], Candidate]]:
    """All that is weighed, and by which signs."""
    found: list[tuple[Set[str], Candidate]] = []

    def weigh(signs: Set[str], one: Candidate) -> bool:
        found.append((signs, one))
        return False

    hear(Found(weigh), messages)
    return found


def test_what_is_in_doubt_is_what_a_model_can_change() -> None:
    decided = Counter[tuple[bool, bool]]()
    for item in everyone():
        for signs, one in candidates([Said("s1", role, None, text, DAY) for role, text in item.messages]):
            against, without, wanted = (is_worth(signs, one, {one.said: logit}) for logit in (-9.0, 0.0, 9.0))
            assert against <= without <= wanted
            assert (doubt(signs, one) is not None) == (against != wanted), one
            assert is_worth(signs, one, {one.said: MOST_READ}) == wanted
            decided[against, wanted] += 1
            if is_sure(one):
                assert against == without
    assert min(decided[kind] for kind in ((False, False), (False, True), (True, True))) > 50


def test_of_an_assistant_s_report_what_no_cue_found_is_judged_only() -> None:
    weighed = candidates([Said("s1", "assistant", None, "I moved the cron job to 03:15.", DAY)])
    for signs, one in weighed:
        assert says(signs, one, {one.said: 9.0}) == (MOST_READ if one.section is None else 0.0)
    assert {one.section is None for _, one in weighed} == {True, False}


def test_what_would_be_kept_otherwise_is_doubtful_behind_what_is_kept() -> None:
    text = "We decided to use Postgres."
    assert said(("user", text)).decisions == doubtful([Said("s1", "user", None, text, DAY)]) == [text]


def test_what_is_in_most_doubt_is_read_first() -> None:
    for item in everyone()[::5]:
        messages = [Said("s1", role, None, text, DAY) for role, text in item.messages]
        near: dict[str, int] = {}
        for signs, one in candidates(messages):
            if (of := doubt(signs, one)) is not None:
                near[one.said] = min(of, near.get(one.said, of))
        found = doubtful(messages)
        assert sorted(found) == sorted(near) and [near[text] for text in found] == sorted(near.values())
