"""Sessions by their public methods: beginning, resuming, ending, being idle, and pages of sessions and messages."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from memoryd.conversation.message import Message, encode_line
from memoryd.errors import Conflict, InvalidParams, NotFound
from memoryd.storage.atomic import replace_file
from memoryd.storage.batch import Batch
from memoryd.storage.files import OsFiles
from memoryd.times import HOUR, format_time
from tests.support.in_place import replace_in_place
from tests.support.sessions import IDLE_HOURS, RECORDS, SessionRig


@pytest.fixture
def rig(tmp_path: Path) -> Iterator[SessionRig]:
    rig = SessionRig(tmp_path)
    yield rig
    rig.stop()


def said(*contents: str, session: str = "s", **fields: Any) -> list[Message]:
    return [
        Message(session_id=session, role="user", content=content, at=0, received=0, **fields) for content in contents
    ]


def listed(rig: SessionRig) -> dict[str, Any]:
    """The one session as a reply shows it."""
    (shown,) = rig.store.registry.page(None, 10, None, rig.clock.now(), lambda session: True)["sessions"]
    return dict(shown)


def contents(rig: SessionRig, session: str = "s", **page: Any) -> list[str]:
    reply = rig.store.read(session, page.get("limit", 100), page.get("after"))
    return [message["content"] for message in reply["messages"]]


# --- beginning and ending ---------------------------------------------------------------------------------


def test_a_session_gets_an_id_when_it_has_none(rig: SessionRig) -> None:
    begun = rig.start(None, "ada")
    assert begun["session_id"].startswith("session-") and begun["resumed"] is False


def test_starting_again_resumes_and_changes_nothing(rig: SessionRig) -> None:
    rig.start("s", "ada", project="p", audience="group")
    before = listed(rig)
    assert rig.start("s", "bob", project="q") == {"session_id": "s", "resumed": True}
    assert {**listed(rig), "last_request": before["last_request"]} == before


@pytest.mark.parametrize(("first", "second"), [("group", "private"), ("private", "group"), (None, "group")])
def test_the_audience_of_a_session_never_changes(rig: SessionRig, first: str | None, second: str) -> None:
    rig.start("s", audience=first)
    with pytest.raises(Conflict, match="cannot become"):
        rig.start("s", audience=second)
    assert listed(rig)["audience"] == (first or "private")


@pytest.mark.parametrize("resume", ["start", "append"])
@pytest.mark.parametrize("restart", [False, True])
def test_an_ended_session_is_finished_until_it_is_resumed(rig: SessionRig, resume: str, restart: bool) -> None:
    rig.start("s")
    assert rig.end("s")["status"] == "ended"
    assert rig.end("s")["status"] == "already_ended"
    if restart:
        rig.restart()
    assert listed(rig)["finished"] and rig.store.registry.active(rig.clock.now()) == []
    rig.start("s") if resume == "start" else rig.append("s", said("more"))
    if restart:
        rig.restart()
    assert not listed(rig)["finished"] and len(rig.store.registry.active(rig.clock.now())) == 1


def test_an_idle_session_is_finished_and_a_request_keeps_it_alive_or_resumes_it(rig: SessionRig) -> None:
    rig.start("s")
    rig.clock.advance(IDLE_HOURS * 3600 - 1)
    assert not listed(rig)["finished"]
    rig.store.registry.request("s", rig.clock.now())
    rig.clock.advance(IDLE_HOURS * 3600 - 1)
    assert not listed(rig)["finished"]
    rig.clock.advance(1)
    assert listed(rig)["finished"]
    rig.store.registry.configure(IDLE_HOURS + 1)
    assert not listed(rig)["finished"]
    rig.store.registry.configure(IDLE_HOURS)
    rig.store.registry.request("s", rig.clock.now())
    assert not listed(rig)["finished"]


def test_when_a_session_was_last_heard_of_is_asked_for_once_and_outlives_a_restart(rig: SessionRig) -> None:
    rig.start("s")
    rig.clock.advance(3600)
    for _ in range(3):
        rig.store.registry.request("s", rig.clock.now())
    assert rig.asked == 1
    heard = listed(rig)["last_request"]
    rig.writer.run(rig.store.registry.records.keep_requests)
    rig.restart()
    assert listed(rig)["last_request"] == heard
    rig.store.registry.request("s", rig.clock.now())
    assert rig.asked == 2


def test_after_a_clock_was_put_back_a_request_is_stamped_by_it_and_none_is_to_come(rig: SessionRig) -> None:
    rig.start("s")
    rig.start("quiet")
    back = rig.clock.now() - HOUR
    rig.store.registry.request("s", back)
    rig.store.registry.set_right(back)
    assert {
        one["last_request"] for one in rig.store.registry.page(None, 9, None, back, lambda s: True)["sessions"]
    } == {format_time(back)}


def test_what_a_failed_batch_did_is_undone(rig: SessionRig) -> None:
    rig.start("s")
    rig.append("s", said("kept", id="m-1"))
    rig.end("s")

    def fail(batch: Batch) -> None:
        rig.store.registry.start("other", None, None, None, batch)
        rig.store.append("s", said("lost", id="m-2"), batch)
        rig.store.append("other", said("lost", session="other"), batch)
        raise InvalidParams("refused")

    with pytest.raises(InvalidParams, match="refused"):
        rig.writer.run(fail)
    assert list(rig.store.sessions) == ["s"] and listed(rig)["messages"] == 1 and listed(rig)["finished"]
    assert contents(rig) == ["kept"]
    assert rig.append("s", said("again", id="m-2"))["keys"] == [f"{rig.path()}:2"]


@pytest.mark.parametrize("method", ["append", "end", "request", "read"])
def test_an_unknown_session_is_not_found(rig: SessionRig, method: str) -> None:
    calls: dict[str, Callable[[], object]] = {
        "append": lambda: rig.append("x", said("hello", session="x")),
        "end": lambda: rig.end("x"),
        "request": lambda: rig.store.registry.request("x", 0),
        "read": lambda: rig.store.read("x", 1, None),
    }
    with pytest.raises(NotFound, match=r"call sessions\.start first"):
        calls[method]()


# --- the log of sessions ----------------------------------------------------------------------------------


def test_a_long_log_is_cut_to_one_line_a_session(rig: SessionRig) -> None:
    for session_id in ("a", "b"):
        rig.start(session_id, "ada", project="p", audience="group")
    for _ in range(600):
        rig.end("a")
        rig.start("a")
    assert rig.store.registry.records.are_long(1000)
    before = dict(rig.store.sessions)
    rig.writer.run_alone(
        lambda batch: rig.store.registry.records.rewrite(
            lambda lines: replace_file(OsFiles(), str(rig.root / RECORDS), lines, gid=-1)
        )
    )
    assert not rig.store.registry.records.are_long(0) and rig.records().count(b"\n") == 2
    rig.end("b")
    rig.restart()
    assert [(one.id, one.agent, one.project, one.audience, one.ended) for one in rig.store.sessions.values()] == [
        ("a", "ada", "p", "group", False),
        ("b", "ada", "p", "group", True),
    ]
    assert before.keys() == rig.store.sessions.keys()


def test_lines_that_are_no_sessions_are_passed_over(rig: SessionRig) -> None:
    rig.start("s")
    with (rig.root / RECORDS).open("ab") as file:
        file.write(b'not json\n\n{"session_id": "x"}\n{"session_id": "y", "started": "yesterday"}\n')
    rig.restart()
    assert list(rig.store.sessions) == ["s"]


# --- pages ------------------------------------------------------------------------------------------------


@settings(max_examples=25, deadline=None)
@given(st.lists(st.tuples(st.sampled_from(["ada", "bob"]), st.integers(0, 2)), max_size=12), st.integers(1, 5))
def test_pages_show_each_session_once_the_newest_first(begun: list[tuple[str, int]], limit: int) -> None:
    with TemporaryDirectory() as folder:
        rig = SessionRig(Path(folder))
        for number, (agent, seconds) in enumerate(begun):
            rig.clock.advance(seconds)
            rig.start(f"s{number}", agent)
        for of_agent in (None, "ada"):
            found: list[dict[str, Any]] = []
            after: str | None = None
            while True:
                page = rig.store.registry.page(
                    of_agent, limit, after, rig.clock.now(), lambda session: session.id != "s0"
                )
                assert len(page["sessions"]) <= limit
                found += page["sessions"]
                after = page.get("next")
                if after is None:
                    break
            wanted = {f"s{n}" for n, (of, _) in enumerate(begun) if n and of_agent in (None, of)}
            assert len(found) == len(wanted) and {one["session_id"] for one in found} == wanted
            started = [one["started"] for one in found]
            assert started == sorted(started, reverse=True)
        rig.stop()


def test_a_page_after_an_unknown_session_is_refused(rig: SessionRig) -> None:
    with pytest.raises(InvalidParams, match="`after` names no session"):
        rig.store.registry.page(None, 10, "x", 0, lambda session: True)


@pytest.mark.parametrize("limit", [1, 2, 3, 100])
def test_messages_come_in_pages_in_their_order(rig: SessionRig, limit: int) -> None:
    rig.start("s")
    assert rig.store.read("s", limit, None) == {"messages": []}
    rig.append("s", said(*(f"message {number}" for number in range(5)), name="Ann"))
    page = rig.store.read("s", limit, None)
    found = [message["content"] for message in page["messages"]]
    while "next" in page:
        page = rig.store.read("s", limit, page["next"])
        assert len(page["messages"]) <= limit
        found += [message["content"] for message in page["messages"]]
    assert found == [f"message {number}" for number in range(5)]


@pytest.mark.parametrize("after", ["x", "sessions/other.jsonl:1", "{path}:x", "{path}:-1"])
def test_a_page_after_what_is_no_key_of_the_session_is_refused(rig: SessionRig, after: str) -> None:
    rig.start("s")
    rig.append("s", said("one"))
    with pytest.raises(InvalidParams, match="`next` of the page before"):
        rig.store.read("s", 10, after.format(path=rig.path()))


def test_a_message_is_shown_as_it_was_given(rig: SessionRig) -> None:
    rig.start("s")
    message = msgspec.structs.replace(said("hello")[0], name="Ann", agent="ada", project="p", id="m-1")
    rig.append("s", [message])
    (shown,) = rig.store.read("s", 1, None)["messages"]
    assert (shown["key"], shown["name"], shown["agent"], shown["project"], shown["id"]) == (
        f"{rig.path()}:1", "Ann", "ada", "p", "m-1",
    )  # fmt: skip


def test_sessions_of_one_second_have_files_of_their_own(rig: SessionRig) -> None:
    for session in ("a", "b", "c"):
        rig.start(session)
        rig.append(session, said("hello", session=session))
    stem = rig.path("a").removesuffix(".jsonl")
    assert [rig.path(session) for session in "abc"] == [f"{stem}.jsonl", f"{stem}-2.jsonl", f"{stem}-3.jsonl"]


@pytest.mark.parametrize("is_behind", [False, True], ids=["before our write", "behind our write"])
def test_an_edit_to_the_same_length_is_not_taken_for_our_append(rig: SessionRig, is_behind: bool) -> None:
    rig.start("s")
    key = rig.append("s", said("a cat"))["keys"][0]

    def save() -> None:
        replace_in_place(rig.root / rig.path(), "a cat", "a dog")

    def append(batch: Batch) -> None:
        if is_behind:
            batch.on_commit(save)
        rig.store.append("s", said("and more"), batch)
        if not is_behind:
            save()

    rig.writer.run(append)
    rig.files.absorb(rig.path(), ...)
    assert contents(rig) == ["a dog", "and more"]
    assert rig.index.documents[key].text == "a dog"


def test_a_message_that_stands_further_on_than_was_thought_is_known_by_its_id(rig: SessionRig) -> None:
    rig.start("s")
    rig.append("s", said("one"))
    two, path = said("two", id="m"), rig.path()

    def append(batch: Batch) -> dict[str, Any]:
        reply = rig.store.append("s", two, batch)
        with (rig.root / path).open("ab") as file:
            file.write(encode_line(said("typed")[0]))
        return reply

    assert rig.writer.run(append)["keys"] == [f"{path}:3"]
    assert rig.append("s", two)["keys"] == [f"{path}:3"]
    assert contents(rig) == ["one", "typed", "two"]
