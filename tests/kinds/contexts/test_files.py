"""Contexts on real files with a real writer: saving, aging, pruning, hand edits and crashes."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from memoryd.errors import NotFound
from memoryd.kinds.contexts.context import view
from memoryd.kinds.contexts.files import SMALL, ContextFiles
from memoryd.kinds.contexts.store import everything
from memoryd.origin import PRIVATE, SHARED
from memoryd.recall.feeding import SLICE
from memoryd.storage.batch import Batch
from memoryd.storage.files import Files
from memoryd.times import DAY, HOUR
from tests.support.in_place import replace_in_place
from tests.support.kind_services import KindServices


class Rig(KindServices):
    """A data directory with contexts; `crash` forgets everything but the files."""

    def __init__(self, root: Path, files: Files | None = None) -> None:
        super().__init__(root, files)
        for name in ("contexts/archive", ".memoryd"):
            (root / name).mkdir(parents=True)
        self.crash()

    def crash(self) -> None:
        self.files = ContextFiles(self.open())
        self.files.load(self.clock.now())
        self.files.feed(self.index.states)
        self.store = self.files.store

    def save(self, content: str, project: str = "p", **fields: Any) -> str:
        given = {"content": content, **fields}
        return self.writer.run(lambda batch: self.store.save(project, given, SHARED, batch))["id"]

    def load(self, limit: int = 1, project: str = "p") -> list[dict[str, Any]]:
        found = self.writer.run(lambda batch: self.store.load(project, limit, 8 << 20, everything, batch))
        return [view(context, tier) for context, tier in found]

    def prune(self, ids: list[str]) -> list[str]:
        return self.writer.run(lambda batch: self.store.prune(ids, batch))

    def file(self, name: str = "p.jsonl") -> Path:
        return self.root / "contexts" / name

    def lines(self, name: str = "p.jsonl") -> list[dict[str, Any]]:
        return [json.loads(line) for line in self.file(name).read_text().splitlines()]

    def look_again(self, seconds: float = 1.0) -> None:
        """What the flusher does so much later."""
        self.clock.advance(seconds)
        self.being_written.look_again(lambda path: self.files.absorb(path, None))

    def flush(self) -> None:
        while not self.files.write_lines() or self.being_written.waits("contexts/p.jsonl"):
            self.look_again()

    def edit(self, text: str) -> None:
        """As an editor saves: a new file in the old one's place; then the watcher's call."""
        new = self.file(".new")
        new.write_text(text)
        new.rename(self.file())
        self.files.absorb("contexts/p.jsonl", None)


@pytest.fixture
def rig(tmp_path: Path) -> Iterator[Rig]:
    rig = Rig(tmp_path)
    yield rig
    rig.writer.stop()


def test_saving_is_an_access_and_a_whole_line(rig: Rig) -> None:
    saved = rig.writer.run(
        lambda batch: rig.store.save(
            "p", {"content": "OAuth2 with PKCE", "tags": ["auth"], "source": "test"}, SHARED, batch
        )
    )
    assert saved["tier"] == "ACTIVE" and saved["last_accessed"] == saved["created"] and saved["access_count"] == 0
    assert rig.lines() == [{**saved, "tier": "ACTIVE"}]
    assert rig.index.documents[saved["id"]].text == "OAuth2 with PKCE"


def test_loading_goes_by_last_access_and_is_one(rig: Rig) -> None:
    first = rig.save("first")
    rig.clock.advance(7200)
    second = rig.save("second")
    assert [c["id"] for c in rig.load(5)] == [second, first]
    rig.clock.advance(7200)
    (loaded,) = rig.load()
    assert (loaded["id"], loaded["tier"], loaded["access_count"]) == (second, "RECENT", 2)
    assert rig.load()[0]["tier"] == "ACTIVE"


def test_an_access_outlives_a_crash_and_reaches_the_line(rig: Rig) -> None:
    context_id = rig.save("x")
    rig.clock.advance(3600)
    rig.load()
    before = rig.store.view(rig.store.contexts[context_id], rig.clock.now())
    rig.crash()
    assert rig.store.view(rig.store.contexts[context_id], rig.clock.now()) == before
    rig.flush()
    assert rig.lines()[0]["access_count"] == 1 and rig.lines()[0]["last_accessed"] == before["last_accessed"]


def test_tiers_are_right_at_every_read_and_recalculation_only_writes_them_down(rig: Rig) -> None:
    context_id = rig.save("x")
    rig.clock.advance(25 * 3600)
    now = rig.clock.now()
    assert rig.store.stats("p", now, everything)["tiers"]["ARCHIVED"] == 1
    assert rig.store.recalculate(None, now) == 1
    assert rig.store.recalculate("p", now) == 0
    rig.flush()
    assert rig.lines()[0]["tier"] == "ARCHIVED" and rig.lines()[0]["access_count"] == 0
    assert rig.store.contexts[context_id].last_accessed == now - 25 * HOUR


def test_only_the_expired_are_pruned_and_the_archive_has_them_first(rig: Rig) -> None:
    old = rig.save("old")
    used = rig.save("used")
    rig.clock.advance(1)
    rig.load(1)
    rig.clock.advance(30 * 86400)
    now = rig.clock.now()
    assert rig.store.expired("p", now, everything) == [old, used]
    assert rig.prune([old]) == [old]
    assert rig.prune([old]) == []
    archived = [json.loads(line) for line in (rig.root / "contexts/archive/p.jsonl").read_text().splitlines()]
    assert [line["id"] for line in archived] == [old] and archived[0]["reason"] == "pruned"
    assert old not in rig.index.documents and used in rig.index.documents
    rig.flush()
    assert [line["id"] for line in rig.lines()] == [used]


def test_the_tier_is_looked_at_again_when_it_is_pruned(rig: Rig) -> None:
    context_id = rig.save("x")
    rig.clock.advance(31 * 86400)
    ids = rig.store.expired(None, rig.clock.now(), everything)
    rig.load()
    assert ids == [context_id] and rig.prune(ids) == []


def test_a_crash_between_archive_and_file_leaves_it_archived(rig: Rig) -> None:
    context_id = rig.save("x")
    rig.clock.advance(31 * 86400)
    rig.prune([context_id])
    assert len(rig.lines()) == 1
    rig.crash()
    assert context_id not in rig.store.contexts
    rig.flush()
    assert rig.lines() == []
    assert rig.store.stats(None, rig.clock.now(), everything)["total"] == 0


def test_many_are_pruned_in_one_batch_and_each_comes_back(rig: Rig) -> None:
    ids = [rig.save(f"content {number}", "p" if number % 2 else "q") for number in range(9)]
    rig.clock.advance(31 * 86400)
    assert sorted(rig.prune(ids)) == sorted(ids)
    for number, context_id in enumerate(ids):
        assert rig.writer.run(lambda batch, i=context_id: rig.store.restore(i, batch))["status"] == "restored"
        shown = rig.store.view(rig.store.contexts[context_id], rig.clock.now())
        assert (shown["content"], shown["tier"], shown["access_count"]) == (f"content {number}", "ACTIVE", 1)
    rig.crash()
    assert sorted(rig.store.contexts) == sorted(ids)
    rig.flush()
    assert len(rig.lines("p.jsonl")) + len(rig.lines("q.jsonl")) == 9


def test_restoring_what_is_unknown_or_active(rig: Rig) -> None:
    context_id = rig.save("x")
    assert rig.writer.run(lambda batch: rig.store.restore(context_id, batch))["status"] == "already_active"
    with pytest.raises(NotFound):
        rig.writer.run(lambda batch: rig.store.restore("context-0", batch))


def test_a_line_added_by_hand_is_taken_in_and_filled_in(rig: Rig) -> None:
    rig.save("mine")
    rig.edit(rig.file().read_text() + '{"content": "typed by hand", "note": "keep"}\n')
    rig.flush()
    added = rig.lines()[1]
    assert added["content"] == "typed by hand" and added["note"] == "keep" and added["id"].startswith("context-")
    assert rig.index.documents[added["id"]].project == "p"
    assert rig.store.stats("p", rig.clock.now(), everything)["total"] == 2


def test_a_line_changed_by_hand_counts_as_it_stands(rig: Rig) -> None:
    context_id = rig.save("before")
    rig.edit(rig.file().read_text().replace("before", "after").replace('"access_count":0', '"access_count":7'))
    assert rig.index.documents[context_id].text == "after"
    assert rig.load()[0]["access_count"] == 8


def test_a_line_deleted_by_hand_goes_to_the_archive(rig: Rig) -> None:
    first, second = rig.save("first"), rig.save("second")
    rig.crash()
    rig.edit(rig.file().read_text().splitlines(keepends=True)[1])
    assert list(rig.store.contexts) == [second]
    assert rig.writer.run(lambda batch: rig.store.restore(first, batch))["status"] == "restored"
    assert rig.load(5)[1]["content"] in ("first", "second")


def test_what_an_editor_saved_over_is_put_back(rig: Rig) -> None:
    first = rig.save("first")
    seen = rig.file().read_text()
    second = rig.save("second")
    rig.edit(seen.replace("first", "changed"))
    assert set(rig.store.contexts) == {first, second}
    rig.flush()
    assert [line["content"] for line in rig.lines()] == ["changed", "second"]
    assert "saved over" in rig.board.all()[0].what


def test_many_that_an_editor_saved_over_are_one_problem(rig: Rig) -> None:
    rig.save("first")
    seen = rig.file().read_text()
    for number in range(30):
        rig.save(f"later {number}")
    rig.edit(seen.replace("first", "changed"))
    assert ["saved over 30 of the last lines" in one.what for one in rig.board.all()] == [True]


def test_what_was_saved_meanwhile_stands_again_when_only_the_order_is_another(rig: Rig) -> None:
    known = {rig.save("first"), rig.save("second")}
    one, two = rig.file().read_text().splitlines(keepends=True)
    known.add(rig.save("third"))
    rig.edit(two + one)
    assert set(rig.store.contexts) == known


def test_what_was_saved_over_right_before_a_crash_stands_again_once(rig: Rig) -> None:
    rig.save("first")
    seen = rig.file().read_text()
    rig.save("second")
    rig.file().write_text(seen.replace("first", "changed"))
    for _ in range(2):
        rig.crash()
        rig.flush()
        assert [line["content"] for line in rig.lines()] == ["changed", "second"]


def test_what_was_pruned_right_before_a_crash_does_not_come_back(rig: Rig) -> None:
    rig.save("first")
    second = rig.save("second")
    rig.clock.advance(31 * DAY // 1_000_000)
    assert rig.prune([second]) == [second]
    rig.crash()
    rig.flush()
    assert [line["content"] for line in rig.lines()] == ["first"]


def test_the_very_same_stale_save_deletes_nothing_the_second_time_either(rig: Rig) -> None:
    first = rig.save("first")
    stale = rig.file().read_text().replace("first", "changed")
    second = rig.save("second")
    for _ in range(3):
        rig.edit(stale)
        rig.flush()
        assert set(rig.store.contexts) == {first, second}
        assert [line["content"] for line in rig.lines()] == ["changed", "second"]


def test_an_emptied_or_removed_file_is_written_back_and_reported(rig: Rig) -> None:
    context_id = rig.save("x")
    rig.edit("")
    rig.flush()
    assert [line["id"] for line in rig.lines()] == [context_id]
    assert rig.board.all()[0].severity == "critical"
    rig.file().unlink()
    rig.files.absorb("contexts/p.jsonl", None)
    rig.flush()
    assert [line["id"] for line in rig.lines()] == [context_id]


def test_a_bad_line_stays_and_is_reported(rig: Rig) -> None:
    context_id = rig.save("x")
    rig.edit("not json\n" + rig.file().read_text())
    assert rig.board.all()[0].line == 1
    rig.load()
    rig.flush()
    assert rig.file().read_text().startswith("not json\n{")
    assert list(rig.store.contexts) == [context_id]


def test_a_save_takes_in_an_edit_that_the_watcher_has_not_seen_yet(rig: Rig) -> None:
    rig.save("first")
    with rig.file().open("a") as file:
        file.write('{"content": "typed"}\n')
    rig.save("second")
    assert [c.project for c in rig.store.of("p")] == ["p"] * 3
    rig.flush()
    assert [line["content"] for line in rig.lines()] == ["first", "typed", "second"]


def test_a_save_does_not_wait_for_a_large_file_that_was_edited(rig: Rig) -> None:
    large = "x" * SMALL
    rig.save("first")
    with rig.file().open("a") as file:
        file.write(f'{{"content": "{large}"}}\n')
    rig.save("second")
    assert len(rig.store.of("p")) == 2
    rig.files.absorb("contexts/p.jsonl", None)
    rig.flush()
    assert [line["content"] for line in rig.lines()] == ["first", large, "second"]
    assert len(rig.store.of("p")) == 3


def test_what_is_saved_while_an_edit_is_read_stays(rig: Rig) -> None:
    large = "x" * SMALL
    first, saved = rig.save("first"), list[str]()
    # The edit is compared between the first turn on the writer and the second.
    rig.meanwhile = [None, lambda: saved.append(rig.save("meanwhile"))]
    rig.edit(f'{{"content": "{large}"}}\n' + rig.file().read_text())
    assert saved
    rig.flush()
    assert [line["content"] for line in rig.lines()] == [large, "first", "meanwhile"]
    assert {first, saved[0]} < set(rig.store.contexts) and not [*rig.store.archive]


def test_a_file_of_lines_that_are_leaving_is_not_empty(rig: Rig) -> None:
    context_id = rig.save("old")
    rig.clock.advance(31 * 86400)
    rig.prune([context_id])
    rig.file().write_text(rig.file().read_text() + "\n")
    rig.files.absorb("contexts/p.jsonl", None)
    rig.flush()
    assert rig.lines() == [] and rig.board.all() == []


def test_rewriting_leaves_what_was_appended_meanwhile(rig: Rig) -> None:
    rig.save("first")
    rig.load()
    # The new file is written between the second turn on the writer and the third, which puts it into its place.
    rig.meanwhile = [None, None, lambda: rig.save("second")]
    rig.flush()
    assert rig.meanwhile == []
    assert [(line["content"], line["access_count"]) for line in rig.lines()] == [("first", 1), ("second", 0)]


def test_the_index_is_fed_only_what_it_lacks(rig: Rig) -> None:
    rig.save("first")
    rig.flush()
    rig.index.documents.clear()
    rig.crash()
    assert rig.index.documents == {}
    rig.index.states.clear()
    rig.crash()
    assert len(rig.index.documents) == 1


def test_the_age_of_a_context_that_is_30_days_old(rig: Rig) -> None:
    rig.save("x")
    rig.clock.advance(30 * DAY / 1e6)
    assert rig.store.stats("p", rig.clock.now(), everything)["tiers"]["EXPIRED"] == 1


def test_what_comes_in_pieces_archives_nothing_that_was_just_saved(rig: Rig) -> None:
    known = {rig.save("first"), rig.save("second")}
    stale = rig.file().read_text()
    known.add(rig.save("third"))
    rig.edit(stale[: len(stale) * 3 // 4])
    rig.edit(stale + '{"project": "p", "content": "typed"}\n')
    assert set(rig.store.contexts) > known
    assert not set(rig.store.archive) & known


@pytest.mark.parametrize("is_late", [False, True])
def test_an_editor_that_empties_the_file_first_may_take_seconds_to_write_it(rig: Rig, is_late: bool) -> None:
    rig.save("first")
    stale = rig.file().read_text()
    with rig.file().open("w") as file:
        rig.files.absorb("contexts/p.jsonl", None)
        rig.look_again(1 if is_late else 0.9)
        assert rig.files.write_lines() != is_late
        file.write(stale + '{"project": "p", "content": "typed"}\n')
    rig.files.absorb("contexts/p.jsonl", None)
    rig.flush()
    assert [line["content"] for line in rig.lines()] == ["first", "typed"]
    assert [one.severity for one in rig.board.all()] == []


def in_pieces(rig: Rig, text: str, cut: int) -> Iterator[None]:
    """An editor empties the file and writes it in two pieces; each time there is something to look at."""
    with rig.file().open("wb", buffering=0) as editor:
        for piece in (text[:cut], text[cut:]):
            yield
            editor.write(piece.encode())
            rig.files.absorb("contexts/p.jsonl", None)
    yield


@pytest.mark.parametrize("cut", [20, 300, 700])
def test_what_an_editor_writes_in_pieces_is_judged_at_its_end(rig: Rig, cut: int) -> None:
    known = {rig.save("first"), rig.save("second")}
    stale = rig.file().read_text() + '{"id": "typed", "project": "p", "content": "typed"}\n'
    rig.clock.advance(3600)
    gone = rig.save("gone")
    rig.clock.advance(3600)
    for _ in in_pieces(rig, stale, cut):
        rig.clock.advance(0.5)
        assert {*known, gone} <= set(rig.store.contexts)
    rig.flush()
    assert set(rig.store.contexts) == {*known, "typed"}
    assert gone in rig.store.archive
    assert (len(rig.lines()), rig.board.all()) == (3, [])


def test_a_save_waits_for_an_editor_that_writes_in_pieces(rig: Rig) -> None:
    known = {rig.save("first")}
    outcomes = list[Any]()

    def save() -> None:
        rig.writer.submit(
            lambda batch: rig.store.save("p", {"content": "meanwhile"}, SHARED, batch),
            lambda result, _error: outcomes.append(result["id"]),
        )
        rig.writer.run(lambda _batch: None)

    for _ in in_pieces(rig, rig.file().read_text(), 100):
        save()
        assert outcomes == []
    for _ in range(2):
        rig.look_again()
    rig.writer.run(lambda _batch: None)
    assert len(outcomes) == 3
    assert set(rig.store.contexts) == {*known, *outcomes}
    assert (len(rig.lines()), rig.board.all()) == (4, [])


def test_a_save_waits_for_an_editor_that_has_written_more_than_there_was(rig: Rig) -> None:
    rig.save("first")
    rig.file().write_text('{"project": "p", "content": "typed"}\n' + "\n" * 1000)
    outcomes = list[object]()
    rig.writer.submit(
        lambda batch: rig.store.save("p", {"content": "meanwhile"}, SHARED, batch),
        lambda _result, error: outcomes.append(error),
    )
    rig.writer.run(lambda _batch: None)
    assert outcomes == []
    rig.look_again()
    rig.writer.run(lambda _batch: None)
    assert outcomes == [None]


def test_a_file_that_is_gone_for_a_moment_is_not_written_back_meanwhile(rig: Rig) -> None:
    rig.save("first")
    rig.load()
    text = rig.file().read_text()
    rig.file().unlink()
    assert not rig.files.write_lines()
    assert not rig.file().exists()
    rig.file().write_text(text)
    rig.look_again()
    rig.flush()
    assert (len(rig.lines()), rig.board.all()) == (1, [])


def write_within_a_batch(rig: Rig, text: str) -> str:
    """An editor writes the file in place between a save's look at it and its writing."""

    def save(batch: Batch) -> str:
        saved = rig.store.save("p", {"content": "meanwhile"}, SHARED, batch)
        rig.file().write_text(text)
        return str(saved["id"])

    return rig.writer.run(save)


