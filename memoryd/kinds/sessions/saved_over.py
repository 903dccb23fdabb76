"""Messages that an editor saved over, since it had opened the session file before they came (rule 8)."""

from __future__ import annotations

import os
import zlib
from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence

from memoryd.conversation.file import BLOCK, FileState, SessionFile
from memoryd.conversation.message import Message, Removed, decode_line, encode_removal
from memoryd.kinds.sessions.place import Place
from memoryd.kinds.sessions.store import SessionStore
from memoryd.storage.batch import Batch
from memoryd.storage.recent_lines import RecentLine


def lost_lines(recent: Sequence[RecentLine], messages: Iterable[Message], removed: Collection[str]) -> list[RecentLine]:
    """Those of our lines whose message is no longer in the file; one whose text a person changed still is."""
    standing = Counter((_came(message), message.content) for message in messages)
    said: list[tuple[RecentLine, Message]] = []
    lost: list[RecentLine] = []
    for one in recent:
        try:
            message = decode_line(one.raw)
        except Removed as removal:
            if removal.key not in removed:
                lost.append(one)
            continue
        if standing[_came(message), message.content]:
            standing[_came(message), message.content] -= 1
        else:
            said.append((one, message))
    changed = Counter[tuple[str, ...]]()
    for (came, _), count in standing.items():
        changed[came] += count
    for one, message in said:
        if changed[_came(message)]:
            changed[_came(message)] -= 1
        else:
            lost.append(one)
    gone = set(lost)
    return [one for one in recent if one in gone]


def _came(message: Message) -> tuple[str, ...]:
    return message.session_id, message.id or f"{message.at} {message.received}"


def is_rest_as_it_was(fd: int, file: SessionFile, before: FileState, lost: Iterable[RecentLine]) -> bool:
    """Whether the file is its last version without those lines of ours, so that a person deleted them."""
    crc = position = missing = 0
    for one in sorted(lost, key=lambda one: one.offset):
        crc, position = _checksum(fd, crc, position, one.offset - missing)
        crc = zlib.crc32(one.raw, crc)
        missing += len(one.raw)
    crc, position = _checksum(fd, crc, position, file.size)
    return position + missing == before.size and crc == before.crc


def _checksum(fd: int, crc: int, position: int, end: int) -> tuple[int, int]:
    """Go on with the checksum up to that offset, or as far as the file goes; and how far that was."""
    while position < end:
        block = os.pread(fd, min(BLOCK, end - position), position)
        if not block:
            break
        crc = zlib.crc32(block, crc)
        position += len(block)
    return crc, position


def lines_again(lost: Iterable[RecentLine], path: str, count: int, places: Sequence[Place]) -> list[bytes]:
    """At start: the lines to be written behind the `count` lines of the file, whose messages are at these places."""
    standing = {place.key: place.message for place in places}
    moved: dict[str, str] = {}
    found: list[bytes] = []
    for one in lost:
        try:
            message = decode_line(one.raw)
        except Removed as removal:
            key = moved.get(removal.key) or _said_at(removal, standing)
            if key is None:
                continue
            found.append(encode_removal(key, standing[key], one.at))
            continue
        found.append(one.raw)
        key = moved[one.key] = f"{path}:{count + len(found)}"
        standing[key] = message
    return found


def _said_at(removal: Removed, standing: Mapping[str, Message]) -> str | None:
    """The key of the message that was taken out: what stood at that key may have moved."""
    for key in (removal.key, *standing):
        message = standing.get(key)
        if message is not None and (message.session_id, message.at) == (removal.session_id, removal.at):
            return key
    return None


def put_back(store: SessionStore, lost: Iterable[RecentLine], batch: Batch) -> None:
    """Append them again, in their order; a message that stood elsewhere since gets the key of its new line."""
    moved: dict[str, Place] = {}
    for one in lost:
        try:
            message = decode_line(one.raw)
        except Removed as removal:
            place = moved.get(removal.key) or _place_of(store, removal.key)
            if place is not None:
                store.take_out_place(store.sessions[removal.session_id], place, batch)
            continue
        session = store.sessions[message.session_id]
        had_ended = session.ended
        (key,) = store.append(session.id, [message], batch)["keys"]
        path, _, line = key.rpartition(":")
        moved[one.key] = Place(path, int(line), message)
        if had_ended:
            store.registry.set_ended(session, True, batch)


def _place_of(store: SessionStore, key: str) -> Place | None:
    path, _, line = key.rpartition(":")
    return next((Place(path, *found) for found in store.messages_of(path, int(line), int(line))), None)
