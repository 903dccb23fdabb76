"""The passage that answers (rule 25)."""

from __future__ import annotations

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memoryd.text.passages import beginning, passage

FILL = "Nothing of note was said here. " * 400
ANSWER = "The ferry to Amrum leaves at noon. It takes two hours."


@pytest.mark.parametrize("place", [0, 3100, 6200, len(FILL)])
def test_the_sentences_around_the_words_come(place: int) -> None:
    text = f"{FILL[:place]}{ANSWER} {FILL[place:]}"
    found = passage(text, "When does the ferry leave for Amrum?", 300)
    assert ANSWER in found.text
    assert len(found.text) <= 300
    assert found.text.endswith(".")
    assert found.start == 0 or text[found.start - 2] == "."
    assert text[found.start : found.end].rstrip() == found.text


def test_words_that_stand_together_win_over_one_that_is_everywhere() -> None:
    text = f"{'The ferry is a ship. ' * 500}{ANSWER} {'The ferry is a ship. ' * 500}"
    assert "Amrum" in passage(text, "ferry Amrum", 200).text


def test_without_its_words_the_beginning_comes() -> None:
    assert passage("One. " + FILL, "zebra", 100).text.startswith("One. Nothing")
    assert passage("short", "zebra", 100).text == "short"
    assert beginning(FILL, 70) == "Nothing of note was said here. Nothing of note was said here."


@given(
    st.lists(st.sampled_from("ferry Ferries FERRY_1 a-ferry fer 7ferry Amrum amrums, a.b \n".split(" "))),
    st.sampled_from(["ferry Amrum", "ferries fer", "a b", "kayak", "7ferry ferry_1"]),
    st.integers(min_value=1, max_value=60),
)
def test_a_letter_beyond_ascii_elsewhere_changes_nothing(words: list[str], query: str, most: int) -> None:
    text = f"{' '.join(words)} {FILL}"
    assert passage(f"{text}e", query, most) == passage(f"{text}\u00e9", query, most)


@given(st.text(max_size=400), st.text(max_size=30), st.integers(min_value=1, max_value=120))
def test_it_is_never_longer_than_asked_for_and_stands_in_the_text(text: str, query: str, most: int) -> None:
    found = passage(text, query, most)
    assert len(found.text) <= max(most, 0) or found.text == text
    assert text[found.start : found.end].startswith(found.text)
    assert len(beginning(text, most)) <= most


def test_one_letter_again_and_again_costs_no_pairs_of_places() -> None:
    text = "x" * 200_000
    began = time.thread_time()
    assert len(passage(text, text[:1_000], 400).text) <= 400
    assert time.thread_time() - began < 1  # five where a word may begin at each letter
