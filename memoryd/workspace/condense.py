"""A note in one line for the hot cache: facts and decisions stay, reasons go (000 §Condensation Rules). Pure."""

from __future__ import annotations

import re

LONGEST = 200
_ROOM_FOR_DETAILS = 120
_REASON_LINE = re.compile(
    r"(?:[-*+] +)?[*_]{0,2}(?:reason|reasons|reasoning|rationale|discussion|context|background|why|because|since"
    r"|motivation|alternatives?|note|before \d{4}-\d{2}-\d{2})[*_]{0,2}\b",
    re.IGNORECASE,
)
_REASON_CLAUSE = re.compile(
    r"(?:[,;]?\s+(?:because|since it|since they|so that|in order to|due to)\b.*"
    r"|\s*[(\[](?:reason|because|why|since)\b[^)\]]*[)\]]"
    r"|[.;,]?\s+(?:reason|rationale|why|background):\s.*)$",
    re.IGNORECASE,
)
_COMMENT = re.compile(r"<!--.*?-->")
_BULLET = re.compile(r"\s*(?:[-*+•]|\d{1,9}[.)])\s+")


def condense(text: str) -> str:
    """One line of at most LONGEST characters; the same text always gives the same line."""
    first, *rest = text.split("\n")
    line = _without_reasons(_plain(first)) or _plain(first)
    for detail in rest:
        bare = _plain(_BULLET.sub("", detail, count=1))
        if not bare or _REASON_LINE.match(bare) or detail.lstrip().startswith(("```", "~~~", "|", ">")):
            continue
        bare = _without_reasons(bare)
        if not bare or len(line) + len(bare) + 2 > _ROOM_FOR_DETAILS:
            break
        line = f"{line.rstrip('.:;')}; {bare}"
    return _cut(line)


def is_whole(text: str, bullet: str) -> bool:
    """Whether the line says all that the note says."""
    return " ".join(text.split()) == bullet


def says_nothing_new(bullet: str, text: str) -> bool:
    """Whether every word of the line stands in the note: then it is a condensation of it."""
    return set(_words(bullet)) <= set(_words(text))


def _words(text: str) -> list[str]:
    return re.findall(r"\w+", text.casefold())


def _plain(line: str) -> str:
    return " ".join(_COMMENT.sub("", line).split())


def _without_reasons(line: str) -> str:
    return _REASON_CLAUSE.sub("", line).strip()


def _cut(line: str) -> str:
    if len(line) <= LONGEST:
        return line
    cut = line[: LONGEST - 1]
    space = cut.rfind(" ")
    return (cut[:space] if space > LONGEST // 2 else cut).rstrip(" ,;:") + "…"
