"""Whose work comes next, and that long work gives others their turn."""

from __future__ import annotations

import gc
import itertools
import threading
import weakref
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from memoryd.errors import Busy
from memoryd.rpc.messages import pack_request
from memoryd.rpc.pool import GIVE_WAY_SECONDS, Done, TurnPool, give_way
from memoryd.rpc.turns import Turns
from tests.rpc.harness import DEADLINE, FakeSource, Raw, Rig
from tests.support.wait import until

# --- the order ------------------------------------------------------------------------------------------------


def drained(turns: Turns[str], costs: dict[str, float] | None = None) -> list[str]:
    """All items in the order of their turns, each of which costs 1 or what is said."""
    found: list[str] = []
    while (line := turns.best()) is not None:
        item = turns.take(line)
        turns.give(line, (costs or {}).get(item, 1.0))
        turns.end(line)
        found.append(item)
    return found


def queued(turns: Turns[str], source: FakeSource, *items: str) -> FakeSource:
    for item in items:
        turns.add(source, item)
    return source


def test_connections_take_turns() -> None:
    turns: Turns[str] = Turns(1)
    queued(turns, FakeSource(), "a1", "a2", "a3", "a4")
    queued(turns, FakeSource(), "b1", "b2")
    assert drained(turns) == ["a1", "b1", "a2", "b2", "a3", "a4"]


def test_users_take_turns_before_their_connections_do() -> None:
    turns: Turns[str] = Turns(1)
    for name in "abc":
        queued(turns, FakeSource(1), f"{name}1", f"{name}2")
    queued(turns, FakeSource(2), "z1", "z2", "z3")
    assert drained(turns) == ["a1", "z1", "b1", "z2", "c1", "z3", "a2", "b2", "c2"]


def test_a_user_has_no_more_at_once_than_is_for_one_user() -> None:
    turns: Turns[str] = Turns(1, most_of_user=2)
    for name in "abc":
        queued(turns, FakeSource(1), name)
    queued(turns, FakeSource(2), "z")
    taken = []
    while (line := turns.best()) is not None:
        taken.append((line, turns.take(line)))
        turns.give(line, 0.0 if line.source.uid == 1 else 1.0)
    assert sorted(item for _, item in taken) == ["a", "b", "z"]
    turns.end(next(line for line, item in taken if item == "a"))
    assert turns.best() is not None


def test_what_counts_is_what_was_given_and_not_how_often() -> None:
    turns: Turns[str] = Turns(1)
    queued(turns, FakeSource(), "long", "long")
    queued(turns, FakeSource(), *"abcd")
    assert drained(turns, {"long": 3.0}) == ["long", "a", "b", "c", "long", "d"]


def test_who_comes_later_has_nothing_saved_up() -> None:
    turns: Turns[str] = Turns(1)
    queued(turns, FakeSource(), *"abcdef")
    for _ in range(3):
        line = turns.best()
        assert line is not None
        turns.take(line)
        turns.give(line, 1.0)
        turns.end(line)
    queued(turns, FakeSource(), "x", "y", "z")
    assert drained(turns) == ["d", "x", "e", "y", "f", "z"]


def test_asking_before_or_after_the_last_answer_is_noted_is_the_same() -> None:
    """A client's next request comes when its answer is sent, which may be before its turn has ended."""
    turns: Turns[FakeSource] = Turns(1)
    sources = [FakeSource() for _ in range(8)]
    for source in sources:
        turns.add(source, source)
    served = dict.fromkeys(sources, 0)
    for _ in range(800):
        line = turns.best()
        assert line is not None
        source = turns.take(line)
        served[source] += 1
        asks_at_once = source is sources[0]
        if asks_at_once:
            turns.add(source, source)
        turns.give(line, 1.0)
        turns.end(line)
        if not asks_at_once:
            turns.add(source, source)
    assert set(served.values()) == {100}


@pytest.mark.parametrize("others", [1, 2, 5])
def test_who_stays_gets_as_much_as_those_who_connect_anew_each_time(others: int) -> None:
    turns: Turns[str] = Turns(1)
    stays = queued(turns, FakeSource(), "stays")
    for _ in range(others):
        queued(turns, FakeSource(), "new")
    served = {"stays": 0, "new": 0}
    for _ in range(600):
        line = turns.best()
        assert line is not None
        item = turns.take(line)
        served[item] += 1
        turns.give(line, 1.0)
        turns.end(line)
        queued(turns, stays if item == "stays" else FakeSource(), item)
    assert served["stays"] == pytest.approx(600 / (others + 1), abs=2)


