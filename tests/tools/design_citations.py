"""Finds what files cite of docs/design.md, and what that document answers to."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parents[2]
DESIGN = ROOT / "docs/design.md"

_ANCHOR = re.compile(r'<a id="([^"]+)"></a>')
_HEADING = re.compile(r"^#{1,6} +(.+?) *#*$", re.M)
_SECTION = re.compile(r'^<a id="(?P<anchor>[^"]+)"></a>\n#{4} (?P<spec>0\d\d) §(?P<name>.+)$', re.M)
_ALIASES = re.compile(r"\n\nAlso cited as: (?P<names>§.+)\.\n")
_DEFINITION = re.compile(r"^(?:#### 0\d\d §|Also cited as: ).*$", re.M)
_LINE_END = re.compile(r"(?<!\n)\n[ \t]*(?:#:? )?(?=[^\n])")
_CODE = re.compile(r"^```.*?^```|`[^`\n]*`", re.M | re.S)

_ANY = re.compile(r"[Rr]ules?\s|§|[Ss]eed 0|(?<![\w,.:/-])0\d\d(?!\d)")
"""What every citation has, of which most files have none."""
_RULES = re.compile(r"\b[Rr]ules? (\d+(?:(?:, and |, | and | to |-|–)\d+)*)")
_RANGE = re.compile(r"(\d+)(?: to |-|–)(\d+)")
_SPEC = re.compile(r"(?<![\w,.:/-])(0\d\d)(?=(?:'s| §| step \d| Part\b|[),;]))")
_SEED = re.compile(r"\b[Ss]eed (0\d\d)\b")
_STEP = re.compile(r"0\d\d step (\d+)")
_STEP_OF_SECTION = re.compile(r", step (\d+)")
_SECTION_SIGN = re.compile(r"§(?=\w)")
_DESIGN = re.compile(r"design(?:'s)?,? $")
_AND = re.compile(r"(?:,|;| and| to)? $")


class Design(NamedTuple):
    """What can be cited: anchors, and each specification's section names with the anchor of each."""

    anchors: list[str]
    sections: Mapping[str, Mapping[str, str]]


class Citation(NamedTuple):
    """`text` as it stands in the file; `anchor` None: it resolves to nothing."""

    line: int
    text: str
    anchor: str | None


def read_design(text: str) -> Design:
    """The anchors of the document, and its headings `#### 002 §Name` with the names under `Also cited as:`."""
    sections: dict[str, dict[str, str]] = {}
    for match in _SECTION.finditer(text):
        names = [match["name"]]
        aliases = _ALIASES.match(text, match.end())
        if aliases:
            names += [name.strip().removeprefix("§") for name in aliases["names"].split(", §")]
        known = sections.setdefault(match["spec"], {})
        for name in names:
            if name in known:
                raise ValueError(f"{match['spec']} §{name} names two sections")
            known[name] = match["anchor"]
    return Design(_ANCHOR.findall(text), sections)


def citations(text: str, design: Design) -> Iterator[Citation]:
    """Every citation of a rule, a section of the design, or a specification."""
    if not _ANY.search(text):
        return
    # A citation may go over the end of a line of a comment or a docstring; every character keeps its place.
    text = _DEFINITION.sub("", text)
    flat = _LINE_END.sub(lambda match: _joined(text, match), text)
    flat = re.sub(r"(?<=\S)( +)(?= )", lambda match: "\0" * len(match[1]), flat)
    squeezed, places = _squeezed(flat)
    anchors = set(design.anchors)

    def cited(at: int, shown: str, anchor: str | None) -> Citation:
        line = text.count("\n", 0, places[at]) + 1
        return Citation(line, shown, anchor if anchor in anchors else None)

    for match in _RULES.finditer(squeezed):
        for number in _numbers(match[1]):
            yield cited(match.start(), match[0], f"rule-{number}")
    for match in (*_SPEC.finditer(squeezed), *_SEED.finditer(squeezed)):
        step = _STEP.match(squeezed, match.start())
        if squeezed.startswith(" Part", match.end()):
            yield cited(match.start(), squeezed[match.start() : match.end() + 7], None)
        yield cited(match.start(), match[0], f"{match[1]}-step-{step[1]}" if step else f"spec-{match[1]}")
    yield from (cited(at, shown, anchor) for at, shown, anchor in _sections(squeezed, design))


def _joined(text: str, line_end: re.Match[str]) -> str:
    """What stands for a line's end: space, but for the end of a comment with code below it."""
    line = text[text.rfind("\n", 0, line_end.start()) + 1 : line_end.start()]
    ends = re.search(r"(?:^|\s)# ", line) and "#" not in line_end[0]
    return line_end[0] if ends else " " * len(line_end[0])


def _squeezed(flat: str) -> tuple[str, list[int]]:
    places = [at for at, char in enumerate(flat) if char != "\0"]
    return "".join(flat[at] for at in places), [*places, len(flat)]


def _numbers(text: str) -> Iterator[int]:
    for part in re.split(r", and |, | and ", text):
        ends = _RANGE.fullmatch(part)
        yield from range(int(ends[1]), int(ends[2]) + 1) if ends else (int(part),)


def _sections(text: str, design: Design) -> Iterator[tuple[int, str, str | None]]:
    """Each `§`, with the document named before it; a further `§` behind a comma is of the same document."""
    source, end = "", -1
    for match in _SECTION_SIGN.finditer(text):
        at = match.start()
        named = re.search(r"(?<![\w,.-])(0\d\d) ?$", text[max(0, at - 5) : at])
        if named:
            source = named[1]
        elif _DESIGN.search(text[max(0, at - 12) : at]):
            source = "design"
        elif end < 0 or not _AND.fullmatch(text[end:at]):
            source = ""
        name, anchor = _name_at(text, match.end(), source, design)
        end = match.end() + len(name)
        yield at, f"{source} §{name or text[match.end() : match.end() + 30]}".strip(), anchor
        step = _STEP_OF_SECTION.match(text, end)
        if step:
            yield end, f"{source}{step[0]}", f"{source}-step-{step[1]}"
            end = step.end()


def _name_at(text: str, at: int, source: str, design: Design) -> tuple[str, str | None]:
    """The longest known name there. What follows it may be punctuation or a word in lower case, not a longer name."""
    if source == "design":
        number = re.compile(r"\d+").match(text, at)
        return (number[0], f"section-{number[0]}") if number else ("", None)
    known = design.sections.get(source, {})
    for name in sorted(known, key=len, reverse=True):
        if text.startswith(name, at) and re.match(r"(?:$|[^\w ]| +[a-z(&—–-]| *$)", text[at + len(name) :][:80]):
            return name, known[name]
    return "", None


def headings(markdown: str) -> list[str]:
    """The anchors that GitHub makes of a file's headings, and those that the file sets itself."""
    plain = re.sub(r"^```.*?^```", "", markdown, flags=re.M | re.S)
    found: list[str] = []
    for match in _HEADING.finditer(plain):
        slug = re.sub(r"[^\w\- ]", "", match[1].lower()).replace(" ", "-")
        same = sum(1 for one in found if re.fullmatch(re.escape(slug) + r"(-\d+)?", one))
        found.append(f"{slug}-{same}" if same else slug)
    return found + _ANCHOR.findall(plain)


def links(markdown: str) -> Iterator[tuple[str, str]]:
    """Each relative link's path and anchor; either may be empty."""
    for target in re.findall(r"\]\(([^)\s]+)\)", _CODE.sub("", markdown)):
        if not re.match(r"[a-z][a-z0-9+.-]*:", target):
            path, _, anchor = target.partition("#")
            yield path, anchor
