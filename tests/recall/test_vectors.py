from __future__ import annotations

import os
import shutil
import sys
import threading
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from memoryd.recall.vectors.columns import BLOCK, Block, binary_codes, near_rows
from memoryd.recall.vectors.entry import Entry
from memoryd.recall.vectors.file import TOKENS
from memoryd.recall.vectors.store import INDEX_FILE, METADATA_FILE, SNAPSHOT_FILE, Filter, VectorStore
from memoryd.storage.files import OsFiles
from tests.recall.helpers import document

DIMENSIONS = 96


def unit(seed: int, passages: int = 1) -> np.ndarray:
    rows = np.random.default_rng(seed).normal(size=(passages, DIMENSIONS)).astype(np.float32)
    return rows / np.linalg.norm(rows, axis=1, keepdims=True)


def entry(key: str, seed: int, passages: int = 1, **labels) -> Entry:
    tokens = np.zeros((passages, TOKENS), dtype=np.uint16)
    tokens[:, 0] = 1000 + seed
    text = labels.pop("text", f"text {seed}")
    return Entry(key=key, text=text, vectors=unit(seed, passages), tokens=tokens, **labels)


def opened(directory: Path, model: str = "m:1") -> VectorStore:
    store = VectorStore(OsFiles(), str(directory), model, DIMENSIONS)
    store.load(lambda: None)
    return store


def keys(store: VectorStore, seed: int, limit: int = 3, wanted: Filter | None = None) -> list[str]:
    return store.nearest(unit(seed)[0], limit, wanted or Filter())


def has(store: VectorStore, key: str, text: str) -> bool:
    return not store.missing({key: document(key, text)})


def test_the_nearest_comes_first_with_its_cosine(tmp_path):
    store = opened(tmp_path)
    store.add([entry(f"fact-{n}", n) for n in range(300)])
    found = store.nearest(unit(7)[0], 5)
    exact = np.concatenate([unit(n) for n in range(300)]) @ unit(7)[0]
    assert found == [f"fact-{n}" for n in np.argsort(-exact)[:5]]
    near = store.near(unit(7)[0], found)
    assert near.cosines[near.places.index(found.index("fact-7"))] == pytest.approx(1.0, abs=0.01)


def test_an_empty_store_finds_nothing(tmp_path):
    assert opened(tmp_path).nearest(unit(1)[0], 5) == []


def test_best_and_mean_are_over_the_passages_of_a_memory(tmp_path):
    store = opened(tmp_path)
    store.add([entry("long", 5, passages=3), entry("other", 6)])
    near = store.near(unit(5, 3)[1], ["long", "absent"])
    cosines = unit(5, 3) @ unit(5, 3)[1]
    assert near.places == [0]
    assert near.cosines == [pytest.approx(float(cosines.max()), abs=0.01)]
    assert near.means == [pytest.approx(float(cosines.mean()), abs=0.01)]
    assert store.tokens(near.rows)[:, 0].tolist() == [1005, 1005, 1005]


def test_rows_that_come_and_go_meanwhile_make_no_others() -> None:
    """numpy counts what holds and then lists it; where that was fewer, the list ended with numbers of no row."""
    block, vector, ended = Block(2), np.ones(16, dtype=np.float32), threading.Event()
    block.alive[:] = True

    def change() -> None:
        while not ended.is_set():
            block.alive[1::2] = False
            block.alive[1::2] = True

    changing = threading.Thread(target=change)
    changing.start()
    try:
        for _ in range(3000):
            found = near_rows([block], BLOCK, vector, BLOCK, None)
            assert found[0] == 0
            assert found[-1] < BLOCK
            assert (np.diff(found) > 0).all()
    finally:
        ended.set()
        changing.join()


