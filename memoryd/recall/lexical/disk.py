"""The part of the lexical index that is on disk: tantivy over our own terms. The only module that knows tantivy."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Collection, Iterator, Sequence
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
from memoryd.recall.lexical.overlay import Entry, Layer, Scored
from memoryd.recall.lexical.prepared_terms import terms_around
from memoryd.recall.lexical.tokens import slices_of_terms
from memoryd.recall.pacing import COMMIT_ADD_SLICE, COMMIT_DELETE_SLICE, PAGE_HITS, TERM_SET_KEYS
from memoryd.recall.query import HOT, Labels, LexicalQuery, moment_of
from memoryd.requests.visibility import GroupVisibility
from memoryd.storage import beneath
from memoryd.storage.atomic import replace_file
from memoryd.storage.beneath import ident
from memoryd.storage.files import OsFiles, make_directories
from memoryd.storage.regular import LARGEST, regular
from memoryd.text.dates import TimeWords, read_time_words
from memoryd.types import Document, fold

VERSION = 4
"""Of the schema and of the tokeniser; an index of another version is rebuilt."""
NEW, OLD = ".new", ".old"
OTHER_VERSION = "it was made by another version"
_VERSION_FILE = "memoryd-version"
_JSON_FILES = ("meta.json", ".managed.json")
_SETTINGS_FILE = "meta.json"
_BLOCK_BYTES = 2_048
"""Reading a stored document unpacks its block, and a search reads 90 scattered ones: 5.6 us each instead of the 10 of
tantivy's 16 KiB, for 4 MB more per 100,000 messages."""
_WRITER_BYTES = 15_000_000
_LONGEST_TAG = 200
_SHORT_VALUE = 40
_BUCKETS = 4096
_HASH = "mark"
"""The column of the keys' hashes, by its name on disk."""
_STATE = "state"
_KIND = "kind:"
_KINDS_LIMIT = 255
_SPEAKER = "who:"
_SPEAKERS_LIMIT = 2000
_LONGEST_NAME = 100
_STATE_KEY = "\x00state:"

_encode = msgspec.msgpack.Encoder().encode
_decode = msgspec.msgpack.Decoder(tuple[Document, TimeWords]).decode
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
    builder.add_unsigned_field(_HASH, fast=True)
    builder.add_bytes_field("payload", stored=True)
    return builder.build()


_SCHEMA = _schema()


class IndexDamaged(Exception):
    """tantivy cannot read or write what is on disk."""


