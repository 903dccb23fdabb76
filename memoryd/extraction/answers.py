# ruff: noqa: E501 - tables of patterns read better unbroken
"""What a short answer settles: it says little without the choice or the offer that it answers. Pure."""

from __future__ import annotations

import re

from memoryd.extraction.marks import PROPOSAL
from memoryd.extraction.talk import NOW
from memoryd.patterns import pattern as lazy_pattern
from memoryd.text.assent import proposes
from memoryd.text.choice import judges, takes_otherwise
from memoryd.text.sentences import sentences

LONGEST_ANSWER = 12
"""Words of the sentence that answers; who says more speaks for themselves."""
_LONGEST_WORD_ALONE = 5
"""Words of an answer that only names what it takes."""

_OFFER = lazy_pattern(
    r"\b(?:options?|choices?|alternatives|approaches|candidates|variants)\b.*[:(]|\bbetween \S+(?: \S+){0,6} and \S|\b(?:zwei|drei|vier|mehrere|folgende) (?:\w+ )?(?:optionen|varianten|ansätze|möglichkeiten|wege|vorschläge|termine|angebote)\b|\bzwischen .{2,60} und \S|\bzur (?:auswahl|wahl)\b"
    r"|^(?!(?:is|are|was|were|am|did|do|does|has|have|had|can|could|will|would|ist|sind|war|waren|hat|habt|haben|kann|kannst|gibt|bist|läuft|lief|liegt)\b)\S+(?: \S+){0,7},? (?:or|oder) \S+(?: \S+){0,4}\?$"
    r"|\b(?:should|shall|prefer|want|go with|use|like|take|keep|call|name)\b.*\bor\b.*\?|^which\b.*\b(?:should|shall|go|goes|take|use|prefer|want|like|keep|pick|choose)\b.*\?|\bwhich (?:one|of the)\b.*\?|\b(?:soll|sollen|sollten|wollen|lieber|möchten?|passt|passen|nehmen|bevorzug\w+|willst|wollt|hätten|besser)\b.*\boder\b.*\?|^welche\w*\b.*\b(?:soll|sollen|nehmen|möchte\w*|passt|willst|wollt|wollen|bevorzug\w+|lieber)\b.*\?",
    re.IGNORECASE,
)
_PICK = lazy_pattern(
    r"(?:(?:yes|yeah|yep|ok|okay|then|so|let's (?:do|go with|take)|i'd (?:take|go with)|go with|take|ja|jo|gut|dann|also|nimm|nehmen wir|wir nehmen|lieber|the|der|die|das|den)[,.! ]+)*(?:option|variant|variante|plan|number|nummer|version)?\s*\(?(?P<pick>[a-d]|[1-4])\)?(?:[,.! ]+(?:then|please|pls|it is|bitte|dann|definitely))*\s*[.!,]*",
    re.IGNORECASE,
)
_ONE = lazy_pattern(
    r"(?:(?:yes|yeah|ok|okay|then|i'd say|ja|gut|dann|also|lieber|eher|rather|definitely|nimm|take)[,. ]+)*(?:the|der|die|das|den)\s+(?:\w*(?:er|est|first|last|second|third|latter|former)|\w+ one|(?:erste|zweite|dritte|letzte|andere|frühere|spätere|obere|untere|\w{3,}ere)n?)(?:[,. ]+(?:one|then|please|pls|bitte|dann))*\s*[.!]*",
    re.IGNORECASE,
)
_AGREES = lazy_pattern(
    r"(?:yes|yep|yeah|yup|ok|okay|sure|right|agreed|fine|alright|great|good|ja|jo|jap|genau|klar|gut|okay|passt|einverstanden|na gut|alles klar|prima|super)\b[,.! ]*(?P<rest>.*)",
    re.IGNORECASE,
)
_THEN = lazy_pattern(r"(?:then|dann)\b .*|.*\b(?:then|it is|dann|also)\s*[.!]*", re.IGNORECASE)
_HEDGED = lazy_pattern(
    r"\b(?:not sure|unsure|dunno|idk|maybe|perhaps|depends|care|whatever|no idea|hmm+|neither|none|think about|later|both fine|either|but first|wait|why|what|how|weiß nicht|weiss nicht|egal|keine ahnung|vielleicht|mal sehen|kommt drauf|weder|später|überleg\w*|warum|wieso|was|wie|thanks|thank you|danke|show|explain|zeig|erklär\w*|nothing|nichts)\b|\?",
    re.IGNORECASE,
)
_REFUSES = lazy_pattern(r"\b(?:not|never|nicht|kein\w*)\b|n['’]t\b", re.IGNORECASE)
_NO = lazy_pattern(r"(?:no|nope|nah|nein|nee|nö)\b", re.IGNORECASE)
_WORDS = lazy_pattern(r"\w[\w.+-]*")
_EMPTY_WORDS = """a an the and or of to in on at for with by is are it this that then please pls yes yeah yep ok okay sure we i you
let's go do not no so as be sounds good great fine nice klingt passt super prima der die das den dem des ein eine einen und oder mit auf im am zu bitte ja gut dann wir
ich du es ist sind nicht also mal doch"""
_EMPTY = frozenset(_EMPTY_WORDS.split())
_HESITATES = lazy_pattern(r"^(?:(?:h+m+|uh+m*|um+|äh+m?|well|naja|tja|puh)\b\W*)+(?=\w)", re.IGNORECASE)
_HEAD = lazy_pattern(
    r"[^:.!?\n]{0,60}?\b(?P<head>(?:options?|choices?|optionen|möglichkeiten|varianten)(?: (?:for|of|für|bei|zu|zum|zur) [^:.!?\n]{2,40})):",
    re.IGNORECASE,
)
"""What a list of options is for."""
_ITEMS = lazy_pattern(r",? (?:or|oder|and|und) (?:an?|the|eine?n?|die|der|das)? ?|, ", re.IGNORECASE)
_OR = lazy_pattern(r"[\s,;]+(?:or|oder)\s*$", re.IGNORECASE)
_FIRST = lazy_pattern(r"[^.!?\n]+(?:[.](?=\w)[^.!?\n]*)*[.!?]*")


