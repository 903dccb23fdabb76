"""What the screens for an operator share: figures in words, and the table of maintenance."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from memoryd.cli.moments import ago, duration, parse, since
from memoryd.cli.output import Json, Output, Part, Span
from memoryd.cli.values import size

STATUSES: Mapping[str, int] = {"healthy": 0, "warning": 1, "critical": 2}
STYLES: Mapping[int, str] = {0: "green", 1: "yellow", 2: "red"}
NEVER = "never"


def status_code(result: Json) -> int:
    """0 for healthy, 2 for critical, 1 for anything in between."""
    return STATUSES.get(str(result.get("status")), 1)


def status_span(result: Json) -> Span:
    """The status in colour."""
    return Span(str(result.get("status", "unknown")), STYLES[status_code(result)])


def number(value: Json) -> float:
    """A figure, 0 where there is none."""
    return value if isinstance(value, int | float) else 0


def counted(count: Json, one: str, many: str = "") -> str:
    """`1 fact`, `2,000 facts`."""
    return f"{number(count):,} {one if count == 1 else many or one + 's'}"


def seconds_taken(seconds: float) -> str:
    """`12 s`, `77 ms`, `<1 ms`."""
    if seconds >= 1:
        return duration(seconds)
    return f"{seconds * 1000:.0f} ms" if seconds >= 0.001 else "<1 ms"


def when(text: Json, at: datetime) -> str:
    """`9 hours ago`, or `never`, of what has happened."""
    moment = parse(text)
    return NEVER if moment is None else since(moment, at)


def recall_line(embeddings: Mapping[str, Any]) -> str:
    """How recall finds by meaning."""
    if not embeddings.get("model"):
        return f"by words alone; {embeddings.get('note') or 'no embedding model'}"
    vectors, waiting = counted(embeddings.get("vectors"), "vector"), number(embeddings.get("waiting"))
    parts = [str(embeddings["model"]), str(embeddings.get("state")), vectors]
    parts += [f"{waiting:,} waiting"] if waiting else []
    parts += [f"{embeddings['failed']:,} failed"] if embeddings.get("failed") else []
    change = embeddings.get("change")
    return ", ".join(parts) if not change else f"{', '.join(parts)}; {change_line(change)}"


def change_line(change: Mapping[str, Any]) -> str:
    """How far a change of the embedding model has come."""
    made = f"{number(change.get('vectors')):,}"
    if change.get("served_by"):
        of = f"{number(change.get('of')):,}"
        return f"from {change['from']} to {change['to']}: {made} of about {of} vectors made, {change['from']} answers"
    return (
        f"from {change['from']}, which is not installed, to {change['to']}: {made} vectors made, words answer meanwhile"
    )


def disk_line(health: Mapping[str, Any]) -> str:
    """How full the disk is, and what of it is ours."""
    percent, used = number(health.get("disk_usage_percent")), size(number(health.get("data_bytes")))
    return f"{percent:g} % full; the memory takes {used}"


def jobs_line(pending: Json) -> str:
    """Work for a language model that waits; what was done without one and may be done better is in `memoryctl jobs`."""
    pending = pending if isinstance(pending, Mapping) else {}
    kinds = ", ".join(f"{count} {kind}" for kind, count in sorted(pending.items()))
    total = counted(sum(map(number, pending.values())), "job")
    return f"{total} for an agent's model: {kinds}" if kinds else "none unanswered"


def probe_line(probe: Json, at: datetime) -> str:
    """The last quality probe."""
    if not isinstance(probe, Mapping):
        return "not asked yet"
    return f"{probe.get('passed')} of {probe.get('total')} answered, {when(probe.get('at'), at)}"


def to_look_at(health: Mapping[str, Any]) -> list[str]:
    """The warnings without remarks, such as that a young memory has not decayed yet: --json has them all."""
    if health.get("status") == "healthy":
        return []
    told = [str(warning) for warning in health.get("warnings") or []]
    # A hint that takes back the warning before it.
    back = {place for at, text in enumerate(told) if text.endswith("nothing is wrong") for place in (at - 1, at)}
    return [text for at, text in enumerate(told) if at not in back]


def warnings_and_problems(out: Output, health: Mapping[str, Any], problems: list[Mapping[str, Any]]) -> None:
    """What an operator should know, then what to do."""
    from memoryd.cli.reports import list_problems

    warnings = to_look_at(health)
    if warnings or problems:
        out.line()
    for warning in warnings:
        out.marked("!", "yellow", str(warning))
    list_problems(out, problems)


def last_run(entry: Mapping[str, Any], at: datetime) -> tuple[str, str, str]:
    """When it ran, how long it took, and how it ended."""
    last = entry.get("last")
    if not isinstance(last, Mapping):
        return NEVER, "", "-"
    return when(last.get("at"), at), seconds_taken(number(last.get("seconds"))), str(last.get("status"))


def maintenance_table(out: Output, result: Mapping[str, Any], at: datetime) -> None:
    """Last, next and result of each action; then what failed, and what to do."""
    rows: list[list[Part]] = []
    actions = result.get("actions") or {}
    # What has a time of its own first, then the steps of a consolidation.
    for action, entry in sorted(actions.items(), key=lambda item: (item[1].get("next") is None, item[0])):
        ran, took, ended = last_run(entry, at)
        style = {"ok": "green", "failed": "red", "-": "dim"}.get(ended, "")
        following = parse(entry.get("next"))
        rows.append(
            [action, ran, took, "-" if following is None else ago(following, at), Span(_result(entry, ended), style)]
        )
    out.grid(["ACTION", "LAST", "TOOK", "NEXT", "RESULT"], rows, right=(2,))
    running = result.get("running")
    out.line()
    if isinstance(running, Mapping):
        out.line(f"{running.get('action')} runs now; it began {when(running.get('since'), at)}")
    # A step of a consolidation is listed itself, too.
    failed = {failure for entry in actions.values() for failure in _errors(entry)}
    for step, error in sorted(failed):
        out.marked("!", "red", f"{step} failed: {error}")
        out.marked("→", "dim", f"fix that, then: memoryctl maintenance {step}; the log: journalctl -u memoryd", 2)
    started = [parse((entry.get("last") or {}).get("at")) for entry in actions.values()]
    if any(moment and moment > at for moment in started):
        out.line("what ran ahead of now: the clock was put back since")
    if not failed:
        never = any(not entry.get("last") for entry in actions.values())
        out.line("nothing failed" + ("; what never ran has not been due yet" if never else ""))


def _result(entry: Mapping[str, Any], ended: str) -> str:
    steps = (entry.get("last") or {}).get("steps") or []
    if ended != "ok":
        broken = ", ".join(str(step.get("step")) for step in steps if step.get("status") == "failed")
        return f"{ended}: {broken}" if broken and len(steps) > 1 else ended
    if len(steps) > 1:
        return f"ok, {len(steps)} steps"
    counts = (steps[0].get("counts") or {}) if steps else {}
    return ", ".join(["ok", *(f"{count} {_named_count(name, count)}" for name, count in counts.items() if count)])


def _named_count(name: str, count: Json) -> str:
    """`archived dailies`, of one `archived daily`."""
    name = name.replace("_", " ")
    if count != 1 or not name.endswith("s"):
        return name
    return f"{name[:-3]}y" if name.endswith("ies") else name[:-1]


def _errors(entry: Mapping[str, Any]) -> set[tuple[str, str]]:
    steps = (entry.get("last") or {}).get("steps") or []
    return {(str(step.get("step")), str(step.get("error"))) for step in steps if step.get("status") == "failed"}
