"""Whether a sentence says that something is so or is not so, and of what: `Tom isn't allergic`. Pure functions."""

from __future__ import annotations

from collections.abc import Sequence, Set

from memoryd.text.tables import word_set

_FEWEST, _MOST = 3, 12
"""Words."""
_POSITIVE = {
    "isn't": "is", "aren't": "are", "isnt": "is", "arent": "are", "won't": "will", "wont": "will", "can't": "can",
    "cant": "can", "cannot": "can", "hasn't": "has", "haven't": "have", "kein": "", "keine": "", "keinen": "",
    "keinem": "", "keiner": "", "not": "", "nicht": "", "never": "", "nie": "", "don't": "", "dont": "", "doesn't": "",
    "doesnt": "",
}  # fmt: skip
"""Words that deny, and what stands there where they do not."""
_DENYING = frozenset(_POSITIVE)
_LEFT_OUT = word_set(
    "after all ein eine einen einem einer a an the do does anymore mehr any more doch wieder again turns out "
    "apparently actually offenbar anscheinend eigentlich gar"
)
_OPEN = word_set(
    "yet only just until till before if unless when sure know think noch nur bis bevor wenn falls sicher weiß mind "
    "need want let matter hardly"
)


def polarity_of(words: Sequence[str], known: Set[str]) -> tuple[str, str] | None:
    """What a sentence is about, and "yes" or "no"; None of a long one, and of what it leaves open.

    `known`: its words. It is read of each candidate of a query.
    """
    if not _FEWEST <= len(words) <= _MOST or not _OPEN.isdisjoint(known):
        return None
    denied = _DENYING & known
    if len(denied) > 1:
        return None
    said = [_POSITIVE[word] if word in denied else word for word in words] if denied else words
    about = [word.rstrip("s") for word in said if word and word not in _LEFT_OUT]
    return (" ".join(about), "no" if denied else "yes") if len(about) >= _FEWEST else None
