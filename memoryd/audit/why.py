"""`recall.why`: what a memory was made of, down to the message, who wrote it, and whether it still says that."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Annotated, Any, NotRequired, TypedDict

import msgspec

from memoryd.audit.line import Read
from memoryd.audit.methods import ByResult
from memoryd.audit.reader import AuditReader
from memoryd.errors import NotFound
from memoryd.kind import Kinds, Text
from memoryd.origin import digest_of, key_now, read_source
from memoryd.recall.lexical.index import Index
from memoryd.requests.asker import Asker
from memoryd.requests.method import Method
from memoryd.requests.params import InSession
from memoryd.rpc.registry import Access, Runs
from memoryd.times import format_time, parse_time
from memoryd.types import Document

MOST = 200
"""Memories of a chain that are shown."""
MOST_LETTERS = 2000


class WhyParams(InSession):
    """Which memory."""

    key: Annotated[str, msgspec.Meta(min_length=1, max_length=4096)]


class LinkResult(TypedDict):
    """A memory of the chain; `depth` steps from the one that was asked for.

    `text` is None where it is known no more; `by` is `file`, `memoryd` or `unknown` where nobody asked; `unchanged`:
    it says what it said when the memory before it was made, left out where nobody can tell.
    """

    key: str
    kind: str
    text: str | None
    depth: int
    at: NotRequired[str]
    by: ByResult | str
    method: NotRequired[str]
    unchanged: NotRequired[bool]


class WhyResult(TypedDict):
    """The chain from the memory to the messages, what was made of the memory, and what it superseded."""

    key: str
    chain: list[LinkResult]
    used_by: list[str]
    supersedes: list[str]


class WhyMethods:
    """The handler."""

    def __init__(self, reader: AuditReader, index: Index, kinds: Kinds) -> None:
        self._reader = reader
        self._index = index
        self._kinds = kinds

    def why(self, asker: Asker, params: WhyParams) -> dict[str, Any]:
        """Follow the sources of a memory, each once."""
        first = self._found(params.key, asker)
        if first is None:
            shown = params.key[:200]
            raise NotFound(f"no memory has the key {shown!r}; recall.search gives keys", key=shown)
        chain: list[dict[str, Any]] = []
        seen: set[str] = set()
        waiting: list[tuple[str, str | None, str | None, int]] = [(params.key, None, None, 0)]
        while waiting and len(chain) < MOST:
            key, digest, made, depth = waiting.pop(0)
            if key in seen:
                continue
            seen.add(key)
            asker.call.check_cancelled()
            found = first if depth == 0 else self._found(key, asker)
            lines = _writing(self._lines(key, asker.call.check_cancelled))
            link = self._link(key, digest, depth, found, lines, made, asker)
            if link is None:
                continue
            chain.append(link)
            if isinstance(found, Document):
                sources = [read_source(one) for one in found.sources]
                at = lines[-1].at if lines else None
                waiting[:0] = [(key_now(one, self._index.text_of), one.digest, at, depth + 1) for one in sources]
        return {
            "key": params.key,
            "chain": chain,
            "used_by": sorted(self._used_by(params.key, asker)),
            "supersedes": self._superseded(first, asker.now),
        }

    def _superseded(self, found: Document | Text, now: int) -> list[str]:
        kind = self._kinds.of(found.kind) if isinstance(found, Document) else None
        shown = kind.label(found, now) if kind is not None and isinstance(found, Document) else None
        said = (shown or {}).get("supersedes") or ()
        return [said] if isinstance(said, str) else list(said)

    def _found(self, key: str, asker: Asker) -> Document | Text | None:
        document = self._index.document(key)
        if document is not None:
            return document if asker.visibility.sees(document) else None
        return next((text for kind in self._kinds if (text := kind.text(key, asker)) is not None), None)

    @staticmethod
    def _link(
        key: str,
        digest: str | None,
        depth: int,
        found: Document | Text | None,
        lines: list[Read],
        made: str | None,
        asker: Asker,
    ) -> dict[str, Any] | None:
        """One memory, written by these lines, made into another at `made`; None for what the asker may not see."""
        if found is None and asker.is_group:
            return None
        last = lines[-1] if lines else None
        link: dict[str, Any] = {
            "key": key,
            "kind": found.kind if isinstance(found, Document) else (last.kind if last else None) or "memory",
            "text": None if found is None else found.text[:MOST_LETTERS],
            "depth": depth,
            "by": "unknown" if last is None or asker.is_group else last.by,
        }
        if isinstance(found, Document) and found.at and len(lines) <= 1:
            link["at"] = format_time(found.at)
        elif last is not None:
            link["at"] = last.at
        if last is not None:
            link["method"] = last.method
        if digest is not None:
            link["unchanged"] = found is not None and digest_of(found.text) == digest
        elif depth == 0 and last is not None:
            link["unchanged"] = len(lines) <= 1 and found is not None
        elif found is None:
            link["unchanged"] = False
        elif last is not None and made is not None:
            link["unchanged"] = parse_time(last.at) <= parse_time(made)
        return link

    def _lines(self, key: str, check: Callable[[], object]) -> list[Read]:
        """What the audit has of it; of a passage, of its file."""
        path = key.rpartition(":")[0]
        named = path if path.endswith(".md") and self._kinds.is_one_memory(path) else key
        lines = self._reader.lines(named, check=check)
        return [line for line in lines if line.after is not None or line.before is not None]

    def _used_by(self, key: str, asker: Asker) -> Iterator[str]:
        """What was made of it."""
        path = key.rpartition(":")[0]
        # Only messages move to another line of their file.
        place = path if path.endswith(".jsonl") else key
        said = [memory for kind in self._kinds if not kind.has_sources for memory in kind.memories]
        found = 0
        for one in self._index.made_of(place, said):
            asker.call.check_cancelled()
            near = (read_source(source) for source in one.sources if source.startswith(place))
            if any(key_now(source, self._index.text_of) == key for source in near) and asker.visibility.sees(one):
                yield one.key
                found += 1
                if found == MOST:
                    return

    def all(self) -> Iterable[Method]:
        """Of the `recall` namespace."""
        return (
            Method("recall.why", Access.READ, Runs.SCANNER, WhyParams, WhyResult, self.why,
                   "What a memory was made from, down to the message: who wrote each source, and whether it has "
                   "changed since.", ("not_found",)),
        )  # fmt: skip


def _writing(lines: Iterable[Read]) -> list[Read]:
    """The lines with which it came to say something else; being archived and brought back changes nothing of it."""
    found: list[Read] = []
    for line in lines:
        if line.after is not None and (not found or found[-1].after != line.after):
            found.append(line)
    return found
