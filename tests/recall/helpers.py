"""An index, documents and questions in one line each."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from datetime import UTC
from pathlib import Path
from typing import Any

from memoryd.conversation.message import neighbours
from memoryd.recall.lexical.index import Index
from memoryd.recall.lexical.writing import DirectWriter
from memoryd.recall.query import LexicalQuery
from memoryd.recall.ranking.boosts import Boosts
from memoryd.recall.ranking.overtaking import Later
from memoryd.recall.service import Recall
from memoryd.requests.visibility import GroupVisibility
from memoryd.types import HOT_FILE, Change, Document


def open_index(directory: Path, **settings: Any) -> Index:
    """An index in which a document's title is its one label."""
    values = {"labels": labels_of, "writer": DirectWriter(), "follower": None, "recorder": None, **settings}
    return Index(directory, **values)


class Follower:
    """Keeps what it is told."""

    def __init__(self) -> None:
        self.is_following = True
        self.told: list[tuple[str, set[str]]] = []

    def apply(self, change: Change, dropped: Collection[str]) -> None:
        self.told.append((change.source, set(dropped)))


def labels_of(document: Document) -> tuple[str, ...]:
    return () if document.title is None else (document.title,)


def nothing_later(_document: Document, _now: int) -> dict[str, str]:
    """All that was said still holds."""
    return {}


def recall_over(
    index: Index,
    boosts: Boosts | None = None,
    weights: Mapping[str, float] | None = None,
    later: Later = nothing_later,
) -> Recall:
    """Recall without vectors."""
    return Recall(
        index,
        None,
        neighbours=neighbours,
        boosts=boosts or {},
        later=later,
        weights=weights or {},
        min_similarity=0.2,
        zone=UTC,
    )


def group(session_id: str, **values: Any) -> GroupVisibility:
    kinds = frozenset({"message", "daily", "log", "summary"})
    return GroupVisibility(session_id=session_id, restricted_kinds=kinds, hidden_files=frozenset({HOT_FILE}), **values)


def document(key: str, text: str, **fields: Any) -> Document:
    values: dict[str, Any] = {"kind": "fact", "source": "facts.jsonl", "path": "facts.jsonl", **fields}
    return Document(key=key, text=text, **values)


def put(index: Index, *documents: Document, source: str = "facts.jsonl", state: bytes | None = None) -> None:
    index.apply(Change(source=source, put=documents, state=state))


def found(index: Index, text: str, **fields: Any) -> list[str]:
    """The keys of the hits, best first."""
    return [hit.document.key for hit in index.search(LexicalQuery(text, **fields))]
