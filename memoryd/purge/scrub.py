"""Takes a matter out of the content of a file, whichever it is: lines of JSON, JSON, Markdown, a text of the history.

Pure: content in, content out, with what was found.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

import msgspec

from memoryd.origin import split_comment
from memoryd.purge.digests import FEW, FEW_UNNAMED, Few, place_of_line, place_of_past
from memoryd.purge.fields import FIELDS, GIVEN, is_own_element, is_own_value
from memoryd.purge.matter import Matter
from memoryd.text.markdown import split_lines, split_markdown
from memoryd.text.values import text_of
from memoryd.times import parse_time
from memoryd.types import BOM, HOT_FILE, IMPORT, UNREADABLE

_STUB = re.compile(r"<!-- archived \S+: (?P<slug>\S+) → ")
_OF_A_LAYER = re.compile(r"## \S+ [^\n]+ \(Hot Cache\)|- (?:[^\n]+: )?memory/[^\n/]+\.md(?:, memory/[^\n/]+\.md)*")
"""What MEMORY.md says of layers: the heading of their notes, and a line of the index."""
_ARCHIVED = re.compile(r"<!-- (?P<key>memory/[^\n]{1,255}?\.md:\S+) archived [^\n]* lines (?P<lines>\d+) -->")


_SUMMARY_HEAD = re.compile(r"<!-- memoryd summary\n.*?\n-->", re.DOTALL)
_STRING = re.compile(r'"(?:[^"\\\n]|\\.)*"')
_RUN = re.compile(rb"[^\0\r\n]+")
UNNAMED = "purged"
"""Stands for a name that had the words of the matter, where something must."""
_TIME = re.compile(r"\d{4}-\d{2}-\d{2}(?:T\d{2}:\d{2}:\d{2}(?:\.\d+)?(?:Z|[+-]\d{2}:\d{2}))?")
_TAG = re.compile(r"↑\d{4}-\d{2}-\d{2}\([^()]*\)←memory/")


_TOGETHER = 16
"""Lines that are searched in one go: most have nothing of the matter."""
_PART, _LONGEST_PART = 512, 16_384
"""Bytes of what is read together of a large text."""


class Found(NamedTuple):
    """Something of the matter: where it stands, its id, its sources, and what it says."""

    key: str
    id: str | None
    sources: tuple[str, ...]
    text: str
    triple: tuple[str, str, str] | None
    place: str
    """Where a copy of it stands (`digests.py`)."""
    named: bool
    """It has the words of the matter; else it was made of what has them, or is a copy of it."""
    few: Few = FEW
    """How short a text is that counts in its place only, unless it names the matter."""


class _HistoryHead(msgspec.Struct):
    key: str = ""
    session: str | None = None
    project: str | None = None


_decoder = msgspec.json.Decoder()


def _decode(data: bytes) -> Any:
    return _decoder.decode(data.removeprefix(BOM))


def scrub_lines(relpath: str, lines: Iterable[bytes], matter: Matter, found: list[Found]) -> Iterator[bytes]:
    """Lines of JSON without those of the matter; of a conversation they become empty, so that no key moves."""
    keeps_numbers = relpath.startswith("sessions/")
    needles, called = matter.needles(), matter.lines_of(relpath)
    above, lines = 0, iter(lines)
    while some := list(itertools.islice(lines, _TOGETHER)):
        first, above = above + 1, above + len(some)
        together = b"".join(some)
        if called.isdisjoint(range(first, above + 1)) and not needles.may_be_in(together):
            yield together
            continue
        for number, raw in enumerate(some, first):
            is_read = number in called or needles.may_be_in(raw)
            one = _found_in_line(relpath, f"{relpath}:{number}", raw, matter) if is_read else None
            if one is None:
                yield raw
            else:
                found.append(one)
                yield b"\n" if keeps_numbers else b""


def _found_in_line(relpath: str, key: str, raw: bytes, matter: Matter) -> Found | None:
    if not raw.strip():
        return None
    try:
        value = _decode(raw)
    except UNREADABLE:
        text = raw.decode("utf-8", "replace")
        return Found(key, None, (), text, None, relpath, True) if matter.names(text) else None
    if not isinstance(value, dict):
        return None
    own = value.get("id")
    own = own if isinstance(own, str) else None
    strings = list(_said(value))
    sources = tuple(one for one in value.get("sources") or () if isinstance(one, str))
    triple = _triple(value)
    content = value.get("content")
    text = content if isinstance(content, str) else " ".join(triple) if triple else text_of(value.get("value", ""))
    place = place_of_line(relpath, value)
    named = matter.names("\n".join(strings)) or (triple is not None and matter.is_subject(triple[0]))
    is_of_it = (
        named
        or matter.has_key(key)
        or (own is not None and matter.has_key(own))
        or matter.is_made_of(sources)
        or (triple is not None and matter.has_fact(*triple))
        or matter.has_text(text, place)
        or any(matter.has_text(one) for one in strings)
    )
    if not is_of_it or matter.is_later(_stated(value)):
        return None
    few = FEW_UNNAMED if named and relpath.startswith(("sessions/", "items/")) else FEW
    return Found(key, own, sources, text, triple, place, named, few)


def _stated(value: dict[str, Any]) -> int:
    """When a line was stated to us, microseconds; 0 when it does not tell, or was brought from elsewhere."""
    times = [value[name] for name in ("at", "received", "created", "updated") if isinstance(value.get(name), str)]
    if not times or value.get("source") == IMPORT:
        return 0
    try:
        return min(map(parse_time, times))
    except ValueError:
        return 0


def _triple(value: dict[str, Any]) -> tuple[str, str, str] | None:
    parts = tuple(value.get(name) for name in ("subject", "predicate", "object"))
    return parts if all(isinstance(part, str) for part in parts) else None  # type: ignore[return-value]  # just looked at


def _said(value: object, is_ours: bool = True) -> Iterator[str]:
    """What a line says, without what each of ours has: names of fields, times, roles."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for name, inner in value.items():
            is_field = is_ours and name in FIELDS
            if not is_field:
                yield str(name)
            if not (is_ours and isinstance(inner, str) and (_TIME.fullmatch(inner) or is_own_value(name, inner))):
                yield from _said(inner, is_field and name not in GIVEN)
    elif isinstance(value, list):
        for inner in value:
            yield from _said(inner, is_ours)


