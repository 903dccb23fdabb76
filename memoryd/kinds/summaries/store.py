"""The summaries on disk: one Markdown file each, and index.json, which is made from them (004 §Storage).

A file that is in its place is a summary that is done; index.json follows it, so that a crash between the two is mended
by reading the files.
"""

from __future__ import annotations

import os
import threading
from collections.abc import Mapping
from contextlib import suppress
from typing import Any

import msgspec

from memoryd.errors import MemorydError
from memoryd.kinds.summaries.budget import LEVELS
from memoryd.kinds.summaries.node import (
    INDEX_PATH,
    PURGED,
    SUMMARIES_PATH,
    Node,
    check_sources,
    decode,
    document,
    encode,
    id_of,
    marks_of_lines,
    path_of,
)
from memoryd.kinds.summaries.tree import Tree
from memoryd.recall.feeding import drop_gone, source_gone
from memoryd.services import Services
from memoryd.storage import beneath
from memoryd.storage.atomic import ABSENT, current_identity, replace_file
from memoryd.storage.listing import names_in
from memoryd.storage.regular import NotRegular, read_whole
from memoryd.times import format_time, parse_time
from memoryd.types import UNREADABLE, Audience, Change, ChangeSink, Problem

VERSION = 1
_MOST_REWRITTEN = 16
"""Files of moved summaries at a time: jobs wait meanwhile."""


class _Entry(msgspec.Struct):
    """What index.json says of a summary that is needed to make it again."""

    id: str
    version: int
    sources: tuple[str, ...]
    sessions: tuple[str, ...]
    audience: Audience
    project: str | None
    received: str
    started: str
    first: str
    last: str
    source_tokens: int


class _Index(msgspec.Struct):
    summaries: dict[str, list[_Entry]] = {}


