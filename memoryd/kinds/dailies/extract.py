"""The built-in extractor: decisions, preferences, action items and facts of a day by cues and salience (002 §3).

It reads English and German. It states nothing that was not said: each line is a sentence of a speaker, each fact a
triple cut from one that reads as it was said.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from msgspec.structs import replace

from memoryd.kinds.dailies.answers import LONGEST_ANSWER, answer_to, offered
from memoryd.kinds.dailies.cues import Cue, Section, Tongue
from memoryd.kinds.dailies.daily import DailyFact, DailyResult
from memoryd.kinds.dailies.english import ENGLISH
from memoryd.kinds.dailies.found import AT_FIRST, Found, Heard, Said, Sentence
from memoryd.kinds.dailies.german import GERMAN
from memoryd.kinds.dailies.marks import (
    APART,
    BUT,
    DATE_NOTE,
    ELIDED,
    ENDED,
    GENERAL,
    HEAD,
    HEARSAY,
    IDENTIFIER,
    INSTEAD,
    IS_SO,
    JOKE,
    LABEL,
    NAME,
    NAMED,
    NO_LABEL,
    NO_SUBJECT,
    NOT_A_SAYER,
    NUMBER,
    OFFERED,
    PROPOSAL,
    REPORT,
    SHOWN,
    TELL_ME,
    THERE,
    WORD,
)
from memoryd.kinds.dailies.open_ends import NOTHING_OPEN, open_end
from memoryd.kinds.dailies.triples import Triple, is_verb, their, triple_of
from memoryd.kinds.dailies.withdrawn import ANNOUNCED, BY_ITSELF, OVER, STILL, WITHDRAWN
from memoryd.kinds.ends import tells_done
from memoryd.text.assent import YES
from memoryd.text.clauses import (
    REPORTED,
    SUPPOSED,
    UNSURE,
    Language,
    clause_starts,
    language_of,
    masked,
)
from memoryd.text.code import is_code
from memoryd.text.sentences import dated, is_question, sentences
from memoryd.text.verbs import only_reports

LONGEST_SPEECH = 2000
"""Characters of what a person says; what is longer was pasted, and states nothing but of the speaker."""
_FEWEST_IDENTIFIERS = 3
"""A long reply with so many of them reports work."""
_READ_FIRST, _READ_LAST = 20_000, 10_000
"""Characters of a message that are read: a longer one was pasted, and what is said of it stands before or behind it."""
BRIEF = 450
"""Characters of an assistant's reply; what a longer one states counts only with something that names one thing."""
EXPOSITION = 900
"""Characters of an assistant's reply; a longer one explains, and only its marked lines and outcomes count."""

_TONGUES = {"en": ENGLISH, "de": GERMAN}
_FEWEST_WORDS = 4
_FEW_WORDS = 9
"""Of a sentence that may mean nothing without the one before it."""
LONGEST_JOKE = 200
"""Characters."""
LONGEST_CONTEXT = 200
"""Characters of the sentence that is then put before it."""
_FEWEST_ELIDED = 6


def extract(messages: Iterable[Said]) -> DailyResult:
    """What of the messages is worth keeping."""
    return _all_of(messages).result()


def extract_sure(messages: Iterable[Said]) -> tuple[DailyResult, list[str], dict[int, str]]:
    """The same, which of the decisions and preferences are sure enough to become notes, and what failed.

    That is, by its number, each message that could not be judged, with why.
    """
    found = _all_of(messages)
    return found.result(), found.sure(), found.failed


def told_by_sentence(messages: Iterable[Said], before: Heard = AT_FIRST) -> tuple[dict[str, Section], Heard]:
    """Which of what was said in one session, by its folded sentences, is a decision, a preference or an action item.

    `before` is what the call for the messages before these returned beside it.
    """
    found = Found(with_facts=False)
    for number, said in enumerate(messages):
        before = _next(found, number, said, before)
    return found.told(), before


