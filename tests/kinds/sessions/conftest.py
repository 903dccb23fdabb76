"""A session's files over a real directory."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.support.sessions import SessionRig


@pytest.fixture
def rig(tmp_path: Path) -> Iterator[SessionRig]:
    rig = SessionRig(tmp_path)
    rig.start("s")
    yield rig
    rig.stop()
