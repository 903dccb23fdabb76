"""report: one page with plots, of a real daemon, opened in a real browser where there is one."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from collections import Counter
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest

from memoryd.cli.main import main
from memoryd.cli.page import cumulated, page
from memoryd.cli.plots import Bar, bars, nice, rows
from tests.support.daemon import Daemon

PLOTS = ["Growth: facts", "Growth: messages", "Activations", "Tiers", "Canaries", "Latencies", "Disk", "Growth: disk"]
BROWSER = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
OWNED = "<script>alert('owned')</script>"


class Reader(HTMLParser):
    """Fails where tags are not closed in order, and gathers them."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.tags: Counter[str] = Counter()
        self.attributes: list[tuple[str, str | None]] = []
        self.text = ""
        self.feed(text)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags[tag] += 1
        self.attributes += attrs
        if tag not in ("meta",):
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags[tag] += 1
        self.attributes += attrs

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.text += data


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The page."""
    folder = tmp_path_factory.mktemp("r")
    daemon = Daemon(folder)
    try:
        with daemon.start().connect() as wire:
            now = datetime.now(UTC)
            days = [(now - timedelta(days=day)).isoformat() for day in range(30)]
            facts = [
                {"subject": f"s{n}", "predicate": "is", "object": OWNED, "created": days[n % 30]} for n in range(90)
            ]
            wire.call("facts.add_many", {"facts": facts})
            wire.call("sessions.start", {"session_id": "s", "agent": "a"})
            wire.call("sessions.append", {"session_id": "s", "messages": [{"role": "user", "content": "hi"}] * 3})
            wire.call("contexts.save", {"project": OWNED, "content": "work"})
            wire.call("maintenance.canary_add", {"query": "what is s1?", "expected_contains": "script"})
            for _ in range(2):
                wire.call("maintenance.run", {"action": "quality-probe"})
            wire.call("maintenance.run", {"action": "health-check"})
        out = folder / "report.html"
        assert main(["--socket", str(daemon.socket), "report", "--output", str(out)]) == 0
        yield out.read_text()
    finally:
        daemon.kill()


def test_it_is_one_page_that_needs_nothing(made: str) -> None:
    reader = Reader(made)
    assert reader.open == []
    assert (reader.tags["svg"], reader.tags["figure"]) == (len(PLOTS), len(PLOTS))
    assert not {"script", "link", "img", "iframe"} & reader.tags.keys()
    assert not {"src", "href", "onclick"} & {name for name, _ in reader.attributes}
    assert not re.search(r"https?:|url\(|@import", made)
    assert all(title in reader.text for title in PLOTS)
    assert "90 facts by the day" in reader.text
    assert "3 messages in 1 session" in reader.text
    assert "100%" in reader.text
    assert "for 1 day." in reader.text
    assert "recall.query" not in reader.text  # nothing asked it
    assert "facts.add_many (1)" in reader.text


def test_no_memory_is_in_it(made: str) -> None:
    assert "owned" not in made


def test_nothing_in_it_is_markup() -> None:
    found = {
        "info": {"data": OWNED, "version": OWNED, "uptime_seconds": 1.0},
        "health": {"status": OWNED, "health": {"warnings": [OWNED]}, "problems": [{"path": OWNED, "what": OWNED}]},
        "metrics": {
            "rpc": {"methods": {OWNED: {"requests": 1, "latency": [0, 1]}}},
            "files": {"count": 1, "bytes": 1},
            "disk": {"size_bytes": 10, "free_bytes": 5},
        },
        "maintenance": {"actions": {OWNED: {"last": {"at": OWNED, "status": OWNED}, "next": OWNED}}},
        "tiers": {}, "probes": [], "facts": [], "facts_left_out": 3, "sessions": [],
    }  # fmt: skip
    reader = Reader(page(found, datetime.now(UTC)))
    assert (reader.tags["script"], reader.text.count("alert('owned')") > 5) == (0, True)


def test_the_disk_over_time_says_how_long_there_is_room() -> None:
    now = datetime.now(UTC)
    days = [
        {"at": (now - timedelta(days=4 - n)).isoformat(), "data_bytes": (1 + n) << 20, "free_bytes": 40 << 20}
        for n in range(5)
    ]
    found: dict[str, Any] = {
        "info": {}, "health": {}, "tiers": {}, "probes": [], "facts": [], "facts_left_out": 0, "sessions": [],
        "metrics": {"rpc": {"methods": {}}, "files": {"count": 1, "bytes": 1},
                    "disk": {"size_bytes": 10, "free_bytes": 5}},
        "maintenance": {"disk": days},
    }  # fmt: skip
    assert "for 5 days. It grew by 1.0 MiB a day; 40 days of room." in Reader(page(found, now)).text


def test_growth_adds_up() -> None:
    points = cumulated({"2026-05-03": 2, "2026-05-01": 1})
    assert [(point.label, point.value) for point in points] == [("2026-04-30", 0), ("2026-05-01", 1), ("2026-05-03", 3)]
    assert cumulated({}) == []


@pytest.mark.parametrize(("value", "end"), [(0, 1), (0.7, 1), (1, 1), (3, 5), (51, 100), (2300, 5000)])
def test_a_scale_ends_at_a_round_number(value: float, end: float) -> None:
    assert nice(value) == pytest.approx(end)


def test_bars_are_as_high_as_they_say() -> None:
    svg = bars([Bar("a", 10, "10"), Bar("b", 5, "5")], "x", str)
    first, second = (float(height) for height in re.findall(r'<rect [^>]*height="([\d.]+)"', svg))
    assert first == pytest.approx(2 * second, abs=0.2)
    assert "nothing yet" in bars([Bar("a", 0, "0")], "x", str)
    assert "nothing yet" in rows([], "x", 1e-6)


PROBE = """<script>
addEventListener("load", () => {
  const boxes = [...document.querySelectorAll("svg")].map(one => one.getBoundingClientRect());
  const texts = [...document.querySelectorAll("svg text")].map(one => one.getBoundingClientRect().height);
  const cut = [...document.querySelectorAll("svg text")].filter(one => {
    const box = one.getBoundingClientRect(), around = one.closest("svg").getBoundingClientRect();
    return box.left < around.left - 1 || box.right > around.right + 1;
  });
  document.body.dataset.found = JSON.stringify({
    width: innerWidth, scroll: document.documentElement.scrollWidth, widths: boxes.map(one => one.width),
    smallest: Math.min(...texts), cut: cut.map(one => one.textContent), title: document.title,
  });
});
</script>"""


@pytest.mark.long
@pytest.mark.skipif(BROWSER is None, reason="no browser: apt install chromium")
@pytest.mark.parametrize("width", [390, 1200], ids=["a phone", "a desk"])
def test_a_browser_shows_it(width: int, made: str, tmp_path: Path) -> None:
    # The page itself allows no script, so the one that measures it goes into a copy.
    text = re.sub(r'<meta http-equiv="Content-Security-Policy"[^>]*>', "", made)
    copy = tmp_path / "report.html"
    copy.write_text(text.replace("</body>", PROBE + "</body>"))
    assert BROWSER is not None
    command = [BROWSER, "--headless", "--no-sandbox", "--disable-gpu", f"--user-data-dir={tmp_path / 'profile'}"]
    command += [
        "--hide-scrollbars",
        f"--window-size={width},1000",
        "--virtual-time-budget=2000",
        "--dump-dom",
        str(copy),
    ]
    shown = subprocess.run(command, capture_output=True, text=True, timeout=120)
    kept = re.search(r'data-found="([^"]*)"', shown.stdout)
    assert kept is not None, shown.stderr
    found = json.loads(kept[1].replace("&quot;", '"').replace("&amp;", "&"))
    assert found["title"] == "memoryd: healthy"
    assert len(found["widths"]) == len(PLOTS)
    assert found["scroll"] <= found["width"]
    assert min(found["widths"]) >= 250
    assert found["smallest"] >= 10  # pixels: a line of text that can be read
    assert found["cut"] == []
