"""The sections of the configuration: every key with its type, default, bounds, unit, meaning and source."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType

import msgspec

from memoryd.config.keys import key
from memoryd.config.kinds import AbsolutePath, Choice, Command, Integer, Names, Number, Text, Weights
from memoryd.config.timing import Cron, Zone
from memoryd.config.units import Duration, Size

_HOUR, _DAY = 3600.0, 86400.0
_SHARE = Number(0, 1)
_CONFIGURATION = "002 §Configuration"


class MemoryOracle(msgspec.Struct, frozen=True):
    """Facts, daily summaries, consolidation and health: the keys of seed 002 as they stand there, and its numbers."""

    data_path: Path = key(
        Path("/data/memory"), AbsolutePath(), "the directory that holds the memory", _CONFIGURATION, restart=True
    )
    half_life_days: float = key(
        30.0, Number(0.01, 36500), "an unused fact's activation halves in this time", _CONFIGURATION, unit="days"
    )
    recall_boost: float = key(0.3, _SHARE, "what each recall adds to a fact's activation, up to 1", _CONFIGURATION)
    search_threshold: float = key(
        0.15, _SHARE, "facts whose activation is lower stay out of results unless asked for", _CONFIGURATION
    )
    prune_threshold: float = key(
        0.05, _SHARE, "facts whose activation is lower are archived at the next consolidation", _CONFIGURATION
    )
    max_facts: int = key(
        10_000,
        Integer(1, 50_000_000),
        "active facts; beyond it those of the lowest activation are archived",
        _CONFIGURATION,
    )
    session_retention_days: int = key(
        30, Integer(1, 36500), "session files are deleted after this time", _CONFIGURATION, unit="days"
    )
    daily_retention_days: int = key(
        365, Integer(1, 36500), "daily summaries are deleted after this time", _CONFIGURATION, unit="days"
    )
    memory_md_max_lines: int = key(200, Integer(20, 10_000), "lines of MEMORY.md", _CONFIGURATION, unit="lines")
    canary_check_interval: str = key(
        "weekly",
        Choice(("daily", "weekly", "monthly", "never")),
        "how often the quality probe runs, unless schedule.quality_probe says when",
        _CONFIGURATION,
    )
    embedding_model: str = key(
        "multilingual-e5-large",
        Text(),
        "a directory under recall.models_path; where it is missing, the model that comes with memoryd is used; "
        '"none" turns vectors off',
        _CONFIGURATION,
        restart=True,
    )
    embedding_device: str = key("cpu", Choice(("cpu",)), "where the model runs", _CONFIGURATION, restart=True)
    memory_md_enter_activation: float = key(
        0.5, _SHARE, "facts above it enter MEMORY.md", "002 §Nightly Consolidation, step 5"
    )
    memory_md_leave_activation: float = key(
        0.15, _SHARE, "facts under it leave MEMORY.md", "002 §Nightly Consolidation, step 5"
    )
    warn_disk_percent: float = key(
        80.0, Number(1, 100), "health warns when the disk is fuller", "002 §Warning Conditions", unit="percent"
    )
    warn_facts: int = key(
        9000,
        Integer(1, 50_000_000),
        "health warns above so many active facts; nine tenths of max_facts when only that is set",
        "002 §Warning Conditions",
    )
    warn_activation_low: float = key(
        0.2, _SHARE, "health warns when the average activation is lower", "002 §Warning Conditions"
    )
    warn_activation_high: float = key(
        0.8, _SHARE, "health warns when the average activation is higher", "002 §Warning Conditions"
    )
    warn_memory_md_lines: int = key(
        180,
        Integer(1, 10_000),
        "facts in MEMORY.md end there, and health warns of more; 9/10 of memory_md_max_lines if only that is set",
        "002 §Warning Conditions",
        unit="lines",
    )
    warn_consolidation: float = key(
        600.0, Duration(1, _DAY), "health warns when a consolidation takes longer", "002 §Warning Conditions"
    )
    warn_probe_accuracy: float = key(0.7, _SHARE, "health warns when fewer canaries are found", "002 §Quality Probe")


class Layers(msgspec.Struct, frozen=True):
    """Notes and the hot cache: the numbers of seed 000."""

    promote_after_sessions: int = key(
        3, Integer(1, 1000), "a note read in so many sessions becomes hot", "000 §Triggers", unit="sessions"
    )
    promote_after_reads: int = key(
        2, Integer(2, 1000), "a note needed so often in one session becomes hot", "000 §Triggers"
    )
    hot_max_bullets: int = key(30, Integer(1, 1000), "bullets in all hot sections together", "000 §L1 Global Budget")
    layer_soft_bullets: int = key(
        5, Integer(1, 1000), "bullets of one layer that a rebuilt hot cache aims at", "000 §Condensation Rules"
    )
    demote_after_sessions: int = key(
        3, Integer(1, 1000), "a hot note unused for so many sessions is demoted", "000 §Observable Triggers",
        unit="sessions",
    )  # fmt: skip
    archive_after_days: int = key(
        30, Integer(1, 36500), "a cold note is archived after this time", "000 §Archive Triggers", unit="days"
    )
    archive_demoted_after_days: int = key(
        60, Integer(1, 36500), "a demoted note that nobody reads is archived after this time",
        "000 §Archive Triggers", unit="days",
    )  # fmt: skip
    archive_review_days: int = key(
        180, Integer(1, 36500), "archived notes older than this are shown for review; nothing is deleted",
        "000 §Archive Review", unit="days",
    )  # fmt: skip
    log_retention_days: int = key(
        180, Integer(1, 36500), "promotions and demotions older than this leave hygiene.json for the archive",
        "000 §Hygiene Log Pruning", unit="days",
    )  # fmt: skip
    hygiene_max_bytes: int = key(50_000, Size(4096, 64 << 20), "hygiene.json stays smaller", "000 §Hygiene Log Pruning")


class Contexts(msgspec.Struct, frozen=True):
    """Contexts: the tiers of seed 003."""

    active_hours: float = key(
        1.0, Number(0.01, 87600), "ACTIVE when last used less than this ago", "003 §Tier Calculation", unit="hours"
    )
    recent_hours: float = key(
        24.0, Number(0.01, 87600), "RECENT when last used less than this ago", "003 §Tier Calculation", unit="hours"
    )
    archived_hours: float = key(
        720.0, Number(0.01, 876000), "ARCHIVED when last used less than this ago, EXPIRED after it",
        "003 §Tier Calculation", unit="hours",
    )  # fmt: skip
    active_boost: float = key(0.3, Number(-1, 1), "added to the score of ACTIVE contexts", "003 §With Layer 3")
    recent_boost: float = key(0.1, Number(-1, 1), "added to the score of RECENT contexts", "003 §With Layer 3")
    expired_boost: float = key(-0.2, Number(-1, 1), "added to the score of EXPIRED contexts", "003 §With Layer 3")


class InjectionBudget(msgspec.Struct, frozen=True):
    """How many tokens of each level go into a conversation; what one leaves flows to the next lower one."""

    L1: int = key(30_000, Integer(0, 10_000_000), "recent memory", "004 §Configuration", unit="tokens")
    L2: int = key(30_000, Integer(0, 10_000_000), "earlier context", "004 §Configuration", unit="tokens")
    L3: int = key(30_000, Integer(0, 10_000_000), "long-term memory", "004 §Configuration", unit="tokens")


class Summaries(msgspec.Struct, frozen=True):
    """The hierarchy of summaries: the keys of seed 004 in snake_case."""

    chunk_tokens: int = key(
        6000, Integer(100, 1_000_000), "least tokens of a raw chunk before it is summarised", "004 §Configuration",
        unit="tokens",
    )  # fmt: skip
    summary_target_tokens: int = key(
        2000, Integer(10, 1_000_000), "tokens that a summary aims at", "004 §Configuration", unit="tokens"
    )
    merge_threshold: int = key(
        6, Integer(2, 100), "summaries of a level that are merged into one of the next", "004 §Configuration"
    )
    pruning_boundary_tokens: int = key(
        30_000, Integer(0, 100_000_000), "newest tokens of an active session that are never touched",
        "004 §Configuration", unit="tokens",
    )  # fmt: skip
    worker_interval: float = key(
        300.0, Duration(1, 7 * _DAY), "how often jobs that no agent took are looked for", "004 §Configuration"
    )
    max_levels: int = key(3, Integer(1, 3), "levels of summaries", "004 §Configuration")
    model: str = key(
        "", Text(empty=True), "a hint in each job: the model the agent should use; empty: the agent's own",
        "004 §Configuration",
    )  # fmt: skip
    session_idle_hours: float = key(
        24.0, Number(0.01, 8760), "a session without a request for this long is finished", "design rule 18",
        unit="hours",
    )  # fmt: skip
    summarizer_fallback_after: float = key(
        1800.0, Duration(0, 365 * _DAY), "a job that no agent takes is done by the built-in summariser after this",
        "design rule 21",
    )  # fmt: skip
    summarizer_command: tuple[str, ...] = key(
        (), Command(),
        "a local program that summarises instead of the built-in one: {messages, target_tokens} as JSON in, text out "
        "(for a day's summary the JSON object that the messages ask for)",
        "design rule 21",
    )  # fmt: skip
    injection_budget: InjectionBudget = msgspec.field(default_factory=InjectionBudget)


PARTS_OF_A_SCORE = (
    "lexical", "passage", "mean", "words", "neighbour_lexical", "neighbour_passage", "speaker", "first_person", "date",
    "time", "question",
)  # fmt: skip
"""What recall.weights may name; the built-in numbers are recall's."""


