"""One client cannot starve the others: what it sends, asks and leaves unread costs the others nothing they notice."""

from __future__ import annotations

import contextlib
import socket
import threading

import pytest

from tests.support.attacks import HARD_PATTERN, MIB, request, write_texts
from tests.support.daemon import Daemon
from tests.support.rest import rest
from tests.support.wait import until
from tests.support.wire import RpcError


def connected(daemon: Daemon) -> socket.socket:
    opened = socket.socket(socket.AF_UNIX)
    opened.connect(str(daemon.socket))
    opened.setblocking(False)
    return opened


@pytest.mark.long
def test_half_requests_do_not_fill_the_memory(daemon: Daemon) -> None:
    before = daemon.rss()
    text = request("facts.add", subject="a", predicate="b", object="x" * (79 * MIB // 10))
    with contextlib.ExitStack() as attack, daemon.connect() as other:
        left = {attack.enter_context(connected(daemon)): memoryview(text)[:-1] for _ in range(40)}
        sent = [0]

        def stuck() -> bool:
            """Whether nobody takes any more of it."""
            so_far = sent[0]
            for one in list(left):
                with contextlib.suppress(BlockingIOError, ConnectionError):
                    while left[one]:
                        taken = one.send(left[one])
                        sent[0] += taken
                        left[one] = left[one][taken:]
            assert other.call("facts.add", {"subject": "sky", "predicate": "is", "object": "blue"})
            assert other.call("recall.query", {"query": "sky"})["results"]
            return so_far == sent[0]

        until(stuck)
        assert daemon.rss() - before < 300 * MIB
        held = other.call("system.metrics")["rpc"]["held_bytes"]
        assert held < 128 * MIB
        # A large request of somebody else is served: those who send no more of theirs give way to it.
        big = {"facts": [{"subject": f"s{n}", "predicate": "is", "object": "y" * 60_000} for n in range(100)]}
        with daemon.connect() as third:
            assert third.call("facts.add_many", big)["added"] == 100


# --- asking ---------------------------------------------------------------------------------------------------


HARD = request("recall.grep", pattern=HARD_PATTERN, ignore_case=True)
BIG = request("recall.get", key="texts/text-0.txt", lines=10_000)
ATTACKS = {"32 greps of one": (1, HARD), "25 times 32 gets": (25, BIG)}


@pytest.mark.parametrize(("connections", "asked"), ATTACKS.values(), ids=ATTACKS.keys())
def test_others_are_served_before_what_one_client_has_piled_up(daemon: Daemon, connections: int, asked: bytes) -> None:
    write_texts(daemon.data / "texts")
    with contextlib.ExitStack() as attack, daemon.connect() as other:
        other.call("facts.add", {"subject": "sky", "predicate": "is", "object": "blue"})
        attackers = [attack.enter_context(connected(daemon)) for _ in range(connections)]
        for one in attackers:
            one.sendall(asked * 32)
        for number in range(10):
            assert other.call("recall.query", {"query": "sky"})["results"]
            assert other.call("facts.add", {"subject": f"s{number}", "predicate": "is", "object": "o"})
        assert other.call("system.metrics")["rpc"]["in_flight"] >= connections * 16


def test_others_are_served_while_a_brief_is_made_of_a_long_session(daemon: Daemon) -> None:
    words = "harbour ferry pilot buoy anchor tide cargo crane quay winch mast keel rudder sail deck".split()

    def told(number: int) -> str:
        one, two, three = (words[number * step % len(words)] for step in (1, 2, 7))
        return " ".join(
            f"We moved the {one} {at} of {two} to {three} {number} because it is not done." for at in range(9)
        )

    with daemon.connect() as other, contextlib.closing(connected(daemon)) as asker:
        other.call("sessions.start", {"session_id": "s"})
        other.call("contexts.save", {"project": "p", "content": "At work on the pier"})
        said = [{"role": "user", "content": told(number)} for number in range(300)]
        other.call("sessions.append", {"session_id": "s", "messages": said})
        asker.sendall(request("sessions.brief"))
        for _ in range(3):
            assert other.call("contexts.load", {"project": "p"})["contexts"]
        with pytest.raises(BlockingIOError):
            asker.recv(1)


def test_contexts_too_large_for_an_answer_are_refused_before_they_are_built(daemon: Daemon) -> None:
    with daemon.connect() as attacker, daemon.connect() as other:
        for number in range(20):
            attacker.call("contexts.save", {"project": "p", "content": f"{number} " + "words of it " * 50_000})
        other.call("facts.add", {"subject": "sky", "predicate": "is", "object": "blue"})
        before = daemon.rss()
        for call in ("contexts.load", "contexts.predict"):
            with pytest.raises(RpcError) as refused:
                other.call(call, {"project": "p", "limit": 20})
            assert (refused.value.code, refused.value.data["limit"]) == ("too_large", 13)
            assert len(other.call(call, {"project": "p", "limit": 13})["contexts"]) == 13
        assert daemon.rss() - before < 200 * MIB
        # One that loads again and again holds up nobody's writes: the writer only notes the access.
        attacker.socket.sendall(request("contexts.load", project="p", limit=13) * 30)
        for number in range(10):
            assert other.call("facts.add", {"subject": f"s{number}", "predicate": "is", "object": "o"})
        assert other.call("system.metrics")["rpc"]["in_flight"] >= 10


# --- writing --------------------------------------------------------------------------------------------------


@rest
def test_others_writes_come_between_small_slices_of_bulk_ones(daemon: Daemon) -> None:
    """Over `max_facts` each fact takes its time, since it sends another one to the archive."""

    def facts(of: int) -> list[dict[str, str]]:
        return [{"subject": f"{of} {number}", "predicate": "is", "object": "of it " * 10} for number in range(30_000)]

    with contextlib.ExitStack() as attack, daemon.connect() as other:
        for of in range(3):
            attacker = attack.enter_context(daemon.connect())
            attacker.send("facts.add_many", {"facts": facts(of)})

        def known() -> int:
            counts = other.call("system.metrics")["facts"]
            return int(counts["active"] + counts["archived"])

        until(lambda: known() > 12_000)
        between: list[int] = []
        for number in range(20):
            before = known()
            other.call("facts.add", {"subject": f"s{number}", "predicate": "is", "object": "o"})
            between.append(known() - before)
        assert other.call("system.metrics")["rpc"]["long_calls"] == 3
        # A slice or two; in turn with three bulk calls of 500 facts it was 1,500 and more.
        assert sorted(between)[10] <= 1000


@pytest.mark.long
def test_long_texts_that_wait_for_the_index_do_not_fill_the_memory(daemon: Daemon) -> None:
    """Each append has 6.4 MB of words, none of them twice; they are sent one after the other."""
    texts = [" ".join(f"w{number:07}" for number in range(of * 88_000, (of + 1) * 88_000)) for of in range(40)]
    answered = 0
    with daemon.connect() as attacker, daemon.connect() as other:
        other.call("facts.add", {"subject": "sky", "predicate": "is", "object": "blue"})
        attacker.call("sessions.start", {"session_id": "big", "agent": "a"})
        before, most = daemon.rss(), 0

        def append() -> None:
            nonlocal answered
            for at in range(0, len(texts), 8):
                messages = [{"role": "user", "content": text} for text in texts[at : at + 8]]
                attacker.call("sessions.append", {"session_id": "big", "messages": messages})
                answered += 1

        attack = threading.Thread(target=append)
        attack.start()
        while attack.is_alive():
            assert other.call("recall.query", {"query": "sky"})["results"]
            most = max(most, daemon.rss())
        attack.join()
    assert answered == 5
    assert most - before < 250 * MIB


@pytest.mark.long
def test_nobody_waits_for_the_rest_of_anothers_long_texts_to_be_indexed(daemon: Daemon) -> None:
    def text(of: int) -> str:
        return (
            f"albatross{of} {' '.join(f'w{number:07}' for number in range(of * 50_000, (of + 1) * 50_000))} penguin{of}"
        )

    with daemon.connect() as client, daemon.connect() as other:
        other.call("facts.add", {"subject": "sky", "predicate": "is", "object": "blue"})

        def found(words: str) -> list[str]:
            return [one["key"] for one in other.call("recall.search", {"query": words, "k": 1})["results"]]

        client.call("sessions.start", {"session_id": "big", "agent": "a"})
        messages = [{"role": "user", "content": text(of)} for of in range(8)]
        keys = client.call("sessions.append", {"session_id": "big", "messages": messages})["keys"]
        # All are found by their beginnings, and when the others' searches are answered the rest is still being read.
        assert [found(f"albatross{of}") for of in range(8)] == [[key] for key in keys]
        assert other.call("recall.query", {"query": "sky"})["results"]
        assert found("penguin7") == []
        until(lambda: found("penguin7") == [keys[7]])
