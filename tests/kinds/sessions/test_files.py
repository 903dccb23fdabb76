"""Session files that people edit, beside the appends of the daemon: keys, counts, the index, and what is reported."""

from __future__ import annotations

import os
import tempfile
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, rule

from memoryd.conversation.message import BadLine, Message, decode_line, encode_line, encode_removal
from memoryd.purge.digests import digest_of_text
from memoryd.purge.matter import Tombstones
from memoryd.storage.batch import Batch
from memoryd.times import format_time
from tests.support.sessions import SessionRig
from tests.support.wait import until

PATH = "sessions/2026-05-15-143000.jsonl"


def said(content: str, session: str = "s", at: int = 0) -> Message:
    return Message(session_id=session, role="user", content=content, at=at, received=at)


def indexed(rig: SessionRig) -> dict[str, str]:
    return {key: document.text for key, document in rig.index.documents.items()}


def test_a_file_that_is_archived_is_no_live_one(rig: SessionRig) -> None:
    rig.append("s", [said("first")])
    first = rig.path("s")
    rig.edit("sessions/0-older.jsonl", [said("before")])
    session = rig.store.sessions["s"]
    assert session.others == ("sessions/0-older.jsonl",)
    rig.archive("sessions/0-older.jsonl")
    assert session.paths == ("sessions/0-older.jsonl", first)
    # The one that was appended to: it goes on in the other, if there is one.
    rig.edit("sessions/z-newer.jsonl", [said("behind", at=9)])
    rig.archive(first)
    assert (session.path, session.others) == ("sessions/z-newer.jsonl", ())


def test_a_session_that_only_its_file_names_is_known(rig: SessionRig) -> None:
    first = Message(
        session_id="x", role="user", content="hello", at=5, received=7, audience="group", agent="ada", project="p"
    )
    rig.edit("sessions/mine.jsonl", [first, said("later", "x", at=90)])
    known = rig.store.sessions["x"]
    assert (known.agent, known.project, known.audience) == ("ada", "p", "group")
    assert (known.started, known.last_request, known.messages) == (7, 90, 2)
    assert indexed(rig) == {"sessions/mine.jsonl:1": "hello", "sessions/mine.jsonl:2": "later"}
    assert rig.append("x", [said("more", "x")])["keys"] == ["sessions/mine.jsonl:3"]


def test_a_session_that_only_its_file_names_is_known_again_after_a_restart(rig: SessionRig) -> None:
    rig.edit("sessions/mine.jsonl", [said("hello", "x", at=5)])
    rig.restart()
    known = rig.store.sessions["x"]
    assert (known.path, known.started, known.messages) == ("sessions/mine.jsonl", 5, 1)


def test_a_session_that_was_found_in_its_file_is_written_down(rig: SessionRig) -> None:
    rig.edit("sessions/mine.jsonl", [said("hello", "x", at=5)])
    rig.writer.run(rig.store.registry.records.keep_requests)
    rig.index.documents.clear()
    rig.restart()
    # Its file is not read again.
    assert indexed(rig) == {} and rig.store.sessions["x"].messages == 1


def test_a_bad_line_is_reported_until_it_is_mended(rig: SessionRig) -> None:
    rig.append("s", [said("one"), said("two")])
    lines = rig.lines(rig.path())
    rig.edit(rig.path(), lines[0] + lines[1] + b"not json\n")
    (problem,) = rig.board.all()
    assert (problem.path, problem.line) == (rig.path(), 3)
    assert indexed(rig) == {f"{rig.path()}:1": "one", f"{rig.path()}:2": "two"}
    assert rig.store.sessions["s"].messages == 2
    rig.edit(rig.path(), b"".join(lines))
    assert rig.board.all() == []


def test_a_removed_file_takes_its_messages_along_and_the_session_goes_on(rig: SessionRig) -> None:
    rig.append("s", [said("one")])
    path = rig.path()
    rig.remove(path)
    assert indexed(rig) == {} and rig.store.sessions["s"].messages == 0
    rig.append("s", [said("two")])
    assert list(indexed(rig).values()) == ["two"]


