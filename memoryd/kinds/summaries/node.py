"""One summary and its Markdown file: a comment with metadata, then the text (004 §Storage)."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable, Iterator
from datetime import tzinfo
from itertools import islice
from typing import Literal

import msgspec

from memoryd.kinds.summaries.budget import LEVELS, Level
from memoryd.text.tokens import tokens_of
from memoryd.times import format_time, local_date, parse_time
from memoryd.types import UNREADABLE, Audience, Document

SUMMARIES_PATH = "summaries"
INDEX_PATH = "summaries/index.json"
PURGED = "All that was summarised here was purged."
"""The text of a summary of which nothing is left: it keeps its place in the tree, and is not found."""
_HEAD = re.compile(r"\s*<!-- memoryd summary\s*(\{.*?\})\s*-->\s*", re.DOTALL)
_LINES = re.compile(r"[^\0\n]+\.jsonl:\d{1,12}(-\d{1,12})?")
_RANGE = re.compile(r"(.+):(\d{1,12})(?:-(\d{1,12}))?")
MOST_SOURCES = 500
_MARKS = re.compile(r"([0-9a-f]{12}( [0-9a-f]{12})*)?")
_PATH = re.compile(r"summaries/(L[123])/(\d{4,})\.md")
Maker = Literal["agent", "builtin", "command", "hand"]


class Scope(msgspec.Struct, frozen=True):
    """A group session, by id, project and start, which may be shown only part of the tree (rule 17)."""

    session_id: str
    project: str | None
    started: int


class Node(msgspec.Struct, frozen=True, kw_only=True):
    """A summary. Times in microseconds; `sources` are `sessions/<file>:<first>-<last>`, or ids of summaries."""

    id: str
    text: str
    version: int
    sources: tuple[str, ...]
    source_versions: tuple[int, ...] = ()
    """The versions of the summaries that it was made of."""
    session_ids: tuple[str, ...]
    first_at: int
    last_at: int
    received: int
    """When the last message of it was received."""
    started: int
    """When the youngest of its sessions began."""
    written: int
    source_tokens: int
    by: Maker
    job_id: str = ""
    audience: Audience = "private"
    project: str | None = None
    messages: str = ""
    """Of an L1: the marks of its messages in their order, 12 hexadecimal digits each, wherever they stand now."""
    made: str = ""
    """The marks of the lines that were made; a person wrote every other line of the text."""

    @property
    def is_edited(self) -> bool:
        """Whether a person has changed it since it was made."""
        return self.by != "hand" and self.made != marks_of_lines(self.text)

    def written_by_hand(self) -> list[str]:
        """The lines that a person wrote."""
        made = set(self.made.split())
        return [line for line in lines_of(self.text) if _mark(line) not in made]

    def may_be_made_again(self, *, stale: bool) -> bool:
        """Whether an agent is asked to do it better (rule 21); what a person wrote stays."""
        return self.by in ("builtin", "command") or (stale and self.by != "hand")

    @property
    def marks(self) -> list[int]:
        """The marks as numbers."""
        return marks_of(self.messages)

    @property
    def level(self) -> Level:
        """`L1`, `L2` or `L3`."""
        return level_of(self.id)

    @property
    def number(self) -> int:
        """Its place in its level, from 1."""
        return int(self.id[3:])

    @property
    def tokens(self) -> int:
        """How long the text is."""
        return tokens_of(self.text)

    @property
    def path(self) -> str:
        """Its file, and its key."""
        return path_of(self.id)

    def is_shown_to(self, scope: Scope | None) -> bool:
        """Whether a session of that scope may see it; a private one (None) sees all."""
        if scope is None:
            return True
        if self.audience != "group" or self.started > scope.started:
            return False
        return self.session_ids == (scope.session_id,) or (scope.project is not None and self.project == scope.project)


def marks_text(marks: Iterable[int]) -> str:
    """Marks of messages as a summary's file has them."""
    return " ".join(f"{mark:012x}" for mark in marks)


def marks_of(text: str) -> list[int]:
    """Marks as numbers, from a summary's file."""
    return [int(one, 16) for one in text.split()]


def lines_of(text: str) -> list[str]:
    """The lines of a summary, without empty ones."""
    return [line.strip() for line in text.split("\n") if line.strip()]


def marks_of_lines(text: str) -> str:
    """What tells these lines from those that a person writes."""
    return " ".join(map(_mark, lines_of(text)))


def _mark(line: str) -> str:
    return hashlib.sha256(line.encode()).hexdigest()[:6]  # as many bits of it as a message's mark has


def level_of(node_id: str) -> Level:
    """The level that an id names."""
    return next(level for level in LEVELS if node_id.startswith(level))


def node_id(level: Level, number: int) -> str:
    """`L1/0001`"""
    return f"{level}/{number:04}"


