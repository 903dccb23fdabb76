"""The sections of the configuration: every key with its type, default, bounds, unit and meaning."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType

import msgspec

from memoryd.config.keys import key
from memoryd.config.timing import Cron, Zone
from memoryd.config.units import Duration, Size
from memoryd.config.value_types import AbsolutePath, Choice, Command, Integer, Names, Number, Text, Weights, Words

_HOUR, _DAY = 3600.0, 86400.0
_SHARE = Number(0, 1)


class MemoryOracle(msgspec.Struct, frozen=True):
    """Facts, daily summaries, consolidation and health."""

    # 002 §Configuration; §Nightly Consolidation, step 5; §Warning Conditions; §Quality Probe
    data_path: Path = key(Path("/data/memory"), AbsolutePath(), "the directory that holds the memory", restart=True)
    half_life_days: float = key(
        30.0, Number(0.01, 36500), "an unused fact's activation halves in this time", unit="days"
    )
    recall_boost: float = key(0.3, _SHARE, "what each recall adds to a fact's activation, up to 1")
    search_threshold: float = key(0.15, _SHARE, "facts whose activation is lower stay out of results unless asked for")
    prune_threshold: float = key(0.05, _SHARE, "facts whose activation is lower are archived at the next consolidation")
    max_facts: int = key(
        10_000,
        Integer(1, 50_000_000),
        "the maximum of active facts; above it, those with the lowest activation are archived",
    )
    single_valued: tuple[str, ...] = key(
        (
            "lives_in",
            "resides_in",
            "based_in",
            "works_at",
            "works_for",
            "employed_by",
            "reports_to",
            "married_to",
            "born_in",
            "born_on",
            "age",
            "birthday",
            "timezone",
            "job_title",
            "located_in",
            "port",
            "version",
            "status",
            "owner",
            "owned_by",
            "hostname",
            "default_branch",
            "deadline",
            "wohnt_in",
            "lebt_in",
            "arbeitet_bei",
            "verheiratet_mit",
            "geboren_in",
            "gehört",
            "inhaber",
            "eigentümer",
            "frist",
        ),
        Words(),
        "predicates that have one object per subject at a time: a later fact supersedes an earlier one, as does a "
        "later one about the calendar day of something, and `runs on port 8443` is a `port`; case, spaces and "
        "underscores do not matter",
    )
    session_retention_days: int = key(
        30, Integer(1, 36500), "session files move to sessions/archive after this time", unit="days"
    )
    session_archive_days: int = key(
        0,
        Integer(0, 36500),
        "archived sessions that an agent's model has summarised are deleted after this time; 0: never",
        unit="days",
    )
    daily_retention_days: int = key(365, Integer(1, 36500), "daily summaries are deleted after this time", unit="days")
    memory_md_max_lines: int = key(200, Integer(20, 10_000), "the maximum of lines in MEMORY.md", unit="lines")
    canary_check_interval: str = key(
        "weekly",
        Choice(("daily", "weekly", "monthly", "never")),
        "how often the quality probe runs, unless schedule.quality_probe says when",
    )
    embedding_model: str = key(
        "multilingual-e5-large",
        Text(),
        "a directory under recall.models_path; where it is missing, the model that comes with memoryd is used; "
        '"static" uses that model\'s word vectors alone, at hardly any cost; "none" turns '
        "vectors off; after a change the old vectors answer until the new ones are complete",
        restart=True,
    )
    memory_md_enter_activation: float = key(0.5, _SHARE, "facts above it enter MEMORY.md")
    memory_md_leave_activation: float = key(0.15, _SHARE, "facts under it leave MEMORY.md")
    warn_disk_percent: float = key(80.0, Number(1, 100), "health warns when the disk is fuller", unit="percent")
    warn_facts: int = key(
        9000,
        Integer(1, 50_000_000),
        "health warns above this many active facts; nine tenths of max_facts if only that is set",
    )
    warn_activation_low: float = key(0.2, _SHARE, "health warns when the average activation is lower")
    warn_activation_high: float = key(0.8, _SHARE, "health warns when the average activation is higher")
    warn_memory_md_lines: int = key(
        180,
        Integer(1, 10_000),
        "health warns above this in MEMORY.md, and facts stop there; 9/10 of memory_md_max_lines if only that is set",
        unit="lines",
    )
    warn_consolidation: float = key(600.0, Duration(1, _DAY), "health warns when a consolidation takes longer")
    warn_probe_accuracy: float = key(0.7, _SHARE, "health warns when a smaller share of the canaries is found")


class Layers(msgspec.Struct, frozen=True):
    """Notes and the hot cache."""

    # 000 §Triggers, §L1 Global Budget, §Condensation Rules, §Observable Triggers, §Archive Triggers, §Archive Review,
    # §Hygiene Log Pruning
    promote_after_sessions: int = key(
        3, Integer(1, 1000), "a note that is read in this many sessions becomes hot", unit="sessions"
    )
    promote_after_reads: int = key(2, Integer(2, 1000), "a note that is used this often in one session becomes hot")
    hot_max_bullets: int = key(30, Integer(1, 1000), "the most bullets in all hot sections together")
    layer_soft_bullets: int = key(5, Integer(1, 1000), "bullets of one layer that a rebuilt hot cache aims at")
    demote_after_sessions: int = key(
        3, Integer(1, 1000), "a hot note that is unused for this many sessions is demoted", unit="sessions"
    )
    archive_after_days: int = key(30, Integer(1, 36500), "a cold note is archived after this time", unit="days")
    archive_demoted_after_days: int = key(
        60, Integer(1, 36500), "a demoted note that is not read is archived after this time", unit="days"
    )
    archive_review_days: int = key(
        180, Integer(1, 36500), "archived notes older than this are shown for review; nothing is deleted", unit="days"
    )
    log_retention_days: int = key(
        180,
        Integer(1, 36500),
        "promotions and demotions older than this leave hygiene.json for the archive",
        unit="days",
    )
    hygiene_max_bytes: int = key(50_000, Size(4096, 64 << 20), "the greatest size of hygiene.json")


class Contexts(msgspec.Struct, frozen=True):
    """Contexts and their tiers."""

    # 003 §Tier Calculation, §With Layer 3
    active_hours: float = key(1.0, Number(0.01, 87600), "ACTIVE when last used less than this ago", unit="hours")
    recent_hours: float = key(24.0, Number(0.01, 87600), "RECENT when last used less than this ago", unit="hours")
    archived_hours: float = key(
        720.0, Number(0.01, 876000), "ARCHIVED when last used less than this ago, EXPIRED after it", unit="hours"
    )
    active_boost: float = key(0.3, Number(-1, 1), "added to the score of ACTIVE contexts")
    recent_boost: float = key(0.1, Number(-1, 1), "added to the score of RECENT contexts")
    expired_boost: float = key(-0.2, Number(-1, 1), "added to the score of EXPIRED contexts")


class InjectionBudget(msgspec.Struct, frozen=True):
    """How many tokens of each level go into a conversation; what one level does not use goes to the next lower one."""

    # 004 §Configuration
    L1: int = key(30_000, Integer(0, 10_000_000), "recent memory", unit="tokens")
    L2: int = key(30_000, Integer(0, 10_000_000), "earlier context", unit="tokens")
    L3: int = key(30_000, Integer(0, 10_000_000), "long-term memory", unit="tokens")


class Summaries(msgspec.Struct, frozen=True):
    """The hierarchy of summaries."""

    # 004 §Configuration; rules 18 and 21
    chunk_tokens: int = key(
        6000, Integer(100, 1_000_000), "a raw chunk is summarised when it has at least this many tokens", unit="tokens"
    )
    summary_target_tokens: int = key(2000, Integer(10, 1_000_000), "the target length of a summary", unit="tokens")
    merge_threshold: int = key(6, Integer(2, 100), "this many summaries of one level are merged into one of the next")
    pruning_boundary_tokens: int = key(
        30_000,
        Integer(0, 100_000_000),
        "the newest tokens of an active session, which are not summarised",
        unit="tokens",
    )
    worker_interval: float = key(
        300.0, Duration(1, 7 * _DAY), "how often the daemon looks for jobs that no agent claimed"
    )
    max_levels: int = key(3, Integer(1, 3), "levels of summaries")
    model: str = key("", Text(empty=True), "a hint in each job: the model the agent should use; empty: the agent's own")
    session_idle_hours: float = key(
        24.0, Number(0.01, 8760), "a session without a request for this long is finished", unit="hours"
    )
    summarizer_fallback_after: float = key(
        1800.0, Duration(0, 365 * _DAY), "the built-in summariser does a job that no agent claims within this"
    )
    summarizer_command: tuple[str, ...] = key(
        (),
        Command(),
        "a local program that summarises instead of the built-in one: {messages, target_tokens} as JSON in, text out "
        "(for a day's summary the JSON object that the messages ask for)",
    )
    max_prompt_tokens: int = key(
        32_000,
        Integer(1000, 10_000_000),
        "a job's messages have about this many tokens at most; long tool output is cut in the middle",
        unit="tokens",
    )
    max_jobs_per_day: int = key(0, Integer(0, 1_000_000), "the most jobs that agents get within 24 hours; 0: no limit")
    injection_budget: InjectionBudget = msgspec.field(default_factory=InjectionBudget)


PARTS_OF_A_SCORE = (
    "lexical", "passage", "mean", "words", "connected", "context", "neighbour_lexical", "neighbour_passage",
    "earlier_passage", "speaker", "first_person", "date", "time", "question", "reply", "trees",
)  # fmt: skip
"""What recall.weights may name; the built-in numbers are recall's."""


