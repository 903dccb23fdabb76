"""Goes over every file below the data directory, backups too: what is of a matter, and without it. Runs in a child."""

from __future__ import annotations

import io
import os
import re
import stat as stat_bits
import tarfile
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from hashlib import blake2b
from typing import IO, Any

import msgspec
import zstandard

from memoryd.audit.line import unnamed
from memoryd.purge.matter import Matter, Plan, sources_in
from memoryd.purge.needles import Needles
from memoryd.purge.scrub import Found, scrub_history, scrub_json, scrub_lines, scrub_markdown
from memoryd.storage import beneath
from memoryd.storage.atomic import is_temporary, replace_file
from memoryd.storage.files import OsFiles
from memoryd.storage.framed import PACKED, Broken, pack, unpacked
from memoryd.storage.lines import LineTooLong, split_lines, whole_lines
from memoryd.storage.regular import LARGEST_STATE, regular, too_big

LOOK_TASK = f"{__name__}:look"
BACKUP_TASK = f"{__name__}:clear_backup"
Say = Callable[[str, int, int], None]
Stamp = tuple[int, int, int, int]
"""Inode, size, time of change of the text and of the entry: another one is another text."""
BACKUP = ".tar.zst"
MANIFEST = ".memoryd-backup.json"
"""The last member of a backup that an operator made: the digest of each file; gone when the backup is rewritten."""
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
    ".memoryd/removed-facts.jsonl",
    "activation-metadata.json",
)
"""The purge's own; and what has ids only."""
_AUDIT = ("audit.jsonl", "audit/")
_BLOCK = 1 << 18
_PARTS = re.compile(rb"<!--.*?-->|\[([^\]]*)\]\([^)]*\)")
_LARGEST_HELD = 8 << 20
"""Bytes of a backup's member that is told again by its digest."""


class Looked(msgspec.Struct):
    """What a look has read, for the next one: each file that had nothing, as it was, and what was looked for."""

    clear: dict[str, Stamp] = {}
    dirty: dict[str, Stamp] = {}
    """Backups that have something."""
    words: list[str] = []
    size: tuple[int, ...] = ()
    """Of the matter."""
    places: list[str] = []


def look(params: Mapping[str, Any], say: Say) -> dict[str, Any]:
    """What is of the matter, in files and in what they were made of: the grown plan, and each file with what it has.

    `now`: see Matter. `looked` is what an earlier look at this matter or less of it returned, and is not read again.
    """
    matter = Matter(msgspec.convert(params["plan"], Plan), params["now"])
    looked = msgspec.convert(params["looked"], Looked)
    looking = _Look(params["root"], matter, looked, say)
    found = looking.files()
    return {
        "plan": msgspec.to_builtins(looking.matter.grown()),
        "files": found,
        "backups": looking.backups(),
        "looked": msgspec.to_builtins(looking.looked),
        "restated": matter.is_restated,
        "met": sorted(matter.met),
    }


class _Look:
    def __init__(self, root: str, matter: Matter, looked: Looked, say: Say) -> None:
        self._root = root
        self.matter = matter
        self.looked = looked
        self._say = say
        self._before = looked.words, looked.size

    def files(self) -> list[str]:
        """The files that have something; passes end when nothing more is learnt of the matter."""
        found: dict[str, list[Found]] = {}
        while True:
            size, needles, places = self.matter.size, self.matter.needles(), self.matter.places()
            fresh = _fresh(needles, size, self.looked.words, self.looked.size)
            again = places.difference(self.looked.places)
            paths = list(files_of(self._root))
            for number, (relpath, stamp) in enumerate(paths):
                self._say("purge", number, len(paths))
                place = _path_of_keys(relpath)
                is_clear = self.looked.clear.get(relpath) == stamp
                wanted = fresh if is_clear and place not in again else needles
                if not wanted:
                    continue
                several = _search(self._root, relpath, self.matter, None if place in places else wanted)
                if several:
                    found[relpath] = several
                    self.looked.clear.pop(relpath, None)
                else:
                    found.pop(relpath, None)
                    self.looked.clear[relpath] = stamp
            self.looked.words, self.looked.size, self.looked.places = sorted(needles.all or ()), size, sorted(places)
            for one in (each for several in found.values() for each in several):
                _grow(self.matter, one)
            if self.matter.size == size:
                return sorted(found)

    def backups(self) -> list[str]:
        """The backups that have something of the matter, after `files`."""
        same: set[bytes] = set()
        """Digests of members without it: most are the same in one backup after another."""
        dirty: dict[str, Stamp] = {}
        is_known = not _fresh(self.matter.needles(), self.matter.size, *self._before)
        for relpath, stamp in backups(self._root):
            if is_known and self.looked.clear.get(relpath) == stamp:
                continue
            has_it = self.looked.dirty.get(relpath) == stamp
            if has_it or _is_in_backup(self._root, relpath, self.matter, same, self._say):
                dirty[relpath] = stamp
            else:
                self.looked.clear[relpath] = stamp
        self.looked.dirty = dirty
        return sorted(dirty)


