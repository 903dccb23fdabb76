"""Many layer files."""

from __future__ import annotations

import tracemalloc
from pathlib import Path

from tests.kinds.notes.rig import NotesRig


def test_a_note_costs_no_copy_of_the_table_of_all_layers(tmp_path: Path) -> None:
    few, many = _bytes_of_a_note(tmp_path / "few", 10), _bytes_of_a_note(tmp_path / "many", 3000)
    assert many < few + 50_000  # a dict of 3000 names has 150,000, of which a change had three


def test_a_layer_that_is_deleted_costs_no_copy_of_all_that_are(tmp_path: Path) -> None:
    few, many = _bytes_of_a_deletion(tmp_path / "few", 10), _bytes_of_a_deletion(tmp_path / "many", 2000)
    assert many < few + 50_000  # a dict of 2000 notes that have vanished has 75,000, and each edit copied it


def _bytes_of_a_deletion(root: Path, layers: int) -> int:
    """The most memory that the last one takes of so many."""
    (root / "memory").mkdir(parents=True)
    paths = [f"memory/layer-{number}.md" for number in range(layers)]
    for path in paths:
        (root / path).write_text("- the quay is wet\n")
    rig = NotesRig(root)
    try:
        for path in paths:
            (root / path).unlink()
        for path in paths[1:]:
            rig.parts.edits.absorb(path)
        tracemalloc.start()
        try:
            before = tracemalloc.get_traced_memory()[0]
            rig.parts.edits.absorb(paths[0])
            return tracemalloc.get_traced_memory()[1] - before
        finally:
            tracemalloc.stop()
    finally:
        rig.stop()


def _bytes_of_a_note(root: Path, layers: int) -> int:
    """The most memory that writing one takes at a time."""
    (root / "memory").mkdir(parents=True)
    for number in range(layers):
        (root / "memory" / f"layer-{number}.md").touch()
    rig = NotesRig(root)
    try:
        rig.write("layer-1", "the first one")
        tracemalloc.start()
        try:
            before = tracemalloc.get_traced_memory()[0]
            rig.write("layer-1", "the quay is wet")
            return tracemalloc.get_traced_memory()[1] - before
        finally:
            tracemalloc.stop()
    finally:
        rig.stop()
