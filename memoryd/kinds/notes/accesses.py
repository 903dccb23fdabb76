"""Who used which note: sessions that age the hot cache, uses that fill it (000 §Tracking, rules 11 to 13)."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable, Sequence

from memoryd.errors import LimitExceeded, MemorydError
from memoryd.kinds.notes.hygiene import MOST_TEXT, hot_key
from memoryd.kinds.notes.promotion import Needs, PromotionRule, by_needs, by_sessions
from memoryd.kinds.notes.store import NoteStore
from memoryd.kinds.notes.tags import RE_ACCESS, sessions_reason
from memoryd.storage.writer import Batch

_SESSIONS = 1000
"""Sessions whose uses are remembered for `twice in one session`."""


class Accesses:
    """Counts uses. `used` comes from any thread and never waits; the rest runs on the writer's.

    A use stands in the writer's queue: every write behind it sees it, a read may be a moment too early.
    """

    def __init__(self, keeper: NoteStore, submit: Callable[[Callable[[Batch], object]], None]) -> None:
        self._keeper = keeper
        self._submit = submit
        self._lock = threading.Lock()
        self._counted: OrderedDict[str, set[str]] = OrderedDict()
        self._needs: OrderedDict[str, dict[str, Needs]] = OrderedDict()

    def used(self, session_id: str, keys: Sequence[str], *, came_first: str | None = None, read: bool = False) -> None:
        """A session's search returned these notes, `came_first` the best of all results; or it read them."""
        view = self._keeper.view
        with self._lock:
            counted = self._counted.get(session_id, set())
            # A hot note that this session has used already is as recent as it can be.
            news = [key for key in keys if not (key in view.hot and key in counted)]
        if news:
            self._submit(lambda batch: self._use(session_id, news, came_first, read, batch))

    def _use(self, session_id: str, keys: Sequence[str], first: str | None, read: bool, batch: Batch) -> None:
        keeper = self._keeper
        known = [key for key in keys if keeper.desk.entry(key) is not None]
        if not known:
            return
        with keeper.changing(batch):
            for key in known:
                needs = self._needs_of(session_id, key)
                if read:
                    needs.read()
                else:
                    needs.searched(key == first)
                self._count(session_id, key, needs, batch)

    def _needs_of(self, session_id: str, key: str) -> Needs:
        session = self._needs.setdefault(session_id, {})
        self._needs.move_to_end(session_id)
        while len(self._needs) > _SESSIONS:
            self._needs.popitem(last=False)
        return session.setdefault(key, Needs())

    def _count(self, session_id: str, key: str, needs: Needs, batch: Batch) -> None:
        keeper, desk = self._keeper, self._keeper.desk
        day = keeper.day(batch.now)
        with self._lock:
            self._counted.setdefault(session_id, set()).add(key)
            while len(self._counted) > _SESSIONS:
                self._counted.popitem(last=False)
        if key in desk.hot:
            row = desk.row(key)
            row.sessions_since_access, row.last_access, row.last_session_id = 0, day, session_id[:MOST_TEXT]
            row.pinned = desk.is_pinned(key)
            desk.hygiene.hot[hot_key(key)] = row
            keeper.ask("notes:hygiene")
            return
        row2 = desk.hygiene.touched(key, session_id, day)
        keeper.ask("notes:hygiene")
        rule = PromotionRule(keeper.settings.promote_sessions, keeper.settings.promote_reads)
        reason = None
        if by_sessions(row2.sessions, rule):
            reason = sessions_reason(len(row2.sessions))
        elif by_needs(needs, rule):
            reason = RE_ACCESS
        if reason is not None:
            self._promote(key, reason, session_id, batch)

    def _promote(self, key: str, reason: str, session_id: str, batch: Batch) -> None:
        try:
            with self._keeper.changing(batch):
                self._keeper.promote_now(key, reason, session_id, batch)
        except LimitExceeded:
            return  # health says that fixed ones fill the cache
        except MemorydError:
            return

    def session_started(self, previous: str | None, batch: Batch) -> None:
        """A new private session ages what the agent's previous one did not use (rule 12)."""
        hot = self._keeper.desk.hot
        if not hot:
            return
        with self._keeper.changing(batch):
            for key in hot:
                row = self._keeper.desk.row(key)
                if previous is None or row.last_session_id != previous[:MOST_TEXT]:
                    row.sessions_since_access += 1
                self._keeper.desk.hygiene.hot[hot_key(key)] = row
        self._keeper.ask("notes:hygiene")
