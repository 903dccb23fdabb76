"""The types of a key's value: how each is parsed, bounded, described and shown."""

from __future__ import annotations

import json
import re
import shlex
from collections.abc import Mapping
from pathlib import Path
from typing import Protocol

import msgspec


class InvalidValue(ValueError):
    """A value that cannot be used: what is wrong, and a suggestion where one can be guessed."""

    def __init__(self, what: str, suggestion: str = "") -> None:
        super().__init__(what)
        self.what = what
        self.suggestion = suggestion


class ValueType(Protocol):
    """One type of value."""

    @property
    def bounds(self) -> str:
        """Which values are allowed, in words."""
        ...

    def read(self, value: object) -> object:
        """The typed value of a TOML value. Raises InvalidValue."""
        ...

    def show(self, value: object) -> str:
        """The value as TOML text."""
        ...


def got(value: object) -> str:
    """The value as quoted in an error sentence."""
    try:
        text = json.dumps(value, ensure_ascii=False)
    except TypeError:
        text = str(value)
    return text if len(text) <= 60 else text[:57] + "..."


class Plain(msgspec.Struct, frozen=True):
    """Shown as JSON, which is also valid TOML for these values."""

    def show(self, value: object) -> str:
        return json.dumps(value, ensure_ascii=False)


def figure(value: float) -> str:
    """A number in its shortest form."""
    short = f"{value:.15g}"
    return short if float(short) == value else repr(float(value))


class Integer(Plain, frozen=True):
    """A whole number."""

    least: int
    most: int

    @property
    def bounds(self) -> str:
        return f"a whole number from {self.least} to {self.most}"

    def read(self, value: object) -> int:
        if isinstance(value, bool) or not isinstance(value, int):
            guess = _number_in(value)
            fits = guess is not None and guess == int(guess) and self.least <= guess <= self.most
            hint = f"write {int(guess)} without quotes" if guess is not None and fits else ""
            raise InvalidValue(f"must be {self.bounds}, not {got(value)}", hint)
        if not self.least <= value <= self.most:
            raise InvalidValue(f"must be {self.bounds}, not {value}")
        return value


class Number(Plain, frozen=True):
    """A number."""

    least: float
    most: float

    @property
    def bounds(self) -> str:
        return f"a number from {figure(self.least)} to {figure(self.most)}"

    def read(self, value: object) -> float:
        if isinstance(value, bool) or not isinstance(value, int | float):
            guess = _number_in(value)
            fits = guess is not None and self.least <= guess <= self.most
            hint = f"write {figure(guess)} without quotes" if guess is not None and fits else ""
            raise InvalidValue(f"must be {self.bounds}, not {got(value)}", hint)
        if not self.least <= value <= self.most:  # NaN fails here, too
            raise InvalidValue(f"must be {self.bounds}, not {value}")
        return float(value)

    def show(self, value: object) -> str:
        assert isinstance(value, int | float)
        text = figure(value)
        return text if any(mark in text for mark in ".e") else text + ".0"


def _number_in(value: object) -> float | None:
    if not isinstance(value, str):
        return float(value) if isinstance(value, float) and abs(value) < 1e15 else None
    try:
        number = float(value)
    except ValueError:
        return None
    return number if abs(number) < 1e15 else None


class Choice(Plain, frozen=True):
    """One of a few words."""

    words: tuple[str, ...]

    @property
    def bounds(self) -> str:
        return "one of " + ", ".join(self.words)

    def read(self, value: object) -> str:
        if isinstance(value, str) and value.strip().lower() in self.words:
            return value.strip().lower()
        raise InvalidValue(f"must be {self.bounds}, not {got(value)}", closest(str(value).lower(), self.words))


def closest(word: str, words: tuple[str, ...] | list[str]) -> str:
    """`did you mean "…"?`, or nothing."""
    import difflib  # only when something is wrong

    snake = re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", word).lower().replace("-", "_")
    folded = {known.lower(): known for known in words}
    near = difflib.get_close_matches(snake, folded, n=1, cutoff=0.6)
    return f'did you mean "{folded[near[0]]}"?' if near else ""


class Text(Plain, frozen=True):
    """One line of text."""

    empty: bool = False

    @property
    def bounds(self) -> str:
        return "a text, may be empty" if self.empty else "a text"

    def read(self, value: object) -> str:
        if not isinstance(value, str):
            raise InvalidValue(f"must be a text, not {got(value)}", f"write {json.dumps(str(value))}")
        if not value.isprintable():
            raise InvalidValue("must be one line without control characters")
        if not value.strip() and not self.empty:
            raise InvalidValue("must not be empty")
        return value.strip()