def test_a_rescan_forgets_files_that_are_gone(rig: SessionRig) -> None:
    rig.append("s", [said("one")])
    (rig.root / rig.path()).unlink()
    rig.files.rescan({})
    assert indexed(rig) == {} and rig.store.files == {}


def test_our_own_append_is_not_read_again(rig: SessionRig) -> None:
    rig.append("s", [said("one")])
    rig.index.documents.clear()
    rig.files.absorb(rig.path(), None)
    assert indexed(rig) == {}


def test_a_line_without_its_end_is_known_and_read_again_when_it_is_whole(rig: SessionRig) -> None:
    whole = encode_line(said("typed"))
    rig.edit("sessions/mine.jsonl", whole.rstrip(b"\n"))
    assert indexed(rig) == {"sessions/mine.jsonl:1": "typed"}
    rig.edit("sessions/mine.jsonl", encode_line(said("typed at last")))
    assert indexed(rig) == {"sessions/mine.jsonl:1": "typed at last"}


def test_a_start_reads_only_what_the_index_lacks(rig: SessionRig) -> None:
    rig.append("s", [said("one")])
    rig.index.documents.clear()
    rig.restart()
    assert indexed(rig) == {} and rig.store.sessions["s"].messages == 1
    with (rig.root / rig.path()).open("ab") as file:
        file.write(encode_line(said("two")))
    rig.restart()
    assert indexed(rig) == {f"{rig.path()}:2": "two"} and rig.store.sessions["s"].messages == 2
    rig.index.states[rig.path()] = b"not ours"
    rig.restart()
    assert list(indexed(rig).values()) == ["one", "two"]


def test_a_start_drops_what_the_index_has_of_files_that_are_gone(rig: SessionRig) -> None:
    rig.append("s", [said("one")])
    rig.files.close()
    (rig.root / rig.path()).unlink()
    rig.restart()
    assert indexed(rig) == {}


@pytest.mark.parametrize("name", ["", "mine.jsonl", "mine.jsonl.bak"])
def test_a_file_that_is_gone_behind_a_kill_stands_again_unless_its_lines_are_elsewhere(
    rig: SessionRig, name: str
) -> None:
    rig.append("s", [said("one"), said("two")])
    path = rig.root / rig.path()
    if name:
        path.rename(path.with_name(name))
    else:
        path.unlink()
    rig.restart()
    assert path.exists() == (not name)
    assert list(indexed(rig).values()) == ([] if name.endswith(".bak") else ["one", "two"])


def test_of_a_file_that_was_split_behind_a_kill_only_what_is_nowhere_stands_again(rig: SessionRig) -> None:
    rig.append("s", [said("one"), said("two"), said("three")])
    path = rig.root / rig.path()
    lines = path.read_bytes().splitlines(keepends=True)
    path.with_name("a.jsonl").write_bytes(lines[0])
    path.with_name("b.jsonl").write_bytes(lines[2])
    path.unlink()
    rig.restart()
    assert sorted(indexed(rig).values()) == ["one", "three", "two"]


@pytest.mark.parametrize("others", [{"b": [2]}, {"a": [0], "b": [2]}, {"a": [0, 1, 2]}], ids=str)
def test_what_was_taken_out_of_a_file_that_is_gone_behind_a_kill_stays_so(
    rig: SessionRig, others: dict[str, list[int]]
) -> None:
    """The line that takes it out stands in another file."""
    rig.append("s", [said("one"), said("two", at=1)])
    seen = rig.store.look_at_last("s")
    rig.writer.run(lambda batch: rig.store.take_out_last("s", seen, batch))
    path = rig.root / rig.path()
    lines = path.read_bytes().splitlines(keepends=True)
    path.unlink()
    for name, numbers in others.items():
        path.with_name(f"{name}.jsonl").write_bytes(b"".join(lines[number] for number in numbers))
    for _ in range(2):
        rig.restart()
        assert [message["content"] for message in rig.store.read("s", 1000, None)["messages"]] == ["one"]
        assert list(indexed(rig).values()) == ["one"]


