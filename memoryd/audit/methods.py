"""`audit`: who changed what, what a memory said at a time, and whether the chain of the audit is whole."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Annotated, Any, NotRequired, TypedDict

import msgspec

from memoryd.audit.line import Read
from memoryd.audit.reader import AuditReader, Version, text_of
from memoryd.errors import InvalidParams, NotFound
from memoryd.recall.lexical.index import Index
from memoryd.requests.asker import Asker
from memoryd.requests.method import Method
from memoryd.requests.params import After, InSession, Limit, Time
from memoryd.requests.redaction import KEEP
from memoryd.requests.times import Times
from memoryd.rpc.registry import Access, Runs
from memoryd.times import parse_time

MOST_TEXT = 4 << 20
"""Characters of texts in one reply."""
Key = Annotated[str, msgspec.Meta(min_length=1, max_length=4096, description="the key of a memory", extra=KEEP)]


class ListParams(InSession):
    """Which changes."""

    key: Key | None = None
    since: Time | None = None
    limit: Limit = 100
    after: After | None = None


class ByResult(TypedDict):
    """Who asked for a change: the user and process of the connection, the agent and session if there is one."""

    uid: int
    pid: NotRequired[int]
    agent: NotRequired[str]
    session: NotRequired[str]


class EntryResult(TypedDict):
    """One change. `by` is `file`, `memoryd` or `unknown` where nobody asked; digests are keyed."""

    seq: NotRequired[int]
    at: str
    by: ByResult | str
    method: str
    change: str
    key: NotRequired[str]
    kind: NotRequired[str]
    before: NotRequired[str]
    after: NotRequired[str]
    count: NotRequired[int]


class ListResult(TypedDict):
    """A page of changes, the oldest first."""

    entries: list[EntryResult]
    next: NotRequired[str]


class ShowParams(InSession):
    """Which memory; with `at`, what it said then."""

    key: Key
    at: Time | None = None


class VersionResult(EntryResult):
    """One change, and what the memory said from then on; None when it was removed or its text is not kept."""

    text: str | None


class ShowResult(TypedDict):
    """The memory's text at the time, or now; what it said before its first change; and its versions."""

    key: str
    text: str | None
    earlier: NotRequired[str]
    versions: list[VersionResult]


class VerifyParams(InSession):
    """Nothing to choose."""


class FaultResult(TypedDict):
    """What is wrong, where, and what to do."""

    path: str
    what: str
    action: str
    line: NotRequired[int]
    severity: NotRequired[str]


class Head(TypedDict):
    """The last line of the chain."""

    seq: int
    hash: str


class VerifyResult(TypedDict):
    """What was checked, and the first hundred faults."""

    status: str
    files: int
    lines: int
    texts: int
    head: Head
    faults: int
    problems: list[FaultResult]


