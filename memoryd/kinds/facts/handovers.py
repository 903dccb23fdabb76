# ruff: noqa: E501 - patterns read better unbroken
"""Who takes over what from whom, by the words of a statement, and the facts that say who had it. Pure (rule 23)."""

from __future__ import annotations

from typing import NamedTuple

from memoryd.kinds.facts.validity import plain
from memoryd.patterns import pattern as lazy_pattern
from memoryd.types import fold

HINTS = (" over ", " übern", " replace", " succeed", " löst ", " abgelöst ")
"""What a statement must have to be looked at."""
_ARTICLE = r"(?:(?:the|our|a|an|die|das|den|der|dem|unsere?[nmr]?) )?"
_LATER = lazy_pattern(
    r",.*| (?:(?:on|from|in|at|after|since|as of|because|starting|ab|seit|am|im|zum|nach|weil) .*"
    r"|(?:next|this|last|nächste[nrs]?|diese[nrs]?) \w+.*|today.*|tomorrow.*|now|jetzt|heute.*|morgen.*|soon|bald)$"
)
"""When, or why."""
_TAKES = r"(?:tak(?:es?|ing|en)|took)"
_HANDED = tuple(
    lazy_pattern(pattern)
    for pattern in (
        rf"(?:\w+ )*?{_TAKES} over {_ARTICLE}(?P<what>\S.*?) from (?P<former>\S.*)",
        rf"(?:\w+ )*?{_TAKES} over from (?P<former>\S.*?) (?:as|for|on) {_ARTICLE}(?P<what>\S.*)",
        rf"(?:\w+ )*?(?:replac|succeed)(?:es?|s|ed|ing) (?P<former>\S.*?) as {_ARTICLE}(?P<what>\S.*)",
        rf"(?:übernimmt|übernehmen|übernahm(?:en)?) (?:(?:jetzt|nun|dann|ab \w+) )?{_ARTICLE}(?P<what>\S.*?) von (?P<former>\S.*)",
        rf"(?:hat|haben) {_ARTICLE}(?P<what>\S.*?) von (?P<former>\S.*?) übernommen",
        rf"löst (?P<former>\S.*?) als {_ARTICLE}(?P<what>\S.*?) ab",
    )
)
_HAS = frozenset((
    "leads", "lead", "led", "runs", "owns", "manages", "heads", "handles", "looks after", "oversees", "maintains", "does",
    "coordinates", "responsible for", "in charge of", "takes care of", "lead of", "leitet", "verantwortet", "betreut",
    "macht", "führt", "koordiniert", "verwaltet",
))  # fmt: skip
"""What is said of who has it, in plain words."""
_IS = frozenset(("is", "is the", "works as", "ist", "arbeitet als", "role", "rolle", "für"))
_OF_ONE = ("lead", "owner", "maintainer", "manager", "head", "leiter", "leiterin", "leitung")
"""Who has it, as its name goes on: `search lead`."""
_BY = frozenset(("led by", "owned by", "run by", "managed by", "owner", "lead", "belongs to", "gehört"))
_ANSWERS = lazy_pattern(
    r"(?:responsible for|in charge of) (?P<what>.+)|(?:für )?(?:die |das |den )?(?P<wofür>.+?) (?:verantwortlich|zuständig)"
)
_FIRST_ARTICLE = lazy_pattern(rf"^{_ARTICLE}")


class Handover(NamedTuple):
    """Both sides, folded, without articles."""

    what: str
    former: str


def handover_of(predicate: str, object_: str) -> Handover | None:
    """What the words say is handed on, and by whom; None where they name no side, or only one."""
    bare = fold(f"{predicate.replace('_', ' ')} {object_}").rstrip(" .!,")
    for pattern in _HANDED:
        if (match := pattern.fullmatch(bare)) is not None:
            return Handover(_bare(_LATER.sub("", match["what"])), _bare(_LATER.sub("", match["former"])))
    return None


def ways_to_ask_of(handed: Handover) -> list[str]:
    """Subjects, folded, of the facts that may say who had it."""
    what, _, one = handed.what.rpartition(" ")
    things = [handed.what, what] if one in _OF_ONE else [handed.what]
    return [handed.former, *things, *_owner_of(handed.what)]


def had(subject: str, predicate: str, object_: str, handed: Handover) -> bool:
    """Whether a fact says that who hands it on has it."""
    who, verb, what = _bare(fold(subject)), plain(predicate), _bare(fold(object_))
    if what == handed.former and (
        (verb in _BY and handed.what in _owned(who)) or (verb in _IS and who in _owner_of(handed.what))
    ):
        return True
    if who != handed.former:
        return False
    if verb in _IS and (answers := _ANSWERS.fullmatch(what)) is not None:
        return handed.what in _owned(answers["what"] or answers["wofür"])
    if verb in _HAS:
        return handed.what in _owned(what)
    return verb in _IS and (what in _owned(handed.what) or what in _owner_of(handed.what))


def _owned(what: str) -> tuple[str, ...]:
    """It, and its name with who has it: `search`, `search lead`."""
    return (what, *(f"{what} {one}" for one in _OF_ONE), f"{what} team", f"{what}-team", what.removesuffix(" team"))


def _owner_of(what: str) -> tuple[str, ...]:
    return (
        *(f"{one} of {article}{what}" for one in _OF_ONE for article in ("", "the ")),
        *(f"{what} {one}" for one in _OF_ONE),
    )


def _bare(text: str) -> str:
    return _FIRST_ARTICLE.sub("", text.strip(" .,!"))
