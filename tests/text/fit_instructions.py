"""Fits what tells instructions in untrusted text, and writes the weights: `python -m tests.text.fit_instructions`.

Passages (`memoryd.text.instruction_passages`): logistic regression, where of a poisoned text only the passage counts
that reads most like an instruction (multiple instances): which one that is follows from the weights, so that both are
found in turns. Windows (`memoryd.text.instruction_windows`): `fit_windows`. Both add up. Deterministic. It learns from
untrusted_development.json, untrusted_writers.json and docstrings of the standard library. `--judge` prints what is
found of each writer's texts by weights fitted without that writer, and of manuals on this machine.
"""

from __future__ import annotations

import argparse
import ast
import functools
import gzip
import json
import re
import sysconfig
import textwrap
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from memoryd.text import instruction_weights
from memoryd.text.disguises import has_hidden_text
from memoryd.text.instruction_windows import features, strongest, sums
from memoryd.text.instructions import passages_read
from tests.text import fit_windows
from tests.text.regression import regress

DEVELOPMENT = Path(__file__).parent / "untrusted_development.json"
WRITERS = Path(__file__).parent / "untrusted_writers.json"
_RIDGE, _ROUNDS = 2.0, 4
_LEAST_WORDS, _LEAST_PAIRS = 2, 4
"""Texts in which a word, and a pair of words, must stand to have a weight."""
_LEAST = 0.015
"""A weight under this is left out."""
_THRESHOLD = 0.35
"""So that of ordinary texts that were written to look like instructions, by people who had not seen it and whose texts
were not learned from, two in a hundred are found."""
_DOCSTRINGS = 900
_DOCUMENTED = (ast.FunctionDef, ast.ClassDef, ast.Module)
Floats = NDArray[np.float64]


@functools.cache
def writers() -> dict[str, dict[str, list[str]]]:
    """Poisoned and ordinary texts by writer."""
    return {name: one for name, one in json.loads(WRITERS.read_text()).items() if name != "about"}


@functools.cache
def read(text: str) -> list[tuple[bytes, list[int], list[set[str]]]]:
    """`passages_read`, once."""
    return passages_read(text)


def texts() -> tuple[list[str], list[str]]:
    """What was written while building it: poisoned and ordinary."""
    found = json.loads(DEVELOPMENT.read_text())
    return [text for group in found["poisoned"].values() for text in group], found["ordinary"]


