"""MEMORY.md, read and written: our sections, between text of others that stays as it is (rule 9).

One writer renders the whole file. Its parts come from the hot cache and from a `FactsSection`.
"""

from __future__ import annotations

import bisect
import functools
import math
from collections.abc import Callable, Mapping, Sequence
from typing import Literal, Protocol

import msgspec
from msgspec.structs import replace

from memoryd.background import Run
from memoryd.kinds.notes.formats.tags import Tag, split_tag
from memoryd.patterns import pattern as lazy_pattern

MEMORY_PATH = "MEMORY.md"
"""Facts stop where health would warn of the length (002 §Warning Conditions): only text of others gets there."""
SEED_LAYERS = ("identity", "user", "preferences", "knowledge", "decisions", "skills", "context")
"""The layers of the seed, in the order of its table."""
REFERENCE = "→ Full version: "
REFERENCES = 3
"""References to demoted notes that a section keeps."""

_EMOJI = {
    "identity": "🪪", "user": "👤", "preferences": "⚙️", "knowledge": "🧠", "decisions": "📋", "skills": "🛠️",
    "context": "🚧",
}  # fmt: skip
_OTHER_EMOJI = "📁"
_INDEX_LINES = 20
_HEADING = lazy_pattern(r" {0,3}#{1,6}(?:[ \t]|$)")
_HOT = lazy_pattern(r"## (?:[^\w\s]+ )?(?P<title>.+?) \(Hot Cache\)\s*")
_FACTS = lazy_pattern(r"## (?:[^\w\s]+ )?Facts\s*")
_INDEX = lazy_pattern(r"## (?:[^\w\s]+ )?Layer Index\s*")
_INDEX_LINE = lazy_pattern(r"- .*\bmemory/[^/]+\.md.*")
_BULLET = lazy_pattern(r"[-*+] +(?=\S)")
_REFERENCE = lazy_pattern(r"→ Full version: `(?P<key>memory/[^/`]+\.md(?::[^\s`\ud800-\udfff]+)?)`\s*")
_FENCE = lazy_pattern(r" {0,3}(`{3,}|~{3,})")

PartKind = Literal["other", "hot", "facts", "index"]


class SectionLines(Protocol):
    """Fills `## Facts`. Lines are bullets without headings; both methods run on the writer's thread."""

    def found(self, lines: Sequence[str]) -> None:
        """The section as it is in the file that was just read; what is typed there must come back by `lines`."""
        ...

    def lines(self, room: int, own: int | None = None) -> Sequence[str]:
        """At most `room` lines, or what is typed; facts yield, and only as many are there as keep all within `own`."""
        ...


class FactsSection(SectionLines, Protocol):
    """The same, with what brings it up to date."""

    def refresh(self, run: Run) -> None:
        """Know what should stand there, as this run of maintenance finds it."""
        ...

    def written(self) -> None:
        """The file holds what `lines` gave last."""
        ...

    def preview(self, run: Run, room: int, own: int | None = None) -> Sequence[str]:
        """As `lines` after `refresh`, changing nothing."""
        ...

    @property
    def shown(self) -> Sequence[str]:
        """The ids of the facts that are there."""
        ...


class HotLine(msgspec.Struct, frozen=True):
    """A bullet of a hot section as the file has it; without a tag it was typed. `more`: lines indented below."""

    text: str
    tag: Tag | None
    more: tuple[str, ...] = ()


class Part(msgspec.Struct):
    """A stretch of the file. `loose` is what others wrote into a section of ours, or all of an `other` part."""

    kind: PartKind
    heading: str = ""
    title: str = ""
    bullets: list[HotLine] = msgspec.field(default_factory=list)
    references: list[str] = msgspec.field(default_factory=list)
    loose: list[str] = msgspec.field(default_factory=list)
    facts: list[str] = msgspec.field(default_factory=list)


class Sections(msgspec.Struct, frozen=True):
    """What our sections are to hold: bullets and references by layer, and all layers for the index."""

    bullets: Mapping[str, Sequence[str]]
    references: Mapping[str, Sequence[str]]
    layers: Sequence[str]


def title_of(layer: str) -> str:
    """`my-notes` → `My-Notes`: a layer's name as its heading shows it."""
    return layer.title() if layer.islower() else layer


@functools.lru_cache(maxsize=1 << 12)
def layer_order(layer: str) -> tuple[int, str]:
    """The seed's layers first, others by name."""
    return (SEED_LAYERS.index(layer) if layer in SEED_LAYERS else len(SEED_LAYERS), layer)


def heading_of(layer: str) -> str:
    """`## 📋 Decisions (Hot Cache)`."""
    return f"## {_EMOJI.get(layer, _OTHER_EMOJI)} {title_of(layer)} (Hot Cache)"


# --- reading ----------------------------------------------------------------------------------------------


