"""The daemon process: from start to an orderly stop."""

from __future__ import annotations

import asyncio
import contextlib
import functools
import gc
import os
import sys
import threading
from collections.abc import Iterable, Mapping
from typing import Any

import structlog

from memoryd import __version__
from memoryd.clock import SystemClock
from memoryd.composition import Composition, MakeKind
from memoryd.config import Config, ConfigError, Flags, load_config, restart_keys
from memoryd.errors import InvalidParams, MemorydError
from memoryd.process import signals
from memoryd.process.activation import ActivationError, PassedSocket, choose_listener, take_passed_sockets, turn_away
from memoryd.process.arguments import Arguments, Exit
from memoryd.process.check import access_faults, find_obstacles, not_reloaded
from memoryd.process.descriptors import connections_that_fit
from memoryd.process.logging import Log, configure_logging
from memoryd.process.notify import Notifier, feeder_for
from memoryd.process.standby import (
    Cause,
    NoStart,
    NotTheDirectory,
    Opened,
    WaitingMethods,
    open_memory,
    require_id,
    why_ended,
)
from memoryd.process.types import build_types
from memoryd.rpc import builtin
from memoryd.rpc.authorise import AccessPolicy
from memoryd.rpc.executors import LoopDelivery, ThreadExecutors
from memoryd.rpc.limits import Limits
from memoryd.rpc.notices import Notices
from memoryd.rpc.registry import Registry
from memoryd.rpc.server import Server
from memoryd.rpc.sockets import Listening
from memoryd.storage.files import OsFiles
from memoryd.storage.lock import DirectoryLock, Locked
from memoryd.storage.reading import Reading, ReadingFiles
from memoryd.storage.writer import Outcome, deliver_here
from memoryd.times import format_time
from memoryd.types import Problem

_log = structlog.get_logger("memoryd")

DRAIN_SECONDS = 20.0
READY_SECONDS = 60.0
SWITCH_SECONDS = 0.0001
"""How long one thread may keep the interpreter while others wait: it decides the p99 of small requests.

A write lets go of it twenty times: beside four busy threads these took 5 ms at the 99th percentile, and 64 with .5 ms
each; as much work was done.
"""
YOUNG_OBJECTS = 5_000
"""How many objects are made before Python looks for cycles among them, of which there are few here. At its 700 every
second recall over 100,000 messages waited for a look, and some for one at all that the daemon keeps, of 16 to 26 ms."""
LOOK_SECONDS = 30.0
"""How long a process waits for what only a new one would see."""
SEEK_SECONDS = 3600.0
"""So long a start may take that looks for what was purged through all files of an older backup."""
FAULTY = "its configuration has a fault. See which: memoryd --check"
LOCK_SECONDS = 2.0
"""How often to check that the directory is still the one that was locked."""


def run(arguments: Arguments, more: Iterable[MakeKind] = ()) -> int:
    """Run until told to stop; returns the exit code. `more` makes kinds of memory besides our own."""
    flags = Flags(arguments.data, arguments.socket)
    try:
        config = load_config(arguments.config, os.environ, flags)
    except ConfigError as error:
        log = configure_logging()
        _log.critical("config_faults", faults=[str(fault) for fault in error.faults], message=str(error))
        log.close()
        with contextlib.suppress(ActivationError):
            turn_away(take_passed_sockets(), FAULTY)
        return Exit.CONFIG
    build_types()
    log = configure_logging(config.daemon.log_level, config.daemon.log_format)
    daemon = Daemon(config, arguments, log, more)
    try:
        return daemon.run()
    except Exception as error:
        _log.critical("uncaught", thread="MainThread", exc_info=True)
        daemon.turn_away(why_ended(error))
        return Exit.SOFTWARE
    finally:
        log.close()