def _all_of(messages: Iterable[Said]) -> Found:
    found = Found()
    before: dict[str, Heard] = {}
    for number, said in enumerate(messages):
        before[said.session_id] = _next(found, number, said, before.get(said.session_id, AT_FIRST))
    return found


def _next(found: Found, number: int, said: Said, before: Heard) -> Heard:
    if said.role not in ("user", "assistant"):
        return before
    try:
        return _hear(found, said, before)
    except Exception as error:  # one message must not take its whole day along
        found.failed[number] = f"{type(error).__name__}: {error}"
        return before


def _hear(found: Found, said: Said, before: Heard) -> Heard:
    """Judge a message; `before` is what was said before it in its session. Returns what the next one may answer."""
    if len(said.text) > _READ_FIRST + _READ_LAST:
        said = replace(said, text=f"{said.text[:_READ_FIRST]}\n\n{said.text[-_READ_LAST:]}")
    spoken = language_of(said.text[:2000], before.language)
    speaker = said.who or said.role
    settled = _settled(found, said, speaker, before)
    announced = chosen = False
    last, own = "", ""
    for sentence in sentences(said.text):
        if is_code(sentence):
            continue
        text = dated(sentence, said.day)
        read = _read(text, spoken, announced)
        if found.with_facts and tells_done(text):
            found.end(text)
        announced = _TONGUES[read.language].outcome_head.fullmatch(sentence) is not None
        if _takes_back(found, said, read, last):
            last = ""
            continue
        if own and YES.fullmatch(sentence):
            found.line("decisions", _as_line(said, f"{own} {sentence}"), 2.0, spoken=_as_line(said, sentence))
        own = sentence if PROPOSAL.search(sentence) else ""
        if chosen and not read.asks and len(sentence.split()) <= LONGEST_ANSWER:
            found.line("decisions", _as_line(said, text), 2.0)
        chosen = said.role == "user" and ANNOUNCED[read.language].fullmatch(sentence) is not None
        if not announced and not chosen and WORD.search(read.judged) and sentence.strip(" .!") not in settled:
            _judge(found, said, read, last or before.text)
        last = text
    offer = offered(said.text)
    mine = {**before.offers, speaker: offer} if offer else before.offers
    return Heard(
        speaker=speaker,
        text=last,
        whole=said.text[:LONGEST_SPEECH] if offer else "",
        offers=mine,
        asked=bool(offer),
        language=spoken,
    )


def _settled(found: Found, said: Said, speaker: str, before: Heard) -> str:
    """Keep what the message settles of an offer before it; returns the words that did."""
    offer, by_other = "", True
    if before.speaker != speaker and before.asked:
        offer = before.offers.get(before.speaker, "")
    elif before.speaker != speaker:
        offer, by_other = before.offers.get(speaker, ""), False
    answer = answer_to(offer, before.whole, said.text, by_other=by_other)
    if answer is None or (said.role != "user" and said.who is None and YES.fullmatch(answer[1]) is None):
        return ""
    found.line("decisions", _as_line(said, answer[0]), 2.0, spoken=_as_line(said, answer[1]))
    return answer[1]


def _takes_back(found: Found, said: Said, read: Sentence, last: str) -> bool:
    """Whether the speaker does not stand by the sentence; one that takes back the one before drops that, too."""
    if WITHDRAWN[read.language].search(read.judged) is None:
        return False
    if last and len(read.text.split()) <= BY_ITSELF:
        found.drop(_as_line(said, last))
    return True


def _read(text: str, spoken: Language, announced: bool) -> Sentence:
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
    """What others said is taken out, up to where the speaker goes on."""
    reported = REPORTED[language].search(text)
    if reported is None:
        return text
    begin = max((at.end() for at in BUT.finditer(text, 0, reported.start())), default=0)
    goes_on = BUT.search(text, reported.end())
    end = len(text) if goes_on is None or text[reported.end() - 1 : reported.end()] == ":" else goes_on.start()
    return text[:begin] + "".join(" " if char == " " else "q" for char in text[begin:end]) + text[end:]