@pytest.mark.parametrize("name", ["folder.jsonl", "pipe.jsonl"])
def test_what_is_no_file_does_not_stop_the_start(rig: SessionRig, name: str) -> None:
    path = rig.root / "sessions" / name
    path.mkdir() if name.startswith("folder") else os.mkfifo(path)
    rig.restart()
    assert rig.store.files == {}


@pytest.mark.parametrize(
    ("path", "claimed"),
    [
        ("sessions/2026-05-15-143000.jsonl", True),
        ("sessions/any name.jsonl", True),
        ("sessions/deeper/x.jsonl", False),
        ("sessions/x.json", False),
        ("contexts/x.jsonl", False),
        ("sessions", False),
    ],
)
def test_the_files_that_are_claimed(rig: SessionRig, path: str, claimed: bool) -> None:
    assert rig.files.claims(path) is claimed


class Machine(RuleBasedStateMachine):
    """Appends, edits that the watcher has or has not seen yet, and restarts in any order."""

    def __init__(self) -> None:
        super().__init__()
        self.folder = tempfile.TemporaryDirectory()
        self.rig = SessionRig(Path(self.folder.name))
        self.number = 0
        self.is_seen = True
        for session in ("a", "b"):
            self.rig.start(session)
        # Both sessions have one file, as after a person joined theirs.
        self.rig.edit(PATH, [said("first", "a"), said("first", "b")])

    def text(self) -> str:
        self.number += 1
        return f"message {self.number}"

    def content(self, key: str) -> str:
        path, _, line = key.rpartition(":")
        return decode_line(self.rig.lines(path)[int(line) - 1]).content

    @rule(session=st.sampled_from("ab"), count=st.integers(1, 3))
    def append(self, session: str, count: int) -> None:
        texts = [self.text() for _ in range(count)]
        keys = self.rig.append(session, [said(text, session) for text in texts])["keys"]
        assert [self.content(key) for key in keys] == texts
        # Without a message of its own left in the file, a session gets another one.
        self.is_seen |= self.rig.path(session) == PATH

    @rule(
        what=st.sampled_from(["insert", "change", "delete", "spoil"]),
        place=st.integers(0, 50),
        session=st.sampled_from("ab"),
        seen=st.booleans(),
    )
    def edit(self, what: str, place: int, session: str, seen: bool) -> None:
        lines = self.rig.lines(PATH)
        at = place % len(lines)
        new = encode_line(said(self.text(), session))
        lines[at : at + (what != "insert")] = {"delete": [], "spoil": [b"not json\n"]}.get(what, [new])
        if not lines:
            return
        self.rig.save(PATH, b"".join(lines))
        self.is_seen = seen
        if seen:
            self.rig.files.absorb(PATH, None)

    @rule()
    def watch(self) -> None:
        self.rig.files.absorb(PATH, None)
        self.is_seen = True

    @rule()
    def restart(self) -> None:
        self.rig.restart()
        self.is_seen = True

    @invariant()
    def the_index_and_the_counts_say_what_the_file_says(self) -> None:
        if not self.is_seen:
            return
        there: dict[str, str] = {}
        counts: Counter[str] = Counter()
        for path in self.rig.store.files:
            for number, raw in enumerate(self.rig.lines(path), 1):
                with suppress(BadLine):
                    message = decode_line(raw)
                    there[f"{path}:{number}"] = message.content
                    counts[message.session_id] += 1
        assert indexed(self.rig) == there
        for session in self.rig.store.sessions.values():
            assert session.messages == counts[session.id]

    def teardown(self) -> None:
        self.rig.stop()
        self.folder.cleanup()


TestMachine = Machine.TestCase
TestMachine.settings = settings(max_examples=30, stateful_step_count=20, deadline=None)


# --- saved over by an editor (rule 8) ---------------------------------------------------------------------


def heard(rig: SessionRig) -> list[str]:
    return [message["content"] for message in rig.store.read("s", 10, None)["messages"]]


