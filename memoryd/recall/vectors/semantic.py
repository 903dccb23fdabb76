"""The semantic half of recall: the chosen model, its vectors, and how similar documents are to a query by them."""

from __future__ import annotations

import os
import threading
from collections import OrderedDict
from collections.abc import Callable, Collection, Iterable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import msgspec

from memoryd.errors import MemorydError
from memoryd.recall.models.model import BUNDLED_MODEL, NO_MODEL, Model, choose_model, find_model
from memoryd.storage import beneath
from memoryd.storage.atomic import replace_file
from memoryd.storage.regular import regular
from memoryd.text.stopwords import ENGLISH_STOP_WORDS
from memoryd.types import Change, Document, Problem

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from memoryd.recall.models.encoder import Encoder
    from memoryd.recall.models.token_vectors import WordVectors
    from memoryd.recall.vectors.embedding import Embedding, EncodesQueries, Opened
    from memoryd.recall.vectors.encoding import Asks
    from memoryd.recall.vectors.store import Near, VectorStore
    from memoryd.storage.files import Files

_QUERIES_CACHED = 256
_DIRECTORY = "embeddings"

Log = Callable[[str], None]


class ModelChoice(msgspec.Struct, frozen=True, kw_only=True):
    """What the configuration asks for."""

    model: str
    models_paths: tuple[Path, ...]
    is_asked_for: bool = True
    """The configuration names the model, so that its absence is a problem."""


class Similarity(msgspec.Struct, frozen=True, gc=False):
    """How similar a document is to the query."""

    cosine: float
    """Of its nearest passage, on the bundled model's scale."""
    mean: float
    maxsim: float | None
    """None without a table of token vectors."""


class EncodedQuery(NamedTuple):
    """A query's vector and tokens."""

    vector: NDArray[np.float32]
    tokens: list[int]


def _is_to_convert(model: Model) -> bool:
    return model.graph is None and model.weights is not None


class Cover(NamedTuple):
    """How close documents come to each word of a query, 0 to 1, by key; and the words' weights, which sum to 1."""

    weights: NDArray[np.float32]
    of: dict[str, NDArray[np.float32]]


