"""20,000 notes in 50 layers: durable writes, hand edits of a layer of 1 MB, and recalls beside them."""

from __future__ import annotations

from collections.abc import Callable
from itertools import count
from pathlib import Path
from threading import Event, Thread
from time import perf_counter, sleep

from tests.bench.load import median, percentile
from tests.bench.place import place
from tests.bench.report import Row
from tests.support.daemon import Daemon
from tests.support.wire import Wire

TITLE = "notes: 20,000 in 50 layers"
BASELINE = "alone"
LAYERS, EACH, WRITES, EDITS, RECALLS = 50, 400, 100, 5, 400


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


def _recall(wire: Wire, number: int) -> float:
    start = perf_counter()
    wire.call("recall.search", {"query": f"what was decided about note {number % 4000}", "boost": False})
    return (perf_counter() - start) * 1e3


def _recalls_beside(daemon: Daemon, work: Callable[[Wire], object]) -> list[float]:
    """Recalls on one connection while another does the work over and over."""
    stop = Event()

    def loop() -> None:
        with daemon.connect() as wire:
            while not stop.is_set():
                work(wire)

    worker = Thread(target=loop)
    with daemon.connect() as wire:
        worker.start()
        times = [_recall(wire, number) for number in range(RECALLS)]
    stop.set()
    worker.join()
    return times


def _rest(daemon: Daemon) -> None:
    """Until it has done what it does behind its start or its answers."""
    before = -1.0
    while daemon.cpu_seconds() - before > 0.02:
        before = daemon.cpu_seconds()
        sleep(1)


def _timed(daemon: Daemon, work: Callable[[int], float], numbers: range) -> tuple[list[float], float]:
    """Milliseconds of each, and the daemon's processor milliseconds for one."""
    _rest(daemon)
    before = daemon.cpu_seconds()
    times = [work(number) for number in numbers]
    return times, (daemon.cpu_seconds() - before) * 1e3 / len(times)


def _rows(what: str, measured: tuple[list[float], float], aim: str = "") -> list[Row]:
    times, cpu = measured
    note = f"p99 {percentile(times, 99):.3g} ms, {cpu:.3g} ms of processor time"
    return [Row(f"{what}, p50", "ms", median(times), more_is_better=False, aim=aim, note=note)]


def _beside(what: str, alone: list[float], beside: list[float]) -> list[Row]:
    return [
        Row(f"recall {what}, p{share}", "ms", percentile(beside, share), percentile(alone, share), more_is_better=False)
        for share in (50, 99)
    ]


def bench() -> list[Row]:
    with place() as folder:
        daemon = Daemon(folder / "memoryd")
        large = daemon.data / "memory/large.md"
        _fill(daemon.data)
        numbers, edits = count(3 * WRITES), count(EDITS)
        try:
            daemon.start()
            with daemon.connect() as wire:
                cold = _timed(daemon, lambda number: _write(wire, number, False), range(WRITES))
                hot = _timed(daemon, lambda number: _write(wire, number, True), range(WRITES, 2 * WRITES))
                edit = _timed(daemon, lambda number: _edit(wire, large, number), range(EDITS))
                alone = [_recall(wire, number) for number in range(RECALLS)]
            writing = _recalls_beside(daemon, lambda wire: _write(wire, next(numbers), True))
            editing = _recalls_beside(daemon, lambda wire: _edit(wire, large, next(edits)))
        finally:
            daemon.kill()
    return [
        *_rows("write", cold, "< 10"),
        *_rows("write and hot bullet", hot, "< 10"),
        *_rows("hand edit of 1 MB", edit, "< 300"),
        *_beside("beside writes", alone, writing),
        *_beside("beside hand edits", alone, editing),
    ]
