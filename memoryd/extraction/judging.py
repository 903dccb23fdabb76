"""One sentence of a message, read and judged: which of the cues it has, and whether it means what they say."""

from __future__ import annotations

import re

from memoryd.extraction.cues import Cue, Tongue
from memoryd.extraction.found import Candidates, Said, Sentence, as_line
from memoryd.extraction.keeping import words_of
from memoryd.extraction.marks import (
    BUT,
    CONFIDES,
    FAULT,
    JOKE,
    NAMED,
    NOT_KNOWN,
    ONCE,
    OPENS_TALK,
    ROUTINE,
    SENT_OUT,
    SHOWN,
    SHOWS_BACK,
    TELL_ME,
    TO_BE_KEPT,
    has_form,
    salience,
)
from memoryd.extraction.open_ends import NOTHING_OPEN, open_end
from memoryd.extraction.people import tells_cannot_have
from memoryd.extraction.talk import ADVISES, CHEERS, LIKES_IT, MUST_BE, OF_ONESELF
from memoryd.extraction.told_facts import FEWEST_WORDS, facts_of, state, told_beside
from memoryd.extraction.tongues import TONGUES
from memoryd.extraction.triples import is_verb
from memoryd.extraction.withdrawn import OVER, STILL
from memoryd.extraction.worth import RULE
from memoryd.patterns import pattern as lazy_pattern
from memoryd.text.clauses import DOUBTED, REPORTED, SUPPOSED, UNSURE, Language, clause_starts, language_of, masked
from memoryd.text.sentences import is_question

_FEW_WORDS = 9
"""Of a sentence that may mean nothing without the one before it."""
_VERSION = lazy_pattern(r"[a-z]+ \d+\.\d")
"""A language, and no command: `go 1.22, sqlite`."""
_OF_THEM = lazy_pattern(r"(?:(?:and|but|so|und|aber) )?(?:he|she|er)(?:['’]\w+)?\b", re.IGNORECASE)
"""It begins with somebody whom only the sentence before it names."""
LONGEST_JOKE = 200
"""Characters."""
LONGEST_CONTEXT = 200
"""Characters of the sentence that is then put before it."""
LONGEST_TEXT = 8000
"""Characters of a pasted text; in a longer one only what its speaker says of themselves counts."""


def read_sentence(text: str, spoken: Language, announced: bool) -> Sentence:
    """What its form tells; `spoken`: the language of what stands around it, `announced`: that an outcome follows."""
    language = language_of(text, spoken)
    judged = _without_reports(masked(text), language)
    return Sentence(
        text=text,
        judged=judged,
        starts=clause_starts(judged),
        language=language,
        asks=is_question(text),
        supposed=SUPPOSED[language].search(judged) is not None,
        unsure=UNSURE[language].search(judged) is not None,
        tells_outcome=announced,
    )


def _without_reports(text: str, language: Language) -> str:
    """What others said is taken out, and what the speaker knows nothing of, up to where the speaker goes on."""
    if doubted := DOUBTED[language].search(text):
        text = _masked_from(text, doubted.end(), doubted.end())
    reported = REPORTED[language].search(text)
    if reported is None:
        return text
    begin = max((at.end() for at in BUT.finditer(text, 0, reported.start())), default=0)
    return _masked_from(text, begin, reported.end())


def _masked_from(text: str, begin: int, said: int) -> str:
    """From `begin` on without words, up to where the speaker goes on behind `said`."""
    goes_on = BUT.search(text, said)
    end = len(text) if goes_on is None or ":" in text[said - 1 : said + 1] else goes_on.start()
    return text[:begin] + "".join(" " if char == " " else "q" for char in text[begin:end]) + text[end:]


def judge(found: Candidates, said: Said, sentence: Sentence, last: str, *, explains: bool) -> None:
    """Look for what the cues find. `last`: the sentence before, without which a short one may say nothing."""
    tongue = TONGUES[sentence.language]
    if OVER[sentence.language].search(sentence.judged) and not STILL[sentence.language].search(sentence.judged):
        return
    # What an assistant without a name says is advice and small talk: only what it did, found, and marks of it count.
    is_person = said.is_person
    if len(said.text) > LONGEST_TEXT and not OF_ONESELF.search(sentence.judged):
        return
    is_at_work = tongue.at_work.search(sentence.judged) is not None
    for cue in tongue.cues:
        if not (is_person or cue.anyone) or (explains and not is_person) or (cue.at_work and not is_at_work):
            continue
        if cue.section == "action_items" and not is_person and ADVISES.match(sentence.judged):
            continue
        match = _said(cue, tongue, sentence)
        if match is None or (cue.section == "decisions" and len(said.text) <= LONGEST_JOKE and JOKE.match(said.text)):
            continue
        weight = cue.weight + salience(sentence.text)
        _keep_line(found, said, sentence, last, cue, weight)
        if cue.predicate and found.with_facts:
            state(found, said, cue, match, sentence.text, sentence.language, weight)
        if found.with_facts:
            told_beside(found, said, sentence, tongue, cue, weight)
        return
    if is_person and not explains and not sentence.asks and _commands(sentence):
        found.line("action_items", as_line(said, sentence.text), 0.8 + salience(sentence.text))
        return
    if sentence.asks:
        return
    if not sentence.unsure:
        _look_for_facts(found, said, sentence, tongue, explains=explains)
    if is_person and not found.all and tells_cannot_have(sentence.judged, sentence.language):
        found.line("preferences", as_line(said, _whole(sentence, last)), RULE, RULE, as_line(said, sentence.text))


