"""The languages that the extractor reads."""

from __future__ import annotations

from memoryd.kinds.dailies.english import ENGLISH
from memoryd.kinds.dailies.german import GERMAN

TONGUES = {"en": ENGLISH, "de": GERMAN}
