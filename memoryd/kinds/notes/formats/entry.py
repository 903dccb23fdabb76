"""An entry of a layer file: its exact text, and what of it is the note (rule 11)."""

from __future__ import annotations

import hashlib
import re
from functools import cached_property
from itertools import dropwhile
from typing import Literal, NamedTuple

from memoryd.errors import InvalidParams
from memoryd.origin import SHARED, Origin, split_comment, with_comment
from memoryd.text.markdown import ANCHOR, anchor_in, split_lines, split_markdown

EntryKind = Literal["entry", "section"]

_BULLET = re.compile(r"( {0,3}(?:[-*+•]|\d{1,9}[.)])(?:[ \t]+|$))(.*)", re.DOTALL)
_HEADING = re.compile(r"( {0,3}#{1,6}(?:[ \t]+|$))(.*)", re.DOTALL)
_FLAGS = re.compile(r"↑((?:\[(?:pin|critical)\])+)")
_FENCE = re.compile(r"[ \t]*(`{3,}(?=[^`]*$)|~{3,})")
_INDENT = "  "


_Parts = tuple[str, frozenset[str], Origin | None]
"""What an entry says, its flags, and its origin if one is written there."""


class Entry:
    """One note as its file holds it. Immutable; `raw` with its line end, `seen` in microseconds."""

    __slots__ = ("_digest", "_parts", "is_alone", "kind", "raw", "seen", "slug", "title")

    def __init__(self, slug: str, raw: str, kind: EntryKind = "entry", title: str = "", seen: int = 0) -> None:
        self.slug = slug
        self.raw = raw
        self.kind: EntryKind = kind
        self.title = title
        self.seen = seen
        self.is_alone = False
        """It is known to be one entry between any other bullets, and to leave them as they are."""
        self._parts: _Parts | None = None
        self._digest: str | None = None

    def __repr__(self) -> str:
        return f"Entry({self.slug!r}, {self.raw!r})"

    def named(self, slug: str, seen: int) -> Entry:
        """The same text under another slug, known since `seen`."""
        if slug == self.slug and seen == self.seen:
            return self
        return self._again(slug, self.title, seen)

    def under(self, title: str) -> Entry:
        """The same text under these headings."""
        return self if title == self.title else self._again(self.slug, title, self.seen)

    def _again(self, slug: str, title: str, seen: int) -> Entry:
        entry = Entry(slug, self.raw, self.kind, title, seen)
        entry.is_alone, entry._parts, entry._digest = self.is_alone, self._parts, self._digest
        return entry

    @property
    def anchor(self) -> str | None:
        """The slug that stands after its first line, if one does."""
        return anchor_in(_first_line(self.raw)[0]) if "<!-- #" in self.raw else None

    @property
    def text(self) -> str:
        """What the note says: without bullet, indent, anchor and marks."""
        return self._split()[0]

    @property
    def stated_origin(self) -> Origin | None:
        """Whose it is, as its first line says; None when it says nothing of that."""
        return self._split()[2]

    @property
    def origin(self) -> Origin:
        """Whose it is (rule 17)."""
        return self._split()[2] or SHARED

    @property
    def first_line(self) -> str:
        """The first line of `text`."""
        return self.text.partition("\n")[0]

    @property
    def pinned(self) -> bool:
        """Whether ` ↑[pin]` stands after the first line."""
        return "pin" in self._split()[1]

    @property
    def critical(self) -> bool:
        """Whether ` ↑[critical]` stands there."""
        return "critical" in self._split()[1]

    @property
    def digest(self) -> str:
        """A hash of `text`: what sync compares (rule 10)."""
        if self._digest is None:
            self._digest = _digest(self.text)
        return self._digest

    def _split(self) -> _Parts:
        if self._parts is None:
            self._parts = _split(self.raw, self.kind)
        return self._parts


def _digest(text: str) -> str:
    return hashlib.blake2b(text.encode("utf-8", "surrogatepass"), digest_size=9).hexdigest()


