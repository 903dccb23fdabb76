"""The facts on a real directory, with a writer that runs in the test's own thread and an index that is a dict."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

from memoryd.config import Config
from memoryd.config.sections import MemoryOracle
from memoryd.kinds.facts.changes.requested import FactChanges
from memoryd.kinds.facts.file.feed import Feeding
from memoryd.kinds.facts.files import FactFiles
from memoryd.kinds.facts.known.store import FactEvents, FactStore
from memoryd.kinds.facts.model.bad_line import BadLine
from memoryd.kinds.facts.model.fact import ARCHIVE_PATH, FACTS_PATH, Statement, decode_line
from memoryd.origin import SHARED
from memoryd.storage.batch import Batch, StagedBatch
from memoryd.storage.files import Files, OsFiles
from memoryd.types import Problem
from tests.support.kind_services import KindServices

R = TypeVar("R")


class Rig(KindServices):
    """The facts on `root`. Each call of `write` is one batch."""

    def __init__(
        self,
        root: Path,
        files: Files | None = None,
        settings: MemoryOracle | None = None,
        feeding: Feeding | None = None,
    ) -> None:
        super().__init__(root)
        self.files = files or OsFiles()
        self.settings = settings or MemoryOracle(single_valued=())
        self.feeding = feeding or Feeding()
        (root / "knowledge-graph").mkdir(parents=True, exist_ok=True)
        (root / ".memoryd").mkdir(exist_ok=True)
        self.is_rewrite_due = False
        self.due: set[str] = set()
        """What the flusher is asked for."""
        self.told_changed = 0
        self.load()

    def load(self) -> None:
        """Start on the directory as it stands."""
        self.os_files = self.files
        events = FactEvents(
            changed=self._on_changed,
            risen=lambda documents: None,
            rewrite_due=self._on_rewrite_due,
            lines_behind=lambda: None,
            unfinished=lambda: self.ask("restore"),
        )
        self.facts = FactFiles(self.open(Config(memory_oracle=self.settings)), events, self.feeding)
        self.facts.load(self.clock.now(), self.index.states)
        self.facts.feed(self.index, lambda: iter(list(self.index.documents.values())))
        self.facts.readable.remember()
        self.facts.begin()
        self.facts.edits.gone.archive_lost()

    def _on_rewrite_due(self) -> None:
        self.is_rewrite_due = True

    def _on_changed(self) -> None:
        self.told_changed += 1

    def ask(self, task: str) -> None:
        self.due.add(task)

    def _run_alone(self, operation: Callable[[Batch], object]) -> object:
        return self.write(operation)

    def stop(self) -> None:
        """A clean stop."""
        self.facts.readable.write_metadata()
        self.facts.stopped()
        self.journal.close()

    @property
    def store(self) -> FactStore:
        return self.facts.store

    @property
    def changes(self) -> FactChanges:
        return self.facts.changes

    @property
    def path(self) -> Path:
        return self.root / FACTS_PATH

    @property
    def archive_path(self) -> Path:
        return self.root / ARCHIVE_PATH

    def write(self, *operations: Callable[[Batch], R]) -> R:
        """Run the operations in one batch; the last one's result. Raises what one of them or the disk raises."""
        self.clock.advance(0.001)
        batch = StagedBatch(self.clock.now())
        outcomes = [batch.attempt(operation) for operation in operations]
        failure = batch.commit()
        for _, error in outcomes:
            if error is not None:
                raise error
        if failure is not None:
            raise failure
        result: R = outcomes[-1][0]
        return result

    def add(self, subject: str, object_: str, predicate: str = "is", **more: Any) -> str:
        fact_id: str = self.write(adding(self.changes, subject, object_, predicate, **more))["id"]
        return fact_id

    def archive(self, fact_id: str) -> str:
        status: str = self.write(lambda batch: self.changes.archiving.archive(fact_id, "test", batch))["status"]
        return status

    def restore(self, fact_id: str) -> str:
        status: str = self.write(lambda batch: self.changes.restore(fact_id, batch))["status"]
        return status

    def purge(self, fact_id: str) -> None:
        self.write(lambda batch: self.changes.purge(fact_id, batch))

    def absorb(self) -> str:
        """What the watcher and the flusher do when the file has changed."""
        outcome: str = self.facts.edits.absorb()
        for _ in range(3):
            if not self.due:
                break
            restored = self.look_again()
            outcome = restored if outcome == "waits" else outcome
        return outcome

    def look_again(self) -> str:
        """What the flusher does a second later; what fails stays due."""
        self.clock.advance(1)
        due, self.due = sorted(self.due), set()
        outcome = "done"
        for name in due:
            try:
                if name == "edited":
                    self.being_written.look_again(self.facts.absorb)
                else:
                    outcome = self.facts.edits.look_again()
            except BaseException:
                self.due |= {*due[due.index(name) :]}
                raise
        return outcome

    def rewrite(self) -> None:
        assert self.facts.rewriter.rewrite()
        self.facts.edits.append_late_lines()

    # --- what is there --------------------------------------------------------------------------------------

    def raw_lines(self) -> list[str]:
        return self.path.read_text("utf-8", "replace").splitlines() if self.path.exists() else []

    def edit(self, change: Callable[[list[str]], list[str]], *, rename: bool = True) -> None:
        """A person edits the lines; `rename` as most editors save, else in place."""
        text = "".join(f"{line}\n" for line in change(self.raw_lines()))
        if rename:
            other = self.path.with_name(".swap")
            other.write_text(text)
            other.rename(self.path)
        else:
            self.path.write_text(text)

    def active(self) -> dict[str, str]:
        """id → `subject predicate object`, from memory."""
        facts = (self.store.table[ordinal] for ordinal in self.store.table.ordinals())
        return {fact.id: f"{fact.subject} {fact.predicate} {fact.object}" for fact in facts if fact is not None}

    def on_disk(self) -> list[tuple[str | None, str]]:
        """(id, `subject predicate object`) of each line that states a fact, in order."""
        found: list[tuple[str | None, str]] = []
        for raw in self.raw_lines():
            try:
                line = decode_line(raw.encode())
                found.append((line.id, f"{line.subject} {line.predicate} {line.object}"))
            except BadLine:
                continue
        return found

    def archived(self) -> set[str]:
        """Ids that are only in the archive."""
        return {fact_id for fact_id in self.store.archive if fact_id not in self.store.table}

    def activation(self, fact_id: str) -> float:
        ordinal = self.store.table.ordinal(fact_id)
        assert ordinal is not None
        return self.store.activations.at(ordinal, self.clock.now())

    def problems(self) -> list[Problem]:
        return self.board.all()

    def check(self) -> None:
        """Memory, file and index say the same; call it when everything has been taken in and rewritten."""
        lines = self.facts.file.lines
        raws = self.path.read_bytes().split(b"\n") if self.path.exists() else [b""]
        if raws[-1] == b"":
            raws.pop()
        assert list(lines.hashes) == [hash(raw) for raw in raws]
        active, on_disk = self.active(), self.on_disk()
        assert set(active.items()) <= set(on_disk), (active, on_disk)
        stated = {folded_text(text) for text in active.values()}
        unknown = [each for each in on_disk if each[0] not in active and folded_text(each[1]) not in stated]
        assert unknown == [], (active, on_disk)
        assert self.index.documents.keys() == active.keys(), (active, on_disk)
        for key, document in self.index.documents.items():
            assert f"{document.subject} {document.predicate} {document.object}" == self.active()[key]
        assert self.store.archived_count == len(self.archived())


