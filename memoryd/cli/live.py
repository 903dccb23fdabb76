"""What `memoryctl top` shows: one screen of figures made of two answers of system.metrics."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from memoryd.cli.moments import duration
from memoryd.cli.output import Part, Span
from memoryd.cli.prometheus import bucket_seconds
from memoryd.cli.screens import counted, number, status_span
from memoryd.cli.text import pad, shorten, text_width
from memoryd.cli.values import size

Line = list[Part]
_HEADER = f"{'METHOD':<26}{'PER SECOND':>11}{'REQUESTS':>10}{'FAILED':>8}{'P50':>10}{'P99':>10}"
_NO_COUNTS = frozenset(("uptime_seconds", "version"))


class MethodRow(NamedTuple):
    """One method since the last look, or since the start where nothing has been asked since."""

    name: str
    rate: float
    requests: int
    failures: int
    p50: float
    p99: float


def quantile(counts: Sequence[int], share: float) -> float:
    """Seconds within which that share was answered: the upper end of its bucket; 0 where nothing was."""
    total, seen = sum(counts), 0
    for bucket, count in enumerate(counts):
        seen += count
        if count and seen >= share * total:
            return bucket_seconds(bucket)
    return 0.0


def methods(now: Mapping[str, Any], before: Mapping[str, Any] | None, seconds: float) -> list[MethodRow]:
    """Every method that was called: the busiest first."""
    rows = []
    for name, one in now["rpc"]["methods"].items():
        was = (before or {"rpc": {"methods": {}}})["rpc"]["methods"].get(name, {"requests": 0, "latency": []})
        asked = one["requests"] - was["requests"]
        old = [*was["latency"], *[0] * len(one["latency"])]
        fresh = [count - earlier for count, earlier in zip(one["latency"], old, strict=False)]
        # A daemon that was restarted counts from 0 again.
        counts = fresh if before and asked > 0 else one["latency"]
        rate = asked / seconds if before and asked > 0 and seconds > 0 else 0.0
        if one["requests"]:
            p50, p99 = quantile(counts, 0.5), quantile(counts, 0.99)
            rows.append(MethodRow(name, rate, one["requests"], one["failures"], p50, p99))
    return sorted(rows, key=lambda row: (-row.rate, -row.requests, row.name))


def frame(
    now: Mapping[str, Any], before: Mapping[str, Any] | None, seconds: float, columns: int, lines: int
) -> list[Line]:
    """The screen, at most so many lines; a line wider than the columns is cut."""
    shown = [*_figures(now, before, seconds)]
    shown.append([Span(_HEADER, "dim")])
    rows = methods(now, before, seconds)
    for row in rows[: max(0, lines - len(shown))]:
        text = f"{shorten(row.name, 25):<26}{row.rate:>11.1f}{row.requests:>10,}{row.failures:>8,}"
        latency = f"{milliseconds(row.p50):>10}{milliseconds(row.p99):>10}"
        shown.append([Span(text + latency, "bold" if row.rate else "")])
    return [_cut(line, columns) for line in shown[:lines]]


def milliseconds(seconds: float) -> str:
    """`0.26 ms`, `17 ms`, `4.3 s`."""
    if seconds >= 1:
        return f"{seconds:.2g} s"
    value = seconds * 1000
    return f"{value:.0f} ms" if value >= 10 else f"{value:.2g} ms"


def _figures(now: Mapping[str, Any], before: Mapping[str, Any] | None, seconds: float) -> Iterator[Line]:
    process, rpc, index = now["process"], now["rpc"], now["index"]
    state = status_span({"status": now["health"]["status"]})
    up = duration(number(now.get("uptime_seconds")))
    yield [Span(f"memoryd {now.get('version')}", "bold"), "  ", state, f"  up {up}"]
    counts = {"active fact": now["facts"]["active"], "archived fact": now["facts"]["archived"]}
    others = {name: value for name, value in now.items() if isinstance(value, int) and name not in _NO_COUNTS}
    counts |= {name.replace("_", " ").removesuffix("s"): value for name, value in others.items()}
    yield _named("memory", ", ".join(counted(value, name) for name, value in counts.items()))
    yield _named("disk", f"{size(now['files']['bytes'])} in {counted(now['files']['count'], 'file')}; "
                 f"{size(now['disk']['free_bytes'])} of {size(now['disk']['size_bytes'])} free")  # fmt: skip
    spent = process["cpu_seconds"] - (before["process"]["cpu_seconds"] if before else process["cpu_seconds"])
    cpu = f"processor {100 * max(spent, 0) / seconds:.0f} %, " if before and seconds > 0 else ""
    workers = f", workers {size(process['children_resident_bytes'])}" if process["children_resident_bytes"] else ""
    files = f"{process['open_files']} of {process['max_files']} files"
    yield _named(
        "process", f"{cpu}memory {size(process['resident_bytes'])}{workers}, {process['threads']} threads, {files}"
    )
    long_calls, errors = counted(rpc["long_calls"], "long call"), counted(sum(rpc["errors"].values()), "error")
    connections = counted(rpc["connections"], "connection")
    yield _named("socket", f"{connections}, {rpc['in_flight']} in flight, {long_calls}, {errors}")
    embeddings = now["embeddings"]
    yield _named("waiting", f"writer {now['writer']['waiting']}, index {index['queued']} + {index['uncommitted']} "
                 f"({index['lag_seconds']:.1f} s behind), vectors {embeddings.get('waiting')}")  # fmt: skip
    jobs = {kind: int(one["open"] + one["leased"]) for kind, one in now["jobs"].items() if one["open"] + one["leased"]}
    oldest = max((one["oldest_seconds"] for one in now["jobs"].values()), default=0.0)
    waiting = ", ".join(f"{count} {kind}" for kind, count in jobs.items())
    yield _named("jobs", f"{waiting}; the oldest for {duration(oldest)}" if jobs else "none")
    running = now["maintenance"]["running"]
    yield _named("runs now", str(running) if running else "nothing")
    yield [""]


def _named(name: str, text: str) -> Line:
    return [Span(pad(name, 10), "dim"), text]


def _cut(line: Line, columns: int) -> Line:
    shown: Line = []
    room = columns
    for part in line:
        text, style = (part.text, part.style) if isinstance(part, Span) else (part, "")
        text = shorten(text, room) if text_width(text) > room else text
        room -= text_width(text)
        shown.append(Span(text, style))
        if room <= 0:
            break
    return shown
