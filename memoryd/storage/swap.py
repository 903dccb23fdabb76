"""What is in a data directory replaced as a whole: all of it, or after a kill or a loss of power nothing yet.

What comes is made ready in a directory beside. Once an order stands there, only names are moved, and whoever opens the
data directory next finishes that.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress

import msgspec

from memoryd.storage import beneath
from memoryd.storage.atomic import replace_file
from memoryd.storage.files import Files, make_directories, sync_directory
from memoryd.storage.publish import remove_file
from memoryd.storage.regular import LARGEST_STATE, read_whole
from memoryd.types import UNREADABLE

COMING = ".memoryd.coming"
_NEW, _ORDER = f"{COMING}/data", f"{COMING}/order.json"
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
    make_directories(files, new)
    try:
        yield new
    finally:
        if not beneath.exists(os.path.join(root, _ORDER)):
            beneath.remove_tree(coming)


def swap(files: Files, root: str, leaving: Iterable[str] = (), aside: str = "") -> None:
    """Put what is in `staging` in the place of these names, which are kept in the new directory `aside`."""
    coming = list(_expanded(os.path.join(root, _NEW), sorted(beneath.names(os.path.join(root, _NEW)))))
    order = Order(leaving=list(_expanded(root, sorted(leaving))), aside=aside, coming=coming)
    files.sync_all()
    replace_file(files, os.path.join(root, _ORDER), [msgspec.json.encode(order)], mode=0o600)
    finish(files, root)


def finish(files: Files, root: str) -> Order | None:
    """Finish what was ordered, if anything was; what was only made ready goes. Raises OSError."""
    coming, new = os.path.join(root, COMING), os.path.join(root, _NEW)
    if not beneath.is_directory(coming):
        return None
    try:
        order = msgspec.json.decode(read_whole(os.path.join(root, _ORDER), LARGEST_STATE)[0], type=Order)
    except FileNotFoundError:
        beneath.remove_tree(coming)
        return None
    except UNREADABLE:  # it is none of ours
        return None
    if order.leaving:
        aside = os.path.join(root, order.aside)
        make_directories(files, aside)
        with suppress(FileExistsError):
            files.mkdir(os.path.join(aside, _OWN), 0o700)
        sync_directory(files, aside)
        # What is aside has left; of that name there may be what came.
        _move(files, root, aside, [name for name in order.leaving if not beneath.exists(os.path.join(aside, name))])
    _move(files, new, root, order.coming)
    remove_file(files, os.path.join(root, _ORDER))
    beneath.remove_tree(coming)
    return order


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
