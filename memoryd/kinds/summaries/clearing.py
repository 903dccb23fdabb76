"""Summaries without what was purged (rule 6)."""

from __future__ import annotations

from collections.abc import Callable
from datetime import tzinfo
from typing import Any

import msgspec

from memoryd.conversation.message import Message, mark_of
from memoryd.kind import Purged
from memoryd.kinds.summaries.backlog import Backlog
from memoryd.kinds.summaries.budget import LEVELS
from memoryd.kinds.summaries.extractive import Line, lines_of_summary, summarise
from memoryd.kinds.summaries.node import PURGED, Maker, Node, marks_of_lines, marks_text, span
from memoryd.kinds.summaries.prompt import Said
from memoryd.kinds.summaries.scan import sources_of
from memoryd.kinds.summaries.store import SummaryStore, file_of, range_of
from memoryd.purge.scrub import UNNAMED
from memoryd.services import Settings
from memoryd.times import local_date


def line_of(said: Said | Message, zone: tzinfo) -> Line:
    """Whoever has a name is a person who talks; else it is an agent at work."""
    day = local_date(said.at, zone).isoformat()
    return Line(said.content, day, said.name or said.role, "" if said.name else said.role)


class Clearing:
    """Makes summaries again of what stays."""

    def __init__(self, store: SummaryStore, backlog: Backlog, settings: Settings, now: Callable[[], int]) -> None:
        self._store = store
        self._backlog = backlog
        self._settings = settings
        self._now = now

    def purge(self, matter: Purged) -> None:
        """Make again each summary of a purged message, or that tells of it, and what was made of those (rule 6)."""
        remade = set[str]()
        for level in LEVELS:
            for identity in list(self._store.tree.levels[level]):
                with self._store.lock:
                    again = self._made_again(identity, remade, matter)
                    if again is not None and self._store.look(again.path):
                        again = self._made_again(identity, remade, matter)
                    if again is not None:
                        self._store.put(again)
                        remade.add(identity)
                        matter.remade.add(again.path)

    def _made_again(self, identity: str, remade: set[str], matter: Purged) -> Node | None:
        node = self._store.tree.get(identity)
        if node is None:
            return None
        return self._without(node, matter) if node.level == "L1" else self._merged_again(node, remade, matter)

    def _without(self, leaf: Node, matter: Purged) -> Node | None:
        """The leaf of the messages that stay; None when all do, and it says nothing else of the matter."""
        places = [(path, line) for path, first, last in map(range_of, leaf.sources) for line in range(first, last + 1)]
        if leaf.text == PURGED or not (
            matter.names(leaf.text) or any(matter.has_key(f"{path}:{line}") for path, line in places)
        ):
            return None
        stay = [line for path, line in places if not matter.has_key(f"{path}:{line}")]
        sources = sources_of(file_of(leaf), stay)
        messages = self._backlog.messages(leaf.session_ids[0], sources)
        lines = [line_of(one, self._settings.zone) for one in messages]
        text = summarise(lines, leaf.tokens) if lines else PURGED
        marks = marks_text(map(mark_of, messages))
        return self._again(leaf, matter, text, sources=sources if messages else leaf.sources, messages=marks)

    def _merged_again(self, node: Node, remade: set[str], matter: Purged) -> Node | None:
        if remade.isdisjoint(node.sources) and not matter.names(node.text):
            return None
        parts = [one for one in map(self._store.tree.get, node.sources) if one is not None]
        lines = [line for one in parts for line in lines_of_summary(one.text, span(one, self._settings.zone), one.id)]
        versions = tuple(one.version for one in parts)
        return self._again(node, matter, summarise(lines, node.tokens), source_versions=versions)

    def _again(self, node: Node, matter: Purged, text: str, **fields: Any) -> Node | None:
        fields["session_ids"] = tuple(UNNAMED if matter.names(one) else one for one in node.session_ids)
        if node.project is not None and matter.names(node.project):
            fields["project"] = None
        # What a person wrote of other matters was made of nothing, and stays.
        own = [one for one in node.written_by_hand() if not (matter.names(one) or matter.has_text(one, node.path))]
        fields["made"] = marks_of_lines(text)
        if own:
            text = "\n".join([*([] if text == PURGED else [text]), *own])
        by: Maker = "hand" if own else "builtin"
        again = msgspec.structs.replace(node, text=text, by=by, **fields)
        if again == node:
            return None
        return msgspec.structs.replace(again, version=node.version + 1, written=self._now(), job_id="")