def test_what_was_given_is_forgotten_when_nobody_wants_anything() -> None:
    turns: Turns[str] = Turns(1)
    first = queued(turns, FakeSource(), "a1")
    assert drained(turns, {"a1": 100.0}) == ["a1"]
    queued(turns, first, "a2", "a3")
    queued(turns, FakeSource(), "b1", "b2")
    assert drained(turns) == ["a2", "b1", "a3", "b2"]


def test_who_is_forgotten_is_let_go_of_at_once() -> None:
    """A connection must not wait for the garbage collector, nor make it work at each request."""
    gc.disable()
    try:
        turns: Turns[str] = Turns(1)
        first, second = FakeSource(1), FakeSource(2)
        gone = [weakref.ref(first), weakref.ref(second)]
        queued(turns, first, "a")
        queued(turns, second, *"bcd")
        assert drained(turns) == [*"abcd"]
        del first, second
        assert [one() for one in gone] == [None, None]
    finally:
        gc.enable()


def test_who_does_not_read_gets_no_turn() -> None:
    turns: Turns[str] = Turns(1)
    source = queued(turns, FakeSource(takes_replies=False), "a")
    queued(turns, FakeSource(), "b")
    assert drained(turns) == ["b"]
    source.takes_replies = True
    assert drained(turns) == ["a"]


@settings(max_examples=300, deadline=None)
@given(
    costs=st.lists(st.lists(st.integers(1, 1000), min_size=1, max_size=4), min_size=1, max_size=6),
    before=st.integers(0, 40),
    asks=st.sampled_from(["at once", "after the answer", "anew"]),
)
def test_who_comes_waits_for_no_more_than_one_long_turn_and_a_turn_of_each(
    costs: list[list[int]], before: int, asks: str
) -> None:
    """What a long turn took is known at its end only; those who waited for it then have their share before others.

    The shares of all who want something sum up to what was given: together they are behind by no more than that turn.
    """
    turns: Turns[int] = Turns(1)
    ask = [itertools.cycle(mine) for mine in costs]
    sources = [FakeSource() for _ in costs]
    for number, source in enumerate(sources):
        turns.add(source, number)

    def serve() -> int:
        line = turns.best()
        assert line is not None
        number = turns.take(line)
        if number < 0:
            return 0
        cost = next(ask[number])
        if asks == "at once":
            turns.add(sources[number], number)
        turns.give(line, cost)
        turns.end(line)
        if asks != "at once":
            turns.add(sources[number] if asks == "after the answer" else FakeSource(), number)
        return cost

    for _ in range(before):
        serve()
    turns.add(FakeSource(), -1)
    waited = 0
    while cost := serve():
        waited += cost
    assert waited <= max(map(max, costs)) + sum(map(max, costs))


# --- the threads ----------------------------------------------------------------------------------------------


class Tried:
    """A pool, and what was done in it."""

    def __init__(self, pool: TurnPool) -> None:
        self.pool = pool
        self.results: list[Any] = []
        self.gate = threading.Event()
        self.begun = threading.Event()

    def hold(self) -> str:
        """Work that keeps its thread until the gate opens."""
        self.begun.set()
        assert self.gate.wait(DEADLINE)
        return "held"

    def submit(self, work: Callable[[], Any], source: FakeSource) -> None:
        self.pool.submit(work, self._done, source)

    def _done(self, result: Any, error: Exception | None) -> None:
        self.results.append(result if error is None else error)


@contextmanager
def tried(*, threads: int = 1, at_once: int = 1, waiting: int = 100, most_of_one: int = 2) -> Iterator[Tried]:
    def deliver(done: Done, result: Any, error: Exception | None) -> None:
        done(result, error)

    pool = TurnPool(deliver, "t", threads=threads, at_once=at_once, waiting=waiting, most_of_one=most_of_one)
    one = Tried(pool)
    yield one
    one.gate.set()
    pool.close()


