"""Files of fitted weights: what is written is what is read, by other readers of the format too."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

import memoryd
from memoryd.weights import SUFFIX, Weights
from tests.support.weights import write_weights

ARRAYS = {
    "sums": np.array([[0.5, -1e9]]),
    "half": np.array([[1.5], [-2.0]], np.float16),
    "one": np.array(7, np.int16),
    "small": np.arange(-3, 3, dtype=np.int8),
}


@pytest.fixture
def path(tmp_path: Path) -> Path:
    path = tmp_path / f"some{SUFFIX}"
    write_weights(path, "tests.some.fit", 3, ARRAYS, {"names": ["é", '"', "b_c"]})
    return path


def test_what_is_written_is_read(path: Path) -> None:
    weights = Weights(path, 3)
    for name, one in ARRAYS.items():
        found = weights.array(name, *one.shape)
        assert found.dtype == one.dtype and found.tolist() == one.tolist()
    assert weights.words("names") == ["é", '"', "b_c"]


def test_others_read_the_format_too(path: Path) -> None:
    safetensors = pytest.importorskip("safetensors.numpy")
    found = safetensors.load_file(path)
    assert {name: one.tolist() for name, one in found.items()} == {name: one.tolist() for name, one in ARRAYS.items()}


@pytest.mark.parametrize(("name", "shape"), [("half", (2, 2)), ("half", (2,)), ("small", (-1, 1)), ("absent", (1,))])
def test_another_shape_than_the_code_needs_is_refused(path: Path, name: str, shape: tuple[int, ...]) -> None:
    with pytest.raises(ValueError, match=rf"{name}.*python -m tests\.some\.fit"):
        Weights(path, 3).array(name, *shape)


def test_any_length_fits_where_the_code_takes_any(path: Path) -> None:
    assert Weights(path, 3).array("small", -1).shape == (6,)


def test_weights_for_other_features_are_refused(path: Path) -> None:
    with pytest.raises(ValueError, match="version 3, not 4"):
        Weights(path, 4)


def test_the_same_numbers_make_the_same_bytes(path: Path, tmp_path: Path) -> None:
    other = tmp_path / "other"
    write_weights(other, "tests.some.fit", 3, ARRAYS, {"names": ["é", '"', "b_c"]})
    assert other.read_bytes() == path.read_bytes()


def test_each_file_says_what_makes_it() -> None:
    paths = sorted(Path(memoryd.__file__).parent.rglob(f"*{SUFFIX}"))
    root = Path(__file__).parents[1]
    for path in paths:
        made_by = Weights(path, _version_of(path)).made_by
        assert (root / (made_by.split()[0].replace(".", "/") + ".py")).is_file(), path.name
    assert len(paths) >= 5


def _version_of(path: Path) -> int:
    content = path.read_bytes()
    header = json.loads(content[8 : 8 + int.from_bytes(content[:8], "little")])
    return int(header["__metadata__"]["version"])
