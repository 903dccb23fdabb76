"""Terms of long texts, made by whoever brings the text, so that no search has to make them (`Intake.settle`)."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Iterable

from memoryd.recall.lexical.tokens import terms_of

LONG = 4096
"""Characters from which it is worth it; below, making the terms takes well under a millisecond."""
_MOST = 64 * 1024 * 1024
"""Characters of texts that are kept; the oldest gives way, and its terms are made again when they are needed."""

_lock = threading.Lock()
_ready: OrderedDict[str, list[str]] = OrderedDict()
_size = 0


def make_ready(texts: Iterable[str]) -> None:
    """Make the terms of the long ones among the texts, on the caller's thread."""
    global _size  # noqa: PLW0603 - one cache a process
    for text in texts:
        if len(text) < LONG:
            continue
        with _lock:
            if text in _ready:
                continue
        terms = terms_of(text)
        with _lock:
            _size += len(text) if text not in _ready else 0
            _ready[text] = terms
            while _size > _MOST:
                _size -= len(_ready.popitem(last=False)[0])


def ready_terms(text: str) -> list[str]:
    """The text's terms: those that were made ready, or made now."""
    global _size  # noqa: PLW0603 - one cache a process
    if len(text) >= LONG:
        with _lock:
            terms = _ready.pop(text, None)
            if terms is not None:
                _size -= len(text)
                return terms
    return terms_of(text)
