"""20,000 notes in 50 layers: a durable write with its hot bullet, and a hand edit of a layer of 1 MB."""

from __future__ import annotations

from pathlib import Path
from time import perf_counter, sleep

from tests.bench.load import median
from tests.bench.place import place
from tests.bench.report import Row
from tests.support.daemon import Daemon
from tests.support.wire import Wire

TITLE = "notes: 20,000 in 50 layers"
BASELINE = "none: the aim is issue 4's"
LAYERS, EACH, WRITES, EDITS = 50, 400, 100, 5


def _fill(data: Path) -> None:
    (data / "memory").mkdir(parents=True)
    for layer in range(LAYERS):
        notes = "".join(
            f"- Note {number} of layer {layer}: what was decided about {number * 7}\n" for number in range(EACH)
        )
        (data / f"memory/layer{layer:02}.md").write_text(f"# Layer {layer}\n\n{notes}")
    entry = "- Entry {}: a line that says what was learnt about the subject of that day\n  - Detail: more of it\n"
    (data / "memory/large.md").write_text("# Large\n\n" + "".join(entry.format(number) for number in range(9200)))


def _write(wire: Wire, number: int, hot: bool) -> float:
    layer = f"layer{number % LAYERS:02}"
    start = perf_counter()
    wire.call("notes.write", {"layer": layer, "text": f"Written in the bench, number {number}", "remember": hot})
    return (perf_counter() - start) * 1e3


def _edit(wire: Wire, path: Path, number: int) -> float:
    text = path.read_text().replace(f"Entry {5000 + number}: a line", f"Entry {5000 + number}: changed, a line")
    key = f"memory/large.md:entry-{5000 + number}-a-line-that-says-what-was-learnt-about-the"
    path.write_text(text)
    start = perf_counter()
    while "changed" not in wire.call("notes.read", {"key": key})["text"]:
        sleep(0.002)
    return (perf_counter() - start) * 1e3


def bench() -> list[Row]:
    with place() as folder:
        daemon = Daemon(folder / "memoryd")
        _fill(daemon.data)
        try:
            daemon.start()
            with daemon.connect() as wire:
                cold = [_write(wire, number, False) for number in range(WRITES)]
                hot = [_write(wire, WRITES + number, True) for number in range(WRITES)]
                edits = [_edit(wire, daemon.data / "memory/large.md", number) for number in range(EDITS)]
        finally:
            daemon.kill()
    return [
        Row("write, p50", "ms", median(cold), more_is_better=False),
        Row("write and hot bullet, p50", "ms", median(hot), more_is_better=False, note="aim: under 10 ms"),
        Row("hand edit of 1 MB, p50", "ms", median(edits), more_is_better=False, note="aim: under 300 ms"),
    ]
