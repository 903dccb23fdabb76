"""Goes over every file below the data directory, backups too: what is of a matter. Runs in a child."""

from __future__ import annotations

import itertools
import os
import stat as stat_bits
from collections.abc import Callable, Collection, Iterator, Mapping
from typing import Any

import msgspec

from memoryd.background import Progress
from memoryd.purge.backup_sweep import AUDIT, BACKUP, UnreadBackup, is_in_backup
from memoryd.purge.files import BLOCK, is_packed, lines_in, may_hold, packed_text, path_of_keys, pieces, scrub, turn_to
from memoryd.purge.matter import Matter, sources_in
from memoryd.purge.needles import Needles
from memoryd.purge.scrub import Found, scrub_lines
from memoryd.storage import beneath
from memoryd.storage.atomic import is_temporary
from memoryd.storage.framed import Broken
from memoryd.storage.lines import LineTooLong
from memoryd.storage.regular import NotRegular, TooBig, under_any_name
from memoryd.text.escaped import escaped

LOOK_TASK = f"{__name__}:look"
Stamp = tuple[int, int, int, int]
"""Inode, size, time of change of the text and of the entry: another one is another text."""
_MOST_SOURCES = 8
"""What was made of more memories than these tells nothing of any of them."""
_NOT_READ = (
    ".memoryd/index",
    ".memoryd/models",
    ".memoryd/run",
    ".memoryd/cookies",
    ".memoryd/lock",
    ".memoryd/brief.bin",
    "embeddings",
)
"""Cleared in their own ways."""
_OWN = (
    ".memoryd/purge.json",
    ".memoryd/returned.jsonl",
    ".memoryd/tombstones.jsonl",
    ".memoryd/restated",
    ".memoryd/removed-facts.jsonl",
    "activation-metadata.json",
)
"""The purge's own; and what has ids only."""


class Looked(msgspec.Struct):
    """What a look has read, for the next one: each file that had nothing, as it was, and what was looked for."""

    clear: dict[str, Stamp] = {}
    alike: dict[str, Stamp] = {}
    """Of these, those that had a word that was looked for: they are read again when more is known of the matter."""
    dirty: dict[str, Stamp] = {}
    """Backups that have something."""
    words: list[str] = []
    size: tuple[int, ...] = ()
    """Of the matter."""
    places: list[str] = []


def look(params: Mapping[str, Any], say: Progress) -> dict[str, Any]:
    """What is of the matter, in files and in what they were made of: the grown plan, and each file with what it has.

    `now`, `monotonic` and `restated`: see Matter. `paths`: what does not begin so is not looked at.
    `looked` is what an earlier look at this matter or less of it returned, and is not read again. What could not be
    read is in `unread`. Names that are no UTF-8 are escaped.
    """
    matter = Matter.ordered(params)
    looked = msgspec.convert(params["looked"], Looked)
    paths = params.get("paths")
    looking = _Look(params["root"], matter, looked, say, None if paths is None else tuple(paths))
    found = looking.files()
    backups = looking.backups() if paths is None else []
    return {
        "plan": msgspec.to_builtins(looking.matter.grown()),
        "files": found,
        "backups": backups,
        "unread": sorted(looking.unread),
        "looked": msgspec.to_builtins(looking.looked),
        "restated": matter.is_restated,
        "met": sorted(matter.met),
    }


_PASSES = 8
"""Of one look: while the matter is stated anew without a pause there is always more to learn."""


