"""Where chunks are cut, by tables and properties (004 §Configuration, rule 20)."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memoryd.config.sections import Summaries
from memoryd.kinds.summaries.chunking import Turn, cut, eligible_count, next_chunk
from memoryd.text.tokens import tokens_of

NUMBERS = Summaries(chunk_tokens=100, summary_target_tokens=30, pruning_boundary_tokens=50)


def turns(*said: tuple[str, int]) -> list[Turn]:
    roles = {"u": "user", "a": "assistant", "t": "tool"}
    return [Turn(line, roles[role], tokens, line * 10) for line, (role, tokens) in enumerate(said, 1)]  # type: ignore[arg-type]


@pytest.mark.parametrize(("text", "tokens"), [("", 0), ("a", 1), ("abcd", 1), ("abcde", 2), ("ü" * 8, 2)])
def test_four_characters_are_a_token(text: str, tokens: int) -> None:
    assert tokens_of(text) == tokens


def test_the_seeds_numbers_are_the_defaults() -> None:
    seeds = Summaries(chunk_tokens=6000, summary_target_tokens=2000, pruning_boundary_tokens=30_000)
    assert seeds == Summaries()


@pytest.mark.parametrize(
    ("said", "length"),
    [
        ([], None),
        ([("u", 60), ("a", 39)], None),
        ([("u", 60), ("a", 40)], 2),
        ([("u", 60), ("a", 60)], 2),
        ([("a", 99), ("u", 50), ("a", 1)], 3),
        ([("u", 120), ("u", 50), ("a", 10)], 3),
        ([("u", 120), ("u", 79), ("u", 1), ("a", 10)], 3),
        ([("u", 250), ("a", 10)], 1),
        ([("a", 100), ("u", 10)], 1),
    ],
)
def test_a_chunk_ends_on_an_assistants_turn_or_at_twice_its_size(said, length: int | None) -> None:
    assert cut(turns(*said), 100) == length


@pytest.mark.parametrize(
    ("sizes", "boundary", "eligible"),
    [([10, 20, 30], 0, 3), ([10, 20, 30], 30, 2), ([10, 20, 30], 31, 1), ([10, 20, 30], 60, 0), ([], 10, 0)],
)
def test_the_newest_tokens_are_never_touched(sizes: list[int], boundary: int, eligible: int) -> None:
    assert eligible_count(turns(*(("u", size) for size in sizes)), boundary) == eligible


def test_a_history_shorter_than_the_boundary_has_nothing_eligible() -> None:
    history = turns(*([("u", 3000), ("a", 3000)] * 4))
    assert next_chunk(history, Summaries(), None) is None


def test_an_active_session_gives_a_whole_chunk_once_enough_stands_behind_it() -> None:
    chunk = next_chunk(turns(("u", 60), ("a", 40), ("u", 30), ("a", 20), ("u", 5)), NUMBERS, None)
    assert chunk is not None
    assert (chunk.length, chunk.tokens, chunk.target_tokens, chunk.eligible_at) == (2, 100, 30, 40)


def test_the_tail_of_a_finished_session_is_a_chunk_with_a_third_as_its_target() -> None:
    assert next_chunk(turns(("u", 60)), NUMBERS, None) is None
    assert next_chunk(turns(("u", 60)), NUMBERS, 77) == (1, 60, 20, 77)
    assert next_chunk(turns(("u", 2)), NUMBERS, 77) == (1, 2, 1, 77)
    assert next_chunk(turns(("u", 99)), NUMBERS, 77) == (1, 99, 30, 77)


def test_a_finished_session_still_gives_whole_chunks_first() -> None:
    chunk = next_chunk(turns(("u", 60), ("a", 40), ("u", 30)), NUMBERS, 77)
    assert chunk is not None and (chunk.length, chunk.eligible_at) == (2, 77)


said = st.lists(st.tuples(st.sampled_from("uat"), st.integers(0, 150)), max_size=40)


@given(said, st.integers(1, 120), st.integers(0, 300), st.booleans())
def test_chunks_cover_each_eligible_turn_once_and_in_order(said, chunk_tokens: int, boundary: int, ended: bool) -> None:
    numbers = Summaries(chunk_tokens=chunk_tokens, summary_target_tokens=30, pruning_boundary_tokens=boundary)
    all_turns = turns(*said)
    rest, taken = all_turns, []
    while (chunk := next_chunk(rest, numbers, 10_000 if ended else None)) is not None:
        assert chunk.length > 0 and chunk.tokens == sum(turn.tokens for turn in rest[: chunk.length])
        whole = chunk.tokens >= chunk_tokens
        assert whole or (ended and chunk.length == len(rest))
        taken += rest[: chunk.length]
        rest = rest[chunk.length :]
    assert taken == all_turns[: len(taken)]
    if ended:
        assert taken == all_turns
    else:
        assert len(taken) <= eligible_count(all_turns, boundary)
