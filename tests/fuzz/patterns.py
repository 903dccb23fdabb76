"""Every regular expression of the package, and strings that make each try as many ways to match as it can.

A pattern of `re` tries one way after the other; where two of its repeats can share the same letters, a text that fits
until its very end costs the square of its length, or more. The strings are made of what a pattern's own repeats match.
"""

from __future__ import annotations

import ast
import functools
import importlib
import inspect
import pkgutil
import random
import re
from collections.abc import Iterator
from re import _constants as codes  # type: ignore[attr-defined]  # the parser is the interpreter's own
from re import _parser as parser  # type: ignore[attr-defined]
from types import ModuleType
from typing import Any, NamedTuple

import memoryd
from memoryd.extraction.cues import Cue

_INLINE = frozenset(("findall", "finditer", "fullmatch", "match", "search", "split", "sub", "subn"))
_CALLS = re.compile(rf"\bre\.(?:{'|'.join(_INLINE)})\b")
_NEEDS_MORE = ("memoryd.client.", "memoryd.mcp.")
"""Adapters, which import what is not installed everywhere."""


class Found(NamedTuple):
    """One pattern, and where it stands."""

    where: str
    pattern: re.Pattern[Any]


@functools.cache  # to look through all modules takes seconds
def every_pattern() -> dict[tuple[Any, int], Found]:
    """By text and flags: those that modules hold, in tables too, and those that stand in a call."""
    found: dict[tuple[Any, int], Found] = {}
    for info in pkgutil.walk_packages(memoryd.__path__, "memoryd."):
        if info.name.endswith("__main__"):
            continue
        try:
            module = importlib.import_module(info.name)
        except ImportError:
            if info.name.startswith(_NEEDS_MORE):
                continue
            raise
        for where, pattern in patterns_of(module):
            found.setdefault((pattern.pattern, pattern.flags), Found(where, pattern))
    return found


def patterns_of(module: ModuleType) -> Iterator[Found]:
    """Those of one module."""
    for name, value in vars(module).items():
        if not name.startswith("__"):
            for pattern in _within(value, 0):
                yield Found(f"{module.__name__}.{name}", pattern)
    source = inspect.getsource(module)
    if not _CALLS.search(source):  # to take all modules to pieces takes seconds
        return
    for node in ast.walk(ast.parse(source)):
        match node:
            case ast.Call(func=ast.Attribute(value=ast.Name(id="re"), attr=attr), args=[written, *_]) if (
                attr in _INLINE
            ):
                try:
                    text = eval(compile(ast.Expression(written), "pattern", "eval"), dict(vars(module)))
                except NameError:
                    continue  # made of what a function is given
                if isinstance(text, str | bytes):
                    yield Found(f"{module.__name__}:{node.lineno}", re.compile(text))


def _within(value: Any, depth: int) -> Iterator[re.Pattern[Any]]:
    if isinstance(value, re.Pattern):
        yield value
    elif isinstance(value, Cue) and value.starts:  # it is matched where a clause begins, and searched for nowhere
        yield re.compile(rf"\A(?:{value.pattern.pattern})", value.pattern.flags)
    elif type(value).__module__ == "memoryd.patterns":
        yield re.compile(value.pattern, value.flags)
    elif depth < 6 and isinstance(value, dict):
        for one in (*value, *value.values()):
            yield from _within(one, depth + 1)
    elif depth < 6 and isinstance(value, tuple | list | frozenset | set):
        for one in value:
            yield from _within(one, depth + 1)
    elif depth < 6 and type(value).__module__.startswith("memoryd.") and not isinstance(value, type):
        kept = getattr(type(value), "__struct_fields__", None) or getattr(type(value), "__slots__", ())
        for name in (*kept, *getattr(value, "__dict__", ())):
            yield from _within(getattr(value, name, None), depth + 1)


# --- strings --------------------------------------------------------------------------------------------------

GENERIC = (
    "1",
    "a",
    "A",
    " ",
    "_",
    "-",
    ".",
    ":",
    "(",
    "[",
    "<!--",
    "a ",
    "A ",
    "1 ",
    "a1_",
    "Aa ",
    "a.b",
    "a, ",
    "\n",
    "ä ",
    "- ",
)
END = "§"
"""What fits nowhere, so that a match fails at the very end."""
_SAMPLES = "aA1 _-.,:!ä\t\n(/<"


def hostile(pattern: re.Pattern[Any], seed: int, tries: int) -> list[str]:
    """Pieces: each said again and again is what the pattern takes, or what one of its repeats does."""
    choose = random.Random(seed)
    written = pattern.pattern.decode("latin-1") if isinstance(pattern.pattern, bytes) else pattern.pattern
    tree = parser.parse(written, pattern.flags & ~re.DEBUG if isinstance(pattern.pattern, str) else re.ASCII)
    pieces: dict[str, None] = {}
    for _ in range(tries):
        _repeats(tree, "", choose, pieces)
        pieces[_sample(tree, choose)] = None
    return [piece for piece in pieces if piece]


