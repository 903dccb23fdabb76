"""Who may do what."""

from __future__ import annotations

import grp
import os
import pwd
import shutil
import socket
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator

import pytest

from memoryd.rpc.authorise import AccessPolicy, Peer, denied, peer_of
from memoryd.rpc.registry import Access
from tests.rpc.harness import Raw, Rig

READ, WRITE, ADMIN = Access.READ, Access.WRITE, Access.ADMIN


@pytest.mark.parametrize(
    ("lists", "uid", "groups", "expected"),
    [
        ({}, 1001, {50}, WRITE),
        ({}, 0, {0}, ADMIN),
        ({}, 777, {777}, ADMIN),
        ({"readers": ["1001"]}, 1001, {50}, READ),
        ({"readers": [1001]}, 1001, {50}, READ),
        ({"readers": ["1001"]}, 1002, {50}, WRITE),
        ({"readers": ["0", "777"]}, 0, {0}, ADMIN),
        ({"readers": ["0", "777"]}, 777, {0}, ADMIN),
        ({"readers": ["@50"]}, 1001, {49, 50}, READ),
        ({"readers": ["group:50"]}, 1001, {50}, READ),
        ({"readers": ["@50"], "writers": ["@51"]}, 1001, {50, 51}, WRITE),
        ({"readers": ["@50"], "admins": ["@50"]}, 1001, {50}, ADMIN),
        ({"admins": ["@50"], "readers": ["1001"]}, 1001, {50}, READ),
        ({"readers": ["1001"], "writers": ["1001"]}, 1001, {50}, WRITE),
        ({"readers": ["*"]}, 1001, {50}, READ),
        ({"readers": ["*"], "writers": ["@50"]}, 1001, {50}, WRITE),
        ({"readers": ["*"], "writers": ["@50"]}, 1001, {51}, READ),
        ({"admins": ["1001"]}, 1001, set(), ADMIN),
        ({"admins": ["1001"]}, 50, {1001}, WRITE),
    ],
)
def test_the_most_exact_entry_decides(
    lists: dict[str, list[str | int]], uid: int, groups: set[int], expected: Access
) -> None:
    policy = AccessPolicy(**lists, own_uid=777)

    assert expected is policy.level(Peer(uid=uid, gid=min(groups, default=9), pid=1, groups=frozenset(groups)))


def test_names_stand_for_users_and_groups() -> None:
    user, group = pwd.getpwall()[-1], grp.getgrall()[-1]
    policy = AccessPolicy(readers=[user.pw_name], admins=[f"@{group.gr_name}"], own_uid=2**31)

    assert READ is policy.level(Peer(uid=user.pw_uid, gid=2**31, pid=1, groups=frozenset({group.gr_gid})))
    assert ADMIN is policy.level(Peer(uid=2**31 - 5, gid=2**31, pid=1, groups=frozenset({group.gr_gid})))


@pytest.mark.parametrize(
    ("entry", "sentence"),
    [
        ("nobody-of-that-name", "there is no user 'nobody-of-that-name'; write a group as '@nobody-of-that-name'"),
        ("@no-such-group", "there is no group 'no-such-group'"),
        ("group:no-such-group", "there is no group 'no-such-group'"),
    ],
)
def test_a_name_that_does_not_exist_is_refused(entry: str, sentence: str) -> None:
    with pytest.raises(ValueError, match="there is no") as caught:
        AccessPolicy(readers=[entry])

    assert sentence == str(caught.value)


def test_the_kernel_tells_who_is_there() -> None:
    ours, theirs = socket.socketpair()
    with ours, theirs:
        peer = peer_of(ours)

    assert (os.geteuid(), os.getegid(), os.getpid()) == (peer.uid, peer.gid, peer.pid)
    assert {os.getegid(), *os.getgroups()} == peer.groups


def test_a_refusal_says_what_is_needed_and_where_it_is_given() -> None:
    error = denied("facts.add", WRITE, 987_654, READ)

    assert error.sentence == (
        "facts.add needs write access and uid 987654 has read access; add the user, or @ and a group of theirs, "
        "to 'writers' under [access] in the daemon's configuration"
    )
    assert error.data == {"method": "facts.add", "needs": "write", "has": "read"}


@pytest.fixture
def public() -> Iterator[str]:
    """A directory that every user can enter."""
    folder = tempfile.mkdtemp(prefix="memoryd-test-")
    os.chmod(folder, 0o755)
    yield folder
    shutil.rmtree(folder)


ANOTHER_USER = """
import os, socket, sys
os.setgroups([4711])
os.setgid(65534)
os.setuid(65534)
sock = socket.socket(socket.AF_UNIX)
sock.connect(sys.argv[1])
sock.sendall(bytes.fromhex(sys.argv[2]))
sys.stdout.buffer.write(sock.recv(65536))
"""


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can become another user")
@pytest.mark.parametrize(
    ("readers", "method", "expected"),
    [
        ([], b"test.admin", b"permission_denied"),
        ([], b"test.note", b""),
        (["65534"], b"test.note", b"permission_denied"),
        (["@4711"], b"test.note", b"permission_denied"),
        (["@65534"], b"rpc.ping", b"pong"),
    ],
)
def test_another_user_is_held_to_their_level(
    start: Callable[..., Rig], public: str, readers: list[str], method: bytes, expected: bytes
) -> None:
    rig = start(path=f"{public}/m.sock", policy=AccessPolicy(readers=readers))
    os.chmod(rig.path, 0o666)
    request = b"\x94\x00\x01" + bytes([0xA0 + len(method)]) + method + b"\x90"
    answer = subprocess.run(
        [sys.executable, "-c", ANOTHER_USER, rig.path, request.hex()],
        stdout=subprocess.PIPE,
        check=True,
        timeout=30,
    ).stdout

    assert answer.startswith(b"\x94\x01\x01")
    assert expected in answer
    with Raw(rig.path) as raw:
        assert raw.call("test.admin") == 0
