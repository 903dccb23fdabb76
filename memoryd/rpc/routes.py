"""A registered method, prepared for being called often, and what is counted of it."""

from __future__ import annotations

from typing import Any, TypedDict

import msgspec

from memoryd.rpc.frames import MAX_DEPTH
from memoryd.rpc.registry import Access, Method, Registry
from memoryd.rpc.validate import ParamsReader, params_type

BUCKETS = 32


class RouteMetrics(TypedDict):
    """Of one method: `seconds[i]` counts requests that took less than 2^i microseconds (and no less than half)."""

    requests: int
    failures: int
    latency: list[int]


class Route:
    """One method with its params reader and its counters (written on the loop only)."""

    __slots__ = ("failures", "handler", "latency", "method", "name", "need", "read", "requests", "runs")

    def __init__(self, method: Method, depth: int = MAX_DEPTH) -> None:
        self.method = method
        self.name = method.name
        self.need = undeclared(method.access)
        self.runs = method.runs
        self.handler = method.handler
        self.read = ParamsReader(params_type(method), depth).read
        self.requests = 0
        self.failures = 0
        self.latency = [0] * BUCKETS

    def count(self, seconds: float) -> None:
        """One more request was answered after so long."""
        self.requests += 1
        self.latency[min(int(seconds * 1e6).bit_length(), BUCKETS - 1)] += 1

    def metrics(self) -> RouteMetrics:
        """A copy of the counters."""
        return {"requests": self.requests, "failures": self.failures, "latency": list(self.latency)}


class Request(msgspec.Struct, array_like=True, forbid_unknown_fields=True, gc=False):
    """`[0, msgid, method, params]` with the params still packed."""

    type: int
    msgid: int
    method: str
    params: msgspec.Raw


class Routes(dict[str, Route]):
    """Routes by method name, made from the registry when they are first asked for."""

    def __init__(self, registry: Registry, depth: int = MAX_DEPTH) -> None:
        super().__init__()
        self._registry = registry
        self._depth = depth

    def __missing__(self, name: str) -> Route:
        """Raises Unsupported for an unknown name."""
        route = self[name] = Route(self._registry.get(name), self._depth)
        return route


def undeclared(access: Any) -> Access:
    """The level of a method: what is not declared is for admins only."""
    return access if isinstance(access, Access) else Access.ADMIN
