"""`recall` over every kind of memory: search, check, and why something did not come (002 §5)."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Protocol

from msgspec.structs import replace

from memoryd.clock import Clock
from memoryd.errors import InvalidParams
from memoryd.kind import Kinds
from memoryd.origin import PRIVATE, read_source
from memoryd.recall.get import place_of
from memoryd.recall.globs import path_filter
from memoryd.recall.past import NOTE, ChangedSince, as_then, once
from memoryd.recall.query import HOT, LexicalQuery
from memoryd.recall.ranking.overtaking import past_lowered
from memoryd.recall.ranking.updating import MESSAGE
from memoryd.recall.search import HIGH, MAX_CHARS, Search, as_passages
from memoryd.recall.service import Absence, Recall
from memoryd.recall.shapes import AbsentParams, AbsentResult, CheckParams, CheckResult, Filtered, Results, SearchParams
from memoryd.requests.asker import Asker
from memoryd.requests.method import Method
from memoryd.requests.params import asked, one_of, with_types
from memoryd.requests.screen import Screen, no_such_key
from memoryd.requests.times import Times
from memoryd.rpc.registry import Access, Runs
from memoryd.storage import beneath
from memoryd.storage.directory import DataDirectory
from memoryd.text.assent import names_nothing
from memoryd.text.relevance import RELEVANT, Relevance
from memoryd.text.tokens import tokens_of
from memoryd.types import Document, When

ARCHIVED_HITS = 5
CHECK_DEPTH = 50
"""Memories of each kind that `recall.check` looks at."""


class Said(Protocol):
    """What was just said, of which nothing was made yet."""

    @property
    def keys(self) -> frozenset[str]:
        """Of messages that prefer, rule or decide something."""

    def count(self, key: str) -> int:
        """How many statements of that message there are."""

    def holding(self, keys: Sequence[str]) -> Mapping[str, Relevance]:
        """Which of these hold, and what they are."""


class RecallMethods:
    """The handlers."""

    def __init__(
        self,
        data: DataDirectory,
        recall: Recall,
        search: Search,
        kinds: Kinds,
        times: Times,
        clock: Clock,
        changed_since: ChangedSince,
        screen: Screen,
        sessions_of: Callable[[str], frozenset[str]],
        past_of: Callable[[str | None], Mapping[str, Sequence[str]]],
        said: Callable[[Asker, str | None], Said],
    ) -> None:
        """`changed_since`: what notes said at a time; `screen`: what a group session may know of.

        `sessions_of`: the sessions of an agent; `past_of`: the keys of what holds no more in a
        project, each with those of what ended it; `said`: what was said in the last sessions.
        """
        self._said = said
        self._past_of = past_of
        self._sessions_of = sessions_of
        self._changed_since = changed_since
        self._data = data
        self._recall = recall
        self._search = search
        self._kinds = kinds
        self._times = times
        self._clock = clock
        self._screen = screen

    # --- search -------------------------------------------------------------------------------------------

    def search(self, asker: Asker, params: SearchParams) -> dict[str, Any]:
        """The top k of all memory by relevance."""
        search, started = self._search, self._search.started()
        query = self._query(asker, params, search.count(params.k) + params.offset, explain=params.explain)
        query = replace(query, visibility=asker.visibility, precise=params.precision == HIGH)
        query = self._asked_as_of(query, params.as_of, include_superseded=params.include_superseded)
        query = replace(query, over={} if params.include_superseded else self._over(asker, params.project, query))
        past = self._past_texts(query, asker)
        results = search.select(replace(query, apart=frozenset(past)), asker, query.limit)
        if query.when.as_of is not None:
            results = self._as_then(results, past, query, asker)[: query.limit]
        results = as_passages(results[params.offset :], query.text, params.max_chars, params.max_tokens)
        if params.boost:
            search.use(results, asker)
        archived = self._archived(query) if query.is_of_archives and not query.precise else []
        left = None if params.max_tokens is None else params.max_tokens - sum(tokens_of(one["text"]) for one in results)
        archived = as_passages(archived, query.text, params.max_chars, left)
        return {**search.reply(results, started, explain=params.explain), "archived": archived}

    def _query(self, asker: Asker, params: Filtered, k: int, *, explain: bool = False) -> LexicalQuery:
        return LexicalQuery(
            text=asked("query", params.query),
            limit=k,
            now=asker.now,
            kinds=None if params.kinds is None else frozenset(params.kinds),
            project=params.project,
            own_project=asker.project,
            layers=None if params.layers is None else frozenset(params.layers),
            paths=None if params.paths is None else path_filter(params.paths),
            sessions=self._sessions_asked(params),
            role=params.role,
            since=self._times.of("since", params.since),
            until=self._times.of("until", params.until, is_end=True),
            explain=explain,
        )

    def _sessions_asked(self, params: Filtered) -> frozenset[str] | None:
        """The sessions in which what is asked for was said."""
        named = None if params.in_session is None else frozenset({params.in_session})
        if params.agent is None:
            return named
        of_agent = self._sessions_of(params.agent)
        return of_agent if named is None else of_agent & named

    def _asked_as_of(self, query: LexicalQuery, as_of: str | None, *, include_superseded: bool = False) -> LexicalQuery:
        """What is asked as of a time leaves out what came later."""
        at = self._times.of("as_of", as_of, is_end=True)
        until = query.until if at is None else at if query.until is None else min(at, query.until)
        return replace(query, until=until, when=When(at, include_superseded))

    def _over(self, asker: Asker, project: str | None, query: LexicalQuery) -> Mapping[str, Sequence[str]]:
        """What holds no more, by what ended it, which counts where the asker sees it, too."""
        return {} if query.when.as_of is not None else self._past_of(project or asker.project)

    def _past_texts(self, query: LexicalQuery, asker: Asker) -> dict[str, str | None]:
        """What the notes that were changed since then said then; None: nothing."""
        if query.when.as_of is None:
            return {}
        past, kind = dict(self._changed_since(NOTE, query.when.as_of, asker.call.check_cancelled)), self._kinds.of(NOTE)
        for key in [key for key, text in past.items() if text == ""]:
            archived = None if kind is None else kind.text(key, asker)
            past[key] = None if archived is None else archived.text
        return past

    def _as_then(
        self, results: list[dict[str, Any]], past: dict[str, str | None], query: LexicalQuery, asker: Asker
    ) -> list[dict[str, Any]]:
        """Notes with the text that they had then, each statement once."""
        passes = self._search.passes(replace(query, since=None, until=None, kind_filter=None))
        then = {key: self._past_document(key, NOTE, text) for key, text in past.items() if text is not None}
        # Notes that are gone by now are private.
        visible = [
            key for key, one in then.items()
            if passes(one) and (asker.visibility.sees(one) if self._recall.document(key) else not asker.is_group)
        ]  # fmt: skip
        standing = as_then(results, past, query.text, visible)
        told = [then.get(one["key"]) or self._past_document(one["key"], one["kind"], one["text"]) for one in standing]
        return once(standing, told, self._recall.text_of)

    def _past_document(self, key: str, kind: str, text: str) -> Document:
        document = self._recall.document(key)
        if document is None:
            of_kind, path = self._kinds.of(kind), key.rpartition(":")[0]
            whose = (None if of_kind is None else of_kind.whose(key)) or PRIVATE
            layer = path.rpartition("/")[2].removesuffix(".md") if kind == NOTE else None
            document = Document(
                key=key, kind=kind, text="", source=path, path=path, sources=whose.sources, layer=layer,
                audience=whose.audience, project=whose.project,
            )  # fmt: skip
        return replace(document, text=text)

    def _archived(self, query: LexicalQuery) -> list[dict[str, Any]]:
        """Archived memories that pass the filters, apart from the living (rule 15)."""
        asked_for = [one for one in self._kinds if query.kinds is None or query.kinds & set(one.memories)]
        found = [
            hit
            for one in asked_for
            for hit in one.archived(query.text, ARCHIVED_HITS, query.since, query.until)
            if query.project is None or getattr(one.whose(hit["key"]), "project", None) in (None, query.project)
        ]
        return found[:ARCHIVED_HITS]

    # --- check --------------------------------------------------------------------------------------------

    def check(self, asker: Asker, params: CheckParams) -> dict[str, Any]:
        """The preferences and decisions that bear on an action; what is returned counts as used (rule 2)."""
        search, started = self._search, self._search.started()
        query = LexicalQuery(
            text=asked("action", params.action),
            project=params.project,
            own_project=asker.project,
            visibility=asker.visibility,
            now=asker.now,
            explain=params.explain,
            limit=CHECK_DEPTH,
            label=RELEVANT,
            precise=params.precision == HIGH,
        )
        query = self._asked_as_of(query, params.as_of)
        query = replace(query, kind_filter=search.living(asker.now, query.when))
        is_empty = names_nothing(params.action)
        kinds = frozenset(name for kind in self._kinds if kind.tells for name in kind.memories)
        past = self._past_texts(query, asker)
        said = None if is_empty or query.when.as_of is not None else self._said(asker, params.project)
        over = self._over(asker, params.project, query)
        if said is not None:
            query = replace(query, besides=said.keys.union(*over.values()))
        query = replace(query, kinds=kinds | {MESSAGE}, apart=frozenset(past))
        # In one search: a score is relative to the best beside it.
        found = [] if is_empty else self._recall.search(query)
        results = [
            {**shown, "bears": self._kinds.relevance(one.document)}
            for one in self._recall.fold(found, past)
            if (shown := search.show(one, asker.now, when=query.when)) is not None
        ]
        if said is not None:
            results = self._with_said([one for one in results if not _is_echo(one, params.action, asker)], said, over)
        if query.when.as_of is not None:
            gone = search.active_then(query, asker, results)
            results += ({**one, "bears": self._kinds.relevance(document)} for document, one in gone)
            results = self._as_then(results, past, query, asker)
            for one in results:
                then = self._past_document(one["key"], one["kind"], one["text"])
                one.setdefault("bears", self._kinds.relevance(then))
        results = past_lowered(results, over, self._sources_of)
        results = as_passages(results[: search.count(params.k)], query.text, MAX_CHARS, None)
        if params.boost:
            search.use(results, asker)
        telling = (one.archived(query.text, ARCHIVED_HITS, None, None, telling=True) for one in self._kinds)
        tells = not (asker.is_group or query.precise or is_empty)
        archived = [hit for hits in telling for hit in hits][:ARCHIVED_HITS] if tells else []
        archived = as_passages(archived, query.text, MAX_CHARS, None)
        return {**search.reply(results, started, explain=params.explain), "archived": archived}

    def _with_said(
        self, results: list[dict[str, Any]], said: Said, over: Mapping[str, Sequence[str]]
    ) -> list[dict[str, Any]]:
        """Messages among them only where they hold and nothing else says what they do (rule 24), or ended another one.

        What ended it bears as that did (rule 23): `Forget the Friday rule`.
        """
        made = Counter(source for one in results for source in self._sources_of(one["key"]))
        new = [one["key"] for one in results if one["kind"] == MESSAGE and made[one["key"]] < said.count(one["key"])]
        gone = [one for one in results if one["key"] in over]
        ended = {end: one["bears"] for one in gone for end in over[one["key"]] if not made[end]}
        holding: dict[str, Any] = {**ended, **said.holding(new)}
        return [
            {**one, "bears": holding[one["key"]]} if one["kind"] == MESSAGE else one
            for one in results
            if one["kind"] != MESSAGE or one["key"] in holding
        ]

    def _sources_of(self, key: str) -> list[str]:
        """The keys of what it was made of."""
        document = self._recall.document(key)
        return [] if document is None else [read_source(one).key for one in document.sources]

    # --- why not ------------------------------------------------------------------------------------------

    def explain_absent(self, asker: Asker, params: AbsentParams) -> dict[str, Any]:
        """Why a memory was not among the results of a search."""
        k = self._search.count(params.k)
        query = self._query(asker, params, k)
        special = self._kept_out(params.key, asker)
        if special is not None:
            return {"key": params.key, **special}
        query = replace(query, visibility=asker.visibility, kind_filter=self._search.living(asker.now))
        return _explained(params.key, self._recall.explain_absent(query, params.key), k)

    def _kept_out(self, key: str, asker: Asker) -> dict[str, Any] | None:
        """What no search returns, whatever is asked. Raises NotFound."""
        reason = next((found for kind in self._kinds if (found := kind.absence(key, asker)) is not None), None)
        if reason is not None:
            return reason
        document = self._recall.document(key)
        if document is not None and self._kinds.of(document.kind) and asker.visibility.sees(document):
            return None
        if not asker.is_group and self._is_in_archive(key):
            return {"reason": "archived", "text": "it is archived, and archives are not searched"}
        raise no_such_key(key)

    def _is_in_archive(self, key: str) -> bool:
        """Whether it is a file of an archive, or a line of one."""
        if not key.startswith(tuple(f"{path}/" for kind in self._kinds for path in kind.archives)):
            return False
        try:
            place = place_of(key)
        except InvalidParams:
            return False
        return place is not None and place.slug is None and beneath.is_file(os.path.join(self._data.root, place.path))

    def all(self) -> Iterable[Method]:
        """The `recall` namespace, but for what is of one kind only."""
        read, reader = Access.READ, Runs.READER
        kinds = list[one_of((*self._kinds.memories, HOT))] | None  # type: ignore[misc, valid-type]
        return (
            Method("recall.search", read, reader, with_types(SearchParams, kinds=kinds), Results, self.search,
                   "The memories of every kind that answer a question, the most relevant first; a date as `until` "
                   "includes its day, and of a query the first 10,000 characters are read. A long text just written is "
                   "found by its beginning at once, by the rest within seconds."),
            Method("recall.check", read, reader, CheckParams, CheckResult, self.check,
                   "The preferences and decisions relevant to what an agent is about to do."),
            Method("recall.explain_absent", read, reader, with_types(AbsentParams, kinds=kinds), AbsentResult,
                   self.explain_absent,
                   "Why a memory is not among the results of a search, in numbers.", ("not_found",)),
        )  # fmt: skip


def _is_echo(one: dict[str, Any], action: str, asker: Asker) -> bool:
    """Whether the asker's session said the action itself, as a hook that checks each prompt has it."""
    own = asker.session is not None and one.get("session_id") == asker.session.id
    return own and one["kind"] == MESSAGE and one["text"].strip() == action.strip()


def _explained(key: str, absence: Absence, k: int) -> dict[str, Any]:
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
    if absence.head is not None:
        shown["head"] = absence.head
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
        case "folded":
            place = "is among the results" if absence.rank is None else f"comes as no. {absence.rank}"
            return f"it is one statement with {absence.head}, which {place} with this key in `also`"
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
