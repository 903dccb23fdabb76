"""What maintenance works on, handed down by the assembly, and one run as its steps see it."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from datetime import tzinfo
from typing import Any, Protocol

import msgspec

from memoryd.clock import Clock
from memoryd.config import Config
from memoryd.jobs.queue import JobQueue, RunsOnWriter
from memoryd.kinds.facts.files import FactKeeper
from memoryd.kinds.facts.memory_section import MemoryFacts
from memoryd.kinds.sessions.store import SessionStore
from memoryd.maintenance.child import Children, Progress
from memoryd.problems import ProblemBoard
from memoryd.recall.lexical.index import Index
from memoryd.rpc.registry import Access
from memoryd.types import Change, Document


class MemoryFile(Protocol):
    """Who writes MEMORY.md."""

    def update(self) -> bool:
        """Bring the file up to what it should say; whether it was changed."""
        ...

    def preview(self, candidates: Sequence[str]) -> tuple[str, str]:
        """The file as it is, and as `update` would make it with these facts, the most active ones."""
        ...


class Vectors(Protocol):
    """The embedding index."""

    @property
    def is_ready(self) -> bool: ...

    def state(self) -> dict[str, Any]:
        """The model, and how far its index is."""
        ...

    def compare(self, wanted: Sequence[Document], unwanted: Sequence[str]) -> tuple[list[Document], list[str]]:
        """Which of the wanted memories have no vector of their text, and which of the unwanted keys have one."""
        ...

    def apply(self, change: Change, dropped: Collection[str]) -> None:
        """Embed what is put, soon; drop what is removed, at once."""
        ...


class Parts(msgspec.Struct):
    """The memory as maintenance needs it."""

    root: str
    gid: int
    config: Callable[[], Config]
    clock: Clock
    keeper: FactKeeper
    sessions: SessionStore
    index: Index
    index_path: str
    vectors: Vectors
    board: ProblemBoard
    jobs: JobQueue
    write: RunsOnWriter
    replace_file: Callable[[str, bytes], None]
    ask_flusher: Callable[[str], None]
    redactions: Mapping[str, int]
    absorb: Callable[[float], bool]
    """Take in what other hands have written, within so many seconds."""
    memory_facts: MemoryFacts
    memory_file: MemoryFile
    children: Children = msgspec.field(default_factory=Children)

    @property
    def zone(self) -> tzinfo:
        """The zone of days and of the schedule."""
        return self.config().zone


class Run(msgspec.Struct):
    """One run under way. `progress` raises when it is to stop."""

    action: str
    at: int
    dry_run: bool
    progress: Progress
    diff: list[str] = msgspec.field(default_factory=list)
    """What a dry run would change, of the step under way."""

    def check(self) -> None:
        """Raise when the run is to stop."""
        self.progress(self.action, 0, 0)


class RunCall:
    """A run as a `registry.Call`, for work that methods share with maintenance."""

    uid = -1
    access = Access.ADMIN
    connection_id = -1

    def __init__(self, run: Run) -> None:
        self._run = run
        self.state: dict[str, Any] = {}

    def progress(self, stage: str, done: int, total: int) -> None:
        """Tell who waits for the run."""
        self._run.progress(stage, done, total)

    def check_cancelled(self) -> None:
        """Raise when the run is to stop."""
        self._run.check()


Step = Callable[[Run], dict[str, int]]
"""Does its work and returns counts; on a dry run it fills `diff` and changes nothing."""