def test_messages_that_an_editor_saved_over_are_put_back(rig: SessionRig) -> None:
    rig.append("s", [said("one"), said("two")])
    old = (rig.root / rig.path()).read_bytes()
    (third, fourth) = rig.append("s", [said("three", at=5), said("four", at=5)])["keys"]
    rig.edit(rig.path(), old.replace(b"one", b"uno"))
    assert heard(rig) == ["uno", "two", "three", "four"]
    assert (indexed(rig)[third], indexed(rig)[fourth]) == ("three", "four")
    assert "saved over 2 of the last lines" in rig.board.all()[0].what


@pytest.mark.parametrize("step", ["emptied", "removed"])
@pytest.mark.parametrize("pause", [0.3, 30.0])
def test_an_editor_may_save_in_two_steps(rig: SessionRig, step: str, pause: float) -> None:
    rig.append("s", [said("one")])
    path = rig.path()
    old = (rig.root / path).read_bytes()
    rig.append("s", [said("two", at=5)])
    if step == "removed":
        rig.remove(path)
    else:
        rig.edit(path, b"")
    assert heard(rig) == []
    rig.clock.advance(pause)
    rig.edit(path, old.replace(b"one", b"uno"))
    # What a person took out as a whole stays out.
    assert heard(rig) == (["uno", "two"] if pause < 1 else ["uno"])
    rig.edit(path, (rig.root / path).read_bytes().replace(b"uno", b"un"))
    assert heard(rig) == (["un", "two"] if pause < 1 else ["un"])


@pytest.mark.parametrize("step", ["emptied", "removed"])
def test_what_is_said_between_the_two_steps_costs_nothing_that_was_said_before(rig: SessionRig, step: str) -> None:
    rig.append("s", [said("one")])
    path = rig.path()
    old = (rig.root / path).read_bytes()
    rig.append("s", [said("two", at=5)])
    if step == "removed":
        (rig.root / path).rename(rig.root / "buffer")
    else:
        rig.save(path, b"")
    rig.append("s", [said("three", at=6)])  # before the watcher has looked
    rig.edit(path, old.replace(b"one", b"uno"))
    assert sorted(heard(rig)) == ["three", "two", "uno"]


@pytest.mark.parametrize("is_seen", [True, False], ids=["seen", "not seen yet"])
@pytest.mark.parametrize("step", ["emptied", "removed"])
def test_a_session_whose_file_is_taken_away_goes_on_in_a_new_one(rig: SessionRig, step: str, is_seen: bool) -> None:
    old = rig.append("s", [said("one"), said("two")])["keys"]
    path = rig.path()
    if step == "emptied":
        (rig.edit if is_seen else rig.save)(path, b"")
    elif is_seen:
        rig.remove(path)
    else:
        (rig.root / path).unlink()
    new = rig.append("s", [said("three", at=5)])["keys"]
    assert new == [path.replace(".jsonl", "-2.jsonl:1")]
    assert not {*old} & {*new}
    assert indexed(rig) == {new[0]: "three"}
    assert heard(rig) == ["three"]


@pytest.mark.parametrize("is_added", [False, True])
def test_a_write_waits_for_a_long_file_that_was_edited_and_others_do_not(rig: SessionRig, is_added: bool) -> None:
    lines = [said(f"{number} {'x' * 400}", at=number) for number in range(1000)]
    rig.append("s", lines[:1] if is_added else lines)
    rig.start("other")
    path = rig.path()
    if is_added:
        with (rig.root / path).open("ab") as file:
            file.writelines(map(encode_line, lines[1:]))
    else:
        rig.save(path, (rig.root / path).read_bytes().replace(b'"17 ', b'"seventeen '))
    with ThreadPoolExecutor() as threads:
        late = threads.submit(rig.append, "s", [said("late", at=1001)])
        until(lambda: rig.writer.waiting)
        assert rig.append("other", [said("quick", session="other")])["appended"] == 1
        assert not late.done()
        rig.files.absorb(path, None)
        assert late.result(20)["keys"] == [f"{path}:1001"]
    assert indexed(rig)[f"{path}:18"].startswith("17 " if is_added else "seventeen ")
    assert indexed(rig)[f"{path}:1001"] == "late"


