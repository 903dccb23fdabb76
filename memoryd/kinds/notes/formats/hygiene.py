"""hygiene.json: who used which note, what became hot and cold, in the seed's schema (000 §hygiene.json Schema)."""

from __future__ import annotations

import copy
import heapq
from collections.abc import Callable, Collection, Iterable, Sequence
from typing import Any, TypeVar

import msgspec

from memoryd.types import BOM, UNREADABLE

T = TypeVar("T")
HYGIENE_PATH = "memory/hygiene.json"
LOG_PATH = "memory/archive/hygiene-log-{month}.json"
SESSIONS_KEPT = 3
DELETED = "deleted by hand"
"""The reason of a demotion or an archiving for which a person gave none."""
MOST_TEXT = 300
"""Session ids and reasons longer than this are cut, so that no row can fill the file."""
_LAYOUT = 32
"""Bytes by which a row grows, at most, when it is laid out to be read."""
_FEW = 300
"""Rows that may all fit: it is tried."""
_KNOWN = ("L1accessLog", "accessLog", "promotionLog", "demotionLog", "archiveQueue", "totals")


class HotRow(msgspec.Struct, rename="camel"):
    """A row of L1accessLog; `last_access` is a day."""

    sessions_since_access: int = 0
    last_access: str | None = None
    last_session_id: str | None = None
    pinned: bool = False


class AccessRow(msgspec.Struct, rename="camel"):
    """A row of accessLog."""

    access_count: int = 0
    sessions: list[str] = []
    last_access: str | None = None

    @property
    def is_zero(self) -> bool:
        """Whether the note has not been used."""
        return not self.sessions and self.last_access is None and self.access_count == 0


class Move(msgspec.Struct, frozen=True):
    """A row of promotionLog or demotionLog."""

    entry: str
    from_: str = msgspec.field(name="from", default="")
    to: str = ""
    at: str = ""
    reason: str = ""


class Queued(msgspec.Struct, frozen=True, rename="camel"):
    """A row of archiveQueue."""

    entry: str
    archived_at: str
    reason: str = ""


class Totals(msgspec.Struct):
    """Lifetime counts, which outlive the pruning of the logs."""

    promotions: int = 0
    demotions: int = 0
    archived: int = 0
    pruned: int = 0


class Hygiene(msgspec.Struct):
    """The whole record. `hot` by `layer:slug`, `access` by L2 key; `extra`: keys that are not ours."""

    hot: dict[str, HotRow] = msgspec.field(default_factory=dict)
    access: dict[str, AccessRow] = msgspec.field(default_factory=dict)
    promotions: list[Move] = msgspec.field(default_factory=list)
    demotions: list[Move] = msgspec.field(default_factory=list)
    queue: list[Queued] = msgspec.field(default_factory=list)
    totals: Totals = msgspec.field(default_factory=Totals)
    kept: set[str] = msgspec.field(default_factory=set)
    """Access rows of zeros that stay: after a demotion (rule 15)."""
    extra: dict[str, Any] = msgspec.field(default_factory=dict)

    def copy(self) -> Hygiene:
        """One that can be changed without changing this one."""
        return Hygiene(
            {key: copy.copy(row) for key, row in self.hot.items()},
            dict(self.access),
            list(self.promotions),
            list(self.demotions),
            list(self.queue),
            copy.copy(self.totals),
            set(self.kept),
            dict(self.extra),
        )

    def touched(self, key: str, session: str, day: str) -> AccessRow:
        """A session used a cold note: it counts once (000 §Tracking)."""
        session = session[:MOST_TEXT]
        old = self.access.get(key) or AccessRow()
        sessions = old.sessions if session in old.sessions else [*old.sessions, session]
        row = self.access[key] = AccessRow(len(sessions), sessions, day)
        return row

    def renamed(self, old: str, new: str) -> None:
        """A note moved to another layer: what is known of its uses goes with it."""
        if old in self.access:
            self.access[new] = self.access.pop(old)
        if old in self.kept:
            self.kept.discard(old)
            self.kept.add(new)
        row = self.hot.pop(hot_key(old), None)
        if row is not None:
            self.hot[hot_key(new)] = row
        self.promotions = [_renamed(move, old, new) for move in self.promotions]
        self.demotions = [_renamed(move, old, new) for move in self.demotions]

    def says_hot(self, key: str) -> bool:
        """Whether, by the logs, the note is hot."""
        up = max((move.at for move in self.promotions if move.entry == key), default="")
        down = max((move.at for move in self.demotions if move.entry == key), default="")
        return bool(up) and up >= down

    def keep_rows_of(self, hot: Collection[str]) -> None:
        """Every hot note has a row, and no other; a missing one starts at zero (000 §Recovery)."""
        wanted = [hot_key(key) for key in hot]
        for short in self.hot.keys() - set(wanted):
            del self.hot[short]
        for short in wanted:
            self.hot.setdefault(short, HotRow())

    def forget(self, key: str) -> None:
        """Drop the rows of a note."""
        self.access.pop(key, None)
        self.kept.discard(key)
        self.hot.pop(hot_key(key), None)

    def purge(self, is_of_it: Callable[[str], bool]) -> bool:
        """Drop every row of what is purged, of the logs, too; whether there was one (rule 6)."""
        before = self.copy()
        for key in [key for key in (*self.access, *self.kept, *map(note_key_of, self.hot)) if is_of_it(key)]:
            self.forget(key)
        self.promotions = [move for move in self.promotions if not is_of_it(move.entry)]
        self.demotions = [move for move in self.demotions if not is_of_it(move.entry)]
        self.queue = [row for row in self.queue if not is_of_it(row.entry)]
        return before != self


