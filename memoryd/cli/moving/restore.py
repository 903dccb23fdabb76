"""What our own export holds, brought back as it was: ids, times, activations, chains, archived ones."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from memoryd.cli.command import Call
from memoryd.errors import Conflict, InvalidParams, MemorydError, PermissionDenied, TooLarge

Json = Any
PLURALS = {"summary": "summaries"}
"""Of kinds that do not merely get an s."""
KINDS = ("fact", "note", "context", "item", "summary")
_TOGETHER = {"fact": ("facts", 200), "context": ("contexts", 50), "summary": ("summaries", 50)}
"""Kinds with an `import_many`: its parameter, and how many it takes."""
_BYTES = 2 * 1024 * 1024
"""Of one call, but for a single memory that is larger."""
_REFUSED = (InvalidParams, TooLarge, Conflict, PermissionDenied)


def plural(kind: str) -> str:
    """`facts`, `summaries`."""
    return PLURALS.get(kind, f"{kind}s")


class Restorer:
    """Gives memories of an export to the daemon; `count(kinds, new, known)` and `skip(where, reason)` hear of it."""

    def __init__(
        self, call: Call, count: Callable[[str, int, int], object], skip: Callable[[str, str], object]
    ) -> None:
        self._call, self._count, self._skip = call, count, skip
        self._waiting: list[dict[str, Json]] = []
        self._kind, self._size = "", 0
        self._archived: dict[str, str] | None = None
        self.keys: dict[str, str] = {}
        """Where messages stand now, by the key that they had, if it is another."""

    def take(self, kind: str, values: dict[str, Json]) -> None:
        """One memory; those that go together are told with the next `flush`."""
        if isinstance(values.get("sources"), list):
            values = {**values, "sources": [self._moved(str(one)) for one in values["sources"]]}
        if kind != self._kind:
            self.flush()
            self._kind = kind
        if kind == "note":
            self._note(values)
        elif kind == "item":
            self._item(values)
        else:
            size = len(str(values))
            if self._waiting and (self._size + size > _BYTES or len(self._waiting) == _TOGETHER[kind][1]):
                self.flush()
            self._waiting.append(values)
            self._size += size

    def _moved(self, source: str) -> str:
        key, mark, digest = source.partition("#")
        return f"{self.keys.get(key, key)}{mark}{digest}"

    def flush(self) -> None:
        """Tell what waits."""
        waiting, self._waiting, self._size = self._waiting, [], 0
        if not waiting:
            return
        many = _TOGETHER[self._kind][0]
        try:
            outcomes = self._call(f"{many}.import_many", {many: waiting})[many]
        except _REFUSED as error:
            if len(waiting) == 1:
                self._skip(_name(waiting[0]), error.sentence)
                return
            for one in waiting:  # the others are not refused with it
                self._waiting = [one]
                self.flush()
            return
        for one in outcomes:
            if one["status"] == "rejected":
                self._skip(one.get("id") or one["key"], one["message"])
            else:
                self._count(many, int(one["status"] == "added"), int(one["status"] == "known"))

    def _note(self, values: dict[str, Json]) -> None:
        values = dict(values)
        is_archived = values.pop("archived", False)
        key = f"memory/{values['layer']}.md:{values.get('slug')}"
        if is_archived and self._archived_notes().get(key) == values["text"]:
            self._count("notes", 0, 1)
            return
        sources = values.get("sources")
        if isinstance(sources, list) and "untrusted" in sources:
            values["sources"] = [one for one in sources if one != "untrusted"]
            values["source"] = "untrusted"
        try:
            written = self._write(values, is_archived)
            status = written["status"]
            if is_archived and status == "written":
                self._call("notes.archive", {"key": written["key"], "reason": "imported as archived"})
        except _REFUSED as error:
            self._skip(key, error.sentence)
        else:
            self._count("notes", int(status == "written"), int(status != "written"))

    def _write(self, values: dict[str, Json], is_archived: bool) -> Json:
        asked = {"source": "import", **values}
        try:
            return self._call("notes.write", asked)
        except Conflict:
            if is_archived:
                raise
        # That slug has another text here.
        return self._call("notes.write", {name: one for name, one in asked.items() if name != "slug"})

    def _archived_notes(self) -> dict[str, str]:
        if self._archived is None:
            self._archived, after = {}, dict[str, Json]()
            while True:
                page = self._call("notes.list", {"archived": True, **after})
                self._archived.update((one["key"], one["text"]) for one in page["notes"])
                if page.get("next") is None:
                    break
                after = {"after": page["next"]}
        return self._archived

    def _item(self, values: dict[str, Json]) -> None:
        try:
            self._call("items.put", {**values, "if_absent": True})
        except Conflict:
            self._count("items", 0, 1)
        except MemorydError as error:
            if not isinstance(error, _REFUSED):
                raise
            self._skip(_name(values), error.sentence)
        else:
            self._count("items", 1, 0)


def _name(values: dict[str, Json]) -> str:
    return str(values.get("id") or values.get("key") or "")[:100]