def _split(raw: str, kind: EntryKind) -> _Parts:
    first, *rest = split_lines(raw.removeprefix("\ufeff").rstrip("\r\n"))
    match = (_BULLET if kind == "entry" else _HEADING).match(first)
    marker, bare = (match[1], match[2]) if match else ("", first)
    bare, flags, origin = _without_marks(bare)
    if kind == "section":
        return "\n".join([bare.rstrip("# \t") or bare, *rest]).strip("\n"), flags, origin
    width = len(marker)
    return "\n".join([bare, *(_dedented(line, width) for line in rest)]).rstrip(), flags, origin


def _without_marks(line: str) -> _Parts:
    """The line without flags, anchors and origins at its end; of several origins the last counts."""
    flags: set[str] = set()
    origin: Origin | None = None
    end = len(line)
    while True:  # from the end, so that a line of many marks is read once
        while end and line[end - 1].isspace():
            end -= 1
        begin = line.rfind("<!--" if line[end - 1 : end] == ">" else "↑[", 0, end)
        marks = _FLAGS.fullmatch(line, begin, end) if begin >= 0 else None
        if marks is not None:
            flags.update(marks[1].strip("[]").split("]["))
        elif begin < 0 or ANCHOR.fullmatch(line, begin, end) is None:
            found = split_comment(line[begin:end])[1] if begin >= 0 else None
            if found is None:
                return line[:end].strip(), frozenset(flags), origin
            origin = origin or found
        end = begin


def _dedented(line: str, width: int) -> str:
    blank = len(line) - len(line.lstrip(" "))
    return line[min(blank, width, 2) :].rstrip()


# --- writing ----------------------------------------------------------------------------------------------


def clean_text(text: str) -> str:
    """A given text as a note can hold it: no NUL, no marks of ours, no blank edges. Raises InvalidParams."""
    if "\0" in text:
        raise InvalidParams("`text` holds a NUL character; a note is text", param="text")
    lines = list(dropwhile(lambda line: not line, (line.rstrip() for line in split_lines(text))))
    first = lines[0].strip() if lines else ""
    bullet = re.match(r"(?:[-*+] +(?=\S))+", first)
    first, _, _ = _without_marks(first[bullet.end() :] if bullet else first)
    if not any(char.isalnum() for char in first):
        raise InvalidParams("the first line of `text` has no letter or digit; a note begins with words", param="text")
    return "\n".join([first, *lines[1:]]).rstrip()


class _Bullet(NamedTuple):
    """What of an entry its text alone decides. `below`: its lines under the first, as its file has them."""

    first: str
    below: str
    text: str
    digest: str


class NoteText:
    """A given text, read when that is first asked for. A long one takes a second: not on the writer."""

    def __init__(self, given: str) -> None:
        self._given = given
        self._section: tuple[Entry, Entry] | None = None

    @cached_property
    def clean(self) -> str:
        """As a note can hold it. Raises InvalidParams."""
        return clean_text(self._given)

    @cached_property
    def bullet(self) -> _Bullet:
        """As an entry. Raises InvalidParams."""
        first, *rest = self.clean.split("\n")
        below = "\n".join(["", *(f"{_INDENT}{line}" if line else "" for line in _closed(rest))]) + "\n"
        # Which anchor, origin and flags follow its first words changes nothing about how it is read.
        raw = f"- {first} <!-- #a -->{below}"
        if not stands_alone(raw):
            raise InvalidParams(
                "`text` cannot be kept as one entry of a Markdown list; write it more plainly", param="text"
            )
        text = _split(raw, "entry")[0]
        return _Bullet(first, below, text, _digest(text))

    def in_place_of(self, section: Entry) -> Entry:
        """That section of a heading with this text. Raises InvalidParams."""
        if self._section is None or self._section[0] is not section:
            self._section = section, _edited_section(section, self.clean)
        return self._section[1]


def make_entry(
    slug: str, given: str | NoteText, *, pinned: bool, critical: bool, seen: int, origin: Origin, title: str = ""
) -> Entry:
    """A bullet with what belongs to it indented under it, and the anchor that keeps its slug. Raises InvalidParams."""
    first, below, text, digest = as_note_text(given).bullet
    flags = ("[critical]" if critical else "") + ("[pin]" if pinned else "")
    head = with_comment(f"- {first} <!-- #{slug} -->", origin) + (f" ↑{flags}" if flags else "")
    entry = Entry(slug, head + below, "entry", title, seen)
    entry.is_alone, entry._parts, entry._digest = True, (text, *_split(head, "entry")[1:]), digest
    return entry


