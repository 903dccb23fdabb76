"""The facts that a sentence states: of its speaker, of what was done or found, and of what it names.

It states nothing that was not said: each fact is a triple cut from a sentence that reads as it was said.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from memoryd.extraction.cues import THIRD_PERSON, Cue, Tongue
from memoryd.extraction.found import Candidates, Said, Sentence
from memoryd.extraction.keeping import keep_fact, speaker_of, words_of
from memoryd.extraction.marks import (
    APART,
    BY_SPEAKER,
    ELIDED,
    ENDED,
    EXCLAIMS,
    GENERAL,
    HEAD,
    HEARSAY,
    IDENTIFIER,
    INSTEAD,
    IS_SO,
    LABEL,
    MARKED,
    NO_LABEL,
    NO_MORE,
    NO_OBJECT,
    NO_SUBJECT,
    NOT_A_SAYER,
    OFFERED,
    PARTICIPLE,
    REPORT,
    SAYS_SO,
    THERE,
    TO_BE_KEPT,
    USES,
    has_form,
    is_specific,
    salience,
)
from memoryd.extraction.others_words import their, third_person, third_person_of
from memoryd.extraction.people import meant_by, tells_cannot_have, tells_of_somebody, with_those_in
from memoryd.extraction.talk import FLEETS
from memoryd.extraction.tongues import TONGUES
from memoryd.extraction.triples import (
    ASIDE,
    Triple,
    as_now,
    is_verb,
    triple_of,
    with_preposition,
)
from memoryd.extraction.worth import RULE
from memoryd.patterns import pattern as lazy_pattern
from memoryd.text.clauses import Language, clause_starts
from memoryd.text.handovers import handover_of
from memoryd.text.splices import begins_statement
from memoryd.text.verbs import BARE, GERMAN, PREPOSITIONS

BRIEF = 450
"""Characters of an assistant's reply; what a longer one states counts only with something that names one thing."""
EXPOSITION = 900
"""Characters of an assistant's reply; a longer one explains, and only its marked lines and outcomes count."""
FEWEST_WORDS = 4
_DONE = lazy_pattern(
    r"(?:all )?(?:done|finished|fixed|solved|erledigt|fertig|geschafft|umgesetzt|gemacht|behoben|gelöst)", re.IGNORECASE
)
"""A label of which nothing is said."""
_CLAUSE = lazy_pattern(
    r"(?:[\w'-]+ ){0,2}(?:you|he|she|it|they|du|er|sie|es|man)(?:['’]\w+)?\b|(?:I|we|ich|wir)\b"
    r"|(?:was|wie|wo|wer|wann|welche[rsnm]?|what|how|which|where|who|when|why)\b",
    re.IGNORECASE,
)
"""What stands behind a label and is more than a value of it: `vet done: she's healthy`."""
_JOINS = ("and", "und")
_NO_SUBJECT_ALONE = """if unless although because even their its your his it he she they whoever here where why how
let's lets falls wenn weil obwohl er seine hier wo wann wie warum wieso wer wohin woher lass lasst gotta gonna wanna
lemme"""
_BY_ITSELF_NONE = frozenset(_NO_SUBJECT_ALONE.split())
"""Begins what is no subject, or whose owner only another sentence names."""
_WE = lazy_pattern(r"(?:I|we|ich|wir)\b", re.IGNORECASE)
_YOURS = lazy_pattern(r"(?:your|deine?|eure?|Ihre?)\b ", re.IGNORECASE)
_AS_TOLD = lazy_pattern(r"(?:set|cut|split|put|read|let|hit|spread|shut)(?![\w-])", re.IGNORECASE)
"""What was done has the form of what is to be done: `Set clear goals`."""
_GOES_ON = lazy_pattern(r"(?:the|der|die|das)\b", re.IGNORECASE)
_FEWEST_ELIDED = 6
_AND_THEY = lazy_pattern(r", (?=(?P<whom>she|he|sie|er) (?P<verb>[a-zäöüß]+)\b)", re.IGNORECASE)
_AND_THEIR = lazy_pattern(
    r",(?: and| und)? (?=(?P<whose>his|her|sein|seine) [\w-]+ (?:is|are|was|ist|sind|heißt)\b)", re.IGNORECASE
)
_COMMA = lazy_pattern(r"[,;] ")
_NAMED_FIRST = lazy_pattern(
    r"(?i)(?:ich bin|ich heiße|mein name ist) (?-i:[A-ZÄÖÜ][\w'-]+)(?: (?-i:[A-ZÄÖÜ][\w'-]+)){0,2}[,;] "
    r"(?=(?:(?:mit|bei|für|von) )?(?:mir|uns|ich|wir|mein\w*|unser\w*)\b)"
)
_OWNERS = {"his": "he", "her": "she", "sein": "er", "seine": "er"}
_OWNED = lazy_pattern(r"(?P<whose>his|her|seine?) (?P<what>[\w-]+(?: [\w-]+)?)", re.IGNORECASE)
"""`His name`, of who was named before; German `ihr` may be of several, or of who is spoken to."""
_AND_ALSO = lazy_pattern(
    r",? (?:and|but|und|aber) (?=(?:(?:currently|now|still|jetzt|derzeit) )?"
    r"(?:live|work|wohne|lebe|arbeite|komme)\b (?:in|at|for|as|near|on|with|from|im|am|als|bei|beim|für|aus)\b)",
    re.IGNORECASE,
)
_TELL_ME = lazy_pattern(r"\b(?:tell|show|give|send) me\b", re.IGNORECASE)
_UNDER = lazy_pattern(
    r"(?:if|when|whenever|while|because|since|as|after|before|although|though|unless|until|once|even|wenn|falls|als|weil|da|bevor|nachdem|obwohl|sobald|während|seit|bis)\b",
    re.IGNORECASE,
)
"""So begins what another clause must follow."""
_STRANDED = lazy_pattern(
    r"(?:in|on|at|for|with|from|and|but|is|was|last|yesterday|today|und|aber|ist|war|am|im)\b", re.IGNORECASE
)
"""Behind a preposition, the object stood before: `the parade I went to in May`."""
_SURELY = 2.0
"""The weight of a cue from which what somebody says of themselves counts wherever it stands."""