def _judge(found: Found, said: Said, sentence: Sentence, last: str) -> None:
    """`last`: the sentence before, without which a short one may say nothing."""
    tongue = _TONGUES[sentence.language]
    if OVER[sentence.language].search(sentence.judged) and not STILL[sentence.language].search(sentence.judged):
        return
    # What an assistant without a name says is advice and small talk: only what it did, found, and marks of it count.
    is_person = said.role == "user" or said.who is not None
    explains = _explains(said, is_person)
    for cue in tongue.cues:
        if not (is_person or cue.anyone) or (explains and not is_person):
            continue
        match = _said(cue, tongue, sentence)
        if match is None or (cue.section == "decisions" and len(said.text) <= LONGEST_JOKE and JOKE.match(said.text)):
            continue
        weight = cue.weight + _salience(sentence.text)
        found.line(
            cue.section, _as_line(said, _whole(sentence, last)), weight, cue.weight, _as_line(said, sentence.text)
        )
        if cue.predicate and found.with_facts:
            _state(found, said, cue, match, sentence, weight)
        if found.with_facts and INSTEAD.search(sentence.judged) and not (sentence.asks or sentence.supposed):
            _replacement(found, said, sentence, tongue, weight)
        return
    if is_person and not explains and not sentence.asks and _commands(sentence):
        found.line("action_items", _as_line(said, sentence.text), 0.8 + _salience(sentence.text))
        return
    if sentence.asks or sentence.unsure:
        return
    if not explains and open_end(sentence.language, sentence.judged, sentence.starts, is_person=is_person):
        # What else the sentence tells is a fact all the same.
        found.line("action_items", _as_line(said, sentence.text), 1.3 + _salience(sentence.text))
    if found.with_facts and not sentence.supposed:
        _facts(found, said, sentence, tongue, is_person, explains)


def _whole(sentence: Sentence, last: str) -> str:
    """The sentence; behind the one before it where it says little alone: `put it on the list`, `steht noch aus`."""
    text, words = sentence.text, sentence.text.split()
    names = NAMED.search(text) is not None or _has_form(text)  # in German, every noun
    if not last or names or len(words) > _FEW_WORDS or len(last) > LONGEST_CONTEXT:
        return text
    return f"{last} {text}" if len(words) < _FEWEST_WORDS - 1 or SHOWN.search(sentence.judged) else text


def _commands(sentence: Sentence) -> bool:
    """Whether it tells the listener to do something with a thing that has a form of its own; to show it is no task."""
    words = sentence.judged[sentence.starts[-1] if len(sentence.starts) == 1 else 0 :].casefold().split()
    if len(words) < _FEWEST_WORDS:
        return False
    first = words[1] if words[:1] == ["please"] else words[0]
    return (
        sentence.language == "en" and is_verb(first) and first not in TELL_ME
        and not first.endswith(("s", "ed")) and _has_form(sentence.text)
    )  # fmt: skip


def _replacement(found: Found, said: Said, sentence: Sentence, tongue: Tongue, weight: float) -> None:
    """What it names in place of what was so: a decision about a thing tells how that is, too."""
    triple = triple_of(sentence.text[sentence.starts[0] :], sentence.language, _who(said))
    own = triple is None or triple.subject.casefold() in ("we", "wir", _who(said).casefold())
    if (
        triple is not None
        and not own
        and not tongue.vague.fullmatch(triple.subject)
        and _is_subject(triple.subject, said)
    ):
        _keep(found, said, triple, weight)


def _explains(said: Said, is_person: bool) -> bool:
    """Whether a message is a text about something, pasted or composed, and no speech at work."""
    if is_person:
        return len(said.text) > LONGEST_SPEECH
    return len(said.text) > EXPOSITION and len(IDENTIFIER.findall(said.text)) < _FEWEST_IDENTIFIERS


