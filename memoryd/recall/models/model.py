"""Finds an embedding model by name: a directory of the usual Hugging Face layout under one of the models paths."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from hashlib import sha256
from pathlib import Path
from typing import Any, Literal

import msgspec

from memoryd.errors import Unsupported

BUNDLED_MODEL = "all-MiniLM-L6-v2"
"""What `make setup` and the packages bring."""

NO_MODEL = ("", "none")

STATIC_MODEL = "static"
"""The token vectors of the bundled model by themselves: no transformer runs."""

_GRAPHS = (
    "onnx/model.onnx", "model.onnx", "onnx/model_quantized.onnx", "model_quantized.onnx", "onnx/model_int8.onnx",
    "model_optimized.onnx",
)  # fmt: skip
_WEIGHTS = "model.safetensors"
_WORDS = "words.bin"
SETTINGS = (
    "1_Pooling/config.json", "sentence_bert_config.json", "config_sentence_transformers.json", "modules.json",
    "LICENSE",
)  # fmt: skip
"""What stands beside a model: how it pools, how long its texts are, its prompts; and what one may do with it."""
_E5 = re.compile(r"(^|[-_/])e5([-_]|$)", re.IGNORECASE)
_BGE = re.compile(r"(^|[-_/])bge([-_]|$)", re.IGNORECASE)
_LONGEST = 256

Pooling = Literal["mean", "cls"]


class ModelUnusable(Unsupported):
    """There is no usable model of that name: it is missing, damaged, or of a type that memoryd cannot run."""


class Model(msgspec.Struct, frozen=True, kw_only=True):
    """Where a model's files are and how its vectors are made."""

    name: str
    directory: Path
    tokenizer: Path
    graph: Path | None
    """ONNX; None when only `weights` are there, which have to be converted first."""
    weights: Path | None
    config: Path | None
    words: Path | None
    """Static token vectors for MaxSim (memoryd's own file)."""
    pooling: Pooling = "mean"
    query_prefix: str = ""
    passage_prefix: str = ""
    longest: int = _LONGEST
    """Tokens of one passage, with the special ones."""

    def fingerprint(self) -> str:
        """Identifies what made a vector: vectors with different fingerprints are not comparable."""
        source = self.graph or self.weights or self.words
        digest = sha256(f"{self.pooling}\0{self.query_prefix}\0{self.passage_prefix}\0{self.longest}\0".encode())
        beside = None if self.graph is None else self.graph.with_name(self.graph.name + "_data")
        for path in (self.tokenizer, source, beside):
            if path is not None and path.is_file():
                digest.update(_content_digest(path))
        return f"{self.name}:{digest.hexdigest()[:16]}"


def find_model(name: str, models_paths: Sequence[Path]) -> Model | None:
    """The model called `name`; None when the name asks for no model.

    Raises ModelUnusable, whose sentence names the directory and what is wrong with it.
    """
    if name.casefold() in NO_MODEL:
        return None
    if "\0" in name or Path(name).is_absolute() or ".." in Path(name).parts:
        raise ModelUnusable(f"{name!r} is no model name; give the name of a directory under models_path.", name=name)
    for root in models_paths:
        at = BUNDLED_MODEL if name == STATIC_MODEL else name
        for directory in (root / at, root / at.rsplit("/", 1)[-1]):
            if directory.is_dir():
                return read_model(name, directory)
    places = ", ".join(str(root) for root in models_paths) or "(no models_path)"
    raise ModelUnusable(
        f"The embedding model {name} is not installed: no directory of that name under {places}. "
        "Put it there, or set embedding_model to another one or to none.",
        name=name,
    )


def choose_model(name: str, models_paths: Sequence[Path]) -> tuple[Model | None, str | None]:
    """The model asked for, else the bundled one, else none; and the problem to report when it is not the first."""
    try:
        return find_model(name, models_paths), None
    except ModelUnusable as error:
        problem = error.sentence
    if name != BUNDLED_MODEL:
        try:
            return find_model(BUNDLED_MODEL, models_paths), f"{problem} Recall uses {BUNDLED_MODEL} instead."
        except ModelUnusable:
            pass
    return None, f"{problem} Recall is lexical until then."


