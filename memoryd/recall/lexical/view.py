"""One committed state of the lexical index, as it is read: tantivy over our own terms."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import msgspec
import tantivy

from memoryd.recall.lexical.bm25 import Term
from memoryd.recall.lexical.layout import (
    HASH,
    KIND,
    NO_PROJECT,
    PRINT,
    PROJECT,
    SCHEMA,
    SPEAKER,
    STATE,
    as_json,
    bucket_of,
    decode,
    decode_state,
    key_in,
    tag_of,
)
from memoryd.recall.lexical.sound import make_ready
from memoryd.recall.lexical.unpacked import UnpackedDocuments
from memoryd.recall.pacing import PAGE_HITS, TERM_SET_KEYS
from memoryd.recall.query import HOT, Hit, LexicalQuery
from memoryd.requests.visibility import GroupVisibility, Visibility
from memoryd.storage import beneath
from memoryd.text.dates import TimeWords
from memoryd.types import Document

_KINDS_LIMIT = 255
_SPEAKERS_LIMIT = 2000
_FREQUENCIES_KEPT = 4_096
_LONG_TO_SEARCH = 1 << 14
_MOST_SESSIONS = 200
"""More of them would make a longer query than looking at the documents that are found."""

_Query = tantivy.Query
_MUST, _SHOULD, _MUST_NOT = tantivy.Occur.Must, tantivy.Occur.Should, tantivy.Occur.MustNot

Found = tuple[float, Any]
"""A score, and where the document stands."""


class View(msgspec.Struct, frozen=True):
    """One committed state of the disk; any thread may read it."""

    searcher: Any
    documents: int
    kinds: tuple[str, ...]
    """Every kind that occurs."""
    unpacked: UnpackedDocuments
    frequencies: dict[str, int] = msgspec.field(default_factory=dict)
    """Of terms that were asked for lately."""

    @classmethod
    def of(cls, searcher: Any, unpacked: UnpackedDocuments) -> View:
        """What the searcher sees."""
        kinds = searcher.terms_with_prefix("tag", KIND, limit=_KINDS_LIMIT) if searcher.num_docs else ()
        return cls(searcher, searcher.num_docs, tuple(sorted(tag.removeprefix(KIND) for tag, _ in kinds)), unpacked)

    def frequency(self, term: str) -> int:
        """In how many documents the term occurs (some may be out of date)."""
        known = self.frequencies.get(term)
        if known is None:
            if len(self.frequencies) >= _FREQUENCIES_KEPT:
                self.frequencies.clear()
            found = self.searcher.doc_freq("terms", term) if self.documents else 0
            known = self.frequencies[term] = int(found)
        return known

    def terms_with_prefix(self, prefix: str, limit: int) -> list[tuple[str, int]]:
        """The most frequent terms that begin so."""
        found: list[tuple[str, int]] = self.searcher.terms_with_prefix("terms", prefix, limit=limit)
        return found

    def average_length(self, term: str) -> float | None:
        """The average number of terms per document, from tantivy's explanation of a hit of `term`."""
        query = _term(term)
        hits = self.searcher.search(query, 1, False).hits
        return _average_of(json.loads(query.explain(self.searcher, hits[0][1]).to_json())) if hits else None

    def search(
        self,
        plan: Sequence[Term],
        query: LexicalQuery,
        limit: int,
        included: Sequence[str] | None = None,
        offset: int = 0,
        gone: Collection[int] = (),
    ) -> tuple[list[Found], int]:
        """The best `limit` documents behind the first `offset` that pass the filters, those on triples by hash only.

        Without those whose key has a hash of `gone`; how many there were with them. The query's kind filter counts
        only when the keys that it includes are given. `read` reads them.
        """
        words = _Query.boolean_query([(_SHOULD, _boosted(term)) for term in plan])
        clauses = self._filters(query, included)
        if clauses:
            words = _Query.boolean_query([(_MUST, words), *clauses])
        hits = self.searcher.search(words, limit, False, offset=offset).hits
        if not gone or not hits:
            return hits, len(hits)
        hashes = self.searcher.fast_field_values(HASH, [address for _, address in hits])
        return [hit for hit, one in zip(hits, hashes, strict=True) if one not in gone], len(hits)

    def scored(self, plan: Sequence[Term], query: LexicalQuery, keys: Sequence[str]) -> list[Hit]:
        """The documents of these keys that pass the filters, with their scores; 0 without a word of the plan."""
        wanted = _Query.boolean_query(
            [(_SHOULD, _Query.term_query(SCHEMA, "key", key, "basic")) for key in keys]  # term sets are slower
        )
        clauses = [(_MUST, _Query.const_score_query(wanted, 0.0)), *self._filters(query)]
        clauses += [(_SHOULD, _boosted(term)) for term in plan]
        return self.read(self.searcher.search(_Query.boolean_query(clauses), len(keys), False).hits)

    def read(self, hits: Sequence[Found]) -> list[Hit]:
        """The documents of the hits; those that were read lately are not unpacked again."""
        if not hits:
            return []
        unpacked = self.unpacked
        prints = self.searcher.fast_field_values(PRINT, [address for _, address in hits])
        found = []
        for (score, address), print_ in zip(hits, prints, strict=True):
            document, time_words = unpacked.get(print_) or unpacked.unpack(print_, self._payload(address))
            found.append(Hit(document, score, time_words))
        return found

    def key_hashes(
        self, query: LexicalQuery, included: Sequence[str] | None, limit: int | None = None
    ) -> list[int] | None:
        """The hashes of the keys of all documents that pass the filters, as in `search`; None for more than `limit`.

        They are a column of the index: no document is unpacked.
        """
        clauses = [(_MUST, _Query.all_query()), (_MUST_NOT, _tagged(STATE)), *self._filters(query, included)]
        wanted = _Query.boolean_query(clauses)
        if limit is not None and int(self.searcher.search(wanted, 1, True).count or 0) > limit:
            return None
        hits = self.searcher.search(wanted, limit or max(1, self.documents), False, order_by_field=HASH).hits
        return [value for value, _ in hits]

    def projects(self, visibility: Visibility) -> dict[str, Counter[str]]:
        """How many documents of each kind each project has, of those that may be seen.

        tantivy counts terms: no document is unpacked.
        """
        found: dict[str, Counter[str]] = {}
        seen = self._filters(LexicalQuery("", visibility=visibility))
        for kind in self.kinds:
            wanted = _Query.boolean_query([(_MUST, _tagged(KIND + kind)), *seen])
            for tag, count in self.searcher.terms_with_prefix("tag", PROJECT, wanted):
                if count:
                    found.setdefault(self._project_of(tag), Counter())[kind] += count
        return found

    def _project_of(self, tag: str) -> str:
        name = tag.removeprefix(PROJECT)
        # Of a long name the tag has only a digest.
        one = next(self._pages(_tagged(tag)), None) if name.startswith("#") else None
        return name if one is None or one.project is None else one.project

    def all_documents(self, may_have: Callable[[bytes], bool]) -> Iterator[Document]:
        """Every document whose payload may have it; only these are unpacked."""
        wanted = _Query.boolean_query([(_MUST, _Query.all_query()), (_MUST_NOT, _tagged(STATE))])
        payloads = map(self._payload, self._addresses(wanted))
        return (decode(payload)[0] for payload in payloads if may_have(payload))

    def holding(self, text: str, without: Collection[str]) -> Iterator[Document]:
        """Every document of other kinds than these in which the text stands somewhere; only these are unpacked."""
        clauses = [(_MUST, _Query.all_query()), (_MUST_NOT, _tagged(STATE))]
        clauses += [(_MUST_NOT, _tagged(KIND + kind)) for kind in without]
        needle = text.encode("utf-8", "surrogatepass")
        payloads = map(self._payload, self._addresses(_Query.boolean_query(clauses)))
        return (decode(payload)[0] for payload in payloads if needle in payload)

    def documents_of(self, source: str) -> Iterator[Document]:
        """Every document of a source."""
        return self._pages(_tagged(tag_of("source", source)))

    def documents_in(self, segments: Collection[int]) -> Iterator[tuple[Document, TimeWords]]:
        """Every document of these segments, and what it says of time."""
        wanted = _Query.boolean_query([(_MUST, _Query.all_query()), (_MUST_NOT, _tagged(STATE))])
        addresses = self._addresses(wanted) if segments else ()
        return (decode(self._payload(address)) for address in addresses if address.segment_ord in segments)

    def having(self, may_have: Callable[[bytes], bool], counts: Mapping[int, int]) -> Iterator[int]:
        """Those of these segments, of so many documents each, in which one that is there no more may have that."""
        living: dict[int, set[int]] = {number: set() for number in counts}
        for address in self._addresses(_Query.all_query()) if counts else ():
            if address.segment_ord in living:
                living[address.segment_ord].add(address.doc)
        for number, count in counts.items():
            removed = (tantivy.DocAddress(number, at) for at in range(count) if at not in living[number])
            if any(self._is_trace(payload, may_have) for payload in map(self._payload, removed)):
                yield number

    def _is_trace(self, payload: bytes, may_have: Callable[[bytes], bool]) -> bool:
        """Whether a removed document may have that, and stands nowhere else; what is quicker to tell comes first."""
        if len(payload) > _LONG_TO_SEARCH and self._stands(payload):
            return False
        return may_have(as_json(payload)) and not self._stands(payload)

    def _stands(self, payload: bytes) -> bool:
        """Whether the same document or state is still there, elsewhere."""
        key = _Query.term_query(SCHEMA, "key", key_in(payload), "basic")
        return any(self._payload(address) == payload for _, address in self.searcher.search(key, 1, False).hits)

    def states_in(self, segments: Collection[int]) -> dict[str, bytes]:
        """The states in these segments."""
        addresses = self._addresses(_tagged(STATE)) if segments else ()
        return dict(decode_state(self._payload(address)) for address in addresses if address.segment_ord in segments)

    def labelled(self, label: str) -> Iterator[Document]:
        """Every document that has the label."""
        return self._pages(_tagged(label))

    def among(self, keys: Sequence[str]) -> Iterator[Document]:
        """The documents of these keys."""
        for first in range(0, len(keys), TERM_SET_KEYS):
            yield from self._pages(_Query.term_set_query(SCHEMA, "key", list(keys[first : first + TERM_SET_KEYS])))

    def _pages(self, wanted: Any) -> Iterator[Document]:
        return map(self._document, self._addresses(wanted))

    def _addresses(self, wanted: Any) -> Iterator[Any]:
        query = _Query.const_score_query(wanted, 1.0)
        offset = 0
        while True:
            hits = self.searcher.search(query, PAGE_HITS, False, offset=offset).hits
            for _, address in hits:
                yield address
            if len(hits) < PAGE_HITS:
                return
            offset += PAGE_HITS

    def speakers(self) -> frozenset[str]:
        """The folded names of the most frequent speakers."""
        if not self.documents:
            return frozenset()
        found = self.searcher.terms_with_prefix("tag", SPEAKER, limit=_SPEAKERS_LIMIT)
        return frozenset(tag.removeprefix(SPEAKER) for tag, _ in found)

    def document(self, key: str) -> Document | None:
        """The document of a key."""
        hits = self.searcher.search(_Query.term_query(SCHEMA, "key", key, "basic"), 1, False).hits
        return self._document(hits[0][1]) if hits else None

    def states(self) -> dict[str, bytes]:
        """The states stored by `Layer.states`, by source."""
        hits = self.searcher.search(_tagged(STATE), max(1, self.documents), False).hits
        return dict(decode_state(self._payload(address)) for _, address in hits)

    def _payload(self, address: Any) -> bytes:
        return bytes(self.searcher.doc(address).get_first("payload"))

    def _document(self, address: Any) -> Document:
        return decode(self._payload(address))[0]

    def _filters(self, query: LexicalQuery, included: Sequence[str] | None = None) -> list[tuple[Any, Any]]:
        wanted: list[Any] = []
        if included is not None and query.kind_filter is not None:
            wanted.append(self._other_kinds_or(query.kind_filter.kinds, included))
        if query.label is not None:
            wanted.append(self._labelled_or(query.label, sorted(query.besides)))
        if query.kinds is not None:
            wanted.append(_any_of(sorted(HOT if kind == HOT else KIND + kind for kind in query.kinds)))
        if query.layers is not None:
            wanted.append(_any_of(sorted(tag_of("layer", layer) for layer in query.layers)))
        if query.sessions is not None and len(query.sessions) <= _MOST_SESSIONS:
            wanted.append(_any_of(sorted(tag_of("session_id", one) for one in query.sessions)))
        if query.keys is not None:
            wanted.append(_Query.term_set_query(SCHEMA, "key", sorted(query.keys)))
        if query.project is not None:
            wanted.append(_any_of([tag_of("project", query.project), NO_PROJECT]))
        for name in ("subject", "predicate", "object"):
            value = getattr(query, name)
            if value is not None:
                wanted.append(_tagged(bucket_of(name, value)))
        if query.since is not None or query.until is not None:
            wanted.append(_range("at", query.since, query.until))
        clauses = [(_MUST, _Query.const_score_query(clause, 0.0)) for clause in wanted]
        if isinstance(query.visibility, GroupVisibility):
            clauses.append((_MUST, _Query.const_score_query(self._seen_by(query.visibility), 0.0)))
            clauses += [(_MUST_NOT, _tagged(tag_of("source", file))) for file in query.visibility.hidden_files]
        return clauses

    def _labelled_or(self, label: str, keys: Sequence[str]) -> Any:
        """Every document with the label, and the documents of these keys."""
        parts = [keys[first : first + TERM_SET_KEYS] for first in range(0, len(keys), TERM_SET_KEYS)]
        clauses = [_Query.term_set_query(SCHEMA, "key", part) for part in parts]
        return _Query.boolean_query([(_SHOULD, clause) for clause in (_tagged(label), *clauses)])

    def _other_kinds_or(self, kinds: frozenset[str], keys: Sequence[str]) -> Any:
        """Every document of other kinds, and the documents of these keys."""
        parts = [keys[first : first + TERM_SET_KEYS] for first in range(0, len(keys), TERM_SET_KEYS)]
        clauses = [_Query.term_set_query(SCHEMA, "key", list(part)) for part in parts]
        clauses.append(self._all_kinds_but(kinds))
        return _Query.boolean_query([(_SHOULD, clause) for clause in clauses])

    def _seen_by(self, visibility: GroupVisibility) -> Any:
        free = (_MUST, self._all_kinds_but(visibility.restricted_kinds))
        seen: list[Any] = [_Query.boolean_query([free, (_MUST, _tagged("shared"))])]
        if visibility.session_id is not None:
            seen.append(_tagged(tag_of("session_id", visibility.session_id)))
        if visibility.project is not None:
            of_its_groups = [(_MUST, _tagged("group")), (_MUST, _tagged(tag_of("project", visibility.project)))]
            seen.append(_Query.boolean_query([free, *of_its_groups]))
            earlier = (_MUST, _range("created", None, visibility.started_at))
            seen.append(_Query.boolean_query([earlier, *of_its_groups]))
        return _Query.boolean_query([(_SHOULD, clause) for clause in seen])

    def _all_kinds_but(self, kinds: frozenset[str]) -> Any:
        # By the kinds that are wanted: an exclusion would walk over all documents that it excludes.
        return _any_of([KIND + kind for kind in self.kinds if kind not in kinds])


