"""The index of archived facts against dictionaries, whether its lines are loose or packed."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from memoryd.kinds.facts.known import archived_lines
from memoryd.kinds.facts.known.archive import Archive
from memoryd.kinds.facts.model.compare import key_of
from memoryd.kinds.facts.model.decay import State
from memoryd.kinds.facts.model.fact import Fact, encode_archived
from memoryd.origin import SHARED

IDS = [
    "fact-0b9f6f0e-94a1-4c53-9d61-6f1ad8f2b7c0",
    "fact-00000000-0000-0000-0000-000000000000",
    "fact-0B9F6F0E-94A1-4C53-9D61-6F1AD8F2B7C0",
    "fact-0b9f6f0e94a14c539d616f1ad8f2b7c0",
    "typed by hand",
    "fact-",
]
STATE = State(0.5, 1_000_000, 1_000_000, 3)
STEP = st.one_of(
    st.tuples(st.sampled_from(["note", "stage"]), st.sampled_from(IDS), st.integers(0, 2), st.integers(0, 2)),
    st.tuples(st.sampled_from(["forget", "unstage"]), st.sampled_from(IDS), st.just(0), st.just(0)),
)


class Model:
    """An archive beside what it should have."""

    def __init__(self) -> None:
        self.file = bytearray()
        self.archive = Archive(lambda offset, length: bytes(self.file[offset : offset + length]))
        self.noted: dict[str, Fact] = {}
        self.staged: dict[str, Fact] = {}

    def step(self, what: str, fact_id: str, subject: int, object_: int) -> None:
        fact = Fact(
            id=fact_id, subject=f"s{subject}", predicate="is", object=f"o{object_}", created=1_000_000, origin=SHARED
        )
        if what == "note":
            raw = encode_archived(fact, STATE, 2_000_000, "asked")
            self.archive.note_appended([(fact, raw)], len(self.file))
            self.file += raw
            self.staged.pop(fact_id, None)
            self.noted.pop(fact_id, None)
            self.noted[fact_id] = fact
        elif what == "stage":
            self.archive.stage(fact, STATE)
            self.staged[fact_id] = fact
        elif what == "unstage":
            self.archive.unstage(fact_id)
            self.staged.pop(fact_id, None)
        else:
            self.archive.forget(fact_id)
            self.staged.pop(fact_id, None)
            self.noted.pop(fact_id, None)


@given(st.lists(STEP, max_size=30), st.integers(1, 7))
def test_what_is_found_is_what_was_archived_last(steps: list[tuple[str, str, int, int]], loose: int) -> None:
    before, archived_lines._LOOSE = archived_lines._LOOSE, loose
    try:
        model = Model()
        for step in steps:
            model.step(*step)
        archive, there = model.archive, {**model.noted, **model.staged}
        assert sorted(archive) == sorted(there)
        assert len(archive) == len(there)
        assert {one: one in archive for one in IDS} == {one: one in there for one in IDS}
        assert {one: known[0] for one in IDS if (known := archive.get(one)) is not None} == there
        for number in range(3):
            about, naming = set(archive.about(f"S{number}")), set(archive.naming(f"O{number}"))
            assert about >= {one for one, fact in there.items() if fact.subject == f"s{number}"}
            assert naming >= {one for one, fact in there.items() if fact.object == f"o{number}"}
            assert about | naming <= there.keys()
        for fact in there.values():
            same = archive.same(key_of(fact), ())
            assert same is not None and key_of(same[0]) == key_of(fact)
            assert archive.same(key_of(fact), there) is None
            code = hash(key_of(fact))
            assert archive.may_have_staged(code) or archive.triples([code, 1]) == {code}
    finally:
        archived_lines._LOOSE = before


def test_lines_are_listed_in_the_order_in_which_they_came() -> None:
    model = Model()
    for fact_id in (IDS[4], IDS[0], IDS[1], IDS[4]):
        model.step("note", fact_id, 1, 1)
    assert [*model.archive] == [*model.archive.about("s1")] == [IDS[0], IDS[1], IDS[4]]
