"""Whatever lies in the data directory, the daemon starts, serves what is good, names what is not, and changes nothing.

`MEMORYD_START_SECONDS` (5) is what a start may take; give more on a slow machine.
"""

from __future__ import annotations

import functools
import json
import os
import re
import shutil
import socket
import statistics
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import psutil
import pytest

from memoryd.client import Client
from memoryd.errors import Busy
from tests.support.daemon import WITHOUT_CAPABILITIES, Daemon
from tests.support.in_memory import ON_DISK
from tests.support.rest import part
from tests.support.trees import NOTHING, Kept, Planted, Tree, everything, look
from tests.support.wait import until

START_SECONDS = float(os.environ.get("MEMORYD_START_SECONDS", "5"))
STOP_SECONDS = 4 * START_SECONDS
MOST_RSS = 400 << 20
"""Bytes that a daemon with a handful of memories may take, whatever lies beside them."""

GOOD_FACT = ("lighthouse", "is painted", "vermilion")
GOOD_NOTE = "The ferry leaves at half past seven"
GOOD_MESSAGE = "The cormorant nests on the pier"
GOOD_CONTEXT = "Repairing the crane"
GOOD_LINE = "The anchor weighs two tonnes"

HOT = re.compile(" ↑\\[[^\\]]*\\]$".encode())
"""Behind a bullet that stands in MEMORY.md, too."""
STARTS: list[float] = []
"""Seconds to READY of each start."""


class Start:
    """A daemon on a copy of the good directory, for whom rights count as for anybody."""

    def __init__(self, good: Path) -> None:
        self.folder = Path(tempfile.mkdtemp(prefix="memoryd-", dir=ON_DISK))
        self._ready = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self._ready.bind(str(self.folder / "ready"))
        ready = {"NOTIFY_SOCKET": str(self.folder / "ready")}
        self.daemon = Daemon(self.folder, env=ready, through=WITHOUT_CAPABILITIES if os.geteuid() == 0 else ())
        self.outside = self.folder / "outside"
        self.outside.mkdir()
        (self.outside / "secret.md").write_text("- what stands outside\n")
        shutil.copytree(good, self.daemon.data)

    def start(self) -> None:
        """Start, and wait for READY."""
        process = self.daemon.spawn()
        began = time.monotonic()  # the first one of a run waits for what it is forked off
        self._ready.settimeout(0.1)
        end = began + START_SECONDS
        while True:
            try:
                if b"READY=1" in self._ready.recv(65536):
                    STARTS.append(time.monotonic() - began)
                    return
            except TimeoutError:
                pass
            assert process.poll() is None, f"it ended with {process.returncode}\n{self.daemon.tail()}"
            assert time.monotonic() < end, f"not READY within {START_SECONDS} s\n{self.daemon.tail()}"

    def stop(self) -> None:
        """An orderly stop."""
        assert self.daemon.stop(STOP_SECONDS) == 0, self.daemon.tail()

    def close(self) -> None:
        """Nothing is left."""
        self.daemon.kill()
        self._ready.close()
        subprocess.run(["chmod", "-R", "u+rwX", str(self.folder)], check=False, stderr=subprocess.DEVNULL)
        shutil.rmtree(self.folder, ignore_errors=True)


@pytest.fixture(scope="module")
def good() -> Iterator[Path]:
    """A data directory with a memory of each kind, as a daemon left it."""
    folder = Path(tempfile.mkdtemp(prefix="memoryd-"))
    daemon = Daemon(folder)
    try:
        daemon.start()
        with Client(daemon.socket) as client:
            client.facts.add(subject=GOOD_FACT[0], predicate=GOOD_FACT[1], object=GOOD_FACT[2])
            client.notes.write(layer="knowledge", text=GOOD_NOTE, slug="ferry", pin=True)
            client.contexts.save(project="harbour", content=GOOD_CONTEXT)
            client.sessions.start(session_id="pier")
            client.sessions.append(session_id="pier", messages=[{"role": "user", "content": GOOD_MESSAGE}])
            (daemon.data / "journal.md").write_text(f"# Journal\n\n- {GOOD_LINE}\n")
            client.maintenance.run(action="consolidate")
            until(lambda: client.recall.search(query="anchor tonnes")["results"])
        assert daemon.stop() == 0
        yield daemon.data
    finally:
        daemon.kill()
        shutil.rmtree(folder, ignore_errors=True)


@contextmanager
def begun(good: Path) -> Iterator[Start]:
    start = Start(good)
    try:
        yield start
    finally:
        start.close()


