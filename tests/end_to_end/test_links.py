"""Links in the data directory lead nowhere: no byte outside is changed or shown, whatever a member plants, and when."""

from __future__ import annotations

import ctypes
import itertools
import os
import shutil
import stat
import threading
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from memoryd.rpc.registry import Access
from tests.end_to_end.test_confined import KEYS, METHODS, VALUES, reads_only_what_it_needs
from tests.requests.test_every_method import REQUESTS
from tests.support import strace
from tests.support.daemon import Daemon
from tests.support.methods import described
from tests.support.rest import part
from tests.support.wait import until
from tests.support.wire import RpcError, Wire

OURS, THEIRS = "harbour", "zanzibar"
SECRET = f"the {THEIRS}"
"""In every text outside, and in no request."""
ACTIONS = "summarize decay index prune tiers hygiene compress reconcile clean health-check consolidate rebuild".split()
REFUSALS = {"read_only", "not_found", "conflict", "busy", "invalid_params", "unsupported", "limit_exceeded"}


def seed(wire: Wire) -> None:
    """Some of every kind, with a word of its own."""
    for number in range(3):
        fact = {"subject": f"Ada {number}", "predicate": "digs", "object": f"the {OURS}"}
        wire.call("facts.add", fact)
        wire.call("notes.write", {"layer": "knowledge", "text": f"I know the {OURS}, {number}", "remember": True})
        wire.call("contexts.save", {"project": OURS, "content": f"the {OURS} plans {number}", "source": "me"})
        wire.call("sessions.start", {"session_id": f"s{number}", "agent": "claude"})
        said = {"role": "user", "content": f"I dig the {OURS}, {number}."}
        wire.call("sessions.append", {"session_id": f"s{number}", "messages": [said]})
        wire.call("sessions.end", {"session_id": f"s{number}"})
    wire.call("maintenance.run", {"action": "consolidate"})


def everything(wire: Wire, data: Path, folder: Path) -> list[str]:
    """Every method, every action, and each file by its name: the texts of what was answered."""
    said = []

    def ask(method: str, params: dict[str, Any]) -> None:
        try:
            said.append(f"{method}: {wire.call(method, params)}")
        except RpcError as error:
            assert error.code in REFUSALS, (method, error)
            said.append(f"{method}: {error}")

    for method in described():
        schema = METHODS[method.name]["params"]
        wanted = {name: schema["properties"][name] for name in schema.get("required", ())}
        params = {name: VALUES[one.get("type", "string")] for name, one in wanted.items()}
        if method.name == "system.backup":
            params = {"path": str(folder / f"backup-{len(list(folder.iterdir()))}")}
        elif method.name in KEYS:
            params = {"key": KEYS[method.name]}
        elif method.access is not Access.READ:
            try:
                params = REQUESTS[method.name](wire)
            except RpcError as error:
                assert error.code in REFUSALS, (method.name, error)
                continue
        ask(method.name, params)
    for action in ACTIONS:
        ask("maintenance.run", {"action": action})
    for word in (OURS, THEIRS):
        ask("recall.search", {"query": word, "k": 50})
    ask("recall.grep", {"pattern": THEIRS})
    for session in range(3):
        ask("sessions.read", {"session_id": f"s{session}"})
    ask("contexts.load", {"project": THEIRS, "limit": 10})
    ask("facts.find", {"subject": "Ada 1"})
    for path in sorted(data.rglob("*")):
        with suppress(UnicodeEncodeError):
            ask("recall.get", {"key": str(path.relative_to(data))})
    return said


class Tree:
    """The outside: another daemon's directory, with a word that no answer may hold."""

    def __init__(self, path: Path, like: Path) -> None:
        self.path = path
        shutil.copytree(like, path, symlinks=True, ignore=shutil.ignore_patterns("cookie-*"))
        for file in self.files():
            content = file.read_bytes()
            changed = content.replace(OURS.encode(), THEIRS.encode())
            if changed != content:
                file.write_bytes(changed)
        self._before = self._state()

    def files(self) -> list[Path]:
        return [path for path in sorted(self.path.rglob("*")) if path.is_file() and not path.is_symlink()]

    def directories(self) -> list[str]:
        return [str(path.relative_to(self.path)) for path in sorted(self.path.rglob("*")) if path.is_dir()]

    def _state(self) -> dict[str, tuple[int, int, int, bytes]]:
        found = {}
        for path in sorted(self.path.rglob("*")):
            status = path.lstat()
            content = path.read_bytes() if stat.S_ISREG(status.st_mode) else b""
            found[str(path.relative_to(self.path))] = (status.st_ino, status.st_mode, status.st_mtime_ns, content)
        return found

    def changes(self) -> list[str]:
        """What is not as it was."""
        now = self._state()
        return sorted(name for name in self._before.keys() | now.keys() if self._before.get(name) != now.get(name))


