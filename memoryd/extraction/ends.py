# ruff: noqa: E501 - tables of words read better unbroken
"""Whether what was to be done is done, by what was said later: for dailies and the brief. English and German. Pure."""

from __future__ import annotations

from functools import lru_cache
from sys import intern

from memoryd.patterns import pattern as lazy_pattern
from memoryd.recall.lexical.tokens import terms_of
from memoryd.text.calendar_names import MONTH
from memoryd.text.forms import endings_of, names_again, words_in
from memoryd.text.stopwords import STOP_WORDS

FEWEST_SHARED = 2
"""Words that two sentences share when they speak of one thing."""
_DONE = 0.5
"""An item is done when what was done later names so much of it."""
_STEM = 7
"""Letters by which words are compared: `documented` and `documentation` are one."""
_LONG_NUMBER = 3
"""Digits of a number that names what is spoken of, as a word does."""
_KEPT = 4_096
"""Texts of which it is kept what they tell."""
NOTHING: frozenset[str] = frozenset()
"""The one empty set that is kept for all of them: each other takes 216 bytes."""
ENDED = lazy_pattern(
    r"(?i)\b(?:done|finished|completed?|closed|cancel+ed|obsolete|settled|sent|wrote|written|arrived|answered|ticked off"
    r"|(?:is|are|went|goes) (?:in|live|out|up|green|there|through|gone|over|off)|works? (?:now|again)|taken care of"
    r"|(?:is|are|was|were|been|got|gets|I|we|I['’]ve|we['’]ve|he|she|they|has|have)"
    r"(?: \w+ly| now| just| already| also| both)* (?!(?:called(?! off)|(?:nick)?named|titled|located|situated|based)\b)\w{2,}ed|(?:I|we)(?:['’]ve)? (?:built|made|set|put|cut|got)"
    r"|(?:merged|fixed|deployed|committed|shipped|added|released|removed|resolved|renewed|rotated|updated|implemented|migrated)\b"
    r"|no longer (?:need|necess)\w*|not (?:needed|necessary) any ?more|erledigt|fertig|abgeschlossen|hinfällig|geklärt"
    r"|(?:ist|sind|wurden?|habe?n?|hat|worden)\b.{0,80}\b(?:\w*ge\w{2,}(?:t|en)|\w{3,}iert|\w*be\w{2,}t|ver\w{3,}t"
    r"|ersetzt|entfernt|unterschrieben|übersetzt|erneuert|entschieden)"
    r"|(?:ist|sind) (?:durch|raus|da|drin|live|weg|vorbei|behoben)|läuft (?:jetzt|wieder)|nicht mehr nötig)\b"
    r"|(?:^|[.!;:] )(?!(?:shr|emb|imb|spe|proce|exce|succe|ble|bre)ed\b)\w{3,}ed (?:the|all|both|every|my|our|his|her|their|an?|it|them)\b"
    r"|(?:^|[.!;:] )(?:got|paid|signed|booked|bought|called|ordered|received|mailed|filed)\b"
    r"|\b(?:paid|signed|booked|bought|ordered|posted|handed in|gekauft|bezahlt|überwiesen|bestellt|gebucht|abgegeben|abgeholt|abgeschickt|verschickt"
    r"|geschickt|angerufen|eingereicht|unterschrieben|geschrieben|geliefert|besorgt|bekommen|behoben)\s*(?:[.,!;]|and\b|und\b|$)"
)
"""Something is done, or is no longer to be done."""
_FINISHED = lazy_pattern(
    r"(?i)\b(?:done|finished|completed?|sent|paid|signed|posted|booked|ordered|merged|deployed|shipped|released|fixed|resolved|erledigt|fertig|abgeschlossen"
    r"|geklärt|bezahlt|überwiesen|bestellt|gebucht|abgegeben|unterschrieben|verschickt|geschickt|eingereicht|behoben)\b"
)
"""How a task is of which nothing else is said: `the importer is done`."""
STILL_OPEN = lazy_pattern(
    r"(?i)n['’]t\b|\b(?:not(?! needed)(?! necessary)|never|still|until(?! (?:the )?(?:\d|next year|jan|feb|mar|apr|may|june?\b|july?\b|aug|sep|oct|nov|dec))|before|once|when|earliest|frühestens|if|should|must|needs?(?: to)?"
    r"|ha(?:s|ve) to|todo|to do|to be|will|nicht(?! mehr nötig)|noch|bis|bevor|sobald|wenn|falls|muss|müssen|sollen?"
    r"|sollte|wird|werden|reproduced?|noted|started|began|planned|discussed|reported|confirmed|looked|tried|attempted"
    r"|investigated|blocked|scheduled|assigned|asked|wanted|needed|expected|requested|notiert|angefangen|begonnen"
    r"|besprochen|gemeldet|versucht|geplant|gebeten|fail(?:s|ed)|fehlt|fehlen|fehlgeschlagen)\b|\?\s*$"
)
VALUE = lazy_pattern(
    r"(?P<time>\b\d{1,2}:\d{2}\b|\b\d{1,2} ?(?:am|pm|uhr)\b|\b(?:noon|midnight|mittags|mitternacht)\b)"
    rf"|(?P<date>\b\d{{4}}-\d\d-\d\d\b|\b\d{{1,2}}\.\d{{1,2}}\.(?:\d{{2,4}}\b(?!\.\d)|(?!\d))|\b\d{{1,2}}(?:st|nd|rd|th|\.)? ?(?:of )?{MONTH}\b"
    rf"|\b{MONTH}\b \d{{1,2}}(?:st|nd|rd|th)?\b|\b(?i:(?:mon|tues|wednes|thurs|fri|satur|sun)days?|(?:mon|diens|donners|frei|sams|sonn)tag|mittwoch)\b)"
    r"|(?P<money>[$€£] ?\d[\d.,]*k?|\b\d[\d.,]*k? ?(?:€|eur\b|euros?\b|dollars?\b|usd\b))"
    r"|(?P<version>\bv\d+(?:\.\d+)*\b|\b\d+(?:\.\d+){2,}\b)|(?P<number>(?<!#)\b\d[\d.,]*\b)"
)
"""Times, dates, amounts and versions, by kind."""
_ASKING = frozenset(
    word
    for line in (
        "pleas need still todo open next miss someon somebodi remind let",
        "bitt kannst konnt konntest muss offen noch fehlt fehl braucht brauch soll sollt nachst lass lasst",
    )
    for word in line.split()
)
"""Stems that only ask for something to be done."""
_GETTING = lazy_pattern(r"(?i)\b(?:order|buy|purchase|get|bestell\w*|kauf\w*|besorg\w*)\b")
"""What is to be got is named by itself when it is there: `the UPS arrived`."""
_GOT = lazy_pattern(
    r"(?i)\b(?:order|buy|get) (?:the |some |more |new |\d+ )*(?P<what>[a-z]{4,}|(?-i:[A-Z]{2,3}))(?=\s*(?:[.,;!]|$|for\b|from\b|in\b|at\b|and\b))|\b(?P<was>[^\W\d_]{4,}) (?:bestellen|kaufen|besorgen)\b"
)
"""Just what is to be got."""
_THERE = lazy_pattern(
    r"(?i)\b(?:arrived|came|(?:is|are) (?:here|there|in)|delivered|(?:ist|sind) (?:da|angekommen)|kam|geliefert)\b"
)
_MISSING = lazy_pattern(
    r"(?i)\b(?:(?:is|are|was|were|has|have)(?:n['’]t| not)(?: yet| been| \w+ly)*|(?:ist|sind|wurden?) noch nicht) (?P<what>\w{4,})"
)
"""What has not been done, as the word for doing it."""
_ASKS_WHETHER_DONE = lazy_pattern(
    r"(?i)(?:[^.!?\n]{1,20}, |and |und |so |also )?(?:(?:did|have|has|hast|habt|hat|haben) (?:you|we|they|he|she|anyone|somebody|du|ihr|wir|sie|jemand|(?-i:[A-ZÄÖÜ])\w+)\b"
    r"|(?:is|are|was|were|has|have|ist|sind|bist|war|waren|wurden?|hat|haben|hast)\b(?=.{1,80}\b(?:(?:out|in|up|live|through|over|off)(?=\W*\?)|done|sent|gone"
    r"|(?!expired|delayed|failed|stopped|allowed|supposed|involved|interested)\w{2,}ed|raus|da|durch|fertig|weg|erledigt|\w*ge\w{2,}(?:t|en)|\w{3,}iert|be\w{2,}t|ver\w{3,}t|unterschrieben|erneuert)(?:\W*\?| (?:from|to|by|in|on|at|with|for|into|yet|now|already|today|everywhere)\b))).*\?\s*$"
)
"""A question that yes or no answers, whether something is done."""
_AFFIRMS = lazy_pattern(
    r"(?i)\W*(?:(?:yes|yep|yeah|yup|ja|jap|jo|jawohl)\b(?!\?|,? (?:please|bitte|mach|do)\b)"
    r"|(?:(?:it|they|that|I|we|he|she) (?:is|are|has|have|did|was|were)|all of (?:it|them)|done|erledigt|schon erledigt|längst|(?:hab|habe|haben) (?:ich|wir)|(?:ist|sind) (?:es|sie))\s*(?:[.,!;]|$))"
)
"""An answer that begins by saying yes to it."""
_DO_IT = lazy_pattern(r"(?i)(?:^|[.!?,:] |please |you )(?P<verb>[a-z]{4,}) (?:it|that|this|them)\b")
"""What is to be done with something that was spoken of,"""
_DID_IT = lazy_pattern(
    r"(?i)(?:(?:done|ok|okay|just|now|I|I['’]ve|it['’]s|is|has been)[,.:]? )*(?P<verb>[a-z]{3,}ed)"
    r"(?= (?:it|that|this|them|to|on|in|at|for|by|now|already|just|last|yesterday|today|and)\b|\s*(?:[.,!;:]|$))"
)
"""and that somebody did so, with nothing else: `Documented the release` is no `document it`."""
_TICKET = lazy_pattern(
    r"(?<![\w#/])(?<!\bof )(?<!\bby )(?<!\bin )(?<!\bvia )(?<!\bvon )(?<!\bdurch )(?<!\bmit )(?:#\d+|[A-Z][A-Z0-9]+-\d+)\b"
)
"""What a tracker calls an item;"""
_OF_TICKET = lazy_pattern(
    r"(?i)\b(?:after|once|when|until|before|since|depend\w*|wait\w*|follow\w*|like|see|nach|sobald|wenn|bis|seit|wart\w*|wie|siehe)\b"
)
"""and of something else that it only has to do with that item."""
_CLAUSE = lazy_pattern(r"(?i)[.;,:]\s+|\n|\s(?:but|while|aber|während)\s")
_FIRST_SENTENCE = lazy_pattern(r"[^.!?\n]*(?:[.!?](?!\s)[^.!?\n]*)*")


