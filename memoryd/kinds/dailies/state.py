"""What is known of each day: where its messages stand in the session files, and which of them its summary has.

Kept in `.memoryd/dailies.json`; what cannot be read there is made again from the session files.
"""

from __future__ import annotations

import hashlib
import os
import threading
from collections.abc import Iterable, Mapping
from datetime import timedelta, tzinfo

import msgspec

from memoryd.background import Progress
from memoryd.conversation.file import SessionFile
from memoryd.conversation.transcripts import Transcripts
from memoryd.kind import Purged
from memoryd.kinds.dailies.daily import Maker, daily_path
from memoryd.kinds.dailies.days import SCAN_TASK, FileDays, Stamp, read_file_days, zone_of
from memoryd.origin import Origin
from memoryd.services import Services
from memoryd.storage.regular import LARGEST_STATE, read_whole
from memoryd.times import local_date
from memoryd.types import UNREADABLE

STATE_PATH = ".memoryd/dailies.json"
OFFERED_DAYS = 7
"""A day that the extractor did is offered to agents for so long."""
SMALL = 256 * 1024
"""Bytes of session files that are read here; more is a child's work."""


class Claims(msgspec.Struct, omit_defaults=True):
    """What a summary brought into the graph and the layers; an agent's better one takes back what it does not say."""

    facts: list[tuple[str, str, str, Origin]] = []
    notes: dict[str, str] = {}
    """Key → text."""
    at: int = 0
    """When they were made, microseconds."""


class DaySummary(msgspec.Struct, kw_only=True, omit_defaults=True):
    """What is known of one day's summary; `at` in microseconds."""

    taken: dict[str, int] = {}
    """Session file → checksum of that day's lines in it, as the summary has them."""
    messages: int = 0
    made_by: Maker = "builtin"
    at: int = 0
    content: str = ""
    """sha256 of the file as we wrote it; another one is a person's edit. Empty when what a person wrote is in it."""
    bullets: list[str] = []
    job_id: str = ""
    claims: Claims = msgspec.field(default_factory=Claims)
    """Of what was made without an agent."""
    extended: bool = False
    """What was said later was added by a maker that does worse than `made_by`."""
    cleaned: bool = False
    """Its retention is over; it is not made again (rule 6)."""


class _Saved(msgspec.Struct, kw_only=True):
    """`.memoryd/dailies.json`."""

    zone: str = ""
    asked: str = ""
    """The day whose summary was asked for before its end."""
    files: dict[str, FileDays] = {}
    days: dict[str, DaySummary] = {}
    seen: dict[str, int] = {}
    """Daily files of unknown age → when they were first seen."""


