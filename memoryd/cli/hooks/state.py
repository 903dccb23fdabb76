"""What a user's hooks keep between two calls: how far each transcript was read, and what waits for the daemon.

Below `$XDG_STATE_HOME/memoryd/hooks`, mode 0700: one file a session, and `spool/`, one file a session, with secrets
redacted before they are written. A file is locked while a hook uses it, and replaced whole.
"""

from __future__ import annotations

import contextlib
import fcntl
import json
import os
from collections.abc import Iterator
from typing import Any

from memoryd.cli.hooks.transcript import Message

Json = Any
SPOOL_LIMIT = 8 * 1024 * 1024
"""Bytes that may wait for the daemon; what finds no room is read from its transcript later."""
KEPT = 200
"""Files of sessions; the oldest beyond it are removed."""


def folder() -> str:
    """Where the hooks of this user keep their files; made when it is missing. Raises OSError."""
    base = os.environ.get("XDG_STATE_HOME") or os.path.join(os.path.expanduser("~"), ".local", "state")
    path = os.path.join(base, "memoryd", "hooks")
    os.makedirs(path, mode=0o700, exist_ok=True)
    os.makedirs(os.path.join(path, "spool"), mode=0o700, exist_ok=True)
    return path


def name_of(session_id: str) -> str:
    """A file's name for a session."""
    from hashlib import sha256

    return sha256(session_id.encode(errors="replace")).hexdigest()[:32]


class State:
    """One session's state: `values` may be changed while it is held, `save` writes them."""

    def __init__(self, path: str) -> None:
        self._path = path
        self.values: dict[str, Json] = {"offset": 0, "recalls": [], "shown": []}
        # A file that is torn is as good as none: what is read again is known to the daemon by its id.
        with contextlib.suppress(OSError, ValueError), open(path, "rb") as file:
            found = json.load(file)
            if isinstance(found, dict):
                self.values |= found

    def save(self) -> None:
        """Replace the file. Raises OSError."""
        replace(self._path, json.dumps(self.values).encode())


@contextlib.contextmanager
def held(session_id: str) -> Iterator[State]:
    """The state of a session, while no other hook of it runs. Raises OSError."""
    path = os.path.join(folder(), name_of(session_id))
    with _locked(path + ".lock"):
        state = State(path + ".json")
        if not state.values["offset"]:
            _tidy(os.path.dirname(path))
        yield state


class Spool:
    """What waits for the daemon: lines `{session}`, then `{message}` and `{ended}`, one file a session."""

    def __init__(self) -> None:
        self._folder = os.path.join(folder(), "spool")

    def put(self, start: dict[str, str], messages: list[Message], is_ended: bool) -> bool:
        """Add what a session said; False when there is no room for all of it. Raises OSError."""
        from memoryd.secrets import redact

        path = os.path.join(self._folder, name_of(start["session_id"]) + ".jsonl")
        rows: list[Json] = [{"session": start}]
        rows += [{"message": one | {"content": redact(one["content"])[0]}} for one in messages]
        rows += [{"ended": True}] if is_ended else []
        data = "".join(json.dumps(row) + "\n" for row in rows).encode()
        with _locked(os.path.join(self._folder, "lock")):
            used = sum(entry.stat().st_size for entry in os.scandir(self._folder))
            if used + len(data) > SPOOL_LIMIT:
                return False
            handle = os.open(path, os.O_WRONLY | os.O_APPEND | os.O_CREAT | os.O_NOFOLLOW, 0o600)
            try:
                os.fchmod(handle, 0o600)
                # A torn line of a hook that was killed must not spoil the next.
                os.write(handle, b"\n" + data)
                os.fsync(handle)
            finally:
                os.close(handle)
        return True

    @contextlib.contextmanager
    def waiting(self, session_id: str | None = None) -> Iterator[list[str]]:
        """The files that wait, or that of one session, while no other hook delivers them; none while one does.

        Raises OSError.
        """
        own = None if session_id is None else name_of(session_id) + ".jsonl"
        names = [name for name in os.listdir(self._folder) if name.endswith(".jsonl") and own in (None, name)]
        if not names:
            yield []
            return
        with _locked(os.path.join(self._folder, "lock"), waits=False) as is_ours:
            yield [os.path.join(self._folder, name) for name in sorted(names)] if is_ours else []


def spooled(path: str) -> tuple[dict[str, str], list[Message], bool]:
    """What a file of the spool holds: the session, its messages, and whether it ended. Raises OSError."""
    start: dict[str, str] = {}
    messages: list[Message] = []
    is_ended = False
    with open(path, "rb") as file:
        for line in file:
            with contextlib.suppress(ValueError):
                row = json.loads(line) if line.strip() else {}
                start = row.get("session") or start
                messages += [row["message"]] if "message" in row else []
                is_ended = is_ended or "ended" in row
    return start, messages, is_ended


def replace(path: str, data: bytes) -> None:
    """Write a file of this user's alone, whole or not at all. Raises OSError."""
    part = f"{path}.{os.getpid()}"
    handle = os.open(part, os.O_WRONLY | os.O_CREAT | os.O_TRUNC | os.O_NOFOLLOW, 0o600)
    try:
        with open(handle, "wb") as file:
            file.write(data)
        os.replace(part, path)
    except BaseException:
        with contextlib.suppress(OSError):
            os.unlink(part)
        raise


@contextlib.contextmanager
def _locked(path: str, waits: bool = True) -> Iterator[bool]:
    handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_NOFOLLOW, 0o600)
    try:
        try:
            fcntl.flock(handle, fcntl.LOCK_EX if waits else fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            yield False
        else:
            yield True
    finally:
        os.close(handle)


def _tidy(path: str) -> None:
    """Forget the sessions that were not heard of for longest."""
    files = [entry for entry in os.scandir(path) if entry.name.endswith(".json")]
    if len(files) <= KEPT:
        return
    for entry in sorted(files, key=lambda one: one.stat().st_mtime)[:-KEPT]:
        for name in (entry.path, entry.path.removesuffix(".json") + ".lock"):
            with contextlib.suppress(OSError):
                os.unlink(name)