def test_a_file_that_stays_empty_but_for_what_we_wrote_is_written_back_and_reported(rig: Rig) -> None:
    known = {rig.save("first")}
    rig.clock.advance(3600)
    known |= {rig.save("second"), write_within_a_batch(rig, "")}
    assert len(rig.lines()) == 1
    rig.files.absorb("contexts/p.jsonl", None)
    assert rig.board.all() == []
    rig.flush()
    assert {line["id"] for line in rig.lines()} == set(rig.store.contexts) == known
    assert [one.severity for one in rig.board.all()] == ["critical"]


def test_an_editor_that_emptied_the_file_and_wrote_it_again_has_lost_nothing(rig: Rig) -> None:
    known = {rig.save("first")}
    text = rig.file().read_text()
    known.add(write_within_a_batch(rig, ""))
    rig.file().write_text(text + rig.file().read_text())
    rig.files.absorb("contexts/p.jsonl", None)
    rig.flush()
    assert (set(rig.store.contexts), rig.board.all()) == (known, [])


@pytest.mark.parametrize("is_killed", [False, True])
@pytest.mark.parametrize("cut", [1, 60, 150])
def test_the_end_of_a_line_of_ours_that_was_written_over_leaves(rig: Rig, cut: int, is_killed: bool) -> None:
    known = {rig.save("first")}
    stale = rig.file().read_text()
    known.add(rig.save("second"))
    ours = rig.file().read_text().splitlines()[-1]
    rig.file().write_text(f"{stale}{ours[cut:]}\n{{half of a person's\n")
    if is_killed:
        rig.crash()
    rig.files.absorb("contexts/p.jsonl", None)
    rig.flush()
    assert set(rig.store.contexts) == known
    assert [raw for raw in rig.file().read_text().splitlines() if not raw.endswith("}")] == ["{half of a person's"]
    assert sum("not read" in one.what for one in rig.board.all()) == 1


