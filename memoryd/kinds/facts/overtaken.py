"""What says only what a fact said that was superseded since: the message it was made of, and their copies (rule 23)."""

from __future__ import annotations

from memoryd.kinds.facts.fact import Fact, sentence
from memoryd.kinds.facts.store import FactStore
from memoryd.origin import source_of
from memoryd.recall.ranking.folding import is_one_sentence
from memoryd.types import Document, fold

_BESIDES = 3
"""Words of a sentence that its fact has not: with more of them it may say something else, too."""


class Overtaken:
    """Safe for any thread."""

    def __init__(self, store: FactStore) -> None:
        self._store = store
        self._made_of: dict[str, list[str]] = {}
        """Superseded facts by the one source of each."""
        self._seen: set[str] = set()
        self._version = -1

    def by(self, document: Document, now: int) -> str | None:
        """The id of the fact that holds in place of what the document says; None while that holds, or nobody knows."""
        chains = self._store.chains
        if not len(chains):
            return None
        self._catch_up()
        for fact_id in self._made_of.get(_source(document), ()):
            old = self._store.known(fact_id) if fact_id in chains else None
            if old is not None and _is_all(document, old):
                newest = chains.of(fact_id)[-1]
                return newest if newest != fact_id and self._store.holds(newest, now) else None
        return None

    def _catch_up(self) -> None:
        chains = self._store.chains
        version = chains.version
        if version == self._version:
            return
        for fact_id in chains.ids():
            fact = None if fact_id in self._seen else self._store.known(fact_id)
            if fact is not None and len(fact.origin.sources) == 1:
                self._made_of.setdefault(fact.origin.sources[0], []).append(fact_id)
            self._seen.add(fact_id)
        self._version = version


def _source(document: Document) -> str:
    if document.kind == "message":
        return source_of(document.key, document.text)
    return document.sources[0] if len(document.sources) == 1 else ""


def _is_all(document: Document, old: Fact) -> bool:
    """Whether it says nothing besides."""
    told = sentence(old)
    if document.kind in ("message", "note"):
        return is_one_sentence(document.text) and len(document.text.split()) <= len(told.split()) + _BESIDES
    return fold(document.text).lstrip("-*+• ").rstrip(" .!") == fold(told)