class AuditMethods:
    """The handlers. A group session learns of what it may see only, and not who else there is (rule 17)."""

    def __init__(
        self, reader: AuditReader, documents: Index, times: Times, archived: Callable[[str, Asker], str | None]
    ) -> None:
        """`archived`: the text of a memory that is in an archive."""
        self._reader = reader
        self._documents = documents
        self._times = times
        self._archived = archived

    def list(self, asker: Asker, params: ListParams) -> dict[str, Any]:
        """Changes in the order in which they were made."""
        since = self._times.of("since", params.since)
        after = _number(params.after)
        if asker.is_group and params.key is not None and not self._sees(asker, params.key):
            return {"entries": []}
        entries: list[dict[str, Any]] = []
        last = seen = 0
        for line in self._reader.lines(params.key, 0 if asker.is_group else after, asker.call.check_cancelled):
            if since is not None and parse_time(line.at) < since:
                continue
            if asker.is_group:
                if not self._sees(asker, line.key):
                    continue
                seen += 1
                if seen <= after:
                    continue
            if len(entries) == params.limit:
                return {"entries": entries, "next": str(last)}
            entries.append(_shown(line, asker))
            last = seen if asker.is_group else line.seq
        return {"entries": entries}

    def show(self, asker: Asker, params: ShowParams) -> dict[str, Any]:
        """Every version of a memory, and its text at a time."""
        key = params.key
        at = self._times.of("at", params.at, is_end=True)
        if asker.is_group and not self._sees(asker, key):
            raise _not_found(key)
        reader, check = self._reader, asker.call.check_cancelled
        versions = reader.versions(key, check)
        if not versions:
            text = reader.text_at(key, asker.now, check)
            if text is None:
                raise _not_found(key)
            return {"key": key, "text": text, "versions": []}
        if asker.is_group:
            # What it said before may have been meant for others.
            return {"key": key, "text": versions[-1].text, "versions": []}
        last = next((one for one in reversed(versions) if one.line.after is not None), None)
        if versions[-1].line.after is None and last is not None and last.text is None:
            archived = self._archived(key, asker)
            versions = [Version(one.line, archived) if one is last else one for one in versions]
        if at is None:
            text = versions[-1].text
        else:
            text = text_of(versions, at, reader.before)
        reply: dict[str, Any] = {"key": key, "text": text}
        earlier = reader.before(versions[0])
        if earlier is not None:
            reply["earlier"] = earlier
        reply["versions"] = _bounded([{**_shown(one.line, asker), "text": one.text} for one in versions])
        return reply

    def verify(self, asker: Asker, params: VerifyParams) -> dict[str, Any]:
        """Check every line and every text."""
        verdict = self._reader.verify(_no_progress if asker.is_group else asker.call.progress)
        reply: dict[str, Any] = {
            "status": "problems" if verdict.faults else "ok",
            "files": verdict.files,
            "lines": verdict.lines,
            "texts": verdict.texts,
            "head": {"seq": verdict.seq, "hash": verdict.hash},
            "faults": verdict.faults,
            "problems": msgspec.to_builtins(verdict.problems),
        }
        if asker.is_group:  # it is not told how much there is, or of what
            reply |= {"files": 0, "lines": 0, "texts": 0, "head": {"seq": 0, "hash": ""}, "problems": []}
        return reply

    def _sees(self, asker: Asker, key: str | None) -> bool:
        document = None if key is None else self._documents.document(key)
        return document is not None and asker.visibility.sees(document)

    def all(self) -> Iterable[Method]:
        """The `audit` namespace."""
        read = Access.READ
        return (
            Method("audit.list", read, Runs.SCANNER, ListParams, ListResult, self.list,
                   "Who changed which memory, when, and by which method; the oldest change first."),
            Method("audit.show", read, Runs.SCANNER, ShowParams, ShowResult, self.show,
                   "A memory's text as of a time, and all its versions with their authors.", ("not_found",)),
            Method("audit.verify", read, Runs.LONG, VerifyParams, VerifyResult, self.verify,
                   "Check that no line of the audit was changed, removed or moved since it was written."),
        )  # fmt: skip


def _no_progress(_stage: str, _done: int, _total: int) -> None:
    return None


def _shown(line: Read, asker: Asker) -> dict[str, Any]:
    shown = {name: value for name in _FIELDS if (value := getattr(line, name)) is not None}
    if asker.is_group:
        # Numbers would tell it how much else happened, names who else is there.
        del shown["seq"]
        if isinstance(line.by, dict):
            shown["by"] = {"uid": line.by.get("uid", -1)}
    return shown


_FIELDS = ("seq", "at", "by", "method", "change", "key", "kind", "before", "after", "count")


def _bounded(versions: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """The versions, without the texts of the oldest when all are too much for one reply."""
    left = MOST_TEXT
    for version in reversed(versions):
        left -= len(version["text"] or "")
        if left < 0:
            version["text"] = None
    return versions


def _number(after: str | None) -> int:
    if after is None:
        return 0
    if not (after.isascii() and after.isdecimal() and len(after) < 19):
        raise InvalidParams("`after` must be the `next` of the page before", param="after")
    return int(after)


def _not_found(key: str) -> NotFound:
    return NotFound(f"the audit knows no memory with the key {key[:200]!r}; audit.list gives keys", key=key[:200])
