"""What a short text states of what: `the port of staging is 8080` says 8080 of `the port of staging`. Pure functions.

Two texts that state different values of one thing cannot both hold now; two that state different things of one subject
can ("likes tea", "likes coffee"). Only wordings are read that leave room for one value: an attribute ("my default
editor is"), a relation that one has to one at a time ("lives in", "is married to"), a typed value ("in the city of"),
an amount ("port 8080"). What else is said counts as merely alike, unless the text itself says that something changed.

It is read of each candidate of a query: by words and tables, since patterns take ten times as long.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

from memoryd.patterns import pattern as lazy_pattern
from memoryd.text.calendar_names import DAYS, MONTHS
from memoryd.text.polarity import polarity_of
from memoryd.text.tables import word_set
from memoryd.text.turns import UNITS, arrives_at, goes_over, moves_to, other_number_in

LONGEST = 400
"""Characters of a text that is read; longer ones tell much besides, and rarely overrule one another."""
_MOST_SENTENCES = 4
_MOST_VALUE_WORDS = 9
_MOST_SUBJECT_WORDS = 14


class Statements(NamedTuple):
    """What a text states."""

    of: dict[str, str]
    """Value by what it is said of."""
    sentences: tuple[tuple[str, ...], ...]
    """The folded words of its sentences, without words such as `now`."""
    is_change: bool
    """Whether it says itself that something is no longer as it was;"""
    is_ended: bool
    """and that it has ended: "no longer"."""
    replaced: tuple[str, ...]
    """What it says is replaced: A of "from A to B", "B instead of A"."""
    is_personal: bool
    """Whether it speaks of "me" or "us", which depends on who says it."""
    moved: tuple[frozenset[str], str] | None = None
    """What went to which bare number: `staging` to 9090."""
    asserted: Mapping[str, str] = {}
    """Whether it is so, "yes" or "no", by what its short sentences say."""


NOTHING = Statements({}, (), False, False, (), False)


# --- the tables -------------------------------------------------------------------------------------------------

_RELATIONS = """
lives in: live lives lived living reside resides resided based wohne wohnt wohnen lebe lebt leben + in at
lives in: moved relocated shifted transferred + to
born in: born + in on at
died in: died + in on at
lives in: located situated headquartered sitzt liegt + in at on im am
lives in: befindet + sich
works at: work works worked working employed arbeite arbeitet arbeiten + at for by bei für
works in: work works worked working arbeite arbeitet + in as als
married to: married engaged verheiratet verlobt + to mit
citizen of: citizen national native + of
reports to: report reports reported berichtet + to an
belongs to: belong belongs belonged + to
affiliated with: affiliated associated + with
famous for: famous known + for
plays for: play plays played spielt + for für bei
runs on: run runs running listen listens listening deployed hosted served läuft lauscht + on at auf unter
written in: written + in
made by: founded created written made built developed designed performed directed produced composed invented + by
made by: discovered published painted recorded authored established manufactured + by
run by: owned led run managed headed chaired hosted maintained operated governed ruled coached sponsored + by
run by: handled represented supervised + by
set to: set pinned fixed limited capped begrenzt gesetzt + to at auf
named: called named titled heißt heiße nennt +
costs: costs cost kostet weighs wiegt +
"""
_ENDINGS = """
lives in: nach: gezogen umgezogen
works at: bei: angestellt beschäftigt
born in: in: geboren
married to: mit: verheiratet verlobt
made by: von: gegründet geschrieben entwickelt entworfen
run by: von: geleitet betrieben betreut verwaltet gewartet geführt
"""
_OF_AMOUNTS = ("=", "when", "costs")
_COPULAS = word_set("is was remains became becomes equals ist war lautet bleibt wird wurde = → -> :=")
_HELPERS = word_set(
    "is am are was were be been has have had i'm 've bin ist sind war wurde wird got get gets currently"
)
_WHEN = word_set("on at by am um ab")
_WHEN_VERBS = word_set("is was ist war starts begins ends scheduled due planned moved postponed beginnt startet endet")
_AT = word_set("at um")
_LIVES = "lives in"
_TIMES = frozenset((*DAYS, *MONTHS)) | word_set(
    "one two three four five six seven eight nine ten eleven twelve noon midnight"
)
_PREPOSITIONS = word_set("at in on to for by with from about an bei auf um zu nach aus mit von")
_HABITS = word_set(
    "mondays tuesdays wednesdays thursdays fridays saturdays sundays weekdays weekends mornings afternoons evenings "
    "nights montags dienstags mittwochs donnerstags freitags samstags sonntags werktags morgens vormittags mittags "
    "nachmittags abends nachts sometimes manchmal"
)
_FILLERS = word_set("is of to at auf von = beträgt")
_DEFINITE = word_set("the my our der die das den mein meine unser unsere unserer")
_OF = word_set("of for von für des der")
_BEFORE_TYPE = word_set("in on at to with by from play plays speak speaks hold holds has")
_ATTRIBUTES = word_set(
    "port version status owner name nickname surname address email e-mail phone number branch theme color colour "
    "language currency timezone zone deadline budget limit timeout price cost salary size age height weight capital "
    "author director ceo cto cfo president chairperson chairman chairwoman chair leader lead head manager boss host "
    "hostname url endpoint path region plan model provider database framework editor shell os system date day time "
    "location place home headquarters birthday role job title position profession occupation employer spouse wife "
    "husband partner mayor governor coach captain successor maintainer assignee contact default setting mode level "
    "priority rate interval frequency threshold retention quota release milestone stage phase state condition license "
    "licence format encoding protocol schedule slot room floor desk seat team department vendor supplier bank account "
    "username login domain ip subnet gateway registry tag image cluster namespace bedtime diet religion nationality "
    "citizenship sport instrument type kind genre category art typ "
    "wert stand sitz ort tag raum preis termin titel beruf name alter gehalt gewicht "
    "zweig modell editor datum rolle limit kosten passwort lizenz format protokoll intervall frau mann"
)
_ATTRIBUTE_ENDINGS = (
    "farbe", "sprache", "währung", "frist", "stichtag", "preis", "größe", "hauptstadt", "autor", "autorin", "leiter",
    "leiterin", "chef", "chefin", "präsident", "präsidentin", "besitzer", "besitzerin", "eigentümer", "adresse",
    "anschrift", "nummer", "zustand", "anbieter", "datenbank", "uhrzeit", "standort", "wohnort", "geburtstag",
    "zeitzone", "grenze", "zuständige", "partner", "stufe", "priorität", "büro", "abteilung", "ehemann", "ehefrau",
    "arbeitgeber", "bürgermeister", "bürgermeisterin", "trainer", "trainerin", "zweig", "port", "version", "name",
)  # fmt: skip
_CHOSEN = word_set(
    "default current preferred favorite favourite main primary official latest newest next minimum maximum min max "
    "target aktuelle aktueller aktuelles bevorzugte bevorzugter offizielle offizieller nächste nächster"
)
_MANY = word_set(
    "friend friends colleague colleagues member members hobby hobbies sibling brother sister cousin neighbour neighbor "
    "fan part example one thing things problem point question answer reason idea issue bug error fact "
    "truth trick goal key rest result catch lesson advantage disadvantage risk way step option alternative feature "
    "benefit cause note todo task freund freundin kollege kollegin mitglied bruder schwester nachbar teil beispiel "
    "grund idee fehler ziel ergebnis vorteil nachteil risiko schritt aufgabe sache punkt frage antwort"
)
_NO_VALUE = word_set(
    "not an a very too so quite pretty really also ein eine einer kein keine sehr zu auch nicht that because why how "
    "what where when whether if dass weil"
)
_VAGUE = word_set(
    "he she it they this that these those there here his her their its he's she's it's they're that's who what which "
    "where when how why if whether unless er sie es dies diese dieser dieses dort hier sein seine ihr ihre wer was wo "
    "wann wie wenn falls ob dass maybe perhaps vielleicht someone somebody everyone jemand man you your you're du dein "
    "deine one some many most all"
)
_PERSONAL = word_set(
    "i i'm i've my mine we we're we've our ours me us ich wir mein meine meinem meiner unser unsere mir uns"
)
_TIDE = word_set(
    "now currently nowadays officially actually still already finally just today again anymore jetzt nun aktuell "
    "momentan derzeit zurzeit gerade inzwischen mittlerweile neuerdings heute wieder noch endlich übrigens stattdessen "
    "since then from-now-on"
)
_TIDES = (("no", "longer"), ("any", "more"), ("these", "days"), ("right", "now"), ("for", "now"), ("nicht", "mehr"),
          ("as", "of"), ("ab", "sofort"), ("from", "now"))  # fmt: skip
_LEADS = word_set(
    "update correction fyi btw note reminder info edit hinweis korrektur übrigens achtung actually well so ok okay "
    "also and but hi hey hello und aber hallo oh yes yeah ja - * + • > # news psa"
)
_CHANGES = word_set(
    "now anymore nowadays instead switched switching changed changing moved moving migrated renamed replaced "
    "replaces replacing updated upgraded relocated rescheduled postponed correction update jetzt neuerdings inzwischen "
    "mittlerweile stattdessen statt anstatt gewechselt umgezogen umgestellt umgestiegen migriert geändert verschoben "
    "umbenannt ersetzt wechseln wechselt"
)
_REPLACED = (
    lazy_pattern(r"\bfrom (?P<old>[^,;]{1,60}?) (?:over )?(?:to|into) \S"),
    lazy_pattern(r"\b(?:instead of|rather than|in place of|replac(?:es|ed|ing)) (?P<old>[^,;]{1,60}?)"
                 r"(?= (?:for|in|on|at|as|with|because|since|by)\b|$)"),
    lazy_pattern(r"\bvon (?P<old>[^,;]{1,60}?) (?:auf|nach|zu|in|an) \S"),
    lazy_pattern(r"\b(?:statt|anstatt|anstelle von) (?P<old>[^,;]{1,60}?)(?= (?:für|in|auf|bei|als|mit)\b|$)"),
    lazy_pattern(r"\b(?:changed|renamed|migrated|switched|converted) (?P<old>[^,;]{1,60}?) (?:to|into) \S"),
)  # fmt: skip
_END = re.compile(
    r"\s(?:(?<=[.!?;]\s)(?<!\b[A-Z]\.\s)(?<!\b(?:Dr|St|Mr|Ms|Jr|Sr|No|vs|ca|Nr)\.\s)"
    r"(?:(?=\s*[^\sa-zäöü])|(?<=\w{4}[.!?;]\s))|(?<=\n))\s*"
)
"""Behind a short word, as in "Apple Inc. is", a point ends a sentence only before a capital."""
_TELLING_CHANGE = _CHANGES | word_set("longer mehr gezogen umgezogen")
_AROUND = "\"'“”„‘’*_`.,;!?()[]"

_PARENTHESIS = lazy_pattern(r"\s*\([^()]{0,80}\)")
_Follow = dict[str, str]


def _verbs() -> dict[str, _Follow]:
    """Relation by verb and the word behind it, "" for any."""
    found: dict[str, _Follow] = {}
    for line in _RELATIONS.strip().splitlines():
        relation, _, rest = line.partition(": ")
        verbs, _, follows = rest.partition("+")
        for verb in verbs.split():
            found.setdefault(verb, {}).update(dict.fromkeys(follows.split() or [""], relation))
    return found


def _endings() -> dict[str, tuple[str, str]]:
    """Relation and preposition by the participle at the end of a German sentence."""
    found = {}
    for line in _ENDINGS.strip().splitlines():
        relation, preposition, participles = line.split(": ")
        found.update(dict.fromkeys(participles.split(), (relation, preposition)))
    return found


_VERBS, _PARTICIPLES = _verbs(), _endings()
USING = word_set("use uses used using nutzt nutzen verwendet verwenden")
RELATING = USING | frozenset(_VERBS) | frozenset(_PARTICIPLES)
"""Verbs that say how a value belongs to a thing: where one holds no longer, another verb may tell the new one."""
_TELLING = frozenset(_VERBS) | _WHEN_VERBS | _COPULAS | _ATTRIBUTES | {"the"}


# --- reading ----------------------------------------------------------------------------------------------------


@lru_cache(maxsize=8192)
def statements_of(text: str) -> Statements:
    """What the text states; nothing of a long one, and of questions and conditions."""
    if len(text) > LONGEST:
        return NOTHING
    found: dict[str, str] = {}
    sentences: list[tuple[str, ...]] = []
    replaced: list[str] = []
    is_change = is_ended = is_personal = False
    moved: tuple[frozenset[str], str] | None = None
    asserted: dict[str, str] = {}
    parts = _END.split(text) if len(text) > 40 else [text]
    for part in parts[:_MOST_SENTENCES]:
        plain = (_PARENTHESIS.sub("", part) if "(" in part else part).replace("’", "'")
        written = plain.split()
        if not written or written[-1].endswith("?"):
            continue
        words = [word.strip(_AROUND) for word in plain.casefold().split()]
        if len(words) != len(written):  # a letter that folds into a space
            continue
        known = {*words}
        is_personal = is_personal or not _PERSONAL.isdisjoint(known)
        ends = {"no", "longer"} <= known or {"nicht", "mehr"} <= known or "anymore" in known
        changes = ends or not _CHANGES.isdisjoint(known)
        words, written = _without_tide(words, written, known)
        changes = changes or goes_over(words)
        if len(words) < 2 or words[0] in _VAGUE:
            continue
        if changes:
            is_change, is_ended = True, is_ended or ends
            bare = " ".join(words)
            replaced += (match["old"] for pattern in _REPLACED if (match := pattern.search(bare)))
        sentences.append(tuple(words))
        if ends and (first := next((at for at, word in enumerate(written) if word.endswith((",", ";"))), 0)):
            sentences.append(tuple(words[: first + 1]))  # `no longer A, but B` says of A that it has ended
        _read(words, written, found)
        moved = moved or moves_to(words)
        if (told := polarity_of(words, known)) is not None:
            asserted[told[0]] = told[1]
        if (arrival := arrives_at(words)) is not None:
            for relation in _OF_AMOUNTS:
                _take(found, _subject(arrival[0]), relation, arrival[1])
    if not sentences:
        return NOTHING
    is_change = is_change or moved is not None
    return Statements(found, tuple(sentences), is_change, is_ended, tuple(replaced), is_personal, moved, asserted)


def tells_change(text: str) -> bool:
    """Whether it may say that something is no longer as it was; quick."""
    return len(text) <= LONGEST and _tells_change(text)


@lru_cache(maxsize=4096)
def _tells_change(text: str) -> bool:
    words = text.casefold().split()
    if not _TELLING_CHANGE.isdisjoint(words):
        return True
    return any(word.strip(_AROUND) in _TELLING_CHANGE for word in words if not word.isalnum())


def _without_tide(words: list[str], written: list[str], known: set[str]) -> tuple[list[str], list[str]]:
    """Without what opens a sentence, and what only says that it holds now."""
    if words[0].rstrip(":") not in _LEADS and _DROPPED.isdisjoint(known):
        return words, written
    start = 0
    while start < len(words) and words[start].rstrip(":") in _LEADS:
        start += 1
    dropped = {*range(start)}
    if not _TIDE.isdisjoint(known):
        dropped |= {at for at, word in enumerate(words) if word in _TIDE}
    if not _SECONDS.isdisjoint(known):
        for at in range(len(words) - 1):
            if (words[at], words[at + 1]) in _TIDES:
                dropped |= {at, at + 1}
    dropped |= {at for at, word in enumerate(words) if not word}
    if not dropped:
        return words, written
    kept = [at for at in range(len(words)) if at not in dropped]
    return [words[at] for at in kept], [written[at] for at in kept]


_SECONDS = frozenset(second for _, second in _TIDES)
_DROPPED = _TIDE | _SECONDS | {""}


def _read(words: Sequence[str], written: Sequence[str], found: dict[str, str]) -> None:
    if words[-1] in _PARTICIPLES:
        _read_participle(words, found)
    last = len(words) - 1
    for at, word in enumerate(words):
        if word not in _TELLING and word[-1] not in ":=":
            continue
        follows = _VERBS.get(word)
        if follows is not None and at < last:
            relation = follows.get(words[at + 1])
            if relation is not None:
                at_a_time = relation == _LIVES and words[at + 1] == "to" and at + 2 <= last and _is_time(words[at + 2])
                _take(found, _subject(words[:at]), "when" if at_a_time else relation, words[at + 2 :])
            elif "" in follows and words[at + 1] not in _PREPOSITIONS:
                _take(found, _subject(words[:at]), follows[""], words[at + 1 :])
        if word in _WHEN_VERBS and at < last and words[at + 1] in _WHEN:
            if _is_definite(words[:at]) or (words[at + 1] in _AT and at + 2 <= last and _is_time(words[at + 2])):
                _take(found, _subject(words[:at]), "when", words[at + 2 :])
        elif word in _COPULAS:
            _read_copula(words, written, at, found)
        elif word == "the" and at > 0 and words[at - 1] in _BEFORE_TYPE:
            _read_typed(words, at, found)
        elif word.rstrip(":=") in _ATTRIBUTES and at < last:
            _read_attribute(words, at, found)


def _take(found: dict[str, str], subject: Sequence[str], relation: str, value: Sequence[str]) -> None:
    if not _HABITS.isdisjoint(value):  # what is so on some days leaves room for the other days
        return
    if subject and value and len(value) <= _MOST_VALUE_WORDS and len(subject) <= _MOST_SUBJECT_WORDS:
        found.setdefault(f"{' '.join(subject)} {relation}", " ".join(value))


def _subject(words: Sequence[str]) -> Sequence[str]:
    end = len(words)
    while end > 1 and words[end - 1] in _HELPERS:
        end -= 1
    return words[:end]


def _read_participle(words: Sequence[str], found: dict[str, str]) -> None:
    """`Mara ist nach Bonn gezogen`."""
    relation, preposition = _PARTICIPLES[words[-1]]
    helper = next((at for at, word in enumerate(words) if word in _HELPERS), 0)
    for at in range(len(words) - 2, helper, -1):
        if words[at] == preposition:
            _take(found, words[:helper], relation, words[at + 1 : -1])
            return


def _read_typed(words: Sequence[str], at: int, found: dict[str, str]) -> None:
    """`… in the city of London`."""
    for end in range(at + 2, min(at + 5, len(words) - 1)):
        if words[end] == "of":
            _take(found, words[: end + 1], "~", words[end + 1 :])
            return


def _read_attribute(words: Sequence[str], at: int, found: dict[str, str]) -> None:
    """`Default branch: main`; `… on port 8080 …`, whose subject may stand on both sides."""
    if words[at][-1] in ":=":
        if at <= 4:
            _take(found, [*words[:at], words[at].rstrip(":=")], "=", words[at + 1 :])
        return
    here = at + 1
    while here < len(words) and words[here] in _FILLERS:
        here += 1
    if here == len(words) or not _is_number(words[here]):
        return
    end = here + 1 + (here + 1 < len(words) and words[here + 1] in UNITS)
    if at or end < len(words):
        _take(found, [*words[: at + 1], *words[end:]], "~", words[here:end])


def _read_copula(words: Sequence[str], written: Sequence[str], at: int, found: dict[str, str]) -> None:
    """`The capital of Peru is Lima`, and `Bob is the owner of billing`."""
    subject, value = words[:at], words[at + 1 :]
    if not subject or not value or value[0] in _NO_VALUE:
        return
    if _has_one_value(subject, value[0], written[at + 1]):
        _take(found, subject, "=", value)
    elif value[0] in _DEFINITE and at <= 5:
        of = next((n for n, word in enumerate(value[:6]) if n > 1 and word in _OF), 0)
        if of and of < len(value) - 1 and value[of - 1] not in _MANY:
            _take(found, value, "=", subject)


def _has_one_value(subject: Sequence[str], value: str, written: str) -> bool:
    """Whether `subject is value` names an attribute, or something definite by a name or a number."""
    of = next((n for n, word in enumerate(subject) if n and word in _OF), len(subject))
    nouns = {subject[-1], subject[of - 1]}
    if not nouns.isdisjoint(_MANY):
        return False
    if any(noun in _ATTRIBUTES or noun.endswith(_ATTRIBUTE_ENDINGS) for noun in nouns):
        return True
    if of > 1 and subject[of - 2] in _CHOSEN:
        return True
    return _is_definite(subject) and (_is_number(value) or written.lstrip(_AROUND)[:1].isupper())


def _is_definite(subject: Sequence[str]) -> bool:
    return bool(subject) and (
        subject[0] in _DEFINITE or any(word in _OF or word.endswith(("'s", "s'")) for word in subject)
    )


def _is_time(word: str) -> bool:
    return word[0].isdigit() or word in _TIMES


def _is_number(word: str) -> bool:
    return word[:1].isdigit() or (word[:1] in "$€£v" and word[1:2].isdigit())


@lru_cache(maxsize=4096)
def leaves_one_value(relation: str) -> bool:
    """Whether a folded relation reads as if a subject had one value of it: `favourite editor`, `married to`."""
    words = relation.split()
    if words[-1] in _ATTRIBUTES or words[-1].endswith(_ATTRIBUTE_ENDINGS) or not _CHOSEN.isdisjoint(words):
        return True
    follows = [_VERBS[word] for word in words[:-1] if word in _VERBS]
    return any(words[-1] in one for one in follows)


# --- comparing --------------------------------------------------------------------------------------------------


def overrules(later: Statements, former: Statements) -> bool:
    """Whether the later text says something else of what the former speaks of."""
    return names_what_it_overrules(later, former) or (later.is_change and _begins_alike(later, former))


def names_what_it_overrules(later: Statements, former: Statements) -> bool:
    """Whether it says another value of the same thing, or names the value that holds no longer."""
    if _differ(later.of, former.of) or _differ(later.asserted, former.asserted):
        return True
    if later.moved is not None and any(other_number_in(words, *later.moved) for words in former.sentences):
        return True
    return later.is_change and (_replaces(later, former) or (later.is_ended and _begins_alike(later, former)))


def _differ(one: Mapping[str, str], other: Mapping[str, str]) -> bool:
    return any(one[about] != other[about] for about in one.keys() & other.keys())


def _replaces(later: Statements, former: Statements) -> bool:
    """It names what was; the former says that, and something else that both name."""
    for old in later.replaced:
        gone = {*old.split()}
        if gone <= _VAGUE:  # `replaced it`
            continue
        named = {word for words in later.sentences for word in words if len(word) > 2} - gone - _COMMON
        if any(gone <= {*words} and not named.isdisjoint({*words} - gone) for words in former.sentences):
            return True
    return later.is_personal and former.is_personal and any(_was_ours(old, later, former) for old in later.replaced)


def _was_ours(old: str, later: Statements, former: Statements) -> bool:
    """`We switched from Jira to Linear` of `We use Jira` and `Our tracker is Jira`; who says "we" is told elsewhere."""
    if not any(words[0] in _OURSELVES for words in later.sentences):
        return False
    if any(not _SWITCHED.isdisjoint(words) for words in later.sentences) and old in former.of.values():
        return True
    value = tuple(old.split())
    return any(
        words[0] in _OURSELVES and words[1] in USING and words[2 : 2 + len(value)] == value
        for words in former.sentences
    )


_OURSELVES = word_set("i we ich wir")
_SWITCHED = word_set("switched changed migrated replaced gewechselt umgestiegen umgestellt")


_COMMON = USING | _HELPERS | _PERSONAL | _TIDE | _CHANGES | word_set(
    "the and from with for into instead rather than replace der die das und von auf nach statt"
)  # fmt: skip


def _begins_alike(later: Statements, former: Statements) -> bool:
    """The same subject and verb, another end: enough where the later text says that something changed."""
    for mine in later.sentences:
        for theirs in former.sentences:
            pairs = enumerate(zip(mine, theirs, strict=False))
            same = next((n for n, (a, b) in pairs if a != b), min(len(mine), len(theirs)))
            left = max(len(mine), len(theirs)) - same
            if same >= 2 and left <= min(4, same) and _CHANGES.isdisjoint(mine[:same]):
                return left > 0 or later.is_ended > former.is_ended
    return False
