"""`python -m memoryd.recall.models.trial NAME DIRECTORY`: whether memoryd can use a model, before it is installed.

A process of its own, because memoryctl imports nothing of the daemon's. Prints one line of JSON: `{files, dimensions}`,
or `{fault}`, the sentence that says what does not fit.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

from memoryd.recall.models.bert_onnx import EncoderShape
from memoryd.recall.models.encoder import Encoder
from memoryd.recall.models.model import SETTINGS, Model, ModelUnusable, read_model


def tried(name: str, directory: Path) -> dict[str, Any]:
    """The files that make the model, relative to the directory, and how wide its vectors are. Raises ModelUnusable.

    Of a model that has only weights it is looked up whether they can be converted, which the daemon does later.
    """
    model = read_model(name, directory)
    if model.graph is None:
        dimensions = _width(model)
    else:
        dimensions = Encoder(model).dimensions
    there = [model.tokenizer, model.graph or model.weights, model.config, model.words]
    if model.graph is not None:
        there.append(model.graph.with_name(model.graph.name + "_data"))
    there += [directory / one for one in SETTINGS]
    files = sorted({str(path.relative_to(directory)) for path in there if path is not None and path.is_file()})
    return {"files": files, "dimensions": dimensions}


def _width(model: Model) -> int:
    if model.config is None:
        raise ModelUnusable(f"{model.directory} has no config.json.", name=model.name)
    try:
        return EncoderShape.read(model.config).hidden
    except (OSError, ValueError, KeyError) as error:
        raise ModelUnusable(f"{error!s}; put an ONNX graph there (onnx/model.onnx).", name=model.name) from error


def main(arguments: list[str]) -> int:
    """Prints what `tried` says; always 0, since a fault is an answer."""
    name, directory = arguments
    try:
        print(json.dumps(tried(name, Path(directory))))
    except ModelUnusable as error:
        print(json.dumps({"fault": error.sentence}))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
