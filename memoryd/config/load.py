"""From files, environment and flags to one `Config`: flags over environment over files over defaults."""

from __future__ import annotations

import os
import tomllib
from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Any

import msgspec
from msgspec.structs import replace

from memoryd.config.checks import cross_faults, derive
from memoryd.config.faults import ConfigError, Fault
from memoryd.config.files import LARGEST, Parsed, default_file, list_files, parse_file
from memoryd.config.model import KEYS, OBSOLETE, SECTIONS, Config
from memoryd.config.value_types import AbsolutePath, InvalidValue, closest

SHORT_VARIABLES: Mapping[str, str] = MappingProxyType(
    {
        "MEMORYD_DATA": "memory_oracle.data_path",
        "MEMORYD_SOCKET": "daemon.socket_path",
        "MEMORYD_LOG_LEVEL": "daemon.log_level",
        "MEMORYD_LOG_FORMAT": "daemon.log_format",
    }
)
"""Variables with a name of their own. Any key can be set as MEMORYD_SECTION__KEY."""


class Flags(msgspec.Struct, frozen=True):
    """What the command line says; it overrides everything else."""

    data: str | None = None
    socket: str | None = None


class _Gathered(msgspec.Struct):
    values: dict[str, object] = msgspec.field(default_factory=dict)
    origins: dict[str, str] = msgspec.field(default_factory=dict)
    lines: dict[str, tuple[str, int | None]] = msgspec.field(default_factory=dict)
    faults: list[Fault] = msgspec.field(default_factory=list)

    def take(self, dotted: str, raw: object, where: str, line: int | None = None) -> None:
        """Read one value; a wrong one becomes a fault and leaves the earlier value."""
        if dotted in OBSOLETE:
            if str(raw).strip().lower() != OBSOLETE[dotted]:
                self.faults.append(Fault(where, dotted, f"can only be {OBSOLETE[dotted]}", "leave it out", line))
            return
        try:
            self.values[dotted] = KEYS[dotted].spec.type.read(raw)
        except InvalidValue as wrong:
            self.faults.append(Fault(where, dotted, wrong.what, wrong.suggestion, line))
            return
        self.origins[dotted] = where if line is None else f"{where}:{line}"
        self.lines[dotted] = (where, line)


def load_config(
    path: str | os.PathLike[str] | None = None,
    environ: Mapping[str, str] | None = None,
    flags: Flags | None = None,
    *,
    user: bool | None = None,
) -> Config:
    """The configuration of this process. Raises ConfigError with every fault there is.

    `path` is the main file (its drop-ins are in `<path>.d/*.toml`), else $MEMORYD_CONFIG, else the default place.
    `user` says whether this is a person's own daemon (default: not root, and with an $XDG_RUNTIME_DIR).
    """
    environ = os.environ if environ is None else environ
    flags = flags or Flags()
    if user is None:
        user = os.geteuid() != 0 and bool(environ.get("XDG_RUNTIME_DIR"))
    named = os.fspath(path) if path is not None else environ.get("MEMORYD_CONFIG", "")
    main = Path(named).absolute() if named else default_file(environ, user)
    gathered = _Gathered()
    files, faults = list_files(main, required=bool(named))
    gathered.faults += faults
    for file in files:
        parsed = parse_file(file)
        if isinstance(parsed, Fault):
            gathered.faults.append(parsed)
        else:
            _take_file(gathered, parsed)
    _take_environment(gathered, environ)
    _take_flags(gathered, flags)
    config, places = _build(gathered)
    faulty = {fault.key for fault in gathered.faults}
    gathered.faults += cross_faults(config, places, faulty)
    resolved = _resolve(config, gathered, environ, user)
    if gathered.faults:
        raise ConfigError(gathered.faults)
    return replace(resolved, files=tuple(files))


def _take_file(gathered: _Gathered, parsed: Parsed) -> None:
    for name, value in parsed.tables.items():
        where, line = str(parsed.path), parsed.line_of(name)
        if name in SECTIONS and isinstance(value, dict):
            _take_table(gathered, parsed, name, value)
        elif name in SECTIONS:
            gathered.faults.append(Fault(where, name, "is a table", f"write [{name}] and its keys below", line))
        elif isinstance(value, dict):
            hint = closest(name, [known for known in SECTIONS if "." not in known])
            gathered.faults.append(Fault(where, name, "there is no such table", hint or _TABLES, line))
        else:
            gathered.faults.append(Fault(where, name, "stands outside of a table", _home_of(name), line))


_TABLES = "the tables are " + ", ".join(f"[{name}]" for name in SECTIONS if "." not in name)


def _take_table(gathered: _Gathered, parsed: Parsed, section: str, table: Mapping[str, Any]) -> None:
    for name, value in table.items():
        dotted = f"{section}.{name}"
        where, line = str(parsed.path), parsed.line_of(dotted)
        if dotted in KEYS or dotted in OBSOLETE:
            gathered.take(dotted, value, where, line)
        elif dotted in SECTIONS and isinstance(value, dict):
            _take_table(gathered, parsed, dotted, value)
        elif dotted in SECTIONS:
            keys = ", ".join(f"{key.name} = {key.spec.type.show(key.spec.default)}" for key in _of_section(dotted))
            gathered.faults.append(Fault(where, dotted, "must be a table", f"write {{ {keys} }}", line))
        else:
            gathered.faults.append(Fault(where, dotted, "there is no such key", _suggest(section, name), line))