def replacement_of(found: Candidates, said: Said, sentence: Sentence, tongue: Tongue, weight: float) -> None:
    """What it names in place of what was so: a decision about a thing tells how that is, too."""
    triple = triple_of(sentence.text[sentence.starts[0] :], sentence.language, speaker_of(said))
    own = triple is None or triple.subject.casefold() in ("we", "wir", speaker_of(said).casefold())
    if (
        triple is not None
        and not own
        and not tongue.vague.fullmatch(triple.subject)
        and _is_subject(triple.subject, said)
    ):
        keep_fact(found, said, triple, weight)


def _is_plain(text: str) -> bool:
    """Whether it tells what its speaker uses, or does no longer."""
    return USES.match(text) is not None or NO_MORE.match(text) is not None


def told_beside(found: Candidates, said: Said, sentence: Sentence, tongue: Tongue, cue: Cue, weight: float) -> None:
    """What a decision or a preference tells as a fact, too: what is so instead, what is used, and what no longer."""
    if sentence.asks or sentence.supposed:
        return
    if INSTEAD.search(sentence.judged):
        replacement_of(found, said, sentence, tongue, weight)
        return
    text = sentence.text[sentence.starts[0] :]
    if not said.is_person or cue.predicate:
        return
    triple = triple_of(text, sentence.language, speaker_of(said))
    if triple is not None and (
        (cue.section in ("decisions", "preferences") and _is_plain(text))
        or handover_of(triple.predicate, triple.object)
    ):
        keep_fact(found, said, triple, weight, RULE)