def _said(cue: Cue, tongue: Tongue, sentence: Sentence) -> re.Match[str] | None:
    if sentence.asks and not cue.asks:
        return None
    if (sentence.supposed or sentence.unsure) and not cue.firm:
        return None
    if cue.section == "action_items" and NOTHING_OPEN.match(sentence.judged):
        return None
    match = cue.find(sentence.judged, sentence.starts)
    if match is None or (cue.section == "decisions" and tongue.negated.search(sentence.judged)):
        return None
    return match


def _facts(found: Found, said: Said, sentence: Sentence, tongue: Tongue, is_person: bool, explains: bool) -> None:
    weight = _salience(sentence.text)
    if sentence.judged and tongue.unreal.search(sentence.judged):
        return
    # Each clause may tell something of the speaker.
    own = [part for part in _parts(sentence) if is_person and _personal(found, said, sentence, tongue, part)]
    if own:
        for begin, end in _parts(sentence):
            judged = sentence.judged[begin:end]
            if (begin, end) not in own and tongue.kin.match(judged):
                _statement(found, said, sentence.language, sentence.text[begin:end], judged, tongue, is_person, weight)
        return
    if not tongue.fleeting.search(sentence.judged):
        for start in sentence.starts:
            told = sentence.tells_outcome or tongue.outcome.match(sentence.judged, start) is not None
            if told and _outcome(found, said, sentence, start, weight + 1.5, tongue, explains):
                return
    if explains:
        return
    report = REPORT.fullmatch(sentence.text)
    if (
        is_person
        and report is not None
        and not NOT_A_SAYER.match(report["who"])
        and _is_specific(report["what"], sentence.language)
    ):
        _keep(found, said, Triple(report["who"], report["verb"], report["what"].rstrip(" .!")), weight)
        return
    for begin, end in _parts(sentence):
        part = sentence.text[begin:end]
        if not tongue.fleeting.search(sentence.judged, begin, end):
            _statement(found, said, sentence.language, part, sentence.judged[begin:end], tongue, is_person, weight)


def _parts(sentence: Sentence) -> list[tuple[int, int]]:
    """Where the main clauses of a sentence stand."""
    begin = sentence.starts[0]
    parts = []
    for apart in APART.finditer(sentence.judged, begin):
        parts.append((begin, apart.start()))
        begin = apart.end()
    return [*parts, (begin, len(sentence.text))]


def _personal(found: Found, said: Said, sentence: Sentence, tongue: Tongue, part: tuple[int, int]) -> bool:
    begin, end = part
    judged = sentence.judged[begin:end]
    starts = clause_starts(judged)
    for cue in tongue.personal:
        match = cue.find(judged, starts)
        if match is not None and not tongue.fleeting.search(judged[: match.start() + 12]):
            moved = cue.find(sentence.text[begin:end], starts) or match
            return _state(found, said, cue, moved, sentence, cue.weight + _salience(sentence.text))
    return False


def _outcome(
    found: Found, said: Said, sentence: Sentence, start: int, weight: float, tongue: Tongue, explains: bool
) -> bool:
    text, who, language = sentence.text[start:], _who(said), sentence.language
    if len(text.split()) < _FEWEST_WORDS or (explains and not _is_specific(text, language)):
        return False
    head = HEAD.fullmatch(text)
    triple: Triple | None
    first = text.split()[0].casefold()
    if head is not None:
        triple = triple_of(head["rest"], language, who) or Triple(head["head"], "is", head["rest"].strip(" .!"))
    elif language == "en" and ELIDED.match(text):
        if explains or (len(text.split()) < _FEWEST_ELIDED and not _has_form(text)):
            return False
        triple = Triple(who, first, text[len(first) :].strip(" .!"))
    else:
        triple = triple_of(text, language, who)
    if triple is None or (tongue.vague.fullmatch(triple.subject) and not _has_form(triple.object)):
        return False
    if tongue.vague.fullmatch(triple.subject):
        if not (sentence.tells_outcome or IS_SO.match(triple.predicate)):
            return False
        triple = triple._replace(subject="cause" if language == "en" else "Ursache")
    _keep(found, said, triple, weight)
    return True


