"""Items on real files with a real writer, while an editor writes a file in pieces (rule 8)."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from memoryd.kinds.items.files import ItemFiles
from memoryd.kinds.items.item import Address, Item
from memoryd.origin import SHARED
from memoryd.storage.batch import Batch
from memoryd.storage.open_logs import MOST
from tests.support.fake_index import FakeIndex
from tests.support.kind_services import KindServices
from tests.support.refusing import refused

PATH = "items/a.jsonl"
TYPED = '{"namespace": ["a"], "key": "typed", "value": 1}\n'


class Rig(KindServices):
    """A data directory with items."""

    def __init__(self, root: Path, index: FakeIndex | None = None) -> None:
        super().__init__(root, index=index)
        for name in ("items", ".memoryd"):
            (root / name).mkdir()
        self.file = root / PATH
        self.files = ItemFiles(self.open())

    def put(self, key: str, ttl_seconds: float | None = None, value: str | None = None) -> None:
        self.writer.run(self.putting(key, ttl_seconds, value))

    def putting(
        self, key: str, ttl_seconds: float | None = None, value: str | None = None
    ) -> Callable[[Batch], object]:
        address, said = Address(("a",), key, ""), key if value is None else value
        fields = {"origin": SHARED, "ttl_seconds": ttl_seconds, "index": True}
        return lambda batch: self.files.store.put(address, said, None, fields, batch)

    def item(self, key: str) -> Item:
        return self.files.store.file(PATH).items[Address(("a",), key, "")]

    def edit(self, text: str) -> None:
        """As an editor saves: a new file in the old one's place; then the watcher's call."""
        new = self.file.with_name(".new")
        new.write_text(text)
        new.rename(self.file)
        self.files.absorb(PATH)

    def keys(self) -> list[str]:
        return sorted(at.key for at in self.files.store.file(PATH).items)

    def look_again(self) -> None:
        """What the flusher does a second later."""
        self.clock.advance(1)
        self.being_written.look_again(self.files.absorb)


@pytest.fixture
def rig(tmp_path: Path) -> Iterator[Rig]:
    rig = Rig(tmp_path)
    yield rig
    rig.writer.stop()


@pytest.mark.parametrize("cut", [0, 20, 300])
def test_what_an_editor_has_not_come_to_yet_is_not_deleted(rig: Rig, cut: int) -> None:
    for key in ("b", "c", "d"):
        rig.put(key)
    text = rig.file.read_bytes()
    rig.clock.advance(3600)
    with rig.file.open("wb", buffering=0) as editor:
        editor.write(text[:cut])
        rig.files.absorb(PATH)
        assert rig.keys() == ["b", "c", "d"]
        rig.clock.advance(0.9)
        editor.write(text[cut:-1])
        rig.files.absorb(PATH)
        assert rig.keys() == ["b", "c", "d"]
        editor.write(text[-1:])
    for _ in range(2):
        rig.look_again()
    assert (rig.keys(), rig.file.read_bytes(), rig.board.all()) == (["b", "c", "d"], text, [])


def test_a_file_that_stays_empty_had_its_items_deleted(rig: Rig) -> None:
    rig.put("b")
    rig.clock.advance(3600)
    rig.file.write_text("")
    rig.files.absorb(PATH)
    assert rig.keys() == ["b"]
    rig.look_again()
    assert (rig.keys(), rig.file.read_bytes()) == ([], b"")


def test_a_line_that_stands_twice_leaves_with_the_next_rewrite(rig: Rig) -> None:
    for key in ("b", "c"):
        rig.put(key)
    text = rig.file.read_text()
    rig.file.write_text(text + text.splitlines(keepends=True)[0])
    rig.files.absorb(PATH)
    rig.files.write_anew()
    assert (rig.keys(), rig.file.read_text()) == (["b", "c"], text)


def test_who_appends_a_line_in_pieces_is_waited_for(rig: Rig) -> None:
    rig.put("b")
    with rig.file.open("ab", buffering=0) as editor:
        editor.write(b'{"namespace": ["a"], "key": "typed"')
        rig.files.absorb(PATH)
        assert rig.being_written.waits(PATH)
        editor.write(b', "value": 1}\n')
    for _ in range(2):
        rig.look_again()
    assert (rig.keys(), rig.board.all()) == (["b", "typed"], [])


def type_in(rig: Rig, key: str) -> None:
    with rig.file.open("a") as file:
        file.write(f'{{"namespace": ["a"], "key": "{key}", "value": 1}}\n')


@pytest.mark.parametrize("is_seen", [False, True])
@pytest.mark.parametrize("turn", [0, 1])
def test_what_is_typed_while_the_file_is_written_anew_stays(rig: Rig, turn: int, is_seen: bool) -> None:
    for key in ("b", "c", "b"):
        rig.put(key)

    def meanwhile() -> None:
        type_in(rig, "typed")
        if is_seen:
            rig.files.absorb(PATH)

    rig.meanwhile = [None] * turn + [meanwhile]
    rig.files.forget([PATH])
    assert rig.meanwhile == []
    rig.files.absorb(PATH)
    assert rig.keys() == ["b", "c", "typed"]
    assert len(rig.file.read_text().splitlines()) == 3


def test_what_is_typed_while_an_edit_is_taken_in_is_taken_in(rig: Rig) -> None:
    rig.put("b")
    type_in(rig, "typed")
    rig.meanwhile = [lambda: type_in(rig, "typed then")]
    for _ in range(2):
        rig.files.absorb(PATH)
    assert (rig.meanwhile, rig.keys()) == ([], ["b", "typed", "typed then"])


def test_what_was_over_when_it_was_saved_over_is_not_put_back(rig: Rig) -> None:
    rig.put("b")
    stale = rig.file.read_text()
    rig.put("short", ttl_seconds=5)
    rig.put("long", ttl_seconds=500)
    rig.clock.advance(10)
    rig.edit(stale + TYPED)
    assert rig.keys() == ["b", "long", "typed"]


def test_what_is_refused_changes_nothing(rig: Rig) -> None:
    rig.put("b")
    text, store = rig.file.read_text(), rig.files.store
    refused(rig.writer, rig.putting("c"))
    refused(rig.writer, rig.putting("b", value="another"))
    refused(rig.writer, lambda batch: store.delete(rig.item("b"), batch))
    assert (rig.keys(), rig.item("b").value, rig.file.read_text()) == (["b"], "b", text)
    assert [one.text for one in rig.index.documents.values()] == ["b"]


def test_what_is_deleted_leaves_the_index(rig: Rig) -> None:
    rig.put("b")
    rig.writer.run(lambda batch: rig.files.store.delete(rig.item("b"), batch))
    assert rig.index.documents == {}


def test_what_was_put_anew_meanwhile_is_not_deleted(rig: Rig) -> None:
    rig.put("b")
    over = [rig.item("b")]
    rig.put("b", value="anew")
    rig.writer.run(lambda batch: rig.files.store.delete_all(over, batch))
    assert rig.item("b").value == "anew"


def test_what_replaced_an_item_long_known_is_not_saved_over(rig: Rig) -> None:
    rig.put("b")
    stale = rig.file.read_text()
    rig.clock.advance(3600)
    rig.put("b", value="anew")
    rig.edit(stale + TYPED)
    assert (rig.keys(), rig.item("b").value) == (["b", "typed"], "anew")


def test_an_old_version_without_a_line_that_a_person_deletes_loses_nothing(rig: Rig) -> None:
    rig.put("b")
    rig.put("c")
    rig.clock.advance(3600)
    first, second = rig.file.read_text().splitlines(keepends=True)
    rig.put("d")
    rig.edit(second)
    assert rig.keys() == ["c", "d"]
    assert first not in rig.file.read_text()


def test_a_line_that_is_deleted_behind_an_edit_of_the_order_stays_deleted(rig: Rig) -> None:
    for key in ("b", "c", "d"):
        rig.put(key)
    first, second, third = rig.file.read_text().splitlines(keepends=True)
    rig.edit(third + second + first)
    rig.edit(third + first)
    assert rig.keys() == ["b", "d"]


def test_a_put_waits_for_an_editor_that_writes_in_pieces(rig: Rig) -> None:
    rig.put("b")
    outcomes = list[object]()
    with rig.file.open("ab", buffering=0) as editor:
        editor.write(TYPED.encode()[:20])
        rig.files.absorb(PATH)
        rig.writer.submit(rig.putting("c"), lambda _item, error: outcomes.append(error))
        rig.writer.run(lambda _batch: None)
        assert outcomes == []
        editor.write(TYPED.encode()[20:])
    for _ in range(2):
        rig.look_again()
    rig.writer.run(lambda _batch: None)
    assert (outcomes, rig.keys(), rig.board.all()) == ([None], ["b", "c", "typed"], [])


def test_who_writes_faster_than_an_edit_is_read_waits(rig: Rig) -> None:
    rig.put("b")
    type_in(rig, "typed")
    outcomes = list[object]()

    def put_another() -> None:
        rig.writer.submit(rig.putting("d"), lambda _item, error: outcomes.append(error))
        rig.writer.run(lambda _batch: None)
        assert outcomes == []

    rig.meanwhile = [lambda: type_in(rig, "typed then"), put_another]
    rig.files.absorb(PATH)
    rig.writer.run(lambda _batch: None)
    assert (rig.meanwhile, outcomes, rig.keys()) == ([], [None], ["b", "d", "typed", "typed then"])


def test_of_many_files_only_some_are_held_open(rig: Rig) -> None:
    before = len(os.listdir("/proc/self/fd"))
    for number in range(3 * MOST):
        path = f"items/n{number}.jsonl"
        (rig.root / path).write_text(TYPED.replace('"a"', f'"n{number}"'))
        rig.files.absorb(path)
    assert len(os.listdir("/proc/self/fd")) - before <= MOST
