"""What untrusted words are in quarantine: kept and found, but given to nobody as memory (rule 27).

Untrusted is what a tool or a page said. It is in quarantine while it gives instructions and no admin has released it.
That is worked out from the text wherever it stands, so that a restart, a rebuild or an edit changes nothing of it;
`.memoryd/released.jsonl` keeps what was released, by the digest of its text.
"""

from __future__ import annotations

from contextlib import suppress
from typing import Any, NamedTuple

import msgspec

from memoryd.acting import actor
from memoryd.origin import digest_of, source_of
from memoryd.storage.append_log import AppendLog
from memoryd.storage.batch import Batch
from memoryd.storage.regular import LARGEST_STATE, read_whole
from memoryd.text.instructions import is_found, judgement
from memoryd.text.reading import Reader
from memoryd.times import format_time
from memoryd.types import UNREADABLE, Document

RELEASED_PATH = ".memoryd/released.jsonl"
QUARANTINED = "quarantined"
"""The label of these memories in the index."""
_MOST_KNOWN = 50_000


class _Release(msgspec.Struct, kw_only=True, omit_defaults=True):
    """A line: which memory an admin released, as it read then."""

    key: str
    digest: str
    at: str
    uid: int


class _Verdict(NamedTuple):
    """Whether a text gives instructions, and whether a reader is still to be asked."""

    instructs: bool
    is_in_doubt: bool


class Quarantine:
    """Which suspicious texts an admin has released. Read by any thread, changed on the writer's."""

    def __init__(self, log: AppendLog, reader: Reader) -> None:
        """`reader` may find what the sums do not; where and while it cannot read, they decide alone."""
        self._log = log
        self._reader = reader
        self._verdicts: dict[str, _Verdict] = {}
        """By digest: it is asked for at each result that shows the text."""
        self._released: set[str] = set()
        """Each `KEY#digest`, and the digest alone."""

    def load(self) -> None:
        """Read what was released; a line that cannot be read releases nothing."""
        with suppress(FileNotFoundError):
            for raw in read_whole(self._log.path, LARGEST_STATE)[0].split(b"\n"):
                with suppress(*UNREADABLE):
                    self._know(msgspec.json.decode(raw, type=_Release))

    def _know(self, line: _Release) -> None:
        self._released |= {line.digest, f"{line.key}#{line.digest}"}

    def gives_instructions(self, text: str) -> bool:
        """As `instructs` says, remembered for texts that were judged before."""
        digest = digest_of(text)
        known = self._verdicts.get(digest)
        if known is None or (known.is_in_doubt and self._reader.is_ready):
            known = self._judged(text)
            if len(self._verdicts) >= _MOST_KNOWN:
                self._verdicts.clear()
            self._verdicts[digest] = known
        return known.instructs

    def _judged(self, text: str) -> _Verdict:
        first = judgement(text)
        if first.doubtful and self._reader.is_ready:
            return _Verdict(is_found(first.doubtful, self._reader), False)
        return _Verdict(first.instructs, bool(first.doubtful))

    def holds(self, document: Document) -> bool:
        """Whether the memory is in quarantine."""
        if not document.untrusted:
            return False
        # Behind its subject and predicate, a fact's object would read as reported.
        if not self.gives_instructions(document.text) and not self.gives_instructions(document.object or ""):
            return False
        return source_of(document.key, document.text) not in self._released

    def marked(self, shown: dict[str, Any], document: Document) -> dict[str, Any]:
        """A memory as a reply shows it, and whether it is in quarantine."""
        return {**shown, QUARANTINED: True} if self.holds(document) else shown

    def label(self, document: Document) -> tuple[str, ...]:
        """What the index keeps of a memory in quarantine; such a one tells no preference or decision, either."""
        return (QUARANTINED,) if self.holds(document) else ()

    def holds_text(self, text: str) -> bool:
        """Whether an untrusted text is in quarantine, wherever it stands."""
        return self.gives_instructions(text) and digest_of(text) not in self._released

    def release(self, key: str, text: str, batch: Batch) -> None:
        """From now on the text is as any other; an edit of it is judged anew."""
        line = _Release(key=key, digest=digest_of(text), at=format_time(batch.now), uid=actor().uid)
        batch.append(self._log, msgspec.json.encode(line) + b"\n")
        batch.on_commit(lambda: self._know(line))
