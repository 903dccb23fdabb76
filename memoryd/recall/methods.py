"""`recall`: finding memories (002 §5); facts that are returned are boosted (rule 2)."""

from __future__ import annotations

import functools
import itertools
import os
import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Annotated, Any, Literal, NotRequired, TypedDict

import msgspec
from msgspec.structs import replace

from memoryd.errors import InvalidParams, NotFound
from memoryd.kinds.facts.fact import sentence
from memoryd.recall.get import place_of, window_of
from memoryd.recall.grep import grep
from memoryd.recall.query import Found, KindFilter, LexicalQuery
from memoryd.requests.memory import LONGEST_QUERY, Asker, Limit, Memory, SessionId, Text, Time, Until, asked
from memoryd.rpc.registry import Access, Call, Method, Registry, Runs
from memoryd.storage.regular import regular
from memoryd.storage.trouble import check_descriptors
from memoryd.times import format_time, is_date
from memoryd.types import HOT_FILE, Kind
from memoryd.watch.scan import Stamp, look_at

DEEPEST = 4096
"""Candidates looked at before it gives up when what is found keeps going meanwhile."""
ARCHIVED_HITS = 5
GREP_SECONDS = 10.0
GET_LETTERS = 1_000_000
"""Characters of one reply of `recall.get`; `next` says where it goes on."""
_SHARE_OF_FRAME = 8
"""A letter takes up to four bytes, and there are other fields than texts."""
_DAY_FILE = re.compile(r"memory/\d{4}-\d{2}-\d{2}")

Query = Annotated[
    str,
    msgspec.Meta(
        min_length=1, max_length=1_000_000, description=f"words or a question; only {LONGEST_QUERY} characters are read"
    ),
]
K = Annotated[int, msgspec.Meta(ge=1, le=1000, description="how many results; recall.top_k when left out")]


