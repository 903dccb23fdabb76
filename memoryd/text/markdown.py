"""Markdown, cut into what can be found and opened by itself: entries, sections, passages (rule 11)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal, NamedTuple

import msgspec

from memoryd.origin import split_comment
from memoryd.patterns import pattern as lazy_pattern
from memoryd.text.slugs import slug_of, unique_slug

SectionKind = Literal["entry", "section", "passage", "text", "heading", "comment", "front"]
PASSAGE_WORDS = 200

ANCHOR = lazy_pattern(r"<!-- #([^\s<>\ud800-\udfff]{1,60}) -->")
"""What we append to the first line of an entry, so that its slug outlives any change of its text.

Surrogates stand for bytes that are no UTF-8; a slug goes into keys.
"""

_LINE_END = lazy_pattern(r"\r\n|\n|\r")
_HEADING = lazy_pattern(r" {0,3}(#{1,6})(?:[ \t]+(.*))?$")
_UNDERLINE = lazy_pattern(r" {0,3}(=+|-{2,})[ \t]*$")
_BULLET = lazy_pattern(r"( {0,3})(?:[-*+•]|\d{1,9}[.)])(?:[ \t]+|$)(.*)")
_RULE = lazy_pattern(r" {0,3}(?:(?:-[ \t]*){3,}|(?:\*[ \t]*){3,}|(?:_[ \t]*){3,})$")
_FENCE = lazy_pattern(r"[ \t]*(`{3,}(?=[^`]*$)|~{3,})")


class Section(NamedTuple):
    """Lines `line` to `end_line` (from 1, inclusive) under the headings `title`. Only entries and sections have a slug.

    An `entry` is a top-level bullet with what is under it; a `section` is a heading with text and no bullet;
    a `passage` continues a long section; `text` is all else that can be found. A `heading`, a `comment` and the `front`
    hold no memory.
    """

    line: int
    end_line: int
    text: str
    title: str
    slug: str
    kind: SectionKind


class _Line(NamedTuple):
    number: int
    text: str
    sort: Literal["blank", "heading", "bullet", "plain", "inner", "comment", "front"]
    title: str = ""
    level: int = 0


class _Region(msgspec.Struct):
    """A heading and what stands under it up to the next one."""

    title: str = ""
    heading: list[_Line] = msgspec.field(default_factory=list)
    name: str = ""
    blocks: list[tuple[SectionKind, list[_Line]]] = msgspec.field(default_factory=list)

    def add(self, kind: SectionKind, line: _Line, *, joined: bool) -> None:
        if joined and self.blocks and self.blocks[-1][0] == kind:
            self.blocks[-1][1].append(line)
        else:
            self.blocks.append((kind, [line]))


def split_markdown(text: str) -> list[Section]:
    """Every line that is not blank is in exactly one section, in order."""
    sections = [section for region in _regions(_lines(text)) for section in _sections(region)]
    # A slug that an anchor gives is not given to another entry, wherever in the file it stands.
    anchored = [slug if (slug := _anchor_of(section)) else None for section in sections] if "<!-- #" in text else []
    taken: set[str] = set()
    tried: dict[str, int] = {}
    if anchored:
        for index, slug in enumerate(anchored):
            if slug is not None:
                sections[index] = sections[index]._replace(slug=unique_slug(slug, taken))
    for index, section in enumerate(sections):
        if section.slug and not (anchored and anchored[index] is not None):
            slug = unique_slug(section.slug, taken, tried)
            if slug != section.slug:
                sections[index] = section._replace(slug=slug)
    return sections


def _anchor_of(section: Section) -> str | None:
    """The slug that we appended to an entry's first line."""
    if section.kind != "entry" or "<!-- #" not in section.text:
        return None
    return anchor_in(section.text.partition("\n")[0])


def anchor_in(line: str) -> str | None:
    """The slug of a first line's last anchor: ours, whatever anchors a person wrote before it."""
    begin = line.rfind("<!-- #")
    match = ANCHOR.match(line, begin) if begin >= 0 else None
    return match[1] if match else None


