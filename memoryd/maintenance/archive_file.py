"""Backups: a tar.zst of the truth files, written to a temporary file, read back and compared, and then renamed."""

from __future__ import annotations

import hashlib
import io
import os
import stat as stat_bits
import tarfile
from collections.abc import Callable, Iterator, Mapping
from typing import IO, Any

import zstandard

from memoryd.storage import beneath
from memoryd.storage.atomic import is_temporary
from memoryd.storage.publish import publish_new
from memoryd.storage.regular import NotRegular, SecondName, regular

BACKUP_TASK = f"{__name__}:backup"
Say = Callable[[str, int, int], None]

_LEFT_OUT = ("backups", "embeddings")
_OWN = (".jsonl", "audit-keys", "version", "maintenance.json", "dailies.json", "memory-facts.json")
"""Of `.memoryd`, the logs and states that no other file has; not the index, the lock or temporaries."""
_LEVEL = 3
_BLOCK = 1 << 20


def backup(params: Mapping[str, Any], say: Say) -> dict[str, Any]:
    """Write and verify an archive of the truth files, in a child."""
    return write_archive(params["root"], params["path"], params["gid"], say)


def write_archive(root: str, path: str, gid: int | None, say: Say) -> dict[str, Any]:
    """Archive the truth files below `root` into the new file `path`, durably; `{files, bytes, archive_bytes}`."""
    names = sorted(truth_files(root))
    digests: dict[str, str] = {}

    def write(file: IO[bytes]) -> None:
        compressor = zstandard.ZstdCompressor(level=_LEVEL, write_checksum=True)
        with compressor.stream_writer(file, closefd=False) as stream, tarfile.open(fileobj=stream, mode="w|") as tar:
            for number, name in enumerate(names):
                say("backup", number, len(names))
                digest = _add(tar, root, name)
                if digest is not None:
                    digests[name] = digest

    def verify(file: IO[bytes]) -> None:
        say("verify", 0, len(digests))
        if read_digests(file) != digests:
            raise OSError("the backup does not read back as it was written; look at the disk")

    size = publish_new(path, write, verify, gid=gid)
    say("verify", len(digests), len(digests))
    return {"files": len(digests), "archive_bytes": size}


def is_small(root: str, most: int) -> bool:
    """Whether the truth files have at most this many bytes."""
    left = most
    for name in truth_files(root):
        left -= beneath.lstat(os.path.join(root, name)).st_size
        if left < 0:
            return False
    return True


def truth_files(root: str) -> Iterator[str]:
    """Relative paths of every regular file that is no backup, no index and no temporary; of each file one name."""

    def enter(relpath: str) -> bool:
        name = relpath.rpartition("/")[2]
        if relpath.startswith(".memoryd/"):
            return False
        return relpath not in _LEFT_OUT and (relpath == ".memoryd" or not name.startswith("."))

    for relpath, status in beneath.walk(root, enter):
        name, own = relpath.rpartition("/")[2], relpath.startswith(".memoryd/")
        if is_temporary(name) or (name.startswith(".") and not own) or (own and not name.endswith(_OWN)):
            continue
        if stat_bits.S_ISREG(status.st_mode) and beneath.first_name(os.path.join(root, relpath), status) is None:
            yield relpath


def read_digests(file: IO[bytes]) -> dict[str, str]:
    """sha256 of every member, read to the end. Raises OSError when the archive is damaged."""
    found = {}
    try:
        with (
            zstandard.ZstdDecompressor().stream_reader(file, closefd=False) as stream,
            tarfile.open(fileobj=stream, mode="r|") as tar,
        ):
            for member in tar:
                content = tar.extractfile(member)
                if content is not None:
                    found[member.name] = hashlib.file_digest(content, "sha256").hexdigest()  # type: ignore[arg-type]
    except (zstandard.ZstdError, tarfile.TarError) as error:
        raise OSError(f"the archive cannot be read: {error}") from error
    return found


def _add(tar: tarfile.TarFile, root: str, name: str) -> str | None:
    """Add one file as it is now; None when it has gone meanwhile, or something else stands there."""
    try:
        file = open(os.path.join(root, name), "rb", opener=regular)
    except (FileNotFoundError, NotRegular, SecondName, beneath.Linked):
        return None
    with file:
        stat = os.fstat(file.fileno())
        size = _whole_lines(file, stat.st_size) if name.endswith(".jsonl") else stat.st_size
        info = tarfile.TarInfo(name)
        info.size, info.mtime, info.mode = size, int(stat.st_mtime), stat_bits.S_IMODE(stat.st_mode)
        file.seek(0)
        reader = _Hashed(file, size)
        tar.addfile(info, reader)
        return reader.digest.hexdigest()


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

    def read(self, size: int = -1) -> bytes:
        """At most `size` bytes; zeros where the file became shorter, so that the archive stays whole."""
        wanted = self._left if size < 0 else min(size, self._left)
        data = self._file.read(wanted)
        data += b"\0" * (wanted - len(data))
        self._left -= wanted
        self.digest.update(data)
        return data
