"""Secrets in what is written: found in texts, facts and plain data, and redacted before anything is stored (rule 22).

A field of a method's parameters is replaced unless it says otherwise: `Annotated[str, Meta(extra=KEEP)]` for ids, keys
and times, which are looked up and not stored; `REFUSE` for names, where a replacement could make two names the same;
`HASH` for ids that callers choose.
"""

from __future__ import annotations

import functools
import re
import threading
from collections.abc import Callable, Iterable, Iterator, Sequence
from hashlib import blake2b
from typing import Any, Protocol, TypedDict, TypeVar, cast

import msgspec
from msgspec import inspect

from memoryd.errors import InvalidParams
from memoryd.rpc.pool import give_way
from memoryd.secret_forms import NAMES
from memoryd.secrets import may_hold_secrets, may_name_a_secret, redact

_NAMES_A_SECRET = re.compile(NAMES, re.IGNORECASE)

KEEP = {"secrets": "keep"}
REFUSE = {"secrets": "refuse"}
HASH = {"secrets": "hash"}


class Redacted(TypedDict):
    """Secrets that were replaced before anything was stored (rule 22)."""

    kind: str
    count: int


class Stating(Protocol):
    """A struct that states something: texts in which secrets are looked for together."""

    @property
    def subject(self) -> str: ...
    @property
    def predicate(self) -> str: ...
    @property
    def object(self) -> str: ...
    @property
    def source(self) -> str: ...


S = TypeVar("S", bound=Stating)


def _joined(one: Stating) -> str:
    return f"{one.subject}\n{one.predicate}\n{one.object}\n{one.source}"


