"""Types and bounds that parameters of many methods share."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated, Any, Literal

import msgspec

from memoryd.errors import InvalidParams, TooLarge
from memoryd.requests.redaction import KEEP, REFUSE

LONGEST_QUERY = 10_000
"""Characters of a query that are looked at: a text of a megabyte would block all other requests for seconds."""

SessionId = Annotated[str, msgspec.Meta(min_length=1, max_length=200, description="the session that asks", extra=KEEP)]
Limit = Annotated[int, msgspec.Meta(ge=1, le=1000, description="how many at most")]
After = Annotated[str, msgspec.Meta(min_length=1, max_length=500, description="`next` of the page before", extra=KEEP)]
Project = Annotated[
    str, msgspec.Meta(min_length=1, max_length=200, description="that project, and what has none", extra=KEEP)
]
NewProject = Annotated[
    str, msgspec.Meta(min_length=1, max_length=200, description="the project it is of", extra=REFUSE)
]
Text = Annotated[str, msgspec.Meta(min_length=1)]
Time = Annotated[
    str,
    msgspec.Meta(min_length=1, max_length=64, description="ISO 8601; without an offset in `timezone`", extra=KEEP),
]
Until = Annotated[
    str,
    msgspec.Meta(
        min_length=1,
        max_length=64,
        description="ISO 8601; without an offset in `timezone`; a date includes that day",
        extra=KEEP,
    ),
]


class Params(msgspec.Struct, forbid_unknown_fields=True):
    """What a method takes."""


class InSession(Params, kw_only=True):
    """What a method takes that a session may ask."""

    session_id: SessionId | None = None


def one_of(names: Iterable[str]) -> Any:
    """The type of a text that must be one of these names."""
    return Literal[tuple(names)]


def with_types(params: type[msgspec.Struct], **types: Any) -> type[msgspec.Struct]:
    """The parameters with other types for some fields, whose allowed values depend on the kinds; defaults stay."""
    fields: list[Any] = []
    for field in msgspec.structs.fields(params):
        if field.name in types:
            again: dict[str, Any] = {"default": field.default, "default_factory": field.default_factory}
            fields.append((field.name, types[field.name], msgspec.field(name=field.encode_name, **again)))
    return msgspec.defstruct(params.__name__, fields, bases=(params,), namespace={"__doc__": params.__doc__})


def bounded(name: str, text: str, limit: int) -> str:
    """`text`, if it has at most `limit` bytes of UTF-8. Raises TooLarge."""
    if len(text) > limit or (not text.isascii() and len(text.encode()) > limit):
        raise TooLarge(
            f"`{name}` has {len(text.encode())} bytes, and at most {limit} are taken; store less, or split it",
            param=name,
            limit=limit,
        )
    return text


def plain(name: str, value: Any, limit: int) -> int:
    """The bytes of a value as JSON, at most `limit`. Raises TooLarge."""
    size = len(msgspec.json.encode(value))
    if size > limit:
        raise TooLarge(
            f"`{name}` has {size} bytes as JSON, and at most {limit} are taken; store less, or split it",
            param=name,
            limit=limit,
        )
    return size


def worded(name: str, text: str) -> str:
    """`text`, if it is not blank. Raises InvalidParams."""
    if not text.strip():
        raise InvalidParams(f"`{name}` must not be empty", param=name)
    return text


def asked(name: str, text: str) -> str:
    """As `worded`, stripped, and cut to what is read."""
    return worded(name, text).strip()[:LONGEST_QUERY]
