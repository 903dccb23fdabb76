"""The part of the index that is on disk: tantivy, with our own terms. The only module that knows tantivy."""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from functools import lru_cache
from hashlib import blake2b
from pathlib import Path
from typing import Any
from zlib import crc32

import msgspec
import tantivy

from memoryd.recall.hashing import hash64
from memoryd.recall.lexical.bm25 import Term
from memoryd.recall.lexical.overlay import Layer
from memoryd.recall.query import PRIVATE_KINDS, LexicalQuery, Visibility, is_hot_file, moment_of
from memoryd.recall.ranking.relevance import bearing_of
from memoryd.types import KINDS, Document, fold

VERSION = 3
"""Of the schema and of the tokeniser; an index of another version is built anew."""
NEW, OLD = ".new", ".old"
_VERSION_FILE = "memoryd-version"
_SETTINGS_FILE = "meta.json"
_BLOCK_BYTES = 2_048
"""A stored document costs unpacking its block, and a search wants 90 that are scattered: 5.6 us each instead of the 10
of tantivy's 16 KiB, for 4 MB more a 100,000 messages."""
_HEAP_BYTES = 15_000_000
_LONGEST_TAG = 200
_SHORT_VALUE = 40
_BUCKETS = 4096
_PAGE = 10_000
"""Documents of one search: each page looks through all of them once more, and a larger one holds the GIL too long."""
_TOGETHER = 5_000
"""Keys of one set of terms; a larger one holds the GIL too long."""
_STATE = "state"
_BEARS = "bears"
_SPEAKER = "who:"
_BREATH = 100
_LONG_BREATH = 1000
_FED = 250
"""Documents between two pauses of a commit: some 4 ms. It must be quicker than the questions that take them in."""
MOST_SPEAKERS = 2000
_LONGEST_NAME = 100
_STATE_KEY = "\x00state:"

_encode = msgspec.msgpack.Encoder().encode
_decode = msgspec.msgpack.Decoder(Document).decode
_decode_state = msgspec.msgpack.Decoder(tuple[str, bytes]).decode
_Query = tantivy.Query
_MUST, _SHOULD, _MUST_NOT = tantivy.Occur.Must, tantivy.Occur.Should, tantivy.Occur.MustNot


def _schema() -> Any:
    builder = tantivy.SchemaBuilder()
    builder.add_text_field("terms", tokenizer_name="whitespace", index_option="freq")
    builder.add_text_field("key", tokenizer_name="raw", index_option="basic")
    builder.add_text_field("tag", tokenizer_name="raw", index_option="basic")
    builder.add_integer_field("at", fast=True)
    builder.add_integer_field("created", fast=True)
    builder.add_unsigned_field("mark", fast=True)
    builder.add_bytes_field("payload", stored=True)
    return builder.build()


_SCHEMA = _schema()


class IndexDamaged(Exception):
    """tantivy cannot read or write what is on disk."""