def facts_of(
    found: Candidates, said: Said, sentence: Sentence, tongue: Tongue, is_person: bool, explains: bool
) -> None:
    """Add the facts of a sentence. `is_person`: not an assistant without a name; `explains`: the message is a text."""
    weight = salience(sentence.text)
    if sentence.judged and tongue.unreal.search(sentence.judged):
        return
    # Each clause may tell something of the speaker.
    own = [part for part in _parts(sentence) if is_person and _personal(found, said, sentence, tongue, part)]
    if own:
        for part in _parts(sentence):
            if part not in own and not tongue.fleeting.search(sentence.judged, *part):
                _statement(found, said, sentence, part, tongue, is_person, weight)
        _and_the_rest(found, sentence, _parts(sentence)[1:])
        return
    if not tongue.fleeting.search(sentence.judged):
        for start in sentence.starts:
            told = sentence.tells_outcome or tongue.outcome.match(sentence.judged[start:]) is not None
            if told and _outcome(found, said, sentence, start, weight + 1.5, tongue, explains):
                return
    if explains:
        return
    report = REPORT.fullmatch(sentence.text)
    if (
        is_person
        and report is not None
        and not NOT_A_SAYER.match(report["who"])
        and is_specific(report["what"], sentence.language)
    ):
        keep_fact(found, said, Triple(report["who"], report["verb"], report["what"].rstrip(" .!")), weight)
        return
    for begin, end in _parts(sentence):
        if not tongue.fleeting.search(sentence.judged, begin, end) and not FLEETS.match(sentence.judged, begin, end):
            _statement(found, said, sentence, (begin, end), tongue, is_person, weight)
    _and_the_rest(found, sentence, _parts(sentence)[1:])


def _and_the_rest(found: Candidates, sentence: Sentence, parts: list[tuple[int, int]]) -> None:
    """Let the only fact of a sentence keep the clause behind it that goes on with what it names: `and the diesel …`."""
    one = found.all[0] if len(found.all) == 1 else None
    if one is None or one.fact is None or len(parts) != 1:
        return
    begin, end = parts[0]
    head = sentence.text[:begin].rpartition(one.fact.object)[0]
    apart = sentence.text[len(head) + len(one.fact.object) : begin]
    if head and _GOES_ON.match(sentence.text, begin) and apart.strip(" ,;").casefold() in _JOINS:
        more = f"{apart}{sentence.text[begin:end].rstrip(' .!')}"
        found.all[0] = replace(one, fact=replace(one.fact, object=one.fact.object + more))


def _parts(sentence: Sentence) -> list[tuple[int, int]]:
    """Where the main clauses of a sentence stand."""
    begin = sentence.starts[0]
    parts = []
    more = [*_goes_on_of(sentence), *_goes_on_without(sentence), *_goes_on_with_more(sentence)]
    for apart in sorted([*APART.finditer(sentence.judged, begin), *more], key=_start):
        if apart.start() < begin:
            continue
        parts.append((begin, apart.start()))
        begin = apart.end()
    return [*parts, (begin, len(sentence.text))]


def _goes_on_without(sentence: Sentence) -> Iterator[re.Match[str]]:
    """Where it tells more of its speaker without saying so again: `I'm from Lisbon but live in Porto`."""
    own = TONGUES[sentence.language].personal
    for joins in _AND_ALSO.finditer(sentence.judged, sentence.starts[0]):
        head, rest = sentence.judged[: joins.start()], sentence.judged[joins.end() :]
        if any(cue.pattern.search(head) for cue in own) and any(cue.pattern.match(rest) for cue in own):
            yield joins


def _goes_on_with_more(sentence: Sentence) -> Iterator[re.Match[str]]:
    """Where, behind a comma only, it goes on to tell something else: `Ich bin Gerda Holm, mir gehört der Laden`."""
    named = _NAMED_FIRST.match(sentence.judged, sentence.starts[0])
    if named is not None and begins_statement(sentence.judged[named.end() :], sentence.language):
        yield from _COMMA.finditer(sentence.judged, named.end() - 2, named.end())


