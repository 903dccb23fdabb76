"""Fits the trees of `memoryd.brief.updated` and writes them: `python -m tests.brief.fit_updates`.

An example is a line of a small memory and a message after it, of which its writer said whether that brings the line up
to date; and lines that hold, of scripted projects, with what was said after them. First it prints what is told of the
memories of each writer by trees of the others.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np

from memoryd.brief.ended import LEAST_NEWS, may_be_over, meeting, messages_of
from memoryd.brief.ending import signs_of
from memoryd.brief.standing import each_once
from memoryd.brief.updated import OF_VECTORS, PATH, VERSION, shown_by
from tests.bench.briefs import SETS, projects
from tests.bench.extraction import HERE
from tests.brief.boosting import Floats, Tree, boosted, judged_by
from tests.brief.fit_ending import holds, told_in, vectors_of
from tests.brief.small_projects import small_projects
from tests.support.weights import write_weights

_SMALL = tuple(sorted((HERE / "data").glob("updates_dev*.json")))
_PROJECTS = tuple(name for name in SETS if name not in ("blind", "dev16", "dev18"))
_OF_HELD = 0.5
"""How much a pair counts whose line holds in a project."""


class Example(NamedTuple):
    """A line and a message."""

    line: tuple[str, int, int]
    """The writer or the set, the number of the memory or the project, and that of the line;"""
    kind: str
    """`past`, `known` or neither, of a small memory; `held`, of a project."""
    features: list[float]
    is_news: bool


def examples_of(name: str, number: int, project: Mapping[str, Any]) -> Iterator[Example]:
    """All of one small memory or project, of which it is known."""
    told = told_in(project)
    lines, _ = each_once(told)
    said = messages_of(told)
    met = [(at, to) for at, to in meeting(lines, said) if _meets(lines[at].text, said[to].text, said[to].reply)]
    updated: Mapping[str, str] | None = project.get("updated")
    for one in shown_by(lines, said, vectors_of(lines, said), met, may_be_over(lines)):
        line = lines[one.line]
        source = line.source or line.key
        if updated is None:
            kind = "held" if holds(line, project["must_know"]) and not holds(line, project["must_not"]) else ""
            is_news = False
        else:
            kind = "past" if source in updated else "known" if source in project["known"] else "else"
            is_news = updated.get(source) == said[one.message].key
        if kind:
            yield Example((name, number, one.line), kind, one.features, is_news)


def _meets(line: str, text: str, reply: str) -> bool:
    return bool(signs_of(line, text, reply, by_agents=(False, False))[0])


def grown(examples: Sequence[Example]) -> list[Tree]:
    """The trees of these, each with and without vectors."""
    values = np.array([one.features for one in examples])
    truth = np.array([float(one.is_news) for one in examples])
    counted = np.array([_OF_HELD if one.kind == "held" else 1.0 for one in examples])
    return boosted(np.vstack([values, without_vectors(values)]), np.tile(truth, 2), np.tile(counted, 2) / 2)


def without_vectors(values: Floats) -> Floats:
    """The same, of what no vectors are known of."""
    found = values.copy()
    found[:, :OF_VECTORS] = -1.0
    return found


def judge(examples: Sequence[Example]) -> None:
    """Print how many lines are told to be over."""
    over: dict[tuple[str, str], dict[tuple[str, int, int], bool]] = {}
    for path in _SMALL:
        trees = grown([one for one in examples if one.line[0] != path.stem])
        mine = [one for one in examples if one.line[0] == path.stem]
        values = np.array([one.features for one in mine])
        for name, some in (("with vectors", values), ("without", without_vectors(values))):
            for one, odds in zip(mine, judged_by(trees, some), strict=True):
                lines = over.setdefault((one.kind, name), {})
                lines[one.line] = lines.get(one.line, False) or bool(odds >= LEAST_NEWS)
    for (kind, name), lines in sorted(over.items()):
        print(f"{kind} {name}: of {len(lines)} lines {sum(lines.values())} are over")


def main() -> None:
    """Judge, fit and write."""
    examples = [
        one for path in _SMALL for at, project in enumerate(small_projects(path))
        for one in examples_of(path.stem, at, project)
    ]  # fmt: skip
    examples += [
        one for name in _PROJECTS for at, project in enumerate(projects(SETS[name]))
        for one in examples_of(name, at, project)
    ]  # fmt: skip
    judge(examples)
    trees = grown(examples)
    arrays = {
        "edges": np.array([[edge for _, edge in tree.tests] for tree in trees]),
        "leaves": np.array([tree.leaves for tree in trees]),
        "features": np.array([[feature for feature, _ in tree.tests] for tree in trees], np.int8),
    }
    write_weights(PATH, "tests.brief.fit_updates", VERSION, arrays)


if __name__ == "__main__":
    main()
