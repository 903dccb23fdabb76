"""Backups: a tar.zst of the truth files, read back and compared before it counts.

Its last member is a manifest: the digest of every file, also of those that only the archive has that it is based on.
"""

from __future__ import annotations

import errno
import hashlib
import io
import os
import secrets
import stat as stat_bits
import tarfile
from collections.abc import Callable, Collection, Iterator, Mapping
from fcntl import F_GETFL, fcntl
from typing import IO, Any, NamedTuple

import msgspec
import zstandard

from memoryd import __version__
from memoryd.maintenance.paths import BACKUPS, EMBEDDINGS
from memoryd.purge.backup_sweep import MANIFEST
from memoryd.storage import beneath, roots
from memoryd.storage.atomic import is_temporary
from memoryd.storage.files import OsFiles
from memoryd.storage.holes import has_great_hole
from memoryd.storage.listing import is_text
from memoryd.storage.publish import publish_new
from memoryd.storage.regular import NotRegular, SecondName, regular
from memoryd.storage.tar_member import TarMember

BACKUP_TASK = f"{__name__}:backup"
Say = Callable[[str, int, int], None]

_LEFT_OUT = (BACKUPS, EMBEDDINGS)
_OWN_DIRECTORY = ".memoryd/notes"
"""What is known of notes, and since when."""
_OWN = (
    ".jsonl", "audit-keys", "audit-secret", "version", "maintenance.json", "dailies.json", "memory-facts.json",
    "hot.json", "note-accesses.json",
)  # fmt: skip
"""Of `.memoryd`, the logs and states that no other file has; not the index, the lock or temporaries."""
_FORBIDDEN = (errno.EACCES, errno.EPERM)
_UNREADABLE = (*_FORBIDDEN, errno.EIO)
"""What stands between us and one file; all else is between us and every file."""
_LEVEL = 3
_BLOCK = 1 << 20


class Manifest(msgspec.Struct, frozen=True, kw_only=True):
    """What a backup holds. `counts` are those of the daemon that made it."""

    id: str
    at: str
    made_by: str
    format: int
    counts: dict[str, int]
    files: dict[str, str]
    """The sha256 of each file of the memory."""
    base: str | None = None
    """The id of the backup that has the files that this one leaves out, since they are as they were."""
    missing: list[str] = []
    """What could not be read, a directory with a slash; of a file of the base, that one's version is in `files`."""


def backup(params: Mapping[str, Any], say: Say) -> dict[str, Any]:
    """Write and verify an archive of the truth files at a path or to a descriptor, in a child."""
    about = params["about"]
    manifest = about and Manifest(**about, made_by=__version__, files={})
    archive = _Archive(params["root"], say, manifest)
    if params.get("fd") is None:
        return archive.result(publish_new(OsFiles(), params["path"], archive.write, archive.verify, gid=params["gid"]))
    return archive.to_descriptor(params["fd"], params.get("base_fd"))


def new_id() -> str:
    """A name for a backup that no other one has."""
    return secrets.token_hex(16)


