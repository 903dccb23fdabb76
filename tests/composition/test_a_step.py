"""A step of maintenance that is added in one place: the `steps` of a kind.

`python -m tests.composition.test_a_step` is a daemon that has it.
"""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator, Mapping

import pytest

from memoryd.background import Run, Step
from memoryd.composition import described
from memoryd.process.arguments import parse_arguments
from memoryd.rpc.describe import describe
from memoryd.services import Services
from tests.composition.test_a_method import words_of
from tests.support.daemon import Daemon
from tests.support.empty_kind import EmptyKind
from tests.support.generators import load_generator
from tests.support.wire import RpcError, Wire


class Sweeper(EmptyKind):
    """Has one step."""

    name = "sweeper"
    consolidated = ("sweep",)

    def __init__(self, services: Services) -> None:
        self._dust = 3

    def steps(self) -> Mapping[str, Step]:
        return {"sweep": self._sweep}

    def _sweep(self, run: Run) -> dict[str, int]:
        run.progress("sweep", 1, 2)
        swept = self._dust
        if run.dry_run:
            run.diff += ["- dust"] * swept
        else:
            self._dust = 0
        return {"swept": swept}


@pytest.fixture
def daemon(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Daemon]:
    made = Daemon(tmp_path_factory.mktemp("step"), module="tests.composition.test_a_step")
    yield made.start()
    made.kill()


@pytest.fixture
def wire(daemon: Daemon) -> Iterator[Wire]:
    with daemon.connect() as made:
        yield made


def test_it_is_offered_run_and_remembered(daemon: Daemon, wire: Wire) -> None:
    wire.call("system.subscribe", {"events": ["maintenance"]})
    with pytest.raises(RpcError, match="'sweep'"):
        wire.call("maintenance.run", {"action": "swep"})

    assert wire.call("maintenance.run", {"action": "sweep"})["steps"][0]["counts"] == {"swept": 3}

    assert wire.call("maintenance.status")["actions"]["sweep"]["last"]["steps"][0]["counts"] == {"swept": 3}
    command = [sys.executable, "-m", "memoryd.cli", "--socket", str(daemon.socket), "maintenance"]
    shown = subprocess.run(command, capture_output=True, text=True, check=True, timeout=60).stdout
    (row,) = [line.split() for line in shown.splitlines() if line.startswith("sweep ")]
    assert row[-3:] == ["ok,", "3", "swept"]


def test_a_dry_run_shows_what_it_would_do(wire: Wire) -> None:
    dry = wire.call("maintenance.run", {"action": "sweep", "dry_run": True})["steps"]
    assert [(step["status"], step["counts"], step["diff"]) for step in dry] == [("ok", {"swept": 3}, ["- dust"] * 3)]
    assert wire.call("maintenance.run", {"action": "sweep"})["steps"][0]["counts"] == {"swept": 3}


def test_a_consolidation_has_it_behind_those_of_the_specification(wire: Wire) -> None:
    dry = wire.call("maintenance.run", {"action": "consolidate", "dry_run": True})["steps"]
    assert [step["step"] for step in dry] == [
        "summarize", "decay", "index", "prune", "tiers", "hygiene", "compress", "sweep", "reconcile", "clean",
        "health-check",
    ]  # fmt: skip

    wire.call("maintenance.run", {"action": "consolidate"})

    health = wire.call("system.health")["health"]
    assert [step["counts"] for step in health["steps"] if step["step"] == "sweep"] == [{"swept": 3}]
    assert wire.call("maintenance.status")["actions"]["sweep"]["last"]["status"] == "ok"


def test_progress_is_told(wire: Wire) -> None:
    wire.send("maintenance.run", {"action": "sweep", "progress": "token-1"})
    told = []
    while (message := wire.receive())[0] == 2:
        told.append(message[2][0]["stage"])
    assert "sweep" in told


def test_the_completions_offer_it() -> None:
    methods = describe(described([Sweeper]))["methods"]
    assert "sweep" in methods["maintenance.run"]["params"]["properties"]["action"]["enum"]
    completions = load_generator("completions")["Completions"](methods)
    assert "sweep" in words_of(completions.bash(), "maintenance")
    assert " sweep " in completions.zsh()
    assert " sweep " in completions.fish()


if __name__ == "__main__":
    from memoryd.daemon import run

    sys.exit(run(parse_arguments(), more=[Sweeper]))
