"""Does what the directives of a user's message ask, in the call that appends it (rule 16). Writer's thread."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from memoryd.errors import MemorydError
from memoryd.kinds.notes.directives import Directive
from memoryd.kinds.notes.entry import clean_text
from memoryd.kinds.notes.health_text import memory_health_text
from memoryd.kinds.notes.layer_file import note_key
from memoryd.kinds.notes.store import NoteStore, WriteOptions
from memoryd.kinds.notes.tags import USER_REQUEST
from memoryd.kinds.notes.transactions import NoteTransactions
from memoryd.storage.writer import Batch
from memoryd.text.slugs import slug_of
from memoryd.types import fold

REMEMBERED_IN = "knowledge"
"""The layer of what a user asks to remember in plain speech."""
_CANDIDATES = 5


class DirectiveActions:
    """Each directive gives one result; one that fails says why and does not stop the others."""

    def __init__(self, transactions: NoteTransactions, store: NoteStore) -> None:
        self._transactions = transactions
        self._store = store

    def do(
        self, directives: Sequence[Directive], session_id: str, previous: Callable[[], str | None], batch: Batch
    ) -> list[dict[str, Any]]:
        """What was done; `previous` gives the user's message before this one."""
        results = []
        for directive in directives:
            result: dict[str, Any] = {"directive": directive.text, "done": True}
            try:
                result |= self._do(directive, session_id, previous, batch)
            except MemorydError as error:
                result |= {"done": False, "error": error.sentence}
            results.append(result)
        return results

    def _do(
        self, directive: Directive, session_id: str, previous: Callable[[], str | None], batch: Batch
    ) -> dict[str, Any]:
        store, target = self._store, directive.target
        if directive.verb == "pin":
            store.pin(target, session_id, batch)
        elif directive.verb == "promote":
            store.promote(target, USER_REQUEST, session_id, batch)
        elif directive.verb == "forget":
            return _text(store.demote(target, batch))
        elif directive.verb == "restore":
            return _text(store.restore(target, directive.pin, session_id, batch))
        elif directive.verb == "forget keyword":
            found = store.forget_keyword(target, batch)
            return {"count": found["forgotten"], "text": f"forgot {found['forgotten']} entries"}
        elif directive.verb == "memory_health":
            transactions = self._transactions
            return {
                "text": memory_health_text(transactions.state, transactions.archive, transactions.settings, batch.now)
            }
        elif directive.verb == "remember":
            return self._remember(target or previous() or "", session_id, batch)
        else:
            return self._discard(target, batch)
        return {}

    def _remember(self, text: str, session_id: str, batch: Batch) -> dict[str, Any]:
        if not text.strip():
            return {"done": False, "error": "there is no message before this one; say what to remember"}
        options = WriteOptions(remember=True)
        result = self._store.write(REMEMBERED_IN, clean_text(text), None, options, session_id, batch)
        return {"text": result["key"]}

    def _discard(self, what: str, batch: Batch) -> dict[str, Any]:
        """Archive the one note that is meant; it never guesses."""
        exact, near = self._meant(what)
        if len(exact) == 1:
            self._store.archive(exact[0], f"user: {what[:80]}", batch)
            return {"count": 1, "text": exact[0]}
        if not exact and not near:
            return {"done": False, "error": f"no note is called {what[:80]!r}; nothing was archived"}
        shown = ", ".join((exact or near)[:_CANDIDATES])
        return {"done": False, "error": f"nothing was archived; name one of these: {shown}"}

    def _meant(self, what: str) -> tuple[list[str], list[str]]:
        """Keys of notes that have it as slug or first line, and of notes that contain it."""
        wanted, slug = fold(what), slug_of(what)
        exact: list[str] = []
        near: list[str] = []
        for layer, known in self._transactions.state.layers.items():
            if what in known.file:
                exact.append(note_key(layer, what))
            for entry in known.file.entries():
                key = note_key(layer, entry.slug)
                if key in exact:
                    continue
                if entry.slug == wanted or (wanted[:20] in fold(entry.raw[:400]) and fold(entry.first_line) == wanted):
                    exact.append(key)
                elif len(near) < _CANDIDATES and (slug in entry.slug or wanted in entry.raw[:400].casefold()):
                    near.append(key)
        return exact, near


def _text(result: dict[str, Any]) -> dict[str, Any]:
    done = result["status"] not in ("not_hot",)
    return {"text": result["key"]} if done else {"done": False, "error": f"{result['key']} is not hot"}
