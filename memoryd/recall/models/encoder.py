"""Turns texts into unit vectors: onnxruntime on one thread, one text per run.

Dynamic int8 scales its activations over a whole batch, so that a text's vector would depend on the others in it. Run
alone, a vector depends on the text only, and costs 4-20 % more (measured). Short runs also let queries in between.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from functools import cached_property
from io import BytesIO
from math import isfinite, sqrt
from shutil import copyfileobj
from typing import Any, BinaryIO, Protocol

import numpy as np
import structlog
from numpy.typing import NDArray

from memoryd.heap import huge_pages
from memoryd.recall.models.graph_outputs import NODES, last_states, states_behind, with_output
from memoryd.recall.models.model import BUNDLED_MODEL, Model, ModelUnusable
from memoryd.recall.models.passages import sentence_ends, windows
from memoryd.recall.models.query_tokens import query_reader

PASSAGE_TOKENS = 128
"""Fewer than the model can take: in a passage of 250 tokens one fact gets lost. Fusion's weights are tuned for this."""
PASSAGE_OVERLAP = 24
INNER_LAYERS = (2, 3)
"""The layers, of six from nought, in whose states texts are read (`token_reader`). The last one,
which was trained to tell what a text is about, tells much less of how it is meant."""
_TEXT_LIMIT = 200_000
"""Characters of one text that are embedded; the rest is found lexically."""
_QUERY_LIMIT = 2_000
_UNRELATED = (
    "The train to the coast leaves at seven.",
    "Whales breathe air through a hole in the head.",
    "Add two eggs and a pinch of salt.",
    "The parliament voted against the new tax.",
    "My password manager locks itself after an hour.",
    "He paints old wooden boats in summer.",
    "The square root of nine is three.",
    "Rain is expected over the mountains tonight.",
)
_BUNDLED_COSINE = 0.04
"""The mean cosine of these with the bundled model, on whose cosines the weights were tuned."""
_FEW_UNKNOWN = 3
"""Fewer tokens that a vocabulary lacks, such as emoji, leave enough of a short text."""
_PIECE = "##"
"""How the tokens begin that go on with a word; a vocabulary that marks them otherwise is taken to know every word."""
_NARROW, _SAME = 0.15, 0.95

Vector = NDArray[np.float32]


class _Encoding(Protocol):
    @property
    def ids(self) -> list[int]: ...
    @property
    def offsets(self) -> list[tuple[int, int]]: ...


class _Tokenizer(Protocol):
    def encode(self, sequence: str, *, add_special_tokens: bool = True) -> _Encoding: ...
    def token_to_id(self, token: str) -> int | None: ...
    def id_to_token(self, id: int) -> str | None: ...
    def get_vocab(self) -> dict[str, int]: ...
    def no_padding(self) -> None: ...
    def no_truncation(self) -> None: ...


class _Port(Protocol):
    name: str


class _Session(Protocol):
    def run(self, output_names: list[str], input_feed: dict[str, NDArray[np.int64]]) -> list[Any]: ...
    def get_inputs(self) -> list[_Port]: ...
    def get_outputs(self) -> list[_Port]: ...


