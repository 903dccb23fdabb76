from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from memoryd.recall.lexical.index import Index


@pytest.fixture
def index(tmp_path: Path) -> Iterator[Index]:
    opened = Index(tmp_path / "index", commit_seconds=0.02)
    yield opened
    opened.close()
