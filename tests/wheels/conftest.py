"""The wheels, built once for all the workers of a run, of a copy of the tree."""

from __future__ import annotations

import fcntl
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.wheels.bare import Bare

ROOT = Path(__file__).parents[2]
_NOT_COPIED = (".*_cache", ".git", ".venv", ".hypothesis", "__pycache__", "*.egg-info", "build", "dist", "demo-data")


class Dist:
    """What `make wheels` leaves in dist/."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    @property
    def client(self) -> Path:
        return self._one("memoryd_client-*.whl")

    @property
    def daemon(self) -> Path:
        return self._one("memoryd-*.whl")

    @property
    def client_source(self) -> Path:
        return self._one("memoryd_client-*.tar.gz")

    @property
    def daemon_source(self) -> Path:
        return self._one("memoryd-*.tar.gz")

    def _one(self, pattern: str) -> Path:
        [found] = self.folder.glob(pattern)
        return found


@pytest.fixture(scope="session")
def dist(tmp_path_factory: pytest.TempPathFactory, worker_id: str) -> Dist:
    base = tmp_path_factory.getbasetemp()
    shared = (base if worker_id == "master" else base.parent) / "wheels"
    shared.mkdir(exist_ok=True)
    with (shared / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        done = shared / "done"
        if not done.exists():
            tree = shared / "tree"
            shutil.copytree(ROOT, tree, symlinks=True, ignore=shutil.ignore_patterns(*_NOT_COPIED))
            # With this environment, so not with one that make would set up first.
            command = ["make", "-s", "-o", ".venv/.ready", "wheels", f"PY={sys.executable}"]
            built = subprocess.run(command, cwd=tree, capture_output=True, text=True, timeout=300)
            assert built.returncode == 0, built.stdout + built.stderr
            done.touch()
    return Dist(shared / "tree" / "dist")


@pytest.fixture
def bare(tmp_path: Path) -> Callable[..., Bare]:
    return lambda python=sys.executable: Bare(tmp_path / "bare", python)