def test_a_memory_begins_with_its_first_passage(tmp_path):
    store = opened(tmp_path)
    assert store.beginnings(["long"]) == {}
    store.add([entry("long", 5, passages=3), entry("other", 6), entry("gone", 7)])
    store.remove(["gone"])
    found = store.beginnings(["gone", "other", "absent", "long"])
    assert list(found) == ["other", "long"]
    assert [float(found[key] @ unit(seed, count)[0]) for key, seed, count in (("long", 5, 3), ("other", 6, 1))] == [
        pytest.approx(1.0, abs=0.01)
    ] * 2


def test_a_removed_memory_is_gone_at_once_and_after_a_restart(tmp_path):
    store = opened(tmp_path)
    store.add([entry("a", 1), entry("b", 2)])
    store.remove(["a"])
    assert keys(store, 1) == ["b"]
    assert store.rows == 1
    store.close()
    assert keys(opened(tmp_path), 1) == ["b"]


def test_a_new_text_takes_the_place_of_the_old_one(tmp_path):
    store = opened(tmp_path)
    store.add([entry("a", 1, passages=2)])
    store.add([entry("a", 9)])
    assert has(store, "a", "text 9")
    assert not has(store, "a", "text 1")
    assert store.near(unit(9)[0], ["a"]).cosines == [pytest.approx(1.0, abs=0.01)]
    store.close()
    again = opened(tmp_path)
    assert again.rows == 1
    assert has(again, "a", "text 9")


def test_filters(tmp_path):
    store = opened(tmp_path)
    store.add(
        [
            entry("f", 1, kind="fact", at=10, project="p"),
            entry("m", 2, kind="message", at=20, project="q"),
            entry("n", 3, kind="note", at=30),
        ]
    )
    for store_now in (store, opened(tmp_path)):
        assert set(keys(store_now, 1, wanted=Filter(kinds=frozenset({"message", "note"})))) == {"m", "n"}
        # What belongs to no project passes for every one.
        assert set(keys(store_now, 1, wanted=Filter(project="q"))) == {"m", "n"}
        assert set(keys(store_now, 1, wanted=Filter(since=20))) == {"m", "n"}
        assert set(keys(store_now, 1, wanted=Filter(until=20))) == {"f", "m"}
        assert keys(store_now, 1, wanted=Filter(project="nowhere")) == ["n"]


def test_an_equal_text_need_not_be_embedded_again(tmp_path):
    store = opened(tmp_path)
    store.add([entry("a", 4, passages=3), entry("b", 5)])
    store.remove(["a"])
    store.close()
    again = opened(tmp_path)
    vectors, tokens = again.reuse("text 4") or (None, None)
    assert vectors is not None and tokens is not None
    assert vectors.shape == (3, DIMENSIONS)
    assert np.abs(vectors - unit(4, 3)).max() < 0.01
    assert tokens[:, 0].tolist() == [1004] * 3
    assert again.reuse("never seen") is None


def test_compaction_takes_out_what_is_gone_and_keeps_the_rest(tmp_path):
    store = opened(tmp_path)
    store.add([entry(f"k{n}", n) for n in range(50)])
    size = (tmp_path / INDEX_FILE).stat().st_size
    store.remove([f"k{n}" for n in range(0, 50, 2)])
    store.compact(lambda: None)
    assert (tmp_path / INDEX_FILE).stat().st_size < size
    for store_now in (store, opened(tmp_path)):
        assert store_now.rows == 25
        assert keys(store_now, 3, 1) == ["k3"]
        assert "k4" not in keys(store_now, 4, 25)
    store.add([entry("late", 90)])
    assert keys(store, 90, 1) == ["late"]
    assert keys(opened(tmp_path), 90, 1) == ["late"]


def test_what_is_removed_while_compacting_stays_removed(tmp_path):
    store = opened(tmp_path)
    store.add([entry(f"k{n}", n) for n in range(10)])
    store.compact(lambda: store.remove(["k3"]))
    assert "k3" not in keys(store, 3, 10)
    store.close()
    assert "k3" not in keys(opened(tmp_path), 3, 10)


