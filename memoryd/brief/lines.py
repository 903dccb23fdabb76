"""Lines of a brief: which say the same, which are overruled by later ones, which are done (rules 23, 26). Pure."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache

import msgspec
from msgspec.structs import replace

from memoryd.brief.wordings import CHANGED, CHOICE, ENDED, ITEMS, OLD, STILL_OPEN, SWITCHED, VALUE
from memoryd.kinds.kind import BriefPart
from memoryd.patterns import pattern as lazy_pattern
from memoryd.recall.lexical.tokens import terms_of
from memoryd.text.statements import overrules, statements_of
from memoryd.text.stopwords import STOP_WORDS
from memoryd.types import fold

_SAME = 0.8
"""Two lines say the same when so much of the shorter one's words stand in the other."""
_DONE = 0.5
"""An item is done when what was done later names so much of it."""
_FEWEST_SHARED = 2
_MOST_HEARD = 600
_STEM = 7
"""Letters by which words are compared: `documented` and `documentation` are one."""
_SUBJECT = lazy_pattern(r"(?:^|(?<=[.!?]) )(?:The |Our |Unser(?:e|en)? |De[rn] |Die |Das )?([A-ZÄÖÜ][\w+#-]+)")
_AROUND = "\"'“”„.,;:!?()[]`"


_ASKING = frozenset(
    word
    for line in (
        "pleas need still todo open next miss someon somebodi",
        "bitt kannst konnt konntest muss offen noch fehlt fehl braucht brauch soll sollt nachst",
    )
    for word in line.split()
)
"""Stems that only ask for something to be done."""


class Line(msgspec.Struct, frozen=True):
    """One line of a brief; `since` and `at` are when it was first and last said, microseconds."""

    part: BriefPart
    text: str
    key: str
    at: int
    rank: int
    since: int
    who: str = ""
    """The speaker, of what was said in a session;"""
    session: str = ""
    """and which one."""
    heard: str = ""
    """What was said around it, by which it is judged: the sentence before it, and other wordings of it."""
    place: int = 0
    """Its place in the order of time, set by `in_force`."""


def in_force(lines: Iterable[Line]) -> list[Line]:
    """Each statement once, without what later lines overrule and what is done; the oldest first."""
    kept = sorted(_once(lines), key=lambda line: (line.at, line.place))
    standing: list[Line] = []
    for number, line in enumerate(kept):
        left = _left_of(line, kept[number + 1 :])
        if left is not None:
            standing.append(replace(left, place=len(standing)))
    return standing


def _once(lines: Iterable[Line]) -> list[Line]:
    """The one of those that say the same that ranks first, and among these the one that was first."""
    kept: list[Line] = []
    placed = (replace(line, place=number) for number, line in enumerate(lines))
    for line in sorted(placed, key=lambda one: (one.rank, one.at, one.place)):
        same = next((at for at, other in enumerate(kept) if _says(other.text, line.text)), None)
        if same is None:
            kept.append(line)
        else:
            known = kept[same]
            heard = f"{known.heard} {line.text} {line.heard}" if len(known.heard) < _MOST_HEARD else known.heard
            kept[same] = replace(
                known, at=max(known.at, line.at), since=min(known.since, line.since), heard=heard.strip()
            )
    return kept


def _says(one: str, other: str) -> bool:
    """Whether `one` says what `other` says: the same words, or nearly all of them, and the same numbers."""
    if fold(one) == fold(other):
        return True
    mine, theirs = words_of(one), words_of(other)
    if (
        len(theirs) < _FEWEST_SHARED
        or len(mine & theirs) < _SAME * len(theirs)
        or not _numbers(theirs) <= _numbers(mine)
    ):
        return False
    return (ENDED.search(one) is None) == (ENDED.search(other) is None)  # "it is done" has the words of "do it"


def _numbers(words: frozenset[str]) -> set[str]:
    return {word for word in words if word[0].isdigit()}


def _left_of(line: Line, later: Sequence[Line]) -> Line | None:
    """What of the line still holds; None when nothing does."""
    if line.part == "context":
        return line
    overruling = [one for one in later if _overrules(one, line)]
    if overruling:
        return _without_past(line, overruling)
    if line.part == "open" or (line.part in ("said", "known") and STILL_OPEN.search(line.text)):
        return _undone(line, later)
    return line


def _without_past(line: Line, overruling: Sequence[Line]) -> Line | None:
    """The line without its last clauses, where only they are past."""
    clauses = line.text.split(", ")
    for end in range(len(clauses) - 1, 0, -1):
        left = replace(line, text=", ".join(clauses[:end]), heard="")
        if len(words_of(left.text)) >= _FEWEST_SHARED and not any(_overrules(one, left) for one in overruling):
            return left
    return None


