"""`items`: values that programs keep under a namespace and a key."""

from __future__ import annotations

import bisect
from collections.abc import Iterable
from typing import Annotated, Any, Literal, NamedTuple, NotRequired, TypedDict

import msgspec

from memoryd.errors import Conflict, InvalidParams
from memoryd.kinds.items.filters import check_filter, passes
from memoryd.kinds.items.item import KIND, LONGEST_NAME, VALUE_LIMIT, Address, Item, file_of, realm_of, tag_of, view
from memoryd.kinds.items.store import ItemStore, check_unchanged
from memoryd.purge.digests import place_of_item
from memoryd.recall.query import LexicalQuery
from memoryd.requests.asker import Asker
from memoryd.requests.method import Method
from memoryd.requests.params import InSession, Limit, NewProject, Time, asked, plain
from memoryd.requests.redaction import KEEP, REFUSE, Redacted
from memoryd.rpc.registry import Access, Runs
from memoryd.services import Services
from memoryd.storage.batch import Batch
from memoryd.text.values import text_of
from memoryd.types import Audience

MOST = 1000
"""Items of one reply: the sum of `offset` and `limit` for a search with a query."""

Element = Annotated[str, msgspec.Meta(min_length=1, max_length=1000, extra=REFUSE)]
Namespace = Annotated[list[Element], msgspec.Meta(min_length=1, max_length=20, description="such as [user, settings]")]
Prefix = Annotated[
    list[Annotated[str, msgspec.Meta(min_length=1, max_length=1000, extra=KEEP)]],
    msgspec.Meta(max_length=20, description="how namespaces begin; empty for all"),
]
Key = Annotated[str, msgspec.Meta(min_length=1, max_length=1000, extra=REFUSE)]
Seconds = Annotated[float, msgspec.Meta(gt=0, le=3.2e9, description="how long it is kept after it was put or renewed")]
Cursor = Annotated[
    str, msgspec.Meta(min_length=1, max_length=50_000, description="`next` of the page before", extra=KEEP)
]
Offset = Annotated[int, msgspec.Meta(ge=0, le=MOST * 1000, description="how many to leave out first")]


class PutParams(InSession):
    """A value, and where it is kept; `index: false` keeps it out of queries. `created` and `updated` tell of one that
    comes from elsewhere when it was made and last put.
    """

    namespace: Namespace
    key: Key
    value: Any
    ttl_seconds: Seconds | None = None
    index: bool = True
    audience: Audience | None = None
    project: NewProject | None = None
    if_absent: bool = False
    if_updated: Time | None = None
    created: Time | None = None
    updated: Time | None = None


class AtParams(InSession):
    """Which item."""

    namespace: Namespace
    key: Key


class ListParams(InSession):
    """Which page of which items."""

    prefix: Prefix = msgspec.field(default_factory=list)
    limit: Limit = 100
    after: Cursor | None = None


class SearchParams(InSession):
    """Where to look, and for what: words or a question, fields of the value, or both."""

    prefix: Prefix
    query: Annotated[str, msgspec.Meta(min_length=1, max_length=1_000_000)] | None = None
    filter: dict[str, Any] | None = None
    limit: Limit = 10
    offset: Offset = 0


class PutResult(TypedDict):
    """Its key among all memories, and what became of it; `updated` tells this version from others."""

    key: str
    status: Literal["added", "replaced"]
    updated: str
    redacted: list[Redacted]


class DeleteResult(TypedDict):
    """What was deleted; the audit's history has its text."""

    key: str
    status: Literal["deleted"]


class RenewResult(TypedDict):
    """An item whose time begins anew; it has none when it is kept for ever."""

    key: str
    status: Literal["renewed", "kept"]


class ItemResult(TypedDict):
    """An item."""

    namespace: list[str]
    key: str
    value: Any
    created: str
    updated: str
    audience: str
    project: NotRequired[str]
    ttl_seconds: NotRequired[float]
    index: NotRequired[bool]
    score: NotRequired[float]


class ListedResult(TypedDict):
    """Where an item is kept, and since when."""

    namespace: list[str]
    key: str
    created: str
    updated: str


