"""The bench's parts that could lie: words, load generator, baseline and ratios."""

from __future__ import annotations

import json
from itertools import islice, repeat
from pathlib import Path

import pytest

from tests.bench.load import alternate, drive, frame
from tests.bench.ping import _echo
from tests.bench.place import batches, place, store
from tests.bench.report import Row, save, table
from tests.bench.words import Conversations, Zipf

TALK = {
    "sessions": [
        {
            "turns": [
                {"speaker": "Ada", "text": "The ferry to the island leaves at six in the morning."},
                {"speaker": "Ben", "text": "The ferry to the mainland was late and the harbour was full."},
            ]
        }
    ],
    "qa": [{"question": "When does the ferry leave?"}],
}


def test_made_facts_are_the_same_for_a_seed_and_differ_from_each_other() -> None:
    facts = list(Zipf(7).facts(2000))
    assert facts == list(Zipf(7).facts(2000))
    assert len(set(facts)) == 2000
    assert facts != list(Zipf(8).facts(2000))


def test_made_words_are_as_skewed_as_talk() -> None:
    words = [word for _, _, text in Zipf().facts(2000) for word in text.split()]
    assert 0.03 < words.count("the") / len(words) < 0.12
    assert len(set(words)) > 3000


def test_facts_from_conversations_use_their_words(tmp_path: Path) -> None:
    path = tmp_path / "talk.json"
    path.write_text(json.dumps([TALK]))
    source = Conversations(path)
    facts = list(islice(source.facts(5), 5))
    assert {subject for subject, _, _ in facts} <= {"Ada", "Ben"}
    known = {word for turn in TALK["sessions"][0]["turns"] for word in turn["text"].split()}
    assert {word for _, _, text in facts for word in text.split()} <= known
    assert source.questions(3) == ["When does the ferry leave?"]


def test_the_load_generator_sends_every_frame_once_and_counts_the_answers() -> None:
    with place() as folder:
        echo = _echo(folder / "echo")
        try:
            load = drive(str(folder / "echo"), [[frame("a", {"n": n}) for n in range(50)] for _ in range(4)])
            timed = drive(str(folder / "echo"), [repeat(frame("a"))] * 2, seconds=0.1)
        finally:
            echo.kill()
            echo.wait()
    assert len(load.latencies) == 200
    assert len(timed.latencies) > 2
    assert load.percentile(50) <= load.percentile(99) <= load.seconds


def test_the_baseline_finds_what_it_was_given() -> None:
    with place() as folder, store(folder / "facts.db") as database:
        database.add(("Ada", "likes", "oolong tea"))
        database.add_many([("Ben", "likes", "coffee"), ("Cleo", "owns", "a kettle")])
        assert [row[1] for row in database.query("What does she drink, oolong?")] == ["Ada"]
        assert [row[1] for row in database.query("the kettle")] == ["Cleo"]
        assert database.query("is it so?") == []


def test_batches_are_whole() -> None:
    assert [len(part) for part in batches([("a", "b", "c")] * 2500)] == [1000, 1000, 500]


@pytest.mark.parametrize(
    ("more_is_better", "expected"),
    [(True, 0.5), (False, 2.0)],
)
def test_a_ratio_above_one_means_that_we_are_better(more_is_better: bool, expected: float) -> None:
    assert Row("x", "/s", 50, 100, more_is_better=more_is_better).times == expected


def test_the_table_shows_both_sides_and_the_file_keeps_other_benches(tmp_path: Path) -> None:
    rows = [Row("rate", "/s", 12_345, 20_000, aim="0.60x")]
    assert "12,345 /s  20,000 /s  0.62x  0.60x" in table("t", "base", rows)
    save(tmp_path / "bench.json", {"a": rows})
    save(tmp_path / "bench.json", {"b": rows})
    kept = json.loads((tmp_path / "bench.json").read_text())["benches"]
    assert sorted(kept) == ["a", "b"]
    assert kept["a"][0]["ours"] == 12_345


def test_the_candidates_take_turns() -> None:
    seen: list[str] = []
    assert alternate(2, lambda: seen.append("a"), lambda: seen.append("b")) == [[None, None], [None, None]]
    assert seen == ["a", "b", "a", "b"]
