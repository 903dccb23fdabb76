"""Items in memory and on `items/*.jsonl`: put, deleted, renewed and read (design §3, §5).

Methods that take a batch run on the writer thread; the others may run on any thread.
"""

from __future__ import annotations

import functools
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, NamedTuple

import msgspec

from memoryd.errors import Conflict, NotFound
from memoryd.kinds.items.item import (
    KIND,
    Address,
    BadLine,
    Item,
    decode_line,
    document,
    encode_deleted,
    encode_item,
    file_of,
    key_of,
    realm_of,
)
from memoryd.origin import Origin
from memoryd.recall.feeding import bring_edit
from memoryd.requests.visibility import Visibility
from memoryd.services import Services
from memoryd.storage.append_log import AppendLog
from memoryd.storage.atomic import ABSENT, Identity
from memoryd.storage.batch import Batch
from memoryd.storage.open_logs import OpenLogs
from memoryd.storage.postponed import Postponed
from memoryd.storage.recent_lines import RecentLine, StaleSaves
from memoryd.times import SECOND, format_time
from memoryd.types import Change, one_form

SAVED_IN_TWO_STEPS = 10 * SECOND
"""An editor that renames or removes a file first has written it by then."""


class ItemFile(msgspec.Struct):
    """One file as we know it."""

    path: str
    log: AppendLog
    stamp: Identity = ABSENT
    """Of the version that is known."""
    lines: int = 0
    unread: list[bytes] = msgspec.field(default_factory=list)
    """Of these, those that state no item."""
    items: dict[Address, Item] = msgspec.field(default_factory=dict)
    gone: int = 0
    """When it was found to have no items any more."""
    before: list[RecentLine] = msgspec.field(default_factory=list)
    """Our last lines until then, where we have written since."""

    @property
    def state(self) -> bytes:
        """For the index: which version it has."""
        return msgspec.json.encode(self.stamp)


class Found(NamedTuple):
    """What a file says."""

    items: dict[Address, Item]
    deleted: dict[Address, int]
    """Of what a line deletes, when that was, where the line tells."""
    lines: int
    unread: list[bytes]
    """Lines that state no item."""
    stamp: Identity
    """Which version of the file it is."""
    is_torn: bool = False
    """It has lines twice, or the ends of lines of ours whose beginnings an editor wrote over."""


