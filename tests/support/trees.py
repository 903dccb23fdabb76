"""Random trees below a data directory: what crashes, editors, members and accidents can leave there, from one seed."""

from __future__ import annotations

import os
import random
import stat
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from pathlib import Path

GIANT = 4 << 30
"""Bytes of a sparse file."""

FREE_PLACES = (
    "journal-2.md",
    "deep/er/still/page.md",
    "memory/garden.md",
    "memory/2026-03-04.md",
    "memory/2026-03-05-late.md",
    "memory/archive/garden-2026-01-01.md",
    "memory/archive/hygiene-log-2026-01.json",
    "sessions/2026-01-01-000000.jsonl",
    "sessions/2026-01-01-000000-2.jsonl",
    "sessions/archive/2025-01-01-000000.jsonl.zst",
    "contexts/other.jsonl",
    "contexts/archive/other.jsonl",
    "daily/2026-02-02.md",
    "daily/archive/2025-02-02.md",
    "summaries/L1/0007.md",
    "summaries/L2/0001.md",
    "summaries/L3/0001.md",
    "knowledge-graph/archived-facts.jsonl",
    "knowledge-graph/canary-facts.json",
    "knowledge-graph/canary-history.jsonl",
    "knowledge-graph/notes.md",
    "backups/pre-maintenance-20260101.tar.zst",
    "embeddings/index.bin",
    "embeddings/metadata.jsonl",
    ".memoryd/recent.bin",
    ".memoryd/recent-older.bin",
    ".memoryd/removed-facts.jsonl",
    ".memoryd/access-journal-7.jsonl",
    ".memoryd/context-accesses.jsonl",
    ".memoryd/note-accesses.json",
    ".memoryd/jobs.jsonl",
    ".memoryd/notes/garden.json",
    ".memoryd/cookies/cookie-1-1",
    ".memoryd/index.new",
    ".memoryd/index.old",
    ".memoryd/models",
    ".hidden.md",
    ".hidden/page.md",
)
"""Where nothing lies in a small data directory, and the daemon would look."""

NAMES: tuple[bytes, ...] = (
    b"caf\xe9",
    b"\xff\xfe\xfd",
    b"line\nbreak",
    b"tab\tand\x01bell\x07",
    b"..",
    b"...md",
    b"..%2f..%2fetc",
    b"-rf",
    b"*",
    b"a'b\"c`d$(e)",
    b" leading and trailing ",
    b"KNOWLEDGE",
    b"Memory",
    "\N{FISH CAKE WITH SWIRL DESIGN}\N{ZERO WIDTH JOINER}\N{RIGHT-TO-LEFT OVERRIDE}".encode(),
    "e\N{COMBINING ACUTE ACCENT}".encode(),
    b"\xed\xa0\x80",
    b"x" * 240,
    "\N{SNOWMAN}".encode() * 80,
    b"con\\con",
    b"a:b",
    b"2026-02-30",
    b"0000-00-00",
    b"99999-01-01-000000",
    b".broken",
    b"x.tmp",
)
"""Stems of names."""

_JSON = (
    b"",
    b"null",
    b"[]",
    b"{}",
    b'"text"',
    b"0",
    b"NaN",
    b'{"a": NaN, "b": Infinity}',
    b"1" * 5000,
    b'{"activation": 1e999, "id": "x", "as_of": -1}',
    b'{"n": 123456789012345678901234567890}',
    b"[" * 20_000,
    b'{"a":' * 20_000,
    b"[" * 3000 + b"]" * 3000,
    b'{"subject": "\\ud800", "predicate": "\\udfff", "object": "x"}',
    b'{"session_id": "\\ud800", "role": "user", "content": "\\udead", "at": "2026-01-01T00:00:00+00:00"}',
    b'{"session_id": "s", "role": "user", "content": "x", "at": "9999-99-99"}',
    b'{"session_id": "s", "role": "user", "content": "x", "at": "0001-01-01T00:00:00-14:00"}',
    b'{"session_id": 7, "role": [], "content": {}}',
    b'{"id": "x", "project": "p", "content": "c", "created": 1e400, "access_count": -1e30}',
    b'{"id": "fact-1", "subject": "a", "predicate": "b", "object": "c", "activation": "high", "created": []}',
    b'{"id": "fact-1", "subject": "", "predicate": "", "object": ""}',
    b'{"format": 99, "version": "\xff"}',
    b'{"half": "a li',
    b'{"whole": 1}\n{"half": "a li',
    b'{"layer": "garden", "notes": [["a", 1]]}',
    b'{"last": {"consolidate": {"at": 1e300}}}',
    b'\xef\xbb\xbf{"bom": true}',
    b'{"crlf": 1}\r\n{"crlf": 2}\r\n',
    b'{"nul": "\x00"}\n',
)

