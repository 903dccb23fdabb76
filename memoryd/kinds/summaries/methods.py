"""`summaries`: the hierarchy of summaries, and the memory that is injected into a conversation (004)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated, Any, Literal, NotRequired, Protocol, TypedDict

import msgspec

from memoryd.errors import InvalidParams, MemorydError, PermissionDenied, perhaps_on_disk
from memoryd.kinds.summaries.budget import LEVELS, Level
from memoryd.kinds.summaries.compression import Compression
from memoryd.kinds.summaries.node import Node, Scope, encode, id_of
from memoryd.kinds.summaries.prompt import INJECTED
from memoryd.kinds.summaries.store import last_entry
from memoryd.purge.tombstones import Graves
from memoryd.requests.asker import Asker
from memoryd.requests.method import Method
from memoryd.requests.params import After, InSession, Limit, Params
from memoryd.requests.redaction import KEEP, Redacted
from memoryd.rpc.pool import give_way
from memoryd.rpc.registry import Access, Runs
from memoryd.services import Settings
from memoryd.text.tokens import tokens_of
from memoryd.times import format_time

Budget = Annotated[int, msgspec.Meta(ge=0, le=10_000_000, description="tokens")]


class StatusParams(InSession):
    """Who asks."""


class LevelStatus(TypedDict):
    """One level: summaries, tokens, those not merged yet, made without an agent, and out of date."""

    summaries: int
    tokens: int
    unmerged: int
    without_agent: int
    stale: int


class LevelsStatus(TypedDict):
    """The three levels."""

    L1: LevelStatus
    L2: LevelStatus
    L3: LevelStatus


class Waiting(TypedDict):
    """What no summary holds yet; the tokens of `unread_bytes` of session files are not counted."""

    messages: int
    tokens: int
    unread_bytes: int


class StatusResult(TypedDict):
    """How far the compression has come; `waiting` is absent for a group session."""

    levels: LevelsStatus
    last_entry: str | None
    waiting: NotRequired[Waiting]


class InspectParams(InSession):
    """Which level, and how many of the newest; `content` asks for their files, to be brought in elsewhere."""

    level: Level | None = None
    content: bool = False
    limit: Limit = 10
    after: After | None = None


class SummaryResult(TypedDict):
    """A summary; `sources` are messages or summaries below it, `by` says who wrote it."""

    key: str
    level: Level
    version: int
    text: str
    sources: list[str]
    sessions: list[str]
    first: str
    last: str
    written: str
    tokens: int
    source_tokens: int
    by: Literal["agent", "builtin", "command", "hand"]
    merged_into: str | None
    stale: bool
    content: NotRequired[str]
    open: bool
    """Whether an agent may do it better: it was made without one, or is out of date."""


class InspectResult(TypedDict):
    """Summaries, the newest first, lower levels in front."""

    summaries: list[SummaryResult]
    next: NotRequired[str]


class ImportedSummary(Params):
    """A summary's key, and its file as `summaries.inspect` gives it."""

    key: Annotated[str, msgspec.Meta(pattern=r"^summaries/L[123]/\d{4,9}\.md$", extra=KEEP)]
    content: Annotated[str, msgspec.Meta(min_length=1)]


class ImportParams(InSession):
    """Summaries of an export."""

    summaries: Annotated[list[ImportedSummary], msgspec.Meta(min_length=1, max_length=50)]


class ImportOutcome(TypedDict):
    """What became of one."""

    key: str
    status: Literal["added", "known", "rejected"]
    message: NotRequired[str]


class ImportResult(TypedDict):
    """One outcome a summary, in order."""

    summaries: list[ImportOutcome]
    redacted: list[Redacted]


class Budgets(Params):
    """Tokens a level; what is left out counts as configured."""

    L1: Budget | None = None
    L2: Budget | None = None
    L3: Budget | None = None


class AssembleParams(InSession):
    """With which budgets, and for which session."""

    budgets: Budgets | None = None


class AssembledMessage(TypedDict):
    """To be put in front of a conversation."""

    role: Literal["assistant"]
    content: str


class Used(TypedDict):
    """Tokens of each level."""

    L1: int
    L2: int
    L3: int


class AssembleResult(TypedDict):
    """The memory as one message, what it used, and the summaries in it.

    While there is no summary it is the last part of the brief and what else of it finds room, with the keys of its
    lines; nil when nothing is known.
    """

    message: AssembledMessage | None
    used: Used
    keys: list[str]


class TailText(Protocol):
    """The last part of a brief, and the keys of its lines."""

    @property
    def text(self) -> str:
        """Empty when nothing is known."""
        ...

    @property
    def keys(self) -> list[str]:
        """In the order of its lines."""
        ...


class Tail(Protocol):
    """What was last, before any of it is summarised."""

    def tail(self, asker: Asker, budget_tokens: int) -> TailText:
        """Open items, the last context and the last sessions, and in the room left what else is in force."""
        ...


_TAIL_TOKENS = 1500
_TAIL_HEAD = f"{INJECTED}\n\n"


