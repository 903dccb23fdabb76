"""Secrets in facts, in plain data and in names; also where a name tells that what it names is one (rule 22)."""

from __future__ import annotations

import re
from collections.abc import Sequence
from hashlib import blake2b
from typing import Any

from memoryd.errors import InvalidParams
from memoryd.requests.memory import Memory, Redacted
from memoryd.secrets import may_hold_secrets, redact

_NAMES_A_SECRET = re.compile(r"pass|secret|token|key|credential|pin\b|pwd", re.IGNORECASE)


Parts = tuple[str, str, str, str]
"""subject, predicate, object, source"""


def redact_fact(memory: Memory, parts: Parts) -> tuple[Parts, list[Redacted]]:
    """(subject, predicate, object, source) without secrets, and what was replaced."""
    named = _NAMES_A_SECRET.search(parts[1]) is not None
    # Most facts hold none: one look at all four texts tells.
    if not named and not redact("\n".join(parts))[1]:
        return parts, []
    (subject, predicate, object_, source), found = memory.redact(*parts)
    if named and object_ == parts[2]:
        object_, assigned = _assigned(memory, predicate, object_)
        found = merged(found, assigned)
    return (subject, predicate, object_, source), found


def are_harmless(facts: Sequence[Parts]) -> list[bool]:
    """Of each fact, whether `redact_fact` would find nothing; one that it is to look at counts as not harmless."""
    named = {name for name in {parts[1] for parts in facts} if _NAMES_A_SECRET.search(name)}
    clean = [False] * len(facts)
    waiting = [(0, len(facts))]
    while waiting:
        begin, end = waiting.pop()
        if not may_hold_secrets("\n".join(["\n".join(parts) for parts in facts[begin:end]])):
            clean[begin:end] = [True] * (end - begin)
        elif end - begin > 1:
            middle = (begin + end) // 2
            waiting += [(begin, middle), (middle, end)]
    return [one and parts[1] not in named for one, parts in zip(clean, facts, strict=True)]


def _assigned(memory: Memory, name: str, text: str) -> tuple[str, list[Redacted]]:
    """What is said to be called so: `api_key` of `abc` is a secret where `abc` alone is none."""
    words = name.replace("_", " ").split()
    for called in dict.fromkeys(("_".join(words), words[-1])):
        (together,), found = memory.redact(f"{called}: {text}")
        if found:
            return together.partition(": ")[2], found
    return text, []


def redact_within(memory: Memory, value: Any) -> tuple[Any, list[Redacted]]:
    """Plain data without secrets in any of its texts, names among them, and what was replaced."""
    counts: list[list[Redacted]] = []

    def clean(one: Any) -> Any:
        if isinstance(one, str):
            (text,), found = memory.redact(one)
            counts.append(found)
            return text
        if isinstance(one, dict):
            return {clean(name): entry(name, of_name) for name, of_name in one.items()}
        return [clean(each) for each in one] if isinstance(one, list) else one

    def entry(name: Any, of_name: Any) -> Any:
        found = clean(of_name)
        if isinstance(name, str) and isinstance(found, str) and found == of_name and _NAMES_A_SECRET.search(name):
            found, assigned = _assigned(memory, name, found)
            counts.append(assigned)
        return found

    return clean(value), merged(*counts)


def merged(*several: list[Redacted]) -> list[Redacted]:
    """Counts of several texts as one list."""
    total: dict[str, int] = {}
    for counts in several:
        for entry in counts:
            total[entry["kind"]] = total.get(entry["kind"], 0) + entry["count"]
    return [{"kind": kind, "count": count} for kind, count in sorted(total.items())]


def refuse_secret(param: str, name: str | None) -> None:
    """Raise InvalidParams when a name holds a secret: replaced, names that differ would become one."""
    found = redact(name)[1] if name is not None else []
    if found:
        raise InvalidParams(f"`{param}` holds a {found[0][0].replace('_', ' ')}; give a name without it", param=param)


def id_without_secret(given: str | None) -> str | None:
    """The id, or when it holds a secret another one that is always the same for it."""
    if given is None or not redact(given)[1]:
        return given
    return f"id-{blake2b(given.encode('utf-8', 'surrogatepass'), digest_size=16).hexdigest()}"