def _renamed(move: Move, old: str, new: str) -> Move:
    return msgspec.structs.replace(move, entry=new) if move.entry == old else move


def hot_key(key: str) -> str:
    """`memory/decisions.md:slug` → `decisions:slug`, as L1accessLog has it."""
    layer, _, slug = key.removeprefix("memory/").partition(".md:")
    return f"{layer}:{slug}"


def note_key_of(hot: str) -> str:
    """The other way round."""
    layer, _, slug = hot.partition(":")
    return f"memory/{layer}.md:{slug}"


# --- the file ---------------------------------------------------------------------------------------------


def decode(data: bytes) -> Hygiene:
    """The record in a file. Raises ValueError when it is not one."""
    try:
        raw = msgspec.json.decode(data.removeprefix(BOM))
    except UNREADABLE as error:
        raise ValueError(str(error)) from error
    if not isinstance(raw, dict):
        raise ValueError("it is not a JSON object")
    found = Hygiene(extra={key: value for key, value in raw.items() if key not in _KNOWN})
    try:
        found.hot = msgspec.convert(raw.get("L1accessLog") or {}, dict[str, HotRow])
        found.access = msgspec.convert(raw.get("accessLog") or {}, dict[str, AccessRow])
        found.promotions = msgspec.convert(raw.get("promotionLog") or [], list[Move])
        found.demotions = msgspec.convert(raw.get("demotionLog") or [], list[Move])
        found.queue = _queue(raw.get("archiveQueue") or [])
        totals = raw.get("totals") or {}
        found.totals = Totals(**{key: int(totals[key]) for key in Totals.__struct_fields__ if key in totals})
    except (msgspec.ValidationError, TypeError, AttributeError) as error:
        raise ValueError(str(error)) from error
    found.kept = {key for key, row in found.access.items() if row.is_zero}
    return found


def _queue(rows: Any) -> list[Queued]:
    # The seed does not say what a row looks like beyond its fields; an agent may write the bare key.
    return msgspec.convert(
        [{"entry": row, "archivedAt": ""} if isinstance(row, str) else row for row in rows], list[Queued]
    )


def encode(hygiene: Hygiene, access: Iterable[str] | None = None, queue: list[Queued] | None = None) -> bytes:
    """The file's content, readable; `access` names the rows that are shown, by default all that say something."""
    keys = shown_rows(hygiene) if access is None else access
    value = {
        **hygiene.extra,
        "L1accessLog": hygiene.hot,
        "accessLog": {key: _cut(hygiene.access.get(key) or AccessRow()) for key in keys},
        "promotionLog": hygiene.promotions,
        "demotionLog": hygiene.demotions,
        "archiveQueue": hygiene.queue if queue is None else queue,
        "totals": {name: getattr(hygiene.totals, name) for name in Totals.__struct_fields__},
    }
    return msgspec.json.format(msgspec.json.encode(value), indent=1) + b"\n"


def _cut(row: AccessRow) -> AccessRow:
    if len(row.sessions) <= SESSIONS_KEPT:
        return row
    return AccessRow(row.access_count, row.sessions[-SESSIONS_KEPT:], row.last_access)


def shown_rows(hygiene: Hygiene, most: int | None = None) -> list[str]:
    """The rows that say something, the newest use first; at most so many."""
    access, kept = hygiene.access, hygiene.kept
    keys = [key for key, row in access.items() if key in kept or not row.is_zero]
    keys += [key for key in kept if key not in access]

    def newness(key: str) -> tuple[str, str]:
        row = access.get(key)
        return (row.last_access or "" if row is not None else "", key)

    if most is None or len(keys) <= most:
        return sorted(keys, key=newness, reverse=True)
    return heapq.nlargest(most, keys, key=newness)


