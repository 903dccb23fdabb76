"""What was purged and may not come back: `.memoryd/tombstones.jsonl`, a line for each purge (rule 6)."""

from __future__ import annotations

import os
import secrets
import threading
from collections.abc import Collection, Iterable
from contextlib import suppress

import msgspec

from memoryd.purge.digests import digest_of_fact, digest_of_sentence, digest_of_text, digests_of_text, place_of
from memoryd.purge.matter import Plan, Tombstones, stones
from memoryd.purge.names import Names
from memoryd.storage.atomic import replace_file
from memoryd.storage.files import Files
from memoryd.storage.publish import remove_file
from memoryd.storage.regular import LARGEST_STATE, read_whole
from memoryd.times import parse_time
from memoryd.types import UNREADABLE, Document

PLAN_PATH = ".memoryd/purge.json"
"""The purge that is under way."""
TOMBSTONES_PATH = ".memoryd/tombstones.jsonl"
RESTORED_PATH = ".memoryd/restored"
"""Stands there from a restore with tombstones until what they name is out of all files, archives too."""
RESTATED_PATH = ".memoryd/restated"
_Digests = dict[bytes, dict[str, int]]
"""By salt, each digest with when it was purged, microseconds."""
_Known = tuple[str, str]


class Graves:
    """Tells what was purged; any thread. It changes seldom, and is replaced as a whole."""

    def __init__(self, files: Files, root: str, gid: int) -> None:
        self._files = files
        self._path = os.path.join(root, TOMBSTONES_PATH)
        self._plan_path = os.path.join(root, PLAN_PATH)
        self._restated_path = os.path.join(root, RESTATED_PATH)
        self._watched: tuple[bytes, ...] = ()
        self.restated: set[str] = set()
        """Digests of texts that were stated anew since the purge that is under way began; it grows."""
        self._gid = gid
        self._lock = threading.Lock()
        self._kept: list[Tombstones] = []
        self._facts: _Digests = {}
        self._texts: _Digests = {}
        self._names: list[Names] = []
        self._newest = -1
        self._lifted: dict[tuple[str, str], set[str]] = {}
        """Of each purge since the start, what was stated again: its plan still has it."""

    def load(self) -> None:
        """Read the file, and what a purge that goes on will put there. Raises OSError when it cannot be read."""
        data, kept = b"", list[Tombstones]()
        with suppress(FileNotFoundError):
            data, _ = read_whole(self._path, LARGEST_STATE)
        for raw in data.split(b"\n"):
            try:
                kept.append(msgspec.json.decode(raw, type=Tombstones))
            except UNREADABLE:
                continue
        with suppress(OSError, *UNREADABLE):  # the purge tells
            begun = stones(msgspec.json.decode(read_whole(self._plan_path, LARGEST_STATE)[0], type=Plan))
            if (begun.salt, begun.at) not in {(one.salt, one.at) for one in kept}:
                kept.append(begun)
        self._take(kept)

    def _take(self, kept: list[Tombstones]) -> None:
        facts: _Digests = {}
        texts: _Digests = {}
        for one in kept:
            at, salt = parse_time(one.at), bytes.fromhex(one.salt)
            for digests, said in ((facts, one.facts), (texts, one.texts)):
                known = digests.setdefault(salt, {}) if said else {}
                for digest in said:
                    known[digest] = max(at, known.get(digest, at))
        self._newest = max((parse_time(one.at) for one in kept), default=-1)
        self._facts, self._texts = facts, texts
        names: dict[str, list[str]] = {}
        for one in kept:
            names.setdefault(one.salt, []).extend(one.names)
        self._names = [Names(several, bytes.fromhex(salt)) for salt, several in names.items() if several]
        self._kept = kept  # the last: who asks for `stand` first has judged by no less

    def all(self) -> list[Tombstones]:
        """As they stand in the file."""
        return list(self._kept)

    @property
    def salt(self) -> str:
        """Of this directory's own tombstones."""
        return self._kept[0].salt if self._kept else secrets.token_hex(16)

    def add(self, *several: Tombstones) -> None:
        """These count from now on, durably, beside those of the same purge."""
        with self._lock:
            new: dict[tuple[str, str], Tombstones] = {}
            known = {(one.salt, one.at): one for one in self._kept}
            for one in several:
                name = one.salt, one.at
                new[name] = _with(
                    new.get(name) or known.get(name), _without(one, self.restated.union(self._lifted.get(name, ())))
                )
            self._write([one for name, one in known.items() if name not in new] + [*new.values()])

    def go_on(self, one: Tombstones) -> None:
        """The purge of these goes on after a start: what was stated again since they were written stays so."""
        for kept in self._kept:
            if (kept.salt, kept.at) == (one.salt, one.at):
                self._lifted[one.salt, one.at] = {*one.facts, *one.texts}.difference(kept.facts, kept.texts)

    def lift(self, *, facts: Iterable[tuple[str, str, str]] = (), text: str | None = None, place: str = "") -> None:
        """It is stated again in so many words: it may be known again."""
        if not self:
            return
        gone: set[str] = set()
        for salt in {*self._facts, *self._texts}:
            gone.update(digest(*one, salt) for one in facts for digest in (digest_of_fact, digest_of_sentence))
            if text is not None:
                gone.update(digests_of_text(text, place, salt))
        held = {one for digests in (*self._facts.values(), *self._texts.values()) for one in gone if one in digests}
        if not held:
            return
        with self._lock:
            for one in self._kept:
                # Of each: several are carried out together under the name of one.
                self._lifted.setdefault((one.salt, one.at), set()).update(held)
            kept = [_without(one, gone) for one in self._kept]
            if kept != self._kept:
                self._write(kept)

    def _write(self, kept: list[Tombstones]) -> None:
        replace_file(self._files, self._path, [msgspec.json.encode(one) + b"\n" for one in kept], gid=self._gid)
        self._take(kept)

    # --- what is stated while a purge is under way -----------------------------------------------------------

    def watch(self, *salts: str) -> None:
        """A purge of these salts begins: what is stated from now on where no time stands is known, durably."""
        with self._lock:
            if not self._watched:
                # What another left that was killed was stated before this one.
                remove_file(self._files, self._restated_path)
                self._watched = tuple(map(bytes.fromhex, salts))

    def watch_on(self, salt: str) -> None:
        """A purge that a kill ended goes on. Raises OSError when what was stated before the kill cannot be read."""
        with self._lock:
            if not self._watched:
                with suppress(FileNotFoundError):
                    self.restated.update(read_whole(self._restated_path, LARGEST_STATE)[0].decode().split())
                self._watched = (bytes.fromhex(salt),)

    def rest(self) -> None:
        """It is done, or was nothing."""
        with self._lock:
            self._watched = ()
            self.restated = set()
            remove_file(self._files, self._restated_path)

    def state(self, text: str, place: str) -> None:
        """Somebody states that text there, where no time stands."""
        with self._lock:
            if self._watched:
                # In lists its first line stands for all of it.
                several = (text, text.partition("\n")[0])
                self.restated.update(digest_of_text(one, salt) for one in several for salt in self._watched)
                lines = (f"{one}\n".encode() for one in sorted(self.restated))
                replace_file(self._files, self._restated_path, lines, gid=self._gid)
        self.lift(text=text, place=place)

    # --- asking -------------------------------------------------------------------------------------------

    def __bool__(self) -> bool:
        return bool(self._facts or self._texts)

    @property
    def stand(self) -> object:
        """Another one whenever something else is known."""
        return self._kept

    def are_ahead(self, now: int) -> bool:
        """Whether a purge is dated later than now: the clock was set back, and tells not what was said after it."""
        return self._newest >= now

    def has_fact(self, subject: str, predicate: str, obj: str, said: int = 0) -> bool:
        """Whether the triple was purged after it was said (microseconds; 0: whenever)."""
        return self._known_fact((subject, predicate, obj), said) is not None

    def has_text(self, text: str, said: int = 0, place: str = "") -> bool:
        """Whether the text was purged, anywhere or there, after it was said (microseconds; 0: whenever)."""
        return self._known_text(text, said, place) is not None

    def _known_fact(self, triple: tuple[str, str, str], said: int) -> _Known | None:
        for digest_of, known in ((digest_of_fact, self._facts), (digest_of_sentence, self._texts)):
            for salt, digests in known.items():
                if said <= digests.get(digest := digest_of(*triple, salt), -1):
                    return salt.hex(), digest
        return None

    def _known_text(self, text: str, said: int, place: str) -> _Known | None:
        for salt, digests in self._texts.items() if said <= self._newest else ():
            for digest in digests_of_text(text, place, salt):
                if said <= digests.get(digest, -1):
                    return salt.hex(), digest
        return None

    def calls(self, name: str) -> bool:
        """Whether a file has the words that a purge was asked for."""
        return any(one.one_in(name) is not None for one in self._names)

    def has_digest(self, digest: str) -> bool:
        """Whether that triple or text is still purged: a plain new statement of it lifts the tombstone."""
        return any(digest in digests for digests in (*self._facts.values(), *self._texts.values()))

    def known_by(self, document: Document) -> _Known | None:
        """Salt and digest by which what the memory says was purged; a message said to us later is a new statement."""
        if document.subject is not None and document.predicate is not None and document.object is not None:
            return self._known_fact((document.subject, document.predicate, document.object), 0)
        said = 0 if document.kind != "message" or document.imported else min(document.at, document.created)
        return self._known_text(document.text, said, place_of(document))


def _with(before: Tombstones | None, more: Tombstones) -> Tombstones:
    if before is None:
        return more
    facts, texts = dict.fromkeys((*before.facts, *more.facts)), dict.fromkeys((*before.texts, *more.texts))
    names = dict.fromkeys((*before.names, *more.names))
    return msgspec.structs.replace(more, facts=[*facts], texts=[*texts], names=[*names])


def _without(one: Tombstones, gone: Collection[str]) -> Tombstones:
    facts = [digest for digest in one.facts if digest not in gone]
    return msgspec.structs.replace(one, facts=facts, texts=[digest for digest in one.texts if digest not in gone])
