"""Params: decoded from bytes into a method's Struct in one step, or a helpful error sentence."""

from __future__ import annotations

import functools
import math
import re
from collections.abc import Sequence
from typing import Annotated, Any, Generic, NoReturn, TypeVar

import msgspec

from memoryd.errors import InvalidParams, TooLarge
from memoryd.rpc.explain import explain
from memoryd.rpc.frames import MAX_DEPTH
from memoryd.rpc.messages import unpack_untrusted
from memoryd.rpc.registry import Method, Runs

ProgressToken = Annotated[str, msgspec.Meta(min_length=1, max_length=128, description="names the call in rpc.progress")]
_MOST_CARE = 2 * 1024 * 1024
_AT_ONCE = 256 * 1024
"""Bytes of params in which a NUL is looked for by encoding them."""
_EMPTY = b"\x91\x80"
_MOST_TOLD = 200
# An escaped NUL in JSON: preceded by an odd number of backslashes.
_NUL = re.compile(rb"(?<!\\)(?:\\\\)*\\u0000")
_SHAPE = "params must be an array that is empty or holds exactly one map"

P = TypeVar("P", bound=msgspec.Struct)


def params_type(method: Method) -> type[msgspec.Struct]:
    """What the socket accepts: the method's params and, for a long call, the `progress` token."""
    params = method.params
    if method.runs is not Runs.LONG or "progress" in params.__struct_fields__:
        return params
    return msgspec.defstruct(
        params.__name__,
        [("progress", ProgressToken | None, None)],
        bases=(params,),
        module=params.__module__,
        kw_only=True,
        forbid_unknown_fields=True,
    )