class Redactor:
    """Redacts secrets, and counts them by kind since the start."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._counts: dict[str, int] = {}

    @property
    def counts(self) -> dict[str, int]:
        """How many secrets of each kind were replaced."""
        return dict(sorted(self._counts.copy().items()))

    def text(self, text: str) -> tuple[str, list[Redacted]]:
        """The text without secrets, and what was replaced."""
        (clean,), found = self.texts(text)
        return clean, found

    def plain(self, text: str) -> str:
        """The text without secrets."""
        return self.text(text)[0]

    def texts(self, *texts: str) -> tuple[list[str], list[Redacted]]:
        """The texts without secrets, and what was replaced in all of them."""
        clean: list[str] = []
        found: dict[str, int] = {}
        for text in texts:
            replaced, counts = redact(text)
            clean.append(replaced)
            for kind, count in counts:
                found[kind] = found.get(kind, 0) + count
        if found:
            with self._lock:
                for name, count in found.items():
                    self._counts[name] = self._counts.get(name, 0) + count
        return clean, [{"kind": name, "count": count} for name, count in sorted(found.items())]

    def fact(self, one: S) -> tuple[S, list[Redacted]]:
        """A statement without secrets: `api_key` of `abc` is one where `abc` alone is none."""
        named = _is_named(one)
        # Most facts hold none: one search over all four texts shows it.
        if not named and not redact(_joined(one))[1]:
            return one, []
        (subject, predicate, object_, source), found = self.texts(one.subject, one.predicate, one.object, one.source)
        if named and object_ == one.object:
            object_, assigned = self._assigned(predicate, object_, subject)
            found = merged(found, assigned)
        clean = {"subject": subject, "predicate": predicate, "object": object_, "source": source}
        return msgspec.structs.replace(cast(Any, one), **clean), found

    def within(self, value: Any) -> tuple[Any, list[Redacted]]:
        """Plain data without secrets in any of its texts, names among them, and what was replaced."""
        counts: list[list[Redacted]] = []

        def clean(one: Any) -> Any:
            if isinstance(one, str):
                text, found = self.text(one)
                counts.append(found)
                return text
            if isinstance(one, dict):
                return {clean(name): entry(name, of_name) for name, of_name in one.items()}
            return [clean(each) for each in one] if isinstance(one, list) else one

        def entry(name: Any, of_name: Any) -> Any:
            found = clean(of_name)
            if isinstance(name, str) and isinstance(found, str) and found == of_name and _NAMES_A_SECRET.search(name):
                found, assigned = self._assigned(name, found)
                counts.append(assigned)
            return found

        return clean(value), merged(*counts)

    def _assigned(self, name: str, text: str, of: str = "") -> tuple[str, list[Redacted]]:
        """The value of a field whose name, or that of what has it, suggests a secret."""
        words = name.replace("_", " ").split()
        called = [f"{one}: " for one in ("_".join(words), words[-1])]
        if of:  # `door` has the `code` 8812; the `wifi password` `is` hunter2x
            called.append(f"{of} {' '.join(words)} ")
        for before in dict.fromkeys(called):
            together, found = self.text(before + text)
            if found and together.startswith(before):
                return together[len(before) :], found
        return text, []


def _is_named(one: Stating) -> bool:
    """Whether its subject or predicate suggests a secret."""
    return any(_NAMES_A_SECRET.search(text) is not None for text in (one.predicate, one.subject))


def are_harmless(facts: Sequence[Stating]) -> list[bool]:
    """For each statement, whether `Redactor.fact` would find nothing; one that must be searched is not harmless."""
    texts = [_joined(one) for one in facts]
    clean = [False] * len(facts)
    waiting = [(0, len(facts))]
    while waiting:
        begin, end = waiting.pop()
        if not may_hold_secrets("\n".join(texts[begin:end])):
            clean[begin:end] = [True] * (end - begin)
        elif end - begin > 1:
            middle = (begin + end) // 2
            waiting += [(begin, middle), (middle, end)]
    if may_name_a_secret("\n".join([f"{one.predicate}\n{one.subject}" for one in facts])):
        return [one and not _is_named(stated) for one, stated in zip(clean, facts, strict=True)]
    return clean


def merged(*several: list[Redacted]) -> list[Redacted]:
    """The counts of several texts as one list."""
    total: dict[str, int] = {}
    for counts in several:
        for entry in counts:
            total[entry["kind"]] = total.get(entry["kind"], 0) + entry["count"]
    return [{"kind": kind, "count": count} for kind, count in sorted(total.items())]


# --- of parameters --------------------------------------------------------------------------------------------

Redaction = Callable[[Redactor, Any], tuple[Any, list[Redacted]]]
"""Parameters without secrets, and what was replaced; the same object when there was nothing."""
_Clean = Callable[[Redactor, Any, str], tuple[Any, list[Redacted]]]
"""The same of one value; the text is its place in the parameters, for errors."""
_MANY = 4
_ONE_LOOK = 1 << 20
"""Characters that are searched at once; other threads wait meanwhile."""


@functools.cache
def redaction_of(params: type[msgspec.Struct]) -> Redaction | None:
    """How to redact parameters of that type; None when no field can hold a secret."""
    clean = _of_struct(inspect.type_info(params))
    if clean is None:
        return None

    def redaction(redactor: Redactor, value: Any) -> tuple[Any, list[Redacted]]:
        return clean(redactor, value, "")

    return redaction


def _of(info: inspect.Type, policy: str = "replace") -> _Clean | None:
    if isinstance(info, inspect.Metadata):
        return _of(info.type, (info.extra or {}).get("secrets", policy))
    if isinstance(info, inspect.UnionType):
        found = [clean for one in info.types if (clean := _of(one, policy)) is not None]
        return _unless_none(found[0]) if found else None
    if isinstance(info, inspect.StrType):
        return _STRINGS[policy]
    if isinstance(info, inspect.StructType):
        return _of_struct(info)
    if isinstance(info, inspect.ListType):
        each = _of(info.item_type, policy)
        return None if each is None else _of_list(each)
    return _within if isinstance(info, (inspect.DictType, inspect.AnyType)) and policy == "replace" else None


def _of_struct(info: inspect.Type) -> _Clean | None:
    assert isinstance(info, inspect.StructType)
    fields = [(field.name, field.encode_name, _of(field.type)) for field in info.fields]
    cleaned = [(name, shown, clean) for name, shown, clean in fields if clean is not None]
    if not cleaned:
        return None

    def clean_struct(redactor: Redactor, value: Any, where: str) -> tuple[Any, list[Redacted]]:
        changed: dict[str, Any] = {}
        counts: list[list[Redacted]] = []
        for name, shown, clean in cleaned:
            before = getattr(value, name)
            after, found = clean(redactor, before, f"{where}{shown}")
            if after is not before:
                changed[name] = after
            if found:
                counts.append(found)
        return (msgspec.structs.replace(value, **changed) if changed else value), merged(*counts)

    return clean_struct


def _of_list(each: _Clean) -> _Clean:
    def clean_list(redactor: Redactor, values: list[Any], where: str) -> tuple[Any, list[Redacted]]:
        if len(values) >= _MANY and _is_clean(values):
            return values, []
        cleaned = []
        for place, value in enumerate(values):
            give_way()
            cleaned.append(each(redactor, value, f"{where}[{place}]."))
        if all(after is before for (after, _), before in zip(cleaned, values, strict=True)):
            return values, []
        return [after for after, _ in cleaned], merged(*(found for _, found in cleaned))

    return clean_list


def _is_clean(values: Iterable[Any]) -> bool:
    """Whether one search over many values shows that none of them holds a secret."""
    texts = list(_texts(values))
    return sum(map(len, texts)) <= _ONE_LOOK and not may_hold_secrets("\n".join(texts))


def _texts(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, msgspec.Struct):
        for name in value.__struct_fields__:
            yield from _texts(getattr(value, name))
    elif isinstance(value, list):
        for one in value:
            yield from _texts(one)
    elif isinstance(value, dict):
        # A name may show that its value is a secret: `within` checks both.
        yield "password: x-1234567890"


def _unless_none(clean: _Clean) -> _Clean:
    return lambda redactor, value, where: (None, []) if value is None else clean(redactor, value, where)


def _replace(redactor: Redactor, text: str, _where: str) -> tuple[str, list[Redacted]]:
    clean, found = redactor.text(text)
    return (clean if found else text), found


def _within(redactor: Redactor, value: Any, _where: str) -> tuple[Any, list[Redacted]]:
    clean, found = redactor.within(value)
    return (clean if found else value), found


def _refuse(_redactor: Redactor, name: str, where: str) -> tuple[str, list[Redacted]]:
    refuse_secret(where, name)
    return name, []


def _hash(_redactor: Redactor, given: str, _where: str) -> tuple[str, list[Redacted]]:
    """The id, or if it holds a secret a hash of it."""
    if not redact(given)[1]:
        return given, []
    return f"id-{blake2b(given.encode('utf-8', 'surrogatepass'), digest_size=16).hexdigest()}", []


_STRINGS: dict[str, _Clean | None] = {"keep": None, "replace": _replace, "refuse": _refuse, "hash": _hash}


def refuse_secret(param: str, name: str | None) -> None:
    """Raise InvalidParams when a name holds a secret: replacing it could make two names the same."""
    found = redact(name)[1] if name is not None else []
    if found:
        kind = found[0][0].replace("_", " ")
        article = "an" if kind.startswith("a") else "a"
        raise InvalidParams(f"`{param}` holds {article} {kind}; give a name without it", param=param)
