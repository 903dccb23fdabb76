"""A throw-away machine with a real systemd, with memoryd installed by its package."""

from __future__ import annotations

import json
import os
import shlex
import shutil
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[2]
SCRIPT = ROOT / "tests" / "tools" / "box.sh"
PYTHONS = {"bookworm": (3, 11), "trixie": (3, 13), "noble": (3, 12)}
SYSTEM = os.environ.get("MEMORYD_BOX", "bookworm")
"""The release in the box; for another one than this machine's, $MEMORYD_PACKAGES has what `make deb` made there."""

INSTALL = """
set -e
apt-get -qq install -y /packages/memoryd_*.deb
install -D -m 755 /tree/tests/systemd/caller.py /usr/lib/memoryd-test/caller.py
groupadd ops
useradd --create-home --groups memoryd-clients alice
useradd --create-home --groups memoryd-clients,memoryd emil
useradd --create-home --groups ops olga
useradd --create-home mallory
"""


def missing() -> str:
    """What keeps a box from being booted here, or nothing."""
    if os.geteuid() != 0:
        return "a box needs root"
    for command in ("systemd-nspawn", "debootstrap", "nsenter", "pgrep", "dh"):
        if shutil.which(command) is None:
            return f"a box needs {command}"
    if "MEMORYD_PACKAGES" not in os.environ and sys.version_info[:2] != PYTHONS[SYSTEM]:
        return f"the box has Python {PYTHONS[SYSTEM]}, so the package for it is made there: set MEMORYD_PACKAGES"
    return ""


class Box:
    """One booted machine; `run` runs a shell command inside, as root or as somebody else."""

    def __init__(self, name: str, packages: Path, tree: Path = ROOT) -> None:
        self.name = name
        self._env = {**os.environ, "SYSTEM": SYSTEM, "BINDS": f"{tree}:/tree\n{packages}:/packages"}

    def up(self, install: str = INSTALL) -> None:
        for step in ("root", "up"):
            done = subprocess.run([SCRIPT, step, self.name], env=self._env, capture_output=True, text=True, timeout=900)
            assert done.returncode == 0, done.stdout[-2000:] + done.stderr
        self.run(install, timeout=300)

    def down(self) -> None:
        subprocess.run([SCRIPT, "down", self.name], env=self._env, check=True, capture_output=True, timeout=120)

    def run(self, command: str, user: str = "", check: bool = True, timeout: float = 60) -> str:
        """Output of a shell command; fails the test with it when the command fails."""
        inside = ["runuser", "-u", user, "--"] if user else []
        arguments = [str(SCRIPT), "exec", self.name, *inside, "sh", "-c", command]
        done = subprocess.run(arguments, env=self._env, capture_output=True, text=True, timeout=timeout)
        if check and done.returncode:
            log = "" if "journalctl" in command else self.run("journalctl -n 60 --no-pager -o cat", check=False)
            raise AssertionError(f"{command}\n→ {done.returncode}\n{done.stdout}{done.stderr}\n{log}")
        return done.stdout + ("" if check else done.stderr)

    def call(self, socket: str, method: str, params: dict[str, Any] | None = None, user: str = "") -> Any:
        """One request as that user; `{"refused": errno}` when it cannot connect, `{"error": [...]}` for an error."""
        request = shlex.join([socket, method, json.dumps(params)])
        return json.loads(self.run(f"/usr/lib/memoryd/bin/python /usr/lib/memoryd-test/caller.py {request}", user))

    def show(self, unit: str, what: str) -> str:
        """A property of a unit."""
        return self.run(f"systemctl show {unit} --property {what} --value").strip()

    def wait(self, command: str, timeout: float = 60) -> None:
        """Until the command succeeds."""
        end = time.monotonic() + timeout
        while self.run(f"{command} >/dev/null 2>&1 && echo yes", check=False).strip() != "yes":
            if time.monotonic() > end:
                raise AssertionError(f"not within {timeout} s: {command}\n" + self.run("journalctl -n 60 -o cat"))
            time.sleep(0.05)

    def journal(self, *matches: str) -> list[dict[str, str]]:
        """Records of the journal."""
        text = self.run(shlex.join(["journalctl", "-o", "json", "--all", *matches]))
        return [json.loads(line) for line in text.splitlines()]


def build_package() -> Path:
    """The directory that holds the package, which `make deb` makes of this tree, or $MEMORYD_PACKAGES."""
    if given := os.environ.get("MEMORYD_PACKAGES"):
        return Path(given)
    done = subprocess.run(["make", "deb"], cwd=ROOT, capture_output=True, text=True, timeout=1800)
    assert done.returncode == 0, done.stdout + done.stderr
    return ROOT / "dist"
