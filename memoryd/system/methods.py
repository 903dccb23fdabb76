"""`system`: health, information and operations on the daemon."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable
from typing import Annotated, Any, Literal, NotRequired, Protocol, TypedDict

import msgspec

from memoryd import __version__
from memoryd.clock import Clock
from memoryd.config import Config, explain_config
from memoryd.kinds.kind import Kinds
from memoryd.maintenance.backups import Backups
from memoryd.maintenance.health import HealthReport
from memoryd.maintenance.verify import Verifier
from memoryd.problems import ProblemBoard
from memoryd.recall.vectors.semantic import Semantic
from memoryd.requests.asker import Asker
from memoryd.requests.method import Method
from memoryd.requests.params import SessionId
from memoryd.requests.redaction import KEEP, Redactor
from memoryd.rpc.describe import PROTOCOL
from memoryd.rpc.registry import Access, NoParams, Runs
from memoryd.rpc.topics import TOPICS
from memoryd.times import format_time


class HealthParams(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """Who asks; a group session gets no text of MEMORY.md (rule 17)."""

    session_id: SessionId | None = None


class ProblemResult(TypedDict):
    """What a person should mend, and how."""

    path: str
    what: str
    action: str
    line: NotRequired[int]
    severity: NotRequired[str]


class HealthResult(TypedDict):
    """What stands in health.json, what should be mended, and the Memory Health text."""

    status: str
    health: dict[str, Any]
    problems: list[ProblemResult]
    text: str


class VerifyParams(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """Whether to mend what can be mended."""

    repair: bool = False


class VerifyResult(TypedDict):
    """What was looked at and found."""

    status: str
    checked: dict[str, int]
    problems: list[ProblemResult]


class BackupParams(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """Where to: an absolute path of a new file; the daemon writes it, as its own user."""

    path: Annotated[str, msgspec.Meta(min_length=1, max_length=4096, extra=KEEP)]


class BackupResult(TypedDict):
    """What was written, read back and compared."""

    path: str
    files: int
    archive_bytes: int


class SubscribeParams(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """Which events this connection is told of from now on; an empty list ends it."""

    events: list[Literal["maintenance", "problem"]]


class SubscribeResult(TypedDict):
    """What is told: as notifications `system.event {event, at, ...}`."""

    events: list[str]


class Daemon(Protocol):
    """What only the whole process knows and can do."""

    @property
    def socket(self) -> str:
        """Where it listens."""
        ...

    @property
    def started(self) -> int:
        """When it started, microseconds."""
        ...

    @property
    def log_format(self) -> str: ...
    def reload(self) -> dict[str, Any]: ...
    def server_metrics(self) -> dict[str, Any]: ...
    def connections(self) -> list[dict[str, Any]]: ...


class SystemMethods:
    """The handlers."""

    def __init__(
        self,
        root: str,
        config: Callable[[], Config],
        clock: Clock,
        kinds: Kinds,
        semantic: Semantic,
        redactor: Redactor,
        board: ProblemBoard,
        health: HealthReport,
        verifier: Verifier,
        backups: Backups,
        daemon: Daemon,
    ) -> None:
        self._root = root
        self._config = config
        self._clock = clock
        self._kinds = kinds
        self._semantic = semantic
        self._redactor = redactor
        self._board = board
        self._health = health
        self._verifier = verifier
        self._backups = backups
        self._daemon = daemon

    def health(self, asker: Asker, params: HealthParams) -> dict[str, Any]:
        """How the memory is, measured now."""
        health, problems = self._health.make(asker.now)
        text = "" if asker.is_group else self._health.text(asker.now)
        return {"status": health["status"], "health": health, "problems": msgspec.to_builtins(problems), "text": text}

    def info(self, asker: Asker, params: NoParams) -> dict[str, Any]:
        """The daemon: version, process, places, counts, who is connected."""
        daemon = self._daemon
        return {
            "version": __version__,
            "protocol": PROTOCOL,
            "pid": os.getpid(),
            "uid": os.geteuid(),
            "data": self._root,
            "socket": daemon.socket,
            "started": format_time(daemon.started),
            "uptime_seconds": (asker.now - daemon.started) / 1e6,
            "timezone": str(self._config().zone),
            "log": daemon.log_format,
            **self._counts(),
            "embeddings": self._semantic.state(),
            "problems": len(self._board.all()),
            "connections": daemon.connections(),
        }

    def _counts(self) -> dict[str, int]:
        return {name: count for kind in self._kinds for name, count in kind.counts().items()}

    def metrics(self, asker: Asker, params: NoParams) -> dict[str, Any]:
        """Counters since the start."""
        counts = self._counts()
        return {
            "rpc": self._daemon.server_metrics(),
            "facts": {"active": counts.pop("facts", 0), "archived": counts.pop("archived_facts", 0)},
            **counts,
            "redactions": self._redactor.counts,
            "embeddings": self._semantic.state(),
        }

    def config(self, asker: Asker, params: NoParams) -> dict[str, Any]:
        """Every key with its value and where it was set."""
        config = self._config()
        return {"keys": msgspec.to_builtins(explain_config(config)), "files": [str(path) for path in config.files]}

    def reload(self, asker: Asker, params: NoParams) -> dict[str, Any]:
        """Read the configuration again, as SIGHUP does."""
        return self._daemon.reload()

    def verify(self, asker: Asker, params: VerifyParams) -> dict[str, Any]:
        """Compare memory, index and files; with `repair` the files' truth is taken in and the index fed again."""
        checked = self._verifier.verify(asker.call.progress, repair=params.repair)
        problems = self._health.problems()
        status = "problems" if problems else "ok"
        return {"status": status, "checked": checked, "problems": msgspec.to_builtins(problems)}

    def subscribe(self, asker: Asker, params: SubscribeParams) -> dict[str, Any]:
        """Notifications of maintenance that begins, steps and ends, and of new problems."""
        events = sorted(set(params.events))
        asker.call.state[TOPICS] = frozenset(events)
        return {"events": events}

    def backup(self, asker: Asker, params: BackupParams) -> dict[str, Any]:
        """Write a copy of the truth files."""
        return self._backups.write(params.path, asker.call.progress)

    def all(self) -> Iterable[Method]:
        """The `system` namespace."""
        read, admin = Access.READ, Access.ADMIN
        return (
            Method("system.health", read, Runs.READER, HealthParams, HealthResult, self.health,
                   "How the memory is, and what a person should mend."),
            Method("system.info", read, Runs.LOOP, NoParams, dict[str, Any], self.info,
                   "The daemon: version, places, counts, connections."),
            Method("system.metrics", read, Runs.LOOP, NoParams, dict[str, Any], self.metrics,
                   "Counters since the start."),
            Method("system.config", admin, Runs.READER, NoParams, dict[str, Any], self.config,
                   "Every configuration key, its value and where it was set."),
            Method("system.reload", admin, Runs.READER, NoParams, dict[str, Any], self.reload,
                   "Read the configuration again.", ("invalid_params",)),
            Method("system.verify", admin, Runs.LONG, VerifyParams, VerifyResult, self.verify,
                   "Compare memory, index and files."),
            Method("system.backup", admin, Runs.LONG, BackupParams, BackupResult, self.backup,
                   "Write a verified copy of the memory to a new file.", ("invalid_params", "conflict", "read_only")),
            Method("system.subscribe", admin, Runs.LOOP, SubscribeParams, SubscribeResult, self.subscribe,
                   "Be told, as `system.event`, of maintenance that begins, steps and ends, and of new problems."),
        )  # fmt: skip
