"""The events that have a message id: what each says to an operator, for the log and for `journalctl -x`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType


@dataclass(frozen=True, slots=True)
class Event:
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
        "stopping",
        "180d8ec61df8404a879dc454c454957c",
        "memoryd stops",
        "No new request is accepted. What was acknowledged is on disk; what is in flight is finished first.",
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
        "The configuration was not taken over",
        "It has faults, so memoryd runs on with the old one. The record names each with file, line and key.\n"
        "Test a change before reloading with: memoryd --check",
    ),
    Event(
        "config_faults",
        "2369e7cf686147f6872cef952b3e8210",
        "memoryd cannot start: the configuration has faults",
        "The record names each with file, line and key. Mend them, then see whether it would start with:\n"
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
        "The record has the traceback. If the writer or the event loop does not turn any more, systemd's watchdog\n"
        "restarts memoryd. Please report it.",
    ),
    Event(
        "problem",
        "fcd1bb6c306245d0bb222044fc8baada",
        "Something in the data directory wants mending",
        "Where: @MEMORYD_PATH@ @MEMORYD_LINE@\nWhat: @MEMORYD_WHAT@\nWhat to do: @MEMORYD_ACTION@\n"
        "Nothing was lost or changed. All problems: memoryctl health",
    ),
    Event(
        "repaired",
        "e2d64f3eb89d4f998c8443f4dea93991",
        "A torn file was repaired: @MEMORYD_PATH@",
        "Its end was not whole, as after a power cut. What was never acknowledged was set aside in a .broken copy\n"
        "beside it.",
    ),
    Event(
        "restored",
        "3bfafa2fb30c43b7b3994860ee467a5b",
        "A lost file was written again: @MEMORYD_PATH@",
        "It vanished or was emptied while memoryd ran. An emptied file never archives anything; what it held is back.\n"
        "To archive facts on purpose, use: memoryctl archive ID",
    ),
    Event(
        "read_only",
        "51414aa3a2b844c29d0b750b242121d7",
        "The data directory cannot be written",
        "@MEMORYD_ERROR@\nWrites are refused until it can; reading goes on. See: df @MEMORYD_DATA@",
    ),
    Event(
        "writable",
        "fba75ac58d024ca9842f08e0a26f5977",
        "The data directory can be written again",
        "Writes are accepted as before. Nothing that was acknowledged was lost.",
    ),
    Event(
        "index_rebuilt",
        "a37129b683a44bc389d8064241580a79",
        "The index was built anew from the files",
        "It was missing, of another version or damaged. The files are the truth; nothing is lost.",
    ),
    Event(
        "rescan",
        "cf832ee6120e41349415bae3e3c1f5a8",
        "The data directory was compared with what is known",
        "inotify lost events, or a directory was moved or replaced: @MEMORYD_REASON@. Every change was absorbed.\n"
        "If it happens often, raise fs.inotify.max_queued_events.",
    ),
    Event(
        "watch_limit",
        "27b8e946d77547f8a037278cc278a31e",
        "There are too few inotify watches",
        "Changes made by hand are found only by scanning now and then.\n"
        "Raise the limit: sysctl fs.inotify.max_user_watches=524288",
    ),
    Event(
        "stalled",
        "66a354bb02ee47aeb35817cf07e8c21f",
        "@MEMORYD_WHO@ does not turn; the watchdog is not fed",
        "If it goes on, systemd kills and restarts memoryd (WatchdogSec=). A disk that hangs is the usual cause.",
    ),
    Event(
        "peer_dropped",
        "17beffbdeda74e39b6b309fa20f36f40",
        "A connection was dropped",
        "@MEMORYD_REASON@\nOther connections were not harmed.",
    ),
    Event(
        "log_dropped",
        "3374b43c360f41ceab7f0b383d508833",
        "@MEMORYD_COUNT@ log records were dropped",
        "The log did not take them in time, and memoryd does not wait for it.",
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
        "The steps behind it ran all the same; it is tried again at the next consolidation, and is safe to repeat:\n"
        "memoryctl consolidate",
    ),
    Event(
        "health",
        "878af402858244eba2c8bac32c57672f",
        "The memory's health is @MEMORYD_STATUS@",
        "Warnings and what to do about each: memoryctl health",
    ),
)
