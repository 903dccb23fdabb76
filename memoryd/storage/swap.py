"""What is in a data directory replaced as a whole: all of it, or after a kill or a loss of power nothing yet.

What comes is made ready in a directory beside. Once an order stands there, only names are moved, and whoever opens the
data directory next finishes that.
"""

from __future__ import annotations

import os
import stat as stat_bits
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress

import msgspec

from memoryd.storage import beneath
from memoryd.storage.atomic import replace_file
from memoryd.storage.files import Files, make_directories, sync_directory
from memoryd.storage.publish import remove_file
from memoryd.storage.regular import LARGEST_STATE, NotRegular, read_whole
from memoryd.types import UNREADABLE

COMING = ".memoryd.coming"
_NEW, _ASIDE, _READY, _ORDER = (f"{COMING}/{name}" for name in ("data", "aside", "order.ready", "order.json"))
_OWN = ".memoryd"
STAYS = ("lock", "data-id")
"""In our own directory: who holds the data directory, and what `memoryctl setup-data` wrote into an empty one."""


class Order(msgspec.Struct, frozen=True, kw_only=True):
    """Which names leave the data directory, where they go, and which come."""

    leaving: list[str]
    aside: str
    coming: list[str]


@contextmanager
def staging(files: Files, root: str) -> Iterator[str]:
    """An empty directory in the data directory, whose lock is held: what is put there goes unless it is ordered in."""
    coming, new = os.path.join(root, COMING), os.path.join(root, _NEW)
    beneath.remove_tree(coming)
    files.mkdir(coming, 0o700)  # members of the group change nothing of what comes
    make_directories(files, new)
    for one in (coming, new):
        _give(files, root, one)
    try:
        yield new
    finally:
        if not beneath.exists(os.path.join(root, _ORDER)):
            beneath.remove_tree(coming)


def swap(files: Files, root: str, leaving: Iterable[str] = (), aside: str = "") -> None:
    """Put what is in `staging` in the place of these names, which are kept in the new directory `aside`."""
    coming = list(_expanded(os.path.join(root, _NEW), sorted(beneath.names(os.path.join(root, _NEW)))))
    order = Order(leaving=list(_expanded(root, sorted(leaving))), aside=aside, coming=coming)
    ready = os.path.join(root, _READY)
    if order.leaving:
        _make_aside(files, root)
    replace_file(files, ready, [msgspec.json.encode(order)], mode=0o600)
    _give(files, root, ready)
    files.sync_all()
    files.rename(ready, os.path.join(root, _ORDER))
    sync_directory(files, os.path.join(root, COMING))
    finish(files, root)


def _make_aside(files: Files, root: str) -> None:
    own = os.path.join(root, _ASIDE, _OWN)
    make_directories(files, os.path.dirname(own))
    files.mkdir(own, 0o700)
    for one in (os.path.dirname(own), own):
        _give(files, root, one)


def finish(files: Files, root: str) -> Order | None:
    """Finish what was ordered, if anything was; what was only made ready goes. Raises OSError.

    What was ordered by somebody else stays.
    """
    coming, new = os.path.join(root, COMING), os.path.join(root, _NEW)
    if not beneath.is_directory(coming):
        return None
    if not beneath.exists(os.path.join(root, _ORDER)):
        beneath.remove_tree(coming)
        return None
    order = _read_order(root)
    if order is None:
        return None
    if order.leaving:
        aside = os.path.join(root, order.aside)
        if not beneath.exists(aside):
            if not beneath.exists(os.path.join(root, _ASIDE)):  # somebody took it away
                _make_aside(files, root)
            files.rename(os.path.join(root, _ASIDE), aside)
            sync_directory(files, root)
        # What is aside has left; of that name there may be what came.
        _move(files, root, aside, [name for name in order.leaving if not beneath.exists(os.path.join(aside, name))])
    _move(files, new, root, order.coming)
    remove_file(files, os.path.join(root, _ORDER))
    beneath.remove_tree(coming)
    return order


def _read_order(root: str) -> Order | None:
    """None if it is none of ours: members of the group may write into the data directory, and we may be root.

    They may also move a file of ours there that they can write to.
    """
    path = os.path.join(root, _ORDER)
    status = beneath.lstat(path)
    is_ours = status.st_uid in (0, os.geteuid(), beneath.stat(root).st_uid)
    if not is_ours or status.st_mode & (stat_bits.S_IWGRP | stat_bits.S_IWOTH) or status.st_nlink != 1:
        return None
    try:
        order = msgspec.json.decode(read_whole(path, LARGEST_STATE)[0], type=Order)
    except (*UNREADABLE, NotRegular):
        return None
    aside = [order.aside] if order.leaving or order.aside else []
    is_one = all(map(_is_name, (*order.leaving, *order.coming, *aside))) and order.aside not in (_OWN, COMING)
    return order if is_one else None


def _is_name(name: str) -> bool:
    """Whether it stands in the data directory, or in our own."""
    name = name.removeprefix(f"{_OWN}/")
    return name not in ("", ".", "..") and "/" not in name and "\0" not in name


def _give(files: Files, root: str, path: str) -> None:
    """To the owner of the data directory: what root began the daemon may have to finish."""
    if os.geteuid() != 0:
        return
    status, kind = beneath.stat(root), os.O_DIRECTORY if beneath.is_directory(path) else 0
    fd = files.open(path, os.O_RDONLY | kind)
    try:
        files.chown(fd, status.st_uid, status.st_gid)
    finally:
        files.close(fd)


def _expanded(directory: str, names: Iterable[str]) -> Iterator[str]:
    """Of our own directory each name in it, since the lock in it is held."""
    for name in names:
        if name != _OWN:
            yield name
        else:
            own = sorted(beneath.names(os.path.join(directory, _OWN)))
            yield from (f"{_OWN}/{one}" for one in own if one not in STAYS)


def _move(files: Files, source: str, target: str, names: Iterable[str]) -> None:
    for name in names:
        with suppress(FileNotFoundError):  # it was moved before
            files.rename(os.path.join(source, name), os.path.join(target, name))
    for here in (f"{target}/{_OWN}", target, f"{source}/{_OWN}", source):
        if beneath.is_directory(here):
            sync_directory(files, here)
