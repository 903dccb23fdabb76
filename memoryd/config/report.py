"""The configuration as people and `system.config` see it."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TypedDict

from memoryd.config.model import KEYS, Config


class Explained(TypedDict):
    """One key: its value as plain data, as TOML text, what it would be otherwise, and where it was set."""

    key: str
    value: object
    shown: str
    default: str
    origin: str
    bounds: str
    unit: str
    doc: str
    restart: bool


def explain_config(config: Config) -> list[Explained]:
    """Every key in the order of memoryd.toml(5)."""
    rows: list[Explained] = []
    for key in KEYS.values():
        value, spec = _in_force(config, key.dotted), key.spec
        rows.append(
            Explained(
                key=key.dotted,
                value=_plain(value),
                shown=spec.type.show(value),
                default=spec.type.show(spec.default),
                origin=config.origins.get(key.dotted, "default" if value == spec.default else "derived"),
                bounds=spec.type.bounds,
                unit=spec.unit,
                doc=spec.doc,
                restart=spec.restart,
            )
        )
    return rows


def _in_force(config: Config, dotted: str) -> object:
    """The value; of the two places that systemd may have chosen, what came of it."""
    served = {"memory_oracle.data_path": config.data_path, "daemon.socket_path": config.socket_path}
    return served.get(dotted, config.value(dotted))


def _plain(value: object) -> object:
    if isinstance(value, Path):
        return str(value)
    if isinstance(value, tuple):
        return list(value)
    return dict(value) if isinstance(value, Mapping) else value


def format_config(config: Config) -> str:
    """What `memoryd --check` prints: files, places, and every key that is not its default."""
    rows = explain_config(config)
    lines = ["files:  " + (", ".join(map(str, config.files)) or "none; all keys have their defaults")]
    lines.append(f"data:   {config.data_path}")
    lines.append(f"socket: {config.socket_path}" + ("" if config.socket_chosen else " (or one that systemd passes)"))
    changed = [row for row in rows if row["origin"] != "default"]
    width = max((len(f"{row['key']} = {row['shown']}") for row in changed), default=0)
    for row in changed:
        setting = f"{row['key']} = {row['shown']}"
        lines.append(f"  {setting:<{width}}  # {row['origin']}; default {row['default']}")
    return "\n".join(lines)
