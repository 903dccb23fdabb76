"""The built-in extractor: decisions, preferences, action items and facts of a day by cues and salience (002 §3).

It reads English and German. It states nothing that was not said: each line is a sentence of a speaker, each fact a
triple cut from one that reads as it was said.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from datetime import date

import msgspec

from memoryd.kinds.dailies.cues import Cue, Section, Tongue
from memoryd.kinds.dailies.daily import DailyFact, DailyResult
from memoryd.kinds.dailies.english import ENGLISH
from memoryd.kinds.dailies.german import GERMAN
from memoryd.kinds.dailies.marks import (
    APART,
    BUT,
    DATE_NOTE,
    ELIDED,
    GENERAL,
    HEAD,
    HEARSAY,
    IDENTIFIER,
    LABEL,
    NAME,
    NAMED,
    NO_LABEL,
    NO_SUBJECT,
    NOT_A_SAYER,
    NUMBER,
    PROPOSAL,
    REPORT,
    TELL_ME,
    THERE,
    WORD,
    YES,
)
from memoryd.kinds.dailies.open_ends import NOTHING_OPEN, open_end
from memoryd.kinds.dailies.triples import Triple, is_verb, triple_of
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
from memoryd.types import fold

MOST_FACTS = 60
MOST_LINES = 30
"""Lines of each other section."""
SURE = 1.9
"""The weight of a cue from which a decision or preference becomes a note."""
_NOTED: tuple[Section, ...] = ("decisions", "preferences")
LONGEST_SPEECH = 2000
"""Characters of what a person says; what is longer was pasted, and states nothing but of the speaker."""
_FEWEST_IDENTIFIERS = 3
"""A long reply with so many of them reports work."""
BRIEF = 450
"""Characters of an assistant's reply; what a longer one states counts only with something that names one thing."""
EXPOSITION = 900
"""Characters of an assistant's reply; a longer one explains, and only its marked lines and outcomes count."""

_TONGUES = {"en": ENGLISH, "de": GERMAN}
_FEWEST_WORDS = 4
_FEWEST_ELIDED = 6


class Said(msgspec.Struct, frozen=True):
    """A message as the extractor sees it: who said what, in which session, on which day."""

    session_id: str
    role: str
    who: str | None
    text: str
    day: date


class _Line(msgspec.Struct):
    order: int
    weight: float
    text: str
    cue: float
    """How sure its cue is."""


class _Sentence(msgspec.Struct):
    """A sentence, and what is known of how it is meant."""

    text: str
    judged: str
    """Its quotes and what others said in it made meaningless; as long as `text`."""
    starts: list[int]
    language: Language
    asks: bool
    supposed: bool
    unsure: bool
    tells_outcome: bool
    """The sentence before announced it."""


Before = tuple[str | None, str, Language]
"""Who spoke last in a session, the question that was left to be agreed to, and the language."""
AT_FIRST: Before = (None, "", "en")


class _Found:
    """What has been found, each statement once, in the order in which it was said."""

    def __init__(self, *, with_facts: bool = True) -> None:
        self.with_facts = with_facts
        self.lines: dict[Section, dict[str, _Line]] = {"decisions": {}, "preferences": {}, "action_items": {}}
        self.facts: dict[tuple[str, str, str], tuple[int, float, DailyFact]] = {}
        self._order = 0

    def line(self, section: Section, text: str, weight: float, cue: float = 0.0) -> None:
        self._order += 1
        self.lines[section].setdefault(fold(text).strip(".! "), _Line(self._order, weight, text, cue))

    def fact(self, fact: DailyFact, weight: float) -> None:
        self._order += 1
        key = (fold(fact.subject), fold(fact.predicate), fold(fact.object))
        self.facts.setdefault(key, (self._order, weight, fact))

    def result(self) -> DailyResult:
        facts = sorted(self.facts.values(), key=lambda found: (-found[1], found[0]))[:MOST_FACTS]
        return DailyResult(
            facts=[fact for _, _, fact in sorted(facts, key=lambda found: found[0])],
            decisions=[line.text for line in self._best("decisions")],
            preferences=[line.text for line in self._best("preferences")],
            action_items=[line.text for line in self._best("action_items")],
        )

    def sure(self) -> list[str]:
        """The decisions and preferences that leave no doubt."""
        return [line.text for name in _NOTED for line in self._best(name) if line.cue >= SURE]

    def _best(self, section: Section) -> list[_Line]:
        best = sorted(self.lines[section].values(), key=lambda line: (-line.weight, line.order))[:MOST_LINES]
        return sorted(best, key=lambda line: line.order)


def extract(messages: Iterable[Said]) -> DailyResult:
    """What of the messages is worth keeping."""
    return _all_of(messages).result()


def extract_sure(messages: Iterable[Said]) -> tuple[DailyResult, list[str]]:
    """The same, and which of the decisions and preferences are sure enough to become notes."""
    found = _all_of(messages)
    return found.result(), found.sure()


def told_by_sentence(messages: Iterable[Said], before: Before = AT_FIRST) -> tuple[dict[str, Section], Before]:
    """Which of what was said in one session, by its folded sentences, is a decision, a preference or an action item.

    `before` is what the call for the messages before these returned beside it.
    """
    found = _Found(with_facts=False)
    for said in messages:
        before = _next(found, said, before)
    lines = found.lines
    sections: tuple[Section, ...] = ("action_items", "preferences", "decisions")
    return {line: section for section in sections for line in lines[section]}, before


def _all_of(messages: Iterable[Said]) -> _Found:
    found = _Found()
    before: dict[str, Before] = {}
    for said in messages:
        before[said.session_id] = _next(found, said, before.get(said.session_id, AT_FIRST))
    return found