class Recall(msgspec.Struct, frozen=True):
    """Recall over all memory."""

    models_path: Path = key(
        Path("/usr/share/memoryd/models"), AbsolutePath(), "where embedding models lie", "design §6", restart=True
    )
    min_similarity: float = key(
        0.2, _SHARE, "without a common word, a memory less alike than this is no answer", "design rule 2"
    )
    top_k: int = key(10, Integer(1, 1000), "results when a request does not say how many", "002 §Recall and Search")
    weights: Mapping[str, float] = key(
        MappingProxyType({}), Weights(PARTS_OF_A_SCORE), "parts of the score that stand over the built-in weights",
        "design §6",
    )  # fmt: skip


class Schedule(msgspec.Struct, frozen=True):
    """When the daemon's own work runs, in `timezone`; a run missed while it was down is made up once."""

    summarize: str = key("0 23 * * *", Cron(), "daily summaries", "002 §Cron Schedule")
    consolidate: str = key("30 0 * * *", Cron(), "the consolidation", "002 §Cron Schedule")
    health_check: str = key("0 */6 * * *", Cron(), "the health check", "002 §Cron Schedule")
    quality_probe: str = key(
        "0 3 * * 0", Cron(), "the quality probe; by canary_check_interval when only that is set", "002 §Cron Schedule"
    )
    jitter_seconds: float = key(
        0.0, Number(0, _HOUR), "each run starts up to this much later, for fleets", "design §6", unit="seconds"
    )
    timezone: str = key("", Zone(), "the zone of days, dates and the schedule; empty: the system's", "design §3")


