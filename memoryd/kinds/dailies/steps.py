"""Summarize and clean: the dailies' steps of maintenance (002 §4, rules 6, 18)."""

from __future__ import annotations

import os
from contextlib import suppress

import structlog

from memoryd.background import Run
from memoryd.conversation.transcripts import Transcripts
from memoryd.errors import Internal, MemorydError
from memoryd.kinds.dailies.daily import daily_path, day_of
from memoryd.kinds.dailies.source import DailySource
from memoryd.kinds.dailies.state import DailyState
from memoryd.recall.feeding import source_gone
from memoryd.services import Services
from memoryd.storage import beneath
from memoryd.storage.listing import names_in
from memoryd.storage.publish import move_file, remove_file
from memoryd.storage.regular import read_whole
from memoryd.times import DAY

ARCHIVE = "daily/archive"
_log = structlog.get_logger("memoryd.dailies")


class DailySteps:
    """Makes the summaries that are due, and clears what is past its time. One run at a time."""

    def __init__(self, services: Services, sessions: Transcripts, state: DailyState, source: DailySource) -> None:
        self._services = services
        self._sessions = sessions
        self._state = state
        self._source = source

    # --- summarize ----------------------------------------------------------------------------------------

    def summarize(self, run: Run) -> dict[str, int]:
        """Make today's summary at 23:00, or when a person asks; an agent may do it better. The consolidation makes
        those of past days (rule 18).

        At 23:00 it is the extractor's, so that there is a file; agents have the time of a fallback to do it better,
        then a local program does.
        """
        if not (run.scheduled and run.action == "summarize"):
            return self._summarize(run, today=run.action == "summarize", by_program=True)
        try:
            return self._summarize(run, today=True, by_program=False)
        finally:
            # Behind that: a worker that takes jobs at once would have a program make the day, and the run wait for it.
            self._offer(run)

    def _summarize(self, run: Run, *, today: bool, by_program: bool) -> dict[str, int]:
        state, services = self._state, self._services
        state.refresh(run.progress)
        days = state.due(run.at, today=today)
        if run.dry_run:
            run.diff += [f"+ {daily_path(day)}" for day in days]
            return {"days": len(days)}
        left = 0
        failed: list[str] = []
        for number, day in enumerate(days):
            run.progress("summarize", number, len(days))
            with services.jobs.queue.holding(f"daily/{day}", run.at, run.check) as is_free:
                if is_free and (error := self._make(day, run, by_program)) is not None:
                    failed.append(f"{day}: {error}")
                left += not is_free
        state.save()
        if failed:
            raise Internal(f"{len(failed)} of {len(days)} days could not be summarised: {'; '.join(failed[:5])}")
        return {"days": len(days) - left, "left_to_agents": left}

    def _make(self, day: str, run: Run, by_program: bool) -> str | None:
        """Summarise a day; why that failed, which stops no other day."""
        try:
            self._source.make(day, run.progress, by_program=by_program)
        except MemorydError as error:
            if error.data.get("cancelled"):
                raise
            run.check()
            return error.sentence
        except Exception as error:
            _log.error("day_failed", day=day, error=str(error), exc_info=error)
            return f"{type(error).__name__}: {error}"
        return None

    def _offer(self, run: Run) -> None:
        """A job that no agent takes in time falls to the worker (rule 21)."""
        if not run.dry_run:
            self._state.ask_today(run.at)
            self._services.jobs.queue.refresh(run.at)
            self._services.fallback_wanted.set()

    # --- clean --------------------------------------------------------------------------------------------

    def clean(self, run: Run) -> dict[str, int]:
        """Remove dailies past their retention (002 step 6)."""
        oracle = self._services.settings.now.memory_oracle
        self._state.refresh(run.progress)
        days = self._old_dailies(run.at, oracle.daily_retention_days, remember=not run.dry_run)
        if run.dry_run:
            run.diff += [f"- {relpath}" for relpath in days]
            return {"dailies": len(days), "archived_dailies": 0}
        if days:
            self._services.backups.before(run, True)
        counts = {"dailies": 0, "archived_dailies": 0}
        for relpath in days:
            run.check()
            counts[self._remove_daily(relpath)] += 1
        return counts

    def _old_dailies(self, now: int, retention_days: int, *, remember: bool) -> list[str]:
        end, old = now - retention_days * DAY, []
        with suppress(FileNotFoundError):
            for name in names_in(self._services.path("daily")):
                relpath = f"daily/{name}"
                day = day_of(relpath)
                if day is None:
                    continue
                at = self._state.last_message(day.isoformat())
                if at is None:
                    mtime = beneath.stat(self._services.path(relpath)).st_mtime_ns // 1000
                    at = min(mtime, self._state.first_seen(relpath, now, remember=remember))
                if at < end:
                    old.append(relpath)
        return old

    def _remove_daily(self, relpath: str) -> str:
        """Remove a file that we made; move one that a person edited to the archive. Neither is made again (rule 6)."""
        state, services = self._state, self._services
        day = relpath.removeprefix("daily/").removesuffix(".md")
        path = services.path(relpath)
        edited = state.is_edited(day, read_whole(path)[0])
        state.close_day(day)
        if edited:
            move_file(services.files, path, self._free_place(relpath))
        else:
            remove_file(services.files, path)
        services.index.apply(source_gone(relpath))
        return "archived_dailies" if edited else "dailies"

    def _free_place(self, relpath: str) -> str:
        stem = self._services.path(f"{ARCHIVE}/{os.path.basename(relpath).removesuffix('.md')}")
        names = [f"{stem}.md", *(f"{stem}-{number}.md" for number in range(2, 1000))]
        return next(name for name in names if not beneath.exists(name))
