"""`facts.purge`: removes a matter for good, wherever it stands."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Annotated, Any, Literal, NotRequired, TypedDict

import msgspec

from memoryd.errors import InvalidParams, NotFound
from memoryd.purge.matter import Tombstones
from memoryd.purging.purger import Purger
from memoryd.requests.asker import Asker
from memoryd.requests.method import Method
from memoryd.requests.params import InSession
from memoryd.rpc.registry import Access, Runs
from memoryd.types import Document

_Words = Annotated[str, msgspec.Meta(min_length=1, max_length=10_000)]


class PurgeParams(InSession):
    """One of these: a fact, all about a subject, all that has the words of a query, or what a receipt says."""

    id: Annotated[str, msgspec.Meta(min_length=1, max_length=200)] | None = None
    subject: _Words | None = None
    query: _Words | None = None
    tombstones: list[Tombstones] | None = None
    dry_run: bool = False


class TombstonesResult(TypedDict):
    """Salted digests of what was purged; nobody can tell a text from them that they do not know."""

    at: str
    salt: str
    facts: list[str]
    texts: list[str]
    names: list[str]


class PurgeResult(TypedDict):
    """What was found, where, and what keeps it from coming back; a dry run names the memories."""

    status: Literal["purged", "planned", "entombed"]
    id: NotRequired[str]
    memories: NotRequired[int]
    keys: NotRequired[list[str]]
    files: NotRequired[list[str]]
    backups: NotRequired[list[str]]
    left: NotRequired[list[str]]
    tombstones: NotRequired[TombstonesResult]


class PurgeMethods:
    """The handler."""

    def __init__(self, purger: Purger, fact: Callable[[str], Document | None]) -> None:
        """`fact` finds a fact by its id, archived ones too."""
        self._purger = purger
        self._fact = fact

    def purge(self, asker: Asker, params: PurgeParams) -> dict[str, Any]:
        """Find the matter, take it out of everything, and keep it out."""
        given = (params.id, params.subject, params.query, params.tombstones)
        if sum(one is not None for one in given) != 1:
            raise InvalidParams("give one of `id`, `subject`, `query` and `tombstones`", param="id")
        progress = asker.call.progress
        if params.tombstones is not None:
            self._purger.entomb(params.tombstones, progress)
            return {"status": "entombed"}
        fact = None
        if params.id is not None:
            fact = self._fact(params.id)
            if fact is None:
                raise NotFound(f"no fact has the id {params.id!r}", id=params.id)
        plan = self._purger.plan_of(asker.now, fact, params.subject, params.query)
        receipt = self._purger.purge(plan, progress, dry_run=params.dry_run)
        return receipt if params.id is None else {"id": params.id, **receipt}

    def all(self) -> Iterable[Method]:
        """Of the `facts` namespace."""
        return (
            Method("facts.purge", Access.ADMIN, Runs.LONG, PurgeParams, PurgeResult, self.purge,
                   "Remove a fact, a subject or a matter for good: from files, indexes, summaries, archives, history "
                   "and the backups in the directory, with what was made of it; the receipt's tombstones keep it out.",
                   ("not_found", "busy"), cleans=False),
        )  # fmt: skip
