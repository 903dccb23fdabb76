"""Fits what tells instructions in untrusted text, and writes the weights: `python -m tests.text.fit_instructions`.

A linear support vector machine with squared slack over what stands in a window (`memoryd.text.instruction_model`): each
feature counts by how rare it is. Of a poisoned text only the window counts that reads most like an instruction, which
follows from the weights: both are found in turns. Deterministic. It learns from untrusted_development.json,
untrusted_writers.json, untrusted_neutral.json and what documents the standard library. `--judge` prints what is found
of each writer's texts by weights fitted without that writer, and of manuals on this machine.
"""

from __future__ import annotations

import argparse
import ast
import base64
import functools
import gzip
import itertools
import json
import re
import sysconfig
import textwrap
import zlib
from collections.abc import Sequence
from pathlib import Path
from pydoc_data.topics import topics
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from memoryd.text import instruction_weights
from memoryd.text.disguises import has_hidden_text
from memoryd.text.instruction_model import BITS, BLOCKS, features, summed
from memoryd.text.instructions import said_by
from tests.text.regression import least

HERE = Path(__file__).parent
_BLOCKS = np.array([1, 1, 0.7, 0.7, 1.5, 0.8, 0.6, 0.6, 0.6])
"""How much each kind of feature counts."""
_SLACK, _SLACK_OF_DEVELOPMENT = 0.5, 0.2
"""What was written while building it was written for what was found then: it counts less."""
_LEAST_TEXTS = 2
"""Windows in which a feature must stand to have a weight."""
_RAREST = 6.0
_TURNS, _ITERATIONS = 2, 80
_THRESHOLD = 0.3
"""So that of ordinary texts of neutral writers that were not learned from seven in a thousand are found: with room for
one in a hundred of a few hundred texts."""
_OF_EACH = 1500
_DOCUMENTED = (ast.FunctionDef, ast.ClassDef, ast.Module)
Floats = NDArray[np.float64]
Texts = tuple[list[str], list[str]]
"""Poisoned and ordinary."""


@functools.cache
def writers() -> dict[str, Texts]:
    """Texts by writer: those who were asked for hard ones, and those who got a neutral brief."""
    found = {}
    for name in ("untrusted_writers.json", "untrusted_neutral.json"):
        sets = json.loads((HERE / name).read_text())
        found |= {name: (one["poisoned"], one["ordinary"]) for name, one in sets.items() if name != "about"}
    return found


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