def _undone(line: Line, later: Sequence[Line]) -> Line | None:
    """The items of the line that are not done; several may stand in one sentence."""
    texts = [text for one in later for text in (one.text, one.heard) if text and ENDED.search(text)]
    parts = ITEMS.split(line.text)
    open_parts = [part for part in parts if not any(is_done_by(part, text) for text in texts)]
    if len(open_parts) == len(parts):
        return None if any(is_done_by(line.text, text) for text in texts) else line
    return replace(line, text="; ".join(part.strip(" .,") for part in open_parts)) if open_parts else None


def is_done_by(item: str, said: str) -> bool:
    """Whether what was said later tells that the item is done, or off."""
    wanted, told = words_of(VALUE.sub(" ", item)) - _ASKING, words_of(said)
    shared = wanted & told
    if (
        not wanted
        or len(shared) < min(_FEWEST_SHARED, len(wanted))
        or len(shared) < _DONE * min(len(wanted), len(told))
    ):
        return False
    return ENDED.search(said) is not None and STILL_OPEN.search(said) is None


def _overrules(later: Line, former: Line) -> bool:
    if later.part == "context" or later.text == former.text:
        return False
    if overrules(statements_of(later.text), statements_of(former.text)):
        return True
    told = f"{later.text} {later.heard}"
    olds = _replaced(told)
    if not olds and not _tells_change(told):
        return False
    mine, theirs = words_of(told), words_of(former.text)
    for old in olds:
        named = f" {_plain(old)} " in f" {_plain(former.text)} "
        if named and mine & theirs - words_of(old) and not _replaces_too(former, old):
            return True
    return _has_new_value(told, former.text) or (_tells_switch(told) and _is_switched_from(later, former))


def _replaces_too(former: Line, old: str) -> bool:
    """Whether the former line says itself that this was replaced."""
    return any(old.casefold() == one.casefold() for one in _replaced(f"{former.text} {former.heard}"))


def _is_switched_from(later: Line, former: Line) -> bool:
    """A switch, told together with what was chosen before: "X is too slow. We move to Y"."""
    if CHOICE.search(former.text) is None or CHANGED.search(former.text):
        return False
    names = {match[1].casefold() for match in _SUBJECT.finditer(f"{later.heard} {later.text}")} - STOP_WORDS
    return not names.isdisjoint(_plain(former.text).split())


# Each line is held against each other one: what a text tells by itself is found once.


@lru_cache(maxsize=8192)
def _tells_change(text: str) -> bool:
    return CHANGED.search(text) is not None


@lru_cache(maxsize=8192)
def _tells_switch(text: str) -> bool:
    return SWITCHED.search(text) is not None


@lru_cache(maxsize=8192)
def _plain(text: str) -> str:
    words = (word.strip(_AROUND).removesuffix("'s").removesuffix("’s") for word in text.casefold().split())
    return " ".join(word for word in words if word)


@lru_cache(maxsize=8192)
def _replaced(text: str) -> tuple[str, ...]:
    """What the text says is no longer so."""
    found = (match for pattern in OLD for match in pattern.finditer(text))
    return tuple(dict.fromkeys(old for match in found if (old := next(filter(None, match.groups()), ""))))


def _has_new_value(later: str, former: str) -> bool:
    """Both give a value of the same kind to the same thing, and not the same one."""
    ours, theirs = _values(later), _values(former)
    if not any(ours[kind].isdisjoint(theirs[kind]) for kind in ours.keys() & theirs.keys()):
        return False
    return len(words_of(VALUE.sub(" ", later)) & words_of(VALUE.sub(" ", former))) >= _FEWEST_SHARED


@lru_cache(maxsize=8192)
def _values(text: str) -> dict[str, frozenset[str]]:
    found: dict[str, set[str]] = {}
    for match in VALUE.finditer(text.casefold()):
        found.setdefault(str(match.lastgroup), set()).add(match[0])
    return {kind: frozenset(values) for kind, values in found.items()}


@lru_cache(maxsize=8192)
def words_of(text: str) -> frozenset[str]:
    """The stems of a text's words that say something."""
    found = set()
    for term in terms_of(text[:2000]):
        word = term.partition(":")[2] if term[2:3] == ":" else term
        if word and word[0] != "<" and word not in STOP_WORDS and (len(word) > 1 or word.isdigit()):
            found.add(word[:_STEM])
    return frozenset(found)