@pytest.mark.parametrize("is_killed", [False, True])
def test_a_brace_on_a_line_of_its_own_is_a_persons(rig: Rig, is_killed: bool) -> None:
    rig.save("first")
    rig.file().write_text(f"{rig.file().read_text()}{{\n}}\n")
    if is_killed:
        rig.crash()
    rig.files.absorb("contexts/p.jsonl", None)
    rig.save("second")
    rig.flush()
    assert [raw for raw in rig.file().read_text().splitlines() if len(raw) < 9] == ["{", "}"]


def test_what_a_start_put_back_and_its_editor_then_wrote_stands_once(rig: Rig) -> None:
    known = {rig.save("first"), rig.save("second")}
    first, second = rig.file().read_text().splitlines(keepends=True)
    rig.file().write_text(first)
    rig.crash()
    rig.file().write_text(first + second + second)
    rig.files.absorb("contexts/p.jsonl", None)
    rig.flush()
    assert set(rig.store.contexts) == known
    assert len(rig.lines()) == 2
    assert all("put back" in one.what for one in rig.board.all())


@pytest.mark.parametrize("is_behind", [False, True], ids=["before our write", "behind our write"])
def test_an_edit_to_the_same_length_is_not_taken_for_our_append(rig: Rig, is_behind: bool) -> None:
    edited = rig.save("a cat")
    rig.flush()

    def save() -> None:
        replace_in_place(rig.file(), "a cat", "a dog")

    def append(batch: Batch) -> None:
        if is_behind:
            batch.on_commit(save)
        rig.store.save("p", {"content": "and more"}, SHARED, batch)
        if not is_behind:
            save()

    rig.writer.run(append)
    rig.files.absorb("contexts/p.jsonl", None)
    assert rig.index.documents[edited].text == "a dog"


