"""Fit the weights of `deciding.py` to the scripted months: `python -m tests.kinds.summaries.fit_deciding`.

Prints them, and how well each month is told by weights that were fitted without it (area under the ROC curve).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import takewhile

import numpy as np

from memoryd.kinds.summaries.deciding import Around, signs_of
from memoryd.text.sentences import cut
from tests.bench.month import MONTHS, Month, month

STIFFNESS = 1.0
"""Of the penalty on the weights' squares."""
ROUNDS = 60


def sentences(told: Month) -> Iterator[tuple[tuple[bool, ...], bool]]:
    """The signs of each sentence of a user, and whether it holds a decision of its day."""
    for day in told["days"]:
        wanted = [one["holds"] for one in told["decisions"] if one["day"] == day["day"]]
        for session in day["sessions"]:
            said = [one for one in session["messages"] if one["role"] in ("user", "assistant")]
            for at, message in enumerate(said):
                if message["role"] != "user":
                    continue
                replies = [one["content"] for one in takewhile(lambda one: one["role"] != "user", said[at + 1 :])]
                texts = [
                    " ".join(one.split()) for line in message["content"].split("\n") for one in cut(line) if one.strip()
                ]
                opens = all(one["role"] != "user" for one in said[:at])
                for place, text in enumerate(texts):
                    around = Around(
                        replies[-1] if replies else "",
                        sum(map(len, replies)),
                        opens,
                        place == 0,
                        place == len(texts) - 1,
                    )
                    holds = any(all(word.casefold() in text.casefold() for word in one) for one in wanted)
                    yield signs_of(text, around), holds


Rows = Sequence[tuple[tuple[bool, ...], bool]]


def fit(rows: Rows) -> np.ndarray:
    """Weights and bias, by Newton's method."""
    signs = np.array([[*one, True] for one, _ in rows], dtype=float)
    holds = np.array([one for _, one in rows], dtype=float)
    stiff = np.diag([STIFFNESS] * (signs.shape[1] - 1) + [1e-6])
    weights = np.zeros(signs.shape[1])
    for _ in range(ROUNDS):
        told = 1 / (1 + np.exp(-signs @ weights))
        slope = signs.T @ (told - holds) + stiff @ weights
        weights -= np.linalg.solve((signs.T * (told * (1 - told))) @ signs + stiff, slope)
    return weights


def area(rows: Rows, weights: np.ndarray) -> float:
    """Under the ROC curve."""
    sums = np.array([[*one, True] for one, _ in rows], dtype=float) @ weights
    holds = np.array([one for _, one in rows])
    return float(np.mean([np.mean((one > sums[~holds]) + 0.5 * (one == sums[~holds])) for one in sums[holds]]))


if __name__ == "__main__":
    by_month = {name: list(sentences(month(name))) for name in MONTHS}
    for name, rows in by_month.items():
        others = [row for other, more in by_month.items() if other != name for row in more]
        print(f"{name}: {len(rows)} sentences, {area(rows, fit(others)):.3f}")
    found = fit([row for rows in by_month.values() for row in rows])
    print("WEIGHTS =", tuple(round(float(one), 2) for one in found[:-1]), "\nBIAS =", round(float(found[-1]), 2))
