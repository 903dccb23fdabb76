"""What `make generated` makes is up to date, and the pages among it are clean."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
RECIPE = re.search(r"^generated:.*\n((?:\t.*\n)+)", (ROOT / "Makefile").read_text(), re.MULTILINE)
SCRIPTS = re.findall(r"\$\(PY\) (\S+\.py)$", RECIPE[1] if RECIPE else "", re.MULTILINE)
PAGES = sorted((ROOT / "packaging" / "man").iterdir())
RUN = """
import os, runpy, sys
words = sys.argv[1:]
while words:
    script, folder, *words = words
    os.mkdir(folder)
    sys.argv[:], sys.path[0] = [script, folder], os.path.dirname(script)
    runpy.run_path(script, run_name="__main__")
"""
"""Runs each script into its folder, in one process: to import memoryd takes longer than all of them."""
MARK = "Made by `make generated`"


def files_in(directory: Path) -> dict[str, str]:
    found = (
        path
        for path in directory.rglob("*")
        if path.is_file() and path.suffix != ".pyc" and "generate" not in path.parts
    )
    return {str(path.relative_to(directory)): path.read_text() for path in found}


def test_every_generated_file_is_up_to_date(tmp_path: Path) -> None:
    """Else: make generated."""
    folders = [tmp_path / Path(script).stem for script in SCRIPTS]
    each = [word for pair in zip(SCRIPTS, folders, strict=True) for word in pair]
    subprocess.run([sys.executable, "-c", RUN, *each], cwd=ROOT, check=True, timeout=120)
    made: dict[str, str] = {}
    for folder in folders:
        files = files_in(folder)
        assert files, f"{folder.name}.py writes nothing into the directory that it is given"
        made |= files
    stale = [name for name, text in made.items() if not (ROOT / name).is_file() or (ROOT / name).read_text() != text]
    assert stale == []
    marked = {
        f"{folder}/{name}"
        for folder in ("contrib", "packaging", "memoryd/client")
        for name, text in files_in(ROOT / folder).items()
        if MARK in "".join(text.splitlines(keepends=True)[:3])
    }
    assert marked - set(made) == set()
    assert {
        "contrib/completions/_memoryctl",
        "contrib/completions/memoryctl.bash",
        "contrib/completions/memoryctl.fish",
        "packaging/catalog/memoryd.catalog",
        "packaging/man/memoryctl.1",
        "packaging/man/memoryd-rpc.7",
        "packaging/man/memoryd.toml.5",
        "packaging/memoryd.toml",
    } <= set(made)


def test_every_script_that_makes_something_is_in_the_makefile() -> None:
    scripts = {
        str(path.relative_to(ROOT))
        for path in (ROOT / "packaging" / "generate").glob("*.py")
        if '__name__ == "__main__"' in path.read_text()
    }
    assert scripts - set(SCRIPTS) == set()


@pytest.mark.skipif(shutil.which("groff") is None, reason="no groff")
@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_groff_has_nothing_to_say(page: Path) -> None:
    command = ["groff", "-man", "-Tutf8", "-ww", "-z", str(page)]
    assert subprocess.run(command, capture_output=True, text=True, timeout=60, check=True).stderr == ""
