"""What the tests of the process share."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.process.journald import Journald


@pytest.fixture
def journald(tmp_path: Path) -> Iterator[Journald]:
    listener = Journald(tmp_path / "j")
    yield listener
    listener.close()
