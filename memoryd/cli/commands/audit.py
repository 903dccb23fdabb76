"""`memoryctl audit`: who changed what, what a memory said, and whether the record is whole."""

from __future__ import annotations

import difflib
from argparse import ArgumentParser, Namespace

from memoryd.cli.command import Call, Command, UsageError, given
from memoryd.cli.failures import SOFTWARE
from memoryd.cli.moments import now, resolve
from memoryd.cli.output import Json, Output, Span
from memoryd.cli.parser import positive, session_option
from memoryd.cli.reports import show_problems
from memoryd.cli.text import one_line

ACTIONS = ("list", "show", "diff", "verify")
_STYLES = {"added": "green", "restored": "green", "changed": "yellow", "removed": "red", "purged": "red"}


def _arguments(parser: ArgumentParser) -> None:
    parser.add_argument("action", choices=ACTIONS, metavar="ACTION", help=", ".join(ACTIONS))
    parser.add_argument("key", nargs="?", metavar="KEY", help="show and diff: the memory; list: only its changes")
    parser.add_argument("--at", metavar="TIME", help="show: the version of that time")
    parser.add_argument("--since", metavar="TIME", help="list: only later changes; 3d, 12h or an ISO 8601 time")
    parser.add_argument("--limit", type=positive, metavar="N", help="list: at most N")
    parser.add_argument("--after", metavar="N", help="list: continue after this one")
    session_option(parser)


def _ask(call: Call, args: Namespace) -> Json:
    action = args.action
    if action in ("show", "diff") and not args.key:
        raise UsageError(f"audit {action} needs a key")
    if action == "verify":
        if args.key:
            raise UsageError("audit verify checks everything; it takes no key")
        return call("audit.verify", given(args, "session_id"), long=True)
    for name in ("at", "since"):
        if getattr(args, name):
            setattr(args, name, resolve(getattr(args, name), now()))
    if action == "list":
        return call("audit.list", given(args, "key", "since", "limit", "after", "session_id"))
    return call("audit.show", given(args, "key", "at", "session_id"))


def _exit_code(result: Json) -> int:
    return SOFTWARE if result.get("faults") else 0


def _show(out: Output, result: Json, args: Namespace) -> None:
    action = args.action
    if action == "list":
        for entry in result["entries"]:
            _show_entry(out, entry)
        if "next" in result:
            out.note(Span(f"there is more: --after {result['next']}", "dim"))
    elif action == "verify":
        for name in ("status", "files", "lines", "texts"):
            out.row(name, result[name])
        out.row("head", result["head"]["seq"], result["head"]["hash"])
        show_problems(out, result["problems"])
    elif action == "diff":
        _show_differences(out, result)
    elif args.at:
        _show_text(out, result["text"])
    else:
        for version in result["versions"]:
            _show_entry(out, version)
            _show_text(out, version["text"])
        if not result["versions"]:
            _show_text(out, result["text"])


def _show_entry(out: Output, entry: Json) -> None:
    by = entry["by"]
    who = by if isinstance(by, str) else " ".join(f"{name}={by[name]}" for name in by)
    cells = (entry.get("seq", ""), entry["at"], entry["change"], one_line(str(entry.get("key", ""))), entry["method"])
    if not out.tty:
        out.row(*cells, who)
        return
    _, at, change, key, method = cells
    out.line(Span(at, "dim"), "  ", Span(change, _STYLES.get(change, "bold")), "  ", Span(key, "cyan"))
    out.line("  ", method, "  ", Span(one_line(who), "dim"))


def _show_text(out: Output, text: str | None) -> None:
    if text is None:
        out.note(Span("there is no text: it was removed, or it is not kept", "dim"))
        return
    for line in text.splitlines():
        out.line("  ", line)


def _show_differences(out: Output, result: Json) -> None:
    before, name = result.get("earlier"), "before"
    for version in result["versions"]:
        after = version["text"]
        if before is not None or after is not None:
            old, new = (before or "").splitlines(), (after or "").splitlines()
            for line in difflib.unified_diff(old, new, name, version["at"], lineterm=""):
                style = {"+": "green", "-": "red", "@": "cyan"}.get(line[0], "")
                out.line(Span(line, style) if style else line)
        before, name = after, version["at"]


COMMAND = Command(
    summary="Who changed what: list, show and compare the versions of a memory, and verify the record",
    ask=_ask,
    show=_show,
    arguments=_arguments,
    exit_code=_exit_code,
    detail="list prints the changes, oldest first. show prints every version of a memory, or with --at the one of that "
    "time; diff prints what each change replaced. verify checks the chain of all lines and exits with 70 when one was "
    "changed, removed or moved.",
    columns="number, time, change, key, method, by; verify: name, value",
    examples=(
        "audit list --since 1d",
        "audit list fact-0f8fad5b-d9cb-469f-a165-70867728950e",
        "audit show memory/knowledge.md:standup --at 2026-05-01",
        "audit diff memory/knowledge.md:standup",
        "audit verify",
    ),
)