def parse(text: str) -> list[Part]:
    """The file in parts. Every line is in exactly one of them."""
    parts: list[Part] = [Part("other")]
    lines = text.split("\n")
    closings = _closings(lines)
    fence = ""
    for number, line in enumerate(lines):
        mark = _FENCE.match(line)
        if not fence and _HEADING.match(line):
            parts.append(_part_of(line))
            continue
        if mark and fence and mark[1].startswith(fence) and line.strip() == mark[1]:
            fence = ""
        elif mark and not fence and _is_closed(mark[1], number, closings):
            fence = mark[1]
        _take(parts[-1], line)
    return [part for part in _joined(parts) if part.kind != "other" or part.loose != [""]]


def _closings(lines: Sequence[str]) -> dict[str, list[tuple[int, int]]]:
    """By character, what can close a block of code: length of the fence, and the last line of that or more."""
    found: dict[str, dict[int, int]] = {}
    for number, line in enumerate(lines):
        mark = _FENCE.match(line)
        if mark and line.strip() == mark[1]:
            found.setdefault(mark[1][0], {})[len(mark[1])] = number
    kept: dict[str, list[tuple[int, int]]] = {}
    for char, last in found.items():
        latest = -1
        for length in sorted(last, reverse=True):
            latest = max(latest, last[length])
            kept.setdefault(char, []).append((length, latest))
        kept[char].reverse()
    return kept


def _is_closed(fence: str, number: int, closings: Mapping[str, list[tuple[int, int]]]) -> bool:
    """Whether a fence that opens on this line is closed below; one that is not would swallow our sections."""
    known = closings.get(fence[0], [])
    at = bisect.bisect_left(known, (len(fence), -1))
    return at < len(known) and known[at][1] > number


def _part_of(line: str) -> Part:
    hot = _HOT.fullmatch(line)
    if hot:
        return Part("hot", line.rstrip(), hot["title"].strip())
    if _FACTS.fullmatch(line):
        return Part("facts", line.rstrip())
    if _INDEX.fullmatch(line):
        return Part("index", line.rstrip())
    return Part("other", loose=[line])


def _take(part: Part, line: str) -> None:
    if part.kind == "other":
        part.loose.append(line)
    elif part.kind == "facts":
        part.facts.append(line.rstrip("\r"))
    elif part.kind == "index":
        if not _INDEX_LINE.fullmatch(line.rstrip()):
            part.loose.append(line)
    else:
        _take_hot(part, line)


def _take_hot(part: Part, line: str) -> None:
    bare = line.rstrip()
    bullet = _BULLET.match(bare)
    reference = _REFERENCE.fullmatch(bare)
    indented = bare != bare.lstrip() and bool(bare)
    if bullet and any(char.isalnum() for char in bare):
        text, tag = split_tag(bare[bullet.end() :])
        part.bullets.append(HotLine(text, tag))
    elif reference:
        part.references.append(reference["key"])
    elif indented and part.bullets and not part.loose and not part.references:
        last = part.bullets[-1]
        part.bullets[-1] = HotLine(last.text, last.tag, (*last.more, bare))
    elif bare or part.loose:
        part.loose.append(line)


def _joined(parts: list[Part]) -> list[Part]:
    """Neighbouring stretches of others' text as one, and blank edges off our sections."""
    found: list[Part] = []
    for part in parts:
        if part.kind == "other" and found and found[-1].kind == "other":
            found[-1].loose += part.loose
            continue
        if part.kind != "other":
            _trim(part.loose)
            _trim(part.facts)
        found.append(part)
    return found


def _trim(lines: list[str]) -> None:
    while lines and not lines[-1].strip():
        lines.pop()
    begin = next((at for at, line in enumerate(lines) if line.strip()), 0)
    del lines[:begin]


def facts_lines(parts: Sequence[Part]) -> list[str]:
    """The lines under `## Facts`."""
    return [line for part in parts if part.kind == "facts" for line in part.facts]


# --- writing ----------------------------------------------------------------------------------------------


def render(
    parts: Sequence[Part],
    sections: Sections,
    facts: SectionLines,
    layer_of_title: Callable[[str], str | None],
    most_lines: int,
    facts_end: int,
) -> str:
    """The whole file: others' text of `parts` where it was, our sections as `sections` and `facts` say.

    It has at most `most_lines` lines, and with facts of ours among them `facts_end`.
    """
    for references in (REFERENCES, 0):
        if references and _least(sections, references) > most_lines:
            continue
        laid = _lay_out(parts, sections, layer_of_title, references)
        _add_missing(laid, sections, references)
        bare = _count(_text(laid))
        if bare <= most_lines:
            break
    # Measured with one line of facts in place: there is as much room the first time as later.
    tried = [replace(part) for part in laid]
    _place_facts(tried, ["-"])
    bare = _count(_text(tried)) - 1
    room, own = (max(0, end - bare) for end in (most_lines, min(most_lines, facts_end)))
    lines = [line for line in facts.lines(room, own) if line.strip()]
    _place_facts(laid, lines)
    return _text(laid)


