"""Documents and questions in one line each."""

from __future__ import annotations

from typing import Any

from memoryd.recall.lexical.index import Index
from memoryd.recall.query import LexicalQuery
from memoryd.types import Change, Document


def document(key: str, text: str, **fields: Any) -> Document:
    values: dict[str, Any] = {"kind": "fact", "source": "facts.jsonl", "path": "facts.jsonl", **fields}
    return Document(key=key, text=text, **values)


def put(index: Index, *documents: Document, source: str = "facts.jsonl", state: bytes | None = None) -> None:
    index.apply(Change(source=source, put=documents, state=state))


def found(index: Index, text: str, **fields: Any) -> list[str]:
    """The keys of the hits, best first."""
    return [hit.document.key for hit in index.search(LexicalQuery(text, **fields))]
