"""A layer file cut into entries and the text between them; joined again, it is the file byte for byte."""

from __future__ import annotations

import functools
import itertools
import re
import zlib
from collections import Counter
from collections.abc import Iterable, Iterator
from typing import NamedTuple

import msgspec

from memoryd.conflicts import copied_from
from memoryd.errors import InvalidParams
from memoryd.kinds.notes.formats.entry import Entry, stands_alone
from memoryd.origin import Origin
from memoryd.text.markdown import Section, front_length, split_markdown
from memoryd.types import as_known

Piece = Entry | str
_LINE_END = re.compile(r"\r\n|\n|\r")
_LAYER_PATH = re.compile(r"memory/(?P<layer>[^/]+)\.md")
_DAY = re.compile(r"\d{4}-\d{2}-\d{2}(?:[-_.].*)?")
_LAYER_NAME = re.compile(r"[^\W_][\w-]{0,59}")
_LIKE_A_DAY = re.compile(r"\d{4}-\d{2}-\d{2}.*")
PRIVATE_LAYERS = frozenset({"identity", "user"})
"""Notes of these layers are private, whatever is stated (rule 17)."""
REREAD = 200_000
"""Characters of a file up to which it is read again to see what a change makes of it."""
_LONG = 4096
"""Characters of an entry that takes a while to be read."""
_STUB = r"<!-- archived \d{4}-\d{2}-\d{2}: %s → [^\n]*? -->\n?"
_ANY_STUB = re.compile("^" + _STUB % r"(?P<slug>\S+)", re.MULTILINE)


@functools.lru_cache(maxsize=1 << 12)
def layer_of(relpath: str) -> str | None:
    """`memory/decisions.md` → `decisions`; None for daily logs and all other files."""
    match = _LAYER_PATH.fullmatch(relpath)
    if match is None or _DAY.fullmatch(match["layer"]) or match["layer"].startswith(".") or copied_from(relpath):
        return None
    return match["layer"]


def path_of(layer: str) -> str:
    """`decisions` → `memory/decisions.md`."""
    return f"memory/{layer}.md"


def note_key(layer: str, slug: str) -> str:
    """`memory/<layer>.md:<slug>` (000 §L2 Key Format)."""
    return f"memory/{layer}.md:{slug}"


def origin_of(layer: str, entry: Entry) -> Origin:
    """Whose a note of the layer is."""
    found = entry.origin
    return msgspec.structs.replace(found, audience="private", session_id=None) if layer in PRIVATE_LAYERS else found


def check_layer(layer: str) -> None:
    """Raises InvalidParams for a name that no layer can have."""
    if not _LAYER_NAME.fullmatch(layer) or _LIKE_A_DAY.fullmatch(layer) or layer_of(path_of(layer)) is None:
        raise InvalidParams(
            f"{layer[:80]!r} is not a name for a layer: give up to 60 letters, digits, `-` or `_`, no date",
            param="layer",
        )


class Placed(NamedTuple):
    """A piece and the line, from 1, on which it begins."""

    line: int
    piece: Piece


