from __future__ import annotations

import numpy as np
import pytest

from memoryd.recall.models.model import ModelUnusable
from memoryd.recall.models.token_vectors import WordVectors
from tests.recall.model_builder import reduce_rows, write_word_vectors

DOG, HOUND, TEA, COFFEE, BOAT, THE = 1, 2, 3, 4, 5, 6


@pytest.fixture
def words(tmp_path):
    rows = np.zeros((8, 4), dtype=np.int8)
    rows[DOG], rows[HOUND] = [127, 0, 0, 0], [120, 40, 0, 0]
    rows[TEA], rows[COFFEE] = [0, 0, 127, 0], [0, 30, 122, 0]
    rows[BOAT], rows[THE] = [0, 127, 0, 0], [0, 0, 0, 127]
    write_word_vectors(tmp_path / "words.bin", rows, b"d" * 32)
    return WordVectors(tmp_path / "words.bin")


def scores(words, query: list[int], passages: list[list[int]], frequency: dict[int, int] | None = None) -> list[float]:
    counts = np.zeros(65_536, dtype=np.int32)
    for token, count in (frequency or {}).items():
        counts[token] = count
    rows = np.zeros((len(passages), 8), dtype=np.uint16)
    for row, passage in zip(rows, passages, strict=True):
        row[: len(passage)] = passage
    return words.score(words.query(query, counts, 100), rows).tolist()


def test_a_near_word_counts_nearly_as_the_word_itself(words):
    same, near, other = scores(words, [DOG], [[DOG, THE], [HOUND, THE], [BOAT, THE]])
    assert same == pytest.approx(1.0, abs=0.01)
    assert near == pytest.approx(0.945, abs=0.01)
    assert other == pytest.approx(0.0, abs=0.01)


def test_every_word_of_the_query_wants_its_own(words):
    both, one = scores(words, [DOG, TEA], [[HOUND, COFFEE], [DOG, DOG]])
    assert both > 0.9
    assert one == pytest.approx(0.5, abs=0.01)


def test_a_rare_word_weighs_more_than_a_common_one(words):
    rare, common = scores(words, [TEA, THE], [[TEA], [THE]], {THE: 100, TEA: 1})
    assert rare > 0.9
    assert common < 0.1


def test_a_function_word_weighs_less_even_where_it_is_as_rare(words):
    words.demote([THE, 70_000])
    named, empty = scores(words, [TEA, THE], [[TEA], [THE]], {THE: 1, TEA: 1})
    assert named == pytest.approx(1 / 1.4, abs=0.01)
    assert empty == pytest.approx(0.4 / 1.4, abs=0.01)


def test_the_order_and_the_number_of_other_words_change_nothing(words):
    short, long = scores(words, [DOG], [[HOUND], [THE, TEA, HOUND, BOAT]])
    assert short == pytest.approx(long)


def test_empty_passages_and_queries_get_nothing(words):
    assert scores(words, [DOG], [[], [DOG], []]) == [0.0, pytest.approx(1.0, abs=0.01), 0.0]
    assert scores(words, [], [[DOG]]) == [0.0]
    assert scores(words, [DOG], []) == []
    assert scores(words, [70_000, -1], [[DOG]]) == [0.0]


def test_ids_past_the_vocabulary_break_nothing(words):
    assert len(scores(words, [DOG], [[60_000, DOG]])) == 1


@pytest.mark.parametrize("spoil", [lambda d: d[:-1], lambda d: d + b"x", lambda d: b"", lambda d: b"GIF89a" * 20])
def test_a_torn_table_is_a_clear_error(tmp_path, words, spoil):
    path = tmp_path / "words.bin"
    path.write_bytes(spoil(path.read_bytes()))
    with pytest.raises(ModelUnusable, match=r"words\.bin"):
        WordVectors(path)


def test_reduction_keeps_what_is_near_near():
    rng = np.random.default_rng(1)
    base = rng.normal(size=(200, 6)) @ rng.normal(size=(6, 40))
    vectors = (base + 0.01 * rng.normal(size=base.shape)).astype(np.float32)
    rows = reduce_rows(vectors, 8).astype(np.float64)
    centred = vectors - vectors.mean(0)
    centred /= np.linalg.norm(centred, axis=1, keepdims=True)
    assert rows.shape == (200, 8)
    assert np.abs(centred @ centred.T - rows @ rows.T / 127**2).max() < 0.05