def _stem_of(term: str) -> str:
    return term.partition(":")[2] if term[2:3] == ":" else term


_STOP_STEMS = STOP_WORDS | {_stem_of(term) for word in STOP_WORDS for term in terms_of(word)}
"""Of words that say nothing, also as they are stemmed: `only` is `onli`, `über` is `uber`."""


def confirmed(question: str, answer: str) -> str:
    """What is done as the answer says yes to whether it is: `Is the label printed?` `Yep`; empty where it does not."""
    if _ASKS_WHETHER_DONE.match(question) is None or _AFFIRMS.match(answer) is None:
        return ""
    asked, first = question.rstrip(" ?"), _FIRST_SENTENCE.match(answer)
    return (
        ""
        if tells_open(asked) or (first and tells_open(first[0])) or answer.rstrip().endswith("?")
        else f"{asked}: done"
    )


def is_done_by(item: str, said: str) -> bool:
    """Whether what was said later tells that the item is done, or off."""
    wanted, told = wanted_of(item), words_of(said)
    if tickets_in(item) and _OF_TICKET.search(item) is None and tickets_in(item) <= _closed_in(said):
        return True
    if _is_there(item, said) or _is_made_good(item, said) or _is_carried_out(item, said):
        return True
    shared = named_in(item) & told | _named_again(item, said)
    ends_it = len(wanted) <= FEWEST_SHARED and _FINISHED.search(said) and words_of(_FINISHED.sub(" ", said)) <= shared
    fewest = 1 if ends_it else min(FEWEST_SHARED, len(wanted))
    if not wanted or len(shared) < fewest or len(shared) < _DONE * min(len(wanted), len(told)):
        return False
    return tells_done(said)