class _Archive:
    """One archive as it is written: with a manifest, or without."""

    def __init__(self, root: str, say: Say, manifest: Manifest | None) -> None:
        self._root = root
        self._say = say
        self._manifest = manifest
        self._base: Manifest | None = None
        self._missing: list[str] = []
        self._digests: dict[str, str] = {}
        """Of the members."""

    def result(self, size: int) -> dict[str, Any]:
        """What is told of it."""
        count = len(self._digests.keys() - {MANIFEST, *self._missing})
        self._say("verify", count, count)
        told: dict[str, Any] = {"files": count, "archive_bytes": size}
        if self._manifest is not None:
            told["id"] = self._manifest.id
            if self._base is not None:
                told["base"] = self._base.id
            if self._missing:
                told["missing"] = self._missing
        return told

    def to_descriptor(self, fd: int, base: int | None) -> dict[str, Any]:
        """Write to what somebody else opened: a file that is read back, or a pipe that cannot be.

        `base`: a descriptor of a backup; files that are as they stand there are left out.
        """
        os.set_blocking(fd, True)
        if base is not None:
            with os.fdopen(base, "rb", closefd=False) as file:
                self._base = read_manifest(file)
            if self._base is None or self._base.base is not None:
                raise ValueError("the base is not a whole backup: it has no manifest, or a base itself")
        is_read_back = stat_bits.S_ISREG(os.fstat(fd).st_mode) and fcntl(fd, F_GETFL) & os.O_ACCMODE == os.O_RDWR
        with os.fdopen(fd, "wb", closefd=False) as file:
            counted = _Counted(file)
            self.write(counted)  # type: ignore[arg-type]  # it writes, and that is all that is asked of it
            file.flush()
        if is_read_back:
            os.fsync(fd)
            os.lseek(fd, 0, os.SEEK_SET)
            with os.fdopen(fd, "rb", closefd=False) as written:
                self.verify(written)
        return {**self.result(counted.size), "verified": is_read_back}

    def write(self, file: IO[bytes]) -> None:
        """Every truth file, and the manifest."""
        shut: list[str] = []
        present = sorted(truth_files(self._root, shut.append))
        self._missing = [f"{name}/" for name in shut]
        known = {} if self._base is None else self._base.files
        files = {name: known[name] for name in known if name.startswith(tuple(self._missing))}
        compressor = zstandard.ZstdCompressor(level=_LEVEL, write_checksum=True)
        with compressor.stream_writer(file, closefd=False) as stream, tarfile.open(fileobj=stream, mode="w|") as tar:
            for number, name in enumerate(self._in_order(present)):
                self._say("backup", number, max(number + 1, len(present)))
                if name in known and _digest_of(self._root, name) == known[name]:
                    files[name] = known[name]
                    continue
                # Without a manifest nothing would tell that the disk failed; what we may not read, health names.
                added = _add(tar, self._root, name, _FORBIDDEN if self._manifest is None else _UNREADABLE)
                if added is None:
                    continue
                if added.digest:
                    self._digests[name] = added.digest
                if added.is_whole:
                    files[name] = added.digest
                else:
                    self._missing.append(name)
                    files.update({name: known[name]} if name in known else {})
            if self._manifest is not None:
                about = {"base": None if self._base is None else self._base.id, "missing": self._missing}
                data = msgspec.json.encode(msgspec.structs.replace(self._manifest, files=files, **about))
                info = tarfile.TarInfo(MANIFEST)
                info.size, info.mode = len(data), 0o600
                tar.addfile(info, io.BytesIO(data))
                self._digests[MANIFEST] = hashlib.sha256(data).hexdigest()

    def _in_order(self, present: list[str]) -> Iterator[str]:
        """The archives last, as they are then: what is archived meanwhile would else be in neither."""
        yield from (name for name in present if not _is_archive(name))
        yield from sorted(filter(_is_archive, truth_files(self._root)))

    def verify(self, file: IO[bytes]) -> None:
        """Raise OSError unless it reads back as it was written."""
        self._say("verify", 0, len(self._digests))
        if read_digests(file) != self._digests:
            raise OSError("the backup does not read back as it was written; look at the disk")


class _Unpacked(io.RawIOBase):
    """Reads what a frame of zstd holds; an early end is an OSError, where the library's own reader says nothing."""

    _PIECE = 1 << 12
    """Of at most 128 MiB of zeros."""

    def __init__(self, file: IO[bytes]) -> None:
        self._file = file
        self._frame = zstandard.ZstdDecompressor().decompressobj()
        self._ready = memoryview(b"")
        self._taken = 0

    def readable(self) -> bool:
        """It is."""
        return True

    def readinto(self, buffer: Any) -> int:
        """Raises OSError at an early end."""
        while not self._ready and not self._frame.eof:
            piece = self._file.read(self._PIECE)
            if not piece:
                raise OSError(
                    f"it is torn: it ends after {self._taken:,} bytes, before its end: it was not copied whole"
                    if self._taken
                    else "it is empty"
                )
            self._taken += len(piece)
            self._ready = memoryview(self._frame.decompress(piece))
        size = min(len(buffer), len(self._ready))
        buffer[:size] = self._ready[:size]
        self._ready = self._ready[size:]
        return size


class _Counted(io.RawIOBase):
    """Passes on what is written, and counts it."""

    def __init__(self, file: IO[bytes]) -> None:
        self._file = file
        self.size = 0

    def writable(self) -> bool:
        """It is."""
        return True

    def write(self, data: Any) -> int:
        """All of it."""
        self._file.write(data)
        self.size += len(data)
        return len(data)


class _Hole(OSError):
    """Hardly any of the file was ever written: it is no memory, and health names it."""


def _open_memory(path: str) -> IO[bytes]:
    """Open what may hold memories. Raises _Hole, and what `regular` does."""
    file = open(path, "rb", opener=regular)
    if has_great_hole(file.fileno()):
        file.close()
        raise _Hole(path)
    return file


def _digest_of(root: str, name: str) -> str | None:
    """As `_add` would find it; None when it cannot be read now."""
    try:
        with _open_memory(os.path.join(root, name)) as file:
            size = os.fstat(file.fileno()).st_size
            size = _whole_lines(file, size) if name.endswith(".jsonl") else size
            file.seek(0)
            reader = _Hashed(file, size)
            while reader.read(_BLOCK):
                pass
            return reader.digest.hexdigest() if reader.error is None else None
    except OSError:
        return None


def _is_archive(name: str) -> bool:
    """Whether that file has what left the others; nothing leaves it, also when it is restored."""
    *folders, last = name.split("/")
    return "archive" in folders or last.startswith("archived-")


