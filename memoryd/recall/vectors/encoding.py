"""Texts become vectors in another process, a turn at a time: a long text does not hold the others up."""

from __future__ import annotations

import os
import threading
import time
from collections import OrderedDict
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple, Protocol

import msgspec
import numpy as np
from numpy.typing import NDArray

from memoryd.children.patience import Lost
from memoryd.heap import trim_heap
from memoryd.recall.models.encoder import Encoder
from memoryd.recall.models.model import ModelUnusable, read_model
from memoryd.recall.models.static import open_encoder
from memoryd.recall.pacing import EMBED_NICE, EMBED_PARTIAL_LIMIT, EMBED_TURN_SECONDS
from memoryd.recall.vectors.file import TOKENS
from memoryd.storage.regular import regular

if TYPE_CHECKING:
    from memoryd.children.helper import Port

_LARGEST_TOKEN = (1 << 16) - 1


class Encoded(NamedTuple):
    """A text's passages: unit vectors (passages, dimensions) and distinct word tokens (passages, TOKENS)."""

    vectors: NDArray[np.float32]
    tokens: NDArray[np.uint16]


class EncodesPassages(Protocol):
    """Whoever turns texts into vectors."""

    def encode(self, texts: Sequence[str]) -> list[Encoded | str | None]:
        """Of each text its passages, what is wrong with it, or None: its turn ended, and it is to be given again.

        Raises Lost when nothing came back, ModelUnusable when there is no model any more.
        """
        ...


def distinct_tokens(ids: Iterable[int]) -> NDArray[np.uint16]:
    """The first TOKENS distinct ids of a passage, padded with 0; ids over 65,535 are left out."""
    kept = [one for one in dict.fromkeys(ids) if 0 < one <= _LARGEST_TOKEN][:TOKENS]
    row = np.zeros(TOKENS, dtype=np.uint16)
    row[: len(kept)] = kept
    return row


class Turns:
    """Encodes in this process: as many passages as a turn allows, and one at least."""

    def __init__(self, encoder: Encoder, seconds: float = EMBED_TURN_SECONDS) -> None:
        self._encoder = encoder
        self._seconds = seconds
        self._begun: OrderedDict[str, tuple[list[list[int]], list[NDArray[np.float32]]]] = OrderedDict()
        """By text, its passages and the vectors that it has already."""

    def encode(self, texts: Sequence[str]) -> list[Encoded | str | None]:
        """As EncodesPassages's."""
        until = time.monotonic() + self._seconds
        found: list[Encoded | str | None] = []
        for text in texts:
            if found and time.monotonic() >= until:
                found.append(None)
                continue
            try:
                found.append(self._advance(text, until))
            except Exception as error:  # one text that cannot be encoded must not keep the others from it
                self._begun.pop(text, None)
                found.append(repr(error))
        return found

    def _advance(self, text: str, until: float) -> Encoded | None:
        known = text in self._begun
        passages, vectors = self._begun.pop(text) if known else (self._encoder.passages(text), [])
        while len(vectors) < len(passages):
            vectors.append(self._encoder.encode_tokens(passages[len(vectors)]))
            if len(vectors) < len(passages) and time.monotonic() >= until:
                self._begun[text] = passages, vectors
                while len(self._begun) > EMBED_PARTIAL_LIMIT:
                    self._begun.popitem(last=False)
                return None
        return Encoded(np.stack(vectors), np.stack([distinct_tokens(ids) for ids in passages]))


# --- between the two processes ------------------------------------------------------------------------------------


class ModelPlace(msgspec.Struct, frozen=True):
    """Where the model is that both processes use; `graph`: the converted one, for a model that has only weights."""

    name: str
    directory: str
    graph: str | None = None


class _Question(msgspec.Struct, frozen=True):
    model: ModelPlace
    texts: list[str]


class _Vectors(msgspec.Struct, frozen=True):
    """Of one text: what is wrong with it, or the bytes of its arrays; none of them while it is not finished."""

    passages: int = 0
    vectors: bytes = b""
    tokens: bytes = b""
    fault: str | None = None


class _Reply(msgspec.Struct, frozen=True):
    texts: list[_Vectors] = []
    fault: str | None = None


_encode = msgspec.msgpack.Encoder().encode
_question = msgspec.msgpack.Decoder(_Question)
_reply = msgspec.msgpack.Decoder(_Reply)


class RemotePassages:
    """Has the other process encode."""

    def __init__(self, port: Port, model: ModelPlace) -> None:
        self._port = port
        self._model = model

    def encode(self, texts: Sequence[str]) -> list[Encoded | str | None]:
        """As EncodesPassages's."""
        question = _encode(_Question(self._model, list(texts)))
        (answer,) = self._port.ask(lambda: [question])
        reply = _reply.decode(answer)
        if reply.fault is not None:
            raise ModelUnusable(reply.fault, name=self._model.name)
        if len(reply.texts) != len(texts):
            raise Lost("gave no answer that fits the question")
        return [_unpacked(one) for one in reply.texts]


def _unpacked(one: _Vectors) -> Encoded | str | None:
    if one.fault is not None or not one.passages:
        return one.fault
    vectors = np.frombuffer(one.vectors, dtype=np.float32).reshape(one.passages, -1)
    return Encoded(vectors, np.frombuffer(one.tokens, dtype=np.uint16).reshape(one.passages, TOKENS))


def _packed(one: Encoded | str | None) -> _Vectors:
    if isinstance(one, Encoded):
        return _Vectors(len(one.vectors), one.vectors.tobytes(), one.tokens.tobytes())
    return _Vectors(fault=one)


class Answers:
    """The other process's side: loads the model when it is first asked, and gives way to all others."""

    def __init__(self) -> None:
        self._loaded: tuple[ModelPlace, Turns] | None = None

    def __call__(self, question: Iterable[bytes]) -> Iterator[bytes]:
        """The answer's only frame."""
        (frame,) = question
        asked = _question.decode(frame)
        try:
            yield _encode(_Reply([_packed(one) for one in self._turns(asked.model).encode(asked.texts)]))
        except ModelUnusable as error:
            yield _encode(_Reply(fault=error.sentence))

    def _turns(self, place: ModelPlace) -> Turns:
        if self._loaded is None or self._loaded[0] != place:
            with suppress(OSError, AttributeError):  # Linux: of this thread alone
                os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), EMBED_NICE)
            self._loaded = place, Turns(_load(place))
            trim_heap()
        return self._loaded[1]


def _load(place: ModelPlace) -> Encoder:
    try:
        graph: bytes | None = None
        if place.graph is not None:
            with open(place.graph, "rb", opener=regular) as file:
                graph = file.read()
        return open_encoder(read_model(place.name, Path(place.directory)), graph)
    except OSError as error:
        raise ModelUnusable(f"{error.filename or place.directory} cannot be read: {error.strerror}.") from error
