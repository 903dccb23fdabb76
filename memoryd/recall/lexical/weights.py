"""The weights within the lexical list; those of the lists beside each other are `fusion.Weights`."""

from __future__ import annotations

import msgspec


class LexicalWeights(msgspec.Struct, frozen=True):
    """Within the lexical list: what a likeness is worth against the word itself."""

    part_of_word: float = 0.35
    """A longer word that begins or ends with the asked one (compounds; forms that no stemmer knows)."""


LEXICAL = LexicalWeights()