@pytest.fixture
def daemon(daemon_folder: Path) -> Iterator[Daemon]:
    made = Daemon(daemon_folder)
    yield made
    made.kill()


@pytest.fixture
def outside(daemon: Daemon, daemon_folder: Path) -> Tree:
    daemon.start()
    with daemon.connect() as wire:
        seed(wire)
    daemon.stop()
    return Tree(daemon_folder / "outside", daemon.data)


@pytest.fixture
def scratch(daemon_folder: Path) -> Path:
    made = daemon_folder / "scratch"
    made.mkdir()
    return made


class Planter:
    """Puts links in the place of names, and takes them away again."""

    def __init__(self, data: Path, outside: Tree) -> None:
        self._data = data
        self._outside = outside
        self._moved: list[tuple[Path, Path]] = []
        self._numbers = itertools.count()
        self.planted = 0

    def replace(self, relpath: str, *, hard: bool = False) -> None:
        """Put a link to the same name outside in the place of what stands there, which goes aside.

        At once, since the daemon may write or remove its file in between; what it has removed is left out.
        """
        here, there = self._data / relpath, self._outside.path / relpath
        number = next(self._numbers)
        aside = self._data / f"x{number}{here.suffix}.moved"
        self._link(aside, there, here.parent if number % 2 else None, hard=hard)
        try:
            exchange(here, aside)
        except FileNotFoundError:
            aside.unlink()
        else:
            self._moved.append((here, aside))
            self.planted += 1

    def plant(self, here: Path, there: Path, number: int = 0, *, hard: bool = False) -> None:
        self._link(here, there, here.parent if number % 2 else None, hard=hard)
        self.planted += 1

    @staticmethod
    def _link(name: Path, there: Path, start: Path | None, *, hard: bool) -> None:
        """`start`: the directory that its text begins at."""
        if hard:
            name.hardlink_to(there)
        else:
            name.symlink_to(there if start is None else os.path.relpath(there, start))

    def undo(self) -> None:
        """Put back what was there; what the daemon put in a link's place goes."""
        for here, aside in reversed(self._moved):
            if here.is_dir() and not here.is_symlink():
                shutil.rmtree(here)
            else:
                here.unlink(missing_ok=True)
            aside.rename(here)
        self._moved.clear()


def served(wire: Wire) -> None:
    """What was remembered before is there."""
    assert len(wire.call("facts.find", {"object": f"the {OURS}"})["facts"]) == 3
    loaded = wire.call("contexts.load", {"project": OURS, "limit": 10})["contexts"]
    assert {f"the {OURS} plans {number}" for number in range(3)} <= {context["content"] for context in loaded}
    for number in range(3):
        messages = wire.call("sessions.read", {"session_id": f"s{number}"})["messages"]
        assert messages[0]["content"] == f"I dig the {OURS}, {number}."
    results = wire.call("recall.search", {"query": OURS, "k": 50})["results"]
    assert {"fact", "context", "note"} <= {result["kind"] for result in results}
    keys = [key for result in results for key in (result["key"], *result.get("also", ()))]
    assert any(key.startswith("sessions/") for key in keys)  # its fact may stand for a message (rule 24)


def linked_at_once(outside: Tree) -> list[list[str]]:
    """Rounds of names that links replace together: a directory and what is in it cannot be linked both."""
    directories = outside.directories()
    files = [str(path.relative_to(outside.path)) for path in outside.files()]
    return [
        [name for name in directories if "/" not in name],  # .memoryd, too
        [name for name in directories if "/" in name and not name.startswith(".memoryd")],
        [name for name in files if not name.startswith(".memoryd/index/") and name != ".memoryd/lock"],
    ]


