"""A second look at those windows of a text that may give instructions (rule 27). Pure.

What stands in a window adds up (`instruction_model`), which cannot tell who is spoken to from who is spoken about.
Small networks look at how that sum is made up by kind, at what the words are about, and at the form of the text. They
are fitted by tests/text/fit_instructions.py, on sums by weights that had not seen the writer.
"""

from __future__ import annotations

import functools
import itertools
import math
import re
from typing import TYPE_CHECKING, NamedTuple

from memoryd.text.instruction_model import BLOCKS, bounds, classes_in, fitted, window
from memoryd.text.instruction_words import CLASSES

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Layer = tuple[NDArray[np.float64], NDArray[np.float64]]
    """Weights (inputs, outputs) and what is added (outputs,)."""
    Network = list[Layer]

_SIGNS = tuple(
    re.compile(one) for one in (r"\n", r"[\"'`]", r"[{}\[\]()<>=;/_$#|]", r"\d", "!", r"\?", ":", "@", r"[^\x00-\x7f]")
)
_MOST_OF_CLASS = 3
SIZES = (BLOCKS + 1 + 2 + len(_SIGNS) + len(CLASSES), 24, 12, 1)
"""Of the layers of a network: what is looked at first."""
NETWORKS = 5
LEAST = 0.0
"""The sum from which a window is looked at: of what is found at all, two in a thousand have less."""


def seen(text: str, weights: NDArray[np.float64], start: float) -> list[float]:
    """What the networks look at in one window, of which each kind (BLOCKS,) weighs that much, beside the start."""
    count, words = classes_in(text)
    form = [math.sqrt(len(one.findall(text))) for one in _SIGNS]
    about = [min(_MOST_OF_CLASS, sum(bits >> number & 1 for bits in words)) for number in range(len(CLASSES))]
    return [*weights, float(weights.sum()) + start, math.log1p(len(text)), math.log1p(count), *form, *about]


class Looked(NamedTuple):
    """A window that was looked at."""

    sum: float
    logit: float
    """How surely it gives instructions."""
    text: str


def look(text: str, by_kind: NDArray[np.float64], least: float = LEAST, most: int = 0) -> list[Looked]:
    """The windows (windows, BLOCKS) of which enough adds up, the strongest first; `most`: how many of those that have
    as much as `least`, but less than `LEAST`."""
    import numpy as np

    start = bounds().start
    sums = by_kind.sum(axis=1) + start
    order = np.argsort(-sums, kind="stable")
    numbers = order[: max(np.count_nonzero(sums >= LEAST), min(most, np.count_nonzero(sums >= least)))]
    if not len(numbers):
        return []
    texts = list(window(text, numbers.tolist()))
    rows = [seen(one, by_kind[number], start) for number, one in zip(numbers, texts, strict=True)]
    logits = judged(np.array(rows), networks())
    return [Looked(float(sums[at]), float(logit), one) for at, logit, one in zip(numbers, logits, texts, strict=True)]


def judged(rows: NDArray[np.float64], several: list[Network]) -> NDArray[np.float64]:
    """What the networks say of each row, in logits: their mean."""
    import numpy as np

    said = []
    for network in several:
        at = rows
        for number, (weights, added) in enumerate(network):
            at = at @ weights + added
            at = at if number == len(network) - 1 else np.maximum(at, 0.0)
        said.append(at[:, 0])
    return np.asarray(np.mean(said, axis=0), dtype=np.float64)


@functools.cache
def networks() -> list[Network]:
    """As they were fitted."""
    import numpy as np

    layers = [
        (fitted().array(f"weights{at}", NETWORKS, *sizes), fitted().array(f"added{at}", NETWORKS, sizes[1]))
        for at, sizes in enumerate(itertools.pairwise(SIZES))
    ]
    return [
        [(weights[at].astype(np.float64), added[at].astype(np.float64)) for weights, added in layers]
        for at in range(NETWORKS)
    ]
