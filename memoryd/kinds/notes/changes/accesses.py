"""Who used which note: sessions that age the hot cache, uses that fill it (000 §Tracking, rules 11 to 13)."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable, Sequence

from msgspec.structs import replace

from memoryd.errors import LimitExceeded, MemorydError
from memoryd.kinds.notes.changes.hot_cache import HotCache
from memoryd.kinds.notes.changes.tasks import HYGIENE
from memoryd.kinds.notes.changes.transactions import NoteTransactions
from memoryd.kinds.notes.formats.hygiene import MOST_TEXT, hot_key
from memoryd.kinds.notes.formats.tags import RE_ACCESS, sessions_reason
from memoryd.kinds.notes.rules.promotion import Needs, by_needs, by_sessions
from memoryd.storage.batch import Batch

_SESSIONS = 1000
"""Sessions whose uses are remembered for `twice in one session`."""


class Accesses:
    """Counts uses. `used` comes from any thread and never waits; the rest runs on the writer's.

    A use waits in the writer's queue: every later write sees it; a read may come a moment too early.
    """

    def __init__(
        self,
        transactions: NoteTransactions,
        hot: HotCache,
        submit: Callable[[Callable[[Batch], object]], None],
    ) -> None:
        """`submit` runs an operation on the writer's thread, later."""
        self._transactions = transactions
        self._state = transactions.state
        self._hot = hot
        self._submit = submit
        self._lock = threading.Lock()
        self._counted: OrderedDict[str, set[str]] = OrderedDict()
        self._needs: OrderedDict[str, dict[str, Needs]] = OrderedDict()

    def used(self, session_id: str, keys: Sequence[str], *, came_first: str | None = None, read: bool = False) -> None:
        """A session's search returned these notes, `came_first` as the best of all results; or it read them."""
        hot = self._transactions.snapshot.hot
        with self._lock:
            counted = self._counted.get(session_id, set())
            # A hot note that this session has used already is as recent as it can be.
            news = [key for key in keys if not (key in hot and key in counted)]
        if news:
            self._submit(lambda batch: self._use(session_id, news, came_first, read, batch))

    def _use(self, session_id: str, keys: Sequence[str], first: str | None, read: bool, batch: Batch) -> None:
        known = [key for key in keys if self._state.entry(key) is not None]
        if not known:
            return
        with self._transactions.changing(batch):
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
        state, day = self._state, self._transactions.day(batch)
        with self._lock:
            self._counted.setdefault(session_id, set()).add(key)
            while len(self._counted) > _SESSIONS:
                self._counted.popitem(last=False)
        if key in state.hot:
            row = state.row(key)
            row.sessions_since_access, row.last_access, row.last_session_id = 0, day, session_id[:MOST_TEXT]
            row.pinned = state.is_pinned(key)
            state.hygiene.hot[hot_key(key)] = row
            self._transactions.ask(HYGIENE)
            return
        uses = state.hygiene.touched(key, session_id, day)
        self._transactions.ask(HYGIENE)
        numbers = self._transactions.settings.now
        reason = None
        if by_sessions(uses.sessions, numbers):
            reason = sessions_reason(len(uses.sessions))
        elif by_needs(needs, numbers):
            reason = RE_ACCESS
        if reason is not None:
            self._promote(key, reason, session_id, batch)

    def _promote(self, key: str, reason: str, session_id: str, batch: Batch) -> None:
        try:
            with self._transactions.changing(batch):
                self._hot.promote(key, reason, session_id, batch)
        except LimitExceeded:
            return  # health says that fixed ones fill the cache
        except MemorydError:
            return

    def set_right(self, now: int, batch: Batch) -> None:
        """What was used or first seen later than `now` was by then: else it would be young for so long (rule 15)."""
        state, day = self._state, self._transactions.settings.day(now)
        late = [row for row in state.hygiene.hot.values() if (row.last_access or "") > day]
        uses = [key for key, row in state.hygiene.access.items() if (row.last_access or "") > day]
        seen = [
            (layer, entry.named(entry.slug, now))
            for layer, known in state.layers.items()
            for entry in known.file.entries()
            if entry.seen > now
        ]
        if not (late or uses or seen):
            return
        with self._transactions.changing(batch):
            for hot in late:
                hot.last_access = day
            for key in uses:
                state.hygiene.access[key] = replace(state.hygiene.access[key], last_access=day)
            for layer, entry in seen:
                state.put_file(layer, state.layers[layer].file.with_entry(entry))
        self._transactions.ask(HYGIENE)

    def session_started(self, previous: str | None, batch: Batch) -> None:
        """A new private session ages what the agent's previous one did not use (rule 12)."""
        hot = self._state.hot
        if not hot:
            return
        with self._transactions.changing(batch):
            for key in hot:
                row = self._state.row(key)
                if previous is None or row.last_session_id != previous[:MOST_TEXT]:
                    row.sessions_since_access += 1
                self._state.hygiene.hot[hot_key(key)] = row
        self._transactions.ask(HYGIENE)
