"""A whole run of the daemon, traced: it runs nothing but its workers, speaks to nobody but its socket's clients, and
opens nothing outside of its data, models, configuration and interpreter."""

from __future__ import annotations

import os
import re
import signal
import site
import sys
import sysconfig
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest

from memoryd.kinds.facts.census.census_files import SMALL
from memoryd.rpc.describe import describe
from memoryd.rpc.registry import Access
from tests.recall.tiny_model import write_model
from tests.requests.test_every_method import REQUESTS
from tests.support import strace
from tests.support.daemon import ROOT, Daemon
from tests.support.methods import described
from tests.support.wait import until
from tests.support.wire import RpcError, Wire

pytestmark = pytest.mark.skipif(bool(strace.missing()), reason=strace.missing() or "-")

METHODS = describe(described())["methods"]
VALUES = {"string": "quay", "integer": 1, "number": 1.0, "boolean": True, "array": [], "object": {}}
KEYS = {"recall.get": "MEMORY.md", "recall.why": "MEMORY.md"}

# What may be opened for reading beside data, models, configuration and interpreter.
SYSTEM = {
    "/proc/": "its own memory, limits and descriptors; the kernel's page and processor counts; the limits of inotify",
    "/sys/devices/": "the number of processors, for onnxruntime's threads, and whether there is a GPU",
    "/sys/bus/pci/devices": "the same",
    "/sys/fs/cgroup": "how much memory it may use",
    "/dev/null": "standard input",
    "/dev/urandom": "random numbers",
    "/usr/share/zoneinfo": "the time zone",
    "/etc/localtime": "the time zone",
    "/etc/timezone": "the time zone",
    "/etc/locale.alias": "the language of the C library",
    "/etc/ssl/openssl.cnf": "the C library of hashlib",
    "/etc/passwd": "the names of users",
    "/etc/group": "the names of groups",
    "/etc/nsswitch.conf": "where the names of users stand",
    "/etc/ld.so": "where the C libraries are",
    "/usr/lib": "the C libraries",
    "/usr/local/lib": "the C libraries",
    "/lib": "the C libraries",
}


@pytest.fixture
def trace(daemon_folder: Path) -> Path:
    return daemon_folder / "trace"


@pytest.fixture
def daemon(daemon_folder: Path, trace: Path) -> Iterator[Daemon]:
    write_model(daemon_folder / "models" / "tiny")
    home = daemon_folder / "home"
    home.mkdir()
    config = '[memory_oracle]\nembedding_model = "tiny"\n[recall]\n'
    config += f'models_path = "{daemon_folder}/models"\nmin_similarity = 0.0\n'
    # An installed daemon has been compiled.
    env = {"HOME": str(home), "PYTHONDONTWRITEBYTECODE": "1"}
    made = Daemon(daemon_folder, config, env=env, run_by=strace.command(trace))
    yield made
    made.kill()


def everything(wire: Wire, folder: Path) -> None:
    """Each method once; what it says is other tests' matter."""
    for method in described():
        schema = METHODS[method.name]["params"]
        wanted = {name: schema["properties"][name] for name in schema.get("required", ())}
        params = {name: VALUES[one.get("type", "string")] for name, one in wanted.items()}
        if method.name == "system.backup":
            params = {"path": str(folder / "backup.tar")}
        elif method.name in KEYS:
            params = {"key": KEYS[method.name]}
        elif method.access is not Access.READ:
            params = REQUESTS[method.name](wire)
        with suppress(RpcError):
            wire.call(method.name, params)


