"""The activation in a line of facts.jsonl follows what is true, by the nightly decay (002 step 2)."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from memoryd.kinds.facts.model.fact import Statement
from memoryd.origin import SHARED
from memoryd.times import DAY
from tests.kinds.facts.rig import Rig
from tests.support.decay import days_until


def lines(rig: Rig) -> dict[str, float]:
    return {one["object"]: one["activation"] for one in map(json.loads, rig.path.read_text().splitlines())}


def show(rig: Rig) -> bool:
    rig.facts.rewriter.show_activations(rig.clock.now())
    return rig.facts.rewriter.due and rig.facts.rewriter.rewrite()


def test_lines_show_what_their_facts_have_decayed_to(tmp_path: Path) -> None:
    rig = Rig(tmp_path)
    ids = [rig.add("Ada", name) for name in ("tea", "ink")]
    other = {"id": ids[1], "subject": "Ada", "predicate": "is", "object": "ink", "mine": {"activation": 1.0}}
    own, _ = rig.path.read_text().splitlines()
    rig.path.write_text(f"{own}\n{json.dumps({**json.loads(own), **other})}\n# a comment\n")
    rig.facts.absorb("knowledge-graph/facts.jsonl")
    assert not show(rig)
    rig.clock.advance(30 * DAY / 1_000_000)
    assert show(rig) and not rig.facts.rewriter.due
    standing = rig.path.read_text().splitlines()
    assert abs(json.loads(standing[0])["activation"] - 0.5) < 1e-3
    second = json.loads(standing[1])
    assert abs(second["activation"] - 0.5) < 1e-3 and second["mine"] == {"activation": 1.0}
    assert standing[2] == "# a comment"
    # Our own writing is no edit, now or after a start.
    now = rig.clock.now()
    before = [rig.store.activations.at(at, now) for at in range(2)]
    rig.facts.absorb("knowledge-graph/facts.jsonl")
    rig.stop()
    rig.load()
    assert [rig.store.activations.at(at, now) for at in range(2)] == pytest.approx(before, abs=1e-6)
    assert not show(rig)


def test_an_edit_of_a_line_that_shows_less_takes_effect(tmp_path: Path) -> None:
    rig = Rig(tmp_path)
    rig.add("Ada", "tea")
    rig.clock.advance(30 * DAY / 1_000_000)
    assert show(rig)
    line = json.loads(rig.path.read_text())
    rig.path.write_text(json.dumps({**line, "activation": 1.0}) + "\n")
    rig.facts.absorb("knowledge-graph/facts.jsonl")
    assert rig.store.activations.at(0, rig.clock.now()) == pytest.approx(1.0) and lines(rig) == {"tea": 1.0}


def test_a_fact_that_was_heard_earlier_begins_at_one_then(tmp_path: Path) -> None:
    rig = Rig(tmp_path)
    heard = rig.clock.now() - days_until(0.5) * DAY
    fact = Statement(subject="user", predicate="lives_in", object="Oslo", origin=SHARED)
    key = rig.write(lambda batch: rig.changes.add(fact, batch, int(heard)))["id"]
    assert rig.store.get(key, rig.clock.now())["activation"] == pytest.approx(0.5, abs=0.01)
    # A kill that took the activations leaves what the line shows.
    assert lines(rig) == {"Oslo": pytest.approx(0.5, abs=0.01)}
    rig.load()
    assert rig.store.get(key, rig.clock.now())["activation"] == pytest.approx(0.5, abs=0.01)
