"""Messages are taken out by what was read of their files before, whatever came in between (design §3)."""

from __future__ import annotations

import tempfile
from pathlib import Path

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from memoryd.conversation.message import Message, encode_line
from memoryd.kinds.sessions import reading
from memoryd.kinds.sessions.place import Place, Standing
from memoryd.storage.batch import Batch
from tests.support.refusing import refused
from tests.support.sessions import SessionRig

OTHER = "sessions/0-copy.jsonl"


def said(content: str, at: int, session: str = "s") -> Message:
    return Message(session_id=session, role="user", content=content, at=at, received=at)


def pop(rig: SessionRig, seen: Standing) -> str | None:
    found: Place | None = rig.writer.run(lambda batch: rig.store.take_out_last("s", seen, batch))
    return found.message.content if found else None


def clear(rig: SessionRig, seen: Standing) -> int:
    return rig.writer.run(lambda batch: rig.store.take_out_all("s", seen, batch))


def heard(rig: SessionRig) -> list[str]:
    return [message["content"] for message in rig.store.read("s", 1000, None)["messages"]]


class Conversation:
    """A session as it should be, beside the one on disk."""

    def __init__(self, rig: SessionRig) -> None:
        self.rig = rig
        self.expected: list[str] = []
        self.count = self.copies = 0
        self.look()

    def next(self) -> Message:
        self.count += 1
        self.expected.append(str(self.count))
        return said(str(self.count), self.count)

    def say(self) -> None:
        self.rig.append("s", [self.next()])

    def look(self) -> None:
        self.last_seen, self.all_seen = self.rig.store.look_at_last("s"), self.rig.store.look_at_all("s")

    def pop(self) -> None:
        assert pop(self.rig, self.last_seen) == (self.expected.pop() if self.expected else None)

    def say_and_pop(self) -> None:
        """In one batch: what is taken out is not on disk yet."""
        message = self.next()

        def both(batch: Batch) -> Place | None:
            self.rig.store.append("s", [message], batch)
            return self.rig.store.take_out_last("s", self.last_seen, batch)

        found = self.rig.writer.run(both)
        assert found is not None
        assert found.message.content == self.expected.pop()

    def say_and_clear(self) -> None:
        message = self.next()

        def both(batch: Batch) -> int:
            self.rig.store.append("s", [message], batch)
            return self.rig.store.take_out_all("s", self.all_seen, batch)

        assert self.rig.writer.run(both) >= len(self.expected)
        self.expected.clear()

    def clear(self) -> None:
        clear(self.rig, self.all_seen)
        self.expected.clear()

    def write_by_hand(self) -> None:
        path = self.rig.store.sessions["s"].path
        if path is not None:
            self.rig.edit(path, (self.rig.root / path).read_bytes() + encode_line(self.next()))

    def of_another(self) -> None:
        """Somebody else's message, in the same file."""
        path = self.rig.store.sessions["s"].path
        if path is not None:
            self.rig.edit(path, (self.rig.root / path).read_bytes() + encode_line(said("other's", self.count, "t")))

    def another_says(self) -> None:
        if "t" in self.rig.store.sessions:
            self.rig.append("t", [said("other's", self.count, "t")])

    def copy(self) -> None:
        path = self.rig.store.sessions["s"].path
        if path is not None:
            self.copies += 1
            self.rig.edit(f"sessions/0-copy-{self.copies}.jsonl", (self.rig.root / path).read_bytes())

    def archive(self) -> None:
        path = self.rig.store.sessions["s"].path
        if path is not None:
            self.rig.archive(path)


STEPS = ["say", "look", "pop", "say_and_pop", "clear", "say_and_clear", "write_by_hand", "copy", "archive"]
STEPS += ["of_another", "another_says", "say", "look", "pop"]


@settings(max_examples=150, deadline=None)
@example(["say", "of_another", "look", "another_says", "pop"])
@example(["say", "look", "say", "say_and_clear"])
@given(st.lists(st.sampled_from(STEPS), max_size=30))
def test_what_came_in_between_is_reckoned_with(steps: list[str]) -> None:
    with tempfile.TemporaryDirectory() as folder:
        rig = SessionRig(Path(folder))
        rig.start("s")
        try:
            conversation = Conversation(rig)
            for step in steps:
                getattr(conversation, step)()
                assert heard(rig) == conversation.expected, step
        finally:
            rig.stop()


def test_more_are_taken_out_than_were_seen(rig: SessionRig) -> None:
    rig.append("s", [said(str(at), at) for at in range(40)])
    seen = rig.store.look_at_last("s")
    assert [pop(rig, seen) for _ in range(41)] == [*map(str, range(39, -1, -1)), None]


@pytest.mark.parametrize("is_copied", [False, True])
def test_no_file_is_read_again_on_the_writer(rig: SessionRig, is_copied: bool) -> None:
    """What nobody else changed is not asked for again, though it is gone from the disk."""
    rig.append("s", [said(str(at), at) for at in range(30)])
    if is_copied:
        rig.edit(OTHER, (rig.root / rig.path()).read_bytes())
        assert rig.path() != OTHER
    earlier = rig.path()
    rig.archive(earlier)
    rig.append("s", [said("30", 30)])
    last, everything = rig.store.look_at_last("s"), rig.store.look_at_all("s")
    for hidden in (rig.root / "sessions" / "archive").iterdir():
        hidden.unlink()
    rig.append("s", [said("31", 31)])
    assert [pop(rig, last) for _ in range(3)] == ["31", "30", "29"]
    rig.append("s", [said("32", 32)])
    assert clear(rig, everything) == (59 if is_copied else 30)


