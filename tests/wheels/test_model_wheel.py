"""memoryd-model: the finished model as a wheel, which memoryctl installs when every file is what it should be."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from memoryd.cli import models
from memoryd.recall.models.model import read_model
from tests.wheels.conftest import ROOT

MODELS = models.default_place()
pytestmark = [
    pytest.mark.long,
    pytest.mark.skipif(not (MODELS / models.NAME / "PROVENANCE").is_file(), reason="no model here: make setup"),
]


def pack(out: Path) -> Path:
    command = [sys.executable, "packaging/model/wheel.py", "--model", str(MODELS), "--out", str(out)]
    environ = {**os.environ, "SOURCE_DATE_EPOCH": "1700000000"}
    subprocess.run(command, cwd=ROOT, env=environ, check=True, capture_output=True)
    [wheel] = out.iterdir()
    return wheel


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return pack(tmp_path_factory.mktemp("model"))


def memoryctl(*words: str | Path) -> tuple[int, str]:
    done = subprocess.run(
        [sys.executable, "-m", "memoryd.cli", "model", *words], capture_output=True, text=True, cwd=ROOT
    )
    return done.returncode, done.stdout + done.stderr


def test_twice_the_same_bytes(wheel: Path, tmp_path: Path) -> None:
    assert pack(tmp_path / "again").read_bytes() == wheel.read_bytes()


def test_it_is_installed_once_and_is_a_model(wheel: Path, tmp_path: Path) -> None:
    place = tmp_path / "models"
    assert memoryctl("install", wheel, "--to", place) == (0, f"installed\t{place / models.NAME}\n")
    assert memoryctl("install", wheel, "--to", place) == (0, f"already\t{place / models.NAME}\n")
    assert [path.name for path in place.iterdir()] == [models.NAME]
    assert read_model(models.NAME, place / models.NAME).words is not None
    done = subprocess.run(["sha256sum", "--quiet", "-c", models.SUMS], cwd=place / models.NAME)
    assert done.returncode == 0
    # What a disk or a person spoiled is seen, and put right by installing it again.
    (place / models.NAME / "words.bin").write_bytes(b"spoiled")
    (place / models.NAME / "more.bin").write_bytes(b"")
    code, told = memoryctl("check", "--to", place)
    assert (code, "words.bin is not what" in told, "more.bin does not belong there" in told) == (70, True, True)
    assert memoryctl("install", wheel, "--to", place)[0] == 0
    assert memoryctl("check", "--to", place)[0] == 0


def test_pip_installs_it_and_memoryctl_finds_it_there(wheel: Path, tmp_path: Path) -> None:
    site = tmp_path / "site"
    pip = [
        sys.executable,
        "-m",
        "pip",
        "install",
        "--quiet",
        "--no-index",
        "--no-deps",
        "--target",
        str(site),
        str(wheel),
    ]
    subprocess.run(pip, check=True, capture_output=True)
    place = tmp_path / "models"
    done = subprocess.run(
        [sys.executable, "-m", "memoryd.cli", "model", "install", "--to", str(place)],
        env={**os.environ, "PYTHONPATH": f"{site}:{ROOT}"},
        capture_output=True,
        text=True,
    )
    assert (done.returncode, done.stdout) == (0, f"installed\t{place / models.NAME}\n")


def changed(wheel: Path, target: Path, name: str, content: bytes | None, *, in_record: bool) -> Path:
    """A copy of the wheel with another content of a file, or without it."""
    with zipfile.ZipFile(wheel) as old, zipfile.ZipFile(target, "w") as new:
        files = {entry: old.read(entry) for entry in old.namelist()}
        full = f"{models.PACKAGE}/{models.NAME}/{name}"
        if content is None:
            files.pop(full, None)
        else:
            files[full] = content
        if in_record and content is not None:
            scratch = target.with_suffix(".scratch")
            scratch.write_bytes(content)
            [record] = [entry for entry in files if entry.endswith("/RECORD")]
            lines = [line for line in files[record].decode().splitlines() if not line.startswith(full + ",")]
            files[record] = "\n".join([*lines, f"{full},{models.record_hash(scratch)},{len(content)}"]).encode()
        for entry, data in files.items():
            new.writestr(entry, data)
    return target


@pytest.mark.parametrize(
    ("name", "content", "in_record", "why"),
    [
        ("words.bin", b"other", False, "words.bin is not what the wheel's record says"),
        ("words.bin", b"other", True, "words.bin is not what SHA256SUMS says"),
        ("tokenizer.json", b"{}", True, "tokenizer.json is not what SHA256SUMS says"),
        ("model.onnx", None, False, "model.onnx is missing"),
        ("../../../evil", b"x", True, "does not belong into the model"),
        ("SHA256SUMS", ("0" * 64 + "  tokenizer.json\n").encode(), True, "tokenizer.json is not the published one"),
    ],
)
def test_what_is_not_whole_is_refused(
    name: str, content: bytes | None, in_record: bool, why: str, wheel: Path, tmp_path: Path
) -> None:
    place = tmp_path / "models"
    shutil.copytree(MODELS / models.NAME, place / models.NAME)
    before = sorted(path.name for path in place.rglob("*"))
    spoiled = changed(wheel, tmp_path / "memoryd_model-0-py3-none-any.whl", name, content, in_record=in_record)
    code, told = memoryctl("install", spoiled, "--to", place)
    assert (code, why in told) == (70, True), told
    assert sorted(path.name for path in place.rglob("*")) == before
    assert not (tmp_path / "evil").exists()


def test_no_wheel_and_another_wheel(tmp_path: Path) -> None:
    (tmp_path / "x.whl").write_bytes(b"no zip")
    assert memoryctl("install", tmp_path / "x.whl", "--to", tmp_path)[0] == 70
    assert memoryctl("install", tmp_path / "none.whl", "--to", tmp_path)[0] == 64
    assert memoryctl("install", "--to", tmp_path)[0] == 64
