"""What is opened with a model: what is needed to embed, to search, and to change from another model."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple, Protocol

from memoryd.recall.vectors.encoding import EncodesPassages
from memoryd.recall.vectors.store import VectorStore

if TYPE_CHECKING:
    from memoryd.recall.models.encoder import Encoder


class Opened(NamedTuple):
    """What is needed to embed and to search."""

    encoder: Encoder
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
