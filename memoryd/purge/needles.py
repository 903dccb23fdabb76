"""A cheap test that misses nothing: whether a piece of a file can have something of a matter. Pure.

Whatever is of a matter has one of its words, or the key of a memory of it, or repeats a text of it, and so a word of
that text. A piece without any of these need not be read line by line, which takes ten times as long.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Collection, Iterable
from urllib.parse import unquote, unquote_to_bytes

_FEW = 40
"""So many are looked for one after the other, themselves or else a word of each; beyond, all words of the piece are
compared with theirs."""
_WORD = re.compile(r"[^\W_]+")
_ASCII = re.compile(r"[a-z0-9]+")
_ESCAPED = (b"\\u", b"\\/")
"""JSON that writes letters or slashes otherwise than we do: what it says is not seen in its bytes."""
_ESCAPES = re.compile(r"\\[bfnrt]")
_PERCENT = re.compile(r"%[0-9A-Fa-f]{2}")
_EMPHASIS = "*`~"
_UNSEEN = re.compile("[\xad\u200b-\u200f\u202a-\u202e\u2060\ufeff]")
"""Hyphens and joints that nobody sees."""
_NO_EMPHASIS = dict.fromkeys(map(ord, _EMPHASIS))
_BETWEEN = bytes.maketrans(b'\t\n\v\f\r"<>', b" " * 8)
"""What stands in no needle."""
_OTHER = re.compile(rb"[\x80-\xff][^ ]*")
_PARTS = re.compile(rb"<!--.*?-->|\[([^\]]*)\]\([^)]*\)")
_MARKED = re.compile(rb"[%*`~][^ ]*")
_SIGNS = (b"%", b"*", b"`", b"~")


class Needles:
    """What to look for; `None` when there are texts of which no word is known, so that everything must be read."""

    def __init__(self, needles: Iterable[str] | None) -> None:
        self.all = None if needles is None else frozenset(needles)
        known = self.all or frozenset()
        marks = frozenset(map(mark_of, known))
        # Keys of lines of one file have the same word that tells them.
        few = next((one for one in (known, marks) if len(one) <= _FEW), None)
        self._each = sorted(few or ())
        self._ascii = [one.encode() for one in self._each if one.isascii()]
        self._marks = frozenset(one for one in marks if _ASCII.fullmatch(one)) if few is None else None
        self._unspaced = sorted(marks - self._marks) if self._marks is not None else []
        """Scripts without spaces have no borders of words."""

    def without(self, searched: Collection[str]) -> Needles:
        """Those that have not been searched for."""
        return self if self.all is None else Needles(self.all.difference(searched))

    def __bool__(self) -> bool:
        return self.all is None or bool(self.all)

    def may_be_in(self, data: bytes) -> bool:
        """Whether the piece, of whole lines or a whole file, may have something of the matter."""
        if self.all is None:
            return True
        if any(one in data for one in _ESCAPED):
            return bool(self.all)
        if self._is_in(data):
            return True
        if not any(one in data for one in _SIGNS):
            return False
        return self._is_in(_bare(_words_with(_MARKED, data)))

    def may_be_in_packed(self, data: bytes) -> bool:
        """The same of MessagePack, where the length before a text may look like a letter of it."""
        return self._marks is not None or self.may_be_in(data)

    def may_be_in_text(self, data: bytes) -> bool:
        """The same of Markdown: what a link or a comment parts is one word in the slug of a line."""
        return self.may_be_in(data) or ((b"](" in data or b"-->" in data) and self.may_be_in(_PARTS.sub(rb"\1", data)))

    def _is_in(self, data: bytes) -> bool:
        folded = data.lower()
        others = "" if data.isascii() else plain(_words_with(_OTHER, data).decode("utf-8", "replace"))
        if self._marks is None:
            if any(one in folded for one in self._ascii):
                return True
            return bool(others) and any(one in others for one in self._each)
        if any(one in others for one in self._unspaced):
            return True
        # `\n` in JSON is a break of lines, or what is left of a backslash and the first letter of a word.
        text = f"{folded.decode('latin-1')} {others}"
        if not self._marks.isdisjoint(_ASCII.findall(text)):
            return True
        return "\\" in text and not self._marks.isdisjoint(_ASCII.findall(_ESCAPES.sub(" ", text)))


def _words_with(beginning: re.Pattern[bytes], data: bytes) -> bytes:
    """What stands between spaces and has such a sign: few, and only these may read otherwise than they stand there."""
    spaced = data.translate(_BETWEEN)
    found = beginning.finditer(spaced)
    return b" ".join({spaced[spaced.rfind(b" ", 0, one.start()) + 1 : one.end()] for one in found})


def plain(text: str) -> str:
    """The text as words of a matter are compared: compatibility forms and case folded."""
    if text.isascii():
        return text.lower()
    return unicodedata.normalize("NFKC", _UNSEEN.sub("", text)).casefold()


def forms_of(text: str) -> list[str]:
    """The plain text, and where it is percent-encoded or parted by emphasis, without that."""
    bare = text
    if "%" in bare and _PERCENT.search(bare):
        bare = unquote(bare)
    if any(mark in bare for mark in _EMPHASIS):
        bare = bare.translate(_NO_EMPHASIS)
    return [plain(text)] if bare is text else [plain(text), plain(bare)]


def _bare(data: bytes) -> bytes:
    return unquote_to_bytes(data).translate(None, _EMPHASIS.encode())


def word_in(text: str) -> str | None:
    """A word of the text that few other texts have, so that its copies are found by it; None when it has none."""
    words = _WORD.findall(plain(text))
    return max(words, key=lambda one: (one.isascii(), len(one)), default=None)


def mark_of(needle: str) -> str:
    """The word of a needle that tells it best."""
    return max(_WORD.findall(needle), key=lambda one: (any(map(str.isdigit, one)), len(one)), default=needle)


def telling_word(phrases: Iterable[str]) -> str | None:
    """A word that whatever has all the phrases has; None when they have none."""
    return max((word for one in phrases for word in _WORD.findall(plain(one))), key=len, default=None)


def needle_of_key(key: str) -> str:
    """The key as it stands in files; of one that is written otherwise there, a word of it."""
    folded = plain(key)
    return folded if not re.search(r"[\s\"\\<>%]", folded) else mark_of(folded)