def test_what_the_index_has_of_lines_that_were_added_is_looked_up_for_the_first_of_them(rig: SessionRig) -> None:
    rig.append("s", [said("first")])
    seen, path = len(rig.index.changes), rig.path()
    taken_out = encode_removal(f"{path}:1", said("first"), rig.clock.now())
    with (rig.root / path).open("ab") as file:
        file.writelines([*(encode_line(said(f"{number}", at=number)) for number in range(1200)), taken_out])
    rig.files.absorb(path, None)
    brought = [(len(one.put), [*one.remove], one.is_all_before) for one in rig.index.changes[seen:]]
    assert brought == [(0, [f"{path}:1"], False), (500, [], False), (500, [], True), (200, [], True)]
    assert len(indexed(rig)) == 1200 and rig.index.states[path]


def test_no_writer_waits_while_an_edit_is_searched_for_what_was_purged(rig: SessionRig) -> None:
    rig.append("s", [said(text, at=1) for text in ("The kiln is cold", "The van is blue", "The key is lost")])
    rig.clock.advance(3600)
    purged, purged_meanwhile = (
        Tombstones(at=format_time(rig.clock.now()), salt=bytes(16).hex(), texts=[digest_of_text(text, bytes(16))])
        for text in ("The kiln is cold", "The van is blue")
    )
    rig.graves.add(purged)
    came = len(rig.index.changes)
    # The third turn takes in what was read, and so it is read and searched again.
    rig.meanwhile += [None, None, lambda: rig.graves.add(purged_meanwhile)]
    rig.edit(rig.path(), [said(text, at=1) for text in ("The kiln is cold", "The van is blue", "The key was found")])
    brought = [change for change in rig.index.changes[came:] if change.put]
    assert brought and all(map(rig.door.has_judged, brought))
    assert [one.text for change in brought for one in rig.door(change).put] == ["The key was found"]


def test_only_what_an_edit_changed_is_indexed_again(rig: SessionRig) -> None:
    rig.append("s", [said(f"{number} of a long file", at=number) for number in range(1200)])
    seen = len(rig.index.changes)
    rig.edit(rig.path(), (rig.root / rig.path()).read_bytes().replace(b'"17 ', b'"seventeen '))
    assert [one.text for change in rig.index.changes[seen:] for one in change.put] == ["seventeen of a long file"]
    assert len(indexed(rig)) == 1200


def test_the_next_append_puts_them_back_before_its_own(rig: SessionRig) -> None:
    rig.append("s", [said("one")])
    old = (rig.root / rig.path()).read_bytes()
    rig.append("s", [said("two", at=5)])
    rig.save(rig.path(), old.replace(b"one", b"uno"))
    assert rig.append("s", [said("three", at=6)])["keys"] == [f"{rig.path()}:3"]
    assert list(indexed(rig).values()) == ["uno", "two", "three"]


def test_a_message_that_was_taken_out_and_saved_over_stays_out(rig: SessionRig) -> None:
    rig.append("s", [said("one")])
    old = (rig.root / rig.path()).read_bytes()
    rig.append("s", [said("two", at=5)])
    rig.writer.run(lambda batch: rig.store.take_out_last("s", rig.store.look_at_last("s"), batch))
    rig.edit(rig.path(), old.replace(b"one", b"uno"))
    assert heard(rig) == ["uno"]
    assert len(rig.lines(rig.path())) == 3


@pytest.mark.parametrize("change", ["deleted", "reworded", "old"])
def test_what_a_person_deleted_or_reworded_is_not_put_back(rig: SessionRig, change: str) -> None:
    rig.append("s", [said("one")])
    rig.append("s", [said("two", at=5), said("three", at=6)])
    lines = rig.lines(rig.path())
    wanted = None
    if change == "deleted":
        content, wanted = lines[0] + lines[2], [lines[0], b"\n", lines[2]]
    elif change == "reworded":
        content = lines[0].replace(b"one", b"uno") + lines[1].replace(b"two", b"zwei") + lines[2]
    else:
        rig.clock.advance(3600)
        content = lines[0].replace(b"one", b"uno")
        wanted = [content, b"\n", b"\n"]
    rig.edit(rig.path(), content)
    assert rig.lines(rig.path()) == (wanted or content.splitlines(keepends=True))
    assert rig.board.all() == []