_TEXT = (
    b"",
    b"\n",
    b"\x00" * 5000,
    b"# Heading\n\n- entry \xff\xfe broken\n",
    b"\xef\xbb\xbf# With a mark\r\n\r\n- with CRLF\r\n",
    b"- half a li",
    b"---\nfront: [never closed\n",
    b"<!-- memoryd summary\n{}\n-->\n\ntext\n",
    b"<!-- memoryd summary\nnot json\n",
    b"<!-- never closed\n- x\n",
    b"- bullet <!-- #\xff -->\n- bullet <!-- #a --> <!-- #a -->\n" * 50,
    b"```\nnever closed\n- x\n",
    b"#" * 5000 + b"\n",
    b"- " * 3000 + b"\n",
    ("\N{BULLET} " + "\N{ZERO WIDTH SPACE}" * 500 + "\n").encode(),
    "# Caf\N{LATIN SMALL LETTER E WITH ACUTE}\u2028\u0085\x0c- x\n".encode(),
)

CONTENTS, NOTHING = "content", "nothing"
_DERIVED = (
    b"health.json",
    b"activation-metadata.json",
    b"memory/hygiene.json",
    b"summaries/index.json",
    b"knowledge-graph/entities.jsonl",
    b"knowledge-graph/relations.jsonl",
)
_SWEPT = (b".memoryd/index.new", b".memoryd/index.old", b".memoryd/models", b".memoryd/cookies/cookie-1-1")
LINKS = ("dangling", "self link", "loop", "link outside", "link inside", "hard link", "hard link outside")
_TYPES = ("fifo", "socket", "directory", "full directory", "device")
_SIZES = ("sparse", "sparse tail", "long line")
_RIGHTS = ("no rights", "read only", "write only")


@dataclass(frozen=True)
class Planted:
    """One thing that was planted at `path` (bytes, relative to the data directory)."""

    path: bytes
    what: str
    is_fine: bool = False
    """It is what belongs there."""

    @property
    def shown(self) -> str:
        """The path as health shows it."""
        return self.path.decode("utf-8", "backslashreplace")

    def harms(self, path: str) -> bool:
        """Whether the memory in this file can no longer be served from it."""
        own = os.fsdecode(self.path)
        if self.what == "sparse tail" and path == own:
            return not own.endswith(".jsonl")  # of other files so much is not read
        return path == own or path.startswith(own + "/")

    @property
    def is_derived(self) -> bool:
        """Whether the daemon may write the file anew: its content follows from others."""
        return self.path.startswith((b".memoryd/", b"embeddings/")) or self.path in _DERIVED

    @property
    def is_looked_at(self) -> bool:
        """Whether the daemon reads files of that name."""
        parts = self.path.split(b"/")
        if self.path.startswith(b".memoryd/"):
            return self.path not in _SWEPT
        if parts[0] in (b"backups", b"embeddings") or any(part.startswith(b".") for part in parts):
            return False
        return self.path.endswith((b".md", b".jsonl", b".json"))

    @property
    def _is_unread(self) -> bool:
        """Of data in knowledge-graph only what has a name of ours is read; the rest may be as large as it likes."""
        is_data = self.path.startswith(b"knowledge-graph/") and self.path.endswith((b".jsonl", b".json"))
        return is_data and os.fsdecode(self.path) not in (*FREE_PLACES, "knowledge-graph/facts.jsonl")

    @property
    def must_be_named(self) -> bool:
        """Whether health has to name it."""
        if not self.is_looked_at or self.is_fine or self.what in (CONTENTS, NOTHING, "read only", "write only"):
            return False
        if self.what in _SIZES and self._is_unread:
            return False
        # A longer file of our own may be as good as it was.
        if (self.is_derived and self.what in (*_SIZES, *LINKS)) or self.what.startswith("hard link"):
            return False
        # Of the index's many files some are left over, and nobody opens them.
        return not (self.path.startswith(b".memoryd/index/") and self.what.endswith("directory"))


