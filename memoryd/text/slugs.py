"""The names of notes within their file (rule 11)."""

from __future__ import annotations

import functools
import re
import unicodedata

from memoryd.secrets import redact

LONGEST_SLUG = 60
_ENOUGH = 2000
"""Characters of a line that its slug is made of."""
_NAMELESS = "entry"
_TAG = re.compile(r"(?<!\s)\s+↑(?:\[|\d{4}-\d{2}-\d{2}\().*$")
_ASCII_GAP = re.compile(r"[^a-z0-9]+")
_COMMENT = re.compile(r"<!--.*?-->")
_LINK = re.compile(r"\[([^\]]*)\]\([^)]*\)")


def slug_of(line: str) -> str:
    """The slug of an entry's first line or of a heading: folded letters and digits of any script and `-`."""
    return _slug_of(line[: 2 * _ENOUGH])  # one of a megabyte would stay in the cache


@functools.lru_cache(maxsize=1 << 15)
def _slug_of(line: str) -> str:
    # A slug is written into many files: a secret that was typed into a layer must not get there.
    plain = _LINK.sub(r"\1", _COMMENT.sub("", _TAG.sub("", redact(line)[0])[:_ENOUGH]))
    if plain.isascii():
        return _cut(_ASCII_GAP.sub("-", plain.lower()).strip("-"), LONGEST_SLUG) or _NAMELESS
    folded = unicodedata.normalize("NFKC", plain).casefold()
    marks = "".join(char if char.isalnum() or unicodedata.category(char) in ("Mn", "Mc") else "-" for char in folded)
    words = re.sub("-{2,}", "-", marks).strip("-")
    return _cut(words, LONGEST_SLUG) or _NAMELESS


def unique_slug(slug: str, taken: set[str], tried: dict[str, int] | None = None) -> str:
    """`slug`, with `-2`, `-3` … appended when it is taken; adds it to `taken`.

    `tried` belongs to a `taken` that only grows: the number that each slug has reached, so that none is tried twice.
    """
    found, count = slug, 1 if tried is None else tried.get(slug, 1)
    while found in taken:
        count += 1
        suffix = f"-{count}"
        found = _cut(slug, LONGEST_SLUG - len(suffix)) + suffix
    if tried is not None and count > 1:
        tried[slug] = count
    taken.add(found)
    return found


def _cut(slug: str, length: int) -> str:
    if len(slug) <= length:
        return slug
    cut = slug[:length]
    if slug[length] != "-" and "-" in cut[length // 2 :]:
        cut = cut[: cut.rindex("-")]
    return cut.strip("-")
