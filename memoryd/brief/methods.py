"""`sessions.brief`: one text that an agent reads first (rule 26)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated, Any, TypedDict

import msgspec

from memoryd.brief.brief import Brief
from memoryd.requests.asker import Asker
from memoryd.requests.method import Method
from memoryd.requests.params import InSession, Project
from memoryd.rpc.registry import Access, Runs

BudgetTokens = Annotated[int, msgspec.Meta(ge=50, le=100_000, description="tokens of the whole text, at most")]


class BriefParams(InSession):
    """For which project; left out, for that of the session that asks, and without either for all of them."""

    project: Project | None = None
    budget_tokens: BudgetTokens = 1500


class BriefResult(TypedDict):
    """The text, in Markdown, empty while nothing is known; its tokens; and the keys that its lines end with, in order.

    What is stable stands first: who the user is, rules, decisions in force, what is known. It is the same, byte for
    byte, until something of it changes; behind it come open items, the last context and the last sessions.
    """

    text: str
    tokens: int
    keys: list[str]


class BriefMethods:
    """The handler."""

    def __init__(self, brief: Brief) -> None:
        self._brief = brief

    def brief(self, asker: Asker, params: BriefParams) -> dict[str, Any]:
        """The brief, which counts as no access."""
        return self._brief.make(asker, params.project, params.budget_tokens)._asdict()

    def all(self) -> Iterable[Method]:
        """`sessions.brief`."""
        return (
            Method("sessions.brief", Access.READ, Runs.SCANNER, BriefParams, BriefResult, self.brief,
                   "What an agent reads first: the user, rules, decisions in force, open items, the last sessions."),
        )  # fmt: skip