def places(good: Path) -> tuple[str, ...]:
    """The daemon's own files and directories, which something else may stand in the place of."""
    found = (os.fsdecode(path) for path in everything(good))
    derived = ("health.json", "activation-metadata.json", "memory/hygiene.json", "summaries/index.json")
    derived += ("knowledge-graph/entities.jsonl", "knowledge-graph/relations.jsonl", "backups", "embeddings")
    wanted = sorted(path for path in found if path.startswith(".memoryd/") or path in derived)
    # One file of each part of the index will do: it has many, under random names.
    one_each = {os.path.splitext(path)[1] if path.startswith(".memoryd/index/") else path: path for path in wanted}
    return tuple(one_each.values())


def truths(good: Path) -> tuple[str, ...]:
    """The files of the good memories, and the directories that they stand in."""
    session = next((good / "sessions").glob("*.jsonl")).relative_to(good)
    files = ("knowledge-graph/facts.jsonl", "memory/knowledge.md", "contexts/harbour.jsonl", str(session), "journal.md")
    return (
        *files,
        "MEMORY.md",
        "knowledge-graph",
        "memory",
        "contexts",
        "sessions",
        "daily",
        "summaries",
        "summaries/L1",
    )


def check_served(client: Client, planted: list[Planted], good: Path) -> None:
    """Everything that is good is served."""
    facts, notes, contexts, messages, lines, *_ = (not any(one.harms(path) for one in planted) for path in truths(good))
    words = []
    if facts:
        found = client.facts.find(subject=GOOD_FACT[0])["facts"]
        assert [(one["subject"], one["predicate"], one["object"]) for one in found] == [GOOD_FACT]
        assert client.facts.get(id=found[0]["id"])["object"] == GOOD_FACT[2]
        until(lambda: is_added(client))
        words.append(" ".join(GOOD_FACT))
    if notes:
        assert GOOD_NOTE in client.notes.read(key="memory/knowledge.md:ferry")["text"]
        words.append(GOOD_NOTE)
    if contexts:
        assert client.contexts.load(project="harbour")["contexts"][0]["content"] == GOOD_CONTEXT
        words.append(GOOD_CONTEXT)
    if messages:
        assert client.sessions.read(session_id="pier")["messages"][0]["content"] == GOOD_MESSAGE
        # What has turned into a hole is binary for a search of files, until it has been set aside.
        until(lambda: client.recall.grep(pattern="cormorant")["matches"])
        words.append(GOOD_MESSAGE)
    if lines:
        words.append(GOOD_LINE)
    for text in words:
        until(lambda text=text: any(text in one["text"] for one in client.recall.search(query=text)["results"]))  # type: ignore[misc]


def is_added(client: Client) -> bool:
    """Whether a fact was added; not yet while a line that is longer than any memory is taken out."""
    try:
        return client.facts.add(subject="pier", predicate="has", object="planks")["status"] in ("added", "reinforced")
    except Busy:
        return False


def unnamed(client: Client, planted: list[Planted]) -> list[Planted]:
    """What was planted, is bad, and health does not name."""
    problems = client.system.health()["problems"]
    assert all(one["path"] and one["what"] and one["action"] for one in problems), problems
    named = [one["path"] for one in problems]
    return [one for one in planted if one.must_be_named and not any(is_named(one.shown, name) for name in named)]


def is_due(one: Planted, turn: str, *, late: bool, was: dict[bytes, Kept | None], data: Path) -> bool:
    """Whether health has to name it now: a start sets aside once, and a running daemon replaces its own files."""
    if turn == "first":
        # The archive of contexts is read at a start.
        return not (late and (one.is_derived or one.path.startswith(b"contexts/archive/")))
    return not one.is_derived and quietly(os.path.join(os.fsencode(data), one.path)) == was[one.path]


def check_named(client: Client, planted: list[Planted]) -> None:
    """Health names each, after a while."""
    end = time.monotonic() + 2 * START_SECONDS
    while found := unnamed(client, planted):
        assert time.monotonic() < end, f"health does not name {found}"
        time.sleep(0.01)


def is_named(path: str, name: str) -> bool:
    return name == path or name.endswith("/" + path) or path.startswith(name + "/")


