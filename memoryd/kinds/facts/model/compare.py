"""When two facts state the same, and of whom (rules 5, 17). Pure."""

from __future__ import annotations

from memoryd.kinds.facts.model.fact import VERBATIM, FactLine, Folded, Statement
from memoryd.types import UNTRUSTED, fold

_USER = frozenset({"user", "the user", "i", "me", "der nutzer", "die nutzerin", "ich"})


def key_of(one: Statement | FactLine) -> Folded:
    """Equal for facts that state the same, with case and spaces folded, in one scope (rule 5)."""
    return fold(one.subject), fold(one.predicate), fold(one.object), scope_of(one)


def scope_of(one: Statement | FactLine) -> str:
    """Where a fact is compared with others: among those of its origin's scope that are in force.

    One that was superseded is by itself: what it says, said again, is a new fact (rule 23). A verbatim one is compared
    with those of its own source, letter by letter.
    """
    if is_verbatim(one):
        return "\0".join((realm_of(one), one.source or "", one.subject, one.predicate, one.object))
    if one.validity.superseded_by is None:
        return realm_of(one)
    return f"{realm_of(one)}\0{getattr(one, 'id', None)}"


def realm_of(one: Statement | FactLine) -> str:
    """Equal for facts of one audience, one project and one trust: what a page says overrules nobody (rules 5, 27)."""
    return f"{one.origin.scope}\0{UNTRUSTED}" if one.source == UNTRUSTED else one.origin.scope


def is_verbatim(one: Statement | FactLine) -> bool:
    """Whether it is of a graph whose words are kept apart by each letter, and all hold."""
    return one.source is not None and one.source.startswith(VERBATIM)


def is_user(subject: str) -> bool:
    """Whether a fact of that subject is said of the user: it has no project unless it names one (rule 17)."""
    return fold(subject) in _USER