def test_a_message_that_was_put_back_is_put_back_once(rig: SessionRig) -> None:
    rig.append("s", [said("one")])
    old = (rig.root / rig.path()).read_bytes()
    rig.append("s", [said("two", at=5)])
    rig.edit(rig.path(), old.replace(b"one", b"uno"))
    rig.edit(rig.path(), (rig.root / rig.path()).read_bytes().replace(b"uno", b"eins"))
    assert heard(rig) == ["eins", "two"]
    assert len(rig.lines(rig.path())) == 2


def test_messages_are_put_back_after_each_of_two_stale_saves(rig: SessionRig) -> None:
    rig.append("s", [said("one")])
    old = (rig.root / rig.path()).read_bytes()
    rig.append("s", [said("two", at=5)])
    rig.edit(rig.path(), old.replace(b"one", b"uno"))
    rig.append("s", [said("three", at=6)])
    rig.edit(rig.path(), old.replace(b"one", b"eins"))
    assert heard(rig) == ["eins", "two", "three"]
    assert len(rig.lines(rig.path())) == 3


def test_the_very_same_stale_save_deletes_nothing_the_second_time_either(rig: SessionRig) -> None:
    rig.append("s", [said("one")])
    stale = (rig.root / rig.path()).read_bytes().replace(b"one", b"uno")
    rig.append("s", [said("two", at=5)])
    for _ in range(3):
        rig.edit(rig.path(), stale)
        assert heard(rig) == ["uno", "two"]
    assert len(rig.lines(rig.path())) == 2


def test_a_message_that_a_person_deleted_stays_deleted_at_the_next_edit(rig: SessionRig) -> None:
    rig.append("s", [said("one")])
    rig.append("s", [said("two", at=5), said("three", at=6)])
    lines = rig.lines(rig.path())
    rig.edit(rig.path(), lines[0] + lines[2])
    rig.edit(rig.path(), lines[0].replace(b"one", b"uno") + lines[2])
    assert heard(rig) == ["uno", "three"]
    assert rig.board.all() == []


def test_a_message_that_a_person_deletes_after_an_edit_stays_deleted(rig: SessionRig) -> None:
    rig.append("s", [said("one"), said("two", at=5), said("three", at=6)])
    lines = rig.lines(rig.path())
    lines[1] = lines[1].replace(b"two", b"zwei")
    rig.edit(rig.path(), b"".join(lines))
    rig.append("s", [said("four", at=7)])
    rig.edit(rig.path(), b"".join(lines[:2]) + rig.lines(rig.path())[3])
    assert heard(rig) == ["one", "zwei", "four"]
    assert rig.board.all() == []


def test_a_purge_finds_what_was_saved_over_and_waits_to_be_put_back(rig: SessionRig) -> None:
    rig.append("s", [said("one")])
    old = (rig.root / rig.path()).read_bytes()
    rig.append("s", [said("two", at=5)])

    def saved_right_before_we_write(batch: Batch) -> None:
        rig.store.append("s", [said("three", at=6)], batch)
        rig.save(rig.path(), old.replace(b"one", b"uno"))

    rig.writer.run(saved_right_before_we_write)
    assert heard(rig) == ["uno", "three"]
    rig.writer.run(rig.files.forget_recent)
    assert heard(rig) == ["uno", "three", "two"]
    purged = [line for line in rig.lines(rig.path()) if b"two" not in line]
    rig.edit(rig.path(), b"".join(purged))
    assert rig.append("s", [said("four", at=7)])["appended"] == 1
    assert heard(rig) == ["uno", "three", "four"]
