"""Before the index: what was purged comes into no memory again, whichever file or import brings it (rule 6)."""

from __future__ import annotations

import os
import threading
from collections.abc import Callable, Iterable, Mapping
from typing import NamedTuple

import msgspec
import structlog

from memoryd.purge.digests import folded_text
from memoryd.purge.matter import Matter
from memoryd.purge.needles import word_in
from memoryd.purge.tombstones import Graves
from memoryd.storage.atomic import replace_file
from memoryd.storage.files import Files
from memoryd.storage.publish import remove_file
from memoryd.storage.regular import LARGEST_STATE, read_whole
from memoryd.types import UNREADABLE, Change, Document, fold

RETURNED_PATH = ".memoryd/returned.jsonl"
_log = structlog.get_logger("memoryd.purge")


class Returned(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A memory that was turned back, until it is taken out of its file: by digests, as tombstones are."""

    key: str
    kind: str
    source: str
    salt: str = ""
    fact: str | None = None
    text: str | None = None
    at: int = 0
    """When it was stated, microseconds: what is stated later stays."""
    word: str | None = None
    """By which copies of it are found; never written down, for it says what was purged."""

    def is_of(self, matter: Matter) -> bool:
        """Whether a purge is about it."""
        return matter.has_key(self.key) or self.fact in matter.facts or self.text in matter.texts


class _Judged(NamedTuple):
    """What of a change was purged, by key, as the tombstones stood then."""

    stood: object
    known: Mapping[str, tuple[str, str]]


class Door:
    """Turns back what was purged, and remembers on disk where it came from, so that it is taken out; any thread."""

    def __init__(self, graves: Graves, files: Files, root: str, gid: int, tell: Callable[[], object]) -> None:
        """`tell` is called when something was turned back."""
        self._graves = graves
        self._files = files
        self._path = os.path.join(root, RETURNED_PATH)
        self._gid = gid
        self._tell = tell
        self._lock = threading.Lock()
        self._new: dict[str, Document] = {}
        self._returned: dict[str, Returned] = {}
        self._changed: set[str] = set()

    def load(self) -> None:
        """What a kill or a stop left to be taken out. Raises OSError when the file is there and cannot be read."""
        try:
            data, _ = read_whole(self._path, LARGEST_STATE)
        except FileNotFoundError:
            return
        for raw in data.split(b"\n"):
            try:
                one = msgspec.json.decode(raw, type=Returned)
            except UNREADABLE:
                continue
            self._returned[one.key] = one

    def __call__(self, change: Change) -> Change:
        """The change without what was purged."""
        if not self._graves or not change.put:
            return change
        if not self.has_judged(change):
            change = self.judge(change)
        judged = change.judged
        assert isinstance(judged, _Judged)
        back = [(one, judged.known[one.key]) for one in change.put if one.key in judged.known]
        if not back:
            return change
        with self._lock:
            self._new.update({one.key: one for one, _ in back})
            self._returned.update({one.key: _returned(one, *known) for one, known in back})
            self._keep()
        self._tell()
        keys = {one.key for one, _ in back}
        put = [one for one in change.put if one.key not in keys]
        return msgspec.structs.replace(change, put=put, remove=[*change.remove, *keys], fresh=False)

    def judge(self, change: Change) -> Change:
        """The change with what of it was purged: looked up before it goes to the writer, where long texts take long."""
        stood = self._graves.stand
        found = ((one.key, self._graves.known_by(one)) for one in change.put) if self._graves else ()
        return msgspec.structs.replace(change, judged=_Judged(stood, {key: known for key, known in found if known}))

    def has_judged(self, change: Change) -> bool:
        """Whether that was done, and no purge and no statement has changed since what is known."""
        return isinstance(change.judged, _Judged) and change.judged.stood is self._graves.stand

    def hand_changed(self, relpath: str) -> None:
        """Somebody else wrote this file: it may have what was purged, where no index looks."""
        if self._graves:
            with self._lock:
                self._changed.add(relpath)
            self._tell()

    def changed(self) -> set[str]:
        """Those files, since it was asked last."""
        with self._lock:
            changed, self._changed = self._changed, set()
        return changed

    def take(self, is_wanted: Callable[[Document], bool]) -> bool:
        """Whether something of this was turned back since it was asked last."""
        with self._lock:
            taken = [key for key, one in self._new.items() if is_wanted(one)]
            for key in taken:
                del self._new[key]
        return bool(taken)

    def returned(self) -> list[Returned]:
        """All that was turned back and is still to be taken out."""
        with self._lock:
            self._new.clear()
            return list(self._returned.values())

    def forget(self, taken_out: Iterable[Returned]) -> None:
        """These are no longer in their files, but what has been turned back again since `returned`."""
        with self._lock:
            before = len(self._returned)
            for one in taken_out:
                if one.key not in self._new:
                    self._returned.pop(one.key, None)
            if len(self._returned) != before:
                self._keep()

    def _keep(self) -> None:
        kept = (msgspec.structs.replace(one, word=None) for one in self._returned.values())
        lines = [msgspec.json.encode(one) + b"\n" for one in kept]
        try:
            if lines:
                replace_file(self._files, self._path, lines, gid=self._gid)
            else:
                remove_file(self._files, self._path)
        except OSError as error:
            _log.warning("returned_not_kept", error=str(error))  # it is known until a stop


def _returned(one: Document, salt: str, digest: str) -> Returned:
    if one.subject is not None and one.predicate is not None and one.object is not None:
        said = " ".join(map(fold, (one.subject, one.predicate, one.object)))
        return Returned(key=one.key, kind=one.kind, source=one.source, at=one.created, salt=salt, fact=digest,
                        word=word_in(said))  # fmt: skip
    return Returned(key=one.key, kind=one.kind, source=one.source, at=one.created, salt=salt, text=digest,
                    word=word_in(folded_text(one.text)))  # fmt: skip
