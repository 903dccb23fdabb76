"""A backup back into a directory: verified as a whole before anything is written, and again as it is written."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Iterable, Iterator
from typing import IO, NamedTuple

import msgspec

from memoryd.errors import Conflict, InvalidParams, NotFound, Unsupported
from memoryd.maintenance.archive_file import Manifest, members, read_manifest
from memoryd.purge.backup_sweep import BACKUP, MANIFEST
from memoryd.purge.matter import Tombstones
from memoryd.purge.tombstones import RESTORED_PATH, TOMBSTONES_PATH
from memoryd.storage import beneath, roots
from memoryd.storage.atomic import replace_file
from memoryd.storage.directory import OWN, VERSION
from memoryd.storage.files import Files, OsFiles, make_directories
from memoryd.storage.lock import DirectoryLock
from memoryd.storage.regular import LARGEST_STATE, read_whole, regular
from memoryd.storage.swap import COMING, STAYS, finish, staging, swap
from memoryd.times import SECOND, format_time
from memoryd.types import UNREADABLE, Problem

VERSION_FILE = f"{OWN}/version"
LACKING_PATH = f"{OWN}/lacking.json"
"""What the backup that was restored could not read, until somebody removes the file."""
_KEPT = ("lost+found", OWN)
_BLOCK = 1 << 20


class Restored(msgspec.Struct, frozen=True, kw_only=True):
    """What is in the directory now."""

    files: int
    tombstones: int
    manifest: Manifest | None


class _Read(msgspec.Struct, frozen=True, kw_only=True):
    """An archive that was read to its end."""

    path: str
    digests: dict[str, str]
    manifest: Manifest | None
    version: int
    newest: int
    """When a file of it was changed last, microseconds."""
    tombstones: list[Tombstones]


def restore(
    archive: str,
    directory: str,
    tombstones: Iterable[str] = (),
    owner: tuple[int, int] | None = None,
    files: Files | None = None,
) -> Restored:
    """Unpack the archive, and what it is based on, into a new or empty directory: all of it, or nothing.

    What was purged since stays out: `tombstones` are files that say what, and so does the newest backup beside the
    archive. `owner` gets what is there then. Raises NotFound, Conflict when the directory is not empty, Unsupported for
    a newer format, InvalidParams when the archive is damaged or its base is missing; then nothing was written.
    """
    files = files or OsFiles()
    read = _read_to_restore(archive, tombstones)
    if not beneath.exists(os.path.join(directory, COMING)):  # else it was empty when an earlier restore began
        _require_empty(directory)
    with DirectoryLock(directory):
        if finish(files, directory) is not None:
            raise Conflict(f"an earlier restore into {directory} had been interrupted and is finished now")
        _require_empty(directory, (*_KEPT, COMING))
        give(directory, owner)  # a daemon may start after an interruption
        with staging(files, directory) as new:
            done = _unpacked(read, new, files)
            give(directory, owner)
            swap(files, directory)
    return done


def unpack(archive: str, directory: str, tombstones: Iterable[str], files: Files) -> Restored:
    """The same into a directory of which nobody knows yet; nothing of it is durable."""
    return _unpacked(_read_to_restore(archive, tombstones), directory, files)


class _ToRestore(NamedTuple):
    read: _Read
    base: _Read | None
    tombstones: list[Tombstones]


def _read_to_restore(archive: str, tombstones: Iterable[str]) -> _ToRestore:
    read = _read(archive)
    base = None if read.manifest is None or read.manifest.base is None else _base_of(read, read.manifest.base)
    if read.version > VERSION:
        raise Unsupported(
            f"{archive} was made of the format {read.version}; this memoryd knows format {VERSION}. "
            "Restore it with the memoryd that made it, or a newer one."
        )
    graves = [*read.tombstones, *_of_newest_beside(read), *(one for path in tombstones for one in _read_graves(path))]
    return _ToRestore(read, base, graves)


def _unpacked(to_restore: _ToRestore, directory: str, files: Files) -> Restored:
    read, base, graves = to_restore
    wanted = read.digests if read.manifest is None else read.manifest.files
    # What the disk did not give whole is not as the manifest says: the base has it, or nobody.
    own = {name for name, digest in read.digests.items() if wanted.get(name) == digest} - {MANIFEST}
    written = dict(_unpack(base, directory, wanted.keys() - own, files)) if base is not None else {}
    written |= dict(_unpack(read, directory, own, files))
    expected = {name: digest for name, digest in wanted.items() if name != MANIFEST}
    if written != expected:
        names = ", ".join(sorted(name for name in expected if written.get(name) != expected[name])[:5])
        raise InvalidParams(f"{read.path} does not hold what its manifest says: {names}. Take another backup.")
    kept = {(one.salt, one.at): one for one in graves}
    if kept:
        lines = [msgspec.json.encode(one) + b"\n" for one in kept.values()]
        replace_file(files, os.path.join(directory, TOMBSTONES_PATH), lines, mode=0o600)
        at = format_time(read.newest) if read.manifest is None else read.manifest.at
        replace_file(files, os.path.join(directory, RESTORED_PATH), [at.encode()], mode=0o600)
    if read.manifest is not None and read.manifest.missing:
        lacking = [msgspec.json.encode(read.manifest.missing)]
        replace_file(files, os.path.join(directory, LACKING_PATH), lacking, mode=0o600)
    return Restored(files=len(written), tombstones=len(kept), manifest=read.manifest)


def lacking(root: str) -> list[Problem]:
    """What the backup that was restored here could not read."""
    try:
        data, _ = read_whole(os.path.join(root, LACKING_PATH), LARGEST_STATE)
        names = ", ".join(msgspec.json.decode(data, type=list[str]))
    except (OSError, *UNREADABLE):
        return []
    what = f"the backup that was restored here lacks {names}, or has older versions: they could not be read then"
    return [Problem(path=LACKING_PATH, what=what, action="put them back if you have them, then remove this file")]


def give(directory: str, owner: tuple[int, int] | None) -> None:
    """All that is in the directory belongs to the owner then, if one is given."""
    if owner is None:
        return
    held, files = roots.hold(directory), OsFiles()
    try:
        waiting = [directory]
        while waiting:
            here = waiting.pop()
            for entry in beneath.entries(here):
                path = os.path.join(here, entry.name)
                is_directory = beneath.is_directory(path)
                fd = files.open(path, os.O_RDONLY | (os.O_DIRECTORY if is_directory else 0))
                try:
                    files.chown(fd, *owner)
                finally:
                    files.close(fd)
                if is_directory:
                    waiting.append(path)
    finally:
        roots.release(held)


def written_names(directory: str) -> list[str]:
    """What stands in the directory, but for what an empty one may hold."""
    return [name for name in beneath.names(directory) if name != "lost+found"]


def _read(path: str) -> _Read:
    digests: dict[str, str] = {}
    manifest, version, newest, graves = None, 0, 0, b""
    try:
        with open(path, "rb", opener=regular) as file:
            for member, content in members(file):
                _check_name(path, member.name)
                if content is None:
                    raise InvalidParams(
                        f"{path} holds {member.name!r}, which is not a file: it is not a backup of memoryd"
                    )
                digest = hashlib.sha256()
                head = b""
                while block := content.read(_BLOCK):
                    digest.update(block)
                    if member.name in (MANIFEST, VERSION_FILE, TOMBSTONES_PATH):
                        head += block
                digests[member.name] = digest.hexdigest()
                newest = max(newest, int(member.mtime) * SECOND)
                if member.name == MANIFEST:
                    manifest = msgspec.json.decode(head, type=Manifest)
                elif member.name == VERSION_FILE:
                    version = int(head) if head.strip().isdigit() else 0
                elif member.name == TOMBSTONES_PATH:
                    graves = head
    except FileNotFoundError:
        raise NotFound(f"there is no file {path}") from None
    except (OSError, *UNREADABLE) as error:
        why = error.strerror if isinstance(error, OSError) and error.strerror else error
        raise InvalidParams(f"{path} cannot be restored: {why}. Take another backup.") from error
    if not version and manifest is None:
        raise InvalidParams(f"{path} is not a backup of memoryd: it has neither a manifest nor {VERSION_FILE}")
    return _Read(
        path=path, digests=digests, manifest=manifest, version=version, newest=newest, tombstones=_graves(graves)
    )


def _check_name(path: str, name: str) -> None:
    if name.startswith("/") or ".." in name.split("/") or "\0" in name:
        raise InvalidParams(f"{path} holds {name!r}, which leads out of the directory: it is not a backup of memoryd")


def _beside(path: str) -> Iterator[str]:
    folder = os.path.dirname(os.path.abspath(path))
    for name in beneath.names(folder):
        beside = os.path.join(folder, name)
        if name.endswith(BACKUP) and beside != os.path.abspath(path):
            yield beside


def _manifest_of(path: str) -> Manifest | None:
    try:
        with open(path, "rb", opener=regular) as file:
            return read_manifest(file)
    except OSError:
        return None


def _base_of(read: _Read, wanted: str) -> _Read:
    for path in _beside(read.path):
        manifest = _manifest_of(path)
        if manifest is not None and manifest.id == wanted:
            return _read(path)
    raise InvalidParams(
        f"{read.path} holds only what changed since another backup ({wanted}), which is not beside it. "
        "Put that into the same directory."
    )


def _of_newest_beside(read: _Read) -> list[Tombstones]:
    found = [(manifest.at, path) for path in _beside(read.path) if (manifest := _manifest_of(path)) is not None]
    own = "" if read.manifest is None else read.manifest.at
    newest = max(found, default=("", ""))
    return _read(newest[1]).tombstones if newest[0] > own else []


def _read_graves(path: str) -> list[Tombstones]:
    try:
        data, _ = read_whole(path, LARGEST_STATE)
    except FileNotFoundError:
        raise NotFound(f"there is no file {path}") from None
    found = _graves(data)
    if not found:
        raise InvalidParams(
            f"{path} holds no tombstones: give {TOMBSTONES_PATH} of a memory, or the receipt of a purge"
        )
    return found


def _graves(data: bytes) -> list[Tombstones]:
    """Of a directory's file, one a line; or of a purge's receipt, which has them in a field."""
    found = []
    for raw in (data, *data.split(b"\n")):
        try:
            value = msgspec.json.decode(raw)
            value = value.get("tombstones", value) if isinstance(value, dict) else value
            found.append(msgspec.convert(value, Tombstones))
        except (*UNREADABLE, msgspec.ValidationError):
            continue
    return found


def _require_empty(directory: str, kept: Iterable[str] = _KEPT) -> None:
    try:
        there = set(beneath.names(directory))
        own = set(beneath.names(os.path.join(directory, OWN))) - set(STAYS)
    except OSError as error:
        raise Conflict(f"{directory} cannot be looked at: {error.strerror}") from error
    if there - set(kept) or own:
        raise Conflict(
            f"{directory} is not empty; restore into a new directory, and move it into place when it is good"
        )


def _unpack(read: _Read, directory: str, names: Iterable[str], files: Files) -> Iterator[tuple[str, str]]:
    """Write these members; each with its digest as it was written."""
    wanted = set(names)
    with open(read.path, "rb", opener=regular) as file:
        for member, content in members(file):
            if member.name not in wanted or content is None:
                continue
            digest = hashlib.sha256()
            path = os.path.join(directory, member.name)
            make_directories(files, os.path.dirname(path))
            mode = 0o600 if member.name.startswith(f"{OWN}/") else member.mode & 0o660
            replace_file(files, path, _hashed(content, digest), mode=mode, durable=False)
            beneath.set_time(path, member.mtime)  # what has no time of its own has that of its file
            yield member.name, digest.hexdigest()


def _hashed(content: IO[bytes], digest: hashlib._Hash) -> Iterator[bytes]:
    while block := content.read(_BLOCK):
        digest.update(block)
        yield block