class Recall(msgspec.Struct, frozen=True):
    """Recall over all memory."""

    # 002 §Recall and Search; rule 2
    models_path: Path = key(
        Path("/usr/share/memoryd/models"), AbsolutePath(), "the directory of embedding models", restart=True
    )
    min_similarity: float = key(
        0.2,
        _SHARE,
        "a memory that shares no word with the query must be at least this similar, or half of it where another is",
    )
    top_k: int = key(10, Integer(1, 1000), "number of results when a request does not say how many")
    weights: Mapping[str, float] = key(
        MappingProxyType({}), Weights(PARTS_OF_A_SCORE), "weights for parts of the score, in place of the built-in ones"
    )


class Schedule(msgspec.Struct, frozen=True):
    """When the daemon's own work runs, in `timezone`; a run missed while it was down runs once at the next start."""

    # 002 §Cron Schedule
    summarize: str = key("0 23 * * *", Cron(), "daily summaries")
    consolidate: str = key("30 0 * * *", Cron(), "the consolidation")
    health_check: str = key("0 */6 * * *", Cron(), "the health check")
    quality_probe: str = key(
        "0 3 * * 0", Cron(), "the quality probe; follows canary_check_interval if only that is set"
    )
    jitter_seconds: float = key(
        0.0, Number(0, _HOUR), "each run starts up to this much later, for fleets", unit="seconds"
    )
    timezone: str = key("", Zone(), "the zone of days, dates and the schedule; empty: the system's")