def _is_carried_out(item: str, said: str) -> bool:
    """Whether it begins with what was to be done with something that was spoken of: `deploy it tonight`, `deployed`."""
    asked, done = _DO_IT.search(item), _DID_IT.match(said)
    if asked is None or done is None or tells_open(said):
        return False
    return words_of(asked["verb"]) == words_of(done["verb"]) != frozenset()


@lru_cache(maxsize=_KEPT)
def _in_full(text: str) -> dict[str, str]:
    """Its words that say something, folded, by their stems."""
    return {stem: word for word in words_in(text) for stem in words_of(word)}


@lru_cache(maxsize=_KEPT)
def met_by(text: str) -> frozenset[str]:
    """The stems by which it meets what it may end: of its words, and of the last parts of compounds."""
    endings = (ending[:_STEM] for word in _in_full(text).values() for ending in endings_of(word))
    return words_of(text) | frozenset(endings)


def _named_again(item: str, said: str) -> frozenset[str]:
    """The stems of what the item asks for that is named in another compound, or was done."""
    told = frozenset(_in_full(said).values())
    full = _in_full(item)
    return frozenset(stem for stem in wanted_of(item) if stem in full and names_again(full[stem], told))


def _is_there(item: str, said: str) -> bool:
    """Whether what was to be got has come."""
    if not _tells_there(said):
        return False
    object_ = _GOT.search(item)
    if object_ is not None:
        what = (object_["what"] or object_["was"]).casefold()
        told = frozenset(words_in(said))
        if what in told or names_again(what, told):
            return True
    wanted = _to_get(item)
    return bool(wanted) and len(wanted & words_of(said)) >= _DONE * len(wanted)


