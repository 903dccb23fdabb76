"""Each reply has what its method declares, and nothing else: clients are typed by it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import msgspec
import pytest

from memoryd.rpc.registry import Access
from tests.requests.test_every_method import MAY_FAIL, REQUESTS
from tests.support.daemon import Daemon, running_daemon
from tests.support.methods import described
from tests.support.wire import RpcError, Wire

METHODS = {method.name: method for method in described()}
ASKS: Mapping[str, dict[str, Any]] = {
    "audit.show": {"key": "<fact>"},
    "contexts.predict": {"project": "harbour"},
    "contexts.search": {"query": "quay"},
    "facts.get": {"id": "<fact>"},
    "facts.neighbors": {"entity": "Ada"},
    "items.get": {"namespace": ["app"], "key": "<item>"},
    "items.list": {"prefix": ["app"]},
    "items.search": {"prefix": ["app"], "query": "quay"},
    "notes.read": {"key": "<note>"},
    "recall.check": {"action": "drink some tea on the quay", "k": 50},
    "recall.explain_absent": {"query": "tea", "key": "<note>"},
    "recall.get": {"key": "<fact>"},
    "recall.grep": {"pattern": "tea|quay|note"},
    "recall.query": {"query": "what does Ada like?", "explain": True},
    "recall.search": {"query": "what does Ada like, and which note is on nothing?", "k": 100, "explain": True},
    "recall.why": {"key": "<fact>"},
    "sessions.read": {"session_id": "<session>"},
    "system.subscribe": {"events": ["memory.added"]},
}
"""What the reading methods that need something are asked; `<kind>` is a memory that there is."""
READS = sorted(name for name, one in METHODS.items() if one.access is Access.READ and name != "rpc.cancel")


@pytest.fixture(scope="module")
def daemon() -> Iterator[Daemon]:
    with running_daemon() as running:
        yield running


@pytest.fixture(scope="module")
def wire(daemon: Daemon) -> Iterator[Wire]:
    with daemon.connect() as made:
        yield made


def declared(method: str, reply: Any) -> Any:
    """What of the reply its declared type has a place for; raises for a value of another type."""
    return msgspec.to_builtins(msgspec.convert(reply, METHODS[method].result, strict=True))


@pytest.fixture(scope="module")
def known(wire: Wire) -> dict[str, str]:
    """Keys of memories that there are."""
    fact = wire.call("facts.add", {"subject": "Ada", "predicate": "likes", "object": "tea"})["id"]
    note = wire.call("notes.write", {"layer": "decisions", "text": "Tea is drunk on the quay"})["key"]
    wire.call("items.put", {"namespace": ["app"], "key": "k", "value": "a quay", "ttl_seconds": 3600})
    wire.call("sessions.start", {"session_id": "talk"})
    said = [{"role": "user", "content": "Ada likes tea on the quay."}]
    wire.call("sessions.append", {"session_id": "talk", "messages": said})
    wire.call("contexts.save", {"project": "harbour", "content": "built a quay for tea"})
    return {"<fact>": fact, "<note>": note, "<item>": "k", "<session>": "talk"}


@pytest.mark.parametrize("method", sorted(REQUESTS))
def test_of_a_method_that_writes(wire: Wire, known: dict[str, str], method: str) -> None:
    try:
        reply = wire.call(method, REQUESTS[method](wire))
    except RpcError as error:
        assert error.code == MAY_FAIL.get(method), error
    else:
        assert declared(method, reply) == reply


@pytest.mark.parametrize("method", READS)
def test_of_a_method_that_reads(wire: Wire, known: dict[str, str], method: str) -> None:
    asked = {
        name: known.get(value, value) if isinstance(value, str) else value
        for name, value in ASKS.get(method, {}).items()
    }
    reply = wire.call(method, asked)
    assert declared(method, reply) == reply
