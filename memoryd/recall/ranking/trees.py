"""The order of the first few results by boosted trees over all parts of their scores. Pure.

A sum weighs each part alike wherever it stands; trees see that a cosine tells more where the words are rare, or a date
only where the words agree. Of short turns they put the right one first in .57 of questions, the sum in .50, and
recall@10 is .857, of the sum .847 (all conversations, each judged by trees that were fitted without it).
`python -m tests.bench.trees --fit` writes them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from math import log1p
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

from msgspec.structs import replace

from memoryd.recall.ranking.fusion import Candidate, Ranked
from memoryd.weights import SUFFIX, Weights

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from memoryd.recall.vectors.contextual import Contextual, Reading

PART = "trees"
"""What `why` calls what a result's score gains or loses by its place in their order."""
DEPTH, SAID_DEPTH = 10, 14
"""How many of the first are ordered, and how many where most of the first are messages; each looks at the parts of all
of these. With 20 for all, recall@10 of Markdown, on which no tree was fitted, is .72 instead of .76."""
READ = 10
"""How many of the first are read again for a precise query, and then ordered anew."""
PARTS = (
    "lexical", "passage", "mean", "words", "connected", "context", "neighbour_lexical", "neighbour_passage",
    "earlier_passage", "speaker", "first_person", "date", "time", "question", "reply",
)  # fmt: skip
VERSION = 1
"""Of the features."""
LEVELS = 3
_SPLITS, _LEAVES = 2**LEVELS - 1, 2**LEVELS
_FAR = -3.0
"""How far behind the best a neighbour counts as that is no candidate."""


Which = Literal["trees", "contextual_trees", "answered_stated", "answered_said", "updating"]
"""Those of every query, and those that are told what was read of the first results; those of `ranking/answered.py` and
`ranking/updating.py`."""


class _Trees(NamedTuple):
    features: NDArray[Any]
    """(7 x trees,), which feature each split looks at: the first splits of all trees, then the second ones."""
    thresholds: NDArray[Any]
    """(7 x trees,)"""
    leaves: NDArray[Any]
    """(trees x 8,), log odds."""
    first: NDArray[Any]
    """(trees,), where the leaves of each begin."""


def reorder(
    order: Sequence[Ranked],
    candidates: Sequence[Candidate],
    weight: float,
    read: Callable[[Sequence[Ranked]], Sequence[Reading] | None] | None = None,
) -> list[Ranked]:
    """The first `depth_of` by their score and `weight` times the log odds that trees give them; the rest as it was.

    `read` tells of each of the first `READ` then how close its tokens come to the query's; other trees look at that,
    too, and order these once more. It is asked only if there is something to order.

    Their scores are dealt anew, best first, so that what reads scores sees the same ones. Texts without a vector, and
    all where `weight` is 0, stay as they are.
    """
    ordered = list(order)
    deep = depth_of(order, candidates)
    places = [at for at, one in enumerate(order[:deep]) if candidates[one.position].cosine is not None]
    if not weight or len(places) < 2:
        return ordered
    sums = {one.position: one.score for one in order}
    head = [order[at] for at in places]
    head = _dealt(head, odds(features(head, candidates, sums), "trees"), weight)
    found = None if read is None else read(head[:READ])
    if found is not None:
        near = [one.near for one in found]
        head[:READ] = _dealt(
            head[:READ], odds(features(head[:READ], candidates, sums, near), "contextual_trees"), weight
        )
    for at, one in zip(places, head, strict=True):
        ordered[at] = one
    return ordered


def depth_of(order: Sequence[Ranked], candidates: Sequence[Candidate]) -> int:
    """How many of the first are ordered."""
    said = [candidates[one.position].role is not None for one in order[:DEPTH]]
    return SAID_DEPTH if sum(said) * 2 > len(said) else DEPTH


def _dealt(head: Sequence[Ranked], gained: Sequence[float], weight: float) -> list[Ranked]:
    scores = [one.score for one in head]
    better = sorted(range(len(head)), key=lambda at: (-(scores[at] + weight * gained[at]), at))
    return [_with_score(head[at], score) for at, score in zip(better, scores, strict=True)]


def features(
    head: Sequence[Ranked],
    candidates: Sequence[Candidate],
    sums: Mapping[int, float],
    read: Sequence[Contextual] | None = None,
) -> NDArray[Any]:
    """(results, features): place, score, distance from the best; each part, and its distance from the largest; whether
    somebody is named as its speaker, and whether it is a message; how long it is; what its vectors tell, not over the
    best; how far the sums of its neighbours are from the best; of what was read, each part and its distance.

    `sums`: the scores of all candidates by position.
    """
    import numpy as np

    some = [candidates[one.position] for one in head]
    places, parts = [one.position for one in head], head[0].columns
    rows = [[parts[name][at] for at in places] if name in parts else [0.0] * len(head) for name in PARTS]
    rows += [[one.bm25 for one in some], [one.cosine or 0.0 for one in some], [one.maxsim or 0.0 for one in some]]
    values = np.asarray(rows, dtype=np.float32).T
    scores = np.asarray([one.score for one in head], dtype=np.float32)
    first = np.stack([np.arange(len(head), dtype=np.float32), scores, scores.max() - scores], axis=1)
    said = [[one.who is not None for one in some], [one.role is not None for one in some]]
    most = max(sums.values())
    sides = [one.before for one in some], [one.after for one in some]
    beside = [[sums[at] - most if at in sums else _FAR for at in side] for side in sides]
    own = [
        [log1p(len(one.text)) for one in some],
        [one.plain for one in some],
        [one.rest for one in some],
        [one.context or 0.0 for one in some],
        [one.mean or 0.0 for one in some],
    ]
    more = np.asarray([*said, *own, *beside], dtype=np.float32).T
    columns = [first, values, values - values.max(axis=0), more]
    if read is not None:
        near = np.asarray(read, dtype=np.float32)
        columns += [near, near - near.max(axis=0)]
    return np.concatenate(columns, axis=1)


def odds(values: NDArray[Any], which: Which) -> list[float]:
    """The sum of the leaves of these trees for each row of `features`."""
    import numpy as np

    trees = _trees(which)
    over = (values.take(trees.features, axis=1) > trees.thresholds).reshape(len(values), _SPLITS, -1)
    root = over[:, 0]
    second = np.where(root, over[:, 2], over[:, 1])
    third = np.where(second, np.where(root, over[:, 6], over[:, 4]), np.where(root, over[:, 5], over[:, 3]))
    found: list[float] = trees.leaves.take(trees.first + 4 * root + 2 * second + third).sum(axis=1).tolist()
    return found


@cache
def _trees(which: Which) -> _Trees:
    import numpy as np

    fitted = Weights(path_of(which), VERSION)
    leaves = fitted.array("leaves", -1, _LEAVES)
    return _Trees(
        fitted.array("features", len(leaves), _SPLITS).T.ravel().astype(np.intp),
        fitted.array("thresholds", len(leaves), _SPLITS).T.ravel(),
        leaves.ravel(),
        np.arange(0, leaves.size, _LEAVES),
    )


def path_of(which: Which) -> Path:
    """Where these trees are kept."""
    return Path(__file__).with_name(which + SUFFIX)


def _with_score(one: Ranked, score: float) -> Ranked:
    return one if score == one.score else replace(one, score=score, more={**one.more, PART: score - one.score})