def as_note_text(given: str | NoteText) -> NoteText:
    """The text to be read, if it was not yet."""
    return NoteText(given) if isinstance(given, str) else given


def marked(entry: Entry, *, pinned: bool, critical: bool) -> Entry:
    """The same entry with these marks after its first line; all else stays byte for byte."""
    if (entry.pinned, entry.critical) == (pinned, critical):
        return entry
    first, end, rest = _first_line(entry.raw)
    bare = re.sub(r"(?<!\s)\s*↑(?:\[(?:pin|critical)\])+", "", first)
    flags = ("[critical]" if critical else "") + ("[pin]" if pinned else "")
    raw = bare + (f" ↑{flags}" if flags else "") + end + rest
    return Entry(entry.slug, raw, entry.kind, entry.title, entry.seen)


def edited(entry: Entry, text: str | NoteText) -> Entry:
    """The entry with another text; it keeps its slug, its marks and its kind. Raises InvalidParams."""
    if entry.kind == "section":
        return as_note_text(text).in_place_of(entry)
    return make_entry(
        entry.slug,
        text,
        pinned=entry.pinned,
        critical=entry.critical,
        seen=entry.seen,
        origin=entry.origin,
        title=entry.title,
    )


def belonging(entry: Entry, origin: Origin) -> Entry:
    """The same entry with this origin; all else stays byte for byte."""
    if entry.stated_origin == origin or (entry.stated_origin is None and origin == SHARED):
        return entry
    first, end, rest = _first_line(entry.raw)
    flagged = re.search(r"\s*↑(?:\[(?:pin|critical)\])+\s*$", first)
    head, flags = (first[: flagged.start()], first[flagged.start() :]) if flagged else (first, "")
    return Entry(
        entry.slug,
        with_comment(split_comment(head)[0], origin) + flags + end + rest,
        entry.kind,
        entry.title,
        entry.seen,
    )


def _edited_section(entry: Entry, text: str) -> Entry:
    name, *body = text.split("\n")
    first, end, _ = _first_line(entry.raw)
    if not body:  # a heading alone is no note: what is said is the text under the heading, which stays
        head, body = first, ["", name]
    else:
        match = _HEADING.match(first)
        _, flags, origin = _without_marks(first)
        marks = "".join(f"[{flag}]" for flag in ("critical", "pin") if flag in flags)
        head = with_comment((match[1] if match else "## ") + name, origin or SHARED) + (f" ↑{marks}" if marks else "")
    raw = "\n".join([head, *(_closed(body) or [""])]).rstrip("\n") + (end or "\n")
    found = [section for section in split_markdown(raw) if section.slug]
    if len(found) != 1 or found[0].kind != "section":
        raise InvalidParams(
            "this note is a heading's section: give its heading, and text without bullets", param="text"
        )
    return Entry(entry.slug, raw, "section", entry.title, entry.seen)


def _first_line(raw: str) -> tuple[str, str, str]:
    match = re.match(r"([^\r\n]*)(\r\n|\n|\r|$)(.*)", raw, re.DOTALL)
    assert match is not None
    return match[1], match[2], match[3]


def _closed(lines: list[str]) -> list[str]:
    """The lines; a code fence that was left open is closed."""
    fence = ""
    for line in lines:
        mark = _FENCE.match(line)
        if mark and not fence:
            fence = mark[1]
        elif mark and mark[1].startswith(fence) and line.strip() == mark[1]:
            fence = ""
    return [*lines, fence] if fence else lines


def stands_alone(raw: str, before: str = "- w\n") -> bool:
    """Whether, between two other bullets, these lines are one entry and leave the others as they are."""
    sections = split_markdown(f"{before}{raw}- x\n")
    lines = before.count("\n") + 1
    return any(
        s.kind == "entry" and s.line == lines and s.end_line == lines + raw.rstrip().count("\n") for s in sections
    ) and (sections[-1].kind == "entry" and sections[-1].text == "- x")