def _look_for_facts(found: Candidates, said: Said, sentence: Sentence, tongue: Tongue, *, explains: bool) -> None:
    """What no cue found: what is left open, and what the sentence tells."""
    is_person = said.is_person
    if not explains and open_end(sentence.language, sentence.judged, sentence.starts, is_person=is_person):
        # What else the sentence tells is a fact all the same.
        found.line("action_items", as_line(said, sentence.text), 1.3 + salience(sentence.text))
    if found.with_facts and not sentence.supposed:
        facts_of(found, said, sentence, tongue, is_person, explains)


def _keep_line(found: Candidates, said: Said, sentence: Sentence, last: str, cue: Cue, weight: float) -> None:
    """In the section of the cue; what has to be done again and again is never done, and how somebody's week is."""
    if cue.section == "action_items" and found.with_facts and ROUTINE.search(sentence.judged):
        words_of(found, said, sentence, weight)
    else:
        spoken = as_line(said, sentence.text)
        found.line(cue.section, as_line(said, _whole(sentence, last)), weight, cue.weight, spoken)


def _whole(sentence: Sentence, last: str) -> str:
    """The sentence; behind the one before it where it says little alone: `put it on the list`, `steht noch aus`."""
    text, words = sentence.text, sentence.text.split()
    if OPENS_TALK.fullmatch(last):
        return text
    before = last if last.endswith((".", "!", "?", ":", ";", ",", "…")) else f"{last};"
    if last and len(last) <= LONGEST_CONTEXT and (SHOWS_BACK.match(text) or _OF_THEM.match(text)):
        return f"{before} {text}"
    names = NAMED.search(text) is not None or has_form(text)  # in German, every noun
    if not last or names or len(words) > _FEW_WORDS or len(last) > LONGEST_CONTEXT:
        return text
    return f"{before} {text}" if len(words) < FEWEST_WORDS - 1 or SHOWN.search(sentence.judged) else text


def _commands(sentence: Sentence) -> bool:
    """Whether it tells the listener to do something with a thing that has a form of its own; to show it is no task."""
    words = sentence.judged[sentence.starts[-1] if len(sentence.starts) == 1 else 0 :].casefold().split()
    if len(words) < FEWEST_WORDS:
        return False
    first = words[1] if words[:1] == ["please"] else words[0]
    return (
        sentence.language == "en" and is_verb(first) and first not in TELL_ME and not _VERSION.match(" ".join(words))
        and not first.endswith(("s", "ed")) and has_form(sentence.text)
    )  # fmt: skip


def _said(cue: Cue, tongue: Tongue, sentence: Sentence) -> re.Match[str] | None:
    if sentence.asks and not cue.asks:
        return None
    if (sentence.supposed or sentence.unsure) and not cue.firm:
        return None
    kept = TO_BE_KEPT.match(sentence.judged) if cue.section == "preferences" else None
    if kept is not None:
        match = None if cue.predicate else cue.find(sentence.judged[kept.end() :], [0])
    else:
        match = cue.find(sentence.judged, sentence.starts)
    # Few sentences have a cue, so what stands against one is looked for behind it.
    is_meant = match is not None and not _is_otherwise_meant(cue, tongue, sentence, is_kept=kept is not None)
    return match if is_meant else None


def _is_otherwise_meant(cue: Cue, tongue: Tongue, sentence: Sentence, *, is_kept: bool) -> bool:
    """Whether the sentence speaks against the section of a cue that it has."""
    if cue.section == "action_items" and (
        CONFIDES.search(sentence.text) or NOTHING_OPEN.match(sentence.judged) or MUST_BE.search(sentence.judged)
    ):
        return True
    if cue.section == "preferences" and (
        LIKES_IT.match(sentence.judged)
        or FAULT.match(sentence.judged)
        or ONCE.search(sentence.judged)
        or NOT_KNOWN.search(sentence.judged)
    ):
        return True
    if is_kept or cue.section == "facts":
        return False
    if CHEERS.search(sentence.judged):
        return True
    is_not_done = tongue.negated.search(sentence.judged) or SENT_OUT.search(sentence.judged)
    return cue.section == "decisions" and is_not_done is not None
