"""Goes over every file below the data directory, backups too: what is of a matter, and without it. Runs in a child."""

from __future__ import annotations

import io
import os
import stat as stat_bits
import tarfile
from collections.abc import Callable, Iterable, Iterator, Mapping
from hashlib import blake2b
from typing import IO, Any

import msgspec
import zstandard

from memoryd.audit.line import unnamed
from memoryd.purge.matter import Matter, Plan, sources_in
from memoryd.purge.scrub import Found, scrub_history, scrub_json, scrub_lines, scrub_markdown
from memoryd.storage import beneath
from memoryd.storage.atomic import is_temporary, replace_file
from memoryd.storage.files import OsFiles
from memoryd.storage.framed import PACKED, Broken, pack, unpacked
from memoryd.storage.lines import LineTooLong, split_lines
from memoryd.storage.regular import LARGEST_STATE, regular, too_big

LOOK_TASK = f"{__name__}:look"
BACKUP_TASK = f"{__name__}:clear_backup"
Say = Callable[[str, int, int], None]
BACKUP = ".tar.zst"
MANIFEST = ".memoryd-backup.json"
"""The last member of a backup that an operator made: the digest of each file; gone when the backup is rewritten."""
_MOST_SOURCES = 8
"""What was made of more memories than these tells nothing of any of them."""
_NOT_READ = (".memoryd/index", ".memoryd/models", ".memoryd/run", ".memoryd/cookies", ".memoryd/lock", "embeddings")
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
_LARGEST_HELD = 8 << 20
"""Bytes of a backup's member that is told again by its digest."""


def look(params: Mapping[str, Any], say: Say) -> dict[str, Any]:
    """What is of the matter, in files and in what they were made of: the grown plan, and each file with what it has."""
    root = params["root"]
    matter = Matter(msgspec.convert(params["plan"], Plan))
    while True:
        size = len(matter.keys)
        found = dict(_pass(root, matter, say))
        for one in (each for several in found.values() for each in several):
            _grow(matter, one)
        if len(matter.keys) == size:
            break
    return {
        "plan": msgspec.to_builtins(matter.grown()),
        "files": {relpath: [[one.key, one.id, one.named] for one in several] for relpath, several in found.items()},
        "backups": _backups_with(root, matter, say) if params["backups"] else [],
    }


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


def _pass(root: str, matter: Matter, say: Say) -> Iterator[tuple[str, list[Found]]]:
    paths = list(files_of(root))
    for number, relpath in enumerate(paths):
        say("purge", number, len(paths))
        found: list[Found] = []
        for _ in scrubbed(root, relpath, matter, found):
            pass
        if found:
            yield relpath, found


def files_of(root: str) -> Iterator[str]:
    """Every regular file with text, but backups."""

    def enter(relpath: str) -> bool:
        return relpath not in _NOT_READ

    for relpath, status in beneath.walk(root, enter):
        name = relpath.rpartition("/")[2]
        if not stat_bits.S_ISREG(status.st_mode) or relpath.startswith((*_NOT_READ, *_AUDIT, *_OWN)):
            continue
        if not is_temporary(name) and not relpath.endswith(BACKUP):
            yield relpath


def backups(root: str) -> Iterator[str]:
    """The backups in the directory."""
    for relpath, status in beneath.walk(root, lambda relpath: relpath == "backups"):
        if relpath.endswith(BACKUP) and stat_bits.S_ISREG(status.st_mode):
            yield relpath


def scrubbed(root: str, relpath: str, matter: Matter, found: list[Found]) -> Iterator[bytes]:
    """The content of a file without the matter; what was found stands in `found` at its end."""
    try:
        with open(os.path.join(root, relpath), "rb", opener=regular) as file:
            if relpath.endswith(PACKED):
                path = f"sessions/{os.path.basename(relpath).removesuffix('.zst')}"
                try:
                    yield from pack(scrub_lines(path, _lines(unpacked(file)), matter, found))
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


def _backups_with(root: str, matter: Matter, say: Say) -> list[str]:
    """The backups that have something of the matter."""
    clear: set[bytes] = set()
    """Digests of members without it: most are the same in one backup after another."""
    return [relpath for relpath in backups(root) if _is_in_backup(root, relpath, matter, clear, say)]


def _is_in_backup(root: str, relpath: str, matter: Matter, clear: set[bytes], say: Say) -> bool:
    try:
        with open(os.path.join(root, relpath), "rb", opener=regular) as file:
            for name, content in _members(file):
                say("purge", 0, 0)
                found: list[Found] = []
                if content is None:
                    continue
                data = content.read() if name.size <= _LARGEST_HELD else None
                digest = b"" if data is None else blake2b(b"\0".join((os.fsencode(name.name), data))).digest()
                if digest in clear:
                    continue
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
        path = f"sessions/{os.path.basename(name).removesuffix('.zst')}"
        yield from pack(scrub_lines(path, _lines(unpacked(io.BytesIO(content.read()))), matter, found))
    else:
        yield from scrub(name, content, matter, found)


def clear_backup(params: Mapping[str, Any], say: Say) -> dict[str, Any]:
    """Write a backup anew without the matter, in place of the old one; how many members changed."""
    root, relpath = params["root"], params["path"]
    matter, secret = Matter(msgspec.convert(params["plan"], Plan)), bytes.fromhex(params["secret"])
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
                data = b"" if content is None else b"".join(_cleared(member.name, content, matter, found, secret))
                changed[0] += bool(found)
                if member.name == MANIFEST or (found and member.name.startswith("history/")):
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
