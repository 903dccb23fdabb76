"""Which documents a Markdown file of the data directory holds."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import date

from msgspec.structs import replace

from memoryd.conflicts import copied_from
from memoryd.origin import PRIVATE, split_comment, without_comments
from memoryd.text.markdown import Section, split_markdown
from memoryd.times import parse_time
from memoryd.types import HOT_FILE, Document

_LAYER = re.compile(r"memory/(?P<layer>[^/]+)\.md")
_LOG = re.compile(r"memory/(?P<day>\d{4}-\d{2}-\d{2})(?:[-_.][^/]*)?\.md")
_DAILY = re.compile(r"daily/(?P<day>\d{4}-\d{2}-\d{2})(?:[-_.][^/]*)?\.md")
_SUMMARY = re.compile(r"summaries/L[123]/[^/]+\.md")
_DAY = re.compile(r"(?:^|[^\d])(\d{4}-\d{2}-\d{2})(?:[^\d]|$)")
_UNINDEXED = ("memory/archive/", "daily/archive/", "contexts/archive/", "backups/", "embeddings/")
_HEADING = re.compile(r" {0,3}#{1,6}(?:[ \t]|$)")
_OUR_HEADING = re.compile(r"## (?:.+ \(Hot Cache\)|(?:[^\w\s]+ )?(?:(?P<facts>Facts)|(?P<index>Layer Index)))\s*")
_INDEX_LINE = re.compile(r"- .*\bmemory/[^/]+\.md.*")
_OUR_LINE = re.compile(r"[-*+] +\S.*|→ Full version: `[^`]+`\s*")
IsOurs = Callable[[str], bool]
"""Whether a line under `## Facts` of MEMORY.md is a fact's, and not what a person typed there."""
_WITHOUT_TEXT = frozenset({"heading", "comment"})


def is_indexed(relpath: str) -> bool:
    """Whether documents are made of this file: a Markdown file that is neither archived nor under a dot name."""
    if not relpath.endswith(".md") or relpath.startswith(_UNINDEXED):
        return False
    return copied_from(relpath) is None and not any(part.startswith(".") for part in relpath.split("/"))


def documents_of(relpath: str, text: str, mtime_us: int, is_fact_line: IsOurs = bool) -> list[Document]:
    """The documents of the file `relpath` (below the data directory); `created` is the file's time, microseconds."""
    if not is_indexed(relpath):
        return []
    if _SUMMARY.fullmatch(relpath):
        return _whole(relpath, text, mtime_us)
    if relpath == HOT_FILE:
        text = _of_others(text, is_fact_line)
    kind, at = _kind_and_day(relpath)
    layer = _layer_of(relpath) if kind == "note" else None
    return _linked(
        [
            _document(relpath, section, mtime_us, kind, at=at, layer=layer)
            for section in split_markdown(text)
            if _has_text(section)
        ]
    )


def _of_others(text: str, is_fact_line: IsOurs) -> str:
    """MEMORY.md with blank lines where ours stand, and what is indented under them: notes and facts have those.

    What stands in a section of ours besides is a person's, and so is all under another heading.
    """
    lines = text.split("\n")
    ours: re.Pattern[str] | None = None
    is_facts = within = False
    for number, line in enumerate(lines):
        if _HEADING.match(line):
            heading = _OUR_HEADING.fullmatch(line)
            ours = None if heading is None else _INDEX_LINE if heading["index"] else _OUR_LINE
            is_facts, within = heading is not None and heading["facts"] is not None, False
        elif ours is not None:
            is_ours = ours.fullmatch(line.rstrip()) is not None and (not is_facts or is_fact_line(line))
            within = is_ours or (within and line[:1].isspace() and bool(line.strip()))
            if within:
                lines[number] = ""
    return "\n".join(lines)


def _linked(documents: list[Document]) -> list[Document]:
    """Each with the keys of those beside it under the same heading."""
    found = []
    for at, document in enumerate(documents):
        before = documents[at - 1] if at else None
        after = documents[at + 1] if at + 1 < len(documents) else None
        keys = {
            name: beside.key
            for name, beside in (("before", before), ("after", after))
            if beside is not None and beside.title == document.title
        }
        found.append(replace(document, **keys) if keys else document)
    return found


def _whole(relpath: str, text: str, mtime_us: int) -> list[Document]:
    if not text.strip():
        return []
    return [
        Document(key=relpath, kind="summary", text=text.strip(), source=relpath, path=relpath, line=1, created=mtime_us)
    ]


def _document(
    relpath: str, section: Section, created: int, kind: str, *, at: int = 0, layer: str | None = None
) -> Document:
    named = layer is not None and section.slug
    # What no comment says otherwise of may be anyone's: it is private (rule 17).
    whose = split_comment(section.text.partition("\n")[0])[1] or PRIVATE
    return Document(
        key=f"{relpath}:{section.slug if named else section.line}",
        kind=kind,
        text=without_comments(section.text).strip(),
        source=relpath,
        path=relpath,
        line=section.line,
        at=at or _day_in(section.title),
        created=created,
        audience=whose.audience,
        project=whose.project,
        session_id=whose.session_id,
        sources=whose.sources,
        layer=layer,
        title=section.title or None,
    )


def _kind_and_day(relpath: str) -> tuple[str, int]:
    for kind, pattern in (("log", _LOG), ("daily", _DAILY)):
        match = pattern.fullmatch(relpath)
        if match and _time_of(match["day"]):
            return kind, _time_of(match["day"])
    return "note", 0


def _layer_of(relpath: str) -> str | None:
    match = _LAYER.fullmatch(relpath)
    return match["layer"] if match else None


def _has_text(section: Section) -> bool:
    return section.kind not in _WITHOUT_TEXT and any(char.isalnum() for char in section.text)


def _day_in(text: str) -> int:
    match = _DAY.search(text)
    return _time_of(match[1]) if match else 0


def _time_of(day: str) -> int:
    try:
        date.fromisoformat(day)
        return parse_time(day)
    except ValueError:
        return 0
