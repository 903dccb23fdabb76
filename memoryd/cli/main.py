"""memoryctl: find the command, call the daemon, show the answer, and exit with a code that tells the outcome."""

from __future__ import annotations

import os
import sys
from argparse import Namespace
from collections.abc import Sequence

from memoryd.cli import failures
from memoryd.cli.caller import TIMEOUT, Caller
from memoryd.cli.command import Command, Interrupted, UsageError, load
from memoryd.cli.output import Output, OutputClosedError, OutputFailedError, Span
from memoryd.cli.parser import PROGRAM, check_command, command_parser, literal, outer_parser
from memoryd.errors import MemorydError


def _open_closed() -> None:
    """Open each standard stream that a caller has closed, as by `>&-`: no socket or file may get their numbers.

    stdin is empty then, stdout takes nothing and says so, stderr goes nowhere.
    """
    for fd, mode in enumerate((os.O_RDONLY, os.O_RDONLY, os.O_WRONLY)):
        try:
            os.fstat(fd)
        except OSError:
            os.open(os.devnull, mode)  # gets the lowest number that is free: this one
    sys.stdin = sys.stdin or open(0, closefd=False)
    sys.stdout = sys.stdout or open(1, "w", closefd=False)
    sys.stderr = sys.stderr or open(2, "w", closefd=False)


def main(words: Sequence[str] | None = None) -> int:
    """Run memoryctl with these words (default: the process's arguments); returns the exit code."""
    _open_closed()
    out = Output()
    try:
        code = _run(out, list(sys.argv[1:] if words is None else words))
        out.flush()
    except UsageError as error:
        explains = "" if error.command == "help" else error.command
        hint = f"{PROGRAM} help {explains}".rstrip()
        return _report(out, failures.Failure(str(error), (hint,), failures.USAGE))
    except OutputClosedError:
        out.abandon()
        return failures.PIPE_CLOSED
    except OutputFailedError as error:
        out.abandon()
        return _report(out, failures.Failure(str(error), (), failures.SOFTWARE))
    except KeyboardInterrupt as error:
        out.abandon()
        hints = (*(error.hints if isinstance(error, Interrupted) else ()), *getattr(error, "__notes__", ()))
        return _report(out, failures.Failure("interrupted", hints, failures.INTERRUPTED))
    return code


def _run(out: Output, words: list[str]) -> int:
    outer = outer_parser().parse_args(literal(words))
    if outer.wants_version:
        from memoryd import __version__

        out.line(f"{PROGRAM} {__version__}")
        return 0
    if outer.command is None and not outer.wants_help:
        raise UsageError("a command is missing")
    name = "help" if outer.wants_help else check_command(outer.command)
    command = load(name)
    if outer.json and command.local:
        raise UsageError(f"{name} takes no --json: it prints text only")
    args = Namespace(socket=outer.socket, json=outer.json, timeout=outer.timeout, command=name)
    parser = command_parser(name, command)
    try:
        args = parser.parse([] if outer.wants_help else outer.words, args)
        return _perform(out, command, args)
    except SystemExit:  # argparse has printed --help
        return 0
    except UsageError as error:
        error.command = error.command or name
        raise


def _perform(out: Output, command: Command, args: Namespace) -> int:
    with Caller(args.socket, args.timeout) as call:
        try:
            result = command.ask(call, args)
        except MemorydError as error:
            return _report(out, failures.of_error(error, args.command))
        except TimeoutError:
            return _report(out, failures.of_timeout(call.socket, call.timeout or TIMEOUT))
        except ConnectionError as error:
            return _report(out, failures.of_silence(error, call.socket))
        except OSError as error:
            return _report(out, failures.of_system(error))
    if args.json:
        out.json(result)
    else:
        command.show(out, result, args)
    return command.exit_code(result)


def _report(out: Output, failure: failures.Failure) -> int:
    first, *rest = failure.sentence.split("\n")
    out.note(Span(f"{PROGRAM}: ", "red"), first)
    for line in rest:
        out.note(line)
    for hint in failure.hints:
        out.note(Span("  → ", "dim"), hint)
    return failure.exit_code
