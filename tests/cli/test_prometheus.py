"""metrics --prometheus: prometheus_client's own text format, and nothing in contrib/ that it does not tell."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest
from prometheus_client import generate_latest
from prometheus_client.core import Metric
from prometheus_client.parser import text_string_to_metric_families

from memoryd.cli.main import main
from memoryd.cli.prometheus import FAMILIES, TAKEN
from memoryd.errors import Busy
from tests.cli.conftest import ROOT, Run
from tests.cli.fake_daemon import FakeDaemon
from tests.support.daemon import Daemon

RULES = ROOT / "contrib" / "prometheus" / "memoryd.rules.yml"
BOARD = ROOT / "contrib" / "grafana" / "memoryd.json"
OTHERS = {"node_textfile_mtime_seconds"}
"""What the node exporter itself tells."""


class Page:
    """A page as a registry that prometheus_client writes again."""

    def __init__(self, text: str) -> None:
        self.text = text

    def collect(self) -> Iterator[Metric]:
        yield from text_string_to_metric_families(self.text)


@pytest.fixture(scope="module")
def pages(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[str, str]]:
    """Without and with a label, of a real daemon that has done a little of everything, by way of a textfile."""
    folder = tmp_path_factory.mktemp("p")
    daemon = Daemon(folder)
    try:
        with daemon.start().connect() as wire:
            wire.call("facts.add", {"subject": "Ada", "predicate": "likes", "object": "tea"})
            wire.call("recall.query", {"query": "tea"})
            with pytest.raises(Exception, match="not_found"):
                wire.call("facts.get", {"id": "fact-none"})
            wire.call("notes.write", {"layer": "user", "text": "the password is: hunter2hunter2"})
            wire.call("maintenance.canary_add", {"query": "what does Ada like?", "expected_contains": "tea"})
            wire.call("maintenance.run", {"action": "quality-probe"})
            wire.call("maintenance.run", {"action": "consolidate"})
        out = folder / "memoryd.prom"
        assert main(["--socket", str(daemon.socket), "metrics", "--prometheus", "--output", str(out)]) == 0
        assert out.stat().st_mode & 0o777 == 0o644
        assert [path.name for path in folder.glob(".memoryd*")] == []
        words = ["--socket", str(daemon.socket), "metrics", "--prometheus", "--label", 'memory=a "lab"']
        assert main([*words, "--output", str(folder / "labelled.prom")]) == 0
        yield out.read_text(), (folder / "labelled.prom").read_text()
    finally:
        daemon.kill()


@pytest.fixture(scope="module")
def page(pages: tuple[str, str]) -> str:
    return pages[0]


def test_the_format_is_prometheus_clients(page: str) -> None:
    assert generate_latest(Page(page)).decode() == page  # type: ignore[arg-type]  # it only collects


def test_every_metric_is_told_and_no_other(page: str) -> None:
    told = re.findall(r"^# TYPE (\S+) (\S+)$", page, re.MULTILINE)
    assert told == [(family.name, family.type) for family in FAMILIES]


def test_what_it_tells(page: str) -> None:
    samples = {
        (s.name, *sorted(s.labels.items())): s.value for m in text_string_to_metric_families(page) for s in m.samples
    }

    def value(name: str, **labels: str) -> float:
        return samples[(name, *sorted(labels.items()))]

    assert (value("memoryd_up"), value("memoryd_health")) == (1, 0)
    assert value("memoryd_memories", kind="facts") == 1
    assert value("memoryd_rpc_errors_total", code="not_found") == 1
    assert value("memoryd_rpc_failures_total", method="facts.get") == 1
    assert value("memoryd_quality_probe_ratio") == 1
    assert value("memoryd_maintenance_failed", action="consolidate") == 0
    began = value("memoryd_maintenance_last_timestamp_seconds", action="consolidate")
    assert value("memoryd_maintenance_last_success_timestamp_seconds", action="consolidate") > began
    assert value("memoryd_resident_memory_bytes") > 1e7
    assert 0 < value("memoryd_disk_free_bytes") < value("memoryd_disk_size_bytes")
    buckets = [
        v for (name, *labels), v in samples.items() if name.endswith("_bucket") and ("method", "facts.add") in labels
    ]
    assert buckets == sorted(buckets)
    assert value("memoryd_rpc_duration_seconds_bucket", method="facts.add", le="+Inf") == buckets[-1] == 1
    assert 0 < value("memoryd_rpc_duration_seconds_sum", method="facts.add") < 60


def test_a_daemon_that_does_not_answer_is_down(memoryctl: Run, daemon: FakeDaemon, tmp_path: Path) -> None:
    done = memoryctl("metrics", "--prometheus", "-o", "down.prom", "--socket", "/nowhere/s")
    assert (done.returncode, done.stdout) == (0, "")
    assert "memoryd_up is 0" in done.stderr
    assert (tmp_path / "down.prom").read_text().endswith("\nmemoryd_up 0.0\n")


def test_a_daemon_that_has_no_memory_to_serve_is_down(memoryctl: Run, daemon: FakeDaemon, tmp_path: Path) -> None:
    daemon.answers["system.metrics"] = Busy("its volume is not mounted")
    done = memoryctl("metrics", "--prometheus", "-o", "down.prom")
    assert (done.returncode, done.stderr) == (0, "memoryctl: its volume is not mounted; memoryd_up is 0\n")
    assert (tmp_path / "down.prom").read_text().endswith("\nmemoryd_up 0.0\n")
    assert memoryctl("metrics", "--prometheus", "--socket", "/nowhere/s").returncode == 69
    daemon.answers["system.metrics"] = {}
    assert memoryctl("metrics", "-o", "x").returncode == 64


def test_each_memory_of_a_machine_has_its_label(pages: tuple[str, str]) -> None:
    page, labelled = pages
    assert generate_latest(Page(labelled)).decode() == labelled  # type: ignore[arg-type]  # it only collects
    assert re.findall("^# .*", page, re.MULTILINE) == re.findall("^# .*", labelled, re.MULTILINE)
    samples = [one for family in text_string_to_metric_families(labelled) for one in family.samples]
    assert {one.labels["memory"] for one in samples} == {'a "lab"'}
    assert {name for one in samples for name in one.labels} == TAKEN | {"memory"}


def test_a_label_that_cannot_be_is_refused(memoryctl: Run, daemon: FakeDaemon) -> None:
    daemon.answers["system.metrics"] = {}
    for words in (["--prometheus", "--label", "le=1"], ["--prometheus", "--label", "a-b=1"], ["--label", "memory=x"]):
        assert memoryctl("metrics", *words).returncode == 64
    done = memoryctl("metrics", "--prometheus", "--label", "memory=a b", "-o", "d.prom", "--socket", "/nowhere/s")
    assert done.returncode == 0


@pytest.mark.parametrize("path", [RULES, BOARD], ids=lambda path: path.name)
def test_contrib_names_what_exists(path: Path) -> None:
    families = {family.name: family.type for family in FAMILIES}
    known = OTHERS | families.keys()
    known |= {
        f"{name}_{part}" for name, kind in families.items() if kind == "histogram" for part in ("bucket", "count")
    }
    named = set(re.findall(r"\b(?:memoryd|node)_[a-z_]+", path.read_text()))
    assert len(named) > 8
    assert named - known == set()


def test_the_dashboard_is_one() -> None:
    board = json.loads(BOARD.read_text())
    places = [(p["gridPos"]["x"], p["gridPos"]["y"]) for p in board["panels"]]
    assert len(set(places)) == len(board["panels"]) > 20
    assert all(target["expr"] for panel in board["panels"] for target in panel["targets"])


@pytest.mark.skipif(shutil.which("promtool") is None, reason="no promtool: apt install prometheus")
@pytest.mark.parametrize(
    "words", [("check", "rules", RULES.name), ("test", "rules", "memoryd.rules.test.yml")], ids=str
)
def test_promtool_agrees(words: tuple[str, ...]) -> None:
    done = subprocess.run(["promtool", *words], cwd=RULES.parent, capture_output=True, text=True)
    assert (done.returncode, "SUCCESS" in done.stdout) == (0, True), done.stdout + done.stderr


@pytest.mark.skipif(shutil.which("promtool") is None, reason="no promtool: apt install prometheus")
def test_promtool_can_read_a_page(page: str) -> None:
    done = subprocess.run(["promtool", "check", "metrics"], input=page, capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, "")
