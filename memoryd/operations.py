"""Maintenance over all kinds: the runner with every step, the timetable, health, verify, and the fallback worker."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from typing import Any

from msgspec.structs import asdict

from memoryd.background import Progress, Run
from memoryd.jobs.fallback import STEP, FallbackWorker
from memoryd.maintenance.health import HealthReport
from memoryd.maintenance.heap_trimmer import HeapTrimmer
from memoryd.maintenance.paths import CANARY_HISTORY
from memoryd.maintenance.probe import DEPTH, QualityProbe
from memoryd.maintenance.renewal import REBUILD, Renewal
from memoryd.maintenance.restore import lacking
from memoryd.maintenance.runner import HEALTH_CHECK, MaintenanceRunner
from memoryd.maintenance.scheduler import Scheduler
from memoryd.maintenance.timetable import run_quietly, timetable
from memoryd.maintenance.verify import Verifier
from memoryd.services import Services, Tell
from memoryd.storage.directory import OWN
from memoryd.times import SECOND
from memoryd.types import Problem

STEP_SECONDS = 30.0
"""How long to wait for a step that was told to stop."""
ABSORB_SECONDS = 600.0
AFTER_A_LOOK = 2 * SECOND
"""So long before it was noticed, at most, the clock was put back."""
_FACTS = frozenset(("fact",))


class Operations:
    """What runs by itself or for an operator. Made after all kinds."""

    def __init__(self, services: Services, tell: Tell, check_audit: Callable[[Progress], Mapping[str, int]]) -> None:
        """`tell` notifies subscribers; `check_audit` verifies the audit and counts."""
        self._services = services
        settings, clock = services.settings, services.clock
        self.fallback = FallbackWorker(
            services.jobs.queue,
            clock,
            lambda: settings.now.summaries.summarizer_fallback_after,
            services.fallback_wanted,
            services.jobs.tidy,
        )
        self.runner = MaintenanceRunner(
            services.root,
            clock,
            services.guard,
            services.runs,
            services.children,
            lambda event, fields: tell("maintenance", f"maintenance.{event}", fields),
        )
        self._trimmer = HeapTrimmer(clock)
        self._renewal = Renewal(services.index, self.runner, clock, services.board)
        self.scheduler = Scheduler(
            clock,
            services.runs,
            lambda: timetable(services.root, settings.now, self.runner, services.fallback_wanted.set),
            lambda action: run_quietly(self.runner, action),
            self._look,
        )
        self.verifier = Verifier(
            services.kinds, services.index, services.semantic, services.board, self._absorb_edits, check_audit
        )
        self.health = HealthReport(
            services.root,
            services.kinds,
            self.runner,
            services.jobs.queue,
            lambda: settings.now,
            clock,
            self._problems,
            self._recall_figures,
            services.replace_file,
        )
        self._add_steps()

    def _add_steps(self) -> None:
        """Every step; the parts of one run in this order."""
        services, add = self._services, self.runner.add
        history = services.log(CANARY_HISTORY)
        self.probe = probe = QualityProbe(
            services.root,
            self._ask,
            self._recall_state,
            lambda line: services.writer.run(lambda batch: batch.append(history, line)),
            services.runs,
            services.board,
            lambda: services.settings.zone,
        )
        add("reconcile", self._absorb)
        for kind in services.kinds:
            for name, step in kind.steps().items():
                add(name, step, consolidated=name in kind.consolidated)
        add("reconcile", lambda run: {} if run.dry_run else {"problems": len(services.board.all())})
        add(STEP, self.fallback.compress)
        add("clean", services.backups.clear)
        add(HEALTH_CHECK, self.health.step)
        add("quality-probe", probe.step)
        add(REBUILD, self.verifier.step)

    # --- life ---------------------------------------------------------------------------------------------

    def load(self, now: int) -> None:
        """Read what ran last, and what was interrupted."""
        services = self._services
        services.repair_tail(CANARY_HISTORY, now)
        problem = services.runs.load()
        if problem is not None:
            services.board.happened(problem)

    def start(self) -> None:
        """Start the scheduler and the fallback worker."""
        if self._services.guard.start():
            self._set_right(self._services.clock.now())
        self.scheduler.start()
        self.fallback.start()

    def stop_soon(self) -> None:
        """Make the current run stop at its next check; it is done again at the next start."""
        self.runner.stop()

    def stop(self) -> None:
        """End the current run, and wait for it."""
        self.runner.stop()
        self._services.summarizer.stop()
        self.scheduler.stop()
        self.fallback.stop()
        self.runner.wait(STEP_SECONDS)

    # --- every other second: the clock, the heap and the index ---------------------------------------------------

    def _look(self) -> None:
        self._trimmer.look()
        if self._services.guard.look():
            # What came since is stamped right already, and later than what came before.
            self._set_right(self._services.clock.now() - AFTER_A_LOOK)
        self._renewal.look()

    def _set_right(self, now: int) -> None:
        for kind in self._services.kinds:
            kind.set_right(now)

    # --- steps, and what health says of recall ------------------------------------------------------------------

    def _absorb(self, run: Run) -> dict[str, int]:
        return {} if run.dry_run else {"complete": int(self._absorb_edits(ABSORB_SECONDS))}

    def _absorb_edits(self, timeout: float) -> bool:
        """Take in every edit made up to now; False when time ran out."""
        return self._services.watcher.sync(timeout, thorough=True)

    def _ask(self, question: str) -> list[tuple[bool, str]]:
        """What agents would get: from facts, and from all memory."""
        search, now = self._services.search, self._services.clock.now()
        facts = [(True, text) for text in search.texts(question, now, DEPTH, _FACTS)]
        return [*facts, *((False, text) for text in search.texts(question, now, DEPTH))]

    def _recall_state(self) -> tuple[str, dict[str, float]]:
        """The model of recall, and the weights of its score."""
        services = self._services
        weights = asdict(services.recall.weights)
        numbers = {name: value for name, value in weights.items() if isinstance(value, float)}
        return services.semantic.fingerprint or "none", numbers

    def _recall_figures(self) -> dict[str, Any]:
        services = self._services
        return {
            "embeddings": services.semantic.state(),
            "index": {"problems": [problem.what for problem in services.index.problems()]},
            "redactions": services.redactor.counts,
        }

    def _problems(self) -> list[Problem]:
        services = self._services
        services.check_tails()
        services.board.set("directory", services.data.problems())
        services.board.set("writes", services.writer.refusals.problems(os.path.join(services.root, OWN)))
        services.board.set("lacking", lacking(services.root))
        services.board.set("index", services.index.problems())
        services.board.set("embeddings", services.semantic.problems())
        return services.board.all()
