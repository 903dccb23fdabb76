# ruff: noqa: E501 - tables of words read better unbroken
"""How a sentence is meant: its language, what in it is quoted, where its clauses begin, and whether it only supposes. Pure."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Literal

from memoryd.patterns import pattern as lazy_pattern

Language = Literal["en", "de"]

_GERMAN = lazy_pattern(
    r"(?i:\b(?:der|die|das|dass|und|ist|sind|nicht|eine?|eine[nmrs]|keine?|keine[nmr]|mit|auf|von|vom|ich|wir|sich|dem|den|des|im(?! (?:\w+ing|so|not|an?|the|sure|gonna|just|really|very|glad|happy|sorry|tired|here|fine|done|back)\b)|zu|zum|zur|auch|oder|wird|werden|wurde|wurden|worden|habe|haben|hatte|mein\w*|"
    r"unser\w*|bei|beim|nach|aus|wie|wenn|dir|dich|mir|mich|du|uns|bitte|nur|noch|nie|immer|für|fürs|über|muss|müssen|lass|statt|jetzt|schon|dann|gut|soll|sollen|bis|wer|warum|als|es|jemand|vergiss|merk|ab|ja|nein|danke|"
    r"ob|damit|ihr|ihn|sein|seine|kann|kannst|können|mal|ganz|mehr|sehr|gibt|zwischen|unter|gegen|ohne|durch|seit|gestern|heute|morgen|diese[rsnm]?|jede[rsnm]?|alle|wieder|sonst|denn|doch|mach|mag|gerade|duz|halte|verwende|läuft|liegt|wohnt|wohne|arbeitet|isst|trinkt|spricht|lebt|kommt|geht|steht|heißt|braucht|kostet|"
    r"hier|nächste[rsnm]?|schritt|behoben|ursache|entscheidung|nimm|lieber|kein|soll|sollte|hab|lösch|notiz|januar|februar|juni|juli|oktober|dezember|(?:mon|diens|donners|frei|sams|sonn)tags?|mittwochs?)\b)|\b\w{3,}(?:ung|ungen|keit|heit|lich|isch|ieren|iert)\b|[äöüßÄÖÜ]"
)
_ENGLISH = lazy_pattern(
    r"(?i:\b(?:the|of|and|is|are|to|for|with|my|it|this|that|have|has|i|we|you|our|not|don't|from|what|does|which|who|how|please|"
    r"a|on|by|at|be|let's|no|never|always|only|will|can|could|should|if|your|as|they|he|she|or|but|then|instead|over|every)\b)"
)
_WORD = re.compile(r"\w+")
_QUOTED = lazy_pattern(r'"[^"\n]{1,400}(?:"|$)|(?<![\w\'])\'[^\'\n]{2,200}\'(?!\w)|`[^`\n]{1,200}`')
_INNER = lazy_pattern(r"[^\s]")

_START = lazy_pattern(
    r"(?:^|[,;:.!?)]\s+|\s[—–-]+\s+|(?<!\bI )(?<!\bwe )(?<!\bhe )(?<!\bit )(?<!\bshe )(?<!\byou )(?<!\bthey )\b(?:and|but|so|then|or|because|though|however|otherwise|und|aber|also|dann|oder|denn|sondern|deshalb|daher|darum)\s+)"
    r"(?:@\w[\w-]*[,:]?\s+)?(?:(?:and|but|so|then|ok|okay|also|please|again|therefore|hence|instead|just|now|for now|right|alright|yes|no|well|fine|i (?:say|think|guess|suggest)|"
    r"und|aber|dann|bitte|gut|ja|nein|deshalb|daher|jetzt|außerdem|nun|mal|kurz|ich würde sagen|ich sage)(?:[,:]\s+|\s+))*",
    re.IGNORECASE,
)
SUPPOSED = {
    "en": lazy_pattern(
        r"\b(?:would(?!n't mind| like| prefer| rather)|could(?! you\b| someone\b| somebody\b)|might|may (?:be|have|also)|maybe|perhaps|possibly|suppose|imagine|what if|"
        r"wish|hypothetically|in theory|pretend|assume|should (?:we|i)|if (?:i|we) ever|we should|you should|one should|(?:i|we) (?:hope|wonder)|wondering|ought)\b|'d (?:be|have|need|go|use|say)\b",
        re.IGNORECASE,
    ),
    "de": lazy_pattern(
        r"\b(?:vielleicht|eventuell|evtl|könnten?|würd(?:en?)?(?! gern| lieber)|hätten? (?!gern|lieber)|wären?|bräuchten?|angenommen|stell dir vor|womöglich|möglicherweise|"
        r"sollten|theoretisch|falls|hoffe|hoffentlich|ob wir|frage mich|überlege)\b",
        re.IGNORECASE,
    ),
}
"""The sentence says what might be."""
IMAGINED = lazy_pattern(
    r"(?:(?:and|but|so|now|just|let's|okay|ok|und|aber|nur mal|mal) )*(?:suppose|supposing|imagine|assume|assuming|pretend|hypothetically|what if|say we|had (?:i|we)\b|angenommen|gesetzt den fall|stell dir vor|was wäre,? wenn|hypothetisch)\b",
    re.IGNORECASE,
)
"""So begins what is only thought out, to its end."""
UNSURE = {
    "en": lazy_pattern(
        r"\b(?:i (?:think|guess|believe|suspect|assume|doubt|feel like)|not sure|unsure|probably|likely|apparently|seems?|seemed|looks like|sounds like|i'd say|no idea|(?:don't|do not|can't|cannot) (?:know|remember|recall)|dunno|we(?:'ll| will| shall) see|if i remember)\b",
        re.IGNORECASE,
    ),
    "de": lazy_pattern(
        r"\b(?:glaube|denke|vermute|vermutlich|wahrscheinlich|scheint|anscheinend|offenbar|nicht sicher|unsicher|erinner\w* mich nicht|schätze|wei(?:ß|ss) (?:ich )?(?:noch |auch |gar |selbst )*nicht|mal (?:sehen|schauen|gucken)|keine ahnung|sieht so aus|wohl|schwanken?)\b",
        re.IGNORECASE,
    ),
}
"""The speaker does not stand by it."""
_SAYS_EN = r"(?:says?|said|told|claims?|claimed|replied|recommends?|suggests?|suggested|thinks?|reckons?|insists?)"
_SAYS_DE = r"(?:sagt|sagte|sagten|meint|meinte|behauptet|behauptete|empfiehlt|erzählt|erzählte|schwört)"
REPORTED = {
    "en": lazy_pattern(
        r"(?<!\bi )(?<!\bwe )\b"
        + _SAYS_EN
        + r"\b(?! (?:hi|hello|yes|no)\b)|\baccording to (?:the (?:docs?|manual|article|book|paper|internet|legend|prompt|text)|him|her|them|wikipedia|stack ?overflow)\b|\bused to say\b"
        r"|\bi thought\b|\b(?:he|she|they|the (?:docs?|manual|article|book|ticket|text|prompt|comment|error|message)|(?-i:[A-Z])\w+) (?:writes?|wrote|reads?|asks?|asked|states?|goes)(?: (?:me|us|that|yesterday))?(?:[:,]| that\b| \"| Q)",
        re.IGNORECASE,
    ),
    "de": lazy_pattern(
        r"(?<!\bich )(?<!\bwir )\b"
        + _SAYS_DE
        + r"\b|\blaut (?:doku|der doku\w*|handbuch|dem handbuch|anleitung|artikel|ihm|ihr|wikipedia)\b|\bangeblich\b|\bich dachte\b|\b(?:hat|haben) .*\b(?:gesagt|gemeint|behauptet|erzählt)\b"
        r"|\b(?:er|sie|die doku|das handbuch|(?-i:[A-ZÄÖÜ])\w+) (?:schreibt|schrieb|fragt|fragte|steht)(?: \w+)?(?:[:,]| Q)",
        re.IGNORECASE,
    ),
}
"""Somebody else said it, or it was said at another time."""
DOUBTED = {
    "en": lazy_pattern(
        r"(?:n't|\bcannot|\bnot) (?:even |really |actually )?(?:remember|recall|know|think|believe|see|say)(?:ing)? (?:that\b|whether\b|if\b|(?:us |me )?(?:ever )?(?=(?:agree|decid|settl)ing\b)|(?=(?:we|I) (?:ever |had |have |all )*(?:agreed|decided|settled)\b))",
        re.IGNORECASE,
    ),
    "de": lazy_pattern(
        r"\b(?:erinner\w*|wei(?:ß|ss)|wüsste|glaube?|denke?) (?:(?:mich|ich) )?(?:\w+ )?(?:nicht|nie)(?: mehr)?, (?:dass|ob|wann)\b",
        re.IGNORECASE,
    ),
}
"""The speaker knows nothing of what follows."""


def language_of(text: str, unclear: Language = "en") -> Language:
    """The language of most of its common words; `unclear` when there is none, or as many of each."""
    if text.isascii() and not any(map(_may_be_german, {*_WORD.findall(text)})):
        return "en" if _ENGLISH.search(text) else unclear  # most texts, in a tenth of the time
    german, english = len(_GERMAN.findall(text)), len(_ENGLISH.findall(text))
    return unclear if german == english else "de" if german > english else "en"


@lru_cache(maxsize=1 << 14)
def _may_be_german(word: str) -> bool:
    return _GERMAN.search(word) is not None


def masked(text: str) -> str:
    """The text, its quotes and code made letters that say nothing; as long as before."""
    return _QUOTED.sub(lambda match: "Q" + _INNER.sub("q", match[0][1:]), text)


def clause_starts(text: str) -> list[int]:
    """Where clauses may begin, behind their openings."""
    return sorted({match.end() for match in _START.finditer(text)} | {0})