def _fresh(needles: Needles, size: tuple[int, ...], words: Collection[str], before: tuple[int, ...]) -> Needles:
    """What has not been looked for in files that were clear of these words, when the matter had that size."""
    if needles.all is None and size == before:
        return Needles(())
    return needles.without(words)


def _search(root: str, relpath: str, matter: Matter, needles: Needles | None) -> list[Found]:
    """What a file has of the matter; without needles it is read line by line whatever it says."""
    found: list[Found] = []
    try:
        with open(os.path.join(root, relpath), "rb", opener=regular) as file:
            if matter.names(relpath) and not file.read(_BLOCK).strip():
                return [Found(relpath, None, (), "", None, True)]  # only its name is left
            file.seek(0)
            if needles is not None:
                name = _path_of_keys(relpath)
                if not any(_may_hold(name, needles, piece) for piece in _pieces(relpath, file)):
                    return []
                file.seek(0)
            if relpath.endswith(PACKED):
                made = scrub_lines(_path_of_keys(relpath), _lines(unpacked(file)), matter, found)
            else:
                made = scrub(relpath, file, matter, found)
            for _ in made:
                pass
    except FileNotFoundError:
        return []
    except (Broken, LineTooLong):
        if not relpath.endswith(PACKED):
            raise
        return []
    return found


def _pieces(relpath: str, file: IO[bytes]) -> Iterator[bytes]:
    """The text of a file: of lines, so many of them at a time; else the whole."""
    if relpath.endswith(PACKED):
        return whole_lines(unpacked(file))
    if ".jsonl" in relpath:
        return whole_lines(iter(lambda: file.read(_BLOCK), b""))
    return iter((file.read(LARGEST_STATE + 1),))


def _may_hold(relpath: str, needles: Needles, data: bytes) -> bool:
    if relpath.endswith(PACKED):
        return True
    if needles.may_be_in(data):
        return True
    # What a link or a comment parts is one word in the slug of a line.
    return relpath.endswith(".md") and (b"](" in data or b"-->" in data) and needles.may_be_in(_PARTS.sub(rb"\1", data))


def _path_of_keys(relpath: str) -> str:
    """The path in the keys of what stands in a file."""
    if relpath.endswith(PACKED):
        return f"sessions/{os.path.basename(relpath).removesuffix('.zst')}"
    return relpath.partition(".broken")[0]


def _grow(matter: Matter, one: Found) -> None:
    """Follow what was found to what it was made of, and know it again."""
    if one.key.startswith("sessions/") or (not matter.plan.grown and not one.key.rpartition(":")[2].isdigit()):
        matter.keys.add(one.key)
    if one.id is not None:
        matter.keys.add(one.id)
    if one.triple is not None:
        matter.add_fact(*one.triple)
    matter.add_text(one.text)
    if one.named and len(one.sources) <= _MOST_SOURCES:
        matter.keys.update(sources_in(one.sources))


def files_of(root: str) -> Iterator[tuple[str, Stamp]]:
    """Every regular file with text, but backups."""

    def enter(relpath: str) -> bool:
        return relpath not in _NOT_READ

    for relpath, status in beneath.walk(root, enter):
        name = relpath.rpartition("/")[2]
        if not stat_bits.S_ISREG(status.st_mode) or relpath.startswith((*_NOT_READ, *_AUDIT, *_OWN)):
            continue
        if not is_temporary(name) and not relpath.endswith(BACKUP):
            yield relpath, _stamp(status)


def backups(root: str) -> Iterator[tuple[str, Stamp]]:
    """The backups in the directory."""
    for relpath, status in beneath.walk(root, lambda relpath: relpath == "backups"):
        if relpath.endswith(BACKUP) and stat_bits.S_ISREG(status.st_mode):
            yield relpath, _stamp(status)


def _stamp(status: os.stat_result) -> Stamp:
    return status.st_ino, status.st_size, status.st_mtime_ns, status.st_ctime_ns


def scrubbed(root: str, relpath: str, matter: Matter, found: list[Found]) -> Iterator[bytes]:
    """The content of a file without the matter; what was found stands in `found` at its end."""
    try:
        with open(os.path.join(root, relpath), "rb", opener=regular) as file:
            if relpath.endswith(PACKED):
                try:
                    yield from pack(scrub_lines(_path_of_keys(relpath), _lines(unpacked(file)), matter, found))
                except (Broken, LineTooLong):
                    found.clear()
            else:
                yield from scrub(relpath, file, matter, found)
    except FileNotFoundError:
        return


def scrub(relpath: str, file: IO[bytes], matter: Matter, found: list[Found]) -> Iterator[bytes]:
    """The same of a file that is open."""
    base = relpath.partition(".broken")[0]
    if base.endswith(".jsonl"):
        yield from scrub_lines(base, _lines(iter(lambda: file.read(_BLOCK), b"")), matter, found)
        return
    data = file.read(LARGEST_STATE + 1)
    if len(data) > LARGEST_STATE:
        raise OSError(f"{relpath}: {too_big(len(data), LARGEST_STATE)}")
    if base.startswith("history/"):
        if not scrub_history(relpath, data, matter, found):
            yield data
    elif base.endswith(".json"):
        yield scrub_json(relpath, data, matter, found)
    elif b"\0" in data[:8192]:
        yield data
    else:
        text = data.decode("utf-8", "surrogateescape")
        yield scrub_markdown(base, text, matter, found).encode("utf-8", "surrogateescape")


