"""What is wrong with a line that is no fact, in a few words."""

from __future__ import annotations

import msgspec

from memoryd.patterns import pattern as lazy_pattern

_TYPES = {"str": "text", "int": "a number", "float": "a number", "bool": "true or false", "array": "a list"}
_WRONG_TYPE = lazy_pattern(r"Expected `([^`]*)`, got `([^`]*)` - at `\$\.([^`]*)`")


class BadLine(ValueError):
    """A line that is no fact; the message says why in a few words."""


def explain(error: Exception, raw: bytes) -> str:
    """Why the line could not be decoded."""
    text = str(error)
    if isinstance(error, msgspec.ValidationError):
        wrong = _WRONG_TYPE.fullmatch(text)
        if wrong is not None:
            wanted, found = (_TYPES.get(name.split(" |")[0], f"a JSON {name}") for name in wrong.group(1, 2))
            return f"{wrong[3]} must be {wanted}, not {found}"
        if "`$" not in text and text.startswith("Expected `object`"):
            return "the line is not a JSON object"
        return text.replace("Object missing required field", "the line lacks").replace("`", "'")
    try:
        raw.decode()
    except UnicodeDecodeError:
        return "the line is not valid UTF-8"
    return f"the line is not a JSON object ({error})"
