"""What says only what a fact said that was superseded since: the message it was made of, and their copies (rule 23)."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import islice

from memoryd.extraction.ends import words_of
from memoryd.kinds.facts.known.store import FactStore
from memoryd.kinds.facts.model.fact import Fact, sentence
from memoryd.origin import source_of
from memoryd.recall.ranking.folding import is_one_sentence
from memoryd.text.assent import says_nothing
from memoryd.text.sentences import sentences
from memoryd.types import Document, fold

_BESIDES = 3
"""Words of a sentence that its fact has not: with more of them it may say something else, too."""
_MOST_SENTENCES = 4
_SHARE, _ONE_BESIDES = 0.6, 1
"""Of several sentences each has so much of the words of its fact that say something, and so many others at most."""


class Overtaken:
    """Safe for any thread."""

    def __init__(self, store: FactStore) -> None:
        self._store = store
        self._made_of: dict[str, list[str]] = {}
        """Superseded facts by the one source of each."""
        self._seen: set[str] = set()
        self._version = -1

    def by(self, document: Document, now: int) -> Mapping[str, str]:
        """The ids of the facts that hold in place of what the document says, and each with what was superseded; none
        while that holds, or nobody knows."""
        chains = self._store.chains
        if not len(chains):
            return {}
        self._catch_up()
        known = {one: self._store.known(one) for one in self._made_of.get(_source(document), ()) if one in chains}
        olds = {fact_id: old for fact_id, old in known.items() if old is not None}
        newest = {chains.of(fact_id)[-1]: sentence(olds[fact_id]) for fact_id in _all_of(document, olds)}
        is_over = all(new not in olds and self._store.holds(new, now) for new in newest)
        return newest if is_over else {}

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


def _all_of(document: Document, olds: Mapping[str, Fact]) -> list[str]:
    """The facts that are all that it says; none where it says something besides."""
    told = {fact_id: sentence(old) for fact_id, old in olds.items()}
    if document.kind not in ("message", "note"):
        bare = fold(document.text).lstrip("-*+• ").rstrip(" .!")
        return [fact_id for fact_id, said in told.items() if bare == fold(said)][:1]
    if is_one_sentence(document.text):
        length = len(document.text.split())
        return [fact_id for fact_id, said in told.items() if length <= len(said.split()) + _BESIDES][:1]
    spoken = [one for one in islice(sentences(document.text), _MOST_SENTENCES + 1) if not says_nothing(one)]
    found = [next((fact_id for fact_id, said in told.items() if _says(one, said)), None) for one in spoken]
    return [] if len(found) > _MOST_SENTENCES or None in found else [one for one in found if one is not None]


def _says(spoken: str, said: str) -> bool:
    """Whether a sentence of several says what a fact says, and nothing besides."""
    words, theirs = words_of(spoken), words_of(said)
    return bool(theirs) and len(words & theirs) >= _SHARE * len(theirs) and len(words - theirs) <= _ONE_BESIDES
