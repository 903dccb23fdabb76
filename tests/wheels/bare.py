"""A virtual environment that holds a wheel and what it requires, made without the network."""

from __future__ import annotations

import os
import subprocess
import sys
import sysconfig
from collections.abc import Iterator
from importlib.metadata import PackageNotFoundError, distribution
from pathlib import Path

from pip._vendor.packaging.requirements import Requirement


class Bare:
    """An environment of `python` without even pip: ours installs into it, from files only."""

    def __init__(self, folder: Path, python: str = sys.executable) -> None:
        self.folder = folder
        subprocess.run([python, "-m", "venv", "--without-pip", str(folder)], check=True, timeout=120)
        self.python = folder / "bin" / "python"
        self.site = Path(self.run("import sysconfig; print(sysconfig.get_path('purelib'))"))

    def link_requirements(self, name: str) -> None:
        """Have all that the distribution requires, by links to what is installed here: to copy numpy takes seconds."""
        ours = Path(sysconfig.get_path("purelib"))
        for each in requirements(name):
            files = distribution(each).files or []
            for top in {path.parts[0] for path in files if path.parts[0] not in ("..", "__pycache__")}:
                link = self.site / top
                if not link.exists():
                    link.symlink_to(ours / top)

    def install(self, *wheels: Path) -> None:
        self._pip("install", "--no-index", "--no-deps", *map(str, wheels))

    def uninstall(self, *names: str) -> None:
        self._pip("uninstall", "--yes", *names)

    def check(self) -> None:
        """Is all that the installed distributions require installed, too?"""
        self._pip("check")

    def files(self) -> set[str]:
        """What is in memoryd/, but for what Python compiled."""
        found = (path.relative_to(self.site) for path in self.site.glob("memoryd/**/*") if path.is_file())
        return {str(path) for path in found if "__pycache__" not in path.parts}

    def run(self, program: str, *arguments: str, env: dict[str, str] | None = None) -> str:
        """The output of a Python program."""
        return self.command(str(self.python), "-c", program, *arguments, env=env)

    def command(self, *words: str, env: dict[str, str] | None = None) -> str:
        """The output of a command. It knows nothing of this tree, and of no daemon but one that `env` names."""
        kept = {key: value for key, value in os.environ.items() if not key.startswith(("PYTHON", "MEMORYD_"))}
        done = subprocess.run(
            words, capture_output=True, text=True, cwd=self.folder, env=kept | (env or {}), timeout=120
        )
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout.strip()

    def _pip(self, *words: str) -> None:
        command = [sys.executable, "-m", "pip", "--disable-pip-version-check", "--python", str(self.python), *words]
        done = subprocess.run(command, capture_output=True, text=True, cwd=self.folder, timeout=120)
        assert done.returncode == 0, done.stdout + done.stderr


def requirements(name: str) -> Iterator[str]:
    """What a distribution requires, all the way down; memoryd's own two are not among it."""
    seen: set[str] = set()
    waiting = [name]
    while waiting:
        one = waiting.pop()
        if one.casefold() in seen:
            continue
        seen.add(one.casefold())
        try:
            lines = distribution(one).requires or []
        except PackageNotFoundError:  # not for this Python
            continue
        if not one.startswith("memoryd"):
            yield one
        wanted = (Requirement(line) for line in lines)
        waiting += [each.name for each in wanted if each.marker is None or each.marker.evaluate({"extra": ""})]
