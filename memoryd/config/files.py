"""Configuration files: which there are, what they contain, and on which line a key is set."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import msgspec

from memoryd.config.faults import Fault

SYSTEM_FILE = Path("/etc/memoryd/memoryd.toml")

_HEADER = re.compile(r"\s*\[{1,2}+\s*+([^\]]*[^\]\s])\s*\]{1,2}\s*(?:#.*)?$")
_KEY = re.compile(r"""\s*((?:[\w-]+|"[^"]*"|'[^']*')(?:\s*\.\s*(?:[\w-]+|"[^"]*"|'[^']*'))*)\s*=""")
_AT = re.compile(r"\(at line (\d+), column (\d+)\)")
_MULTILINE = re.compile(r'"""|\'\'\'')


_MARK = "\ufeff"
"""What some editors put before UTF-8, and TOML does not allow."""


class Parsed(msgspec.Struct, frozen=True):
    """One file: its tables, and the line of each dotted key."""

    path: Path
    tables: Mapping[str, Any]
    lines: Mapping[str, int]

    def line_of(self, dotted: str) -> int | None:
        """The line of a key, or of the table or inline table around it."""
        while dotted:
            if dotted in self.lines:
                return self.lines[dotted]
            dotted = dotted.rpartition(".")[0]
        return None


def default_file(environ: Mapping[str, str], user: bool) -> Path:
    """The file that is read when none is named: a user's own where there is one, else the system's."""
    if user:
        home = environ.get("XDG_CONFIG_HOME") or (environ.get("HOME", "") and f"{environ['HOME']}/.config")
        own = Path(home) / "memoryd" / "memoryd.toml" if home else None
        if own is not None and (own.exists() or drop_in_directory(own).is_dir()):
            return own
    return SYSTEM_FILE


LARGEST = 1 << 16
"""Bytes of a file: all keys with what is said of them take a quarter, and a key of many parts takes the square."""


def drop_in_directory(main: Path) -> Path:
    """`memoryd.toml` → `memoryd.toml.d`."""
    return main.with_name(main.name + ".d")


def list_files(main: Path, required: bool) -> tuple[list[Path], list[Fault]]:
    """The main file and its drop-ins in the order of their names; a main file that was named must exist."""
    faults: list[Fault] = []
    found: list[Path] = []
    if main.exists():
        found.append(main)
    elif required:
        faults.append(Fault(str(main), "", "there is no such file", "create it, or leave --config out"))
    directory = drop_in_directory(main)
    try:
        found += sorted(path for path in directory.iterdir() if path.suffix == ".toml" and path.name[0] != ".")
    except (FileNotFoundError, NotADirectoryError):
        pass
    except OSError as error:
        faults.append(Fault(str(directory), "", f"cannot be read: {error.strerror}"))
    return found, faults


def parse_file(path: Path) -> Parsed | Fault:
    """The file's tables, or what keeps it from being read."""
    try:
        with path.open("rb") as file:
            data = file.read(LARGEST + 1)
        if len(data) > LARGEST:
            what = f"has more than {LARGEST:,} bytes; nothing of it is read"
            return Fault(str(path), "", what, "a configuration takes a few lines: is it the right file?")
        text = data.decode()
    except UnicodeDecodeError as error:
        line = error.object[: error.start].count(b"\n") + 1
        return Fault(str(path), "", "is not UTF-8", "save it as UTF-8", line)
    except IsADirectoryError as error:
        return Fault(str(path), "", f"cannot be read: {error.strerror}", f"name a file: {path / 'memoryd.toml'}")
    except OSError as error:
        return Fault(str(path), "", f"cannot be read: {error.strerror}", "is it readable for the daemon's user?")
    try:
        tables = tomllib.loads(text)
    except RecursionError:
        return Fault(str(path), "", "is nested too deep", "no key needs more than a list")
    except ValueError as error:  # TOMLDecodeError is one; so is a number of thousands of digits
        at = _AT.search(str(error))
        what = _AT.sub("", str(error)).strip().rstrip(".")
        line_number = int(at[1]) if at else text.count("\n") + 1
        hint = "save it without a byte order mark" if text.startswith(_MARK) else _hint(text, line_number)
        return Fault(str(path), "", f"is not TOML: {what}", hint, line_number)
    return Parsed(path, tables, _lines_of(text))


def _hint(text: str, number: int) -> str:
    lines = text.splitlines()
    line = lines[number - 1] if 0 < number <= len(lines) else ""
    if re.match(r"\s*[\w.-]+\s*:", line):
        return "TOML has `key = value`, not `key: value`"
    if re.match(r"\s*[\w.-]+\s*=\s*[A-Za-z/~]", line):
        return "texts go in double quotes"
    return ""


def _unquote(dotted: str) -> str:
    return ".".join(part.strip().strip("\"'") for part in dotted.split("."))


def _lines_of(text: str) -> dict[str, int]:
    """The line of each key, good enough to point a person at it; values come from tomllib alone."""
    lines: dict[str, int] = {}
    table = ""
    inside = False
    for number, line in enumerate(text.splitlines(), 1):
        if not inside:
            header, assignment = _HEADER.match(line), _KEY.match(line)
            if assignment:
                lines.setdefault(f"{table}.{_unquote(assignment[1])}".lstrip("."), number)
            elif header:
                table = _unquote(header[1])
                lines.setdefault(table, number)
        if len(_MULTILINE.findall(line)) % 2:
            inside = not inside
    return lines
