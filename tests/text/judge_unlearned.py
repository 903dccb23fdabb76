"""Counts what is found of texts that nothing was fitted to: `python -m tests.text.judge_unlearned`.

Of each writer of untrusted_unlearned.json, with the bundled model and by the sums alone; a minute.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

from memoryd.recall.models.encoder import Encoder
from memoryd.recall.models.model import BUNDLED_MODEL, find_model
from memoryd.recall.models.token_reader import TokenReader
from memoryd.text.instructions import instructs
from memoryd.text.reading import Reader


class _Ready:
    """The bundled model's reader, which is always at hand."""

    is_ready = True

    def __init__(self) -> None:
        model = find_model(BUNDLED_MODEL, [Path(sys.prefix, "share/memoryd/models")])
        assert model is not None
        self.read = TokenReader(Encoder(model), "instruction").read


def main() -> None:
    """One line for each writer, and one for all."""
    readers: dict[str, Reader | None] = {"model": _Ready(), "sums": None}
    writers: dict[str, dict[str, list[str]]] = json.loads(
        Path(__file__).with_name("untrusted_unlearned.json").read_text()
    )
    del writers["about"]
    everybody = {kind: [text for one in writers.values() for text in one[kind]] for kind in ("poisoned", "ordinary")}
    for name, one in {**writers, "all": everybody}.items():
        for kind, texts in one.items():
            found = {by: sum(instructs(text, reader) for text in texts) for by, reader in readers.items()}
            print(f"{name}, {kind}: {found['model']} of {len(texts)} with the model, {found['sums']} by the sums alone")


if __name__ == "__main__":
    main()
