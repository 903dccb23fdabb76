"""What nobody reads word for word: logs, program output, encoded data and code, told in a line. Pure.

Lines that are alike but for their numbers and names are one line with its count; what is data says what it was. The
work is linear in the length of the text.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from memoryd.patterns import pattern as lazy_pattern

SHOWN = 160
"""Characters that are shown of a line that stands for others."""
_FEWEST_ALIKE = 3
_LONG_LINE = 2000
"""Characters of a line that is judged as data when it has few spaces."""
_MOST_KINDS = 40
"""Kinds of lines of one message that are told apart; the rest is counted."""
_MOST_SPEECH = 20_000
"""Characters of one message that are read as speech."""
_FEWEST_SPACES = 0.08
_STOPS, _WORDS_A_STOP = "。！？，、；", 3
_OUTPUT_LINES = 12
"""Lines of a program's output that are told when they are all different, half of them from the end."""

_VARIES = lazy_pattern(
    r"0x[0-9a-fA-F]+|\b[0-9a-fA-F]{8,}(?:-[0-9a-fA-F]{4,})*\b|\b\w*\d[\w.:,/+-]*|\"[^\"]{0,200}\"|'[^']{0,200}'|\S*/\S+"
)
_BASE64 = lazy_pattern(r"[A-Za-z0-9+/=_-]{200,}")
_LOGGED = lazy_pattern(
    r"\s*(?:\[?\d{4}-\d\d-\d\d[T ]\d\d:|\d\d:\d\d:\d\d|\[?(?:ERROR|WARN(?:ING)?|INFO|DEBUG|TRACE|FATAL)\b"
    r"|(?:File|at) \S+.*\d|\w{3} +\d{1,2} \d\d:\d\d:\d\d )"
)
_CODE = lazy_pattern(
    r"\s*(?:def |class |import |from \S+ import|return\b|const |let |var |function\b|fn |func |public |private "
    r"|#include|package |if ?\(|for ?\(|while ?\(|}|\{|</?\w+|SELECT |INSERT |UPDATE |@\w+|//|#!|self\."
    r"|\w+\(.*\)[;:]?$)|.*[;{}]\s*$"
)
_FENCE = lazy_pattern(r"\s*(?:```|~~~)\s*(\w*)")


class Part(NamedTuple):
    """A piece of a message: speech, or what stands for lines that nobody reads."""

    text: str
    is_folded: bool


def folded(text: str, *, is_output: bool = False) -> list[Part]:
    """The message in pieces, in their order; `is_output`: a program wrote all of it."""
    if len(text) <= SHOWN and "\n" not in text:
        return [Part(text, False)] if text.strip() else []
    found: list[Part] = []
    block: list[str] = []
    spoken = 0
    for raw, kind in _kinds(text.split("\n"), is_output=is_output):
        if kind == "speech":
            found += _told(block)
            block = []
            if spoken <= _MOST_SPEECH and raw.strip():
                found.append(Part(raw, False))
            spoken += len(raw)
        elif kind == "code":
            found += _told(block)
            block = []
            found.append(Part(raw, True))
        else:
            block.append(raw)
    found += _told(block)
    if spoken > _MOST_SPEECH:
        found.append(Part(f"… {spoken - _MOST_SPEECH:,} more characters of the same message", True))
    return found


def _kinds(lines: list[str], *, is_output: bool) -> Iterator[tuple[str, str]]:
    """Each line with what it is; of code, one line that tells of all of it."""
    code: list[str] = []
    language: str | None = None
    for raw in lines:
        fence = _FENCE.match(raw)
        if fence is not None and (language is not None or code == []):
            if language is None:
                language = fence[1]
            else:
                yield _of_code(code, language), "code"
                code, language = [], None
        elif language is not None:
            code.append(raw)
        elif len(raw) >= _LONG_LINE and _breaks(raw) < _FEWEST_SPACES * len(raw):
            yield _of_data(raw), "code"
        elif is_output or _LOGGED.match(raw[:200]) or _CODE.fullmatch(raw[:200]):
            yield raw, "output"
        else:
            yield raw, "speech"
    if code:
        yield _of_code(code, language or ""), "code"


def _breaks(line: str) -> int:
    """Its spaces; where words have none between them, the stops, of which each ends several words."""
    return line.count(" ") + _WORDS_A_STOP * sum(map(line.count, _STOPS))


def _of_code(lines: list[str], language: str) -> str:
    first = next((line.strip() for line in lines if line.strip()), "")[:SHOWN]
    return f"[{language or 'code'}, {len(lines)} line{'s' * (len(lines) != 1)}: {first}]"


def _of_data(line: str) -> str:
    """What a long line without words is."""
    head = line.lstrip()[:SHOWN]
    kind = "JSON" if head[:1] in "{[" else "base64" if _BASE64.match(head.ljust(200, "A")) else "one line of data"
    return f"[{kind}, {len(line):,} characters: {head[:80]} …]"


def _told(block: list[str]) -> Iterable[Part]:
    """Lines of output: those that are alike as one, with their count."""
    kinds: dict[str, list[str]] = {}
    others = 0
    for raw in block:
        line = raw.strip()
        if not line:
            continue
        template = _VARIES.sub("#", line[:400])
        if template in kinds:
            kinds[template].append(line[: 2 * SHOWN])
        elif len(kinds) < _MOST_KINDS:
            kinds[template] = [line[: 2 * SHOWN]]
        else:
            others += 1
    shown = [_alike(lines) for lines in kinds.values()]
    if len(shown) > _OUTPUT_LINES:
        # Of output that does not repeat itself, the beginning and the end tell most.
        half = _OUTPUT_LINES // 2
        counted = [one for one in shown[half:-half] if one.startswith(_COUNTED)]
        others += len(shown) - 2 * half - len(counted)
        shown = [*shown[:half], *counted, *shown[-half:]]
    if others:
        shown.append(f"… {others:,} other lines of output")
    return (Part(one, True) for one in shown)


_COUNTED = tuple("123456789")


def _alike(lines: list[str]) -> str:
    first = lines[0] if len(lines[0]) <= SHOWN else lines[0][:SHOWN] + " …"
    return first if len(lines) < _FEWEST_ALIKE else f"{len(lines):,} similar lines: {first}"