def test_the_thirty_third_waits_behind_anothers_first() -> None:
    with tried() as one:
        attacker, other = FakeSource(), FakeSource()
        one.submit(one.hold, attacker)
        assert one.begun.wait(DEADLINE)
        for number in range(32):
            one.submit(lambda number=number: number, attacker)
        one.submit(lambda: "other's", other)
        one.gate.set()
        one.pool.close()
    assert one.results[:2] == ["held", "other's"]
    assert one.results[2:] == list(range(32))


def test_what_a_client_asks_at_its_answer_runs_on_the_thread_that_answered() -> None:
    threads: list[int] = []
    with tried(threads=2, at_once=2) as one:
        source = FakeSource()

        def answered(_result: Any, _error: Exception | None) -> None:
            if len(threads) < 5:
                one.pool.submit(read, answered, source)

        def read() -> None:
            threads.append(threading.get_ident())

        one.pool.submit(read, answered, source)
        until(lambda: len(threads) == 5)
    assert len(set(threads)) == 1


@pytest.mark.parametrize("deep", [False, True])
def test_work_that_goes_on_and_on_gives_others_their_turn(deep: bool) -> None:
    with tried(threads=3, at_once=1) as one:
        pause = give_way if deep else one.pool.pause

        def endless() -> str:
            while not one.gate.is_set():
                pause()
            return "endless"

        attacker = FakeSource()
        for _ in range(5):
            one.submit(endless, attacker)
        one.submit(lambda: "other's", FakeSource())
        until(lambda: one.results == ["other's"])
        one.submit(lambda: "again", FakeSource())
        until(lambda: one.results == ["other's", "again"])
    assert one.results[2:] == ["endless"] * 5


@pytest.mark.parametrize(("waits", "turns"), [(0.05, [4, 18]), (0.004, [11, 11])])
def test_waiting_counts_but_for_what_the_machine_may_hold_up(waits: float, turns: list[int]) -> None:
    """One user's reads wait for a disk, and work for 10 ms as the other's do."""
    now, worked = 0.0, 0.0
    served = [0, 0]
    done = threading.Event()
    pool = TurnPool(
        lambda done, result, error: done(result, error), "t", threads=1, at_once=1, waiting=100, most_of_one=1,
        clock=lambda: now, processor=lambda: worked,
    )  # fmt: skip
    sources = [FakeSource(1), FakeSource(2)]
    begin = threading.Event()

    def read(of: int) -> None:
        nonlocal now, worked
        assert begin.wait(DEADLINE)
        if sum(served) < sum(turns):
            served[of] += 1
            now += 0.01 + (waits if of == 0 else 0.0)
            worked += 0.01
            pool.submit(lambda: read(of), lambda *_: None, sources[of])
        else:
            done.set()

    for of in (0, 1):
        pool.submit(lambda of=of: read(of), lambda *_: None, sources[of])
    begin.set()
    assert done.wait(DEADLINE)
    pool.close()
    assert served == turns


def test_bulk_work_gives_way_to_reads() -> None:
    """It waits for them where it says `give_way`; how long at most is `wait_until_idle`'s."""
    with tried() as one:
        one.pool.wait_until_idle(DEADLINE)  # nothing to wait for
        one.submit(one.hold, FakeSource())
        assert one.begun.wait(DEADLINE)
        one.pool.wait_until_idle(0.0)
        threading.Timer(0.05, one.gate.set).start()
        one.pool.wait_until_idle(DEADLINE)
        assert one.results == ["held"]


def test_what_comes_one_after_another_is_done_by_one_thread() -> None:
    with tried(threads=4, at_once=4) as one:
        for _ in range(8):
            one.submit(threading.get_ident, FakeSource())
            one.pool.wait_until_idle(DEADLINE)
    assert len(one.results) == 8
    assert len(set(one.results)) == 1


def test_only_what_comes_behind_waits() -> None:
    asked: list[float] = []

    class Reads(TurnPool):
        def wait_until_idle(self, seconds: float) -> None:
            asked.append(seconds)

    reads = Reads(lambda *_: None, "r", threads=1, at_once=1, waiting=1, most_of_one=1)
    give_way()
    done = threading.Event()
    for behind in (None, reads):
        done.clear()
        pool = TurnPool(lambda *_: done.set(), "b", threads=1, at_once=1, waiting=1, most_of_one=1, behind=behind)
        pool.submit(give_way, lambda *_: None, FakeSource())
        assert done.wait(DEADLINE)
        pool.close()
    reads.close()
    assert asked == [GIVE_WAY_SECONDS]


