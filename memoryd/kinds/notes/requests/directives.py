"""What a user's message asks of the memory (000 §Manual Tag Triggers, rule 16). Pure."""

from __future__ import annotations

import re
from typing import Literal

import msgspec

from memoryd.kinds.notes.requests.spoken import spoken_in
from memoryd.patterns import pattern as lazy_pattern

Verb = Literal["pin", "promote", "forget", "forget keyword", "restore", "memory_health", "remember", "discard"]

_BRACKETS = lazy_pattern(
    r"(?P<before>\brestore\s++and\s++pin\b:?\s*+)?(?P<tag>\[\[(?P<said>[^\[\]]*+)\]\](?P<after>\s++and\s++pin\b)?)",
    re.IGNORECASE,
)
_ORDER = lazy_pattern(
    r"(?:(?P<health>memory_health)$|(?P<verb>forget keyword|pin|promote|forget|restore(?P<early>\s++and\s++pin)?):)",
    re.IGNORECASE,
)
_AND_PIN = lazy_pattern(r"(?<!\s)\s++and\s++pin$", re.IGNORECASE)
_FENCES = lazy_pattern(r"```.*?(?:```|$)", re.DOTALL)
_CODE = lazy_pattern(r"```.*?(?:```|$)|`[^`\n]*`", re.DOTALL)


class Directive(msgspec.Struct, frozen=True):
    """One request. `text` as it was written; `target`: a key, a word or a text; "" means the previous message."""

    verb: Verb
    text: str
    target: str = ""
    pin: bool = False
    exact: bool = False
    """Only a memory that is called so is meant."""


def directives_in(message: str) -> list[Directive]:
    """What the message asks, in order. Both count anywhere outside code."""
    brackets = []
    if "[[" in message:  # a pattern takes milliseconds for a long message, in which nobody else has the interpreter
        without_code = _blanked(_CODE, message)
        brackets = [one for match in _BRACKETS.finditer(without_code) if (one := _bracketed(match)) is not None]
    return brackets or _spoken(_blanked(_FENCES, message))


def _blanked(code: re.Pattern[str], message: str) -> str:
    return code.sub(lambda match: " " * len(match[0]), message) if "`" in message else message


def _bracketed(match: re.Match[str]) -> Directive | None:
    said, text = match["said"].strip(), f"[[{match['said']}]]"
    order = _ORDER.match(said)
    if order is None:
        return None
    if order["health"]:
        return Directive("memory_health", match["tag"])
    verb, target = order["verb"].split()[0].lower(), said[order.end() :].strip()
    if order["verb"].lower() == "forget keyword":
        verb, text = "forget keyword", match["tag"]
    inner = _AND_PIN.search(target) if verb in ("pin", "promote", "forget", "restore") else None
    target = target[: inner.start()] if inner else target
    pin = verb == "restore" and bool(match["before"] or order["early"] or inner or match["after"])
    if "\n" in target or match["said"].endswith(":"):
        return None
    return Directive(verb, match[0].strip() if verb == "restore" else text, target, pin)  # type: ignore[arg-type]


def _spoken(without_code: str) -> list[Directive]:
    found = []
    for one in spoken_in(without_code):
        text = f"{one.phrase} {one.about[:200]}" if one.verb == "discard" else one.phrase
        found.append(Directive(one.verb, text, one.about, exact=one.exact))
    return found
