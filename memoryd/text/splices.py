# ruff: noqa: E501 - tables of words read better unbroken
"""Whether somebody goes on with a statement of something else behind nothing but a comma. English and German. Pure.

`I don't eat meat, Lotte has an allergy` tells two things; so people write.
"""

from __future__ import annotations

from collections.abc import Sequence

from memoryd.text.clauses import Language
from memoryd.text.tables import word_set
from memoryd.text.verbs import BARE, DETERMINERS, ENGLISH, GERMAN, NOUNS, PAST, PREPOSITIONS

_MOST_OF_SUBJECT = 4
"""Words before the verb."""
_FEWEST = 3
"""Words of a statement."""
_SPEAKERS = word_set("i we ich wir")
_UNDER = word_set(
    "if when whenever while because since as after before although though unless until once even so that which who whom "
    "whose where what how why whether than or nor like especially including except then and but too not no just "
    "wenn falls als weil da bevor nachdem obwohl sobald während seit bis dass ob wo wie was wer wen wem welche welcher "
    "welches damit sodass indem sondern denn oder und aber dann also auch nicht kein keine um statt ohne sowie"
)
"""So begins no statement of its own, or one that goes on with what was said."""
_POINTING = word_set(
    "it that this these those there they he she his her its their one some both all each it's that's he's she's they're "
    "there's which's es das dies dieser diese dieses er sie man die der den dem dessen deren sein seine ihr ihre davon "
    "dazu damit dort hier alle beide einer eine"
)
"""Means what was said before the comma, when nothing but it is the subject."""
_AUXILIARIES = word_set(
    "is are was were has have had isn't aren't wasn't weren't hasn't haven't will won't can can't must should needs does "
    "doesn't did didn't costs gets went came goes wants isnt arent"
)
_FINITE = _AUXILIARIES | {word for word in ENGLISH if word.endswith("s") and word not in NOUNS | BARE | PAST}
_WITH = word_set("mit bei für von")
_ONESELF = word_set("mir uns mich")
"""German begins with whom it is of: `mit mir wohnen drei Katzen`."""
_AROUND = "\"'“”„.,;:!?()"


def begins_statement(text: str, language: Language) -> bool:
    """Whether a statement stands there, of a subject that it names."""
    words = [word.strip(_AROUND).replace("’", "'").casefold() for word in text.split(None, _MOST_OF_SUBJECT + 2)]
    if len(words) < _FEWEST or words[0] in _UNDER:
        return False
    of_oneself = language == "de" and words[0] in _WITH and words[1] in _ONESELF
    at = _verb_in(words[of_oneself:], language)
    if not at:
        return False
    return words[0] in _SPEAKERS or not (at == 1 and words[0] in _POINTING)


def _verb_in(words: Sequence[str], language: Language) -> int:
    """Where its verb stands; 0 where none does."""
    verbs = _FINITE if language == "en" else GERMAN
    for at in range(1, min(len(words) - 1, _MOST_OF_SUBJECT + 1)):
        word, before = words[at], words[at - 1]
        if words[0] in _SPEAKERS:
            return at if word in verbs or word in ENGLISH or word.endswith("e") else 0
        if before in PREPOSITIONS or word in PREPOSITIONS or word.endswith("ing"):
            return 0
        if word in verbs and before not in DETERMINERS:
            return at
    return 0
