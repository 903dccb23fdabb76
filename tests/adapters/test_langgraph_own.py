"""The tests of stores in LangGraph's source distribution, run on MemorydStore in place of its in-memory store."""

from __future__ import annotations

import importlib.util
import os
import shutil
import subprocess
import sys
import tarfile
from pathlib import Path

import pytest

from tests.support.daemon import ROOT

SOURCES = sorted((ROOT / "build" / "adapters" / "sources").glob("langgraph_checkpoint-*.tar.gz"))
OF_EMBEDDINGS = "vector or embed or non_ascii"
"""Those that hand the store an embedder of their own; ours is the daemon's."""


@pytest.mark.skipif(
    not SOURCES or importlib.util.find_spec("langchain_core") is None,
    reason="LangGraph or its sources are not here: make test-adapters",
)
def test_langgraphs_own_tests_pass(socket: str, tmp_path: Path) -> None:
    with tarfile.open(SOURCES[-1]) as archive:
        archive.extractall(tmp_path / "theirs", filter="data")
    (folder,) = (tmp_path / "theirs").iterdir()
    # By itself: both they and we have a package `tests`.
    plugin = shutil.copy(Path(__file__).with_name("as_langgraphs_store.py"), tmp_path)
    environment = {**os.environ, "MEMORYD_SOCKET": socket, "PYTHONPATH": f"{tmp_path}{os.pathsep}{folder}"}
    words = ["-q", "-p", Path(plugin).stem, "-o", "asyncio_mode=auto"]
    words += ["tests/test_store.py", "-k", f"not ({OF_EMBEDDINGS})"]
    done = subprocess.run(
        [sys.executable, "-m", "pytest", *words],
        cwd=folder, env=environment, capture_output=True, text=True, timeout=300,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout[-4000:] + done.stderr[-2000:]
    assert "passed" in done.stdout
