"""The command line: global options before or after the command, and errors that say what to write."""

from __future__ import annotations

import argparse
import os
import sys
from typing import NoReturn

from memoryd.cli.command import NAMES, Command, UsageError
from memoryd.cli.output import Json
from memoryd.cli.text import wrap

PROGRAM = "memoryctl"
_OTHER_NAMES = {
    "remember": "note",
    "write": "note",
    "store": "add",
    "set": "add",
    "create": "add",
    "find": "search",
    "query": "search",
    "ask": "search",
    "show": "get",
    "read": "get",
    "cat": "get",
    "ls": "list",
    "delete": "archive",
    "remove": "archive",
    "rm": "archive",
    "forget": "archive",
    "erase": "purge",
    "save": "backup",
    "history": "audit",
    "log": "audit",
    "tail": "top",
    "ping": "status",
}
"""Of our commands, as other programs have them: to tell which one was meant."""


# Prefixed to each word after `--` while argparse parses, since its versions differ in how they handle `--` between
# options; no word of a command line can contain it.
_LITERAL = "\0"


def literal(words: list[str]) -> list[str]:
    """The words without the `--`; those after it are marked, so that they are not taken for options."""
    if "--" not in words:
        return words
    at = words.index("--")
    return [*words[:at], *(_LITERAL + word for word in words[at + 1 :])]


class _Formatter(argparse.RawDescriptionHelpFormatter):
    """Help as wide as the terminal; argparse makes a formatter for each argument, and would import shutil for it."""

    def __init__(self, prog: str) -> None:
        super().__init__(prog, width=_help_width())


class Parser(argparse.ArgumentParser):
    """argparse, but errors raise UsageError with a suggestion."""

    def error(self, message: str) -> NoReturn:
        """Raise what argparse found as a UsageError."""
        missing = message.partition("required: ")[2].split(", ")
        for action in self._actions:
            if action.choices and action.metavar in missing:
                message += f"; {action.metavar} is one of {', '.join(map(str, action.choices))}"
        raise UsageError(message.replace(_LITERAL, ""))

    def parse(self, words: list[str], namespace: argparse.Namespace) -> argparse.Namespace:
        """Parse all words; options may stand between the words of a query. Raises UsageError."""
        parsed, unknown = self.parse_known_intermixed_args(words, namespace)
        if unknown:
            raise UsageError(self._unknown(unknown[0]))
        for name, value in vars(parsed).items():
            if isinstance(value, str):
                setattr(parsed, name, value.removeprefix(_LITERAL))
            elif isinstance(value, list):
                setattr(parsed, name, [word.removeprefix(_LITERAL) for word in value])
        return argparse.Namespace(**vars(parsed))

    def _unknown(self, word: str) -> str:
        if not word.startswith("-"):
            word = word.removeprefix(_LITERAL)
            meant = _OTHER_NAMES.get(word, word)
            hint = f"; did you mean `{PROGRAM} {meant}`?" if meant in NAMES else ""
            return f"unexpected argument {word!r}{hint}"
        option = word.split("=", 1)[0]
        hint = nearest(option, list(self._option_string_actions))
        return f"unknown option {option!r}{hint or '; words that begin with - go behind --'}"


def nearest(word: str, known: list[str] | tuple[str, ...]) -> str:
    """`; did you mean 'recall'?`, or nothing."""
    import difflib

    near = difflib.get_close_matches(word[:80], known, n=1)
    return f"; did you mean {near[0]!r}?" if near else ""


def positive(text: str) -> int:
    """An argument that must be a whole number from 1 up."""
    try:
        number = int(text)
    except ValueError:
        number = 0
    if number < 1:
        raise argparse.ArgumentTypeError(f"must be a whole number from 1, got {text!r}")
    return number


def seconds(text: str) -> float:
    """An argument that must be a number of seconds above 0."""
    try:
        number = float(text)
    except ValueError:
        number = 0.0
    if not 0 < number < float("inf"):
        raise argparse.ArgumentTypeError(f"must be a number of seconds above 0, got {text!r}")
    return number


def session_option(parser: argparse.ArgumentParser) -> None:
    """Declare `--session`: on whose behalf the command asks."""
    parser.add_argument(
        "--session", dest="session_id", metavar="ID", help="act on behalf of this session (default: none)"
    )


