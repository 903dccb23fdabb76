"""A note in one line for the hot cache: facts and decisions stay, reasons go (000 §Condensation Rules). Pure."""

from __future__ import annotations

import re

from memoryd.secrets import redact

LONGEST = 200
_ENOUGH = 4000
"""Characters of a line of which a bullet is made."""
_ROOM_FOR_DETAILS = 120
_REASON_LINE = re.compile(
    r"(?:[-*+] +)?[*_]{0,2}(?:reason|reasons|reasoning|rationale|discussion|context|background|why|because|since"
    r"|motivation|alternatives?|note|before \d{4}-\d{2}-\d{2})[*_]{0,2}\b",
    re.IGNORECASE,
)
# Only a reason that ends the line: what stands behind one is what to do instead, and is no sentence without the rest.
_REASON_CLAUSE = re.compile(
    r"(?:[,;]?\s+(?:because|since it|since they|so that|in order to|due to)\b[^,;.!?]*[.!]?"
    r"|\s*[(\[](?:reason|because|why|since)\b[^()\[\]]*[)\]]"
    r"|[.;,]?\s+(?:reason|rationale|why|background):\s[^;.!?]*[.!]?)$",
    re.IGNORECASE,
)
_COMMENT = re.compile(r"<!--.*?-->")
_MARKS = re.compile(r"\[Context Manager\]|<!--|-->|↑(?:\[|\d{4}-)|←memory/|→ Full version:")
_JOINT = "; "
_QUOTES = {('"', '"'), ("'", "'"), ("\u201c", "\u201d"), ("\u201e", "\u201c"), ("`", "`")}
_BULLET = re.compile(r"^\s*(?:[-*+•]|\d{1,9}[.)])\s+")


def condense(text: str) -> str:
    """One line of at most LONGEST characters; the same text always gives the same line."""
    return redact(_cut(_JOINT.join(shown for _, shown in _shown(text))))[0]


def _shown(text: str) -> list[tuple[int, str]]:
    """Number and shown part of the lines that a bullet shows: the first, and details while there is room."""
    first, *rest = text.split("\n")
    found = [(0, _without_reasons(_plain(first)) or _plain(first))]
    for number, detail in enumerate(rest, 1):
        bare = _plain(_BULLET.sub("", detail, count=1))
        if not bare or _REASON_LINE.match(bare) or detail.lstrip().startswith(("```", "~~~", "|", ">")):
            continue
        bare = _without_reasons(bare)
        if not bare or sum(len(shown) + 2 for _, shown in found) + len(bare) > _ROOM_FOR_DETAILS:
            break
        found[-1] = (found[-1][0], found[-1][1].rstrip(".:;"))
        found.append((number, bare))
    return found


def changed_by_bullet(text: str, bullet: str, new: str, day: str) -> str:
    """The note's text after a person changed its bullet: what the bullet did not show, or cut short, stays."""
    shown, parts = _shown(text), new.split(_JOINT)
    lines = text.split("\n")
    if _JOINT.join(part for _, part in shown) != bullet:
        # A model's line, or one that was cut: it shows the note's first line only when it begins with it.
        before = [] if bullet.startswith(_plain(lines[0]).rstrip(".:;")) else [_before(day, lines[0])]
        return "\n".join([new, *lines[1:], *before])
    if len(parts) != len(shown):
        standing = {number for number, part in shown[1:] if part in parts}
        parts = [_JOINT.join(part for part in parts if part not in {p for n, p in shown if n in standing}) or new]
        shown = shown[:1]
    before = []
    for (number, old), part in zip(shown, parts, strict=True):
        if part == old:
            continue
        marker = _BULLET.match(lines[number]) if number else None
        if _plain(lines[number][marker.end() if marker else 0 :]).rstrip(".:;") != old.rstrip(".:;"):
            before.append(_before(day, lines[number]))
        indent = marker[0] if marker else re.match(r"\s*", lines[number])[0]  # type: ignore[index]
        lines[number] = indent + part
    return "\n".join([*lines, *before])


def _before(day: str, line: str) -> str:
    return f"- Before {day}: {line.strip()}"


def line_of_answer(text: str) -> str:
    """The line that a model wrote, without the bullet or the quotes that it put around it."""
    line = " ".join(_BULLET.sub("", text.strip(), count=1).split())
    return line[1:-1].strip() if len(line) > 2 and (line[0], line[-1]) in _QUOTES else line


def refusal(text: str, note: str) -> str | None:
    """Why a text is no condensation of the note; None when it is one."""
    line = line_of_answer(text)
    if not any(char.isalnum() for char in line):
        return "the text is empty; submit the line that the model wrote, or release the job"
    if sum(1 for part in text.strip().split("\n") if part.strip()) > 1:
        return "the text has several lines; a hot bullet is one"
    if len(line) > LONGEST:
        return f"the line has {len(line)} characters; a hot bullet has at most {LONGEST}"
    if _MARKS.search(line) or not line.isprintable():
        return "the line holds a mark, a tag or a control character; submit plain text"
    if _without_reasons(line) != line:
        return "the line gives a reason; a hot bullet has facts and decisions, the reasons stay in the note"
    invented = [number for number in re.findall(r"\d+", line) if number not in note]
    if invented:
        return f"the note says nothing of {invented[0]}; a line says only what its note says"
    if not _parts(line) & _parts(note):
        return "the line has no word of the note; a line says only what its note says"
    return None


def _parts(text: str) -> set[str]:
    """Words, and for scripts without spaces their letters."""
    return {*_words(text), *(char for char in text if ord(char) > 0x2E80)}


def is_whole(text: str, bullet: str) -> bool:
    """Whether the line says all that the note says."""
    return " ".join(text.split()) == bullet


def says_nothing_new(bullet: str, text: str) -> bool:
    """Whether every word of the line is in the note, which makes it a condensation."""
    return set(_words(bullet)) <= set(_words(text))


def _words(text: str) -> list[str]:
    return re.findall(r"\w+", text.casefold())


def _plain(line: str) -> str:
    return " ".join(_COMMENT.sub("", line[:_ENOUGH]).split())


def _without_reasons(line: str) -> str:
    return _REASON_CLAUSE.sub("", line).strip()


def _cut(line: str) -> str:
    if len(line) <= LONGEST:
        return line
    cut = line[: LONGEST - 1]
    space = cut.rfind(" ")
    return (cut[:space] if space > LONGEST // 2 else cut).rstrip(" ,;:") + "…"