@lru_cache(maxsize=_KEPT)
def _tells_there(said: str) -> bool:
    return _THERE.search(said) is not None and not tells_open(said)


@lru_cache(maxsize=_KEPT)
def _to_get(item: str) -> frozenset[str]:
    return wanted_of(_GETTING.sub(" ", item)) if _GETTING.search(item) else NOTHING


def _is_made_good(item: str, said: str) -> bool:
    """Whether just what the item says has not been done is told to be so: `isn't reported yet`, `is reported now`."""
    missing = missing_in(item)
    if not missing or not words_of(missing) <= words_of(said):
        return False
    rest = wanted_of(item) - words_of(missing)
    is_of_it = bool(rest) and len(rest & words_of(said)) >= _DONE * len(rest)
    return is_of_it and STILL_OPEN.search(said.replace(missing, "")) is None


@lru_cache(maxsize=_KEPT)
def tickets_in(text: str) -> frozenset[str]:
    """What a tracker calls the items in it: `#356`, `INGEST-12`."""
    return frozenset(match[0] for match in _TICKET.finditer(text)) or NOTHING


@lru_cache(maxsize=_KEPT)
def _closed_in(text: str) -> frozenset[str]:
    """The tickets of which a clause says that they are done."""
    found = frozenset(one for clause in _CLAUSE.split(text) if tells_done(clause) for one in tickets_in(clause))
    return found or NOTHING


@lru_cache(maxsize=_KEPT)
def missing_in(item: str) -> str:
    """The word for what the item says has not been done; empty when it says so of nothing."""
    found = _MISSING.search(item)
    return "" if found is None else found["what"]


@lru_cache(maxsize=_KEPT)
def tells_done(text: str) -> bool:
    """Whether it says that something is done, and nothing of it open."""
    return tells_end(text) and not tells_open(text)


@lru_cache(maxsize=_KEPT)
def tells_open(text: str) -> bool:
    """Whether it says that something is still to be done."""
    return STILL_OPEN.search(text) is not None


@lru_cache(maxsize=_KEPT)
def tells_end(text: str) -> bool:
    """Whether it says that something is done, or is no longer to be done."""
    return ENDED.search(text) is not None


@lru_cache(maxsize=_KEPT)
def valued_words(text: str) -> frozenset[str]:
    """The stems of what stands around its values."""
    return words_of(VALUE.sub(" ", text))


@lru_cache(maxsize=_KEPT)
def wanted_of(item: str) -> frozenset[str]:
    """The stems of what an item asks for."""
    return valued_words(item) - _ASKING


@lru_cache(maxsize=_KEPT)
def named_in(item: str) -> frozenset[str]:
    """The stems by which it is met again: of what it asks for, and its long numbers, but for the year of a date."""
    undated = VALUE.sub(lambda found: " " if found["date"] else found[0], item)
    return wanted_of(item) | {word for word in words_of(undated) if len(word) >= _LONG_NUMBER and word.isdigit()}


@lru_cache(maxsize=_KEPT)
def words_of(text: str) -> frozenset[str]:
    """The stems of a text's words that say something."""
    found = set()
    for term in terms_of(text[:2000]):
        word = _stem_of(term)
        if word and word[0] != "<" and word not in _STOP_STEMS and (len(word) > 1 or word.isdigit()):
            found.add(intern(word[:_STEM]))  # the same few words stand in thousands of texts that are kept
    return frozenset(found)
