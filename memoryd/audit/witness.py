"""What is kept apart from the audit, so that a start sees what was taken away: how far it came, and what was wrong."""

from __future__ import annotations

import os
import secrets
import threading
from collections.abc import Collection
from contextlib import suppress

import msgspec

from memoryd.audit.keyring import Head
from memoryd.audit.line import GENESIS
from memoryd.errors import MemorydError
from memoryd.problems import ProblemBoard
from memoryd.storage.aside import aside_name
from memoryd.storage.atomic import replace_file
from memoryd.storage.files import Files
from memoryd.storage.regular import LARGEST, read_whole
from memoryd.types import UNREADABLE, Problem

WITNESS_PATH = ".memoryd/audit.json"
SEAL_PATH = ".memoryd/audit-secret"
"""The secret that seals the lines whose keys a purge took out. Backups have it, since they have such lines."""
TOPIC = "audit"
_VERIFIED = f"{TOPIC}:verify"
_MOST = 20
"""Problems of a verification that are remembered."""
_SECRET_BYTES = 32


class _Seen(msgspec.Struct):
    """The file."""

    seq: int = 0
    hash: str = GENESIS
    """Of a line that was on disk: the chain has at least these."""
    texts: int | None = None
    """At least so many texts are in the history; None before they were counted."""
    problems: list[Problem] = []
    """Told until a verification finds nothing wrong."""
    verified: list[Problem] = []
    """What the last verification found."""
    secret: str = ""
    """That of SEAL_PATH, where an older version has put it."""


class Witness:
    """Reads and writes the file, and tells health what it remembers; any thread."""

    def __init__(self, files: Files, root: str, gid: int, board: ProblemBoard) -> None:
        self._files = files
        self._root = root
        self._path = os.path.join(root, WITNESS_PATH)
        self._seal_path = os.path.join(root, SEAL_PATH)
        self._gid = gid
        self._board = board
        self._lock = threading.Lock()
        self._seen = _Seen()
        self._secret = b""

    def load(self) -> None:
        """Read the file, and tell again what was wrong. One that is none of ours is set aside."""
        try:
            self._seen = msgspec.json.decode(read_whole(self._path, LARGEST)[0], type=_Seen)
        except FileNotFoundError:
            self._seen = _Seen()
        except (*UNREADABLE, OSError) as error:
            self._seen = _Seen()
            self._set_aside(WITNESS_PATH, f"{error}; nobody can tell whether the end of the audit was taken away")
        self._load_secret()
        self._tell()

    def _load_secret(self) -> None:
        try:
            self._secret = _secret_in(read_whole(self._seal_path, LARGEST)[0])
            return
        except FileNotFoundError:
            pass
        except (ValueError, OSError) as error:
            self._set_aside(SEAL_PATH, f"{error}; what a purge took out of lines of the audit cannot be verified")
        with suppress(ValueError):
            self._secret = _secret_in(self._seen.secret.encode())
            with suppress(OSError, MemorydError):  # the older place still has it
                self._keep_secret(self._secret)

    def _set_aside(self, relpath: str, why: str) -> None:
        path = os.path.join(self._root, relpath)
        broken = aside_name(path)
        action = f"look at {broken} and remove it"
        try:
            self._files.rename(path, broken)
        except OSError:
            action = "move it away"
        self.report(Problem(path=relpath, what=f"not read: {why}", action=action))

    @property
    def head(self) -> Head:
        """A line that the chain had."""
        return Head(self._seen.seq, self._seen.hash)

    @property
    def texts(self) -> int | None:
        """How many texts the history has at least; None: they were never counted."""
        return self._seen.texts

    @property
    def secret(self) -> bytes:
        """What seals the lines whose keys a purge took out; empty while there are none."""
        return self._secret

    def make_secret(self) -> bytes:
        """The same, made and durable if there is none. Raises OSError and MemorydError."""
        with self._lock:
            if not self._secret:
                made = secrets.token_bytes(_SECRET_BYTES)
                self._keep_secret(made)
                self._secret = made
        return self._secret

    def _keep_secret(self, secret: bytes) -> None:
        data = secret.hex().encode() + b"\n"
        replace_file(self._files, self._seal_path, (data,), mode=0o600, gid=self._gid)

    def saw(self, head: Head, texts: int) -> None:
        """The chain came so far, and so many texts are kept. Raises OSError and MemorydError."""
        with self._lock:
            seen = msgspec.structs.replace(self._seen, seq=head.seq, hash=head.hash, texts=texts)
            if seen != self._seen:
                self._write(seen)

    def report(self, problem: Problem) -> None:
        """Health says so until a verification finds nothing wrong."""
        with self._lock, suppress(OSError, MemorydError):  # then the next start finds it itself, or does not
            if problem not in self._seen.problems:
                self._seen.problems.append(problem)
                self._write(self._seen)
        self._tell()

    def verified(self, problems: Collection[Problem]) -> None:
        """A verification found this: without anything, what was wrong before is mended."""
        with self._lock, suppress(OSError, MemorydError):
            before = self._seen.problems if problems else []
            now = msgspec.structs.replace(self._seen, problems=before, verified=list(problems)[:_MOST])
            if now != self._seen:
                self._seen = now
                self._write(now)
        self._tell()

    def _tell(self) -> None:
        self._board.set(TOPIC, self._seen.problems)
        self._board.set(_VERIFIED, self._seen.verified)

    def _write(self, seen: _Seen) -> None:
        replace_file(self._files, self._path, (msgspec.json.encode(seen) + b"\n",), mode=0o600, gid=self._gid)
        self._seen = seen


def _secret_in(data: bytes) -> bytes:
    """Raises ValueError when it is none."""
    secret = bytes.fromhex(data.decode())
    if len(secret) != _SECRET_BYTES:
        raise ValueError(f"it has {len(secret)} bytes, not {_SECRET_BYTES}")
    return secret
