# ruff: noqa: E501 - tables of words read better unbroken
"""A statement cut into subject, predicate and object around its verb, in English and German. Pure.

All that was said behind the verb stays in the object: a triple reads as the sentence that it was.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from memoryd.extraction.german_order import (
    EDGE,
    FRONT,
    OBJECTIVE,
    behind_verb,
    lower_first,
    says_more_before,
    turned_around,
)
from memoryd.extraction.others_words import ENDING, LONG, of_speaker, their, third_person
from memoryd.extraction.subjects import apposed, of_last_clause
from memoryd.patterns import pattern as lazy_pattern
from memoryd.text.clauses import Language
from memoryd.text.stopwords import NOW_WORDS, STOP_WORDS
from memoryd.text.verbs import (
    ADVERBS,
    BARE,
    DETERMINERS,
    ENGLISH,
    GERMAN,
    NOUNS,
    PAST,
    PREPOSITIONS,
    only_reports,
)

LONGEST_SUBJECT = 8
"""Words; what is longer is no subject but half a sentence."""
MOST_WORDS = 45
_LONGEST_NAME = 3


class Triple(NamedTuple):
    """One statement."""

    subject: str
    predicate: str
    object: str


_DETERMINERS = lazy_pattern(
    r"(?:the|our|a|an|der|die|das|den|dem|ein|eine|einen|unser|unsere|unseren|this|diese[rsnm]?)\s+(?=\S)",
    re.IGNORECASE,
)
_CHANGED = lazy_pattern(
    r"(?:(?:have |'ve )?(?P<did>changed|switched|moved|migrated|renamed|upgraded|converted|ported)|haben|habe)"
    r" (?:the |our |my |den |die |das |unseren? |unser )?(?P<what>(?!from\b|on\b|over\b|away\b|back\b|von\b|vom\b)\S+(?: \S+){0,3}?) (?:over )?"
    r"(?P<how>from \S.* to \S.*|(?:von|vom) \S.* (?:auf|zu|nach) \S.*?)(?: (?P<getan>umgestellt|umgezogen|migriert|geändert|umbenannt|gewechselt|gehoben|portiert))?",
    re.IGNORECASE,
)
_NO_SUBJECT = lazy_pattern(
    r"(?:(?:habe?|bin|hatte)(?! (?:ich|i|er|sie|es|man|wir|ihr)\b)|war(?! (?:(?:doch|ja|wohl|nur|bloß|also) )*(?:eine?|kein\w*|der|die|das|nicht)\b))\s",
    re.IGNORECASE,
)
"""The speaker is left out; not `it`: `War nur ein Kabel`."""
_PROGRESS = lazy_pattern(
    r"(?<=\w)'s (?=(?:not|going|getting|allergic|vegetarian|vegan|diabetic|coeliac|celiac|pregnant|on|in|at|off|away|out of|from|still|now|here|there|always|never|an?|the)\b)",
    re.IGNORECASE,
)
"""What is no owner."""
_PERFECT = lazy_pattern(
    r"(?<=\w)'s (?=(?:been|got|gotten|gone|become|taken|had)\b|made (?:an?|the|me|us|my|our)\b)", re.IGNORECASE
)
_MY = lazy_pattern(r"(?:my|mein(?:e[rsnm]?)?)\s+(?=\S)", re.IGNORECASE)
_SHORT = lazy_pattern(
    r"\b(I|we|you|they|it|he|she|that|there|here|who|what)'(ve|m|re|ll|s|d(?! (?:better|been|had|already|never|just|always|\w+ed)\b))\b",
    re.IGNORECASE,
)
_OPENING = lazy_pattern(
    r"(?:(?P<adverb>therefore|however|thus|hence|also|finally|currently|unfortunately|luckily|fortunately|of course|meanwhile|anyway|besides|then|now|on another note|apparently|additionally|furthermore|moreover|first|second|lastly|in fact|in short|by now|turns out|it turns out(?: that)?|turns out that|interestingly|sadly|as it turns out|as expected|for context|for reference|quick update|update),?\s+"
    r"|(?P<when>(?:in|on|at|by|for|after|before|since|during|from|until|last|this|next|yesterday|today|tomorrow|as of|due to|because of|with|under|for)\b[^,]{0,50}),\s+|(?P<bare>last \w+|yesterday(?: \(\S+\))?|at (?:noon|midnight|night|\d[\d:]*(?: ?[ap]m)?|(?:half past )?(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve))"
    r"|on (?:mon|tues|wednes|thurs|fri|satur|sun)days?|every (?:day|night|week|month|morning|evening))\s+(?=(?:I|we|the|our|my)\b))",
    re.IGNORECASE,
)
_LABEL = lazy_pattern(r"^[\[(][^\[\]()\n]{0,40}[\])] +")
"""What a line is marked with: `[ops] the staging server runs on port 8443`."""
_ACKNOWLEDGED = lazy_pattern(
    r"(?:(?:(?:duly |all |decision |change )?|I(?:['’]ve| have) (?:now |also )?)(?:added|listed|noted|corrected|correction|written down|recorded|logged|saved|changed|understood|updated?|confirmed|agreed|got it|right|sure|ok(?:ay)?|done|fixed|fyi|btw|by the way|reminder|bug|problem|one (?:more|last)(?: thing)?|(?:a )?quick intro"
    r"|notiert|vermerkt|korrigiert|korrektur|aufgeschrieben|festgehalten|gemerkt|geändert|verstanden|bestätigt|erledigt|klar|übrigens|nebenbei|noch (?:was|etwas|eins)))\s*[:,–—-]\s+(?=\S+ \S)",
    re.IGNORECASE,
)
"""What a reply begins with before it says again what it was told."""
_KEEP = lazy_pattern(
    r"^\s*(?:(?:please|also|and|oh|just),? )*(?:remember|keep in mind|bear in mind|(?:don['’]t|do not) forget|note|be aware)"
    r"(?: also| please)?,? that (?=\S+ \S)",
    re.IGNORECASE,
)
"""What asks to keep what it tells."""
ASIDE = lazy_pattern(
    r",?\s+(?:by the way|btw|you know|of course|I think|I guess|übrigens|halt|glaub(?:e)? ich)\W*$", re.IGNORECASE
)
_ASKED_BEFORE = lazy_pattern(r"^[^,]+, (?=(?:my|our|mein|unser)\w* )", re.IGNORECASE)
"""Another clause before the subject: `I need help, our son`."""
_SPEAKERS = ("i", "ich", "we", "wir")
_NOT = frozenset(("don't", "doesn't", "didn't", "don’t", "doesn’t", "didn’t"))
_JOINED: tuple[list[str], ...] = ([","], ["and"], ["or"], [])
"""What stands before these is no verb: `Moira full time and Bo`."""
_FINITE = frozenset(("is", "are", "was", "were", "has", "had", "came", "went"))
"""Verbs that follow a subject, and no other verb."""
_NOW = "|".join(NOW_WORDS)
COUNTS = lazy_pattern(rf"[$€£]\d|\d[\d.,]* ?(?!(?:{_NOW})\b)(?:[%°€$£]|[^\W\d_])", re.IGNORECASE)
"""So begins an amount."""
_BESIDE_SPEAKER = frozenset(("selbst", "selber", "persönlich", "beide", "alle", "nur", "ja", "dann"))
"""Between `ich` or `wir` and its verb."""
_NO_VERBS = frozenset(("ohne", "nächste", "letzte", "gerne", "lange", "ganze", "alleine", "bitte"))
"""German words in `e` that may stand behind `ich`."""
_DENIES = ("not", "no", "nicht", "kein", "keine", "keinen")
_UNDER = frozenset(("once", "until", "because", "when", "whenever", "while", "unless", "if", "although"))
_WHEN = frozenset(("when", "whenever", "wenn", "sobald"))
_UNITS = frozenset(("day", "night", "week", "weekend", "month", "year", "time", "minute", "summer", "winter"))
_TIMES = frozenset(("after", "before", "since"))
"""They begin a clause, or say when: `the week after Easter is quiet`."""
_SEVERAL = frozenset((
    "people", "children", "men", "women", "police", "data", "media", "they", "you", "these", "those", "both", "all", "some",
    "many", "most", "others", "folks", "who", "which", "that", "we", "i",
))  # fmt: skip
_ARTICLES = frozenset(("the", "a", "an", "its", "their", "our", "my", "your", "each", "all", "no"))
_ALSO = ("and", "or", "&", "nor")
_ASKED = frozenset(("ob", "dass", "wie", "was", "wann", "wo", "wer", "warum", "that", "so"))
"""German puts a comma before a clause that is the object."""


def triple_of(text: str, language: Language, who: str, *, loosely: bool = False) -> Triple | None:
    """The statement of a clause; None when no verb stands behind a short subject. `who` speaks.

    `loosely`: whether there is a statement, though it may not part in these three: `my dentist moved, ask Ann`.
    """
    front = ""
    text = _LABEL.sub("", text.strip(), count=1)
    text = ASIDE.sub("", _ACKNOWLEDGED.sub("", text, count=1) if _ACKNOWLEDGED.match(text) else text)
    if language == "en":
        text = _KEEP.sub("", text, count=1)
        text = _PERFECT.sub(" has ", text)
        text = _SHORT.sub(lambda match: f"{match[1]} {LONG[match[2].casefold()]}", text)
        text = _PROGRESS.sub(" is ", text)
        if opening := _OPENING.match(text.strip()):
            front = "" if opening["adverb"] else lower_first(opening["when"] or opening["bare"])
            text = text.strip()[opening.end() :]
    elif _NO_SUBJECT.match(text):
        text = f"ich {text[:1].lower()}{text[1:]}"
    words = [*text.strip(" .!").split(), *front.split()]
    if not 3 <= len(words) <= MOST_WORDS:
        return None
    at = _main_verb(words, language, loosely=loosely)
    if at is None:
        return None
    subject, verb, rest = " ".join(words[:at]), words[at], words[at + 1 :]
    if words[0].casefold() in ("i", "ich", "we", "wir"):
        # `I just moved`: what stands before the verb belongs to it.
        subject, verb = words[0], " ".join([*words[1:at], verb])
    if language == "de" and (turned := turned_around(words, at)) is not None:
        subject, rest = turned
    elif language == "de" and words[0].casefold() in OBJECTIVE:
        return None
    if language == "de" and (says_more_before(words, at) or (at > 1 and words[0].casefold() in GERMAN)):
        return None  # it asks, or says nothing of who
    if language == "de" and FRONT.match(subject):
        if (behind := behind_verb(words[:at], rest)) is None:
            return None
        subject, rest = behind
    subject, verb, rest = _with_adverbs(subject, verb, rest)
    subject, verb, rest = _ended(subject, verb, as_now(rest))
    verb, rest = with_preposition(verb.strip(",;:"), rest)
    changed = _CHANGED.fullmatch(" ".join((verb, *rest))) if subject.casefold() in _SPEAKERS else None
    if changed is not None and (did := changed["did"] or changed["getan"]):
        # What was changed is what it tells of, not who did.
        subject, verb, rest = changed["what"], did, changed["how"].split()
    subject = apposed(subject, who) or of_last_clause(_ASKED_BEFORE.sub("", subject))
    return _made(_closed(subject.strip(EDGE)), verb, " ".join(rest), who, language)


def _main_verb(words: list[str], language: Language, *, loosely: bool) -> int | None:
    at = _verb_at(words, language, loosely=loosely)
    if at is None or at + 1 >= len(words) or at > LONGEST_SUBJECT:
        return None
    if loosely:
        return None if language == "en" and _ends_clause(words[:at]) else at
    if words[0].casefold() in _WHEN:
        return None  # it has two verbs: `When I say the farm, I mean …`
    reports = at <= _LONGEST_NAME and only_reports(words[at].strip(EDGE))
    if words[at].endswith(",") and words[at + 1].casefold() not in _ASKED and not reports:
        return None  # what stands behind it is another clause: `my dentist moved, the new one is Ann`
    if language != "en":
        return at
    under = _clause_within(words, at)
    return None if _ends_clause(words[:at]) else at if under is None else _main_verb_before(words, under)


def _ends_clause(subject: list[str]) -> bool:
    """Whether another clause ends before the verb: `all tests pass, committed as 4fe21ab`."""
    return [word.endswith(",") for word in subject].count(True) == 1 and subject[-1].endswith(",")


def _clause_within(words: list[str], at: int) -> int | None:
    """Where what stands before the verb begins another clause: `the API binds once the cache is warm`."""
    found = (n for n in range(2, at) if words[n].casefold() in _UNDER or words[n].casefold() in _TIMES)
    under = next(found, None)
    is_time = under is not None and words[under].casefold() in _TIMES
    return None if is_time and _main_verb_before(words, under or 0) is None else under


def _main_verb_before(words: list[str], under: int) -> int | None:
    """The verb of the clause on which that one depends: in the third person, since all others are known."""
    is_time = words[under].casefold() in _TIMES
    return next((n for n in range(1, under - is_time) if _is_third_person(words, n)), None)


def _is_third_person(words: list[str], at: int) -> bool:
    """Whether an unknown word may be the verb of one thing: `API binds`, not `the backups`."""
    bare = words[at]
    looks_so = bare.isalpha() and bare.islower() and len(bare) > 3 and bare.endswith("s") and bare[-2] not in "sui"
    return looks_so and words[at - 1].casefold() not in DETERMINERS and bare not in ADVERBS


def _may_be_english_verb(words: list[str], at: int) -> bool:
    """The same where no verb is known: what stands before an article is none of the subject."""
    return _is_third_person(words, at) and words[at + 1].casefold() in _ARTICLES


def _with_adverbs(subject: str, verb: str, rest: list[str]) -> tuple[str, str, list[str]]:
    """What stands between subject and verb belongs to the verb: `build | always fails`; `API | runs now`."""
    words, before = subject.split(), list[str]()
    while len(words) > 1 and words[-1].casefold() in ADVERBS:
        before.insert(0, words.pop())
    before += verb.split()
    now = [word for word in before if word.casefold() in NOW_WORDS]
    return " ".join(words), " ".join(word for word in before if word not in now), [*now, *rest]


def as_now(rest: list[str]) -> list[str]:
    """Without `jetzt` right behind the verb: that it is so when it is said stands in every fact.

    Before an amount it says that it was another one: `liegt bei jetzt 20 Euro`.
    """
    if len(rest) < 2 or rest[0].casefold() not in NOW_WORDS or rest[1].casefold() in _DENIES:
        return rest
    at = 1 if rest[1].casefold() in PREPOSITIONS else 0
    counts = COUNTS.match(" ".join(rest[1 + at :])) is not None
    return [*rest[1 : 1 + at], rest[0], *rest[1 + at :]] if counts else rest[1:]


def _ended(subject: str, verb: str, rest: list[str]) -> tuple[str, str, list[str]]:
    """That it is so no more belongs to the verb: `no longer runs`, `läuft nicht mehr`."""
    if [word.casefold() for word in rest[:2]] in (["nicht", "mehr"], ["no", "longer"]) and len(rest) > 2:
        joined = len(rest) > 3 and rest[2].casefold() in PREPOSITIONS
        return subject, " ".join([verb, *rest[: 3 if joined else 2]]), rest[3 if joined else 2 :]
    if subject.casefold().endswith(" no longer"):
        return subject[: -len(" no longer")], f"no longer {verb}", rest
    return subject, verb, rest


def with_preposition(verb: str, rest: list[str]) -> tuple[str, list[str]]:
    """`runs on`, `is written in`, `doesn't live in`: what belongs to the verb when more stands behind it."""
    if verb.casefold() in _NOT and len(rest) > 1 and rest[0].isalpha() and rest[0].casefold() not in ADVERBS:
        verb, rest = f"{verb} {rest[0]}", rest[1:]
    length = 2 if len(rest) > 2 and rest[0].endswith(("ed", "en", "own", "ept", "eld", "ilt")) else 1
    is_article = rest[:1] == ["an"] and verb.rpartition(" ")[2].casefold() in ENGLISH
    if len(rest) > length and rest[length - 1].casefold() in PREPOSITIONS and not is_article:
        return " ".join([verb, *rest[:length]]), rest[length:]
    return verb, rest


def _closed(text: str) -> str:
    """`seat 7 (Omar` → `seat 7 (Omar)`, and so what stands for a secret."""
    for begins, ends in ("()", "[]"):
        if text.count(begins) > text.count(ends):
            text += ends
    return text


def _made(subject: str, verb: str, rest: str, who: str, language: Language) -> Triple | None:
    said_by = subject.casefold()
    predicate = verb
    mine = _MY.match(subject)
    if said_by in ("i", "ich"):
        subject, predicate = who, third_person(verb, language)
    elif mine:
        subject = f"{who}'s {subject[mine.end() :]}"
    else:
        bare = _DETERMINERS.sub("", subject, count=1) if _DETERMINERS.match(subject) else subject
        subject = bare if len(bare) > 1 else subject
    object_ = rest.strip(" .,!?:;~*").strip()
    object_ = their(object_, language) if subject == who or mine else of_speaker(object_, who)
    if not subject or not object_ or not any(char.isalnum() for char in object_):
        return None
    return Triple(subject, predicate, object_)


def is_verb(word: str) -> bool:
    """Whether an English word is a verb, and hardly ever anything else."""
    return word in ENGLISH and word not in NOUNS


def _verb_at(words: list[str], language: Language, *, loosely: bool) -> int | None:
    first = words[0].casefold().strip(",")
    if first in ("i", "ich", "we", "wir"):
        for at in range(1, min(5, len(words))):
            bare = words[at].casefold().strip(EDGE)
            if bare in ADVERBS or bare in ENDING or (language == "de" and bare in _BESIDE_SPEAKER):
                continue
            if (
                bare in (ENGLISH if language == "en" else GERMAN)
                or (language == "de" and _is_german_of_oneself(bare))
                or (language == "de" and first == "wir" and bare.endswith("en"))
                or (first == "i" and language == "en" and _is_said_of_oneself(bare))
            ):
                return at
            if language == "de":
                return None  # nothing else stands between these and their verb
        return None
    if (first in ("what", "was") and language == "en") or first == "was":
        return next((at for at in range(2, len(words)) if words[at].casefold() in ("is", "was", "ist", "war")), None)
    return _verb_behind(words, language, loosely=loosely)


def _verb_behind(words: list[str], language: Language, *, loosely: bool) -> int | None:
    """The verb behind something else than who speaks."""
    weak: int | None = None
    for at in range(1, min(LONGEST_SUBJECT + 2, len(words))):
        bare = words[at].strip(EDGE)
        before = words[at - 1].casefold().strip(EDGE)
        if language == "en":
            if bare not in ENGLISH or before in DETERMINERS or _is_subject_of_next(words, at) or bare == "am":
                continue  # `6 am` is no verb, `I am` was seen above
            if bare == "last" and words[at + 1 : at + 2] and words[at + 1].casefold() in _UNITS:
                continue  # `last day of the month`
            # Behind one thing it is no verb: `my finish time is four hours`.
            if bare in NOUNS or (bare in BARE and not before.endswith("s")):
                if weak is None and words[at + 1 : at + 2] not in _JOINED and (loosely or _agrees(words, at)):
                    weak = at
                continue
            # `production logs live`: what stands right before a sure verb was its noun.
            return weak if weak is not None and at - weak > 3 else at
        if bare in GERMAN and before not in ("der", "die", "das", "zu"):
            return at
    if weak is not None:
        return weak
    may_be = _may_be_english_verb if language == "en" else _may_be_german_verb
    return next((at for at in range(1, min(5, len(words) - 1)) if may_be(words, at)), None)


def _agrees(words: list[str], at: int) -> bool:
    """Whether what stands before it may be its subject: `root cause`, `TODO order`, `exclude block` are none."""
    before = words[at - 1].casefold().strip(EDGE)
    several = (
        before.endswith(("s", "'d"))
        or before[:1].isdigit()
        or before in _SEVERAL
        or any(word.casefold() in _ALSO for word in words[:at])
    )
    return several or words[at].strip(EDGE) not in BARE or words[at].strip(EDGE) in PAST


def _is_subject_of_next(words: list[str], at: int) -> bool:
    """Whether the verb stands behind it: `herringbone throws came in`."""
    behind = words[at + 1 : at + 2]
    return words[at].casefold() not in _FINITE and bool(behind) and behind[0].casefold() in _FINITE


def _is_said_of_oneself(word: str) -> bool:
    """Whether what stands behind `I` is its verb: all but adverbs and function words."""
    return len(word) > 2 and word.isalpha() and not word.endswith("ly") and word not in STOP_WORDS


def _is_german_of_oneself(word: str) -> bool:
    """Whether it has the form of a verb behind `ich`, or of one that loses its last letter there: `ich mach`."""
    if FRONT.match(word) or word in STOP_WORDS or word in _NO_VERBS:
        return False
    return word.endswith("e") or third_person(word, "de") != word


def _may_be_german_verb(words: list[str], at: int) -> bool:
    word, before = words[at].strip(EDGE), words[at - 1].strip(EDGE)
    return (
        len(word) > 3
        and word[0].islower()
        and word.endswith(("t", "te", "ten"))
        and before[:1].isupper()
        and word not in ("nicht", "jetzt", "selbst", "erst", "heute", "seit", "sonst", "leicht")
    )