class ParamsReader(Generic[P]):
    """Decodes the params of one method. Thread-safe."""

    def __init__(self, params: type[P], depth: int = MAX_DEPTH, most_care: int = _MOST_CARE) -> None:
        """`most_care`: bytes beyond which a refusal is a plain sentence, and no value of any type is taken."""
        self._type = params
        self._most_care = most_care
        self._depth = depth
        self._decode = msgspec.msgpack.Decoder(tuple[params]).decode  # type: ignore[valid-type]
        self._decode_list = msgspec.msgpack.Decoder(list[params]).decode  # type: ignore[valid-type]
        # Where a value of any type is allowed, the typed decoder checks neither bytes nor depth nor keys.
        self._careful = _has_any(msgspec.inspect.type_info(params))
        self._optional = self._careful and _is_optional(params)
        # The handler decodes these one by one with `read_one`, since each may be wrong by itself.
        self._lists_of_raw = [field.name for field in msgspec.structs.fields(params) if field.type == list[msgspec.Raw]]
        # A Struct without fields can be shared: a handler cannot change it.
        self._nothing: P | None = None if params.__struct_fields__ else params()

    def read(self, raw: msgspec.Raw | bytes) -> P:
        """The params out of the packed array. Raises InvalidParams or TooLarge."""
        packed = bytes(raw)
        params = self.read_at_once(packed)
        return self._read_with_care(packed) if params is None else params

    def read_at_once(self, packed: bytes) -> P | None:
        """The same; None where it would take long for its size, to be careful or to say what is wrong."""
        if packed == b"\x90":
            if self._nothing is not None:
                return self._nothing
            packed = _EMPTY
        if self._careful and not self._optional:
            return None
        try:
            params: P = self._decode(packed)[0]
        except (ValueError, RecursionError):
            return None
        if self._optional and _gives_any(params):
            return None
        # A zero byte is usually the number 0 or part of a length, so only its presence calls for a closer look.
        if b"\0" in packed and (_holds_nul(params) if len(packed) <= _AT_ONCE else _has_nul(params)):
            return None
        return params

    def read_one(self, raw: msgspec.Raw) -> P:
        """One packed map of a list of them. Raises InvalidParams or TooLarge."""
        packed = bytes(raw)
        if not (0x80 <= packed[0] <= 0x8F or packed[0] in (0xDE, 0xDF)):
            raise InvalidParams("each entry of the list must be a map")
        return self.read(b"\x91" + packed)

    def read_all(self, raws: Sequence[msgspec.Raw]) -> list[P] | None:
        """Packed maps of a list of them in one step; None when one of them needs the slow path, `read_one`."""
        packed = b"".join(raws)
        if self._careful:
            return None
        try:
            found = self._decode_list(b"\xdd" + len(raws).to_bytes(4) + packed)
        except (ValueError, RecursionError):
            return None
        return None if b"\0" in packed and _holds_nul(found) else found

    def _read_with_care(self, packed: bytes) -> P:
        """The same via plain values, which is much slower."""
        if len(packed) > self._most_care:
            self._refuse_unread(packed)
        values = self._one_map(packed)
        values = {key: _clean(value, key, 3, self._depth) for key, value in _text_keys(values, "").items()}
        for name in self._lists_of_raw:
            if isinstance(values.get(name), list):
                values[name] = [msgspec.Raw(msgspec.msgpack.encode(one)) for one in values[name]]
        try:
            return msgspec.convert(values, self._type)
        except msgspec.ValidationError as error:
            raise explain(error, self._type, values) from None

    def _refuse_unread(self, packed: bytes) -> NoReturn:
        """Raise with a plain sentence: building millions of values for a better one would block all other clients."""
        if self._careful:
            raise TooLarge(f"params of this method may have at most {self._most_care} bytes; split the request")
        try:
            self._decode(packed)
        except msgspec.ValidationError as error:
            why = _brief(str(error)).replace(" - at `$[0]`", "").replace("$[0].", "")
            raise InvalidParams(f"params are wrong: {why}") from None
        except (ValueError, RecursionError):
            raise InvalidParams("a text in params is not valid UTF-8, or params are nested too deep") from None
        raise InvalidParams("a text in params holds a NUL character; remove it")

    @staticmethod
    def _one_map(packed: bytes) -> dict[Any, Any]:
        try:
            params = unpack_untrusted(packed)
        except ValueError as error:
            if "key" in str(error):
                raise InvalidParams("the keys of every map in params must be text") from None
            raise InvalidParams("params cannot be read: nested too deep, or an unknown MessagePack extension") from None
        except RecursionError:
            raise InvalidParams("params are nested too deep") from None
        if not isinstance(params, list):
            raise InvalidParams(f"{_SHAPE}; got no array")
        if not params:
            return {}  # an empty array with a long header
        if len(params) != 1:
            raise InvalidParams(f"{_SHAPE}; got {len(params)} elements")
        if not isinstance(params[0], dict):
            raise InvalidParams(f"{_SHAPE}; its one element is not a map")
        return params[0]


def _holds_nul(params: msgspec.Struct | Sequence[msgspec.Struct]) -> bool:
    encoded = msgspec.json.encode(params)
    return b"\\u0000" in encoded and _NUL.search(encoded) is not None


def _has_nul(value: Any) -> bool:
    """The same of large params, one text after the other: encoding 7 MB at once keeps the interpreter for 15 ms."""
    if isinstance(value, str):
        return "\0" in value
    if isinstance(value, msgspec.Struct):
        return any(_has_nul(getattr(value, name)) for name in value.__struct_fields__)
    if isinstance(value, dict):
        return any(_has_nul(name) or _has_nul(one) for name, one in value.items())
    return isinstance(value, list | tuple) and any(map(_has_nul, value))


