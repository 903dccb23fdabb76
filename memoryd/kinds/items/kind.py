"""Items as a kind of memory: found by `items.search` only, never in recall or MEMORY.md."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from memoryd.background import Progress, Run, Step, WriteBehind
from memoryd.kind import Kind, Purged, Text
from memoryd.kinds.items.files import ItemFiles
from memoryd.kinds.items.item import ITEMS_PATH, KIND, decode_line, document
from memoryd.kinds.items.methods import ItemMethods
from memoryd.maintenance.flusher import REWRITES
from memoryd.origin import Origin
from memoryd.purge.digests import place_of
from memoryd.requests.asker import Asker
from memoryd.requests.method import Method
from memoryd.services import Services
from memoryd.storage.recent_lines import RecentLine, Wording
from memoryd.types import NOW, ChangeSink, Document, When

REWRITE_SECONDS = 5.0


class Items(Kind):
    """Values that programs keep by key."""

    name = "items"
    memories = (KIND,)
    searches_itself = True
    hides_as = "kinds"
    states_project = True
    directories = (ITEMS_PATH,)
    private = (f"{ITEMS_PATH}/*",)

    def __init__(self, services: Services) -> None:
        self._services = services
        self._files = ItemFiles(services)
        self._store = self._files.store
        self._methods = ItemMethods(services, self._store)

    # --- life ---------------------------------------------------------------------------------------------

    def load(self, now: int) -> None:
        self._files.load(now)

    def feed(self, sink: ChangeSink, states: Mapping[str, bytes]) -> None:
        self._files.feed(sink, states)

    def close(self) -> None:
        self._files.close()

    def acknowledged(self, line: RecentLine) -> Iterable[Wording]:
        def make() -> Document | None:
            _, item = decode_line(line.raw, 0)
            return None if item is None else document(item)

        return [(line.key, make)]

    # --- its files ----------------------------------------------------------------------------------------

    def claims(self, relpath: str) -> bool:
        return self._files.claims(relpath)

    def absorb(self, relpath: str, stamp: object | None) -> None:
        self._files.absorb(relpath)

    def rescan(self, found: Mapping[str, object]) -> None:
        self._files.rescan(found)

    # --- recall -------------------------------------------------------------------------------------------

    def hides(self, key: str, now: int, when: When = NOW) -> bool:
        return key.startswith(f"{ITEMS_PATH}/")

    def label(self, document: Document, now: int) -> dict[str, Any] | None:
        return None

    def text(self, key: str, asker: Asker) -> Text | None:
        item = self._store.by_key.get(key)
        if item is None or item.is_over(asker.now) or not asker.visibility.sees_origin(item.origin):
            return None
        return Text(item.path, document(item).text)

    def whose(self, key: str) -> Origin | None:
        item = self._store.by_key.get(key)
        return None if item is None else item.origin

    # --- maintenance --------------------------------------------------------------------------------------

    def steps(self) -> Mapping[str, Step]:
        return {"clean": self._clean}

    def _clean(self, run: Run) -> dict[str, int]:
        over = [one for one in list(self._store.by_key.values()) if one.is_over(run.at)]
        if run.dry_run:
            run.diff += [f"- {one.memory_key}" for one in over]
            return {"expired_items": len(over)}
        if over:
            self._services.writer.run(lambda batch: self._store.delete_all(over, batch))
            self._files.forget({one.path for one in over})
        return {"expired_items": len(over)}

    def write_behind(self) -> Iterable[WriteBehind]:
        return (WriteBehind("items", self._files.write_anew, lambda: REWRITE_SECONDS, queue=REWRITES),)

    def purge(self, matter: Purged) -> None:
        """Delete items of the matter, and rewrite the file lest an earlier value of the key come back."""
        self._services.writer.run(lambda _batch: self._services.recent.clear())
        found = []
        for one in list(self._store.by_key.values()):
            if matter.is_later(one.updated):
                continue
            shown = document(one)
            is_named = matter.names(f"{shown.key}\n{shown.text}")
            if is_named or matter.has_key(shown.key) or matter.has_text(shown.text, place_of(shown)):
                found.append(one)
        if found:
            self._services.writer.run(lambda batch: self._store.delete_all(found, batch))
            self._files.forget({one.path for one in found})

    # --- health and repair ----------------------------------------------------------------------------------

    def counts(self) -> Mapping[str, int]:
        return {"items": len(self._store.by_key)}

    def verify(self, *, repair: bool) -> Mapping[str, int]:
        return {"items": len(self._store.by_key)}

    def rebuild(self, sink: ChangeSink, progress: Progress) -> int:
        return self._files.bring_up(sink, {})

    # --- the socket ---------------------------------------------------------------------------------------

    def methods(self) -> Iterable[Method]:
        return self._methods.all()
