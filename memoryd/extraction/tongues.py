"""The languages that the extractor reads."""

from __future__ import annotations

from memoryd.extraction.english import ENGLISH
from memoryd.extraction.german import GERMAN

TONGUES = {"en": ENGLISH, "de": GERMAN}