def _start(match: re.Match[str]) -> int:
    return match.start()


def _goes_on_of(sentence: Sentence) -> Iterator[re.Match[str]]:
    """Where, behind a comma only, it tells more of somebody whom it named: `My wife is Eva, she works at Bosch`."""
    if _UNDER.match(sentence.text):
        return
    for comma in _AND_THEY.finditer(sentence.judged, sentence.starts[0]):
        known = with_those_in(sentence.people, sentence.text[: comma.start()], sentence.language, "")
        if meant_by(known, comma["whom"], comma["verb"]):
            yield comma
    for comma in _AND_THEIR.finditer(sentence.judged, sentence.starts[0]):
        known = with_those_in(sentence.people, sentence.text[: comma.start()], sentence.language, "")
        if _OWNERS[comma["whose"].casefold()] in known:
            yield comma


def _personal(found: Candidates, said: Said, sentence: Sentence, tongue: Tongue, part: tuple[int, int]) -> bool:
    begin, end = part
    judged = sentence.judged[begin:end]
    starts = clause_starts(judged)
    for cue in tongue.personal:
        match = cue.find(judged, starts)
        if match is not None and not tongue.fleeting.search(judged[: match.start() + 12]):
            weight = cue.weight + salience(sentence.text)
            return state(found, said, cue, match, sentence.text[begin:end], sentence.language, weight)
    return False


def _outcome(
    found: Candidates, said: Said, sentence: Sentence, start: int, weight: float, tongue: Tongue, explains: bool
) -> bool:
    text, who, language = sentence.text[start:], speaker_of(said), sentence.language
    if len(text.split()) < FEWEST_WORDS or HEARSAY.match(text):
        return False
    head = HEAD.fullmatch(text)
    if head is not None and " " in head["head"] and ELIDED.match(text):
        head = None  # `Added Accept: application/zpl` is no label
    if explains and not (
        is_specific(text, language) and (_WE.match(text) or (head and MARKED.fullmatch(head["head"])))
    ):
        return False
    if _AS_TOLD.match(text):
        return False
    triple: Triple | None
    first = text.split()[0].casefold()
    if head is not None and (
        BY_SPEAKER.match(head["rest"]) or PARTICIPLE.fullmatch(head["head"]) or SAYS_SO.fullmatch(head["head"])
    ):
        return False
    if head is not None:
        triple = triple_of(head["rest"], language, who) or _of_head(head["head"], head["rest"], language, who)
    elif language == "en" and ELIDED.match(text):
        if explains or (len(text.split()) < _FEWEST_ELIDED and not has_form(text)) or _is_told_of(sentence, start):
            return False
        triple = Triple(who, first, text[len(first) :].strip(" .!"))
    else:
        triple = triple_of(text, language, who)
    if triple is not None:
        triple = _of_what_it_tells(triple, head, sentence, tongue)
    if triple is None or not stands_alone(triple) or _is_plain_command(triple.subject.casefold().split()):
        return False
    keep_fact(found, said, triple, weight)
    return True


def _of_what_it_tells(triple: Triple, head: re.Match[str] | None, sentence: Sentence, tongue: Tongue) -> Triple | None:
    """It, or what it tells as the cause where its subject says nothing; None where it says nothing."""
    if not tongue.vague.fullmatch(triple.subject) or _YOURS.match(triple.subject):
        return triple
    if has_form(triple.object) and head is not None and triple.subject == head["head"]:
        return triple
    is_cause = sentence.tells_outcome or IS_SO.match(triple.predicate) is not None
    return triple._replace(subject=_cause(sentence.language)) if has_form(triple.object) and is_cause else None


