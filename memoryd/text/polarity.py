"""Whether a sentence says that something is so or is not so, and of what: `Tom isn't allergic`. Pure functions."""

from __future__ import annotations

from collections.abc import Sequence


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


_FEWEST, _MOST = 3, 12
"""Words."""
_POSITIVE = {
    "isn't": "is", "aren't": "are", "isnt": "is", "arent": "are", "won't": "will", "wont": "will", "can't": "can",
    "cant": "can", "cannot": "can", "hasn't": "has", "haven't": "have", "kein": "", "keine": "", "keinen": "",
    "keinem": "", "keiner": "", "not": "", "nicht": "", "never": "", "nie": "", "don't": "", "dont": "", "doesn't": "",
    "doesnt": "",
}  # fmt: skip
"""Words that deny, and what stands there where they do not."""
_LEFT_OUT = _words("after all ein eine einen einem einer a an the do does anymore mehr any more doch wieder again")
_OPEN = _words(
    "yet only just until till before if unless when sure know think noch nur bis bevor wenn falls sicher weiß mind "
    "need want let matter hardly"
)


def polarity_of(words: Sequence[str]) -> tuple[str, str] | None:
    """What a sentence is about, and "yes" or "no"; None of a long one, and of what it leaves open."""
    if not _FEWEST <= len(words) <= _MOST or not _OPEN.isdisjoint(words):
        return None
    denied = [word for word in words if word in _POSITIVE]
    if len(denied) > 1:
        return None
    bare = [_POSITIVE.get(word, word) for word in words if word not in _LEFT_OUT]
    about = " ".join(word.rstrip("s") for word in bare if word)
    return (about, "no" if denied else "yes") if len(about.split()) >= _FEWEST else None