@pytest.mark.parametrize("turn", part(1, [2, 0, 1]), ids=["files", "directories", "directories below"])
def test_links_that_come_while_the_daemon_runs(daemon: Daemon, outside: Tree, scratch: Path, turn: int) -> None:
    planter = Planter(daemon.data, outside)
    names = linked_at_once(outside)[turn]
    loop, dangling = daemon.data / "memory" / "loop.md", daemon.data / "memory" / "dangling.md"
    extras = [daemon.data / f"extra{number}.md" for number in range(25)]
    daemon.start()
    with daemon.connect() as wire:
        for name in names:
            planter.replace(name)
        if not (daemon.data / "memory").is_symlink():
            planter.plant(loop, loop)
            planter.plant(dangling, daemon.data / "nowhere")
        for number, (extra, file) in enumerate(zip(extras, itertools.cycle(outside.files()))):
            planter.plant(extra, file, number)
        said = everything(wire, daemon.data, scratch)
        problems = wire.call("system.health")["problems"]
    assert daemon.stop() == 0
    assert outside.changes() == []
    assert [text for text in said if SECRET in text] == []
    assert sum("link" in problem["what"] for problem in problems) >= len(names) // 2
    for path in (loop, dangling, *extras):
        path.unlink(missing_ok=True)
    planter.undo()
    assert planter.planted >= 30
    daemon.start()
    with daemon.connect() as wire:
        served(wire)


@pytest.mark.parametrize(
    "relpath", part(1, ["sessions", "knowledge-graph", "contexts", "daily", "summaries", ".memoryd"])
)
def test_a_link_before_a_start(daemon: Daemon, outside: Tree, scratch: Path, relpath: str) -> None:
    """`mv sessions x; ln -s B/sessions sessions`, then a restart."""
    planter = Planter(daemon.data, outside)
    planter.replace(relpath)
    daemon.start()
    with daemon.connect() as wire:
        said = everything(wire, daemon.data, scratch)
        problems = wire.call("system.health")["problems"]
        if relpath == "sessions":
            wire.call("sessions.start", {"session_id": "new"})
            with pytest.raises(RpcError, match="symbolic link") as caught:
                said_now = {"role": "user", "content": "Where does it go?"}
                wire.call("sessions.append", {"session_id": "new", "messages": [said_now]})
            assert caught.value.code == "read_only"
    daemon.kill()
    assert outside.changes() == []
    assert [text for text in said if SECRET in text] == []
    assert any(problem["path"].endswith(relpath) or relpath in problem["what"] for problem in problems)
    planter.undo()
    daemon.start()
    with daemon.connect() as wire:
        served(wire)


@pytest.mark.parametrize("running", part(1, [True, False]))
def test_hard_links_are_written_through_a_copy(daemon: Daemon, outside: Tree, scratch: Path, running: bool) -> None:
    planter = Planter(daemon.data, outside)
    if running:
        daemon.start()
    for name in linked_at_once(outside)[2]:
        planter.replace(name, hard=True)
    if not running:
        daemon.start()
    with daemon.connect() as wire:
        everything(wire, daemon.data, scratch)
    assert daemon.stop() == 0
    assert outside.changes() == []
    assert planter.planted >= 20


def test_a_copy_is_reported_once(daemon: Daemon, outside: Tree) -> None:
    file = daemon.data / "contexts" / f"{OURS}.jsonl"
    (outside.path / "snapshot").hardlink_to(file)  # as `cp -al` makes them
    before = file.read_bytes()
    daemon.start()
    with daemon.connect() as wire:
        assert len(wire.call("contexts.load", {"project": OURS, "limit": 10})["contexts"]) == 3
        wire.call("contexts.save", {"project": OURS, "content": "a new plan", "source": "me"})
        told = [problem for problem in wire.call("system.health")["problems"] if "hard link" in problem["what"]]
        assert [problem["path"] for problem in told] == [f"contexts/{OURS}.jsonl"]
    assert daemon.stop() == 0
    assert (outside.path / "snapshot").read_bytes() == before
    assert "a new plan" in file.read_text()
    assert file.stat().st_nlink == 1
    daemon.start()
    with daemon.connect() as wire:
        assert [p for p in wire.call("system.health")["problems"] if "hard link" in p["what"]] == []


def test_a_second_name_is_not_indexed(daemon: Daemon, outside: Tree) -> None:
    daemon.start()
    with daemon.connect() as wire:
        for source, name in (
            ("memory/knowledge.md", "a.md"),
            ("MEMORY.md", "b.md"),
            (f"contexts/{OURS}.jsonl", "c.md"),
        ):
            (daemon.data / "memory" / name).hardlink_to(daemon.data / source)

        def reported() -> list[str]:
            problems = wire.call("system.health")["problems"]
            return [problem["path"] for problem in problems if "hard link" in problem["what"]]

        until(lambda: reported() == ["memory/a.md", "memory/b.md", "memory/c.md"])
        # The first names get new files: the old text under the second ones is still not another memory.
        wire.call("notes.write", {"layer": "knowledge", "text": "The quay is new", "remember": True})
        until(lambda: "quay" in (daemon.data / "MEMORY.md").read_text())
    for _ in range(2):
        with daemon.connect() as wire:
            found = wire.call("recall.search", {"query": OURS, "k": 50})["results"]
            assert {result["path"] for result in found} & {f"memory/{name}.md" for name in "abc"} == set()
            assert len([result for result in found if result["kind"] == "note"]) == 3
            with pytest.raises(RpcError):
                wire.call("recall.get", {"key": "memory/b.md"})
            assert "memory/b.md" not in str(wire.call("recall.grep", {"pattern": OURS})["matches"])
        daemon.stop()
        daemon.start()


