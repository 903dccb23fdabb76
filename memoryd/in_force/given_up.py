# ruff: noqa: E501 - patterns read better unbroken
"""What is given up since it failed, where the same sentence tells what is done now. For briefs (rules 23, 26). Pure."""

from __future__ import annotations

from functools import lru_cache

from memoryd.extraction.ends import words_of
from memoryd.in_force.lines import Line
from memoryd.patterns import pattern as lazy_pattern

_KEPT = 4_096
"""Texts of which it is kept what they tell."""
_NONE: frozenset[frozenset[str]] = frozenset()
_ARTICLE = r"(?:(?:the|our|their|that|this|der|die|das|den|dem|unser(?:e|en|em)?) )?"
_NAME = r"(?P<old>(?!(?:it|that|this|they|he|she|we|you|I|es|er|sie|wir|ich|das|there|da)\b)[^\W\d_][\w'’+#/-]*(?:[. ][\w'’+#/-]+){0,2}?)"
_FAILED = (
    r"(?:(?:has|have|had|offers?|offered|got) no\b|loses?\b|lost\b|lacks?\b|lacked\b|crash\w*|fail\w*|broke\b|breaks\b"
    r"|(?:could|can|does|did|do|would|is|was|are|were|has|have|wo)n['’]t\b|cannot\b|(?:kept|keeps) \w+ing\b"
    r"|(?:is|was|are|were|got|gets|became|turned out|proved)(?: to be)?(?: (?:way|far|much|just|simply|really|so|very))*"
    r" (?:too \w+|slow\w*|flaky|buggy|unreliable|expensive|unusable|a dead end|overkill|sold out|(?:fully )?booked|unavailable)\b"
    r"|(?:hat|haben|hatten?) (?:\w+ )?(?:kein\w*|zu (?:wenig\w*|viel\w*))\b|verlier(?:t|en)\b|verlor(?:en)?\b"
    r"|(?:ist|sind|war|waren|wurden?) (?:\w+ )?(?:zu \w+|ausgebucht|ausverkauft|unbrauchbar)\b"
    r"|(?:kann|konnten?|können|schaffte?n?|reichte?n?|liefe?n?|läuft) (?:\w+ ){0,2}?(?:nicht|kein\w*)\b|stürzt\w*\b)"
)
_NOW = (
    r"(?:(?:(?:it|this|that|everything|all(?: of it)?)(?: now)? (?:runs?|lives?|sits?|goes|is hosted|is stored)(?: now)? (?:at|on|in|with|to|over|through)"
    r"|(?:it|this|that)(?:['’]s| is| will be)(?: now)? (?-i:[A-ZÄÖÜ])\w+|now (?:it|this|that)(?:['’]s| is| runs on| goes to| will be)"
    r"|we(?:['’]re| are)?(?: now)? (?:use|using|went with|going with|go with|took|chose|picked|switched to|moved to|changed to|booked|ordered from|bought)"
    r"|(?:es|das|alles) (?:läuft|liegt|steht|geht) (?:jetzt|nun) (?:bei|auf|mit|in|über|zu)|(?:läuft|liegt|steht|geht) (?:es|das|alles)(?: jetzt| nun)? (?:bei|auf|mit|in|über|zu)"
    r"|(?:jetzt|nun) (?:ist es|sind es|nehmen wir|nutzen wir|machen wir (?:es|das) mit|läuft (?:es|das|alles)(?: \w+)? (?:bei|auf|mit|in|über))"
    r"|(?:nehmen|nutzen|verwenden) wir(?: jetzt| nun)?|wir (?:nehmen|nutzen|verwenden) (?:jetzt|nun))\b)"
)
_THEREFORE = r"(?: ?[,;.:–—]+ ?| and | und )(?:(?:and|und|so|now|therefore|hence|jetzt|nun|deshalb|daher|darum|also|deswegen)\b,? ?)*"
_BACK = (
    r"(?:(?:went|go|goes|going|gone|switched|moved|changed|(?:we|I)(?:['’]re| are|['’]m)) back to"
    r"|(?:nehmen|nutzen|verwenden) (?:wir )?(?:jetzt |nun )*(?:doch|wieder)(?: wieder)?|(?:gehen|kehren|wechseln) (?:wir )?(?:jetzt )?(?:wieder )?zurück zu[mr]?"
    r"|(?:sind|bin|ist) (?:jetzt )?wieder (?:bei|zurück bei))"
)
_SENTENCE = r"(?:^|(?<=[.!?;:] ))"
_FAILED_SO = (
    lazy_pattern(rf"(?i){_SENTENCE}{_ARTICLE}{_NAME} {_FAILED}[^.!?;]{{0,60}}?{_THEREFORE}{_NOW}"),
    lazy_pattern(
        rf"(?i)\b(?:{_BACK}|{_NOW})[^.!?;,]{{2,60}}(?: ?[,;:.–—]+ ?| )(?:because |since |as |denn )?{_ARTICLE}{_NAME} {_FAILED}"
    ),
    lazy_pattern(
        rf"(?i)\b(?:{_BACK}|{_NOW})[^.!?;,]{{2,60}}, (?:weil|da) {_ARTICLE}{_NAME} [^.!?,;]{{0,40}}?(?:verliert|verlor|abstürzt|zu \w+ (?:ist|war|wurde)"
        r"|(?:nicht|kein\w*)\b[^.!?,;]{0,30}(?:hat|hatte|kann|konnte|ist|war|läuft|lief|reicht|reichte))\b"
    ),
)
"""What failed, as `old`, beside what is done now."""
_BACK_TO = lazy_pattern(
    rf"(?i)\b{_BACK} {_ARTICLE}(?P<new>[\w+#/-]+(?: [\w+#/-]+){{0,2}}?)\s*(?:[.,;:!?–—]|$|(?:because|since|as|weil|denn|for|für)\b)"
)
_INSTEAD_OF = lazy_pattern(
    rf"(?i)\b(?:instead of|rather than|in place of|over|statt|anstatt|anstelle von|replac(?:e|es|ing)) {_ARTICLE}(?P<old>[\w+#/-]+(?: [\w+#/-]+){{0,2}})"
)
_CHOOSES = lazy_pattern(
    r"(?i)\b(?:let['’]s|go(?:ing)? with|us(?:e|es|ing)|pick(?:ed)?|chos\w+|choose|decid\w+|host(?:ed|ing)?|runs?|running|stor(?:e|ed|es)"
    r"|switch\w*|mov(?:e|ed|ing)|migrat\w+|tak(?:e|ing)|took|book(?:ed|ing)?|order\w*|buy(?:ing)?|bought|nehmen|nehme|nimm|setzen?|verwend\w+|nutz\w+"
    r"|läuft|gehostet|entschieden|buchen|gebucht|bestell\w+|kaufen|gekauft)\b"
)
"""Something is used, taken or put somewhere."""