class Encoder:
    """A loaded model; its methods may be called from any thread and release the GIL while they compute."""

    _states: str | None = None
    """The graph's output with the states of the tokens."""
    _inner: Sequence[str] = ()
    """Those behind `INNER_LAYERS`."""

    def __init__(self, model: Model, graph: bytes | None = None) -> None:
        """Load it (.1-.3 s). `graph`: the converted one, for a model that has only weights. Raises ModelUnusable."""
        path = model.graph or model.weights
        if model.graph is None and graph is None:
            raise ModelUnusable(f"{model.directory} has no ONNX graph; convert its weights first.", name=model.name)
        self.model = model
        self._tokenizer = load_tokenizer(model)
        self._session = self._load(model, graph)
        self._inputs = [item.name for item in self._session.get_inputs()]
        self._output = _output_name(self._session)
        known = {"input_ids", "attention_mask", "token_type_ids", "position_ids"}
        if "input_ids" not in self._inputs or not known.issuperset(self._inputs):
            raise ModelUnusable(f"{path} is no text encoder: its inputs are {self._inputs}.", name=model.name)
        self._head, self._tail, self._query_prefix, self._passage_prefix = self._templates()
        room = model.longest - len(self._head) - len(self._tail) - len(self._passage_prefix)
        self._unknown = {self._tokenizer.token_to_id(token) for token in ("[UNK]", "<unk>")}
        self._passage = max(8, min(PASSAGE_TOKENS, room))
        try:
            self.dimensions = int(self.encode_query("dimensions").shape[0])
        except Exception as error:  # onnxruntime's exceptions share no base
            raise ModelUnusable(f"{path} cannot be run: {error}", name=model.name) from error

    def _load(self, model: Model, graph: bytes | None) -> _Session:
        """Only the bundled model's graph gives the states of tokens, too: what reads them was fitted with it.

        Where it cannot, precise searches read without them.
        """
        if model.name != BUNDLED_MODEL:
            return _load_session(model, graph or str(model.graph))
        try:
            with BytesIO(graph) if graph is not None else open(str(model.graph), "rb") as made:
                return self._load_with_states(model, made)
        except (OSError, ModelUnusable) as error:  # no /proc, or a runtime that does not take what was added
            session = _load_session(model, graph or str(model.graph))
            structlog.get_logger("memoryd").warning("model_without_token_states", error=str(error))
            return session

    def _load_with_states(self, model: Model, made: BinaryIO) -> _Session:
        """From a file without a name: of bytes the session would keep a copy. Raises OSError or ModelUnusable."""
        with open(os.memfd_create("graph"), "wb") as file:
            head = made.read(NODES)
            file.write(head)
            copyfileobj(made, file, NODES)
            states = last_states(head)
            inner = states_behind(head, INNER_LAYERS)
            file.write(b"".join(map(with_output, [*inner, *([] if states is None else [states])])))
            file.flush()
            session = _load_session(model, f"/proc/self/fd/{file.fileno()}")
        self._states, self._inner = states, inner
        return session

    def _templates(self) -> tuple[list[int], list[int], list[int], list[int]]:
        """The special ids before and after a text, and the ids of both prefixes."""
        plain = self.token_ids("a")
        whole = list(self._tokenizer.encode("a").ids)
        at = next((i for i in range(len(whole)) if whole[i : i + len(plain)] == plain), 0)
        head, tail = whole[:at], whole[at + len(plain) :]
        return head, tail, self.token_ids(self.model.query_prefix), self.token_ids(self.model.passage_prefix)

    def token_ids(self, text: str) -> list[int]:
        """The text's tokens without special ones."""
        return self._tokenizer.encode(text, add_special_tokens=False).ids

    def has_words_of(self, other: Model) -> bool:
        """Whether the other model's tokenizer has the same tokens by the same ids. Raises ModelUnusable."""
        return load_tokenizer(other).get_vocab() == self._tokenizer.get_vocab()

    def knows(self, ids: Sequence[int]) -> bool:
        """Whether most of the tokens are in the vocabulary: otherwise the vector would mean nothing.

        Of a sentence in Chinese the bundled model knows every third character, and its vector only disturbs.
        """
        unknown = sum(one in self._unknown for one in ids)
        return unknown < len(ids) and (unknown < _FEW_UNKNOWN or unknown * 3 <= len(ids))

    def spells(self, ids: Sequence[int]) -> bool:
        """Whether the vocabulary has the text's words in pieces rather than whole, as of a language that it is not for.

        Of English queries .97 have fewer than .4 pieces beside each word, of German ones .9 have .75 and more.
        """
        pieces = sum(one in self._pieces for one in ids)
        return pieces * 2 > len(ids) - pieces

    @cached_property
    def _pieces(self) -> frozenset[int]:
        return frozenset(number for token, number in self._tokenizer.get_vocab().items() if token.startswith(_PIECE))

    def encode_query(self, text: str) -> Vector:
        """One unit vector (dimensions,)."""
        return self.encode_query_tokens(self.query_tokens(text))

    def query_tokens(self, text: str) -> list[int]:
        """The tokens of a query's beginning without special ones."""
        return self._read_query(text[:_QUERY_LIMIT])

    @cached_property
    def _read_query(self) -> Callable[[str], list[int]]:
        return query_reader(self._tokenizer)

    def pieces(self, ids: Sequence[int]) -> list[str]:
        """How the vocabulary writes these tokens."""
        return [self._tokenizer.id_to_token(one) or "" for one in ids]

    def encode_query_tokens(self, ids: Sequence[int]) -> Vector:
        """A query's unit vector, from `query_tokens`."""
        return self._run(self._query_prefix, ids)

    def cosine_scale(self) -> float:
        """The factor for 1 - cosine that brings the model's cosines to the scale of the bundled model.

        Some models give similar vectors to all texts: with e5, unrelated texts have a cosine of .7 and more, and
        neither `min_similarity` nor the weights would mean anything.
        """
        read = [token not in self._unknown for text in _UNRELATED for token in self.token_ids(text)]
        if sum(read) * 2 < len(read):  # a model for another language
            return 1.0
        queries = np.stack([self.encode_query(text) for text in _UNRELATED])
        passages = np.stack([self.encode_passages([text])[0][0] for text in _UNRELATED])
        different = ~np.eye(len(_UNRELATED), dtype=np.bool_)
        unrelated = float((queries @ passages.T)[different].mean())
        return (1 - _BUNDLED_COSINE) / (1 - unrelated) if _NARROW < unrelated < _SAME else 1.0

    def passages(self, text: str) -> list[list[int]]:
        """The token ids of each passage of the text, at least one."""
        text = text[:_TEXT_LIMIT]
        encoding = self._tokenizer.encode(text, add_special_tokens=False)
        ids = list(encoding.ids)
        if len(ids) <= self._passage:
            return [ids]
        starts = [offset[0] for offset in encoding.offsets]
        overlap = min(PASSAGE_OVERLAP, self._passage // 2 - 1)
        return [ids[a:b] for a, b in windows(starts, sentence_ends(text), self._passage, overlap)]

    def encode_tokens(self, ids: Sequence[int]) -> Vector:
        """One passage's unit vector, from `passages`."""
        return self._run(self._passage_prefix, ids)

    def encode_passages(self, texts: Sequence[str]) -> list[Vector]:
        """For each text its passages' unit vectors (passages, dimensions)."""
        return [np.stack([self.encode_tokens(ids) for ids in self.passages(text)]) for text in texts]

    def token_states(self, ids: Sequence[int]) -> Vector | None:
        """The unit vector of each token within its text, (tokens, dimensions); None where the graph does not tell."""
        if self._states is None:
            return None
        return self._states_of(self._infer([self._states], [], ids)[0], ids)

    def encode_query_with_states(self, ids: Sequence[int]) -> tuple[Vector, Vector | None]:
        """As `encode_query_tokens` and `token_states`, of one run; None where the states would be of another text."""
        if self._states is None or self._query_prefix:
            return self.encode_query_tokens(ids), None
        out, states = self._infer([self._output, self._states], [], ids)
        return self._unit(out), self._states_of(states, ids)

    @property
    def tells_inner_states(self) -> bool:
        """Whether there are `inner_states`."""
        return bool(self._inner)

    def inner_states(self, ids: Sequence[int]) -> Vector | None:
        """What stands behind `INNER_LAYERS` for each token and the special ones, side by side: (tokens, dimensions of
        all of them); None where the graph does not tell."""
        return np.concatenate(self._infer(list(self._inner), [], ids), axis=1) if self._inner else None

    def _states_of(self, out: Vector, ids: Sequence[int]) -> Vector:
        states = out[len(self._head) :][: len(ids)]
        return np.asarray(states / np.maximum(np.linalg.norm(states, axis=1, keepdims=True), 1e-12), dtype=np.float32)

    def _run(self, prefix: list[int], ids: Sequence[int]) -> Vector:
        return self._unit(self._infer([self._output], prefix, ids)[0])

    def _unit(self, out: Vector) -> Vector:
        if out.ndim == 2:
            out = out[0] if self.model.pooling == "cls" else out.mean(axis=0)
        length = sqrt(out.dot(out))
        if not isfinite(length):
            raise ModelUnusable(f"{self.model.directory} gives vectors that are no numbers.", name=self.model.name)
        return np.asarray(out / max(length, 1e-12), dtype=np.float32)

    def _infer(self, outputs: list[str], prefix: list[int], ids: Sequence[int]) -> list[Vector]:
        room = self.model.longest - len(self._head) - len(self._tail) - len(prefix)
        row = np.asarray([[*self._head, *prefix, *ids[:room], *self._tail]], dtype=np.int64)
        feed = {"input_ids": row}
        if "attention_mask" in self._inputs:
            feed["attention_mask"] = np.ones_like(row)
        if "token_type_ids" in self._inputs:
            feed["token_type_ids"] = np.zeros_like(row)
        if "position_ids" in self._inputs:
            feed["position_ids"] = np.arange(row.shape[1], dtype=np.int64)[None, :]
        return [np.asarray(one, dtype=np.float32)[0] for one in self._session.run(outputs, feed)]


def load_tokenizer(model: Model) -> _Tokenizer:
    """The model's tokenizer, which neither pads nor cuts. Raises ModelUnusable."""
    try:
        from tokenizers import Tokenizer
    except ImportError as error:
        raise ModelUnusable("The package `tokenizers` is not installed; install memoryd[vectors].") from error
    try:
        tokenizer: Any = Tokenizer.from_file(str(model.tokenizer))
    except Exception as error:  # the library raises bare Exception
        raise ModelUnusable(f"{model.tokenizer} cannot be read: {error}", name=model.name) from error
    tokenizer.no_padding()
    tokenizer.no_truncation()
    known: _Tokenizer = tokenizer
    return known


def _load_session(model: Model, graph: bytes | str) -> _Session:
    os.environ.setdefault("ORT_DISABLE_TELEMETRY", "1")  # on by default, and it writes a device id into $HOME
    try:
        import onnxruntime
    except ImportError as error:
        raise ModelUnusable("The package `onnxruntime` is not installed; install memoryd[vectors].") from error
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = 1
    options.inter_op_num_threads = 1
    options.enable_cpu_mem_arena = False  # the arena would keep the memory of the longest text
    options.log_severity_level = 4
    try:
        with huge_pages():
            session: _Session = onnxruntime.InferenceSession(graph, options, providers=["CPUExecutionProvider"])
    except Exception as error:  # onnxruntime's exceptions share no base
        raise ModelUnusable(f"{model.graph or model.weights} cannot be loaded: {error}", name=model.name) from error
    return session


def _output_name(session: _Session) -> str:
    """The sentence's vector where the graph has it, else the tokens'."""
    names = [item.name for item in session.get_outputs()]
    for wanted in ("sentence_embedding", "last_hidden_state", "token_embeddings"):
        if wanted in names:
            return wanted
    return str(names[0])
