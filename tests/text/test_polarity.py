"""Whether a sentence says that something is so, or that it is not."""

from __future__ import annotations

import pytest

from memoryd.text.polarity import polarity_of


def test_a_sentence_and_its_denial_are_about_the_same() -> None:
    said, denied = (
        polarity_of(one.split(), {*one.split()}) for one in ("ada is allergic to dust", "ada isn't allergic to dust")
    )
    assert said is not None and denied is not None
    assert said[0] == denied[0]
    assert (said[1], denied[1]) == ("yes", "no")


@pytest.mark.parametrize(
    "said", ["ada isn't allergic to dust yet", "ada isn't never allergic to dust", "ada isn't", 13 * "dust "]
)
def test_what_is_open_denied_twice_or_of_other_length_says_neither(said: str) -> None:
    assert polarity_of(said.split(), {*said.split()}) is None
