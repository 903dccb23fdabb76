"""Digests of words find what the words themselves find (rule 6)."""

from __future__ import annotations

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from memoryd.purge.digests import digests_of_text, is_common
from memoryd.purge.matter import phrase_pattern
from memoryd.purge.names import Names, name_of
from memoryd.purge.needles import forms_of

SALT = bytes(16)
PARTS = [
    "Zorbel",
    "ZORBEL",
    "Zörbel",
    "Zo\u0308rbel",
    "Vella",
    "mond",
    "龘靐",
    "龘",
    "東",
    "K9",
    "c++",
    "x",
    "Z%C3%B6rbel",
]
JOINTS = [" ", "-", "_", "\n", "", ", ", " **", "\u200b"]
texts = st.lists(st.tuples(st.sampled_from(PARTS), st.sampled_from(JOINTS)), min_size=1, max_size=6).map(
    lambda pairs: "".join(part + joint for part, joint in pairs)
)
phrases = st.lists(st.sampled_from(PARTS), min_size=1, max_size=2).map(" ".join)


@example(["c++"], "c++zorbel")
@given(st.lists(phrases, min_size=1, max_size=2), texts)
def test_a_name_is_found_where_its_words_are(given_phrases: list[str], text: str) -> None:
    patterns = [phrase_pattern(one) for one in given_phrases]
    expected = any(all(one.search(form) for one in patterns) for form in forms_of(text))
    other = name_of(["somebody else"], SALT)
    found = Names([name_of(given_phrases, SALT), other], SALT).one_in(text)
    assert (found is not None) == expected


@pytest.mark.parametrize(
    ("text", "common"),
    [
        ("yes", True), ("ok then", True), ("12345", True), ("n: 1", True), ("green apple", True),
        ("東京に住", True),
        ("the van is blue", False), ("incomprehensibilities2025", False), ("私は東京に住んでいる", False),
    ],
)  # fmt: skip
def test_a_text_that_others_say_too_is_known_in_its_place_only(text: str, common: bool) -> None:
    assert is_common(text) == common
    here, there, anywhere = (set(digests_of_text(text, place, SALT)) for place in ("a", "b", ""))
    assert here & there == anywhere and here > anywhere