def test_what_was_appended_while_it_was_looked_at_is_taken_out_once(rig: SessionRig) -> None:
    rig.append("s", [said("0", 0)])
    began = rig.store.look_at_all("s")
    rig.append("s", [said("1", 1)])
    assert clear(rig, began._replace(messages=rig.store.look_at_all("s").messages)) == 2
    assert len(rig.lines(rig.path())) == 4


def test_what_a_person_deleted_meanwhile_is_not_taken_out(rig: SessionRig) -> None:
    rig.append("s", [said("0", 0), said("1", 1)])
    seen = rig.store.look_at_last("s")
    rig.edit(rig.path(), rig.lines(rig.path())[0])
    assert pop(rig, seen) == "0"


def test_what_a_person_wrote_a_moment_ago_is_the_last(rig: SessionRig) -> None:
    rig.append("s", [said("0", 0)])
    seen = rig.store.look_at_last("s")
    rig.save(rig.path(), [said("0", 0), said("by hand", 1)])
    assert pop(rig, seen) == "by hand"


def test_others_have_their_turn_while_a_long_session_is_read(rig: SessionRig, monkeypatch: pytest.MonkeyPatch) -> None:
    turns: list[None] = []
    monkeypatch.setattr(reading, "give_way", lambda: turns.append(None))
    rig.append("s", [said(str(at), at) for at in range(600)])
    rig.store.look_at_all("s")
    assert len(turns) == 2


def test_a_session_that_is_long_is_cleared_in_parts(rig: SessionRig) -> None:
    rig.append("s", [said(str(at), at) for at in range(25)])
    first, second, third = rig.store.look_at_all("s").parts(10)
    rig.append("s", [said("25", 25)])
    assert [clear(rig, part) for part in (first, second)] == [11, 10]
    rig.append("s", [said("26", 26)])
    assert heard(rig) == ["20", "21", "22", "23", "24", "26"]
    assert clear(rig, third) == 5
    assert heard(rig) == ["26"]
    assert clear(rig, rig.store.look_at_all("s")) == 1
    assert [*map(len, (one.messages for one in rig.store.look_at_all("s").parts(10)))] == [0]


def test_copies_count_where_parts_end(rig: SessionRig) -> None:
    rig.append("s", [said(str(at), at) for at in range(6)])
    rig.edit(OTHER, rig.lines(rig.path())[0] + rig.lines(rig.path())[1])
    assert [len(one.messages) for one in rig.store.look_at_all("s").parts(3)] == [1, 2, 3]
    assert [len(one.messages) for one in rig.store.look_at_all("s").parts(1)] == [1] * 6


def named(message_id: str, at: int) -> Message:
    return Message(session_id="s", role="user", content=message_id, at=at, received=at, id=message_id)


def test_what_is_refused_is_neither_said_nor_taken_out(rig: SessionRig) -> None:
    rig.append("s", [named("a", 1), named("b", 2)])
    refused(rig.writer, lambda batch: rig.store.append("s", [named("c", 3)], batch))
    refused(rig.writer, lambda batch: rig.store.take_out_last("s", rig.store.look_at_last("s"), batch))
    assert (heard(rig), rig.store.sessions["s"].messages) == (["a", "b"], 2)
    assert [rig.append("s", [named(one, 3)])["appended"] for one in ("b", "c")] == [0, 1]
    assert (heard(rig), rig.store.sessions["s"].messages) == (["a", "b", "c"], 3)
    path = rig.path()
    assert sorted(rig.index.documents) == [f"{path}:{line}" for line in (1, 2, 3)]
    rig.restart()
    assert (heard(rig), rig.store.sessions["s"].messages) == (["a", "b", "c"], 3)


def test_the_first_message_that_is_refused_leaves_no_file(rig: SessionRig) -> None:
    refused(rig.writer, lambda batch: rig.store.append("s", [named("a", 1)], batch))
    assert [*(rig.root / "sessions").iterdir()] == []
    assert rig.append("s", [named("a", 1)])["appended"] == 1
    assert (heard(rig), [*rig.index.documents]) == (["a"], [f"{rig.path()}:1"])


@pytest.mark.parametrize("is_read", [False, True])
def test_what_was_taken_out_may_be_said_again_and_is_counted_as_it_stands(rig: SessionRig, is_read: bool) -> None:
    rig.append("s", [named("a", 1), named("b", 2)])
    rig.restart()
    if is_read:
        rig.store.read_ids("s")
    assert pop(rig, rig.store.look_at_last("s")) == "b"
    assert rig.store.sessions["s"].messages == 1
    assert rig.append("s", [named("b", 3)])["appended"] == 1
    for _ in range(2):
        assert (heard(rig), rig.store.sessions["s"].messages) == (["a", "b"], 2)
        rig.restart()
