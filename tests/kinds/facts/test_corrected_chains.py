"""A correction of what a fact is said of, or since when it holds, gives its whole chain its places anew (rule 23)."""

from __future__ import annotations

import json
import tempfile
from pathlib import Path
from typing import Any

from hypothesis import example, given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from memoryd.config.sections import MemoryOracle
from memoryd.kinds.facts.known.find import Triple, find
from memoryd.kinds.facts.model.fact import Fact, Statement
from memoryd.kinds.facts.model.validity import Validity
from memoryd.origin import SHARED
from memoryd.times import DAY, format_time
from memoryd.types import When
from tests.kinds.facts.rig import Rig

SUBJECTS, PREDICATES, OBJECTS = ("Mara", "Tom"), ("lives_in", "likes"), ("Bonn", "Kiel", "Ulm", "Jena")
DAYS = range(10, 60, 10)
PARTS = {"subject": SUBJECTS, "predicate": PREDICATES, "object": OBJECTS, "valid_from": tuple(DAYS)}

statements = st.tuples(*map(st.sampled_from, PARTS.values()))
corrections = st.sampled_from(sorted(PARTS)).flatmap(
    lambda part: st.tuples(st.integers(0, 20), st.just(part), st.sampled_from(PARTS[part]))
)


class Model:
    """What holds by the rule alone: of what one thing is said, the latest; all else."""

    def __init__(self) -> None:
        self.said: dict[str, dict[str, Any]] = {}

    def at(self, day: float) -> set[str]:
        latest: dict[str, str] = {}
        for one in sorted((one for one in self.said if self.said[one]["valid_from"] <= day), key=self._order):
            parts = self.said[one]
            text = f"{parts['subject']} {parts['predicate']} {parts['object']}"
            latest[parts["subject"] if parts["predicate"] == "lives_in" else one] = text
        return set(latest.values())

    def _order(self, fact_id: str) -> tuple[float, int]:
        return self.said[fact_id]["valid_from"], list(self.said).index(fact_id)


def edited(fact: Fact, part: str, value: Any, now: int) -> Fact:
    if part != "valid_from":
        fact = replace(fact, **{part: value})
    begins = value * DAY if part == "valid_from" else fact.validity.valid_from
    return replace(fact, validity=replace(fact.validity, valid_from=begins, edited=now))


def held(rig: Rig, day: float) -> set[str]:
    found = find(rig.store, Triple(None, None, None), False, 100, None, rig.clock.now(), When(as_of=int(day * DAY)))
    return {f"{one['subject']} {one['predicate']} {one['object']}" for one in found["facts"]}


@settings(max_examples=60)
@example(
    steps=[
        ("Mara", "lives_in", "Ulm", 10), ("Mara", "lives_in", "Bonn", 20), ("Mara", "lives_in", "Kiel", 10),
        (0, "predicate", "likes"),
    ],
    rewritten=True,
)  # fmt: skip
@given(st.lists(st.one_of(statements, corrections), min_size=2, max_size=10), st.booleans())
def test_what_holds_at_any_time_is_what_the_rule_says(steps: list[Any], rewritten: bool) -> None:
    with tempfile.TemporaryDirectory() as directory:
        rig, model = Rig(Path(directory), settings=MemoryOracle(single_valued=("lives in",))), Model()
        for step in steps:
            if len(step) == 4:
                state(rig, model, *step)
            elif model.said:
                correct(rig, model, list(model.said)[step[0] % len(model.said)], *step[1:])
        assert {day: held(rig, day) for day in DAYS} == {day: model.at(day) for day in DAYS}
        if rewritten:
            rig.rewrite()
        rig.load()  # as after a kill
        while rig.write(rig.changes.supersession.settle):
            pass
        assert {day: held(rig, day) for day in DAYS} == {day: model.at(day) for day in DAYS}


def state(rig: Rig, model: Model, subject: str, predicate: str, object_: str, day: int) -> None:
    said = Statement(
        subject=subject, predicate=predicate, object=object_, origin=SHARED, validity=Validity(valid_from=day * DAY)
    )
    reply = rig.write(lambda batch: rig.changes.add(said, batch))
    if reply["status"] == "added":
        parts = {"subject": subject, "predicate": predicate, "object": object_, "valid_from": day}
        model.said[reply["id"]] = parts


def correct(rig: Rig, model: Model, fact_id: str, part: str, value: Any) -> None:
    fact = rig.store.table.get(fact_id)
    assert fact is not None
    to = edited(fact, part, value, rig.clock.now())
    try:
        rig.write(lambda batch: rig.changes.edit(fact_id, to, batch))
    except Exception as error:
        assert "already states that" in str(error), error
    else:
        model.said[fact_id][part] = value


def test_what_an_id_superseded_follows_the_time_of_what_took_its_place(rig: Rig) -> None:
    tea, milk = "Mara drinks tea", "Mara drinks milk"
    first = rig.add("Mara", "tea", "drinks", created=10 * DAY)
    said = Statement(
        subject="Mara", predicate="drinks", object="milk", origin=SHARED,
        validity=Validity(valid_from=20 * DAY, supersedes=(first,)),
    )  # fmt: skip
    second = rig.write(lambda batch: rig.changes.add(said, batch))["id"]
    for day, before, after in ((40, {tea}, {milk}), (15, {milk}, {milk}), (5, {milk}, {milk}), (30, {tea}, {milk})):
        fact = rig.store.table.get(second)
        assert fact is not None
        to = edited(fact, "valid_from", day, rig.clock.now())
        rig.write(lambda batch, to=to: rig.changes.edit(second, to, batch))
        assert (held(rig, 25), held(rig, 45)) == (before, after)
        old = rig.store.table.get(first)
        assert old is not None and old.validity.valid_until == max(10, day) * DAY
        rig.load()
        assert (held(rig, 25), held(rig, 45)) == (before, after)


def test_what_is_typed_between_two_of_a_chain_takes_over_what_the_later_one_named(tmp_path: Path) -> None:
    rig, model = Rig(tmp_path, settings=MemoryOracle(single_valued=("lives in",))), Model()
    state(rig, model, "Mara", "lives_in", "Ulm", 10)
    state(rig, model, "Mara", "lives_in", "Bonn", 30)
    typed = {"subject": "Mara", "predicate": "lives_in", "object": "Kiel", "valid_from": format_time(20 * DAY)}
    rig.edit(lambda lines: [*lines, json.dumps(typed)])
    rig.absorb()
    while rig.write(rig.changes.supersession.settle):
        pass
    assert [held(rig, day) for day in (15, 25, 35)] == [{f"Mara lives_in {where}"} for where in ("Ulm", "Kiel", "Bonn")]
    correct(rig, model, next(iter(model.said)), "predicate", "likes")
    rig.rewrite()
    rig.load()
    while rig.write(rig.changes.supersession.settle):
        pass
    assert held(rig, 35) == {"Mara likes Ulm", "Mara lives_in Bonn"}
