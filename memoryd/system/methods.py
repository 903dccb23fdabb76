"""`system`: health, information and operations on the daemon."""

from __future__ import annotations

import os
from collections.abc import Iterable
from typing import Annotated, Any, Literal, NotRequired, Protocol, TypedDict

import msgspec

from memoryd import __version__
from memoryd.audit.watchers import Watch
from memoryd.config import explain_config
from memoryd.errors import InvalidParams, PermissionDenied
from memoryd.maintenance.archive_file import new_id
from memoryd.maintenance.health import told
from memoryd.operations import Operations
from memoryd.requests.asker import Asker
from memoryd.requests.method import Method
from memoryd.requests.params import InSession, Params
from memoryd.requests.redaction import KEEP
from memoryd.rpc.describe import PROTOCOL
from memoryd.rpc.registry import Access, NoParams, Runs
from memoryd.rpc.topics import TOPICS, WATCH, topic_of
from memoryd.services import Services
from memoryd.storage.directory import VERSION
from memoryd.system.metrics import Metrics
from memoryd.times import format_time


class HealthParams(InSession):
    """Who asks; a group session gets no text of MEMORY.md (rule 17)."""


class ProblemResult(TypedDict):
    """What a person should mend, and how."""

    path: str
    what: str
    action: str
    line: NotRequired[int]
    severity: NotRequired[str]


class HealthResult(TypedDict):
    """What stands in health.json, what should be mended (of more than a thousand things the gravest), and the Memory
    Health text."""

    status: str
    health: dict[str, Any]
    problems: list[ProblemResult]
    text: str


class VerifyParams(Params):
    """Whether to mend what can be mended."""

    repair: bool = False


class VerifyResult(TypedDict):
    """What was looked at and found."""

    status: str
    checked: dict[str, int]
    problems: list[ProblemResult]


class BackupParams(Params):
    """Where to: an absolute path of a new file, which the daemon writes as its own user; or, without `path`, to a
    descriptor, which the caller passes by SCM_RIGHTS with one byte when the progress has the stage `descriptors`. With
    `base` a second one is passed: of the backup that has what did not change since.
    """

    path: Annotated[str, msgspec.Meta(min_length=1, max_length=4096, extra=KEEP)] | None = None
    base: bool = False


class BackupResult(TypedDict):
    """What was written, read back and compared. `missing`: what could not be read, a directory with a slash."""

    files: int
    archive_bytes: int
    id: str
    path: NotRequired[str]
    verified: NotRequired[bool]
    base: NotRequired[str]
    missing: NotRequired[list[str]]


class SubscribeParams(InSession):
    """Which events this connection is told of from now on; an empty list ends it.

    `maintenance` and `problem` are for admins; of memories anybody is told what others wrote in its sight.
    """

    events: list[Literal["maintenance", "problem", "memory.added", "memory.changed", "memory.archived"]]


class SubscribeResult(TypedDict):
    """What is told: as notifications `memory.added` and its like `{key, kind, at, ...}`, or `system.event`."""

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
    def waiting(self) -> list[str]: ...
    def server_metrics(self) -> dict[str, Any]: ...
    def connections(self) -> list[dict[str, Any]]: ...