class ItemStore:
    """Every item, by file and address."""

    def __init__(self, services: Services, on_stale: Callable[[str], object]) -> None:
        """`on_stale`: most lines of the file are out of date."""
        self._open_log, self._sink, self._being_written = services.log, services.index, services.being_written
        self.files: dict[str, ItemFile] = {}
        self.by_key: dict[str, Item] = {}
        """By key among all memories."""
        self._on_stale = on_stale
        self.open_logs = OpenLogs()
        self.postponed = Postponed()
        """Writes that wait for a file that is being read."""
        self.recent = services.recent
        self._stale = StaleSaves()

    def file(self, path: str) -> ItemFile:
        """The file of that path."""
        found = self.files.get(path)
        if found is None:
            found = self.files[path] = ItemFile(path, self._open_log(path))
        return found

    # --- reading ------------------------------------------------------------------------------------------

    def find(self, namespace: Sequence[str], key: str, whose: Origin, visible: Visibility, now: int) -> Item | None:
        """The item that the asker means: of its own realm, else one that it may know of."""
        found = self._item_at(Address(tuple(namespace), key, realm_of(whose)), visible)
        if found is None and not ("".join(namespace) + key).isascii():
            found = self._with_other_accents(Address(tuple(namespace), key, realm_of(whose)), visible)
        return found if found is not None and not found.is_over(now) and visible.sees_origin(found.origin) else None

    def _item_at(self, own: Address, visible: Visibility) -> Item | None:
        file = self.files.get(file_of(own.namespace))
        if file is None:
            return None
        found = file.items.get(own) or file.items.get(own._replace(realm=""))
        if found is None and not visible.group:
            same = (one for at, one in file.items.copy().items() if at[:2] == own[:2])
            found = max(same, key=lambda one: one.updated, default=None)
        return found

    def _with_other_accents(self, own: Address, visible: Visibility) -> Item | None:
        """What was put where the accents are encoded otherwise."""
        wanted = _with_one_encoding(own)
        for file in list(self.files.copy().values()):
            for at in file.items.copy():
                if _with_one_encoding(at)[:2] == wanted[:2] and (
                    found := self._item_at(at._replace(realm=own.realm), visible)
                ):
                    return found
        return None

    def require(self, namespace: Sequence[str], key: str, whose: Origin, visible: Visibility, now: int) -> Item:
        """As `find`. Raises NotFound."""
        found = self.find(namespace, key, whose, visible, now)
        if found is None:
            raise NotFound(f"no item of this namespace has the key {key[:200]!r}; items.list shows them", key=key[:200])
        return found

    def below(self, prefix: Sequence[str], visible: Visibility, now: int) -> list[Item]:
        """All whose namespace begins so, as far as the asker may know of them, each key once."""
        is_plain = bool(prefix) and prefix[0].isascii()
        files = [self.files.get(file_of(prefix))] if is_plain else list(self.files.copy().values())
        head, length = tuple(map(one_form, prefix)), len(prefix)
        found: dict[tuple[tuple[str, ...], str], Item] = {}
        for file in files:
            for at, item in file.items.copy().items() if file is not None else ():
                if (
                    tuple(map(one_form, at.namespace[:length])) != head
                    or item.is_over(now)
                    or not visible.sees_origin(item.origin)
                ):
                    continue
                other = found.get(at[:2])
                # Groups mean what is theirs, others what is of no group: as `find`.
                if other is None or (at.realm != "") == visible.group:
                    found[at[:2]] = item
        return list(found.values())

    # --- writing ------------------------------------------------------------------------------------------

    def put(
        self,
        address: Address,
        value: object,
        made: Item | None,
        fields: Mapping[str, Any],
        batch: Batch,
        *,
        created: int | None = None,
        updated: int | None = None,
    ) -> Item:
        """Put a value; `made` is what it replaces, the times are of one that was put elsewhere."""
        self._check(file_of(address.namespace))
        at = batch.now if updated is None else updated
        raw = encode_item(address, value, made, fields, at, created)
        _, item = decode_line(raw, batch.now)
        assert item is not None
        self._write(item.path, raw, item.address, item, batch)
        return item

    def delete(self, item: Item, batch: Batch) -> None:
        """Delete an item; its line goes when the file is written anew."""
        self._check(item.path)
        self._write(item.path, encode_deleted(item, batch.now), item.address, None, batch)

    def _check(self, path: str) -> None:
        """Raises NotYet while the file is being read, or an editor may be writing it."""
        self.postponed.check(path)
        self._being_written.check(path, self.file(path).stamp)

    def _write(self, path: str, raw: bytes, address: Address, item: Item | None, batch: Batch) -> None:
        file = self.file(path)
        before = file.items.get(address)
        if not file.items and file.stamp == ABSENT:
            if 0 <= batch.now - file.gone < SAVED_IN_TWO_STEPS:
                file.before = self.recent.of(path, batch.now)
            batch.on_commit(lambda: self.recent.forget(path))
        batch.append(file.log, raw + b"\n")
        file.lines += 1
        self._know(file, address, item)

        def abort() -> None:
            file.lines -= 1
            self._know(file, address, before)

        def commit() -> None:
            self.open_logs.used(file.log)
            replaced = b"" if before is None else before.raw
            self.recent.note(path, raw, batch.now, memory_key(raw) or "", before=replaced)
            self._publish(file, [] if item is None else [item], [before] if item is None and before else [])
            if file.lines > 2 * len(file.items) + 100:
                self._on_stale(path)

        batch.on_commit(commit)
        batch.on_abort(abort)

    def _know(self, file: ItemFile, address: Address, item: Item | None) -> None:
        if item is not None:
            file.items[address] = item
            self.by_key[item.memory_key] = item
        elif (gone := file.items.pop(address, None)) is not None:
            self.by_key.pop(gone.memory_key, None)

    def _publish(self, file: ItemFile, put: Iterable[Item], gone: Iterable[Item]) -> None:
        file.stamp = file.log.stamp_behind(file.stamp)
        documents, keys = [document(one) for one in put], [one.memory_key for one in gone]
        self._sink.apply(Change(source=file.path, put=documents, remove=keys, state=file.state, kind=KIND))

    def take_in(self, path: str, found: Found) -> None:
        """The file was edited: this is what it says now."""
        file, items = self.file(path), found.items
        put = self.changed(path, found)
        gone = [item for at, item in file.items.copy().items() if at not in items]
        for item in gone:
            self._know(file, item.address, None)
        for item in put:
            self._know(file, item.address, item)
        file.items = {at: file.items[at] for at in items}
        file.lines, file.unread, file.stamp = found.lines, found.unread, found.stamp
        documents, keys = [document(one) for one in put], [one.memory_key for one in gone]
        self._sink.apply(Change(source=path, put=documents, remove=keys, state=file.state, kind=KIND))

    def changed(self, path: str, found: Found) -> list[Item]:
        """Items of the file that are new or changed."""
        known = self.file(path).items
        return [one for at, one in found.items.items() if (old := known.get(at)) is None or old.raw != one.raw]

    def take_in_some(self, path: str, items: Sequence[Item]) -> None:
        """Some of what an edit brought; `take_in` of all of it follows."""
        file = self.file(path)
        for item in items:
            self._know(file, item.address, item)
        bring_edit(self._sink, path, [document(one) for one in items], is_of_many=True)

    def lacks(self, path: str, found: Found) -> bool:
        """Whether an item that is known does not stand in the file as it is known."""
        file = self.files.get(path)
        return file is not None and any(not _is_same(one, found.items.get(at)) for at, one in file.items.copy().items())

    def lost_lines(self, path: str, found: Found, now: int) -> list[RecentLine]:
        """Our lines that an editor saved an older version over (rule 8), but for what a person wrote instead.

        Where nothing else was changed, what is missing was deleted.
        """
        file, recent, items = self.file(path), self.recent.of(path, now), found.items
        is_back = 0 <= now - file.gone < SAVED_IN_TWO_STEPS and bool(file.before)
        if is_back:
            recent = [*file.before, *recent]
        file.gone, file.before = 0, []
        old = _written(recent)
        mark = hash(frozenset(one.raw for one in items.values()))
        is_edited = any(one.raw not in old and not _is_same(one, file.items.get(at)) for at, one in items.items())
        is_edited = is_edited or is_back or found.unread != file.unread or self._stale.has(path, mark)
        is_edited = is_edited or [at for at in items if at in file.items] != [at for at in file.items if at in items]
        if not is_edited:
            ours = {decode_line(one.raw, now)[0] for one in recent}
            if all(at in items or at in ours for at in file.items):
                return []
        lost = saved_over(recent, found, now)
        if lost:
            self._stale.note(path, mark)
        return lost

    def put_back(self, path: str, lost: Iterable[RecentLine], batch: Batch) -> None:
        """Append them again, in their order; when that fails, the file is read again."""
        for one in lost:
            address, item = decode_line(one.raw, batch.now)
            self._write(path, one.raw, address, item, batch)
        batch.on_abort(functools.partial(setattr, self.file(path), "stamp", ABSENT))

    def keep_recent(self, path: str, lost: Iterable[RecentLine], now: int) -> None:
        """The file was edited, and its items are known: what is neither so nor `lost` is not to come back."""
        items, standing = self.file(path).items, [(one.raw, 0) for one in lost]
        for one in self.recent.of(path, now):
            at, item = decode_line(one.raw, now)
            if at not in items if item is None else _is_same(item, items.get(at)):
                standing.append((one.raw, 0))
        self.recent.keep(path, standing)

    def delete_all(self, items: Iterable[Item], batch: Batch) -> None:
        """Delete several, but for what was put anew meanwhile."""
        for item in items:
            if self.by_key.get(item.memory_key) is item:
                self.delete(item, batch)

    def close(self) -> None:
        """Close every log."""
        for file in self.files.values():
            file.log.close()