class SummaryMethods:
    """The handlers."""

    def __init__(self, compression: Compression, settings: Settings, brief: Tail, graves: Graves) -> None:
        self._compression = compression
        self._graves = graves
        self._settings = settings
        self._brief = brief

    def _nodes(self, level: Level, scope: Scope | None) -> list[Node]:
        found = self._compression.store.tree.levels[level].copy()
        return [node for node in found.values() if node.is_shown_to(scope)]

    def status(self, asker: Asker, params: StatusParams) -> dict[str, Any]:
        """Counts of each level, and what waits."""
        compression = self._compression
        scope = _scope(asker)
        tree = compression.store.tree
        levels = {}
        for level in LEVELS:
            nodes = self._nodes(level, scope)
            levels[level] = {
                "summaries": len(nodes),
                "tokens": sum(node.tokens for node in nodes),
                "unmerged": sum(node.id not in tree.parents for node in nodes),
                "without_agent": sum(node.by in ("builtin", "command") for node in nodes),
                "stale": sum(tree.is_stale(node) or compression.store.is_lost(node) for node in nodes),
            }
        leaves = self._nodes("L1", scope)
        reply: dict[str, Any] = {"levels": levels, "last_entry": last_entry(leaves[-1]) if leaves else None}
        if asker.is_group:
            return reply
        waiting = compression.waiting()
        counts = {"messages": waiting.messages, "tokens": waiting.tokens, "unread_bytes": waiting.unread}
        return {**reply, "waiting": counts}

    def inspect(self, asker: Asker, params: InspectParams) -> dict[str, Any]:
        """The summaries themselves."""
        scope = _scope(asker)
        levels = LEVELS if params.level is None else (params.level,)
        found = [node for level in levels for node in sorted(self._nodes(level, scope), key=lambda one: -one.number)]
        places = [node.path for node in found]
        if params.after is not None and params.after not in places:
            raise InvalidParams("`after` must be the `next` of the page before", param="after")
        begin = 0 if params.after is None else places.index(params.after) + 1
        end = begin + params.limit
        following = {"next": places[end - 1]} if end < len(places) else {}
        shown = [
            self._view(node) | ({"content": encode(node).decode()} if params.content else {})
            for node in found[begin:end]
        ]
        return {"summaries": shown, **following}

    def import_many(self, asker: Asker, params: ImportParams) -> dict[str, Any]:
        """Import summaries from an export, after their messages; existing ones stay."""
        if asker.is_group:
            raise PermissionDenied("a group session cannot import; call it outside of one")
        try:
            return {"summaries": [self._take(one) for one in params.summaries]}
        except MemorydError as error:
            raise perhaps_on_disk(error) from error  # those before it are, and its own file may be

    def _take(self, one: ImportedSummary) -> dict[str, Any]:
        give_way()
        identity, wrong = id_of(one.key), ""
        if self._graves:
            # What was purged may stand in it in other words (rule 6).
            wrong = "something was purged here, so that summaries are not taken over; they are made again"
        else:
            try:
                status = self._compression.store.bring(identity or "", one.content)
            except ValueError as error:
                wrong = str(error)
            else:
                if status != "taken":
                    return {"key": one.key, "status": status}
                wrong = "another summary has that name; its messages are summarised again"
        return {"key": one.key, "status": "rejected", "message": wrong}

    def _view(self, node: Node) -> dict[str, Any]:
        store = self._compression.store
        stale = store.tree.is_stale(node) or store.is_lost(node)
        return {
            "key": node.path,
            "level": node.level,
            "version": node.version,
            "text": node.text,
            "sources": list(node.sources),
            "sessions": list(node.session_ids),
            "first": format_time(node.first_at),
            "last": format_time(node.last_at),
            "written": format_time(node.written),
            "tokens": node.tokens,
            "source_tokens": node.source_tokens,
            "by": node.by,
            "merged_into": store.tree.parents.get(node.id),
            "stale": stale,
            "open": store.is_lost(node) or node.may_be_made_again(stale=stale),
        }

    def assemble(self, asker: Asker, params: AssembleParams) -> dict[str, Any]:
        """The memory for the beginning of a conversation, within its budgets."""
        scope = _scope(asker)
        configured, given = self._settings.now.summaries.injection_budget, params.budgets or Budgets()
        budgets: dict[Level, int] = {}
        for level in LEVELS:
            asked = getattr(given, level)
            budgets[level] = getattr(configured, level) if asked is None else asked
        content, used, keys = self._compression.assemble(budgets, scope)
        room = min(_TAIL_TOKENS, sum(budgets.values())) - tokens_of(_TAIL_HEAD)
        if not content and room > 0:
            tail = self._brief.tail(asker, room)
            content = f"{_TAIL_HEAD}{tail.text}" if tail.text else ""
            used, keys = {**used, "L1": tokens_of(content)}, tail.keys
        message = {"role": "assistant", "content": content} if content else None
        return {"message": message, "used": used, "keys": keys}

    def all(self) -> Iterable[Method]:
        """The `summaries` namespace."""
        read, scanner = Access.READ, Runs.SCANNER
        return (
            Method("summaries.status", read, scanner, StatusParams, StatusResult, self.status,
                   "How far the conversation has been summarised."),
            Method("summaries.import_many", Access.WRITE, scanner, ImportParams, ImportResult, self.import_many,
                   "Import summaries from an export, after their messages; existing ones stay.",
                   ("too_large", "permission_denied", "read_only")),
            Method("summaries.inspect", read, scanner, InspectParams, InspectResult, self.inspect,
                   "The summaries, the newest first."),
            Method("summaries.assemble", read, scanner, AssembleParams, AssembleResult, self.assemble,
                   "The memory to inject before a conversation, within budgets."),
        )  # fmt: skip


def _scope(asker: Asker) -> Scope | None:
    """What a group session may see (rule 17)."""
    if not asker.is_group or asker.session is None:
        return None
    return Scope(asker.session.id, asker.session.project, asker.session.started)