class SummaryStore:
    """The tree in memory; `lock` is held over every change of it. Nothing here runs on the writer thread."""

    def __init__(self, services: Services) -> None:
        self._root, self._files, self._gid = services.root, services.files, services.data.gid
        self._keep, self._board, self._sink = services.keep, services.board, services.index
        self._now = services.clock.now
        self.tree = Tree()
        self.lock = threading.RLock()
        self._leaves: dict[str, dict[str, None]] = {}
        """Session → ids of the L1 summaries of it."""
        self._counts: dict[tuple[str, str], int] = {}
        """(path, session) → messages of it that L1 summaries hold."""
        self.leaf_changes = 0
        """Goes up when an L1 summary was edited or added by hand."""
        self._moved: dict[str, None] = {}
        """L1 summaries whose messages have moved to other lines than their files say."""
        self._jobs: dict[str, str] = {}
        """Job id → path."""
        self._stamps: dict[str, tuple[int, int, int]] = {}
        self._lost: set[str] = set()

    def _path(self, relpath: str) -> str:
        return os.path.join(self._root, relpath)

    # --- at start -----------------------------------------------------------------------------------------

    def load(self) -> None:
        """Read every summary."""
        with self.lock:
            for level in LEVELS:
                directory = f"{SUMMARIES_PATH}/{level}"
                for name in names_in(self._path(directory)):
                    if id_of(f"{directory}/{name}") is not None:
                        self._read(f"{directory}/{name}")
            written = self._written_index()
            self._know_lost(written)
            if self._index() != written:
                with suppress(MemorydError):  # health says what is wrong; the next summary writes it again
                    self.write_index()

    def _know_lost(self, written: dict[str, Any] | None) -> None:
        """Know the summaries that index.json lists and no file holds: they are to be made again."""
        try:
            index = msgspec.convert(written or {}, _Index)
        except msgspec.ValidationError:
            return
        for entry in (entry for level in LEVELS for entry in index.summaries.get(level, ())):
            if id_of(path_of(entry.id)) is None or self.tree.get(entry.id) is not None:
                continue
            try:
                check_sources(entry.id, entry.sources)
                lost = _lost_node(entry)
            except ValueError:
                continue
            self._know(lost)
            self._lost.add(entry.id)

    def feed(self, states: Mapping[str, bytes]) -> None:
        """Bring the index up to the files."""
        drop_gone(self._sink, states, lambda source: id_of(source) is not None and source not in self._stamps)
        for level in LEVELS:
            for node in self.tree.levels[level].values():
                if states.get(node.path) != self._state(node.path) and node.path in self._stamps:
                    self._sink.apply(self._change(node))

    def feed_all(self, sink: ChangeSink) -> int:
        """Bring every summary to a new index; how many."""
        nodes = [node for level in LEVELS for node in self.tree.levels[level].copy().values() if node.text]
        for node in nodes:
            sink.apply(self._change(node))
        return len(nodes)

    def _change(self, node: Node) -> Change:
        put = () if node.text in ("", PURGED) else (document(node),)
        return Change(source=node.path, put=put, remove_source=True, state=self._state(node.path))

    def _state(self, path: str) -> bytes:
        return msgspec.json.encode(self._stamps.get(path, (0, 0, 0)))

    def _read(self, path: str) -> Node | None:
        """Read one file; None, and a problem, when it is no summary."""
        identity = id_of(path)
        assert identity is not None
        try:
            data, stat = read_whole(self._path(path))
            node = _as_edited(decode(data, identity))
        except (FileNotFoundError, NotRegular):
            return None
        except (ValueError, OSError) as error:
            action = "put the comment back as in the other summaries, or remove the file"
            self._board.set(f"summary:{path}", [Problem(path=path, what=f"not read: {error}", action=action)])
            return None
        self._board.clear(f"summary:{path}")
        self._stamps[path] = (stat.st_ino, stat.st_size, stat.st_mtime_ns)
        self._know(node)
        return node

    def _know(self, node: Node) -> None:
        if node.level == "L1":
            self._count(self.tree.get(node.id), -1)
            self._count(node, 1)
            for session_id in node.session_ids:
                self._leaves.setdefault(session_id, {})[node.id] = None
        self.tree.put(node)
        self._lost.discard(node.id)
        if node.job_id:
            self._jobs[node.job_id] = node.path

    def _count(self, node: Node | None, by: int) -> None:
        if node is not None:
            for session_id in node.session_ids:
                place = (file_of(node), session_id)
                self._counts[place] = self._counts.get(place, 0) + by * message_count(node)

    def leaves_of(self, session_id: str) -> list[Node]:
        """The L1 summaries of a session, oldest first. Holds `lock`."""
        found = (self.tree.levels["L1"].get(one) for one in self._leaves.get(session_id, ()))
        leaves = (node for node in found if node is not None and session_id in node.session_ids)
        return sorted(leaves, key=lambda node: node.number)

    def count_of(self, path: str, session_id: str) -> int:
        """How many messages of a session in a file L1 summaries hold."""
        return self._counts.get((path, session_id), 0)

    # --- writing ------------------------------------------------------------------------------------------

    def put(self, node: Node) -> None:
        """Make a summary, or a new version of one, durable; then it is known. Holds `lock`."""
        with self.lock:
            if node.by != "hand":
                node = msgspec.structs.replace(node, made=marks_of_lines(node.text))
            node = self._take_in(node)
            self._keep(node.path, self._write(node))
            self._know(node)
            self._sink.apply(self._change(node))
            self.write_index()

    def _take_in(self, node: Node) -> Node:
        """Take in what a person has saved in its file and nobody has seen yet: the history has it then, by its index.

        The node as it is to be written behind that.
        """
        before = self.tree.get(node.id)
        self.look(node.path)
        after = self.tree.get(node.id)
        if after is not None and after is not before:
            node = msgspec.structs.replace(node, version=max(node.version, after.version + 1))
        return node

    def look(self, relpath: str) -> bool:
        """See now what a person has saved in a summary's file; whether they have. Holds `lock`."""
        with self.lock:
            is_changed = current_identity(self._path(relpath)) != self._stamps.get(relpath, ABSENT)
            if is_changed:
                self.absorb(relpath, None)
            return is_changed

    def _write(self, node: Node) -> bytes:
        data = encode(node)
        stat = replace_file(self._files, self._path(node.path), (data,), gid=self._gid)
        self._stamps[node.path] = (stat.st_ino, stat.st_size, stat.st_mtime_ns)
        return data

    def bring(self, identity: str, content: str) -> str:
        """A summary of an export: `added`, `known`, or `taken` by another of that name. Raises ValueError."""
        with self.lock:
            there, node = self.tree.get(identity), _as_edited(decode(content.encode(), identity))
            if not node.text:
                raise ValueError("it has no text")
            if there is not None and there.text:
                return "known" if there.text == node.text else "taken"
            self.put(node)
            self.leaf_changes += node.level == "L1"
            return "added"

    def move(self, identity: str, sources: tuple[str, ...], messages: str) -> None:
        """The messages of an L1 summary stand elsewhere now: known at once, written by `write_moved`."""
        with self.lock:
            node = self.tree.get(identity)
            if node is not None and (node.sources, node.messages) != (sources, messages):
                lost = identity in self._lost
                self._know(msgspec.structs.replace(node, sources=sources, messages=messages))
                if lost:
                    self._lost.add(identity)
                else:
                    self._moved[identity] = None

    def write_moved(self) -> bool:
        """Bring some files of moved summaries up to date; whether all are."""
        with self.lock:
            for identity in list(self._moved)[:_MOST_REWRITTEN]:
                del self._moved[identity]
                node = self.tree.get(identity)
                if node is not None and node.text and node.path in self._stamps:
                    self._take_in(node)
                    node = msgspec.structs.replace(
                        self.tree.get(identity) or node, sources=node.sources, messages=node.messages
                    )
                if node is not None and node.text and node.path in self._stamps:
                    self._write(node)
                    self._know(node)
                    self._sink.apply(self._change(node))
                if not self._moved:
                    self.write_index()
            return not self._moved

    def made_for(self, job_id: str) -> str | None:
        """The key of what was made for that job."""
        return self._jobs.get(job_id)

    def is_lost(self, node: Node) -> bool:
        """Whether its file was removed; it is to be made again."""
        return node.id in self._lost

    def write_index(self) -> None:
        """index.json: what there is, of what it was made, and the last entry consumed."""
        with self.lock:
            content = {**self._index(), "updated": format_time(self._now())}
            encoded = msgspec.json.format(msgspec.json.encode(content), indent=1)
            replace_file(self._files, self._path(INDEX_PATH), (encoded, b"\n"), gid=self._gid)

    def _index(self) -> dict[str, Any]:
        leaves = list(self.tree.levels["L1"].values())
        return {
            "version": VERSION,
            "last_entry": last_entry(leaves[-1]) if leaves else None,
            "summaries": {level: [self._entry(node) for node in self.tree.levels[level].values()] for level in LEVELS},
        }

    def _entry(self, node: Node) -> dict[str, Any]:
        return {
            "id": node.id,
            "version": node.version,
            "sources": list(node.sources),
            "sessions": list(node.session_ids),
            "audience": node.audience,
            "project": node.project,
            "received": format_time(node.received),
            "started": format_time(node.started),
            "first": format_time(node.first_at),
            "last": format_time(node.last_at),
            "tokens": node.tokens,
            "source_tokens": node.source_tokens,
            "by": node.by,
            "merged_into": self.tree.parents.get(node.id),
            "stale": self.tree.is_stale(node) or node.id in self._lost,
        }

    def _written_index(self) -> dict[str, Any] | None:
        try:
            found = msgspec.json.decode(read_whole(self._path(INDEX_PATH))[0])
        except (OSError, *UNREADABLE):
            return None
        if not isinstance(found, dict):
            return None
        found.pop("updated", None)
        return found

    # --- hand edits ---------------------------------------------------------------------------------------

    @staticmethod
    def claims(relpath: str) -> bool:
        """Whether the file is a summary or their index."""
        return relpath == INDEX_PATH or id_of(relpath) is not None

    def absorb(self, relpath: str, stamp: object) -> None:
        """A person edited a summary (those above it are stale then), or removed it (it is made again)."""
        with self.lock:
            if relpath == INDEX_PATH:
                self._mend_index()
                return
            identity = id_of(relpath) or ""
            before = self.tree.get(identity)
            try:
                stat = beneath.stat(self._path(relpath))
            except FileNotFoundError:
                self._forget(relpath, before)
                return
            if (stat.st_ino, stat.st_size, stat.st_mtime_ns) == self._stamps.get(relpath):
                return
            node = self._read(relpath)
            if node is None:
                return
            self.leaf_changes += node.level == "L1" and (before is None or _place(before) != _place(node))
            if (
                before is not None
                and node.text != before.text
                and (node.by == "hand" or node.version <= before.version)
            ):
                self.put(msgspec.structs.replace(node, version=max(node.version, before.version + 1), by="hand"))
                return
            self._sink.apply(self._change(node))
            self.write_index()

    def _mend_index(self) -> None:
        if self._index() != self._written_index():
            self.write_index()

    def _forget(self, relpath: str, before: Node | None) -> None:
        self._stamps.pop(relpath, None)
        self._board.clear(f"summary:{relpath}")
        self._sink.apply(source_gone(relpath))
        if before is not None:
            # Its messages are not lost: the place stays, empty, until they are summarised again.
            self.tree.put(msgspec.structs.replace(before, text=""))
            self._lost.add(before.id)
            self.write_index()

    def rescan(self, found: Mapping[str, object]) -> None:
        """Notice summaries that are gone."""
        for relpath in [path for path in self._stamps if path not in found]:
            self.absorb(relpath, None)