# --- archives ---------------------------------------------------------------------------------------------

ARCHIVE = "archive/p.jsonl"


def absorb_archive(rig: Rig) -> None:
    rig.files.absorb(f"contexts/{ARCHIVE}", None)


def restored(rig: Rig, context_id: str) -> str:
    rig.writer.run(lambda batch: rig.store.restore(context_id, batch))
    return str(rig.store.view(rig.store.contexts[context_id], rig.clock.now())["content"])


def archive(rig: Rig, content: str) -> str:
    given = {
        "id": content,
        "project": "p",
        "content": content,
        "created": "2026-01-05T08:00:00Z",
        "last_accessed": None,
    }
    given |= {"access_count": 0, "source": "", "metadata": {}, "tags": [], "causality": None}
    assert rig.writer.run(lambda batch: rig.store.bring(given, SHARED, batch, archived=True))
    return content


def archived(rig: Rig) -> list[str]:
    return [json.loads(line)["content"] for line in rig.file(ARCHIVE).read_text().splitlines()]


@pytest.mark.parametrize("end", ["watched", "killed", "gone", "appended to"])
def test_an_old_archive_saved_over_what_we_archived_loses_none(rig: Rig, end: str) -> None:
    archive(rig, "first")
    text = rig.file(ARCHIVE).read_text()
    archive(rig, "second")
    archive(rig, "third")
    rig.file(ARCHIVE).unlink()
    if end != "gone":
        rig.file(ARCHIVE).write_text(text)
    if end == "killed":
        rig.crash()
        rig.crash()  # what was put back is not put back again
    elif end == "appended to":
        archive(rig, "fourth")
    absorb_archive(rig)
    assert sorted(archived(rig)) == sorted(["first", "second", "third", *["fourth"] * (end == "appended to")])
    assert [restored(rig, one) for one in ("first", "second", "third")] == ["first", "second", "third"]


