"""What a group session may name in a request, and what a reply to it may hold (rule 17).

Handlers leave out what a group session does not see, so that pages and counts are right; the screen stands around all
of them, so that none can forget it. A key that a group session may not know of is to it a key that does not exist.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from typing import Any, Protocol

from memoryd.errors import NotFound, PermissionDenied
from memoryd.origin import Origin, read_source
from memoryd.requests.asker import Asker
from memoryd.requests.method import Method
from memoryd.requests.visibility import Visibility
from memoryd.rpc.registry import Access
from memoryd.types import Document

_NAMING = ("key", "id", "supersedes")
"""Parameters that name one memory."""
_KEYLIKE = re.compile(
    r"\A(?:(?:fact-|context-)\S{1,200}|\S{1,400}\.(?:md|jsonl)(?::\S{1,200})?(?:#[0-9a-f]{12})?)", re.ASCII
)
_NOTE = re.compile(r"memory/[^:]+\.md:\D")
"""A note: its line would tell how many others stand above it."""
_LONGEST = 600
_HIDDEN: Any = object()


class Documents(Protocol):
    """The index, as far as the screen knows it."""

    def document(self, key: str) -> Document | None:
        """The document of a key."""
        ...


Whose = Callable[[str], Origin | None]
"""The origin of a memory that the index may not hold: one that is archived, or that was written just now."""


class Screen:
    """Stands before and behind the handlers of a group session's requests."""

    def __init__(self, documents: Documents, whose: Iterable[Whose]) -> None:
        self._documents = documents
        self._whose = tuple(whose)

    def sees(self, visibility: Visibility, key: str) -> bool | None:
        """Whether it may know of the memory with that key; None when there is none."""
        document = self._documents.document(key)
        if document is not None:
            return visibility.sees(document)
        origin = next((found for whose in self._whose if (found := whose(key)) is not None), None)
        return None if origin is None else visibility.sees_origin(origin)

    def admit(self, asker: Asker, method: Method, params: Any) -> None:
        """Raise for what the session may not ask. What a group session may not know of sounds as what is not there."""
        unrecorded = asker.session is not None and not asker.session.is_recorded
        if unrecorded and method.stores and method.access is not Access.READ:
            raise PermissionDenied(
                f"{method.name} stores something, and this session is not recorded; call it in another session"
            )
        if not asker.is_group:
            return
        if method.access is Access.ADMIN:
            raise PermissionDenied(f"{method.name} is not for a group session; call it on a connection of its own")
        if "not_found" not in method.errors or hasattr(params, "namespace"):
            return  # it finds nothing; or it is about keys that programs chose
        for name in _NAMING:
            key = getattr(params, name, None)
            if isinstance(key, str):
                seen = self.sees(asker.visibility, key)
                # To recall a key may also be a path; it says `no_such_key` itself.
                if seen is False or (seen is None and not method.name.startswith("recall.")):
                    raise no_such_key(key)

    def cleared(self, asker: Asker, reply: Any) -> Any:
        """The reply without what the group session that asks may not know of."""
        if not asker.is_group:
            return reply
        known: dict[str, bool] = {}

        def is_hidden(key: str) -> bool:
            if key not in known:
                known[key] = self.sees(asker.visibility, key) is False
            return known[key]

        def hidden(text: Any) -> bool:
            if not isinstance(text, str) or len(text) > _LONGEST or _KEYLIKE.fullmatch(text) is None:
                return False
            return is_hidden(read_source(text).key)

        def clear(one: Any) -> Any:
            if isinstance(one, dict):
                if any(isinstance(key := one.get(name), str) and is_hidden(key) for name in ("key", "id")):
                    return _HIDDEN
                if isinstance(key := one.get("key"), str) and _NOTE.match(key):
                    one = {name: value for name, value in one.items() if name != "line"}
                parts = ((name, clear(value)) for name, value in one.items() if not hidden(name))
                return {name: value for name, value in parts if value is not _HIDDEN}
            if isinstance(one, (list, tuple)):
                return [value for each in one if (value := clear(each)) is not _HIDDEN]
            return _HIDDEN if hidden(one) else one

        shown = clear(reply)
        if shown is _HIDDEN:
            raise no_such_key(str(reply.get("key") or reply.get("id")) if isinstance(reply, dict) else str(reply))
        return shown


def no_such_key(key: str) -> NotFound:
    """What is said of a key that does not exist, or that the asker may not know of."""
    return NotFound(f"no memory has the key {key[:200]!r}; recall.search gives keys", key=key[:200])