def test_work_that_waits_for_something_else_takes_nobodys_turn() -> None:
    with tried(threads=3, at_once=1) as one:
        one.submit(lambda: one.pool.wait(one.hold), FakeSource())
        assert one.begun.wait(DEADLINE)
        one.submit(lambda: "other's", FakeSource())
        until(lambda: one.results == ["other's"])
        one.gate.set()
        until(lambda: one.results == ["other's", "held"])


def test_work_for_one_who_does_not_read_waits_until_they_do() -> None:
    with tried() as one:
        source = FakeSource(takes_replies=False)
        one.submit(lambda: "deferred", source)
        one.submit(lambda: "other's", FakeSource())
        until(lambda: one.results == ["other's"])
        source.takes_replies = True
        one.pool.wake()
        until(lambda: one.results == ["other's", "deferred"])


def test_a_full_pool_is_busy_for_who_fills_it_and_closing_finishes_what_is_queued() -> None:
    with tried(waiting=2) as one:
        source = FakeSource()
        one.submit(one.hold, source)
        assert one.begun.wait(DEADLINE)
        one.submit(lambda: 1, source)
        one.submit(lambda: 2, source)
        with pytest.raises(Busy, match="try again"):
            one.submit(lambda: 3, source)
        one.submit(lambda: "other's", FakeSource())
    assert sorted(map(str, one.results)) == ["1", "2", "held", "other's"]


# --- on a socket ----------------------------------------------------------------------------------------------


def test_scanners_hold_up_neither_reads_nor_each_other(start: Callable[..., Rig]) -> None:
    rig = start(in_flight=100)
    with Raw(rig.path) as attacker, Raw(rig.path) as other:
        for msgid in range(60):
            attacker.request(msgid, "test.scan")
        assert rig.methods.started.acquire(timeout=DEADLINE)
        other.request(1, "test.scan", {"text": "mine"})
        until(lambda: [one["in_flight"] for one in rig.on_loop(rig.server.connections)] == [60, 1])
        # One of the attacker's may run in as many threads as one connection gets; the other's runs beside them.
        for _ in range(2):
            assert rig.methods.started.acquire(timeout=DEADLINE)
        with Raw(rig.path) as third:
            assert third.call("test.read", {"text": "light"}) == "light"
        rig.methods.gate.set()
        assert other.receive() == [1, 1, None, "mine"]
        assert {attacker.receive()[1] for _ in range(60)} == set(range(60))


def test_replies_are_not_made_for_one_who_does_not_read(start: Callable[..., Rig]) -> None:
    rig, size = start(in_flight=100), 3 * 1024 * 1024
    with Raw(rig.path) as holder, Raw(rig.path) as lazy, Raw(rig.path) as other:
        for msgid in range(40):  # as many as there are threads
            holder.request(msgid, "test.wait")
            assert rig.methods.started.acquire(timeout=DEADLINE)
        lazy.send(b"".join(pack_request(msgid, "test.make", {"size": size}) for msgid in range(30)))
        lazy.request(30, "test.zeros", {"size": size})
        until(lambda: any(one["unread_bytes"] for one in rig.on_loop(rig.server.connections)))
        rig.methods.gate.set()
        assert {holder.receive()[1] for _ in range(40)} == set(range(40))
        assert len(other.call("test.make", {"size": size})) == size
        assert max(one["unread_bytes"] for one in rig.on_loop(rig.server.connections)) <= size + 100
        assert {lazy.receive()[1] for _ in range(31)} == set(range(31))


def test_connections_that_asked_once_are_not_kept_beside_a_long_call() -> None:
    turns: Turns[str] = Turns(1)
    queued(turns, FakeSource(1), "long")
    long = turns.best()
    assert long is not None
    turns.take(long)
    for number in range(1000):
        queued(turns, FakeSource(1), f"{number}")
        line = turns.best()
        assert line is not None
        turns.take(line)
        turns.give(line, 1.0)
        turns.end(line)
    assert len(long.user.lines) < 100