class DailyState:
    """Any thread may ask. `lock` is held over a change of a day's summary and its file together."""

    def __init__(self, services: Services, sessions: Transcripts) -> None:
        self.lock = threading.RLock()
        self._root, self._children, self._replace = services.root, services.children, services.replace_file
        self._sessions = sessions
        self._zone_name = services.settings.now.schedule.timezone
        self._editions: dict[str, int] = {}
        """File → the edition that was read of it: what was appended since is all that is new."""
        self._behind = False
        self._saved = _Saved()
        self._said: dict[str, dict[str, int]] = {}
        """Day → session file → checksum of the day's lines in it, of the files as they were read."""

    def load(self) -> None:
        """Read the state."""
        try:
            self._saved = msgspec.json.decode(
                read_whole(os.path.join(self._root, STATE_PATH), LARGEST_STATE)[0], type=_Saved
            )
        except (OSError, *UNREADABLE):
            self._saved = _Saved()
        self._said.clear()
        for path, days in self._saved.files.items():
            self._note_days(path, days)

    def save(self) -> None:
        """Make the state durable."""
        with self.lock:
            self._replace(STATE_PATH, msgspec.json.encode(self._saved) + b"\n")

    def configure(self, zone_name: str) -> None:
        """Cut days in that zone from now on."""
        with self.lock:
            self._zone_name = zone_name

    @property
    def zone_name(self) -> str:
        """The configured name of the zone in which days are cut; empty: the system's."""
        return self._zone_name

    @property
    def zone(self) -> tzinfo:
        """The zone in which days are cut."""
        return zone_of(self._zone_name)

    # --- reading session files ------------------------------------------------------------------------------

    @property
    def behind(self) -> bool:
        """Whether session files have to be read before all days are known."""
        return self._behind

    def refresh(self, progress: Progress) -> None:
        """Know the days of every session file as it stands."""
        large = self.refresh_small()
        if not large:
            return
        order = {"root": self._root, "zone": self._zone_name, "files": {f.path: s for f, s in large}}
        # No lock: requests for jobs do not wait for this.
        found = self._children.run(SCAN_TASK, order, progress)["files"]
        with self.lock:
            if self._saved.zone == order["zone"]:
                for file, _ in large:
                    if file.path in found:
                        self._know(file, msgspec.convert(found[file.path], FileDays))

    def refresh_small(self) -> list[tuple[SessionFile, Stamp]]:
        """Read what is new, as far as it is little; returns the files of which there is more."""
        left, large = SMALL, []
        with self.lock:
            zone = self.zone
            for file, stamp in self._changed():
                known = self._saved.files.get(file.path)
                if known is None or self._editions.get(file.path) != file.edition or known.size > stamp[1]:
                    known = None
                size = stamp[1] - (0 if known is None else known.size)
                if size > left:
                    large.append((file, stamp))
                    continue
                left -= size
                days = read_file_days(self._root, file.path, zone, stamp, known)
                if days is not None:
                    self._know(file, days)
            self._behind = bool(large)
        return large

    def _changed(self) -> list[tuple[SessionFile, Stamp]]:
        """Files that are not as they were read, and how they are now."""
        saved = self._saved
        if saved.zone != self._zone_name:
            # Another zone cuts the days elsewhere.
            saved.zone, saved.files = self._zone_name, {}
            self._said.clear()
        present = {path: (file, file.stamp) for path, file in self._sessions.files.copy().items() if file.size}
        for path in [path for path in saved.files if path not in present]:
            self._forget_days(path)
        changed = []
        for path, (file, stamp) in present.items():
            known = saved.files.get(path)
            if known is None or known.stamp != stamp:
                changed.append((file, stamp))
            else:
                self._editions[path] = file.edition
        return changed

    def _know(self, file: SessionFile, days: FileDays) -> None:
        now = self._sessions.files.get(file.path)
        if now is not None and now.edition == file.edition:
            self._forget_days(file.path)
            self._saved.files[file.path] = days
            self._note_days(file.path, days)
            self._editions[file.path] = file.edition

    def _note_days(self, path: str, known: FileDays) -> None:
        for day, (_, crc) in known.days.items():
            self._said.setdefault(day, {})[path] = crc

    def _forget_days(self, path: str) -> None:
        known = self._saved.files.pop(path, None)
        for day in () if known is None else known.days:
            said = self._said[day]
            del said[path]
            if not said:
                del self._said[day]

    @property
    def files(self) -> Mapping[str, FileDays]:
        """The session files as they were read, by path."""
        return self._saved.files

    def is_read(self, relpath: str) -> bool:
        """Whether the session file is as it was read."""
        with self.lock:
            known, file = self._saved.files.get(relpath), self._sessions.files.get(relpath)
            return known is not None and file is not None and known.stamp == file.stamp

    def places(self, day: str, paths: Iterable[str]) -> dict[str, tuple[int, int]]:
        """Where in these files the messages of a day stand."""
        with self.lock:
            known = self._saved.files
            return {path: known[path].spans.get(day, (0, known[path].size)) for path in sorted(paths) if path in known}

    # --- which days are due ---------------------------------------------------------------------------------

    def ask_today(self, now: int) -> None:
        """From now on today's summary is due, too (23:00)."""
        with self.lock:
            self._saved.asked = self._date(now)
            self.save()

    def due(self, now: int, *, today: bool = False) -> list[str]:
        """Days with messages that no summary has, oldest first; today only when it was asked for."""
        with self.lock:
            end = self._date(now)
            asked = today or self._saved.asked == end
            return sorted(d for d in self._said if (d < end or (d == end and asked)) and not self.is_current(d))

    def improvable(self, now: int) -> list[str]:
        """Days of the last week that are summarised, and that an agent may do better."""
        with self.lock:
            since = self._date(now, -OFFERED_DAYS)
            days = sorted(self._saved.days.items())
            made = [d for d, known in days if (known.made_by != "agent" or known.extended) and not known.cleaned]
            return [day for day in made if day >= since and day in self._said and self.is_current(day)]

    def _date(self, now: int, days: int = 0) -> str:
        return (local_date(now, self.zone) + timedelta(days=days)).isoformat()

    def is_current(self, day: str) -> bool:
        """Whether the day's summary has all that was said; one whose retention is over is never behind."""
        known = self._saved.days.get(day)
        if known is None:
            return False
        return known.cleaned or all(known.taken.get(path) == crc for path, crc in self._said.get(day, {}).items())

    def said(self, day: str) -> dict[str, int]:
        """Session file → checksum of the day's lines in it."""
        with self.lock:
            return dict(self._said.get(day, {}))

    def has_taken(self, relpath: str) -> bool:
        """Whether everything in that session file is in a summary (rule 18)."""
        if not self.is_read(relpath):
            self.refresh(_quietly)
        with self.lock:
            return self.is_read(relpath) and all(self.is_current(day) for day in self._saved.files[relpath].days)

    def has_summarised(self, relpath: str) -> bool:
        """Whether an agent has summarised each day of an archived session file (rule 18)."""
        days = read_file_days(self._root, relpath, self.zone, None, None)
        with self.lock:
            summaries = [self._saved.days.get(day) for day in ({} if days is None else days.days)]
        return bool(summaries) and all(one is not None and one.made_by == "agent" for one in summaries)

    # --- summaries ------------------------------------------------------------------------------------------

    def summary(self, day: str) -> DaySummary:
        """What is known of the day's summary; a new one when nothing is."""
        with self.lock:
            return self._saved.days.get(day, DaySummary())

    def claims(self, without: str) -> list[Claims]:
        """What the summaries of all other days claim that were made without an agent."""
        with self.lock:
            return [known.claims for day, known in self._saved.days.items() if day != without]

    def put(self, day: str, summary: DaySummary) -> None:
        """Know the day's new summary, durably."""
        with self.lock:
            self._saved.days[day] = summary
            self.save()

    def purge(self, matter: Purged) -> None:
        """Know no bullets and claims of what was purged (rule 6)."""

        def is_of(text: str) -> bool:
            return matter.names(text) or matter.has_text(text)

        with self.lock:
            for known in self._saved.days.values():
                known.bullets = [one for one in known.bullets if not is_of(one)]
                facts, notes = known.claims.facts, known.claims.notes
                known.claims.facts = [one for one in facts if not is_of(" ".join(one[:3]).replace("_", " "))]
                known.claims.notes = {k: text for k, text in notes.items() if not (matter.has_key(k) or is_of(text))}
            self.save()

    def made_for(self, job_id: str) -> str | None:
        """The day whose summary was made for that job."""
        with self.lock:
            return next((day for day, known in self._saved.days.items() if known.job_id == job_id), None)

    def is_edited(self, day: str, content: bytes) -> bool:
        """Whether a person changed the day's file, or wrote it."""
        return hashlib.sha256(content).hexdigest() != self.summary(day).content

    def close_day(self, day: str) -> None:
        """The day's retention is over: durable before its file goes, so that it is not made again."""
        with self.lock:
            known = self._saved.days.setdefault(day, DaySummary())
            known.cleaned, known.bullets, known.at, known.claims = True, [], known.at or 1, Claims()
            self._saved.seen.pop(daily_path(day), None)
            self.save()

    def last_message(self, day: str) -> int | None:
        """When the last message of the day's summary was received; None for files that we did not make."""
        return self.summary(day).at or None

    def first_seen(self, relpath: str, now: int, *, remember: bool) -> int:
        """When a daily file that we did not make was first seen: now, unless it is known."""
        with self.lock:
            seen = self._saved.seen
            return seen.setdefault(relpath, now) if remember else seen.get(relpath, now)


def _quietly(_stage: str, _done: int, _total: int) -> None:
    return None
