"""Whether a text of a tool or a web page gives instructions to whoever reads it as an agent (rule 27). Pure.

All that stands in a window of the text adds up (`instruction_model`), and what adds up to much gets a second look
(`instruction_look`). Alone, only a clear command to drop earlier instructions decides, outside of quotes: those who
wrote what the weights were fitted to hardly ever said it plainly.
What is hidden is read as well: look-alike letters are folded, invisible ones left out, encoded passages decoded.
"""

from __future__ import annotations

import functools
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

import re2

from memoryd.text.disguises import decoded, has_hidden_text, plain
from memoryd.text.instruction_look import LEAST, Looked, look
from memoryd.text.instruction_model import bounds, contributions
from memoryd.text.reading import Reader

PIECE, OVERLAP = 16_384, 1_024
"""Characters that are judged at once, and those that the next piece has, too: a text of any length takes the memory and
the interpreter for no longer than a piece of it."""
GRAY = -0.3
"""The sum from which a window is worth a reader's time: of poisoned texts of neutral writers two in a hundred have none
with as much, and of ordinary ones one in eight has one."""
MOST_READ = 32
"""Windows of a text that are read, those of which the networks say most: they take no longer than .5 to 1 s."""
READ, READ_ENOUGH = 1.0, 4.0
"""What a reader's logit counts beside that of the networks, and how much both together must be. Of voices that neither
had seen 9 of a hundred poisoned texts are found so that the sums do not find, and of ordinary ones three in a
thousand."""
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


class Judgement(NamedTuple):
    """What the sums say of a text."""

    instructs: bool
    doubtful: tuple[Looked, ...] = ()
    """The windows in which a reader may find instructions all the same; what the sums find stays found."""


def judgement(text: str) -> Judgement:
    """Whether the text tries to instruct the agent that reads it, in the open, hidden or encoded."""
    doubtful: list[Looked] = []
    enough = bounds().enough
    for begin in range(0, len(text), PIECE):
        piece = text[begin : begin + PIECE + OVERLAP]
        if has_hidden_text(piece):
            return Judgement(True)
        for one in said_by(piece):
            looked = look(one, contributions(one), GRAY, MOST_READ)
            if _overrides(one) or any(window.sum >= LEAST and window.logit >= enough for window in looked):
                return Judgement(True)
            doubtful = sorted(doubtful + looked, key=lambda window: -window.logit)[:MOST_READ]
    return Judgement(False, tuple(doubtful))


def instructs(text: str, reader: Reader | None = None) -> bool:
    """Whether the text gives instructions by the sums, or by the sums and the reader together, if there is one."""
    first = judgement(text)
    return first.instructs or (reader is not None and reader.is_ready and is_found(first.doubtful, reader))


def is_found(doubtful: Sequence[Looked], reader: Reader) -> bool:
    """Whether the reader finds instructions in one of these windows."""
    if not doubtful:
        return False
    said = reader.read([one.text for one in doubtful])
    return any(one.logit + READ * logit >= READ_ENOUGH for one, logit in zip(doubtful, said, strict=True))


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