def test_a_compaction_that_was_cut_between_the_files_loses_nothing(tmp_path):
    store = opened(tmp_path)
    store.add([entry(f"k{n}", n, passages=1 + n % 3) for n in range(20)])
    store.remove(["k0", "k1", "k5"])
    store.flush()
    before = (tmp_path / METADATA_FILE).read_bytes()
    store.compact(lambda: None)
    store.close()
    (tmp_path / METADATA_FILE).write_bytes(before)  # the new index.bin, the old metadata
    again = opened(tmp_path)
    assert set(keys(again, 2, 30)) == {f"k{n}" for n in range(20)} - {"k0", "k1", "k5"}
    assert keys(again, 8, 1) == ["k8"]
    assert again.problems


@pytest.mark.parametrize("torn", [1, 37, 500, 2000])
def test_a_torn_index_keeps_what_is_whole(tmp_path, torn):
    store = opened(tmp_path)
    store.add([entry(f"k{n}", n) for n in range(20)])
    store.close()
    path = tmp_path / INDEX_FILE
    path.write_bytes(path.read_bytes()[:-torn])
    again = opened(tmp_path)
    assert again.problems
    assert 0 < again.rows < 20
    assert keys(again, 2, 1) == ["k2"]
    assert not has(again, "k19", "text 19")
    again.add([entry("k19", 19)])
    assert keys(opened(tmp_path), 19, 1) == ["k19"]


def test_a_changed_byte_takes_out_only_its_row(tmp_path):
    store = opened(tmp_path)
    store.add([entry(f"k{n}", n) for n in range(8)])
    store.close()
    path = tmp_path / INDEX_FILE
    data = bytearray(path.read_bytes())
    record = (len(data) - 4096) // 8
    data[4096 + 3 * record + 5] ^= 0x40
    path.write_bytes(data)
    again = opened(tmp_path)
    assert set(keys(again, 1, 20)) == {f"k{n}" for n in range(8) if n != 3}


@pytest.mark.parametrize(
    "damage",
    [
        lambda data: data[:-7],
        lambda data: data + b'{"id": 3, "key"',
        lambda data: data + b"\xff\xfe\n",
        lambda data: data + b'{"id": 999999, "key": "x", "text": "0000000000000001"}\n',
        lambda data: data + b'{"id": 0, "key": "x", "text": "zz"}\n{"gone": [-4, 88888]}\n',
        lambda data: data.replace(b'"key":"k1"', b'"key":"k7"'),
        lambda data: b"\n".join(sorted(data.split(b"\n"), reverse=True)),
        lambda data: b"",
        lambda data: b"\x00" * 4096,
        lambda data: b"[]\n" + data,
    ],
)
def test_metadata_that_disagrees_never_stops_the_start(tmp_path, damage):
    store = opened(tmp_path)
    store.add([entry(f"k{n}", n) for n in range(8)])
    store.close()
    path = tmp_path / METADATA_FILE
    path.write_bytes(damage(path.read_bytes()))
    again = opened(tmp_path)
    assert set(again.nearest(unit(2)[0], 20)) <= {f"k{n}" for n in range(8)}
    again.add([entry("new", 50)])
    again.close()
    third = opened(tmp_path)
    assert keys(third, 50, 1) == ["new"]
    assert third.problems == []


@pytest.mark.parametrize("head", [b"", b"MEMVEC", b"\x00" * 4096, b"GIF89a" * 2000])
def test_a_foreign_index_starts_anew(tmp_path, head):
    store = opened(tmp_path)
    store.add([entry("a", 1)])
    store.close()
    (tmp_path / INDEX_FILE).write_bytes(head)
    again = opened(tmp_path)
    assert again.rows == 0
    assert again.problems
    again.add([entry("a", 1)])
    assert keys(opened(tmp_path), 1) == ["a"]


def test_another_model_embeds_all_again(tmp_path):
    store = opened(tmp_path)
    store.add([entry("a", 1)])
    store.close()
    other = opened(tmp_path, model="m:2")
    assert other.rows == 0
    assert other.problems


