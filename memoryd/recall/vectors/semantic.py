"""The semantic half of recall: the chosen model, its vectors, and how similar documents are to a query by them."""

from __future__ import annotations

import os
import threading
from collections import OrderedDict
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from contextlib import suppress
from itertools import islice
from pathlib import Path
from string import punctuation
from typing import TYPE_CHECKING, Any, NamedTuple

import msgspec

from memoryd.errors import MemorydError
from memoryd.recall.models.model import BUNDLED_MODEL, NO_MODEL, Model, choose_model, find_model
from memoryd.recall.vectors.contextual import QUERY_TOKENS, Reading, contextual
from memoryd.recall.vectors.serving import Beside, Cover, EncodedQuery, Serving, Similarities, cover, similarities
from memoryd.recall.vectors.text_states import TextStates
from memoryd.text.stopwords import ENGLISH_STOP_WORDS
from memoryd.types import Change, Document, Problem

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from memoryd.children.helper import Port
    from memoryd.recall.models.encoder import Encoder
    from memoryd.recall.models.token_reader import Kind, TokenReader
    from memoryd.recall.models.token_vectors import WordVectors
    from memoryd.recall.vectors.embedding import Embedding
    from memoryd.recall.vectors.opened import Opened
    from memoryd.recall.vectors.store import VectorStore
    from memoryd.storage.files import Files

_QUERIES_CACHED = 256
_MOST_MADE = 48
"""Vectors that are made while somebody waits: some 150 ms."""
_DIRECTORY = "embeddings"

Log = Callable[[str], None]


class ModelChoice(msgspec.Struct, frozen=True, kw_only=True):
    """What the configuration asks for."""

    model: str
    models_paths: tuple[Path, ...]
    is_asked_for: bool = True
    """The configuration names the model, so that its absence is a problem."""


def _is_to_convert(model: Model) -> bool:
    return model.graph is None and model.weights is not None


def _made_by(model: Model) -> str:
    """What the vectors of the model are marked with."""
    from memoryd.recall.models.encoder import PASSAGE_TOKENS

    return f"{model.fingerprint()}:{PASSAGE_TOKENS}"


class _Changing(NamedTuple):
    """A change of the model, as the embedder sees it."""

    semantic: Semantic
    old: VectorStore

    def put_in_place(self, store: VectorStore) -> VectorStore:
        return self.semantic.put_in_place(store)

    def end(self) -> None:
        self.semantic.end_change()