@dataclass
class Tree:
    """What one seed plants. `plant` may be called once on a data directory."""

    seed: int
    late: bool = False
    """Only what a member of the group can do while the daemon runs."""
    with_links: bool = True
    as_root: bool = False
    given: tuple[tuple[str, str], ...] = ()
    """These, and nothing at random."""
    places: tuple[str, ...] = ()
    """The daemon's own paths, besides the free places."""
    truths: tuple[str, ...] = ()
    """Files and directories of the good memories."""
    planted: list[Planted] = field(default_factory=list)

    def plant(self, data: Path, outside: Path) -> list[Planted]:
        """Plant one to five things below `data`; links that lead out lead to `outside`."""
        chance = random.Random(self.seed)
        for path, what in self.given:
            self._plant_at(chance, data, outside, os.fsencode(path), what)
        if self.given:
            return self.planted
        for _ in range(chance.choice((1, 1, 2, 3, 5))):
            self._plant_one(chance, data, outside)
        return self.planted

    def _plant_one(self, chance: random.Random, data: Path, outside: Path) -> None:
        pools = [pool for pool in (FREE_PLACES, self.places, self.truths) if pool]
        place = chance.choice(chance.choices(pools, (5, 5, 2)[: len(pools)])[0])
        path = os.fsencode(place)
        if self.late and place.startswith(".memoryd/"):
            return
        if place in FREE_PLACES and not place.startswith(".memoryd/") and chance.random() < 0.4:
            head, name = os.path.split(path)
            path = os.path.join(head, chance.choice(NAMES) + os.path.splitext(name)[1])
        whats = [CONTENTS] * 6 + [*_TYPES] * 2 + [*_SIZES] + [*_RIGHTS]
        if self.with_links:
            whats += [*LINKS]
        self._plant_at(chance, data, outside, path, chance.choice(whats))

    def _plant_at(self, chance: random.Random, data: Path, outside: Path, path: bytes, what: str) -> None:
        if any(one.path == path for one in self.planted):
            return
        full = os.path.join(os.fsencode(data), path)
        is_directory = os.path.isdir(full)
        make_room(full, what)
        try:
            plant(chance, full, what, os.fsencode(outside), as_root=self.as_root)
        except OSError:
            what = NOTHING  # something stands in the way, as a link to itself; but what stood here may have been moved
        # What else lies in a directory of the daemon's own is not its business.
        fine = ("directory", "full directory") if path.startswith(b".memoryd/") else ("directory",)
        self.planted.append(Planted(path, what, is_directory and what in fine))


def make_room(path: bytes, what: str) -> None:
    """Make the directory of the path, and move what stands there out of the way if it has to be of another kind."""
    try:
        os.makedirs(os.path.dirname(path), exist_ok=True)
    except OSError:
        return
    if what in _RIGHTS or (what in {CONTENTS, "sparse tail"} and not os.path.isdir(path)):
        return
    if os.path.isdir(path) and not os.path.islink(path):
        os.rename(path, path + b".moved")
    elif os.path.lexists(path):
        os.unlink(path)


def plant(chance: random.Random, path: bytes, what: str, outside: bytes, *, as_root: bool) -> None:
    """Plant one thing at the path. Raises OSError when something stands there that is in the way."""
    make = _MAKERS.get(what)
    if make is not None:
        make(path)
    elif what == "device":
        if as_root:
            os.mknod(path, stat.S_IFCHR | 0o666, os.makedev(1, chance.choice((3, 5, 7))))
        else:
            os.mkfifo(path, 0o666)
    elif what == "long line":
        with open(path, "wb") as file:
            file.write(b'{"content": "' if path.endswith((b".jsonl", b".json")) else b"- ")
            for _ in range(50):
                file.write(b"a long line " * 87_381)
            file.write(chance.choice((b"", b"\n", b'"}\n')))
    elif what in LINKS:
        _link(chance, path, what, outside)
    else:
        content = _content(chance, path)
        with open(path, chance.choice(("wb", "ab"))) as file:
            file.write(content)


