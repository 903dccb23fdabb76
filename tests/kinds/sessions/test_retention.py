"""When a session's file goes to the archive, and when its archive ends (rule 18)."""

from __future__ import annotations

from pathlib import Path

import pytest

from memoryd.background import Run
from memoryd.config import Config, Flags, load_config
from memoryd.kinds.sessions.retention import Retention
from tests.support.sessions import SessionRig, said

DAYS = 100.0


def due(rig: SessionRig, config: Config) -> list[str]:
    """What would be moved or removed now."""
    run = Run("clean", rig.clock.now(), True, lambda stage, done, total: None)
    Retention(rig.open(config, kinds=()), rig.store, rig.files.archives).clean(run)
    return run.diff


@pytest.fixture
def config(tmp_path: Path) -> Config:
    path = tmp_path / "memoryd.toml"
    path.write_text("[memory_oracle]\nsession_archive_days = 90\n")
    return load_config(str(path), {}, Flags(None, None))


@pytest.mark.parametrize("then", ["appended", "edited", "read anew"])
def test_its_age_counts_from_what_was_received_and_not_by_the_file(rig: SessionRig, config: Config, then: str) -> None:
    """The file is as new as this test, of which the clock knows nothing."""
    rig.append("s", [said("one", rig.clock.now())])
    path = rig.path()
    rig.clock.advance(DAYS * 86400)
    if then == "edited":
        rig.edit(path, rig.lines(path)[0].replace(b"one", b"two"))
    elif then == "read anew":
        rig.index.states.clear()
        rig.restart()
    assert due(rig, config) == [f"- {path} → sessions/archive/{Path(path).name}.zst"]


def test_an_archive_ends_by_what_was_received(rig: SessionRig, config: Config) -> None:
    rig.append("s", [said("one", rig.clock.now())])
    path = rig.path()
    rig.archive(path)
    rig.index.states.clear()
    rig.restart()
    rig.clock.advance(DAYS * 86400)
    assert due(rig, config) == [f"- sessions/archive/{Path(path).name}.zst"]
