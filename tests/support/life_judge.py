"""What must be true of a memory, whatever happened: asked of the running daemon and of the bytes.

Every memory has a word of its own, by which it is told from all others.
"""

from __future__ import annotations

import io
import random
import tarfile
import time
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any

import zstandard

from tests.support.daemon import Daemon
from tests.support.wire import RpcError, Wire


@dataclass
class Memory:
    """What must be true of one memory."""

    kind: str
    key: str
    word: str
    project: str | None = None
    audience: str = "shared"
    state: str = "live"
    """live, archived, superseded, released (of which nobody knows whether it holds again), removed (its text is kept
    somewhere), overwritten, purged."""
    session: str | None = None
    place: tuple[list[str], str] | None = None
    """Namespace and key of an item."""
    subject: str = ""
    """Of a value that the next one takes the place of."""
    about: str = ""
    """The subject of another fact."""
    former: list[str] = field(default_factory=list)
    """Its words before."""
    since: float = field(default_factory=time.monotonic)
    """When it was changed last, of the machine's clock."""

    @property
    def is_settled(self) -> bool:
        """An editor may have read it as it is."""
        return time.monotonic() - self.since > 4


@dataclass
class Known:
    """All memories by their word, and what is open."""

    memories: dict[str, Memory] = field(default_factory=dict)
    sessions: dict[str, list[str]] = field(default_factory=dict)
    """By session, the words of its messages in order."""