def _of_head(head: str, rest: str, language: Language, who: str) -> Triple | None:
    """What a label says together with what stands behind it, in which no verb is: `Ursache: ein loses Kabel`."""
    if _DONE.fullmatch(head):
        return triple_of(rest, language, who)
    if NO_SUBJECT.search(head):
        head = _cause(language)
    elif _has_verb(head, language):
        return triple_of(f"{head}: {rest}", language, who)
    return Triple(head, "is" if language == "en" else "ist", rest.strip(" .!"))


def _cause(language: Language) -> str:
    """The subject of what only was announced: `I found it: the form posts as latin-1`."""
    return "cause" if language == "en" else "Ursache"


def _is_told_of(sentence: Sentence, start: int) -> bool:
    """Whether the participle there tells of what the sentence began with: `Keep it for a week, switched off`."""
    begins = sentence.judged[sentence.starts[0] :]
    goes_on = _WE.match(begins) is not None or ELIDED.match(begins) is not None
    return not goes_on and sentence.judged[:start].rstrip().endswith(",")


def _statement(
    found: Candidates,
    said: Said,
    sentence: Sentence,
    part: tuple[int, int],
    tongue: Tongue,
    is_person: bool,
    weight: float,
) -> None:
    language, text, judged = sentence.language, sentence.text[slice(*part)], sentence.judged[slice(*part)]
    if HEARSAY.match(text) or EXCLAIMS.search(text) or (is_person and _wants_to_know(text)):
        return
    if not is_person and GENERAL.match(text) and not IDENTIFIER.search(text):
        return
    if is_person and _labelled(found, said, text, language, weight):
        return
    parted = triple_of(text, language, speaker_of(said))
    triple = parted or triple_of(text, language, speaker_of(said), loosely=True)
    if triple is not None and not is_person and OFFERED.match(triple.predicate):
        return
    if triple is None or len(text.split()) < FEWEST_WORDS - 1 or tongue.vague.fullmatch(triple.object):
        return
    there = THERE.match(text) is not None
    meant = is_person and named(triple, sentence, part[0], speaker_of(said))
    if meant:
        triple = triple._replace(subject=meant)
    elif tongue.vague.fullmatch(triple.subject) and not there:
        return
    whole = f"{triple.subject} {triple.object}"
    if (tongue.talk.search(judged) and not has_form(whole)) or not _is_subject(triple.subject, said):
        return
    is_sure = tells_of_somebody(text, language) or tells_cannot_have(judged, language) or _is_plain(text)
    surely = RULE if is_person and is_sure else 0.0
    telling = (
        surely > 0
        or tongue.telling.search(judged) is not None
        or ENDED.search(triple.predicate) is not None
        or tongue.kin.match(judged) is not None
    )
    if not is_person and len(said.text) > BRIEF:
        worth = telling and IDENTIFIER.search(text) is not None
    elif not is_person:
        worth = has_form(whole) and (telling or IDENTIFIER.search(text) is not None)
    else:
        worth = telling or there or bool(meant) or has_form(whole) or is_specific(triple.object, language)
    if worth:
        _keep_statement(found, said, sentence, parted and triple, weight, surely)


def _wants_to_know(text: str) -> bool:
    """Whether it asks whoever does the work to look at something: `Load data.csv and tell me the row count`."""
    return text.split(maxsplit=1)[0].casefold() in BARE and _TELL_ME.search(text) is not None


def _keep_statement(
    found: Candidates, said: Said, sentence: Sentence, triple: Triple | None, weight: float, surely: float
) -> None:
    """As a fact of three parts, or in the speaker's words where it does not part."""
    if triple is None:
        words_of(found, said, sentence, weight)
    else:
        keep_fact(found, said, triple, weight, surely)


