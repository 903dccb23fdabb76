"""What a user's message asks of the memory (000 §Manual Tag Triggers, rule 16). Pure."""

from __future__ import annotations

import re
from typing import Literal

import msgspec

from memoryd.patterns import pattern as lazy_pattern

Verb = Literal["pin", "promote", "forget", "forget keyword", "restore", "memory_health", "remember", "discard"]

_BRACKETS = lazy_pattern(r"\[\[(?P<said>[^\[\]]*+)\]\](?P<after>\s++and\s++pin\b)?", re.IGNORECASE)
_ORDER = lazy_pattern(
    r"(?:(?P<health>memory_health)$|(?P<verb>forget keyword|pin|promote|forget|restore(?P<early>\s++and\s++pin)?):)",
    re.IGNORECASE,
)
_AND_PIN = lazy_pattern(r"(?<!\s)\s++and\s++pin$", re.IGNORECASE)
_PLEASE = r"\s*+(?:please[,:]?\s++)?"
_REMEMBER = lazy_pattern(
    _PLEASE + r"(?P<phrase>remember this|don['’]?t forget|do not forget|(?:always )?keep in mind)"
    r"(?P<that>\s+this)?\s*(?:[:,–—]|-\s|\n)\s*(?P<text>\S.*)?$",
    re.IGNORECASE | re.DOTALL,
)
_REMEMBER_LAST = lazy_pattern(
    _PLEASE + r"(?P<phrase>remember this|don['’]?t forget(?: this)?|do not forget(?: this)?)\s*+[.!]*+\s*+$",
    re.IGNORECASE,
)
_DISCARD = lazy_pattern(_PLEASE + r"(?P<phrase>forget about|delete)\s++(?P<what>.+)", re.IGNORECASE | re.DOTALL)
_CODE = lazy_pattern(r"```.*?(?:```|$)|`[^`\n]*`", re.DOTALL)


class Directive(msgspec.Struct, frozen=True):
    """One request. `text` as it was written; `target`: a key, a word or a text; "" means the previous message."""

    verb: Verb
    text: str
    target: str = ""
    pin: bool = False


def directives_in(message: str) -> list[Directive]:
    """What the message asks, in order. Brackets count anywhere outside code, plain speech only at the beginning."""
    brackets = _BRACKETS.finditer(_CODE.sub(lambda m: " " * len(m[0]), message))
    return [one for match in brackets if (one := _bracketed(match)) is not None] or _spoken(message)


def _bracketed(match: re.Match[str]) -> Directive | None:
    said, text = match["said"].strip(), match[0][: match[0].index("]]") + 2]
    order = _ORDER.match(said)
    if order is None:
        return None
    if order["health"]:
        return Directive("memory_health", match[0].strip())
    verb, target = order["verb"].split()[0].lower(), said[order.end() :].strip()
    if order["verb"].lower() == "forget keyword":
        verb, text = "forget keyword", match[0].strip()
    inner = _AND_PIN.search(target) if verb in ("pin", "promote", "forget", "restore") else None
    target = target[: inner.start()] if inner else target
    pin = verb == "restore" and bool(order["early"] or inner or match["after"])
    if "\n" in target or match["said"].endswith(":"):
        return None
    return Directive(verb, match[0].strip() if verb == "restore" else text, target, pin)  # type: ignore[arg-type]


def _spoken(message: str) -> list[Directive]:
    last = _REMEMBER_LAST.match(message)
    if last:
        return [Directive("remember", last["phrase"].lower())]
    remember = _REMEMBER.match(message)
    if remember:
        return [Directive("remember", remember["phrase"].lower(), (remember["text"] or "").strip())]
    discard = _DISCARD.match(message)
    if discard:
        what = discard["what"].rstrip().rstrip(".!").rstrip() or discard["what"][0]
        return [Directive("discard", discard["phrase"].lower() + " " + what[:200], what)]
    return []
