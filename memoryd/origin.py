"""Where a memory comes from: who may know it, which project it is of, what it was made of (rule 17, design §3).

In a line of JSON these are fields of their own. In Markdown they stand in one comment behind an entry's first line:
`<!-- memoryd: private project=x from=KEY#digest -->`; what is shared, of no project and made of nothing has none.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from functools import lru_cache
from hashlib import blake2b
from typing import Any, Literal, NamedTuple
from urllib.parse import quote, unquote

import msgspec

from memoryd.types import Audience, Document

AUDIENCES: tuple[Audience, ...] = ("private", "group", "shared")
_COMMENT = re.compile(
    r"<!-- ?memoryd: ?((?:(?:private|group|shared|(?:project|session|from)=[^\s<>]+)(?: |(?=-->)))+)-->"
)
_MARKS = re.compile(r"(?:\s|↑(?:\[(?:pin|critical)\])+|<!-- #[^\s<>]{1,60} -->)*")
_DIGEST = re.compile(r"[0-9a-f]{12}")
_KEPT = " \t\r\n<>%"
"""What would end a word of the comment, or the comment."""


Made = Literal["openly", "in a session"]
"""How a request made a memory."""


_FAR = 20
"""Lines, each way."""


class Source(NamedTuple):
    """What a memory was made of: its key, and the digest of what it said then, if that is known."""

    key: str
    digest: str | None


class Origin(msgspec.Struct, frozen=True, gc=False):
    """Who may know a memory, its project, and its sources, each `KEY#digest`."""

    audience: Audience = "shared"
    """`private`; `group`: what a group session made, for the groups of its project; `shared`: everyone."""
    project: str | None = None
    session_id: str | None = None
    """Of a group session without a project, which alone sees what it made."""
    sources: tuple[str, ...] = ()

    @property
    def scope(self) -> str:
        """Equal for memories that may be compared with each other: of one audience and one project (rule 5)."""
        if self.audience == "shared" and self.project is None:
            return ""
        return f"{self.audience}\0{self.project or ''}\0{self.session_id or ''}"

    def made_of(self, sources: Iterable[str]) -> Origin:
        """The same, made of these."""
        return msgspec.structs.replace(self, sources=tuple(dict.fromkeys(sources)))


@lru_cache(maxsize=4096)
def origin(audience: Audience, project: str | None = None, session_id: str | None = None) -> Origin:
    """One value for equal ones, since many memories have it."""
    return Origin(audience, project, session_id if audience == "group" and project is None else None)


SHARED = origin("shared")
PRIVATE = origin("private")


def read_origin(
    audience: str | None, project: str | None, session_id: str | None, sources: Iterable[str] | None
) -> Origin:
    """The origin that stands in the fields of a line. An audience that is none of ours is private."""
    known = audience if audience in AUDIENCES else "private"
    found = origin(known, project or None, session_id)
    return found.made_of(sources) if sources else found


def origin_of(document: Document) -> Origin:
    """The origin of a memory as the index knows it."""
    return read_origin(document.audience, document.project, document.session_id, document.sources)


def shown_origin(found: Origin) -> dict[str, Any]:
    """As replies show it."""
    shown: dict[str, Any] = {"audience": found.audience}
    if found.project is not None:
        shown["project"] = found.project
    if found.sources:
        shown["sources"] = list(found.sources)
    return shown


# --- sources ----------------------------------------------------------------------------------------------


def digest_of(text: str) -> str:
    """What a source said, in 12 hexadecimal digits."""
    return blake2b(text.encode("utf-8", "surrogatepass"), digest_size=6).hexdigest()


def source_of(key: str, text: str) -> str:
    """`KEY#digest` of a memory that says this now."""
    return f"{key}#{digest_of(text)}"


def read_source(source: str) -> Source:
    """The parts of `KEY#digest`; what a person wrote may lack the digest."""
    key, mark, digest = source.rpartition("#")
    return Source(key, digest) if mark and _DIGEST.fullmatch(digest) else Source(source, None)


def key_now(source: Source, text_of: Callable[[str], str | None]) -> str:
    """Where the message stands that the source names: lines taken out or put in by hand move those behind them.

    `text_of`: what a memory says by its key, None when there is none. A message that says something else now, and
    stands nowhere near, keeps its key.
    """
    path, _, line = source.key.rpartition(":")
    if source.digest is None or not path.endswith(".jsonl") or not line.isdigit():
        return source.key
    for away in range(_FAR + 1):
        for near in {int(line) - away, int(line) + away}:
            text = text_of(f"{path}:{near}") if near > 0 else None
            if text is not None and digest_of(text) == source.digest:
                return f"{path}:{near}"
    return source.key


# --- in Markdown ------------------------------------------------------------------------------------------


def comment(found: Origin) -> str:
    """The comment for an entry's first line; empty when there is nothing to tell."""
    words: list[str] = [] if found.audience == "shared" else [found.audience]
    if found.project is not None:
        words.append(f"project={_word(found.project)}")
    if found.session_id is not None:
        words.append(f"session={_word(found.session_id)}")
    words += [f"from={_word(source)}" for source in found.sources]
    return f"<!-- memoryd: {' '.join(words)} -->" if words else ""


def with_comment(line: str, found: Origin) -> str:
    """The line with its origin behind it."""
    return f"{line} {text}" if (text := comment(found)) else line


def split_comment(line: str) -> tuple[str, Origin | None]:
    """A line without the comment that ends it, and what that says; None when it ends with none.

    Marks of a note (`↑[pin]`, its slug) may stand behind the comment; they stay.
    """
    begin = max(line.rfind("<!-- memoryd:"), line.rfind("<!--memoryd:"))
    match = _COMMENT.match(line, begin) if begin >= 0 else None
    if match is None or not _MARKS.fullmatch(line, match.end()):
        return line, None
    return line[:begin].rstrip() + line[match.end() :].rstrip(), _parsed(match[1].split())


def with_project(line: str, before: str, after: str) -> str:
    """The line with another project in the comment that ends it, if that says this one; all else stays."""
    begin = max(line.rfind("<!-- memoryd:"), line.rfind("<!--memoryd:"))
    match = _COMMENT.match(line, begin) if begin >= 0 else None
    if match is None or not _MARKS.fullmatch(line, match.end()):
        return line

    def moved(word: re.Match[str]) -> str:
        return f"project={_word(after)}" if unquote(word[1]) == before else word[0]

    words = re.sub(r"(?<!\S)project=(\S+)", moved, match[1])
    return line[: match.start(1)] + words + line[match.end(1) :]


def without_comments(text: str) -> str:
    """The text without the origins that end its lines: what recall and agents read."""
    if "memoryd:" not in text:
        return text
    return "\n".join([split_comment(line)[0] for line in text.split("\n")])


def _parsed(words: list[str]) -> Origin:
    given = [(name, _readable(unquote(value))) for name, mark, value in (word.partition("=") for word in words) if mark]
    fields = dict(given)
    audience = next((word for word in words if word in AUDIENCES), "shared")
    sources = [value for name, value in given if name == "from"]
    return read_origin(audience, fields.get("project"), fields.get("session"), sources)


def _readable(text: str) -> str:
    """Without bytes that are no UTF-8, as they stand in texts of files."""
    return text.encode("utf-8", "replace").decode()


def _word(text: str) -> str:
    return "".join(quote(char) if char in _KEPT or not char.isprintable() else char for char in text)