def _least(sections: Sections, references: int) -> int:
    """How many lines our sections have at least."""
    lines = {layer: len(bullets) for layer, bullets in sections.bullets.items()}
    for layer, keys in sections.references.items():
        lines[layer] = lines.get(layer, 0) + min(references, len(keys))
    return sum(count + 2 for count in lines.values())


def _lay_out(
    parts: Sequence[Part], sections: Sections, layer_of_title: Callable[[str], str | None], references: int
) -> list[Part]:
    laid: list[Part] = []
    seen: set[str] = set()
    kinds: set[str] = set()
    for part in parts:
        if part.kind == "other":
            laid.append(Part("other", loose=list(part.loose)))
            continue
        copy = Part(part.kind, part.heading, part.title, loose=list(part.loose))
        if part.kind == "hot":
            layer = layer_of_title(part.title)
            if layer is not None and layer not in seen:
                seen.add(layer)
                copy.title = layer
                _fill(copy, layer, sections, references)
            if copy.facts or copy.loose:
                laid.append(copy)
        elif part.kind not in kinds or copy.loose:
            if part.kind == "index" and part.kind not in kinds:
                copy.facts = _index_lines(sections.layers)
            kinds.add(part.kind)
            laid.append(copy)
    return laid


def _fill(part: Part, layer: str, sections: Sections, references: int) -> None:
    keys = list(sections.references.get(layer, ()))[-references:] if references else []
    part.facts = [f"- {line}" for line in sections.bullets.get(layer, ())] + [f"{REFERENCE}`{key}`" for key in keys]


def _index_lines(layers: Sequence[str]) -> list[str]:
    each = max(1, math.ceil(len(layers) / _INDEX_LINES))
    if each == 1:
        return [f"- {title_of(layer)}: memory/{layer}.md" for layer in layers]
    rows = [layers[start : start + each] for start in range(0, len(layers), each)]
    # One join: thousands of names are written at each change of one of them.
    return ["- memory/" + ".md, memory/".join(row) + ".md" for row in rows]


def _add_missing(laid: list[Part], sections: Sections, references: int) -> None:
    present = {part.title for part in laid if part.kind == "hot"}
    for layer in sorted({*sections.bullets, *sections.references}, key=layer_order):
        part = Part("hot", heading_of(layer), layer)
        _fill(part, layer, sections, references)
        if layer not in present and part.facts:
            laid.insert(_place_for(laid, layer), part)
    if sections.layers and not any(part.kind == "index" for part in laid):
        laid.append(Part("index", "## Layer Index", facts=_index_lines(sections.layers)))
    if laid and all(part.kind != "other" for part in laid):
        laid.insert(0, Part("other", loose=["# Memory"]))


def _place_for(laid: list[Part], layer: str) -> int:
    order = layer_order(layer)
    for index in range(len(laid) - 1, -1, -1):
        if laid[index].kind == "hot" and layer_order(laid[index].title) < order:
            return index + 1
    return next((index for index, part in enumerate(laid) if part.kind != "other"), len(laid))


def _place_facts(laid: list[Part], lines: list[str]) -> None:
    at = next((i for i, part in enumerate(laid) if part.kind == "facts"), None)
    if at is None:
        if lines:
            hot = [i for i, part in enumerate(laid) if part.kind == "hot"]
            ours = [i for i, part in enumerate(laid) if part.kind == "index"]
            place = hot[-1] + 1 if hot else (ours[0] if ours else len(laid))
            laid.insert(place, Part("facts", "## Facts", facts=lines))
        return
    laid[at].facts = lines
    if not lines and not laid[at].loose:
        del laid[at]


def _text(laid: Sequence[Part]) -> str:
    out = ""
    after_ours = False
    for number, part in enumerate(laid, 1):
        if part.kind == "other":
            text = "\n".join(part.loose) + ("\n" if part.loose and number < len(laid) else "")
            out += ("\n" if after_ours and text.strip() and not out.endswith("\n\n") else "") + text
            after_ours = False
            continue
        if out and not out.endswith("\n"):
            out += "\n"
        if out and not out.endswith("\n\n"):
            out += "\n"
        out += "\n".join([part.heading, *part.facts, *_apart(part)]) + "\n"
        after_ours = True
    return out


def _apart(part: Part) -> list[str]:
    # A blank line keeps a paragraph of others from becoming a part of our last bullet.
    return ["", *part.loose] if part.loose else []


def _count(text: str) -> int:
    return text.count("\n") + (not text.endswith("\n") if text else 0)
