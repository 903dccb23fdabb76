"""The real server on a real socket in this process, methods to try it with, and a connection that shows the wire."""

from __future__ import annotations

import asyncio
import os
import socket
import threading
import weakref
from collections.abc import Callable
from typing import Annotated, Any, Literal

import msgpack
import msgspec

from memoryd.clock import SystemClock
from memoryd.errors import Conflict
from memoryd.rpc import builtin
from memoryd.rpc.authorise import AccessPolicy
from memoryd.rpc.executors import LoopDelivery, ThreadExecutors
from memoryd.rpc.limits import Limits
from memoryd.rpc.registry import Access, Method, NoParams, Registry, Runs
from memoryd.rpc.server import Server
from memoryd.storage.writer import GroupWriter
from tests.support.log import RecordingLog
from tests.support.wait import has_input

DEADLINE = 20.0


class Person(msgspec.Struct, forbid_unknown_fields=True):
    name: str
    age: Annotated[int, msgspec.Meta(ge=0)] = 0


class EchoParams(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    text: Annotated[str, msgspec.Meta(min_length=1, max_length=1000)]
    k: Annotated[int, msgspec.Meta(ge=1, le=100)] = 10
    weight: Annotated[float, msgspec.Meta(gt=0)] | None = None
    order: Literal["relevance", "activation"] | None = None
    tags: Annotated[list[str], msgspec.Meta(max_length=3)] = []
    chief: Person | None = None
    people: list[Person] = []
    counts: dict[str, int] = {}
    loud: bool = False


class AnyParams(msgspec.Struct, forbid_unknown_fields=True):
    metadata: dict[str, Any]


class TextParams(msgspec.Struct, forbid_unknown_fields=True):
    text: str = ""


class TextsParams(msgspec.Struct, forbid_unknown_fields=True):
    texts: list[str]


class SizeParams(msgspec.Struct, forbid_unknown_fields=True):
    size: int


class StepsParams(msgspec.Struct, forbid_unknown_fields=True, weakref=True):
    steps: int = 1
    note: str = ""


class FakeSource:
    """A connection as those see it who give it turns."""

    def __init__(self, uid: int = 1000, *, takes_replies: bool = True) -> None:
        self.uid = uid
        self.takes_replies = takes_replies


class Methods:
    """Handlers, and what they have seen."""

    def __init__(self) -> None:
        self.gate = threading.Event()
        self.started = threading.Semaphore(0)
        self.noted: list[str] = []
        self.failure: Exception = RuntimeError("a secret detail")
        self.cancelled = threading.Event()
        self.long_params: weakref.ref[StepsParams] | None = None
        """Of the last long call."""
        self.registry = Registry()
        builtin.register(self.registry, "1.2.3", ["facts", "sessions"])
        add = self._add
        add("test.echo", Access.READ, Runs.READER, EchoParams, lambda call, params: msgspec.to_builtins(params))
        add("test.any", Access.READ, Runs.READER, AnyParams, lambda call, params: params.metadata)
        add("test.read", Access.READ, Runs.READER, TextParams, lambda call, params: params.text)
        add("test.wait", Access.READ, Runs.READER, TextParams, self._wait)
        add("test.scan", Access.READ, Runs.SCANNER, TextParams, self._scan)
        add("test.note", Access.WRITE, Runs.LOOP, TextParams, self._note)
        add("test.write", Access.WRITE, Runs.WRITER, TextParams, self._write)
        self.registry.add(
            Method(
                "test.write_slices", Access.WRITE, Runs.WRITER, TextsParams, Any, self._write, "For tests.",
                slices=lambda params: [TextParams(text) for text in params.texts],
                joined=lambda results: {"ids": [one["id"] for one in results]},
            )
        )  # fmt: skip
        self.registry.add(
            Method(
                "test.write_looked", Access.WRITE, Runs.WRITER, TextParams, Any, self._write, "For tests.",
                prepare=self._look, goes_through=lambda params: params.text != "short",
            )
        )  # fmt: skip
        add("test.zeros", Access.READ, Runs.LOOP, SizeParams, lambda call, params: "0" * params.size)
        add("test.make", Access.READ, Runs.READER, SizeParams, lambda call, params: "0" * params.size)
        add("test.fail", Access.READ, Runs.LOOP, NoParams, self._fail)
        add("test.fail_reading", Access.READ, Runs.READER, NoParams, self._fail)
        add(
            "test.fail_writing",
            Access.WRITE,
            Runs.WRITER,
            NoParams,
            lambda call, params, batch: self._fail(call, params),
        )
        add("test.odd", Access.READ, Runs.LOOP, NoParams, lambda call, params: object())
        add("test.file_name", Access.READ, Runs.LOOP, NoParams, lambda call, params: os.fsdecode(b"caf\xe9"))
        add("test.admin", Access.ADMIN, Runs.LOOP, NoParams, lambda call, params: call.uid)
        add("test.long", Access.READ, Runs.LONG, StepsParams, self._long)
        add("test.endless", Access.READ, Runs.LONG, NoParams, self._endless)

    def _add(self, name: str, access: Access, runs: Runs, params: type, handler: Callable[..., Any]) -> None:
        self.registry.add(Method(name, access, runs, params, Any, handler, "For tests.", ("conflict",)))

    def _wait(self, call: Any, params: TextParams) -> str:
        self.started.release()
        assert self.gate.wait(DEADLINE)
        return params.text

    def _scan(self, call: Any, params: TextParams) -> str:
        """Goes on until the gate opens, giving others their turn."""
        self.started.release()
        while not self.gate.wait(0.001):
            call.check_cancelled()
        return params.text

    def _note(self, call: Any, params: TextParams) -> str:
        self.noted.append(params.text)
        return params.text

    def _write(self, call: Any, params: TextParams, batch: Any) -> dict[str, Any]:
        if params.text == "conflict":
            raise Conflict("that exists; take another", text=params.text)
        if params.text == "hold":
            self._wait(call, params)
        batch.on_commit(lambda: self.noted.append(params.text))
        return {"id": params.text}

    def _look(self, call: Any, params: TextParams) -> TextParams:
        if params.text == "conflict":
            raise Conflict("that exists; take another")
        if params.text != "short":
            assert threading.current_thread().name.startswith("memoryd-scanner")
            self._scan(call, params)
        return params

    def _fail(self, call: Any, params: NoParams) -> None:
        raise self.failure

    def _long(self, call: Any, params: StepsParams) -> dict[str, int]:
        self.long_params = weakref.ref(params)
        if params.note == "refuse":
            refusal = Conflict("that exists; take another")  # as an error that comes from another thread is kept
            raise refusal from self.failure
        for step in range(params.steps):
            call.progress(f"step {step}", step + 1, params.steps)
        return {"steps": params.steps}

    def _endless(self, call: Any, params: NoParams) -> None:
        self.started.release()
        done = 0
        try:
            while not self.gate.wait(0.005):
                done += 1
                call.progress("turning", done, 0)
        except Exception:
            self.cancelled.set()
            raise


class Rig:
    """A running server. Used from the test's thread."""

    def __init__(
        self,
        path: str,
        limits: Limits,
        policy: AccessPolicy,
        where: Any = None,
        waiting: int = 4096,
        new_loop: Callable[[], asyncio.AbstractEventLoop] = asyncio.new_event_loop,
    ) -> None:
        self.path = path
        self.log = RecordingLog()
        self.methods = Methods()
        self.loop = new_loop()
        self._thread = threading.Thread(target=self.loop.run_forever, daemon=True)
        self._thread.start()
        self.delivery = LoopDelivery(self.loop)
        self.writer = GroupWriter(SystemClock(), self.delivery.deliver_many)
        self.writer.start()
        self.executors = ThreadExecutors(
            self.delivery,
            self.writer.submit,
            self.writer.submit_together,
            lambda: None,
            readers=40,
            waiting=waiting,
            long_calls=2,
        )
        self.server = self.on_loop(lambda: Server(self.methods.registry, self.executors, limits, policy, self.log))
        try:
            self.wait_for(self.server.start(path if where is None else where))
        except BaseException:
            self._end()
            raise

    def on_loop(self, action: Callable[[], Any]) -> Any:
        async def act() -> Any:
            return action()

        return self.wait_for(act())

    def wait_for(self, awaitable: Any) -> Any:
        return asyncio.run_coroutine_threadsafe(awaitable, self.loop).result(DEADLINE)

    def stop(self, deadline: float = 0.0) -> bool:
        self.methods.gate.set()
        whole: bool = self.wait_for(self.server.drain(deadline))
        self._end()
        return whole

    def _end(self) -> None:
        self.methods.gate.set()
        self.executors.close()
        self.writer.stop()
        self.loop.call_soon_threadsafe(self.loop.stop)
        self._thread.join()
        self.loop.run_until_complete(asyncio.sleep(0))  # lets closed transports close their sockets
        self.loop.close()


class Raw:
    """A client that sends bytes and reads messages."""

    def __init__(self, path: str) -> None:
        self.socket = socket.socket(socket.AF_UNIX)
        self.socket.settimeout(DEADLINE)
        try:
            self.socket.connect(path)
        except OSError:
            self.socket.close()
            raise
        self._unpacker = msgpack.Unpacker(raw=False, max_buffer_size=2**31 - 1)

    def send(self, data: bytes) -> None:
        self.socket.sendall(data)

    def request(self, msgid: int, method: Any, *params: Any) -> None:
        self.send(msgpack.packb([0, msgid, method, list(params)], unicode_errors="surrogateescape"))

    def receive(self) -> Any:
        """The next message; None at the end of the stream."""
        while True:
            try:
                return next(self._unpacker)
            except StopIteration:
                pass
            try:
                data = self.socket.recv(65536)
            except ConnectionError:
                return None
            if not data:
                return None
            self._unpacker.feed(data)

    def call(self, method: Any, *params: Any, msgid: int = 1) -> Any:
        """The result; an error as `[code, sentence, data]` in an Exception."""
        self.request(msgid, method, *params)
        message = self.receive()
        assert message is not None and message[:2] == [1, msgid], message
        if message[2] is not None:
            raise RefusedError(*message[2])
        return message[3]

    def refused(self, method: Any, *params: Any) -> RefusedError:
        """The error that the call gets."""
        try:
            result = self.call(method, *params)
        except RefusedError as error:
            return error
        raise AssertionError(f"{method} was not refused: {result!r}")

    def silent(self) -> bool:
        """Has nothing arrived that was not read?"""
        return not has_input(self.socket)

    def close(self) -> None:
        self.socket.close()

    def __enter__(self) -> Raw:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


class RefusedError(Exception):
    def __init__(self, code: str, sentence: str, data: dict[str, Any]) -> None:
        super().__init__(f"{code}: {sentence}")
        self.code, self.sentence, self.data = code, sentence, data
