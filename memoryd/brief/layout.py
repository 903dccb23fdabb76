"""Which lines fit into a brief's budget, and how it reads: the stable part first (rule 26). Pure."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import date
from typing import NamedTuple

from msgspec.structs import replace

from memoryd.in_force.lapsed import has_lapsed
from memoryd.in_force.lines import ANSWERED, SETTLED, STATED, Line
from memoryd.in_force.wordings import advises
from memoryd.kind import BriefPart
from memoryd.text.tokens import tokens_of
from memoryd.text.weekdays import with_dates

STABLE_SHARE = 0.6
"""Of the budget; the stable part must not change when more is said."""
_STABLE: Mapping[BriefPart, float] = {"decisions": 0.4, "user": 0.25, "rules": 0.2, "known": 0.15}
_TAIL: Mapping[BriefPart, float] = {"open": 0.35, "context": 0.25, "said": 0.4}
"""Shares of a part, in the order in which parts get what others leave."""
TITLES: Mapping[BriefPart, str] = {
    "user": "The user",
    "rules": "Rules",
    "decisions": "Decisions in force",
    "known": "Known",
    "open": "Open",
    "context": "Last context",
    "said": "Last sessions",
}
LONGEST = 300
"""Characters of a line."""
_STEP = 1.5
"""Sessions that a line of the next lower rank must be newer to come first."""
_LASTING = 0.25
"""How much a session counts for what somebody settled: it holds until something else is said,"""
_PASSING = 1.5
"""and for what an agent explained."""


class Laid(NamedTuple):
    """A brief, its tokens, and the keys of its lines in order."""

    text: str
    tokens: int
    keys: list[str]


def lay_out(lines: Iterable[Line], budget_tokens: int, title: str, today: date, day_of: Callable[[int], date]) -> Laid:
    """The brief of these lines, which are in force, within the budget."""
    by_part = _by_part(lines, today, day_of)
    head = f"# {title}\n"
    room = 4 * budget_tokens - len(head)
    write = _Writer(today, day_of)
    stable = write.chosen(by_part, _STABLE, int(room * STABLE_SHARE))
    text, keys = write.text(stable)
    rest = write.chosen(by_part, _TAIL, room - len(text))
    newest = max(by_part["said"], key=lambda line: line.at, default=None)
    left = room - len(text) - len(write.text(rest)[0])
    rest["said"] = write.completed(rest["said"], left, "" if newest is None else newest.session)
    tail, more = write.text(rest)
    if not keys and not more:
        return Laid("", 0, [])
    whole = (head + text + tail).rstrip("\n")
    return Laid(whole, tokens_of(whole), keys + more)


def lay_out_tail(lines: Iterable[Line], budget_tokens: int, today: date, day_of: Callable[[int], date]) -> Laid:
    """What changes, which are open items, the last context and the last sessions; what is stable in the room left."""
    by_part = _by_part(lines, today, day_of)
    write = _Writer(today, day_of)
    text, keys = write.text(write.chosen(by_part, {**_TAIL, **dict.fromkeys(_STABLE, 0.0)}, 4 * budget_tokens))
    return Laid(text.strip("\n"), tokens_of(text.strip("\n")), keys)


def _by_part(lines: Iterable[Line], today: date, day_of: Callable[[int], date]) -> dict[BriefPart, list[Line]]:
    by_part: dict[BriefPart, list[Line]] = {part: [] for part in TITLES}
    for line in lines:
        if not has_lapsed(line, day_of(line.at), today):
            by_part[line.part].append(line)
    return by_part


class _Writer:
    def __init__(self, today: date, day_of: Callable[[int], date]) -> None:
        self._today, self._day_of = today, day_of

    def chosen(
        self, by_part: Mapping[BriefPart, Sequence[Line]], shares: Mapping[BriefPart, float], room: int
    ) -> dict[BriefPart, list[Line]]:
        """The first of each part that fit its share, then what fits into the rest."""
        queues = {
            part: [(line, len(self._line(part, line))) for line in _by_worth(part, by_part[part])] for part in shares
        }
        taken: dict[BriefPart, list[Line]] = {part: [] for part in shares}
        left = room
        for share_of in (shares, dict.fromkeys(shares, 1.0)):
            for part, share in share_of.items():
                mine = min(left, int(room * share))
                waiting = []
                for line, length in queues[part]:
                    cost = length + self._cost_beside(part, line, taken[part])
                    if cost > mine:
                        waiting.append((line, length))
                        continue
                    taken[part].append(line)
                    mine, left = mine - cost, left - cost
                queues[part] = waiting
        return taken

    def _cost_beside(self, part: BriefPart, line: Line, taken: Sequence[Line]) -> int:
        """What the line costs besides its own letters; less than nothing where it goes on in another's line."""
        cost = 0 if taken else len(TITLES[part]) + 5
        if part == "said" and any(other.key == line.key for other in taken):
            return len(_shown(replace(line, before=""))) + 1 - len(self._line(part, line))
        if part == "said" and all(other.session != line.session for other in taken):
            cost += len(self._session(line))
        return cost

    def completed(self, said: Sequence[Line], room: int, session: str) -> list[Line]:
        """These lines; of that session whole messages in place of what was taken of them, as far as room goes."""
        by_key: dict[str, list[Line]] = {}
        for line in _by_session(said):
            by_key.setdefault(line.key, []).append(line)
        told: list[Line] = []
        for lines in by_key.values():
            first = lines[0]
            whole = with_dates(" ".join(first.whole.split()), self._day_of(first.at))
            more = len(whole) - sum(len(_shown(line)) + 1 for line in lines) + 1
            is_advice = first.who == "assistant" and advises(whole)
            fits = whole and len(whole) <= LONGEST and "`" not in whole and 0 < more <= room
            if first.session != session or is_advice or not fits:
                told += lines
                continue
            room -= more
            told.append(replace(first, text=whole))
        return told

    def text(self, parts: Mapping[BriefPart, Sequence[Line]]) -> tuple[str, list[str]]:
        """These lines under their titles, and their keys."""
        written: list[str] = []
        keys: list[str] = []
        for part, title in TITLES.items():
            lines = parts.get(part)
            if not lines:
                continue
            written.append(f"\n## {title}\n")
            session = ""
            for line in sorted(lines, key=lambda one: (one.since, one.place)) if part != "said" else _by_session(lines):
                if part == "said" and line.session != session:
                    session = line.session
                    written.append(self._session(line))
                if part == "said" and keys and keys[-1] == line.key and written[-1].startswith("- "):
                    # What one message says stands in one line: its key would take more room than its words.
                    before = written.pop().removesuffix(f" [{line.key}]\n")
                    written.append(f"{before} {_shown(replace(line, before=''))} [{line.key}]\n")
                else:
                    written.append(self._line(part, line))
                keys.append(line.key)
        return "".join(written), list(dict.fromkeys(keys))

    def _session(self, line: Line) -> str:
        return f"{self._day_of(line.at).isoformat()}:\n"

    def _line(self, part: BriefPart, line: Line) -> str:
        text = _shown(line)
        if part == "decisions":
            text = f"{self._day_of(line.since).isoformat()}: {text}"
        elif part == "open":
            since = self._day_of(line.since)
            days = (self._today - since).days
            text = f"{text} (since {since.isoformat()}, {days} day{'' if days == 1 else 's'})"
        elif part == "said":
            text = f"{line.who}: {text}"
        return f"- {text} [{line.key}]\n"


