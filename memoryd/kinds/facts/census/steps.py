"""Decay, index and prune: the facts' steps of maintenance (002 §4, rules 1, 6, 7)."""

from __future__ import annotations

import time
from collections.abc import Iterator

from memoryd.background import Run
from memoryd.errors import Busy
from memoryd.kinds.facts.census.census import Census
from memoryd.kinds.facts.census.census_files import SMALL, CensusFiles
from memoryd.kinds.facts.census.tasks import INDEX_TASK
from memoryd.kinds.facts.file.snapshot import Snapshot
from memoryd.kinds.facts.files import FactFiles
from memoryd.kinds.facts.model.fact import FACTS_PATH, document, sentence
from memoryd.maintenance.paths import INDEX_PATH, WORK
from memoryd.services import Services
from memoryd.storage.batch import Batch
from memoryd.types import Change

PRUNE_SLICE = 200
"""Facts in one batch of the writer: a few milliseconds, and one sync of each log."""
PUT_SLICE = 200
EMBED_SLICE = 200
FADED = "below prune_threshold"
SHOWN = 200
"""Lines of a diff."""
_REWRITE_SECONDS = 600.0
_INDEX_SECONDS = 600.0
_FLUSH_SECONDS = 5.0


class FactSteps:
    """The steps over facts. One run at a time."""

    def __init__(self, services: Services, facts: FactFiles) -> None:
        self._services = services
        self._facts = facts
        self._files = CensusFiles(services, WORK, facts)
        self._census: tuple[int, Census] | None = None
        """The time of the run that it was taken in, and what it found."""
        self.is_pruning = False
        """Facts are being archived: to rewrite facts.jsonl is worth while behind the last one only."""

    # --- decay --------------------------------------------------------------------------------------------

    def decay(self, run: Run) -> dict[str, int]:
        """Write down what is true already: every activation as of now, and the files that are derived of the facts."""
        if run.dry_run:
            run.diff += self._decay_diff(run)
            return {"facts": self._facts.store.active_count}
        census = self._files.write(run.progress, prunes=run.action == "consolidate")
        self._census = (run.at, census)
        self._facts.rewriter.show_activations(self._services.guard.now())
        if self._facts.rewriter.due and run.action != "consolidate":  # there, prune waits for the rewrite
            self._services.flusher.ask("rewrite")
        return {"facts": census.facts, "faded": len(census.faded)}

    def census(self, run: Run) -> Census:
        """What the decay of this run found, else a census of its own that writes nothing."""
        if self._census is not None and self._census[0] == run.at:
            return self._census[1]
        census = self._files.look(run.progress)
        self._census = (run.at, census)
        return census

    def _decay_diff(self, run: Run) -> list[str]:
        store, lines = self._facts.store, []
        for ordinal in store.table.ordinals():
            fact = store.table[ordinal]
            before, after = store.activations.state(ordinal).activation, store.activations.at(ordinal, run.at)
            shown = f"{before:.6f}", f"{after:.6f}"
            if fact is not None and shown[0] != shown[1]:
                lines.append(f"~ {fact.id} {shown[0]} → {shown[1]}")
            if len(lines) >= SHOWN:
                return [*lines, "~ …"]
        return lines

    # --- index --------------------------------------------------------------------------------------------

    def index(self, run: Run) -> dict[str, int]:
        """The index is kept up to date all day: compare it with the facts, and repair what is missing or surplus.

        The embedding index has the facts that may be found, those above `search_threshold` (002 step 3).
        """
        services = self._services
        self._await_index(run)
        snapshot = Snapshot.take(self._facts.store)
        self._files.publish(snapshot)
        params = {"root": services.root, "work": WORK, "index": INDEX_PATH}
        small = len(snapshot.states) <= SMALL
        found = services.children.run(INDEX_TASK, params, run.progress, small=small)
        missing, surplus = found["missing"], found["surplus"]
        if run.dry_run:
            run.diff += [f"+ {fact_id}" for fact_id in missing[:SHOWN]] + [f"- {key}" for key in surplus[:SHOWN]]
        else:
            self._repair(missing, surplus, run)
        counts = {"facts": found["facts"], "added": len(missing), "removed": len(surplus)}
        return {**counts, **(self._embed(run) if services.semantic.is_ready else {})}

    def _await_index(self, run: Run) -> None:
        """Wait until what came before is in the index: behind a large import that takes minutes."""
        services, until = self._services, self._services.clock.monotonic() + _INDEX_SECONDS
        while not services.index.flush(_FLUSH_SECONDS):
            run.check()
            if services.index.fault is not None:
                raise Busy(f"the index cannot be written: {services.index.fault}; see memoryctl health")
            if services.clock.monotonic() > until:
                raise Busy("the index could not be written within ten minutes; see memoryctl health")

    def _embed(self, run: Run) -> dict[str, int]:
        services, store = self._services, self._facts.store
        counts = {"embedded": 0, "unembedded": 0}
        for start in range(0, len(store.activations), EMBED_SLICE):
            run.progress("embeddings", start, len(store.activations))
            here = range(start, min(start + EMBED_SLICE, len(store.activations)))
            facts = [(o, fact) for o in here if (fact := store.table[o]) is not None]
            faded = {fact.id for o, fact in facts if store.is_faded(o, run.at)}
            lack, surplus = services.semantic.compare([document(f) for _, f in facts if f.id not in faded], [*faded])
            counts["embedded"] += len(lack)
            counts["unembedded"] += len(surplus)
            if run.dry_run:
                run.diff += [f"+ vector {one.key}" for one in lack] + [f"- vector {key}" for key in surplus]
                del run.diff[2 * SHOWN :]
            elif lack or surplus:
                services.semantic.apply(Change(source=FACTS_PATH, put=lack, remove=surplus), ())
                # Archived meanwhile.
                gone = [one.key for one in lack if one.key not in store.table]
                services.semantic.apply(Change(source=FACTS_PATH, remove=gone), ())
        return counts

    def _repair(self, missing: list[str], surplus: list[str], run: Run) -> None:
        services, table = self._services, self._facts.store.table
        for start in range(0, len(missing), PUT_SLICE):
            run.progress("index", start, len(missing))
            facts = [fact for fact_id in missing[start : start + PUT_SLICE] if (fact := table.get(fact_id)) is not None]
            services.index.apply(Change(source=FACTS_PATH, put=[document(fact) for fact in facts]))
            services.index.wait_for_room()
        for start in range(0, len(surplus), PUT_SLICE):
            gone = [key for key in surplus[start : start + PUT_SLICE] if key not in table]
            services.index.apply(Change(source=FACTS_PATH, remove=gone, kind="fact"))
            services.index.wait_for_room()

    # --- prune --------------------------------------------------------------------------------------------

    def prune(self, run: Run) -> dict[str, int]:
        """Archive the facts that have faded, behind a backup; their lines leave facts.jsonl (002 step 4)."""
        faded = self.census(run).faded
        if run.dry_run:
            run.diff += list(self._prune_diff(faded, run.at))
            return {"archived": len(faded)}
        backups = self._services.backups.before(run, bool(faded))
        self.is_pruning = True
        try:
            archived = self._archive_all(faded, run)
        finally:
            self.is_pruning = False
            if self._facts.rewriter.due:
                self._services.flusher.ask("rewrite")
        self._await_rewrite(run)
        return {"archived": archived, "backups": backups}

    def _archive_all(self, faded: list[str], run: Run) -> int:
        archived = 0
        for start in range(0, len(faded), PRUNE_SLICE):
            run.progress("prune", start, len(faded))
            part = faded[start : start + PRUNE_SLICE]
            archived += self._services.writer.run_alone(lambda batch, part=part: self._archive(part, batch))  # type: ignore[misc]
            self._services.index.wait_for_room()
        self._services.writer.run_alone(self._facts.changes.archiving.enforce_cap)
        return archived

    def _archive(self, fact_ids: list[str], batch: Batch) -> int:
        """Archive these; a fact that was used a moment ago stays."""
        store, archived = self._facts.store, 0
        for fact_id in fact_ids:
            ordinal = store.table.ordinal(fact_id)
            if ordinal is None or store.activations.at(ordinal, batch.now) >= store.settings.prune_threshold:
                continue
            self._facts.changes.archiving.archive(fact_id, FADED, batch)
            archived += 1
        return archived

    def _await_rewrite(self, run: Run) -> None:
        """Wait until facts.jsonl is without the archived lines: the flusher does it, and tries again by itself."""
        services, rewriter = self._services, self._facts.rewriter
        until = services.clock.monotonic() + _REWRITE_SECONDS
        while rewriter.due:
            run.check()
            if services.index.fault is not None:
                raise Busy(f"the index cannot be written: {services.index.fault}; see memoryctl health")
            if services.clock.monotonic() > until:
                raise Busy("facts.jsonl could not be rewritten in time; it is tried again by itself")
            time.sleep(0.01)

    def _prune_diff(self, faded: list[str], now: int) -> Iterator[str]:
        store = self._facts.store
        for fact_id in faded[:SHOWN]:
            fact, ordinal = store.table.get(fact_id), store.table.ordinal(fact_id)
            if fact is not None and ordinal is not None:
                yield f"- {fact_id} {sentence(fact)} (activation {store.activations.at(ordinal, now):.4f})"
        if len(faded) > SHOWN:
            yield f"- … and {len(faded) - SHOWN} more"