class SystemMethods:
    """The handlers."""

    def __init__(self, services: Services, operations: Operations, daemon: Daemon) -> None:
        self._services = services
        self._operations = operations
        self._daemon = daemon
        self._metrics = Metrics(services, operations)

    def health(self, asker: Asker, params: HealthParams) -> dict[str, Any]:
        """How the memory is, measured now."""
        health, problems = self._operations.health.make(asker.now)
        if asker.is_group:
            # Figures, problems and paths would tell it what else there is (rule 17).
            shown = {name: health[name] for name in ("timestamp", "status")}
            return {"status": health["status"], "health": shown, "problems": [], "text": ""}
        text = self._operations.health.text(asker.now)
        return {"status": health["status"], "health": health, "problems": told(problems), "text": text}

    def info(self, asker: Asker, params: NoParams) -> dict[str, Any]:
        """The daemon: version, process, places, counts, who is connected."""
        daemon = self._daemon
        return {
            "version": __version__,
            "protocol": PROTOCOL,
            "pid": os.getpid(),
            "uid": os.geteuid(),
            "data": self._services.root,
            "socket": daemon.socket,
            "started": format_time(daemon.started),
            "uptime_seconds": (asker.now - daemon.started) / 1e6,
            "timezone": str(self._services.settings.now.zone),
            "log": daemon.log_format,
            **({} if asker.is_group else self._whole()),
        }

    def _whole(self) -> dict[str, Any]:
        """How much there is, and who is there."""
        return {
            **self._counts(),
            "embeddings": self._services.semantic.state(),
            "problems": len(self._services.board.all()),
            "connections": self._daemon.connections(),
        }

    def _counts(self) -> dict[str, int]:
        return {name: count for kind in self._services.kinds for name, count in kind.counts().items()}

    def metrics(self, asker: Asker, params: NoParams) -> dict[str, Any]:
        """Counters since the start, and figures as of now or some seconds ago."""
        if asker.is_group:
            return {"rpc": self._daemon.server_metrics()}
        counts = self._counts()
        return {
            "version": __version__,
            "uptime_seconds": (asker.now - self._daemon.started) / 1e6,
            "rpc": self._daemon.server_metrics(),
            "facts": {"active": counts.pop("facts", 0), "archived": counts.pop("archived_facts", 0)},
            **counts,
            "redactions": self._services.redactor.counts,
            "embeddings": self._services.semantic.state(),
            **self._metrics.all(asker.now),
        }

    def config(self, asker: Asker, params: NoParams) -> dict[str, Any]:
        """Every key with its value and where it was set; `restart` names those that wait for the next start."""
        config = self._services.settings.now
        files = [str(path) for path in config.files]
        return {
            "keys": msgspec.to_builtins(explain_config(config)), "files": files, "restart": self._daemon.waiting()
        }  # fmt: skip

    def reload(self, asker: Asker, params: NoParams) -> dict[str, Any]:
        """Read the configuration again, as SIGHUP does."""
        return self._daemon.reload()

    def verify(self, asker: Asker, params: VerifyParams) -> dict[str, Any]:
        """Compare memory, index and files; with `repair` the files' truth is taken in and the index fed again."""
        checked = self._operations.verifier.verify(asker.call.progress, repair=params.repair)
        problems = self._operations.health.problems()
        status = "problems" if any(one.severity != "notice" for one in problems) else "ok"
        return {"status": status, "checked": checked, "problems": msgspec.to_builtins(problems)}

    def subscribe(self, asker: Asker, params: SubscribeParams) -> dict[str, Any]:
        """Notifications of maintenance that begins, steps and ends, and of new problems."""
        events, call = sorted(set(params.events)), asker.call
        for_admins = [one for one in events if not one.startswith("memory.")]
        if for_admins and (call.access < Access.ADMIN or asker.is_group):
            raise PermissionDenied(
                f"events of {for_admins[0]} are for admins, and not for a group session; `memory.added`, "
                "`memory.changed` and `memory.archived` are for everybody"
            )
        session_id = None if asker.session is None else asker.session.id
        topic = topic_of(call.connection_id)
        watch = Watch(topic, frozenset(events), asker.visibility, session_id, call.connection_id)
        if len(for_admins) < len(events):
            self._services.watchers.add(watch)
        call.state[WATCH] = watch
        call.state[TOPICS] = frozenset({*for_admins, topic})
        return {"events": events}

    def backup(self, asker: Asker, params: BackupParams) -> dict[str, Any]:
        """Write a copy of the truth files."""
        about = {
            "id": new_id(), "at": format_time(asker.now), "format": VERSION, "counts": self._counts()
        }  # fmt: skip
        if params.path is not None:
            if params.base:
                raise InvalidParams("a `base` is passed as a descriptor, and so is the target: leave `path` out")
            return self._services.backups.write(params.path, about, asker.call.progress)
        descriptors = asker.call.descriptors(1 + params.base)
        try:
            return self._services.backups.write_to(descriptors, about, asker.call.progress)
        except ValueError as error:
            raise InvalidParams(str(error)) from error
        finally:
            for descriptor in descriptors:
                os.close(descriptor)

    def all(self) -> Iterable[Method]:
        """The `system` namespace."""
        read, admin = Access.READ, Access.ADMIN
        return (
            Method("system.health", read, Runs.READER, HealthParams, HealthResult, self.health,
                   "The state of the memory, and what a person should fix."),
            Method("system.info", read, Runs.LOOP, NoParams, dict[str, Any], self.info,
                   "The daemon: version, places, counts, connections."),
            Method("system.metrics", read, Runs.READER, NoParams, dict[str, Any], self.metrics,
                   "Counters since the start, and metrics for a monitor."),
            Method("system.config", admin, Runs.READER, NoParams, dict[str, Any], self.config,
                   "Every configuration key, its value and where it was set."),
            Method("system.reload", admin, Runs.READER, NoParams, dict[str, Any], self.reload,
                   "Read the configuration again.", ("invalid_params",)),
            Method("system.verify", admin, Runs.LONG, VerifyParams, VerifyResult, self.verify,
                   "Compare memory, index and files."),
            Method("system.backup", admin, Runs.LONG, BackupParams, BackupResult, self.backup,
                   "Write a verified copy of the memory to a new file, or, without `path`, to a descriptor: when "
                   "`rpc.progress` reports the stage `descriptors`, send one byte with it by SCM_RIGHTS.",
                   ("invalid_params", "conflict", "read_only")),
            Method("system.subscribe", read, Runs.LOOP, SubscribeParams, SubscribeResult, self.subscribe,
                   "Be notified of maintenance and new problems (admins) by `system.event {event, at, ...}`, and of "
                   "what others write within the session's visibility by `memory.added {key, kind, at, ...}`, "
                   "`memory.changed` and `memory.archived`. A slow reader misses some; `missed` says how many.",
                   ("permission_denied",)),
        )  # fmt: skip
