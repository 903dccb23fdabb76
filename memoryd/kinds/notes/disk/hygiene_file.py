"""hygiene.json as it was read or written last, how it is written again, and what does not fit into it (rule 15)."""

from __future__ import annotations

from typing import NamedTuple

import msgspec

from memoryd.kinds.notes.disk.disk import NoteDisk
from memoryd.kinds.notes.formats.hygiene import HYGIENE_PATH, LOG_PATH, AccessRow, Hygiene, Move, decode, fit, old_moves
from memoryd.kinds.notes.known.state import NoteState
from memoryd.kinds.notes.rules.settings import NoteSettings
from memoryd.storage.atomic import ABSENT, Changed, Identity, identity
from memoryd.storage.regular import read_whole
from memoryd.types import UNREADABLE

ACCESS_PATH = ".memoryd/note-accesses.json"


class KnownHygiene(NamedTuple):
    """What is known of hygiene.json, to go back to."""

    base: Hygiene | None
    data: bytes
    identity: Identity


class HygieneFile:
    """Writer's thread."""

    def __init__(self, disk: NoteDisk, state: NoteState, settings: NoteSettings, now: int) -> None:
        self._disk = disk
        self._state = state
        self._settings = settings
        self._roll_before = settings.oldest_logged(now)
        self._known = KnownHygiene(Hygiene(), b"", ABSENT)
        self._written: Identity = ABSENT
        self._overflow: dict[str, AccessRow] = {}

    # --- what is known ------------------------------------------------------------------------------------

    @property
    def known(self) -> KnownHygiene:
        """As it was read or written last."""
        return self._known

    def restore(self, known: KnownHygiene) -> None:
        """Know only this again."""
        self._known = known

    @property
    def identity(self) -> Identity:
        """The version that was read or written last."""
        return self._known.identity

    @property
    def base(self) -> Hygiene:
        """What it said when we read or wrote it last: the difference to that is a hand edit."""
        base, data, version = self._known
        if base is None:
            base = decode(data)
            self._known = KnownHygiene(base, data, version)
        return base

    def took(self, data: bytes, version: Identity) -> None:
        """It was read as this."""
        self._known = self._known._replace(base=decode(data), identity=version)

    def merged(self, version: Identity) -> None:
        """What this version says is in the state."""
        self._known = self._known._replace(identity=version)

    # --- writing ------------------------------------------------------------------------------------------

    def roll_before(self, day: str) -> None:
        """From the next writing on, log entries from before that day roll into the archive."""
        self._roll_before = day

    def write(self) -> None:
        """Write it within its bound; old log entries roll into the archive first. Raises Changed."""
        hygiene, version = self._state.hygiene, self._known.identity
        if self._disk.identity(HYGIENE_PATH) != version:
            raise Changed(f"{HYGIENE_PATH} was edited meanwhile", path=HYGIENE_PATH)
        self._roll_moves(hygiene)
        data, rows, hygiene.queue = fit(hygiene, self._settings.now.hygiene_max_bytes)
        self._write_overflow(hygiene, set(rows))
        is_ours = version == self._written != ABSENT
        if is_ours and data == self._known.data:
            return
        before = self._known.data if is_ours else self._disk.bytes_of(HYGIENE_PATH)
        self._written = identity(self._disk.replace_version(HYGIENE_PATH, data, version, before=before))
        self._known = KnownHygiene(None, data, self._written)

    def _write_overflow(self, hygiene: Hygiene, shown: set[str]) -> None:
        overflow = {key: row for key, row in hygiene.access.items() if key not in shown and not row.is_zero}
        if overflow != self._overflow:
            self._disk.replace(ACCESS_PATH, msgspec.json.encode(overflow))
            self._overflow = overflow

    def load_overflow(self) -> dict[str, AccessRow]:
        """The uses that did not fit into it."""
        try:
            self._overflow = msgspec.json.decode(read_whole(self._disk.path(ACCESS_PATH))[0], type=dict[str, AccessRow])
        except (OSError, *UNREADABLE):
            self._overflow = {}
        return dict(self._overflow)

    def _roll_moves(self, hygiene: Hygiene) -> None:
        promotions, demotions = old_moves(hygiene, self._roll_before, self._settings.now.hygiene_max_bytes)
        if not promotions and not demotions:
            return
        for month in sorted({move.at[:7] for move in (*promotions, *demotions)}):
            self._append_moves(
                month, [m for m in promotions if m.at[:7] == month], [m for m in demotions if m.at[:7] == month]
            )
        rolled_up, rolled_down = set(promotions), set(demotions)
        hygiene.promotions = [move for move in hygiene.promotions if move not in rolled_up]
        hygiene.demotions = [move for move in hygiene.demotions if move not in rolled_down]
        hygiene.totals.pruned += len(promotions) + len(demotions)

    def _append_moves(self, month: str, promotions: list[Move], demotions: list[Move]) -> None:
        relpath = LOG_PATH.format(month=month if month[:4].isdigit() else "unknown")
        log: dict[str, list[Move]] = {"promotionLog": [], "demotionLog": []}
        try:
            log |= msgspec.json.decode(read_whole(self._disk.path(relpath))[0], type=dict[str, list[Move]])
        except FileNotFoundError:
            pass
        except (OSError, *UNREADABLE):
            self._disk.set_aside(relpath)
        for name, moves in (("promotionLog", promotions), ("demotionLog", demotions)):
            log[name] = [*log[name], *(move for move in moves if move not in log[name])]
        self._disk.replace(relpath, msgspec.json.format(msgspec.json.encode(log), indent=1) + b"\n")
