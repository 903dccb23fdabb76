"""Clean, the sessions' part: files past their time go to the archive, and archives past theirs end (rule 18)."""

from __future__ import annotations

from memoryd.background import Run
from memoryd.conversation.file import SessionFile, archive_of
from memoryd.conversation.session import is_finished
from memoryd.kinds.sessions.archives import SessionArchives
from memoryd.kinds.sessions.store import SessionStore
from memoryd.services import Services
from memoryd.times import DAY


class Retention:
    """One run at a time."""

    def __init__(self, services: Services, store: SessionStore, archives: SessionArchives) -> None:
        self._services = services
        self._store = store
        self._archives = archives

    def clean(self, run: Run) -> dict[str, int]:
        """Move what is due, and remove what an agent's model has summarised long ago."""
        oracle = self._services.settings.now.memory_oracle
        due = self._due(run.at, oracle.session_retention_days)
        ended = self._ended(run.at, oracle.session_archive_days)
        if run.dry_run:
            run.diff += [f"- {path} → {archive_of(path)}" for path in due]
            run.diff += [f"- {archive_of(path)}" for path in ended]
            return {"sessions": len(due), "ended_archives": len(ended)}
        if ended:
            self._services.backups.before(run, True)
        counts = {"sessions": 0, "ended_archives": 0}
        for path in due:
            run.check()
            counts["sessions"] += self._archives.move(path, run.progress)
        for path in ended:
            run.check()
            counts["ended_archives"] += self._archives.end(path)
        return counts

    def _due(self, now: int, days: int) -> list[str]:
        """Files past their time whose sessions are finished and of which every consumer has taken all."""
        store, kinds = self._store, list(self._services.kinds)
        busy = {
            session.path
            for session in store.sessions.copy().values()
            if session.path and not is_finished(session, now, store.idle_hours)
        }
        return sorted(
            path
            for path, file in store.files.copy().items()
            if file.size
            and path not in busy
            and _received(file, now) < now - days * DAY
            and all(kind.has_taken(path) for kind in kinds)
        )

    def _ended(self, now: int, days: int) -> list[str]:
        if not days:
            return []
        kinds = list(self._services.kinds)
        return sorted(
            path
            for path, file in self._store.archived.copy().items()
            if _received(file, now) < now - days * DAY and all(kind.has_summarised(path) for kind in kinds)
        )


def _received(file: SessionFile, now: int) -> int:
    return file.received or min(file.mtime_ns // 1000, now)
