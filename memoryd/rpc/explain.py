"""A sentence for each way in which params can fail validation: what is wrong, and what would be right."""

from __future__ import annotations

import functools
import re
from typing import Any

import msgspec
from msgspec import inspect

from memoryd.errors import InvalidParams, MemorydError, TooLarge
from memoryd.rpc.registry import unknown

_WHERE = re.compile(r"^(?P<what>.*?)(?: - at `(?P<keys>key in )?(?P<path>\$.*)`)?$", re.DOTALL)
_STEP = re.compile(r"\.([^.\[\]]+)|\[(\d+)\]|\[\.\.\.\]")
_UNKNOWN = re.compile(r"^Object contains unknown field `(.*)`$", re.DOTALL)
_MISSING = re.compile(r"^Object missing required field `(.*)`$", re.DOTALL)


_type_info = functools.lru_cache(maxsize=None)(inspect.type_info)
"""Of a list each wrong entry is explained, and to look into a type takes longer than all else."""


def explain(error: msgspec.ValidationError, params: type[msgspec.Struct], values: dict[str, Any]) -> MemorydError:
    """The error to answer for `values` that do not fit `params`."""
    found = _WHERE.match(str(error))
    what = found["what"] if found else str(error)
    place = _Place(_type_info(params), values, (found["path"] if found else None) or "$")
    if match := _UNKNOWN.match(what):
        return _unknown_field(match[1], place)
    if match := _MISSING.match(what):
        return _missing(match[1], place)
    name = place.name or "params"
    if isinstance(error.__cause__, ValueError):
        return InvalidParams(f"`{name}` is wrong: {error.__cause__}", param=name)
    if found and found["keys"]:
        return InvalidParams(f"the keys of `{name}` are wrong: {_lower(what)}", param=name)
    if place.type is None:
        return InvalidParams(f"`{name}` is wrong: {_lower(what)}", param=name)
    wanted = describe(place.type)
    limit = _longest(place.type, place.value)
    if limit is not None and len(place.value) > limit:
        unit = "characters" if isinstance(place.value, str) else "elements"
        return TooLarge(f"`{name}` may have at most {limit} {unit}, got {len(place.value)}", param=name, limit=limit)
    if place.value == "" and _is_text(place.type):
        return InvalidParams(f"`{name}` must not be empty; it must be {wanted}", param=name)
    return InvalidParams(f"`{name}` must be {wanted}, got {show(place.value)}", param=name)


def _unknown_field(field: str, place: _Place) -> InvalidParams:
    known = [one.encode_name for one in _fields(place.type)]
    inside = f" in `{place.name}`" if place.name else ""
    return InvalidParams(unknown("param", field, known, inside), param=_join(place.name, field[:80]))


def _missing(field: str, place: _Place) -> InvalidParams:
    name = _join(place.name, field)
    wanted = next((describe(one.type) for one in _fields(place.type) if one.encode_name == field), "given")
    return InvalidParams(f"`{name}` is missing; it must be {wanted}", param=name)


class _Place:
    """Where validation failed: the param's name, its type and the value found there."""

    def __init__(self, root: inspect.Type, values: Any, path: str) -> None:
        self.type: inspect.Type | None = root
        self.value: Any = values
        self.name = ""
        for step in _STEP.finditer(path):
            self._enter(step[1], None if step[2] is None else int(step[2]))

    def _enter(self, field: str | None, index: int | None) -> None:
        kinds = _members(self.type)
        if field is not None:
            self.name = _join(self.name, field)
            self.type = next((one.type for one in _fields(self.type) if one.encode_name == field), None)
            self.value = self.value.get(field) if isinstance(self.value, dict) else None
        elif index is not None:
            self.name += f"[{index}]"
            self.type = next((_item(kind, index) for kind in kinds if _item(kind, index)), None)
            self.value = self.value[index] if isinstance(self.value, list) else None
        else:
            # msgspec does not report the key: neither the type nor the value is known.
            self.name += "[...]"
            self.type = None
            self.value = None


def _members(kind: inspect.Type | None) -> tuple[inspect.Type, ...]:
    if isinstance(kind, inspect.Metadata):
        return _members(kind.type)
    if isinstance(kind, inspect.UnionType):
        return tuple(member for one in kind.types for member in _members(one))
    return () if kind is None else (kind,)


