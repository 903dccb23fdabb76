"""What is kept of thousands of layers: the same as of a few, in less time."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from memoryd.kinds.notes.formats.entry import Entry
from memoryd.kinds.notes.formats.layer_file import note_key
from memoryd.kinds.notes.formats.memory_md import layer_order
from memoryd.kinds.notes.known.layer_names import LayerNames
from memoryd.kinds.notes.known.state import Layer
from memoryd.kinds.notes.known.table import Table
from memoryd.kinds.notes.known.vanished import Vanished, VanishedNotes
from memoryd.storage.atomic import ABSENT, Identity

PRESENT: Identity = (1, 2, 3)
NAMES = ["user", "decisions", "quay", "Quay", "QUAY", "crane", *(f"layer-{number}" for number in range(90))]
changes = st.lists(st.tuples(st.sampled_from(NAMES), st.sampled_from([None, ABSENT, PRESENT])), max_size=120)


@given(st.lists(changes, max_size=6))
def test_the_names_of_layers_follow_their_table(rounds: list[list[tuple[str, Identity | None]]]) -> None:
    table: Table[Layer] = Table()
    names = LayerNames()
    for changed in rounds:
        for name, identity in changed:
            if identity is None:
                table.pop(name, None)
            else:
                table[name] = Layer(identity=identity)
        present = sorted((name for name, layer in table.items() if layer.identity != ABSENT), key=layer_order)
        assert present == list(names.present(table))
        assert min((name for name in table if name.casefold() == "quay"), default=None) == names.by_folded(
            table, "quay"
        )


steps = st.lists(
    st.tuples(st.sampled_from(["put", "remove", "copy", "back"]), st.sampled_from("abc"), st.integers(0, 4)),
    max_size=60,
)


@given(steps)
def test_notes_that_vanished_are_those_that_were_put_and_copies_stay_as_they_were(
    done: list[tuple[str, str, int]],
) -> None:
    notes, expected = VanishedNotes(), dict[str, Vanished]()
    copies = [(notes.copy(), dict(expected))]
    for at, (step, layer, number) in enumerate(done):
        key = note_key(layer, str(number))
        if step == "put":
            notes[key] = expected[key] = Vanished(layer, Entry(str(number), "- x\n", seen=at), at)
        elif step == "remove":
            assert notes.pop(key, None) == expected.pop(key, None)
        elif step == "copy":
            copies.append((notes.copy(), dict(expected)))
        else:
            notes, expected = copies[-1][0].copy(), dict(copies[-1][1])
        assert (dict(notes), bool(notes), len(notes)) == (expected, bool(expected), len(expected))
        of = {key: gone for key, gone in expected.items() if gone.layer == layer}
        assert of == dict(notes.of(layer))
        assert all(dict(copy) == then for copy, then in copies)
        assert notes.differ(copies[0][0]) or not expected
