"""The facts that say who had what somebody takes over. Pure (rule 23)."""

from __future__ import annotations

from memoryd.kinds.facts.model.validity import plain
from memoryd.patterns import pattern as lazy_pattern
from memoryd.text.handovers import Handover, bare_name
from memoryd.types import fold

_HAS = frozenset((
    "leads", "lead", "led", "runs", "owns", "manages", "heads", "handles", "looks after", "oversees", "maintains",
    "does", "coordinates", "responsible for", "in charge of", "takes care of", "lead of", "leitet", "verantwortet",
    "betreut", "macht", "führt", "koordiniert", "verwaltet",
))  # fmt: skip
"""What is said of who has it, in plain words."""
_IS = frozenset(("is", "is the", "works as", "ist", "arbeitet als", "role", "rolle", "für"))
_OF_ONE = ("lead", "owner", "maintainer", "manager", "head", "leiter", "leiterin", "leitung")
"""Who has it, as its name goes on: `search lead`."""
_BY = frozenset(("led by", "owned by", "run by", "managed by", "owner", "lead", "belongs to", "gehört"))
_ANSWERS = lazy_pattern(
    r"(?:responsible for|in charge of) (?P<what>.+)"
    r"|(?:für )?(?:die |das |den )?(?P<wofür>.+?) (?:verantwortlich|zuständig)"
)


def ways_to_ask_of(handed: Handover) -> list[str]:
    """Subjects, folded, of the facts that may say who had it."""
    what, _, one = handed.what.rpartition(" ")
    things = [handed.what, what] if one in _OF_ONE else [handed.what]
    return [handed.former, *things, *_owner_of(handed.what)]


def had(subject: str, predicate: str, object_: str, handed: Handover) -> bool:
    """Whether a fact says that who hands it on has it."""
    who, verb, what = bare_name(fold(subject)), plain(predicate), bare_name(fold(object_))
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
