"""Files that an editor may be in the midst of writing: our writes wait, and what the file lacks is not judged (rule 8).

An editor that empties a file, or removes it, and writes it in pieces is at its end once it has written nothing for a
second.
"""

from __future__ import annotations

import os
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress

import msgspec

from memoryd.storage import beneath, roots
from memoryd.storage.append_log import UNKNOWN
from memoryd.storage.atomic import ABSENT, Identity, identity
from memoryd.storage.postponed import Postponed
from memoryd.storage.regular import regular
from memoryd.times import SECOND

STILL = SECOND
"""An editor that has written nothing for so long has ended."""
PATIENCE = 5 * SECOND
"""Our writes wait no longer at a time for one that never ends."""
EDITED = "edited"
"""The flusher task that looks again."""
LOOK_SECONDS = 0.1


class Stillness(msgspec.Struct):
    """Since when a file has stood as it does, and since when it has been looked at."""

    seen: Identity
    since: int
    begun: int

    def is_still(self, stands: Identity, now: int) -> bool:
        """Whether nobody has written it for a second, as of this look."""
        if stands != self.seen:
            self.seen, self.since = stands, now
        return not 0 <= now - self.since < STILL

    def may_go_on(self, stands: Identity, now: int, patience: int, *, has_begun: bool = True) -> bool:
        """Whether its editor is waited for: it is not still, or the editor has not even begun, and patience is left."""
        return not (self.is_still(stands, now) and has_begun) and 0 <= now - self.begun < patience


class BeingWritten:
    """Knows them by their paths; for any thread."""

    def __init__(
        self,
        root: str,
        now: Callable[[], int],
        on_noticed: Callable[[], object],
        is_ours: Callable[[str, Identity], bool],
    ) -> None:
        """`on_noticed`: `look_again` is to be called soon; `is_ours`: whether we wrote that version ourselves."""
        self._is_ours = is_ours
        self._root = root
        self.now = now
        self._on_noticed = on_noticed
        self._lock = threading.Lock()
        self._waiting: dict[str, Stillness] = {}
        self._judged: dict[str, bool] = {}
        """What these lack counts now; whether their editors have ended."""
        self._endless: dict[str, int] = {}
        """What was written on and on, and until when: our writes have a second."""
        self._unread: dict[str, Identity] = {}
        """Versions that could not be absorbed: no write waits for these again."""
        self._postponed = Postponed()
        self._replaced = Postponed()

    @contextmanager
    def replacing(self, path: str) -> Iterator[None]:
        """Our writes to the file wait meanwhile, as it is being written anew."""
        self._replaced.hold(path)
        try:
            yield
        finally:
            self._replaced.release(path)

    def check_replaced(self, path: str) -> None:
        """Before a write to the file, and before anything is staged. Raises NotYet while it is being written anew."""
        self._replaced.check(path)

    def check(self, path: str, known: Identity) -> None:
        """Before a write to the file, of which we know that version, and before anything is staged. Raises NotYet."""
        self.check_replaced(path)
        self._postponed.check(path)
        try:
            stands = self.version(path)
        except OSError:
            return  # the write itself will tell
        may_be = stands != known and self.may_be(path, known, stands, lacks=stands[1] < known[1])
        if may_be and self.begin(path, stands):
            raise self._postponed.wait_for(path)

    def may_be(self, path: str, known: Identity, stands: Identity, *, lacks: bool) -> bool:
        """Whether that version may be half written; `lacks`: something that the known one had.

        What an editor writes beside and renames is whole, so another file counts only while its last line has no end;
        so does one that others append to.
        """
        if not known[1] or self._is_ours(path, stands):
            return False
        is_same = known == UNKNOWN or stands[0] == known[0] or not stands[1]
        return (is_same and lacks) or self._is_open(path)

    def begin(self, path: str, stands: Identity) -> bool:
        """The file may be half written: from now on our writes wait. False when that was waited for long enough."""
        now = self.now()
        with self._lock:
            if (
                path in self._judged
                or self._unread.get(path) == stands
                or 0 <= now - self._endless.get(path, now - STILL) < STILL
            ):
                return False
            if path not in self._waiting:
                self._waiting[path] = Stillness(stands, now, now)
                self._postponed.hold(path)
        self._on_noticed()
        return True

    def waits(self, path: str) -> bool:
        """Whether its editor is waited for."""
        return path in self._waiting

    @property
    def waits_for_some(self) -> bool:
        """Whether the editor of any file is waited for."""
        return bool(self._waiting)

    def has_ended(self, path: str) -> bool:
        """Whether the file is judged now, and its editor has ended."""
        return self._judged.get(path, False)

    def version(self, path: str) -> Identity:
        """Which version of the file stands there."""
        try:
            return identity(beneath.stat(os.path.join(self._root, path)))
        except roots.Gone:
            raise  # with the whole directory
        except FileNotFoundError:
            return ABSENT

    def look_again(self, absorb: Callable[[str], object], *, is_last: bool = False) -> None:
        """Have files absorbed whose editors have ended (`is_last`: all), and let our writes to them go on.

        Raises what absorbing one raises. Each call tries such a version again.
        """
        failures = list[Exception]()
        for path in self._unread.keys() - self._waiting.keys():
            with suppress(OSError):
                if self.version(path) == self._unread[path]:
                    failures += self._judge(path, self._unread[path], absorb, is_still=True)
                else:
                    del self._unread[path]  # the watcher has met the new one
        for path, one in list(self._waiting.items()):
            try:
                stands, now = self.version(path), self.now()
                if one.may_go_on(stands, now, PATIENCE) and not is_last:
                    continue
                is_still = one.is_still(stands, now)
            except OSError:
                stands, is_still = one.seen, True  # absorbing it will tell
            failures += self._judge(path, stands, absorb, is_still=is_still, is_last=is_last)
        if self._waiting:
            self._on_noticed()
        if failures:
            raise failures[0]

    def _judge(
        self, path: str, stands: Identity, absorb: Callable[[str], object], *, is_still: bool, is_last: bool = False
    ) -> list[Exception]:
        """Have this version absorbed; what that raised."""
        with self._lock:
            self._unread.pop(path, None)
            self._waiting.pop(path, None)
            self._judged[path] = is_still or is_last
        try:
            absorb(path)
        except Exception as error:
            self._unread[path] = stands
            return [error]
        finally:
            with self._lock:
                del self._judged[path]
                self._endless.pop(path, None)
                if not is_still:
                    self._endless[path] = self.now()
                self._postponed.release(path)
        return []

    def _is_open(self, path: str) -> bool:
        try:
            with open(os.path.join(self._root, path), "rb", buffering=0, opener=regular) as file:
                size = os.fstat(file.fileno()).st_size
                return size > 0 and os.pread(file.fileno(), 1, size - 1) != b"\n"
        except OSError:
            return False
