"""The daemon without a process: the composition on files that fail where told, and requests without a socket."""

from __future__ import annotations

import functools
import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any, cast

import msgpack
import structlog

from memoryd.clock import Clock
from memoryd.composition import Composition
from memoryd.log_throttle import Logger
from memoryd.rpc.registry import Access, Registry, Runs
from memoryd.rpc.replies import as_error
from memoryd.rpc.routes import Route
from memoryd.storage.files import Files
from memoryd.storage.writer import deliver_here
from memoryd.watch.reconcile import Reconciler
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


class Caller:
    """The connection of a request, as far as handlers see it."""

    def __init__(self) -> None:
        self.uid = os.getuid()
        self.access = Access.ADMIN
        self.connection_id = 1
        self.state: dict[str, Any] = {}

    def progress(self, stage: str, done: int, total: int) -> None:
        """Nobody listens."""

    def check_cancelled(self) -> None:
        """It never is."""


class NoProcess:
    """What only the whole process knows."""

    socket = "/nowhere"
    started = 0
    log_format = "json"

    def reload(self) -> dict[str, Any]:
        return {"status": "reloaded", "restart": [], "files": []}

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
            configured(folder, CONFIG), clock, files, deliver_here, lambda topic, event, fields: None
        )
        self.services = self.composition.services
        self.composition.load()
        self.services.writer.start()
        for kind in self.services.kinds:
            kind.begin()
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
            raise as_error(error, name, self._log) from error

    def _run(self, route: Route, params: Any) -> Any:
        if route.runs is not Runs.WRITER:
            return route.handler(self._caller, params)
        if route.together is not None:
            return self.services.writer.run(functools.partial(self._alone, route, params))
        if route.prepare is not None:
            params = route.prepare(self._caller, params)
        return self.services.writer.run(lambda batch: route.handler(self._caller, params, batch))

    def _alone(self, route: Route, params: Any, batch: Any) -> Any:
        assert route.together is not None
        (reply,) = route.together([(self._caller, params)], batch)
        if isinstance(reply, Exception):
            raise reply
        return reply
