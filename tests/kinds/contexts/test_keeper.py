"""Contexts on real files with a real writer: saving, aging, pruning, hand edits and crashes."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from memoryd.errors import NotFound
from memoryd.kinds.contexts import files as keeper
from memoryd.kinds.contexts.edits import Comparison
from memoryd.kinds.contexts.files import ContextFiles
from memoryd.kinds.contexts.store import ContextFile
from memoryd.kinds.contexts.tiers import TierRule
from memoryd.problems import ProblemBoard
from memoryd.storage.files import OsFiles
from memoryd.storage.writer import GroupWriter
from memoryd.testing.manual_clock import ManualClock
from memoryd.times import DAY, HOUR
from tests.support.fake_index import FakeIndex


class Place:
    """A data directory with contexts; `crash` forgets everything but the files."""

    def __init__(self, root: Path) -> None:
        self.root = root
        for name in ("contexts/archive", ".memoryd"):
            (root / name).mkdir(parents=True)
        self.clock = ManualClock()
        self.writer = GroupWriter(self.clock)
        self.writer.start()
        self.shelf = FakeIndex()
        self.open()

    def open(self) -> None:
        self.board = ProblemBoard()
        self.keeper = ContextFiles(
            str(self.root), OsFiles(), os.getgid(), TierRule(), self.writer.run_alone, self.board
        )
        self.keeper.load(self.clock.now())
        self.keeper.feed(self.shelf, self.shelf.states)
        self.store = self.keeper.store

    crash = open

    def save(self, content: str, project: str = "p", **fields: Any) -> str:
        given = {"content": content, **fields}
        return self.writer.run(lambda batch: self.store.save(project, given, batch))["id"]

    def load(self, limit: int = 1, project: str = "p") -> list[dict[str, Any]]:
        return self.writer.run(lambda batch: self.store.load(project, limit, batch))

    def prune(self, ids: list[str]) -> list[str]:
        return self.writer.run(lambda batch: self.store.prune(ids, batch))

    def file(self, name: str = "p.jsonl") -> Path:
        return self.root / "contexts" / name

    def lines(self, name: str = "p.jsonl") -> list[dict[str, Any]]:
        return [json.loads(line) for line in self.file(name).read_text().splitlines()]

    def flush(self) -> None:
        while not self.keeper.write_lines():
            pass

    def edit(self, text: str) -> None:
        """As an editor saves: a new file in the old one's place; then the watcher's call."""
        new = self.file(".new")
        new.write_text(text)
        new.rename(self.file())
        self.keeper.absorb("contexts/p.jsonl", None)


@pytest.fixture
def place(tmp_path: Path) -> Iterator[Place]:
    place = Place(tmp_path)
    yield place
    place.writer.stop()


def test_saving_is_an_access_and_a_whole_line(place: Place) -> None:
    saved = place.writer.run(
        lambda batch: place.store.save("p", {"content": "OAuth2 with PKCE", "tags": ["auth"], "source": "test"}, batch)
    )
    assert saved["tier"] == "ACTIVE" and saved["last_accessed"] == saved["created"] and saved["access_count"] == 0
    assert place.lines() == [{**saved, "tier": "ACTIVE"}]
    assert place.shelf.documents[saved["id"]].text == "OAuth2 with PKCE"


def test_loading_goes_by_last_access_and_is_one(place: Place) -> None:
    first = place.save("first")
    place.clock.advance(7200)
    second = place.save("second")
    assert [c["id"] for c in place.load(5)] == [second, first]
    place.clock.advance(7200)
    (loaded,) = place.load()
    assert (loaded["id"], loaded["tier"], loaded["access_count"]) == (second, "RECENT", 2)
    assert place.load()[0]["tier"] == "ACTIVE"


def test_an_access_outlives_a_crash_and_reaches_the_line(place: Place) -> None:
    context_id = place.save("x")
    place.clock.advance(3600)
    place.load()
    before = place.store.view(place.store.contexts[context_id], place.clock.now())
    place.crash()
    assert place.store.view(place.store.contexts[context_id], place.clock.now()) == before
    place.flush()
    assert place.lines()[0]["access_count"] == 1 and place.lines()[0]["last_accessed"] == before["last_accessed"]


def test_tiers_are_right_at_every_read_and_recalculation_only_writes_them_down(place: Place) -> None:
    context_id = place.save("x")
    place.clock.advance(25 * 3600)
    now = place.clock.now()
    assert place.store.stats("p", now)["tiers"]["ARCHIVED"] == 1
    assert place.store.recalculate(None, now) == 1
    assert place.store.recalculate("p", now) == 0
    place.flush()
    assert place.lines()[0]["tier"] == "ARCHIVED" and place.lines()[0]["access_count"] == 0
    assert place.store.contexts[context_id].last_accessed == now - 25 * HOUR


def test_only_the_expired_are_pruned_and_the_archive_has_them_first(place: Place) -> None:
    old = place.save("old")
    used = place.save("used")
    place.clock.advance(1)
    place.load(1)
    place.clock.advance(30 * 86400)
    now = place.clock.now()
    assert place.store.expired("p", now) == [old, used]
    assert place.prune([old]) == [old]
    assert place.prune([old]) == []
    archived = [json.loads(line) for line in (place.root / "contexts/archive/p.jsonl").read_text().splitlines()]
    assert [line["id"] for line in archived] == [old] and archived[0]["reason"] == "pruned"
    assert old not in place.shelf.documents and used in place.shelf.documents
    place.flush()
    assert [line["id"] for line in place.lines()] == [used]


def test_the_tier_is_looked_at_again_when_it_is_pruned(place: Place) -> None:
    context_id = place.save("x")
    place.clock.advance(31 * 86400)
    ids = place.store.expired(None, place.clock.now())
    place.load()
    assert ids == [context_id] and place.prune(ids) == []


def test_a_crash_between_archive_and_file_leaves_it_archived(place: Place) -> None:
    context_id = place.save("x")
    place.clock.advance(31 * 86400)
    place.prune([context_id])
    assert len(place.lines()) == 1
    place.crash()
    assert context_id not in place.store.contexts
    place.flush()
    assert place.lines() == []
    assert place.store.stats(None, place.clock.now())["total"] == 0


def test_many_are_pruned_in_one_batch_and_each_comes_back(place: Place) -> None:
    ids = [place.save(f"content {number}", "p" if number % 2 else "q") for number in range(9)]
    place.clock.advance(31 * 86400)
    assert sorted(place.prune(ids)) == sorted(ids)
    for number, context_id in enumerate(ids):
        assert place.writer.run(lambda batch, i=context_id: place.store.restore(i, batch))["status"] == "restored"
        shown = place.store.view(place.store.contexts[context_id], place.clock.now())
        assert (shown["content"], shown["tier"], shown["access_count"]) == (f"content {number}", "ACTIVE", 1)
    place.crash()
    assert sorted(place.store.contexts) == sorted(ids)
    place.flush()
    assert len(place.lines("p.jsonl")) + len(place.lines("q.jsonl")) == 9


def test_restoring_what_is_unknown_or_active(place: Place) -> None:
    context_id = place.save("x")
    assert place.writer.run(lambda batch: place.store.restore(context_id, batch))["status"] == "already_active"
    with pytest.raises(NotFound):
        place.writer.run(lambda batch: place.store.restore("context-0", batch))


def test_a_line_added_by_hand_is_taken_in_and_filled_in(place: Place) -> None:
    place.save("mine")
    place.edit(place.file().read_text() + '{"content": "typed by hand", "note": "keep"}\n')
    place.flush()
    added = place.lines()[1]
    assert added["content"] == "typed by hand" and added["note"] == "keep" and added["id"].startswith("context-")
    assert place.shelf.documents[added["id"]].project == "p"
    assert place.store.stats("p", place.clock.now())["total"] == 2


def test_a_line_changed_by_hand_counts_as_it_stands(place: Place) -> None:
    context_id = place.save("before")
    place.edit(place.file().read_text().replace("before", "after").replace('"access_count":0', '"access_count":7'))
    assert place.shelf.documents[context_id].text == "after"
    assert place.load()[0]["access_count"] == 8


def test_a_line_deleted_by_hand_goes_to_the_archive(place: Place) -> None:
    first, second = place.save("first"), place.save("second")
    place.crash()
    place.edit(place.file().read_text().splitlines(keepends=True)[1])
    assert list(place.store.contexts) == [second]
    assert place.writer.run(lambda batch: place.store.restore(first, batch))["status"] == "restored"
    assert place.load(5)[1]["content"] in ("first", "second")


def test_what_an_editor_saved_over_is_put_back(place: Place) -> None:
    first = place.save("first")
    seen = place.file().read_text()
    second = place.save("second")
    place.edit(seen.replace("first", "changed"))
    assert set(place.store.contexts) == {first, second}
    place.flush()
    assert [line["content"] for line in place.lines()] == ["changed", "second"]
    assert "saved over" in place.board.all()[0].what


def test_an_emptied_or_removed_file_is_written_back_and_reported(place: Place) -> None:
    context_id = place.save("x")
    place.edit("")
    place.flush()
    assert [line["id"] for line in place.lines()] == [context_id]
    assert place.board.all()[0].severity == "critical"
    place.file().unlink()
    place.keeper.absorb("contexts/p.jsonl", None)
    place.flush()
    assert [line["id"] for line in place.lines()] == [context_id]


def test_a_bad_line_stays_and_is_reported(place: Place) -> None:
    context_id = place.save("x")
    place.edit("not json\n" + place.file().read_text())
    assert place.board.all()[0].line == 1
    place.load()
    place.flush()
    assert place.file().read_text().startswith("not json\n{")
    assert list(place.store.contexts) == [context_id]


def test_a_save_after_an_edit_that_nobody_has_seen_yet_takes_it_in(place: Place) -> None:
    place.save("first")
    with place.file().open("a") as file:
        file.write('{"content": "typed"}\n')
    place.save("second")
    assert [c.project for c in place.store.of("p")] == ["p"] * 3
    place.flush()
    assert [line["content"] for line in place.lines()] == ["first", "typed", "second"]


def test_a_save_does_not_wait_for_a_large_file_that_others_changed(
    place: Place, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(keeper, "SMALL", 0)
    place.save("first")
    with place.file().open("a") as file:
        file.write('{"content": "typed"}\n')
    place.save("second")
    assert len(place.store.of("p")) == 2
    place.keeper.absorb("contexts/p.jsonl", None)
    place.flush()
    assert [line["content"] for line in place.lines()] == ["first", "typed", "second"]
    assert len(place.store.of("p")) == 3


def test_what_is_saved_while_an_edit_is_read_stays(place: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(keeper, "SMALL", 0)
    first = place.save("first")
    compare, saved = place.keeper._compare, []

    def compare_slowly(file: ContextFile) -> Comparison | None:
        found = compare(file)
        if not saved:
            saved.append(place.save("meanwhile"))
        return found

    monkeypatch.setattr(place.keeper, "_compare", compare_slowly)
    place.edit('{"content": "typed"}\n' + place.file().read_text())
    place.flush()
    assert [line["content"] for line in place.lines()] == ["typed", "first", "meanwhile"]
    assert {first, saved[0]} < set(place.store.contexts) and place.store.archive == {}


def test_a_file_of_lines_that_are_leaving_is_not_empty(place: Place) -> None:
    context_id = place.save("old")
    place.clock.advance(31 * 86400)
    place.prune([context_id])
    place.file().write_text(place.file().read_text() + "\n")
    place.keeper.absorb("contexts/p.jsonl", None)
    place.flush()
    assert place.lines() == [] and place.board.all() == []


def test_rewriting_leaves_what_was_appended_meanwhile(place: Place) -> None:
    place.save("first")
    place.load()
    rewrite = place.keeper._rewrite
    file = place.store.file("contexts/p.jsonl")
    order = list(file.order)
    assert len(order) == 1
    place.save("second")
    assert rewrite(file)
    assert [line["content"] for line in place.lines()] == ["first", "second"]


def test_the_index_is_fed_only_what_it_lacks(place: Place) -> None:
    place.save("first")
    place.flush()
    place.shelf.documents.clear()
    place.crash()
    assert place.shelf.documents == {}
    place.shelf.states.clear()
    place.crash()
    assert len(place.shelf.documents) == 1


def test_the_age_of_a_context_that_is_30_days_old(place: Place) -> None:
    place.save("x")
    place.clock.advance(30 * DAY / 1e6)
    assert place.store.stats("p", place.clock.now())["tiers"]["EXPIRED"] == 1
