"""Reads changes of the index as versions of memories: what each said before, and what it says now. Does no I/O."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import NamedTuple

from memoryd.acting import Actor
from memoryd.audit.history import content_of, content_of_file
from memoryd.kind import Kinds
from memoryd.types import Change, Document


class Item(NamedTuple):
    """One change of the index, as it was queued."""

    change: Change
    before: dict[str, Document]
    """What the index had of its keys, and of its source when all of that gives way."""
    who: Actor
    at: int
    is_baseline: bool
    """What stood in the files when the audit began: known, without a line."""


class Version(NamedTuple):
    """One memory that an item puts or removes."""

    key: str
    kind: str
    content: bytes | None
    """None: it is removed."""
    before: bytes | None
    who: Actor
    at: int
    is_silent: bool = False
    """It makes no line."""
    is_baseline: bool = False
    """It makes none either, if the audit meets the memory for the first time."""
    is_purged: bool = False
    keeps_text: bool = True
    """Whether a text that gives way goes to the history."""


class _Replaced:
    """A file that is read anew, part by part: what the index had of it, and what has come."""

    def __init__(self, before: dict[str, Document]) -> None:
        self.before = before
        self.after: list[Document] = []


class Versions:
    """Over the items in their order."""

    def __init__(self, naming: Kinds) -> None:
        self._naming = naming
        self._replaced: dict[str, _Replaced] = {}

    def is_partial(self, source: str) -> bool:
        """Whether only parts of the file have come so far."""
        return source in self._replaced

    def of(self, item: Item) -> list[Version]:
        """The versions that it makes; of a file that comes part by part, those that are known by now."""
        change = item.change
        if change.source.endswith(".md") and self._naming.is_one_memory(change.source):
            return self._of_file(item)
        found: list[Version] = []
        replaced = self._replaced.get(change.source)
        before = item.before
        if change.remove_source:
            replaced = self._replaced[change.source] = _Replaced(dict(before))
        lines = _moved_lines(change, before)
        by = change.by or {}
        for one in change.put:
            old = before.get(one.key)
            if replaced is not None:
                old = replaced.before.pop(one.key, old)
            who = by.get(one.key, item.who)
            content, silent = content_of(one), one.key in lines
            found.append(
                Version(one.key, one.kind, content, _content(old), who, item.at, silent, is_baseline=item.is_baseline)
            )
        found += [
            self._removed(key, before.get(key), by.get(key, item.who), item, silent=key in lines)
            for key in change.remove
        ]
        if replaced is not None and change.state is not None:
            # The last part of a file that was read anew has its state: what did not come again has gone.
            del self._replaced[change.source]
            found += [self._removed(key, old, item.who, item, silent=False) for key, old in replaced.before.items()]
        return found

    def _removed(self, key: str, old: Document | None, who: Actor, item: Item, *, silent: bool) -> Version:
        kind = old.kind if old is not None else item.change.kind or "memory"
        keeps = old is not None and not self._naming.is_archived(old.kind) and not who.method.startswith("maintenance:")
        purged = key in item.change.purged
        return Version(key, kind, None, _content(old), who, item.at, silent, item.is_baseline, purged, keeps)

    def _of_file(self, item: Item) -> list[Version]:
        """A file whose passages have no keys of their own: one version of the whole file."""
        change = item.change
        replaced = self._replaced.get(change.source)
        if change.remove_source or replaced is None:
            replaced = self._replaced[change.source] = _Replaced(dict(item.before))
        replaced.after += change.put
        if change.state is None:
            return []
        del self._replaced[change.source]
        kind = next((one.kind for one in (*replaced.after, *replaced.before.values())), "log")
        key = change.source
        after = content_of_file(key, kind, text_of_file(replaced.after)) if replaced.after else None
        before = None
        if replaced.before:
            before = content_of_file(key, kind, text_of_file(replaced.before.values()))
        keeps = after is not None or not item.who.method.startswith("maintenance:")
        return [Version(key, kind, after, before, item.who, item.at, False, item.is_baseline, keeps_text=keeps)]


def text_of_file(documents: Iterable[Document]) -> str:
    """The text of a file of which the index has passages."""
    return "\n\n".join(one.text for one in sorted(documents, key=lambda one: one.line))


def _content(document: Document | None) -> bytes | None:
    return None if document is None else content_of(document)


def _moved_lines(change: Change, before: Mapping[str, Document]) -> frozenset[str]:
    """Keys of passages between notes that only stand on another line now."""
    lead = f"{change.source}:"
    put = [
        one for one in change.put if one.kind == "note" and one.key.startswith(lead) and one.key[len(lead) :].isdigit()
    ]
    if not put:
        return frozenset()
    lost = {key: one for key, one in before.items() if key.startswith(lead) and key[len(lead) :].isdigit()}
    texts = Counter(one.text for one in lost.values())
    moved = set()
    for one in put:
        if texts[one.text] > 0:
            texts[one.text] -= 1
            moved.add(one.key)
    came = Counter(one.text for one in put)
    there = {one.key for one in put}
    for key, one in lost.items():
        if key not in there and came[one.text] > 0:
            came[one.text] -= 1
            moved.add(key)
    return frozenset(moved)