def _next(found: _Found, said: Said, before: Before) -> Before:
    if said.role not in ("user", "assistant"):
        return before
    asker, question, last = before
    speaker = said.who or said.role
    asked, spoken = _hear(found, said, question if asker != speaker else "", last)
    return speaker, asked, spoken


def _hear(found: _Found, said: Said, proposed: str, last: Language) -> tuple[str, Language]:
    """Judge a message; `proposed`: what the message before it asked to be agreed to. Returns what this one asks so, and
    its language; that of the one before it is `last`.
    """
    spoken = language_of(said.text[:2000], last)
    announced = False
    asked = ""
    for sentence in sentences(said.text):
        if is_code(sentence):
            continue
        asked = sentence if PROPOSAL.search(sentence) else asked
        text = dated(sentence, said.day)
        read = _read(text, spoken, announced)
        announced = _TONGUES[read.language].outcome_head.fullmatch(sentence) is not None
        if not announced and WORD.search(read.judged):
            _judge(found, said, read)
    answer = said.text.strip().partition("\n")[0]
    if proposed and YES.fullmatch(answer):
        found.line("decisions", _as_line(said, f"{proposed} {answer}"), 2.0)
    return asked, spoken


def _read(text: str, spoken: Language, announced: bool) -> _Sentence:
    language = language_of(text, spoken)
    judged = _without_reports(masked(text), language)
    return _Sentence(
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


def _judge(found: _Found, said: Said, sentence: _Sentence) -> None:
    tongue = _TONGUES[sentence.language]
    # What an assistant without a name says is advice and small talk: only what it did, found, and marks of it count.
    is_person = said.role == "user" or said.who is not None
    explains = _explains(said, is_person)
    for cue in tongue.cues:
        if not (is_person or cue.anyone) or (explains and not is_person):
            continue
        match = _said(cue, tongue, sentence)
        if match is None:
            continue
        weight = cue.weight + _salience(sentence.text)
        found.line(cue.section, _as_line(said, sentence.text), weight, cue.weight)
        if cue.predicate and found.with_facts:
            _state(found, said, cue, match, sentence, weight)
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


def _commands(sentence: _Sentence) -> bool:
    """Whether it tells the listener to do something with a thing that has a form of its own; to show it is no task."""
    words = sentence.judged[sentence.starts[-1] if len(sentence.starts) == 1 else 0 :].casefold().split()
    first = words[1] if words[:1] == ["please"] else words[0]
    return (
        sentence.language == "en" and len(words) >= _FEWEST_WORDS and is_verb(first) and first not in TELL_ME
        and not first.endswith(("s", "ed")) and _has_form(sentence.text)
    )  # fmt: skip


def _explains(said: Said, is_person: bool) -> bool:
    """Whether a message is a text about something, pasted or composed, and no speech at work."""
    if is_person:
        return len(said.text) > LONGEST_SPEECH
    return len(said.text) > EXPOSITION and len(IDENTIFIER.findall(said.text)) < _FEWEST_IDENTIFIERS


def _said(cue: Cue, tongue: Tongue, sentence: _Sentence) -> re.Match[str] | None:
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


def _facts(found: _Found, said: Said, sentence: _Sentence, tongue: Tongue, is_person: bool, explains: bool) -> None:
    weight = _salience(sentence.text)
    if sentence.judged and tongue.unreal.search(sentence.judged):
        return
    # Each clause may tell something of the speaker.
    if is_person and sum(_personal(found, said, sentence, tongue, part) for part in _parts(sentence)):
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


def _parts(sentence: _Sentence) -> list[tuple[int, int]]:
    """Where the main clauses of a sentence stand."""
    begin = sentence.starts[0]
    parts = []
    for apart in APART.finditer(sentence.judged, begin):
        parts.append((begin, apart.start()))
        begin = apart.end()
    return [*parts, (begin, len(sentence.text))]


def _personal(found: _Found, said: Said, sentence: _Sentence, tongue: Tongue, part: tuple[int, int]) -> bool:
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
    found: _Found, said: Said, sentence: _Sentence, start: int, weight: float, tongue: Tongue, explains: bool
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
        triple = triple._replace(subject="cause" if language == "en" else "Ursache")
    _keep(found, said, triple, weight)
    return True


def _statement(
    found: _Found,
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
    if triple is None or len(text.split()) < _FEWEST_WORDS - 1 or tongue.vague.fullmatch(triple.object):
        return
    there = THERE.match(text) is not None
    if tongue.vague.fullmatch(triple.subject) and not there:
        return
    whole = f"{triple.subject} {triple.object}"
    if (tongue.talk.search(judged) and not _has_form(whole)) or not _is_subject(triple.subject, said):
        return
    telling = tongue.telling.search(judged) is not None or tongue.kin.match(judged) is not None
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


def _state(found: _Found, said: Said, cue: Cue, match: re.Match[str], sentence: _Sentence, weight: float) -> bool:
    """A triple about the speaker."""
    groups = match.groupdict()
    object_ = (groups.get("object") or "").strip(" .,!?:;~*")
    if not object_ or _TONGUES[sentence.language].vague.fullmatch(object_):
        return False
    parts = [groups.get("verb"), groups.get("attribute")]
    words = next((part for part in parts if part), "")
    predicate = cue.predicate.format("_".join(words.casefold().replace("'s", "").split()))
    _keep(found, said, Triple(_who(said), predicate, object_), weight)
    return True


def _keep(found: _Found, said: Said, triple: Triple, weight: float) -> None:
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