def offered(text: str) -> str:
    """What of a message left something to be chosen or agreed to: its last such sentence, or nothing."""
    asked = ""
    for sentence in sentences(text):
        if (PROPOSAL.search(sentence) or _OFFER.search(sentence)) and not NOW.search(sentence):
            asked = sentence
    return asked


def answer_to(offer: str, whole: str, text: str) -> tuple[str, str] | None:
    """What the message settles of an offer, as a line, and which of its words did; `whole` is the offer's message."""
    first = _FIRST.match(_HESITATES.sub("", text.strip(), count=1))
    answer = first[0].strip() if first else ""
    if not offer or not answer:
        return None
    if len(answer.split()) > LONGEST_ANSWER or _HEDGED.search(answer) or _NO.match(answer) or judges(answer):
        return None
    if not _settles(offer, answer) or takes_otherwise(text):
        return None
    if picked := _PICK.fullmatch(answer):
        chosen = _listed(whole, picked["pick"])
        if not chosen:
            return f"{offer} {answer}", answer
        of = _HEAD.match(whole)
        return f"{answer.rstrip('.! ')}: {chosen}" + (f" ({of['head']})" if of else ""), answer
    if (item := _item_of(offer, answer)) is not None:
        return f"{answer.rstrip('.! ')}: {item}", answer
    return f"{offer} {answer}", answer


def _item_of(offer: str, answer: str) -> str | None:
    """What an answer names of a list that was told, not asked: `Options are: the Chameleon, Hatch in Kent, or …`."""
    _, _, listed = offer.partition(": ")
    if not listed or ": " in listed:
        return None
    named = _named(answer)
    meant = [item.strip(" .") for item in _ITEMS.split(listed) if named & _named(item)]
    return meant[0] if len(meant) == 1 else None


def _settles(offer: str, answer: str) -> bool:
    if _OFFER.search(offer):
        named = _named(answer)
        of_offer = _named(offer)
        # Who says more of something else answers nothing: `it's 11 years old`, of `buy new or keep the old one?`.
        taken = 2 * len(named & of_offer) >= len(named) > 0
        return bool(_PICK.fullmatch(answer) or _ONE.fullmatch(answer)) or (
            taken and (len(answer.split()) <= _LONGEST_WORD_ALONE or _AGREES.match(answer) is not None or answer_opens(of_offer, answer))
        )  # fmt: skip
    if not proposes(offer):
        return False
    agrees = None if _REFUSES.search(answer) else _AGREES.match(answer)
    return bool((agrees and agrees["rest"].strip(" .!")) or _THEN.fullmatch(answer))


def answer_opens(of_offer: set[str], answer: str) -> bool:
    """Whether an answer begins with what it takes."""
    words = _WORDS.findall(answer.casefold())
    return any(word[:5] in of_offer for word in words[:2] if word not in _EMPTY)


def _named(text: str) -> set[str]:
    """The beginnings of its words that name something."""
    return {word[:5] for word in _WORDS.findall(text.casefold()) if word not in _EMPTY}


def _listed(whole: str, letter: str) -> str:
    """What stands behind a letter or number of a list, in one line or several."""
    sign = re.escape(letter)
    found = re.search(rf"(?:^|[\s(]){sign}[).:]\s+(.+?)(?=[\s,;]+\(?(?:[b-e]|[2-5])[).:]\s|[.!?](?:\s|$)|\n|$)", whole, re.IGNORECASE)  # fmt: skip
    return _OR.sub("", found[1]).strip(" ,;") if found else ""