def _content(chance: random.Random, path: bytes) -> bytes:
    one = chance.random()
    if one < 0.25:
        return chance.randbytes(chance.choice((1, 10, 5000, 200_000)))
    pool = _TEXT if path.endswith(b".md") else _JSON
    if one < 0.5:
        return b"\n".join(chance.choice((*_TEXT, *_JSON)) for _ in range(chance.randrange(1, 20)))
    return chance.choice(pool) + chance.choice((b"", b"\n"))


def _fifo(path: bytes) -> None:
    os.mkfifo(path, 0o666)


def _socket(path: bytes) -> None:
    os.mknod(path, 0o666 | stat.S_IFSOCK)


def _full_directory(path: bytes) -> None:
    os.mkdir(path)
    Path(os.fsdecode(path), "inner.md").write_text("- what stands in a directory with the name of a file\n")
    Path(os.fsdecode(path), "inner.txt").write_text("more\n")


def _sparse(path: bytes) -> None:
    with open(path, "wb") as file:
        file.truncate(GIANT)


def _sparse_tail(path: bytes) -> None:
    with open(path, "ab") as file:
        file.truncate(file.tell() + GIANT)


def _rights(mode: int) -> Callable[[bytes], None]:
    def change(path: bytes) -> None:
        if not os.path.exists(path):
            with open(path, "wb") as file:
                file.write(b"{}\n" if path.endswith((b".json", b".jsonl")) else b"- guarded\n")
        os.chmod(path, mode)

    return change


_MAKERS: dict[str, Callable[[bytes], None]] = {
    "fifo": _fifo,
    "socket": _socket,
    "directory": os.mkdir,
    "full directory": _full_directory,
    "sparse": _sparse,
    "sparse tail": _sparse_tail,
    "no rights": _rights(0),
    "read only": _rights(0o440),
    "write only": _rights(0o220),
}


def _link(chance: random.Random, path: bytes, what: str, outside: bytes) -> None:
    target = os.path.join(outside, b"secret.md")
    match what:
        case "dangling":
            os.symlink(b"/nowhere/at/all", path)
        case "self link":
            os.symlink(os.path.basename(path), path)
        case "loop":
            os.symlink(path + b".other", path)
            os.symlink(path, path + b".other")
        case "link outside":
            os.symlink(target if chance.random() < 0.6 else outside, path)
        case "link inside":
            os.symlink(b"." if chance.random() < 0.5 else b"../MEMORY.md", path)
        case "hard link outside":
            os.link(target, path)
        case _:
            beside = sorted(os.listdir(os.path.dirname(path)))
            if not beside:
                raise FileNotFoundError
            os.link(os.path.join(os.path.dirname(path), chance.choice(beside)), path)


@dataclass(frozen=True)
class Kept:
    """What lies at a path, so that one can tell whether it is still there: type, rights, size, content or link."""

    kind: int
    rights: int
    size: int
    content: bytes


_PROBE = 1 << 20


def look(path: bytes) -> Kept:
    """What lies at the path now. Raises OSError."""
    status = os.lstat(path)
    kind = stat.S_IFMT(status.st_mode)
    if kind == stat.S_IFLNK:
        return Kept(kind, 0, 0, os.readlink(path))
    rights = stat.S_IMODE(status.st_mode)
    if kind != stat.S_IFREG:
        return Kept(kind, rights, 0, b"")
    fd = os.open(path, os.O_RDONLY)
    try:
        return Kept(kind, rights, status.st_size, os.pread(fd, min(_PROBE, status.st_size), 0))
    finally:
        os.close(fd)


def everything(data: Path) -> Iterable[bytes]:
    """Every path below the directory, relative to it; links are not followed."""
    root = os.fsencode(data)
    for here, folders, files in os.walk(root):
        for name in (*folders, *files):
            yield os.path.relpath(os.path.join(here, name), root)