def _fields(kind: inspect.Type | None) -> list[inspect.Field]:
    """Of a map, also where nil may stand for it."""
    return [one for member in _members(kind) if isinstance(member, inspect.StructType) for one in member.fields]


def _item(kind: inspect.Type, index: int) -> inspect.Type | None:
    if isinstance(kind, inspect.ListType | inspect.SetType | inspect.FrozenSetType | inspect.VarTupleType):
        return kind.item_type
    if isinstance(kind, inspect.TupleType):
        return kind.item_types[index] if index < len(kind.item_types) else None
    return None


def describe(kind: inspect.Type) -> str:
    """The type in words: `an integer from 1 to 100`."""
    if isinstance(kind, inspect.UnionType):
        return " or ".join(describe(one) for one in sorted(kind.types, key=_is_null))
    if isinstance(kind, inspect.Metadata):
        return describe(kind.type)
    if isinstance(kind, inspect.IntType):
        return "an integer" + _range(kind.ge, kind.gt, kind.le, kind.lt)
    if isinstance(kind, inspect.FloatType):
        return "a number" + _range(kind.ge, kind.gt, kind.le, kind.lt)
    if isinstance(kind, inspect.StrType):
        pattern = f" matching {kind.pattern}" if kind.pattern else ""
        return "text" + _length(kind.min_length, kind.max_length, "characters") + pattern
    if isinstance(kind, inspect.LiteralType):
        return "one of " + ", ".join(repr(value) for value in kind.values)
    if isinstance(kind, inspect.EnumType):
        return "one of " + ", ".join(repr(one.value) for one in kind.cls)
    if isinstance(kind, inspect.ListType | inspect.VarTupleType | inspect.SetType | inspect.FrozenSetType):
        each = "" if isinstance(kind.item_type, inspect.RawType) else f", each {describe(kind.item_type)}"
        return f"a list{_length(kind.min_length, kind.max_length, 'elements')}{each}"
    if isinstance(kind, inspect.StructType):
        return "a map of " + ", ".join(one.encode_name for one in kind.fields)
    if isinstance(kind, inspect.DictType):
        return "a map"
    simple = {inspect.BoolType: "true or false", inspect.NoneType: "null", inspect.AnyType: "any value"}
    return simple.get(type(kind), "of another type")


def show(value: Any) -> str:
    """A value as the caller wrote it, shortened."""
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        return repr(value if len(value) <= 60 else value[:57] + "...")
    if isinstance(value, list):
        return f"a list of {len(value)}"
    return "a map" if isinstance(value, dict) else repr(value)


def _range(ge: float | None, gt: float | None, le: float | None, lt: float | None) -> str:
    low = f"{ge}" if ge is not None else f"above {gt}" if gt is not None else None
    high = f"{le}" if le is not None else f"below {lt}" if lt is not None else None
    if low is not None and high is not None:
        return f" from {low} to {high}"
    if low is not None:
        return f" of at least {low}" if ge is not None else f" {low}"
    return "" if high is None else f" of at most {high}" if le is not None else f" {high}"


def _length(least: int | None, most: int | None, unit: str) -> str:
    if least and most is not None:
        return f" of {least} to {most} {unit}"
    if least:
        return f" of at least {least} {unit}" if least > 1 else ""
    return "" if most is None else f" of at most {most} {unit}"


def _longest(kind: inspect.Type, value: Any) -> int | None:
    """How long a value of that type may be there; None without a limit, and where no such type is wanted."""
    fitting = [one for one in _members(kind) if _is_text(one) == isinstance(value, str)]
    limits = [getattr(one, "max_length", None) for one in fitting] if isinstance(value, str | list | dict) else []
    return max((limit for limit in limits if limit is not None), default=None)


def _is_text(kind: inspect.Type) -> bool:
    return any(isinstance(one, inspect.StrType) for one in _members(kind))


def _is_null(kind: inspect.Type) -> bool:
    return isinstance(kind, inspect.NoneType)


def _join(outer: str, name: str) -> str:
    return f"{outer}.{name}" if outer else name


def _lower(sentence: str) -> str:
    return sentence[:1].lower() + sentence[1:]
