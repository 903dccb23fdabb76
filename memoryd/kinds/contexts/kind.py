"""Contexts as a kind of memory."""

from __future__ import annotations

import heapq
from collections.abc import Iterable, Mapping
from typing import Any

from memoryd.background import Progress, Run, Step, WriteBehind
from memoryd.kind import Kind, Purged, Text, Told
from memoryd.kinds.contexts.context import Context, decode_line, document
from memoryd.kinds.contexts.files import ContextFiles
from memoryd.kinds.contexts.methods import ContextMethods
from memoryd.kinds.contexts.store import LINES
from memoryd.maintenance.flusher import REWRITES
from memoryd.origin import Origin
from memoryd.requests.asker import Asker
from memoryd.requests.method import Method
from memoryd.services import Services
from memoryd.storage.recent_lines import RecentLine, Wording
from memoryd.types import ChangeSink, Document

REWRITE_SECONDS = 0.5
_MOST_TOLD = 10
"""The latest, for a brief: a group session may not see the very last."""
SHOWN = 200
"""Lines of a dry run's diff."""


class Contexts(Kind):
    """Saved snapshots of work in a project, with access tiers (003)."""

    name = "contexts"
    memories = ("context",)
    keeps_removed = True
    states_project = True
    directories = ("contexts", "contexts/archive")
    archives = ("contexts/archive",)
    boost_part = "tier"

    def __init__(self, services: Services) -> None:
        self._services = services
        self._files = ContextFiles(services)
        self._store = self._files.store
        self._methods = ContextMethods(services, self._store)

    # --- life ---------------------------------------------------------------------------------------------

    def load(self, now: int) -> None:
        self._files.load(now)

    def feed(self, sink: ChangeSink, states: Mapping[str, bytes]) -> None:
        self._files.feed(states)

    def acknowledged(self, line: RecentLine) -> Iterable[Wording]:
        return [(line.key, lambda: document(Context(line.raw, decode_line(line.raw), line.path, 0)))]

    def begin(self) -> None:
        if self._store.dirty:
            self._services.flusher.ask(LINES)

    def stop(self) -> None:
        self._files.stop()

    def set_right(self, now: int) -> None:
        self._services.writer.run_alone(lambda batch: self._store.set_right(now, batch))

    def purge(self, matter: Purged) -> None:
        """They are removed with their lines, even the last ones of a file."""
        self._store.purged |= {key for key in matter.keys if key in self._store.contexts}

    # --- its files ----------------------------------------------------------------------------------------

    def claims(self, relpath: str) -> bool:
        return self._files.claims(relpath)

    def absorb(self, relpath: str, stamp: object | None) -> None:
        self._files.absorb(relpath, stamp)

    def rescan(self, found: Mapping[str, object]) -> None:
        self._files.rescan(found)

    # --- recall -------------------------------------------------------------------------------------------

    def label(self, document: Document, now: int) -> dict[str, Any] | None:
        found = self._store.boost_of(document.key, now)
        return None if found is None else {"tier": found[0]}

    def whose(self, key: str) -> Origin | None:
        return self._store.whose(key)

    def text(self, key: str, asker: Asker) -> Text | None:
        found = self._store.archived(key, asker.now)
        return None if found is None else Text(found.path, document(found).text)

    def absence(self, key: str, asker: Asker) -> dict[str, Any] | None:
        if self._store.archived(key, asker.now) is None:
            return None
        return {"reason": "archived", "text": "the context is archived; contexts.restore brings it back"}

    def boost(self, document: Document, now: int) -> float:
        found = self._store.boost_of(document.key, now)
        return 0.0 if found is None else found[1]

    def telling(self, project: str | None, now: int) -> Iterable[Told]:
        last = heapq.nlargest(_MOST_TOLD, self._store.of(project), key=lambda one: one.created)
        return (Told("context", document(one), place) for place, one in enumerate(last))

    # --- maintenance --------------------------------------------------------------------------------------

    def steps(self) -> Mapping[str, Step]:
        return {"tiers": self._recalculate}

    def _recalculate(self, run: Run) -> dict[str, int]:
        store = self._store
        if not run.dry_run:
            return {"updated": store.recalculate(None, run.at)}
        would = [(one.id, one.tier, store.tier(one, run.at)) for one in store.of(None)]
        changes = [f"~ {name} {before} → {after}" for name, before, after in would if before != after]
        run.diff += changes[:SHOWN]
        return {"updated": len(changes)}

    def write_behind(self) -> Iterable[WriteBehind]:
        return (WriteBehind(LINES, self._write_lines, lambda: REWRITE_SECONDS, queue=REWRITES),)

    def _write_lines(self) -> None:
        if not self._files.write_lines():
            self._services.flusher.ask(LINES)

    # --- repair and the socket ------------------------------------------------------------------------------

    def rebuild(self, sink: ChangeSink, progress: Progress) -> int:
        return self._files.feed_all(sink)

    def methods(self) -> Iterable[Method]:
        return self._methods.all()
