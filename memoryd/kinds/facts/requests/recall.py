"""`recall.query`: the facts that answer a question (002 §5, rule 4)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Literal, TypedDict

from memoryd.recall.query import LexicalQuery
from memoryd.recall.search import HIGH, K, Precision, Query, Result
from memoryd.requests.asker import Asker
from memoryd.requests.method import Method
from memoryd.requests.params import InSession, Project, Text, Until, asked
from memoryd.rpc.registry import Access, Runs
from memoryd.services import Services
from memoryd.types import When


class QueryParams(InSession):
    """What is asked of the facts."""

    query: Query
    k: K | None = None
    subject: Text | None = None
    predicate: Text | None = None
    object: Text | None = None
    project: Project | None = None
    order: Literal["activation", "relevance"] = "activation"
    include_faded: bool = False
    include_superseded: bool = False
    as_of: Until | None = None
    precision: Precision = "normal"
    boost: bool = True
    explain: bool = False


class FactResults(TypedDict):
    """Facts; `took_ms` is the daemon's own time."""

    results: list[Result]
    took_ms: float


ALIKE = 0.01
"""Activations that differ by no more are equal: facts of one hour must not be ordered by microseconds of decay."""


def by_activation(results: Sequence[dict[str, Any]]) -> list[dict[str, Any]]:
    """The most active first; those that are `ALIKE` to the first of them stay in the order of their relevance."""
    ordered: list[dict[str, Any]] = []
    waiting = list(results)
    while waiting:
        least = max(result["activation"] for result in waiting) - ALIKE
        ordered += (result for result in waiting if result["activation"] >= least)
        waiting = [result for result in waiting if result["activation"] < least]
    return ordered


class FactRecall:
    """The handler."""

    def __init__(self, services: Services) -> None:
        self._search = services.search
        self._times = services.times

    def query(self, asker: Asker, params: QueryParams) -> dict[str, Any]:
        """The top k facts by relevance, given by activation."""
        search, started = self._search, self._search.started()
        k = search.count(params.k)
        as_of = self._times.of("as_of", params.as_of, is_end=True)
        query = LexicalQuery(
            text=asked("query", params.query),
            limit=k,
            now=asker.now,
            kinds=frozenset(("fact",)),
            subject=params.subject,
            predicate=params.predicate,
            object=params.object,
            project=params.project,
            own_project=asker.project,
            visibility=asker.visibility,
            explain=params.explain,
            precise=params.precision == HIGH,
            until=as_of,
            when=When(as_of, params.include_superseded, params.include_faded),
        )
        results = search.select(query, asker, k)
        if params.order == "activation":
            results = by_activation(results)
        if params.boost:
            search.use(results, asker)
        return search.reply(results, started, explain=params.explain)

    def all(self) -> Iterable[Method]:
        """What facts add to the `recall` namespace."""
        return (
            Method("recall.query", Access.READ, Runs.READER, QueryParams, FactResults, self.query,
                   "The facts that answer a question, the most active first; of a query the first 10,000 characters "
                   "are read."),
        )  # fmt: skip