class LayerFile:
    """Immutable: each change gives a new one that shares the untouched pieces."""

    __slots__ = ("_lines", "_places", "pieces")

    def __init__(self, pieces: Iterable[Piece] = ()) -> None:
        self.pieces: tuple[Piece, ...] = tuple(pieces)
        self._places: dict[str, int] = {
            piece.slug: index for index, piece in enumerate(self.pieces) if isinstance(piece, Entry)
        }
        self._lines: list[int] | None = None

    def __len__(self) -> int:
        return len(self._places)

    def __contains__(self, slug: object) -> bool:
        return slug in self._places

    def get(self, slug: str) -> Entry | None:
        """The entry of that slug."""
        index = self._places.get(slug)
        if index is None and not slug.isascii():
            index = self._places.get(as_known(slug, self._places))
        if index is None:
            return None
        piece = self.pieces[index]
        return piece if isinstance(piece, Entry) else None

    def entries(self) -> Iterator[Entry]:
        """All entries in the order of the file."""
        return (piece for piece in self.pieces if isinstance(piece, Entry))

    def slugs(self) -> set[str]:
        """All slugs."""
        return set(self._places)

    def stub_lines(self) -> list[str]:
        """The comments that stand where archived notes were (rule 6), each with its line end."""
        text = self.render()
        return [match[0].rstrip("\n") + "\n" for match in _ANY_STUB.finditer(text)] if "<!-- archived " in text else []

    def stubs(self) -> Counter[str]:
        """The slugs of those comments, and how often each is named."""
        return Counter(match["slug"] for line in self.stub_lines() if (match := _ANY_STUB.match(line)))

    def around(self) -> int:
        """A mark of the text that is no note, but for empty lines."""
        lines = "\n".join(piece for piece in self.pieces if isinstance(piece, str)).split()
        return zlib.crc32("\n".join(lines).encode("utf-8", "surrogatepass"))

    def render(self) -> str:
        """The file's text."""
        return "".join([piece if isinstance(piece, str) else piece.raw for piece in self.pieces])

    def placed(self) -> Iterator[Placed]:
        """Every piece with its line."""
        return map(Placed, self._line_numbers(), self.pieces)

    def line_of(self, slug: str) -> int:
        """The line on which an entry begins; 0 when there is none."""
        index = self._places.get(slug)
        return 0 if index is None else self._line_numbers()[index]

    def _line_numbers(self) -> list[int]:
        """On which line each piece begins, and one more."""
        if self._lines is None:
            self._lines = [*itertools.accumulate(map(_line_ends, self.pieces), initial=1)]
        return self._lines

    # --- changes ------------------------------------------------------------------------------------------

    def with_entry(self, entry: Entry) -> LayerFile:
        """The entry of that slug replaced."""
        index = self._places[entry.slug]
        return LayerFile((*self.pieces[:index], entry, *self.pieces[index + 1 :]))

    def added(self, entry: Entry) -> LayerFile:
        """One more entry, in a place where it changes what no other text is."""
        first, _, below = entry.raw.partition("\n")
        if len(below) < _LONG or not entry.is_alone or _has_half_a_comment(entry):
            return self._with(entry)._titled(entry.slug)
        # Its place is that of its first line: the file is not read again with all the others.
        begun = Entry(entry.slug, first + "\n", "entry", entry.title)
        begun.is_alone = True
        file = self.added(begun)
        placed = file.get(entry.slug)
        return file.with_entry(entry if placed is None else entry.under(placed.title))

    def _with(self, entry: Entry) -> LayerFile:
        after = self._bullet_to_follow(entry)
        above = None if after is None else self.pieces[after - 1]
        if isinstance(above, Entry):
            entry = entry.under(above.title)  # so that the file need not be made twice
        added = self._inserted(*((after, "") if after is not None else self._place_for(entry)), entry)
        if _has_half_a_comment(entry) or (after is None and (not len(self) or self._has_fences())):
            return self._added_safely(added, entry)
        return added

    def _inserted(self, index: int, lead: str, entry: Entry) -> LayerFile:
        lead = ("" if _ends_line(self.pieces[:index]) else "\n") + lead
        return LayerFile((*self.pieces[:index], *([lead] if lead else []), entry, *self.pieces[index:]))

    def _added_safely(self, added: LayerFile, entry: Entry) -> LayerFile:
        """As `added`, unless a code block or a comment that is never closed would swallow the entry, or others."""
        if added.reads_as(added):
            return added
        front, rest = self._split_front()
        below = "\n---\n\n" if entry.kind == "entry" else "\n## Notes\n\n"
        places = (
            added,
            self._inserted(len(self.pieces), "\n## Notes\n\n" if entry.kind == "entry" else "\n", entry),
            LayerFile((*front, entry, below, *rest)),
        )
        whole = (file for file in places if file.reads_as(file))
        return next(whole, None) or next((file for file in places if file.reads_back(entry)), places[-1])

    def reads_back(self, entry: Entry) -> bool:
        """Whether this entry of the file, by identity, is an entry when the file is read again."""
        begin = next((at for at, piece in self._offsets() if piece is entry), -1)
        again = next((piece for at, piece in parse_layer(self.render())._offsets() if at == begin), "")
        return isinstance(again, Entry) and again.raw.rstrip() == entry.raw.rstrip()

    def reads_as(self, other: LayerFile) -> bool:
        """Whether this file, read again, has the entries of the other."""
        again = parse_layer(self.render()).entries()
        return [(entry.kind, entry.raw.rstrip()) for entry in again] == [
            (entry.kind, entry.raw.rstrip()) for entry in other.entries()
        ]

    def _has_titles_of(self, other: LayerFile) -> bool:
        again = parse_layer(self.render()).entries()
        return [entry.title for entry in again] == [entry.title for entry in other.entries()]

    def _bullet_to_follow(self, entry: Entry) -> int | None:
        """The index after one of the last bullets where another one is a bullet of its own, if there is any."""
        if entry.kind != "entry":
            return None
        last = 0
        for index in range(len(self.pieces) - 1, -1, -1):
            other = self.pieces[index]
            if isinstance(other, Entry) and other.kind == "entry":
                last += 1
                if _apart(other, entry):
                    return index + 1
                if last == 3:
                    break
        return None

    def _split_front(self) -> tuple[tuple[Piece, ...], tuple[Piece, ...]]:
        first = self.pieces[0] if self.pieces else ""
        length = front_length(first) if isinstance(first, str) else 0
        if not isinstance(first, str) or not length:
            return (), self.pieces
        return (first[:length],), (first[length:], *self.pieces[1:])

    def _has_fences(self) -> bool:
        return any("```" in _raw(piece) or "~~~" in _raw(piece) for piece in self.pieces)

    def added_after(self, slug: str, entry: Entry) -> LayerFile:
        """One more entry right after another (rule 14); as `added` when that one is no bullet."""
        index = self._places[slug] + 1
        other = self.pieces[index - 1]
        if not isinstance(other, Entry) or other.kind != "entry" or not _apart(other, entry):
            return self.added(entry)
        lead = [] if _ends_line(self.pieces[:index]) else ["\n"]
        return LayerFile((*self.pieces[:index], *lead, entry, *self.pieces[index:]))._titled(entry.slug)

    def _titled(self, slug: str) -> LayerFile:
        """That entry told under which headings it stands: those of the bullet above it, else as the file is read."""
        index = self._places[slug]
        entry, above = self.pieces[index], self._above(index)
        if isinstance(entry, Entry) and entry.kind == "entry" and above is not None and above.kind == "entry":
            return self if above.title == entry.title else self.with_entry(entry.under(above.title))
        if sum(len(_raw(piece)) for piece in self.pieces) > REREAD:
            return self
        again = parse_layer(self.render())._offsets()
        titles = {at: one.title for at, one in again if isinstance(one, Entry)}
        return LayerFile(
            [*(one.under(titles.get(at, one.title)) if isinstance(one, Entry) else one for at, one in self._offsets())]
        )

    def _offsets(self) -> Iterator[tuple[int, Piece]]:
        """Every piece, and at which character of the file it begins."""
        starts = itertools.accumulate((len(_raw(piece)) for piece in self.pieces), initial=0)
        return zip(starts, self.pieces, strict=False)

    def _above(self, index: int) -> Entry | None:
        """The entry above, if nothing but comments of archived notes is between."""
        for at in range(index - 1, -1, -1):
            piece = self.pieces[at]
            if isinstance(piece, Entry):
                return piece
            if _ANY_STUB.sub("", piece).strip():
                return None
        return None

    def archived(self, slug: str, day: str, path: str) -> LayerFile:
        """Without the entry; in its place a comment says where it is (rule 6)."""
        index = self._places[slug]
        stub = f"<!-- archived {day}: {slug} → {path} -->\n"
        return LayerFile((*self.pieces[:index], stub, *self.pieces[index + 1 :]))

    def restored(self, entry: Entry) -> LayerFile:
        """The entry back in the place of its comment, else as a new one."""
        pattern = re.compile(_STUB % re.escape(entry.slug))
        for index, piece in enumerate(self.pieces):
            match = pattern.search(piece) if isinstance(piece, str) else None
            if match is None or not isinstance(piece, str) or (match.start() and piece[match.start() - 1] != "\n"):
                continue
            head, tail = piece[: match.start()], piece[match.end() :]
            if self._is_place_of_bullet(index, tail, entry):
                restored = LayerFile((*self.pieces[:index], head, entry, tail, *self.pieces[index + 1 :]))
                if not _has_half_a_comment(entry) or restored.reads_as(restored):
                    return restored._titled(entry.slug)
            without = LayerFile((*self.pieces[:index], head + tail, *self.pieces[index + 1 :]))
            begins_front = not index and front_length(self.render().removeprefix(piece[: match.end()]))
            # Without the comment, the lines around it may be read together: as front matter, a paragraph or a heading.
            is_small = sum(len(_raw(piece)) for piece in self.pieces) <= REREAD
            joins = is_small and not (without.reads_as(self) and without._has_titles_of(self))
            return (self if begins_front or joins else without).added(entry)
        return self.added(entry)

    def _is_place_of_bullet(self, index: int, tail: str, entry: Entry) -> bool:
        """Whether the entry can stand before `tail`, the rest of that piece, and be a bullet among others."""
        if entry.kind != "entry":
            return False
        if self._is_bullet_before(index, entry) and tail[:1] in ("", "\n", "<", "#"):
            return True
        after = self.pieces[index + 1] if index + 1 < len(self.pieces) else None
        is_bullet = isinstance(after, Entry) and after.kind == "entry"
        return is_bullet and not tail.strip() and stands_alone(entry.raw)

    def _is_bullet_before(self, index: int, entry: Entry) -> bool:
        before = next((p for p in reversed(self.pieces[:index]) if isinstance(p, Entry)), None)
        return before is not None and before.kind == "entry" and _apart(before, entry)

    def _place_for(self, entry: Entry) -> tuple[int, str]:
        if entry.kind == "entry":
            first = next((i for i, p in enumerate(self.pieces) if isinstance(p, Entry) and p.kind == "entry"), None)
            if first is not None:
                return first, ""
        # A bullet below a heading's section would be under its heading, and the section no note (rule 11).
        if entry.kind == "section" or not any(isinstance(piece, Entry) for piece in self.pieces):
            text = self.render()
            blank = "" if not text or text.endswith(("\n\n", "\n\r\n")) else "\n"
            return len(self.pieces), blank
        # Under a heading that has text, a bullet would take that text's name away (rule 11).
        return len(self.pieces), "\n## Notes\n\n"


