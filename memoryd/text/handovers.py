# ruff: noqa: E501 - patterns read better unbroken
"""Who takes over what from whom, by the words of a statement. English and German. Pure."""

from __future__ import annotations

from typing import NamedTuple

from memoryd.patterns import pattern as lazy_pattern
from memoryd.types import fold

HINTS = (" over ", "übern", "replac", "succeed", "löst ")
"""What a statement, folded, must have to be looked at."""
_LONGEST = 200
"""Characters of one that is."""
_ARTICLE = r"(?:(?:the|our|a|an|die|das|den|der|dem|unsere?[nmr]?) )?"
_LATER = lazy_pattern(
    r",.*| (?:(?:on|from|in|at|after|since|as of|because|starting|ab|seit|am|im|zum|nach|weil) .*"
    r"|(?:next|this|last|nächste[nrs]?|diese[nrs]?) \w+.*|today.*|tomorrow.*|now|jetzt|heute.*|morgen.*|soon|bald)$"
)
"""When, or why."""
_TAKES = r"(?:tak(?:es?|ing|en)|took)"
_HANDED = tuple(
    lazy_pattern(rf"^{pattern}")  # one that might begin anywhere would take the cube of a text's length
    for pattern in (
        rf"(?:\w+ )*?{_TAKES} over {_ARTICLE}(?P<what>\S.*?) from (?P<former>\S.*)",
        rf"(?:\w+ )*?{_TAKES} over from (?P<former>\S.*?) (?:as|for|on) {_ARTICLE}(?P<what>\S.*)",
        rf"(?:\w+ )*?(?:replac|succeed)(?:es?|s|ed|ing) (?P<former>\S.*?) as {_ARTICLE}(?P<what>\S.*)",
        rf"(?:übernimmt|übernehmen|übernahm(?:en)?) (?:(?:jetzt|nun|dann|ab \w+) )?{_ARTICLE}(?P<what>\S.*?) von (?P<former>\S.*)",
        rf"(?:hat|haben) {_ARTICLE}(?P<what>\S.*?) von (?P<former>\S.*?) übernommen",
        rf"löst (?P<former>\S.*?) als {_ARTICLE}(?P<what>\S.*?) ab",
    )
)
_FIRST_ARTICLE = lazy_pattern(rf"^{_ARTICLE}")


class Handover(NamedTuple):
    """Both sides, folded, without articles."""

    what: str
    former: str


def handover_of(predicate: str, object_: str) -> Handover | None:
    """What the words say is handed on, and by whom; None where they name no side, or only one."""
    bare = fold(f"{predicate.replace('_', ' ')} {object_}"[:_LONGEST]).rstrip(" .!,")
    if not any(hint in bare for hint in HINTS):
        return None
    for pattern in _HANDED:
        if (match := pattern.fullmatch(bare)) is not None:
            return Handover(bare_name(_LATER.sub("", match["what"])), bare_name(_LATER.sub("", match["former"])))
    return None


def bare_name(text: str) -> str:
    """Without its article."""
    return _FIRST_ARTICLE.sub("", text.strip(" .,!"))
