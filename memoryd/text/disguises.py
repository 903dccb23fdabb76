"""How instructions are hidden from people and from filters, and what the text says without it (rule 27). Pure."""

from __future__ import annotations

import base64
import binascii
import codecs
import html
import itertools
import re
import unicodedata
from collections.abc import Iterator
from urllib.parse import unquote

from memoryd.patterns import pattern as lazy_pattern

_MOST_DECODED = 200
"""Encoded passages of one text that are looked at."""
_LONGEST_DECODED = 20_000
_TAGS = lazy_pattern("[\U000e0020-\U000e007e]{4,}")
_FLAG = "\U0001f3f4"
"""A black flag: the tags behind it are a region, such as Scotland."""
_SELECTORS = lazy_pattern("[\U000e0100-\U000e01ef]{3,}|[\ufe00-\ufe0f]{4,}")
_OVERRIDES = lazy_pattern("[\u202d\u202e](?=[^\u202c]{0,200}[^\\W\\d_])")
_BITS = lazy_pattern("[\u200b\u200c\u200d\u2060\ufeff]{8,}|[\u2061-\u2064]{3,}")
_SPREAD = lazy_pattern("(?:[A-Za-z][\u200b\u200c\u200d\u2060\ufeff\u180e]){4,}")
"""An invisible character behind each of several letters: no script needs that of Latin ones."""
_INVISIBLE = lazy_pattern(
    "[\u00ad\u034f\u061c\u180e\ufeff\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufe00-\ufe0f"
    "\U000e0000-\U000e007f\U000e0100-\U000e01ef]"
)
_FOREIGN = "аеіорсухѕјһԁցԛԝкмтвнгпіїєАВЕЅІЈКМНОРСТУХΑΒΕΖΗΙΚΜΝΟΡΤΥΧαεικνορτυχ"
_LOOK_ALIKE = str.maketrans(_FOREIGN, "aeiopcyxsjhdgqwkmtbhrniieABESIJKMHOPCTYXABEZHIKMNOPTYXaeiknoptux")
_SIGNS = dict(zip("“”„‟«»‹›‘’‚‛。।॥｡؟", '""""""""' + "''''" + "....?", strict=True))
"""Quotes and ends of sentences of all languages as ASCII has them."""
_SIGN = lazy_pattern(f"[{''.join(_SIGNS)}]")
_MIXED = lazy_pattern(rf"(?<![^\W\d_])[A-Za-z{_FOREIGN}]*[{_FOREIGN}][A-Za-z{_FOREIGN}]*(?![^\W\d_])")
"""A word that Latin letters and look-alikes of other scripts can spell."""
_SPACED = lazy_pattern(r"(?<!\w)\w(?:[._\-*|/]\w){3,}(?!\w)|(?<!\w)[a-zA-Z](?: [a-zA-Z]){5,}(?!\w)")
_BETWEEN = lazy_pattern(r"[\W_]")
_LEET = lazy_pattern(r"(?<![^\s\"'(])(?=[a-z0134578@$]{3,24}(?![\w@$]))[a-z]*[0134578@$]+[a-z][a-z0134578@$]*")
"""A word with a digit before a letter; `utf8` is none."""
_LEAST_LEET = 2
"""Of a line."""
_LEET_LETTERS = str.maketrans("0134578@$", "oieastb" + "as")
_ESCAPES = lazy_pattern(r"\\(?:u([0-9a-fA-F]{4})|x([0-9a-fA-F]{2}))")
_HALVES = lazy_pattern("[\ud800-\udfff]")
"""Of characters beyond 65,535, which JSON escapes in two; one alone is none."""
_BASE64 = lazy_pattern(r"[A-Za-z0-9+/_-]{24,}={0,2}")
_HEX = lazy_pattern(r"(?:[0-9a-fA-F]{2}[ :]?){16,}")
_BASE32 = lazy_pattern(r"\b[A-Z2-7]{32,}={0,6}")
_BITS_OF_LETTERS = lazy_pattern(r"(?:\b[01]{8}\b[ ,]?){8,}")
_PERCENT = lazy_pattern(r"(?:%[0-9A-Fa-f]{2}|[A-Za-z0-9_.~+-]){12,}")
_ROTATED = ("rot13", "rot-13", "rot_13", "rot 13", "caesar", "cipher")
_OTHER_AGENTS = lazy_pattern(
    r"\b(?:user|ssh|gpg|mail|node|build|buildkite|transfer|monitoring|backup|support|sales)[- ]agents?\b"
)
"""None of them reads what it handles."""
_BLANKS = lazy_pattern(r"[\t\r\f\v\u00a0][ \t\r\f\v\u00a0]*| [ \t\r\f\v\u00a0]+")
_UNSEEN = lazy_pattern(
    "[\u180e\u200b-\u200d\u202d\u202e\u2060-\u2064\ufe00-\ufe0f\ufeff\U000e0020-\U000e007e\U000e0100-\U000e01ef]"
)
"""Any of the characters of which hidden text is made."""