class ListResult(TypedDict):
    """A page of items by namespace and key, without their values."""

    items: list[ListedResult]
    next: NotRequired[str]


class NamespacesResult(TypedDict):
    """A page of namespaces that have items, in order."""

    namespaces: list[list[str]]
    next: NotRequired[str]


class SearchResult(TypedDict):
    """Items: by a query the most relevant first, else the newest first."""

    items: list[ItemResult]


class Wanted(NamedTuple):
    """What is to be put."""

    params: PutParams
    if_updated: int | None
    created: int | None
    updated: int | None


class ItemMethods:
    """The handlers."""

    def __init__(self, services: Services, store: ItemStore) -> None:
        self._services = services
        self._store = store

    def prepare(self, params: PutParams, now: int) -> Wanted:
        """What needs no writer."""
        times, graves = self._services.times, self._services.graves
        text, place = text_of(params.value), place_of_item(params.namespace, params.key)
        if graves and params.updated is None:
            graves.lift(text=text, place=place)
        elif graves and graves.has_text(text, place=place):
            raise Conflict("it was purged, and an import does not bring it back; without `updated` it is stated again")
        return Wanted(
            params,
            times.of("if_updated", params.if_updated),
            times.of("created", params.created, now),
            times.of("updated", params.updated, now),
        )

    def put(self, asker: Asker, wanted: Wanted, batch: Batch) -> dict[str, Any]:
        """Put a value; acknowledged when it is on disk."""
        params, if_updated, created, updated = wanted
        stated = params.audience is not None or params.project is not None
        whose = asker.origin(params.audience, params.project)
        made = self._store.find(params.namespace, params.key, whose, asker.visibility, batch.now)
        if made is not None and not stated:
            whose = made.origin
        check_unchanged(made, if_updated, if_absent=params.if_absent)
        at = (tuple(params.namespace), params.key) if made is None else made.address[:2]
        address = Address(*at, realm_of(whose))
        fields = {"ttl_seconds": params.ttl_seconds, "index": params.index, "origin": whose}
        item = self._store.put(address, params.value, made, fields, batch, created=created, updated=updated)
        shown = view(item)
        status = "added" if made is None else "replaced"
        return {"key": item.memory_key, "status": status, "updated": shown["updated"]}

    def delete(self, asker: Asker, params: AtParams, batch: Batch) -> dict[str, Any]:
        """Delete an item."""
        item = self._require(asker, params, batch.now)
        self._store.delete(item, batch)
        return {"key": item.memory_key, "status": "deleted"}

    def renew(self, asker: Asker, params: AtParams, batch: Batch) -> dict[str, Any]:
        """Begin its time anew."""
        item = self._require(asker, params, batch.now)
        if item.ttl_seconds is None:
            return {"key": item.memory_key, "status": "kept"}
        fields = {"ttl_seconds": item.ttl_seconds, "index": item.index, "origin": item.origin}
        self._store.put(item.address, item.value, item, fields, batch)
        return {"key": item.memory_key, "status": "renewed"}

    def get(self, asker: Asker, params: AtParams) -> dict[str, Any]:
        """An item by its key."""
        return view(self._require(asker, params, asker.now))

    def _require(self, asker: Asker, params: AtParams, now: int) -> Item:
        return self._store.require(params.namespace, params.key, asker.origin(), asker.visibility, now)

    def page(self, asker: Asker, params: ListParams) -> dict[str, Any]:
        """Where items are kept."""
        found = sorted(self._store.below(params.prefix, asker.visibility, asker.now), key=lambda one: one.address[:2])
        places = [[*one.address.namespace, one.address.key] for one in found]
        start = _start(places, params.after)
        page = found[start : start + params.limit]
        shown = [{name: view(one)[name] for name in ("namespace", "key", "created", "updated")} for one in page]
        return {"items": shown} | _next(places, start, params.limit)

    def namespaces(self, asker: Asker, params: ListParams) -> dict[str, Any]:
        """Which namespaces there are."""
        found = self._store.below(params.prefix, asker.visibility, asker.now)
        places = [list(one) for one in sorted({item.address.namespace for item in found})]
        start = _start(places, params.after)
        return {"namespaces": places[start : start + params.limit]} | _next(places, start, params.limit)

    def search(self, asker: Asker, params: SearchParams) -> dict[str, Any]:
        """Items of namespaces that begin with the prefix."""
        below = self._store.below(params.prefix, asker.visibility, asker.now)
        end = params.offset + params.limit
        if params.query is None:
            found = sorted((one for one in below if passes(one.value, params.filter)), key=lambda one: -one.updated)
            return {"items": [view(one) for one in found[params.offset : end]]}
        if end > MOST:
            raise InvalidParams(f"`offset` and `limit` of a query are at most {MOST} together", param="offset")
        scored = self._asked(asker, params, {one.memory_key: one for one in below if one.index}, end)
        return {"items": [{**view(one), "score": score} for one, score in scored[params.offset : end]]}

    def _asked(
        self, asker: Asker, params: SearchParams, below: dict[str, Item], wanted: int
    ) -> list[tuple[Item, float]]:
        """The best by words and meaning; deeper while some do not pass the filter."""
        depth = min(wanted if params.filter is None else 4 * wanted, MOST)
        layers = frozenset(tag_of(one.address.namespace) for one in below.values())
        while layers:
            query = LexicalQuery(
                text=asked("query", params.query or ""), limit=depth, kinds=frozenset({KIND}), layers=layers,
                visibility=asker.visibility, now=asker.now,
            )  # fmt: skip
            hits = self._services.recall.search(query)
            pairs = ((below.get(hit.document.key), hit.score) for hit in hits)
            found = [(one, score) for one, score in pairs if one is not None and passes(one.value, params.filter)]
            if len(found) >= wanted or len(hits) < depth or depth >= MOST:
                return found
            depth = min(MOST, depth * 4)
        return []

    def all(self) -> Iterable[Method]:
        """The `items` namespace."""
        read, write, writer, scanner = Access.READ, Access.WRITE, Runs.WRITER, Runs.SCANNER
        gone = ("not_found",)
        return (
            Method("items.put", write, writer, PutParams, PutResult, self.put,
                   "Store a value under a namespace and a key; `if_absent` and `if_updated` refuse it if another one "
                   "was faster.", ("conflict", "too_large", "read_only"), check=_check_put, prepare=self.prepare),
            Method("items.get", read, Runs.READER, AtParams, ItemResult, self.get, "An item by its key.", gone),
            Method("items.delete", write, writer, AtParams, DeleteResult, self.delete, "Delete an item.", gone),
            Method("items.renew", write, writer, AtParams, RenewResult, self.renew,
                   "Restart the `ttl_seconds` of an item.", gone),
            Method("items.list", read, scanner, ListParams, ListResult, self.page,
                   "The items, by namespace and key."),
            Method("items.namespaces", read, scanner, ListParams, NamespacesResult, self.namespaces,
                   "Which namespaces have items."),
            Method("items.search", read, scanner, SearchParams, SearchResult, self.search,
                   "Items by their values: words or a question, fields (`{field: value}` or `{field: {$gte: 3}}`), or "
                   "both.", check=lambda params: check_filter(params.filter)),
        )  # fmt: skip


def _check_put(params: PutParams) -> None:
    plain("value", params.value, VALUE_LIMIT)
    if len(file_of(params.namespace).encode()) > LONGEST_NAME:
        raise InvalidParams(
            f"the first element of `namespace` names a file, and has at most {LONGEST_NAME - 12} bytes when it is "
            "percent-encoded; shorten it, and put the rest into the next element",
            param="namespace",
        )


def _start(places: list[list[str]], after: str | None) -> int:
    """Where the page behind a cursor begins."""
    if after is None:
        return 0
    try:
        last = msgspec.json.decode(after, type=list[str])
    except msgspec.DecodeError:
        raise InvalidParams("`after` must be the `next` of the page before", param="after") from None
    return bisect.bisect_right(places, last)


def _next(places: list[list[str]], start: int, limit: int) -> dict[str, str]:
    end = start + limit
    return {"next": msgspec.json.encode(places[end - 1]).decode()} if end < len(places) else {}
