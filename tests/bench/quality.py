"""How well recall finds it: memoryd over its socket beside FTS5, dense vectors, RRF and a .7/.3 hybrid of the same run.

`python -m tests.bench.quality [--ablate] [--keep DIR] [SHAPE…]`. Needs $MEMORYD_DATASETS (locomo_dev.json,
longmemeval_sample.json, fact_consolidation.json) and a model: `--models DIR`, $MEMORYD_MODELS, or where `make setup`
puts it. The collections are made by tests.bench.shapes; nothing of the data sets is in this repository. With --keep,
what was embedded is taken from there by the next run, so that one takes seconds a collection.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import sys
import tempfile
import time
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from hashlib import blake2b
from pathlib import Path

import numpy as np

from memoryd.recall.models.encoder import Encoder
from memoryd.recall.models.model import BUNDLED_MODEL, STATIC_MODEL, find_model
from memoryd.recall.ranking.fusion import Weights
from tests.bench.report import Row
from tests.bench.retrievers import baselines
from tests.bench.shapes import Collection, Question, collections, store
from tests.support.daemon import Daemon
from tests.support.wire import Wire

TITLE = "recall@10 by shape of memory, socket included"
BASELINE = "best of FTS5, dense, RRF, .7/.3"
OURS = "memoryd"
BASELINES = ("FTS5", "dense", "RRF", ".7/.3")
Figures = tuple[float, float, float, float]
"""recall@5, recall@10, hit@1, MRR."""
_RECALL, _HIT = 1, 2
_AIMS = {"turns": ".80", "overruled": ".95"}
_NAMES = "names.json"
Table = dict[str, dict[str, list[Figures]]]


def models_path() -> Path:
    """Where the bundled model is."""
    named = os.environ.get("MEMORYD_MODELS")
    return Path(named) if named else Path(sys.prefix, "share/memoryd/models")


def measure(ranked: Sequence[str], question: Question) -> Figures:
    """The figures of one question; where any of several is an answer, one is enough."""
    wanted = question.wanted
    right = [key in wanted for key in ranked]
    first = next((1 / (n + 1) for n, is_right in enumerate(right) if is_right), 0.0)
    if question.any_will_do:
        shares = [float(any(right[:k])) for k in (5, 10)]
    else:
        shares = [len(wanted & set(ranked[:k])) / len(wanted) for k in (5, 10)]
    return shares[0], shares[1], float(bool(right and right[0])), first


class Ours:
    """A daemon that holds one collection."""

    def __init__(
        self, collection: Collection, models: Path, model: str = BUNDLED_MODEL, kept: Path | None = None
    ) -> None:
        self.folder = Path(tempfile.mkdtemp(prefix="mdquality-"))
        self._collection = collection
        self._kept = None if kept is None else kept / model
        self._config = (
            f'[memory_oracle]\nembedding_model = "{model}"\nmax_facts = 1000000\n[recall]\nmodels_path = "{models}"\n'
        )
        self.daemon = Daemon(self.folder, self._config)
        self._names: dict[str, str] = {}

    def __enter__(self) -> Ours:
        kept = self._kept
        if kept is None:
            self._fill()
            return self
        if not (kept / _NAMES).exists():
            self._fill()
            self.daemon.stop()
            shutil.copytree(self.daemon.data, kept / "data", dirs_exist_ok=True)
            (kept / _NAMES).write_text(json.dumps(self._names))
            shutil.rmtree(self.daemon.data)
        shutil.copytree(kept / "data", self.daemon.data)
        self._names = json.loads((kept / _NAMES).read_text())
        self.daemon.start()
        with self.daemon.connect(600) as wire:
            self._settle(wire)
        return self

    def _fill(self) -> None:
        self.daemon.start()
        with self.daemon.connect(600) as wire:
            self._names = store(wire, self.daemon.data, self._collection)
            self._settle(wire)

    def __exit__(self, *_: object) -> None:
        self.daemon.kill()
        shutil.rmtree(self.folder, ignore_errors=True)

    def weigh(self, weights: Mapping[str, float]) -> None:
        """Use other weights."""
        table = ", ".join(f"{name} = {value}" for name, value in weights.items())
        self.daemon.config.write_text(f"{self._config}weights = {{ {table} }}\n")
        with self.daemon.connect() as wire:
            wire.call("system.reload")

    def name_of(self, key: str) -> str:
        """The collection's name of a memory; "" for what is none of its."""
        return self._names.get(key, "")

    def ranked(self, wire: Wire, question: Question, k: int = 10) -> list[str]:
        """The collection's names of what recall finds, best first."""
        params = {"query": question.text, "k": k, "boost": False}
        if self._collection.kind == "fact":
            found = wire.call("recall.query", {**params, "order": "relevance"})["results"]
        else:
            found = wire.call("recall.search", params)["results"]
        return [self._names[one["key"]] for one in found if one["key"] in self._names]

    def _settle(self, wire: Wire) -> None:
        """Wait until every text has its vectors."""
        wire.call("maintenance.run", {"action": "reconcile"})
        count = 0
        while count < 2:  # the second look is after whatever the first one saw has been taken in
            state = wire.call("system.metrics")["embeddings"]
            if state["state"] not in ("ready", "loading"):
                raise SystemExit(f"the model cannot be used: {state}")
            is_done = (
                state["state"] == "ready" and not state["waiting"] and state["vectors"] >= len(self._collection.texts)
            )
            count = count + 1 if is_done else 0
            time.sleep(0.1)