def manuals() -> list[str]:
    """Passages of the manual pages on this machine: nothing is learned from them."""
    found = []
    for path in sorted(Path("/usr/share/man").glob("man[1-8]/*.gz"))[::7]:
        text = re.sub(r"\\f[BIRP]|\\&|\\", "", gzip.open(path, "rt", errors="replace").read())
        text = re.sub(r"(?m)^\.[A-Z]{1,2} ?", "", re.sub(r"(?m)^\.(?:\\\"|de|if|ie|el|ds|TH|nr).*\n", "", text))
        found += [part[:500] for part in re.split(r"\n(?:\s*\n|\.PP|\.TP|\.sp|\.Pp)", text) if len(part) > 60]
    return found[:: max(1, len(found) // 2000)]


class Part(NamedTuple):
    """What stands in one half window."""

    blocks: NDArray[np.int8]
    places: NDArray[np.int32]


@functools.cache
def read(text: str) -> tuple[tuple[Part, ...], ...]:
    """The half windows of a text and of what is encoded in it."""
    found = []
    for one in said_by(text):
        keys, halves = features(one)
        ends = np.searchsorted(keys >> BITS, np.arange(halves + 1) * BLOCKS)
        parts = [keys[begin:end] for begin, end in itertools.pairwise(ends)]
        found.append(tuple(Part(((part >> BITS) % BLOCKS).astype(np.int8), (part & ((1 << BITS) - 1)).astype(np.int32))
                           for part in parts))  # fmt: skip
    return tuple(found)


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

    def sum(self, text: str) -> float:
        """As `instructions` sums it up."""
        if has_hidden_text(text):
            return np.inf
        return self.start + max(self._most(halves) for halves in read(text))

    def _most(self, halves: Sequence[Part]) -> float:
        total = np.array([np.bincount(one.blocks, self.weights[one.places], BLOCKS) for one in halves])
        count = np.array([np.bincount(one.blocks, minlength=BLOCKS) for one in halves])
        return float(summed(total, count).max())


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
    rows, values, columns, blocks = rows[kept], values[kept], number[places[kept]], blocks[kept]
    at = np.zeros(len(known) + 1)
    for turn in range(_TURNS):
        if turn:
            sums = np.bincount(rows, at[columns] * values, len(seen))
            slack = _of_strongest(sums, slack, [one[3] for one in seen])
        at = least(functools.partial(_loss, (rows, columns, values, truth, slack)), at, _ITERATIONS)
    weights = np.zeros(1 << BITS)
    weights[known] = at[:-1] * rarity[known]
    return Model(weights, float(at[-1]))


def _loss(given: tuple[Any, ...], at: Floats) -> tuple[float, Floats]:
    rows, columns, values, truth, slack = given
    sums = np.bincount(rows, at[columns] * values, len(truth)) + at[-1]
    short = np.maximum(0.0, 1 - truth * sums)
    slopes = -2 * slack * truth * short
    slope = np.append(np.bincount(columns, slopes[rows] * values, len(at) - 1), slopes.sum()) + at
    return float(0.5 * at @ at + (slack * short) @ short), slope


def _of_strongest(sums: Floats, slack: Floats, of: Sequence[tuple[int, int, int]]) -> Floats:
    """The slack of each window; none of one of a poisoned text that has a stronger one."""
    best: dict[tuple[int, int, int], int] = {}
    for at, one in enumerate(of):
        if one not in best or sums[at] > sums[best[one]]:
            best[one] = at
    return np.array([slack[at] if one[1] or best[one] == at else 0.0 for at, one in enumerate(of)])


def write(model: Model) -> None:
    """The data of `instruction_model`."""
    scale = float(np.quantile(np.abs(model.weights[model.weights != 0]), 0.9995)) / 127
    small = np.clip(np.rint(model.weights / scale), -127, 127).astype(np.int8)
    lines = "\n".join(textwrap.wrap(base64.b85encode(zlib.compress(small.tobytes(), 9)).decode(), 118))
    Path(instruction_weights.__file__).write_text(
        '"""How much what stands in a window says for an instruction: 2**20 places, a byte each, packed (rule 27).\n\n'
        'Data of `instruction_model`, written by tests/text/fit_instructions.py.\n"""\n\n'
        "from __future__ import annotations\n\n"
        f"ENOUGH = {_THRESHOLD - model.start:.3f}\n"
        '"""The sum from which a window counts as an instruction."""\n'
        f'SCALE = {scale:.6g}\nWEIGHTS = r"""\n{lines}\n"""\n'
    )


def learned(without: str = "") -> Model:
    """Fitted to all texts but those of a writer."""
    theirs = [(one, _SLACK) for name, one in writers().items() if name != without]
    return fit([*theirs, (development(), _SLACK_OF_DEVELOPMENT), (([], docstrings()), _SLACK)])


def judge() -> None:
    """Print what is found of each writer's texts by weights that were fitted without them."""
    manual = manuals()
    found: dict[str, tuple[Floats, ...]] = {}
    for name, one in writers().items():
        model = learned(name)
        found[name] = tuple(np.array([model.sum(text) for text in texts]) for texts in (*one, manual))
        poisoned, ordinary, of_manuals = found[name]
        own = np.sort(ordinary)[-1 - len(ordinary) // 100]
        print(
            f"{name}: at 1 % of its own ordinary {np.mean(poisoned > own):.3f} (from {own:.2f}); at {_THRESHOLD} "
            f"{np.mean(poisoned >= _THRESHOLD):.3f}, ordinary {np.mean(ordinary >= _THRESHOLD):.4f}, "
            f"manuals {np.mean(of_manuals >= _THRESHOLD):.4f}",
            flush=True,
        )
    for name, (poisoned, ordinary, _) in found.items():
        others = np.concatenate([one[1] for other, one in found.items() if other != name])
        chosen = np.quantile(others, 0.99)
        shares = np.mean(poisoned > chosen), np.mean(ordinary > chosen)
        print(f"{name}: threshold of the others {chosen:.2f}: {shares[0]:.3f}, ordinary {shares[1]:.4f}")
    for threshold in np.arange(-0.1, 0.61, 0.05):
        shares = [np.mean(np.concatenate([one[kind] for one in found.values()]) >= threshold) for kind in (0, 1, 2)]
        print(f"{threshold:.2f}: poisoned {shares[0]:.3f}, ordinary {shares[1]:.4f}, manuals {shares[2]:.4f}")


def main() -> None:
    """Fit and write, or judge how it generalises."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--judge", action="store_true", help="print what is found of texts that were not learned from")
    if options.parse_args().judge:
        judge()
    else:
        write(learned())


if __name__ == "__main__":
    main()
