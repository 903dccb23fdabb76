"""What a model that reads short texts has to offer; without one, texts are judged by their words alone. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol


class Reader(Protocol):
    """Reads plain texts with a model, token by token."""

    @property
    def is_ready(self) -> bool:
        """Whether it can read now, on this thread."""
        ...

    def read(self, texts: Sequence[str], /) -> Sequence[float]:
        """How surely each is of the kind that the reader knows, in logits."""
        ...
