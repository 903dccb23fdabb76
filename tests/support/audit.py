"""What the audit of a daemon says."""

from __future__ import annotations

import json
from typing import Any

from tests.support.daemon import Daemon
from tests.support.wire import Wire


def entries(wire: Wire, **params: Any) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = wire.call("audit.list", {"limit": 1000, **params})["entries"]
    return found


def changes(wire: Wire, **params: Any) -> list[tuple[str, str, str]]:
    """(change, key, method) of each change of a memory."""
    return [(one["change"], one["key"], one["method"]) for one in entries(wire, **params) if "key" in one]


def add(wire: Wire, what: str) -> str:
    known: str = wire.call("facts.add", {"subject": "Ada", "predicate": "likes", "object": what})["id"]
    return known


def verdict(wire: Wire) -> dict[str, Any]:
    found: dict[str, Any] = wire.call("audit.verify", {})
    return found


def lines(daemon: Daemon) -> list[dict[str, Any]]:
    return [json.loads(raw) for raw in (daemon.data / "audit.jsonl").read_text().splitlines()]
