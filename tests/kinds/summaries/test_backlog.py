"""What waits for the hierarchy: files that people edit, restarts, and a backlog that is read piece by piece."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from types import SimpleNamespace
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from memoryd.config.sections import Summaries
from memoryd.conversation.file import SessionFile
from memoryd.conversation.message import Message, decode_line, encode_line
from memoryd.kinds.sessions.files import SessionFiles
from memoryd.kinds.sessions.registry import SessionRegistry
from memoryd.kinds.summaries.backlog import CALL_BYTES, Backlog, Piece, lines_of
from memoryd.kinds.summaries.node import Node, node_id
from memoryd.kinds.summaries.store import SummaryStore
from memoryd.times import DAY, SECOND
from memoryd.types import Document
from tests.support.fake_index import FakeIndex
from tests.support.kind_services import KindServices

START = 1_778_855_400 * SECOND
LATER = START + 10 * DAY
NUMBERS = Summaries(chunk_tokens=6, summary_target_tokens=3, pruning_boundary_tokens=0)
PATH = "sessions/2026-05-15-143000.jsonl"


class Unread(FakeIndex):
    """It has nothing by which lines are put back into their places: a session is as its file says."""

    def documents_of(self, source: str) -> list[Document]:
        return []


class Rig:
    """Session files, summaries and the backlog between them, as a daemon has them."""

    def __init__(self, root: Path) -> None:
        self.root = root
        (root / "sessions").mkdir()
        (root / "summaries").mkdir()
        for level in ("L1", "L2", "L3"):
            (root / "summaries" / level).mkdir()
        self.restart()

    def restart(self) -> None:
        self.files = self.open_sessions()
        self.sessions = self.files.store
        self.files.load({}, LATER)
        self.summaries = SummaryStore(KindServices(self.root).open())
        self.summaries.load()
        self.backlog = Backlog(str(self.root), self.sessions, self.summaries)

    def open_sessions(self) -> SessionFiles:
        """Session files that are only read."""
        none: Any = None
        return SessionFiles(KindServices(self.root, index=Unread()).open(), SessionRegistry(none, 24.0, lambda: None))

    def write(self, messages: list[Message], path: str = PATH) -> None:
        (self.root / path).write_bytes(b"".join(encode_line(one) for one in messages))
        self.files.absorb(path, None)

    def read(self, path: str = PATH) -> list[str]:
        lines = (self.root / path).read_bytes().splitlines()
        return [decode_line(line).content for line in lines]

    def next(self, numbers: Summaries = NUMBERS) -> Piece | None:
        while not self.backlog.read_on(numbers):
            pass
        pieces, behind = self.backlog.next_pieces(numbers, LATER)
        assert not behind
        return pieces[0] if pieces else None

    def take(self, piece: Piece) -> Node:
        """A leaf of the piece."""
        number = self.summaries.tree.next_number("L1")
        made = Node(
            id=node_id("L1", number), text=f"leaf {number}", version=1, sources=lines_of(piece.path, piece.turns),
            messages=piece.messages, session_ids=(piece.session.id,), first_at=0, last_at=0, received=0, started=0,
            written=0, source_tokens=1, by="agent",
        )  # fmt: skip
        self.summaries.put(made)
        self.backlog.took(piece.path, piece.session.id, made.marks)
        return made

    def take_all(self) -> list[str]:
        """The contents of what waits, in the order in which leaves take it."""
        said: list[str] = []
        while (piece := self.next()) is not None:
            lines = self.read(piece.path)
            said += [lines[turn.line - 1] for turn in piece.turns]
            self.take(piece)
        return said

    def told(self) -> list[list[str]]:
        """What stands in the lines of each leaf."""
        leaves = self.summaries.tree.levels["L1"].values()
        held = [self.backlog.held(leaf) for leaf in leaves]
        return [[message.content for message in found or ()] for found in held]


@pytest.fixture
def rig(tmp_path: Path) -> Rig:
    return Rig(tmp_path)


def said(number: int, at: int = START, **fields: object) -> Message:
    plain = Message(session_id="s", role="user", content=f"message {number:03}", at=at, received=at)
    return msgspec.structs.replace(plain, **fields)


class Listed(dict[str, SessionFile]):
    """Counts how often all of it is gone through."""

    times = 0

    def keys(self) -> Any:
        self.times += 1
        return super().keys()

    def copy(self) -> dict[str, SessionFile]:
        self.times += 1
        return super().copy()


@pytest.mark.parametrize("count", [1, 30])
def test_all_files_are_gone_through_once_however_many_there_are(rig: Rig, count: int) -> None:
    for number in range(count):
        rig.write([said(number, session_id=f"s{number}")], f"sessions/2026-05-15-1430{number:02}.jsonl")
    files = Listed(rig.sessions.files)
    sessions: Any = SimpleNamespace(
        files=files, archived={}, sessions=rig.sessions.sessions, idle_hours=24.0, is_unedited=lambda path: True
    )
    backlog = Backlog(str(rig.root), sessions, rig.summaries)
    assert (len(backlog.next_pieces(NUMBERS, LATER)[0]) > 0, files.times) == (True, 1)


def test_lines_put_in_by_hand_shift_nothing(rig: Rig) -> None:
    messages = [said(n, START + n * SECOND) for n in range(6)]
    rig.write(messages[:4])
    assert rig.take_all() == [one.content for one in messages[:4]]
    before = rig.told()
    rig.write([said(100, START - SECOND), messages[0], said(101), *messages[1:]])
    assert rig.take_all() == ["message 100", "message 101", "message 004", "message 005"]
    assert rig.told()[: len(before)] == before
    leaf = next(iter(rig.summaries.tree.levels["L1"].values()))
    assert leaf.sources == (f"{PATH}:2-2", f"{PATH}:4-6")


def test_what_moved_is_on_disk_soon_and_found_again_after_a_crash(rig: Rig) -> None:
    messages = [said(n, START + n * SECOND) for n in range(6)]
    rig.write(messages)
    rig.take_all()
    before = rig.told()
    rig.write([said(100, START - SECOND), *messages])
    rig.restart()  # Before anything looked.
    assert rig.next() is not None
    assert rig.told() == before
    while not rig.summaries.write_moved():
        pass
    assert f'"{PATH}:2-5"' in (rig.root / "summaries/L1/0001.md").read_text()
    rig.restart()
    assert rig.told() == before


def test_a_message_that_a_person_corrected_is_not_told_again(rig: Rig) -> None:
    messages = [said(n, id=f"id-{n}") for n in range(4)]
    rig.write(messages)
    rig.take_all()
    rig.write([*messages[:3], said(3, id="id-3", content="message three, at last")])
    assert rig.take_all() == []
    assert rig.told()[-1][-1] == "message three, at last"


def test_a_deleted_message_does_not_stand_for_the_next_one_of_its_time(rig: Rig) -> None:
    """Messages that were appended together came at one time."""
    messages = [said(n) for n in range(7)]
    rig.write(messages)
    piece = rig.next()
    assert piece is not None and len(piece.turns) == 4
    rig.take(piece)
    rig.write(messages[:1] + messages[2:3] + messages[4:])
    assert rig.take_all() == ["message 004", "message 005", "message 006"]
    assert rig.told()[0] == ["message 000", "message 002"]


def test_a_file_that_was_renamed_is_not_told_again(rig: Rig) -> None:
    messages = [said(n, START + n * SECOND) for n in range(5)]
    rig.write(messages[:4])
    rig.take_all()
    rig.write(messages, "sessions/renamed.jsonl")
    (rig.root / PATH).unlink()
    rig.files.absorb(PATH, None)
    assert rig.take_all() == ["message 004"]


def test_a_chunk_whose_messages_changed_meanwhile_is_not_found(rig: Rig) -> None:
    messages = [said(n, START + n * SECOND) for n in range(4)]
    rig.write(messages)
    piece = rig.next()
    assert piece is not None
    marks = [turn.mark for turn in piece.turns]
    rig.write([said(100, START - SECOND), *messages])
    assert rig.backlog.find(PATH, "s", marks) is None  # Not before it has been read again.
    rig.next()
    found = rig.backlog.find(PATH, "s", marks)
    assert found is not None and [turn.line for turn in found] == [2, 3, 4, 5]
    rig.write(messages[1:])
    rig.next()
    assert rig.backlog.find(PATH, "s", marks) is None


def test_a_large_file_is_read_in_pieces_and_the_order_is_kept(rig: Rig) -> None:
    numbers = Summaries(chunk_tokens=100, summary_target_tokens=30, pruning_boundary_tokens=CALL_BYTES)
    long = "x" * 1000
    count = 6 * CALL_BYTES // 1000
    old = [said(n, START + n, session_id="old", content=f"{n} {long}") for n in range(count)]
    rig.write(old, "sessions/b.jsonl")
    rig.write([said(1, START + DAY, session_id="young")], "sessions/a.jsonl")
    waiting = rig.backlog.waiting()
    assert (waiting.messages, waiting.tokens) == (count + 1, 0) and waiting.unread > 6 * CALL_BYTES
    assert rig.backlog.next_pieces(numbers, LATER) == ([], True)
    calls = 1
    while not rig.backlog.read_on(numbers):
        calls += 1
    assert calls >= 4
    pieces, behind = rig.backlog.next_pieces(numbers, LATER)
    assert not behind
    assert (pieces[0].session.id, pieces[0].turns[0].line) == ("old", 1)
    assert rig.backlog.has_waiting("sessions/b.jsonl", numbers) is True


def test_what_leaves_hold_is_not_read_again(rig: Rig) -> None:
    rig.write([said(n, START + n * SECOND) for n in range(6)])
    rig.take_all()
    states = {path: file.state() for path, file in rig.sessions.files.items()}
    rig.restart()
    rig.sessions.files.clear()
    rig.files.load(states, LATER)
    assert rig.backlog.next_pieces(NUMBERS, LATER) == ([], False)
    assert rig.backlog.waiting().unread == 0
    assert rig.backlog.has_waiting(PATH, NUMBERS) is False


@dataclass(frozen=True)
class Hand:
    """What a person did to one line."""

    what: str
    place: int


hands = st.lists(st.builds(Hand, st.sampled_from(["insert", "delete", "edit"]), st.integers(0, 200)), max_size=6)


@settings(max_examples=80)
@given(
    st.integers(1, 30), st.integers(0, 6), st.sampled_from(["ids", "batches", "times"]), hands, st.booleans(),
    st.booleans(),
)  # fmt: skip
def test_hands_neither_lose_nor_repeat_a_message(
    count: int, leaves: int, kind: str, edits: list[Hand], restart: bool, twice: bool
) -> None:
    def at(n: int) -> int:
        return START + (n // 7 if kind == "batches" else n) * SECOND

    messages = [said(n, at(n), id=f"id-{n}" if kind == "ids" else None) for n in range(count)]
    with TemporaryDirectory() as folder:
        rig = Rig(Path(folder))
        rig.write(messages)
        held = 0
        while held < leaves and (piece := rig.next()) is not None:
            rig.take(piece)
            held += 1
        told = [content for leaf in rig.told() for content in leaf]
        lines, added = list(messages), []
        for number, hand in enumerate(edits):
            place = hand.place % (len(lines) + (hand.what == "insert") or 1)
            if hand.what == "insert":
                new = said(500 + number, START - (number + 1) * SECOND)
                lines.insert(place, new)
                added.append(new.content)
            elif lines and hand.what == "delete":
                del lines[place]
            elif lines and lines[place].content not in added:
                lines[place] = msgspec.structs.replace(lines[place], content=f"{lines[place].content} mended")
            if twice:
                rig.write(lines)
                rig.next()
        rig.write(lines)
        if restart:
            rig.restart()
        there = [one.content for one in lines]
        waits = rig.take_all()
        must = [content for content in there if content[: len("message 000")] not in told]
        may = [content for content in there if content.endswith(" mended")] if kind != "ids" else []
        assert len(waits) == len(set(waits))
        assert set(must) <= set(waits) <= {*must, *may}
        # Every message that is there is held once, and what a leaf names stands in its lines.
        held_now = [content for leaf in rig.told() for content in leaf]
        assert sorted(held_now) == sorted(there)
