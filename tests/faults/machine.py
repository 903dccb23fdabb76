"""The daemon without a process: the composition on files that fail where told, and requests without a socket."""

from __future__ import annotations

import functools
import os
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from pathlib import Path
from queue import Empty, SimpleQueue
from typing import Any, cast

import msgpack
import structlog

from memoryd.clock import Clock
from memoryd.composition import Composition
from memoryd.errors import ReadOnly
from memoryd.log_throttle import Logger
from memoryd.recall.lexical.writing import DirectWriter
from memoryd.rpc.registry import Access, R, Registry, Runs
from memoryd.rpc.replies import as_error
from memoryd.rpc.routes import Route
from memoryd.storage.batch import Batch
from memoryd.storage.files import Files
from memoryd.storage.writer import deliver_here
from memoryd.testing.faulty_files import Crashed
from memoryd.testing.manual_clock import ManualClock
from memoryd.types import Problem
from memoryd.watch.reconcile import Reconciler
from memoryd.watch.scan import look_at
from tests.support.configured import configured

CONFIG = """
[memory_oracle]
embedding_model = "none"
[daemon]
backup_days = 2
[schedule]
summarize = "off"
consolidate = "off"
health_check = "off"
quality_probe = "off"
[summaries]
chunk_tokens = 200
summary_target_tokens = 40
pruning_boundary_tokens = 0
"""


class StillClock(ManualClock):
    """The wall clock stands, so that nothing changes by itself; what waits goes on."""

    def monotonic(self) -> float:
        return time.monotonic()


class Caller:
    """The connection of a request, as far as handlers see it."""

    def __init__(self) -> None:
        self.uid = os.getuid()
        self.pid = os.getpid()
        self.access = Access.ADMIN
        self.connection_id = 1
        self.state: dict[str, Any] = {}

    def progress(self, stage: str, done: int, total: int) -> None:
        """Nobody listens."""

    def check_cancelled(self) -> None:
        """It never is."""

    def wait(self, work: Callable[[], R]) -> R:
        """Nobody else waits for a turn."""
        return work()


class NoProcess:
    """What only the whole process knows."""

    socket = "/nowhere"
    started = 0
    log_format = "json"

    def reload(self) -> dict[str, Any]:
        return {"status": "reloaded", "restart": [], "files": []}

    def waiting(self) -> list[str]:
        return []

    def server_metrics(self) -> dict[str, Any]:
        return {}

    def connections(self) -> list[dict[str, Any]]:
        return []

    def __getattr__(self, name: str) -> Any:
        return lambda *_: {}


class Machine:
    """A loaded composition on `folder/data`. Its threads but the writer's and the indexer's do not run."""

    def __init__(self, folder: Path, files: Files, clock: Clock) -> None:
        self.data = folder / "data"
        self.composition = Composition(
            configured(folder, CONFIG),
            clock,
            files,
            deliver_here,
            lambda topic, event, fields: None,
            make_writer=lambda _indexer: DirectWriter(),
        )
        self.services = self.composition.services
        self.composition.load()
        try:
            self.services.writer.start()
            for kind in self.services.kinds:
                kind.begin()
        except BaseException:
            self.abandon()
            raise
        self._registry = Registry()
        self.composition.register(self._registry, cast(Any, NoProcess()))
        self._routes: dict[str, Route] = {}
        self._caller = Caller()
        self._reconciler = Reconciler(self.services.kinds)
        self._log = cast(Logger, structlog.get_logger("tests.faults"))

    @property
    def methods(self) -> Registry:
        return self._registry

    def call(self, name: str, params: Mapping[str, Any] | None = None) -> Any:
        """The reply as it would be on the wire. Raises the MemorydError that the caller would get."""
        route = self._routes.get(name)
        if route is None:
            route = self._routes[name] = Route(self._registry.get(name))
        try:
            decoded = route.read(msgpack.packb([params or {}]))
            return msgpack.unpackb(msgpack.packb(self._run(route, decoded)))
        except Exception as error:
            raise as_error(error, name, 0, self._log) from error

    def _run(self, route: Route, params: Any) -> Any:
        if route.runs is not Runs.WRITER:
            return route.handler(self._caller, params)
        if route.together is not None:
            return self.write(functools.partial(self._alone, route, params))
        if route.prepare is not None:
            params = route.prepare(self._caller, params)
        return self.write(lambda batch: route.handler(self._caller, params, batch))

    def write(self, operation: Callable[[Batch], Any]) -> Any:
        """Have the writer do it, also where it would wait for the editor of a file, which has ended here."""
        outcomes: SimpleQueue[tuple[Any, Exception | None]] = SimpleQueue()
        self.services.writer.submit(operation, lambda result, error: outcomes.put((result, error)))
        while True:
            with suppress(Empty):
                result, error = outcomes.get(timeout=0.02)
                break
            self.services.being_written.look_again(self.absorb, is_last=True)
        if error is not None:
            raise error
        return result

    def _alone(self, route: Route, params: Any, batch: Any) -> Any:
        assert route.together is not None
        (reply,) = route.together([(self._caller, params)], batch)
        if isinstance(reply, Exception):
            raise reply
        return reply

    def absorb(self, relpath: str) -> None:
        """Take in an edit, as the watcher would."""
        stamp = look_at(str(self.data), relpath)
        assert not isinstance(stamp, Problem)
        self._reconciler.absorb(relpath, stamp)

    def watch(self) -> None:
        """Start the watcher, which actions wait for."""
        self.services.watcher.start()
        assert self.services.watcher.ready.wait(60)

    def audit(self) -> None:
        """Start the audit's thread, which a purge waits for."""
        self.services.audit.start()

    def maintain(self, action: str) -> None:
        """Run an action of maintenance. Raises the first step's failure."""
        done = self.call("maintenance.run", {"action": action})
        failed = [step["error"] for step in done["steps"] if step["status"] == "failed"]
        if failed:
            raise ReadOnly(failed[0])

    def close(self) -> None:
        """As the daemon ends, in order."""
        self.composition.stop()
        self.services.data.close()

    def abandon(self) -> None:
        """As after a kill: nothing more is written; only the threads end."""
        self.services.watcher.stop()
        with suppress(Crashed):
            self.services.audit.stop()
        self.services.writer.stop()
        self.services.index.close(0.0)
        self.services.data.close()
