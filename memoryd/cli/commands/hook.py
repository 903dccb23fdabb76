"""`memoryctl hook`: called by the hooks of Claude Code and Codex, and put into their settings."""

from __future__ import annotations

import os
import sys
from argparse import ArgumentParser, Namespace

from memoryd.cli.command import Call, Command, UsageError
from memoryd.cli.output import Json, Output

_PROGRAMS = ("claude-code", "codex")
_ACTIONS = (*_PROGRAMS, "install", "uninstall")
_LONGEST_EVENT = 64 * 1024 * 1024


def _arguments(parser: ArgumentParser) -> None:
    parser.add_argument(
        "action",
        choices=_ACTIONS,
        metavar="ACTION",
        help=f"{' or '.join(_PROGRAMS)}: answer its hook; install, uninstall: in the settings of PROGRAM",
    )
    parser.add_argument("program", nargs="?", choices=_PROGRAMS, metavar="PROGRAM", help="whose settings to change")
    parser.add_argument("--file", metavar="PATH", help="its settings file (default: the user's)")
    parser.add_argument("--yes", action="store_true", help="change the settings without asking")


def _ask(call: Call, args: Namespace) -> Json:
    if args.action in _PROGRAMS:
        return _answer(args.action, args.socket)
    if args.program is None:
        raise UsageError(f"whose settings? memoryctl hook {args.action} claude-code")
    from memoryd.cli.hooks.settings import Change, Unusable

    try:
        change = Change(args.program, args.file, args.socket, removes=args.action == "uninstall")
        return {"path": change.path, "diff": change.diff(), "done": _agreed(change.diff(), args.yes) and change.make()}
    except Unusable as error:
        raise UsageError(str(error)) from error


def _answer(agent: str, socket: str | None) -> Json:
    """The answer to a hook; whatever fails, the agent's program goes on undisturbed."""
    from memoryd.cli.hooks.events import EVENTS, Hook

    try:
        import json

        event = json.loads(sys.stdin.buffer.read(_LONGEST_EVENT))
        if not isinstance(event, dict) or event.get("hook_event_name") not in EVENTS or not event.get("session_id"):
            return None
        return Hook(agent, event, socket).run()
    except Exception:
        if os.environ.get("MEMORYD_HOOK_DEBUG"):
            raise
        return None


def _agreed(diff: str, yes: bool) -> bool:
    if yes or not diff:
        return True
    sys.stderr.write(diff)
    if not sys.stdin.isatty():
        raise UsageError("nothing was changed; with --yes it would be as shown")
    sys.stderr.write("Change it so? [y/N] ")
    sys.stderr.flush()
    return sys.stdin.readline().strip().casefold() in ("y", "yes")


def _show(out: Output, result: Json, args: Namespace) -> None:
    if args.action in _PROGRAMS:
        if result is not None:
            out.json(result)
        return
    if not result["diff"]:
        out.line(f"{result['path']}: nothing to change")
        return
    if args.yes:
        out.block(result["diff"].rstrip("\n"))
    out.line(f"{result['path']}: {'changed' if result['done'] else 'not changed'}")


COMMAND = Command(
    summary="Remember what is said in Claude Code and Codex, by their hooks",
    ask=_ask,
    show=_show,
    arguments=_arguments,
    detail=(
        "`install` shows what it would change in the program's settings, asks, and keeps a copy of the old file "
        "beside it; `uninstall` removes its changes. As a hook it reads the hook's JSON on stdin: at the start of a "
        "session it answers with the brief, at each prompt with the relevant memories, and it stores each message "
        "once. Without a daemon it prints nothing, exits with 0 and spools messages, with secrets redacted, below "
        "$XDG_STATE_HOME/memoryd/hooks until a later hook delivers it. $MEMORYD_HOOK_DEBUG shows its errors."
    ),
    examples=("hook install claude-code", "hook install codex --yes", "hook uninstall claude-code"),
    local=True,
)
