"""A backup in the directory: whether it has something of a matter, and written anew without it. Runs in a child."""

from __future__ import annotations

import io
import os
import tarfile
from collections.abc import Iterable, Iterator, Mapping
from hashlib import blake2b
from typing import IO, Any, NamedTuple, cast

import msgspec
import zstandard

from memoryd.audit.line import unnamed
from memoryd.audit.witness import SEAL_PATH
from memoryd.background import Progress
from memoryd.purge.files import BLOCK, lines_in, may_hold, path_of_keys, pieces, scrub
from memoryd.purge.matter import Matter, Plan
from memoryd.purge.needles import Needles
from memoryd.purge.scrub import Found, scrub_lines
from memoryd.storage.atomic import replace_file, temporary_name
from memoryd.storage.directory import OWN
from memoryd.storage.files import OsFiles
from memoryd.storage.framed import PACKED, Broken, pack, unpacked
from memoryd.storage.lines import LineTooLong
from memoryd.storage.regular import NotRegular, TooBig, regular, under_any_name
from memoryd.storage.tar_member import TarMember

BACKUP_TASK = f"{__name__}:clear_backup"
BACKUP = ".tar.zst"
MANIFEST = ".memoryd-backup.json"
"""The last member of a backup that an operator made: the digest of each file; gone when the backup is rewritten."""
AUDIT = ("audit.jsonl", "audit/")
DERIVED = ("knowledge-graph/entities.jsonl", "knowledge-graph/relations.jsonl")
"""Made of the facts anew: which names no fact that is left has, nobody can tell of a member alone."""
_LARGEST_HELD = 8 << 20
"""Bytes of a member that is held in memory, and told again by its digest."""
_UNREAD = (Broken, LineTooLong, TooBig)
"""A member that is not what its name says, or too large: it stays as it is, and the others are looked at."""
_DAMAGED = (zstandard.ZstdError, tarfile.TarError)
_END = bytes(2 * tarfile.BLOCKSIZE)


class UnreadBackup(Exception):
    """A backup is damaged, or has a member that cannot be read, and may have something of the matter there."""


class _Search(NamedTuple):
    """What is looked for, and where what is large is put meanwhile."""

    folder: str
    matter: Matter
    needles: Needles
    places: set[str]

    def may_be_in(self, member: tarfile.TarInfo, content: IO[bytes]) -> bool:
        """Whether a member may have something of it; reads it to its end."""
        name = path_of_keys(member.name)
        self.matter.turn_to(member.name, int(member.mtime * 1e6))
        is_named = name in self.places or self.matter.calls(member.name)
        return is_named or any(
            may_hold(member.name, self.needles, piece) for piece in pieces(member.name, content, self.matter)
        )


def _wanted(folder: str, matter: Matter) -> _Search:
    return _Search(folder, matter, matter.needles(), matter.places())


def is_in_backup(root: str, relpath: str, matter: Matter, clear: set[bytes], say: Progress) -> bool:
    """Whether a backup has something of the matter; `clear` keeps digests of members that have nothing.

    Raises PermissionError, and UnreadBackup where nothing is found in what can be read.
    """
    path = os.path.join(root, relpath)
    wanted = _wanted(os.path.dirname(path), matter)
    is_whole = True
    try:
        with open(path, "rb", opener=under_any_name) as file:
            for member, content in _members(file, wanted.folder):
                say("purge", 0, 0)
                with content:
                    digest = _digest(member, content)
                    if digest in clear:
                        continue
                    has_it = _has_matter(member, content, wanted)
                    if has_it:
                        return True
                    is_whole = is_whole and has_it is not None
                    if digest and has_it is not None:
                        clear.add(digest)
    except (FileNotFoundError, NotRegular):
        return False
    except _DAMAGED as error:
        raise UnreadBackup(relpath) from error
    if not is_whole:
        raise UnreadBackup(relpath)
    return False


def _digest(member: tarfile.TarInfo, content: IO[bytes]) -> bytes:
    """Of a member that is small: most are the same in one backup after another."""
    if member.size > _LARGEST_HELD:
        return b""
    found = blake2b(b"\0".join((os.fsencode(member.name), content.read()))).digest()
    content.seek(0)
    return found


def _has_matter(member: tarfile.TarInfo, content: IO[bytes], wanted: _Search) -> bool | None:
    """None: it cannot be read."""
    found: list[Found] = []
    is_empty = True
    try:
        if not wanted.may_be_in(member, content):
            return False
        content.seek(0)
        for piece in _cleared(member.name, content, wanted.matter, found):
            if found:
                return True
            is_empty = is_empty and not piece.strip()
    except _UNREAD:
        return None
    return bool(found) or _is_name_only(member, is_empty, wanted.matter)


def _members(file: IO[bytes], folder: str) -> Iterator[tuple[tarfile.TarInfo, IO[bytes]]]:
    """Each with its content, to be read more than once and closed."""
    with (
        zstandard.ZstdDecompressor().stream_reader(file, closefd=False, read_across_frames=True) as stream,
        tarfile.open(fileobj=stream, mode="r|", tarinfo=TarMember) as tar,
    ):
        for member in tar:
            content = tar.extractfile(member)
            yield member, _spooled(() if content is None else _blocks(content), folder)
        behind = cast("IO[bytes]", tar.fileobj)
        if any(any(block) for block in _blocks(behind)):
            raise tarfile.ReadError("something stands behind its end")