def saved_over(recent: Sequence[RecentLine], found: Found, now: int) -> list[RecentLine]:
    """Of each address our last line, where the file has none of it, or one that ours took the place of.

    What was given another name or project stands elsewhere, and is not lost. A later line that deletes it is the last
    word: a loss of power may have left no copy of it.
    """
    ours: dict[Address, tuple[RecentLine, Item | None]] = {}
    for one in recent:
        at, item = decode_line(one.raw, now)
        ours[at] = one, item
    old, lost = _written(recent), list[tuple[RecentLine, Item | None]]()
    for at, (one, item) in ours.items():
        standing = found.items.get(at)
        if item is None:
            is_missing = standing is not None
        elif standing is None:
            is_missing = not item.is_over(now) and found.deleted.get(at, one.at - 1) < one.at
        else:
            is_missing = not item.is_over(now) and standing.raw != item.raw
        if is_missing and (standing is None or standing.raw in old):
            lost.append((one, item))
    elsewhere = defaultdict[tuple[int, int], list[Item]](list)
    for other in found.items.values() if lost else ():
        if other.raw not in old:
            elsewhere[other.created, other.updated].append(other)
    return [one for one, item in lost if item is None or not _is_among(item, elsewhere[item.created, item.updated])]


def _is_among(item: Item, others: Iterable[Item]) -> bool:
    stated = format_time(item.updated).encode()  # what was typed without a time is as old as the look at it
    return any(one.value == item.value and stated in one.raw for one in others)


def _written(recent: Iterable[RecentLine]) -> set[bytes]:
    """All that we wrote, and what stood before it."""
    return {raw for one in recent for raw in (one.raw, one.before)}


def _with_one_encoding(at: Address) -> Address:
    return Address(tuple(map(one_form, at.namespace)), one_form(at.key), at.realm)


def memory_key(raw: bytes) -> str | None:
    """The key of the item that the line is of; None when it is none."""
    try:
        return key_of(decode_line(raw, 0)[0])
    except BadLine:
        return None


def check_unchanged(made: Item | None, if_updated: int | None, *, if_absent: bool) -> None:
    """Raise Conflict when the item is not as the caller last saw it."""
    if if_absent and made is not None:
        raise Conflict(f"the key {made.address.key[:200]!r} has an item already; read it, or leave `if_absent` out")
    if if_updated is not None and (made is None or made.updated != if_updated):
        raise Conflict("the item has changed since; read it again, then decide what to put")


def _is_same(one: Item, other: Item | None) -> bool:
    return other is not None and one.raw == other.raw
