"""Whether a text of a tool or a web page gives instructions to whoever reads it as an agent (rule 27). Pure.

All that stands in a window of the text adds up (`instruction_model`), and what adds up to much gets a second look
(`instruction_look`). Alone, only a clear command to drop earlier instructions decides, outside of quotes: those who
wrote what the weights were fitted to hardly ever said it plainly.
What is hidden is read as well: look-alike letters are folded, invisible ones left out, encoded passages decoded.
"""

from __future__ import annotations

import functools
from collections.abc import Iterator
from typing import Any

import re2

from memoryd.text.disguises import decoded, has_hidden_text, plain
from memoryd.text.instruction_look import look
from memoryd.text.instruction_model import contributions
from memoryd.text.instruction_weights import ENOUGH

PIECE, OVERLAP = 16_384, 1_024
"""Characters that are judged at once, and those that the next piece has, too: a text of any length takes the memory and
the interpreter for no longer than a piece of it."""
_OVERRIDE = (
    r"(?:^|[.!?:;>)\]}*#|/\n-]\s*|\b(?:please|now|and|then|first|just|must|should|bitte|dann|und) )"
    r"(?:(?:ignore|disregard|forget|override|discard) (?:\w+ ){0,3}?"
    r"(?:previous|prior|earlier|preceding|above|original|your|system) "
    r"(?:\w+ ){0,2}?(?:instructions?|prompts?|directives?|guidelines?|rules|orders)\b"
    r"|(?:ignoriere?(?:n sie)?|vergiss|vergessen sie|missachte(?:n sie)?) (?:\w+ ){0,2}?"
    r"(?:vorherigen?|bisherigen?|früheren?|obigen?|vorigen?|deine[nr]?) "
    r"(?:\w+ ){0,2}?(?:anweisung|instruktion|vorgabe|regel|systemprompt|prompt))"
)
_QUOTES = "\"'`"


def instructs(text: str) -> bool:
    """Whether the text tries to instruct the agent that reads it, in the open, hidden or encoded."""
    return any(_instructs(text[begin : begin + PIECE + OVERLAP]) for begin in range(0, len(text), PIECE))


def _instructs(text: str) -> bool:
    return has_hidden_text(text) or any(
        _overrides(one) or look(one, contributions(one)) >= ENOUGH for one in said_by(text)
    )


@functools.cache
def _override() -> Any:
    return re2.compile(_OVERRIDE)


def _overrides(text: str) -> bool:
    return any(not _is_quoted(text, match.start() + 1) for match in _override().finditer(text))


def _is_quoted(text: str, at: int) -> bool:
    """Whether a quotation is open there: behind an odd number of one sort of quotes on its line."""
    line = text[max(0, at - 200) : at].rpartition("\n")[2]
    return any(line.count(quote) % 2 == 1 for quote in _QUOTES)


def said_by(text: str) -> Iterator[str]:
    """The text as `plain` gives it, then what is encoded in it."""
    readable = plain(text)
    yield readable
    for one in decoded(text, readable):
        yield plain(one)