class View(msgspec.Struct, frozen=True):
    """One committed state of the disk, to be read by any thread."""

    searcher: Any
    documents: int

    def frequency(self, term: str) -> int:
        """In how many documents the term occurs (some of them may be dead)."""
        return int(self.searcher.doc_freq("terms", term)) if self.documents else 0

    def terms_with_prefix(self, prefix: str, limit: int) -> list[tuple[str, int]]:
        """The most frequent terms that begin so."""
        found: list[tuple[str, int]] = self.searcher.terms_with_prefix("terms", prefix, limit=limit)
        return found

    def average_length(self, term: str) -> float | None:
        """The average number of terms of a document, told by tantivy's explanation of a hit of `term`."""
        query = _term(term)
        hits = self.searcher.search(query, 1, False).hits
        return _average_of(json.loads(query.explain(self.searcher, hits[0][1]).to_json())) if hits else None

    def search(
        self, plan: Sequence[Term], query: LexicalQuery, limit: int, facts: Sequence[str] | None = None
    ) -> list[tuple[float, Document]]:
        """The best `limit` documents, of facts only these keys; filters are applied, those on triples by hash only."""
        words = _Query.boolean_query([(_SHOULD, _boosted(term)) for term in plan])
        clauses = _filters(query, facts)
        if clauses:
            words = _Query.boolean_query([(_MUST, words), *clauses])
        hits = self.searcher.search(words, limit, False).hits
        return [(score, self._document(address)) for score, address in hits]

    def scored(self, plan: Sequence[Term], query: LexicalQuery, keys: Sequence[str]) -> list[tuple[float, Document]]:
        """The documents of these keys that pass the filters, each with its score; 0 without a word of the plan."""
        wanted = _Query.boolean_query(
            [(_SHOULD, _Query.term_query(_SCHEMA, "key", key, "basic")) for key in keys]  # term sets are slower
        )
        clauses = [(_MUST, _Query.const_score_query(wanted, 0.0)), *_filters(query)]
        clauses += [(_SHOULD, _boosted(term)) for term in plan]
        hits = self.searcher.search(_Query.boolean_query(clauses), len(keys), False).hits
        return [(score, self._document(address)) for score, address in hits]

    def marks(self, query: LexicalQuery, facts: Sequence[str] | None, most: int | None = None) -> list[int] | None:
        """The marks of the keys of all documents that pass the filters, those on triples by hash; of facts only these.

        They are a column of the index: no document is unpacked. None when there are more than `most`.
        """
        clauses = [(_MUST, _Query.all_query()), (_MUST_NOT, _tagged(_STATE)), *_filters(query, facts)]
        wanted = _Query.boolean_query(clauses)
        if most is not None and int(self.searcher.search(wanted, 1, True).count or 0) > most:
            return None
        hits = self.searcher.search(wanted, most or max(1, self.documents), False, order_by_field="mark").hits
        return [value for value, _ in hits]

    def all_documents(self, pause: Callable[[], None] = lambda: None) -> Iterator[Document]:
        """Every document, page by page, with a pause between two pages."""
        everything = _Query.boolean_query([(_MUST, _Query.all_query()), (_MUST_NOT, _tagged(_STATE))])
        query = _Query.const_score_query(everything, 1.0)
        offset = 0
        while True:
            hits = self.searcher.search(query, _PAGE, False, offset=offset).hits
            for number, (_, address) in enumerate(hits):
                yield self._document(address)
                if number % _BREATH == 0:
                    pause()
            if len(hits) < _PAGE:
                return
            offset += _PAGE

    def speakers(self) -> frozenset[str]:
        """The folded names of who has said something; the most frequent ones."""
        if not self.documents:
            return frozenset()
        found = self.searcher.terms_with_prefix("tag", _SPEAKER, limit=MOST_SPEAKERS)
        return frozenset(tag.removeprefix(_SPEAKER) for tag, _ in found)

    def document(self, key: str) -> Document | None:
        """The document of a key."""
        hits = self.searcher.search(_Query.term_query(_SCHEMA, "key", key, "basic"), 1, False).hits
        return self._document(hits[0][1]) if hits else None

    def documents_of(self, source: str) -> Iterator[Document]:
        """Every document of a source, page by page."""
        query = _Query.const_score_query(_tagged(_tag("source", source)), 1.0)
        offset = 0
        while True:
            hits = self.searcher.search(query, _PAGE, False, offset=offset).hits
            for _, address in hits:
                yield self._document(address)
            if len(hits) < _PAGE:
                return
            offset += _PAGE

    def states(self) -> dict[str, bytes]:
        """How far the index has come, by source."""
        hits = self.searcher.search(_tagged(_STATE), max(1, self.documents), False).hits
        return dict(_decode_state(self._payload(address)) for _, address in hits)

    def _payload(self, address: Any) -> bytes:
        return bytes(self.searcher.doc(address).get_first("payload"))

    def _document(self, address: Any) -> Document:
        return _decode(self._payload(address))