def _clean(value: Any, where: str, level: int, depth: int) -> Any:
    """Bytes become text; NUL, invalid UTF-8, NaN, infinity, excess depth and extension types are refused.

    `level` counts the message's array as 1, the params array as 2 and the params map as 3.
    """
    if isinstance(value, str):
        return _clean_text(value, where)
    if isinstance(value, bytes):
        return _clean_text(value.decode("utf-8", "surrogateescape"), where)
    if isinstance(value, float) and not math.isfinite(value):
        what = f"`{_short(where)}` is {value}, a number that JSON does not have; send null or a text"
        raise InvalidParams(what, param=_short(where))
    if value is None or isinstance(value, bool | int | float):
        return value
    if level >= depth:
        raise InvalidParams(f"`{_short(where)}` is nested deeper than {depth} levels; flatten it", param=_short(where))
    if isinstance(value, list):
        return [_clean(one, f"{where}[{index}]", level + 1, depth) for index, one in enumerate(value)]
    if isinstance(value, dict):
        named = _text_keys(value, where)
        return {key: _clean(one, f"{where}.{key}", level + 1, depth) for key, one in named.items()}
    raise InvalidParams(f"`{_short(where)}` is a MessagePack extension; send plain values only", param=_short(where))


def _text_keys(values: dict[Any, Any], where: str) -> dict[str, Any]:
    inside = f"a key in `{_short(where)}`" if where else "the name of a param"
    named = {}
    for key, value in values.items():
        text = key.decode("utf-8", "surrogateescape") if isinstance(key, bytes) else key
        named[_clean_text(text, where, inside)] = value
    return named


def _clean_text(text: str, where: str, what: str = "") -> str:
    what = what or f"`{_short(where)}`"
    if "\0" in text:
        raise InvalidParams(f"{what} holds a NUL character (at {text.index(chr(0))}); remove it", param=_short(where))
    if not text.isascii():
        try:
            text.encode()
        except UnicodeEncodeError as error:
            raise InvalidParams(
                f"{what} is not valid UTF-8 (at character {error.start}); encode the text as UTF-8", param=_short(where)
            ) from None
    return text


def _short(where: str) -> str:
    shown = where.encode("utf-8", "replace").decode()
    return shown if len(shown) <= 120 else shown[:117] + "..."


@functools.cache
def _any_fields(params: type[msgspec.Struct]) -> tuple[tuple[str, bool], ...]:
    """Fields in which a value of any type may be, and whether the field itself has that type."""
    info = msgspec.inspect.type_info(params)
    assert isinstance(info, msgspec.inspect.StructType)
    return tuple((field.name, not _has_structs(field.type)) for field in info.fields if _has_any(field.type))


def _is_optional(params: type[msgspec.Struct]) -> bool:
    """Whether such a value may be left out everywhere, as most callers do."""
    required = {field.name for field in msgspec.structs.fields(params) if field.required}
    return all(not itself or name not in required for name, itself in _any_fields(params))


def _gives_any(value: Any) -> bool:
    """Whether one of them was given."""
    if isinstance(value, list):
        return any(map(_gives_any, value))
    if not isinstance(value, msgspec.Struct):
        return False
    for name, itself in _any_fields(type(value)):
        given = getattr(value, name)
        if given is not None and (itself or _gives_any(given)):
            return True
    return False


def _has_structs(info: msgspec.inspect.Type) -> bool:
    if isinstance(info, msgspec.inspect.Metadata):
        return _has_structs(info.type)
    if isinstance(info, msgspec.inspect.UnionType):
        return any(map(_has_structs, info.types))
    if isinstance(info, msgspec.inspect.ListType):
        return _has_structs(info.item_type)
    return isinstance(info, msgspec.inspect.StructType)


def _has_any(info: msgspec.inspect.Type) -> bool:
    """Whether the type allows a value of any type."""
    seen: set[int] = set()
    waiting: list[Any] = [info]
    while waiting:
        one = waiting.pop()
        if isinstance(one, list | tuple):
            waiting.extend(one)
        elif isinstance(one, msgspec.inspect.AnyType):
            return True
        elif isinstance(one, msgspec.inspect.Type | msgspec.inspect.Field) and id(one) not in seen:
            seen.add(id(one))
            waiting.extend(getattr(one, name) for name in one.__struct_fields__)
    return False


def _brief(told: str) -> str:
    """What is wrong and where, without all of the value that may stand between."""
    return told if len(told) <= _MOST_TOLD else f"{told[: _MOST_TOLD // 2]}...{told[-_MOST_TOLD // 2 :]}"