class _Look:
    def __init__(self, root: str, matter: Matter, looked: Looked, say: Progress, paths: tuple[str, ...] | None) -> None:
        self._root = root
        self.matter = matter
        self.looked = looked
        self._say = say
        self._paths = paths
        self._before = looked.words, looked.size
        self.unread: set[str] = set()
        """Files and directories that we may not read, and files that are too large or damaged."""

    def files(self) -> list[str]:
        """The files that have something; passes end when nothing more is learnt, or go on by another look."""
        found: set[str] = set()
        for _ in range(_PASSES):
            size, needles, places = self.matter.size, self.matter.needles(), self.matter.places()
            made_of: list[list[str]] = []
            fresh = _fresh(needles, size, self.looked.words, self.looked.size)
            again = places.difference(self.looked.places)
            self.unread.clear()
            files = files_of(self._root, self.unread.add)
            paths = [one for one in files if self._paths is None or one[0].startswith(self._paths)]
            for number, (relpath, version) in enumerate(paths):
                self._say("purge", number, len(paths))
                place, name = path_of_keys(relpath), escaped(relpath)
                is_clear = self.looked.clear.get(name) == version
                is_unlike = size == self.looked.size or name not in self.looked.alike
                wanted = fresh if is_clear and is_unlike and place not in again else needles
                if not wanted:
                    continue
                try:
                    has_it = _search(self._root, relpath, self.matter, None if place in places else wanted, made_of)
                except (PermissionError, TooBig, LineTooLong, Broken):
                    self.unread.add(name)
                    continue
                if has_it:
                    found.add(name)
                    self.looked.clear.pop(name, None)
                else:
                    found.discard(name)
                    self.looked.clear[name] = version
                if has_it is False:
                    self.looked.alike[name] = version
            self.looked.words, self.looked.size, self.looked.places = sorted(needles.all or ()), size, sorted(places)
            for sources in made_of:
                if self.matter.keys.isdisjoint(sources):  # else the others say something else
                    self.matter.keys.update(sources)
            if self.matter.size == size:
                break
        return sorted(found)

    def backups(self) -> list[str]:
        """The backups that have something of the matter, after `files`."""
        same: set[bytes] = set()
        """Digests of members without it: most are the same in one backup after another."""
        dirty: dict[str, Stamp] = {}
        is_known = not _fresh(self.matter.needles(), self.matter.size, *self._before)
        for relpath, version in backups(self._root):
            name = escaped(relpath)
            if is_known and self.looked.clear.get(name) == version:
                continue
            try:
                has_it = self.looked.dirty.get(name) == version
                has_it = has_it or is_in_backup(self._root, relpath, self.matter, same, self._say)
            except (PermissionError, UnreadBackup):
                self.unread.add(name)
                continue
            if has_it:
                dirty[name] = version
            else:
                self.looked.clear[name] = version
        self.looked.dirty = dirty
        return sorted(dirty)


def _fresh(needles: Needles, size: tuple[int, ...], words: Collection[str], before: tuple[int, ...]) -> Needles:
    """What has not been looked for in files that were clear of these words, when the matter had that size."""
    if needles.all is None and size == before:
        return Needles(())
    return needles.without(words)


def _search(root: str, relpath: str, matter: Matter, needles: Needles | None, made_of: list[list[str]]) -> bool | None:
    """Whether a file has something of the matter, which grows by it; without needles it is read whatever it says.

    None: it has none of the needles, and was not read.
    """
    found: list[Found] = []
    has_it = False
    try:
        with open(os.path.join(root, relpath), "rb", opener=under_any_name) as file:
            if matter.calls(relpath) and not file.read(BLOCK).strip():
                return True  # only its name is left
            file.seek(0)
            turn_to(matter, relpath, file)
            if needles is not None:
                name = path_of_keys(relpath)
                if not any(may_hold(name, needles, piece) for piece in pieces(relpath, file, matter)):
                    return None
                file.seek(0)
            if is_packed(relpath):
                made = scrub_lines(path_of_keys(relpath), lines_in(packed_text(relpath, file)), matter, found)
            else:
                made = scrub(relpath, file, matter, found)
            for _ in itertools.chain(made, (b"",)):
                has_it |= bool(found)
                for one in found:
                    _grow(matter, one, made_of)
                found.clear()
    except FileNotFoundError:
        return False
    except NotRegular as error:
        if isinstance(error, TooBig):
            raise
        return False  # it is no file any more
    return has_it


def _grow(matter: Matter, one: Found, made_of: list[list[str]]) -> None:
    """Follow what was found to what it was made of, and know it again."""
    is_named = one.key.startswith("sessions/") or not (matter.plan.grown or one.key.rpartition(":")[2].isdigit())
    if is_named and escaped(one.key) == one.key:  # else no memory is called so
        matter.keys.add(one.key)
    if one.id is not None:
        matter.keys.add(one.id)
    if one.triple is not None:
        matter.add_fact(*one.triple)
    else:
        matter.add_text(one.text, one.place, one.few)
    if one.named and 0 < len(one.sources) <= _MOST_SOURCES:
        made_of.append(sources_in(one.sources))


def files_of(root: str, unread: Callable[[str], object]) -> Iterator[tuple[str, Stamp]]:
    """Every regular file with text, but backups; `unread` is told of directories that cannot be looked into."""

    def enter(relpath: str) -> bool:
        return relpath not in _NOT_READ

    for relpath, status in beneath.walk(root, enter, lambda relpath: unread(escaped(relpath))):
        name = relpath.rpartition("/")[2]
        if not stat_bits.S_ISREG(status.st_mode) or relpath.startswith((*_NOT_READ, *AUDIT, *_OWN)):
            continue
        if not is_temporary(name) and not relpath.endswith(BACKUP):
            yield relpath, stamp(status)


def backups(root: str) -> Iterator[tuple[str, Stamp]]:
    """The backups in the directory."""
    for relpath, status in beneath.walk(root, lambda relpath: relpath == "backups"):
        if relpath.endswith(BACKUP) and stat_bits.S_ISREG(status.st_mode):
            yield relpath, stamp(status)


def stamp(status: os.stat_result) -> Stamp:
    """Which version of a file it is."""
    return status.st_ino, status.st_size, status.st_mtime_ns, status.st_ctime_ns
