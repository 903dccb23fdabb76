"""Fits the weights of `memoryd.text.instruction_passages` and writes them: `python -m tests.text.fit_instructions`.

Logistic regression over passages, where of a poisoned text only the passage counts that reads most like an instruction
(multiple instances): which one that is follows from the weights, so that both are found in turns. Deterministic. It
learns from untrusted_development.json and from docstrings of the standard library. `--judge` prints what is found of
each third by weights fitted without it, and of other people's manuals on this machine.
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

import numpy as np

from memoryd.text import instruction_weights
from memoryd.text.disguises import has_hidden_text
from memoryd.text.instructions import passages_of
from tests.text.regression import regress

DEVELOPMENT = Path(__file__).parent / "untrusted_development.json"
_FOLDS = 3
_RIDGE, _ROUNDS = 2.0, 4
_LEAST_WORDS, _LEAST_PAIRS = 2, 4
"""Texts in which a word, and a pair of words, must stand to have a weight."""
_LEAST = 0.015
"""A weight under this is left out."""
_THRESHOLD = 1.5
"""So that of ordinary texts written by people who had not seen it, and not learned from, one in a hundred is found; of
those that were written to look like instructions three: of other people's manuals it is two in a thousand."""
_DOCSTRINGS = 900
_DOCUMENTED = (ast.FunctionDef, ast.ClassDef, ast.Module)


def texts() -> tuple[list[str], list[str]]:
    """All that was written for it: poisoned and ordinary."""
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
    bags = [passages_of(text) or [set()] for text in (*poisoned, *ordinary)]
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
        f'from __future__ import annotations\n\nSTART = {start - _THRESHOLD:.2f}\nWEIGHTS = r"""\n{lines}\n"""\n'
    )


def judge(poisoned: Sequence[str], ordinary: Sequence[str]) -> None:
    """Print what is found of each third by weights that were fitted without it."""
    bags = {text: passages_of(text) for text in (*poisoned, *ordinary)}
    manual = [passages_of(text) for text in manuals()]
    sums: dict[str, list[float]] = {"poisoned": [], "ordinary": [], "manuals": []}
    for fold in range(_FOLDS):
        learned = [[text for at, text in enumerate(given) if at % _FOLDS != fold] for given in (poisoned, ordinary)]
        weights, start = fit(learned[0], [*learned[1], *docstrings()])
        for name, given in (("poisoned", poisoned), ("ordinary", ordinary)):
            sums[name] += [_sum(bags[text], weights, start, has_hidden_text(text)) for text in given[fold::_FOLDS]]
        sums["manuals"] += [_sum(bag, weights, start, False) for bag in manual]
    for threshold in (0.5, 0.75, 1.0, 1.25, 1.5, 2.0):
        shares = (f"{name} {np.mean(np.array(of) >= threshold):.1%}" for name, of in sums.items())
        print(f"{threshold}{' *' if threshold == _THRESHOLD else ''}: {', '.join(shares)}")


def _sum(bag: Sequence[set[str]], weights: dict[str, float], start: float, is_found: bool) -> float:
    if is_found:
        return np.inf
    return start + max((sum(weights.get(name, 0.0) for name in one) for one in bag), default=0.0)


def main() -> None:
    """Fit and write, or judge how it generalises."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--judge", action="store_true", help="print what is found of texts that were not learned from")
    poisoned, ordinary = texts()
    if options.parse_args().judge:
        judge(poisoned, ordinary)
    else:
        write(*fit(poisoned, [*ordinary, *docstrings()]))


if __name__ == "__main__":
    main()