class View(msgspec.Struct, frozen=True):
    """One committed state of the disk; any thread may read it."""

    searcher: Any
    documents: int
    kinds: tuple[str, ...]
    """Every kind that occurs."""

    @classmethod
    def of(cls, searcher: Any) -> View:
        """What the searcher sees."""
        kinds = searcher.terms_with_prefix("tag", _KIND, limit=_KINDS_LIMIT) if searcher.num_docs else ()
        return cls(searcher, searcher.num_docs, tuple(sorted(tag.removeprefix(_KIND) for tag, _ in kinds)))

    def frequency(self, term: str) -> int:
        """In how many documents the term occurs (some may be out of date)."""
        return int(self.searcher.doc_freq("terms", term)) if self.documents else 0

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
        self, plan: Sequence[Term], query: LexicalQuery, limit: int, included: Sequence[str] | None = None
    ) -> list[Scored]:
        """The best `limit` documents that pass the filters, those on triples by hash only.

        The query's kind filter counts only when the keys that it includes are given.
        """
        words = _Query.boolean_query([(_SHOULD, _boosted(term)) for term in plan])
        clauses = self._filters(query, included)
        if clauses:
            words = _Query.boolean_query([(_MUST, words), *clauses])
        hits = self.searcher.search(words, limit, False).hits
        return [Scored(score, *_decode(self._payload(address))) for score, address in hits]

    def scored(self, plan: Sequence[Term], query: LexicalQuery, keys: Sequence[str]) -> list[Scored]:
        """The documents of these keys that pass the filters, with their scores; 0 without a word of the plan."""
        wanted = _Query.boolean_query(
            [(_SHOULD, _Query.term_query(_SCHEMA, "key", key, "basic")) for key in keys]  # term sets are slower
        )
        clauses = [(_MUST, _Query.const_score_query(wanted, 0.0)), *self._filters(query)]
        clauses += [(_SHOULD, _boosted(term)) for term in plan]
        hits = self.searcher.search(_Query.boolean_query(clauses), len(keys), False).hits
        return [Scored(score, *_decode(self._payload(address))) for score, address in hits]

    def key_hashes(
        self, query: LexicalQuery, included: Sequence[str] | None, limit: int | None = None
    ) -> list[int] | None:
        """The hashes of the keys of all documents that pass the filters, as in `search`; None for more than `limit`.

        They are a column of the index: no document is unpacked.
        """
        clauses = [(_MUST, _Query.all_query()), (_MUST_NOT, _tagged(_STATE)), *self._filters(query, included)]
        wanted = _Query.boolean_query(clauses)
        if limit is not None and int(self.searcher.search(wanted, 1, True).count or 0) > limit:
            return None
        hits = self.searcher.search(wanted, limit or max(1, self.documents), False, order_by_field=_HASH).hits
        return [value for value, _ in hits]

    def all_documents(self) -> Iterator[Document]:
        """Every document."""
        return self._pages(_Query.boolean_query([(_MUST, _Query.all_query()), (_MUST_NOT, _tagged(_STATE))]))

    def documents_of(self, source: str) -> Iterator[Document]:
        """Every document of a source."""
        return self._pages(_tagged(_tag("source", source)))

    def _pages(self, wanted: Any) -> Iterator[Document]:
        query = _Query.const_score_query(wanted, 1.0)
        offset = 0
        while True:
            hits = self.searcher.search(query, PAGE_HITS, False, offset=offset).hits
            for _, address in hits:
                yield self._document(address)
            if len(hits) < PAGE_HITS:
                return
            offset += PAGE_HITS

    def speakers(self) -> frozenset[str]:
        """The folded names of the most frequent speakers."""
        if not self.documents:
            return frozenset()
        found = self.searcher.terms_with_prefix("tag", _SPEAKER, limit=_SPEAKERS_LIMIT)
        return frozenset(tag.removeprefix(_SPEAKER) for tag, _ in found)

    def document(self, key: str) -> Document | None:
        """The document of a key."""
        hits = self.searcher.search(_Query.term_query(_SCHEMA, "key", key, "basic"), 1, False).hits
        return self._document(hits[0][1]) if hits else None

    def states(self) -> dict[str, bytes]:
        """The states stored by `Layer.states`, by source."""
        hits = self.searcher.search(_tagged(_STATE), max(1, self.documents), False).hits
        return dict(_decode_state(self._payload(address)) for _, address in hits)

    def _payload(self, address: Any) -> bytes:
        return bytes(self.searcher.doc(address).get_first("payload"))

    def _document(self, address: Any) -> Document:
        return _decode(self._payload(address))[0]

    def _filters(self, query: LexicalQuery, included: Sequence[str] | None = None) -> list[tuple[Any, Any]]:
        wanted: list[Any] = []
        if included is not None and query.kind_filter is not None:
            wanted.append(self._other_kinds_or(query.kind_filter.kinds, included))
        if query.label is not None:
            wanted.append(_tagged(query.label))
        if query.kinds is not None:
            wanted.append(_any_of(sorted(HOT if kind == HOT else _KIND + kind for kind in query.kinds)))
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
        if isinstance(query.visibility, GroupVisibility):
            clauses.append((_MUST, _Query.const_score_query(self._seen_by(query.visibility), 0.0)))
            clauses += [(_MUST_NOT, _tagged(_tag("source", file))) for file in query.visibility.hidden_files]
        return clauses

    def _other_kinds_or(self, kinds: frozenset[str], keys: Sequence[str]) -> Any:
        """Every document of other kinds, and the documents of these keys."""
        parts = [keys[first : first + TERM_SET_KEYS] for first in range(0, len(keys), TERM_SET_KEYS)]
        clauses = [_Query.term_set_query(_SCHEMA, "key", list(part)) for part in parts]
        clauses.append(self._all_kinds_but(kinds))
        return _Query.boolean_query([(_SHOULD, clause) for clause in clauses])

    def _seen_by(self, visibility: GroupVisibility) -> Any:
        seen: list[Any] = [self._all_kinds_but(visibility.restricted_kinds)]
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

    def _all_kinds_but(self, kinds: frozenset[str]) -> Any:
        # By the kinds that are wanted: an exclusion would walk over all documents that it excludes.
        return _any_of([_KIND + kind for kind in self.kinds if kind not in kinds])