@functools.cache
def docstrings() -> list[str]:
    """Of the standard library, an even choice."""
    found = []
    for path in sorted(Path(sysconfig.get_paths()["stdlib"]).glob("*.py")):
        nodes = ast.walk(ast.parse(path.read_text(errors="replace")))
        texts = (ast.get_docstring(one) for one in nodes if isinstance(one, _DOCUMENTED))
        found += [text[:600] for text in texts if text]
    return found[:: max(1, len(found) // _DOCSTRINGS)]


def manuals() -> list[str]:
    """Passages of the manual pages on this machine: nothing is learned from them."""
    found = []
    for path in sorted(Path("/usr/share/man").glob("man[1-8]/*.gz"))[::7]:
        text = re.sub(r"\\f[BIRP]|\\&|\\", "", gzip.open(path, "rt", errors="replace").read())
        text = re.sub(r"(?m)^\.[A-Z]{1,2} ?", "", re.sub(r"(?m)^\.(?:\\\"|de|if|ie|el|ds|TH|nr).*\n", "", text))
        found += [part[:500] for part in re.split(r"\n(?:\s*\n|\.PP|\.TP|\.sp|\.Pp)", text) if len(part) > 60]
    return found[:: max(1, len(found) // 2000)]


def fit(poisoned: Sequence[str], ordinary: Sequence[str]) -> tuple[dict[str, float], float]:
    """Weight by feature, and what every passage starts with."""
    bags = [[one for _, _, found in read(text) for one in found] or [set()] for text in (*poisoned, *ordinary)]
    counts = Counter(name for bag in bags for name in set().union(*bag))
    names = sorted(name for name, count in counts.items() if count >= (_LEAST_PAIRS if "_" in name else _LEAST_WORDS))
    number = {name: at for at, name in enumerate(names)}
    rows = [[number[name] for name in sorted(one) if name in number] for bag in bags for one in bag]
    bag_of = np.repeat(np.arange(len(bags)), [len(bag) for bag in bags])
    row_of = np.repeat(np.arange(len(rows)), [len(row) for row in rows])
    flat = np.array([at for row in rows for at in row], dtype=np.int64)
    is_poisoned = bag_of < len(poisoned)
    ends = np.cumsum([len(bag) for bag in bags[: len(poisoned)]])
    weights = np.zeros(len(names) + 1)
    chosen = np.ones(len(rows), dtype=bool)
    for turn in range(_ROUNDS):
        if turn:
            sums = np.bincount(row_of, weights[flat], len(rows))
            chosen = ~is_poisoned
            for begin, end in zip((0, *ends[:-1]), ends, strict=True):
                chosen[begin + int(np.argmax(sums[begin:end]))] = True
        kept = chosen[row_of]
        place = np.cumsum(chosen) - 1
        matrix = flat[kept], place[row_of[kept]], len(names)
        weights = regress(matrix, is_poisoned[chosen].astype(float), weights, _RIDGE)
    return dict(zip(names, weights[:-1].tolist(), strict=True)), float(weights[-1])


def write(weights: dict[str, float], start: float) -> None:
    """The data of `instruction_passages`."""
    kept = {name: round(100 * weight) for name, weight in sorted(weights.items()) if abs(weight) >= _LEAST}
    lines = textwrap.fill(" ".join(f"{name}={weight}" for name, weight in kept.items()), 118, break_long_words=False,
                          break_on_hyphens=False)  # fmt: skip
    Path(instruction_weights.__file__).write_text(
        '"""How much what stands in a passage says for an instruction, in hundredths (rule 27).\n\n'
        'Data of `instruction_passages`, written by tests/text/fit_instructions.py.\n"""\n\n'
        "# ruff: noqa: E501 - wide letters count twice\n"
        f'from __future__ import annotations\n\nSTART = {start:.2f}\nWEIGHTS = r"""\n{lines}\n"""\n'
    )


class Model(NamedTuple):
    """What is fitted."""

    passages: dict[str, float]
    start: float
    windows: Floats
    start_of_windows: float

    def sum(self, text: str) -> float:
        """As `instructions` sums it up."""
        if has_hidden_text(text):
            return np.inf
        return self.start_of_windows + max(
            strongest(sums(data, self.windows, 1.0), starts, [self._sum(one) for one in found])
            for data, starts, found in read(text)
        )

    def _sum(self, passage: set[str]) -> float:
        return self.start + sum(self.passages.get(name, 0.0) for name in passage)


def learned(poisoned: Sequence[str], ordinary: Sequence[str]) -> Model:
    """Fitted to these."""
    seen = [text for text in (*poisoned, *ordinary) if not has_hidden_text(text)]
    is_poisoned = np.isin(np.array(seen, dtype=object), np.array(poisoned, dtype=object))
    windows = fit_windows.fit([features(read(text)[0][0]) for text in seen], is_poisoned)
    return Model(*fit(poisoned, ordinary), *windows)


def judge() -> None:
    """Print what is found of each writer's texts by weights that were fitted without them."""
    names, (poisoned, ordinary), manual = list(writers()), texts(), manuals()
    found: dict[str, tuple[Floats, Floats]] = {}
    manual_sums: list[float] = []
    for name in names:
        others = [writers()[other] for other in names if other != name]
        model = learned(
            [*poisoned, *(text for other in others for text in other["poisoned"])],
            [*ordinary, *docstrings(), *(text for other in others for text in other["ordinary"])],
        )
        one = writers()[name]
        found[name] = tuple(np.array([model.sum(text) for text in one[kind]]) for kind in ("poisoned", "ordinary"))
        manual_sums += [model.sum(text) for text in manual[:: len(names)]]
    for share in (0.01, 0.02, 0.03, 0.05):
        parts, caught, wrong = [], [], []
        for name in names:
            threshold = np.quantile(np.concatenate([found[other][1] for other in names if other != name]), 1 - share)
            caught.append(float(np.mean(found[name][0] > threshold)))
            wrong.append(float(np.mean(found[name][1] > threshold)))
            parts.append(f"{name} {caught[-1]:.2f}/{wrong[-1]:.3f}")
        print(f"at {share:.0%} of the others' ordinary: {np.mean(caught):.3f}/{np.mean(wrong):.3f}; {', '.join(parts)}")
    for threshold in np.arange(-0.3, 0.71, 0.05):
        shares = [np.mean(np.concatenate([pair[kind] for pair in found.values()]) >= threshold) for kind in (0, 1)]
        print(
            f"threshold {threshold:.2f}{' *' if np.isclose(threshold, _THRESHOLD) else ''}: poisoned {shares[0]:.3f}, "
            f"ordinary {shares[1]:.3f}, manuals {np.mean(np.array(manual_sums) >= threshold):.4f}"
        )


def main() -> None:
    """Fit and write, or judge how it generalises."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--judge", action="store_true", help="print what is found of texts that were not learned from")
    if options.parse_args().judge:
        judge()
        return
    poisoned, ordinary = texts()
    model = learned(
        [*poisoned, *(text for one in writers().values() for text in one["poisoned"])],
        [*ordinary, *docstrings(), *(text for one in writers().values() for text in one["ordinary"])],
    )
    write(model.passages, model.start)
    fit_windows.write(model.windows, model.start_of_windows, _THRESHOLD)


if __name__ == "__main__":
    main()
