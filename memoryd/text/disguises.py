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
_INVISIBLE = dict.fromkeys(
    itertools.chain(
        (0xAD, 0x34F, 0x61C, 0x180E, 0xFEFF),
        range(0x200B, 0x2010),
        range(0x202A, 0x202F),
        range(0x2060, 0x206A),
        range(0xFE00, 0xFE10),
        range(0xE0000, 0xE0080),
        range(0xE0100, 0xE01F0),
    )
)
_LOOK_ALIKE = str.maketrans(
    "аеіорсухѕјһԁցԛԝкмтвнгпіїєΑΒΕΖΗΙΚΜΝΟΡΤΥΧαεικνορτυχ", "aeiopcyxsjhdgqwkmtbhrniieABEZHIKMNOPTYXaeiknoptux"
)
_SIGNS = str.maketrans("“”„‟«»‹›‘’‚‛。।॥｡؟", '""""""""' + "''''" + "....?")
"""Quotes and ends of sentences of all languages as ASCII has them."""
_WORD = lazy_pattern(r"[^\W\d_]+")
_SPACED = lazy_pattern(r"(?<!\w)\w(?:[._\-*|/]\w){3,}(?!\w)|(?<!\w)[a-zA-Z](?: [a-zA-Z]){5,}(?!\w)")
_BETWEEN = lazy_pattern(r"[\W_]")
_LEET = lazy_pattern(r"(?=\w{0,24}[a-z])(?=\w{0,24}[0134578@$])[a-z0134578@$]{3,24}", re.IGNORECASE)
_LEET_LETTERS = str.maketrans("0134578@$", "oieastb" + "as")
_ESCAPES = lazy_pattern(r"\\(?:u([0-9a-fA-F]{4})|x([0-9a-fA-F]{2}))")
_BASE64 = lazy_pattern(r"[A-Za-z0-9+/_-]{24,}={0,2}")
_HEX = lazy_pattern(r"(?:[0-9a-fA-F]{2}[ :]?){16,}")
_PERCENT = lazy_pattern(r"(?:%[0-9A-Fa-f]{2}|[A-Za-z0-9_.~+-]){12,}")
_ROT13 = lazy_pattern(r"rot[-_ ]?13|caesar|cipher", re.IGNORECASE)
_OTHER_AGENTS = lazy_pattern(
    r"\b(?:user|ssh|gpg|mail|node|build|buildkite|transfer|monitoring|backup|support|sales)[- ]agents?\b"
)
"""None of them reads what it handles."""
_BLANKS = lazy_pattern(r"[ \t\r\f\v\u00a0]+")


def has_hidden_text(text: str) -> bool:
    """Whether characters that nobody sees spell something, or turn its direction round."""
    if text.isascii():
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
        text = unicodedata.normalize("NFKC", text.translate(_INVISIBLE)).translate(_SIGNS)
        if not text.isascii():
            text = _WORD.sub(_unmixed, text)
    text = _SPACED.sub(_joined, text)
    return _OTHER_AGENTS.sub("program", _BLANKS.sub(" ", text).casefold())


def _unmixed(match: re.Match[str]) -> str:
    """A word of Latin letters and look-alikes of other scripts, in Latin ones."""
    word = match[0]
    if word.isascii():
        return word
    folded = word.translate(_LOOK_ALIKE)
    return folded if folded != word and folded.isascii() else word


def _joined(match: re.Match[str]) -> str:
    return _BETWEEN.sub("", match[0])


def decoded(text: str, readable: str) -> Iterator[str]:
    """What encoded passages of the text say, as far as that is text."""
    count = 0
    for expression, decode in ((_BASE64, _from_base64), (_HEX, _from_hex)):
        for match in expression.finditer(text):
            said = decode(match[0][:_LONGEST_DECODED])
            if said is not None:
                yield said
            count += 1
            if count >= _MOST_DECODED:
                break
    if "%20" in text or "+" in text:
        yield from (unquote(match[0].replace("+", " ")) for match in _PERCENT.finditer(text) if "%" in match[0])
    if _ROT13.search(text) is not None:
        yield codecs.decode(readable[:_LONGEST_DECODED], "rot13")
    leet = _LEET.sub(lambda match: match[0].translate(_LEET_LETTERS), readable[:_LONGEST_DECODED])
    if leet != readable[:_LONGEST_DECODED]:
        yield leet


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


def _as_text(data: bytes) -> str | None:
    try:
        text = data.decode()
    except UnicodeDecodeError:
        return None
    readable = sum(char.isalpha() or char.isspace() for char in text)
    return text if " " in text and readable >= 0.7 * len(text) else None
