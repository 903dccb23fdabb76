"""Nobody keeps the index waiting by holding a lock of tantivy's: the group may open every file of the directory."""

from __future__ import annotations

import fcntl
import os
from pathlib import Path

import pytest

from memoryd.client import Client
from memoryd.recall.lexical import locks
from memoryd.recall.lexical.locks import META, WRITER, claim
from tests.support.daemon import Daemon
from tests.support.rest import part
from tests.support.wait import until


def held(path: Path) -> int:
    until(path.exists)  # nothing may wait for a commit yet, since the fact has not got as far as the index
    fd = os.open(path, os.O_RDWR)
    until(lambda: locks._is_free(fd))
    return fd


@pytest.mark.parametrize("name", part(1, [META, WRITER]))
def test_another_that_holds_a_lock_stops_neither_the_index_nor_the_end(daemon_folder: Path, name: str) -> None:
    daemon = Daemon(daemon_folder).start()
    try:
        with Client(daemon.socket) as client:
            client.facts.add(subject="pier", predicate="has", object="planks")
            until(lambda: client.system.metrics()["index"]["uncommitted"] == 0)
            fd = held(daemon.data / ".memoryd/index" / name)
            client.facts.add(subject="pier", predicate="has", object="lamps")
            until(lambda: client.system.metrics()["index"]["uncommitted"] == 0)
            os.close(fd)
        assert daemon.stop(10) == 0
    finally:
        daemon.kill()


def test_a_lock_is_private_and_has_one_name(tmp_path: Path) -> None:
    path = tmp_path / META
    path.touch(0o660)
    os.link(path, tmp_path / WRITER)
    claim(str(tmp_path), META)
    claim(str(tmp_path), WRITER)
    assert [oct(one.stat().st_mode & 0o777) for one in (path, tmp_path / WRITER)] == ["0o600", "0o600"]
    assert not path.samefile(tmp_path / WRITER)


def test_a_lock_with_two_names_gets_one_of_its_own(tmp_path: Path) -> None:
    claim(str(tmp_path), META)
    os.link(tmp_path / META, tmp_path / WRITER)
    claim(str(tmp_path), META)
    assert not (tmp_path / META).samefile(tmp_path / WRITER)


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can give a file away")
def test_a_lock_of_another_user_is_replaced(tmp_path: Path) -> None:
    claim(str(tmp_path), META)
    os.chown(tmp_path / META, 65534, -1)
    claim(str(tmp_path), META)
    assert (tmp_path / META).stat().st_uid == 0


def test_who_holds_it_too_long_has_lost_it(tmp_path: Path) -> None:
    claim(str(tmp_path), META)
    fd = held(tmp_path / META)
    claim(str(tmp_path), META, 0.0)
    other = os.open(tmp_path / META, os.O_RDWR)
    fcntl.flock(other, fcntl.LOCK_EX | fcntl.LOCK_NB)
    os.close(other)
    os.close(fd)


def test_locks_that_are_left_alone_are_no_index_of_another_version(daemon_folder: Path) -> None:
    daemon = Daemon(daemon_folder)
    index = daemon.data / ".memoryd/index"
    index.mkdir(parents=True)
    (index / META).touch(0o600)
    daemon.start()
    try:
        assert "index_rebuilt" not in daemon.tail()
    finally:
        daemon.kill()


def test_who_puts_another_file_there_each_time_is_told_of(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(locks, "_is_ours", lambda status: False)
    with pytest.raises(OSError, match="in its place"):
        claim(str(tmp_path), META)
