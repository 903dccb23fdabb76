"""Every weight of recall, in one table."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class LexicalWeights:
    """Within the lexical list: what a likeness is worth against the word itself."""

    part_of_word: float = 0.35
    """A longer word that begins or ends with the asked one (compounds; forms that no stemmer knows)."""


@dataclass(frozen=True, slots=True)
class FusionWeights:
    """The share of each list in a candidate's score; a list's own scores are first divided by its best one."""

    lexical: float = 1.0


LEXICAL = LexicalWeights()
FUSION = FusionWeights()
