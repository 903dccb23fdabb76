"""`recall.check` and `recall.explain_absent`: what bears on an action, and why something did not come."""

from __future__ import annotations

import os
from typing import Annotated, Any, Literal, NotRequired, TypedDict

import msgspec
from msgspec.structs import replace

from memoryd.errors import InvalidParams
from memoryd.kinds.relevance import relevance_of, searches
from memoryd.recall.get import place_of
from memoryd.recall.methods import K, Query, RecallApi, Result, no_such_key
from memoryd.recall.query import LexicalQuery
from memoryd.recall.service import Absence
from memoryd.requests.memory import Asker, Memory, SessionId, Text, Time, Until, asked
from memoryd.rpc.registry import Access, Call, Method, Registry, Runs
from memoryd.types import Kind

Reason = Literal[
    "present", "ranked_below", "no_candidate", "unlike", "filtered", "faded", "archived", "not_indexed"
]  # fmt: skip


class CheckParams(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """What an agent is about to do."""

    action: Query
    k: K | None = None
    boost: bool = True
    explain: bool = False
    session_id: SessionId | None = None


class BearingResult(Result):
    """A memory that bears on the action."""

    bears: Literal["preference", "decision"]


class CheckResult(TypedDict):
    """Preferences and decisions, the most relevant first."""

    results: list[BearingResult]
    took_ms: float


class AbsentParams(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """A question, the memory that was missed, and the filters of `recall.search`."""

    query: Query
    key: Annotated[str, msgspec.Meta(min_length=1, max_length=4096)]
    k: K | None = None
    kinds: list[Kind | Literal["hot"]] | None = None
    project: Text | None = None
    since: Time | None = None
    until: Until | None = None
    session_id: SessionId | None = None


class AbsentResult(TypedDict):
    """Why it did not come: the reason in a word and in a sentence, and the numbers behind it."""

    key: str
    reason: Reason
    text: str
    filters: NotRequired[list[str]]
    activation: NotRequired[float]
    search_threshold: NotRequired[float]
    lexical: NotRequired[float]
    similarity: NotRequired[float]
    min_similarity: NotRequired[float]
    rank: NotRequired[int]
    score: NotRequired[float]
    last_score: NotRequired[float]
    why: NotRequired[dict[str, float]]


class BearingApi:
    """The handlers."""

    def __init__(self, memory: Memory, recall: RecallApi) -> None:
        self._memory = memory
        self._recall = recall

    def check(self, call: Call, params: CheckParams) -> dict[str, Any]:
        """The preferences and decisions that bear on an action; facts that are returned are boosted (rule 2)."""
        memory, recall = self._memory, self._recall
        started = memory.clock.monotonic()
        asker = memory.ask(call, params.session_id)
        query = LexicalQuery(
            text=asked("action", params.action), visibility=asker.visibility, now=asker.now, explain=params.explain
        )
        query = replace(query, kind_filter=recall.living(asker.now))
        results: list[dict[str, Any]] = []
        for one in searches(query):
            for found in memory.recall.search(one):
                bears = relevance_of(found.document)
                shown = None if bears is None else recall.show(found, asker.now, include_faded=False)
                if shown is not None:
                    results.append({**shown, "bears": bears})
        results.sort(key=lambda result: -result["score"])
        results = results[: recall.count(params.k)]
        recall.use(results, asker, params.boost)
        return recall.reply(results, started, params.explain)

    def explain_absent(self, call: Call, params: AbsentParams) -> dict[str, Any]:
        """Why a memory was not among the results of a search."""
        memory = self._memory
        asker = memory.ask(call, params.session_id)
        k = self._recall.count(params.k)
        query = LexicalQuery(
            text=asked("query", params.query),
            limit=k,
            now=asker.now,
            kinds=None if params.kinds is None else frozenset(params.kinds),
            project=params.project,
            since=memory.time_of("since", params.since),
            until=memory.time_of("until", params.until, is_end=True),
        )
        special = self._kept_out(params.key, asker)
        if special is not None:
            return special
        query = replace(query, visibility=asker.visibility, kind_filter=self._recall.living(asker.now))
        absence = memory.recall.explain_absent(query, params.key)
        return _shown(params.key, absence, k)

    def _kept_out(self, key: str, asker: Asker) -> dict[str, Any] | None:
        """What no search returns, whatever is asked. Raises NotFound."""
        memory = self._memory
        facts = memory.facts
        ordinal = facts.table.ordinal(key)
        if ordinal is not None and facts.table[ordinal] is not None:
            activation, least = facts.activations.at(ordinal, asker.now), facts.settings.search_threshold
            if activation < least:
                text = f"the fact has faded: its activation {activation:.3f} is under the search threshold {least:.3f}"
                return {
                    "key": key,
                    "reason": "faded",
                    "text": text,
                    "activation": activation,
                    "search_threshold": least,
                }
            return None
        if facts.archive.get(key) is not None:
            return {"key": key, "reason": "archived", "text": "the fact is archived; facts.restore brings it back"}
        document = memory.recall.document(key)
        if document is None or not asker.visibility.sees(document):
            if document is None and memory.notes.archived(key) is not None:
                return {"key": key, "reason": "archived", "text": "the note is archived; notes.restore brings it back"}
            if self._is_in_archive(key) and not asker.is_group:
                return {"key": key, "reason": "archived", "text": "it is archived, and archives are not searched"}
            raise no_such_key(key)
        return None

    def _is_in_archive(self, key: str) -> bool:
        """Whether it is a file of an archive, a line of one, or a note in one."""
        if not key.startswith(("memory/archive/", "contexts/archive/", "daily/archive/")):
            return False
        try:
            place = place_of(key)
        except InvalidParams:
            return False
        if place is None or not os.path.isfile(os.path.join(self._memory.data.root, place.path)):
            return False
        notes = self._memory.notes.keeper.archive.all() if place.slug is not None else ()
        return place.slug is None or any(note.path == place.path and note.slug == place.slug for note in notes)


def _shown(key: str, absence: Absence, k: int) -> dict[str, Any]:
    shown: dict[str, Any] = {"key": key, "reason": absence.reason, "text": _sentence(absence, k)}
    if absence.reason == "unknown":
        return {**shown, "reason": "not_indexed"}
    if absence.reason == "filtered":
        return {**shown, "filters": absence.filters}
    shown |= {"lexical": absence.lexical, "min_similarity": absence.min_similarity}
    for name in ("similarity", "rank", "score", "last_score"):
        value = getattr(absence, name)
        if value is not None:
            shown[name] = value
    if absence.parts:
        shown["why"] = absence.parts
    return shown


def _sentence(absence: Absence, k: int) -> str:
    near = "it has no vector yet" if absence.similarity is None else f"its similarity is {absence.similarity:.3f}"
    match absence.reason:
        case "unknown":
            return "the index does not have it; maintenance.run reconcile or rebuild brings it in"
        case "filtered":
            return f"it does not pass the filters on {', '.join(absence.filters)}"
        case "unlike":
            return f"no word of the query is in it, and {near}, where {absence.min_similarity:.2f} is asked for"
        case "no_candidate":
            return (
                f"it is neither among the nearest by words nor by meaning; scored alone it would be no. {absence.rank}"
            )
        case "ranked_below":
            return f"it comes as no. {absence.rank}, and {k} results were asked for"
        case _:
            return f"it is among the results, as no. {absence.rank}"


def register(registry: Registry, memory: Memory, recall: RecallApi) -> BearingApi:
    """Add both methods."""
    api = BearingApi(memory, recall)
    read, reader = Access.READ, Runs.READER
    for method in (
        Method("recall.check", read, reader, CheckParams, CheckResult, api.check,
               "The preferences and decisions that bear on what an agent is about to do."),
        Method("recall.explain_absent", read, reader, AbsentParams, AbsentResult, api.explain_absent,
               "Why a memory is not among the results of a search, in numbers.", ("not_found",)),
    ):  # fmt: skip
        registry.add(method)
    return api