def run(
    shapes: Iterable[str],
    models: Path,
    ablate: bool,
    datasets: Path,
    others_too: Sequence[str] = (STATIC_MODEL,),
    keep: Path | None = None,
) -> Table:
    """Every method on every collection that has questions of these shapes; memoryd also with `others_too` as model.

    What was embedded is kept under `keep`, and taken from there by the next run.
    """
    wanted = set(shapes)
    found = find_model(BUNDLED_MODEL, [models])
    assert found is not None
    encoder = Encoder(found)
    table: Table = defaultdict(lambda: defaultdict(list))
    parts = list(Weights.__struct_fields__) if ablate else []
    for collection in collections(datasets):
        questions = [one for one in collection.questions if not wanted or one.shape in wanted]
        if not questions:
            continue
        print(f"{collection.name}: {len(collection.texts)} texts, {len(questions)} questions", file=sys.stderr)
        kept = None if keep is None else kept_at(keep, collection)
        others = baselines(collection, encoder, kept)
        for question in questions:
            for name, retriever in others.items():
                ranked = [collection.texts[place].name for place in retriever(question.text)]
                _count(table, name, ranked, question, collection)
        with Ours(collection, models, kept=kept) as ours, ours.daemon.connect(600) as wire:
            for part in ("", *parts):
                if part:
                    ours.weigh({part: 0.0})
                for question in questions:
                    _count(table, f"- {part}" if part else OURS, ours.ranked(wire, question), question, collection)
        for model in others_too:
            with Ours(collection, models, model, kept) as ours, ours.daemon.connect(600) as wire:
                for question in questions:
                    _count(table, f"{OURS}, {model}", ours.ranked(wire, question), question, collection)
    return table


def kept_at(keep: Path, collection: Collection) -> Path:
    """Where what was embedded of this collection is kept."""
    said = repr([(text.name, text.text, text.group, text.who, text.at) for text in collection.texts])
    digest = blake2b((said + repr(collection.files)).encode("utf-8", "surrogatepass"), digest_size=8).hexdigest()
    return keep / f"{collection.name.replace(' ', '-')}-{digest}"


def _count(table: Table, method: str, ranked: list[str], question: Question, collection: Collection) -> None:
    if question.by_group:
        groups = {text.name: text.group for text in collection.texts}
        ranked = [groups[name] for name in ranked]
    table[method][question.shape].append(measure(ranked, question))


def means(table: Table) -> dict[str, dict[str, Figures]]:
    """The mean figures of each method on each shape."""
    return {
        method: {shape: tuple(np.mean(rows, axis=0).tolist()) for shape, rows in shapes.items()}
        for method, shapes in table.items()
    }


def shown(table: Table) -> str:
    """All figures."""
    averages = means(table)
    shapes = sorted({shape for each in averages.values() for shape in each})
    lines = [f"{'r@5 r@10 hit@1 MRR':22}" + "".join(f"{shape:>26}" for shape in shapes)]
    for method, each in averages.items():
        cells = (" ".join(f"{value:.3f}" for value in each[shape]) if shape in each else "" for shape in shapes)
        lines.append(f"{method:22}" + "".join(f"{cell:>26}" for cell in cells))
    return "\n".join(lines)


def bench() -> list[Row]:
    """recall@10 beside the best baseline of each shape; prints all figures, and those without each part."""
    folder, models = os.environ.get("MEMORYD_DATASETS"), models_path()
    if not folder or not (models / BUNDLED_MODEL).is_dir():
        print("quality: needs $MEMORYD_DATASETS and a model (make setup)", file=sys.stderr)
        return []
    table = run((), models, True, Path(folder))
    print(shown(table), "\n")
    averages = means(table)
    rows = []
    for shape, mine in sorted(averages[OURS].items()):
        figure = _HIT if shape == "overruled" else _RECALL
        best = max(averages[method][shape][figure] for method in BASELINES)
        name = "overruled, hit@1" if shape == "overruled" else shape
        rows.append(Row(name, "", mine[figure], best, aim=_AIMS.get(shape, "1.00x")))
    return rows


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("shapes", nargs="*")
    parser.add_argument("--ablate", action="store_true", help="also without each part of the score")
    parser.add_argument("--keep", type=Path, help="keep what was embedded here, for the next run")
    parser.add_argument("--models", type=Path, default=models_path())
    options = parser.parse_args()
    folder = os.environ.get("MEMORYD_DATASETS")
    if not folder:
        raise SystemExit("quality needs $MEMORYD_DATASETS: a folder with locomo_dev.json and longmemeval_sample.json")
    print(shown(run(options.shapes, options.models, options.ablate, Path(folder), keep=options.keep)))


if __name__ == "__main__":
    main()
