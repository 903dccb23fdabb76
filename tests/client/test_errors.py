"""An error is the same after a trip through pickle or copy: between processes, and in a client's own logs."""

from __future__ import annotations

import asyncio
import copy
import pickle
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from typing import Any

import pytest

from memoryd.client import AsyncClient, CallTimeout, Client, ConnectionLost, DaemonUnavailable, asynchronous, link
from memoryd.client.calls import UnknownError, error_of
from memoryd.errors import ERRORS, Conflict, MemorydError
from memoryd.rpc.frames import FrameError
from memoryd.storage.lock import Locked
from tests.client.conftest import Scripted, refuse_oddly
from tests.rpc.harness import Rig
from tests.support.rest import part

DATA = {"id": "fact-1", "deep": [1, {"code": "x", "sentence": "y"}]}


def subclasses(kind: type[BaseException]) -> Iterator[type[BaseException]]:
    for each in kind.__subclasses__():
        yield each
        yield from subclasses(each)


def a_locked() -> Locked:
    return Locked(7, "/data/memory")


EXAMPLES: dict[type[BaseException], Callable[[], BaseException]] = {
    **{kind: lambda code=code: error_of([code, "what is wrong", DATA]) for code, kind in ERRORS.items()},
    UnknownError: lambda: error_of(["brand_new", "from the future", DATA]),
    MemorydError: lambda: error_of("no error at all"),
    Locked: a_locked,
    DaemonUnavailable: lambda: DaemonUnavailable("nobody listens", "/run/s"),
    ConnectionLost: lambda: ConnectionLost("it dropped", "/run/s"),
    CallTimeout: lambda: CallTimeout("not within 3 s"),
    FrameError: lambda: FrameError("too large", 7),
    link.LinkLost: lambda: link.LinkLost(sent=True),
    asynchronous._Lost: lambda: asynchronous._Lost(sent=True),
}
COPIES: dict[str, Callable[[Any], Any]] = {
    **{
        f"pickle {protocol}": lambda error, protocol=protocol: pickle.loads(pickle.dumps(error, protocol))
        for protocol in range(pickle.HIGHEST_PROTOCOL + 1)
    },
    "copy": copy.copy,
    "deepcopy": copy.deepcopy,
}


def test_every_error_of_the_client_has_an_example() -> None:
    ours = {kind for root in (MemorydError, DaemonUnavailable) for kind in (root, *subclasses(root))}
    wire = {kind for kind in ours if kind.__module__.startswith(("memoryd.client", "memoryd.errors"))}
    assert wire <= set(EXAMPLES)


@pytest.mark.parametrize("way", COPIES)
@pytest.mark.parametrize("kind", EXAMPLES, ids=lambda kind: kind.__name__)
def test_an_error_and_its_copy_are_alike(kind: type[BaseException], way: str) -> None:
    error = EXAMPLES[kind]()
    error.__dict__["__notes__"] = ["while adding a fact"]  # as add_note does since Python 3.11
    copied = COPIES[way](error)
    assert type(copied) is type(error) is kind
    assert (str(copied), copied.args, vars(copied)) == (str(error), error.args, vars(error))
    assert getattr(copied, "code", None) == getattr(error, "code", None)


def _refused(path: str) -> None:
    with Client(path) as client:
        client.test.write(text="conflict")


def _refused_later(path: str) -> None:
    async def main() -> None:
        async with AsyncClient(path) as client:
            await client.test.write(text="conflict")

    asyncio.run(main())


@pytest.mark.parametrize("work", part(1, [_refused, _refused_later]))
def test_a_refusal_reaches_the_parent_of_the_process_that_met_it(rig: Rig, work: Callable[[str], None]) -> None:
    with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as pool:
        with pytest.raises(Conflict, match="that exists") as refused:
            pool.submit(work, rig.path).result()
        with pytest.raises(DaemonUnavailable, match="there is no socket") as absent:
            pool.submit(work, "/nowhere/s").result()
    assert (refused.value.code, refused.value.data) == ("conflict", {"text": "conflict"})
    assert absent.value.path == "/nowhere/s"


def test_an_unknown_code_is_an_error_of_its_own(scripted: Callable[..., Scripted]) -> None:
    with Client(scripted(refuse_oddly).path) as client, pytest.raises(UnknownError) as caught:
        client.a.b()
    assert (caught.value.code, UnknownError.code, MemorydError.code) == ("brand_new", "internal", "internal")
