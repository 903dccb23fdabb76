"""The workspace's files: what a batch changed is written L2 first, then L1, then hygiene.json (000 §Write Order)."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import NamedTuple

import msgspec
import structlog

from memoryd.errors import Busy, MemorydError
from memoryd.kinds.notes.archive import Archived, archive_path, archive_text
from memoryd.kinds.notes.hygiene import HYGIENE_PATH, LOG_PATH, AccessRow, Hygiene, Move, decode, fit, old_moves
from memoryd.kinds.notes.layer_file import layer_of, path_of
from memoryd.kinds.notes.memory_md import (
    FACTS_END,
    MEMORY_PATH,
    MOST_LINES,
    FactsSection,
    HotView,
    Part,
    layer_order,
    parse,
    render,
)
from memoryd.kinds.notes.state import Desk, HotNote, Layer, at_version, settled
from memoryd.secrets import redact
from memoryd.storage.append_log import AppendLog
from memoryd.storage.atomic import (
    ABSENT,
    Changed,
    Identity,
    current_identity,
    identity,
    replace_file,
    replace_keeping_old,
)
from memoryd.storage.files import Files
from memoryd.storage.regular import regular

_log = structlog.get_logger("memoryd.notes")

HOT_PATH = ".memoryd/hot.json"
ACCESS_PATH = ".memoryd/note-accesses.json"
DAILY_TEMPLATE = """# {day}

## Summary
<!-- 3-5 summary items -->

## Key Outcomes
<!-- Decisions, commitments, and things to remember -->

