"""Whether a text of a tool or a web page gives instructions to whoever reads it as an agent (rule 27). Pure.

No single word decides; a clear command to drop earlier instructions does. Signals of several families (such commands,
words addressed to a model, markers of roles, secrecy, memory, what is to be sent where) are found by RE2, so in linear
time; a quoted example in a text about attacks counts nothing. A passage is judged by them and by all else that stands
in it and around it (`instruction_passages`), together with what the window around it says as a whole
(`instruction_windows`). What is hidden is read as well: look-alike letters are folded, invisible ones left out, encoded
passages decoded.
"""

from __future__ import annotations

import functools
import re
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

import re2

from memoryd.text.disguises import decoded, has_hidden_text, plain
from memoryd.text.instruction_forms import ABOUT_ATTACKS, CONCEALED, FORMS
from memoryd.text.instruction_passages import passages, sums
from memoryd.text.instruction_window_weights import ENOUGH, SCALE
from memoryd.text.instruction_windows import strongest, table
from memoryd.text.instruction_windows import sums as sums_of_windows

PIECE, OVERLAP = 16_384, 1_024
"""Characters that are judged at once, and those that the next piece has, too."""
_ABOUT = 320
"""Bytes around a quotation in which it may say that it is about attacks."""
_QUOTES = frozenset(b"\"'`")
_CONCEALED = 0.6
"""What hiding a signal from a human reader adds to it."""


_OVERRIDE = "S:override!"
"""A passage with a clear command to drop earlier instructions."""

_letter = re.compile(rb"[^\W_]")


class Signal(NamedTuple):
    """A match of one form; places in bytes of the plain text."""

    start: int
    end: int
    family: str
    weight: float
    form: str
    """Its name; none for what only hides others."""


class _Language(NamedTuple):
    seen: Any
    forms: tuple[tuple[str, str, float, Any], ...]


class _Compiled(NamedTuple):
    about: Any
    concealed: Any
    languages: tuple[_Language, ...]


_CLASS = re.compile(r"\[(\w*[^\x00-\x7f]\w*)\]")


def _expression(pattern: str) -> Any:
    """Compiled to match byte by byte."""
    options = re2.Options()
    options.log_errors = False
    options.encoding = re2.Options.Encoding.LATIN1
    written_out = _CLASS.sub(lambda match: f"(?:{'|'.join(match[1])})", pattern)
    return re2.compile(written_out.encode(), options)


@functools.cache
def _compiled() -> _Compiled:
    languages = tuple(
        _Language(
            None if seen is None else re2.compile(seen),
            tuple((form.name, form.family, form.weight, _expression(form.pattern)) for form in forms),
        )
        for seen, forms in FORMS
    )
    return _Compiled(_expression(ABOUT_ATTACKS), _expression(CONCEALED), languages)


def instructs(text: str) -> bool:
    """Whether the text tries to instruct the agent that reads it, in the open, hidden or encoded."""
    # In pieces: an expression keeps the interpreter for as long as it looks through one.
    return any(_instructs(text[begin : begin + PIECE + OVERLAP]) for begin in range(0, len(text), PIECE))


def _instructs(text: str) -> bool:
    if has_hidden_text(text):
        return True
    return any(_judged(data) for data in _read(text))


def _judged(data: bytes) -> bool:
    starts, found = _passages(data)
    # Writers of hard texts quote these words; said outside of a quotation about attacks they are what they are.
    if any(_OVERRIDE in one for one in found):
        return True
    return strongest(sums_of_windows(data, table(), SCALE), starts, sums(found)) >= ENOUGH


def passages_of(text: str) -> list[set[str]]:
    """What stands in each passage of a text and of what is encoded in it: the parts of `instruction_passages`' sums."""
    return [one for _, _, found in passages_read(text) for one in found]


def passages_read(text: str) -> list[tuple[bytes, list[int], list[set[str]]]]:
    """What a text says, plainly and encoded; where each passage of it begins, in bytes, and what stands in it."""
    return [(data, *_passages(data)) for data in _read(text)]


def _read(text: str) -> Iterator[bytes]:
    """The text as `plain` gives it, then what is encoded in it."""
    readable = plain(text)
    yield readable.encode("utf-8", "replace")
    for one in decoded(text, readable):
        yield plain(one).encode("utf-8", "replace")


def _passages(data: bytes) -> tuple[list[int], list[set[str]]]:
    about = _compiled().about
    tells = about.search(data) is not None
    return passages(
        data,
        [(one.start, one.family, one.weight, one.form) for one in _signals(data)],
        lambda at: tells and _is_quoted(data, at, at, about),
    )


def _signals(data: bytes) -> list[Signal]:
    about, concealed, languages = _compiled()
    found = [
        Signal(match.start(), match.end(), family, weight, name)
        for seen, forms in languages
        if seen is None or seen.search(data) is not None
        for name, family, weight, expression in forms
        for match in expression.finditer(data)
    ]
    if not found:
        return []
    found.sort()
    if about.search(data) is not None:
        found = [one for one in found if not _is_example(data, one, about)]
    return [*found, *_hidden(data, found, concealed)]


def _is_example(data: bytes, one: Signal, about: Any) -> bool:
    """Whether it stands in quotes where the text is about attacks."""
    first = _letter.search(data, one.start)
    return _is_quoted(data, first.start() if first else one.start + 1, one.end, about)


def _is_quoted(data: bytes, start: int, end: int, about: Any) -> bool:
    line = data[max(0, start - 120) : start]
    # Behind the last quote of an odd number of them a quotation is open.
    last = max(line.rfind(bytes((quote,))) for quote in _QUOTES)
    quoted = last >= 0 and line.count(line[last : last + 1]) % 2 == 1
    return quoted and about.search(data, max(0, start - _ABOUT), end + _ABOUT) is not None


def _hidden(data: bytes, found: Sequence[Signal], concealed: Any) -> Iterator[Signal]:
    """A signal where a human reader sees nothing weighs more."""
    starts = [one.start for one in found]
    for match in concealed.finditer(data):
        begin, end = match.span()
        at = bisect_left(starts, begin)
        if at < len(starts) and starts[at] < end:
            yield Signal(starts[at], end, "concealed", _CONCEALED, "")