def _raw(piece: Piece) -> str:
    return piece if isinstance(piece, str) else piece.raw


def _line_ends(piece: Piece) -> int:
    raw = _raw(piece)
    return raw.count("\n") if "\r" not in raw else len(_LINE_END.findall(raw))


def _has_half_a_comment(entry: Entry) -> bool:
    """Whether it may open a comment that it does not close, or close one that was opened above it."""
    first, _, rest = entry.raw.partition("\n")
    lines = (first, *rest.split("\n")) if "<!--" in rest or "-->" in rest else (first,)
    return any(("<!--" in line) != ("-->" in line) for line in lines)


def _ends_line(pieces: tuple[Piece, ...]) -> bool:
    return not pieces or _raw(pieces[-1]).endswith(("\n", "\r"))


def _apart(other: Entry, entry: Entry) -> bool:
    if entry.kind == "section":
        return False
    if entry.is_alone and other.is_alone:
        return True
    before = other.raw if other.raw.endswith("\n") else other.raw + "\n"
    return stands_alone(entry.raw, before) if len(before) < 100_000 else "```" not in before


_MARKS = re.compile(r"\s?↑(?:\[(?:pin|critical)\])+")

Loose = tuple[int, str, str]
"""Line, headings and text of what can be found in a layer file but is no note."""


