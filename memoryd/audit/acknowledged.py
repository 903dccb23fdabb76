"""What the last run acknowledged in its last minutes, as the index had it: a kill may have come before its record.

If a person rewords an entry meanwhile, only its copy has the first wording (rule 8). The audit takes that down first.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from typing import NamedTuple

from memoryd.audit.history import content_of
from memoryd.storage.recent_lines import RecentLine, Wording
from memoryd.types import Document


class Text(NamedTuple):
    """One wording of a memory."""

    kind: str
    content: bytes
    """What its digest covers."""


class Acknowledged:
    """By file, read when something of the file is recorded. The audit's thread."""

    def __init__(
        self, lines: Mapping[str, Sequence[RecentLine]], wordings: Callable[[RecentLine], Iterable[Wording]]
    ) -> None:
        self._lines = dict(lines)
        self._wordings = wordings
        self._known: dict[str, list[Callable[[], Document | None]]] = {}

    def open(self, source: str) -> None:
        """Something of this file is about to be recorded."""
        for line in self._lines.pop(source, ()):
            for key, make in self._wordings(line):
                self._known.setdefault(key, []).append(make)

    def differs(self, documents: Iterable[Document]) -> bool:
        """Whether any of these memories had another wording."""
        return bool(self._known) and any(
            text.content != content_of(one) for one in documents for text in self._texts(one.key)
        )

    def _texts(self, key: str) -> Iterable[Text]:
        for make in self._known.get(key, ()):
            with suppress(ValueError):
                document = make()
                if document is not None:
                    yield Text(document.kind, content_of(document))

    def take(self, key: str) -> list[Text]:
        """Every wording of a memory, in order; they are given once."""
        texts = list(self._texts(key))
        self._known.pop(key, None)
        return texts

    def rest(self) -> list[str]:
        """The memories of the files that were opened whose wordings nobody took."""
        return list(self._known)

    def later(self, is_later: Callable[[str], bool]) -> Acknowledged:
        """What is left for files that nobody has opened yet and that come behind the start."""
        return Acknowledged({path: lines for path, lines in self._lines.items() if is_later(path)}, self._wordings)


NOTHING = Acknowledged({}, lambda _line: ())