class Access(msgspec.Struct, frozen=True):
    """Who may do more or less than those who can connect: they may read and write; root and our user are admin."""

    readers: tuple[str, ...] = key((), Names(), "may only read", "design §5")
    writers: tuple[str, ...] = key((), Names(), "may read and write", "design §5")
    admins: tuple[str, ...] = key((), Names(), "may do everything", "design §5")


class Daemon(msgspec.Struct, frozen=True):
    """The process: socket, limits, log."""

    socket_path: Path | None = key(
        None,
        AbsolutePath(empty=True, longest=107),
        "the Unix socket; empty: the one that systemd passes, else memoryd.sock in the runtime directory",
        "design §6",
        restart=True,
    )
    max_frame_bytes: int = key(8 << 20, Size(4096, 1 << 30), "the largest request", "design §5", restart=True)
    max_depth: int = key(64, Integer(8, 500), "how deep values in a request may nest", "design §5", restart=True)
    max_in_flight: int = key(
        32, Integer(1, 10_000), "requests of one connection at once; the next one waits", "design §5", restart=True
    )
    max_connections: int = key(4096, Integer(1, 100_000), "connections at once", "design §5", restart=True)
    write_queue_bytes: int = key(
        64 << 20, Size(1 << 20, 16 << 30), "writes that wait for the disk; beyond it they are refused as busy",
        "design §5", restart=True,
    )  # fmt: skip
    stall_seconds: float = key(
        30.0, Duration(0.1, _HOUR), "a peer that takes no reply for this long is dropped", "design §5", restart=True
    )
    reader_threads: int = key(4, Integer(1, 64), "threads that serve reading requests", "design §7", restart=True)
    log_level: str = key("info", Choice(("debug", "info", "warning", "error")), "what is logged", "design §6")
    log_format: str = key(
        "auto",
        Choice(("auto", "journal", "json", "console")),
        "auto: the journal's fields under systemd, colours on a terminal, else JSON lines",
        "design §6",
        restart=True,
    )
    backup_days: int = key(
        7, Integer(1, 3650), "backups from before a consolidation are kept so long", "design §3", unit="days"
    )