class QueryParams(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """What is asked of the facts."""

    query: Query
    k: K | None = None
    subject: Text | None = None
    predicate: Text | None = None
    object: Text | None = None
    order: Literal["activation", "relevance"] = "activation"
    include_faded: bool = False
    boost: bool = True
    explain: bool = False
    session_id: SessionId | None = None


class SearchParams(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """What is asked of all memory."""

    query: Query
    k: K | None = None
    kinds: list[Kind | Literal["hot"]] | None = None
    project: Text | None = None
    since: Time | None = None
    until: Until | None = None
    explain: bool = False
    boost: bool = True
    session_id: SessionId | None = None


class Result(TypedDict):
    """A memory that was found; `why` names each part of its score."""

    key: str
    kind: str
    text: str
    score: float
    path: str
    line: NotRequired[int]
    created: NotRequired[str]
    at: NotRequired[str]
    activation: NotRequired[float]
    tier: NotRequired[str]
    layer: NotRequired[str]
    hot: NotRequired[bool]
    title: NotRequired[str]
    session_id: NotRequired[str]
    project: NotRequired[str]
    role: NotRequired[str]
    name: NotRequired[str]
    subject: NotRequired[str]
    predicate: NotRequired[str]
    object: NotRequired[str]
    why: NotRequired[dict[str, float]]
    truncated: NotRequired[bool]
    """The text is cut, for all of them to fit into one answer; recall.get gives the whole."""


class ArchivedResult(TypedDict):
    """An archived note that the search touches; notes.restore brings it back."""

    key: str
    text: str
    truncated: NotRequired[bool]


class Results(TypedDict):
    """Memories, best first; `took_ms` is the daemon's own time."""

    results: list[Result]
    took_ms: float
    archived: NotRequired[list[ArchivedResult]]


class GetParams(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """A key: an id, or a path with `:slug` or `:line` behind it, or a path."""

    key: Annotated[str, msgspec.Meta(min_length=1, max_length=4096)]
    from_: Annotated[int, msgspec.Meta(ge=1)] = msgspec.field(default=1, name="from")
    lines: Annotated[int, msgspec.Meta(ge=1, le=10_000)] | None = None
    session_id: SessionId | None = None


GetResult = TypedDict(
    "GetResult",
    {"key": str, "path": str, "text": str, "from": int, "lines": int, "next": NotRequired[int]},
)


class GrepParams(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """A regular expression (RE2), and where to look."""

    pattern: Annotated[str, msgspec.Meta(min_length=1, max_length=4096)]
    paths: Annotated[list[Text], msgspec.Meta(max_length=100)] | None = None
    ignore_case: bool = False
    limit: Limit = 100
    session_id: SessionId | None = None


class GrepMatch(TypedDict):
    """A line that matches."""

    path: str
    line: int
    text: str


class GrepResult(TypedDict):
    """Matches by path and line; `truncated` when there are more."""

    matches: list[GrepMatch]
    truncated: bool


class RecallApi:
    """The handlers."""

    def __init__(self, memory: Memory) -> None:
        self._memory = memory

    def query(self, call: Call, params: QueryParams) -> dict[str, Any]:
        """The top k facts by relevance, given by activation (002 §5, rule 4)."""
        started = self._memory.clock.monotonic()
        asker = self._memory.ask(call, params.session_id)
        k = self.count(params.k)
        query = LexicalQuery(
            text=asked("query", params.query),
            limit=k,
            now=asker.now,
            kinds=frozenset(("fact",)),
            subject=params.subject,
            predicate=params.predicate,
            object=params.object,
            visibility=asker.visibility,
            explain=params.explain,
        )
        results = self.select(query, asker, k, params.include_faded)
        if params.order == "activation":
            # The sort is stable: facts of equal activation stay in the order of their relevance.
            results.sort(key=lambda result: -result["activation"])
        self.use(results, asker, params.boost)
        return self.reply(results, started, params.explain)

    def search(self, call: Call, params: SearchParams) -> dict[str, Any]:
        """The top k of all memory by relevance."""
        memory = self._memory
        started = memory.clock.monotonic()
        asker = memory.ask(call, params.session_id)
        k = self.count(params.k)
        query = LexicalQuery(
            text=asked("query", params.query),
            limit=k,
            now=asker.now,
            kinds=None if params.kinds is None else frozenset(params.kinds),
            project=params.project,
            since=memory.time_of("since", params.since),
            until=memory.time_of("until", params.until, is_end=True),
            visibility=asker.visibility,
            explain=params.explain,
        )
        results = self.select(query, asker, k, include_faded=False)
        self.use(results, asker, params.boost)
        archived = self._archived_hits(query)
        fit(archived, memory.config.daemon.max_frame_bytes // _SHARE_OF_FRAME)
        return {**self.reply(results, started, params.explain), "archived": archived}

    def _archived_hits(self, query: LexicalQuery) -> list[dict[str, Any]]:
        """Archived notes that pass the filters: they have no project, and the time of one is the day of archiving."""
        if query.project is not None or (query.kinds is not None and "note" not in query.kinds):
            return []
        notes, since, until = self._memory.notes, query.since, query.until
        if since is None and until is None:
            return notes.archived_hits(query.text, ARCHIVED_HITS)

        def passes(day: str) -> bool:
            if not is_date(day):
                return False
            first, last = self._memory.time_of("day", day), self._memory.time_of("day", day, is_end=True)
            assert first is not None and last is not None
            return (since is None or last >= since) and (until is None or first <= until)

        return notes.archived_hits(query.text, ARCHIVED_HITS, passes)

    def count(self, k: int | None) -> int:
        """How many results are wanted."""
        return self._memory.config.recall.top_k if k is None else k

    def select(self, query: LexicalQuery, asker: Asker, k: int, include_faded: bool) -> list[dict[str, Any]]:
        """The best k that pass the activation filter; searches deeper while some are gone meanwhile."""
        depth = k
        if not include_faded:
            query = replace(query, kind_filter=self.living(asker.now))
        while True:
            found = self._memory.recall.search(replace(query, limit=depth))
            results = [shown for one in found if (shown := self.show(one, asker.now, include_faded)) is not None]
            if len(results) >= k or len(found) < depth or depth >= DEEPEST:
                return results[:k]
            depth = min(DEEPEST, depth * 4)

    def living(self, now: int) -> KindFilter:
        """Which facts a search at that time finds."""
        facts = self._memory.facts
        return KindFilter(
            name="faded",
            kind="fact",
            excludes=lambda key: facts.has_faded(key, now),
            included=lambda: facts.living(now),
        )

    def show(self, found: Found, now: int, include_faded: bool) -> dict[str, Any] | None:
        """A memory as results show it; None for one that has gone or faded meanwhile."""
        document = found.document
        shown: dict[str, Any] = {
            "key": document.key,
            "kind": document.kind,
            "text": document.text,
            "score": found.score,
            "path": document.path,
        }
        if document.kind == "fact":
            facts = self._memory.facts
            ordinal = facts.table.ordinal(document.key)
            fact = None if ordinal is None else facts.table[ordinal]
            if ordinal is None or fact is None:
                return None
            activation = facts.activations.at(ordinal, now)
            if activation < facts.settings.search_threshold and not include_faded:
                return None
            shown["activation"] = activation
            shown["text"] = sentence(fact)
            shown |= {"subject": fact.subject, "predicate": fact.predicate, "object": fact.object}
            shown |= {"source": fact.source, "created": format_time(fact.created), "why": found.why}
            return shown
        for name, value in (
            ("line", document.line),
            ("created", format_time(document.created) if document.created else None),
            ("at", format_time(document.at) if document.at else None),
            ("layer", document.layer),
            ("hot", document.hot),
            ("title", document.title),
            ("session_id", document.session_id),
            ("project", document.project),
            ("role", document.role),
            ("name", document.who),
        ):
            if value:
                shown[name] = value
        if document.kind == "context":
            tier = self._memory.contexts.boost_of(document.key, now)
            if tier is None:
                return None
            shown["tier"] = tier[0]
        shown["why"] = found.why
        return shown

    def use(self, results: list[dict[str, Any]], asker: Asker, boost: bool) -> None:
        """Facts are reinforced and notes accessed by being returned (rules 2 and 11)."""
        if boost:
            self._memory.facts.use([r["key"] for r in results if r["kind"] == "fact"], asker.now)
            notes = [r["key"] for r in results if r["kind"] == "note"]
            if notes and asker.session is not None:
                # A hit is an access; the best of all results is one that was needed (rule 11).
                first = results[0]["key"]
                self._memory.notes.accesses.used(asker.session.id, notes, came_first=first)

    def reply(self, results: list[dict[str, Any]], started: float, explain: bool) -> dict[str, Any]:
        """The results with the time that they took."""
        if not explain:
            for result in results:
                result.pop("why", None)
        fit(results, self._memory.config.daemon.max_frame_bytes // _SHARE_OF_FRAME)
        return {"results": results, "took_ms": round((self._memory.clock.monotonic() - started) * 1000, 3)}

    # --- get ----------------------------------------------------------------------------------------------

    def get(self, call: Call, params: GetParams) -> dict[str, Any]:
        """A memory's text by its key, or the raw lines of a file."""
        asker = self._memory.ask(call, params.session_id)
        known = self._text_of(params.key, asker)
        if known is not None:
            if asker.session is not None and params.key.startswith("memory/"):
                self._memory.notes.accesses.used(asker.session.id, [params.key], read=True)
            path, text = known
            return _windowed(params, path, text.split("\n"))
        place = place_of(params.key)
        if place is None or place.slug is not None:
            raise no_such_key(params.key)
        relpath = self._readable(place.path, asker, params.key)
        if place.line is None:
            return _windowed(params, relpath, self._lines(relpath, params.key))
        lines = self._lines(relpath, params.key)
        line = next(itertools.islice(lines, place.line - 1, None), None) if place.line > 0 else None
        if line is None:
            raise NotFound(f"{relpath} has no line {place.line}", key=params.key)
        return _windowed(params, relpath, [line])

    def _text_of(self, key: str, asker: Asker) -> tuple[str, str] | None:
        facts = self._memory.facts
        fact = facts.table.get(key)
        if fact is not None:
            return "knowledge-graph/facts.jsonl", sentence(fact)
        archived = facts.archive.get(key)
        if archived is not None:
            return "knowledge-graph/archived-facts.jsonl", sentence(archived[0])
        document = self._memory.recall.document(key)
        if document is None:
            note = self._memory.notes.archived(key)
            return None if note is None else (note.path, note.text)
        if not asker.visibility.sees(document):
            raise no_such_key(key)
        return document.path, document.text

    def _readable(self, path: str, asker: Asker, key: str) -> str:
        """The canonical path of a file that the asker may read. Raises NotFound."""
        data = self._memory.data
        real = data.resolve(path)
        relpath = data.key(real)
        if not os.path.isfile(real) or (asker.is_group and not self.visible_to(asker, relpath)):
            raise no_such_key(key)
        return relpath

    def visible_to(self, asker: Asker, relpath: str) -> bool:
        """Whether the asker may read a file as it stands (rule 17)."""
        if not asker.is_group:
            return True
        if self._is_hot_file(relpath):
            return False
        if relpath.startswith("sessions/"):
            sessions = self._memory.sessions
            return any(
                session.path == relpath
                and session.audience == "group"
                and (session is asker.session or _earlier(asker, session.project, session.started))
                for session in sessions.sessions.copy().values()
            )
        if relpath.startswith(("knowledge-graph/facts", "knowledge-graph/archived", "contexts/")):
            return True
        if relpath in ("knowledge-graph/entities.jsonl", "knowledge-graph/relations.jsonl"):
            return True
        if not relpath.startswith("memory/") or not relpath.endswith(".md") or _DAY_FILE.match(relpath):
            return False
        return isinstance(look_at(self._memory.data.root, relpath), Stamp)

    def _is_hot_file(self, relpath: str) -> bool:
        """Whether it is MEMORY.md, whatever the path is called: a hard link or another case is the same file."""
        root = self._memory.data.root
        try:
            return os.path.samefile(os.path.join(root, relpath), os.path.join(root, HOT_FILE))
        except OSError:
            return relpath == HOT_FILE

    def _lines(self, relpath: str, key: str) -> Iterator[str]:
        try:
            with open(os.path.join(self._memory.data.root, relpath), "rb", opener=regular) as file:
                for raw in file:
                    yield raw.rstrip(b"\n").decode("utf-8", "replace")
        except FileNotFoundError:
            raise no_such_key(key) from None
        except OSError as error:
            check_descriptors(error)
            raise InvalidParams(f"{relpath} cannot be read: {error.strerror}", key=key) from error

    # --- grep ---------------------------------------------------------------------------------------------

    def grep(self, call: Call, params: GrepParams) -> dict[str, Any]:
        """Lines of the memory's files that match a regular expression."""
        asker = self._memory.ask(call, params.session_id)
        found = grep(
            self._memory.data.root,
            params.pattern,
            paths=params.paths,
            ignore_case=params.ignore_case,
            limit=params.limit,
            deadline=self._memory.clock.monotonic() + GREP_SECONDS,
            check_cancelled=call.check_cancelled,
            visible=functools.partial(self.visible_to, asker),
        )
        matches = [{"path": match.path, "line": match.line, "text": match.text} for match in found.matches]
        return {"matches": matches, "truncated": found.truncated}


def fit(results: Sequence[dict[str, Any]], letters: int) -> None:
    """Cut the longest texts, and mark them, so that all of them have no more letters than that."""
    lengths = sorted(len(result["text"]) for result in results)
    if sum(lengths) <= letters:
        return
    left, most = letters, 0
    for place, length in enumerate(lengths):
        most = left // (len(lengths) - place)
        if length > most:
            break
        left -= length
    for result in results:
        if len(result["text"]) > most:
            result["text"] = result["text"][:most]
            result["truncated"] = True


def _earlier(asker: Asker, project: str | None, started: int) -> bool:
    mine = asker.session
    return mine is not None and mine.project is not None and project == mine.project and started <= mine.started


def _windowed(params: GetParams, path: str, lines: Iterable[str]) -> dict[str, Any]:
    shown = window_of(lines, params.from_, params.lines, GET_LETTERS)
    reply = {"key": params.key, "path": path, "text": shown.text, "from": shown.first, "lines": shown.lines}
    if shown.next is not None:
        reply["next"] = shown.next
    return reply


def no_such_key(key: str) -> NotFound:
    """What is said of a key that nobody has, or that the asker may not see."""
    return NotFound(f"no memory has the key {key[:200]!r}; recall.search gives keys", key=key[:200])


def register(registry: Registry, memory: Memory) -> RecallApi:
    """Add the `recall` methods."""
    api = RecallApi(memory)
    read, reader = Access.READ, Runs.READER
    for method in (
        Method("recall.query", read, reader, QueryParams, Results, api.query,
               "The facts that answer a question, the most active first; of a query the first 10,000 characters are "
               "read."),
        Method("recall.search", read, reader, SearchParams, Results, api.search,
               "The memories of every kind that answer a question, the most relevant first; a date as `until` includes "
               "its day, and of a query the first 10,000 characters are read."),
        Method("recall.get", read, reader, GetParams, GetResult, api.get,
               "A memory's text by its key, or the lines of a file.", ("not_found",)),
        Method("recall.grep", read, reader, GrepParams, GrepResult, api.grep,
               "Lines that match a regular expression (RE2)."),
    ):  # fmt: skip
        registry.add(method)
    return api
