"""What runs over all kinds: the parts of each step, in which order, and what is told of problems."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest

from memoryd.background import Run, Step
from memoryd.clock import SystemClock
from memoryd.composition import Composition
from memoryd.maintenance.paths import CANARY_HISTORY, RUNS
from memoryd.services import Services
from memoryd.storage.files import OsFiles
from memoryd.storage.writer import deliver_here
from memoryd.types import Problem
from tests.support.configured import configured
from tests.support.empty_kind import EmptyKind

CONFIG = '[memory_oracle]\nembedding_model = "none"\n[schedule]\n' + "".join(
    f'{name} = "off"\n' for name in ("summarize", "consolidate", "health_check", "quality_probe")
)


class Sharing(EmptyKind):
    """Has a part of a step that others have, too."""

    def __init__(self, services: Services, order: list[str]) -> None:
        self._board, self._order = services.board, order

    def steps(self) -> Mapping[str, Step]:
        return {"reconcile": self._reconcile, "tiers": self._tiers}

    def _reconcile(self, run: Run) -> dict[str, int]:
        self._order.append("reconcile")
        self._board.set("empty", [Problem(path="a", what="odd", action="mend")])
        return {"complete": 0, "shared": 1}

    def _tiers(self, run: Run) -> dict[str, int]:
        self._order.append("tiers")
        return {"updated": 7}


class Rig:
    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.order: list[str] = []
        self.events: list[tuple[str, str]] = []
        self.started: list[Composition] = []

    def make(self) -> Composition:
        config = configured(self.folder, CONFIG)
        more = [lambda services: Sharing(services, self.order)]
        return Composition(config, SystemClock(), OsFiles(), deliver_here, self.tell, more)

    def tell(self, topic: str, event: str, fields: Mapping[str, Any]) -> None:
        self.events.append((topic, event))

    def start(self) -> Composition:
        made = self.make()
        made.load()
        made.start()
        self.started.append(made)
        assert made.services.watcher.ready.wait(30)
        return made

    def stop(self) -> None:
        while self.started:
            self.started.pop().stop()


@pytest.fixture
def rig(tmp_path: Path) -> Iterator[Rig]:
    made = Rig(tmp_path)
    yield made
    made.stop()


def run(composition: Composition, action: str, **more: Any) -> dict[str, Any]:
    (report,) = composition.operations.runner.run(action, lambda stage, done, total: None, **more)["steps"]
    found: dict[str, Any] = report
    return found


def test_a_step_that_several_share_has_the_part_of_each(rig: Rig) -> None:
    composition = rig.start()
    report = run(composition, "reconcile")
    # Edits are absorbed first, and problems counted last.
    assert report["status"] == "ok"
    assert (report["counts"]["complete"], report["counts"]["shared"]) == (1, 1)
    assert report["counts"]["problems"] == len(composition.services.board.all()) >= 1
    assert run(composition, "tiers")["counts"] == {"updated": 7}
    assert rig.order == ["reconcile", "tiers"]


def test_every_run_and_every_problem_is_told(rig: Rig) -> None:
    run(rig.start(), "reconcile")
    assert [event for topic, event in rig.events if topic == "maintenance"] == [
        "maintenance.begun", "maintenance.step", "maintenance.ended",
    ]  # fmt: skip
    assert ("problem", "problem") in rig.events


def test_what_ran_is_known_after_a_restart(rig: Rig) -> None:
    first = rig.start()
    run(first, "tiers")
    rig.stop()
    status = rig.start().operations.runner.status({})
    assert status["actions"]["tiers"]["last"]["steps"][0]["counts"] == {"updated": 7}


@pytest.mark.parametrize(
    ("path", "content", "expected"),
    [
        (RUNS, b"{", lambda text: "when timed work ran last is not known" in text),
        (CANARY_HISTORY, b'{"at": "2026', lambda text: "canary-history" in text),
    ],
)
def test_a_file_of_its_own_that_was_cut_short_is_mended_and_told(
    rig: Rig, path: str, content: bytes, expected: Callable[[str], bool]
) -> None:
    rig.make().services.index.close()
    (rig.folder / "data" / path).parent.mkdir(parents=True, exist_ok=True)
    (rig.folder / "data" / path).write_bytes(content)
    board = rig.start().services.board
    assert any(expected(f"{one.path} {one.what}") for one in board.all())


def test_a_stop_ends_what_runs_and_refuses_what_comes(rig: Rig) -> None:
    composition = rig.start()
    composition.operations.stop_soon()
    with pytest.raises(Exception, match="stopping"):
        run(composition, "tiers")