def _labelled(found: Candidates, said: Said, text: str, language: Language, weight: float) -> bool:
    """Keep what stands behind a label: `Odete confirmed: 400 days`, `Budget: 1.200 Euro`."""
    label = LABEL.fullmatch(text)
    if label is None:
        return False
    says = SAYS_SO.fullmatch(label["label"])
    value = label["value"]
    if says is not None and not NOT_A_SAYER.match(says["who"]):
        keep_fact(found, said, Triple(says["who"], says["verb"], value.rstrip(" .!")), weight)
        return True
    if (
        len(said.text) >= EXPOSITION
        or not has_form(value)
        or NO_LABEL.match(text)
        or TO_BE_KEPT.match(text)
        or BY_SPEAKER.match(value)
        or _CLAUSE.match(value)
        or begins_statement(value, language)
        or _has_verb(label["label"], language)
    ):
        return False
    verb = "is" if language == "en" else "ist"
    keep_fact(found, said, Triple(label["label"], verb, value.strip(" .!")), weight)
    return True


def named(triple: Triple, sentence: Sentence, begin: int, who: str) -> str | None:
    """Whom the subject of a clause that begins there means, where it is a pronoun."""
    people = with_those_in(sentence.people, sentence.text[:begin], sentence.language, who)
    if owned := _OWNED.fullmatch(triple.subject):
        pronoun = _OWNERS[owned["whose"].casefold()]
        return f"{people[pronoun]}'s {owned['what']}" if pronoun in people else None
    return meant_by(people, triple.subject, triple.predicate)


def _has_verb(text: str, language: Language) -> bool:
    """Whether it says something by itself: `Zweites Angebot ist da`."""
    words = text.casefold().split()[1:]
    return any(word in GERMAN if language == "de" else is_verb(word) for word in words)


def _is_subject(text: str, said: Said) -> bool:
    """Whether it names what is spoken of: no pronoun in it, no comma, not the verb of a command."""
    words = text.casefold().replace("’", "'").split()
    if words[0].strip(",") in _BY_ITSELF_NONE:
        return False
    own = text == speaker_of(said) or words[0] in ("we", "wir", "there", "es")
    return own or not (text.endswith(",") or NO_SUBJECT.search(text) or _is_command(words))


def _is_command(words: Sequence[str]) -> bool:
    """Whether it begins as a command: `Write an ad called …`."""
    return is_verb(words[0]) or _is_plain_command(words)


def _is_plain_command(words: Sequence[str]) -> bool:
    """Whether a verb and an article begin it."""
    return words[0] in BARE and words[1:2] in (["a"], ["an"], ["the"], ["my"], ["our"], ["that"], ["if"])


def state(
    found: Candidates, said: Said, cue: Cue, match: re.Match[str], text: str, language: Language, weight: float
) -> bool:
    """A triple about the speaker. `text`: what was said where `match` was found, its quotes and reports, too."""
    groups = {name: text[slice(*match.span(name))] if match[name] else "" for name in match.re.groupindex}
    object_ = groups.get("object", "").strip(" .,!?:;~*")
    if not object_ or TONGUES[language].vague.fullmatch(object_) or NO_OBJECT.match(object_):
        return False
    parts = [groups.get("verb"), groups.get("attribute")]
    words = next((part for part in parts if part), "")
    if cue.predicate == THIRD_PERSON:
        predicate = third_person_of(words.casefold()) if language == "en" else third_person(words, language)
    else:
        predicate = cue.predicate.format("_".join(words.casefold().replace("'s", "").split()))
    object_ = " ".join(as_now(ASIDE.sub("", object_).split()))
    if language == "de" and not groups.get("attribute"):
        predicate, rest = with_preposition(predicate, object_.split())
        object_ = " ".join(rest)
    if predicate.rpartition("_")[2] in PREPOSITIONS and _STRANDED.match(object_):
        return False
    surely = RULE if cue.section == "facts" and cue.weight >= _SURELY else 0.0
    keep_fact(found, said, Triple(speaker_of(said), predicate, their(object_, language)), weight, surely)
    return True


def stands_alone(triple: Triple) -> bool:
    """Whether it says of what it is without another sentence."""
    return triple.subject.casefold().partition(" ")[0] not in _BY_ITSELF_NONE
