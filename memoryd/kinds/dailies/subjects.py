"""What a statement is about, as far as it was said before the verb. Pure."""

from __future__ import annotations

import re

from memoryd.patterns import pattern as lazy_pattern

_EXCLAIMED = lazy_pattern(
    r"(?:(?:omg|lol|haha+|wow|yay|hurra|mist|ugh|argh|puh|mein gott)[,!]*\s+(?:and\s+|und\s+)?)+(?=\S)", re.IGNORECASE
)
_NOT_THE_OTHER = lazy_pattern(r"\s*\((?:not|nicht)\b[^()]*\)", re.IGNORECASE)
_TOPIC = lazy_pattern(r"[^:,]{1,40}: [^:,]+, (?=\S)")


def bare_subject(text: str) -> str:
    """Without an exclamation, an aside and a topic before it: `omg and mum's birthday`, `Today: the fair, its date`."""
    return _TOPIC.sub("", _NOT_THE_OTHER.sub("", _EXCLAIMED.sub("", text)), count=1)
