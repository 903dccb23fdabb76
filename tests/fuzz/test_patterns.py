"""No pattern holds the interpreter: what it takes for eight times the letters is bounded, whatever they are."""

from __future__ import annotations

import re
import signal
import time
from collections.abc import Iterator
from typing import Any

import pytest

from tests.fuzz.patterns import GENERIC, Found, every_pattern, hostile, stated_twice, text_of
from tests.support.rest import part

FEW, LETTERS = 80, 150
"""A sentence has at most 400; whoever reads longer texts cuts them, or has patterns that run through them once."""
MOST = 200
"""Times as long for eight times the letters: what looks at each pair of letters takes 64, at each three 512."""
LIMIT_SECONDS = 0.5
"""Of processor time, after which a search is given up: the worst that is allowed takes less, of 1,200 letters."""
PLANTED = {
    "every way to part a word": r"(?:\w+ ?)+!",
    "four words, parted anyhow": r"to (?:\S+ ?){1,4}:",
}


FOUND = (
    "was\0 finally", "ich bin \0eine ", "für . ", "wir _ bis zur SamstagA ", "context-\0.", "für \0und so ", "A\0A",
    "also ", "okay also, ", "hi! regarding \t ",
)  # fmt: skip
"""Pieces that once were tried every way: seconds for a message of 24 words."""


class GivenUp(BaseException):
    """It took too long."""


@pytest.fixture
def limited() -> Iterator[None]:
    """`re` looks for signals while it searches, so that a search can be given up."""

    def give_up(*_: object) -> None:
        raise GivenUp

    before = signal.signal(signal.SIGPROF, give_up)
    yield
    signal.signal(signal.SIGPROF, before)


def seconds(pattern: re.Pattern[Any], text: str, times: int = 1) -> float:
    """What a search of all of it takes, at least; the limit where it is given up."""
    subject = text.encode("utf-8", "replace") if isinstance(pattern.pattern, bytes) else text
    least = LIMIT_SECONDS
    for _ in range(times):
        signal.setitimer(signal.ITIMER_PROF, LIMIT_SECONDS)
        began, used = time.perf_counter(), time.thread_time()
        try:
            for _match in pattern.finditer(subject):
                pass
        except GivenUp:
            return LIMIT_SECONDS
        finally:
            signal.setitimer(signal.ITIMER_PROF, 0)
        # Others may have had the processor meanwhile; its own time is counted in steps of some milliseconds.
        least = min(least, time.perf_counter() - began, time.thread_time() - used + 0.01)
    return least


def worst(pattern: re.Pattern[Any], pieces: list[str], letters: int) -> str:
    """The piece of which so many letters take the longest, or the first that is given up."""
    longest, found = -1.0, ""
    for piece in pieces:
        taken = seconds(pattern, text_of(piece, letters))
        if taken > longest:
            longest, found = taken, piece
        if taken >= LIMIT_SECONDS:
            break
    return found


def growth(pattern: re.Pattern[Any], piece: str, letters: int) -> float:
    """How many times as long eight times the letters take; without end where a search is given up."""
    few, many = text_of(piece, letters), text_of(piece, 8 * letters)
    times = 0.0
    for repeats in (1, 5, 20):  # measured more carefully before it is blamed
        long = seconds(pattern, many, repeats)
        times = float("inf") if long >= LIMIT_SECONDS else long / seconds(pattern, few, 4 * repeats)
        if times <= MOST or long >= LIMIT_SECONDS:
            break
    return times


def slow(found: Found, seed: int, tries: int, most: int, letters: int) -> list[str]:
    """What is wrong with the pattern."""
    where, pattern = found
    piece = worst(pattern, [*hostile(pattern, seed, tries)[:most], *GENERIC[:most]], 2 * letters)
    times = growth(pattern, piece, letters)
    return [f"{where}: {times:.0f} times for {piece!r}: {pattern.pattern[:200]!r}"] if times > MOST else []


@pytest.mark.usefixtures("limited")
@pytest.mark.parametrize("written", PLANTED.values(), ids=PLANTED.keys())
def test_a_pattern_that_tries_every_way_is_found(written: str) -> None:
    assert slow(Found("planted", re.compile(written)), 0, 1, 6, FEW)


def test_no_repeated_alternative_stands_twice() -> None:
    assert stated_twice(re.compile(r"(?:(?:and|also|und|also)\b ?)*(?:what|how)"))
    assert not stated_twice(re.compile(r"(?:and|also|und)*(?:what|how|what)"))
    found = every_pattern().values()
    assert {one.where: stated_twice(one.pattern) for one in found if stated_twice(one.pattern)} == {}


@pytest.mark.usefixtures("limited")
@pytest.mark.parametrize("half", part(1, [0, 1]))
def test_no_pattern_tries_every_way(half: int) -> None:
    patterns = list(every_pattern().values())
    assert len(patterns) > 500
    assert [line for found in patterns[half::2] for line in slow(found, 0, 1, 6, FEW)] == []


@pytest.mark.usefixtures("limited")
@pytest.mark.parametrize("piece", part(3, FOUND))
def test_no_pattern_tries_every_way_of_what_was_found(piece: str) -> None:
    text = text_of(piece, 8 * FEW)
    assert [one.where for one in every_pattern().values() if seconds(one.pattern, text) >= LIMIT_SECONDS] == []


@pytest.mark.long
@pytest.mark.usefixtures("limited")
def test_no_pattern_tries_every_way_of_many_texts(long_seconds: float) -> None:
    end, seed = time.monotonic() + min(long_seconds, 600), 1
    while time.monotonic() < end and seed < 20:
        assert [line for found in every_pattern().values() for line in slow(found, seed, 3, 200, LETTERS)] == []
        seed += 1
    print(f"{seed - 1} rounds")