def _of_section(section: str) -> list[Any]:
    return [key for key in KEYS.values() if key.section == section]


def _suggest(section: str, name: str) -> str:
    if any(key.name == name for key in KEYS.values()):
        return _home_of(name)
    children = [known.rpartition(".")[2] for known in SECTIONS if known.rpartition(".")[0] == section]
    names = [key.name for key in _of_section(section)] + children
    return closest(name, names) or (f"its keys are {', '.join(names)}" if len(names) < 6 else _home_of(name))


def _home_of(name: str) -> str:
    homes = [key.section for key in KEYS.values() if key.name == name]
    if homes:
        return f"it belongs to [{homes[0]}]"
    return closest(name, [key.name for key in KEYS.values()]) or "see memoryd.toml(5)"


def _take_environment(gathered: _Gathered, environ: Mapping[str, str]) -> None:
    long = {"MEMORYD_" + dotted.replace(".", "__").upper(): dotted for dotted in (*KEYS, *OBSOLETE)}
    for variable in sorted(environ):
        dotted = SHORT_VARIABLES.get(variable) or long.get(variable)
        if dotted is None:
            if variable.startswith("MEMORYD_") and "__" in variable:
                what = "there is no such key"
                gathered.faults.append(Fault(f"${variable}", "", what, closest(variable, list(long))))
        elif len(environ[variable]) > LARGEST:
            what = f"has more than {LARGEST:,} characters; nothing of it is read"
            gathered.faults.append(Fault(f"${variable}", "", what, "a key takes a line"))
        elif environ[variable] or variable not in SHORT_VARIABLES:
            text = environ[variable]
            gathered.take(dotted, _from_text(dotted, text) if dotted in KEYS else text, f"${variable}")


def _from_text(dotted: str, text: str) -> object:
    """A variable's text: as TOML where the key's type accepts that, else the text itself."""
    try:
        value: object = tomllib.loads(f"value = {text}")["value"]
        KEYS[dotted].spec.type.read(value)
    except (ValueError, RecursionError, InvalidValue):
        return text
    return value


def _take_flags(gathered: _Gathered, flags: Flags) -> None:
    for flag, dotted, value in (
        ("--data", "memory_oracle.data_path", flags.data),
        ("--socket", "daemon.socket_path", flags.socket),
    ):
        if value is not None:  # a flag's path is the caller's, so it may be relative
            gathered.take(dotted, os.path.abspath(value) if value else value, flag)


def _build(gathered: _Gathered) -> tuple[Config, Mapping[str, tuple[str, int | None]]]:
    derive(gathered.values)
    sections: dict[str, Any] = {}
    for section, kind in reversed(list(SECTIONS.items())):  # inner sections first
        chosen = {
            key.name: gathered.values[key.dotted] for key in _of_section(section) if key.dotted in gathered.values
        }
        inner = {
            name.rpartition(".")[2]: value for name, value in sections.items() if name.rpartition(".")[0] == section
        }
        sections[section] = kind(**chosen, **inner)
    outer = {name: value for name, value in sections.items() if "." not in name}
    return Config(**outer, origins=MappingProxyType(dict(gathered.origins))), gathered.lines


def _resolve(config: Config, gathered: _Gathered, environ: Mapping[str, str], user: bool) -> Config:
    """Find the data directory and the socket, in the order of memoryd.toml(5)."""
    data = config.memory_oracle.data_path
    if "memory_oracle.data_path" not in gathered.values and environ.get("STATE_DIRECTORY"):
        data = _directory(gathered, "$STATE_DIRECTORY", environ["STATE_DIRECTORY"], data)
    chosen = config.daemon.socket_path
    if chosen is not None:
        return replace(config, data_path=data, socket_path=chosen, socket_chosen=True)
    base = Path(environ["XDG_RUNTIME_DIR"]) / "memoryd" if user else Path("/run/memoryd")
    if environ.get("RUNTIME_DIRECTORY"):
        base = _directory(gathered, "$RUNTIME_DIRECTORY", environ["RUNTIME_DIRECTORY"], base)
    return replace(config, data_path=data, socket_path=base / "memoryd.sock")


def _directory(gathered: _Gathered, variable: str, text: str, otherwise: Path) -> Path:
    """The first directory of a variable that systemd sets."""
    try:
        return AbsolutePath().read(text.partition(":")[0]) or otherwise
    except InvalidValue as wrong:
        gathered.faults.append(Fault(variable, "", wrong.what, wrong.suggestion))
        return otherwise


def restart_keys(old: Config, new: Config) -> list[str]:
    """Keys that a reload changed but that take effect only at the next start."""
    changed = [
        key.dotted for key in KEYS.values() if key.spec.restart and old.value(key.dotted) != new.value(key.dotted)
    ]
    if old.data_path != new.data_path and "memory_oracle.data_path" not in changed:
        changed.append("memory_oracle.data_path")
    return changed