class Disk:
    """The index's directory; one thread writes."""

    def __init__(self, directory: Path, labels: Labels) -> None:
        """Open or create it. Raises IndexDamaged when something else is in the directory."""
        self.directory = directory
        self._labels = labels
        try:
            make_directories(OsFiles(), str(directory))
            _check_version(str(directory))
            self._inode = ident(beneath.stat(str(directory)))
            with beneath.reachable(str(directory)) as held:
                self._index = _open_index(str(directory), held)
            self._index.config_reader("manual")
            self._writer: Any = None
            self.view = self._load()
            self.states = self.view.states()
        except BaseException as error:
            raise damage(error) from error

    def write(self, layer: Layer, pause: Callable[[], None]) -> View:
        """Commit a layer and return the new view; calls `pause` now and then.

        Raises IndexDamaged, and then the layer can be written again.
        """
        try:
            self._require_place()
            if self._writer is None:
                self._writer = self._index.writer(_WRITER_BYTES, 1)
                self._index.reload()  # a commit that seemed to fail may be on disk
                view = self._load()
                self._require_place()
                self.view = view
            self._feed(layer, pause)
            self._writer.commit()
            self._index.reload()
            view = self._load()
            self._require_place()  # else it may be another's
            self.view = view
        except BaseException as error:
            self._writer = None  # rolls back what was added
            raise damage(error) from error
        return self.view

    def close(self) -> None:
        """Release tantivy's lock; the view stays readable."""
        writer, self._writer = self._writer, None
        if writer is not None and self._is_in_place():
            writer.wait_merging_threads()

    def _is_in_place(self) -> bool:
        try:
            return ident(beneath.stat(str(self.directory))) == self._inode
        except OSError:
            return False

    def _require_place(self) -> None:
        """tantivy turns what it is given into a path of its own, and would follow whoever puts a link there later."""
        if not self._is_in_place():
            raise IndexDamaged("its directory was moved, or something else stands in its place; put it back")

    def replaced_by(self, other: Disk, directory: Path) -> Disk:
        """Move the closed index `other` to `directory`, in place of this one, and open it; our view stays readable."""
        self.close()
        aside = directory.with_name(directory.name + OLD)
        destroy(aside)
        with suppress(FileNotFoundError):  # it may have been removed by hand
            beneath.rename(str(directory), str(aside))
        beneath.rename(str(other.directory), str(directory))
        destroy(aside)
        return Disk(directory, self._labels)

    def _load(self) -> View:
        return View.of(self._index.searcher())

    def _feed(self, layer: Layer, pause: Callable[[], None]) -> None:
        writer, searcher = self._writer, self.view.searcher
        for source in layer.dead_sources:
            writer.delete_documents_by_term("tag", _tag("source", source))
        for number, key in enumerate(layer.dead):
            if number % COMMIT_DELETE_SLICE == 0:
                pause()
            if searcher.doc_freq("key", key):
                writer.delete_documents_by_term("key", key)
        for number, entry in enumerate(layer.entries.values()):
            if number % COMMIT_ADD_SLICE == 0:
                pause()
            writer.add_document(_stored(entry, self._labels(entry.document), pause))
        for source, state in layer.states.items():
            writer.delete_documents_by_term("key", _STATE_KEY + source)
            if state is not None:
                writer.add_document(_stored_state(source, state))


class Committed:
    """The committed state of an index that another process writes."""

    def __init__(self, directory: Path) -> None:
        with beneath.reachable(str(directory)) as held:
            self._view = View.of(tantivy.Index.open(held).searcher())

    def count(self, source: str) -> int:
        """How many documents a source has."""
        found: Any = self._view.searcher.search(_tagged(_tag("source", source)), 1, True)
        return int(found.count or 0)

    def keys(self, source: str) -> Iterator[str]:
        """The keys of a source's documents."""
        query = _Query.const_score_query(_tagged(_tag("source", source)), 1.0)
        for _, address in self._view.searcher.search(query, max(1, self.count(source)), False).hits:
            yield self._view._document(address).key


def destroy(directory: Path) -> None:
    """Remove an index from the disk; it can be rebuilt from the truth files."""
    beneath.remove_tree(str(directory))


def damage(error: BaseException) -> BaseException:
    """What to raise instead of tantivy's errors. A panic of its Rust code is a BaseException in Python."""
    return error if isinstance(error, (KeyboardInterrupt, SystemExit, IndexDamaged)) else IndexDamaged(str(error))


def _open_index(directory: str, held: str) -> Any:
    """Open the index, or make one with small blocks, which tantivy's Python binding has no parameter for.

    tantivy takes only a path: `held` leads to the directory whatever happens to its name.
    """
    settings = os.path.join(directory, _SETTINGS_FILE)
    is_new = not beneath.exists(settings)
    index = tantivy.Index(_SCHEMA, path=held)
    if not is_new:
        return index
    with open(settings, "rb", opener=regular) as file:
        values = json.loads(file.read())
    values["index_settings"]["docstore_blocksize"] = _BLOCK_BYTES
    replace_file(OsFiles(), settings, [json.dumps(values).encode()], durable=False)
    return tantivy.Index(_SCHEMA, path=held)