def precise_option(parser: argparse.ArgumentParser) -> None:
    """Declare `--precise`: nothing rather than what only looks alike."""
    parser.add_argument(
        "--precise", action="store_true", help="only what is likely to answer; nothing when nothing is known"
    )


def paging_options(parser: argparse.ArgumentParser) -> None:
    """Declare `--limit`, `--after` and `--all`."""
    parser.add_argument("--limit", type=positive, metavar="N", help="at most N of them (default: the daemon's)")
    parser.add_argument("--after", metavar="CURSOR", help="continue after an earlier page: its `next`")
    parser.add_argument("--all", action="store_true", help="every page, one after the other")


def global_options(parser: argparse.ArgumentParser, default: Json) -> None:
    """Declare the options that every command takes."""
    parser.add_argument(
        "--socket",
        metavar="PATH",
        default=default,
        help="the daemon's socket (default: $MEMORYD_SOCKET, else where a memoryd of this machine or user listens)",
    )
    parser.add_argument("--json", action="store_true", default=default or False, help="print the RPC result as it is")
    parser.add_argument(
        "--timeout",
        type=seconds,
        metavar="SECONDS",
        default=default,
        help="give up after this long (long calls: never)",
    )


def command_parser(name: str, command: Command) -> Parser:
    """The parser of one command's arguments."""
    parser = Parser(
        prog=f"{PROGRAM} {name}",
        description=_wrapped(command.summary + ".\n\n" + command.detail),
        epilog=_epilog(command),
        formatter_class=_Formatter,
        allow_abbrev=False,
    )
    command.arguments(parser)
    if not command.local:
        global_options(parser.add_argument_group("options of every command"), argparse.SUPPRESS)  # type: ignore[arg-type]
    return parser


def outer_parser() -> Parser:
    """The parser of what comes before the command."""
    parser = Parser(prog=PROGRAM, formatter_class=_Formatter, add_help=False, allow_abbrev=False)
    global_options(parser, None)
    parser.add_argument("-h", "--help", action="store_true", dest="wants_help", help="show the commands and stop")
    parser.add_argument("--version", action="store_true", dest="wants_version", help="print the version and exit")
    parser.add_argument("command", nargs="?")
    parser.add_argument("words", nargs=argparse.REMAINDER)
    return parser


def check_command(name: str) -> str:
    """The name, if it is a command's. Raises UsageError with the nearest one."""
    name = name.removeprefix(_LITERAL)
    if name not in NAMES:
        meant = _OTHER_NAMES.get(name)
        hint = f"; did you mean {meant!r}?" if meant else nearest(name, NAMES) or f"; `{PROGRAM} help` lists them"
        raise UsageError(f"unknown command {name!r}{hint}")
    return name


def check_text(value: object) -> None:
    """Refuse text that cannot be encoded as UTF-8 (stray bytes on the command line). Raises UsageError."""
    if isinstance(value, str):
        try:
            value.encode()
        except UnicodeEncodeError:
            shown = os.fsencode(value) if all(ord(c) < 0xD800 or 0xDC80 <= ord(c) <= 0xDCFF for c in value) else value
            raise UsageError(
                f"{shown!r} is not valid UTF-8; the terminal's encoding is {sys.getfilesystemencoding()}"
            ) from None
    elif isinstance(value, dict):
        for pair in value.items():
            check_text(pair[0])
            check_text(pair[1])
    elif isinstance(value, list):
        for item in value:
            check_text(item)


def _wrapped(text: str) -> str:
    """The text in lines of the terminal's width; of its own ends of lines only those behind a sentence stay."""
    columns = _help_width()
    lines: list[str] = []
    for line in text.rstrip().split("\n"):
        if lines and lines[-1][-1:] not in ("", ".", ":") and line and not line[0].isspace():
            lines[-1] += f" {line}"
        else:
            lines.append(line)
    return "\n".join("\n".join(wrap(line, columns)) for line in lines)


def _help_width() -> int:
    asked = os.environ.get("COLUMNS", "")
    try:
        columns = int(asked) if asked.isdigit() else os.get_terminal_size(1).columns
    except OSError:
        columns = 0
    return min(columns or 80, 100) - 2


def _epilog(command: Command) -> str:
    parts = []
    if command.columns:
        parts.append(_wrapped(f"On a pipe each line is: {command.columns} (with tabs between; - is nothing)."))
    if command.examples:
        parts.append("examples:\n" + "\n".join(f"  {PROGRAM} {example}" for example in command.examples))
    return "\n\n".join(parts)