def scrub_json(relpath: str, data: bytes, matter: Matter, found: list[Found]) -> bytes:
    """JSON without the names, elements and texts of the matter; what cannot be read, without their lines."""
    here: list[Found] = []
    try:
        kept = _without(_decode(data), relpath, matter, here)
        made = msgspec.json.format(msgspec.json.encode(kept), indent=2) + b"\n" if here else data
    except UNREADABLE:
        return _without_lines(relpath, data, matter, found)
    found += here
    return made


def _without_lines(relpath: str, data: bytes, matter: Matter, found: list[Found]) -> bytes:
    """What is no JSON that we can read, without the lines that name the matter."""
    kept = []
    for number, raw in enumerate(data.splitlines(keepends=True), 1):
        text = raw.decode("utf-8", "replace")
        if matter.names(text):
            found.append(Found(f"{relpath}:{number}", None, (), text, None, relpath, True))
        else:
            kept.append(raw)
    return b"".join(kept)


def _without(value: Any, key: str, matter: Matter, found: list[Found]) -> Any:
    def is_of_it(inner: object) -> bool:
        if isinstance(inner, dict) and not FIELDS.isdisjoint(inner):  # a row of a table: it goes as a whole
            return any(
                is_of_it(one) for name, one in inner.items() if isinstance(one, str) and not is_own_value(name, one)
            )
        said = inner if isinstance(inner, str) else None
        # The line of a message stays, empty, and so may what points to it.
        is_known = said is not None and matter.has_key(said) and not said.startswith("sessions/")
        if said is None or _TIME.fullmatch(said):
            return False
        named = matter.names(said)
        if not (is_known or named or matter.has_text(said)):
            return False
        # A key is no text: what points to it, such as what follows a fact, does not say the same.
        found.append(Found(key, None, (), said if named or not is_known else "", None, "", named))
        return True

    def is_row_of_it(name: str, inner: object) -> bool:
        if name in FIELDS or not is_of_it(name):
            return not (isinstance(inner, str) and is_own_value(name, inner)) and is_of_it(inner)
        if isinstance(inner, str):  # what a table says of a key, such as its line in another file
            found.append(Found(key, None, (), inner, None, "", False))
        return True

    if isinstance(value, dict):
        return {
            name: _without(inner, key, matter, found) for name, inner in value.items() if not is_row_of_it(name, inner)
        }
    if isinstance(value, list):
        return [
            _without(inner, key, matter, found) for inner in value if is_own_element(key, inner) or not is_of_it(inner)
        ]
    return value


