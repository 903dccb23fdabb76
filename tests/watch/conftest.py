from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.watch.eyewitness import Eyewitness


@pytest.fixture
def root(tmp_path: Path) -> Path:
    root = tmp_path / "data dir"
    (root / "memory").mkdir(parents=True)
    (root / "MEMORY.md").write_text("# Memory\n")
    (root / "memory" / "user.md").write_text("- likes tea\n- lives in Graz\n")
    return root


@pytest.fixture
def eyes(root: Path) -> Iterator[Eyewitness]:
    eyes = Eyewitness(root).open()
    eyes.calls.clear()
    yield eyes
    eyes.watcher.stop()