class Semantic:
    """Chooses the model, and loads it in the background; until then, and without one, answers None."""

    def __init__(self, choice: ModelChoice, root: Path, files: Files, log: Log, port: Port) -> None:
        """`root`: the data directory; `port`: where the process is asked that encodes passages."""
        self._choice = choice
        self._root = root
        self._files = files
        self._log = log
        self._model: Model | None = None
        self._note: str | None = None
        self._is_replaced = False
        self._new: Serving | None = None
        self._old: Serving | None = None
        """Of the former model, while the new one's vectors are being made."""
        self._former: str | None = None
        """The former model, where it cannot serve."""
        self._embedding: Embedding | None = None
        self._words_problem: str | None = None
        self._lock = threading.Lock()
        self._port = port
        self._encoded: OrderedDict[str, EncodedQuery] = OrderedDict()
        self._reads: Encoder | None = None
        self._opened = threading.Event()
        """Whether nothing is being loaded."""
        self._opened.set()
        if choice.model.casefold() not in NO_MODEL:
            self._model, self._note = choose_model(choice.model, choice.models_paths)

    # --- lifecycle ------------------------------------------------------------------------------------------------

    def load(self, everything: Callable[[], Iterable[Document]], documents_id: str) -> None:
        """Load in the background; after `start` embed what of `everything` has no vector.

        `documents_id`: which documents these are; if `stop` left the vectors of just these, none are compared.
        """
        if self._model is None:
            return
        try:
            from memoryd.recall.vectors.embedding import Embedding
        except ImportError as error:
            self._model, self._note = None, f"Vectors need the package {error.name}; install memoryd[vectors]."
            return
        self._embedding = Embedding(self._open, self._log, everything, documents_id=documents_id)
        self._opened.clear()
        self._embedding.load()

    def start(self) -> None:
        """Begin to embed: `everything` is complete from now on."""
        if self._embedding is not None:
            self._embedding.start()

    def _open(self) -> Opened:
        try:
            return self._open_chosen()
        finally:
            self._opened.set()

    def _open_chosen(self) -> Opened:
        from memoryd.recall.vectors import model_change
        from memoryd.recall.vectors.encoding import ModelPlace, RemotePassages
        from memoryd.recall.vectors.opened import Opened

        chosen = self._model
        assert chosen is not None
        try:
            model, encoder = self._load(chosen)
        except Exception as error:  # a damaged model counts as absent
            model, encoder = self._load_bundled(chosen, error)
        if encoder.tells_inner_states:
            self._reads = encoder
        place = ModelPlace(
            model.name, str(model.directory), self._converted_path(model) if _is_to_convert(model) else None
        )
        passages = RemotePassages(self._port, place)
        directory = str(self._root / _DIRECTORY)
        model_change.finish(self._files, directory)
        made = model_change.made_by(directory)
        if made in (None, _made_by(model)):
            model_change.drop(self._files, directory)
            self._new = self._serving(model, encoder, directory)
            return Opened(encoder, passages, self._new.store)
        self._old = self._former_serving(str(made), directory)
        if self._old is None:
            model_change.drop(self._files, directory)
            self._former = model_change.name_of(str(made))
            self._new = self._serving(model, encoder, directory)
            return Opened(encoder, passages, self._new.store)
        self._new = self._serving(model, encoder, model_change.next_of(directory))
        return Opened(encoder, passages, self._new.store, _Changing(self, self._old.store))

    def _serving(self, model: Model, encoder: Encoder, directory: str) -> Serving:
        from memoryd.recall.vectors.store import VectorStore

        scale = 1.0 if model.name == BUNDLED_MODEL else encoder.cosine_scale()
        store = VectorStore(self._files, directory, _made_by(model), encoder.dimensions)
        words = self._open_words(model, encoder)
        return Serving(encoder, store, words, scale, model.fingerprint(), model.name, TextStates())

    def _former_serving(self, made: str, directory: str) -> Serving | None:
        """With the model that made the vectors which are there; None when it is not installed as it was."""
        from memoryd.recall.vectors import model_change

        try:
            model = find_model(model_change.name_of(made), self._choice.models_paths)
            if model is None or _made_by(model) != made:
                return None
            found = self._serving(*self._load(model), directory)
            found.store.load(lambda: None)
        except Exception as error:  # a damaged model counts as absent
            self._log(f"The former model cannot be used: {error}")
            return None
        return found if found.store.rows else None

    def put_in_place(self, store: VectorStore) -> VectorStore:
        """As ModelChange's."""
        from memoryd.recall.vectors import model_change
        from memoryd.recall.vectors.store import VectorStore

        new, directory = self._new, str(self._root / _DIRECTORY)
        assert new is not None
        store.flush()
        model_change.put_in_place(self._files, directory)
        placed = VectorStore(self._files, directory, store.made_by, store.dimensions)
        placed.load(lambda: None)
        self._new = new._replace(store=placed)
        store.release()
        return placed

    def end_change(self) -> None:
        """The new vectors serve; the old ones until the last query that was encoded for them is answered."""
        old, self._old = self._old, None
        with self._lock:
            self._encoded.clear()
        if old is not None:
            old.store.release()

    def _load(self, model: Model) -> tuple[Model, Encoder]:
        from memoryd.recall.models.static import open_encoder

        graph = None
        if _is_to_convert(model):
            from memoryd.recall.models.bert_onnx import converted

            graph = converted(self._files, model, self._converted_path(model))
        return model, open_encoder(model, graph)

    def _load_bundled(self, chosen: Model, error: Exception) -> tuple[Model, Encoder]:
        """The bundled model, instead of the chosen one, which cannot be run. Raises `error` when there is none."""
        what = error.sentence if isinstance(error, MemorydError) else f"{chosen.directory} cannot be used: {error}."
        for path in self._choice.models_paths:
            with suppress(Exception):
                bundled = find_model(BUNDLED_MODEL, (path,))
                if bundled is not None and bundled.directory != chosen.directory:
                    found = self._load(bundled)
                    self._is_replaced = True
                    self._model, self._note = bundled, f"{what.rstrip('.')}. Recall uses {bundled.directory} instead."
                    self._log(self._note)
                    return found
        raise error

    def _converted_path(self, model: Model) -> str:
        name = model.fingerprint().replace(os.sep, "-").replace(":", "-")
        return str(self._root / ".memoryd" / "models" / f"{name}.onnx")

    def _open_words(self, model: Model, encoder: Encoder) -> WordVectors | None:
        from hashlib import sha256

        from memoryd.recall.models.model import ModelUnusable
        from memoryd.recall.models.token_vectors import WordVectors

        try:
            if model.words is None:
                model = self._with_the_same_words(encoder) or model
            if model.words is None:
                return None
            words = WordVectors(model.words)
            if words.tokenizer_digest != sha256(model.tokenizer.read_bytes()).digest():
                raise ModelUnusable(f"{model.words} was made for another tokenizer; build it again.")
        except (ModelUnusable, OSError) as error:
            self._words_problem = getattr(error, "sentence", str(error))
            self._log(self._words_problem)
            return None
        words.demote(ids[0] for word in (*ENGLISH_STOP_WORDS, *punctuation) if len(ids := encoder.token_ids(word)) == 1)
        return words

    def _with_the_same_words(self, encoder: Encoder) -> Model | None:
        """The bundled model, where its tokens are those of the encoder, as of most English ones: for its table."""
        for path in self._choice.models_paths:
            with suppress(MemorydError, OSError):
                bundled = find_model(BUNDLED_MODEL, (path,))
                if bundled is not None and bundled.words is not None and encoder.has_words_of(bundled):
                    return bundled
        return None

    def finish(self) -> None:
        """Stop after the passage at hand."""
        if self._embedding is not None:
            self._embedding.finish()

    def stop(self, documents_id: str) -> None:
        """Finish, and close the files. `documents_id`: which documents there are now."""
        if self._embedding is not None:
            self._embedding.stop(documents_id)

    def apply(self, change: Change, dropped: Collection[str]) -> None:
        """Take in a change that the index has; `dropped`: the keys that its `remove_source` removes."""
        if self._embedding is not None:
            self._embedding.apply(change, dropped)

    def forget(self, seconds: float) -> bool:
        """Leave no trace in the files of what is gone; whether that was done within that time."""
        return self._embedding is None or self._embedding.forget(seconds)

    def recheck(self) -> None:
        """Compare the vectors with all documents again, as after a rebuild."""
        if self._embedding is not None:
            self._embedding.recheck()

    def compare(self, wanted: Sequence[Document], unwanted: Sequence[str]) -> tuple[list[Document], list[str]]:
        """Which of the wanted documents lack a vector of their text, and which of the unwanted keys have one."""
        ready = None if self._embedding is None else self._embedding.ready
        if ready is None:
            return [], []
        store, documents = ready[1], {document.key: document for document in wanted}
        return [documents[key] for key in store.missing(documents)], store.known(unwanted)

    def wait_idle(self, seconds: float) -> bool:
        """Whether all is embedded within that time; at once without a model."""
        return self._embedding is None or self._embedding.wait_idle(seconds)

    # --- searching ----------------------------------------------------------------------------------------------

    @property
    def is_ready(self) -> bool:
        """Whether queries can be encoded."""
        return self._ready is not None

    @property
    def is_following(self) -> bool:
        """Whether changes are taken in."""
        return self._embedding is not None

    @property
    def _ready(self) -> Serving | None:
        embedding, old = self._embedding, self._old
        if embedding is None:
            return None
        if old is not None and embedding.is_changing_model:
            return old
        return None if embedding.ready is None else self._new

    @property
    def fingerprint(self) -> str | None:
        """Identifies the model that queries are encoded with at present; None without one."""
        ready = self._ready
        return None if ready is None else ready.fingerprint

    def encode(self, text: str, *, precise: bool = False) -> EncodedQuery | None:
        """None without a model, before it is loaded, and for a query that the model cannot read.

        `precise`: `contextual` will be asked with it.
        """
        ready = self._ready
        if ready is None:
            return None
        with self._lock:
            known = self._encoded.get(text)
            if known is not None and known.by is ready:
                self._encoded.move_to_end(text)
                return known
        encoder = ready.encoder
        tokens = encoder.query_tokens(text)
        if not encoder.knows(
            tokens
        ):  # emoji, or a script that is not in its vocabulary: all such queries get the same vector
            return None
        if precise and len(tokens) <= QUERY_TOKENS:
            vector, states = encoder.encode_query_with_states(tokens)
        else:
            vector, states = encoder.encode_query_tokens(tokens), None
        made = EncodedQuery(vector, tokens, ready, encoder.spells(tokens))
        with self._lock:
            self._encoded[text] = made
            if len(self._encoded) > _QUERIES_CACHED:
                self._encoded.popitem(last=False)
        return made._replace(states=states)  # which are too large to be kept

    def nearest(
        self,
        query: EncodedQuery,
        limit: int,
        *,
        kinds: frozenset[str] | None = None,
        project: str | None = None,
        since: int | None = None,
        until: int | None = None,
        hashes: Sequence[int] | None = None,
    ) -> list[str]:
        """The keys of the nearest documents, best first; `hashes`: only documents whose keys have one of these."""
        from memoryd.recall.vectors.store import Filter

        return query.by.store.nearest(query.vector, limit, Filter(kinds, project, since, until), hashes)

    def similarities(self, query: EncodedQuery, keys: Sequence[str], beside: Beside) -> Similarities:
        """Of each key. `beside` tells what stands next to it."""
        return similarities(query, keys, beside)

    def cover(self, encoded: EncodedQuery, keys: Sequence[str]) -> Cover | None:
        """How close each document's passages together come to each word of the query; None without token vectors."""
        return cover(encoded, keys)

    def contextual(self, encoded: EncodedQuery, texts: Sequence[str]) -> list[Reading] | None:
        """How close each text comes to the query's tokens within their texts; None where the model does not tell."""
        return contextual(encoded, texts)

    # --- reading ------------------------------------------------------------------------------------------------------

    def token_reader(self, kind: Kind, seconds: float = 0.0) -> TokenReader | None:
        """What reads for that; None without the bundled model, and while it is still loaded after that time."""
        from memoryd.recall.models.token_reader import TokenReader

        self._opened.wait(seconds)
        return None if self._reads is None else TokenReader(self._reads, kind)

    def beginnings(self, texts: Mapping[str, str]) -> dict[str, NDArray[np.float32]]:
        """The vectors of how these documents begin, by key; of the first few that have none yet they are made.

        Empty without the bundled model: what judges by them was fitted with it.
        """
        encoder = self._reads
        if encoder is None:
            return {}
        found = self.known_beginnings(list(texts))
        missing = islice((key for key in texts if key not in found), _MOST_MADE)
        made = {key: encoder.encode_tokens(encoder.passages(texts[key])[0]) for key in missing if texts[key]}
        return found | made

    def known_beginnings(self, keys: Sequence[str]) -> dict[str, NDArray[np.float32]]:
        """The vectors of how these documents begin, by key, of those that have one. Empty without the bundled model."""
        ready = self._ready
        return ready.store.beginnings(keys) if ready is not None and ready.name == BUNDLED_MODEL else {}

    # --- status ------------------------------------------------------------------------------------------------

    def state(self) -> dict[str, Any]:
        """For system.info and metrics: model, state (off, loading, ready, failed), and how many wait."""
        embedding = self._embedding
        if embedding is None:
            found: dict[str, Any] = {"state": "off", "model": None, "vectors": 0, "waiting": 0, "done": 0, "failed": 0}
        else:
            progress, ready = embedding.progress(), embedding.ready
            is_given_up = ready is None and progress.problem is not None
            found = {
                "state": "failed" if is_given_up else "ready" if ready is not None else "loading",
                "model": self._model.name if self._model is not None else None,
                "vectors": ready[1].rows if ready is not None else 0,
                "waiting": progress.waiting,
                "done": progress.done,
                "failed": progress.failed,
            }
            found |= self._changing(embedding)
        if self._note is not None:
            found["note"] = self._note
        return found

    def _changing(self, embedding: Embedding) -> dict[str, Any]:
        """How far a change of the model has come."""
        old, new, former = self._old, self._new, self._former
        if new is None:
            return {}
        if old is not None:
            to = {"to": new.name, "vectors": new.store.rows, "of": old.store.rows}
            return {"change": {"from": old.name, **to, "served_by": old.name}}
        if former is None or embedding.is_complete:
            self._former = None
            return {}
        return {"change": {"from": former, "to": new.name, "vectors": new.store.rows, "served_by": None}}

    def problems(self) -> list[Problem]:
        """What a person should repair."""
        place = str(next(iter(self._choice.models_paths), self._root))
        found = []
        if self._note is not None and (self._choice.is_asked_for or self._is_replaced):
            action = (
                "put the whole model there, or set memory_oracle.embedding_model to one that is there or to none, "
                "and restart"
            )
            found.append(Problem(path=place, what=self._note, action=action))
        if self._words_problem is not None:
            found.append(Problem(path=place, what=self._words_problem, action="build the model again"))
        if self._embedding is not None:
            found += self._embedding_problems(self._embedding, place)
        return found

    def _embedding_problems(self, embedding: Embedding, place: str) -> list[Problem]:
        found, ready = [], embedding.ready
        problem, odd = embedding.progress().problem, embedding.odd_file
        if odd is not None:
            path = os.path.relpath(odd.filename, self._root)
            what = f"{odd.strerror}, so no vectors are kept and recall is lexical"
            found.append(Problem(path=path, what=what, action=f"move it away: mv {path} DIRECTORY, and restart"))
        elif problem is not None and ready is None:
            action = "fix the model's directory, and restart; recall is lexical meanwhile"
            found.append(Problem(path=place, what=problem, action=action))
        elif problem is not None:
            action = "make room on the disk, or give the daemon's group access; it is tried again by itself"
            found.append(Problem(path=_DIRECTORY, what=problem, action=action))
        if ready is not None and ready[1].damage is not None:
            found.append(Problem(path=_DIRECTORY, what=ready[1].damage, action="nothing needs to be done"))
        if ready is not None:
            what = "it was removed or replaced while memoryd runs; what it held is kept in memory only"
            action = "run: memoryctl maintenance rebuild"
            found += [Problem(path=f"{_DIRECTORY}/{name}", what=what, action=action) for name in ready[1].lost()]
        return found
