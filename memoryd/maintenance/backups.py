"""Backups: before anything is removed, and when an operator asks (design §3, §5)."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterator, Sequence
from datetime import date, datetime, timedelta, tzinfo
from typing import Any

from memoryd.background import Progress, Run
from memoryd.errors import Conflict, InvalidParams
from memoryd.maintenance.archive_file import BACKUP_TASK, is_small
from memoryd.maintenance.child import Children
from memoryd.maintenance.paths import BACKUPS
from memoryd.maintenance.runs import RunningNow, Runs
from memoryd.storage import beneath
from memoryd.storage.files import OsFiles
from memoryd.storage.publish import remove_file
from memoryd.times import local_date

SMALL_BYTES = 4 << 20
BEFORE_UPGRADE = "pre-upgrade-of-format-"
About = dict[str, Any]
"""Of a manifest: id, at, format, counts."""
_NAME = re.compile(r"pre-maintenance-(\d{8})(?:-\d+)?\.tar\.zst")


class Backups:
    """Makes and clears backups of the truth files."""

    def __init__(
        self, root: str, gid: int, runs: Runs, children: Children, zone: Callable[[], tzinfo], days: Callable[[], int]
    ) -> None:
        """`days`: how long backups are kept."""
        self._root = root
        self._gid = gid
        self._runs = runs
        self._children = children
        self._zone = zone
        self._days = days

    def before(self, run: Run, needed: bool) -> int:
        """The backup of this run, made once. A day that has one gets another only when something is to be removed."""
        self._require_directory()
        running = self._runs.state.running
        if running is not None and running.backup is not None and beneath.exists(self._path(running.backup)):
            return 0
        name, is_first = self._free_name(f"{BACKUPS}/pre-maintenance-{local_date(run.at, self._zone()):%Y%m%d}")
        if not is_first and not needed:
            return 0
        self._write(self._path(name), run.progress)
        self._note(name)
        return 1

    def at_upgrade(self, found: int, now: int) -> str:
        """The backup before the files are brought to another format; its path below the data directory.

        It is kept until somebody removes it: `memoryd --downgrade` needs it.
        """
        self._require_directory()
        stem = f"{BACKUPS}/{BEFORE_UPGRADE}{found}-{local_date(now, self._zone()):%Y%m%d}"
        name, _ = self._free_name(stem)
        self._write(self._path(name), lambda *_: None)
        return name

    def _note(self, name: str) -> None:
        def note(running: RunningNow | None) -> None:
            if running is not None:
                running.backup = name

        self._runs.change(lambda state: note(state.running))

    def write(self, path: str, about: About, progress: Progress) -> dict[str, Any]:
        """A backup at a path that an operator names: absolute, new, not among the truth files."""
        if not os.path.isabs(path) or "\0" in path:
            raise InvalidParams("`path` must be an absolute path", param="path")
        root, real = os.path.realpath(self._root), os.path.realpath(path)
        inside = real == root or real.startswith(root + os.sep)
        if inside and not real.startswith(os.path.join(root, BACKUPS) + os.sep):
            raise InvalidParams(f"`path` lies in the data directory; only {BACKUPS}/ there takes backups", param="path")
        if not beneath.is_directory(os.path.dirname(real)):
            raise InvalidParams(f"there is no directory {os.path.dirname(real)!r}", param="path")
        if beneath.exists(path):
            raise Conflict(f"{path!r} exists; name a new file", path=path)
        return {"path": path, **self._write(real, progress, about)}

    def write_to(self, descriptors: Sequence[int], about: About, progress: Progress) -> dict[str, Any]:
        """A backup to a descriptor, on the base of the one behind a second descriptor if there is one.

        Raises InvalidParams when that is no base.
        """
        fd, base = (*descriptors, None)[:2]
        params = {"root": self._root, "fd": fd, "base_fd": base, "about": about, "gid": self._gid}
        # What was written to a pipe cannot be taken back, so it is not tried twice.
        return self._children.run(
            BACKUP_TASK, params, progress, small=is_small(self._root, SMALL_BYTES), passed=descriptors
        )

    def _write(self, path: str, progress: Progress, about: About | None = None) -> dict[str, Any]:
        params = {"root": self._root, "path": path, "gid": self._gid, "about": about}
        return self._children.run(BACKUP_TASK, params, progress, small=is_small(self._root, SMALL_BYTES))

    def clear(self, run: Run) -> dict[str, int]:
        """Remove those that are too old: a part of the step `clean`."""
        oldest = local_date(run.at, self._zone()) - timedelta(days=self._days())
        old = [name for name, day in self._known() if day < oldest]
        if run.dry_run:
            run.diff += [f"- {BACKUPS}/{name}" for name in old]
        else:
            for name in old:
                remove_file(OsFiles(), self._path(f"{BACKUPS}/{name}"))
        return {"backups": len(old)}

    def _require_directory(self) -> None:
        """Raises Conflict when something else stands where backups belong."""
        path = self._path(BACKUPS)
        if beneath.exists(path) and not beneath.is_directory(path):
            raise Conflict(
                f"{path} is not a directory, so there is no place for backups, and nothing is removed without one; "
                f"move it away, then run memoryctl consolidate",
                path=BACKUPS,
            )

    def _known(self) -> Iterator[tuple[str, date]]:
        self._require_directory()
        if not beneath.is_directory(self._path(BACKUPS)):
            return
        for name in sorted(beneath.listdir(self._path(BACKUPS))):
            match = _NAME.fullmatch(name)
            if match:
                try:
                    yield name, datetime.strptime(match[1], "%Y%m%d").date()
                except ValueError:
                    continue

    def _free_name(self, stem: str) -> tuple[str, bool]:
        names = [f"{stem}.tar.zst", *(f"{stem}-{number}.tar.zst" for number in range(2, 1000))]
        free = next(name for name in names if not beneath.exists(self._path(name)))
        return free, free == names[0]

    def _path(self, relpath: str) -> str:
        return os.path.join(self._root, relpath)
