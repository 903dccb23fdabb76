"""`memoryctl sessions`: list sessions, or read one."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from datetime import datetime
from typing import Any

from memoryd.cli import moments
from memoryd.cli.command import Call, Command, UsageError, given
from memoryd.cli.output import Json, Output, Part, Span
from memoryd.cli.pages import ask_pages, note_next
from memoryd.cli.parser import paging_options, positive
from memoryd.cli.text import printable, wrap

_ROLE_STYLES = {"user": "green", "assistant": "cyan", "system": "yellow", "tool": "dim"}


def _arguments(parser: ArgumentParser) -> None:
    parser.add_argument("session", nargs="?", metavar="ID", help="read this session (default: list the sessions)")
    parser.add_argument("--agent", help="only sessions of this agent")
    parser.add_argument("--last", type=positive, metavar="N", help="with ID: only the last N messages")
    parser.add_argument(
        "--role", dest="roles", action="append", choices=tuple(_ROLE_STYLES), help="with ID: only this role; may be "
        "repeated",
    )  # fmt: skip
    taking = parser.add_mutually_exclusive_group()
    taking.add_argument("--pop", action="store_true", help="with ID: take its last message out, and show it")
    taking.add_argument("--clear", action="store_true", help="with ID: take all of its messages out")
    paging_options(parser)


def _ask(call: Call, args: Namespace) -> Json:
    reading = given(args, "last", "roles")
    if args.session is None:
        if reading or args.pop or args.clear:
            raise UsageError("which session? memoryctl sessions ID")
        return ask_pages(call, "sessions.list", given(args, "agent"), "sessions", args)
    if args.pop or args.clear:
        return call("sessions.pop" if args.pop else "sessions.clear", {"session_id": args.session})
    return ask_pages(call, "sessions.read", {"session_id": args.session, **reading}, "messages", args)


def _show(out: Output, result: Json, args: Namespace) -> None:
    if args.clear:
        out.row(result["session_id"], result["status"], result["cleared"])
        return
    if args.pop:
        if result["message"] is not None:
            _show_message(out, result["message"])
        return
    if args.session is None:
        _show_list(out, result["sessions"])
    else:
        for message in result["messages"]:
            _show_message(out, message)
    note_next(out, result)


def _show_list(out: Output, sessions: list[Any]) -> None:
    at = moments.now()
    rows = [_row(session, at if out.tty else None) for session in sessions]
    if rows:
        out.table(["SESSION", "STARTED", "MESSAGES", "AGENT", "PROJECT", "AUDIENCE"], rows, right=(2,))
    elif out.tty:
        out.note(Span("no sessions", "dim"))


def _row(session: Json, at: datetime | None) -> list[Part]:
    started = session.get("started") or session.get("at") or ""
    moment = moments.parse(started)
    shown = moments.since(moment, at) if moment and at else str(started)
    rest = [str(session.get(name) or "") for name in ("agent", "project", "audience")]
    return [Span(str(session.get("session_id", "")), "cyan"), shown, str(session.get("messages", "")), *rest]


def _show_message(out: Output, message: Json) -> None:
    role, content = str(message.get("role", "")), str(message.get("content", ""))
    who = str(message.get("name") or role)
    if not out.tty:
        out.row(message.get("at"), role, message.get("name"), content)
        return
    moment = moments.parse(message.get("at"))
    when = f"  {moment.astimezone():%Y-%m-%d %H:%M}" if moment else ""
    out.line(Span(who, _ROLE_STYLES.get(role, "bold")), Span(when, "dim"))
    for line in content.rstrip("\n").split("\n"):
        for part in wrap(printable(line.replace("\t", "    ").removesuffix("\r")), out.width - 2):
            out.line("  ", part)


COMMAND = Command(
    summary="List the sessions, or read one",
    ask=_ask,
    show=_show,
    arguments=_arguments,
    detail="Removed messages (--pop, --clear) are no longer found or read; their lines stay in the session's file.",
    columns="session, started, messages, agent, project, audience; with ID: time, role, name, content; with --clear: "
    "session, what was done, messages",
    examples=(
        "sessions",
        "sessions --agent main --limit 5",
        "sessions chat-7 --all",
        "sessions chat-7 --last 10 --role user",
        "sessions chat-7 --pop",
    ),
)