def read_model(name: str, directory: Path) -> Model:
    """What the directory holds. Raises ModelUnusable."""
    tokenizer = directory / "tokenizer.json"
    if not tokenizer.is_file():
        raise ModelUnusable(f"{directory} has no tokenizer.json, so it is no model that memoryd can run.", name=name)
    graph = next((directory / path for path in _GRAPHS if (directory / path).is_file()), None)
    weights = directory / _WEIGHTS if (directory / _WEIGHTS).is_file() else None
    config = directory / "config.json" if (directory / "config.json").is_file() else None
    words = directory / _WORDS if (directory / _WORDS).is_file() else None
    if name == STATIC_MODEL:
        if words is None:
            raise ModelUnusable(f"{directory} has no {_WORDS}, which static vectors are.", name=name)
        return Model(
            name=name, directory=directory, tokenizer=tokenizer, graph=None, weights=None, config=config, words=words
        )
    if graph is None and weights is None and any(directory.glob("model-*-of-*.safetensors")):
        raise ModelUnusable(
            f"{directory} has its weights in several files, which cannot be converted; put an ONNX graph there "
            "(onnx/model.onnx).",
            name=name,
        )
    if graph is None and (weights is None or config is None):
        raise ModelUnusable(
            f"{directory} has neither an ONNX graph (onnx/model.onnx) nor model.safetensors and config.json.", name=name
        )
    query, passage = _prefixes(name, directory)
    return Model(
        name=name,
        directory=directory,
        tokenizer=tokenizer,
        graph=graph,
        weights=weights,
        config=config,
        words=words,
        pooling=_pooling(name, directory),
        query_prefix=query,
        passage_prefix=passage,
        longest=_longest(directory),
    )


def _settings(path: Path) -> dict[str, Any]:
    """A JSON object, empty when the file is absent. Raises ModelUnusable when it cannot be read."""
    try:
        values = json.loads(path.read_bytes())
    except FileNotFoundError:
        return {}
    except (OSError, ValueError) as error:
        raise ModelUnusable(f"{path} cannot be read ({error}).") from error
    if not isinstance(values, dict):
        raise ModelUnusable(f"{path} is not a JSON object.")
    return values


def _pooling(name: str, directory: Path) -> Pooling:
    settings = _settings(directory / "1_Pooling" / "config.json")
    if settings.get("pooling_mode_cls_token") or (not settings and _BGE.search(name)):  # bge was trained so
        return "cls"
    if settings and not settings.get("pooling_mode_mean_tokens"):
        raise ModelUnusable(f"{directory} pools its tokens in a way that memoryd does not know.", name=name)
    return "mean"


def _prefixes(name: str, directory: Path) -> tuple[str, str]:
    """What precedes a query and a passage: the model's own prompts, or those that e5 was trained with."""
    prompts = _settings(directory / "config_sentence_transformers.json").get("prompts")
    if isinstance(prompts, dict) and isinstance(prompts.get("query"), str):
        passage = prompts.get("passage", prompts.get("document", ""))
        return prompts["query"], passage if isinstance(passage, str) else ""
    if _E5.search(name):
        return "query: ", "passage: "
    return "", ""


def _longest(directory: Path) -> int:
    limit = _settings(directory / "sentence_bert_config.json").get("max_seq_length", _LONGEST)
    return max(16, min(_LONGEST, limit)) if isinstance(limit, int) else _LONGEST


def _content_digest(path: Path) -> bytes:
    """Size and a digest of the first and the last MiB: reading gigabytes at each start would be slow."""
    size = path.stat().st_size
    digest = sha256(str(size).encode())
    with path.open("rb") as file:
        digest.update(file.read(1 << 20))
        if size > 2 << 20:
            file.seek(-(1 << 20), 2)
            digest.update(file.read())
    return digest.digest()