def path_of(identity: str) -> str:
    """`summaries/L1/0001.md`"""
    return f"{SUMMARIES_PATH}/{identity}.md"


def id_of(path: str) -> str | None:
    """The id that a file's name stands for, if it is a summary's."""
    match = _PATH.fullmatch(path)
    return node_id(level_of(match[1]), int(match[2])) if match else None


class _Head(msgspec.Struct, kw_only=True, omit_defaults=True):
    id: str
    version: int = 1
    sources: tuple[str, ...] = ()
    source_versions: tuple[int, ...] = ()
    sessions: tuple[str, ...] = ()
    project: str | None = None
    audience: Audience = "private"
    first: str | None = None
    last: str | None = None
    received: str | None = None
    started: str | None = None
    written: str | None = None
    source_tokens: int = 0
    tokens: int = 0
    by: Maker = "hand"
    job_id: str = ""
    messages: str = ""
    made: str | None = None


def encode(node: Node) -> bytes:
    """The file's content."""
    head = _Head(
        id=node.id,
        version=node.version,
        sources=node.sources,
        source_versions=node.source_versions,
        sessions=node.session_ids,
        project=node.project,
        audience=node.audience,
        first=format_time(node.first_at),
        last=format_time(node.last_at),
        received=format_time(node.received),
        started=format_time(node.started),
        written=format_time(node.written),
        source_tokens=node.source_tokens,
        tokens=node.tokens,
        by=node.by,
        job_id=node.job_id,
        messages=node.messages,
        made=node.made,
    )
    # A `>` in a name must not end the comment.
    shown = msgspec.json.format(msgspec.json.encode(head), indent=1).decode().replace(">", "\\u003e")
    return f"<!-- memoryd summary\n{shown}\n-->\n\n{node.text}\n".encode()


def decode(data: bytes, identity: str) -> Node:
    """The summary of a file. Raises ValueError with what is wrong."""
    text = data.decode("utf-8", "replace").replace("\0", " ")
    match = _HEAD.match(text)
    if match is None:
        raise ValueError("the comment with the metadata is missing at its beginning")
    try:
        head = msgspec.json.decode(match[1], type=_Head)
    except UNREADABLE as error:
        raise ValueError(f"the comment with the metadata cannot be read: {error}") from None
    check_sources(identity, head.sources)
    text = text[match.end() :].strip()
    made = head.made
    if made is None:  # an older file, which does not tell
        made = "" if head.by == "hand" else marks_of_lines(text)
    return Node(
        id=identity,
        text=text,
        version=max(1, head.version),
        sources=head.sources,
        source_versions=head.source_versions,
        session_ids=head.sessions,
        first_at=_time(head.first),
        last_at=_time(head.last),
        received=_time(head.received),
        started=_time(head.started),
        written=_time(head.written),
        source_tokens=head.source_tokens,
        by=head.by,
        job_id=head.job_id,
        audience=head.audience,
        project=head.project,
        messages=head.messages if _MARKS.fullmatch(head.messages) else "",
        made=made,
    )


def check_sources(identity: str, sources: Iterable[str]) -> None:
    """Raises ValueError when these are not what a summary of that level is made of."""
    level = level_of(identity)
    wanted = _LINES if level == "L1" else re.compile(rf"{LEVELS[LEVELS.index(level) - 1]}/\d{{4,}}")
    wrong = [source for source in sources if not wanted.fullmatch(source)]
    if wrong or not sources:
        raise ValueError(f"the metadata names no sources{f' but {wrong[0][:80]!r}' if wrong else ''}")


def _time(text: str | None) -> int:
    return parse_time(text) if text else 0


def document(node: Node) -> Document:
    """What recall indexes of the summary."""
    return Document(
        key=node.path,
        kind="summary",
        text=node.text,
        source=node.path,
        path=node.path,
        line=1,
        at=node.last_at,
        created=node.received or node.written,
        session_id=node.session_ids[0] if len(node.session_ids) == 1 else None,
        project=node.project,
        audience=node.audience,
        sources=tuple(islice(_source_keys(node), MOST_SOURCES)),
    )


def _source_keys(node: Node) -> Iterator[str]:
    """The keys of what it was made of: each message, or each summary."""
    for source in node.sources:
        match = _RANGE.fullmatch(source)
        if match is None:
            yield path_of(source)
        else:
            yield from (f"{match[1]}:{line}" for line in range(int(match[2]), int(match[3] or match[2]) + 1))


def span(node: Node, zone: tzinfo) -> str:
    """`2023-05-08`, or `2023-05-08 to 2023-05-12`: the days that it is about, in `zone`."""
    first, last = local_date(node.first_at, zone), local_date(node.last_at, zone)
    return first.isoformat() if first == last else f"{first.isoformat()} to {last.isoformat()}"