class Disk:
    """The index's directory: opened whole or not at all, written by one thread."""

    def __init__(self, directory: Path) -> None:
        """Open or create. Raises IndexDamaged when something else is in the directory."""
        self.directory = directory
        try:
            directory.mkdir(parents=True, exist_ok=True)
            _check_version(directory)
            self._index = _open_index(directory)
            self._index.config_reader("manual")
            self._writer: Any = None
            self.view = self._load()
            self.states = self.view.states()
        except BaseException as error:
            raise damage(error) from error

    def write(self, layer: Layer, pause: Callable[[], None] = lambda: None) -> View:
        """Commit a layer and return the new view; `pause` is called now and then.

        Raises IndexDamaged; the layer can then be written again.
        """
        try:
            if self._writer is None:
                self._writer = self._index.writer(_HEAP_BYTES, 1)
                self._index.reload()  # a commit that seemed to fail may be on disk
                self.view = self._load()
            self._feed(layer, pause)
            self._writer.commit()
            self._index.reload()
            self.view = self._load()
        except BaseException as error:
            self._writer = None  # rolls back what was fed
            raise damage(error) from error
        return self.view

    def close(self) -> None:
        """Let go of the lock; the view stays readable."""
        writer, self._writer = self._writer, None
        if writer is not None:
            writer.wait_merging_threads()

    def replaced_by(self, other: Disk, directory: Path) -> Disk:
        """Put the closed index `other` into `directory`, our place, and open it there; our view stays readable."""
        self.close()
        aside = directory.with_name(directory.name + OLD)
        destroy(aside)
        with suppress(FileNotFoundError):  # somebody removed it
            os.rename(directory, aside)
        os.rename(other.directory, directory)
        destroy(aside)
        return Disk(directory)

    def _load(self) -> View:
        searcher = self._index.searcher()
        return View(searcher, searcher.num_docs)

    def _feed(self, layer: Layer, pause: Callable[[], None]) -> None:
        writer, searcher = self._writer, self.view.searcher
        for source in layer.dead_sources:
            writer.delete_documents_by_term("tag", _tag("source", source))
        for number, key in enumerate(layer.dead):
            if number % _LONG_BREATH == 0:
                pause()
            if searcher.doc_freq("key", key):
                writer.delete_documents_by_term("key", key)
        for number, entry in enumerate(layer.entries.values()):
            if number % _FED == 0:
                pause()
            writer.add_document(_stored(entry.document, entry.terms))
        for source, state in layer.states.items():
            writer.delete_documents_by_term("key", _STATE_KEY + source)
            if state is not None:
                writer.add_document(_stored_state(source, state))


class Committed:
    """The committed state of an index that another process writes, read only."""

    def __init__(self, directory: Path) -> None:
        index = tantivy.Index.open(str(directory))
        self._searcher = index.searcher()
        self._view = View(self._searcher, self._searcher.num_docs)

    def count(self, source: str) -> int:
        """How many documents a source has."""
        found: Any = self._searcher.search(_tagged(_tag("source", source)), 1, True)
        return int(found.count or 0)

    def keys(self, source: str) -> Iterator[str]:
        """The keys of a source's documents."""
        query = _Query.const_score_query(_tagged(_tag("source", source)), 1.0)
        for _, address in self._searcher.search(query, max(1, self.count(source)), False).hits:
            yield self._view._document(address).key


def destroy(directory: Path) -> None:
    """Remove an index from the disk; it is made of the truth files and can be made again."""
    shutil.rmtree(directory, ignore_errors=True)


def damage(error: BaseException) -> BaseException:
    """What to raise instead of tantivy's errors; a panic of its Rust code is no Exception in Python."""
    return error if isinstance(error, (KeyboardInterrupt, SystemExit, IndexDamaged)) else IndexDamaged(str(error))


def _open_index(directory: Path) -> Any:
    """Open the index, or make one whose stored documents lie in small blocks; tantivy's Python has no door to that."""
    settings = directory / _SETTINGS_FILE
    is_new = not settings.exists()
    index = tantivy.Index(_SCHEMA, path=str(directory))
    if not is_new:
        return index
    values = json.loads(settings.read_bytes())
    values["index_settings"]["docstore_blocksize"] = _BLOCK_BYTES
    settings.write_text(json.dumps(values))
    return tantivy.Index(_SCHEMA, path=str(directory))


def _check_version(directory: Path) -> None:
    path = directory / _VERSION_FILE
    wanted = f"{VERSION} {str(getattr(tantivy, '__version__', '')).rpartition('index_format')[2].strip()}"
    names = set(os.listdir(directory))
    if not names:
        path.write_text(wanted)
    elif _VERSION_FILE not in names or path.read_text() != wanted:
        raise IndexDamaged("it was made by another version")


def _stored(document: Document, terms: list[str]) -> Any:
    stored = tantivy.Document()
    stored.add_text("terms", " ".join(terms))
    stored.add_text("key", document.key)
    for tag in tags_of(document):
        stored.add_text("tag", tag)
    stored.add_integer("at", moment_of(document))
    stored.add_integer("created", document.created)
    stored.add_unsigned("mark", hash64(document.key))
    stored.add_bytes("payload", _encode(document))
    return stored


def _stored_state(source: str, state: bytes) -> Any:
    stored = tantivy.Document()
    stored.add_text("key", _STATE_KEY + source)
    stored.add_text("tag", _STATE)
    stored.add_bytes("payload", _encode((source, state)))
    return stored