def folded_text(text: str) -> str:
    return " ".join(text.casefold().split())


def adding(
    changes: FactChanges,
    subject: str,
    object_: str,
    predicate: str = "is",
    source: str = "user-stated",
    created: int | None = None,
) -> Callable[[Batch], dict[str, Any]]:
    return lambda batch: changes.add(
        Statement(subject=subject, predicate=predicate, object=object_, source=source, created=created, origin=SHARED),
        batch,
    )


def line(fact_id: str, subject: str, object_: str, predicate: str = "is", **more: Any) -> str:
    """A whole line as another program may write it."""
    return json.dumps(
        {
            "id": fact_id,
            "subject": subject,
            "predicate": predicate,
            "object": object_,
            "source": "hand-edit",
            "created": "2026-05-01T00:00:00+00:00",
            "activation": 1.0,
            **more,
        }
    )


class Slow(Rig):
    """Others come in between the batches of the watcher's: told how many facts are active and archived by then."""

    between: Callable[[int, int], object] = staticmethod(lambda active, archived: None)

    def _run_alone(self, operation: Callable[[Batch], object]) -> object:
        outcome = super()._run_alone(operation)
        self.between(len(self.store.table), len(self.store.archive))
        return outcome

    def absorb_an_edit(self) -> None:
        """Look until whoever edits has written nothing for a moment."""
        self.absorb()
        self.clock.advance(1)
        self.absorb()
