"""What a search looks through: the index as it stood at one step."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple

from memoryd.recall.hashing import hash_of_key
from memoryd.recall.lexical.bm25 import Term
from memoryd.recall.lexical.overlay import Layer
from memoryd.recall.lexical.view import View
from memoryd.recall.query import Hit
from memoryd.types import Document


class Snapshot(NamedTuple):
    """The index as of step `number`: what is on disk, and the layers above it, newest first."""

    number: int
    view: View
    layers: tuple[Layer, ...]

    def hides_any(self) -> bool:
        """Whether anything on disk may be out of date."""
        return any(layer.dead or layer.dead_sources for layer in self.layers)

    def gone(self) -> frozenset[int]:
        """The hashes of the keys of which what is on disk is out of date; sources that are gone as a whole apart."""
        keys = (key for layer in self.layers for key, step in layer.dead.copy().items() if step <= self.number)
        return frozenset(map(hash_of_key, keys))

    def hidden(self) -> Iterator[Document]:
        """What on disk is out of date, each once."""
        keys = {key for layer in self.layers for key, step in layer.dead.copy().items() if step <= self.number}
        sources = {source for layer in self.layers for source in layer.dead_sources.copy()}
        for source in sources:
            yield from (one for one in self.view.documents_of(source) if one.key not in keys and self.hides(one))
        yield from self.view.among(sorted(keys))

    def hides(self, document: Document) -> bool:
        """Whether a document on disk is out of date."""
        return any(layer.hides(document, self.number) for layer in self.layers)

    def hides_below(self, at: int, document: Document) -> bool:
        """Whether a document of layer `at` is out of date."""
        return any(layer.hides(document, self.number) for layer in self.layers[:at])

    def recent(self, source: str | None = None) -> list[Document]:
        """What its layers have, of one source or of all, that no newer layer hides."""
        return [
            entry.document
            for at, layer in enumerate(self.layers)
            for entry in (layer.entries.values() if source is None else layer.entries_of(source))
            if not self.hides_below(at, entry.document)
        ]

    def search_layers(
        self, plan: list[Term], average: float, limit: int, passes: Callable[[Document], bool]
    ) -> list[Hit]:
        """The best of what each layer has, at most `limit` of each, that no newer layer hides."""
        found: list[Hit] = []
        for at, layer in enumerate(self.layers):
            if layer.entries:

                def is_wanted(document: Document, at: int = at) -> bool:
                    return passes(document) and not self.hides_below(at, document)

                found += [
                    Hit(entry.document, score, entry.time_words)
                    for score, entry in layer.search(plan, average, limit, is_wanted)
                ]
        return found
