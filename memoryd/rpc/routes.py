"""A registered method, prepared for fast calls, and its counters."""

from __future__ import annotations

from typing import Any, TypedDict

import msgspec

from memoryd.rpc.frames import MAX_DEPTH
from memoryd.rpc.registry import Access, Method, Registry, Runs
from memoryd.rpc.validate import ParamsReader, params_type

BUCKETS = 64
MOST_CARE_ON_LOOP = 512
"""Bytes of params that the loop reads with care, which takes a microsecond a byte: every client waits meanwhile."""


class RouteMetrics(TypedDict):
    """Counters of one method: `latency[i]` counts requests answered within 2^i·1.024 µs and not half of that."""

    requests: int
    failures: int
    latency: list[int]
    seconds: float


class Route:
    """One method with its params reader and its counters (written on the loop only)."""

    __slots__ = (
        "failures", "goes_through", "handler", "joined", "latency", "method", "name", "need", "prepare", "read",
        "read_at_once", "runs", "slices", "spent", "together",
    )  # fmt: skip

    def __init__(self, method: Method, depth: int = MAX_DEPTH) -> None:
        self.method = method
        self.name = method.name
        self.need = undeclared(method.access)
        self.runs = method.runs
        self.handler = method.handler
        self.prepare = method.prepare
        self.goes_through = method.goes_through
        self.together = method.together
        self.slices = method.slices
        self.joined = method.joined
        care = {"most_care": MOST_CARE_ON_LOOP} if method.runs is Runs.LOOP else {}
        reader: ParamsReader[Any] = ParamsReader(params_type(method), depth, **care)
        self.read = reader.read
        self.read_at_once = reader.read_at_once
        self.failures = 0
        self.latency = [0] * BUCKETS
        self.spent = 0
        """Nanoseconds from frame to answer, of all requests."""

    def answered(self, nanoseconds: int) -> None:
        """Count a request that took so long."""
        self.latency[(nanoseconds >> 10).bit_length()] += 1
        self.spent += nanoseconds

    def metrics(self) -> RouteMetrics:
        """A copy of the counters."""
        filled = max((index + 1 for index, count in enumerate(self.latency) if count), default=0)
        return {
            "requests": sum(self.latency),
            "failures": self.failures,
            "latency": self.latency[:filled],
            "seconds": self.spent / 1e9,
        }


class Request(msgspec.Struct, array_like=True, forbid_unknown_fields=True, gc=False):
    """`[0, msgid, method, params]` with the params still packed."""

    type: int
    msgid: int
    method: str
    params: msgspec.Raw


class OddRequest(msgspec.Struct, array_like=True, forbid_unknown_fields=True, gc=False):
    """A request whose method is not valid text: an old client's bytes, or a mistake."""

    type: int
    msgid: int
    method: msgspec.Raw
    params: msgspec.Raw


class Notification(msgspec.Struct, array_like=True, forbid_unknown_fields=True, gc=False):
    """`[2, method, params]`."""

    type: int
    method: msgspec.Raw
    params: msgspec.Raw


class Routes(dict[str, Route]):
    """Routes by method name, made from the registry on first use."""

    def __init__(self, registry: Registry, depth: int = MAX_DEPTH) -> None:
        super().__init__()
        self._registry = registry
        self._depth = depth

    def knows(self, name: str) -> bool:
        """Whether there is such a method."""
        return name in self or name in self._registry

    def __missing__(self, name: str) -> Route:
        """Raises Unsupported for an unknown name."""
        route = self[name] = Route(self._registry.get(name), self._depth)
        return route


def undeclared(access: Any) -> Access:
    """The level that a method requires: an undeclared one is for admins only."""
    return access if isinstance(access, Access) else Access.ADMIN
