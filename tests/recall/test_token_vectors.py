from __future__ import annotations

import numpy as np
import pytest

from memoryd.recall.models.model import ModelUnusable
from memoryd.recall.models.token_vectors import WordVectors
from memoryd.recall.vectors.serving import Beside, EncodedQuery, Serving, similarities
from memoryd.recall.vectors.store import Near
from memoryd.recall.vectors.text_states import TextStates
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


def test_a_function_word_weighs_at_most_half_of_the_least_of_the_others(words):
    words.demote([THE])
    common, empty = scores(words, [TEA, DOG, THE], [[TEA], [THE]], {THE: 1, TEA: 95, DOG: 1})
    assert empty == pytest.approx(common / 2, abs=0.001)
    assert scores(words, [THE], [[THE], [TEA]], {THE: 1}) == pytest.approx([1.0, 0.0], abs=0.01)


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


class _Stored:
    """Documents of one passage each, all as near."""

    frequency = np.zeros(65_536, dtype=np.int32)
    rows = 100

    def __init__(self, tokens: dict[str, list[int]]) -> None:
        self._tokens = tokens

    def near(self, vector, keys):
        there = [place for place, key in enumerate(keys) if key in self._tokens]
        self._keys = [keys[place] for place in there]
        at = np.arange(len(there))
        return Near(there, [0.5] * len(there), [0.5] * len(there), at, at)

    def tokens(self, rows):
        found = np.zeros((len(rows), 4), dtype=np.uint16)
        for row, place in zip(found, rows, strict=True):
            row[: len(self._tokens[self._keys[place]])] = self._tokens[self._keys[place]]
        return found


def context_of(words, query: list[int], tokens: dict[str, list[int]], around: dict) -> dict[str, float | None]:
    serving = Serving(None, _Stored(tokens), words, 1.0, "", "", TextStates())
    places = {key: place for place, key in enumerate(tokens)}
    pairs = [around.get(key, (None, None)) for key in tokens]
    before, after = ([places.get(pair[side], -1) for pair in pairs] for side in (0, 1))
    beside = Beside(before, after, [key in around for key in tokens])
    found = similarities(EncodedQuery(np.zeros(1, dtype=np.float32), query, serving), list(tokens), beside)
    return dict(zip(tokens, found.context, strict=True))


def test_the_texts_around_add_the_words_that_it_lacks_the_less_the_farther(words):
    chain = {"a": (None, "b"), "b": ("a", "c"), "c": ("b", "d"), "d": ("c", None)}
    tokens = {"a": [DOG], "b": [BOAT], "c": [BOAT], "d": [BOAT], "alone": [TEA]}
    added = context_of(words, [DOG, TEA], tokens, chain)
    assert added["a"] == pytest.approx(0)  # it has the dog itself, and nobody speaks of tea
    assert added["b"] > added["c"] > 0.3
    assert added["d"] == pytest.approx(0)
    assert added["alone"] is None


def test_what_is_around_may_have_no_vector(words):
    assert context_of(words, [DOG], {"a": [TEA]}, {"a": ("gone", "lost")})["a"] == pytest.approx(0)


@pytest.fixture
def vocabulary(monkeypatch):
    """The test's tokens are words."""
    monkeypatch.setattr("memoryd.recall.models.token_vectors._FIRST_WORD", 0)


def closeness(words, query, rows):
    return query.closeness(words.cover(query, rows))


@pytest.mark.usefixtures("vocabulary")
def test_what_is_rare_anywhere_weighs_alike_in_every_memory(words):
    rows = np.asarray([[DOG, 0], [HOUND, 0], [DOG, TEA]], dtype=np.uint16)
    seen = []
    for documents in (1, 1000):
        counts = np.zeros(65_536, dtype=np.int32)
        counts[DOG] = 1
        seen.append(closeness(words, words.query([DOG, TEA], counts, documents), rows))
    assert np.allclose(seen[0][0], seen[1][0])


@pytest.mark.usefixtures("vocabulary")
def test_the_rest_is_what_the_passage_does_not_have_itself(words):
    rows = np.asarray([[DOG, 0], [HOUND, 0], [DOG, TEA]], dtype=np.uint16)
    rest = closeness(words, words.query([DOG, TEA], np.zeros(65_536, dtype=np.int32), 100), rows)[1]
    assert rest[0] == pytest.approx(0.0, abs=0.01)
    assert rest[2] == 1.0
