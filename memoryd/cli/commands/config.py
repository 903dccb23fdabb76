"""`memoryctl config`: the configuration in force."""

from __future__ import annotations

from argparse import Namespace

from memoryd.cli.command import Command, asking
from memoryd.cli.output import Json, Output, Part, Span


def _show(out: Output, result: Json, args: Namespace) -> None:
    rows: list[list[Part]] = []
    for key in result["keys"]:
        is_default = key.get("shown") == key.get("default")
        value = Span(str(key.get("shown")), "dim" if is_default else "bold")
        origin = str(key.get("origin") or "")
        waits = key.get("key") in result.get("restart", ())
        rows.append([Span(str(key.get("key")), "cyan"), value, f"{origin}; waits for a restart" if waits else origin])
    out.table(["KEY", "VALUE", "SET BY"], rows)


COMMAND = Command(
    summary="Show the configuration that the daemon runs with",
    ask=asking("system.config"),
    show=_show,
    detail="Values are shown as TOML; for one that waits for a restart, the old value applies until then. "
    "memoryd.toml(5) explains each key. Needs admin access to the daemon.",
    columns="key, value, where it was set",
    examples=("config", "config --json"),
)
