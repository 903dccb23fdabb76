"""Fits what tells instructions in untrusted text, and writes the weights: `python -m tests.text.fit_instructions`.

First a linear support vector machine with squared slack over what stands in a window (`instruction_model`): each
feature counts by how rare it is. Of a poisoned text only the window counts that reads most like an instruction, which
follows from the weights: both are found in turns. Then small networks over how those sums are made up
(`instruction_look`), on sums by weights that had not seen the writer. Deterministic; some minutes. It learns from four
files untrusted_*.json (untrusted_unlearned.json is for `judge_unlearned` alone), what documents the standard library
and what machines say (`machine_text`), and prints what is found of each writer's texts by networks and weights that had
not seen them. `--judge` writes nothing.
"""

from __future__ import annotations

import argparse
import ast
import functools
import itertools
import json
import random
import sysconfig
from collections.abc import Sequence
from pathlib import Path
from pydoc_data.topics import topics
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from memoryd.text import instruction_model
from memoryd.text.disguises import has_hidden_text
from memoryd.text.instruction_look import LEAST, NETWORKS, SIZES, judged, seen
from memoryd.text.instruction_model import BITS, BLOCKS, VERSION, Bounds, averaged, features, window
from memoryd.text.instructions import said_by
from tests.support.weights import write_weights
from tests.text.machine_text import machine_text
from tests.text.regression import least

HERE = Path(__file__).parent
_BLOCKS = np.array([1, 1, 0.7, 0.7, 1.5, 0.8, 0.6, 0.6, 0.6])
"""How much each kind of feature counts."""
_SLACK, _SLACK_OF_DEVELOPMENT = 0.5, 0.2
"""What was written while building it was written for what was found then: it counts less."""
_LEAST_TEXTS = 2
"""Windows in which a feature must stand to have a weight."""
_RAREST = 6.0
_TURNS, _ITERATIONS = 2, 60
_THRESHOLD = 3.0
"""Of a look, in logits: fewer than one in a hundred ordinary texts of neutral writers who were left out have it."""
_FOLDS = 4
_LEAST = -0.7
"""The sum from which the networks learn from a window."""
_MOST_LIKE, _ARBITRARY = 2500, 1000
"""Windows of what machines say that are learned from: those which look most like instructions, and others."""
_ROUNDS, _BATCH, _RATE, _DECAY = 40, 128, 2e-3, 1e-3
_OF_EACH = 1500
_DOCUMENTED = (ast.FunctionDef, ast.ClassDef, ast.Module)
Floats = NDArray[np.float64]
Network = list[tuple[Floats, Floats]]
Texts = tuple[list[str], list[str]]
"""Poisoned and ordinary."""


@functools.cache
def writers() -> dict[str, Texts]:
    """Texts by writer: those who were asked for hard ones, and those who got a neutral brief."""
    found = {}
    for name in ("untrusted_writers.json", "untrusted_neutral.json", "untrusted_voices.json"):
        sets = json.loads((HERE / name).read_text())
        found |= {name: (one["poisoned"], one["ordinary"]) for name, one in sets.items() if name != "about"}
    return found


def neutral_writers() -> list[str]:
    """Those who got a neutral brief: what they wrote is most like what is to be judged."""
    return [name for name in json.loads((HERE / "untrusted_neutral.json").read_text()) if name != "about"]


def development() -> Texts:
    """What was written while building it."""
    found = json.loads((HERE / "untrusted_development.json").read_text())
    return [text for group in found["poisoned"].values() for text in group], found["ordinary"]


