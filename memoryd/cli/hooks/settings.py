"""Puts the hooks into a program's settings, and takes them out again."""

from __future__ import annotations

import difflib
import json
import os
import shlex
import shutil
import sys
from typing import Any

from memoryd.cli.hooks.events import EVENTS

Json = Any
_SECONDS = 10
"""After which the program gives up on a hook."""
_LAST_SECONDS = 3
"""At the end of a session Codex waits no longer, and warns each time of a hook that might."""
_FILES = {
    "claude-code": ("CLAUDE_CONFIG_DIR", ".claude", "settings.json"),
    "codex": ("CODEX_HOME", ".codex", "hooks.json"),
}


class Unusable(Exception):
    """The settings cannot be changed; the text says why."""


class Change:
    """What would be changed in the settings of a program. Raises Unusable."""

    def __init__(self, program: str, path: str | None, socket: str | None, *, removes: bool) -> None:
        variable, home, name = _FILES[program]
        folder = os.environ.get(variable) or os.path.join(os.path.expanduser("~"), home)
        self.path = os.path.realpath(path or os.path.join(folder, name))
        try:
            with open(self.path, encoding="utf-8") as file:
                self._before = file.read()
        except FileNotFoundError:
            self._before = ""
        except (OSError, ValueError) as error:
            raise Unusable(f"{self.path} cannot be read: {error}") from error
        settings = _object(self._before, self.path)
        changed = _without(settings) if removes else _with(_without(settings), command_of(program, socket))
        self._after = self._before if changed == settings else json.dumps(changed, indent=2, ensure_ascii=False) + "\n"

    def diff(self) -> str:
        """The change as a unified diff; empty when there is none."""
        before, after = (text.splitlines(keepends=True) for text in (self._before, self._after))
        return "".join(difflib.unified_diff(before, after, self.path, self.path))

    def make(self) -> bool:
        """Write it; what was there before stands in `<file>.before-memoryd`. Raises Unusable."""
        if self._after == self._before:
            return True
        part = f"{self.path}.memoryd"
        try:
            os.makedirs(os.path.dirname(self.path), exist_ok=True)
            with open(part, "w", encoding="utf-8") as file:
                file.write(self._after)
                file.flush()
                os.fsync(file.fileno())
            if os.path.exists(self.path):
                shutil.copymode(self.path, part)
                shutil.copy2(self.path, self.path + ".before-memoryd")
            os.replace(part, self.path)
        except OSError as error:
            raise Unusable(f"{self.path} cannot be written: {error.strerror}") from error
        return True


def command_of(program: str, socket: str | None) -> str:
    """The hook's command; by its whole path, since a hook's PATH is not the shell's."""
    found = shutil.which(sys.argv[0]) or shutil.which("memoryctl") or "memoryctl"
    named = ["--socket", os.path.abspath(socket)] if socket else []
    return shlex.join([os.path.abspath(found) if os.sep in found else found, *named, "hook", program])


def _object(text: str, path: str) -> dict[str, Json]:
    try:
        found = json.loads(text) if text.strip() else {}
    except ValueError as error:
        raise Unusable(f"{path} is not JSON ({error}); fix it first") from error
    if not isinstance(found, dict) or not isinstance(found.get("hooks", {}), dict):
        raise Unusable(f"{path} is not a settings file: `hooks` must be an object in an object")
    return found


def _with(settings: dict[str, Json], command: str) -> dict[str, Json]:
    hooks = dict(settings.get("hooks", {}))
    for event in EVENTS:
        seconds = _LAST_SECONDS if event == "SessionEnd" else _SECONDS
        entry = {"hooks": [{"type": "command", "command": command, "timeout": seconds}]}
        hooks[event] = [*hooks.get(event, []), entry]
    return {**settings, "hooks": hooks}


def _without(settings: dict[str, Json]) -> dict[str, Json]:
    """The settings without our hooks; others' stay as they are."""
    hooks = {}
    for event, entries in settings.get("hooks", {}).items():
        kept = [_kept(entry) for entry in entries] if isinstance(entries, list) else entries
        kept = [entry for entry in kept if entry is not None] if isinstance(kept, list) else kept
        if kept or not entries:
            hooks[event] = kept
    rest = {name: value for name, value in settings.items() if name != "hooks"}
    return {**rest, "hooks": hooks} if hooks or settings.get("hooks") == {} else rest


def _kept(entry: Json) -> Json:
    """An entry without our command; None when that is all it had."""
    commands = entry.get("hooks") if isinstance(entry, dict) else None
    if not isinstance(commands, list):
        return entry
    others = [one for one in commands if not _is_ours(one)]
    return entry if len(others) == len(commands) else {**entry, "hooks": others} if others else None


def _is_ours(one: Json) -> bool:
    command = str(one.get("command", "")) if isinstance(one, dict) else ""
    return any(command.endswith(f" hook {program}") for program in _FILES) and "memoryctl" in command