class Access(msgspec.Struct, frozen=True):
    """Exceptions: everyone who can connect may read and write; root and the daemon's user are admins."""

    readers: tuple[str, ...] = key((), Names(), "may only read")
    writers: tuple[str, ...] = key((), Names(), "may read and write")
    admins: tuple[str, ...] = key((), Names(), "may do everything")


class Daemon(msgspec.Struct, frozen=True):
    """The process: socket, limits, log."""

    socket_path: Path | None = key(
        None,
        AbsolutePath(empty=True, longest=107),
        "the Unix socket; empty: the one that systemd passes, else memoryd.sock in the runtime directory",
        restart=True,
    )
    max_frame_bytes: int = key(8 << 20, Size(4096, 1 << 30), "the largest request", restart=True)
    max_depth: int = key(64, Integer(8, 500), "how deep values in a request may nest", restart=True)
    max_in_flight: int = key(
        32, Integer(1, 10_000), "requests in progress per connection; the next one waits", restart=True
    )
    max_connections: int = key(
        4096, Integer(1, 100_000), "connections at once; the last 32 of them are for admins", restart=True
    )
    max_connections_per_user: int = key(
        256, Integer(1, 100_000), "connections of one user at once; an admin may have 32 more", restart=True
    )
    received_bytes: int = key(
        64 << 20,
        Size(1 << 20, 16 << 30),
        "the most bytes of large requests that are arriving or in progress; beyond it they are read one after another, "
        "and those that arrive slowly give way",
        restart=True,
    )
    write_queue_bytes: int = key(
        64 << 20,
        Size(1 << 20, 16 << 30),
        "the most bytes of writes that wait for the disk; beyond it they are refused as busy",
        restart=True,
    )
    stall_seconds: float = key(
        30.0,
        Duration(0.1, _HOUR),
        "a peer that reads no reply, or is silent within a request, for this long is dropped",
        restart=True,
    )
    max_file_bytes: int = key(
        8 << 20,
        Size(64 << 10, 64 << 20),
        "the largest Markdown or JSON file that is read in; a larger one stays as it is, and health names it",
        restart=True,
    )
    reader_threads: int = key(
        2,
        Integer(1, 64),
        "threads that serve reading requests; more than two contend for the interpreter",
        restart=True,
    )
    log_level: str = key("info", Choice(("debug", "info", "warning", "error")), "the lowest level that is logged")
    log_format: str = key(
        "auto",
        Choice(("auto", "journal", "json", "console")),
        "auto: the journal's fields under systemd, colours on a terminal, else JSON lines",
        restart=True,
    )
    worker_stall_seconds: float = key(
        300.0,
        Duration(0.5, 24 * _HOUR),
        "a worker that shows no sign of life for this long is killed, and its work done again; the indexer after a "
        "minute at most",
    )
    data_id: str = key(
        "",
        Text(empty=True),
        "the id that .memoryd/data-id in the data directory must contain; until it does, as with an unmounted volume, "
        "the daemon waits instead of serving an empty memory. memoryctl setup-data writes both",
        restart=True,
    )
    backup_days: int = key(
        7, Integer(1, 3650), "backups from before a consolidation are kept for this long", unit="days"
    )