def _statement(
    found: Found,
    said: Said,
    language: Language,
    text: str,
    judged: str,
    tongue: Tongue,
    is_person: bool,
    weight: float,
) -> None:
    if HEARSAY.match(text) or (not is_person and GENERAL.match(text) and not IDENTIFIER.search(text)):
        return
    label = LABEL.fullmatch(text)
    if (
        label is not None
        and is_person
        and len(said.text) < EXPOSITION
        and _has_form(label["value"])
        and not NO_LABEL.match(text)
    ):
        _keep(
            found,
            said,
            Triple(label["label"], "is" if language == "en" else "ist", label["value"].strip(" .!")),
            weight,
        )
        return
    triple = triple_of(text, language, _who(said))
    if triple is not None and not is_person and OFFERED.match(triple.predicate):
        return
    if triple is None or len(text.split()) < _FEWEST_WORDS - 1 or tongue.vague.fullmatch(triple.object):
        return
    there = THERE.match(text) is not None
    if tongue.vague.fullmatch(triple.subject) and not there:
        return
    whole = f"{triple.subject} {triple.object}"
    if (tongue.talk.search(judged) and not _has_form(whole)) or not _is_subject(triple.subject, said):
        return
    telling = (
        tongue.telling.search(judged) is not None
        or ENDED.search(triple.predicate) is not None
        or tongue.kin.match(judged) is not None
    )
    if not is_person and len(said.text) > BRIEF:
        worth = telling and IDENTIFIER.search(text) is not None
    elif not is_person:
        worth = _has_form(whole) and (telling or IDENTIFIER.search(text) is not None)
    else:
        worth = telling or there or _has_form(whole) or _is_specific(triple.object, language)
    if worth:
        _keep(found, said, triple, weight)


def _is_subject(text: str, said: Said) -> bool:
    """Whether it names what is spoken of: no pronoun in it, no comma, not the verb of a command."""
    words = text.casefold().split()
    own = text == _who(said) or words[0] in ("we", "wir", "there", "es")
    return own or not (text.endswith(",") or NO_SUBJECT.search(text) or is_verb(words[0]))


def _state(found: Found, said: Said, cue: Cue, match: re.Match[str], sentence: Sentence, weight: float) -> bool:
    """A triple about the speaker."""
    groups = match.groupdict()
    object_ = (groups.get("object") or "").strip(" .,!?:;~*")
    if not object_ or _TONGUES[sentence.language].vague.fullmatch(object_):
        return False
    parts = [groups.get("verb"), groups.get("attribute")]
    words = next((part for part in parts if part), "")
    predicate = cue.predicate.format("_".join(words.casefold().replace("'s", "").split()))
    _keep(found, said, Triple(_who(said), predicate, their(object_, sentence.language)), weight)
    return True


def _keep(found: Found, said: Said, triple: Triple, weight: float) -> None:
    """As a fact; that the speaker said something is none."""
    if triple.subject.casefold() in (_who(said).casefold(), "i", "ich") and only_reports(triple.predicate):
        return
    found.fact(DailyFact(triple.subject, "_".join(triple.predicate.split()), triple.object, said.session_id), weight)


def _who(said: Said) -> str:
    return said.who or said.role


def _as_line(said: Said, sentence: str) -> str:
    return f"{said.who}: {sentence}" if said.who else sentence


def _is_specific(text: str, language: Language) -> bool:
    """Whether it names something: a number, a date, a name, an identifier."""
    return _has_form(text) or NAME[language].search(f" {text}") is not None


def _has_form(text: str) -> bool:
    text = DATE_NOTE.sub("", text)
    return NUMBER.search(text) is not None or IDENTIFIER.search(f" {text}") is not None


def _salience(sentence: str) -> float:
    """Names and numbers weigh more; chatter is short, rambling is long."""
    names = min(3, len(NAMED.findall(sentence)))
    words = len(sentence.split())
    return 0.25 * names + (0.4 if NUMBER.search(sentence) else 0.0) - (0.3 if words < 5 or words > 40 else 0.0)
