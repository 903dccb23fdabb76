"""Output: styled and aligned on a terminal, plain tab-separated lines on a pipe.

Every text passes through `printable`, so that no memory can control the terminal.
"""

from __future__ import annotations

import os
import select
import sys
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple, NoReturn, TextIO

from memoryd.cli.text import one_line, pad, printable, printable_json, shorten, text_width, wrap

STYLES: Mapping[str, str] = {"bold": "1", "dim": "2", "red": "31", "green": "32", "yellow": "33", "cyan": "36"}
_NARROWEST = 8
_READABLE, _MOST_CUT = 24, 0.4
"""A column that is cut to less than so many columns, and by more than this share, says too little."""


class Span(NamedTuple):
    """A piece of text with a style from `STYLES`."""

    text: str
    style: str


Part = str | Span

Json = Any
"""A value of the socket: decoded MessagePack, whose shape the daemon declares (`rpc.describe`)."""


class OutputClosedError(Exception):
    """The reader of our output has gone away (`| head`)."""


class OutputFailedError(Exception):
    """The output could not be written (`>` to a full disk)."""


class Output:
    """Writes answers to stdout and remarks to stderr."""

    def __init__(self, out: TextIO | None = None, err: TextIO | None = None) -> None:
        self._out = out or sys.stdout
        self._err = err or sys.stderr
        for stream in (self._out, self._err):
            if hasattr(stream, "reconfigure"):
                stream.reconfigure(errors="backslashreplace")
        self.tty = _is_terminal(self._out)
        self.colour = self.tty and _wants_colour()
        self.width = _columns(self._out) if self.tty else 0
        self.page = self.width or _columns(None)
        """Columns of a screen for people, which is the same on a pipe."""

    def line(self, *parts: Part) -> None:
        """One line of the parts, concatenated as they are."""
        self._write(self._render(parts) + "\n")

    def text(self, *parts: Part) -> None:
        """The parts, concatenated as they are, without an end of line."""
        self._write(self._render(parts))

    def block(self, text: str) -> None:
        """A text of several lines; tabs are kept."""
        for line in text.split("\n"):
            self._write("\t".join(map(printable, line.removesuffix("\r").split("\t"))) + "\n")

    def row(self, *cells: object) -> None:
        """One plain line for programs: the cells, folded to one line each, separated by tabs; an empty one is `-`."""
        self._write("\t".join(one_line(_cell(cell)) or "-" for cell in cells) + "\n")

    def table(self, header: Sequence[str], rows: Sequence[Sequence[Part]], right: Sequence[int] = ()) -> None:
        """Aligned columns on a terminal (all but the first are shortened to fit), plain rows on a pipe.

        Where too little of a column would be left, the others stand below the first.
        """
        if not self.tty:
            for row in rows:
                self.row(*(cell.text if isinstance(cell, Span) else cell for cell in row))
            return
        natural = _widths(header, rows)
        widths = [*natural]
        room = self.page - 2 * (len(widths) - 1)
        _squeeze(widths, room)
        if sum(widths) > room or any(map(_says_too_little, widths, natural)):
            for row in ([Span(name, "dim") for name in header], *rows):
                self._stacked(row)
        else:
            self.grid(header, rows, right)

    def grid(self, header: Sequence[str], rows: Sequence[Sequence[Part]], right: Sequence[int] = ()) -> None:
        """Aligned columns within the page, on a pipe, too."""
        widths = _widths(header, rows)
        _squeeze(widths, self.page - 2 * (len(widths) - 1))
        self._aligned([Span(name, "dim") for name in header], widths, right)
        for row in rows:
            self._aligned(row, widths, right)

    def field(self, name: str, text: str, width: int = 11) -> None:
        """A named line of a screen, wrapped within the page below where its text begins."""
        first, *rest = wrap(one_line(text), self.page - width - 4)
        self.line("  ", Span(pad(name, width), "dim"), "  ", first)
        for line in rest:
            self.line(" " * (width + 4), line)

    def marked(self, mark: str, style: str, text: str, indent: int = 0, name: str = "") -> None:
        """A text behind a mark, and a name if it has one, wrapped within the page below where it begins."""
        at = min(indent + text_width(mark) + 1 + text_width(name), self.page // 2)
        first, *rest = wrap(one_line(text), self.page - at)
        self.line(" " * indent, Span(mark, style), " ", name, first)
        for line in rest:
            self.line(" " * at, line)

    def json(self, value: Json) -> None:
        """The value as JSON: indented on a terminal, on one line otherwise."""
        import json

        ascii_only = "utf" not in (self._out.encoding or "").lower()
        text = json.dumps(value, ensure_ascii=ascii_only, indent=2 if self.tty else None, default=_not_json)
        self._write(printable_json(text) + "\n")

    def raw(self, data: bytes) -> None:
        """Bytes as they are: a file for programs."""
        self.flush()
        try:
            self._out.buffer.write(data)
        except OSError as error:
            self._fail(error)
        self.flush()

    def note(self, *parts: Part) -> None:
        """A remark on stderr, apart from the answer."""
        coloured = _is_terminal(self._err) and _wants_colour()
        try:
            self._err.write(_paint(parts, coloured) + "\n")
            self._err.flush()
        except (OSError, ValueError):
            return  # there is no place left to report it

    def flush(self) -> None:
        """Write what is buffered. Raises OutputClosedError, OutputFailedError."""
        try:
            self._out.flush()
        except OSError as error:
            self._fail(error)

    def abandon(self) -> None:
        """Drop what is buffered, so that the interpreter does not try to write it again at exit."""
        try:
            null = os.open(os.devnull, os.O_WRONLY)
            os.dup2(null, self._out.fileno())
            os.close(null)
        except (OSError, ValueError):
            return

    def _render(self, parts: Sequence[Part]) -> str:
        return _paint(parts, self.colour)

    def _aligned(self, row: Sequence[Part], widths: Sequence[int], right: Sequence[int]) -> None:
        cells: list[str] = []
        for index, (cell, width) in enumerate(zip(row, widths, strict=True)):
            text, style = (cell.text, cell.style) if isinstance(cell, Span) else (cell, "")
            shown = pad(shorten(one_line(text), width), width, index in right)
            if index == len(widths) - 1:
                shown = shown.rstrip()
            cells.append(_paint([Span(shown, style)], self.colour))
        self._write("  ".join(cells).rstrip() + "\n")

    def _stacked(self, row: Sequence[Part]) -> None:
        first, *others = row
        self.line(first if isinstance(first, Span) else one_line(first))
        styles = {cell.style if isinstance(cell, Span) else "" for cell in others}
        style = styles.pop() if len(styles) == 1 else ""
        said = [one_line(cell.text if isinstance(cell, Span) else cell) for cell in others]
        for line in wrap("  ".join(filter(None, said)), self.page - 2):
            self.line("  ", Span(line, style))

    def _write(self, text: str) -> None:
        try:
            self._out.write(text)
        except OSError as error:
            self._fail(error)

    def _fail(self, error: OSError) -> NoReturn:
        if isinstance(error, BrokenPipeError):
            raise OutputClosedError from error
        raise OutputFailedError(f"the output could not be written: {error.strerror or error}") from error


def has_reader(fd: int) -> bool:
    """Whether what is written there can still be read: not so of a pipe that nobody has open any more."""
    poll = select.poll()
    poll.register(fd, 0)
    return not any(state & select.POLLERR for _, state in poll.poll(0))


def _is_terminal(stream: TextIO) -> bool:
    try:
        return stream.isatty()
    except ValueError:
        return False


def _wants_colour() -> bool:
    # https://no-color.org: present and not empty means no.
    return not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"


def _columns(stream: TextIO | None) -> int:
    """Of the terminal, or of none."""
    asked = os.environ.get("COLUMNS", "")
    if asked.isdigit() and int(asked) > 0:
        return max(int(asked), 20)
    if stream is None:
        return 80
    try:
        return max(os.get_terminal_size(stream.fileno()).columns or 80, 20)
    except (OSError, ValueError):
        return 80


def _paint(parts: Sequence[Part], colour: bool) -> str:
    shown: list[str] = []
    for part in parts:
        text, style = (part.text, part.style) if isinstance(part, Span) else (part, "")
        safe = printable(text)
        shown.append(f"\x1b[{STYLES[style]}m{safe}\x1b[0m" if colour and style and safe else safe)
    return "".join(shown)


def _widths(header: Sequence[str], rows: Sequence[Sequence[Part]]) -> list[int]:
    plain = [[one_line(cell.text if isinstance(cell, Span) else cell) for cell in row] for row in rows]
    return [max(map(text_width, column)) for column in zip(header, *plain, strict=True)]


def _says_too_little(width: int, natural: int) -> bool:
    return width < min(_READABLE, natural * (1 - _MOST_CUT))


def _squeeze(widths: list[int], room: int) -> None:
    """Narrow the widest columns until the row fits; the first one (a key, to be copied) stays whole."""
    while sum(widths) > room:
        widest = max(range(1, len(widths)), key=widths.__getitem__, default=0)
        if not widest or widths[widest] <= _NARROWEST:
            return
        widths[widest] -= 1


def _cell(value: object) -> str:
    if value is None:
        return ""
    return f"{value:.3f}" if isinstance(value, float) else str(value)


def _not_json(value: object) -> object:
    if isinstance(value, bytes | bytearray):
        return value.decode("utf-8", "backslashreplace")
    return str(value)