def split_lines(text: str) -> list[str]:
    """The lines as an editor counts them: `str.splitlines` would also split at form feeds and U+2028."""
    return _LINE_END.split(text)


def _lines(text: str) -> Iterator[_Line]:
    raw = split_lines(text.removeprefix("\ufeff"))
    front = _end_of_front(raw)
    comment = _ends_of_comments(raw)
    fence = ""
    until = 0
    for number, line in enumerate(raw, 1):
        if number <= front:
            yield _Line(number, line, "front")
        elif number <= until:
            yield _Line(number, line, "comment" if line.strip() else "blank")
        elif fence:
            closing = _FENCE.match(line)
            if closing and closing[1].startswith(fence) and line.strip() == closing[1]:
                fence = ""
            yield _Line(number, line, "inner")
        elif number in comment:
            until = comment[number]
            yield _Line(number, line, "comment")
        else:
            inner = line.lstrip(" ")
            first = inner[:1]
            # Most lines are told by their first character; only a few need a regular expression.
            if first in "-*+•" and first and inner[1:2] == " " and inner[2:3].isalnum() and line[:1] in ("-", " "):
                bullet = len(line) - len(inner) <= 3
                yield _Line(number, line, "bullet" if bullet else "plain")
                continue
            opening = _FENCE.match(line) if first and first in "`~\t" else None
            fence = opening[1] if opening else ""
            yield _Line(number, line, "inner") if opening else _classified(number, line, first)


def _classified(number: int, line: str, first: str) -> _Line:
    if not first or not line.strip():
        return _Line(number, line, "blank")
    if first == "#":
        heading = _HEADING.match(line)
        if heading:
            title = split_comment(heading[2] or "")[0]
            return _Line(number, line, "heading", _without_closing(title.strip()), len(heading[1]))
    elif (first in "-*+•" or first.isdigit()) and _BULLET.match(line) and not _RULE.match(line):
        return _Line(number, line, "bullet")
    return _Line(number, line, "plain")


def _without_closing(title: str) -> str:
    """A heading's words without the `##` that may stand at its end."""
    bare = title.rstrip("#")
    return bare.rstrip() if bare[-1:] in (" ", "\t") else title


def front_length(text: str) -> int:
    """How many characters of the text are front matter, its line ends included."""
    lines = _end_of_front(split_lines(text.removeprefix("\ufeff")))
    ends = [match.end() for match in _LINE_END.finditer(text)]
    return (ends[lines - 1] if len(ends) >= lines else len(text)) if lines else 0


def _end_of_front(raw: list[str]) -> int:
    if raw[0].rstrip() != "---":
        return 0
    ends = (number for number, line in enumerate(raw[1:], 2) if line.rstrip() in ("---", "..."))
    return next(ends, 0)


def _ends_of_comments(raw: list[str]) -> dict[int, int]:
    """Where each comment block that begins a line ends; one that never ends is a line of text.

    A comment within a line, or the next line that begins one, ends none that began above it.
    """
    found: dict[int, int] = {}
    open_at = 0
    for number, line in enumerate(raw, 1):
        if line.startswith("<!--"):
            open_at = number
        elif "-->" not in line or "<!--" in line:
            continue
        if open_at and line.rstrip().endswith("-->"):
            found[open_at], open_at = number, 0
    return found


def _regions(lines: Iterator[_Line]) -> Iterator[_Region]:
    stack: list[tuple[int, str]] = []
    region = _Region()
    bullet_indent = 0
    before: _Line | None = None
    for line in lines:
        underlined = _underlined(line, before, region)
        if line.sort == "heading" or underlined is not None:
            heading = [line] if underlined is None else [underlined, line]
            level = line.level or (1 if line.text.lstrip().startswith("=") else 2)
            name = line.title if underlined is None else split_comment(underlined.text)[0].strip()
            yield region
            stack = [(depth, title) for depth, title in stack if depth < level] + [(level, name)]
            region = _Region(" > ".join(title for _, title in stack if title), heading, name)
        elif line.sort == "bullet":
            indent = len(line.text) - len(line.text.lstrip(" "))
            within = _in_entry(region) and indent > bullet_indent
            region.add("entry", line, joined=within)
            bullet_indent = bullet_indent if within else indent
        elif line.sort != "blank":
            _add_line(region, line, before)
        before = line
    yield region


