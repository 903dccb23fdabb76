"""Conversations for tests, and what the extractor makes of them."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date

from memoryd.extraction.extract import extract_sure
from memoryd.extraction.found import Said
from memoryd.extraction.result import DailyResult

DAY = date(2026, 5, 15)


def extract(messages: Iterable[Said]) -> DailyResult:
    """What of the messages is worth keeping."""
    return extract_sure(messages)[0]


def talk(*messages: tuple[str, str]) -> DailyResult:
    return extract(Said("s1", role, None, text, DAY) for role, text in messages)


def lines_of(result: DailyResult) -> list[str]:
    facts = [fact.sentence for fact in result.facts]
    return [*facts, *result.decisions, *result.preferences, *result.action_items]
