"""One way in which instructions to an agent are worded (rule 27)."""

from __future__ import annotations

from hashlib import blake2b
from typing import NamedTuple


class Form(NamedTuple):
    """One way to say it."""

    family: str
    weight: float
    pattern: str

    @property
    def name(self) -> str:
        """What its weight is found by: another wording has none until the weights are fitted again."""
        return blake2b(self.pattern.encode(), digest_size=3).hexdigest()