def _underlined(line: _Line, before: _Line | None, region: _Region) -> _Line | None:
    """The line of text that this line makes a heading; it is taken out of the region."""
    if line.sort not in ("plain", "bullet") or before is None or before.sort != "plain":
        return None
    if not _UNDERLINE.match(line.text) or not region.blocks or region.blocks[-1][0] != "text":
        return None
    block = region.blocks[-1][1]
    longer = len(block) > 1 and block[-2].sort == "plain" and block[-2].number == before.number - 1
    if block[-1] is not before or longer:
        return None
    block.pop()
    if not block:
        region.blocks.pop()
    return before


def _add_line(region: _Region, line: _Line, before: _Line | None) -> None:
    if line.sort in ("comment", "front"):
        region.add("comment" if line.sort == "comment" else "front", line, joined=before is not None)
    elif _in_entry(region) and (line.text[:1] in (" ", "\t") or _goes_on(line, before)):
        region.add("entry", line, joined=True)
    else:
        region.add("text", line, joined=True)


def _in_entry(region: _Region) -> bool:
    return bool(region.blocks) and region.blocks[-1][0] == "entry"


def _goes_on(line: _Line, before: _Line | None) -> bool:
    # A paragraph goes on without an indent right below its bullet, and a fence opened in an entry up to its end.
    if before is None or before.sort not in ("bullet", "plain", "inner"):
        return False
    if line.sort == "inner":
        return before.sort == "inner"
    return before.sort != "inner" and not line.text.startswith(("|", "---", "***", ">"))


def _sections(region: _Region) -> Iterator[Section]:
    kinds = {kind for kind, _ in region.blocks}
    if region.heading and "text" in kinds and "entry" not in kinds:
        yield from _heading_section(region)
        return
    if region.heading:
        yield _section(region.heading, region.title, "heading", "")
    for kind, lines in region.blocks:
        if kind == "text":
            for passage in _passages(lines):
                yield _section(passage, region.title, "text", "")
        else:
            slug = slug_of(split_comment(_first_words(lines[0].text))[0]) if kind == "entry" else ""
            yield _section(lines, region.title, kind, slug)


def _heading_section(region: _Region) -> Iterator[Section]:
    slug = slug_of(region.name)
    first = True
    for passage in _passages([line for _, lines in region.blocks for line in lines]):
        lines = [*region.heading, *passage] if first else passage
        section = _section(lines, region.title, "section" if first else "passage", slug if first else "")
        yield section._replace(text=_text(passage))
        first = False


def _section(lines: list[_Line], title: str, kind: SectionKind, slug: str) -> Section:
    text = "\n".join(line.text for line in lines) if kind in ("comment", "front") else _text(lines)
    return Section(lines[0].number, lines[-1].number, text, title, slug, kind)


def _text(lines: list[_Line]) -> str:
    if len(lines) == 1 and lines[0].sort != "comment":
        return lines[0].text
    shown = [line for line in lines if line.sort != "comment"]
    parts: list[str] = []
    last = shown[0].number if shown else 0
    for line in shown:
        parts.append("\n" * min(2, line.number - last) + line.text)
        last = line.number
    return "".join(parts)


def _first_words(line: str) -> str:
    match = _BULLET.match(line)
    return match[2] if match else line


def _passages(lines: list[_Line]) -> Iterator[list[_Line]]:
    """About PASSAGE_WORDS each, cut between lines, at a paragraph's end where one is near."""
    passage: list[_Line] = []
    words = 0
    for line in lines:
        count = len(line.text.split()) + len(line.text) // 40
        paragraph = bool(passage) and line.number > passage[-1].number + 1
        if passage and (words + count > PASSAGE_WORDS * 1.5 or (paragraph and words >= PASSAGE_WORDS * 0.75)):
            yield passage
            passage, words = [], 0
        passage.append(line)
        words += count
    if passage:
        yield passage