def _lines(blocks: Iterable[bytes]) -> Iterator[bytes]:
    """Lines with their newlines, all but perhaps the last."""
    held = b""
    for line in split_lines(blocks):
        if held:
            yield held
        held = line + b"\n"
    if held:
        yield held


# --- backups ----------------------------------------------------------------------------------------------


def _is_in_backup(root: str, relpath: str, matter: Matter, clear: set[bytes], say: Say) -> bool:
    needles, places = matter.needles(), matter.places()
    try:
        with open(os.path.join(root, relpath), "rb", opener=regular) as file:
            for name, content in _members(file):
                say("purge", 0, 0)
                found: list[Found] = []
                if content is None:
                    continue
                data = content.read() if name.size <= _LARGEST_HELD else None
                if data is not None and _is_name_only(name, data, matter):
                    return True
                digest = b"" if data is None else blake2b(b"\0".join((os.fsencode(name.name), data))).digest()
                if digest in clear:
                    continue
                if data is None or _path_of_keys(name.name) in places or _may_hold(name.name, needles, data):
                    for _ in _cleared(name.name, content if data is None else io.BytesIO(data), matter, found):
                        pass
                if found:
                    return True
                if data is not None:
                    clear.add(digest)
    except (OSError, zstandard.ZstdError, tarfile.TarError):
        return False
    return False


def _members(file: IO[bytes]) -> Iterator[tuple[tarfile.TarInfo, IO[bytes] | None]]:
    with (
        zstandard.ZstdDecompressor().stream_reader(file, closefd=False) as stream,
        tarfile.open(fileobj=stream, mode="r|") as tar,
    ):
        for member in tar:
            yield member, tar.extractfile(member)


def _cleared(
    name: str, content: IO[bytes], matter: Matter, found: list[Found], secret: bytes = b"-"
) -> Iterator[bytes]:
    if name.startswith(_AUDIT):
        for raw in _lines(iter(lambda: content.read(_BLOCK), b"")):
            cleared = unnamed(raw, matter.names, secret)
            if cleared is not raw:
                found.append(Found(name, None, (), "", None, True))
            yield cleared
    elif name.endswith(PACKED):
        yield from pack(scrub_lines(_path_of_keys(name), _lines(unpacked(io.BytesIO(content.read()))), matter, found))
    else:
        yield from scrub(name, content, matter, found)


def _is_name_only(member: tarfile.TarInfo, data: bytes, matter: Matter) -> bool:
    """Whether nothing but its name is left of a file, and that is of the matter."""
    return member.isreg() and matter.names(member.name) and not data.strip()


def clear_backup(params: Mapping[str, Any], say: Say) -> dict[str, Any]:
    """Write a backup anew without the matter, in place of the old one; how many members changed."""
    root, relpath = params["root"], params["path"]
    matter, secret = Matter(msgspec.convert(params["plan"], Plan)), bytes.fromhex(params["secret"])
    needles, places = matter.needles(), matter.places()
    path = os.path.join(root, relpath)
    changed = [0]

    def rewritten() -> Iterator[bytes]:
        out = _Pipe()
        compressor = zstandard.ZstdCompressor(level=3, write_checksum=True)
        with open(path, "rb", opener=regular) as file:
            packed = compressor.compressobj()
            tar = tarfile.open(fileobj=out, mode="w|")
            for member, content in _members(file):
                say("backup", changed[0], changed[0])
                found: list[Found] = []
                data = b"" if content is None else content.read()
                if _path_of_keys(member.name) in places or _may_hold(member.name, needles, data):
                    data = b"".join(_cleared(member.name, io.BytesIO(data), matter, found, secret))
                is_name = _is_name_only(member, data, matter)
                changed[0] += bool(found) or is_name
                if member.name == MANIFEST or is_name or (found and member.name.startswith("history/")):
                    continue
                member.size = len(data)
                tar.addfile(member, None if content is None else io.BytesIO(data))
                yield packed.compress(out.take())
            tar.close()
            yield packed.compress(out.take()) + packed.flush()

    replace_file(OsFiles(), path, rewritten(), gid=params["gid"])
    return {"members": changed[0]}


class _Pipe(io.RawIOBase):
    """Takes what is written, to be taken out again."""

    def __init__(self) -> None:
        self._held = bytearray()

    def writable(self) -> bool:
        """It is."""
        return True

    def write(self, data: Any) -> int:
        """Keep it."""
        self._held += data
        return len(data)

    def take(self) -> bytes:
        """What was written since."""
        held, self._held = bytes(self._held), bytearray()
        return held
