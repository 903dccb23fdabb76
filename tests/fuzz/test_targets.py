"""Every input that once broke something, and some new ones, at every target; `make fuzz` tries a million."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.fuzz.mutate import mutated
from tests.fuzz.shapes import FOUND, FOUND_BYTES, shape
from tests.fuzz.targets import TARGETS
from tests.support.rest import REST

CORPUS = Path(__file__).parent / "corpus"


@pytest.mark.parametrize("name", TARGETS)
def test_what_was_found_is_found_no_more(name: str) -> None:
    for seed in TARGETS[name].seeds:
        TARGETS[name].attack(seed)
    for path in sorted((CORPUS / name).glob("*")):
        TARGETS[name].attack(path.read_bytes())


def test_the_corpus_belongs_to_targets() -> None:
    assert {path.name for path in CORPUS.iterdir()} <= set(TARGETS)


@pytest.mark.parametrize("name", TARGETS)
@given(data=st.data())
def test_any_input_is_served_or_refused(name: str, data: st.DataObject) -> None:
    TARGETS[name].attack(data.draw(mutated(TARGETS[name].seeds)))


@pytest.mark.parametrize(
    ("name", "before", "unit", "after"),
    [pytest.param(*found, marks=REST if at % 2 else ()) for at, found in enumerate(FOUND)],
)
def test_half_a_mebibyte_of_it_ends(name: str, before: str, unit: str, after: str) -> None:
    TARGETS[name].attack(shape(before, unit, after, FOUND_BYTES))
