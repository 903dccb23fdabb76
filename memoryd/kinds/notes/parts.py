"""The parts of notes, put together once: by `kind.py`, and by tests that need no daemon."""

from __future__ import annotations

import functools
import os
from collections.abc import Callable

import msgspec
import structlog

from memoryd.kinds.notes.changes.accesses import Accesses
from memoryd.kinds.notes.changes.archiving import Archiving
from memoryd.kinds.notes.changes.checklist import Checklist
from memoryd.kinds.notes.changes.hot_cache import HotCache
from memoryd.kinds.notes.changes.store import NoteStore
from memoryd.kinds.notes.changes.tasks import RETRY, UNREAD
from memoryd.kinds.notes.changes.transactions import NoteTransactions
from memoryd.kinds.notes.disk.disk import NoteDisk
from memoryd.kinds.notes.disk.files import NoteFiles
from memoryd.kinds.notes.disk.hygiene_file import HygieneFile
from memoryd.kinds.notes.disk.layer_snapshots import LayerSnapshots
from memoryd.kinds.notes.disk.memory_file import MemoryFile
from memoryd.kinds.notes.edits.bullet_edits import BulletEdits
from memoryd.kinds.notes.edits.hand_edits import HandEdits
from memoryd.kinds.notes.edits.hygiene_edits import HygieneEdits
from memoryd.kinds.notes.edits.layer_edits import LayerEdits
from memoryd.kinds.notes.edits.memory_edits import MemoryEdits
from memoryd.kinds.notes.edits.startup import Startup
from memoryd.kinds.notes.edits.write_behind import NoteWriteBehind
from memoryd.kinds.notes.formats.archive import ArchiveTable
from memoryd.kinds.notes.formats.memory_md import FactsSection
from memoryd.kinds.notes.formats.note_copies import NoteCopies
from memoryd.kinds.notes.known.index_feed import IndexFeed
from memoryd.kinds.notes.known.past_bullets import PastBullets
from memoryd.kinds.notes.known.state import NoteState
from memoryd.kinds.notes.requests.directive_actions import DirectiveActions, Stated
from memoryd.kinds.notes.rules.settings import NoteSettings
from memoryd.quarantine import Quarantine
from memoryd.recall.lexical.tokens import terms_of
from memoryd.services import Services
from memoryd.storage.batch import Batch
from memoryd.watch.scan import Stamp

_log = structlog.get_logger("memoryd.notes")


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


def make_parts(services: Services, facts: FactsSection, shelf: Stated) -> NoteParts:
    """`facts` fills that section of MEMORY.md; `shelf`: where directives find facts."""
    root, files, gid = services.root, services.files, services.data.gid
    now, ask, settings = services.clock.now, services.flusher.ask, NoteSettings(services.settings)
    largest = services.settings.now.daemon.max_file_bytes
    state, feed, past = NoteState(), IndexFeed(services.index), PastBullets()
    disk = NoteDisk(root, files, gid, services.board, largest, services.own_writes.note, functools.partial(ask, UNREAD))
    memory_file = MemoryFile(disk, state, facts, settings)
    hygiene_file = HygieneFile(disk, state, settings, now())
    archive = ArchiveTable(terms_of)
    copies = NoteCopies(services.recent)

    def written(relpath: str, stat: os.stat_result) -> None:
        services.watcher.ours(relpath, Stamp.of(stat))

    def submit(operation: Callable[[Batch], object]) -> None:
        services.writer.submit(operation, _use_not_counted)

    def intends(relpath: str, content: bytes) -> None:
        copies.intends(relpath, content, now())

    note_files = NoteFiles(disk, state, memory_file, hygiene_file, intends, written, functools.partial(ask, RETRY))
    transactions = NoteTransactions(services, state, note_files, archive, settings, feed, past, copies)
    hot = HotCache(transactions, services.quarantine)
    archiving = Archiving(transactions, hot)
    layer_edits = LayerEdits(transactions, hot, archiving, now)
    hygiene_edits = HygieneEdits(transactions, hot)
    bullet_edits = BulletEdits(transactions, hot, layer_edits.absorb_now)
    memory_edits = MemoryEdits(transactions, hot, bullet_edits, hygiene_edits)
    edits = HandEdits(transactions, layer_edits, memory_edits, hygiene_edits)
    store = NoteStore(transactions, hot, archiving, edits.take_in, services.graves.state)
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
        directives=DirectiveActions(transactions, store, shelf, terms_of, lambda: services.settings.zone),
        quarantine=services.quarantine,
    )


def _use_not_counted(_result: object, error: Exception | None) -> None:
    if error is not None:
        _log.warning("note_use_not_counted", error=str(error))
