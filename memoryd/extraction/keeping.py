"""How a fact is kept that a sentence tells: in three parts, in its speaker's words, or with the question it answers."""

from __future__ import annotations

import re

from memoryd.extraction.found import Candidates, Said, Sentence, as_line
from memoryd.extraction.marks import BROKEN_SUBJECT, IDENTIFIER, ROUGHLY, TO_BE_KEPT, is_specific
from memoryd.extraction.others_words import of_speaker, their
from memoryd.extraction.result import DailyFact
from memoryd.extraction.subjects import bare_subject
from memoryd.extraction.triples import COUNTS, Triple, triple_of
from memoryd.patterns import pattern as lazy_pattern
from memoryd.text.verbs import only_reports
from memoryd.text.weekdays import with_weekdays

_HIDDEN = lazy_pattern(r"(?:(?:is|ist|to|auf|in|at) )?\[redacted:")
"""What it would tell is not known."""
_RELATIVE = lazy_pattern(r"(?:\S+ )?\S+ (?:I|we|you)|\S+", re.IGNORECASE)
"""`vases I`, `der`."""
_SUPPOSES = lazy_pattern(
    r"(?:thinks?|guess(?:es)?|suppose[sd]?|reckons?|believes?|wonders?|denk[et]?|glaub[et]?|vermute[t]?|schätze|schätzt)\b",
    re.IGNORECASE,
)
"""What the speaker is not sure of."""
_CHATTER = lazy_pattern(
    r"[\s,]+(?:lol|haha+|btw|by the way|fwiw|imho|imo|tho|lmao|:-?\)|;-?\)|xD|übrigens)\s*(?=$|,)", re.IGNORECASE
)
"""What is said to the listener behind what is told."""
_NOW = lazy_pattern(
    r"(?<=\w),?\s+(?:(?:for |by |until |bis |ab |für )?(?:now|jetzt)"
    r"|nowadays|these days|currently|right now|inzwischen|mittlerweile|derzeit|zurzeit)\W*$",
    re.IGNORECASE,
)
"""That it is so when it is said stands in every fact; of an amount, it says that it was another one."""
_AMOUNT = lazy_pattern(r"(?<![\w.-])\d[\d.,]*(?![\w-])")
"""A number that belongs to no name."""
_NO_OBJECT = lazy_pattern(r"da: |(?:pls|please|bitte)\b|(?:ich|mir|mich|uns)$", re.IGNORECASE)
"""Goes on with something else than what is said of the subject."""
_GOES_ON_OF_ONESELF = lazy_pattern(r",(?: and| und)? (?=(?:[Ii](?:['’](?:m|ve))?|ich) )")
"""Behind it the speaker tells something else: `I'm Petra, I run the web team`."""
_OFFERS = lazy_pattern(
    r"(?:(?:and|so|also|und|dann),? )?(?:(?:shall|should|can|could|may) I|(?:do you|would you) (?:want|like)"
    r"|(?:soll(?:te)?|darf|kann|könnte) ich|(?:willst|möchtest) du|wollen sie|möchten sie) ",
    re.IGNORECASE,
)
"""What answers it with more than yes or no tells that of something else."""


def is_of_no_part(triple: Triple) -> bool:
    """Whether a verb parts it where it should not: `he says he | can do 90`; half of a relative clause is nothing."""
    return BROKEN_SUBJECT.fullmatch(triple.subject) is not None and _RELATIVE.fullmatch(triple.subject) is None


def answer_of(found: Candidates, said: Said, question: str, sentence: Sentence, weight: float) -> None:
    """What a question and its answer state together, where the answer names something: `When is it? — On May 6`."""
    answer = sentence.text.rstrip(" .!")
    if sentence.asks or not is_specific(answer, sentence.language) or _OFFERS.match(question):
        return
    if sentence.language == "en":
        answer = of_speaker(answer, speaker_of(said))
    predicate = "answer" if sentence.language == "en" else "Antwort"
    found.fact(DailyFact(question, predicate, answer, said.session_id), weight)


def words_of(found: Candidates, said: Said, sentence: Sentence, weight: float) -> None:
    """What no verb cuts in three, in its speaker's words: `third floor, no lift`."""
    found.fact(DailyFact(speaker_of(said), "", as_line(said, sentence.text.rstrip(" .!")), said.session_id), weight)


def keep_fact(found: Candidates, said: Said, triple: Triple, weight: float, cue: float = 0.0) -> None:
    """As a fact; that the speaker said something is none. `cue`: how sure the form is in which it was said."""
    own = triple.subject.casefold() in (speaker_of(said).casefold(), "i", "ich")
    if own and (only_reports(triple.predicate) or _SUPPOSES.match(triple.predicate)):
        return
    if not said.is_person and ROUGHLY.search(f"{triple.predicate} {triple.object}") and not _names(triple.object):
        return
    object_ = _CHATTER.sub("", triple.object)
    triple = triple._replace(object=object_ if COUNTS.match(object_) else _NOW.sub("", object_))
    if triple.object.casefold() == "wir":  # German names first what is spoken of
        triple = Triple(triple.object, triple.predicate, triple.subject)
    triple = triple._replace(subject=bare_subject(triple.subject))
    if (
        _HIDDEN.match(triple.object)
        or BROKEN_SUBJECT.fullmatch(triple.subject)
        or TO_BE_KEPT.match(triple.subject)
        or _NO_OBJECT.match(triple.object)
        or '"' in triple.predicate  # a verb that was quoted parts it
    ):
        return
    if own and (goes_on := _GOES_ON_OF_ONESELF.search(triple.object)) is not None:
        more = triple.object[goes_on.end() :]
        told = triple_of(more, "de" if more.startswith("ich ") else "en", speaker_of(said))
        if told is not None:
            first = triple.object[: goes_on.start()]
            triple = triple._replace(object=f"{first}, {told.predicate} {told.object}")
        elif not more.startswith("ich "):
            triple = triple._replace(object=their(triple.object, "en", throughout=True))
    fact = DailyFact(
        triple.subject, "_".join(triple.predicate.split()), with_weekdays(triple.object, said.day), said.session_id
    )
    found.fact(fact, weight, cue)


def _names(text: str) -> bool:
    """Whether something in it has a form of its own that is no amount."""
    return IDENTIFIER.search(f" {_AMOUNT.sub(' ', text)}") is not None


def speaker_of(said: Said) -> str:
    """The name of who speaks, or the role."""
    return said.who or said.role
