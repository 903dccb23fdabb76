"""Plans a query: from its words to the terms that are looked up, with their weights."""

from __future__ import annotations

from collections.abc import Sequence

from memoryd.recall.lexical.bm25 import Term, idf
from memoryd.recall.lexical.overlay import Layer
from memoryd.recall.lexical.tokens import FOREIGN, QueryWord, middle_term, query_words
from memoryd.recall.lexical.view import View

_WORDS_LIMIT = 64
_EXPANSIONS_LIMIT = 12
_SHORTEST_HEAD = 4
_SHORTEST_MIDDLE = 5
_PART_OF_WORD = 0.35
"""What a longer word is worth that begins or ends with the query's word (compounds, forms that no stemmer knows)."""

_LANGUAGES = [(language, f"{language}:") for language in FOREIGN]
"""And the term that each text in it has."""


class Vocabulary:
    """How often terms occur, on disk and in the overlay together."""

    def __init__(self, view: View, layers: Sequence[Layer]) -> None:
        self._view = view
        self._layers = [layer for layer in layers if layer.entries]
        self.documents = view.documents + sum([len(layer.entries) for layer in layers])

    def frequency(self, term: str) -> int:
        """In how many documents the term occurs; a replaced one may count twice."""
        found = self._view.frequency(term)
        for layer in self._layers:
            found += layer.frequency(term)
        return found

    def idf_on_disk(self, term: str) -> float:
        """The weight that tantivy gives to the term."""
        return idf(self._view.documents, self._view.frequency(term))

    def beginning_with(self, prefix: str, limit: int) -> list[tuple[str, int]]:
        """The most frequent terms with this prefix."""
        found = dict(self._view.terms_with_prefix(prefix, limit)) if self._view.documents else {}
        for layer in self._layers:
            for term, frequency in layer.terms_with_prefix(prefix):
                found[term] = found.get(term, 0) + frequency
        return sorted(found.items(), key=lambda item: (-item[1], item[0]))[:limit]


def plan_of(text: str, vocabulary: Vocabulary) -> list[Term]:
    """The terms to look up, the rarest words first; no more than tantivy answers at once."""
    languages = [language for language, term in _LANGUAGES if vocabulary.frequency(term)]
    words = [(word, _found(word, vocabulary)) for word in query_words(text, languages)]
    german = "de" in languages
    terms: dict[str, Term] = {}
    for word, found in words:
        expands = word.stem and (german or not found) and len(words) <= _WORDS_LIMIT
        for term in _terms(word, found, vocabulary, bool(expands)):
            known = terms.get(term.text)
            if known is None or known.weight < term.weight:
                terms[term.text] = term
    best = sorted(terms.values(), key=lambda term: (-term.weight, term.text))
    return best[: 2 * _WORDS_LIMIT] if len(words) > _WORDS_LIMIT else best


def _found(word: QueryWord, vocabulary: Vocabulary) -> dict[str, int]:
    found = {variant: vocabulary.frequency(variant) for variant in word.variants}
    if word.prefix:
        found.update(vocabulary.beginning_with(word.prefix, 4 * _EXPANSIONS_LIMIT))
    return {term: frequency for term, frequency in found.items() if frequency}


def _terms(word: QueryWord, found: dict[str, int], vocabulary: Vocabulary, expands: bool) -> list[Term]:
    # A word counts once, in however many languages it is found: otherwise the rarest language would win.
    name = word.variants[0] if word.variants else word.prefix
    together = idf(vocabulary.documents, min(vocabulary.documents, sum(found.values())))
    terms = [_term(text, together, name, vocabulary) for text in found]
    if expands:
        worth = _PART_OF_WORD * idf(vocabulary.documents, max(1, sum(found.values())))
        parts = [text for text in _expansions(word.stem, vocabulary) if text not in found]
        terms += [_term(text, worth, name, vocabulary) for text in parts]
    return terms


def _expansions(stem: str, vocabulary: Vocabulary) -> list[str]:
    tails = vocabulary.beginning_with("<" + stem[::-1], _EXPANSIONS_LIMIT)
    if len(stem) < _SHORTEST_HEAD:
        return [term for term, _ in tails]
    heads = vocabulary.beginning_with("de:" + stem, _EXPANSIONS_LIMIT) + vocabulary.beginning_with(
        stem, _EXPANSIONS_LIMIT
    )
    middles = vocabulary.beginning_with(middle_term(stem), _EXPANSIONS_LIMIT) if len(stem) >= _SHORTEST_MIDDLE else []
    return [term for term, _ in tails + heads + middles]


def _term(text: str, weight: float, word: str, vocabulary: Vocabulary) -> Term:
    return Term(text, weight, weight / vocabulary.idf_on_disk(text), word)
