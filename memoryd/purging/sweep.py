"""Sweeps all files for one purge, repeatedly, rereading only what has changed (rule 6)."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from typing import Any, NamedTuple

import msgspec

from memoryd.audit.history import HISTORY
from memoryd.background import Progress
from memoryd.maintenance.archive_file import is_small
from memoryd.maintenance.backups import SMALL_BYTES
from memoryd.purge.matter import Matter, Plan
from memoryd.storage.regular import LARGEST_STATE
from memoryd.text.escaped import unescaped


class Seen(NamedTuple):
    """What was found of a matter."""

    plan: Plan
    """All that is known of it."""
    files: list[str]
    backups: list[str]
    unread: list[str]
    """What could not be read, so that it may have something."""
    met: list[str]
    """Digests of the plan by which something was known; of what is known by several, one."""

    @property
    def to_clear(self) -> list[str]:
        """The files that are written anew."""
        return [one for one in self.files if not one.startswith(f"{HISTORY}/")]

    @property
    def texts(self) -> list[str]:
        """The digests of texts in the history, which leave at the end, when none comes into it any more."""
        return [one.rpartition("/")[2] for one in self.files if one.startswith(f"{HISTORY}/")]

    @property
    def left(self) -> list[str]:
        """Where it still stands when all is done."""
        return [*self.to_clear, *self.backups, *self.unread]


class Sweep:
    """The looks of one purge; what is read stays read until it changes, or more is known of the matter."""

    def __init__(
        self,
        root: str,
        now: Callable[[], int],
        look: Callable[..., Mapping[str, Any]],
        progress: Progress,
        paths: Collection[str] | None = None,
        restated: Collection[str] = (),
        largest: int = LARGEST_STATE,
    ) -> None:
        """`look` does it with these params, in a child unless they are `small`; `paths`: at these only.

        `restated` grows while it is under way; `largest`: see Matter.
        """
        self._largest = largest
        self._restated = restated
        self._now = now
        self._root = root
        self._paths = None if paths is None else sorted(paths)
        self._look = look
        self.progress = progress
        self._looked: Mapping[str, Any] = {}
        self.is_restated = False
        """It is stated anew meanwhile: files that are written from memory tell of it again."""

    def look(self, plan: Plan) -> Seen:
        """What there is of the matter now."""
        order = {"root": self._root, "looked": self._looked, "paths": self._paths}
        order |= Matter.order(plan, self._now(), self._restated, self._largest)
        found = self._look(order, self.progress, small=is_small(self._root, SMALL_BYTES))
        self._looked = found["looked"]
        self.is_restated |= found["restated"]
        files, backups, unread = ([*map(unescaped, found[name])] for name in ("files", "backups", "unread"))
        return Seen(msgspec.convert(found["plan"], Plan), files, backups, unread, found["met"])
