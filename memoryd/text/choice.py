# ruff: noqa: E501 - tables of words read better unbroken
"""What a short answer chooses of what the other side offered: `Redis`, `the second one`, `both`. English and German. Pure.

Alternatives stand in the question ("Redis or Memcached?"), or before one that points at them ("Which one?"). Whoever does
the work may also ask openly for a value ("Which port should it listen on?").
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from memoryd.patterns import pattern as lazy_pattern
from memoryd.text.stopwords import STOP_WORDS

_OR = r"(?:or|oder)"
_OFFERS = lazy_pattern(rf"(?i)\S,? {_OR} (?!not\b|nicht\b|so\b|what\b|was\b|something\b|else\b|anything\b)\S")
_POINTS = lazy_pattern(
    r"(?i)(?:^|[,:–—] ?)(?:so |and |now |also |und |dann |nun )*(?:which|what(?:['’]s| is| do| would| should)|welche[rsnm]?|was (?:ist|wäre|soll|sollen|nehmen|möchte|willst|bevorzug)|any preference|your (?:choice|call|preference|pick)|preference|pick one|deine wahl|wie (?:möchte|soll|hätte))\b",
)
"""It asks for one of what was said before."""
_LISTS = lazy_pattern(
    r"(?i)\b(?:options?|choices?|alternatives?|ways|approaches|candidates|variants?|either|between|both|two|three|four|optionen|varianten?|möglichkeiten|wege|ansätze|zwischen|entweder|beide|zwei|drei|vier)\b|:\s*$|(?:^|\s)\(?(?:[a-d]|[1-4])[).:]\s",
)
_LONG_WORD = lazy_pattern(r"\w{4,}")
_OF_FACTS = lazy_pattern(
    r"(?i)^(?:(?:and|so|then|und|also|dann),? )?(?:is|are|was|were|am|did|do(?! you (?:want|prefer|like|need)\b)|does|has|have|had|ist|sind|war|waren|hat|habt|haben|bist|läuft|lief|liegt|lag|gibt|gab|heißt|kommt)\b"
    r"|\b(?:did|was|were|had|meant|mean|meinst|meinten|hattest?|hatten|wurde|war|waren)\b|\b(?:can|may|could) (?:I|we)\b[^?]*\b(?:help|assist|do for you|be of service)\b|^(?:why|how (?:much|many|long|old|far)|when (?:did|was)|who|warum|wieso|weshalb|wie (?:viele?|lange|alt|weit)|wer)\b",
)
"""It asks how things are, or what somebody came for, not how things shall be."""
_OPENLY = lazy_pattern(
    r"(?i)\b(?:wh(?:at|ich|en|ere)|how|who|welche[rsnm]?|was|wann|wo|wohin|wie|wer|wen)\b.*\b(?:should|shall|do you (?:want|prefer|like)|would you (?:like|prefer)|may I|can I|soll(?:en|te|ten)?|darf|dürfen|möchten?|möchtest|willst|wollen|wollt|hätten|bevorzugst)\b",
)
_LEAD = lazy_pattern(
    r"(?i)^(?:(?:yes|yeah|yep|ok(?:ay)?|well|so|then|hm+|oh|let['’]s (?:do|go (?:with|for)|take|use)|(?:I|we)(?:['’]d|['’]ll| would| will)? (?:say|prefer|take|go (?:with|for)|like|want|vote for)|go (?:with|for)|take|use|rather|definitely|please|probably"
    r"|ja|jo|gut|na gut|dann|also|lieber|eher|nimm|nehmen wir|wir nehmen|ich (?:nehme|bin für|würde|möchte)|bitte|auf jeden fall|doch|wohl)(?![\w'’-])[,.:!–— ]*)*",
)
_POLITE = lazy_pattern(r"(?i)(?:[,.!]? (?:please|pls|then|it is|definitely|thanks|bitte|dann))*[ .!,;]*$")
_NTH = {
    "first": 0, "1st": 0, "former": 0, "erste": 0, "erstere": 0, "second": 1, "2nd": 1, "zweite": 1, "third": 2, "3rd": 2, "dritte": 2,
    "fourth": 3, "4th": 3, "vierte": 3, "last": -1, "latter": -1, "letzte": -1, "letztere": -1,
}  # fmt: skip
_ORDINAL = lazy_pattern(
    rf"(?i)(?:the |der |die |das |den |dem )?(?P<nth>{'|'.join(sorted(_NTH, key=len, reverse=True))})(?:[nrsm])?(?: one| option| variant| way| choice| idea| variante| möglichkeit| idee)?(?![\w-])",
)
_LETTER = lazy_pattern(
    r"(?i)(?:(?:option|variant|variante|plan|number|nummer|no\.?|nr\.?) )?\(?(?P<sign>[a-d]|[1-4])\)?(?![\w%:.-]*\w)(?: (?:then|please|it is|bitte|dann))*",
)
_ALL = lazy_pattern(
    r"(?i)(?:both|all(?: (?:of them|three|four))?|beide[sn]?|alle(?:s| drei| vier)?|neither|none(?: of (?:them|those))?|kein(?:e[sr]?|s) (?:von beiden|davon)|weder noch)(?![\w-])",
)
_NEITHER = lazy_pattern(r"(?i)neither|none(?: of (?:them|those))?|kein\w*(?: von beiden| davon)?|weder noch")
_ONE = lazy_pattern(
    r"(?i)(?:the|der|die|das|den) (?:\w+ )?(?:one|option|variant|\w{3,}(?:er|re|te|est|ste)n?)(?![\w-])"
)
_UNSURE = lazy_pattern(
    r"(?i)\?|\b(?:not sure|unsure|dunno|idk|maybe|perhaps|depends?|don['’]t (?:care|know|mind)|whatever|whichever|no idea|hmm+|think about|you (?:decide|choose)|up to you|either|wait|thanks?|thank you|show|explain|later|nothing"
    r"|weiß (?:ich )?nicht|weiss nicht|egal|keine ahnung|vielleicht|mal sehen|kommt drauf|überleg\w*|warte|danke|zeig|erklär\w*|nichts|später|entscheide du|such dir)\b"
)
_BUT = lazy_pattern(r"(?i)[.,;!–-]\s+(?:but|except|only|aber|außer|nur)\b")
_LONGEST_OF_BUT = 400
"""Characters in which a but belongs to the answer."""
_FIRST = lazy_pattern(r"[^.!?\n]+(?:[.](?=\w)[^.!?\n]*)*[.!?]*")
_PART = lazy_pattern(rf"(?i)(?:[,;]? {_OR} |[,;] )")
_SIGNED = lazy_pattern(
    r"(?i)(?:^|\s)\(?(?P<sign>[a-d]|[1-4])[).:]\s+(?P<what>\S.*?)(?=[\s,;]+\(?(?:[b-e]|[2-5])[).:]\s|$)"
)
_HEAD = lazy_pattern(
    r"(?i)^.*?\b(?:should|shall|soll(?:en|te|ten)?|wollen|nehmen|could|can|können|könnten|would|prefer|want|like|möchte[nt]?|whether|ob)(?: (?:I|we|you|ich|wir|du|sie|it|es|also|auch|lieber|rather|take|use|nehmen))*\s+"
)
_JUDGES = lazy_pattern(
    r"(?i)(?:[^\s,;:]+ ){1,4}?(?:(?:just|only|really|kind of|halt|doch|eh|ja) )*(?<!\bit )(?<!\bes )(?:is|are|was|were|has|have|scares?|hides?|feels?|seems?|costs?|looks?|takes?|needs?|breaks?"
    r"|ist|sind|war|wird|werden|hat|haben|kostet|braucht|dauert|nervt|macht)\b(?!.*\b(?:better|best|fine|good|great|ok(?:ay)?|perfect|cheaper|enough|easier|simpler|nicer|faster|loved?|wins?|mine|please"
    r"|besser|beste[nrs]?|gut|prima|super|perfekt|ok|günstiger|billiger|einfacher|schöner|schneller|passt|reicht|bitte)\b)"
)
_WORD = lazy_pattern(r"\w[\w.+#-]*")
_LONGEST_ANSWER = 12
"""Words of the sentence that answers; who says more speaks for themselves."""
_LONGEST_NAME = 5
"""Words of an answer that only names what it takes."""
_BACK = 8
"""Sentences before a question among which its alternatives stand."""
_BEHIND = 2
"""Sentences that may stand behind a question."""
_LONGEST_CONTEXT = 240
"""Characters of what is told of the question."""
_STEM = 5
"""Letters by which words are compared."""


class _Offer(NamedTuple):
    """A question, and what it offers; no alternatives where it asks openly."""

    question: str
    alternatives: tuple[str, ...]
    signs: tuple[str, ...]
    """The letters or numbers of the alternatives, where they have any."""


def chosen(said: Sequence[str], answer: str, *, by_worker: bool) -> tuple[str, str] | None:
    """What the answer chooses of what the sentences of a message offer: a line, and the words that did; else None.

    `by_worker`: whoever does the work asked.
    """
    first = _FIRST.match(answer.strip())
    words = first[0].strip() if first else ""
    if not words or len(words.split()) > _LONGEST_ANSWER or _UNSURE.search(words) or takes_otherwise(answer):
        return None
    offer = _offer(said, by_worker=by_worker)
    if offer is None or (offer.question.count("?") > 1 and not _shares_a_word(offer.question, words)):
        return None  # one answer is none to several questions
    taken = _taken(offer, words)
    if not taken:
        return None
    return f"{offer.question} {taken}".strip(), words


def _shares_a_word(question: str, answer: str) -> bool:
    asked, said = (set(_LONG_WORD.findall(one.casefold())) for one in (question, answer))
    return not asked.isdisjoint(said)


def judges(answer: str) -> bool:
    """Whether it tells what one of the alternatives is like, and takes none: `bare metal scares me`."""
    return _JUDGES.match(answer) is not None


def takes_otherwise(answer: str) -> bool:
    """Whether it takes what was offered only in another way, which the offer does not tell."""
    return _BUT.search(answer[:_LONGEST_OF_BUT]) is not None


def asks_of_facts(question: str) -> bool:
    """Whether it asks how things are, so that its answer decides nothing."""
    return _OF_FACTS.search(question) is not None


def _offer(said: Sequence[str], *, by_worker: bool) -> _Offer | None:
    """The last question among the last sentences, if it leaves something to be chosen."""
    for at in range(len(said) - 1, max(-1, len(said) - 2 - _BEHIND), -1):
        question = " ".join(said[at].split())
        if not question.endswith("?"):
            continue
        if asks_of_facts(question):
            return None
        if _OFFERS.search(question):
            return _Offer(question[-_LONGEST_CONTEXT:], *_alternatives([question]))
        before = [" ".join(one.split()) for one in said[max(0, at - _BACK) : at]]
        if _POINTS.search(question) and (listed := _listed(before)):
            alternatives = _alternatives(listed)
            if len(alternatives[0]) > 1:
                return _Offer(_with_context(listed, question), *alternatives)
        if by_worker and _OPENLY.search(question):
            return _Offer(question[-_LONGEST_CONTEXT:], (), ())
        return None
    return None


def _listed(before: Sequence[str]) -> list[str]:
    """The sentences before a question that list what it asks for."""
    for at in range(len(before) - 1, -1, -1):
        if _OFFERS.search(before[at]):
            return list(before[at : at + 1])
        if _LISTS.search(before[at]):
            return list(before[at:])
    return []


def _alternatives(listed: Sequence[str]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    signed = [match for one in listed for match in _SIGNED.finditer(one)]
    if len(signed) == 1 and signed[0]["sign"] in "bB2":  # the first sign was that of a list
        return (signed[0].string[: signed[0].start()].strip(" ,;.?"), signed[0]["what"].strip(" ,;.?")), ()
    if len(signed) > 1:
        return tuple(match["what"].strip(" ,;.?") for match in signed), tuple(
            match["sign"].casefold() for match in signed
        )
    if len(listed) > 2:
        return tuple(one.strip(" ,;.?") for one in listed[1:]), ()
    last = listed[-1].strip(" ,;.?")
    _, colon, behind = last.partition(": ")
    parts = [part.strip() for part in _PART.split(behind if colon else last) if part.strip()]
    if not colon and parts:
        parts[0] = _HEAD.sub("", parts[0])
    return tuple(parts), ()


def _with_context(listed: Sequence[str], question: str) -> str:
    whole = " ".join((*listed, question))
    if len(whole) <= _LONGEST_CONTEXT:
        return whole
    head = f"{listed[0]} {question}"
    return head if len(head) <= _LONGEST_CONTEXT else ""


def _taken(offer: _Offer, answer: str) -> str:
    """What the answer takes, in words that can be read alone; empty when it takes nothing."""
    bare = _POLITE.sub("", _LEAD.sub("", answer, count=1))
    if not bare or _NEITHER.fullmatch(bare):
        return ""
    if not offer.alternatives:
        return bare if _names(bare) and not _ALL.match(bare) else ""
    if _ALL.match(bare):
        return bare
    if found := _ORDINAL.match(bare):
        at = _NTH.get(found["nth"].casefold(), len(offer.alternatives))
        return _with_rest(offer.alternatives[at], bare[found.end() :]) if at < len(offer.alternatives) else ""
    if (found := _LETTER.match(bare)) and (sign := found["sign"].casefold()) in (offer.signs or _SIGNS[sign.isdigit()]):
        at = (offer.signs or _SIGNS[sign.isdigit()]).index(sign)
        return _with_rest(offer.alternatives[at], bare[found.end() :]) if at < len(offer.alternatives) else ""
    named = _names(bare)
    if _ONE.match(bare) and not named:
        return ""
    offered = {word for one in offer.alternatives for word in _names(one)}
    few = len(bare.split()) <= _LONGEST_NAME
    if judges(bare):
        return ""
    begins = [word[:_STEM].casefold() for word in _WORD.findall(bare) if word.casefold() not in STOP_WORDS][:2]
    return bare if named & offered and (few or any(word in offered for word in begins)) else ""


_SIGNS = (("a", "b", "c", "d"), ("1", "2", "3", "4"))


def _with_rest(what: str, rest: str) -> str:
    rest = rest.strip(" .!")
    return f"{what}{rest if rest[:1] in ',;:' else f' {rest}'}" if _names(rest) else what


def _names(text: str) -> set[str]:
    """The beginnings of its words that say something."""
    return {word[:_STEM] for word in map(str.casefold, _WORD.findall(text)) if word not in STOP_WORDS}
