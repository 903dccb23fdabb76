"""Codes that open something and have no other form than digits, or keys without a name of their own (rule 22)."""

from __future__ import annotations

import functools
import re
from collections.abc import Iterator
from typing import Any

import re2

from memoryd.secret_forms import CODE, CODES, KEY_OF, SecretKind

_FEWEST_DIGITS, _FEWEST_OF_KEY = 4, 4
"""Of a code, and of a key that is letters and digits."""
_PINS_OF_A_CHIP = re.compile(rb"(?i)\b(?:gpio|header|connector|board|chip|pinout|solder|jumper|port)\b")
_NEAR = 40
"""Bytes before a code in which the chip would be named of which it is a pin."""
_OF_CODES = re.compile(rb"[A-Za-z0-9]+(?:-[A-Za-z0-9]+)*")
_DATE_OR_COUNT = re.compile(rb"(?:19|20)\d\d(?:-\d\d){1,2}|\d{1,5}|\d+[A-Za-z]{1,2}")


@functools.cache
def _compiled(pattern: str) -> Any:
    return re2.compile(pattern)


def _values(pattern: str, data: bytes) -> Iterator[tuple[int, bytes, int]]:
    """Where each value begins, the value, and where what names it begins."""
    compiled = _compiled(pattern)
    group = compiled.groupindex["value"]
    for match in compiled.finditer(data):
        yield match.start(group), match[group], match.start()


def codes_in(data: bytes) -> Iterator[tuple[int, int, SecretKind]]:
    """Where they stand, first byte and that behind the last, and as what they count."""
    for start, value, named in _values(CODE, data):
        code = value.rstrip(b"- ")
        is_of_chip = _PINS_OF_A_CHIP.search(data, max(0, named - _NEAR), named)
        if _digits(code) >= _FEWEST_DIGITS and not is_of_chip:
            yield start, start + len(code), "password"
    for start, value, _ in _values(CODES, data):
        for one in _OF_CODES.finditer(value):
            if _digits(one[0]) and not _DATE_OR_COUNT.fullmatch(one[0]):
                yield start + one.start(), start + one.end(), "password"
    for start, value, _ in _values(KEY_OF, data):
        if _FEWEST_OF_KEY <= _digits(value) < len(value):
            yield start, start + len(value), "api_key"


def _digits(value: bytes) -> int:
    return sum(48 <= letter <= 57 for letter in value)
