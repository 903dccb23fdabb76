"""Long calls: progress, cancelling, and their end with the caller's connection."""

from __future__ import annotations

from memoryd.rpc.longcalls import LongCall
from tests.rpc.harness import DEADLINE, Raw, Rig
from tests.support.collector import without_collector
from tests.support.wait import until


def test_progress_comes_before_the_answer_and_the_last_step_is_told(raw: Raw) -> None:
    raw.request(1, "test.long", {"steps": 3, "progress": "mine"})
    news = [raw.receive() for _ in range(3)]

    assert [
        [2, "rpc.progress", [{"token": "mine", "stage": f"step {step}", "done": step + 1, "total": 3}]]
        for step in range(3)
    ] == news
    assert raw.receive() == [1, 1, None, {"steps": 3}]


def test_what_a_call_brought_is_let_go_of_at_its_end(rig: Rig, raw: Raw) -> None:
    with without_collector():
        raw.call("test.long", {"note": "x" * 10_000})
        until(lambda: (brought := rig.methods.long_params) is not None and brought() is None)


def test_what_a_refused_call_brought_is_let_go_of_when_it_has_been_told(rig: Rig, raw: Raw) -> None:
    with without_collector():
        for _ in range(3):
            assert raw.refused("test.long", {"note": "refuse"}).code == "conflict"
            until(lambda: (brought := rig.methods.long_params) is not None and brought() is None)


def test_without_a_token_there_is_no_progress(raw: Raw) -> None:
    assert raw.call("test.long", {"steps": 3}) == {"steps": 3}


def test_progress_of_one_stage_is_told_twenty_times_a_second_at_most() -> None:
    times = iter([1.0, 1.01, 1.04, 1.06, 1.07, 1.08, 1.09])
    sent: list[tuple[str, int]] = []
    call = LongCall(None, "t", lambda _, news: sent.append((news["stage"], news["done"])), lambda: next(times))  # type: ignore[arg-type]
    for stage, done in (("a", 1), ("a", 2), ("a", 3), ("a", 4), ("a", 5), ("b", 6), ("b", 9)):
        call.progress(stage, done, 9)

    # The first, the first after a twentieth of a second, a new stage, and the last.
    assert sent == [("a", 1), ("a", 4), ("b", 6), ("b", 9)]


def test_another_connection_of_the_same_user_can_cancel(rig: Rig, raw: Raw) -> None:
    raw.request(7, "test.endless", {"progress": "t"})
    with Raw(rig.path) as other:
        assert rig.methods.started.acquire(timeout=DEADLINE)
        assert other.call("rpc.cancel", {"token": "t"}) == {"token": "t", "status": "cancelling"}
        while (message := raw.receive())[0] == 2:
            pass
        assert message[:2] == [1, 7]
        assert (message[2][0], message[2][2]) == ("busy", {"cancelled": True})
        assert other.refused("rpc.cancel", {"token": "t"}).code == "not_found"
    assert rig.on_loop(rig.server.metrics)["long_calls"] == 0


def test_a_call_is_cancelled_when_its_caller_leaves(rig: Rig) -> None:
    with Raw(rig.path) as raw:
        raw.request(1, "test.endless")
        assert rig.methods.started.acquire(timeout=DEADLINE)

    assert rig.methods.cancelled.wait(DEADLINE)
    until(lambda: rig.on_loop(rig.server.metrics)["long_calls"] == 0)


def test_a_token_names_one_running_call(rig: Rig, raw: Raw) -> None:
    raw.request(1, "test.endless", {"progress": "t"})
    assert rig.methods.started.acquire(timeout=DEADLINE)
    with Raw(rig.path) as other:
        assert other.refused("test.endless", {"progress": "t"}).code == "conflict"
        assert other.call("test.long", {"steps": 0, "progress": "u"}) == {"steps": 0}


def test_a_client_with_many_long_calls_leaves_room_for_others(rig: Rig, raw: Raw) -> None:
    for msgid in (1, 2, 3):
        raw.request(msgid, "test.endless")
    assert rig.methods.started.acquire(timeout=DEADLINE)
    with Raw(rig.path) as other:
        assert other.call("test.long") == {"steps": 1}
        assert not rig.methods.started.acquire(blocking=False)  # the first one's second waits for its turn
        rig.methods.gate.set()
        assert {raw.receive()[1] for _ in range(3)} == {1, 2, 3}


def test_stopping_cancels_long_calls(rig: Rig, raw: Raw) -> None:
    raw.request(1, "test.endless")
    assert rig.methods.started.acquire(timeout=DEADLINE)

    assert rig.wait_for(rig.server.drain(DEADLINE))
    assert rig.methods.cancelled.is_set()
    assert raw.receive()[2][0] == "busy"
    assert raw.receive() is None
