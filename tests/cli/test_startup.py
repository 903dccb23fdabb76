"""memoryctl starts fast because it imports little; this holds what it may import, since time cannot be asserted."""

from __future__ import annotations

import subprocess
import sys

import pytest

from tests.cli.conftest import DEADLINE, environment
from tests.cli.fake_daemon import FakeDaemon

SLOW = (
    "asyncio",
    "dataclasses",
    "difflib",
    "inspect",
    "json",
    "logging",
    "msgspec",
    "shutil",
    "structlog",
    "subprocess",
)


def run(words: list[str], daemon: FakeDaemon) -> list[str]:
    """Run memoryctl; the modules that this imported."""
    script = (
        "import sys; before = set(sys.modules)\n"
        "from memoryd.cli.main import main\n"
        f"code = main({words!r})\n"
        "print(code, *sorted(set(sys.modules) - before))"
    )
    done = subprocess.run(
        [sys.executable, "-c", script],
        capture_output=True,
        text=True,
        env=environment(daemon.path),
        timeout=DEADLINE,
        check=True,
    )
    code, *imported = done.stdout.splitlines()[-1].split()
    assert code == "0"
    return imported


@pytest.mark.parametrize("words", [["recall", "tea"], ["add", "a", "b", "c"]], ids=lambda words: words[0])
def test_nothing_slow_and_nothing_of_the_daemon_is_imported(words: list[str], daemon: FakeDaemon) -> None:
    daemon.answers["recall.query"] = {"results": [{"key": "k", "kind": "fact", "text": "t", "score": 1.0}]}
    daemon.answers["facts.add"] = {"id": "f", "status": "added"}
    imported = run(words, daemon)
    assert [name for name in imported if name.split(".")[0] in SLOW] == []
    ours = {".".join(name.split(".")[:2]) for name in imported if name.startswith("memoryd.")}
    assert ours <= {"memoryd.cli", "memoryd.client", "memoryd.rpc", "memoryd.errors"}


def test_importers_are_imported_only_by_an_import(daemon: FakeDaemon) -> None:
    imported = run(["help", "import"], daemon)
    assert "memoryd.cli.commands.import" in imported
    assert {"memoryd.cli.openclaw", "memoryd.cli.moving", "memoryd.cli.snapshot", "sqlite3"} & set(imported) == set()
