"""`memoryctl report`: one HTML file with plots, which needs nothing else and can be read on a phone."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from datetime import UTC, datetime, timedelta
from typing import Any

from memoryd.cli import moments
from memoryd.cli.live import milliseconds, quantile
from memoryd.cli.output import Json
from memoryd.cli.plots import Bar, Point, bars, figure, line, rows, said, share
from memoryd.cli.screens import STATUSES, counted, last_run, number, to_look_at
from memoryd.cli.values import size

_BINS = 20
_METHODS = 12
_TIERS = ("ACTIVE", "RECENT", "ARCHIVED", "EXPIRED")
_STYLE = """
:root{color-scheme:light dark;
--ink:#1b1f24;--soft:#667;--card:#fff;--back:#f2f3f5;--a:#2a6fb0;--b:#d98a28;--grid:#d5d8dd;
--ok:#2b8a3e;--warn:#b36b00;--bad:#c92a2a}
@media(prefers-color-scheme:dark){:root{
--ink:#e6e8eb;--soft:#9aa3ad;--card:#1d2126;--back:#131619;--a:#62a5e8;--b:#e6a24a;
--grid:#343a41;--ok:#69c97b;--warn:#e8a33d;--bad:#ff7b7b}}
*{box-sizing:border-box}
body{margin:0;padding:1rem;
background:var(--back);color:var(--ink);font:16px/1.45 system-ui,sans-serif;overflow-wrap:anywhere}
h1{font-size:1.4rem;margin:.2rem 0}h2{font-size:1.1rem;margin:1.4rem 0 .4rem}
main{max-width:76rem;margin:auto}
.cards{display:grid;gap:1rem;grid-template-columns:repeat(auto-fit,minmax(min(100%,21rem),1fr));align-items:start}
figure,section{margin:0;padding:.9rem;background:var(--card);border-radius:.6rem}
figcaption{font-weight:600;margin-bottom:.4rem}
figure p{margin:.4rem 0 0;color:var(--soft);font-size:.9rem}
svg{display:block;width:100%;height:auto}svg text{font-size:12px;fill:var(--ink)}svg .axis{fill:var(--soft)}
.grid{stroke:var(--grid)}.line{fill:none;stroke:var(--a);stroke-width:2}
.dot,.a{fill:var(--a)}.b{fill:var(--b)}.c{fill:var(--grid)}
table{border-collapse:collapse;width:100%;font-size:.95rem}
td,th{text-align:left;padding:.2rem .6rem .2rem 0;vertical-align:top}
td,th{overflow-wrap:normal}
th{color:var(--soft);font-weight:500}
.healthy{color:var(--ok)}.warning{color:var(--warn)}.critical{color:var(--bad)}li p{margin:.1rem 0;color:var(--soft)}
"""


def page(found: Mapping[str, Any], now: datetime) -> str:
    """The file. `found`: what `memoryctl report --json` prints."""
    info, metrics = found["info"], found["metrics"]
    plots = [
        _growth_of_facts(found),
        _growth_of_messages(found),
        _activations(found),
        _tiers(found["tiers"]),
        _canaries(found["probes"]),
        _latencies(metrics),
        _disk(metrics),
        _disk_over_time(found["maintenance"].get("disk") or ()),
    ]
    status = str(found["health"].get("status"))
    up = moments.duration(number(info.get("uptime_seconds")))
    return (
        '<!doctype html><html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width,initial-scale=1">'
        "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'\">"
        f"<title>memoryd: {said(status)}</title><style>{_STYLE}</style></head><body><main>"
        f'<h1>memoryd <span class="{status if status in STATUSES else "warning"}">{said(status)}</span></h1>'
        f"<p>{said(info.get('data'))}, version {said(info.get('version'))}, up {said(up)}; "
        f"written {said(f'{now:%Y-%m-%d %H:%M}')} UTC</p>"
        f'<div class="cards">{"".join(plots)}</div>'
        f"{_to_do(found['health'])}{_maintenance(found['maintenance'], now)}</main></body></html>\n"
    )


def _growth_of_facts(found: Mapping[str, Any]) -> str:
    facts = found["facts"]
    points = cumulated(Counter(day for fact in facts if (day := _day(fact.get("created")))))
    archived = sum(bool(fact.get("archived")) for fact in facts)
    note = f"{counted(len(facts), 'fact')} by the day on which they were stated; {archived:,} of them are archived."
    if found["facts_left_out"]:
        note += f" {counted(found['facts_left_out'], 'further fact')} would have taken too long to read."
    return figure("Growth: facts", note, line(points, "Facts over time", _short))


def _growth_of_messages(found: Mapping[str, Any]) -> str:
    days: Counter[str] = Counter()
    for session in found["sessions"]:
        if day := _day(session.get("started")):
            days[day] += int(number(session.get("messages")))
    note = (
        f"{counted(sum(days.values()), 'message')} in {counted(len(found['sessions']), 'session')}, by their first day."
    )
    return figure("Growth: messages", note, line(cumulated(days), "Messages over time", _short))


def cumulated(days: Mapping[str, int]) -> list[Point]:
    """How much there was at the end of each day, from the day before the first."""
    if not days:
        return []
    known = {datetime.fromisoformat(day).replace(tzinfo=UTC): count for day, count in days.items()}
    first = min(known) - timedelta(days=1)
    total, points = 0, [Point(first.timestamp(), 0, f"{first:%Y-%m-%d}")]
    for day in sorted(known):
        total += known[day]
        points.append(Point(day.timestamp(), total, f"{day:%Y-%m-%d}"))
    return points


def _activations(found: Mapping[str, Any]) -> str:
    active = [number(fact.get("activation")) for fact in found["facts"] if not fact.get("archived")]
    counts = Counter(min(int(value * _BINS), _BINS - 1) for value in active)
    shown = [
        Bar(f"{number_ / _BINS:.2g}", counts[number_], counted(counts[number_], "fact")) for number_ in range(_BINS)
    ]
    mean = sum(active) / len(active) if active else 0.0
    note = f"Active facts by activation, from 0 to 1; on average {mean:.2f}."
    return figure("Activations", note, bars(shown, "Facts by activation", _short))


def _tiers(tiers: Mapping[str, Any]) -> str:
    shown = [Bar(tier, number(tiers.get(tier)), counted(tiers.get(tier, 0), "context")) for tier in _TIERS]
    note = f"{counted(int(sum(bar.value for bar in shown)), 'context')} by the hours since the last access."
    return figure("Tiers", note, bars(shown, "Contexts by tier", _short))


def _canaries(probes: Iterable[Mapping[str, Any]]) -> str:
    points = []
    for probe in probes:
        at = moments.parse(probe.get("at"))
        if at is not None:
            points.append(Point(at.timestamp(), number(probe.get("ratio")), f"{at:%Y-%m-%d}"))
    last = f" The last one: {points[-1].value:.0%}." if points else ""
    note = f"Share of canaries that recall answered, in {counted(len(points), 'probe')}.{last}"
    return figure("Canaries", note, line(points, "Canaries answered over time", lambda value: f"{value:.0%}", top=1.0))


def _latencies(metrics: Mapping[str, Any]) -> str:
    called = sorted(metrics["rpc"]["methods"].items(), key=lambda item: -item[1]["requests"])[:_METHODS]
    shown = []
    for name, one in called:
        if one["requests"]:
            half, most = quantile(one["latency"], 0.5), quantile(one["latency"], 0.99)
            text = f"{milliseconds(half)}, p99 {milliseconds(most)}"
            shown.append(Bar(f"{name} ({one['requests']:,})", half, text))
    note = "Half of each method's requests were answered within the bar, since the start; its scale is logarithmic."
    return figure("Latencies", note, rows(shown, "Latency by method", 1e-6))


def _disk(metrics: Mapping[str, Any]) -> str:
    disk, ours = metrics["disk"], number(metrics["files"]["bytes"])
    free, whole = number(disk["free_bytes"]), number(disk["size_bytes"])
    parts = [
        Bar("memory", ours, size(ours)),
        Bar("all else", max(whole - free - ours, 0), size(max(whole - free - ours, 0)), "b"),
        Bar("free", free, size(free), "c"),
    ]
    note = f"{counted(metrics['files']['count'], 'file')} of the memory on a disk of {size(whole)}."
    return figure("Disk", note, share(parts, "What fills the disk"))


def _disk_over_time(days: Iterable[Mapping[str, Any]]) -> str:
    points, free = [], 0.0
    for day in days:
        at = moments.parse(day.get("at"))
        if at is not None:
            points.append(Point(at.timestamp(), number(day.get("data_bytes")), f"{at:%Y-%m-%d}"))
            free = number(day.get("free_bytes"))
    note = f"Bytes of the memory at the last health check of each day, for {counted(len(points), 'day')}."
    if len(points) > 1 and (grown := points[-1].value - points[0].value) > 0:
        a_day = grown / max((points[-1].at - points[0].at) / 86400, 1)
        left = free / a_day
        note += f" It grew by {size(a_day)} a day" + (f"; {counted(int(left), 'day')} of room." if left < 3650 else ".")
    return figure("Growth: disk", note, line(points, "Bytes of the memory over time", size))


def _to_do(health: Json) -> str:
    warnings = to_look_at({**(health.get("health") or {}), "status": health.get("status")})
    problems = health.get("problems") or []
    items = "".join(f"<li>{said(text)}</li>" for text in warnings)
    items += "".join(
        f"<li>{said(one.get('path'))}: {said(one.get('what'))}<p>→ {said(one.get('action') or '')}</p></li>"
        for one in problems
    )
    return f"<h2>To do</h2><section>{f'<ul>{items}</ul>' if items else 'Nothing.'}</section>"


def _maintenance(status: Json, now: datetime) -> str:
    lines = ""
    for action, entry in (status.get("actions") or {}).items():
        ran, took, ended = last_run(entry, now)
        due = moments.parse(entry.get("next"))
        cells = (action, ran, took, ended, moments.ago(due, now) if due else "-")
        lines += f"<tr>{''.join(f'<td>{said(cell)}</td>' for cell in cells)}</tr>"
    head = "".join(f"<th>{name}</th>" for name in ("action", "last", "took", "result", "next"))
    return f"<h2>Maintenance</h2><section><table><tr>{head}</tr>{lines}</table></section>"


def _day(text: Json) -> str | None:
    moment = moments.parse(text)
    return None if moment is None else f"{moment.astimezone(UTC):%Y-%m-%d}"


def _short(value: float) -> str:
    """`950`, `1.5k`, `2M`."""
    for unit, name in ((1e6, "M"), (1e3, "k")):
        if value >= unit:
            return f"{value / unit:.3g}{name}"
    return f"{value:.3g}"
