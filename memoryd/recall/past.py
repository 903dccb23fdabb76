"""Notes as they were at a time: what was changed since says what it said then (rule 23). Pure."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any

from memoryd.recall.asked_words import AskedWords
from memoryd.recall.ranking.folding import PART, TextOf, statements
from memoryd.recall.search import MOST_ALSO
from memoryd.types import Document

NOTE = "note"
ChangedSince = Callable[[str, int, Callable[[], object]], Mapping[str, str | None]]
"""`(kind, at, check)` → what the memories of that kind that were changed since said then; None: nothing."""


def as_then(
    results: Sequence[dict[str, Any]], past: Mapping[str, str | None], query: str, visible: Collection[str]
) -> list[dict[str, Any]]:
    """The results with notes as they were; those of the `visible` keys that match by their old words are added.

    What was not there then is left out.
    """
    standing = [one for one in results if one["kind"] != NOTE or one["key"] not in past]
    then = []
    known = {one["key"]: one for one in results}
    best = max((one["score"] for one in results), default=1.0)
    asked = AskedWords(query)
    for key in visible:
        text = past.get(key)
        if text is None:
            continue
        share = asked.share(text)
        if key in known or asked.are_in(text):
            score = max(share * best, known[key]["score"] if key in known and share else 0.0)
            its = known.get(key, {"kind": NOTE, "path": key.partition(":")[0], "confidence": share / 2})
            then.append({**its, "key": key, "text": text, "score": score})
    # What has as good a score by all of the query's words comes first.
    return sorted([*then, *standing], key=lambda one: -one["score"])


def once(results: Sequence[dict[str, Any]], then: Sequence[Document], text_of: TextOf) -> list[dict[str, Any]]:
    """Each statement once (rule 24); `then`: the results as documents, with what they said then."""
    folded = []
    for one in statements(then, text_of):
        head, best, others = results[one.head], results[one.place], [results[at] for at in one.also]
        also = [*head.get("also", ()), *(key for other in others for key in (other["key"], *other.get("also", ())))]
        shown = {**head, "score": best["score"], "confidence": best["confidence"]}
        if also:
            shown["also"] = also[:MOST_ALSO]
        if one.head != one.place:
            shown["why"] = {**head.get("why", {}), PART: best["score"] - head["score"]}
        folded.append(shown)
    return folded
