"""What a day's summary claims besides its file: facts in the graph, and notes of decisions and preferences (002 §3)."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import Protocol

from memoryd.extraction.result import DailyFact, DailyNote, DailyResult
from memoryd.jobs.queue import RunsOnWriter
from memoryd.kinds.dailies.state import Claims
from memoryd.origin import Origin
from memoryd.storage.batch import Batch
from memoryd.types import fold


class FactSink(Protocol):
    """Where the facts of a daily summary go."""

    def ensure(
        self, subject: str, predicate: str, object_: str, source: str, at: int, origin: Origin, heard: int, batch: Batch
    ) -> None:
        """See to it that the fact stands; one that was used since `at` (microseconds) is left alone (rule 5).

        Its activation starts at 1 when it was `heard` (microseconds; 0: now).
        """
        ...

    def let_go(self, subject: str, predicate: str, object_: str, origin: Origin, since: int, batch: Batch) -> None:
        """Archive the fact, unless it was stated or used since."""
        ...


class NoteSink(Protocol):
    """Where its decisions and preferences go."""

    def keep(self, layer: str, text: str, origin: Origin, at: int, batch: Batch) -> str | None:
        """Write a cold note; its key, None when a note says so already, or it was purged since `at` (microseconds)."""
        ...

    def let_go(self, key: str, text: str, batch: Batch) -> None:
        """Archive the note, if it still says this, and nobody uses it."""
        ...


class ClaimWriter:
    """Makes a summary's claims durable, each in a batch of its own, so that requests come between them."""

    def __init__(self, facts: FactSink, notes: NoteSink, run: RunsOnWriter) -> None:
        self._facts = facts
        self._notes = notes
        self._run = run

    def make(self, result: DailyResult, ensured: Collection[str]) -> Claims:
        """Every fact is in the graph and every note in its layer; what was ensured before is not brought back."""
        facts = [fact for fact in result.facts if fact.predicate]
        claims = Claims(facts=[(f.subject, f.predicate, f.object, f.origin) for f in facts])
        for fact in facts:
            if fold(fact.sentence) not in ensured:
                self._run(lambda batch, fact=fact: self._ensure(fact, batch))  # type: ignore[misc]
        for note in result.notes:
            if fold(note.text) not in ensured:
                key = self._run(lambda batch, note=note: self._keep(note, batch))  # type: ignore[misc]
                if key is not None:
                    claims.notes[key] = note.text
        claims.at = self._run(lambda batch: batch.now)
        return claims

    def let_go(self, old: Claims, result: DailyResult, left_out: Collection[str], others: Iterable[Claims]) -> None:
        """What only the old summary claimed is archived; of sections left out the new one says nothing."""
        kept = {(fold(f.subject), fold(f.predicate), fold(f.object)) for f in result.facts}
        kept |= {(fold(s), fold(p), fold(o)) for one in others for s, p, o, _ in one.facts}
        for subject, predicate, object_, origin in () if "facts" in left_out else old.facts:
            if (fold(subject), fold(predicate), fold(object_)) not in kept:
                self._run(
                    lambda batch, s=subject, p=predicate, o=object_, whose=origin: self._facts.let_go(
                        s, p, o, whose, old.at, batch
                    )  # type: ignore[misc]
                )
        said = {fold(note.text) for note in result.notes}
        for key, text in old.notes.items():
            if _layer_of(key) not in left_out and fold(text) not in said:
                self._run(lambda batch, key=key, text=text: self._notes.let_go(key, text, batch))  # type: ignore[misc]

    def _ensure(self, fact: DailyFact, batch: Batch) -> None:
        source = fact.source or "daily"
        triple = (fact.subject, fact.predicate, fact.object)
        self._facts.ensure(*triple, source, fact.at, fact.origin, fact.heard, batch)

    def _keep(self, note: DailyNote, batch: Batch) -> str | None:
        return self._notes.keep(note.layer, note.text, note.origin, note.at, batch)


def _layer_of(key: str) -> str:
    """The layer in a note's key, which is the name of its section, too."""
    return key.partition(":")[0].removeprefix("memory/").removesuffix(".md")
