"""Which of the first results a later one brings up to date, in whatever words it does (rule 23): boosted trees. Pure.

`present` reads what two texts state. Most people say how it is now without repeating what they said before: "standup is
at 9:30", "from Monday on we meet at 10:15". What tells such a pair is that both answer the question, what it asks for,
and how the later one is put. The trees were fitted on five writers' changes and on memories that are merely alike, and
on conversations in which nothing is to move: `python -m tests.bench.updating --fit` writes them, and judges each
writer and each conversation by trees that have not seen it.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import lru_cache
from math import log1p
from typing import TYPE_CHECKING, Any, NamedTuple

from msgspec.structs import replace

from memoryd.recall.ranking.confidence import Sought
from memoryd.recall.ranking.fusion import Candidate, Ranked
from memoryd.recall.ranking.known import logit
from memoryd.recall.ranking.present import PART, is_newer, moment
from memoryd.recall.ranking.trees import odds
from memoryd.text.stopwords import STOP_WORDS
from memoryd.types import Document

if TYPE_CHECKING:
    from numpy.typing import NDArray

DEPTH = 10
"""How many of the first results are looked at."""
_OVERTAKEN = 3
"""Of how many of the first it is asked whether a later one overtakes them."""
CERTAIN = 0.1
"""Log odds from which on it does."""
_LEAST_ANSWER, _LEAST_UPDATE = -2.1, -5.5
"""Log odds of answering below which a text is hardly ever overtaken, or overtakes one: of what is to move in small
memories .05 and .04 are below."""
_KIND = "message"
_LONGEST = 1_200
"""Characters of a text that are looked at."""
_FURTHEST, _MOST = 6, 4
"""Places, and words, from which on more tell nothing."""
_NEAREST = 3
_SHORT = 80
_STEM = 5
_KEPT = 2_048
_WORD = re.compile(r"[^\W_]{2,}|\d+")
_SENTENCE = re.compile(r"(?<=[.!?\n;])\s+")
_NUMBER = re.compile(r"\d+(?:[.,:]\d+)*")
_NAME = re.compile(r"(?<=\w\s)[A-ZÄÖÜ][\w-]+|\w*\d[\w.:-]*")
_FORMS = {
    "new": re.compile(
        r"(?i)\b(?:now|instead|any ?more|any longer|no longer|from (?:now|today|tomorrow|monday|tuesday|wednesday"
        r"|thursday|friday|saturday|sunday|next|the \d+\w*|january|february|march|april|may|june|july|august|september"
        r"|october|november|december)|as of|starting|new|switched|moved|moves|changed|replaced|upgraded|migrated|since"
        r"|after all|back to|turned out|actually|gone|finally|just|took over|takes over|until further notice"
        r"|went (?:up|down|live)|jetzt|nun|ab (?:sofort|jetzt|heute|morgen|montag|dienstag|mittwoch|donnerstag|freitag"
        r"|samstag|sonntag|januar|februar|märz|april|mai|juni|juli|august|september|oktober|november|dezember|dem"
        r"|nächste\w*|diese\w*)|statt\w*|nicht mehr|neue\w*|inzwischen|mittlerweile|seit|umge\w+|gewechselt|doch"
        r"|endgültig|übernimmt|übernommen)\b"
    ),
    "maybe": re.compile(
        r"(?i)\b(?:should|could|would|maybe|perhaps|plan\w*|wants?|wanted|wish\w*|considering|consider|propos\w*"
        r"|suggest\w*|thinking|if|might|may|asked|asks|wonder\w*|idea|hypothetical\w*|rejected|declined"
        r"|turned (?:it )?down|voted (?:it )?down|said no|not yet|next (?:year|quarter)|sollten?|könnten?|würden?"
        r"|hätten?|vielleicht|überleg\w*|vorschlag\w*|vorgeschlagen|falls|wenn|fragt\w*|gefragt|abgelehnt|eventuell"
        r"|noch nicht)\b|\?"
    ),
    "else": re.compile(
        r"(?i)\b(?:too|also|another|other|both|as well|second|additional\w*|auch|ebenfalls|ander\w*|zweite\w*"
        r"|zusätzlich\w*|weitere\w*)\b"
    ),
    "done": re.compile(
        r"(?i)\b(?:done|fixed|solved|shipped|merged|deployed|works|finished|resolved|arrived|paid|booked|erledigt|fertig"
        r"|behoben|gelöst|bezahlt|gebucht|da|läuft)\b"
    ),
    "no": re.compile(
        r"(?i)\b(?:not|no|never|without|cancel\w*|stopp?ed|quit|dropped|off|removed|deleted|closed|dead|ended|left"
        r"|expired|kein\w*|nicht|ohne|abgesagt|gestrichen|gekündigt|weg|vorbei|aus|geschlossen|beendet)\b|n['’]t\b"
    ),
}
"""What a sentence tells: a change, what is only thought of, something besides, an end, a negation."""
_FORMER = re.compile(
    r"(?i)\b(?:did|was|were|had|used to|originally|before|previously|back (?:then|in)|at first|initial\w*|former\w*|war"
    r"|waren|hatten?|wurden?|damals|früher|ursprünglich|zuerst|ehemal\w*)\b"
)
_PRESENT = re.compile(
    r"(?i)\b(?:is|are|am|do|does|can|should|has|have|now|currently|these days|today|still|ist|sind|bin|hat|haben|kann"
    r"|soll\w*|jetzt|derzeit|momentan|aktuell\w*|heute|noch)\b"
)


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
        if each >= CERTAIN:
            best = newest.get(former)
            if best is None or moment(results[later].document) > moment(results[best].document):
                newest[former] = later
    return [(later, former) for former, later in newest.items()]


def in_front(
    order: Sequence[Ranked], documents: Sequence[Document], moves: Collection[tuple[int, int]], instead: dict[str, str]
) -> list[Ranked]:
    """The order with each later one right before what it overtakes, and with its score; `instead` gets their keys."""
    ordered = list(order)
    for later, former in moves:
        new, old = order[later], order[former]
        positions = [one.position for one in ordered]
        at, place = positions.index(old.position), positions.index(new.position)
        if place > at:
            was = ordered.pop(place)
            score = ordered[at].score
            more = {**was.more, PART: was.more.get(PART, 0.0) + score - was.score}
            ordered.insert(at, replace(was, score=score, more=more))
            instead.setdefault(documents[new.position].key, documents[old.position].key)
    return ordered


def _may_update(old: Result, new: Result) -> bool:
    """Whether it is later, of the same world, and said by somebody who may be believed (rule 27)."""
    former, later = old.document, new.document
    return (
        former.kind == later.kind == _KIND
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
    folded = [_read(one.document.text[:_LONGEST]).folded for one in results]
    has = [frozenset(word for word, _ in asked.words if word in text) for text in folded]
    tense = [float(_FORMER.search(asked.query) is not None), float(_PRESENT.search(asked.query) is not None)]
    stems = frozenset(word[:_STEM] for word, _ in asked.words)
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
        a, b = old.candidate, new.candidate
        yield (former, later), [
            own[former], own[later], max(0.0, own[former] - own[later]), own[later] - rest,
            near[later], near[later] - sum(nearest) / len(nearest),
            sum(only_old), max(only_old, default=0.0), sum(both),
            b.cosine or 0.0, (a.cosine or 0.0) - (b.cosine or 0.0),
            ((a.maxsim or 0.0) - (b.maxsim or 0.0)) / most, (b.maxsim or 0.0) / most,
            (old.score - new.score) / top, (new.score - behind) / top, float(min(later, _FURTHEST)),
            new.told["missing_names"] - old.told["missing_names"], new.told["asks"],
            *tense, *_how_put(old.document.text, new.document.text, stems),
            float(b.role == "assistant"), float(a.role == "assistant"), float(a.who == b.who),
            float(old.document.path == new.document.path),
        ]  # fmt: skip


def _how_put(former: str, later: str, asked: frozenset[str]) -> list[float]:
    """What both texts show whatever else there is, and their sentences that speak of what is asked."""
    mine, theirs = _read(former[:_LONGEST]), _read(later[:_LONGEST])
    was = max(mine.sentences, key=lambda one: len(one.stems & asked))
    now = max(theirs.sentences, key=lambda one: 2 * len(one.stems & asked) + len(one.stems & was.stems))
    again = len(was.stems & now.stems)
    shared = len(mine.stems & theirs.stems)
    return [
        *(float(form in now.forms) for form in _FORMS),
        *(float(form in theirs.forms) for form in _FORMS),
        float("maybe" in was.forms), float("no" in was.forms),
        float(min(_MOST, again)), again / max(1, len(was.stems)), float(min(_MOST, len(now.stems) - again)),
        float(bool(was.numbers)), float(bool(now.numbers - mine.numbers)), float(bool(was.numbers & now.numbers)),
        float(min(_MOST, shared)), shared / max(1, len(mine.stems)),
        log1p(len(later) / _SHORT), log1p(len(former) / _SHORT),
        float(min(_MOST, len(theirs.names - mine.names))), float(min(_MOST, len(mine.names - theirs.names))),
    ]  # fmt: skip


class _Sentence(NamedTuple):
    stems: frozenset[str]
    forms: frozenset[str]
    numbers: frozenset[str]


_NOTHING = _Sentence(frozenset(), frozenset(), frozenset())


class _Text(NamedTuple):
    folded: str
    stems: frozenset[str]
    sentences: tuple[_Sentence, ...]
    forms: frozenset[str]
    """Of all sentences."""
    numbers: frozenset[str]
    names: frozenset[str]


@lru_cache(maxsize=_KEPT)
def _read(text: str) -> _Text:
    folded = text.casefold()
    sentences = tuple(_Sentence(_stems(one), _forms_in(one), _numbers(one)) for one in _SENTENCE.split(text) if one)
    forms = frozenset().union(*(one.forms for one in sentences))
    numbers = frozenset().union(*(one.numbers for one in sentences))
    names = frozenset(match[0].casefold() for match in _NAME.finditer(text))
    return _Text(folded, _stems(text), sentences or (_NOTHING,), forms, numbers, names)


def _numbers(text: str) -> frozenset[str]:
    return frozenset(_NUMBER.findall(text))


def _forms_in(sentence: str) -> frozenset[str]:
    return frozenset(name for name, pattern in _FORMS.items() if pattern.search(sentence))


def _stems(text: str) -> frozenset[str]:
    return frozenset(word[:_STEM] for word in _WORD.findall(text.casefold()) if word not in STOP_WORDS)
