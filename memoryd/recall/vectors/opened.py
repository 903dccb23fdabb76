"""What is opened with a model: what is needed to embed, to search, and to change from another model."""

from __future__ import annotations

from typing import NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

from memoryd.recall.vectors.encoding import EncodesPassages
from memoryd.recall.vectors.store import VectorStore


class EncodesQueries(Protocol):
    """What is asked of an encoder here."""

    def query_tokens(self, text: str) -> list[int]: ...

    def pieces(self, ids: list[int]) -> list[str]: ...

    def encode_query_tokens(self, ids: list[int]) -> NDArray[np.float32]: ...

    def encode_query_with_states(self, ids: list[int]) -> tuple[NDArray[np.float32], NDArray[np.float32] | None]: ...

    def knows(self, ids: list[int]) -> bool: ...

    def spells(self, ids: list[int]) -> bool: ...

    def token_states(self, ids: list[int]) -> NDArray[np.float32] | None: ...


class Opened(NamedTuple):
    """What is needed to embed and to search."""

    encoder: EncodesQueries
    passages: EncodesPassages
    store: VectorStore
    change: ModelChange | None = None


class ModelChange(Protocol):
    """The vectors of another model, which serve until those of this one are complete."""

    @property
    def old(self) -> VectorStore:
        """Those of the other model: only what is gone or outdated is taken out of them."""
        ...

    def put_in_place(self, store: VectorStore) -> VectorStore:
        """Put the complete vectors in the place of the old ones, and open them there. Raises OSError."""
        ...

    def end(self) -> None:
        """The new vectors serve."""
        ...