class Daemon:
    """One process serving one data directory on one socket."""

    def __init__(self, config: Config, arguments: Arguments, log: Log, more: Iterable[MakeKind] = ()) -> None:
        self._config = self._started_with = config
        self._more = more
        self._arguments = arguments
        self._log = log
        self._clock = SystemClock()
        self._notifier = Notifier()
        self._offered: list[PassedSocket] = []
        self._listening: Listening | None = None
        """What is served next; None where it is still to be made."""
        self._stop: asyncio.Event | None = None
        self._reload_lock = threading.Lock()
        self._socket_path = str(config.socket_path)
        self._delivery: LoopDelivery | None = None
        self._composition: Composition | None = None
        """None while there is no memory to serve."""
        self._notices = Notices()
        self._notified: Server | None = None
        """Its subscribers are told of events; None until the server exists."""
        self._loop_beat = 0
        self.started = self._clock.now()

    def run(self) -> int:
        """Lock, open, serve, stop."""
        sys.setswitchinterval(SWITCH_SECONDS)
        gc.set_threshold(YOUNG_OBJECTS)
        os.umask(0o007)
        try:
            self._offered = offered = take_passed_sockets()
            passed = choose_listener(offered, self._config.socket_path, self._config.socket_chosen)
        except ActivationError as error:
            _log.critical("activation_failed", message=str(error))
            return Exit.UNAVAILABLE
        if passed is not None:
            self._socket_path = str(passed.path)
            # A copy is closed at the end: those who wait are told if nothing can be served.
            self._listening = Listening(passed.socket.dup(), self._socket_path, is_ours=False)
        unknown = list(access_faults(self._config))
        if unknown:
            _log.critical("config_faults", faults=[str(fault) for fault in unknown])
            self.turn_away(FAULTY)
            return Exit.CONFIG
        for other in offered:
            if other is not passed:
                _log.warning("socket_unused", socket=str(other.path), served=self._socket_path)
        try:
            return self._lives()
        finally:
            if self._listening is not None:
                self._listening.close()

    def _lives(self) -> Exit:
        """Serve what can be, over and over: until told to stop."""
        code, again = None, False
        while code is None:
            signals.wait_for_loop()
            lock = DirectoryLock(str(self._config.data_path))
            try:
                # A new process has no watchdog yet; one that tries again has.
                with self._notifier.feeding() if again else contextlib.nullcontext():
                    opened = open_memory(self._config, lock, functools.partial(self._composed, lock))
                if isinstance(opened, NoStart):
                    self.turn_away(opened.why)
                    return opened.code
                code, again = self._live(opened, lock), True
            finally:
                lock.release()
        return code

    def turn_away(self, why: str) -> None:
        """Say to those who wait on sockets that systemd passed why they are not served."""
        turn_away(self._offered, why)

    def _composed(self, lock: DirectoryLock, reading: Reading | None = None) -> Composition:
        gc.disable()  # what is loaded stays: scanning it repeatedly would take as long as loading it
        try:
            files = OsFiles() if reading is None else ReadingFiles(reading.why)
            composition = Composition(
                self._config,
                self._clock,
                files,
                self._deliver,
                self._tell,
                self._more,
                lock.set_aside,
                reading=reading,
            )
            composition.load()
            gc.freeze()
            return composition
        finally:
            gc.enable()

    def _live(self, opened: Opened[Composition], lock: DirectoryLock) -> Exit | None:
        """Serve until told to stop; None when what was in the way has gone, and more can be served."""
        with opened, self._runner() as runner:
            if opened.composition is None:
                assert opened.cause is not None
                return runner.run(self._only_refuse(opened.cause, lock))
            return runner.run(self._serve(opened, opened.composition, lock))

    @staticmethod
    def _runner() -> asyncio.Runner:
        try:
            import uvloop
        except ImportError:
            return asyncio.Runner()
        return asyncio.Runner(loop_factory=uvloop.new_event_loop)

    def _deliver(self, outcomes: list[Outcome]) -> None:
        """The writer's acknowledgements of one round, in one call to the loop."""
        if self._delivery is None:
            deliver_here(outcomes)
        else:
            self._delivery.deliver_many(outcomes)

    # --- serving ------------------------------------------------------------------------------------------

    def _limits(self) -> Limits:
        daemon = self._config.daemon
        return Limits(
            frame_bytes=daemon.max_frame_bytes,
            depth=daemon.max_depth,
            in_flight=daemon.max_in_flight,
            connections=self._most_connections(),
            connections_of_user=daemon.max_connections_per_user,
            received=daemon.received_bytes,
            write_queue=daemon.write_queue_bytes,
            stall_seconds=daemon.stall_seconds,
        )

    async def _only_refuse(self, cause: Cause, lock: DirectoryLock) -> Exit | None:
        """Say to every request why there is no memory to serve."""
        loop = asyncio.get_running_loop()
        self._stop = asyncio.Event()
        why = cause.error
        registry = WaitingMethods(why)
        builtin.register(registry, __version__, ())
        delivery = LoopDelivery(loop)
        executors = ThreadExecutors(delivery, _never, _never, _never, readers=1)
        self._server = Server(registry, executors, self._limits(), self._policy(self._config), _log)
        self._composition = None
        if not await self._listens():
            executors.close()
            return Exit.UNAVAILABLE
        signals.handle(loop, self._stop.set, self._reload_quietly)
        with self._notifier.feeding():
            self._notifier.ready(why.sentence)
            code = await self._until_stop(self._stop, lock, cause)
            if code is None:
                self._listening = self._server.hand_over()
            await self._server.drain(DRAIN_SECONDS)
            executors.close()
        return code

    async def _serve(self, opened: Opened[Composition], composition: Composition, lock: DirectoryLock) -> Exit | None:
        loop = asyncio.get_running_loop()
        self._stop = asyncio.Event()
        self._composition = composition
        writer = composition.services.writer
        self._delivery = LoopDelivery(loop)
        executors = ThreadExecutors(
            self._delivery,
            writer.submit,
            writer.submit_together,
            composition.services.index.wait_until_read,
            readers=self._config.daemon.reader_threads,
        )
        composition.start()
        if composition.has_purged_again:
            _log.info("seeking_purged", data=composition.services.root)
            self._notifier.status("Taking out of the restored files what was purged")
            self._notifier.extend(SEEK_SECONDS)
            await loop.run_in_executor(None, composition.keep_purged_out)
        registry = Registry()
        composition.register(registry, self)
        self._loop = loop
        self._server = Server(registry, executors, self._limits(), self._policy(self._config), _log)
        self._notified = self._server
        if not await self._listens():
            await self._end(composition, executors)
            return Exit.UNAVAILABLE
        signals.handle(loop, self._stop.set, self._reload_quietly)
        feeder = feeder_for(
            self._notifier,
            {"loop": lambda: self._loop_beat, "writer": writer.heartbeat},
            (
                lambda: loop.call_soon_threadsafe(self._beat),
                lambda: writer.submit(_nothing, _ignored),
            ),
        )
        if feeder is not None:
            feeder.start()
        await self._become_ready(composition)
        code = await self._until_stop(self._stop, lock, opened.cause)
        if code is None:
            self._listening = self._server.hand_over()
        else:
            _log.info("stopping")
            self._notifier.stopping()
        await self._end(composition, executors)
        if feeder is not None:
            feeder.stop()
        if code is not None:
            _log.info("stopped")
        return code

    async def _until_stop(self, stop: asyncio.Event, lock: DirectoryLock, cause: Cause | None) -> Exit | None:
        """Wait for a stop, or until a cause to stand by goes or comes: then None; an exit if a new process must look.

        Gives way when another daemon serves a directory that has replaced ours.
        """
        loop, data = asyncio.get_running_loop(), str(self._config.data_path)
        began = loop.time()
        while not stop.is_set():
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(stop.wait(), LOCK_SECONDS)
            if not stop.is_set():
                await self._keep_listening()
            if cause is not None and not stop.is_set():
                if await loop.run_in_executor(None, cause.is_over):
                    if self._composition is not None:
                        _log.info("writing_again", data=data)
                    return None
                if self._notifier.active and loop.time() - began > LOOK_SECONDS and cause.is_over_elsewhere():
                    return Exit.LOCKED
                continue
            try:
                lock.keep(functools.partial(require_id, data, self._config.daemon.data_id))
            except NotTheDirectory:
                return None  # which the next look at it tells
            except Locked as error:
                _log.critical("locked", pid=error.pid, data=data, message=error.sentence)
                return Exit.LOCKED
            except MemorydError as error:
                _log.warning("lock_failed", data=data, message=error.sentence)
        return Exit.OK

    def _tell(self, topic: str, event: str, fields: Mapping[str, Any]) -> bool:
        """Notify subscribers (system.subscribe); from any thread. False when too many wait to be sent."""
        server = self._notified
        if server is None:
            return True
        params = {"event": event, "at": format_time(self._clock.now()), **fields}
        method = event if event.startswith("memory.") else "system.event"
        return self._notices.add(self._loop, server.publish, topic, method, params)

    def _most_connections(self) -> int:
        wanted = self._config.daemon.max_connections
        fitting = connections_that_fit(wanted)
        if fitting < wanted:
            _log.warning("connections_capped", wanted=wanted, connections=fitting)
        return fitting

    async def _listens(self) -> bool:
        directory = os.path.dirname(self._socket_path)
        try:
            if self._listening is None and directory and not os.path.isdir(directory):
                os.makedirs(directory, mode=0o750, exist_ok=True)
            await self._server.start(self._listening or self._socket_path)
        except (MemorydError, OSError) as error:
            why = "; ".join(map(str, find_obstacles(self._config))) or str(error)
            _log.critical("socket_failed", socket=self._socket_path, message=why)
            return False
        return True

    async def _keep_listening(self) -> None:
        """Make the socket's file anew if somebody removed it."""
        problems = []
        try:
            if await self._server.listen_again():
                _log.warning("socket_made_anew", socket=self._socket_path)
        except (MemorydError, OSError) as error:
            what = f"nobody can connect any more, since its file is gone: {error}"
            action = "see what stands there, or restart memoryd"
            problems = [Problem(path=self._socket_path, what=what, action=action, severity="critical")]
        if self._composition is not None:
            self._composition.services.board.set("socket", problems)

    async def _become_ready(self, composition: Composition) -> None:
        """READY once the index is usable: facts and messages are in it; wait for Markdown, but not for ever."""
        assert self._stop is not None
        loop = asyncio.get_running_loop()
        until = loop.time() + READY_SECONDS
        while not composition.services.watcher.ready.is_set() and loop.time() < until:
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self._stop.wait(), 0.01)
                return
        composition.settle_in()
        _log.info(
            "ready",
            data=composition.services.root,
            socket=self._socket_path,
            version=__version__,
            pid=os.getpid(),
        )
        self._notifier.ready(_serving(composition))

    async def _end(self, composition: Composition, executors: ThreadExecutors) -> None:
        """Finish the requests in flight; what was acknowledged is already on disk."""
        # First, so that the current run counts as interrupted and is done again, not as cancelled by its caller.
        composition.operations.stop_soon()
        if self._server.loop is not None:
            await self._server.drain(DRAIN_SECONDS)
        await asyncio.get_running_loop().run_in_executor(None, composition.stop)
        executors.close()

    def _beat(self) -> None:
        self._loop_beat += 1

    @staticmethod
    def _policy(config: Config) -> AccessPolicy:
        access = config.access
        return AccessPolicy(access.readers, access.writers, access.admins)

    # --- reload -------------------------------------------------------------------------------------------

    def _reload_quietly(self) -> None:
        with contextlib.suppress(MemorydError):
            self.reload()

    def reload(self) -> dict[str, Any]:
        """Read the configuration again, and name the keys that need a restart. Raises InvalidParams."""
        with self._reload_lock:
            self._notifier.reloading()
            try:
                return self._reload()
            finally:
                if self._composition is not None:
                    self._notifier.ready(_serving(self._composition))

    def _reload(self) -> dict[str, Any]:
        flags = Flags(self._arguments.data, self._arguments.socket)
        try:
            new = load_config(self._arguments.config, os.environ, flags)
            faults = [*access_faults(new)]
        except ConfigError as error:
            faults = [*error.faults]
        if self._composition is not None:
            self._composition.services.board.set("configuration", map(not_reloaded, faults))
        if faults:
            told = [str(fault) for fault in faults]
            _log.error("reload_failed", faults=told)
            raise InvalidParams("the configuration has faults; the old one stays: " + "; ".join(told), faults=told)
        self._config = new
        waiting = self.waiting()
        self._log.set_level(new.daemon.log_level)
        assert self._server.loop is not None
        self._server.loop.call_soon_threadsafe(self._server.set_policy, self._policy(new))
        if self._composition is not None:
            self._composition.configure(new)
        _log.info("reloaded", restart=", ".join(waiting) or "none")
        return {"status": "reloaded", "restart": waiting, "files": [str(path) for path in new.files]}

    # --- what system.* asks for ---------------------------------------------------------------------------

    @property
    def socket(self) -> str:
        """Where it listens."""
        return self._socket_path

    def waiting(self) -> list[str]:
        """Keys whose value takes effect at the next start."""
        return restart_keys(self._started_with, self._config)

    @property
    def log_format(self) -> str:
        """How the log is written."""
        return self._log.format

    def server_metrics(self) -> dict[str, Any]:
        """Counters of the socket."""
        return dict(self._server.metrics())

    def connections(self) -> list[dict[str, Any]]:
        """Who is connected."""
        return [dict(one) for one in self._server.connections()]


def _serving(composition: Composition) -> str:
    counts = composition.counts()
    status = f"Serving {counts['facts']} facts, {counts['sessions']} sessions"
    return status if composition.reading is None else f"{status}; writes are refused: {composition.reading.why}"


def _never(*_: object) -> None:
    """There is nothing to write."""


def _nothing(_batch: object) -> None:
    return None


def _ignored(_result: object, _error: object) -> None:
    return None
