"""The words that a purge was asked for, known by digests: by them an older backup is searched. Pure."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from hashlib import blake2b

from memoryd.purge.needles import forms_of, plain

_JOINTS = re.compile(r"[\s_\-]+")
_BEGIN = re.compile(r"(?<![^\W_])[!-~]|[^\x00-\x7f]")
"""Where a name may begin: at the border of a word, or anywhere in scripts without spaces."""
_KEPT = 1 << 16


def words_of(phrase: str) -> list[str]:
    """The words of a phrase as they are compared."""
    return [word for word in _JOINTS.split(plain(phrase)) if word]


def is_word(phrase: str) -> bool:
    """Whether there is a letter, a digit or a sign such as an emoji in it: dashes and dots stand in every text."""
    return any(one.isalnum() or unicodedata.category(one) == "So" for one in phrase)


def name_of(phrases: Iterable[str], salt: bytes) -> str:
    """The tombstone of a name: of each phrase its length and digest; whatever is called by it has all of them."""
    joined = sorted({" ".join(words_of(one)) for one in phrases})
    return "+".join(f"{len(one)}:{_digest(one, salt)}" for one in joined if one)


class Names:
    """Names of one salt."""

    def __init__(self, names: Iterable[str], salt: bytes) -> None:
        self._salt = salt
        self._names = {one: frozenset(one.split("+")) for one in names if one}
        parts = frozenset[str]().union(*self._names.values())
        self._digests = {one.partition(":")[2]: one for one in parts}
        self._lengths = sorted({int(length) for one in parts if (length := one.partition(":")[0]).isdigit()})
        self._known: dict[str, str | None] = {}

    def __bool__(self) -> bool:
        return bool(self._names)

    def one_in(self, text: str) -> str | None:
        """One of them of which the text has all words."""
        if not self._names:
            return None
        return next((found for one in forms_of(text) if (found := self._one_in(_JOINTS.sub(" ", one)))), None)

    def _one_in(self, text: str) -> str | None:
        found = set[str]()
        for begin in _BEGIN.finditer(text):
            for length in self._lengths:
                piece = text[begin.start() : (end := begin.start() + length)]
                if len(piece) < length:
                    break
                is_cut = piece[-1].isascii() and text[end : end + 1].isalnum()
                part = None if is_cut or piece[-1] == " " else self._digest_of_known(piece)
                if part is not None:
                    found.add(part)
        return next((name for name, parts in self._names.items() if parts <= found), None) if found else None

    def _digest_of_known(self, piece: str) -> str | None:
        if piece not in self._known:
            if len(self._known) >= _KEPT:
                self._known.clear()
            self._known[piece] = self._digests.get(_digest(piece, self._salt))
        return self._known[piece]


def _digest(phrase: str, salt: bytes) -> str:
    return blake2b(f"name\0{phrase}".encode("utf-8", "surrogatepass"), key=salt, digest_size=12).hexdigest()
