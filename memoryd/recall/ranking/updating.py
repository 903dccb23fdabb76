"""Which of the first results a later one brings up to date, in whatever words it does (rule 23): boosted trees. Pure.

`present` reads what two texts state. Most people say how it is now without repeating what they said before: "standup is
at 9:30", "from Monday on we meet at 10:15". What tells such a pair is that both answer the question, what it asks for,
and how the later one is put. The trees were fitted on eight writers' changes and on memories that are merely alike, and
on conversations in which nothing is to move: `python -m tests.bench.updating --fit` writes them, and judges each
writer and each conversation by trees that have not seen it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from memoryd.origin import read_source
from memoryd.recall.ranking.confidence import Sought
from memoryd.recall.ranking.fusion import Candidate, Ranked
from memoryd.recall.ranking.known import logit
from memoryd.recall.ranking.present import is_newer, moment, raised
from memoryd.recall.ranking.trees import odds
from memoryd.text.updates import LONGEST, how_put, stems_of
from memoryd.types import Document

if TYPE_CHECKING:
    from numpy.typing import NDArray

DEPTH = 10
"""How many of the first results are looked at, each with what was made of the same message;"""
MADE_OF_THEM = 40
"""and among how many that is looked for."""
_OVERTAKEN = 3
"""Of how many of the first it is asked whether a later one overtakes them."""
LEAST_ODDS = 0.1
"""Log odds from which on it does: a little more likely than not."""
_LEAST_ANSWER, _LEAST_UPDATE = -2.1, -5.5
"""Log odds of answering below which a text is hardly ever overtaken, or overtakes one: of what is to move in small
memories .05 and .04 are below."""
MESSAGE = "message"
_FURTHEST = 6
"""A place from which on more tell nothing."""
_NEAREST = 3
"""Of the results, how many the closeness of two is held against."""
_FORMER = re.compile(
    r"(?i)\b(?:did|was|were|had|used to|originally|before|previously|back (?:then|in)|at first|initial\w*|former\w*|war"
    r"|waren|hatten?|wurden?|damals|früher|ursprünglich|zuerst|ehemal\w*)\b"
)
_PRESENT = re.compile(
    r"(?i)\b(?:is|are|am|do|does|can|should|has|have|now|currently|these days|today|still|ist|sind|bin|hat|haben|kann"
    r"|soll\w*|jetzt|derzeit|momentan|aktuell\w*|heute|noch)\b"
)


def asks_for_former(query: str) -> bool:
    """Whether it is asked how something was."""
    return _FORMER.search(query) is not None and _PRESENT.search(query) is None


class Result(NamedTuple):
    """One of the first results."""

    document: Document
    candidate: Candidate
    score: float
    likely: float
    """How likely it answers, by itself."""
    told: Mapping[str, float]
    """What that was told by."""
    vector: NDArray[Any] | None
    """Of its beginning."""


def up_to_date(results: Sequence[Result], asked: Sought) -> list[tuple[int, int]]:
    """Which of the first results goes before which, both by their places: `(the later one, what it overtakes)`."""
    shown = dict(pairs_of(results, asked))
    if not shown:
        return []
    import numpy as np

    told = odds(np.array([*shown.values()], dtype=np.float32), "updating")
    newest: dict[int, int] = {}
    for (former, later), each in zip(shown, told, strict=True):
        if each >= LEAST_ODDS:
            best = newest.get(former)
            if best is None or moment(results[later].document) > moment(results[best].document):
                newest[former] = later
    return [(later, former) for former, later in newest.items()]


def in_front(
    order: Sequence[Ranked], documents: Sequence[Document], moves: Iterable[tuple[Said, Said]], instead: dict[str, str]
) -> list[Ranked]:
    """The order with the best of each later one right before what it overtakes, and with its score.

    `instead` gets the keys: what was made of the later one is judged as what it overtakes.
    """
    ordered = list(order)
    for later, former in moves:
        new, old = order[later.places[0]], order[former.places[0]]
        positions = [one.position for one in ordered]
        at, place = positions.index(old.position), positions.index(new.position)
        if place > at:
            ordered.insert(at, raised(ordered.pop(place), ordered[at].score))
            for each in later.places:
                instead.setdefault(documents[order[each].position].key, documents[old.position].key)
    return ordered


class Said(NamedTuple):
    """What comes from one message, by the places of the texts in their order."""

    places: list[int]
    """Of all of it, the best first;"""
    message: int
    """and of the message, where that is among them, else of the best."""


def said_in(documents: Iterable[Document]) -> list[Said]:
    """The texts by the message that they are or were made of, in the order of the best of each.

    So a pair is judged by what was said, whatever was made of it since: facts, lines of dailies, notes.
    """
    found: dict[str, Said] = {}
    for place, one in enumerate(documents):
        is_message = one.kind == MESSAGE
        key = read_source(one.sources[0]).key if len(one.sources) == 1 and not is_message else one.key
        said = found.setdefault(key, Said([], place))
        said.places.append(place)
        if is_message:
            found[key] = said._replace(message=place)
    return list(found.values())


def is_said(document: Document) -> bool:
    """Whether somebody said it: a message, or a fact made of one; what else is kept is edited."""
    return document.kind == MESSAGE or (document.kind == "fact" and bool(document.sources))


def _may_update(old: Result, new: Result) -> bool:
    """Whether it is later, of the same world, and said by somebody who may be believed (rule 27)."""
    former, later = old.document, new.document
    return (
        is_said(former)
        and is_said(later)
        and former.project == later.project
        and (former.untrusted or not later.untrusted)
        and old.vector is not None
        and new.vector is not None
        and is_newer(later, former)
    )


def pairs_of(results: Sequence[Result], asked: Sought) -> Iterator[tuple[tuple[int, int], list[float]]]:
    """What each pair shows that may be one, by the places of the earlier text and of the later, which stands behind it.

    The values stand in the order in which the trees were told.
    """
    own = [logit(one.likely) for one in results]
    places = [
        (former, later)
        for former in range(min(_OVERTAKEN, len(results)))
        if own[former] >= _LEAST_ANSWER
        for later in range(former + 1, len(results))
        if own[later] >= _LEAST_UPDATE and _may_update(results[former], results[later])
    ]
    if not places:
        return
    import numpy as np

    nothing = np.zeros_like(results[places[0][0]].vector)
    vectors = np.stack([nothing if one.vector is None else one.vector for one in results])
    closeness = (vectors @ vectors.T).tolist()
    folded = {at: results[at].document.text[:LONGEST].casefold() for pair in places for at in pair}
    has = {at: frozenset(word for word, _ in asked.words if word in text) for at, text in folded.items()}
    tense = [float(_FORMER.search(asked.query) is not None), float(_PRESENT.search(asked.query) is not None)]
    stems = stems_of(word for word, _ in asked.words)
    most = max([one.candidate.maxsim or 0.0 for one in results]) or 1.0
    top = max(1e-6, results[0].score)
    for former, later in places:
        old, new = results[former], results[later]
        rest = max([odds for at, odds in enumerate(own) if at not in (former, later)], default=0.0)
        near = closeness[former]
        nearest = sorted([each for at, each in enumerate(near) if at != former], reverse=True)[:_NEAREST]
        only_old = [share for word, share in asked.words if word in has[former] and word not in has[later]]
        both = [share for word, share in asked.words if word in has[former] and word in has[later]]
        behind = results[later + 1].score if later + 1 < len(results) else 0.0
        was, now = old.candidate, new.candidate
        yield (former, later), [
            own[former], own[later], max(0.0, own[former] - own[later]), own[later] - rest,
            near[later], near[later] - sum(nearest) / len(nearest),
            sum(only_old), max(only_old, default=0.0), sum(both),
            now.cosine or 0.0, (was.cosine or 0.0) - (now.cosine or 0.0),
            ((was.maxsim or 0.0) - (now.maxsim or 0.0)) / most, (now.maxsim or 0.0) / most,
            (old.score - new.score) / top, (new.score - behind) / top, float(min(later, _FURTHEST)),
            new.told["missing_names"] - old.told["missing_names"], new.told["asks"],
            *tense, *how_put(old.document.text, new.document.text, stems),
            float(now.role == "assistant"), float(was.role == "assistant"), float(was.who == now.who),
            float(old.document.path == new.document.path),
        ]  # fmt: skip