def tags_of(document: Document) -> list[str]:
    """What filters ask for, as terms."""
    tags = ["kind:" + document.kind, _tag("source", document.source)]
    for name in ("session_id", "project", "layer"):
        value = getattr(document, name)
        if value is not None:
            tags.append(_tag(name, value))
    for name in ("subject", "predicate", "object"):
        value = getattr(document, name)
        if value is not None:
            tags.append((_known_bucket if len(value) <= _SHORT_VALUE else _bucket)(name, value))
    if document.who and len(document.who) <= _LONGEST_NAME:
        tags.append(_SPEAKER + fold(document.who))
    if document.audience == "group":
        tags.append("group")
    if document.hot and document.kind == "note":
        tags.append("hot")
    if is_hot_file(document):
        tags.append("hot-file")
    if bearing_of(document) is not None:
        tags.append(_BEARS)
    return tags


def _tag(name: str, value: str) -> str:
    if len(value) > _LONGEST_TAG:
        value = "#" + blake2b(value.encode("utf-8", "surrogatepass"), digest_size=16).hexdigest()
    return f"{name}:{value}"


def _bucket(name: str, value: str) -> str:
    # A term of its own for each value doubles the cost of indexing; what is of another value is passed over afterwards.
    return f"{name}:{crc32(fold(value).encode('utf-8', 'surrogatepass')) % _BUCKETS:03x}"


_known_bucket = lru_cache(maxsize=4096)(_bucket)
"""Subjects and predicates come again and again."""


def _term(text: str) -> Any:
    return _Query.term_query(_SCHEMA, "terms", text, "freq")


def _boosted(term: Term) -> Any:
    return _term(term.text) if term.boost == 1.0 else _Query.boost_query(_term(term.text), term.boost)


def _tagged(tag: str) -> Any:
    return _Query.term_query(_SCHEMA, "tag", tag, "basic")


def _any_of(tags: Sequence[str]) -> Any:
    return _Query.boolean_query([(_SHOULD, _tagged(tag)) for tag in tags])


def _filters(query: LexicalQuery, facts: Sequence[str] | None = None) -> list[tuple[Any, Any]]:
    wanted: list[Any] = []
    if facts is not None:
        wanted.append(_no_other_fact(facts))
    if query.bears:
        wanted.append(_tagged(_BEARS))
    if query.kinds is not None:
        wanted.append(_any_of(sorted("hot" if kind == "hot" else "kind:" + kind for kind in query.kinds)))
    if query.layers is not None:
        wanted.append(_any_of(sorted(_tag("layer", layer) for layer in query.layers)))
    if query.keys is not None:
        wanted.append(_Query.term_set_query(_SCHEMA, "key", sorted(query.keys)))
    if query.project is not None:
        wanted.append(_tagged(_tag("project", query.project)))
    for name in ("subject", "predicate", "object"):
        value = getattr(query, name)
        if value is not None:
            wanted.append(_tagged(_bucket(name, value)))
    if query.since is not None or query.until is not None:
        wanted.append(_range("at", query.since, query.until))
    clauses = [(_MUST, _Query.const_score_query(clause, 0.0)) for clause in wanted]
    if query.visibility.group:
        clauses.append((_MUST, _Query.const_score_query(_seen_by(query.visibility), 0.0)))
        clauses.append((_MUST_NOT, _tagged("hot-file")))
    return clauses


def _no_other_fact(keys: Sequence[str]) -> Any:
    """Every document of another kind, and the facts of these keys."""
    parts = [keys[first : first + _TOGETHER] for first in range(0, len(keys), _TOGETHER)]
    clauses = [_Query.term_set_query(_SCHEMA, "key", list(part)) for part in parts]
    clauses += [_any_of([f"kind:{kind}" for kind in KINDS if kind != "fact"])]
    return _Query.boolean_query([(_SHOULD, clause) for clause in clauses])


def _range(field: str, low: int | None, high: int | None) -> Any:
    return _Query.range_query(_SCHEMA, field, tantivy.FieldType.Integer, low, high)


def _seen_by(visibility: Visibility) -> Any:
    seen: list[Any] = [_any_of([f"kind:{kind}" for kind in KINDS if kind not in PRIVATE_KINDS])]
    if visibility.session_id is not None:
        seen.append(_tagged(_tag("session_id", visibility.session_id)))
    if visibility.project is not None:
        earlier = [
            (_MUST, _tagged("group")),
            (_MUST, _tagged(_tag("project", visibility.project))),
            (_MUST, _range("created", None, visibility.started_at)),
        ]
        seen.append(_Query.boolean_query(earlier))
    return _Query.boolean_query([(_SHOULD, clause) for clause in seen])


def _average_of(explanation: dict[str, Any]) -> float | None:
    if str(explanation.get("description", "")).startswith("avgdl"):
        return float(explanation["value"])
    for detail in explanation.get("details", ()):
        found = _average_of(detail)
        if found is not None:
            return found
    return None
