"""An RPC method that is added in one place: the `methods` of a kind.

`python -m tests.composition.test_a_method` is a daemon that has it.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable, Iterator
from typing import Annotated, Any, TypedDict

import msgspec
import pytest

from memoryd.client import Client
from memoryd.composition import described
from memoryd.errors import InvalidParams
from memoryd.process.arguments import parse_arguments
from memoryd.requests.asker import Asker
from memoryd.requests.method import Method
from memoryd.requests.redaction import Redacted
from memoryd.rpc.describe import describe
from memoryd.rpc.registry import Access, Runs
from memoryd.services import Services
from tests.support.daemon import Daemon
from tests.support.empty_kind import EmptyKind
from tests.support.generators import load_generator
from tests.support.memoryctl import run_memoryctl


class ListParams(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """Whom to greet."""

    whom: str = "World"
    times: Annotated[int, msgspec.Meta(ge=1, le=3)] = 1


class Greetings(TypedDict):
    """What is said."""

    greetings: list[str]
    redacted: list[Redacted]


class Greeter(EmptyKind):
    """Has one method."""

    name = "greetings"

    def __init__(self, services: Services) -> None:
        pass

    def methods(self) -> Iterable[Method]:
        return (
            Method("greetings.list", Access.READ, Runs.LOOP, ListParams, Greetings, self._list, "Say hello."),
        )  # fmt: skip

    def _list(self, asker: Asker, params: ListParams) -> dict[str, Any]:
        return {"greetings": [f"Hello, {params.whom}!"] * params.times}


@pytest.fixture(scope="module")
def daemon(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Daemon]:
    made = Daemon(tmp_path_factory.mktemp("method"), module="tests.composition.test_a_method")
    yield made.start()
    made.kill()


def memoryctl(daemon: Daemon, *words: str) -> str:
    done = run_memoryctl(["--socket", str(daemon.socket), *words])
    done.check_returncode()
    return done.stdout


def test_the_socket_serves_and_describes_it(daemon: Daemon) -> None:
    with daemon.connect() as wire:
        assert wire.call("greetings.list") == {"greetings": ["Hello, World!"], "redacted": []}
        about = wire.call("rpc.describe")["methods"]["greetings.list"]
        assert (about["summary"], about["access"]) == ("Say hello.", "read")
        assert about["params"]["properties"]["times"] == {"type": "integer", "minimum": 1, "maximum": 3, "default": 1}
        assert "greetings" in wire.call("rpc.hello")["capabilities"]
        assert wire.call("system.metrics")["rpc"]["methods"]["greetings.list"]["requests"] == 1


def test_the_client_has_it_and_its_mistakes_are_found(daemon: Daemon) -> None:
    with Client(daemon.socket) as client:
        assert client.greetings.list(whom="Ada", times=2)["greetings"] == ["Hello, Ada!", "Hello, Ada!"]
        with pytest.raises(InvalidParams, match="did you mean 'whom'"):
            client.greetings.list(who="Ada")
        with pytest.raises(InvalidParams, match="times"):
            client.greetings.list(times=4)


def test_memoryctl_calls_describes_and_lists_it(daemon: Daemon) -> None:
    assert json.loads(memoryctl(daemon, "call", "greetings.list", '{"whom": "Ada"}'))["greetings"] == ["Hello, Ada!"]
    assert "Say hello." in memoryctl(daemon, "describe", "greetings.list")
    assert memoryctl(daemon, "list", "greetings") == "Hello, World!\n"


def test_what_is_generated_has_it() -> None:
    registry = described([Greeter])
    methods = describe(registry)["methods"]

    assert ".B greetings.list\nSay hello. (read)\n" in load_generator("rpc_page")["manual"](registry)
    made = load_generator("client")["generated"](methods)
    assert '"greetings.list",' in made["memoryd/client/reads.py"]
    assert "class Greetings(Protocol):" in made["memoryd/client/methods.py"]
    assert "class AsyncGreetings(Protocol):" in made["memoryd/client/asyncmethods.py"]
    assert "greetings" in words_of(load_generator("completions")["Completions"](methods).bash(), "list")


def words_of(script: str, command: str) -> list[str]:
    line = next(line for line in script.splitlines() if line.strip().startswith(f"{command}) words="))
    return line.partition("'")[2].partition("'")[0].split()


if __name__ == "__main__":
    from memoryd.daemon import run

    sys.exit(run(parse_arguments(), more=[Greeter]))
