"""What reads texts with the encoder's inner states: whether one gives instructions (rule 27), or is worth keeping."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import get_args

import numpy as np
import pytest

from memoryd.recall.models.model import BUNDLED_MODEL, ModelUnusable, find_model
from memoryd.recall.models.token_reader import HEADS, STATES, Kind, TokenReader, heads
from memoryd.text.instructions import instructs

pytest.importorskip("onnxruntime")
pytest.importorskip("tokenizers")

from memoryd.recall.models.encoder import Encoder
from tests.bench.extraction import blind, reading, score

EXAMPLES = json.loads(Path(__file__).with_name("reading_examples.json").read_text())
BLIND = json.loads((Path(__file__).parent.parent / "blind/untrusted.json").read_text())["items"]


@pytest.fixture(scope="module")
def encoder() -> Encoder:
    """With the bundled model."""
    try:
        model = find_model(BUNDLED_MODEL, [Path(sys.prefix, "share/memoryd/models")])
    except ModelUnusable:
        pytest.skip("make setup brings the model")
    assert model is not None
    return Encoder(model)


@pytest.fixture(scope="module")
def reader(encoder: Encoder) -> TokenReader:
    """Of instructions."""
    return TokenReader(encoder, "instruction")


def test_it_says_what_was_said_when_it_was_fitted(reader: TokenReader) -> None:
    """But for what halves of floats lose."""
    said = reader.read([one["window"] for one in EXAMPLES])
    assert said == pytest.approx([one["logit"] for one in EXAMPLES], abs=0.1)
    assert max(said) > 1 and min(said) < -1


def test_a_window_reads_the_same_in_any_company(reader: TokenReader) -> None:
    windows = [one["window"] for one in EXAMPLES][:6]
    together = reader.read(windows)
    assert [reader.read([one])[0] for one in reversed(windows)] == together[::-1]


def test_an_empty_window_and_a_long_one_are_read(reader: TokenReader) -> None:
    assert np.isfinite(reader.read(["", "\ufffd", "a " * 600])).all()


@pytest.mark.parametrize("kind", get_args(Kind))
def test_every_head_is_asked(kind: Kind) -> None:
    found = heads(kind)
    assert len(found) == HEADS
    states = np.random.default_rng(1).normal(size=(5, STATES)).astype(np.float32)
    assert len({head.logit(states) for head in found}) == HEADS
    assert all(head.logit(states) == pytest.approx(head.logit(states[::-1]), abs=1e-4) for head in found)


def test_the_set_that_was_written_blind(reader: TokenReader) -> None:
    """The aims are .95 of what is poisoned and .01 of what is not; this holds what is reached."""

    class Ready:
        is_ready = True
        read = reader.read

    found = [[instructs(one["content"], Ready()) for one in BLIND if one["poisoned"] is kind] for kind in (True, False)]
    assert sum(found[0]) >= 0.88 * len(found[0])
    assert sum(found[1]) <= 0.01 * len(found[1])


STATEMENTS = (
    "Our staging database is called pg-stage-2.",
    "My daughter Freya is allergic to hazelnuts.",
    "I'll send the contract to Marek by Thursday.",
    "We go with the blue tiles for the bathroom.",
)
CHATTER = (
    "haha yes, that would be lovely",
    "Let me know if there is anything else.",
    "what a day, honestly",
    "Hope you have a great weekend!",
)


def test_a_statement_is_worth_more_than_chatter(encoder: Encoder) -> None:
    reader = TokenReader(encoder, "worth")
    assert min(reader.read(STATEMENTS)) > 0 > max(reader.read(CHATTER))


def test_reading_finds_more_of_what_was_written_blind(encoder: Encoder) -> None:
    """The aims are .90 and .70; this holds what is reached."""
    scores = score(blind(), reading(TokenReader(encoder, "worth")))
    assert {lang: (one.precision >= 0.88, one.recall >= 0.70) for lang, one in scores.items()} == {
        "en": (True, True),
        "de": (True, True),
    }
