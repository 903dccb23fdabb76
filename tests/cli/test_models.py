"""memoryctl model: other models than memoryd's own, from a directory with their files."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from memoryd.cli import models
from memoryd.cli.models import ModelRefused
from memoryd.recall.models.model import read_model
from tests.support.rest import REST

pytest.importorskip("onnxruntime")
pytest.importorskip("onnx")
pytest.importorskip("safetensors")

from tests.recall.tiny_model import write_downloaded

NAME = "bge-tiny"


@pytest.fixture(scope="module")
def downloaded(tmp_path_factory: pytest.TempPathFactory) -> Path:
    directory = tmp_path_factory.mktemp("download") / NAME
    write_downloaded(directory)
    return directory


def memoryctl(*words: str | Path) -> tuple[int, str]:
    command = [sys.executable, "-m", "memoryd.cli", "model", *map(str, words)]
    done = subprocess.run(command, capture_output=True, text=True)
    return done.returncode, done.stdout + done.stderr


def test_a_downloaded_model_is_tried_installed_and_checked(downloaded: Path, tmp_path: Path) -> None:
    assert memoryctl("install", downloaded, "--to", tmp_path) == (0, f"installed\t{tmp_path / NAME}\n")
    files = {str(path.relative_to(tmp_path / NAME)) for path in (tmp_path / NAME).rglob("*") if path.is_file()}
    settings = {"config.json", "1_Pooling/config.json", "sentence_bert_config.json"}
    assert files == {"tokenizer.json", "onnx/model.onnx", models.SUMS, *settings}
    assert read_model(NAME, tmp_path / NAME).graph is not None
    assert models.install_other(downloaded, NAME, tmp_path)[0] == "already"
    (tmp_path / NAME / "onnx/model.onnx").write_bytes(b"spoiled")
    code, told = memoryctl("check", "--name", NAME, "--to", tmp_path)
    assert (code, "onnx/model.onnx is not what SHA256SUMS says" in told) == (70, True)
    (tmp_path / NAME / models.SUMS).unlink()
    code, told = memoryctl("check", "--name", NAME, "--to", tmp_path)
    assert (code, told.split("\t")[0], "there is no SHA256SUMS to compare with" in told) == (70, "unchecked", True)


def spoil(copy: Path, **contents: bytes | None) -> None:
    for name, content in contents.items():
        path = copy / {"graph": "onnx/model.onnx", "tokenizer": "tokenizer.json", "weights": "model.safetensors"}[name]
        if content is None:
            path.unlink()
        else:
            path.write_bytes(content)


@pytest.mark.parametrize(
    ("name", "spoiled", "why"),
    [
        (NAME, {"graph": b"no graph"}, "cannot be loaded"),
        pytest.param(NAME, {"tokenizer": None}, "has no tokenizer.json", marks=REST),
        pytest.param(NAME, {"tokenizer": b"{}"}, "cannot be read", marks=REST),
        pytest.param(NAME, {"graph": None, "weights": None}, "neither an ONNX graph", marks=REST),
        (models.NAME, {}, "cannot be the name of another model"),
        ("../evil", {}, "cannot be the name of another model"),
    ],
)
def test_what_does_not_fit_is_refused_in_a_sentence(
    name: str, spoiled: dict[str, bytes | None], why: str, downloaded: Path, tmp_path: Path
) -> None:
    copy = tmp_path / "copy"
    for path in downloaded.rglob("*"):
        if path.is_file():
            (copy / path.relative_to(downloaded)).parent.mkdir(parents=True, exist_ok=True)
            (copy / path.relative_to(downloaded)).write_bytes(path.read_bytes())
    spoil(copy, **spoiled)
    with pytest.raises(ModelRefused, match=why):
        models.install_other(copy, name, tmp_path / "models")
    assert not (tmp_path / "models").exists() or not list((tmp_path / "models").iterdir())


def test_weights_that_cannot_be_converted_are_refused(downloaded: Path, tmp_path: Path) -> None:
    copy = tmp_path / "copy"
    copy.mkdir()
    for name in ("tokenizer.json", "model.safetensors", "config.json"):
        (copy / name).write_bytes((downloaded / name).read_bytes())
    assert models.install_other(copy, "plain", tmp_path / "models")[0] == "installed"
    (copy / "config.json").write_text('{"model_type": "gpt2"}')
    with pytest.raises(ModelRefused, match="gpt2"):
        models.install_other(copy, "other", tmp_path / "models")