def _shown(line: Line) -> str:
    before = "" if line.before in line.text else line.before
    text = " ".join(f"{before} {line.text}".split())
    return text if len(text) <= LONGEST else text[:LONGEST].rsplit(" ", 1)[0] + " …"


def _by_worth(part: BriefPart, lines: Sequence[Line]) -> list[Line]:
    if part == "context":
        return list(lines)
    if part != "said":
        return sorted(lines, key=lambda one: (one.rank, -one.place))
    age = {session: number for number, session in enumerate(dict.fromkeys(one.session for one in _by_session(lines)))}
    first = next(reversed(age), "")
    return sorted(
        lines,
        key=lambda one: (
            age[one.session] * _weight_of_age(one, first) + _STEP * one.rank,
            -one.place,
        ),
    )


def _weight_of_age(line: Line, first: str) -> float:
    """What people settle lasts; so does what they say at the very beginning, where they tell what it is about."""
    if line.rank == ANSWERED:
        return _PASSING
    return _LASTING if line.rank <= SETTLED or (line.session == first and line.rank == STATED) else 1.0


def _by_session(lines: Sequence[Line]) -> list[Line]:
    """The newest session first, each in the order of time, what one message says together."""
    last: dict[str, int] = {}
    begins: dict[str, int] = {}
    for line in lines:
        last[line.session] = max(last.get(line.session, 0), line.at)
        begins[line.key] = min(begins.get(line.key, line.place), line.place)
    return sorted(lines, key=lambda one: (-last[one.session], one.session, begins[one.key], one.key, one.place))