class Committed:
    """The committed state of an index that another process writes."""

    def __init__(self, directory: Path) -> None:
        make_ready(str(directory))
        with beneath.reachable(str(directory)) as held:
            self._view = View.of(tantivy.Index.open(held).searcher(), UnpackedDocuments())

    def count(self, source: str) -> int:
        """How many documents a source has."""
        found: Any = self._view.searcher.search(_tagged(tag_of("source", source)), 1, True)
        return int(found.count or 0)

    def keys(self, source: str) -> Iterator[str]:
        """The keys of a source's documents."""
        query = _Query.const_score_query(_tagged(tag_of("source", source)), 1.0)
        for _, address in self._view.searcher.search(query, max(1, self.count(source)), False).hits:
            yield self._view._document(address).key


def _term(text: str) -> Any:
    return _Query.term_query(SCHEMA, "terms", text, "freq")


def _boosted(term: Term) -> Any:
    return _term(term.text) if term.boost == 1.0 else _Query.boost_query(_term(term.text), term.boost)


def _tagged(tag: str) -> Any:
    return _Query.term_query(SCHEMA, "tag", tag, "basic")


def _any_of(tags: Sequence[str]) -> Any:
    return _Query.boolean_query([(_SHOULD, _tagged(tag)) for tag in tags])


def _range(field: str, low: int | None, high: int | None) -> Any:
    return _Query.range_query(SCHEMA, field, tantivy.FieldType.Integer, low, high)


def _average_of(explanation: dict[str, Any]) -> float | None:
    if str(explanation.get("description", "")).startswith("avgdl"):
        return float(explanation["value"])
    for detail in explanation.get("details", ()):
        found = _average_of(detail)
        if found is not None:
            return found
    return None
