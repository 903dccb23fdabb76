"""One order out of several lists: each candidate's parts on one scale, summed by one table of weights. Pure."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from datetime import UTC, date, tzinfo
from math import inf
from statistics import median

import msgspec

from memoryd.text.dates import NO_TIME_WORDS, Span, TimeWords, asks_when, closeness, names, spans
from memoryd.times import local_date
from memoryd.types import fold

# Lists, not arrays: of some sixty candidates the sums take half the time, and a start without a model needs no numpy.
Values = list[float]


class Weights(msgspec.Struct, frozen=True):
    """The weights, tuned on six shapes of memory at once, all development conversations included.

    Those of `lexical`, `passage`, `mean`, `words` and `first_person` are the median of three tables, each tuned with a
    third of the collections held out. The others are the mean of five, each fitted (multi-positive softmax over a
    question's candidates) with a fifth of the collections held out: what was held out had recall@10 .846 on short turns
    (.818 before `context`), .756 on Markdown (.725), and on facts and notes as before.
    Where a part has two figures, they are what recall@10 loses without it on short turns / user-assistant chats;
    `python -m tests.bench.quality --ablate` measures them for each shape.
    """

    lexical: float = 0.12
    """BM25 over the best candidate's; small, since `words` carries the same words. .002 / 0"""
    passage: float = 0.6
    """Cosine of the nearest passage. 0 / .014; notes .022"""
    mean: float = 0.95
    """Mean cosine of all passages: a long reply that is near in part outranks no short turn. 0 / .014; facts .015,
    notes .022"""
    words: float = 0.8
    """MaxSim over the best candidate's. .014 / .042; facts .059"""
    connected: float = 0.44
    """`words` once more, of what has something before or after it."""
    context: float = 1.5
    """What the two texts before and the two after add to MaxSim, over the best candidate's. Of what stands alone it is
    between the mean and the most of the others, by the square of `words`."""
    neighbour_lexical: float = 0.05
    """The better neighbour's BM25 over the best candidate's. .022 / .042"""
    neighbour_passage: float = 0.55
    """The better neighbour's cosine. .008 / .014"""
    earlier_passage: float = 0.18
    """The cosine of the text before the one before."""
    speaker: float = 0.22
    """The query names who said it. .013 / 0"""
    first_person: float = 0.6
    """The query says "I" or "my", and the user of a chat said it. 0 / .028; MRR 0 / .163, on questions that are all in
    the first person."""
    date: float = 1.1
    """It was said on, or names, a date that the query names. .015 / 0"""
    time: float = 0.25
    """The query asks when, and the text has a word of time. .003 / 0"""
    question: float = -0.17
    """The text is a question itself, which rarely answers one. .014 / .014"""
    reply: float = 0.05
    """The text before it is a question."""
    trees: float = 4.0
    """The log odds by the trees of `ranking/trees.py`, which only order the first few; no part of the sum."""


WEIGHTS = Weights()

MIN_SIMILARITY = 0.2
"""A document without a word of the query is an answer only with at least this cosine (rule 2); behind one that has it,
half of it is enough.

The median of the nearest cosine is .19-.27 for nonsense and topics never mentioned, so that about half of those get an
empty list; for 98 of 100 questions that have an answer it is over .24 (notes), .30 (chats), .34 (facts) or .46
(short turns, Markdown). At .2 no shape's recall@10 is lower than at 0; at .22 that of notes is (.947 to .925). That is
of the first result: where 35 texts are all there is, what answers besides is often under it. With half for the others
recall@10 of six writers' stores is .794, with .2 for all .727, with 0 for all .802, where no list is ever empty.
"""
_FURTHER = 0.5
"""Of it, of a result behind another."""

_NO_MODEL = (0.15, 0.5)
"""Without any vector: the cosine of a text without a word in common, and of the best lexical one."""
_FIRST_PERSON = re.compile(r"\b(?:I|I'm|I've|I'd|my|mine|myself|me|we|our|us|ich|mein\w{0,2}|mir|mich|je|mon|ma|mes)\b")
_WORD = re.compile(r"[^\W_]+(?:-[^\W_]+)*")
_TEXT_END = 40
_ASKING = ("?", "？")


class Candidate(msgspec.Struct, gc=False):
    """What the lists say about one document, and what the boosters look at."""

    key: str
    text: str
    time_words: TimeWords = NO_TIME_WORDS
    bm25: float = 0.0
    cosine: float | None = None
    """Of its nearest passage; None while it has no vector."""
    mean: float | None = None
    maxsim: float | None = None
    plain: float = 0.0
    """MaxSim with each word by its rarity anywhere."""
    rest: float = 0.0
    """The same of the words that it does not have itself."""
    context: float | None = None
    """What the texts around it add to `maxsim`; None of what stands alone, or has no vector yet."""
    before: int = -1
    """Position among the candidates of its neighbour before it, -1 for none."""
    after: int = -1
    is_connected: bool = False
    """Whether it has something before or after it, candidate or not."""
    at: int = 0
    who: str | None = None
    role: str | None = None


class Ranked(msgspec.Struct, frozen=True, gc=False):
    """A candidate's place in the order."""

    position: int
    score: float
    columns: dict[str, Values]
    """Each part of all candidates, but for those that none of them has; of most no part is ever asked for."""
    more: dict[str, float] = msgspec.field(default_factory=dict)
    """What was added to it alone."""
    also: tuple[int, ...] = ()
    """Positions of those that state the same and are not shown (rule 24)."""

    def part(self, name: str) -> float:
        """One of `parts`; 0 where it has none."""
        values = self.columns.get(name)
        return values[self.position] if values else 0.0

    @property
    def parts(self) -> dict[str, float]:
        """What `score` is the sum of."""
        shared = {name: values[self.position] for name, values in self.columns.items() if values[self.position]}
        return shared | self.more


class Question(msgspec.Struct, frozen=True):
    """What is asked: the query, the day it is asked on, and the names of known speakers in it."""

    text: str
    today: date
    speakers: frozenset[str] = frozenset()
    zone: tzinfo = UTC


def speakers_in(query: str, known: Collection[str]) -> frozenset[str]:
    """Which of the known speakers (folded names) the query names, by whole name or by first name."""
    words = " ".join(_WORD.findall(fold(query)))
    spoken = f" {words} "
    return frozenset(name for name in known if f" {name} " in spoken or f" {name.partition(' ')[0]} " in spoken)


def without_names(query: str, names: Collection[str]) -> str:
    """The query without those names: all turns of a chat are about its speakers, so names tell the encoder nothing."""
    if not names:
        return query
    pattern = "|".join(re.escape(name) for name in sorted(names, key=len, reverse=True))
    bare = re.sub(rf"\b(?:{pattern})\b(?:['’]s\b)?", " ", query, flags=re.IGNORECASE)
    bare = " ".join(bare.split())
    return bare if re.search(r"\w", bare) else query


def fuse(
    question: Question,
    candidates: Sequence[Candidate],
    weights: Weights = WEIGHTS,
    min_similarity: float = MIN_SIMILARITY,
) -> list[Ranked]:
    """The candidates that may answer, best first; of equal scores the later one first, then by key."""
    if not candidates:
        return []
    columns = _columns(question, candidates, weights)
    total: Values = [*map(sum, zip(*columns.values(), strict=True))] or [0.0] * len(candidates)
    least = least_similarity(candidates, min_similarity)
    order = sorted(
        [
            (-total[i], -one.at, one.key, i)
            for i, one in enumerate(candidates)
            if one.bm25 > 0 or (one.cosine is not None and one.cosine >= least)
        ]
    )
    return [Ranked(i, total[i], columns) for *_, i in order]


def least_similarity(candidates: Sequence[Candidate], min_similarity: float) -> float:
    """The cosine that a document without a word of the query must have among these."""
    nearest = max([one.cosine for one in candidates if one.cosine is not None], default=-1.0)
    return min_similarity * _FURTHER if nearest >= min_similarity else min_similarity


def _columns(question: Question, candidates: Sequence[Candidate], weights: Weights) -> dict[str, Values]:
    lexical = _over_best([one.bm25 for one in candidates])
    passage = _filled([one.cosine for one in candidates], lexical, _NO_MODEL)
    mean = _filled([one.mean for one in candidates], lexical, _NO_MODEL)
    maxsim = _filled([one.maxsim for one in candidates], lexical, (0.0, 1.0))
    most = max(*maxsim, 1e-9)
    words = [value / most if value > 0.0 else 0.0 for value in maxsim]
    values = {
        "lexical": lexical,
        "passage": passage,
        "mean": mean,
        "words": words,
        "connected": _or_mean([words[at] if one.is_connected else None for at, one in enumerate(candidates)]),
        "context": _or_as_much([None if one.context is None else one.context / most for one in candidates], words),
        "neighbour_lexical": _neighbours(candidates, lexical),
        "neighbour_passage": _neighbours(candidates, passage),
        "earlier_passage": _two_before(candidates, passage),
        **_boosters(question, candidates),
    }
    there = [name for name in weights.__struct_fields__ if name in values and any(values[name])]
    of = {name: getattr(weights, name) for name in there}
    return {name: [weight * value for value in values[name]] for name, weight in of.items()}


def _over_best(values: Values) -> Values:
    best = max(*values, 1e-9)
    return [value / best for value in values]


def _or_mean(values: Sequence[float | None]) -> Values:
    """The values; a missing one is the mean of the others, so that what stands alone neither gains nor loses by it."""
    there = [value for value in values if value is not None]
    if len(there) == len(values):
        return there
    mean = sum(there) / len(there) if there else 0.0
    return [mean if value is None else value for value in values]


def _or_as_much(context: Sequence[float | None], words: Values) -> Values:
    """What the texts around each add; of one that stands alone the mean, and the most for one that says all itself.

    Else a message between others that have the query's words stands before the fact that has them. Of 53 questions to
    four small stores of messages, facts and notes the first result answers 48 so, 46 with the mean.
    """
    there = [value for value in context if value is not None]
    if len(there) == len(context):
        return there
    mean, most = (sum(there) / len(there), max(there)) if there else (0.0, 0.0)
    return [
        mean + (most - mean) * own * own if value is None else value
        for value, own in zip(context, words, strict=True)
    ]  # fmt: skip


def _filled(measured: Sequence[float | None], lexical: Values, without: tuple[float, float]) -> Values:
    """The measured values; a missing one is estimated from the lexical score, on the scale of the measured ones."""
    low, high = without
    there = [value for value in measured if value is not None]
    if len(there) == len(measured):
        return there
    if there:
        low, high = median(there), max(there)
    return [
        low + (high - low) * guess if value is None else value
        for value, guess in zip(measured, lexical, strict=True)
    ]  # fmt: skip


def _neighbours(candidates: Sequence[Candidate], values: Values) -> Values:
    """The better of both neighbours' values; 0 without neighbours."""
    padded = [*values, -inf]  # position -1 is the last
    best = [a if (a := padded[one.before]) > (b := padded[one.after]) else b for one in candidates]
    return [0.0 if value == -inf else value for value in best]


def _two_before(candidates: Sequence[Candidate], values: Values) -> Values:
    """The value of the one before the one before; 0 where that is no candidate."""
    first = [one.before for one in candidates]
    places = [first[at] if at >= 0 else -1 for at in first]
    return [values[at] if at >= 0 else 0.0 for at in places]


def _boosters(question: Question, candidates: Sequence[Candidate]) -> dict[str, Values]:
    """The boosters that the question calls for."""
    found: dict[str, Values] = {}
    if question.speakers:
        who = {one.who for one in candidates if one.who is not None}
        named = {name for name in who if fold(name) in question.speakers}
        found["speaker"] = [float(one.who in named) for one in candidates]
    if _FIRST_PERSON.search(question.text) is not None:
        found["first_person"] = [float(one.role == "user" and one.who is None) for one in candidates]
    asked = spans(question.text, question.today)
    if asked:
        found["date"] = _closeness(asked, question.zone, candidates)
    if asks_when(question.text):
        found["time"] = [float(one.time_words.tells_time) for one in candidates]
    asks = [
        1.0 if text.endswith(_ASKING) or (text[-1:].isspace() and text[-_TEXT_END:].rstrip().endswith(_ASKING)) else 0.0
        for text in [one.text for one in candidates]
    ]
    if any(asks):
        found["question"] = asks
        found["reply"] = [asks[one.before] if one.before >= 0 else 0.0 for one in candidates]
    return found


def _closeness(asked: Sequence[Span], zone: tzinfo, candidates: Sequence[Candidate]) -> Values:
    on: dict[date, float] = {}  # many texts are of one day
    found = []
    for one in candidates:
        if not one.at:
            found.append(0.0)
            continue
        said = local_date(one.at, zone)
        close = on.get(said)
        if close is None:
            close = on[said] = closeness(asked, said, ())
        dates = one.time_words.dates
        found.append(1.0 if dates and close < 1.0 and names(asked, said, dates) else close)
    return found