class AbsolutePath(Plain, frozen=True):
    """A path that begins with `/` or `~/`; where it may be empty, empty means unset."""

    empty: bool = False
    longest: int = 4095

    @property
    def bounds(self) -> str:
        return "an absolute path" + (", may be empty" if self.empty else "")

    def read(self, value: object) -> Path | None:
        if not isinstance(value, str):
            raise InvalidValue(f"must be {self.bounds}, not {got(value)}")
        if not value and self.empty:
            return None
        if "\0" in value or not value:
            raise InvalidValue(f"must be {self.bounds}, not {got(value)}")
        try:
            path = Path(value).expanduser()
        except RuntimeError as error:
            raise InvalidValue(f"cannot be expanded: {error}") from None
        if not path.is_absolute():
            raise InvalidValue(f"must be an absolute path, not {got(value)}", f"begin it with /, such as /{value}")
        if len(str(path).encode(errors="surrogateescape")) > self.longest:
            raise InvalidValue(f"is longer than {self.longest} bytes", "choose a shorter path")
        return path

    def show(self, value: object) -> str:
        return json.dumps("" if value is None else str(value), ensure_ascii=False)


class Names(msgspec.Struct, frozen=True):
    """Users, groups with `@` before them, `*` for everyone."""

    bounds: str = 'a list of users and groups, such as ["alice", "@ops", "1000"]; "*" is everyone'

    def read(self, value: object) -> tuple[str, ...]:
        if isinstance(value, str):
            raise InvalidValue(f"must be {self.bounds}, not {got(value)}", f"write [{json.dumps(value)}]")
        if not isinstance(value, list):
            raise InvalidValue(f"must be {self.bounds}, not {got(value)}")
        names: list[str] = []
        for name in value:
            text = str(name) if isinstance(name, int) and not isinstance(name, bool) else name
            if not isinstance(text, str) or not re.fullmatch(r"(@|group:)?[^\s@:,]+", text):
                raise InvalidValue(f"has an entry that is no user and no group: {got(name)}", self.bounds)
            names.append(re.sub("^group:", "@", text))
        return tuple(dict.fromkeys(names))

    def show(self, value: object) -> str:
        assert isinstance(value, tuple)
        return json.dumps(list(value), ensure_ascii=False)


class Words(msgspec.Struct, frozen=True):
    """Short texts that are compared folded."""

    bounds: str = 'a list of texts, such as ["lives_in", "port"]'

    def read(self, value: object) -> tuple[str, ...]:
        if not isinstance(value, list) or not all(isinstance(one, str) and one.strip() for one in value):
            raise InvalidValue(f"must be {self.bounds}, not {got(value)}")
        return tuple(dict.fromkeys(one.strip() for one in value))

    def show(self, value: object) -> str:
        assert isinstance(value, tuple)
        return json.dumps(list(value), ensure_ascii=False)


class Command(msgspec.Struct, frozen=True):
    """A program and its arguments; empty means none."""

    bounds: str = 'a program and its arguments, such as ["/usr/bin/summarise", "--short"], or empty for none'

    def read(self, value: object) -> tuple[str, ...]:
        if isinstance(value, str):
            try:
                value = shlex.split(value)
            except ValueError as error:
                raise InvalidValue(f"cannot be split into arguments: {error}", "write a list of texts") from None
        if not isinstance(value, list) or not all(isinstance(part, str) and "\0" not in part for part in value):
            raise InvalidValue(f"must be {self.bounds}, not {got(value)}")
        if value and not value[0].startswith("/"):
            raise InvalidValue(f"must begin with the program's absolute path, not {got(value[0])}")
        return tuple(value)

    def show(self, value: object) -> str:
        assert isinstance(value, tuple)
        return json.dumps(list(value), ensure_ascii=False)


class Weights(msgspec.Struct, frozen=True):
    """Named numbers that override the built-in ones."""

    names: tuple[str, ...] = ()
    """The names that there are; () for any."""
    least: float = -10.0
    most: float = 10.0

    @property
    def bounds(self) -> str:
        names = f"any of {', '.join(self.names)}" if self.names else "names"
        return f"a table of {names} with numbers from {figure(self.least)} to {figure(self.most)}"

    def read(self, value: object) -> Mapping[str, float]:
        if not isinstance(value, dict):
            raise InvalidValue(f"must be {self.bounds}, not {got(value)}")
        single = Number(self.least, self.most)
        weights: dict[str, float] = {}
        for name, number in value.items():
            if self.names and name not in self.names:
                hint = closest(str(name), self.names) or f"its names are {', '.join(self.names)}"
                raise InvalidValue(f"has no {name}", hint)
            try:
                weights[name] = single.read(number)
            except InvalidValue as wrong:
                raise InvalidValue(f"{name} {wrong.what}", wrong.suggestion) from None
        return weights

    def show(self, value: object) -> str:
        assert isinstance(value, Mapping)
        single = Number(self.least, self.most)
        inside = ", ".join(f"{name} = {single.show(number)}" for name, number in sorted(value.items()))
        return f"{{ {inside} }}" if inside else "{}"