def fit(hygiene: Hygiene, limit: int) -> tuple[bytes, list[str], list[Queued]]:
    """The content within `limit` bytes: the newest archived and the newest uses; which of them are shown."""
    if len(hygiene.access) + len(hygiene.queue) <= _FEW:
        rows, data = shown_rows(hygiene), encode(hygiene)
        if len(data) < limit:
            return data, rows, list(hygiene.queue)
    room = limit - len(encode(hygiene, (), [])) - _LAYOUT
    archived = _newest(hygiene.queue[::-1], room // 2, _size)
    room -= sum(_size(row) + _LAYOUT for row in archived)
    # No row is shorter than this: only so many have to be put in order.
    candidates = shown_rows(hygiene, max(0, room) // 90 + 1)
    rows = _newest(candidates, room, lambda key: _row_size(key, hygiene.access.get(key) or AccessRow()))
    return encode(hygiene, rows, archived[::-1]), rows, archived[::-1]


def _newest(items: Sequence[T], room: int, size: Callable[[T], int]) -> list[T]:
    """The first ones that fit into so many bytes, as they are laid out."""
    for count, item in enumerate(items):
        room -= size(item) + _LAYOUT
        if room < 0:
            return list(items[:count])
    return list(items)


def _size(row: Move | Queued) -> int:
    return len(msgspec.json.encode(row))


def _row_size(key: str, row: AccessRow) -> int:
    return len(msgspec.json.encode((key, _cut(row)))) + 8 * min(len(row.sessions), SESSIONS_KEPT)


def old_moves(hygiene: Hygiene, oldest: str, limit: int) -> tuple[list[Move], list[Move]]:
    """Promotions and demotions to roll into the archive: those before `oldest`, and the oldest that fill the file."""
    fixed = len(encode(Hygiene(hot=hygiene.hot, extra=hygiene.extra), ()))
    room = min(limit // 3, (limit * 9 // 10 - fixed) // 2)
    return _rolled(hygiene.promotions, oldest, room), _rolled(hygiene.demotions, oldest, room)


def _rolled(moves: list[Move], oldest: str, room: int) -> list[Move]:
    if len(msgspec.json.encode(moves)) + _LAYOUT * len(moves) <= room and all(move.at >= oldest for move in moves):
        return []
    kept = _newest(moves[::-1], room, _size)
    if len(kept) < len(moves):  # many at a time: not every promotion is to write the archive
        kept = _newest(moves[::-1], room * 3 // 4, _size)
    surplus = len(moves) - len(kept)
    return [move for index, move in enumerate(moves) if index < surplus or move.at < oldest]


# --- hand edits -------------------------------------------------------------------------------------------


def merge(mine: Hygiene, base: Hygiene, theirs: Hygiene) -> None:
    """Take into `mine` what was changed between `base`, our last writing, and `theirs` (rule 15)."""
    for key in theirs.hot:
        if key in mine.hot and theirs.hot[key] != base.hot.get(key, mine.hot[key]):
            mine.hot[key] = _merged_hot(mine.hot[key], base.hot.get(key, HotRow()), theirs.hot[key])
    for key in {*theirs.access, *base.access}:
        _merge_access(mine, base.access.get(key), theirs.access.get(key), key)
    known = set(base.promotions) | set(mine.promotions)
    new = [move for move in theirs.promotions if move not in known]
    mine.promotions += new
    mine.totals.promotions += len(new)
    known = set(base.demotions) | set(mine.demotions)
    new = [move for move in theirs.demotions if move not in known]
    # A person who demotes a note may log it after we saw the bullet go: their row says why.
    ours = {Move(move.entry, "L1", "L2", move.at, DELETED) for move in new}
    before = len(mine.demotions)
    mine.demotions = [move for move in mine.demotions if move not in ours] + new
    mine.totals.demotions += len(mine.demotions) - before
    gone = set(base.queue) - set(theirs.queue)
    added = [row for row in theirs.queue if row not in base.queue and row not in mine.queue]
    again = {row.entry for row in added}
    mine.queue = [row for row in mine.queue if row not in gone and row.entry not in again] + added
    mine.extra = {**mine.extra, **theirs.extra}


def _merged_hot(mine: HotRow, base: HotRow, theirs: HotRow) -> HotRow:
    merged = copy.copy(mine)
    for name in HotRow.__struct_fields__:
        value = getattr(theirs, name)
        if value != getattr(base, name):
            setattr(merged, name, value)
    return merged


def _merge_access(mine: Hygiene, base: AccessRow | None, theirs: AccessRow | None, key: str) -> None:
    if theirs == base:
        return
    if theirs is None:
        mine.access.pop(key, None)
        return
    own = mine.access.get(key) or AccessRow()
    if theirs.is_zero:
        mine.access[key] = AccessRow()
        mine.kept.add(key)
        return
    sessions = own.sessions + [session for session in theirs.sessions if session not in own.sessions]
    last = max(filter(None, (own.last_access, theirs.last_access)), default=None)
    mine.access[key] = AccessRow(max(len(sessions), theirs.access_count), sessions, last)


def salvage(data: bytes) -> tuple[list[Move], list[Move]]:
    """Promotions and demotions that can still be read in a broken file (000 §Recovery)."""
    promotions: list[Move] = []
    demotions: list[Move] = []
    for piece in data.split(b"{")[1:]:
        body = b"{" + piece.partition(b"}")[0] + b"}"
        try:
            move = msgspec.json.decode(body, type=Move)
        except UNREADABLE:
            continue
        (promotions if move.to == "L1" else demotions).append(move)
    return promotions, demotions