@functools.cache
def docstrings() -> list[str]:
    """Of the standard library, and passages of the language's reference: an even choice of each."""
    found: list[str] = []
    for path in sorted(Path(sysconfig.get_paths()["stdlib"]).glob("[a-z]*.py")):
        nodes = ast.walk(ast.parse(path.read_text(errors="replace")))
        texts = (ast.get_docstring(one) for one in nodes if isinstance(one, _DOCUMENTED))
        found += [text[:600] for text in texts if text]
    reference = [part[:600] for _, text in sorted(topics.items()) for part in text.split("\n\n") if len(part) > 60]
    return [text for texts in (found, reference) for text in texts[:: max(1, len(texts) // _OF_EACH)]]


class Part(NamedTuple):
    """What stands in one half window."""

    blocks: NDArray[np.int8]
    places: NDArray[np.int32]


@functools.cache
def read(text: str) -> tuple[tuple[Part, ...], ...]:
    """The half windows of a text and of what is encoded in it."""
    return tuple(map(halves_of, said_by(text)))


def halves_of(said: str) -> tuple[Part, ...]:
    """The half windows of a plain text."""
    keys, halves = features(said)
    ends = np.searchsorted(keys >> BITS, np.arange(halves + 1) * BLOCKS)
    parts = [keys[begin:end] for begin, end in itertools.pairwise(ends)]
    return tuple(
        Part(((part >> BITS) % BLOCKS).astype(np.int8), (part & ((1 << BITS) - 1)).astype(np.int32)) for part in parts
    )


def windows(text: str) -> list[Part]:
    """Of what the text says in the open."""
    halves = read(text)[0]
    if len(halves) == 1:
        return list(halves)
    return [Part(*(np.concatenate(both) for both in zip(*pair, strict=True))) for pair in itertools.pairwise(halves)]


class Model(NamedTuple):
    """What is fitted: the weight of each place, and what every window starts with."""

    weights: Floats
    start: float

    def by_kind(self, halves: Sequence[Part]) -> Floats:
        """What each window (windows, BLOCKS) of these weighs."""
        total = np.array([np.bincount(one.blocks, self.weights[one.places], BLOCKS) for one in halves])
        return averaged(total, np.array([np.bincount(one.blocks, minlength=BLOCKS) for one in halves]))

    def rows(self, text: str) -> Floats:
        """What is looked at in its windows, the one with the highest sum first; none if no sum is enough."""
        found = []
        for said, halves in zip(said_by(text), read(text), strict=True):
            weights = self.by_kind(halves)
            numbers = np.flatnonzero(weights.sum(axis=1) + self.start >= _LEAST)
            found += [
                seen(one, weights[at], self.start) for at, one in zip(numbers, window(said, numbers), strict=True)
            ]
        return np.array(sorted(found, key=lambda row: -row[BLOCKS])).reshape(-1, SIZES[0])


def fit(groups: Sequence[tuple[Texts, float]]) -> Model:
    """Fitted to these, each with its slack."""
    seen = [
        (window, 1.0 if not kind else -1.0, slack, (number, kind, text))
        for number, (texts, slack) in enumerate(groups)
        for kind in (0, 1)
        for text, written in enumerate(texts[kind])
        if not has_hidden_text(written)
        for window in windows(written)
    ]
    sizes = [len(window.places) for window, *_ in seen]
    rows = np.repeat(np.arange(len(seen), dtype=np.int32), sizes)
    blocks = np.concatenate([window.blocks for window, *_ in seen])
    places = np.concatenate([window.places for window, *_ in seen])
    truth, slack = np.array([one[1] for one in seen]), np.array([one[2] for one in seen])
    standing = np.bincount(places, minlength=1 << BITS)
    rarity = (np.log((1 + len(seen)) / (1 + standing)) + 1) / _RAREST
    counts = np.bincount(rows * BLOCKS + blocks, minlength=len(seen) * BLOCKS)
    values = rarity[places] * _BLOCKS[blocks] / np.sqrt(counts[rows * BLOCKS + blocks])
    known = np.flatnonzero(standing >= _LEAST_TEXTS)
    number = np.full(1 << BITS, -1, dtype=np.int32)
    number[known] = np.arange(len(known))
    kept = standing[places] >= _LEAST_TEXTS
    matrix = Matrix(rows[kept], number[places[kept]], values[kept].astype(np.float32), (len(seen), len(known)))
    at = np.zeros(len(known) + 1)
    for turn in range(_TURNS):
        if turn:
            slack = _of_strongest(matrix.sums(at[:-1]), slack, [one[3] for one in seen])
        at = least(functools.partial(_loss, matrix, truth, slack), at, _ITERATIONS)
    weights = np.zeros(1 << BITS)
    weights[known] = at[:-1] * rarity[known]
    return Model(weights, float(at[-1]))


class Matrix:
    """Windows by features, of which few stand in each: kept by window and by feature, so that both sums are quick."""

    def __init__(
        self, rows: NDArray[np.int32], columns: NDArray[np.int32], values: NDArray[np.float32], shape: tuple[int, int]
    ) -> None:
        """`rows` ascend."""
        order = np.argsort(columns, kind="stable")
        self._by_row = _Sorted(rows, columns, values, shape[0])
        self._by_column = _Sorted(columns[order], rows[order], values[order], shape[1])

    def sums(self, weights: Floats) -> Floats:
        """Of each window."""
        return self._by_row.sums(weights)

    def slope(self, slopes: Floats) -> Floats:
        """Of each feature, by how steep each window's sum is."""
        return self._by_column.sums(slopes)


class _Sorted:
    def __init__(self, of: NDArray[np.int32], at: NDArray[np.int32], values: NDArray[np.float32], count: int) -> None:
        self._at, self._values, self._count = at, values, count
        begins = np.flatnonzero(np.append(True, of[1:] != of[:-1]))
        self._begins, self._of = begins, of[begins]

    def sums(self, weights: Floats) -> Floats:
        found = np.zeros(self._count)
        found[self._of] = np.add.reduceat(weights.astype(np.float32)[self._at] * self._values, self._begins)
        return found


def _loss(matrix: Matrix, truth: Floats, slack: Floats, at: Floats) -> tuple[float, Floats]:
    short = np.maximum(0.0, 1 - truth * (matrix.sums(at[:-1]) + at[-1]))
    slopes = -2 * slack * truth * short
    slope = np.append(matrix.slope(slopes), slopes.sum()) + at
    return float(0.5 * at @ at + (slack * short) @ short), slope


def _of_strongest(sums: Floats, slack: Floats, of: Sequence[tuple[int, int, int]]) -> Floats:
    """The slack of each window; none of one of a poisoned text that has a stronger one."""
    best: dict[tuple[int, int, int], int] = {}
    for at, one in enumerate(of):
        if one not in best or sums[at] > sums[best[one]]:
            best[one] = at
    return np.array([slack[at] if one[1] or best[one] == at else 0.0 for at, one in enumerate(of)])


def machine_windows(model: Model) -> list[str]:
    """Of what ordinary machines say: what these weights take for instructions most, and an arbitrary choice."""
    found: list[tuple[float, str]] = []
    for text in machine_text():
        said = next(said_by(text))
        sums = model.by_kind(halves_of(said)).sum(axis=1)
        found += zip(sums.tolist(), window(said, range(len(sums))), strict=True)
    order = sorted({one: weight for weight, one in found}.items(), key=lambda one: (-one[1], one[0]))
    most, others = order[:_MOST_LIKE], order[_MOST_LIKE:]
    return [text for text, _ in most + random.Random(1).sample(others, min(_ARBITRARY, len(others)))]


class Group(NamedTuple):
    """Texts of one origin, with their slack, and the fold in which they are left out."""

    name: str
    texts: Texts
    slack: float
    fold: int


def groups() -> list[Group]:
    """All that is learned from, but for the writers in as many parts as folds."""
    found = [Group(name, one, _SLACK, at % _FOLDS) for at, (name, one) in enumerate(writers().items())]
    (poisoned, ordinary), documents = development(), docstrings()
    for fold in range(_FOLDS):
        own = poisoned[fold::_FOLDS], ordinary[fold::_FOLDS]
        found.append(Group("development", own, _SLACK_OF_DEVELOPMENT, fold))
        found.append(Group("documents", ([], documents[fold::_FOLDS]), _SLACK, fold))
    said = machine_windows(fit([(one.texts, one.slack) for one in found]))
    return found + [Group("machine", ([], said[fold::_FOLDS]), _SLACK, fold) for fold in range(_FOLDS)]


class Looked(NamedTuple):
    """What is looked at in the texts of a group, by weights that had not seen it."""

    name: str
    poisoned: list[Floats]
    ordinary: list[Floats]
    hidden: int
    """Poisoned texts that are found by characters which nobody sees."""


def looked_at(several: Sequence[Group]) -> list[Looked]:
    """In turns: each fold by what is fitted to the others."""
    found = []
    for fold in range(_FOLDS):
        model = fit([(one.texts, one.slack) for one in several if one.fold != fold])
        for one in several:
            if one.fold == fold:
                open_ones = [text for text in one.texts[0] if not has_hidden_text(text)]
                rows = [[model.rows(text) for text in texts] for texts in (open_ones, one.texts[1])]
                found.append(Looked(one.name, rows[0], rows[1], len(one.texts[0]) - len(open_ones)))
    return found


def networks(several: Sequence[Looked], count: int) -> list[Network]:
    """Fitted to the strongest window of each poisoned text, and to all of ordinary ones."""
    poisoned = np.concatenate([rows[:1] for one in several for rows in one.poisoned])
    ordinary = np.concatenate([rows for one in several for rows in one.ordinary])
    rows = np.concatenate([poisoned, ordinary])
    truth = np.repeat([1.0, 0.0], [len(poisoned), len(ordinary)])
    mean, spread = rows.mean(axis=0), rows.std(axis=0) + 1e-3
    found = [_network((rows - mean) / spread, truth, np.random.default_rng(seed)) for seed in range(count)]
    for network in found:
        weights, added = network[0]
        network[0] = weights / spread[:, None], added - (mean / spread) @ weights
    return found


def _network(rows: Floats, truth: Floats, chance: np.random.Generator) -> Network:
    """By Adam, with decay of the weights."""
    at = [chance.normal(0, (2 / inputs) ** 0.5, (inputs, outputs)) for inputs, outputs in itertools.pairwise(SIZES)]
    at += [np.zeros(outputs) for outputs in SIZES[1:]]
    layers, step = len(SIZES) - 1, 0
    means, squares = [np.zeros_like(one) for one in at], [np.zeros_like(one) for one in at]
    for turn in range(_ROUNDS):
        rate = _RATE * (1 - turn / _ROUNDS)
        order = chance.permutation(len(rows))
        for begin in range(0, len(order), _BATCH):
            batch = order[begin : begin + _BATCH]
            values = [rows[batch]]
            for layer in range(layers):
                out = values[-1] @ at[layer] + at[layers + layer]
                values.append(out if layer == layers - 1 else np.maximum(out, 0.0))
            slope = (1 / (1 + np.exp(-np.clip(values[-1], -30, 30))) - truth[batch, None]) / len(batch)
            slopes: list[Floats] = [np.zeros(0)] * len(at)
            for layer in reversed(range(layers)):
                slopes[layer] = values[layer].T @ slope + _DECAY * at[layer]
                slopes[layers + layer] = slope.sum(axis=0)
                slope = (slope @ at[layer].T) * (values[layer] > 0)
            step += 1
            for one, value in enumerate(slopes):
                means[one] += 0.1 * (value - means[one])
                squares[one] += 0.001 * (value * value - squares[one])
                size = np.sqrt(squares[one] / (1 - 0.999**step)) + 1e-8
                at[one] -= rate * means[one] / (1 - 0.9**step) / size
    return [(at[layer], at[layers + layer]) for layer in range(layers)]


def judge(found: Sequence[Looked]) -> None:
    """Print what is found of each writer's texts by networks that had not seen them either."""
    logits: dict[str, tuple[Floats, Floats]] = {}
    for name in writers():
        fitted = networks([one for one in found if one.name != name], 2)
        (own,) = (one for one in found if one.name == name)
        poisoned = [_most(rows, fitted) for rows in own.poisoned] + [np.inf] * own.hidden
        logits[name] = np.array(poisoned), np.array([_most(rows, fitted) for rows in own.ordinary])
        shares = [float(np.mean(one >= _THRESHOLD)) for one in logits[name]]
        print(f"{name}: poisoned {shares[0]:.3f}, ordinary {shares[1]:.4f}", flush=True)
    for title, names in (("all", list(logits)), ("neutral", neutral_writers())):
        poisoned, ordinary = (np.concatenate([logits[name][kind] for name in names]) for kind in (0, 1))
        for share in (0.005, 0.0075, 0.01, 0.015, 0.02, 0.03):
            from_ = np.quantile(ordinary, 1 - share)
            print(f"{title}: ordinary {share:.4f}: poisoned {np.mean(poisoned > from_):.4f} (from {from_:.2f})")


def _most(rows: Floats, fitted: list[Network]) -> float:
    rows = rows[rows[:, BLOCKS] >= LEAST]
    return float(judged(rows, fitted).max()) if len(rows) else -np.inf


def write(model: Model, several: Sequence[Network]) -> None:
    """The data of `instruction_model` and `instruction_look`."""
    scale = float(np.quantile(np.abs(model.weights[model.weights != 0]), 0.9995)) / 127
    arrays: dict[str, NDArray[Any]] = {"bounds": np.array(Bounds(model.start, _THRESHOLD, scale))}
    for at, layer in enumerate(zip(*several, strict=True)):
        weights, added = zip(*layer, strict=True)
        arrays |= {f"weights{at}": np.array(weights, np.float16), f"added{at}": np.array(added, np.float16)}
    arrays["table"] = np.clip(np.rint(model.weights / scale), -127, 127).astype(np.int8)
    path = Path(instruction_model.__file__).with_name("instructions.safetensors")
    write_weights(path, "tests.text.fit_instructions", VERSION, arrays)


def main() -> None:
    """Judge how it generalises, fit and write."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--judge", action="store_true", help="write nothing")
    is_judge = options.parse_args().judge
    several = groups()
    found = looked_at(several)
    judge(found)
    if not is_judge:
        write(fit([(one.texts, one.slack) for one in several]), networks(found, NETWORKS))


if __name__ == "__main__":
    main()
