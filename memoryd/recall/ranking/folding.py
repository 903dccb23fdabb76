"""One statement, one result (rule 24): a message and what was made of it alone are one memory in several places. Pure.

What is made of a message's one sentence says the same as the message; of the same message, what has the same words is
one statement, too, and so is a message that was copied to another file of its session. Two facts of one message say
different things, and never come together.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Sequence
from itertools import islice
from typing import NamedTuple

from memoryd.origin import digest_of, key_now, read_source
from memoryd.text.assent import says_nothing
from memoryd.text.sentences import LONGEST, sentences
from memoryd.types import Document, fold

PART = "folded"
"""What `why` calls the score that a result has from a better one that folds into it."""
_ORDER = {"note": 0, "fact": 1, "daily": 2, "message": 3}
"""Of one statement the first of these is shown; other kinds stay as they are."""
_EXTRACTED = ("fact", "daily")
"""A daily's line is a fact or a sentence of its own, as a fact is."""
_ASIDE = 24
"""Characters that a message may have besides its sentence: `Well, `, `Remember that `."""

TextOf = Callable[[str], str | None]
"""What a memory says by its key; None when it is gone."""


class Statement(NamedTuple):
    """Positions among the given documents: the one that is shown, the best, and the others, the best first."""

    head: int
    place: int
    also: tuple[int, ...] = ()


def statements(documents: Sequence[Document], text_of: TextOf, apart: Collection[str] = ()) -> list[Statement]:
    """The documents, best first, by what they state; in the order of the best of each.

    `text_of` is asked for a source that several of them have, and that is not among them. What has a key of `apart`
    stands for itself.
    """
    made: dict[str, list[int]] = {}
    for at, one in enumerate(documents):
        if one.sources and len(one.sources) == 1 and _may_fold(one) and one.key not in apart:
            made.setdefault(one.sources[0], []).append(at)
    groups: dict[int, list[int]] = {}
    _join_copies(documents, groups, apart)
    if made:
        places = {one.key: at for at, one in enumerate(documents) if one.key not in apart}
        for members in made.values():
            _join_same_words(documents, groups, members)
        for source, members in made.items():
            _join_to_source(documents, groups, source, members, places, text_of)
    if not groups:
        return [*map(Statement, range(len(documents)), range(len(documents)))]
    return [_statement(documents, groups.get(at, [at])) for at in range(len(documents)) if _is_first(groups, at)]


def _may_fold(document: Document) -> bool:
    """What a tool or a page said stands for itself: its mark would be lost (rule 27)."""
    return document.kind in _ORDER and not document.untrusted


def _join_copies(documents: Sequence[Document], groups: dict[int, list[int]], apart: Collection[str]) -> None:
    """A message that somebody copied to another file of its session is one; said twice in one file, it is two."""
    said = [at for at, one in enumerate(documents) if one.session_id is not None and one.kind == "message"]
    files = {(documents[at].session_id, documents[at].source) for at in said}
    if len(files) == len({session_id for session_id, _ in files}):  # each session has one file
        return
    first: dict[tuple[object, ...], int] = {}
    alike: Counter[tuple[object, ...]] = Counter()
    for at in sorted(said, key=lambda at: (documents[at].line, at)):
        one = documents[at]
        if _may_fold(one) and one.key not in apart:
            says = one.session_id, one.at, one.created, one.role, one.who, one.text
            alike[one.source, *says] += 1
            _join(documents, groups, first.setdefault((alike[one.source, *says], *says), at), at)


def _join_same_words(documents: Sequence[Document], groups: dict[int, list[int]], members: list[int]) -> None:
    first: dict[str, int] = {}
    for at in members if len(members) > 1 else ():
        _join(documents, groups, first.setdefault(_words(documents[at]), at), at)


def _join_to_source(
    documents: Sequence[Document],
    groups: dict[int, list[int]],
    source: str,
    members: list[int],
    places: dict[str, int],
    text_of: TextOf,
) -> None:
    named = read_source(source)
    key, digest = named
    at = places.get(key)
    if digest is not None and (at is None or digest_of(documents[at].text) != digest):
        key = key_now(named, lambda one: documents[places[one]].text if one in places else None)
        at = places.get(key)
    if at is None and len(members) < 2:
        return
    if at is None:
        key = key_now(named, text_of)
    if at is not None and not _may_fold(documents[at]):
        return
    text = text_of(key) if at is None else documents[at].text
    if text is None or not is_one_sentence(text) or digest not in (None, digest_of(text)):
        return
    first, *others = members if at is None else [at, *members]
    for other in others:
        _join(documents, groups, first, other)


def is_one_sentence(text: str) -> bool:
    """Whether the text says one thing: a sentence, and nothing else but an opening or thanks."""
    bare = text.strip()
    if len(bare) > LONGEST + _ASIDE:
        return False
    found = list(islice(sentences(bare), 3))
    if len(found) == 2 and says_nothing(found[0]):
        del found[0]
    return len(found) == 1 and len(bare) - len(found[0]) <= _ASIDE


def _join(documents: Sequence[Document], groups: dict[int, list[int]], a: int, b: int) -> None:
    one, other = groups.get(a, [a]), groups.get(b, [b])
    if a == b or one is other or any(_differ(documents[x], documents[y]) for x in one for y in other):
        return
    both = one + other
    groups.update(dict.fromkeys(both, both))


def _differ(one: Document, other: Document) -> bool:
    """Whether two memories of one sort say different things: then they are two statements."""
    is_one_sort = one.kind == other.kind or (one.kind in _EXTRACTED and other.kind in _EXTRACTED)
    return is_one_sort and _words(one) != _words(other)


def _words(document: Document) -> str:
    return fold(document.text).lstrip("-*+• ").rstrip(" .!")


def _is_first(groups: dict[int, list[int]], at: int) -> bool:
    return at not in groups or min(groups[at]) == at


def _statement(documents: Sequence[Document], group: list[int]) -> Statement:
    if len(group) == 1:
        return Statement(group[0], group[0])
    head = min(group, key=lambda at: (_ORDER[documents[at].kind], at))
    return Statement(head, min(group), tuple(sorted(at for at in group if at != head)))
