"""Summarize, reconcile MEMORY.md and clean: the nights of the files (002 §4, rules 6, 9, 18)."""

from __future__ import annotations

import difflib
import os
from collections.abc import Callable
from contextlib import suppress

from memoryd.conversation.session import is_finished
from memoryd.jobs.queue import JobKind
from memoryd.kinds.dailies.dailies import Dailies, day_of
from memoryd.kinds.facts.steps import FactSteps
from memoryd.maintenance.backups import Backups
from memoryd.maintenance.run import Parts, Run
from memoryd.storage.publish import move_file, remove_file
from memoryd.storage.regular import regular
from memoryd.storage.writer import Batch
from memoryd.times import DAY
from memoryd.types import Change

Consumer = Callable[[str], bool]
"""Whether everything in a session file has been taken (rule 18)."""
_ARCHIVE = "daily/archive"
_ABSORB_SECONDS = 600.0
DAILY: tuple[JobKind, ...] = ("daily",)


class FileSteps:
    """The steps over files."""

    def __init__(self, parts: Parts, dailies: Dailies, facts: FactSteps, backups: Backups) -> None:
        self._parts = parts
        self._dailies = dailies
        self._facts = facts
        self._backups = backups
        self.consumers: list[Consumer] = [dailies.has_taken]
        self.wake_worker: Callable[[], object] = lambda: None
        """The worker of the jobs looks for work."""

    # --- summarize ----------------------------------------------------------------------------------------

    def summarize_now(self, run: Run) -> dict[str, int]:
        """Asked for by hand: every day with new messages, today too, is extracted at once (rule 18)."""
        return self._summarize(run, today=True)

    def summarize_ended(self, run: Run) -> dict[str, int]:
        """The first step of a consolidation: what no agent did, of the days that have ended."""
        return self._summarize(run, today=False)

    def _summarize(self, run: Run, *, today: bool) -> dict[str, int]:
        dailies, parts = self._dailies, self._parts
        dailies.refresh(run.progress)
        days = dailies.due(run.at, today=today)
        if run.dry_run:
            run.diff += [f"+ daily/{day}.md" for day in days]
            return {"days": len(days)}
        left = 0
        for number, day in enumerate(days):
            run.progress("summarize", number, len(days))
            with parts.jobs.holding(f"daily/{day}", run.at, run.check) as is_free:
                if is_free:
                    dailies.make(day, run.progress)
                left += not is_free
        dailies.save()
        return {"days": len(days) - left, "left_to_agents": left}

    def offer(self, run: Run) -> dict[str, int]:
        """23:00: today's summary becomes a job; one that nobody takes in time falls to the worker (rule 21)."""
        if run.dry_run:
            return {}
        self._dailies.ask_today(run.at)
        self._parts.jobs.refresh(run.at)
        self.wake_worker()
        return {"jobs": len(self._dailies.due(run.at))}

    # --- MEMORY.md ----------------------------------------------------------------------------------------

    def reconcile(self, run: Run) -> dict[str, int]:
        """Take in what other hands wrote, then bring MEMORY.md up to the facts (002 step 5, rule 9)."""
        parts = self._parts
        complete = True if run.dry_run else parts.absorb(_ABSORB_SECONDS)
        candidates = self._facts.census(run).high
        if run.dry_run:
            before, after = parts.memory_file.preview(candidates)
            run.diff += difflib.unified_diff(
                before.splitlines(), after.splitlines(), "MEMORY.md", "MEMORY.md", "", "", 1, ""
            )
            return {"changed": int(before != after)}
        parts.memory_facts.offer(candidates)
        changed = parts.memory_file.update()
        counts = {"complete": int(complete), "changed": int(changed), "facts": len(parts.memory_facts.shown)}
        return {**counts, "problems": len(parts.board.all())}

    # --- clean --------------------------------------------------------------------------------------------

    def clean(self, run: Run) -> dict[str, int]:
        """Remove session files and dailies past their retention, and old backups (002 step 6)."""
        dailies, oracle = self._dailies, self._parts.config().memory_oracle
        dailies.refresh(run.progress)
        sessions = self._old_sessions(run.at, oracle.session_retention_days)
        days = self._old_dailies(run.at, oracle.daily_retention_days, remember=not run.dry_run)
        if run.dry_run:
            run.diff += [f"- {relpath}" for relpath in (*sessions, *days)]
        elif sessions or days:
            self._backups.before(run, True)
        counts = {"sessions": 0, "dailies": 0, "archived_dailies": 0}
        for relpath in [] if run.dry_run else sessions:
            run.check()
            counts["sessions"] += self._parts.write(lambda batch, r=relpath: self._remove_session(r, batch))  # type: ignore[misc]
        for relpath in [] if run.dry_run else days:
            run.check()
            counts[self._remove_daily(relpath)] += 1
        if run.dry_run:
            counts |= {"sessions": len(sessions), "dailies": len(days)}
        return {**counts, "backups": self._backups.clear(run)}

    def _old_sessions(self, now: int, retention_days: int) -> list[str]:
        """Files past their time whose sessions are finished and of which every consumer has taken all (rule 18)."""
        parts, dailies, end = self._parts, self._dailies, now - retention_days * DAY
        busy = {
            session.path
            for session in parts.sessions.sessions.copy().values()
            if session.path and not is_finished(session, now, parts.sessions.idle_hours)
        }
        old = []
        for relpath, file in dailies.state.files.items():
            at = file.received or min(file.mtime_ns // 1000, now)
            if at < end and relpath not in busy and all(has_taken(relpath) for has_taken in self.consumers):
                old.append(relpath)
        return sorted(old)

    def _remove_session(self, relpath: str, _batch: Batch) -> int:
        """On the writer's thread, so that nobody appends meanwhile."""
        parts = self._parts
        known, file = self._dailies.state.files.get(relpath), parts.sessions.files.get(relpath)
        if known is None or file is None or known.stamp != file.stamp or not parts.sessions.is_ours(relpath):
            return 0
        remove_file(os.path.join(parts.root, relpath))
        parts.sessions.forget_file(relpath)
        parts.index.apply(Change(source=relpath, remove_source=True, state=b""))
        parts.board.clear(f"session:{relpath}")
        return 1

    def _old_dailies(self, now: int, retention_days: int, *, remember: bool) -> list[str]:
        state, end, old = self._dailies.state, now - retention_days * DAY, []
        with suppress(FileNotFoundError):
            for name in sorted(os.listdir(os.path.join(self._parts.root, "daily"))):
                relpath = f"daily/{name}"
                day = day_of(relpath)
                if day is None:
                    continue
                known = state.days.get(day.isoformat())
                if known is not None and known.at:
                    at = known.at
                else:
                    mtime = os.stat(os.path.join(self._parts.root, relpath)).st_mtime_ns // 1000
                    seen = state.seen.setdefault(relpath, now) if remember else state.seen.get(relpath, now)
                    at = min(mtime, seen)
                if at < end:
                    old.append(relpath)
        return old

    def _remove_daily(self, relpath: str) -> str:
        """Ours goes; one that a person edited moves to the archive. Neither is made again (rule 6)."""
        dailies, parts = self._dailies, self._parts
        day = relpath.removeprefix("daily/").removesuffix(".md")
        path = os.path.join(parts.root, relpath)
        with open(path, "rb", opener=regular) as file:
            edited = dailies.is_edited(day, file.read())
        dailies.close_day(day)
        if edited:
            move_file(path, self._free_place(relpath))
        else:
            remove_file(path)
        parts.index.apply(Change(source=relpath, remove_source=True, state=b""))
        return "archived_dailies" if edited else "dailies"

    def _free_place(self, relpath: str) -> str:
        stem = os.path.join(self._parts.root, _ARCHIVE, os.path.basename(relpath).removesuffix(".md"))
        names = [f"{stem}.md", *(f"{stem}-{number}.md" for number in range(2, 1000))]
        return next(name for name in names if not os.path.exists(name))
