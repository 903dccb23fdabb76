"""The built-in summariser: it keeps what tells most, in order, within its target."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from memoryd.kinds.summaries.extractive import Line, lines_of_summary, summarise
from memoryd.text.tokens import tokens_of

TALK = [
    Line("Hey! How are you?", "2023-05-08", "Ada"),
    Line("Thanks, fine.", "2023-05-08", "Bob"),
    Line("I moved the order system to a VM in Frankfurt on 3 May. It was late.", "2023-05-08", "Ada", 0.15),
    Line("Wow, great!", "2023-05-08", "Bob"),
    Line("The registrar of the domain is Gandi, and the backup runs at three.", "2023-05-09", "Ada", 0.15),
    Line("Ok. Bye!", "2023-05-09", "Bob"),
]


def test_events_stay_and_small_talk_goes() -> None:
    assert summarise(TALK, 50) == (
        "**2023-05-08**\n\n- Ada: I moved the order system to a VM in Frankfurt on 3 May.\n\n"
        "**2023-05-09**\n\n- Ada: The registrar of the domain is Gandi, and the backup runs at three."
    )


def test_what_somebody_did_and_when_tells_more_than_how_it_felt() -> None:
    felt = "Courage, kindness, patience make life feel wonderful, colourful."
    done = "I signed up for a pottery class yesterday."
    said = [Line(felt, "", "Ada"), Line(done, "", "Ada")]
    assert summarise(said, 25) == f"- Ada: {done}"


def test_only_small_talk_is_still_a_summary() -> None:
    assert summarise([Line("Hello there!", "2023-05-08", "Ada")], 1) == "**2023-05-08**\n\n- Ada: Hello there!"
    assert summarise([], 10) == "Nothing was said that needs to be remembered."


def test_what_was_said_twice_is_told_once() -> None:
    text = summarise([Line("The backup runs at three.", "", "Ada")] * 5, 500)
    assert text == "- Ada: The backup runs at three."


def test_a_summary_can_be_summarised_again_with_its_days_and_speakers() -> None:
    again = lines_of_summary(summarise(TALK, 500), "2020-01-01")
    assert Line("The registrar of the domain is Gandi, and the backup runs at three.", "2023-05-09", "Ada") in again
    assert lines_of_summary("I met Ada: she was well.\nTea.", "2020-01-01") == [
        Line("I met Ada: she was well.", "2020-01-01"), Line("Tea.", "2020-01-01"),
    ]  # fmt: skip


@given(st.lists(st.text(max_size=200), max_size=20), st.integers(60, 400))
def test_it_keeps_to_its_target_and_is_the_same_each_time(texts: list[str], target: int) -> None:
    lines = [Line(text, "2023-05-08", "Ada") for text in texts]
    made = summarise(lines, target)
    assert made == summarise(lines, target) and made.strip()
    assert tokens_of(made) <= target + 120
