"""`memoryctl metrics --prometheus`: system.metrics in Prometheus' text format, as prometheus_client writes it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, NamedTuple

from memoryd.cli.output import Json

Labels = tuple[tuple[str, str], ...]
Sample = tuple[Labels, float]

FIRST_BUCKET, LAST_BUCKET = 7, 25
"""From 131 µs to 34 s, in steps of two."""
_HEALTH = {"healthy": 0, "warning": 1, "critical": 2}
TAKEN = frozenset(("action", "code", "kind", "le", "method", "model", "severity", "state", "version"))
"""Labels that samples have of themselves."""
_NO_COUNTS = frozenset(("version", "uptime_seconds"))


class Family(NamedTuple):
    """A metric: `read` takes what `system.metrics` answered."""

    name: str
    type: str
    help: str
    read: Callable[[Mapping[str, Any]], Iterable[Sample]]


def render(metrics: Json, own: Labels = ()) -> str:
    """The whole page; None where no daemon answered: only that it is down. `own`: labels that every sample gets."""
    if metrics is None:
        return "".join(_page((Family(UP.name, UP.type, UP.help, lambda _: [((), 0.0)]),), {}, own))
    return "".join(_page(FAMILIES, metrics, own))


def _page(families: Iterable[Family], metrics: Mapping[str, Any], own: Labels) -> Iterator[str]:
    for family in families:
        if family.type == "histogram":
            yield from _histogram(family, metrics, own)
            continue
        samples = list(family.read(metrics))
        if samples:
            yield f"# HELP {family.name} {family.help}\n# TYPE {family.name} {family.type}\n"
        for labels, value in samples:
            yield _line(family.name, (*own, *labels), value)


def _histogram(family: Family, metrics: Mapping[str, Any], own: Labels) -> Iterator[str]:
    methods = {name: one for name, one in metrics["rpc"]["methods"].items() if one["requests"]}
    if methods:
        yield f"# HELP {family.name} {family.help}\n# TYPE {family.name} {family.type}\n"
    for name, one in methods.items():
        labels = (*own, ("method", name))
        counts = one["latency"]
        for bucket in range(FIRST_BUCKET, LAST_BUCKET + 1):
            le = ("le", _number(bucket_seconds(bucket)))
            yield _line(f"{family.name}_bucket", (*labels, le), sum(counts[: bucket + 1]))
        yield _line(f"{family.name}_bucket", (*labels, ("le", "+Inf")), sum(counts))
        yield _line(f"{family.name}_count", labels, sum(counts))
        yield _line(f"{family.name}_sum", labels, one["seconds"])


def bucket_seconds(bucket: int) -> float:
    """The upper end of `latency[bucket]` of system.metrics."""
    return (1 << bucket) * 1024 / 1e9


def _line(name: str, labels: Labels, value: float) -> str:
    shown = ",".join(f'{label}="{_escaped(text)}"' for label, text in sorted(labels))
    return f"{name}{{{shown}}} {_number(value)}\n" if labels else f"{name} {_number(value)}\n"


def _escaped(text: str) -> str:
    return text.replace("\\", "\\\\").replace("\n", "\\n").replace('"', '\\"')


def _number(value: float) -> str:
    """As Go's clients write it: `1.0`, `1.2345e+06` with more than six digits before the point."""
    text = repr(float(value))
    dot = text.find(".")
    if value > 0 and dot > 6:
        digits = f"{text[0]}.{text[1:dot]}{text[dot + 1 :]}".rstrip("0.")
        return f"{digits}e+{dot - 1:02}"
    return text


def _one(*path: str) -> Callable[[Mapping[str, Any]], Iterable[Sample]]:
    """The figure at that path, if there is one."""

    def read(metrics: Mapping[str, Any]) -> Iterator[Sample]:
        found: Any = metrics
        for name in path:
            found = (found or {}).get(name)
        if isinstance(found, int | float):
            yield (), found

    return read


def _each(label: str, *path: str) -> Callable[[Mapping[str, Any]], Iterable[Sample]]:
    """The figures at that path, labelled with their names."""

    def read(metrics: Mapping[str, Any]) -> Iterator[Sample]:
        found: Any = metrics
        for name in path:
            found = found[name]
        for name, value in sorted(found.items()):
            yield ((label, str(name)),), value

    return read


def _of_actions(figure: str) -> Callable[[Mapping[str, Any]], Iterable[Sample]]:
    def read(metrics: Mapping[str, Any]) -> Iterator[Sample]:
        for action, one in metrics["maintenance"]["actions"].items():
            if one[figure] is not None:
                yield (("action", action),), one[figure]

    return read


def _of_jobs(*figures: str) -> Callable[[Mapping[str, Any]], Iterable[Sample]]:
    def read(metrics: Mapping[str, Any]) -> Iterator[Sample]:
        for kind, one in metrics["jobs"].items():
            for figure in figures:
                state: Labels = (("state", figure),) if len(figures) > 1 else ()
                yield (("kind", kind), *state), one[figure]

    return read


def _memories(metrics: Mapping[str, Any]) -> Iterator[Sample]:
    counts = {"facts": metrics["facts"]["active"], "archived_facts": metrics["facts"]["archived"]}
    counts |= {name: value for name, value in metrics.items() if isinstance(value, int) and name not in _NO_COUNTS}
    for name, value in sorted(counts.items()):
        yield (("kind", name),), value


def _failures(metrics: Mapping[str, Any]) -> Iterator[Sample]:
    for name, one in metrics["rpc"]["methods"].items():
        if one["requests"]:
            yield (("method", name),), one["failures"]