def parse_layer(text: str) -> LayerFile:
    """The file's text in pieces; slugs are derived, or given by anchors. O(length)."""
    return parse_with_loose(text)[0]


def parse_with_loose(text: str) -> tuple[LayerFile, tuple[Loose, ...]]:
    """The file's text in pieces, and what in it is no note."""
    sections = split_markdown(text)
    loose = tuple(
        (section.line, _unmarked(section.title), section.text)
        for section in sections
        if section.kind in ("text", "front") and any(char.isalnum() for char in section.text)
    )
    return _pieces(text, sections), loose


def _pieces(text: str, sections: list[Section]) -> LayerFile:
    offsets = [0, *(match.end() for match in _LINE_END.finditer(text)), len(text)]
    pieces: list[Piece] = []
    done = 0
    for section, end_line in _notes(sections):
        start, end = offsets[section.line - 1], offsets[min(end_line, len(offsets) - 1)]
        if start > done:
            pieces.append(text[done:start])
        kind = "entry" if section.kind == "entry" else "section"
        pieces.append(Entry(section.slug, text[start:end], kind, _unmarked(section.title)))  # type: ignore[arg-type]
        done = end
    if done < len(text):
        pieces.append(text[done:])
    return LayerFile(pieces)


def _unmarked(title: str) -> str:
    """Headings without the marks of pinned and critical ones."""
    return _MARKS.sub("", title) if "↑" in title else title


def _notes(sections: list[Section]) -> Iterator[tuple[Section, int]]:
    """Each section that is a note, and its last line: a long one continues in passages."""
    current: Section | None = None
    end = 0
    for section in sections:
        if section.kind == "passage" and current is not None:
            end = section.end_line
            continue
        if current is not None:
            yield current, end
            current = None
        if section.slug:
            current, end = section, section.end_line
    if current is not None:
        yield current, end
