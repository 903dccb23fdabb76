"""Where a conversation is cut into chunks, and when a chunk may be summarised (004, rule 20). Pure."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from memoryd.config.sections import Summaries
from memoryd.types import Role


class Turn(NamedTuple):
    """What the cutting has to know of a message."""

    line: int
    role: Role
    tokens: int
    received: int
    """Microseconds."""
    mark: int = 0
    """Tells the message from the others of its session, wherever its line stands."""


class Chunk(NamedTuple):
    """The next `length` turns; they became eligible at `eligible_at`, microseconds."""

    length: int
    tokens: int
    target_tokens: int
    eligible_at: int


def eligible_count(turns: Sequence[Turn], boundary: int) -> int:
    """How many turns from the front lie behind the newest `boundary` tokens."""
    behind = 0
    for index in range(len(turns) - 1, -1, -1):
        if behind >= boundary:
            return index + 1
        behind += turns[index].tokens
    return 0


def cut(turns: Sequence[Turn], chunk_tokens: int) -> int | None:
    """How many turns the first whole chunk has; None when they do not fill one.

    It ends on an assistant turn; one that finds none by twice its size ends where it is.
    """
    total = 0
    for index, turn in enumerate(turns):
        total += turn.tokens
        if total >= 2 * chunk_tokens or (total >= chunk_tokens and turn.role == "assistant"):
            return index + 1
    return None


def next_chunk(turns: Sequence[Turn], numbers: Summaries, finished_at: int | None) -> Chunk | None:
    """The next chunk of a session's turns that no chunk holds yet; `finished_at` is None while it is active."""
    if not turns:
        return None
    most, boundary = numbers.summary_target_tokens, numbers.pruning_boundary_tokens
    eligible = eligible_count(turns, boundary if finished_at is None else 0)
    count = cut(turns[:eligible], numbers.chunk_tokens)
    if count is None:
        if finished_at is None:
            return None
        tokens = sum(turn.tokens for turn in turns)
        # A short tail is not worth more than a third of itself.
        target = min(most, max(1, tokens // 3)) if tokens < numbers.chunk_tokens else most
        return Chunk(len(turns), tokens, target, finished_at)
    tokens = sum(turn.tokens for turn in turns[:count])
    return Chunk(count, tokens, most, _eligible_at(turns, count, boundary, finished_at))


def _eligible_at(turns: Sequence[Turn], count: int, boundary: int, finished_at: int | None) -> int:
    """When so much had been said behind the chunk that it left the protected part, or the session was finished."""
    behind = 0
    if boundary == 0:
        return turns[count - 1].received
    for turn in turns[count:]:
        behind += turn.tokens
        if behind >= boundary:
            return turn.received if finished_at is None else min(turn.received, finished_at)
    assert finished_at is not None
    return finished_at