@pytest.mark.long
def test_a_whole_run_stays_where_it_belongs(daemon: Daemon, trace: Path, daemon_folder: Path) -> None:
    daemon.start()
    with daemon.connect() as wire:
        everything(wire, daemon_folder)
        many = [{"subject": f"stone {at}", "predicate": "is", "object": "grey"} for at in range(SMALL + 1)]
        wire.call("facts.add_many", {"facts": many})
        with (daemon.data / "knowledge-graph" / "facts.jsonl").open("a") as file:
            file.write('{"subject": "Ada", "predicate": "edits", "object": "by hand"}\n')
        (daemon.data / "memory" / "plans.md").write_text("# Plans\n\n- a quay for the harbour\n")
        until(lambda: wire.call("facts.find", {"object": "by hand"})["facts"])
        until(lambda: wire.call("system.info")["embeddings"]["state"] == "ready")
        wire.call("maintenance.run", {"action": "consolidate"})
        wire.call("maintenance.run", {"action": "quality-probe"})
        wire.call("maintenance.run", {"action": "rebuild"})
        assert wire.call("system.verify", {"repair": True})["problems"] == []
        os.kill(daemon.pid, signal.SIGHUP)
        wire.call("recall.search", {"query": "tea"})
    assert daemon.stop() == 0
    strace.wait_for_end(trace, daemon.pid)
    seen = list(strace.calls(trace))
    assert len(seen) > 1000

    _runs_only_its_workers(seen)
    _speaks_only_to_unix_sockets(seen, daemon)
    _changes_only_its_own(seen, daemon, daemon_folder)
    reads_only_what_it_needs(seen, daemon, daemon_folder)
    assert sorted(path.name for path in (daemon_folder / "home").iterdir()) == []


def _runs_only_its_workers(seen: list[strace.Call]) -> None:
    first, *others = [call for call in seen if call.name.startswith("exec")]
    assert '"memoryd"' in first.arguments
    for call in others:
        assert call.arguments.startswith(f'"{sys.executable}", ["{sys.executable}", "-P", "-m"'), call
    started = [name for call in others for name in re.findall(r'"-m", "([a-z.]+)"', call.arguments)]
    assert len(started) == len(others)
    assert set(started) == {"memoryd.maintenance.worker", "memoryd.recall.indexer", "memoryd.audit.hasher"}


def _speaks_only_to_unix_sockets(seen: list[strace.Call], daemon: Daemon) -> None:
    families = {call.arguments.partition(",")[0] for call in seen if call.name == "socket"}
    assert families == {"AF_UNIX"}
    reached = {path for call in seen if call.name in ("connect", "bind") for path in call.paths}
    assert {Path(path).parent for path in reached} == {daemon.socket.parent}


def _changes_only_its_own(seen: list[strace.Call], daemon: Daemon, folder: Path) -> None:
    # The backup that was asked for and the socket, each with what stands for it until it is whole.
    own = (f"{daemon.data}/", f"{daemon.socket}", f"{folder}/backup.tar", f"{folder}/.backup.tar", "/dev/null")
    strange = [
        f"{call}"
        for call in seen
        if call.writes
        for path in call.paths
        if not (path.startswith(own) or path == str(daemon.data))
    ]
    assert "\n".join(strange) == ""


def reads_only_what_it_needs(seen: list[strace.Call], daemon: Daemon, folder: Path, *also: str) -> None:
    interpreter = {sys.prefix, sys.base_prefix, *sysconfig.get_paths().values(), *site.getsitepackages()}
    code = {str(ROOT / "memoryd"), str(ROOT / "packaging" / "client")}
    backup = {f"{folder}/backup.tar", f"{folder}/.backup.tar"}
    own = {f"{daemon.data}/", f"{folder}/models/", str(daemon.config)} | backup
    # Directories above the data, and where the tests tell Python to import from.
    looked_at = {str(ROOT), *(str(parent) for parent in (daemon.data, *daemon.data.parents))}
    roots = tuple(interpreter | code | own | set(SYSTEM) | set(also))
    strange = sorted(
        {
            path
            for call in seen
            if call.name.startswith("open") and call.result >= 0 and not call.writes
            for path in call.paths
            if not (path.startswith(roots) or path in looked_at)
        }
    )
    assert "\n".join(strange) == ""