def test_searches_go_on_while_rows_are_added_removed_and_compacted(tmp_path):
    store = opened(tmp_path)
    store.add([entry("steady", 777)])
    stop, seen = threading.Event(), []

    def read() -> None:
        while not stop.is_set():
            seen.append(keys(store, 777, 1))

    reader = threading.Thread(target=read)
    reader.start()
    for n in range(30):
        store.add([entry(f"k{n}-{i}", 1000 + n * 300 + i) for i in range(300)])
        store.remove([f"k{n}-{i}" for i in range(200)])
        if n % 10 == 9:
            store.compact(lambda: None)
    stop.set()
    reader.join(30)
    assert seen
    assert all(found == ["steady"] for found in seen)
    assert store.rows == 1 + 30 * 100


@settings(max_examples=30, deadline=None)
@given(
    st.lists(
        st.tuples(st.sampled_from("add remove reopen compact".split()), st.integers(0, 12), st.integers(1, 3)),
        max_size=25,
    )
)
def test_the_store_is_what_a_dictionary_is(tmp_path_factory, steps):
    directory = tmp_path_factory.mktemp("store")
    store, model = opened(directory), {}
    for turn, (step, number, passages) in enumerate(steps):
        if step == "add":
            store.add([entry(f"k{number}", 100 * turn + number, passages)])
            model[f"k{number}"] = 100 * turn + number
        elif step == "remove":
            store.remove([f"k{number}"])
            model.pop(f"k{number}", None)
        elif step == "compact":
            store.compact(lambda: None)
        else:
            store.close()
            store = opened(directory)
            assert store.problems == []
        for key, seed in model.items():
            assert has(store, key, f"text {seed}")
        assert set(store.nearest(unit(1)[0], 50)) == set(model)
    store.close()
    shutil.rmtree(directory)


def test_binary_codes_and_rerank_find_what_an_exact_search_finds(tmp_path):
    """Clustered vectors, as texts make; over more rows than are reranked."""
    rng = np.random.default_rng(3)
    centres = rng.normal(size=(60, DIMENSIONS))
    rows = (centres[rng.integers(0, 60, 6000)] + 0.7 * rng.normal(size=(6000, DIMENSIONS))).astype(np.float32)
    rows /= np.linalg.norm(rows, axis=1, keepdims=True)
    store = opened(tmp_path)
    none = np.zeros((1, TOKENS), dtype=np.uint16)
    for first in range(0, 6000, 1000):
        store.add(
            [Entry(key=f"{n}", text=f"{n}", vectors=rows[n : n + 1], tokens=none) for n in range(first, first + 1000)]
        )
    found = total = 0
    for n in range(0, 6000, 300):
        wanted = set(np.argsort(-(rows @ rows[n]))[:10].tolist())
        got = {int(key) for key in store.nearest(rows[n], 10)}
        found, total = found + len(wanted & got), total + 10
    assert found / total > 0.95