@pytest.mark.parametrize("is_killed", [False, True])
def test_what_a_person_deletes_from_an_archive_stays_deleted(rig: Rig, is_killed: bool) -> None:
    for one in ("first", "second", "third"):
        archive(rig, one)
    lines = rig.file(ARCHIVE).read_text().splitlines(keepends=True)
    rig.file(ARCHIVE).write_text(lines[0] + lines[2])
    if is_killed:
        rig.crash()
    absorb_archive(rig)
    assert archived(rig) == ["first", "third"]
    assert sorted(rig.store.archive) == ["first", "third"]
    assert restored(rig, "third") == "third"


def test_an_archive_edited_right_behind_our_line_is_read_again(rig: Rig) -> None:
    archive(rig, "a cat")

    def bring(batch: Batch) -> None:
        batch.on_commit(lambda: replace_in_place(rig.file(ARCHIVE), '"id":"a cat"', '"id":"a dog"'))
        rig.store.archive.append(f"contexts/{ARCHIVE}", "b", b'{"id":"b","project":"p","content":"b"}\n', batch)

    rig.writer.run(bring)
    absorb_archive(rig)
    assert "a dog" in rig.store.archive


def owed(rig: Rig) -> tuple[str, str, list[str]]:
    """Two old contexts whose file is gone and has not been written back yet, and what its lines were."""
    old, other = rig.save("old"), rig.save("other")
    rig.clock.advance(3600)
    lines = rig.file().read_text().splitlines(keepends=True)
    rig.file().unlink()
    rig.files.absorb("contexts/p.jsonl", None)
    rig.look_again()
    return old, other, lines