def scrub_binary(relpath: str, data: bytes, matter: Matter, found: list[Found]) -> bytes:
    """Another program's file, such as an editor's copy: spaces instead of each run of text that names the matter."""

    def blank(run: re.Match[bytes]) -> bytes:
        text = run[0].decode("utf-8", "replace")
        if not matter.names(text):
            return run[0]
        found.append(Found(relpath, None, (), text, None, "", True))
        return b" " * len(run[0])

    return _RUN.sub(blank, data)


class _Block(NamedTuple):
    """Lines `first` to `last`, from 1, that are one memory, and its key."""

    first: int
    last: int
    key: str
    text: str
    """What the memory says, as the index has it."""
    whole: str = ""
    """Of a section, that and its heading: another heading makes another memory of the same text."""
    stays: bool = False
    """Whether its key is written down there, and so never passes to another."""


def scrub_markdown(relpath: str, text: str, matter: Matter, found: list[Found]) -> str:
    """Markdown without the entries, passages and headings of the matter."""
    text = _without_named_head(relpath, text, matter, found)
    lines = split_lines(text)
    gone: set[int] = set()
    needles = matter.needles()
    for block in _archived_blocks(lines) if relpath.startswith("memory/archive/") else _blocks(relpath, text, lines):
        head = lines[block.first - 1]
        said = "\n".join(lines[block.first - 1 : block.last])
        if not needles.may_be_in_text(f"{block.key}\n{said}".encode("utf-8", "surrogateescape")):
            continue
        origin = split_comment(head)[1]
        sources = () if origin is None else origin.sources
        named = matter.names(f"{matter.name_of_entry(block.key)}\n{_TAG.sub(' ', said)}")
        is_known = matter.has_key(block.key) if block.stays else matter.has_entry(block.key)
        is_copy = any(matter.has_text(one, relpath) for one in (block.text, block.whole, head))
        if relpath == HOT_FILE and _OF_A_LAYER.fullmatch(said.strip()):
            # Ours, and written again as soon as there is such a layer: it is no text that may not come back.
            if named:
                found.append(Found(relpath, None, (), "", None, "", True))
                gone |= set(range(block.first, block.last + 1))
            continue
        is_of_it = named or is_known or is_copy or matter.is_made_of(sources)
        if is_of_it and not matter.is_stated_anew(block.text):
            few = FEW_UNNAMED if block.whole else FEW
            found.append(Found(block.key, None, sources, block.text, None, relpath, named, few))
            if block.whole:
                found.append(Found(block.key, None, sources, block.whole, None, relpath, named))
            if head != block.text and matter.names(head):
                found.append(Found(block.key, None, (), head, None, relpath, named))
            gone |= set(range(block.first, block.last + 1))
    if not gone:
        return text
    return "\n".join(line for number, line in enumerate(lines, 1) if number not in gone)


def scrub_unread(relpath: str, lines: Iterable[bytes], matter: Matter, found: list[Found]) -> Iterator[bytes]:
    """The same of Markdown that is too large to be read: by a few entries or paragraphs at a time, without keys."""
    needles = matter.needles()
    for number, part in enumerate(_parts(lines)):
        here: list[Found] = []
        if needles.may_be_in_text(part):
            text = part.decode("utf-8", "surrogateescape")
            # Only what a file begins with is front matter.
            lead = "\n" if number else ""
            left = scrub_markdown(relpath, lead + text, matter, here).removeprefix(lead)
        found += [one._replace(key=f"{relpath}:0") for one in here]
        yield left.encode("utf-8", "surrogateescape") if here else part


