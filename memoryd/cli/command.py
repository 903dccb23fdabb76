"""What a command is: one file in `commands/` that calls the daemon and shows the answer."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from collections.abc import Callable, Mapping, Sequence
from importlib import import_module
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

from memoryd.cli.output import Json, Output

if TYPE_CHECKING:
    from contextlib import AbstractContextManager

GROUPS: Mapping[str, tuple[str, ...]] = {
    "Remember and recall": ("add", "recall", "search", "check", "explain-absent", "why", "get", "list", "grep"),
    "Facts and sessions": ("facts", "archive", "restore", "purge", "sessions", "quarantine"),
    "Agents and other memories": ("hook", "items", "import", "export"),
    "Notes and the hot cache": ("note", "notes", "layers", "pin", "unpin", "promote", "demote"),
    "Work and summaries": ("brief", "contexts", "summaries", "jobs", "projects"),
    "Upkeep": (
        "summarize",
        "consolidate",
        "health-check",
        "quality-probe",
        "canary",
        "maintenance",
        "verify",
        "audit",
        "backup",
        "restore-backup",
        "setup-data",
        "downgrade",
    ),
    "The daemon": (
        "status",
        "health",
        "doctor",
        "top",
        "report",
        "info",
        "metrics",
        "config",
        "model",
        "reload",
        "describe",
        "call",
    ),
    "Help": ("help",),
}
"""Every command by group, in the order of `memoryctl help`; a new command is a name here and a file of that name."""

NAMES: tuple[str, ...] = tuple(name for names in GROUPS.values() for name in names)


class Call(Protocol):
    """Calls a method of the daemon."""

    @property
    def socket(self) -> str:
        """The socket that is asked."""
        ...

    def __call__(
        self,
        method: str,
        params: Mapping[str, Any] | None = None,
        *,
        long: bool = False,
        descriptors: Sequence[int] = (),
    ) -> Json:
        """The method's result. `long` calls wait without limit, show progress and are cancelled by Ctrl-C.

        `descriptors` are passed to a long call that asks for them.
        """
        ...

    def apart(self) -> AbstractContextManager[Call]:
        """One with a connection of its own: a group session binds the connection that names it."""
        ...


class UsageError(Exception):
    """The command line is wrong; the text says what to write instead, `command` is the one whose help explains it."""

    command = ""


class Interrupted(KeyboardInterrupt):
    """By Ctrl-C, in what goes on without us: `hints` say what does, and how to look at it."""

    def __init__(self, *hints: str) -> None:
        super().__init__()
        self.hints = hints


def no_arguments(parser: ArgumentParser) -> None:
    """For a command without arguments of its own."""


def asking(method: str) -> Callable[[Call, Namespace], Json]:
    """For a command that asks a method without params."""
    return lambda call, args: call(method)


def shown_already(out: Output, result: Json, args: Namespace) -> None:
    """For a command that shows what it does while it does it."""


def success(result: Json) -> int:
    """Any answer is a success, including an empty one."""
    return 0


class Command(NamedTuple):
    """One command: `ask` returns the value that `--json` prints, `show` prints it for people and pipes."""

    summary: str
    ask: Callable[[Call, Namespace], Json]
    show: Callable[[Output, Json, Namespace], None] = shown_already
    arguments: Callable[[ArgumentParser], None] = no_arguments
    exit_code: Callable[[Json], int] = success
    detail: str = ""
    columns: str = ""
    """The fields of a line on a pipe, where they are fixed."""
    examples: tuple[str, ...] = ()
    local: bool = False
    """It takes none of `--socket`, `--json` and `--timeout`."""


def load(name: str) -> Command:
    """The command of that name (one of NAMES); only its own module is imported."""
    command = import_module(f"memoryd.cli.commands.{name.replace('-', '_')}").COMMAND
    assert isinstance(command, Command)
    return command


def given(args: Namespace, *names: str) -> dict[str, Any]:
    """The named arguments that were given, as params: None and False mean absent."""
    values = {name: getattr(args, name) for name in names}
    return {name: value for name, value in values.items() if value is not None and value is not False}
