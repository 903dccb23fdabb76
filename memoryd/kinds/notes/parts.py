"""The parts of notes, put together once: by `kind.py`, and by tests that need no daemon."""

from __future__ import annotations

import functools
import os
from collections.abc import Callable, Iterable

import msgspec

from memoryd.kinds.notes.accesses import Accesses
from memoryd.kinds.notes.archive import ArchiveTable
from memoryd.kinds.notes.archiving import Archiving
from memoryd.kinds.notes.bullet_edits import BulletEdits
from memoryd.kinds.notes.checklist import Checklist
from memoryd.kinds.notes.directive_actions import DirectiveActions, Stated
from memoryd.kinds.notes.disk import NoteDisk
from memoryd.kinds.notes.files import NoteFiles
from memoryd.kinds.notes.hand_edits import HandEdits
from memoryd.kinds.notes.hot_cache import HotCache
from memoryd.kinds.notes.hygiene_edits import HygieneEdits
from memoryd.kinds.notes.hygiene_file import HygieneFile
from memoryd.kinds.notes.index_feed import IndexFeed
from memoryd.kinds.notes.layer_edits import LayerEdits
from memoryd.kinds.notes.layer_snapshots import LayerSnapshots
from memoryd.kinds.notes.memory_edits import MemoryEdits
from memoryd.kinds.notes.memory_file import MemoryFile
from memoryd.kinds.notes.memory_md import FactsSection
from memoryd.kinds.notes.note_copies import NoteCopies
from memoryd.kinds.notes.past_bullets import PastBullets
from memoryd.kinds.notes.settings import NoteSettings
from memoryd.kinds.notes.startup import Startup
from memoryd.kinds.notes.state import NoteState
from memoryd.kinds.notes.store import NoteStore
from memoryd.kinds.notes.tasks import RETRY
from memoryd.kinds.notes.transactions import NoteTransactions, Run
from memoryd.kinds.notes.write_behind import NoteWriteBehind
from memoryd.problems import ProblemBoard
from memoryd.quarantine import Quarantine
from memoryd.storage.batch import Batch
from memoryd.storage.files import Files
from memoryd.storage.recent_lines import RecentLines
from memoryd.types import ChangeSink


class NoteParts(msgspec.Struct, frozen=True, kw_only=True):
    """What is used from outside."""

    settings: NoteSettings
    transactions: NoteTransactions
    hot: HotCache
    store: NoteStore
    edits: HandEdits
    startup: Startup
    write_behind: NoteWriteBehind
    accesses: Accesses
    checklist: Checklist
    directives: DirectiveActions
    quarantine: Quarantine


def make_parts(
    *,
    root: str,
    files: Files,
    gid: int,
    settings: NoteSettings,
    facts: FactsSection,
    shelf: Stated,
    quarantine: Quarantine,
    index: ChangeSink,
    board: ProblemBoard,
    largest: int,
    terms: Callable[[str], Iterable[str]],
    now: Callable[[], int],
    run: Run,
    submit: Callable[[Callable[[Batch], object]], None],
    ask: Callable[[str], object],
    on_written: Callable[[str, os.stat_result], object],
    on_appended: Callable[[str, os.stat_result], object],
    stated: Callable[[str, str], object],
    recent: RecentLines,
) -> NoteParts:
    """`facts` fills that section of MEMORY.md; `shelf`: where directives find facts; `largest`: bytes of a file that is
    read; `run` runs an operation on the writer's thread and waits for it, and `submit` does not wait; `ask` wakes the
    flusher, by the names of `tasks`; for `on_written` see NoteFiles, for `on_appended` NoteDisk.
    `stated` is told each text that somebody states, and its file.
    """
    state, feed, past = NoteState(), IndexFeed(index), PastBullets()
    disk = NoteDisk(root, files, gid, board, largest, on_appended)
    memory_file = MemoryFile(disk, state, facts, settings)
    hygiene_file = HygieneFile(disk, state, settings, now())
    archive = ArchiveTable(terms)
    copies = NoteCopies(recent)

    def intends(relpath: str, content: bytes) -> None:
        copies.intends(relpath, content, now())

    note_files = NoteFiles(disk, state, memory_file, hygiene_file, intends, on_written, functools.partial(ask, RETRY))
    transactions = NoteTransactions(state, note_files, archive, settings, feed, past, board, run, ask, copies)
    hot = HotCache(transactions, quarantine)
    archiving = Archiving(transactions, hot)
    layer_edits = LayerEdits(transactions, hot, archiving, now)
    hygiene_edits = HygieneEdits(transactions, hot)
    bullet_edits = BulletEdits(transactions, hot, layer_edits.absorb_now)
    memory_edits = MemoryEdits(transactions, hot, bullet_edits, hygiene_edits)
    edits = HandEdits(transactions, layer_edits, memory_edits, hygiene_edits)
    store = NoteStore(transactions, hot, archiving, edits.take_in, stated)
    snapshots = LayerSnapshots(root, files, gid)
    return NoteParts(
        settings=settings,
        transactions=transactions,
        hot=hot,
        store=store,
        edits=edits,
        startup=Startup(transactions, hot, edits, snapshots, feed),
        write_behind=NoteWriteBehind(transactions, edits, snapshots),
        accesses=Accesses(transactions, hot, submit),
        checklist=Checklist(transactions, hot, archiving, store),
        directives=DirectiveActions(transactions, store, shelf, terms),
        quarantine=quarantine,
    )
