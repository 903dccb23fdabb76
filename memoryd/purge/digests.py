"""What is kept of what was purged: salted digests of triples, of texts, and of texts that count in one place. Pure."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from hashlib import blake2b
from typing import Any, NamedTuple
from urllib.parse import unquote

from memoryd.origin import split_comment
from memoryd.types import Document, fold

_BULLET = re.compile(r"\s*(?:(?:[-*+•]|\d{1,9}[.)])\s+|#{1,6}\s+)?")
_MARKS = re.compile(
    r"<!--.*?-->|↑(?:\[(?:pin|critical)\])+|↑\d{4}-\d{2}-\d{2}\([^()]*\)←\S+(?:\s*\[pin\])?"
    r"|\(since \d{4}-\d{2}-\d{2}\)\s*$"
)
_WORD = re.compile(r"\w+")
_PIECE = re.compile(r"(?s).{1,32768}\S*")
SHORTEST = 2
"""A text no longer than this is said everywhere."""
_UNSPACED = "\u2e80"
"""Where scripts without spaces begin."""


class Few(NamedTuple):
    """What has fewer words and letters, or signs of a script without spaces, others say of something else, too."""

    words: int
    letters: int
    signs: int


FEW = Few(4, 24, 8)
FEW_UNNAMED = Few(12, 80, 24)
"""Of what does not name the matter itself: its heading does, or the session or key of a message or an item."""
_ITEMS, _SESSIONS, _CONTEXTS = "items/", "sessions/", "contexts/"
_REALM = re.compile(r"@[0-9a-f]{8}$")


def folded_text(text: str) -> str:
    """A text without what its file adds to it: bullet, comments, marks, line breaks, case."""
    lines = (split_comment(line)[0] for line in text.split("\n"))
    text = _BULLET.sub("", _MARKS.sub(" ", "\n".join(lines)), count=1)
    # In pieces: no other thread runs while one long text is folded.
    return " ".join(filter(None, (fold(piece[0]) for piece in _PIECE.finditer(text))))


def is_common(folded: str, few: Few = FEW) -> bool:
    """Whether a text is so short that others say the same of something else."""
    if len(folded) >= few.letters:
        return False
    signs = sum(one >= _UNSPACED for one in folded)
    return signs < few.signs if signs else len(_WORD.findall(folded)) < few.words


def digest_of_text(text: str, salt: bytes) -> str:
    """The tombstone of a text."""
    return _digest("text", folded_text(text), salt)


def digest_of_text_at(text: str, place: str, salt: bytes) -> str:
    """The tombstone of a text that counts in that place only."""
    return _digest("at", f"{fold(place)}\0{folded_text(text)}", salt)


def digests_of_text(text: str, place: str, salt: bytes) -> list[str]:
    """By which a text is known that stands in that place."""
    folded = folded_text(text)
    found = [_digest("text", folded, salt)] if len(folded) > SHORTEST else []
    is_there = place and is_common(folded, FEW_UNNAMED) and (folded or place.startswith(_ITEMS))
    return [*found, _digest("at", f"{fold(place)}\0{folded}", salt)] if is_there else found


def digest_of_fact(subject: str, predicate: str, obj: str, salt: bytes) -> str:
    """The tombstone of a triple."""
    return _digest("fact", "\0".join(map(fold, (subject, predicate, obj))), salt)


def digest_of_sentence(subject: str, predicate: str, obj: str, salt: bytes) -> str:
    """The tombstone of what a fact says, as a text."""
    return _digest("text", fold(f"{subject} {predicate.replace('_', ' ')} {obj}"), salt)


def _digest(sort: str, text: str, salt: bytes) -> str:
    return blake2b(f"{sort}\0{text}".encode("utf-8", "surrogatepass"), key=salt, digest_size=12).hexdigest()


# --- places -----------------------------------------------------------------------------------------------


def place_of(one: Document) -> str:
    """Where a memory stands, in words that a copy of its file has, too: an item, a session, a project, a file."""
    return _place(one.source, one.key, one.session_id, one.project)


def place_of_line(relpath: str, value: Mapping[str, Any]) -> str:
    """The same of a line of JSON."""
    namespace, key = value.get("namespace"), value.get("key")
    if relpath.startswith(_ITEMS) and isinstance(namespace, list) and key is not None:
        return place_of_item(namespace, str(key))
    return _place(relpath, relpath, value.get("session_id"), value.get("project"))


def place_of_item(namespace: Iterable[str], key: str) -> str:
    """The same of an item."""
    return "\0".join((_ITEMS, *map(str, namespace), key))


def place_of_context(project: str) -> str:
    """The same of a context."""
    return f"{_CONTEXTS}\0{project}"


def place_of_session(session: str) -> str:
    """The same of a message."""
    return f"{_SESSIONS}\0{session}"


def place_of_past(key: str, session: str | None, project: str | None) -> str:
    """The same of a text of the history."""
    return _place(key.partition(":")[0], key, session, project)


def _place(source: str, key: str, session: object, project: object) -> str:
    if source.startswith(_ITEMS):
        parts = _REALM.sub("", key.removeprefix(_ITEMS)).replace(".jsonl:", "/", 1).split("/")
        return "\0".join((_ITEMS, *map(unquote, parts)))
    if source.startswith(_SESSIONS) and isinstance(session, str):
        return place_of_session(session)
    if source.startswith(_CONTEXTS) and isinstance(project, str):
        return place_of_context(project)
    return source
