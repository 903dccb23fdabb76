from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from memoryd.recall.lexical.index import Index
from tests.recall.helpers import open_index


@pytest.fixture
def index(tmp_path: Path) -> Iterator[Index]:
    index = open_index(tmp_path / "index", commit_seconds=0.02)
    yield index
    index.close()
