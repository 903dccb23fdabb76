"""`memoryctl doctor`: what is wrong with memoryd on this machine, and what to do."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace

from memoryd.cli.command import Call, Command
from memoryd.cli.doctor import examine, installed_memoryd
from memoryd.cli.output import Json, Output

_WORST = ("ok", "warn", "fail")
_STYLES = {"ok": "green", "warn": "yellow", "fail": "red"}


def _arguments(parser: ArgumentParser) -> None:
    parser.add_argument(
        "--config", metavar="FILE", help="the configuration to check (default: the one that memoryd was started with)"
    )


def _ask(call: Call, args: Namespace) -> Json:
    checks = [one._asdict() for one in examine(call, installed_memoryd(), args.config)]
    return {"status": max((one["status"] for one in checks), key=_WORST.index), "checks": checks}


def _exit_code(result: Json) -> int:
    return _WORST.index(result["status"])


def _show(out: Output, result: Json, args: Namespace) -> None:
    for one in result["checks"]:
        out.marked(f"{one['status']:<4}", _STYLES[one["status"]], one["what"], name=f"{one['check']:<13} ")
        if one["action"]:
            out.marked("→", "dim", one["action"], indent=19)
    counts = [sum(one["status"] == status for one in result["checks"]) for status in _WORST]
    out.line()
    out.line(f"{counts[0]} ok, {counts[1]} to look at, {counts[2]} wrong")


COMMAND = Command(
    summary="Find what is wrong with memoryd on this machine, and what to do",
    arguments=_arguments,
    ask=_ask,
    show=_show,
    exit_code=_exit_code,
    detail="Looks at the unit, the socket, groups, the version, configuration, volume, disk, model and time, and at\n"
    "what the daemon reports about itself; changes nothing. A daemon that runs for you or root reports which\n"
    "configuration to check, unless --config or $MEMORYD_CONFIG does. For root it also checks whether the unit could\n"
    "start, as its user and in its sandbox (memoryd --check --unit). If systemd listens on the socket and the daemon\n"
    "does not run, asking starts it, as any client does. Exits with 0 when all is ok, 1 with something to look at,\n"
    "2 when something is wrong. With --json: {status, checks: [{check, status: ok|warn|fail, what, action}]}.",
    examples=("doctor", "doctor --json", "doctor --config ~/memoryd.toml"),
)