def test_a_line_that_is_owed_is_written_back_however_old_it_is_and_can_be_deleted_then(rig: Rig) -> None:
    old, other, lines = owed(rig)
    rig.edit(lines[1])  # somebody wrote the file again before we did
    assert {one["id"] for one in rig.load(9)} == {old, other}
    rig.flush()
    lines = rig.file().read_text().splitlines(keepends=True)
    assert len(lines) == 2
    rig.edit("".join(line for line in lines if old not in line))
    assert {one["id"] for one in rig.load(9)} == {other}


def test_a_line_that_was_owed_and_is_there_again_can_be_deleted(rig: Rig) -> None:
    _, other, lines = owed(rig)
    rig.edit("".join(lines))
    rig.edit(lines[1])
    assert {one["id"] for one in rig.load(9)} == {other}


def test_what_was_restored_and_saved_over_right_before_a_crash_stands_again(rig: Rig) -> None:
    rig.save("first")
    second = rig.save("second")
    rig.clock.advance(31 * DAY // 1_000_000)
    rig.prune([second])
    rig.flush()
    stale = rig.file().read_text()
    rig.clock.advance(60)
    rig.writer.run(lambda batch: rig.store.restore(second, batch))
    rig.file().write_text(stale.replace("first", "changed"))
    rig.crash()
    assert second in rig.store.contexts
    rig.flush()
    assert [line["content"] for line in rig.lines()] == ["changed", "second"]


def test_what_was_deleted_by_hand_right_before_a_crash_and_an_edit_does_not_come_back(rig: Rig) -> None:
    rig.save("first")
    second = rig.save("second")
    rig.edit(rig.file().read_text().splitlines(keepends=True)[0])
    assert second in rig.store.archive
    rig.file().write_text(rig.file().read_text().replace("first", "changed"))
    rig.crash()
    rig.flush()
    assert (second in rig.store.archive, [line["content"] for line in rig.lines()]) == (True, ["changed"])


def test_of_what_cannot_be_read_in_the_archive_nobody_else_knows(rig: Rig) -> None:
    context_id = rig.save("for all")
    rig.clock.advance(31 * DAY // 1_000_000)
    rig.prune([context_id])
    assert rig.store.whose(context_id) == replace(SHARED, project="p")
    (archive,) = rig.file("archive").iterdir()
    archive.write_bytes(b"x" * (archive.stat().st_size - 1) + b"\n")
    assert rig.store.whose(context_id) == PRIVATE


def test_an_access_of_a_time_to_come_is_of_now_after_a_crash_too(rig: Rig) -> None:
    context_id = rig.save("first")
    now = rig.clock.now()
    rig.clock.advance(3600)
    rig.load()
    rig.flush()
    rig.clock.set_now(now)
    rig.writer.run_alone(lambda batch: rig.store.set_right(now, batch))
    rig.crash()
    assert rig.store.contexts[context_id].last_accessed == now


@pytest.mark.parametrize(("many", "waits"), [(SLICE, True), (SLICE + 1, False)])
def test_no_search_waits_for_very_many_that_somebody_typed(rig: Rig, many: int, *, waits: bool) -> None:
    rig.file().write_text("".join(f'{{"content": "typed {number}"}}\n' for number in range(many)))
    rig.index.changes.clear()
    rig.files.absorb("contexts/p.jsonl", None)
    brought = [one for one in rig.index.changes if one.put]
    assert sum(len(one.put) for one in brought) == len(rig.index.documents) == many
    assert {one.background for one in brought} == {not waits} and max(len(one.put) for one in brought) == SLICE
