"""The `rpc` namespace: hello, describe, ping, cancel."""

from __future__ import annotations

import functools
from collections.abc import Iterable
from typing import Annotated, Any, Protocol, TypedDict

import msgspec

from memoryd.errors import Unsupported
from memoryd.rpc.describe import PROTOCOL, Description, describe
from memoryd.rpc.registry import Access, Call, Method, NoParams, Registry, Runs
from memoryd.rpc.validate import ProgressToken

Name = Annotated[str, msgspec.Meta(min_length=1, max_length=200)]
Capabilities = Annotated[list[Name], msgspec.Meta(max_length=100)]


class ClientName(msgspec.Struct, forbid_unknown_fields=True):
    """What the client calls itself."""

    name: Name
    version: Name | None = None


class HelloParams(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """Who the client is, and which capabilities it requires or would like."""

    client: ClientName | None = None
    required: Capabilities = []
    optional: Capabilities = []


class CancelParams(msgspec.Struct, forbid_unknown_fields=True):
    """Which call."""

    token: ProgressToken


class HelloResult(TypedDict):
    """What the client is talking to."""

    version: str
    protocol: int
    capabilities: list[str]


class PingResult(TypedDict):
    """An answer."""

    pong: bool


class CancelResult(TypedDict):
    """The call will stop at its next step."""

    token: str
    status: str


class CancellingCall(Call, Protocol):
    """A call that can cancel the long calls of its user."""

    def cancel(self, token: str) -> None: ...


def register(registry: Registry, version: str, capabilities: Iterable[str]) -> None:
    """Add the `rpc` methods."""
    offered = sorted(set(capabilities))
    hello = functools.partial(_hello, {"version": version, "protocol": PROTOCOL, "capabilities": offered})
    read, loop = Access.READ, Runs.LOOP
    for method in (
        Method("rpc.hello", read, loop, HelloParams, HelloResult, hello,
               "Name the client and the capabilities that it requires.", ("unsupported",)),
        Method("rpc.describe", read, Runs.READER, NoParams, Description, _Describe(registry),
               "Every method with the JSON schemas of its params and result."),
        Method("rpc.ping", read, loop, NoParams, PingResult, _ping, "Answer at once."),
        Method("rpc.cancel", read, loop, CancelParams, CancelResult, _cancel,
               "Cancel a long call by its progress token.", ("not_found",)),
    ):  # fmt: skip
        registry.add(method)


def _hello(about: HelloResult, call: Call, params: HelloParams) -> HelloResult:
    missing = sorted(set(params.required) - set(about["capabilities"]))
    if missing:
        raise Unsupported(
            f"this daemon (version {about['version']}) does not offer {', '.join(missing)}; "
            "update it, or ask for them as `optional`",
            missing=missing,
            capabilities=about["capabilities"],
        )
    if params.client is not None:
        call.state["client"] = msgspec.to_builtins(params.client)
    return about


class _Describe:
    """Makes the description once: it takes 40 ms of the interpreter, which others want, too."""

    def __init__(self, registry: Registry) -> None:
        self._registry = registry
        self._made: tuple[int, msgspec.Raw] | None = None

    def __call__(self, _call: Call, _params: NoParams) -> msgspec.Raw:
        methods = len(tuple(self._registry))
        if self._made is None or self._made[0] != methods:
            self._made = methods, msgspec.Raw(msgspec.msgpack.encode(describe(self._registry)))
        return self._made[1]


def _ping(_call: Call, _params: NoParams) -> dict[str, Any]:
    return _PONG


def _cancel(call: CancellingCall, params: CancelParams) -> CancelResult:
    call.cancel(params.token)
    return {"token": params.token, "status": "cancelling"}


_PONG = {"pong": True}