def run(tree: Tree, good: Path, *, twice: bool) -> None:
    """Plant, start, look, stop, and start again; what is late is planted while the daemon runs."""
    late = tree.late
    tree.places, tree.truths = places(good), truths(good)
    tree.as_root = os.geteuid() == 0
    with begun(good) as start:
        data = start.daemon.data
        if late:
            start.start()
        planted = tree.plant(data, start.outside)
        before = {one.path: quietly(os.path.join(os.fsencode(data), one.path)) for one in planted}
        # One may have moved what another had planted.
        planted = [one for one in planted if before[one.path] is not None or one.what == NOTHING]
        for turn in ("first", "second") if twice or late else ("first",):
            if not (late and turn == "first"):
                start.start()
            try:
                with Client(start.daemon.socket, timeout=60) as client:
                    check_served(client, planted, good)
                    check_named(client, [one for one in planted if is_due(one, turn, late=late, was=before, data=data)])
                    rss = psutil.Process(start.daemon.pid).memory_info().rss
                    assert rss < MOST_RSS, f"{rss >> 20} MiB"
                start.stop()
            except BaseException:
                print(tree.seed, turn, planted, start.daemon.tail(), sep="\n")
                raise
        # What was planted below a link to a directory outside stands there.
        made = set((good / "MEMORY.md").read_bytes().split(b"\n"))
        check_kept((data, start.outside), planted, before, made)


def check_kept(
    folders: Iterable[Path], planted: list[Planted], before: dict[bytes, Kept | None], made: set[bytes]
) -> None:
    """What was planted is where it was, or set aside; of lines, each that is not blank is somewhere.

    `made`: the lines of MEMORY.md that the daemon made.
    """
    paths = [os.path.join(os.fsencode(folder), path) for folder in folders for path in everything(folder)]
    after = [found for path in paths if (found := quietly(path)) is not None]
    lines = {line for now in after for line in now.content.split(b"\n")}
    for one in planted:
        was = before[one.path]
        if was is not None and not one.is_derived:
            whole = any(
                now.kind == was.kind and now.size >= was.size and now.content.startswith(was.content) for now in after
            )
            lost = set(was.content.split(b"\n")) - lines
            if one.path == b"MEMORY.md":  # which has a most of lines, so that what we made gives way to the others
                lost -= made
            assert whole or all(not line.strip() or is_changed_by_us(line, lines) for line in lost), f"{one} was lost"


def is_changed_by_us(line: bytes, lines: set[bytes]) -> bool:
    """Whether the daemon filled it in, or took off the mark of a note that is hot: MEMORY.md has it no more."""
    return is_filled_in(line, lines) or HOT.sub(b"", line) in lines


def is_filled_in(line: bytes, lines: set[bytes]) -> bool:
    """Whether the daemon gave this object the fields that it lacked, in place, as of a line typed by hand."""
    typed = object_of(line)
    return bool(typed) and any(all(one.get(name) == typed[name] for name in typed) for one in map(object_of, lines))


def object_of(line: bytes) -> dict[str, Any]:
    """The JSON object on the line; empty if there is none."""
    try:
        found = json.loads(line)
    except (ValueError, RecursionError):
        return {}
    return found if isinstance(found, dict) else {}


def quietly(path: bytes) -> Kept | None:
    """What lies there, if it can be seen."""
    try:
        return look(path)
    except OSError:
        return None