def is_given_up(later: Line, former: Line) -> bool:
    """Whether the former line chooses what the later one gives up, or chose it over what is done again."""
    if former.part in ("context", "rules", "user", "open"):
        return False
    given_up, again = given_up_in(later.text), back_to(later.text)
    # Few texts give anything up, and what a text says is kept: that is asked first.
    if not (given_up or again) or (_CHOOSES.search(former.text) is None and former.part != "decisions"):
        return False
    stems = words_of(former.text)
    if any(old <= stems for old in given_up):
        return True
    return any(new <= passed_over for new in again for passed_over in _passed_over(former.text))


@lru_cache(maxsize=_KEPT)
def given_up_in(text: str) -> frozenset[frozenset[str]]:
    """The stems of each thing that failed, where it tells what is done now."""
    found = (words_of(match["old"]) for pattern in _FAILED_SO for match in pattern.finditer(text))
    return frozenset(filter(None, found)) or _NONE


@lru_cache(maxsize=_KEPT)
def back_to(text: str) -> frozenset[frozenset[str]]:
    """The stems of each thing that is done again."""
    return frozenset(filter(None, (words_of(match["new"]) for match in _BACK_TO.finditer(text)))) or _NONE


@lru_cache(maxsize=_KEPT)
def _passed_over(text: str) -> frozenset[frozenset[str]]:
    return frozenset(words_of(match["old"]) for match in _INSTEAD_OF.finditer(text)) or _NONE