def test_a_directory_that_is_swapped_all_the_time(daemon: Daemon, outside: Tree) -> None:
    daemon.start()
    sessions, link = daemon.data / "sessions", daemon.data / "x"
    link.symlink_to(outside.path / "sessions")
    done = threading.Event()

    def swap() -> None:
        while not done.is_set():
            exchange(sessions, link)
            exchange(sessions, link)

    swapping = threading.Thread(target=swap)
    acknowledged = []
    with daemon.connect() as wire:
        wire.call("sessions.start", {"session_id": "race"})
        swapping.start()
        for number in range(150):
            said = {"role": "user", "content": f"message {number}"}
            with suppress(RpcError):
                wire.call("sessions.append", {"session_id": "race", "messages": [said]})
                acknowledged.append(said["content"])
        done.set()
        swapping.join()
    daemon.stop()
    assert outside.changes() == []
    daemon.start()
    with daemon.connect() as wire:
        if acknowledged:
            kept = wire.call("sessions.read", {"session_id": "race", "limit": 500})["messages"]
            assert set(acknowledged) <= {message["content"] for message in kept}


def exchange(one: Path, other: Path) -> None:
    """Both names at once, so that there is never none."""
    if ctypes.CDLL(None, use_errno=True).renameat2(-100, os.fsencode(one), -100, os.fsencode(other), 2) != 0:
        number = ctypes.get_errno()
        raise OSError(number, os.strerror(number), str(one))


@pytest.mark.long
@pytest.mark.skipif(bool(strace.missing()), reason=strace.missing() or "-")
def test_no_call_reaches_outside(daemon: Daemon, outside: Tree, scratch: Path, daemon_folder: Path) -> None:
    """As strace sees it, over more than a hundred links of all kinds: what is opened is where it was meant to be."""
    planter = Planter(daemon.data, outside)
    loop, dangling = daemon.data / "memory" / "loop.md", daemon.data / "memory" / "dangling.md"
    second = daemon.data / "memory" / "second.md"
    extras = [daemon.data / f"extra{number}.md" for number in range(10)]
    seen: list[strace.Call] = []
    for number, (names, hard) in enumerate([(each, False) for each in linked_at_once(outside)] + [(None, True)]):
        trace = daemon_folder / f"trace-{number}"
        traced = Daemon(daemon_folder, run_by=strace.command(trace))
        traced.start()
        with traced.connect() as wire:
            wire.call("system.verify")  # waits until the index stands
            for name in names or linked_at_once(outside)[-1]:
                planter.replace(name, hard=hard)
            if not (daemon.data / "memory").is_symlink():
                planter.plant(loop, loop)
                planter.plant(dangling, daemon.data / "nowhere")
                planter.plant(second, daemon.data / "MEMORY.md", hard=True)
            for place, (extra, file) in enumerate(zip(extras, itertools.cycle(outside.files()))):
                planter.plant(extra, file, place, hard=hard)
            everything(wire, daemon.data, scratch)
        assert traced.stop() == 0
        strace.wait_for_end(trace, traced.pid)
        seen += strace.calls(trace)
        for path in (loop, dangling, second, *extras):
            path.unlink(missing_ok=True)
        planter.undo()
        assert outside.changes() == []
    assert planter.planted >= 100
    print(f"{planter.planted} links, {len(seen)} calls")
    reached = [call for call in seen if call.result >= 0 for path in call.paths if is_in(path, outside.path)]
    # tantivy looks twice a second whether its meta.json has another checksum; it reads no more, and shows nothing.
    assert [str(call) for call in reached if call.writes or "/index/meta.json" not in call.arguments] == []
    reads_only_what_it_needs(seen, daemon, daemon_folder, str(scratch), f"{outside.path}/.memoryd/index/meta.json")


def is_in(path: str, folder: Path) -> bool:
    return path == str(folder) or path.startswith(f"{folder}/")