class Semantic:
    """Chooses the model, and loads it in the background; until then, and without one, answers None."""

    def __init__(self, choice: ModelChoice, root: Path, files: Files, log: Log, port: Asks) -> None:
        """`root`: the data directory; `port`: where the process is asked that encodes passages."""
        self._choice = choice
        self._root = root
        self._files = files
        self._log = log
        self._model: Model | None = None
        self._note: str | None = None
        self._is_replaced = False
        self._fingerprint: str | None = None
        self._scale = 1.0
        self._embedding: Embedding | None = None
        self._words: WordVectors | None = None
        self._words_problem: str | None = None
        self._lock = threading.Lock()
        self._port = port
        self._encoded: OrderedDict[str, EncodedQuery] = OrderedDict()
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
        self._embedding.load()

    def start(self) -> None:
        """Begin to embed: `everything` is complete from now on."""
        if self._embedding is not None:
            self._embedding.start()

    def _open(self) -> Opened:
        from memoryd.recall.models.encoder import PASSAGE_TOKENS
        from memoryd.recall.vectors.embedding import Opened
        from memoryd.recall.vectors.encoding import ModelPlace, RemotePassages
        from memoryd.recall.vectors.store import VectorStore

        chosen = self._model
        assert chosen is not None
        try:
            model, encoder = self._load(chosen)
        except Exception as error:  # a damaged model counts as absent
            model, encoder = self._load_bundled(chosen, error)
        self._open_words(model, encoder)
        self._scale = 1.0 if model.name == BUNDLED_MODEL else encoder.cosine_scale()
        self._fingerprint = model.fingerprint()
        made_by = f"{self._fingerprint}:{PASSAGE_TOKENS}"
        store = VectorStore(self._files, str(self._root / _DIRECTORY), made_by, encoder.dimensions)
        place = ModelPlace(
            model.name, str(model.directory), self._converted_path(model) if _is_to_convert(model) else None
        )
        return Opened(encoder, RemotePassages(self._port, place), store)

    def _load(self, model: Model) -> tuple[Model, Encoder]:
        from memoryd.recall.models.static import open_encoder

        return model, open_encoder(model, self._converted(model) if _is_to_convert(model) else None)

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

    def _converted(self, model: Model) -> bytes:
        """The ONNX graph of a model that has only weights, converted once."""
        from memoryd.recall.models.bert_onnx import convert
        from memoryd.recall.models.model import ModelUnusable

        path = self._converted_path(model)
        if not beneath.is_file(path):
            assert model.weights is not None and model.config is not None
            try:
                graph = convert(model.weights, model.config, model.pooling)
            except ImportError as error:
                what = f"{model.directory} has no ONNX graph, and to make one needs the package {error.name}."
                raise ModelUnusable(what, name=model.name) from error
            except (ValueError, KeyError, TypeError) as error:  # a truncated or foreign file, or a foreign config.json
                raise ModelUnusable(f"{model.directory} cannot be converted: {error}.", name=model.name) from error
            replace_file(self._files, path, [graph])
        with open(path, "rb", opener=regular) as file:
            return file.read()

    def _open_words(self, model: Model, encoder: Encoder) -> None:
        from hashlib import sha256

        from memoryd.recall.models.model import ModelUnusable
        from memoryd.recall.models.token_vectors import WordVectors

        try:
            if model.words is None:
                model = self._with_the_same_words(encoder) or model
            if model.words is None:
                return
            words = WordVectors(model.words)
            if words.tokenizer_digest != sha256(model.tokenizer.read_bytes()).digest():
                raise ModelUnusable(f"{model.words} was made for another tokenizer; build it again.")
        except (ModelUnusable, OSError) as error:
            self._words_problem = getattr(error, "sentence", str(error))
            self._log(self._words_problem)
            return
        words.demote(ids[0] for word in ENGLISH_STOP_WORDS if len(ids := encoder.token_ids(word)) == 1)
        self._words = words

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
        ready = self._ready
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
    def _ready(self) -> tuple[EncodesQueries, VectorStore] | None:
        return self._embedding.ready if self._embedding is not None else None

    @property
    def fingerprint(self) -> str | None:
        """Identifies the model that queries are encoded with at present; None without one."""
        return self._fingerprint if self.is_ready else None

    def encode(self, text: str) -> EncodedQuery | None:
        """None without a model, before it is loaded, and for a query that the model cannot read."""
        ready = self._ready
        if ready is None:
            return None
        with self._lock:
            known = self._encoded.get(text)
            if known is not None:
                self._encoded.move_to_end(text)
                return known
        encoder = ready[0]
        tokens = encoder.query_tokens(text)
        if not encoder.knows(
            tokens
        ):  # emoji, or a script that is not in its vocabulary: all such queries get the same vector
            return None
        made = EncodedQuery(encoder.encode_query_tokens(tokens), tokens)
        with self._lock:
            self._encoded[text] = made
            if len(self._encoded) > _QUERIES_CACHED:
                self._encoded.popitem(last=False)
        return made

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

        ready = self._ready
        if ready is None:
            return []
        return ready[1].nearest(query.vector, limit, Filter(kinds, project, since, until), hashes)

    def similarities(self, query: EncodedQuery, keys: Sequence[str]) -> dict[str, Similarity]:
        """By key; documents without a vector are left out."""
        ready = self._ready
        if ready is None:
            return {}
        store, scale = ready[1], self._scale
        near = store.near(query.vector, keys)
        measured = zip(near.keys, near.cosines, near.means, self._maxsim(store, query, near), strict=True)
        return {
            key: Similarity(1.0 - (1.0 - cosine) * scale, 1.0 - (1.0 - mean) * scale, maxsim)
            for key, cosine, mean, maxsim in measured
        }

    def _maxsim(self, store: VectorStore, encoded: EncodedQuery, near: Near) -> Sequence[float | None]:
        """MaxSim of each document's best passage; None without a table of token vectors."""
        import numpy as np

        words = self._words
        if words is None or not near.keys:
            return [None] * len(near.keys)
        query = words.query(encoded.tokens, store.frequency, max(1, store.rows))
        scores = words.score(query, store.tokens(near.rows))
        best: list[float] = np.maximum.reduceat(scores, near.begins).tolist()
        return best

    def cover(self, encoded: EncodedQuery, keys: Sequence[str]) -> Cover | None:
        """How close each document's passages together come to each word of the query; None without token vectors."""
        import numpy as np

        ready, words = self._ready, self._words
        if ready is None or words is None:
            return None
        store = ready[1]
        near = store.near(encoded.vector, keys)
        query = words.query(encoded.tokens, store.frequency, max(1, store.rows))
        best = words.cover(query, store.tokens(near.rows)) if near.keys else None
        if best is None:
            return None
        together = np.maximum(np.maximum.reduceat(best, near.begins, axis=1), 0.0)
        return Cover(query.weights, dict(zip(near.keys, together.T, strict=True)))

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
        if self._note is not None:
            found["note"] = self._note
        return found

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
            action = "mend the model's directory, and restart; recall is lexical meanwhile"
            found.append(Problem(path=place, what=problem, action=action))
        elif problem is not None:
            action = "make room on the disk, or give the daemon's group access; it is tried again by itself"
            found.append(Problem(path=_DIRECTORY, what=problem, action=action))
        if ready is not None:
            what = "it was removed or replaced while memoryd runs; what it held is kept in memory only"
            action = 'run: memoryctl call maintenance.run \'{"action": "rebuild"}\''
            found += [Problem(path=f"{_DIRECTORY}/{name}", what=what, action=action) for name in ready[1].lost()]
        return found