def _parts(lines: Iterable[bytes]) -> Iterator[bytes]:
    """The text, cut where an entry, a heading or a paragraph begins, or where none does for long."""
    held: list[bytes] = []
    size, is_behind_blank = 0, False
    for line in lines:
        if size > _PART and (size > _LONGEST_PART or is_behind_blank or line[:1] in b"-*+#"):
            yield b"".join(held)
            held, size = [], 0
        held.append(line)
        size += len(line)
        is_behind_blank = not line.strip()
    yield b"".join(held)


def _without_named_head(relpath: str, text: str, matter: Matter, found: list[Found]) -> str:
    """The text with other names in the comment of a summary, where its session or project has the words."""
    head = _SUMMARY_HEAD.match(text)
    if head is None or not matter.names(head[0]):
        return text
    found.append(Found(relpath, None, (), "", None, "", True))
    return _STRING.sub(lambda one: f'"{UNNAMED}"' if matter.names(one[0]) else one[0], head[0]) + text[head.end() :]


def _blocks(relpath: str, text: str, lines: list[str]) -> Iterator[_Block]:
    for section in split_markdown(text):
        if section.kind == "front" or lines[section.line - 1].startswith("<!-- memoryd summary"):
            continue
        first = section.line
        for number in range(section.line, section.end_line + 1):
            stub = _STUB.match(lines[number - 1])  # those that follow each other are one comment
            if stub is None:
                continue
            if first < number:
                yield _Block(first, number - 1, f"{relpath}:{first}", "\n".join(lines[first - 1 : number - 1]))
            yield _Block(number, number, f"{relpath}:{stub['slug']}", stub["slug"], stays=True)
            first = number + 1
        if first == section.line:
            whole = "\n".join(lines[first - 1 : section.end_line]) if section.kind == "section" else ""
            yield _Block(first, section.end_line, f"{relpath}:{section.slug or first}", section.text, whole)
        elif first <= section.end_line:
            yield _Block(first, section.end_line, f"{relpath}:{first}", "\n".join(lines[first - 1 : section.end_line]))


def _archived_blocks(lines: list[str]) -> Iterator[_Block]:
    """Notes of an archive with the comments about them, and what else stands there, line by line."""
    at = 0
    while at < len(lines):
        mark = _ARCHIVED.match(lines[at])
        last = at + 1 if mark is None else min(len(lines), at + 1 + int(mark["lines"]))
        key = lines[at] if mark is None else mark["key"]
        yield _Block(at + 1, last, key, "\n".join(lines[at:last]), stays=mark is not None)
        at = last


def scrub_history(relpath: str, data: bytes, matter: Matter, found: list[Found]) -> bool:
    """Whether a text of the history is of the matter; what it says may not come back either."""
    head, _, text = data.decode("utf-8", "replace").partition("\n")
    key, place = _history_place(head.encode())
    past: list[Found] = []
    scrub_markdown(key, text, matter, past)
    is_of_it = matter.names(f"{key}\n{text}") or matter.has_key(key) or matter.has_text(text, place)
    if key in matter.remade:
        past = [Found(relpath, None, (), "", None, "", False)]  # what is not of it, too
    elif is_of_it and not key.endswith(".md"):
        past.append(Found(relpath, None, (), text, None, place, False))
    elif is_of_it and not past:
        past = [Found(relpath, None, (), "", None, "", False)]
    found += [one._replace(key=relpath, named=False) for one in past]
    return bool(past)


def _history_place(head: bytes) -> tuple[str, str]:
    """The key of a text of the history, and its place."""
    try:
        one = msgspec.json.decode(head, type=_HistoryHead)
    except UNREADABLE:
        return "", ""
    return one.key, place_of_past(one.key, one.session, one.project)