def _health(metrics: Mapping[str, Any]) -> Iterator[Sample]:
    yield (), _HEALTH.get(metrics["health"]["status"], 1)


def _version(metrics: Mapping[str, Any]) -> Iterator[Sample]:
    yield (("model", str(metrics["embeddings"].get("model"))), ("version", str(metrics["version"]))), 1


def _running(metrics: Mapping[str, Any]) -> Iterator[Sample]:
    for action in metrics["maintenance"]["actions"]:
        yield (("action", action),), metrics["maintenance"]["running"] == action


UP = Family("memoryd_up", "gauge", "Whether memoryd answers.", lambda metrics: [((), 1.0)])
FAMILIES = (
    UP,
    Family("memoryd_info", "gauge", "The version, and the embedding model in use.", _version),
    Family("memoryd_health", "gauge", "0 healthy, 1 warning, 2 critical.", _health),
    Family(
        "memoryd_problems",
        "gauge",
        "What a person should fix (memoryctl health).",
        _each("severity", "health", "problems"),
    ),
    Family("memoryd_memories", "gauge", "How much is remembered, by kind.", _memories),
    Family("memoryd_activation_average", "gauge", "Mean activation of facts.", _one("health", "avg_activation")),
    Family(
        "memoryd_quality_probe_ratio", "gauge", "Share of canaries answered.", _one("health", "quality_probe", "ratio")
    ),
    Family("memoryd_rpc_duration_seconds", "histogram", "From a request's frame to its answer.", lambda _: ()),
    Family("memoryd_rpc_failures_total", "counter", "Requests answered with an error.", _failures),
    Family("memoryd_rpc_errors_total", "counter", "Errors answered, by code.", _each("code", "rpc", "errors")),
    Family("memoryd_rpc_in_flight", "gauge", "Requests that are being served.", _one("rpc", "in_flight")),
    Family("memoryd_rpc_long_calls", "gauge", "Long calls that run.", _one("rpc", "long_calls")),
    Family("memoryd_connections", "gauge", "Connections that are open.", _one("rpc", "connections")),
    Family("memoryd_connections_accepted_total", "counter", "Connections that were taken.", _one("rpc", "accepted")),
    Family("memoryd_connections_refused_total", "counter", "Connections beyond the limits.", _one("rpc", "refused")),
    Family("memoryd_connections_stalled_total", "counter", "Readers that took nothing.", _one("rpc", "stalled")),
    Family("memoryd_redactions_total", "counter", "Secrets that were not stored.", _each("kind", "redactions")),
    Family("memoryd_writer_queue", "gauge", "Operations that wait for the writer.", _one("writer", "waiting")),
    Family("memoryd_index_queue", "gauge", "Documents that no search finds yet.", _one("index", "queued")),
    Family("memoryd_index_uncommitted", "gauge", "Documents not yet on disk.", _one("index", "uncommitted")),
    Family("memoryd_index_lag_seconds", "gauge", "Age of the oldest of them.", _one("index", "lag_seconds")),
    Family("memoryd_embeddings_vectors", "gauge", "Passages with a vector.", _one("embeddings", "vectors")),
    Family("memoryd_embeddings_waiting", "gauge", "Passages that wait for one.", _one("embeddings", "waiting")),
    Family("memoryd_jobs", "gauge", "Work for an agent's model.", _of_jobs("open", "leased")),
    Family("memoryd_jobs_oldest_seconds", "gauge", "Age of the oldest job.", _of_jobs("oldest_seconds")),
    Family("memoryd_maintenance_running", "gauge", "Whether it runs now.", _running),
    Family("memoryd_maintenance_failed", "gauge", "Whether the last run failed.", _of_actions("failed")),
    Family("memoryd_maintenance_duration_seconds", "gauge", "How long the last run took.", _of_actions("seconds")),
    Family("memoryd_maintenance_last_timestamp_seconds", "gauge", "When it last began.", _of_actions("last")),
    Family(
        "memoryd_maintenance_last_success_timestamp_seconds",
        "gauge",
        "When it last ended without a failure.",
        _of_actions("last_success"),
    ),
    Family("memoryd_maintenance_next_timestamp_seconds", "gauge", "When it runs next.", _of_actions("next")),
    Family("memoryd_resident_memory_bytes", "gauge", "Resident memory.", _one("process", "resident_bytes")),
    Family(
        "memoryd_children_resident_memory_bytes",
        "gauge",
        "Resident memory of the indexer and other workers.",
        _one("process", "children_resident_bytes"),
    ),
    Family("memoryd_cpu_seconds_total", "counter", "Processor time.", _one("process", "cpu_seconds")),
    Family("memoryd_start_time_seconds", "gauge", "When the process began.", _one("process", "started")),
    Family("memoryd_threads", "gauge", "Threads.", _one("process", "threads")),
    Family("memoryd_open_fds", "gauge", "Open file descriptors.", _one("process", "open_files")),
    Family("memoryd_max_fds", "gauge", "The most that may be open.", _one("process", "max_files")),
    Family("memoryd_files", "gauge", "Files in the data directory.", _one("files", "count")),
    Family("memoryd_data_bytes", "gauge", "Bytes in the data directory.", _one("files", "bytes")),
    Family("memoryd_disk_size_bytes", "gauge", "Size of the disk under it.", _one("disk", "size_bytes")),
    Family("memoryd_disk_free_bytes", "gauge", "What memoryd may still write there.", _one("disk", "free_bytes")),
)
"""Every metric. An alert rule or a dashboard may name these and no other (a test holds it)."""
