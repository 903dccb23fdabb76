"""Which bullet is which note after an edit or a start: a key shows its own text, however alike others are."""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from memoryd.errors import NotFound
from memoryd.kinds.notes.formats.layer_file import LayerFile, parse_layer
from memoryd.kinds.notes.formats.matching import match
from tests.kinds.notes.rig import NotesRig

STUB = "<!-- archived 2026-05-15: {} → memory/archive/decisions-2026-05-15.md -->\n"
NINE = "- Standup at nine <!-- #standup-at-nine -->\n"
TEN = "- Standup at ten <!-- #standup-at-ten -->\n"
PLAIN_TEN = "- Standup at ten\n"


@pytest.mark.parametrize(
    ("before", "after", "keys", "changed", "archived", "vanished"),
    [
        (NINE, TEN, ["standup-at-ten"], [], [], ["standup-at-nine"]),
        (NINE, STUB.format("standup-at-nine") + TEN, ["standup-at-ten"], [], ["standup-at-nine"], []),
        (NINE, STUB.format("standup-at-nine") + PLAIN_TEN, ["standup-at-ten"], [], ["standup-at-nine"], []),
        (NINE, STUB.format("lunch") + PLAIN_TEN, ["standup-at-ten"], [], [], ["standup-at-nine"]),
        (NINE, PLAIN_TEN, ["standup-at-ten"], [], [], ["standup-at-nine"]),
        (NINE, "- Standup at nine\n", ["standup-at-nine"], ["standup-at-nine"], [], []),
        (NINE, "- Standup at nine\n  in the kitchen\n", ["standup-at-nine-2"], [], [], ["standup-at-nine"]),
        ("- Standup at nine\n", PLAIN_TEN, ["standup-at-nine"], ["standup-at-nine"], [], []),
        (NINE, NINE.replace("nine <", "noon <"), ["standup-at-nine"], ["standup-at-nine"], [], []),
        # A copy above, of which the text is changed, takes no key from the one that stays.
        (NINE, NINE.replace("nine <", "noon <") + NINE, ["standup-at-nine-2", "standup-at-nine"], [], [], []),
        # It was archived before, and is there again: the old comment says nothing of what happened since.
        (STUB.format("standup-at-nine") + NINE, STUB.format("standup-at-nine"), [], [], [], ["standup-at-nine"]),
        (STUB.format("standup-at-nine") + NINE, 2 * STUB.format("standup-at-nine"), [], [], ["standup-at-nine"], []),
        ("- Standup at nine\n", TEN, ["standup-at-ten"], [], [], ["standup-at-nine"]),
    ],
)
def test_an_anchor_says_which_note_it_is(
    before: str, after: str, keys: list[str], changed: list[str], archived: list[str], vanished: list[str]
) -> None:
    found = match(match(LayerFile(), parse_layer(before), 1).file, parse_layer(after), 2)
    assert [entry.slug for entry in found.file.entries()] == keys
    assert [new.slug for _, new in found.changed] == changed
    assert [entry.slug for entry in found.archived] == archived
    assert [entry.slug for entry in found.vanished] == vanished


TEXTS = st.tuples(st.sampled_from(["Standup", "Lunch"]), st.sampled_from(["nine", "ten", "noon"])).map(" at ".join)
STEPS = st.tuples(
    st.sampled_from(["write", "write", "edit", "archive", "archive", "restore", "pin", "flush"]),
    TEXTS,
    st.integers(0, 9),
)


@pytest.fixture
def folder() -> Iterator[Path]:
    path = Path(tempfile.mkdtemp(prefix="pairing-"))
    yield path
    shutil.rmtree(path)


