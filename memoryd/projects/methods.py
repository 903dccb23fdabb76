"""`projects.list` and `projects.move` (design §5, rule 17)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated, Any, TypedDict

import msgspec

from memoryd.errors import InvalidParams, PermissionDenied
from memoryd.projects.mover import Mover
from memoryd.recall.lexical.index import Index
from memoryd.requests.asker import Asker
from memoryd.requests.method import Method
from memoryd.requests.params import InSession, NewProject
from memoryd.requests.redaction import KEEP
from memoryd.rpc.registry import Access, Runs

OldProject = Annotated[
    str, msgspec.Meta(min_length=1, max_length=200, description="the project that they are of", extra=KEEP)
]


class ListParams(InSession):
    """All of them."""


class ProjectResult(TypedDict):
    """A project, and how many memories of each kind are of it."""

    project: str
    memories: dict[str, int]


class ListResult(TypedDict):
    """The projects that memories are of, by name."""

    projects: list[ProjectResult]


class MoveParams(InSession):
    """From which project to which."""

    from_: OldProject = msgspec.field(name="from")
    to: NewProject


class MoveResult(TypedDict):
    """How many were moved, by kind of memory, and `session`s; of nothing that is left, none."""

    project: str
    moved: dict[str, int]


class ProjectMethods:
    """The handlers."""

    def __init__(self, index: Index, mover: Mover) -> None:
        self._index = index
        self._mover = mover

    def list(self, asker: Asker, params: ListParams) -> dict[str, Any]:
        """The projects of what may be seen."""
        found = self._index.projects(asker.visibility)
        return {"projects": [{"project": one, "memories": dict(sorted(found[one].items()))} for one in sorted(found)]}

    def move(self, asker: Asker, params: MoveParams) -> dict[str, Any]:
        """Take what is of a project to another, which may have memories of its own."""
        if asker.is_group:
            raise PermissionDenied("projects.move is not for a group session; call it on a connection of its own")
        if not params.to.isprintable() or not params.to.strip():
            raise InvalidParams("`to` must be one line of printable text that is not empty", param="to")
        if params.from_ == params.to:
            raise InvalidParams("`from` and `to` are the same project", param="to")
        return {"project": params.to, "moved": self._mover.move(params.from_, params.to, asker.call.progress)}

    def all(self) -> Iterable[Method]:
        """The `projects` namespace."""
        return (
            Method("projects.list", Access.READ, Runs.SCANNER, ListParams, ListResult, self.list,
                   "The projects, and the number of memories of each kind."),
            Method("projects.move", Access.WRITE, Runs.LONG, MoveParams, MoveResult, self.move,
                   "Move facts, notes, contexts, lines of dailies and logs, and sessions from one project to another; "
                   "the same call finishes an interrupted move.", ("busy", "read_only")),
        )  # fmt: skip
