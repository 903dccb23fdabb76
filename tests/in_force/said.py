"""Lines of a brief for tests, and conversations of which they are told."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import UTC, date, datetime
from typing import Any

from memoryd.brief.telling import lines_of
from memoryd.conversation.message import Message
from memoryd.extraction.found import AT_FIRST, Told
from memoryd.in_force.lines import Line
from memoryd.in_force.standing import in_force
from memoryd.kind import BriefPart
from memoryd.times import DAY

TODAY = date(2026, 5, 15)
NOW = int(datetime(2026, 5, 15, tzinfo=UTC).timestamp() * 1_000_000)


def line(text: str, place: int, part: BriefPart = "said", rank: int = 5, session: str = "s") -> Line:
    at = NOW - (100 - place) * DAY
    return Line(part, text, f"sessions/{session}.jsonl:{place}", at, rank, at, "user", session)


def by_session(*texts: str) -> list[Line]:
    """A line of each of so many sessions, in their order."""
    return [line(text, place, session=str(place)) for place, text in enumerate(texts)]


def standing(*texts: str, part: BriefPart = "decisions") -> list[str]:
    return [one.text for one in in_force(line(text, place, part) for place, text in enumerate(texts))]


def tell_nothing(said: Iterable[Any], before: Any) -> Told:
    """None of it decides, prefers or asks for anything."""
    return Told({}, {}, before or AT_FIRST, frozenset())


def heard(*said: tuple[str, str]) -> list[list[Line]]:
    """The lines of each message, told one after the other as they come."""
    found, after = [], None
    for number, (role, text) in enumerate(said):
        message = Message(session_id="s", role=role, content=text, at=NOW + number, received=NOW)
        lines, after, _ = lines_of([(f"k:{number}", message)], tell_nothing, UTC, after)
        found.append(lines)
    return found


def told_by(*texts: str) -> list[Line]:
    said = (
        Message(session_id="s", role="user", content=text, at=NOW + n, received=NOW) for n, text in enumerate(texts)
    )
    return in_force(lines_of([(f"k:{n}", one) for n, one in enumerate(said)], tell_nothing, UTC)[0])
