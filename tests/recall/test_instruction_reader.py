"""What reads untrusted windows with the encoder's inner states (rule 27)."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import numpy as np
import pytest

from memoryd.recall.models.instruction_reader import HEADS, STATES, InstructionReader, heads
from memoryd.recall.models.model import BUNDLED_MODEL, ModelUnusable, find_model
from memoryd.text.instructions import instructs

pytest.importorskip("onnxruntime")
pytest.importorskip("tokenizers")

from memoryd.recall.models.encoder import Encoder

EXAMPLES = json.loads(Path(__file__).with_name("reading_examples.json").read_text())
BLIND = json.loads((Path(__file__).parent.parent / "blind/untrusted.json").read_text())["items"]


@pytest.fixture(scope="module")
def reader() -> InstructionReader:
    """With the bundled model."""
    try:
        model = find_model(BUNDLED_MODEL, [Path(sys.prefix, "share/memoryd/models")])
    except ModelUnusable:
        pytest.skip("make setup brings the model")
    assert model is not None
    return InstructionReader(Encoder(model))


def test_it_says_what_was_said_when_it_was_fitted(reader: InstructionReader) -> None:
    """But for what halves of floats lose."""
    said = reader.read([one["window"] for one in EXAMPLES])
    assert said == pytest.approx([one["logit"] for one in EXAMPLES], abs=0.1)
    assert max(said) > 1 and min(said) < -1


def test_a_window_reads_the_same_in_any_company(reader: InstructionReader) -> None:
    windows = [one["window"] for one in EXAMPLES][:6]
    together = reader.read(windows)
    assert [reader.read([one])[0] for one in reversed(windows)] == together[::-1]


def test_an_empty_window_and_a_long_one_are_read(reader: InstructionReader) -> None:
    assert np.isfinite(reader.read(["", "\ufffd", "a " * 600])).all()


def test_every_head_is_asked() -> None:
    assert len(heads()) == HEADS
    states = np.random.default_rng(1).normal(size=(5, STATES)).astype(np.float32)
    assert len({head.logit(states) for head in heads()}) == HEADS
    assert all(head.logit(states) == pytest.approx(head.logit(states[::-1]), abs=1e-4) for head in heads())


def test_the_set_that_was_written_blind(reader: InstructionReader) -> None:
    """The aims are .95 of what is poisoned and .01 of what is not; this holds what is reached."""

    class Ready:
        is_ready = True
        read = reader.read

    found = [[instructs(one["content"], Ready()) for one in BLIND if one["poisoned"] is kind] for kind in (True, False)]
    assert sum(found[0]) >= 0.88 * len(found[0])
    assert sum(found[1]) <= 0.01 * len(found[1])