class Notebook:
    """The notes, and what each acknowledged key must show: its text, or that it is archived, and with which text."""

    def __init__(self, root: Path) -> None:
        self.rig = NotesRig(root)
        self.live: dict[str, str] = {}
        self.archived: dict[str, str] = {}

    def do(self, verb: str, text: str, number: int) -> None:
        keys = sorted(self.archived if verb == "restore" else self.live)
        key = keys[number % len(keys)] if keys else ""
        if verb == "write":
            key = self.rig.write("decisions", text)["key"]
            self.live[key] = text
            self.archived.pop(key, None)
        elif verb == "flush":
            self.rig.tick()
        elif key:
            extra = {"edit": [text], "archive": [None], "restore": [False, None], "pin": [None]}[verb]
            self.rig.do(verb, key, *extra)
            if verb == "edit":
                self.live[key] = text
            elif verb == "archive":
                self.archived[key] = self.live.pop(key)
            elif verb == "restore":
                self.live[key] = self.archived.pop(key)

    def check(self) -> None:
        state = self.rig.snapshot
        assert {f"memory/decisions.md:{e.slug}" for e in state.layers["decisions"].file.entries()} == self.live.keys()
        for key, text in self.live.items():
            assert state.entry(key).text == text
        for key, text in self.archived.items():
            with pytest.raises(NotFound, match="is archived"):
                self.rig.run(lambda batch, key=key: self.rig.store.require(key, batch))
            assert self.rig.store.archived(key).text == text
        assert not set(state.hot) - set(self.live)


@given(st.lists(STEPS, min_size=1, max_size=14))
@settings(max_examples=60, deadline=None)
def test_every_key_shows_its_own_text_after_a_crash(steps: list[tuple[str, str, int]]) -> None:
    root = Path(tempfile.mkdtemp(prefix="pairing-"))
    notebook = Notebook(root / "data")
    try:
        notebook.do("write", "Standup at eight", 0)
        for step in steps:
            notebook.do(*step)
        notebook.check()
        notebook.rig.crash()
        notebook.check()
        for key in sorted(notebook.archived):
            notebook.rig.do("restore", key, False, None)
            assert notebook.rig.snapshot.entry(key).text == notebook.archived[key]
    finally:
        notebook.rig.stop()
        shutil.rmtree(root)


def test_a_bullet_reworded_while_the_daemon_was_down_keeps_its_key_and_its_place_in_the_hot_cache(folder: Path) -> None:
    rig = NotesRig(folder / "data")
    key = rig.write("decisions", "The ferry leaves the harbour at nine", remember=True)["key"]
    rig.tick()
    rig.put("memory/decisions.md", rig.file("memory/decisions.md").replace("the harbour", "the airport"))
    rig.crash()
    assert rig.snapshot.entry(key).text == "The ferry leaves the airport at nine"
    assert "leaves the airport" in rig.bullets()[0]
    rig.stop()


@pytest.mark.parametrize("runs", [True, False])
def test_an_anchor_replaced_by_hand_is_the_new_key_of_the_hot_note(folder: Path, runs: bool) -> None:
    rig = NotesRig(folder / "data")
    old = rig.write("decisions", "The ferry leaves the harbour at nine", remember=True)["key"]
    rig.tick()
    rig.put("memory/decisions.md", rig.file("memory/decisions.md").replace("harbour", "airport"))
    (rig.look if runs else rig.crash)()
    key = old.replace("harbour", "airport")
    assert rig.snapshot.entry(key).text == "The ferry leaves the airport at nine"
    assert list(rig.snapshot.hot) == [key]
    assert "leaves the airport" in rig.bullets()[0]
    assert rig.store.archived(old).text == "The ferry leaves the harbour at nine"
    rig.stop()


@pytest.mark.parametrize("both", [True, False])
@pytest.mark.parametrize("seen", [True, False])
def test_a_bullet_that_a_kill_left_of_an_archived_note_is_not_taken_for_typed(
    folder: Path, both: bool, seen: bool
) -> None:
    rig = NotesRig(folder / "data")
    text = "Retro at one\nwith all of noon"
    key = rig.write("decisions", text, pin=True)["key"]
    rig.tick()
    hot = rig.root / ".memoryd/hot.json"
    memory_before, hot_before = rig.memory, hot.read_text()
    rig.do("archive", key, None)
    if seen:
        rig.tick()
    # As the disk is between two of the files that a batch writes.
    rig.put("MEMORY.md", memory_before)
    if both:
        hot.write_text(hot_before)
    rig.crash()
    archived = rig.store.archived(key)
    assert archived is not None and archived.text == text
    assert rig.bullets() == []
    rig.stop()