## Notes
<!-- Items worth recording but not yet ready for L2 promotion -->
"""


class HotFile(msgspec.Struct, omit_defaults=True):
    """`.memoryd/hot.json`: what MEMORY.md said when we wrote it last, so that an edit of it can be told."""

    hot: list[HotNote] = []
    refs: dict[str, list[str]] = {}


class OldInode(msgspec.Struct):
    """A version that we replaced while somebody may still have held it open (rule 8)."""

    relpath: str
    fd: int
    known: Identity
    base: str


class Staged(msgspec.Struct):
    """What the batch under way will write."""

    layers: set[str] = msgspec.field(default_factory=set)
    archived: list[Archived] = msgspec.field(default_factory=list)
    daily: list[tuple[str, str]] = msgspec.field(default_factory=list)
    hot: bool = False
    hygiene: bool = False
    hot_counts: bool = False
    """MEMORY.md holds what no other file does: without it the batch fails."""

    def __bool__(self) -> bool:
        return bool(self.layers or self.archived or self.daily or self.hot or self.hygiene)


class KnownFiles(NamedTuple):
    """What we know of MEMORY.md and hygiene.json: with it, what others typed into them can be told."""

    memory_text: str | None
    memory_identity: Identity
    parts: list[Part]
    hygiene_base: Hygiene | None
    hygiene_identity: Identity
    hygiene_data: bytes
    shown: frozenset[str]


class DeskFiles:
    """A log in the writer's sense: `sync` makes what is staged durable, `rollback` takes it back. Writer's thread."""

    def __init__(
        self,
        root: str,
        files: Files,
        gid: int,
        desk: Desk,
        facts: FactsSection,
        on_written: Callable[[str, os.stat_result], object],
        on_behind: Callable[[], object],
    ) -> None:
        """`on_written`: a layer file is ours in this version; the watcher must know it to notice when it goes.
        `on_behind`: MEMORY.md or hygiene.json could not be written; it is to be tried again.
        """
        self.root = root
        self.files = files
        self.gid = gid
        self.desk = desk
        self.staged = Staged()
        self.facts = facts
        self.parts: list[Part] = []
        self.memory_text: str | None = None
        """MEMORY.md as it was read or written last; None when there is none."""
        self.memory_identity: Identity = ABSENT
        self.shown: frozenset[str] = frozenset()
        """The notes whose bullets we wrote into it last: only they can have been deleted there."""
        self.hygiene_identity: Identity = ABSENT
        self.hygiene_bytes = 50_000
        self.most_lines = MOST_LINES
        self.facts_end = FACTS_END
        self.oldest_move = ""
        self.old_inodes: list[OldInode] = []
        self.behind: Exception | None = None
        """Why MEMORY.md or hygiene.json could not be written; they are tried again."""
        self._on_written = on_written
        self._on_behind = on_behind
        self._names: tuple[str, ...] = ()
        self._checked: dict[str, tuple[Layer | None, tuple[str, ...]]] = {}
        self._hot_data, self._hot_is_durable = b"", False
        self._folded: dict[str, str] = {}
        self._undo: list[tuple[str, bytes | None]] = []
        self._archive_logs: list[AppendLog] = []
        self._hidden: dict[str, AccessRow] = {}
        self._hygiene_data = b""
        self._hygiene_base: Hygiene | None = Hygiene()
        self._hygiene_written: Identity = ABSENT

    def path(self, relpath: str) -> str:
        """Absolute."""
        return os.path.join(self.root, relpath)

    def identity(self, relpath: str) -> Identity:
        """The version that stands on the disk."""
        return current_identity(self.files, self.path(relpath))

    def read(self, relpath: str) -> tuple[bytes, Identity]:
        """A file's bytes and version. Raises OSError."""
        with open(self.path(relpath), "rb", opener=regular) as file:
            return file.read(), identity(os.fstat(file.fileno()))

    def known(self) -> KnownFiles:
        """To go back to when a batch fails."""
        return KnownFiles(
            self.memory_text, self.memory_identity, self.parts,
            self._hygiene_base, self.hygiene_identity, self._hygiene_data, self.shown,
        )  # fmt: skip

    def recall(self, known: KnownFiles) -> bool:
        """What was read since is unread: it is taken in again. Whether there was anything."""
        if (known.memory_identity, known.hygiene_identity) == (self.memory_identity, self.hygiene_identity):
            return False
        self.memory_text, self.memory_identity, self.parts = known[:3]
        self._hygiene_base, self.hygiene_identity, self._hygiene_data, self.shown = known[3:]
        return True

    # --- the writer's log ---------------------------------------------------------------------------------

    def write(self, data: bytes) -> None:
        """A batch begins to be written: what the one before it put on the disk stays. What is to come is staged."""
        self._undo.clear()
        self._archive_logs.clear()

    def sync(self) -> None:
        """Archive, layers, MEMORY.md, hygiene.json, in this order, each durable before the next."""
        staged, self.staged = self.staged, Staged()
        self._write_archives(staged.archived)
        for layer in sorted(staged.layers):
            self._write_layer(layer)
        try:
            self._write_daily(staged.daily)
            if staged.hot:
                self.write_memory(durable=staged.hot_counts)
            if staged.hygiene:
                self.write_hygiene()
        except (MemorydError, OSError) as error:
            if staged.hot_counts:
                raise _refused(error) from error
            # The notes are on disk; what is derived from them follows as soon as it can.
            self._fall_behind(error)

    def rollback(self) -> None:
        """Put back the files that the last `sync` replaced."""
        for log in self._archive_logs:
            with suppress(Exception):
                log.rollback()
        for relpath, old in reversed(self._undo):
            with suppress(MemorydError, OSError):
                if old is None:
                    self.files.unlink(self.path(relpath))
                else:
                    replace_file(self.files, self.path(relpath), (old,), gid=self.gid)
        self._undo.clear()
        self.staged = Staged()

    def _fall_behind(self, error: Exception) -> None:
        if not isinstance(error, Changed):
            _log.error("hot_cache_behind", error=str(error))
        self.behind = error
        self._on_behind()

    # --- archive and layers -------------------------------------------------------------------------------

    def _write_archives(self, notes: Sequence[Archived]) -> None:
        by_path: dict[str, list[Archived]] = {}
        for note in notes:
            by_path.setdefault(note.path, []).append(note)
        for relpath, found in by_path.items():
            log = AppendLog(self.files, self.path(relpath), gid=self.gid)
            head = "" if os.path.exists(self.path(relpath)) else f"# {found[0].layer}: archived {found[0].day}\n"
            text = head + "".join(archive_text(note) for note in found)
            log.check()
            log.write(text.encode("utf-8", "surrogateescape"))
            self._archive_logs.append(log)
            log.sync()
            log.close()

    def _write_layer(self, layer: str) -> None:
        known = self.desk.layers[layer]
        relpath = path_of(layer)
        old = self._bytes(relpath)
        data = known.file.render().encode("utf-8", "surrogateescape")
        stat = self._replace(relpath, data, known.identity, old or b"")
        self._undo.append((relpath, old))
        self.desk.layers[layer] = at_version(known, identity(stat))
        self._on_written(relpath, stat)

    def _bytes(self, relpath: str) -> bytes | None:
        try:
            with open(self.path(relpath), "rb", opener=regular) as file:
                return file.read()
        except FileNotFoundError:
            return None

    def _replace(self, relpath: str, data: bytes, expect: Identity, old: bytes) -> os.stat_result:
        try:
            stat, fd = replace_keeping_old(self.files, self.path(relpath), (data,), gid=self.gid, expect=expect)
        except Changed as error:
            raise Busy(f"{relpath} was edited at this very moment; the same request may succeed now.") from error
        if fd is not None:
            self.old_inodes.append(OldInode(relpath, fd, expect, old.decode("utf-8", "surrogateescape")))
        return stat

    # --- MEMORY.md ----------------------------------------------------------------------------------------

    def hot_view(self) -> HotView:
        """What the hot sections are to hold."""
        desk = self.desk
        bullets: dict[str, list[str]] = {}
        for note in desk.hot.values():
            bullets.setdefault(note.layer, []).append(note.line(desk.is_pinned(note.key)))
        layers = sorted((name for name, layer in desk.layers.items() if layer.identity != ABSENT), key=layer_order)
        return HotView(bullets, desk.refs, layers)

    def _references(self) -> dict[str, tuple[str, ...]]:
        found, checked = {}, {}
        for layer, named in self.desk.refs.items():
            known, old = self.desk.layers.get(layer), self._checked.get(layer)
            same = old is not None and old[0] is known and old[1] is named
            keys = named if same else tuple(filter(self._is_there, named))
            if keys:
                found[layer], checked[layer] = keys, (known, keys)
        self._checked = checked
        return found

    def _is_there(self, reference: str) -> bool:
        """Whether what a reference names is there, or was a moment ago."""
        desk, layer = self.desk, layer_of(reference)
        if layer is not None:
            known = desk.layers.get(layer)
            return known is not None and known.identity != ABSENT
        return desk.entry(reference) is not None or reference in desk.vanished

    def layer_of_title(self, title: str) -> str | None:
        """Which layer a hot section is of, by its heading."""
        folded = title.casefold().strip()
        names = tuple(self.desk.layers)
        if names != self._names:
            self._names, self._folded = names, {layer.casefold(): layer for layer in reversed(names)}
        return self._folded.get(folded) or folded.replace(" ", "-") or None

    def rendered(self) -> str:
        """MEMORY.md as it should be."""
        return render(self.parts, self.hot_view(), self.facts, self.layer_of_title, self.most_lines, self.facts_end)

    def write_memory(self, *, durable: bool = False) -> None:
        """Bring MEMORY.md up to the hot cache; what it says is remembered first, if asked for durably."""
        self.desk.refs = self._references()
        text = self.rendered()
        if text == (self.memory_text or ""):
            self._remember_hot(durable)
            self.shown = frozenset(self.desk.hot)
            return
        if self.identity(MEMORY_PATH) != self.memory_identity:
            raise Changed(f"{MEMORY_PATH} was edited meanwhile", path=MEMORY_PATH)
        self._remember_hot(durable)
        self.shown = frozenset(self.desk.hot)
        data = text.encode("utf-8", "surrogateescape")
        path = self.path(MEMORY_PATH)
        before = self._bytes(MEMORY_PATH)
        stat, fd = replace_keeping_old(self.files, path, (data,), gid=self.gid, expect=self.memory_identity)
        self._undo.append((MEMORY_PATH, before))
        if fd is not None:
            self.old_inodes.append(OldInode(MEMORY_PATH, fd, self.memory_identity, self.memory_text or ""))
        self.took_memory(text, identity(stat))
        self.desk.hot = {key: settled(note) for key, note in self.desk.hot.items()}

    def took_memory(self, text: str, version: Identity) -> None:
        """MEMORY.md is this now."""
        self.memory_text, self.memory_identity = text, version
        self.parts = parse(text)

    def _remember_hot(self, durable: bool) -> None:
        desk = self.desk
        refs = {layer: list(keys) for layer, keys in desk.refs.items()}
        data = msgspec.json.format(msgspec.json.encode(HotFile(list(desk.hot.values()), refs)), indent=1)
        path = self.path(HOT_PATH)
        if data == self._hot_data and (not durable or self._hot_is_durable) and os.path.exists(path):
            return
        # What a loss of power takes of it, MEMORY.md tells again, as if its bullets had been typed.
        replace_file(self.files, path, (data,), gid=self.gid, durable=durable)
        self._hot_data, self._hot_is_durable = data, durable

    def load_hot(self) -> bool:
        """Read what MEMORY.md said last; False when that is not known."""
        try:
            with open(self.path(HOT_PATH), "rb", opener=regular) as file:
                found = msgspec.json.decode(file.read(), type=HotFile)
        except (OSError, msgspec.DecodeError, UnicodeDecodeError):
            return False
        self.desk.hot = {note.key: note for note in found.hot}
        self.shown = frozenset(self.desk.hot)
        self.desk.refs = {layer: tuple(keys) for layer, keys in found.refs.items()}
        return True

    # --- hygiene.json -------------------------------------------------------------------------------------

    def write_hygiene(self) -> None:
        """Write hygiene.json within its bound; old log entries roll into the archive first (rule 15)."""
        hygiene = self.desk.hygiene
        if self.identity(HYGIENE_PATH) != self.hygiene_identity:
            raise Changed(f"{HYGIENE_PATH} was edited meanwhile", path=HYGIENE_PATH)
        self._roll_moves(hygiene)
        data, rows, hygiene.queue = fit(hygiene, self.hygiene_bytes)
        shown = set(rows)
        hidden = {key: row for key, row in hygiene.access.items() if key not in shown and not row.is_zero}
        if hidden != self._hidden:
            replace_file(self.files, self.path(ACCESS_PATH), (msgspec.json.encode(hidden),), gid=self.gid)
            self._hidden = hidden
        if data == self._hygiene_data and self.hygiene_identity == self._hygiene_written != ABSENT:
            return
        ours = self.hygiene_identity == self._hygiene_written != ABSENT
        before = self._hygiene_data if ours else self._bytes(HYGIENE_PATH)
        stat = replace_file(self.files, self.path(HYGIENE_PATH), (data,), gid=self.gid, expect=self.hygiene_identity)
        self._undo.append((HYGIENE_PATH, before))
        self.hygiene_identity = self._hygiene_written = identity(stat)
        self._hygiene_data, self._hygiene_base = data, None

    @property
    def hygiene_base(self) -> Hygiene:
        """hygiene.json as we read or wrote it last: what others changed in it is told by that."""
        if self._hygiene_base is None:
            self._hygiene_base = decode(self._hygiene_data)
        return self._hygiene_base

    def took_hygiene(self, data: bytes, version: Identity) -> None:
        """hygiene.json was read as this."""
        self._hygiene_base, self.hygiene_identity = decode(data), version

    def load_hidden(self) -> dict[str, AccessRow]:
        """The uses that did not fit into hygiene.json."""
        try:
            with open(self.path(ACCESS_PATH), "rb", opener=regular) as file:
                self._hidden = msgspec.json.decode(file.read(), type=dict[str, AccessRow])
        except (OSError, msgspec.DecodeError, UnicodeDecodeError):
            self._hidden = {}
        return dict(self._hidden)

    def _roll_moves(self, hygiene: Hygiene) -> None:
        promotions, demotions = old_moves(hygiene, self.oldest_move, self.hygiene_bytes)
        if not promotions and not demotions:
            return
        for month in sorted({move.at[:7] for move in (*promotions, *demotions)}):
            self._append_moves(
                month, [m for m in promotions if m.at[:7] == month], [m for m in demotions if m.at[:7] == month]
            )
        gone_up, gone_down = set(promotions), set(demotions)
        hygiene.promotions = [move for move in hygiene.promotions if move not in gone_up]
        hygiene.demotions = [move for move in hygiene.demotions if move not in gone_down]
        hygiene.totals.pruned += len(promotions) + len(demotions)

    def _append_moves(self, month: str, promotions: list[Move], demotions: list[Move]) -> None:
        relpath = LOG_PATH.format(month=month if month[:4].isdigit() else "unknown")
        log: dict[str, list[Move]] = {"promotionLog": [], "demotionLog": []}
        with suppress(OSError, msgspec.DecodeError), open(self.path(relpath), "rb", opener=regular) as file:
            log |= msgspec.json.decode(file.read(), type=dict[str, list[Move]])
        for name, moves in (("promotionLog", promotions), ("demotionLog", demotions)):
            log[name] = [*log[name], *(move for move in moves if move not in log[name])]
        content = msgspec.json.format(msgspec.json.encode(log), indent=1) + b"\n"
        replace_file(self.files, self.path(relpath), (content,), gid=self.gid)

    # --- the daily log ------------------------------------------------------------------------------------

    def _write_daily(self, lines: Sequence[tuple[str, str]]) -> None:
        for day in sorted({day for day, _ in lines}):
            path = self.path(f"memory/{day}.md")
            log = AppendLog(self.files, path, gid=self.gid)
            head = "" if os.path.exists(path) else DAILY_TEMPLATE.format(day=day)
            text = head + "".join(f"- {line}\n" for at, line in lines if at == day)
            log.check()
            log.write(text.encode("utf-8", "surrogateescape"))
            log.sync()
            log.close()

    # --- versions that others may still write to ----------------------------------------------------------

    def late_writes(self) -> list[tuple[str, str, str]]:
        """(path, what we had replaced, what it became) for versions that were written to after we replaced them."""
        found = []
        for old in self.old_inodes:
            stat = os.fstat(old.fd)
            if identity(stat) != old.known:
                text = os.pread(old.fd, stat.st_size, 0).decode("utf-8", "surrogateescape")
                if text != old.base:
                    found.append((old.relpath, old.base, text))
            os.close(old.fd)
        self.old_inodes.clear()
        return found


def archived_now(layer: str, slug: str, raw: str, day: str, reason: str) -> Archived:
    """A note that goes to the archive today; a secret that a person took out of the layer does not go there either."""
    return Archived(layer, slug, redact(raw)[0], day, reason, archive_path(layer, day))


def _refused(error: Exception) -> Exception:
    return Busy(f"{MEMORY_PATH} was edited at this very moment; try again.") if isinstance(error, Changed) else error
