"""A day's file: written whole, and brought up to date around what a person made of it."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from memoryd.extraction.result import DailyFact, DailyResult
from memoryd.kinds.dailies.daily import SECTIONS, bullets_of, folded_bullets, mark, merged, render
from memoryd.origin import origin

RESULT = DailyResult(
    facts=[DailyFact("user", "lives_in", "Berlin", "s1")],
    decisions=["We use Postgres."],
    preferences=[],
    action_items=["Renew the certificate."],
    origins={"we use postgres.": origin("group", "web")},
)
COMMENT = mark("builtin", 1, 3)


def test_a_whole_file() -> None:
    assert render("2026-05-15", RESULT, COMMENT) == (
        "# 2026-05-15\n\n"
        "<!-- memoryd: extracted by memoryd, an agent may do better; 3 messages of 1 sessions -->\n\n"
        "## Facts Learned\n\n- user lives in Berlin <!-- memoryd: private -->\n\n"
        "## Decisions Made\n\n- We use Postgres. <!-- memoryd: group project=web -->\n\n"
        "## Preferences Noted\n\n"
        "## Action Items\n\n- Renew the certificate. <!-- memoryd: private -->\n"
    )


def test_a_person_s_text_stays_and_new_bullets_join_their_sections() -> None:
    theirs = render("2026-05-15", RESULT, COMMENT).replace(
        "- We use Postgres. <!-- memoryd: group project=web -->", "- We use Postgres 17.\n\nMy own note."
    )
    more = DailyResult(decisions=["We use Postgres.", "We drop Redis."], preferences=["Tea."])
    text = merged(theirs, more, mark("agent", 2, 5), folded_bullets(RESULT))
    assert "- We use Postgres 17.\n\nMy own note.\n- We drop Redis. <!-- memoryd: private -->\n" in text
    assert "- We use Postgres." not in text
    assert "## Preferences Noted\n\n- Tea. <!-- memoryd: private -->\n" in text
    assert "written by an agent; 5 messages of 2 sessions" in text and "extracted" not in text


def test_a_missing_section_is_made() -> None:
    assert merged("Only my words.", RESULT, COMMENT, ()).startswith(
        "Only my words.\n\n## Facts Learned\n\n- user lives"
    )


lines = st.lists(st.text(st.characters(codec="utf-8", exclude_categories=("C", "Zl", "Zp")), max_size=20), max_size=6)


@given(lines, lines, st.text(max_size=200))
def test_merging_loses_nothing_and_repeats_nothing(decisions: list[str], actions: list[str], theirs: str) -> None:
    result = DailyResult(decisions=decisions, action_items=actions)
    once = merged(theirs, result, COMMENT, ())
    assert merged(once, result, COMMENT, ()) == once
    assert bullets_of(theirs) - bullets_of(once) == set()
    kept = iter(once.split("\n"))
    assert all(line in kept for line in theirs.rstrip("\n").split("\n") if line.strip() and "<!-- memoryd:" not in line)


def test_the_sections_are_the_seed_s() -> None:
    assert list(SECTIONS.values()) == ["Facts Learned", "Decisions Made", "Preferences Noted", "Action Items"]