def _repeats(tree: Any, before: str, choose: random.Random, found: dict[str, None]) -> None:
    """Of each repeat within: what it repeats, and that behind what leads to it (joined by NUL)."""
    for code, value in tree:
        match code:
            case codes.MAX_REPEAT | codes.MIN_REPEAT | codes.POSSESSIVE_REPEAT:
                _low, high, body = value
                if high == codes.MAXREPEAT or high >= 2:
                    piece = _sample(body, choose)
                    found[f"{before}\0{piece}"] = None
                    found[before + piece + " "] = None
                    found[f"{before}\0{piece}{_sample(body, choose)}"] = None
                _repeats(body, before, choose, found)
            case codes.SUBPATTERN:
                _repeats(value[-1], before, choose, found)
            case codes.ATOMIC_GROUP:
                _repeats(value, before, choose, found)
            case codes.BRANCH:
                for branch in choose.sample(value[1], min(4, len(value[1]))):
                    _repeats(branch, before, choose, found)
            case codes.ASSERT | codes.ASSERT_NOT:
                _repeats(value[1], before, choose, found)
        before += _sample([(code, value)], choose)


def _sample(tree: Any, choose: random.Random) -> str:
    """Something that it matches, looks around and ends apart."""
    return "".join(_one(code, value, choose) for code, value in tree)


def _one(code: Any, value: Any, choose: random.Random) -> str:
    match code:
        case codes.LITERAL:
            return chr(value)
        case codes.NOT_LITERAL:
            return choose.choice([char for char in _SAMPLES if ord(char) != value])
        case codes.ANY:
            return choose.choice(" a1A")
        case codes.IN:
            return _member(value, choose)
        case codes.BRANCH:
            return _sample(choose.choice(value[1]), choose)
        case codes.SUBPATTERN:
            return _sample(value[-1], choose)
        case codes.ATOMIC_GROUP:
            return _sample(value, choose)
        case codes.MAX_REPEAT | codes.MIN_REPEAT | codes.POSSESSIVE_REPEAT:
            low, high, body = value
            times = choose.randint(low, max(low, min(high, low + 2)))
            return "".join(_sample(body, choose) for _ in range(times))
    return ""


def _member(within: Any, choose: random.Random) -> str:
    """A letter of a class, rather one that other classes have, too."""
    members = _class(within)
    usual = [char for char in _SAMPLES if members(char)]
    named = [chr(value) for code, value in within if code is codes.LITERAL]
    ranges = [chr(choose.randint(*value)) for code, value in within if code is codes.RANGE]
    if within[0][0] is codes.NEGATE:
        return choose.choice(usual or ["§"])
    return choose.choice((usual * 2 + named[:20] + ranges) or ["a"])


def _class(within: Any) -> Any:
    """Whether a letter is of a class."""
    negated = within[0][0] is codes.NEGATE

    def has(char: str) -> bool:
        for code, value in within:
            if (code is codes.LITERAL and ord(char) == value) or (
                code is codes.RANGE and value[0] <= ord(char) <= value[1]
            ):
                return not negated
            if code is codes.CATEGORY and _CATEGORIES[value](char):
                return not negated
        return negated

    return has


def _is_word(char: str) -> bool:
    return char.isalnum() or char == "_"


_CATEGORIES = {
    codes.CATEGORY_DIGIT: str.isdigit,
    codes.CATEGORY_NOT_DIGIT: lambda char: not char.isdigit(),
    codes.CATEGORY_SPACE: str.isspace,
    codes.CATEGORY_NOT_SPACE: lambda char: not char.isspace(),
    codes.CATEGORY_WORD: _is_word,
    codes.CATEGORY_NOT_WORD: lambda char: not _is_word(char),
}


def text_of(piece: str, letters: int) -> str:
    """A text of so many letters: the piece again and again, behind what stands before its NUL, and END."""
    before, mark, again = piece.partition("\0")
    if not mark:
        before, again = "", piece
    room = max(letters - len(before) - len(END), 0)
    return before + (again * (room // max(len(again), 1) + 1))[:room] + END


def stated_twice(pattern: re.Pattern[Any]) -> list[str]:
    """Alternatives within a repeat of which an equal one stands beside: n of them are tried in 2^n ways."""
    written = pattern.pattern.decode("latin-1") if isinstance(pattern.pattern, bytes) else pattern.pattern
    tree = parser.parse(written, pattern.flags & ~re.DEBUG if isinstance(pattern.pattern, str) else re.ASCII)
    return list(_twice(tree, is_repeated=False))


def _twice(value: Any, *, is_repeated: bool) -> Iterator[str]:
    match value:
        case (codes.MAX_REPEAT | codes.MIN_REPEAT, (_, high, body)):
            yield from _twice(body, is_repeated=is_repeated or high > 1)
        case (codes.BRANCH, (_, ways)):
            known = [repr(way) for way in ways]
            yield from (one for one in dict.fromkeys(known) if is_repeated and known.count(one) > 1)
            for way in ways:
                yield from _twice(way, is_repeated=is_repeated)
        case parser.SubPattern() | tuple() | list():
            for one in value:
                yield from _twice(one, is_repeated=is_repeated)
