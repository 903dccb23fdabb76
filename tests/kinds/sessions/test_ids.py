"""Messages that come with an id of their own are taken once, however their keys are looked up."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC
from pathlib import Path

import pytest
from memoryd.kinds.sessions.reading import SessionReader, load_records

from memoryd.conversation.message import Message
from memoryd.kinds.sessions.store import SessionStore
from memoryd.problems import ProblemBoard
from memoryd.storage.append_log import AppendLog
from memoryd.storage.files import OsFiles
from memoryd.storage.writer import GroupWriter
from memoryd.testing.manual_clock import ManualClock
from tests.support.fake_index import FakeIndex


class Place:
    """A session on a real file; `restart` forgets everything but the files."""

    def __init__(self, root: Path) -> None:
        self.root = root
        for name in ("sessions", ".memoryd"):
            (root / name).mkdir()
        self.writer = GroupWriter(ManualClock())
        self.writer.start()
        self.restart()
        self.writer.run(lambda batch: self.store.start("s", None, None, None, batch))

    def restart(self) -> None:
        files, records = OsFiles(), self.root / ".memoryd/sessions.jsonl"
        self.store = SessionStore(
            str(self.root),
            lambda path: AppendLog(files, str(self.root / path)),
            AppendLog(files, str(records)),
            UTC,
            24,
        )
        load_records(self.store, records.read_bytes() if records.exists() else b"")
        reader = SessionReader(self.store, str(self.root), FakeIndex(), self.writer.run, ProblemBoard())
        reader.load({})
        self.store.on_foreign = reader.read_now

    def append(self, *ids: str | None) -> list[str]:
        messages = [Message(session_id="s", role="user", content=f"{one}", at=0, received=0, id=one) for one in ids]
        keys = self.writer.run(lambda batch: self.store.append("s", messages, batch))["keys"]
        return [key.rsplit(":", 1)[1] for key in keys]


@pytest.fixture
def place(tmp_path: Path) -> Iterator[Place]:
    place = Place(tmp_path)
    yield place
    place.writer.stop()


@pytest.mark.parametrize("early", [False, True])
def test_ids_of_an_earlier_run_are_known(place: Place, early: bool) -> None:
    assert place.append("a", None, "b") == ["1", "2", "3"]
    place.restart()
    if early:
        place.store.read_ids("s")
    assert place.append("b", "c", "a") == ["3", "4", "1"]


def test_what_came_between_looking_up_and_writing_is_known(place: Place) -> None:
    place.append("a")
    place.restart()
    place.store.read_ids("s")
    assert place.append(None) == ["2"]
    path = next((place.root / "sessions").iterdir())
    assert place.append("a", "b") == ["1", "3"]
    place.restart()
    place.store.read_ids("s")
    # Another hand puts a line in front: what was looked up is worth nothing.
    path.write_bytes(b"\n" + path.read_bytes())
    assert place.append("b", "a", "c") == ["4", "2", "5"]
