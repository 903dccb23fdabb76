"""Two builds of one commit are the same bytes, and the distributions' own checks have nothing to say against them."""

from __future__ import annotations

import os
import shutil
import subprocess
from hashlib import sha256
from pathlib import Path

import pytest

from tests.systemd.box import ROOT, build_package

VENV = ROOT / ".venv"
OLD = 1_500_000_000
needs = {"wheels": "git", "deb": "dh", "rpm": "rpmbuild"}
pytestmark = [
    pytest.mark.long,
    pytest.mark.skipif(not (ROOT / ".git").exists(), reason="no clone: there is no commit to build"),
    pytest.mark.skipif(not (VENV / "share" / "memoryd" / "models").is_dir(), reason="no model: make setup"),
]


def build(target: str, tree: Path) -> dict[str, str]:
    """The sha256 of everything that `make TARGET` leaves in dist/ of a fresh clone at that place."""
    subprocess.run(["git", "clone", "--quiet", str(ROOT), str(tree)], check=True)
    (tree / ".venv").symlink_to(VENV)
    environ = {name: value for name, value in os.environ.items() if name not in ("SOURCE_DATE_EPOCH", "PYTHONHASHSEED")}
    command = ["make", "-o", ".venv/.ready", target, f"PY={VENV / 'bin' / 'python'}"]
    done = subprocess.run(command, cwd=tree, env=environ, capture_output=True, text=True, timeout=1800)
    assert done.returncode == 0, done.stdout[-3000:] + done.stderr[-3000:]
    made = {path.name: sha256(path.read_bytes()).hexdigest() for path in (tree / "dist").iterdir()}
    shutil.rmtree(tree)
    return made


@pytest.mark.parametrize("target", needs)
def test_twice_the_same_bytes(target: str, tmp_path: Path) -> None:
    if shutil.which(needs[target]) is None:
        pytest.skip(f"no {needs[target]}")
    first = build(target, tmp_path / "here")
    assert first != {}
    # At another place, whose path is too long for a script's first line, by another umask, later.
    before = os.umask(0o077)
    try:
        second = build(target, tmp_path / "there" / ("and-deeper-" * 8))
    finally:
        os.umask(before)
    assert second == first


@pytest.mark.skipif(shutil.which("lintian") is None or shutil.which("dh") is None, reason="no lintian, or no debhelper")
def test_lintian_is_content() -> None:
    """With the overrides of packaging/deb/memoryd.lintian-overrides, each of which says why."""
    (package,) = build_package().glob("memoryd_*.deb")
    command = ["lintian", "--allow-root", "--fail-on", "error,warning"]
    done = subprocess.run([*command, str(package)], capture_output=True, text=True, timeout=1800)
    assert (done.returncode, [line for line in done.stdout.splitlines() if line[:2] in ("E:", "W:")]) == (0, [])


@pytest.mark.skipif(
    shutil.which("rpmlint") is None or shutil.which("rpmbuild") is None, reason="no rpmlint, or no rpmbuild"
)
def test_rpmlint_is_content() -> None:
    """With the filters of packaging/rpm/rpmlint.toml, each of which says why."""
    done = subprocess.run(["make", "rpm"], cwd=ROOT, capture_output=True, text=True, timeout=1800)
    assert done.returncode == 0, done.stdout[-3000:] + done.stderr[-3000:]
    packages = sorted(map(str, (ROOT / "dist").glob("memoryd-*.rpm")))
    command = ["rpmlint", "--config", str(ROOT / "packaging" / "rpm" / "rpmlint.toml"), *packages]
    found = subprocess.run(command, capture_output=True, text=True, timeout=1800)
    assert " 0 errors, 0 warnings" in found.stdout, found.stdout