def _blocks(content: IO[bytes]) -> Iterator[bytes]:
    return iter(lambda: content.read(BLOCK), b"")


def _spooled(blocks: Iterable[bytes], folder: str) -> IO[bytes]:
    """In memory while it is small, else in a file that has lost its name."""
    spool: IO[bytes] = io.BytesIO()
    for block in blocks:
        if spool.tell() + len(block) > _LARGEST_HELD and isinstance(spool, io.BytesIO):
            held = spool.getbuffer()
            spool = _unlinked_file(folder)
            spool.write(held)
        spool.write(block)
    spool.seek(0)
    return spool


def _unlinked_file(folder: str) -> IO[bytes]:
    files, path = OsFiles(), temporary_name(os.path.join(folder, "member"))
    fd = files.open(path, os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o600)
    files.unlink(path)
    return os.fdopen(fd, "w+b")


def _cleared(
    name: str, content: IO[bytes], matter: Matter, found: list[Found], secret: bytes = b"-"
) -> Iterator[bytes]:
    if name.startswith(AUDIT):
        for raw in lines_in(_blocks(content)):
            cleared = unnamed(raw, matter.calls, secret)
            if cleared is not raw:
                found.append(Found(name, None, (), "", None, "", True))
            yield cleared
    elif name.endswith(PACKED):
        yield from pack(scrub_lines(path_of_keys(name), lines_in(unpacked(content)), matter, found))
    else:
        yield from scrub(name, content, matter, found)


def _is_name_only(member: tarfile.TarInfo, is_empty: bool, matter: Matter) -> bool:
    """Whether nothing but its name is left of a file, and that is of the matter; the state of a file goes with it."""
    is_state = member.name.startswith(f"{OWN}/") and member.name.count("/") > 1
    return (is_empty or is_state) and member.isreg() and matter.calls(member.name)


def clear_backup(params: Mapping[str, Any], say: Progress) -> dict[str, Any]:
    """Write a backup anew without the matter, in place of the old one; how many members changed.

    One that is damaged stays as it is: the next look finds the matter there.
    """
    path = os.path.join(params["root"], params["path"])
    wanted = _wanted(os.path.dirname(path), Matter(msgspec.convert(params["plan"], Plan)))
    secret = bytes.fromhex(params["secret"])
    changed, has_audit, has_secret = 0, False, False

    def rewritten() -> Iterator[bytes]:
        nonlocal changed, has_audit, has_secret
        with open(path, "rb", opener=regular) as file:
            for member, content in _members(file, os.path.dirname(path)):
                say("backup", changed, changed)
                found: list[Found] = []
                with content, _without_matter(member, content, wanted, secret, found) as left:
                    size = left.seek(0, os.SEEK_END)
                    is_name = _is_name_only(member, size < BLOCK and not _read(left).strip(), wanted.matter)
                    changed += bool(found) or is_name
                    has_audit |= member.name.startswith(AUDIT)
                    has_secret |= member.name == SEAL_PATH
                    is_dropped = is_name or (found and member.name.startswith("history/"))
                    if not is_dropped and member.name not in (MANIFEST, *DERIVED):
                        yield from _tarred(member, left, size)
        if has_audit and not has_secret:
            told, seal = secret.hex().encode() + b"\n", tarfile.TarInfo(SEAL_PATH)
            seal.mode = 0o600
            yield from _tarred(seal, io.BytesIO(told), len(told))
        yield _END

    try:
        replace_file(OsFiles(), path, _packed(rewritten()), gid=params["gid"])
    except _DAMAGED:
        return {"members": 0}
    return {"members": changed}


def _without_matter(
    member: tarfile.TarInfo, content: IO[bytes], wanted: _Search, secret: bytes, found: list[Found]
) -> IO[bytes]:
    """The content without the matter; `found` is no longer than one piece needs."""
    try:
        if not wanted.may_be_in(member, content):
            return content
        content.seek(0)
        return _spooled(_bounded(_cleared(member.name, content, wanted.matter, found, secret), found), wanted.folder)
    except _UNREAD:
        found.clear()
        return content


def _bounded(pieces_left: Iterator[bytes], found: list[Found]) -> Iterator[bytes]:
    for piece in pieces_left:
        del found[1:]
        yield piece


def _read(content: IO[bytes]) -> bytes:
    content.seek(0)
    return content.read()


def _tarred(member: tarfile.TarInfo, content: IO[bytes], size: int) -> Iterator[bytes]:
    member.size = size
    yield member.tobuf(tarfile.PAX_FORMAT)
    content.seek(0)
    yield from _blocks(content)
    yield bytes(-size % tarfile.BLOCKSIZE)


def _packed(blocks: Iterable[bytes]) -> Iterator[bytes]:
    compressor = zstandard.ZstdCompressor(level=3, write_checksum=True).compressobj()
    yield from map(compressor.compress, blocks)
    yield compressor.flush()