def _lost_node(entry: _Entry) -> Node:
    return Node(
        id=entry.id,
        text="",
        version=entry.version,
        sources=entry.sources,
        session_ids=entry.sessions,
        first_at=parse_time(entry.first),
        last_at=parse_time(entry.last),
        received=parse_time(entry.received),
        started=parse_time(entry.started),
        written=0,
        source_tokens=entry.source_tokens,
        by="builtin",
        audience=entry.audience,
        project=entry.project,
    )


def _as_edited(node: Node) -> Node:
    """A person may have changed it while nobody looked: what stands above it is stale then."""
    return msgspec.structs.replace(node, version=node.version + 1, by="hand") if node.is_edited else node


def _place(leaf: Node) -> tuple[object, ...]:
    """The fields that say which messages it holds."""
    return leaf.sources, leaf.messages, leaf.session_ids


def file_of(leaf: Node) -> str:
    """The session file whose messages an L1 summary holds."""
    return range_of(leaf.sources[0])[0]


def message_count(leaf: Node) -> int:
    """How many messages an L1 summary holds."""
    if leaf.messages:
        return leaf.messages.count(" ") + 1
    return sum(last - first + 1 for _, first, last in map(range_of, leaf.sources))


def range_of(source: str) -> tuple[str, int, int]:
    """`sessions/x.jsonl:3-17` → path, first and last line."""
    path, _, lines = source.rpartition(":")
    first, _, last = lines.partition("-")
    return path, int(first), int(last or first)


def last_entry(leaf: Node) -> str:
    """The key of the last message that an L1 summary holds."""
    path, _, last = range_of(leaf.sources[-1])
    return f"{path}:{last}"
