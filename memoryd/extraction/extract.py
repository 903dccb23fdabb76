"""The built-in extractor: decisions, preferences, action items and facts of a day by cues and salience (002 §3).

It reads English and German. It states nothing that was not said: each line is a sentence of a speaker, each fact a
triple cut from one that reads as it was said.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Set
from functools import partial

from msgspec.structs import replace

from memoryd.extraction.answers import LONGEST_ANSWER, answer_to, offered
from memoryd.extraction.asked import asks_for_text, gives_text
from memoryd.extraction.cues import Section
from memoryd.extraction.ends import confirmed, tells_done, tells_open
from memoryd.extraction.found import (
    AT_FIRST,
    Agreed,
    Candidate,
    Candidates,
    Found,
    Heard,
    Said,
    Sentence,
    Told,
    Weigh,
    as_line,
)
from memoryd.extraction.judging import judge, read_sentence
from memoryd.extraction.keeping import answer_of, is_of_no_part, keep_fact, speaker_of, words_of
from memoryd.extraction.marks import (
    CONFIDES,
    FROM_THEN_ON,
    LINK,
    NOT_KNOWN,
    OPENS_TALK,
    PROPOSAL,
    TELLS_WHO,
    WORD,
    salience,
)
from memoryd.extraction.people import still_meant, with_those_in
from memoryd.extraction.result import DailyResult
from memoryd.extraction.spoken import own_sentences, told_apart, without_drafts
from memoryd.extraction.talk import (
    ACKNOWLEDGES,
    CHEERS,
    CODE,
    DISCLAIMS,
    FLEETS,
    LISTS_OPTIONS,
    NOW,
    WHY,
    WONDERS,
    WORKED,
    is_chat,
)
from memoryd.extraction.told_facts import BRIEF, EXPOSITION, FEWEST_WORDS, named, stands_alone
from memoryd.extraction.tongues import TONGUES
from memoryd.extraction.triples import triple_of
from memoryd.extraction.withdrawn import ANNOUNCED, BY_ITSELF, WITHDRAWN
from memoryd.extraction.worth import doubt, is_rather_a_fact, is_worth, section_of, signs_of
from memoryd.patterns import pattern as lazy_pattern
from memoryd.text.assent import REMINDS, agreed, agrees
from memoryd.text.clauses import IMAGINED, language_of
from memoryd.text.code import is_code
from memoryd.text.orders import drops_a_memory, without_orders
from memoryd.text.sentences import dated, is_question, sentences
from memoryd.text.taking_back import taken_back

LONGEST_SPEECH = 2000
"""Characters of what a person says; what is longer was pasted, and states nothing but of the speaker."""
_TALK = 4
"""Messages of a session behind which it is a conversation, where most of what is said is not to be kept."""
_FEWEST_IDENTIFIERS = 3
"""A long reply at work with so many of them reports it."""
_READ_FIRST, _READ_LAST = 20_000, 10_000
"""Characters of a message that are read: a longer one was pasted, and what is said of it stands before or behind it."""

_ALWAYS = lazy_pattern(
    r"\b(?:I|we)(?:['’]ll| will) (?:never|always)\b|\b(?:werde|werden) (?:ich |wir )?(?:nie|immer)\b", re.IGNORECASE
)
"""`I'll never forget the day`: nothing to be done once."""
_LAST_SENTENCES = 12
"""Of a message, among which its proposal is looked for."""
_SETTLED = 2.0
"""How sure it is that an answer decides."""


def extract_sure(
    messages: Iterable[Said], read: Mapping[str, float] = {}
) -> tuple[DailyResult, list[str], dict[int, str]]:
    """What is worth keeping, which of the decisions and preferences are sure enough to become notes, and what failed.

    That is, by its number, each message that could not be judged, with why. `read`: of what was `doubtful`, how surely
    it is worth keeping, in logits.
    """
    found = _all_of(messages, partial(is_worth, read=read))
    return found.result(), found.sure(), found.failed


def doubtful(messages: Iterable[Said]) -> list[str]:
    """What may be worth keeping and depends on who reads it, each once, what is in most doubt first."""
    texts: dict[str, int] = {}

    def weigh(signs: Set[str], one: Candidate) -> bool:
        if (near := doubt(signs, one)) is not None:
            texts[one.said] = min(near, texts.get(one.said, near))
        return False  # so that what is looked at when it is not kept is seen, too

    _all_of(messages, weigh)
    return sorted(texts, key=texts.__getitem__)


def told_by_sentence(messages: Iterable[Said], before: Heard = AT_FIRST) -> Told:
    """Which of what was said in one session is a decision, a preference or an action item.

    `before` is what the call for the messages before these returned as `heard`.
    """
    found = Found(is_worth, with_facts=False)
    for number, said in enumerate(messages):
        before = _next(found, number, said, before)
    return Told(found.told(), found.agreed, before, found.explained)


def _all_of(messages: Iterable[Said], weigh: Weigh = is_worth) -> Found:
    found = Found(weigh)
    hear(found, messages)
    return found


def hear(found: Found, messages: Iterable[Said]) -> None:
    """Take in what of the messages is worth keeping."""
    before: dict[str, Heard] = {}
    for number, said in enumerate(messages):
        before[said.session_id] = _next(found, number, said, before.get(said.session_id, AT_FIRST))


def _next(found: Found, number: int, said: Said, before: Heard) -> Heard:
    if said.role not in ("user", "assistant"):
        return replace(before, at_work=before.at_work or said.role == "tool")
    try:
        if said.role == "user" and "[[" in said.text:
            said = replace(said, text=without_orders(said.text))
        return _hear(found, number, said, before)
    except Exception as error:  # one message must not take its whole day along
        found.failed[number] = f"{type(error).__name__}: {error}"
        return before


def _hear(found: Found, number: int, said: Said, before: Heard) -> Heard:
    """Judge a message; `before` is what was said before it in its session. Returns what the next one may answer."""
    if len(said.text) > _READ_FIRST + _READ_LAST:
        said = replace(said, text=f"{said.text[:_READ_FIRST]}\n\n{said.text[-_READ_LAST:]}")
    spoken = language_of(said.text[:2000], before.language)
    speaker = said.who or said.role
    settled = _agreed(found, number, said, speaker, before) or _settled(found, said, speaker, before)
    announced = chosen = False
    is_asked = before.speaker != speaker and is_question(before.text) and not OPENS_TALK.fullmatch(before.text)
    question = before.text if is_asked else ""
    if found.with_facts and (done := confirmed(question, said.text)):
        found.end(done)
    at_work = before.at_work or (said.role == "user" and CODE.search(said.text) is not None)
    explains = _explains(said, before, at_work=at_work)
    if explains and not said.is_person and gives_text(said.text):
        found.explained.add(number)
    if said.role == "assistant" and gives_text(said.text):
        for request in before.requests:
            found.drop(request)
    last, own = "", ""
    mine: list[str] = []
    people = before.people.get(speaker, {})
    spoken_text = said.text if said.is_person else without_drafts(said.text)
    whole = list(sentences(spoken_text, is_person=said.is_person))
    for sentence in told_apart(own_sentences(whole) if said.is_person else whole):
        if is_code(sentence):
            continue
        text = dated(sentence, said.day)
        mine.append(text)
        read = replace(read_sentence(text, spoken, announced), people=people, in_talk=before.count >= _TALK)
        people = with_those_in(people, text, read.language, speaker)
        if found.with_facts and tells_done(text):
            found.end(text)
        announced = TONGUES[read.language].outcome_head.fullmatch(sentence) is not None
        earlier = "" if is_asked else before.last_lines.get(speaker, "")
        if _takes_back(found, read, as_line(said, last) if last else "", earlier):
            last = ""
            continue
        if own and agrees(sentence):
            found.line("decisions", as_line(said, f"{own} {sentence}"), 2.0, spoken=as_line(said, sentence))
        own = sentence if PROPOSAL.search(sentence) else ""
        if chosen and not read.asks and len(sentence.split()) <= LONGEST_ANSWER:
            found.line("decisions", as_line(said, text), 2.0)
        chosen = said.role == "user" and ANNOUNCED[read.language].fullmatch(sentence) is not None
        is_settled = announced or chosen or sentence.strip(" .!") in settled
        if not is_settled and WORD.search(LINK.sub("", read.judged)) and not sentence.endswith(":"):
            # What another said stands before an answer of few words only.
            is_answer = before.speaker == speaker or len(sentence.split()) < FEWEST_WORDS
            _keep(found, said, read, last or (before.text if is_answer else ""), question, explains=explains)
            question = ""
        last = text
    offer = offered(said.text)
    return Heard(
        speaker=speaker,
        text=last,
        said=tuple(mine[-_LAST_SENTENCES:]),
        by_worker=said.role == "assistant",
        whole=said.text[:LONGEST_SPEECH] if offer else "",
        offers={**before.offers, speaker: offer} if offer else before.offers,
        asked=bool(offer),
        language=spoken,
        at_work=at_work,
        explained=explains and len(said.text) <= EXPOSITION,
        requests=tuple(
            as_line(said, dated(one, said.day)) for one in whole if said.role == "user" and asks_for_text(one)
        ),
        people={**before.people, speaker: still_meant(people, said.text, spoken)},
        last_lines={**before.last_lines, speaker: as_line(said, last)} if last else before.last_lines,
        count=before.count + 1,
    )


def _agreed(found: Found, number: int, said: Said, speaker: str, before: Heard) -> str:
    """Keep what the message decides by agreeing to what another proposed; returns the words that did."""
    if before.speaker == speaker or before.explained or not (said.is_person or agrees(said.text)):
        return ""
    asked = [one for one in before.said if not (NOW.search(one) or OPENS_TALK.fullmatch(one))]
    own = before.last_lines.get(speaker, "")
    decided = agreed(asked, said.text[:LONGEST_SPEECH], by_worker=before.by_worker, before=own)
    if decided is None:
        return ""
    text, words = decided
    if CHEERS.search(text):
        return words
    section: Section = "action_items" if REMINDS.search(text) else "decisions"
    one = Candidate(section, _SETTLED, as_line(said, text), _SETTLED)
    if _weighs(found, said, before, text, one, "agreed"):
        found.take(one)
        found.agreed[number] = Agreed(one.text, words)
    return words


def _weighs(found: Found, said: Said, before: Heard, text: str, one: Candidate, how: str) -> bool:
    """Whether what an answer decides of what was said before it is worth keeping. `how`: the form of the answer."""
    read = read_sentence(text, language_of(text, language_of(said.text)), announced=False)
    sentence = replace(read, in_talk=before.count >= _TALK)
    return found.weigh({*signs_of(sentence, said, answers=True), "is.answer", f"is.{how}"}, one)


def _settled(found: Found, said: Said, speaker: str, before: Heard) -> str:
    """Keep what the message settles of an offer before it; returns the words that did."""
    if before.speaker == speaker or not said.is_person:
        return ""
    offer = before.offers.get(before.speaker if before.asked else speaker, "")
    answer = answer_to(offer, before.whole, said.text)
    if answer is None:
        return ""
    one = Candidate("decisions", _SETTLED, as_line(said, answer[0]), spoken=as_line(said, answer[1]))
    if _weighs(found, said, before, answer[0], one, "chosen"):
        found.take(one)
    return answer[1]


def _takes_back(found: Found, read: Sentence, last: str, earlier: str) -> bool:
    """Whether the speaker does not stand by the sentence; one that takes back theirs before it drops that, too.

    `last`: the line of the sentence before it in the same message; `earlier`: of their message before that.
    """
    is_back = taken_back(read.text) is not None
    if not is_back and WITHDRAWN[read.language].search(read.judged) is None:
        return False
    if len(read.text.split()) <= BY_ITSELF and (gone := last or (earlier if is_back else "")):
        found.drop(gone)
    return True


def _keep(found: Found, said: Said, sentence: Sentence, last: str, question: str, *, explains: bool) -> None:
    """Keep what of a sentence is worth it. `last`: the sentence before; `question`: what it may answer."""
    is_person = said.is_person
    if IMAGINED.match(sentence.judged):
        return
    if drops_a_memory(sentence.text) if is_person else _says_nothing_new(sentence.judged):
        return
    candidates = Candidates(with_facts=found.with_facts)
    judge(candidates, said, sentence, last, explains=explains)
    if not candidates.all and (
        explains or WONDERS.match(sentence.judged) or (not is_person and len(said.text) > BRIEF)
    ):
        return
    signs = signs_of(sentence, said, answers=bool(question))
    kept = [one for one in candidates.all if found.weigh(signs, one)]
    is_told = any(one.fact is not None for one in kept)
    for one in kept:
        if not is_rather_a_fact(signs, one) or not (is_told or _keep_as_fact(found, said, sentence, "", one)):
            found.take(one)
    if not kept:
        words = sentence.text.split()
        answers = question and len(words) <= LONGEST_ANSWER and not (WONDERS.match(question) or NOW.search(question))
        if sentence.asks and not answers:
            return
        text = f"{question} {sentence.text}" if answers else sentence.text
        alone = Candidate(None, 1.0 + salience(sentence.text), as_line(said, text), 0.0, as_line(said, sentence.text))
        if found.weigh(signs, alone):
            section = section_of(signs)
            if section == "preferences" and NOT_KNOWN.search(sentence.judged):
                return
            if section == "action_items" and not _is_to_be_done(said, sentence):
                section = "facts"
            if section == "facts" or not (is_person and is_chat(sentence.judged, section)):
                asked = question if answers else ""
                one = replace(alone, section=section)
                _keep_alone(found, said, sentence, last, asked, signs, one, explains=explains)


def _is_to_be_done(said: Said, sentence: Sentence) -> bool:
    """Whether what only its words make an action item may be one: nothing done, nor how an assistant says it is."""
    text = sentence.text
    if CONFIDES.search(text) or tells_done(text) or _ALWAYS.search(text):
        return False
    if TELLS_WHO.match(text) or FROM_THEN_ON.match(text):
        return False
    triple = None if said.is_person or tells_open(text) else triple_of(text, sentence.language, speaker_of(said))
    return triple is None or triple.subject == speaker_of(said)


def _says_nothing_new(judged: str) -> bool:
    """Whether an assistant speaks of itself, lists what may be chosen, or says again what it was told."""
    return (
        DISCLAIMS.search(judged) is not None
        or LISTS_OPTIONS.match(judged) is not None
        or ACKNOWLEDGES.match(judged) is not None
    )


def _keep_alone(
    found: Found,
    said: Said,
    sentence: Sentence,
    last: str,
    question: str,
    signs: Set[str],
    one: Candidate,
    *,
    explains: bool,
) -> None:
    """Keep a sentence in which no cue found anything that is worth it. `question`: what it answers."""
    if not found.with_facts:
        candidates = Candidates()
        judge(candidates, said, sentence, last, explains=explains)
        if any(found.weigh(signs, each) for each in candidates.all):
            return  # of such a fact the line would say nothing more
    if one.section != "facts":
        found.take(one)
    else:
        _keep_as_fact(found, said, sentence, question, one)


def _keep_as_fact(found: Found, said: Said, sentence: Sentence, question: str, one: Candidate) -> bool:
    """Keep what a sentence tells, cut in three where a verb does so; whether there is anything.

    `question`: what it answers.
    """
    if not found.with_facts or FLEETS.match(sentence.judged):
        return False
    candidates = Candidates()
    triple = triple_of(sentence.text, sentence.language, speaker_of(said))
    if triple is not None and (whom := named(triple, sentence, 0, speaker_of(said))):
        triple = triple._replace(subject=whom)
    if triple is not None and stands_alone(triple):
        keep_fact(candidates, said, triple, one.weight)
    if not candidates.all and question:
        answer_of(candidates, said, question, sentence, one.weight)
    if not candidates.all and (triple is None or is_of_no_part(triple)):
        words_of(candidates, said, sentence, one.weight)
    for fact in candidates.all:
        found.take(fact)
    return bool(candidates.all)


def _explains(said: Said, before: Heard, *, at_work: bool) -> bool:
    """Whether a message is a text about something, pasted or composed, and no speech at work."""
    if said.is_person:
        return len(said.text) > LONGEST_SPEECH
    if before.requests and not before.at_work and gives_text(said.text):
        return True
    reports = at_work or WORKED.search(said.text) is not None
    if len(said.text) <= EXPOSITION:
        asked = any(WONDERS.match(one) and not WHY.search(one) for one in before.said[-2:])
        return asked and not reports and CODE.search(said.text) is None
    return not reports or len(CODE.findall(said.text)) < _FEWEST_IDENTIFIERS