FOUND = {
    "our own directories are files": [
        (".memoryd/notes", "sparse"), (".memoryd/index", "socket"), (".memoryd/cookies", "long line"),
        ("backups", "fifo"), ("summaries/L1", "sparse tail"),
    ],
    "the lock is a link": [(".memoryd/lock", "dangling"), (".memoryd/version", "self link")],
    "the audit has no end": [
        ("audit.jsonl", "sparse tail"), (".memoryd/audit-keys", "sparse tail"), ("audit/2020-01.jsonl", "sparse"),
        ("history/ab/" + 32 * "ab", "sparse"),
    ],
    "the audit is other things": [
        ("audit.jsonl", "fifo"), (".memoryd/audit-keys", "full directory"), ("audit", "socket"), ("history", "fifo"),
    ],
    "the facts' directory is a file": [("knowledge-graph", "sparse tail")],
    "links stand where ours belong": [
        ("memory/garden.md", "dangling"), ("memory/user.md", "self link"), ("daily", "loop"),
        ("knowledge-graph/facts.jsonl", "link outside"),
        ("summaries", "dangling"), ("MEMORY.md", "link outside"), (".memoryd/hot.json", "dangling"),
    ],
    "the lock is another thing": [(".memoryd/lock", "full directory"), (".memoryd/jobs.jsonl", "device")],
    "our own rights are lost": [
        (".memoryd/lock", "no rights"), (".memoryd/maintenance.json", "no rights"), (".memoryd/notes", "no rights"),
        ("knowledge-graph/facts.jsonl", "read only"), ("summaries", "read only"), ("memory", "no rights"),
        ("knowledge-graph/archived-facts.jsonl", "no rights"), ("contexts/archive/other.jsonl", "write only"),
    ],
    "logs have no end": [
        ("knowledge-graph/facts.jsonl", "sparse tail"), ("knowledge-graph/archived-facts.jsonl", "sparse"),
        ("contexts/harbour.jsonl", "sparse tail"), ("contexts/other.jsonl", "long line"),
        (".memoryd/recent.bin", "sparse"), (".memoryd/activations.bin", "sparse tail"),
        ("activation-metadata.json", "sparse tail"), (".memoryd/sessions.jsonl", "sparse tail"),
    ],
    "our own files are directories": [
        (".memoryd/version", "directory"), (".memoryd/removed-facts.jsonl", "full directory"),
        (".memoryd/access-journal-7.jsonl", "full directory"), ("memory/hygiene.json", "directory"),
        ("health.json", "full directory"), ("activation-metadata.json", "socket"),
    ],
    "a long line in an archive": [
        ("contexts/archive/other.jsonl", "long line"), (".memoryd/index/meta.json", "long line"),
    ],
    "the index cannot be opened": [(".memoryd/index/meta.json", "fifo"), (".memoryd/memory-facts.json", "device")],
    "the list of the index is giant": [(".memoryd/index/meta.json", "sparse tail")],
    "the audit is nothing but holes": [("audit.jsonl", "sparse"), (".memoryd/audit-keys", "sparse")],
    "the audit is long lines": [("audit.jsonl", "long line"), (".memoryd/audit-keys", "long line")],
    "the audit's directories are files": [
        ("audit.jsonl", "full directory"), (".memoryd/audit-keys", "fifo"), ("history/ab", "long line"),
        ("audit/2020-01.jsonl", "fifo"),
    ],
    "the facts' directory may not be used": [("knowledge-graph", "read only")],
    "what is hot is of a layer that cannot be read": [
        (".memoryd/hot.json", "fifo"), (".memoryd/notes", "full directory"), ("memory/knowledge.md", "directory"),
    ],
}  # fmt: skip
"""Trees that stopped a start, hung it or took its memory."""


@pytest.mark.parametrize("planted", part(6, FOUND.values()), ids=FOUND.keys())
def test_a_tree_that_stopped_a_start_is_survived(planted: list[tuple[str, str]], good: Path) -> None:
    run(Tree(0, given=tuple(planted)), good, twice=True)


def test_a_log_that_comes_without_an_end_is_named_at_once(good: Path) -> None:
    """Not at the next start: until then no night could add to it."""
    run(Tree(0, late=True, given=(("knowledge-graph/canary-history.jsonl", "sparse tail"),)), good, twice=False)


def test_a_session_file_that_becomes_one_long_hole_is_named_at_once(good: Path) -> None:
    """Health looks for what is to be summarised, maybe before it has been set aside: no line is too long for that."""
    session = str(next((good / "sessions").glob("*.jsonl")).relative_to(good))
    run(Tree(0, late=True, given=((session, "sparse"),)), good, twice=False)


@pytest.mark.parametrize(
    "seed", [pytest.param(seed, marks=pytest.mark.long if seed not in (2, 3) else ()) for seed in range(24)]
)
def test_a_random_tree_is_survived(seed: int, good: Path) -> None:
    run(Tree(seed, late=seed % 4 == 3), good, twice=True)


@pytest.mark.long
def test_a_thousand_random_trees_are_survived(good: Path, long_seconds: float) -> None:
    """Each a real process, every fourth started twice, every fourth planted while the daemon runs."""
    end = time.monotonic() + long_seconds
    survived: list[int] = []

    def survive(seed: int) -> None:
        if time.monotonic() < end:
            run(Tree(seed, late=seed % 4 == 3), good, twice=seed % 4 == 0)
            survived.append(seed)

    first = int(os.environ.get("MEMORYD_TREES_FROM", "1000"))
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        errors = list(pool.map(functools.partial(caught, survive), range(first, first + 1000)))
    print(
        f"{len(survived)} trees were survived; {len(STARTS)} starts, READY after {statistics.median(STARTS):.2f} s in "
        f"the median, {max(STARTS):.2f} s in the slowest, {sum(one > 5 for one in STARTS)} after more than 5 s"
    )
    assert [error for error in errors if error] == []


def caught(action: Callable[[int], None], seed: int) -> str:
    """The seed and the error, if there is one."""
    try:
        action(seed)
    except Exception as error:
        found = f"{seed}: {error!r}"[:2000]
        print(found)
        return found
    return ""
