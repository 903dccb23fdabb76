"""`quarantine`: what untrusted words are kept from being memory, and their release by an admin (rule 27)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Annotated, Any, Literal, NotRequired, TypedDict

import msgspec
import structlog

from memoryd.acting import actor
from memoryd.errors import Conflict, NotFound
from memoryd.quarantine import QUARANTINED
from memoryd.requests.asker import Asker
from memoryd.requests.method import Method
from memoryd.requests.params import After, InSession, Limit, Params
from memoryd.requests.redaction import KEEP
from memoryd.rpc.registry import Access, Runs
from memoryd.services import Services
from memoryd.storage.batch import Batch
from memoryd.times import format_time
from memoryd.types import Change, Document

_log = structlog.get_logger("memoryd")
LONGEST = 1200
"""Characters of a text that a list shows; recall.get gives the whole."""
Key = Annotated[str, msgspec.Meta(min_length=1, max_length=4096, description="the key of a memory", extra=KEEP)]


class ListParams(InSession):
    """How many, and behind which key."""

    limit: Limit = 100
    after: After | None = None


class HeldResult(TypedDict):
    """A memory in quarantine."""

    key: str
    kind: str
    text: str
    at: NotRequired[str]
    session_id: NotRequired[str]
    project: NotRequired[str]
    truncated: NotRequired[bool]


class ListResult(TypedDict):
    """A page of them by key."""

    memories: list[HeldResult]
    next: NotRequired[str]


class ReleaseParams(Params):
    """Which memory."""

    key: Key


class ReleaseResult(TypedDict):
    """It is as any other memory from now on."""

    key: str
    status: Literal["released"]


class QuarantineMethods:
    """The handlers."""

    def __init__(self, services: Services) -> None:
        self._index, self._kinds, self._quarantine = services.index, services.kinds, services.quarantine

    def list(self, asker: Asker, params: ListParams) -> dict[str, Any]:
        """What is in quarantine and may be seen, by key."""
        after = params.after or ""
        found = sorted((one for one in self._held(asker) if one.key > after), key=lambda one: one.key)
        page = found[: params.limit]
        reply: dict[str, Any] = {"memories": [_shown(one) for one in page]}
        if len(found) > len(page):
            reply["next"] = page[-1].key
        return reply

    def _held(self, asker: Asker) -> Iterator[Document]:
        for document in self._index.labelled(QUARANTINED):
            asker.call.check_cancelled()
            kind = self._kinds.of(document.kind)
            if kind is not None and asker.visibility.sees(document) and self._quarantine.holds(document):
                yield document

    def release(self, asker: Asker, params: ReleaseParams, batch: Batch) -> dict[str, Any]:
        """Take one memory out of quarantine."""
        document = self._index.document(params.key)
        if document is None:
            raise NotFound(f"no memory has the key {params.key[:200]!r}; see quarantine.list", key=params.key[:200])
        if not self._quarantine.holds(document):
            raise Conflict(f"{params.key[:200]} is not in quarantine", key=params.key[:200])
        self._quarantine.release(document.key, document.text, batch)
        # Its label in the index is another now.
        batch.on_commit(lambda: self._index.apply(Change(source=document.source, put=[document])))
        uid = actor().uid
        batch.on_commit(lambda: _log.info("quarantine_released", key=document.key, uid=uid))
        return {"key": document.key, "status": "released"}

    def all(self) -> Iterable[Method]:
        """The `quarantine` namespace."""
        gone = ("not_found", "conflict", "read_only")
        return (
            Method("quarantine.list", Access.READ, Runs.SCANNER, ListParams, ListResult, self.list,
                   "Texts of tools and pages that give instructions: findable, but never passed on as memory."),
            Method("quarantine.release", Access.ADMIN, Runs.WRITER, ReleaseParams, ReleaseResult, self.release,
                   "Release a memory from quarantine; an edit of it is judged again.", gone),
        )  # fmt: skip


def _shown(document: Document) -> dict[str, Any]:
    shown: dict[str, Any] = {"key": document.key, "kind": document.kind, "text": document.text[:LONGEST]}
    if document.at:
        shown["at"] = format_time(document.at)
    for name in ("session_id", "project"):
        if getattr(document, name):
            shown[name] = getattr(document, name)
    if len(document.text) > LONGEST:
        shown["truncated"] = True
    return shown
