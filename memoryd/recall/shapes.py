"""What the methods of `recall` take and give (design §5)."""

from __future__ import annotations

from typing import Annotated, Literal, NotRequired, TypedDict

import msgspec

from memoryd.recall.search import MAX_CHARS, K, Precision, Query, RangeResult, Result
from memoryd.requests.params import InSession, Limit, Project, Text, Time, Until
from memoryd.requests.redaction import KEEP
from memoryd.types import Role

Reason = Literal[
    "present", "folded", "ranked_below", "no_candidate", "unlike", "filtered", "faded", "superseded", "archived",
    "not_indexed",
]  # fmt: skip


Name = Annotated[str, msgspec.Meta(min_length=1, max_length=200, extra=KEEP)]


class Filtered(InSession):
    """A question, and which memories may answer it. `session_id` is the session that asks, `in_session` a filter."""

    query: Query
    k: K | None = None
    kinds: list[str] | None = None
    project: Project | None = None
    layers: Annotated[list[Text], msgspec.Meta(max_length=100)] | None = None
    paths: Annotated[list[Text], msgspec.Meta(max_length=100)] | None = None
    in_session: Name | None = None
    agent: Name | None = None
    role: Role | None = None
    since: Time | None = None
    until: Until | None = None


class SearchParams(Filtered, kw_only=True):
    """What is asked of all memory, and how much of it fits the prompt (rule 25)."""

    offset: Annotated[int, msgspec.Meta(ge=0, le=1000, description="how many of the best to leave out")] = 0
    max_chars: Annotated[int, msgspec.Meta(ge=40, le=1_000_000, description="of each result's text")] = MAX_CHARS
    max_tokens: Annotated[int, msgspec.Meta(ge=10, le=1_000_000, description="of all texts together")] | None = None
    as_of: Until | None = None
    include_superseded: bool = False
    precision: Precision = "normal"
    explain: bool = False
    boost: bool = True


class ArchivedResult(TypedDict):
    """An archived note that the search touches; notes.restore brings it back."""

    key: str
    text: str
    truncated: NotRequired[bool]
    range: NotRequired[RangeResult]


class Results(TypedDict):
    """Memories, best first; `took_ms` is the daemon's own time."""

    results: list[Result]
    took_ms: float
    archived: NotRequired[list[ArchivedResult]]


class GetParams(InSession):
    """A key: an id, or a path with `:slug` or `:line` behind it, or a path."""

    key: Annotated[str, msgspec.Meta(min_length=1, max_length=4096)]
    from_: Annotated[int, msgspec.Meta(ge=1)] = msgspec.field(default=1, name="from")
    lines: Annotated[int, msgspec.Meta(ge=1, le=10_000)] | None = None


GetResult = TypedDict(
    "GetResult",
    {
        "key": str,
        "path": str,
        "text": str,
        "from": int,
        "lines": int,
        "next": NotRequired[int],
        "quarantined": NotRequired[bool],
    },
)


class GrepParams(InSession):
    """A regular expression (RE2), and where to look."""

    pattern: Annotated[str, msgspec.Meta(min_length=1, max_length=4096)]
    paths: Annotated[list[Text], msgspec.Meta(max_length=100)] | None = None
    ignore_case: bool = False
    limit: Limit = 100


class GrepMatch(TypedDict):
    """A line that matches."""

    path: str
    line: int
    text: str


class GrepResult(TypedDict):
    """Matches by path and line; `truncated` when there are more."""

    matches: list[GrepMatch]
    truncated: bool


class CheckParams(InSession):
    """What an agent is about to do."""

    action: Query
    k: K | None = None
    project: Project | None = None
    as_of: Until | None = None
    precision: Precision = "normal"
    boost: bool = True
    explain: bool = False


class RelevantResult(Result):
    """A memory that is relevant to the action."""

    bears: Literal["preference", "decision"]


class ArchivedRelevant(ArchivedResult):
    """An archived note that is relevant to the action."""

    bears: Literal["preference", "decision"]


class CheckResult(TypedDict):
    """Preferences and decisions, the most relevant first; archived notes apart from those in force."""

    results: list[RelevantResult]
    took_ms: float
    archived: NotRequired[list[ArchivedRelevant]]


class AbsentParams(Filtered, kw_only=True):
    """A question, the memory that was missed, and the filters of `recall.search`."""

    key: Annotated[str, msgspec.Meta(min_length=1, max_length=4096)]


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
    head: NotRequired[str]
    """The key of what states the same and is shown in its place (rule 24); rank, score and why are of that."""
