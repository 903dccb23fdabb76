"""The events that have a message id: what each says to an operator, for the log and for `journalctl -x`."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

import msgspec


class Event(msgspec.Struct, frozen=True):
    """One event. `@MEMORYD_…@` in subject and text is filled in by journalctl from the record's fields."""

    name: str
    message_id: str
    subject: str
    text: str


def _table(*events: Event) -> Mapping[str, Event]:
    return MappingProxyType({event.name: event for event in events})


EVENTS = _table(
    Event(
        "ready",
        "53fbdac340554f2cba57948e73fac509",
        "memoryd serves @MEMORYD_DATA@",
        "The index is usable and the socket @MEMORYD_SOCKET@ answers.",
    ),
    Event(
        "seeking_purged",
        "b5d24cd60b694b82b3ae481e203034f6",
        "memoryd looks through @MEMORYD_DATA@ for what was purged",
        "The files are those of a backup that is older than a purge, or a purge was not finished. The socket answers\n"
        "once what was purged is out of all of them, archives and backups too: a second for some thousand memories.",
    ),
    Event(
        "reading_only",
        "3953c7d63bf24147b7e39a0f6305b9cc",
        "memoryd cannot write @MEMORYD_DATA@, and serves what can be read",
        "It refuses writes as read_only, records no accesses and runs no maintenance.\n"
        "The record names the reason. Once it is gone, memoryd accepts writes again within seconds, by itself.",
    ),
    Event(
        "not_upgraded",
        "7b62e1950691484e9bf506f50801dc45",
        "memoryd reads a memory of an earlier format, and cannot upgrade it now",
        "It reads it for all but group sessions, since nothing in format @MEMORYD_FOUND@ tells what they may see.\n"
        "Once it can write, it upgrades it by itself.",
    ),
    Event(
        "not_the_directory",
        "8240f26fb6814e1d8d36a2501c1f160f",
        "memoryd waits: @MEMORYD_DATA@ is not the directory that was set up",
        "Its volume is not mounted, or the daemon's user may not read it; the record says which. Every request is\n"
        "refused as busy instead of serving an empty memory. Once it is there, memoryd serves it by itself.\n"
        "If the memory was moved, run: memoryctl setup-data DIRECTORY",
    ),
    Event(
        "nothing_to_read",
        "6149dd8d5e5a4cb08988cd057587d0ed",
        "memoryd waits: @MEMORYD_DATA@ can neither be written nor read",
        "Every request is refused with the reason until it is gone; memoryd checks every few seconds.",
    ),
    Event(
        "writing_again",
        "8f4839c7ee144639bb0ddbc5e56f0ac5",
        "memoryd can write @MEMORYD_DATA@ again",
        "The reason is gone. memoryd reloads everything, then serves as usual.",
    ),
    Event(
        "stopping",
        "180d8ec61df8404a879dc454c454957c",
        "memoryd stops",
        "No new request is accepted. What was acknowledged is on disk; requests in flight finish first.",
    ),
    Event(
        "stopped",
        "37053a8bd98a4d3b9468456ca1c9c4be",
        "memoryd has stopped",
        "Everything that was acknowledged is on disk, and the lock of the data directory is free.",
    ),
    Event(
        "reloaded",
        "a833ccd7370e43c0b761f00092fabd4c",
        "The configuration was read again",
        "Keys that wait for the next start: @MEMORYD_RESTART@\n"
        "Look at the configuration in force with: memoryctl config",
    ),
    Event(
        "reload_failed",
        "e2cde2e8fe12422bbd293bb39b4e327a",
        "The new configuration was refused",
        "It has faults, so memoryd keeps the old one. The record names each with file, line and key.\n"
        "Test a change before reloading with: memoryd --check",
    ),
    Event(
        "config_faults",
        "2369e7cf686147f6872cef952b3e8210",
        "memoryd cannot start: the configuration has faults",
        "The record names each with file, line and key. Fix them, then see whether it would start with:\n"
        "memoryd --check",
    ),
    Event(
        "locked",
        "92e0a4af5f67405781a1d26c859fcfd4",
        "Another memoryd has the data directory",
        "One daemon serves one directory. Process @MEMORYD_PID@ holds the lock of @MEMORYD_DATA@.\n"
        "Stop it, or give this one another directory with --data.",
    ),
    Event(
        "lock_failed",
        "7c1d5b0e4f7a4d0c9a3e5a8d21f6b947",
        "Another directory has replaced memoryd's, and cannot be locked",
        "@MEMORYD_MESSAGE@\nPut the directory that memoryd was started on back at @MEMORYD_DATA@, or restart memoryd.",
    ),
    Event(
        "data_directory",
        "d9fc456143184f61b3f98cbe170b919c",
        "memoryd cannot start: the data directory cannot be used",
        "@MEMORYD_MESSAGE@\nUnder systemd, a directory other than /var/lib/memoryd must be allowed, too:\n"
        "ReadWritePaths= in systemctl edit memoryd.service",
    ),
    Event(
        "socket_failed",
        "c718fb416b0649d09f0aa9ed14b23d39",
        "memoryd cannot start: the socket cannot be served",
        "@MEMORYD_MESSAGE@",
    ),
    Event(
        "socket_made_anew",
        "5a64d470d47a479d927cbdc488e081de",
        "The file of the socket had been removed, and memoryd made it anew: @MEMORYD_SOCKET@",
        "Nobody could connect meanwhile. Find out what removes it: a cleaner of /run, or another program that uses\n"
        "the same path.",
    ),
    Event(
        "activation_failed",
        "90fe7fcccaab4e3e91a290ed0131196c",
        "memoryd cannot start: systemd passed a wrong socket",
        "@MEMORYD_MESSAGE@\nCompare memoryd.socket with the one that came with memoryd: systemctl cat memoryd.socket",
    ),
    Event(
        "internal_error",
        "bf24082d6c2348eab03053b3ffaa862a",
        "A fault of memoryd: @MEMORYD_INCIDENT@",
        "A request met a fault in memoryd itself; nothing of it was written. The caller got the incident's id,\n"
        "this record has the traceback. Please report it with both.",
    ),
    Event(
        "uncaught",
        "2eecf8eb4cfc4907bb24794d0da92f3f",
        "A thread of memoryd failed",
        "The record has the traceback. If the writer or the event loop has stopped, systemd's watchdog\n"
        "restarts memoryd. Please report it.",
    ),
    Event(
        "problem",
        "fcd1bb6c306245d0bb222044fc8baada",
        "Something in the data directory needs attention",
        "Where: @MEMORYD_PATH@ @MEMORYD_LINE@\nWhat: @MEMORYD_WHAT@\nWhat to do: @MEMORYD_ACTION@\n"
        "Nothing was lost or changed. All problems: memoryctl health",
    ),
    Event(
        "index_rebuilt",
        "a37129b683a44bc389d8064241580a79",
        "The index was rebuilt from the files",
        "It was missing, damaged or of another version. The files are the truth; nothing is lost.",
    ),
    Event(
        "timed_run_failed",
        "b76f2c0126c347d09c2a6597987c9b42",
        "Timed work did not run: @MEMORYD_ACTION@",
        "@MEMORYD_ERROR@\nIt runs again at its next time. See when, or run it by hand: memoryctl maintenance",
    ),
    Event(
        "clock_went_back",
        "f5add02dd4f54675801ad54667d3dc93",
        "The clock went back by @MEMORYD_SECONDS@ s",
        "Timed work follows the new time; what ran too early runs again when it is due, which is harmless.\n"
        "See when: memoryctl maintenance",
    ),
    Event(
        "schedule_held_up",
        "8165cd97bad6447bbeab964aada3aaf8",
        "Timed work waits for the disk",
        "@MEMORYD_ERROR@\nWhat is due runs by itself as soon as there is space.",
    ),
    Event(
        "run_not_remembered",
        "fb4d92e2207b4ce4afd5550ff7ecc182",
        "The end of a maintenance run could not be recorded",
        "@MEMORYD_ERROR@\nThe work is done. After a restart it may be repeated, which changes nothing.",
    ),
    Event(
        "rescan",
        "cf832ee6120e41349415bae3e3c1f5a8",
        "The data directory was compared with what is known",
        "inotify lost events, or a directory was moved or replaced: @MEMORYD_REASON@. Every change was absorbed.\n"
        "If it happens often, raise fs.inotify.max_queued_events.",
    ),
    Event(
        "stalled",
        "66a354bb02ee47aeb35817cf07e8c21f",
        "@MEMORYD_WHO@ makes no progress; the watchdog is not fed",
        "If this continues, systemd kills and restarts memoryd (WatchdogSec=). A disk that hangs is the usual cause.",
    ),
    Event(
        "batch_failed",
        "5c5baed6108443cc97946b0a39aacb5f",
        "Writes could not be stored on disk",
        "@MEMORYD_ERROR@\n"
        "Their callers got an error, and nothing of them remains; what was acknowledged before is safe.\n"
        "See whether the disk is full or read-only: df -h; dmesg | tail",
    ),
    Event(
        "disk_error",
        "1e78f59e7bf049fda6cb4b16369dfeba",
        "A request failed on the disk",
        "@MEMORYD_ERROR@\nThe caller got the error read_only or busy, with what to do.\n"
        "See whether the disk is full or read-only: df -h; dmesg | tail",
    ),
    Event(
        "too_many_files",
        "7aae74520db24606a7ae01dd5da7f6c4",
        "A request failed because memoryd has too many files open",
        "The caller got the error busy. memoryd keeps a reserve for its own files; see how many it has open and why:\n"
        "systemctl show -p MainPID -p LimitNOFILE memoryd; ls -l /proc/PID/fd",
    ),
    Event(
        "writer_died",
        "7229af8b7e244c46af1465bed624bde8",
        "The writer thread ended",
        "Nothing can be written any more, so the watchdog is not fed, and systemd restarts memoryd.\n"
        "What was acknowledged is on disk. Please report it with the traceback in this record.",
    ),
    Event(
        "deliver_failed",
        "be66a35d8d444194a48f93d07eb431a0",
        "A reply could not be delivered",
        "What it acknowledged is on disk. Please report it with the traceback in this record.",
    ),
    Event(
        "background_slice_failed",
        "06172d50244b41eb907e98a3453db7f0",
        "A part of the background work failed",
        "It is tried again at the next run. Please report it with the traceback in this record.",
    ),
    Event(
        "flush_failed",
        "b3d3da0ebd01401f9a7b8cb0538a65f6",
        "A derived file could not be written: @MEMORYD_TASK@",
        "@MEMORYD_ERROR@\nIt is retried automatically; its content is safe in the journal beside it.\n"
        "See whether the disk is full or read-only: df -h; dmesg | tail",
    ),
    Event(
        "stop_step_failed",
        "9f839d035fa849c58088475f1e4e7951",
        "A step of the shutdown failed: @MEMORYD_STEP@",
        "@MEMORYD_ERROR@\nWhat was acknowledged is on disk; the next start does what is missing.",
    ),
    Event(
        "absorb_failed",
        "2580f5d3455c4eb79a45ee1b242e2b55",
        "A changed file could not be read in: @MEMORYD_PATH@",
        "It is left as it is and tried again in @MEMORYD_RETRY_SECONDS@ s. All problems: memoryctl health",
    ),
    Event(
        "watch_failed",
        "e28d7cb15f6a4e5a9079d5464b867e62",
        "The watcher failed because of a fault in memoryd",
        "The data directory is scanned as a whole instead, so no change is missed.\n"
        "Please report it with the traceback in this record.",
    ),
    Event(
        "connection_refused",
        "10550009aa7b4ba3b491ff296f0f9fb3",
        "A connection was refused",
        "@MEMORYD_REASON@\nOther connections were not harmed.\nThe limits are daemon.max_connections and\n"
        "daemon.max_connections_per_user in memoryd.toml(5)",
    ),
    Event(
        "unfinished_request_dropped",
        "ee6422db2dbe4abba424b26798a5aa42",
        "A connection was dropped whose request did not arrive whole",
        "Process @MEMORYD_PID@ of user @MEMORYD_UID@ had sent @MEMORYD_HELD_BYTES@ bytes of it: @MEMORYD_REASON@\n"
        "The limits are daemon.stall_seconds and daemon.received_bytes in memoryd.toml(5)",
    ),
    Event(
        "contexts_not_written",
        "324e7d8f6ce0461db61173a8702025b3",
        "A project's contexts could not be written: @MEMORYD_ERROR@",
        "It is retried automatically; what was acknowledged is already on disk.\n"
        "See whether the disk is full or read-only: df -h",
    ),
    Event(
        "compression_failed",
        "20f04ff1c59742e9b5122ed6fb697894",
        "The compression of a conversation failed: @MEMORYD_ERROR@",
        "Nothing is lost: the messages stay where they are, and it is tried again in a few minutes.",
    ),
    Event(
        "summarizer_failed",
        "dd0d47e09bb345a094c7399412027a23",
        "The summarizer command failed: @MEMORYD_COMMAND@",
        "The built-in summariser did its work instead. Run the command by hand to see why.",
    ),
    Event(
        "embedding",
        "1c63d766606447da8897ed271b29dba6",
        "The embedder: @MEMORYD_WHAT@",
        "Recall goes on with words alone where vectors are missing; memoryctl health says what is missing.",
    ),
    Event(
        "note_use_not_counted",
        "ec9aa8643719499095bbc6090fe0e838",
        "The use of a note was not counted: @MEMORYD_ERROR@",
        "Promotion may come one session later; nothing else is touched.",
    ),
    Event(
        "socket_unused",
        "e633a60b75344269b997ecc1fe684f17",
        "A socket that systemd passed is not served: @MEMORYD_SOCKET@",
        "The configuration, the environment or a flag names another path, so clients of the passed one wait forever.\n"
        "Leave daemon.socket_path empty, or give the .socket unit the same ListenStream=.",
    ),
    Event(
        "connections_capped",
        "db35c0e43f634f23824d05d0d960c99d",
        "Fewer connections are taken than configured: @MEMORYD_CONNECTIONS@ instead of @MEMORYD_WANTED@",
        "Each needs a file descriptor, and the files need some, too. Raise LimitNOFILE= of the unit (or ulimit -n),\n"
        "or lower daemon.max_connections.",
    ),
    Event(
        "stalled_reader_dropped",
        "97797bcaa23e4e16bb891fe3bae2caf9",
        "A connection that took no replies was dropped",
        "Process @MEMORYD_PID@ of user @MEMORYD_UID@ left @MEMORYD_UNREAD_BYTES@ bytes of replies unread.\n"
        "The limit is daemon.stall_seconds in memoryd.toml(5)",
    ),
    Event(
        "library",
        "e852e524f3904fbf813aac7c83b06703",
        "A message of a library that memoryd uses",
        "@MEMORYD_LOGGER@: @MEMORYD_MESSAGE@",
    ),
    Event(
        "job_not_noted",
        "85b67d1cb26446719edd69102dcbd69a",
        "A job that is done could not be noted: @MEMORYD_JOB_ID@",
        "@MEMORYD_ERROR@\nWhat was submitted is stored; after a restart its source knows that the job is done.\n"
        "See whether the disk is full or read-only: df -h; dmesg | tail",
    ),
    Event(
        "worker_lost",
        "b1bd1830f4f1427196e10efba77b93ff",
        "A worker of maintenance hung or was killed: @MEMORYD_TASK@",
        "@MEMORYD_ERROR@\nIt only had temporaries. Another worker does the pass once more, else the next run does.\n"
        "See whether memory is short or the disk hangs: journalctl -k; dmesg | tail",
    ),
    Event(
        "worker_noise",
        "d0c5fd2bd0b04723aead947a0190c2ce",
        "A worker of maintenance answered what is no answer: @MEMORYD_TASK@",
        "It was passed over. Please report it with the lines of this process before it in the log.",
    ),
    Event(
        "hot_cache_behind",
        "1539f662f0fa40b689066abfd0e836fa",
        "MEMORY.md could not be written",
        "@MEMORYD_ERROR@\nThe notes themselves are safe; MEMORY.md is made from them again at the next change.",
    ),
    Event(
        "rewrite_postponed",
        "b4f71aa370db4567a04a47316bb3abb8",
        "facts.jsonl could not be rewritten",
        "@MEMORYD_ERROR@\nEvery change is safe in the log and its journal; the file is rewritten at the next occasion.",
    ),
    Event(
        "jobs_of_source_failed",
        "8d970251c89b4d42858bd306bde4c92e",
        "The open jobs of @MEMORYD_SOURCE@ could not be listed",
        "Other jobs go on. Please report it with the traceback in this record.",
    ),
    Event(
        "brief_incomplete",
        "4246840b7583435cb717a5b6ba18c2e4",
        "What @MEMORYD_KIND@ would tell is not in a brief",
        "The rest of the brief is. Please report it with the traceback in this record.",
    ),
    Event(
        "facts_not_judged",
        "48ac85e6ad274b89b97f31960be06461",
        "Which facts are past was not judged for one project",
        "MEMORY.md shows them as before. Please report it with the traceback in this record.",
    ),
    Event(
        "said_not_judged",
        "cf6b0fc7ece043e48a2e213a4f5598be",
        "What was just said was not judged for a check",
        "The check tells what else bears on the action. Please report it with the traceback in this record.",
    ),
    Event(
        "fallback_failed",
        "1a88b6f4a3114f889ba4c80d49f63a06",
        "The built-in summariser failed at a job of kind @MEMORYD_KIND@",
        "@MEMORYD_ERROR@\nIt is retried automatically, and an agent may still claim the job.",
    ),
    Event(
        "rollback_failed",
        "d3be6183904c42a29b135ee24dd1439c",
        "The remains of a failed write could not be removed",
        "They are removed at the next write or start. See whether the disk is full or read-only: df -h; dmesg | tail",
    ),
    Event(
        "log_dropped",
        "3374b43c360f41ceab7f0b383d508833",
        "@MEMORYD_COUNT@ log records were dropped",
        "The log was too slow, and memoryd does not wait for it.",
    ),
    Event(
        "consolidation",
        "4780ee48345f4c53af6b2d0ea6c3eb9c",
        "The memory was consolidated",
        "Summaries, decay, index, pruning, MEMORY.md and cleaning, in @MEMORYD_SECONDS@ s.\n"
        "Details of each step: memoryctl call maintenance.status",
    ),
    Event(
        "step_failed",
        "ac80f4a61ec64bec8a1bff7d9ea10321",
        "A step of the consolidation failed: @MEMORYD_STEP@",
        "The later steps ran nevertheless; it is retried at the next consolidation, and is safe to repeat:\n"
        "memoryctl consolidate",
    ),
    Event(
        "audit_head",
        "5468e1c5a80c4885a49dc255b0ceb326",
        "The audit has @MEMORYD_SEQ@ lines",
        "The hash of the last one: @MEMORYD_HASH@\n"
        "Whoever can write the files of memoryd could write the whole audit anew, but not this record. Check it with:\n"
        "memoryctl audit verify",
    ),
    Event(
        "audit_not_compacted",
        "a75d806c2d2e467d920cade2118795c6",
        "The keys of the audit could not be rewritten",
        ".memoryd/audit-keys is longer than it need be until the next start. See that the disk has room and that the\n"
        "directory can be written.",
    ),
    Event(
        "audit_failed",
        "4c49bba4164d4ee78d483e3eae71901d",
        "A change could not be recorded in the audit",
        "The change itself is safe. Please report it with the traceback in this record.",
    ),
    Event(
        "purge_lost",
        "97474d47eb5d480fb8c0cc6102917c62",
        "A purge that was under way cannot be read",
        "@MEMORYD_ERROR@\n"
        "Some of what it should remove may still be there. Remove .memoryd/purge.json and purge again.",
    ),
    Event(
        "purge_put_off",
        "14dd10b9d6b54d599134fb66e0fdc2ef",
        "A purge could not be finished",
        "@MEMORYD_ERROR@\nIt goes on by itself as soon as it can, also after a restart. See: memoryctl health",
    ),
    Event(
        "returned_not_kept",
        "5472324e05fa4c8d9215b3dc453ac9b7",
        "What came back after a purge could not be written down",
        "@MEMORYD_ERROR@\n"
        "It is taken out all the same; if memoryd is killed before, purge that matter again. See: memoryctl health",
    ),
    Event(
        "connection_displaced",
        "52037750affe49e682820ddb2d368e7d",
        "A connection of process @MEMORYD_PID@ was closed for another process",
        "Of user @MEMORYD_UID@ it had @MEMORYD_CONNECTIONS@, and there was no room left. A program that opens so many\n"
        "does not close them; its client has an error and may connect again.",
    ),
    Event(
        "day_failed",
        "f730e73644d34a8396cdf32718f8fc99",
        "The day @MEMORYD_DAY@ could not be summarised",
        "@MEMORYD_ERROR@\n"
        "The other days were summarised, and this one is tried again by the next run. Please report it with the\n"
        "traceback in this record.",
    ),
    Event(
        "health",
        "878af402858244eba2c8bac32c57672f",
        "The memory's health is @MEMORYD_STATUS@",
        "Warnings and what to do about each: memoryctl health",
    ),
)
