"""Filters cost no results: whatever passes is found, however much that does not pass is nearer."""

from __future__ import annotations

import pytest

from memoryd.recall.hashing import hash64
from memoryd.recall.lexical.index import Index
from memoryd.recall.query import KindFilter, LexicalQuery
from tests.recall.helpers import document, found, group, put

ONE_FACT = KindFilter(
    name="faded", kinds=frozenset(("fact",)), excludes=lambda key: key not in ("f2", "note"), included=lambda: ["f2"]
)
GROUP = group("g")


def fill(index: Index) -> None:
    """Documents of several kinds on disk, some of them replaced by others in the overlay."""
    put(index, *(document(f"f{n}", "tea", predicate="drinks", subject=f"s{n}") for n in range(5)))
    put(
        index,
        document("note", "tea", kind="note", layer="user", hot=True, title="relevant", audience="shared"),
        state=b"x",
    )
    index.flush()
    put(index, document("young", "tea", title="relevant"), document("old", "tea", title="other"))
    put(index, document("mine", "tea", kind="message", session_id="g"), document("theirs", "tea", kind="message"))


@pytest.mark.parametrize("settled", [False, True])
@pytest.mark.parametrize(
    ("query", "wanted"),
    [
        (LexicalQuery("", subject="S3"), {"f3"}),
        (LexicalQuery("", label="relevant"), {"note", "young"}),
        (LexicalQuery("", layers=frozenset({"user"})), {"note"}),
        (LexicalQuery("", kinds=frozenset({"hot"})), {"note"}),
        (LexicalQuery("", kinds=frozenset({"message", "note"}), visibility=GROUP), {"mine", "note"}),
        (
            LexicalQuery("", kind_filter=ONE_FACT, kinds=frozenset({"fact", "note"})),
            {"f2", "note"},
        ),
    ],
)
def test_the_index_names_what_passes(index: Index, settled: bool, query: LexicalQuery, wanted: set[str]) -> None:
    fill(index)
    put(index, document("f4", "tea", predicate="drinks", subject="s4 replaced"))
    if settled:
        index.flush()
    everything = ["f0", "f1", "f2", "f3", "f4", "note", "young", "old", "mine", "theirs"]
    hashes = index.key_hashes(query)
    assert hashes is not None
    assert {key for key in everything if hash64(key) in hashes} == wanted
    assert set(index.passing(query, everything)) == wanted


def test_more_than_asked_for_are_not_named(index: Index) -> None:
    fill(index)
    index.flush()
    assert index.key_hashes(LexicalQuery("", kinds=frozenset({"fact"})), 3) is None


def test_faded_facts_crowd_no_living_one_out(index: Index) -> None:
    put(index, *(document(f"f{n}", "bakery order") for n in range(1500)))
    put(
        index,
        document("alive", "the new cook takes every order that comes from the hotel"),
        document("n", "order " * 9),
    )
    index.flush()
    asked = 0

    def living() -> list[str]:
        nonlocal asked
        asked += 1
        return ["alive", "n"]

    unfaded = KindFilter(
        name="faded", kinds=frozenset(("fact",)), excludes=lambda key: key.startswith("f"), included=living
    )
    assert set(found(index, "bakery order", kind_filter=unfaded)) == {"alive", "n"}
    assert asked == 1
    assert len(found(index, "bakery order", limit=9)) == 9
