"""Secrets in facts: in each part, and where the predicate names one and the object is it (rule 22)."""

from __future__ import annotations

import re

from memoryd.api.memory import Memory, Redacted
from memoryd.secrets import redact

_NAMES_A_SECRET = re.compile(r"pass|secret|token|key|credential|pin\b|pwd", re.IGNORECASE)


def redact_fact(memory: Memory, parts: tuple[str, str, str, str]) -> tuple[tuple[str, str, str, str], list[Redacted]]:
    """(subject, predicate, object, source) without secrets, and what was replaced."""
    named = _NAMES_A_SECRET.search(parts[1]) is not None
    # Most facts hold none: one look at all four texts tells.
    if not named and not redact("\n".join(parts))[1]:
        return parts, []
    (subject, predicate, object_, source), found = memory.redact(*parts)
    if named and object_ == parts[2]:
        (together,), assigned = memory.redact(f"{predicate.replace('_', ' ').split()[-1]}: {object_}")
        if assigned:
            object_ = together.partition(": ")[2]
            found = merged(found, assigned)
    return (subject, predicate, object_, source), found


def merged(*several: list[Redacted]) -> list[Redacted]:
    """Counts of several texts as one list."""
    total: dict[str, int] = {}
    for counts in several:
        for entry in counts:
            total[entry["kind"]] = total.get(entry["kind"], 0) + entry["count"]
    return [{"kind": kind, "count": count} for kind, count in sorted(total.items())]
