"""The data directory: its layout and version, keys and paths, and what a person should repair in it."""

from __future__ import annotations

import os
import shlex
import stat as stat_bits
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress

from memoryd.errors import InvalidParams, Unsupported
from memoryd.storage import beneath, roots
from memoryd.storage.aside import OF_FILES, Aside
from memoryd.storage.atomic import replace_file
from memoryd.storage.files import Files, make_directories, make_unsynced, sync_directory, sync_made
from memoryd.storage.holes import has_great_hole, may_have_great_hole
from memoryd.storage.lock import ASIDE
from memoryd.storage.names import FIRST_NAMES, Names
from memoryd.storage.regular import kind_of, regular
from memoryd.storage.swap import COMING, finish
from memoryd.storage.trouble import mark_of, mending_command, refusal, user_name
from memoryd.types import Problem

VERSION = 2
"""The format of the data directory that this code writes; since 2, what has no origin in its file is shared."""

OWN = ".memoryd"
LAYOUT = (OWN, "embeddings", "backups")
"""What is there before the kinds of memory add their own."""
_OWN_DIRECTORIES = ("cookies", "flush", "index", "index.merged", "index.new", "index.old", "models", "notes", "run")
"""The directories in it."""
_MOST_PROBLEMS = 100
_LATEST_VERSION = 9999
"""A number above it is no version that a memoryd has written."""


