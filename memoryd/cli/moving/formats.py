"""The formats of `memoryctl import` by name."""

from __future__ import annotations

from importlib import import_module

from memoryd.cli.moving.parts import Parts

FORMATS: dict[str, str] = {
    "memoryd": "archive",
    "openclaw": "conversations",
    "claude-code": "conversations",
    "codex": "conversations",
    "chatgpt": "conversations",
    "claude": "conversations",
    "server-memory": "statements",
    "mem0": "statements",
    "mcp-memory-service": "statements",
    "triples": "statements",
    "basic-memory": "directories",
    "vm-memory-oracle": "directories",
    "layered-memory-manager": "directories",
}
"""Where the function of that name is that reads it."""


def read(name: str, path: str) -> Parts:
    """What a path holds of that format. Raises Unusable."""
    module = import_module(f"memoryd.cli.moving.{FORMATS[name]}")
    parts: Parts = getattr(module, name.replace("-", "_"))(path)
    return parts