def is_small(root: str, most: int) -> bool:
    """Whether the truth files have at most this many bytes."""
    left = most
    for name in truth_files(root):
        left -= beneath.lstat(os.path.join(root, name)).st_size
        if left < 0:
            return False
    return True


def truth_files(root: str, shut: Callable[[str], object] = bool) -> Iterator[str]:
    """Relative paths of every regular file that is no backup, no index and no temporary; of each file one name.

    A file of a name that is no UTF-8 is no memory; health names it. `shut` is told of directories that are not listed.
    """

    def enter(relpath: str) -> bool:
        name = relpath.rpartition("/")[2]
        if relpath.startswith(".memoryd/"):
            return relpath == _OWN_DIRECTORY
        return relpath not in _LEFT_OUT and (relpath == ".memoryd" or not name.startswith("."))

    for relpath, status in beneath.walk(root, enter, shut):
        name, own = relpath.rpartition("/")[2], relpath.startswith(".memoryd/")
        is_ours = relpath.startswith(f"{_OWN_DIRECTORY}/") or name.endswith(_OWN)
        if is_temporary(name) or (name.startswith(".") and not own) or (own and not is_ours) or not is_text(relpath):
            continue
        if stat_bits.S_ISREG(status.st_mode) and roots.first_name(os.path.join(root, relpath), status) is None:
            yield relpath


def members(file: IO[bytes]) -> Iterator[tuple[tarfile.TarInfo, IO[bytes] | None]]:
    """Every member with its content, in order. Raises OSError when the archive is damaged or torn."""
    stream = _Unpacked(file)
    try:
        with tarfile.open(fileobj=stream, mode="r|", tarinfo=TarMember) as tar:
            for member in tar:
                yield member, tar.extractfile(member)
        while stream.read(_BLOCK):  # to the checksum at its end
            pass
    except (zstandard.ZstdError, tarfile.TarError) as error:
        raise OSError(f"the archive cannot be read: {error}") from error


def read_manifest(file: IO[bytes]) -> Manifest | None:
    """The manifest of an archive; None when it has none. Raises OSError when the archive is damaged."""
    found = None
    for member, content in members(file):
        if member.name == MANIFEST and content is not None:
            try:
                found = msgspec.json.decode(content.read(), type=Manifest)
            except msgspec.DecodeError as error:
                raise OSError(f"the archive's manifest cannot be read: {error}") from error
    return found


def read_digests(file: IO[bytes]) -> dict[str, str]:
    """sha256 of every member, read to the end. Raises OSError when the archive is damaged."""
    return {
        member.name: hashlib.file_digest(content, "sha256").hexdigest()  # type: ignore[arg-type]
        for member, content in members(file)
        if content is not None
    }


class _Added(NamedTuple):
    digest: str
    """Of the member; empty when there is none."""
    is_whole: bool


def _add(tar: tarfile.TarFile, root: str, name: str, unreadable: Collection[int]) -> _Added | None:
    """Add one file as it is now; None when it has gone meanwhile, or something else stands there.

    `unreadable`: for which errors the file is left out. Raises OSError for another.
    """
    try:
        file = _open_memory(os.path.join(root, name))
    except (FileNotFoundError, NotRegular, SecondName, roots.Linked, _Hole):
        return None
    except OSError as error:
        if error.errno not in unreadable:
            raise
        return _Added("", is_whole=False)
    with file:
        stat = os.fstat(file.fileno())
        size = _whole_lines(file, stat.st_size) if name.endswith(".jsonl") else stat.st_size
        info = tarfile.TarInfo(name)
        info.size, info.mtime, info.mode = size, int(stat.st_mtime), stat_bits.S_IMODE(stat.st_mode)
        file.seek(0)
        reader = _Hashed(file, size)
        tar.addfile(info, reader)
        if reader.error is not None and reader.error.errno not in unreadable:
            raise reader.error
        return _Added(reader.digest.hexdigest(), reader.error is None)


def _whole_lines(file: IO[bytes], size: int) -> int:
    """Where the last whole line ends: another program may be appending."""
    at = size
    while at > 0:
        start = max(0, at - _BLOCK)
        file.seek(start)
        found = file.read(at - start).rfind(b"\n")
        if found >= 0:
            return start + found + 1
        at = start
    return size


class _Hashed(io.RawIOBase):
    """The first `size` bytes of a file, hashed as they are read."""

    def __init__(self, file: IO[bytes], size: int) -> None:
        self._file = file
        self._left = size
        self.digest = hashlib.sha256()
        self.error: OSError | None = None

    def read(self, size: int = -1) -> bytes:
        """At most `size` bytes; zeros where the file became shorter or the disk fails, so that the archive is sound."""
        wanted = self._left if size < 0 else min(size, self._left)
        try:
            data = self._file.read(wanted) if self.error is None else b""
        except OSError as error:
            self.error, data = error, b""
        data += b"\0" * (wanted - len(data))
        self._left -= wanted
        self.digest.update(data)
        return data
