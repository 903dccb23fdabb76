"""Many facts in one batch: to the same effect as each of them by itself, and all or nothing on a failing disk."""

from __future__ import annotations

import errno
import tempfile
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memoryd.config.sections import MemoryOracle
from memoryd.errors import ReadOnly
from memoryd.kinds.facts.model.fact import Statement
from memoryd.origin import PRIVATE, SHARED, origin
from memoryd.storage.batch import Batch
from memoryd.storage.files import OsFiles
from memoryd.testing.faulty_files import FaultyFiles
from tests.kinds.facts.rig import Rig

_texts = st.sampled_from(["a", "A", " a ", "b", "straße", "STRASSE", "c\nd", "c d"]) | st.integers(0, 60).map(str)
_facts = st.lists(
    st.builds(
        Statement,
        subject=_texts,
        predicate=st.just("is"),
        object=_texts,
        source=st.just("test"),
        created=st.none() | st.integers(0, 10**15),
        origin=st.sampled_from([SHARED, PRIVATE, origin("private", "web"), PRIVATE.made_of(["sessions/a.jsonl:1"])]),
    ),
    max_size=30,
)

Outcome = tuple[str, str]
"""id and status"""


def stating(subject: str) -> Statement:
    return Statement(subject=subject, predicate="is", object="1", origin=SHARED)


def one_by_one(rig: Rig, facts: list[Statement]) -> list[Outcome]:
    def operation(batch: Batch) -> list[Outcome]:
        results = [rig.changes.add(one, batch) for one in facts]
        return [(result["id"], result["status"]) for result in results]

    return rig.write(operation)


def together(rig: Rig, facts: list[Statement]) -> list[Outcome]:
    results = rig.write(lambda batch: rig.changes.add_all(facts, batch))
    return [(result["id"], result["status"]) for result in results]


def shape(rig: Rig, outcomes: list[Outcome]) -> object:
    """What came of it, with ids told by the order in which they first came."""
    names: dict[str, int] = {}
    shown = [(names.setdefault(fact_id, len(names)), status) for fact_id, status in outcomes]
    lines = [(names.setdefault(fact_id or "", len(names)), text) for fact_id, text in rig.on_disk()]
    states = [rig.store.activations.state(ordinal) for ordinal in rig.store.table.ordinals()]
    archived = {names.setdefault(fact_id, len(names)) for fact_id in rig.archived()}
    return (
        shown,
        lines,
        list(rig.active().values()),
        states,
        archived,
        sorted(names[key] for key in rig.index.documents),
    )


@given(before=_facts, many=_facts, archive=st.sets(st.integers(0, 29)), cap=st.sampled_from([1, 5, 12, 1000]))
def test_to_the_same_effect_as_one_by_one(
    before: list[Statement], many: list[Statement], archive: set[int], cap: int
) -> None:
    shapes = []
    for add in (one_by_one, together):
        with tempfile.TemporaryDirectory() as folder:
            rig = Rig(Path(folder), settings=MemoryOracle(max_facts=cap, single_valued=()))
            outcomes = one_by_one(rig, before)
            for place, (fact_id, _) in enumerate(outcomes):
                if place in archive:
                    rig.archive(fact_id)
            rig.rewrite()
            outcomes += add(rig, many)
            shapes.append(shape(rig, outcomes))
            rig.rewrite()
            rig.check()
            rig.load()
            rig.check()
    assert shapes[0] == shapes[1]


@pytest.mark.parametrize("names", [("write",), ("fdatasync", "fsync")], ids=["no room", "no sync"])
def test_a_refused_batch_leaves_none_of_them(tmp_path: Path, names: tuple[str, ...]) -> None:
    files = FaultyFiles(str(tmp_path))
    rig = Rig(tmp_path, files)
    known, archived = rig.add("known", "1"), rig.add("archived", "1")
    rig.archive(archived)
    many = [stating(subject) for subject in ("a", "b", "c", "d", "known", "archived", "A")]
    before = (rig.raw_lines(), rig.active(), dict(rig.index.documents), list(rig.facts.file.lines.hashes))
    files.fail_all(errno.ENOSPC, *names)
    with pytest.raises(ReadOnly):
        together(rig, many)
    assert (rig.raw_lines(), rig.active(), dict(rig.index.documents), list(rig.facts.file.lines.hashes)) == before
    files.heal()
    statuses = [status for _, status in together(rig, many)]
    assert statuses == ["added"] * 4 + ["reinforced"] * 3
    assert set(rig.active()) > {known, archived}
    rig.rewrite()
    rig.check()


def test_an_edit_right_before_them_is_not_taken_for_ours(rig: Rig) -> None:
    kept = rig.add("kept", "1")
    rig.edit(lambda lines: [*lines, '{"subject": "typed", "predicate": "is", "object": "1"}'], rename=False)
    together(rig, [stating(str(number)) for number in range(10)])
    rig.absorb()
    rig.rewrite()
    rig.check()
    assert len(rig.active()) == 12
    assert kept in rig.active()


class _Syncing(OsFiles):
    """Counts the waits for the disk."""

    syncs = 0

    def fsync(self, fd: int) -> None:
        self.syncs += 1
        super().fsync(fd)

    def fdatasync(self, fd: int) -> None:
        self.syncs += 1
        super().fdatasync(fd)


def test_every_write_waits_for_two_syncs_when_typed_lines_are_filled_in(tmp_path: Path) -> None:
    """All that the writer does when the file is written anew: eight syncs of a busy disk are a tenth of a second."""
    files = _Syncing()
    rig = Rig(tmp_path, files)
    for number in range(3):
        typed = f'{{"subject": "a {number}", "predicate": "is", "object": "b"}}'
        rig.edit(lambda lines, typed=typed: [*lines, typed])
        rig.absorb()
        before = files.syncs
        rig.rewrite()
    # The content, which is not waited for on the writer, and its name.
    assert files.syncs - before == 2
    rig.add("c", "d")
    rig.check()