class DataDirectory:
    """The directory at `path`; nothing is touched before `prepare`."""

    def __init__(self, path: str, files: Files, names: Names | None = None, *, reading: bool = False) -> None:
        """`names` knows its files of several names (hard links); without, each name is a file.

        `reading`: nothing can be written now, so what is missing stays missing.
        """
        self.root = os.path.abspath(path)
        self._files = files
        self._names = names
        self.reading = reading
        self._layout = list(LAYOUT)
        self._unmade: list[str] = []
        """Directories of ours that others make when they need them."""
        self._held: roots.Root | None = None
        self._synced: set[str] = set()
        """The names in these directories are durable, as far as an earlier run left them."""
        self._aside = Aside(self.root, files)
        self.found = VERSION
        """The format in which it was found."""

    @property
    def gid(self) -> int:
        """The group that owns the directory; agents of that group may edit."""
        return self._files.stat(self.root).st_gid

    @property
    def set_aside(self) -> list[Problem]:
        """What stood in the place of something of ours at this start."""
        return self._aside.problems

    def prepare(self) -> None:
        """Finish a restore that was interrupted, create what is missing, durably, and check the version.

        Raises ReadOnly when that fails, Unsupported when a newer memoryd wrote the directory.
        """
        self.close()
        self._synced.clear()
        try:
            if not self.reading:
                make_directories(self._files, self.root)
            self._held = roots.hold(self.root)
            finish(self._files, self.root)
            if not self.reading and beneath.exists(self.path(COMING)):
                self._aside.set_aside(COMING, "memoryd made no order there to replace what is in the directory")
        except OSError as error:
            raise refusal(error, error.filename or self.root) from error
        self.add(LAYOUT)
        try:
            if not self.reading:
                self._aside.clear_own(OWN, _OWN_DIRECTORIES)
                self._aside.clear_file(f"{OWN}/version")
        except OSError as error:
            raise refusal(error, error.filename or self.root) from error
        self._check_version()
        if self._names is not None:
            self._names.load()
            self._held.ask(self._names)
            self._part_from_others(self._names)

    def _part_from_others(self, names: Names) -> None:
        """What no start can do without is written to: nothing else is read from its file. Raises ReadOnly."""
        if self.reading:
            return
        try:
            for relpath in (*FIRST_NAMES, *(f"{OWN}/{name}" for name in self.names_in(OWN))):
                if above := os.path.dirname(relpath):
                    self._aside.clear_directory(above)  # else nothing can be said of what is in it
                self._aside.clear_second_name(relpath, names.first_name)
        except OSError as error:
            raise refusal(error, error.filename or self.root) from error

    @property
    def descriptor(self) -> int:
        """Of the directory, to be inherited by a child."""
        assert self._held is not None
        return self._held.descriptor

    def close(self) -> None:
        """Let go of the directory."""
        held, self._held = self._held, None
        if held is not None:
            roots.release(held)

    def __del__(self) -> None:
        with suppress(BaseException):  # at an exit, what closing needs may be gone already
            self.close()

    def add(self, names: Iterable[str]) -> None:
        """Make these directories, too, durably; one that is a symbolic link is left, and a problem. Raises ReadOnly."""
        names = list(names)
        self._layout += [name for name in names if name not in self._layout]
        if self.reading:
            return
        try:
            there = ["", *(name for name in names if self._is_there(name))]
            sync_made(self._files, self.root)
            # A killed run may have left names that were never synced; what we build on them must not vanish.
            for name in there:
                if name not in self._synced:
                    with suppress(PermissionError):
                        sync_directory(self._files, self.path(name))
                    self._synced.add(name)
        except OSError as error:
            raise refusal(error, error.filename or self.root) from error

    def _is_there(self, name: str) -> bool:
        """Make the directory where it is missing; whether it can be built on."""
        path = self.path(name)
        try:
            self._aside.clear_directory(name)
            if make_unsynced(self._files, path):
                self._synced.add(name)  # nothing stands in it yet
        except (roots.Linked, PermissionError):
            # Health names it; what would be written there is refused, and the rest is served.
            return False
        return not beneath.is_link(path)

    def names_in(self, name: str) -> list[str]:
        """What stands in this directory; nothing if it is none."""
        try:
            return sorted(self._files.listdir(self.path(name)))
        except OSError:
            return []

    def clear(self, names: Iterable[str]) -> None:
        """Set aside what stands in the place of these files and is none. Raises ReadOnly."""
        self._clear(names, self._aside.clear_file)

    def clear_directories(self, names: Iterable[str]) -> None:
        """The same of directories, which are not made here; a link is a problem. Raises ReadOnly."""
        names = list(names)
        self._unmade += names
        self._clear(names, self._aside.clear_directory)

    def _clear(self, names: Iterable[str], clear: Callable[[str], None]) -> None:
        if self.reading:
            return
        for name in names:
            try:
                clear(name)
            except (roots.Linked, PermissionError):
                continue
            except OSError as error:
                raise refusal(error, self.path(name)) from error

    def path(self, key: str) -> str:
        """The absolute path of a relative key. Raises InvalidParams when it leads out of the directory."""
        if "\0" in key:
            raise InvalidParams("A path cannot hold a NUL character.")
        if os.path.isabs(key):
            raise InvalidParams(f"{key!r} is absolute; give a path relative to the data directory.")
        if ".." in key.split("/"):
            raise InvalidParams(f"{key!r} leads out of the data directory.")
        return os.path.normpath(os.path.join(self.root, key))

    def key(self, path: str) -> str:
        """The relative key of an absolute path. Raises InvalidParams when it is not in the directory."""
        path = os.path.normpath(path)
        if path != self.root and not path.startswith(self.root.rstrip("/") + "/"):
            raise InvalidParams(f"{path!r} is not in the data directory {self.root}.")
        return os.path.relpath(path, self.root) if path != self.root else ""

    def resolve(self, key: str) -> str:
        """The path of a key that a caller gave, for reading; `key()` of it is the canonical key.

        Raises InvalidParams for what leads outside, for a symbolic link, and for names that begin with a dot.
        """
        path = self.path(key)
        inside = self.key(path)
        if is_hidden(inside):
            raise InvalidParams(f"{key!r} is not a memory: names with a dot in front are not read.")
        try:
            beneath.stat(path)
        except roots.Linked as error:
            raise InvalidParams(f"{key!r} cannot be read: {self.key(error.filename)!r} is a symbolic link.") from error
        except OSError:
            return path
        return path

    def problems(self) -> list[Problem]:
        """Files and directories that the daemon may not read or write, each with the command that repairs it."""
        found = [*self._links(), *self._set_aside(), *self._anothers(), *self._odd()]
        # One reason for all of them is told by what was refused because of it.
        rights = os.R_OK if self.reading or beneath.is_mounted_read_only(self.root) else os.R_OK | os.W_OK
        for path, status, may in self._walk(rights):
            problem = (None if may else self._problem(path, status.st_mode, rights)) or self._hole(path, status)
            if problem is not None:
                found.append(problem)
            if len(found) >= _MOST_PROBLEMS:
                break
        return found

    def _problem(self, path: str, kind: int, rights: int) -> Problem | None:
        needed = _needed(kind, rights)
        if beneath.may(path, needed) or not beneath.exists(path):
            return None
        readable = beneath.may(path, needed & ~os.W_OK)
        if readable and beneath.is_mounted_read_only(path):
            return self._shut(path)
        action = mending_command(path, gid=self.gid)
        what = "cannot be written by memoryd" if readable else "cannot be read by memoryd"
        if (mark := mark_of(path)) is not None:
            what = f"{what}: {mark.name}"
        # A readable file is replaced by our own copy before the next append, so nothing is lost.
        mild = readable and not stat_bits.S_ISDIR(kind)
        return Problem(path=path, what=what, action=action, severity="warning" if mild else "critical")

    @staticmethod
    def _shut(path: str) -> Problem | None:
        """A part of the directory that is a read-only mount of its own is one problem."""
        if beneath.is_mounted_read_only(os.path.dirname(path)):
            return None
        action = f"mount it read-write, for example: mount -o remount,rw {shlex.quote(path)}"
        return Problem(path=path, what="it is mounted read-only", action=action, severity="critical")

    def _hole(self, path: str, status: os.stat_result) -> Problem | None:
        if not stat_bits.S_ISREG(status.st_mode) or not may_have_great_hole(status):
            return None
        with suppress(OSError):
            fd = self._files.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK)
            try:
                if has_great_hole(fd):
                    what = f"most of its {status.st_size:,} bytes were never written, so backups leave it out"
                    return Problem(path=path, what=what, action=f"look at it, and remove it: rm {shlex.quote(path)}")
            finally:
                self._files.close(fd)
        return None

    def _links(self) -> Iterator[Problem]:
        """Directories of ours in whose place something else stands now."""
        for name in (*self._layout, *self._unmade):
            path = self.path(name)
            quoted = shlex.quote(path)
            with suppress(OSError):
                kind = self._files.lstat(path).st_mode
                if stat_bits.S_ISLNK(kind):
                    yield Problem(
                        path=path,
                        what="a symbolic link stands where a directory of memoryd belongs; links are not followed, so "
                        "nothing there is read, and what would be written there is refused",
                        action=f"put the directory itself there: rm {quoted} && mv DIRECTORY {quoted}",
                        severity="critical",
                    )
                elif not stat_bits.S_ISDIR(kind):
                    yield Problem(
                        path=path,
                        what=f"it is {kind_of(kind)} where a directory of memoryd belongs, so nothing there is read, "
                        "and what would be written there is refused",
                        action=f"put the directory itself there: rm {quoted} && mv DIRECTORY {quoted}; without one, "
                        "restart memoryd",
                        severity="critical",
                    )

    def _set_aside(self) -> Iterator[Problem]:
        """What stood where our own directory belongs."""
        with suppress(OSError):
            for name in sorted(self._files.listdir(self.root)):
                if name.startswith(OWN + ASIDE):
                    path = self.path(name)
                    yield Problem(
                        path=path,
                        what=f"it stood in the place of {OWN}, where memoryd keeps its own files, and was set aside",
                        action=f"look at it, and remove it: rm -r {shlex.quote(path)}",
                    )

    def _anothers(self) -> Iterator[Problem]:
        """Our own directory, if somebody else put another one in its place."""
        with suppress(OSError):
            path = self.path(OWN)
            status, whole = self._files.lstat(path), self._files.stat(self.root)
            if stat_bits.S_ISDIR(status.st_mode) and status.st_uid not in {os.geteuid(), 0, whole.st_uid}:
                quoted = shlex.quote(path)
                yield Problem(
                    path=path,
                    what=f"it belongs to the user {status.st_uid}, who may change what memoryd keeps in it: "
                    "keys of the audit, journals, indexes",
                    action=f"look at it; then, as root: chown -R {user_name()} {quoted} && chmod 700 {quoted}",
                    severity="critical",
                )

    def _odd(self) -> Iterator[Problem]:
        """What is no file where only memoryd's own are; in `.memoryd` the next start sets it aside."""
        for top in (*LAYOUT, *(name for name in self._unmade if "/" not in name)):
            directories: list[str] = []

            def enter(relpath: str, is_own: bool = top == OWN, found: list[str] = directories) -> bool:
                is_odd = is_own and relpath.endswith(OF_FILES)
                if is_odd:
                    found.append(relpath)
                return not is_odd

            kinds = [(name, status.st_mode) for name, status in beneath.walk(self.path(top), enter)]
            for relpath, mode in [*kinds, *((name, stat_bits.S_IFDIR) for name in directories)]:
                is_link_of_theirs = stat_bits.S_ISLNK(mode) and top != OWN
                if not stat_bits.S_ISREG(mode) and not is_link_of_theirs and ASIDE not in relpath:
                    path = self.path(f"{top}/{relpath}")
                    yield Problem(
                        path=path,
                        what=f"it is {kind_of(mode)}, not a regular file, where memoryd keeps its own",
                        action=f"look at it, and remove it: rm -r {shlex.quote(path)}",
                    )

    def _walk(self, rights: int) -> Iterator[tuple[str, os.stat_result, bool]]:
        """Every directory and regular file, and whether we have these rights to it; of dot names only ours."""

        def wanted(kind: int) -> int:
            return _needed(kind, rights)

        waiting = [self.root]
        with suppress(OSError):
            status = self._files.lstat(self.root)
            yield self.root, status, beneath.may(self.root, wanted(status.st_mode))
        while waiting:
            here = waiting.pop()
            try:
                # With the directory held: to look each name up from the root takes five times as long.
                found = sorted(beneath.entries_that_may(here, wanted), key=lambda one: one[0].name)
            except OSError:
                continue
            for (name, status), may in found:
                is_directory = stat_bits.S_ISDIR(status.st_mode)
                if (is_directory or stat_bits.S_ISREG(status.st_mode)) and (name == OWN or not name.startswith(".")):
                    path = os.path.join(here, name)
                    yield path, status, may
                    if is_directory:
                        waiting.append(path)

    def _check_version(self) -> None:
        path = self.path(".memoryd/version")
        try:
            with open(path, encoding="ascii", errors="replace", opener=regular) as file:
                text = file.read(64).strip()
        except FileNotFoundError:
            replace_file(self._files, path, [f"{VERSION}\n".encode()])
            return
        except OSError as error:
            raise refusal(error, path) from error
        if not text.isdecimal() or not text.isascii() or int(text) > _LATEST_VERSION:
            self._aside.set_aside(f"{OWN}/version", f"it holds no version number, so {VERSION} was assumed")
            replace_file(self._files, path, [f"{VERSION}\n".encode()])
        elif int(text) > VERSION:
            raise _newer(self.root, int(text))
        else:
            self.found = int(text)

    def upgraded(self) -> None:
        """What is in it is of this code's format now."""
        replace_file(self._files, self.path(".memoryd/version"), [f"{VERSION}\n".encode()])
        self.found = VERSION


def require_known_format(root: str) -> None:
    """Raise Unsupported when a newer memoryd wrote that directory; nothing is changed, and what is unclear passes."""
    try:
        with open(f"{root}/{OWN}/version", encoding="ascii", errors="replace", opener=regular) as file:
            text = file.read(64).strip()
    except OSError:
        return
    if text.isdecimal() and text.isascii() and VERSION < int(text) <= _LATEST_VERSION:
        raise _newer(root, int(text))


def _newer(root: str, found: int) -> Unsupported:
    return Unsupported(
        f"{root} was written by a newer memoryd (format {found}); this one knows format {VERSION}. "
        "Install the newer memoryd, whose memoryctl downgrade gives the directory the older format again; or "
        "give this one another directory with --data.",
        found=found,
        known=VERSION,
    )


def is_hidden(key: str) -> bool:
    """Whether a part of the key begins with a dot."""
    return any(part.startswith(".") and part != "." for part in key.split("/"))


def _needed(kind: int, rights: int) -> int:
    """Whoever uses a directory has to enter it, too."""
    return rights | (os.X_OK if stat_bits.S_ISDIR(kind) else 0)
