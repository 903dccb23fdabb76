"""The socket's server: accepts, counts, drains. Requests are served by `connection`."""

from __future__ import annotations

import asyncio
import inspect
import itertools
import math
import os
import time
from collections import Counter
from collections.abc import Iterator
from typing import Any, TypedDict

from memoryd.errors import Busy, LimitExceeded, MemorydError, PermissionDenied
from memoryd.log_throttle import Logger, ThrottledLog
from memoryd.rpc.arrivals import Arrivals
from memoryd.rpc.authorise import AccessPolicy, Peer, peer_of, user_name
from memoryd.rpc.connection import Connection
from memoryd.rpc.dispatch import LARGE, Dispatcher
from memoryd.rpc.executors import ThreadExecutors
from memoryd.rpc.limits import Limits
from memoryd.rpc.longcalls import LongCalls
from memoryd.rpc.looptime import LoopTime, Trickles
from memoryd.rpc.registry import Access, Registry, Runs
from memoryd.rpc.replies import as_error, pack_notification
from memoryd.rpc.routes import Route, RouteMetrics, Routes
from memoryd.rpc.sockets import Listening, bind
from memoryd.rpc.topics import TOPICS, connection_of


class ServerMetrics(TypedDict):
    """Counters since the start; `connections`, `in_flight`, `long_calls` and `held_bytes` are current values."""

    connections: int
    accepted: int
    refused: int
    displaced: int
    stalled: int
    unfinished: int
    held_bytes: int
    malformed: int
    in_flight: int
    long_calls: int
    methods: dict[str, RouteMetrics]
    errors: dict[str, int]


class ConnectionInfo(TypedDict):
    """One connection, for `system.info`."""

    id: int
    uid: int
    gid: int
    pid: int
    access: str
    client: Any
    seconds: float
    requests: int
    in_flight: int
    unread_bytes: int


_MISSED = "missed"
_RELIEF_SECONDS = 0.25
_MOST_TURNED_DOWN = 64
"""Refused connections that are told why; further ones are closed at once."""