def _check_version(directory: str) -> None:
    path = os.path.join(directory, _VERSION_FILE)
    wanted = f"{VERSION} {str(getattr(tantivy, '__version__', '')).rpartition('index_format')[2].strip()}".encode()
    names = set(beneath.listdir(directory))
    if not names:
        replace_file(OsFiles(), path, [wanted], durable=False)
        return
    if any(beneath.stat(os.path.join(directory, name)).st_size > LARGEST for name in _JSON_FILES if name in names):
        raise IndexDamaged("its list of files is too large")
    found = b""
    if _VERSION_FILE in names:
        with open(path, "rb", opener=regular) as file:
            found = file.read(len(wanted) + 1)
    if found != wanted:
        raise IndexDamaged(OTHER_VERSION)


def _stored(entry: Entry, labels: Collection[str], pause: Callable[[], None]) -> Any:
    document, stored = entry.document, tantivy.Document()
    stored.add_text("terms", " ".join(entry.terms if entry.is_whole else _all_terms(document, pause)))
    time_words = entry.time_words if entry.is_whole else read_time_words(document.text)
    stored.add_text("key", document.key)
    for tag in [*_tags_of(document), *labels]:
        stored.add_text("tag", tag)
    stored.add_integer("at", moment_of(document))
    stored.add_integer("created", document.created)
    stored.add_unsigned(_HASH, hash64(document.key))
    stored.add_bytes("payload", _encode((document, time_words)))
    return stored


def _all_terms(document: Document, pause: Callable[[], None]) -> Iterator[str]:
    """The terms of all of a long text, a string of them at a time: a list of them takes many times the text."""
    for terms in slices_of_terms(document.text):
        pause()
        yield " ".join(terms)
    yield from terms_around(document)


def _stored_state(source: str, state: bytes) -> Any:
    stored = tantivy.Document()
    stored.add_text("key", _STATE_KEY + source)
    stored.add_text("tag", _STATE)
    stored.add_bytes("payload", _encode((source, state)))
    return stored


def _tags_of(document: Document) -> list[str]:
    """What filters ask for, as terms."""
    tags = [_KIND + document.kind, _tag("source", document.source)]
    for name in ("session_id", "project", "layer"):
        value = getattr(document, name)
        if value is not None:
            tags.append(_tag(name, value))
    for name in ("subject", "predicate", "object"):
        value = getattr(document, name)
        if value is not None:
            tags.append((_cached_bucket if len(value) <= _SHORT_VALUE else _bucket)(name, value))
    if document.who and len(document.who) <= _LONGEST_NAME:
        tags.append(_SPEAKER + fold(document.who))
    if document.audience == "group":
        tags.append("group")
    if document.hot:
        tags.append(HOT)
    return tags


def _tag(name: str, value: str) -> str:
    if len(value) > _LONGEST_TAG:
        value = "#" + blake2b(value.encode("utf-8", "surrogatepass"), digest_size=16).hexdigest()
    return f"{name}:{value}"


def _bucket(name: str, value: str) -> str:
    # A term for each value would double the cost of indexing; collisions are filtered out by the document itself.
    return f"{name}:{crc32(fold(value).encode('utf-8', 'surrogatepass')) % _BUCKETS:03x}"


_cached_bucket = lru_cache(maxsize=4096)(_bucket)
"""Subjects and predicates recur."""


def _term(text: str) -> Any:
    return _Query.term_query(_SCHEMA, "terms", text, "freq")


def _boosted(term: Term) -> Any:
    return _term(term.text) if term.boost == 1.0 else _Query.boost_query(_term(term.text), term.boost)


def _tagged(tag: str) -> Any:
    return _Query.term_query(_SCHEMA, "tag", tag, "basic")


def _any_of(tags: Sequence[str]) -> Any:
    return _Query.boolean_query([(_SHOULD, _tagged(tag)) for tag in tags])


def _range(field: str, low: int | None, high: int | None) -> Any:
    return _Query.range_query(_SCHEMA, field, tantivy.FieldType.Integer, low, high)


def _average_of(explanation: dict[str, Any]) -> float | None:
    if str(explanation.get("description", "")).startswith("avgdl"):
        return float(explanation["value"])
    for detail in explanation.get("details", ()):
        found = _average_of(detail)
        if found is not None:
            return found
    return None