def test_codes_choose_the_nearest_of_many_rows_and_none_that_is_gone_or_not_allowed():
    """Over two blocks."""
    rng, count, limit = np.random.default_rng(5), BLOCK + 9_000, 100
    centres = rng.normal(size=(400, 256)).astype(np.float32)
    rows = centres[rng.integers(0, 400, count)] + 0.8 * rng.normal(size=(count, 256)).astype(np.float32)
    blocks = [Block(32), Block(32)]
    for at, block in enumerate(blocks):
        part = rows[at * BLOCK : (at + 1) * BLOCK]
        block.codes[: len(part)] = binary_codes(part)
        block.alive[: len(part)] = True
    everything = [block.alive[: min(BLOCK, count - at * BLOCK)].copy() for at, block in enumerate(blocks)]
    found, norms = 0, np.linalg.norm(rows, axis=1)
    for asked in range(0, count, count // 40):
        wanted = np.argpartition(-(rows @ rows[asked]) / norms, 10)[:10]
        got = near_rows(blocks, count, rows[asked], limit, None)
        assert len(got) == limit
        assert np.array_equal(np.sort(got), np.sort(near_rows(blocks, count, rows[asked], limit, everything)))
        found += len(np.intersect1d(wanted, got))
    assert found / 410 > 0.95
    blocks[0].alive[::2] = False
    few = [np.zeros(BLOCK, dtype=np.bool_), np.arange(count - BLOCK) < 30]
    assert not any(row < BLOCK and row % 2 == 0 for row in near_rows(blocks, count, rows[0], limit, None).tolist())
    assert near_rows(blocks, count, rows[0], limit, few).tolist() == list(range(BLOCK, BLOCK + 30))


def test_searches_give_back_no_reference_that_they_do_not_own():
    # With one less of None at each search, the process aborts when the last is gone.
    block = Block(code_bytes=2)
    block.alive[:64] = True
    vector = np.ones(16, dtype=np.float32)

    before = sys.getrefcount(None)
    for _ in range(1_000):
        near_rows([block], 64, vector, 3, None)

    assert abs(sys.getrefcount(None) - before) < 500


def test_an_orderly_end_keeps_what_a_start_would_make_and_the_first_change_takes_it_away(tmp_path):
    snapshot = tmp_path / SNAPSHOT_FILE
    store = opened(tmp_path)
    store.add([entry("a", 1, passages=2, kind="fact", at=7, project="p"), entry("b", 2, kind="note"), entry("c", 3)])
    store.remove(["c"])
    store.close()
    kept = snapshot.read_bytes()
    again = opened(tmp_path)
    snapshot.unlink()
    made = opened(tmp_path)
    for wanted in (Filter(), Filter(kinds=frozenset({"fact"})), Filter(project="p"), Filter(since=5)):
        assert keys(again, 1, wanted=wanted) == keys(made, 1, wanted=wanted)
    assert again.near(unit(1)[0], ["a", "b", "c"])[:3] == made.near(unit(1)[0], ["a", "b", "c"])[:3]
    assert (again.rows, again.gone, again.frequency.tolist()) == (made.rows, made.gone, made.frequency.tolist())
    for broken in (kept, kept[:-1], kept[:-1] + b"x", b"MEMCOL01", b"", kept.replace(b"m:1", b"m:2")):
        snapshot.write_bytes(broken)
        assert keys(opened(tmp_path), 1) == ["a", "b"]
    snapshot.write_bytes(kept)
    changed = opened(tmp_path)
    changed.remove(["b"])
    assert not snapshot.exists()
    assert keys(changed, 2) == ["a"]


HOLE = 1 << 40


@pytest.mark.parametrize("name", [INDEX_FILE, METADATA_FILE, SNAPSHOT_FILE])
def test_a_file_that_became_one_great_hole_is_not_read(tmp_path, name):
    store = opened(tmp_path)
    store.add([entry("a", 1), entry("b", 2)])
    store.close()
    os.truncate(tmp_path / name, HOLE)
    store = opened(tmp_path)
    assert (tmp_path / name).stat().st_size < HOLE or name == SNAPSHOT_FILE
    if not has(store, "a", "text 1"):
        store.add([entry("a", 1), entry("b", 2)])
    assert keys(store, 1)[0] == "a"
    store.close()


@pytest.mark.parametrize("name", [INDEX_FILE, METADATA_FILE])
def test_a_file_that_becomes_one_great_hole_is_written_again(tmp_path, name):
    store = opened(tmp_path)
    store.add([entry("a", 1), entry("b", 2)])
    os.truncate(tmp_path / name, HOLE)
    assert store.lost() == [name]
    store.compact(lambda: None)
    assert (store.lost(), keys(store, 1)[0]) == ([], "a")
    assert (tmp_path / name).stat().st_size < HOLE
    store.close()