class Judge:
    """Knows what each memory must be, and asks."""

    daemon: Daemon
    wire: Wire

    def __init__(self, seed: int) -> None:
        self.numbers = random.Random(seed)
        self.known = Known()
        self.told: list[str] = []
        """What happened, for whoever looks for a fault."""

    def finds(self, word: str, **more: Any) -> str | None:
        """The key of the result that has it."""
        found = self.wire.call("recall.search", {"query": word, "k": 20, **more})
        for result in found["results"]:
            if word in result["text"] and result["kind"] not in ("daily", "summary", "hot", "log"):
                return str(result["key"])
        return next((str(one["also"]) for one in found["results"] if word in one["text"] and one.get("also")), None)

    def check(self) -> None:
        faults = [*self.faults()]
        assert not faults, "\n".join(["", *faults, "", *self.told[-400:]])

    def faults(self) -> Iterator[str]:
        """What is not as it must be, in words."""
        every = self.bytes()
        for word, one in self.known.memories.items():
            if one.state == "purged":
                places = sorted(name for name, content in every.items() if word.encode() in content)
                if places:
                    yield f"{one.kind} {word} was purged and is in {places}"
                if self.finds(word):
                    yield f"{one.kind} {word} was purged and is found"
            elif one.state != "overwritten":
                if not any(word.encode() in content for content in every.values()):
                    yield f"{one.kind} {word} ({one.state}) is in no file"
                yield from self.fault_of(one)
        for session, words in self.known.sessions.items():
            yield from self.fault_of_session(session, words)
        told = self.told_to_visitors()
        yield from (f"a group is told {one.word}" for one in self.private() if one.word in told)
        for method in ("system.verify", "audit.verify"):
            for problem in self.wire.call(method)["problems"]:
                if "clock is" not in problem["what"] and "removed by hand" not in problem["what"]:
                    yield f"{method}: {problem}"

    def private(self) -> list[Memory]:
        return [one for one in self.known.memories.values() if one.audience == "private"]

    def told_to_visitors(self) -> str:
        """Whatever a session of a group is told, asked for anything."""
        sample = self.private()
        self.numbers.shuffle(sample)
        asked: list[tuple[str, dict[str, Any]]] = [
            ("facts.find", {"limit": 500}), ("facts.entities", {}), ("notes.list", {"limit": 500}), ("jobs.list", {}),
            ("notes.list", {"archived": True, "limit": 500}), ("sessions.list", {}), ("sessions.brief", {}),
            ("summaries.assemble", {}), ("summaries.inspect", {"content": True}), ("system.health", {}),
            ("recall.grep", {"pattern": "q[a-z]+x", "limit": 1000}), ("audit.list", {"limit": 500}),
            *(("recall.search", {"query": f"tell {one.word}", "k": 50}) for one in sample[:5]),
        ]  # fmt: skip
        with self.daemon.connect() as wire:
            group = {"session_id": "visitors", "audience": "group", "project": "harbour", "record": False}
            wire.call("sessions.start", group)
            return "\n".join(str(wire.call(method, params)) for method, params in asked)

    def fault_of(self, one: Memory) -> Iterator[str]:
        key, word, kind = one.key, one.word, f"{one.kind} {one.word} ({one.state})"
        if one.kind in ("typed", "item"):
            if not self.stands(one):
                yield f"{kind} is not at its place"
            return
        found = self.finds(word)
        if one.state == "removed":
            if found and one.kind != "message":  # what was made of it before stays
                yield f"{kind} is found as {found}"
            return
        try:
            text = self.wire.call("recall.get", {"key": key})["text"]
        except RpcError as error:
            yield f"{kind}: {key}: {error}"
            return
        if word not in text:
            yield f"{kind}: {key} has {text!r}"
        if one.state in ("superseded", "archived"):
            if found:
                yield f"{kind} is found as {found}"
        elif one.state == "live" and not found and not self.faded(one):
            yield f"{kind} is not found; {key} has it"
        elif one.state == "live" and found not in (None, key) and one.kind not in ("document", "message"):
            yield f"{kind} is found as {found}, not as {key}"

    def stands(self, one: Memory) -> bool:
        """Whether it is where it was put."""
        if one.place is None:
            return one.word in (self.daemon.data / one.key).read_text()
        with suppress(RpcError):
            return one.word in str(
                self.wire.call("items.get", {"namespace": one.place[0], "key": one.place[1]})["value"]
            )
        return False

    def faded(self, one: Memory) -> bool:
        """A night has archived it."""
        if one.kind == "fact":
            return bool(self.wire.call("facts.get", {"id": one.key})["archived"])
        if one.kind in ("note", "document"):
            return any(
                each["key"] == one.key
                for each in self.wire.call("notes.list", {"archived": True, "limit": 500})["notes"]
            )
        if one.kind == "context":
            listed = self.wire.call("contexts.list", {"archived": True, "limit": 500})["contexts"]
            return any(each["id"] == one.key for each in listed)
        return False

    def fault_of_session(self, session: str, words: list[str]) -> Iterator[str]:
        read: list[str] = []
        after: dict[str, str] = {}
        with self.daemon.connect() as wire:
            try:
                while True:
                    page = wire.call("sessions.read", {"session_id": session, "limit": 50, **after})
                    read += [each["content"] for each in page["messages"]]
                    if not page.get("next"):
                        break
                    after = {"after": page["next"]}
            except RpcError as error:
                if words:
                    yield f"{session}: {error}"
                return
        if len(read) != len(words) or any(word not in text for word, text in zip(words, read, strict=False)):
            yield f"{session} reads {read}, not {words}"

    def bytes(self) -> dict[str, bytes]:
        """Every file below the directory by its name, what is packed unpacked; names count, too."""
        found: dict[str, bytes] = {}
        for path in self.daemon.data.rglob("*"):
            name = str(path.relative_to(self.daemon.data))
            content = b""
            if path.is_file():
                with suppress(FileNotFoundError):
                    content = path.read_bytes()
                if name.endswith(".zst"):
                    content = (
                        zstandard.ZstdDecompressor().stream_reader(io.BytesIO(content), read_across_frames=True).read()
                    )
                if ".tar" in name:
                    with tarfile.open(fileobj=io.BytesIO(content)) as opened:
                        content = b"".join(opened.extractfile(one).read() for one in opened if one.isfile())  # type: ignore[union-attr]
            found[name] = name.encode() + b"\n" + content
        return found
