"""memoryctl(1), made from the table of commands."""

from __future__ import annotations

import argparse
from collections.abc import Iterator

from target import MADE, write

from memoryd.cli.command import GROUPS, Command, load
from memoryd.cli.commands.help import OPTIONS
from memoryd.cli.parser import PROGRAM

_EXITS = (
    ("0", "Success. An empty answer is a success, too."),
    ("1, 2", "Of \\fBhealth\\fR and \\fBdoctor\\fR: there are warnings, or something is wrong."),
    ("3", "Of \\fBhealth \\-\\-nagios\\fR: the health is unknown."),
    ("64", "The command line or a value in it is wrong (usage, \\fIinvalid_params\\fR)."),
    ("66", "There is no such memory or session (\\fInot_found\\fR)."),
    ("69", "No daemon answers on the socket."),
    (
        "70",
        "Everything else: the daemon refused or does not know the method, a maintenance step failed, problems remain, "
        "a backup lacks what could not be read, "
        "the output is full.",
    ),
    ("75", "Not now, perhaps later: the daemon is busy (\\fIbusy\\fR), or gave no answer in time."),
    ("77", "This user may not do that, or may not connect (\\fIpermission_denied\\fR)."),
    ("130", "Interrupted by Ctrl-C. A long call was cancelled."),
    ("141", "The reader of the output went away."),
)
_ENVIRONMENT = (
    ("MEMORYD_SOCKET", "The socket, where \\fB\\-\\-socket\\fR is not given."),
    ("NO_COLOR", "When it is set and not empty, nothing is coloured. Output to anything but a terminal never is."),
    ("COLUMNS", "The width to wrap to, instead of the terminal's."),
)


def manual() -> str:
    """The page as roff (man macros)."""
    return "\n".join(_lines()) + "\n"


def _lines() -> Iterator[str]:
    yield f'.\\" {MADE}'
    yield '.TH MEMORYCTL 1 "" memoryd "memoryd"'
    yield ".SH NAME"
    yield "memoryctl \\- the memory of this machine's agents, from the shell"
    yield ".SH SYNOPSIS"
    yield f".B {PROGRAM}"
    yield "[\\fB\\-\\-socket\\fR \\fIPATH\\fR] [\\fB\\-\\-json\\fR] \\fICOMMAND\\fR \\&..."
    yield ".SH DESCRIPTION"
    yield (
        "memoryctl asks the daemon \\fBmemoryd\\fR(8) over its Unix socket. On a terminal it aligns, wraps and colours "
        "what it shows; on a pipe it prints plain lines with tabs between the fields, which stay as they are described "
        "here. With \\fB\\-\\-json\\fR it prints the RPC result as it is. Control characters in memories are shown as "
        "\\fB\\ex1b\\fR and never reach the terminal."
    )
    yield ".SH OPTIONS"
    yield "They may come before or after the command. Words after \\fB\\-\\-\\fR are not options."
    for option, text in OPTIONS:
        yield from _entry(_option_text(option), _escape(text[:1].upper() + text[1:]) + ".")
    yield ".SH COMMANDS"
    for group, names in GROUPS.items():
        yield f".SS {_escape(group)}"
        for name in names:
            yield from _command(name, load(name))
    yield ".SH EXIT STATUS"
    for code, text in _EXITS:
        yield from _entry(f"\\fB{code}\\fR", text)
    yield ".SH ENVIRONMENT"
    for variable, text in _ENVIRONMENT:
        yield from _entry(f"\\fB{variable}\\fR", text)
    yield ".SH SEE ALSO"
    yield ".BR memoryd (8),"
    yield ".BR memoryd.toml (5),"
    yield ".BR memoryd\\-rpc (7)"


def _command(name: str, command: Command) -> Iterator[str]:
    actions = own_actions(command)
    yield ".TP"
    yield _synopsis(name, actions)
    yield _escape(command.summary) + "."
    for line in command.detail.split("\n") if command.detail else ():
        yield _escape(line)
    options = [action for action in actions if action.help]
    literals = {str(choice) for action in actions for choice in action.choices or ()}
    if options:
        yield ".RS"
        for action in options:
            yield from _entry(_invocation(action), _escape(_sentence(action.help or "", literals)))
        yield ".RE"
    if command.columns:
        yield ".IP"
        yield f"On a pipe: {_escape(command.columns)}."
    yield from _examples(command)


def _examples(command: Command) -> Iterator[str]:
    if not command.examples:
        return
    yield ".IP"
    yield ".nf"
    for example in command.examples:
        yield _escape(f"{PROGRAM} {example}")
    yield ".fi"


def own_actions(command: Command) -> list[argparse.Action]:
    """The arguments of the command alone, without those that every command takes."""
    parser = argparse.ArgumentParser(add_help=False)
    command.arguments(parser)
    return parser._actions


def _synopsis(name: str, actions: list[argparse.Action]) -> str:
    words = [f"\\fB{_escape(name)}\\fR"]
    for action in actions:
        shown = _invocation(action, short=True)
        if action.nargs in ("+", "*"):
            shown += "\\&..."
        # Python before 3.13 calls a positional that may be left out required.
        is_needed = action.required and action.nargs not in ("*", "?")
        words.append(shown if is_needed else f"[{shown}]")
    return " ".join(words)


def _invocation(action: argparse.Action, short: bool = False) -> str:
    value = f"\\fI{_escape(_metavar(action))}\\fR"
    if not action.option_strings:
        return value
    names = action.option_strings[:1] if short else action.option_strings
    shown = ", ".join(f"\\fB{_escape(name)}\\fR" for name in names)
    return shown if action.nargs == 0 else f"{shown} {value}"


def _metavar(action: argparse.Action) -> str:
    if isinstance(action.metavar, str):
        return action.metavar
    return "|".join(map(str, action.choices)) if action.choices else action.dest.upper()


def _sentence(text: str, literals: set[str]) -> str:
    """With a capital, unless it begins with a word that is typed as it stands."""
    first = text.split(maxsplit=1)[0].rstrip(",:;")
    begin = text[:1] if first in literals or not first.isalpha() else text[:1].upper()
    return begin + text[1:] + ("" if text.endswith(".") else ".")


def _option_text(option: str) -> str:
    name, _, value = option.partition(" ")
    return f"\\fB{_escape(name)}\\fR" + (f" \\fI{value}\\fR" if value else "")


def _entry(term: str, text: str) -> Iterator[str]:
    yield ".TP"
    yield term
    yield text


def _escape(text: str) -> str:
    """Text as roff: hyphens that can be copied, and no line that looks like a request."""
    escaped = text.replace("\\", "\\e").replace("-", "\\-").replace("…", "\\&...").replace("'", "\\(aq")
    return "\\&" + escaped if escaped.startswith((".", "'")) else escaped


if __name__ == "__main__":
    write({"packaging/man/memoryctl.1": manual()})
