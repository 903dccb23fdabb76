"""What a user's message asks of the memory (000 §Manual Tag Triggers, rule 16). Pure."""

from __future__ import annotations

import re
from typing import Literal

import msgspec

from memoryd.patterns import pattern as lazy_pattern

Verb = Literal["pin", "promote", "forget", "forget keyword", "restore", "memory_health", "remember", "discard"]

_BRACKETS = lazy_pattern(
    r"\[\[\s*(?:(?P<health>memory_health)|forget keyword:\s*(?P<word>[^\[\]\n]+?)"
    r"|(?P<verb>pin|promote|forget|restore(?P<early>\s+and\s+pin)?):\s*(?P<target>[^\[\]\n]+?)(?P<inner>\s+and\s+pin)?)\s*\]\]"
    r"(?P<after>\s+and\s+pin\b)?",
    re.IGNORECASE,
)
_PLEASE = r"\s*(?:please[,:]?\s+)?"
_REMEMBER = lazy_pattern(
    _PLEASE + r"(?P<phrase>remember this|don['’]?t forget|do not forget|(?:always )?keep in mind)"
    r"(?P<that>\s+this)?\s*(?:[:,–—]|-\s|\n)\s*(?P<text>\S.*)?$",
    re.IGNORECASE | re.DOTALL,
)
_REMEMBER_LAST = lazy_pattern(
    _PLEASE + r"(?P<phrase>remember this|don['’]?t forget(?: this)?|do not forget(?: this)?)\s*[.!]*\s*$", re.IGNORECASE
)
_DISCARD = lazy_pattern(
    _PLEASE + r"(?P<phrase>forget about|delete)\s+(?P<what>\S.*?)\s*[.!]*\s*$", re.IGNORECASE | re.DOTALL
)
_CODE = lazy_pattern(r"```.*?(?:```|$)|`[^`\n]*`", re.DOTALL)


class Directive(msgspec.Struct, frozen=True):
    """One request. `text` as it was written; `target`: a key, a word or a text; "" means the previous message."""

    verb: Verb
    text: str
    target: str = ""
    pin: bool = False


def directives_in(message: str) -> list[Directive]:
    """What the message asks, in order. Brackets count anywhere outside code, plain speech only at the beginning."""
    found = [_bracketed(match) for match in _BRACKETS.finditer(_CODE.sub(lambda m: " " * len(m[0]), message))]
    return found or _spoken(message)


def _bracketed(match: re.Match[str]) -> Directive:
    text = match[0].strip()
    if match["health"]:
        return Directive("memory_health", text)
    if match["word"]:
        return Directive("forget keyword", text, match["word"].strip())
    verb = match["verb"].split()[0].lower()
    pin = verb == "restore" and bool(match["early"] or match["inner"] or match["after"])
    if verb != "restore":
        text = text[: text.index("]]") + 2]
    return Directive(verb, text, match["target"].strip(), pin)  # type: ignore[arg-type]


def _spoken(message: str) -> list[Directive]:
    last = _REMEMBER_LAST.match(message)
    if last:
        return [Directive("remember", last["phrase"].lower())]
    remember = _REMEMBER.match(message)
    if remember:
        return [Directive("remember", remember["phrase"].lower(), (remember["text"] or "").strip())]
    discard = _DISCARD.match(message)
    if discard:
        return [Directive("discard", discard["phrase"].lower() + " " + discard["what"][:200], discard["what"])]
    return []
