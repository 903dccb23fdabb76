"""Sessions on real files, for tests of what is made of them."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any, TypeVar

from memoryd.conversation.message import Message, encode_line
from memoryd.conversation.session import SESSIONS_PATH
from memoryd.kinds.sessions.files import ALIGN, SessionFiles
from memoryd.kinds.sessions.registry import SessionRegistry
from memoryd.testing.manual_clock import ManualClock
from tests.support.kind_services import KindServices

T = TypeVar("T")
RECORDS = ".memoryd/sessions.jsonl"
IDLE_HOURS = 24.0


class SessionRig(KindServices):
    """Session files with a real writer; `restart` forgets everything but the files and what the index has."""

    def __init__(self, root: Path, clock: ManualClock | None = None) -> None:
        super().__init__(root, clock=clock)
        for name in (SESSIONS_PATH, ".memoryd"):
            (root / name).mkdir(exist_ok=True)
        self.asked = 0
        """How often it was asked to write down when sessions were last heard of."""
        self.is_unfinished = False
        """Whether it asked to look again since that was last set."""
        self.restart()

    def restart(self) -> None:
        services = self.open()
        self.files = SessionFiles(services, SessionRegistry(services.log(RECORDS), IDLE_HOURS, self._heard))
        self.store = self.files.store
        for session in self.store.registry.records.read(self.records()):
            self.store.know(session)
        self.files.load(self.index.states, self.clock.now())

    def ask(self, task: str) -> None:
        self.is_unfinished = self.is_unfinished or task == ALIGN

    def _heard(self) -> None:
        self.asked += 1

    def stop(self) -> None:
        self.writer.stop()

    def records(self) -> bytes:
        """The log of sessions."""
        path = self.root / RECORDS
        return path.read_bytes() if path.exists() else b""

    def start(self, session_id: str | None = "s", agent: str | None = None, **fields: Any) -> dict[str, Any]:
        given = (session_id, agent, fields.get("project"), fields.get("audience"))
        return self.writer.run(lambda batch: self.store.registry.start(*given, batch))

    def append(self, session_id: str, messages: Sequence[Message]) -> dict[str, Any]:
        return self.writer.run(lambda batch: self.store.append(session_id, messages, batch))

    def end(self, session_id: str) -> dict[str, Any]:
        return self.writer.run(lambda batch: self.store.registry.end(session_id, batch))

    def save(self, path: str, content: bytes | Sequence[Message]) -> None:
        """As an editor does: a new file in the old one's place."""
        new = self.root / SESSIONS_PATH / ".new"
        new.write_bytes(content if isinstance(content, bytes) else b"".join(map(encode_line, content)))
        new.rename(self.root / path)

    def edit(self, path: str, content: bytes | Sequence[Message]) -> None:
        """Saved in an editor; then the watcher's call."""
        self.save(path, content)
        self.files.absorb(path, None)

    def path(self, session_id: str = "s") -> str:
        """The session's file, below the data directory."""
        path = self.store.sessions[session_id].path
        assert path is not None
        return path

    def lines(self, path: str) -> list[bytes]:
        return (self.root / path).read_bytes().splitlines(keepends=True)

    def archive(self, path: str) -> None:
        """Move the session file to the archive, as retention does."""
        assert self.files.archives.move(path, lambda *_: None) == 1

    def remove(self, path: str) -> None:
        """As a person does who deletes the file; then the watcher's call."""
        (self.root / path).unlink()
        self.files.absorb(path, None)


def said(text: str, at: int) -> Message:
    """Said and received at that time, microseconds."""
    return Message(session_id="s", role="user", content=text, at=at, received=at)


def indexed(rig: SessionRig) -> dict[str, str]:
    """What the index has of one file, by its lines."""
    return {key.rpartition(":")[2]: one.text for key, one in sorted(rig.index.documents.items())}