def has_hidden_text(text: str) -> bool:
    """Whether characters that nobody sees spell something, or turn its direction round."""
    if text.isascii() or _UNSEEN.search(text) is None:
        return False
    if any(match.start() == 0 or text[match.start() - 1] != _FLAG for match in _TAGS.finditer(text)):
        return True
    return any(one.search(text) is not None for one in (_SELECTORS, _OVERRIDES, _BITS, _SPREAD))


def plain(text: str) -> str:
    """The text as it reads: entities resolved, invisible characters left out, look-alikes folded, in lower case."""
    if "&" in text:
        text = html.unescape(text)
    if "\\u" in text or "\\x" in text:
        text = _ESCAPES.sub(lambda match: chr(int(match[1] or match[2], 16)), text)
    if not text.isascii():
        if _HALVES.search(text) is not None:
            text = text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
        text = _SIGN.sub(lambda match: _SIGNS[match[0]], unicodedata.normalize("NFKC", _INVISIBLE.sub("", text)))
        if not text.isascii():
            text = _MIXED.sub(_in_latin, text)
    text = _BLANKS.sub(" ", _SPACED.sub(_joined, text)).casefold()
    return _OTHER_AGENTS.sub("program", text) if "agent" in text else text


def _in_latin(match: re.Match[str]) -> str:
    folded = match[0].translate(_LOOK_ALIKE)
    return folded if folded.isascii() else match[0]


def _joined(match: re.Match[str]) -> str:
    return _BETWEEN.sub("", match[0])


def decoded(text: str, readable: str) -> Iterator[str]:
    """What encoded passages of the text say, as far as that is text: few texts, so that each is judged but once."""
    said: list[str] = []
    for expression, decode in _CODES:
        for match in itertools.islice(expression.finditer(text), _MOST_DECODED):
            one = decode(match[0][:_LONGEST_DECODED])
            if one is not None:
                said.append(one)
    if "%" in text and ("%20" in text or "+" in text):
        said += [unquote(match[0].replace("+", " ")) for match in _PERCENT.finditer(text) if "%" in match[0]]
    if said:
        yield "\n".join(said)
    if any(name in readable for name in _ROTATED):
        yield codecs.decode(readable[:_LONGEST_DECODED], "rot13")
    lines = [_LEET.subn(_from_leet, line) for line in readable[:_LONGEST_DECODED].split("\n")]
    leet = "\n".join(line for line, count in lines if count >= _LEAST_LEET)
    if leet:
        yield leet


def _from_leet(match: re.Match[str]) -> str:
    return match[0].translate(_LEET_LETTERS)


def _from_base64(passage: str) -> str | None:
    body = passage.rstrip("=").replace("-", "+").replace("_", "/")
    if body.isdigit() or body.isupper() or body.islower():
        return None
    try:
        return _as_text(base64.b64decode(body + "=" * (-len(body) % 4)))
    except (ValueError, binascii.Error):
        return None


def _from_hex(passage: str) -> str | None:
    try:
        return _as_text(bytes.fromhex(re.sub("[ :]", "", passage)))
    except ValueError:
        return None


def _from_base32(passage: str) -> str | None:
    body = passage.rstrip("=")
    try:
        return _as_text(base64.b32decode(body + "=" * (-len(body) % 8)))
    except (ValueError, binascii.Error):
        return None


def _from_bits(passage: str) -> str | None:
    return _as_text(bytes(int(one, 2) for one in re.split("[ ,]+", passage.strip(" ,"))))


_CODES = (
    (_BASE64, _from_base64), (_HEX, _from_hex), (_BASE32, _from_base32), (_BITS_OF_LETTERS, _from_bits),
)  # fmt: skip


def _as_text(data: bytes) -> str | None:
    try:
        text = data.decode()
    except UnicodeDecodeError:
        return None
    readable = sum(char.isalpha() or char.isspace() for char in text)
    return text if " " in text and readable >= 0.7 * len(text) else None
