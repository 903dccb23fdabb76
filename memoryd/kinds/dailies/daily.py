"""A day's summary as a file: four sections of bullets (002 §3). Pure functions over its text.

What a person wrote into the file stays: a new version only adds the bullets that were never written before.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from datetime import date
from types import MappingProxyType
from typing import Literal

from memoryd.extraction.result import DailyResult
from memoryd.origin import PRIVATE, Origin, split_comment
from memoryd.patterns import pattern as lazy_pattern
from memoryd.types import fold

DAILY_PATH = "daily"
SECTIONS: Mapping[str, str] = {
    "facts": "Facts Learned",
    "decisions": "Decisions Made",
    "preferences": "Preferences Noted",
    "action_items": "Action Items",
}
Maker = Literal["agent", "builtin", "command"]
RANK: Mapping[Maker, int] = {"builtin": 0, "command": 1, "agent": 2}
"""A higher one does better."""

_NONE: Mapping[str, Sequence[str]] = MappingProxyType({})
_MARK = lazy_pattern(r"<!-- memoryd: (?:(?!<!--)[^\n])*?-->")
_BULLET = lazy_pattern(r"\s*[-*+] (?P<text>.*\S)\s*")
_HEADING = lazy_pattern(r"## +(?P<title>.+?)\s*")


def daily_path(day: str) -> str:
    """`daily/2026-05-15.md`."""
    return f"{DAILY_PATH}/{day}.md"


def day_of(relpath: str) -> date | None:
    """The day of `daily/2026-05-15.md`."""
    head, _, name = relpath.partition("/")
    try:
        return date.fromisoformat(name.removesuffix(".md")) if head == DAILY_PATH and name.endswith(".md") else None
    except ValueError:
        return None


_WHO: Mapping[Maker, str] = {
    "agent": "written by an agent",
    "builtin": "extracted by memoryd, an agent may do better",
    "command": "made by summarizer_command, an agent may do better",
}


def mark(made_by: Maker, sessions: int, messages: int, *, extended: bool = False) -> str:
    """The comment that says who made the summary, and of how much; `extended` by what did worse."""
    later = ", with what was said later as memoryd saw it" if extended else ""
    return f"<!-- memoryd: {_WHO[made_by]}{later}; {messages} messages of {sessions} sessions -->"


def render(
    day: str, result: DailyResult, comment: str, kept: Mapping[str, Sequence[str]] = MappingProxyType({})
) -> str:
    """A whole new file; sections that are `kept` have these bullets first."""
    lines = [f"# {day}", "", comment]
    for name, found in result.bullets().items():
        standing = [f"- {text}" for text in kept.get(name, ())]
        known = {fold(split_comment(line)[0]) for line in standing}
        bullets = standing + [result.line(text) for text in found if fold(f"- {text}") not in known]
        lines += ["", f"## {SECTIONS[name]}", *([""] if bullets else []), *bullets]
    return "\n".join(lines) + "\n"


def merged(text: str, result: DailyResult, comment: str, written: Collection[str]) -> str:
    """The person's version with the bullets added that are neither in it nor were `written` (folded) before."""
    old = next((mark for mark in _MARK.finditer(text) if split_comment(mark[0])[1] is None), None)
    lines = (text if old is None else text[: old.start()] + comment + text[old.end() :]).rstrip("\n").split("\n")
    known = bullets_of(text) | set(written)
    for name, bullets in result.bullets().items():
        fresh = [result.line(bullet) for bullet in bullets if fold(bullet) not in known]
        if fresh:
            _add(lines, SECTIONS[name], fresh)
    return "\n".join(lines) + "\n"


def _add(lines: list[str], title: str, fresh: Sequence[str]) -> None:
    start = next((i for i, line in enumerate(lines) if _is_heading(line, title)), None)
    if start is None:
        lines += ["", f"## {title}", "", *fresh]
        return
    end = next((i for i in range(start + 1, len(lines)) if _HEADING.fullmatch(lines[i])), len(lines))
    while end > start + 1 and not lines[end - 1].strip():
        end -= 1
    lines[end:end] = [*([""] if end == start + 1 else []), *fresh]


def _is_heading(line: str, title: str) -> bool:
    match = _HEADING.fullmatch(line)
    return match is not None and fold(match["title"]) == fold(title)


def folded_bullets(result: DailyResult) -> list[str]:
    """Every bullet, folded: what was written once is not written again when a person took it out."""
    return sorted({fold(text) for bullets in result.bullets().values() for text in bullets})


def bullets_of(text: str) -> set[str]:
    """Every bullet of a file, folded."""
    found = (_BULLET.fullmatch(split_comment(line)[0]) for line in text.split("\n"))
    return {fold(match["text"]) for match in found if match}


def bullets_by_section(text: str) -> dict[str, list[str]]:
    """The bullets of each of our sections of a file, with their origins behind them."""
    found: dict[str, list[str]] = {name: [] for name in SECTIONS}
    for _, section, bullet in _bullets(text):
        found[section].append(bullet)
    return found


def told_in(text: str) -> Iterator[tuple[int, str, str, Origin]]:
    """The bullets of our sections: line, section, text, and whose it is."""
    for number, section, bullet in _bullets(text):
        bare, whose = split_comment(bullet)
        yield number, section, bare, whose or PRIVATE


def _bullets(text: str) -> Iterator[tuple[int, str, str]]:
    names = {fold(title): name for name, title in SECTIONS.items()}
    section: str | None = None
    for number, line in enumerate(text.split("\n"), 1):
        if heading := _HEADING.fullmatch(line):
            section = names.get(fold(heading["title"]))
        elif section is not None and (bullet := _BULLET.fullmatch(line)):
            yield number, section, bullet["text"]
