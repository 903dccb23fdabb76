"""Who may do what: the peer's credentials as reported by the kernel, and the lists of `[access]`."""

from __future__ import annotations

import functools
import grp
import os
import pwd
import socket
import struct
from collections.abc import Iterable

import msgspec

from memoryd.errors import PermissionDenied
from memoryd.rpc.registry import Access

_PEERCRED = struct.Struct("iII")
_SO_PEERGROUPS = getattr(socket, "SO_PEERGROUPS", 59)
_LISTS = {Access.READ: "readers", Access.WRITE: "writers", Access.ADMIN: "admins"}
_GROUPS_BYTES = 1024  # the most that Python's getsockopt accepts: 256 groups


class Peer(msgspec.Struct, frozen=True):
    """The process at the other end, as it was when it connected."""

    uid: int
    gid: int
    pid: int
    groups: frozenset[int]


def peer_of(sock: socket.socket) -> Peer:
    """Credentials of a connected Unix socket. Raises OSError."""
    raw = sock.getsockopt(socket.SOL_SOCKET, socket.SO_PEERCRED, _PEERCRED.size)
    pid, uid, gid = _PEERCRED.unpack(raw)
    return Peer(uid=uid, gid=gid, pid=pid, groups=frozenset((gid, *_groups(sock, uid, gid))))


def _groups(sock: socket.socket, uid: int, gid: int) -> Iterable[int]:
    try:
        raw = sock.getsockopt(socket.SOL_SOCKET, _SO_PEERGROUPS, _GROUPS_BYTES)
    except OSError:
        # More groups than fit, or a kernel before 4.13: fall back to the user database.
        return _groups_of_user(uid, gid)
    return struct.unpack(f"{len(raw) // 4}I", raw)


def _groups_of_user(uid: int, gid: int) -> Iterable[int]:
    try:
        return os.getgrouplist(pwd.getpwuid(uid).pw_name, gid)
    except (KeyError, OSError):
        return ()


class AccessPolicy:
    """Levels by user and group.

    Root and the daemon's own user are admin. Otherwise the most specific entry decides: the user's name, then a
    group, then `*`; within one kind the highest level. A user in no list may read and write.
    Entries: `alice`, `1001`, `@ops` or `group:ops`, `@1002`, `*`. A name that does not exist raises ValueError.
    """

    def __init__(
        self,
        readers: Iterable[str | int] = (),
        writers: Iterable[str | int] = (),
        admins: Iterable[str | int] = (),
        own_uid: int | None = None,
    ) -> None:
        self.own_uid = os.geteuid() if own_uid is None else own_uid
        self._users: dict[int, Access] = {}
        self._groups: dict[int, Access] = {}
        self._everyone = Access.WRITE
        everyone: list[Access] = []
        for level, entries in ((Access.READ, readers), (Access.WRITE, writers), (Access.ADMIN, admins)):
            for entry in entries:
                if entry == "*":
                    everyone.append(level)
                else:
                    self._enter(str(entry), level)
        if everyone:
            self._everyone = max(everyone)

    def _enter(self, entry: str, level: Access) -> None:
        if entry.startswith(("@", "group:")):
            group = entry.removeprefix("@").removeprefix("group:")
            self._groups[_group_id(group)] = level  # lists come lowest first, so the highest wins
        else:
            self._users[_user_id(entry)] = level

    def level(self, peer: Peer) -> Access:
        """The level of that peer."""
        if peer.uid in (0, self.own_uid):
            return Access.ADMIN
        if peer.uid in self._users:
            return self._users[peer.uid]
        levels = [self._groups[group] for group in peer.groups if group in self._groups]
        return max(levels, default=self._everyone)


def _user_id(name: str) -> int:
    if name.isdecimal():
        return int(name)
    try:
        return pwd.getpwnam(name).pw_uid
    except KeyError:
        raise ValueError(f"there is no user {name!r}; write a group as '@{name}'") from None


def _group_id(name: str) -> int:
    if name.isdecimal():
        return int(name)
    try:
        return grp.getgrnam(name).gr_gid
    except KeyError:
        raise ValueError(f"there is no group {name!r}") from None


@functools.lru_cache(maxsize=256)
def user_name(uid: int) -> str:
    """`alice (uid 1001)`, or `uid 1001` when it has no name."""
    try:
        return f"{pwd.getpwuid(uid).pw_name} (uid {uid})"
    except KeyError:
        return f"uid {uid}"


def denied(method: str, need: Access, uid: int, has: Access) -> PermissionDenied:
    """The refusal, and what would help."""
    needs, has_word = need.name.lower(), has.name.lower()
    sentence = (
        f"{method} needs {needs} access and {user_name(uid)} has {has_word} access; add the user, or @ and a "
        f"group of theirs, to {_LISTS[need]!r} under [access] in the daemon's configuration"
    )
    return PermissionDenied(sentence, method=method, needs=needs, has=has_word)