class Server:
    """Serves a registry on one Unix socket. Call its methods on the loop unless they say otherwise."""

    def __init__(
        self, registry: Registry, executors: ThreadExecutors, limits: Limits, policy: AccessPolicy, logger: Logger
    ) -> None:
        self.executors = executors
        self.limits = limits
        self.routes = Routes(registry, limits.depth)
        self.dispatcher = Dispatcher(self)
        self.long_calls = LongCalls()
        self.write_bytes = 0
        """Bytes of params of writes that wait for the disk."""
        self.arrivals: Arrivals[Connection] = Arrivals(limits.received, limits.stall_seconds)
        self.looptime: LoopTime[Connection] = LoopTime()
        self.trickles: Trickles[Connection] = Trickles()
        self.loop: asyncio.AbstractEventLoop = None  # type: ignore[assignment]  # set by start
        self.log = ThrottledLog(logger, time.monotonic)
        self.uses: Iterator[int] = itertools.count()
        self._policy = policy
        self._connections: set[Connection] = set()
        self._by_id: dict[int, Connection] = {}
        self._refused: set[Connection] = set()
        self._of_user: Counter[int] = Counter()
        self._relief: asyncio.TimerHandle | None = None
        self._empty = asyncio.Event()
        self._errors: Counter[str] = Counter()
        self._counts: Counter[str] = Counter()
        self._next_id = 1
        self._listener: asyncio.Server | None = None
        self._listening: Listening | None = None
        self._sweeper: asyncio.TimerHandle | None = None

    async def start(self, where: str | os.PathLike[str] | Listening) -> None:
        """Listen on a path, or on what listens already.

        Raises Conflict when another daemon listens on the path, and OSError.
        """
        self.loop = asyncio.get_running_loop()
        self.looptime.start(self.loop)
        self.trickles.start(self.loop)
        if not isinstance(where, Listening):
            path = os.path.abspath(where)
            where = Listening(bind(path), path)
        await self._listen(where)
        self._sweep()

    async def listen_again(self) -> bool:
        """Listen on a new file if ours has gone, since nobody would reach us any more; whether it had.

        Raises Conflict when something else stands there, and OSError.
        """
        if (before := self._listening) is None or before.is_in_place():
            return False
        again, listener = before.again(), self._listener
        await self._listen(again)
        before.close()
        if listener is not None:
            listener.close()
        return True

    async def _listen(self, where: Listening) -> None:
        self._listening = where
        where.socket.setblocking(False)
        options: dict[str, Any] = {}
        if "cleanup_socket" in inspect.signature(self.loop.create_unix_server).parameters:
            options["cleanup_socket"] = False  # the file must outlive us where it is systemd's, or the next server's
        copy = where.socket.dup()  # the loop closes it
        self._listener = await self.loop.create_unix_server(self._accept, sock=copy, backlog=1024, **options)

    def hand_over(self) -> Listening | None:
        """Leave its socket to the next server, which those wait for who connect meanwhile."""
        left, self._listening = self._listening, None
        return left

    def stop_accepting(self) -> None:
        """Close the listening socket, unless it was handed over."""
        if self._listener is not None:
            self._listener.close()
            self._listener = None
        if self._listening is not None:
            self._listening.close()
            self._listening = None

    async def drain(self, deadline: float) -> bool:
        """Accept no more, finish what is in flight, flush and close; whether `deadline` seconds were enough."""
        self.stop_accepting()
        self.long_calls.cancel_all("the daemon is stopping; run it again when it is back")
        for connection in list(self._connections):
            connection.wind_down()
        whole = True
        if self._connections:
            self._empty.clear()
            try:
                await asyncio.wait_for(self._empty.wait(), deadline)
            except TimeoutError:
                whole = False
        for connection in (*self._connections, *self._refused):
            connection.drop()
        for timer in (self._sweeper, self._relief):
            if timer is not None:
                timer.cancel()
        return whole

    def set_policy(self, policy: AccessPolicy) -> None:
        """Use another policy from now on, also for existing connections."""
        self._policy = policy
        for connection in self._connections:
            connection.access = policy.level(connection.peer)

    def notify(self, connection_id: int, method: str, params: Any) -> bool:
        """Send a notification; False when that connection is gone or too slow (then it is skipped)."""
        connection = self._by_id.get(connection_id)
        return connection is not None and connection.tell(pack_notification(method, params))

    def publish(self, topic: str, method: str, params: dict[str, Any]) -> None:
        """Send a notification to every connection that subscribed to the topic (on the loop's thread).

        A slow reader misses it; the next one that it gets says under `missed` how many it missed.
        """
        only = connection_of(topic)
        for connection in self._connections if only is None else filter(None, [self._by_id.get(only)]):
            if topic not in connection.state.get(TOPICS, ()):
                continue
            missed: int = connection.state.get(_MISSED, 0) + params.get("missed", 0)
            told = connection.tell(pack_notification(method, {**params, "missed": missed} if missed else params))
            connection.state[_MISSED] = 0 if told else missed + 1

    def connections(self) -> list[ConnectionInfo]:
        """All connections, oldest first."""
        now = self.loop.time()
        return [
            {
                "id": one.connection_id,
                "uid": one.peer.uid,
                "gid": one.peer.gid,
                "pid": one.peer.pid,
                "access": one.access.name.lower(),
                "client": one.state.get("client"),
                "seconds": round(now - one.since, 3),
                "requests": one.requests,
                "in_flight": one.in_flight,
                "unread_bytes": one.unread(),
            }
            for one in sorted(self._connections, key=lambda one: one.connection_id)
        ]

    def metrics(self) -> ServerMetrics:
        """A copy of all counters; from any thread, so each collection is copied in one step first."""
        return {
            "connections": len(self._connections),
            "accepted": self._counts["accepted"],
            "refused": self._counts["refused"],
            "displaced": self._counts["displaced"],
            "stalled": self._counts["stalled"],
            "unfinished": self._counts["unfinished"],
            "held_bytes": self.arrivals.held,
            "malformed": self._counts["malformed"],
            "in_flight": sum(one.in_flight for one in list(self._connections)),
            "long_calls": len(self.long_calls),
            "methods": {name: route.metrics() for name, route in sorted(self.routes.items())},
            "errors": dict(self._errors),
        }

    # for connections

    def admit(self, connection: Connection, transport: asyncio.Transport) -> MemorydError | None:
        """Take the peer's credentials; the refusal, if it may not stay."""
        try:
            peer = peer_of(transport.get_extra_info("socket"))
        except OSError as error:
            return self._turned_down(connection, PermissionDenied(f"the kernel does not say who is calling: {error}"))
        connection.peer = peer
        connection.uid = peer.uid
        connection.pid = peer.pid
        connection.access = self._policy.level(peer)
        connection.since = self.loop.time()
        refusal = self._no_room(peer, connection.access)
        if refusal is not None and not (connection.access is Access.ADMIN and self._made_room_for(peer)):
            return self._turned_down(connection, refusal)
        self._counts["accepted"] += 1
        self._connections.add(connection)
        self._by_id[connection.connection_id] = connection
        self._of_user[peer.uid] += 1
        return None

    def _no_room(self, peer: Peer, access: Access) -> LimitExceeded | None:
        """Why no further connection of that peer is taken; admins have some in reserve."""
        limits, is_admin = self.limits, access is Access.ADMIN
        if self._of_user[peer.uid] >= limits.connections_of_user + (limits.reserve if is_admin else 0):
            return LimitExceeded(
                f"{user_name(peer.uid)} has {self._of_user[peer.uid]} connections open already; close some, or raise "
                "daemon.max_connections_per_user in the daemon's configuration"
            )
        reserve = 0 if is_admin else min(limits.reserve, limits.connections // 8)
        if len(self._connections) >= limits.connections - reserve:
            return LimitExceeded(
                f"the daemon has {len(self._connections)} connections open already; try again later, or raise "
                "daemon.max_connections in the daemon's configuration"
            )
        return None

    def _made_room_for(self, peer: Peer) -> bool:
        """An operator always gets in: the process of an admin that has the most connections loses one for him.

        It is one without a request in progress that was last used the longest ago, if there is one. Whoever has the
        most himself does not get in.
        """
        mine = [one for one in self._connections if one.uid == peer.uid and not one.closed]
        admins = mine or [one for one in self._connections if one.access is Access.ADMIN and not one.closed]
        of_process = Counter(one.pid for one in admins)
        largest, most = max(of_process.items(), key=lambda item: item[1], default=(-1, 0))
        if most <= of_process[peer.pid]:
            return False
        given = min((one for one in admins if one.pid == largest), key=lambda one: (one.in_flight > 0, one.used))
        self._counts["displaced"] += 1
        self.log.warning("connection_displaced", uid=given.uid, pid=given.pid, connections=most, by_pid=peer.pid)
        given.drop()
        self.forget(given)
        return True

    def _turned_down(self, connection: Connection, refusal: MemorydError) -> MemorydError:
        self._counts["refused"] += 1
        peer = connection.peer
        self.log.warning("connection_refused", reason=refusal.sentence, uid=peer.uid, pid=peer.pid)
        if len(self._refused) < _MOST_TURNED_DOWN:
            self._refused.add(connection)
        else:
            connection.drop()
        return refusal

    def forget(self, connection: Connection) -> None:
        """The connection is lost."""
        self.long_calls.cancel_all("the caller closed its connection", connection)
        self.arrivals.forget(connection)
        self._refused.discard(connection)
        if connection in self._connections:
            self._connections.discard(connection)
            del self._by_id[connection.connection_id]
            self._of_user[connection.uid] -= 1
            if not self._of_user[connection.uid]:
                del self._of_user[connection.uid]
        if not self._connections:
            self._empty.set()

    def request_began(self, route: Route, size: int) -> None:
        """Its params are held until it has ended."""
        if route.runs is Runs.WRITER:
            self.write_bytes += size
        if size > LARGE:
            self.arrivals.begin(size)

    def request_ended(self, route: Route, size: int) -> None:
        """They are not held any more."""
        if route.runs is Runs.WRITER:
            self.write_bytes -= size
        if size > LARGE:
            self.arrivals.done(size)

    def bound_unread(self) -> None:
        """Too many bytes of replies wait: the peers that have not read for the longest are dropped."""
        now = self.loop.time()
        waiting = [one for one in self._connections if not one.closed and one.unwritable_since]
        for connection in waiting:
            connection.stall.is_over(connection.sent, connection.unread(), now, math.inf)
        waiting.sort(key=_since)
        total = sum(one.unread() for one in waiting)
        for connection in waiting:
            if total <= self.limits.unread:
                return
            total -= connection.unread()
            self._drop_stalled(connection)

    def _drop_stalled(self, connection: Connection) -> None:
        self._counts["stalled"] += 1
        peer = connection.peer
        self.log.warning("stalled_reader_dropped", uid=peer.uid, pid=peer.pid, unread_bytes=connection.unread())
        connection.drop()

    def _drop_next(self, stalled: list[Connection]) -> None:
        """One in each turn of the loop: to free the thousands of replies that wait for one takes milliseconds."""
        if stalled:
            connection = stalled.pop()
            if not connection.closed:
                self._drop_stalled(connection)
            self.loop.call_soon(self._drop_next, stalled)

    def relieve(self) -> None:
        """Frames wait for room: those that take their time give way, now or a little later."""
        for connection, held in self.arrivals.slow(self.loop.time()):
            self._end_frame(connection, held, "the request took long to arrive while others waited for its room")
            if not self.arrivals.is_short:
                return
        if self.arrivals.is_short and self._relief is None:
            self._relief = self.loop.call_later(_RELIEF_SECONDS, self._relieve_again)

    def _relieve_again(self) -> None:
        self._relief = None
        self.relieve()

    def _end_frame(self, connection: Connection, held: int, reason: str) -> None:
        self._counts["unfinished"] += 1
        peer = connection.peer
        self.log.warning("unfinished_request_dropped", reason=reason, uid=peer.uid, pid=peer.pid, held_bytes=held)
        connection.give_way(Busy(f"{reason}; send it again, at once"))

    def failed(self, error: BaseException, method: str, uid: int) -> MemorydError:
        """The error to send that user for an exception; counted and, if it is internal, logged."""
        shown = as_error(error, method, uid, self.log)
        self._errors[shown.code] += 1
        return shown

    def malformed(self, connection: Connection, reason: str) -> None:
        """A connection broke the protocol and is about to be closed."""
        self._counts["malformed"] += 1
        peer = connection.peer
        self.log.info("malformed_frame", reason=reason, uid=peer.uid, pid=peer.pid)

    def _accept(self) -> Connection:
        connection = Connection(self, self._next_id)
        self._next_id += 1
        return connection

    def _sweep(self) -> None:
        """Drop peers that have read none of their waiting replies for `stall_seconds`, or fell silent in a request."""
        now, patience = self.loop.time(), self.limits.stall_seconds
        for connection, held in self.arrivals.overdue(now):
            self._end_frame(connection, held, "the request did not arrive whole in time")
        stalled = [one for one in self._connections if one.stall.is_over(one.sent, one.unread(), now, patience)]
        self._drop_next(stalled)
        self.log.flush()
        self._sweeper = self.loop.call_later(patience / 8, self._sweep)


def _since(connection: Connection) -> tuple[float, float]:
    # Of those that all read a moment ago the newest gives way: the others have more of their replies already.
    return connection.stall.since, -connection.unwritable_since
