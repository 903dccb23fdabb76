"""Session files in the archive, and long ones that others rewrite: what the index has of them meanwhile."""

from __future__ import annotations

import msgspec
import pytest

from memoryd.conversation.file import archive_of
from memoryd.conversation.message import Message, encode_line
from memoryd.kinds.sessions.anew import SLICE
from memoryd.storage.framed import pack
from tests.support.fake_index import FakeIndex
from tests.support.sessions import SessionRig


def said(count: int) -> list[Message]:
    return [Message(session_id="s", role="user", content=f"message {at}", at=at, received=at) for at in range(count)]


def texts(index: FakeIndex) -> list[str]:
    return [one.text for one in index.documents.values()]


def rewrite(rig: SessionRig, path: str, messages: list[Message], absorb: bool = True) -> None:
    """As a purge does, or a person: in the archive, where it stands there."""
    if path not in rig.store.archived:
        rig.save(path, messages)
        if absorb:
            rig.files.absorb(path, None)
        return
    new = rig.root / "new"
    new.write_bytes(b"".join(pack([b"".join(map(encode_line, messages))])))
    new.rename(rig.root / archive_of(path))
    if absorb:
        rig.files.absorb(archive_of(path), None)


@pytest.mark.parametrize("stamp", [None, "a stamp"])
def test_a_file_that_is_archived_while_the_watcher_looks_at_it_keeps_its_messages(
    rig: SessionRig, stamp: str | None
) -> None:
    rig.append("s", said(3))
    path = rig.path()
    rig.meanwhile.append(lambda: rig.archive(path))
    rig.files.absorb(path, stamp)
    assert texts(rig.index) == ["message 0", "message 1", "message 2"]
    assert rig.store.sessions["s"].messages == 3 and path in rig.store.archived


@pytest.mark.parametrize("archived", [False, True])
@pytest.mark.parametrize("count", [SLICE, 2 * SLICE + 1])
def test_no_message_that_stays_is_missing_while_its_file_is_read_anew(
    rig: SessionRig, count: int, archived: bool
) -> None:
    messages = said(count)
    rig.append("s", messages)
    path = rig.path()
    if archived:
        rig.archive(path)
    seen = FakeIndex()
    for change in rig.index.changes:
        seen.apply(change)
    rig.index.changes.clear()
    left = messages[:-1]
    rewrite(rig, path, left)
    for change in rig.index.changes:
        seen.apply(change)
        assert {one.content for one in left} <= set(texts(seen))
    assert texts(rig.index) == [one.content for one in left]


@pytest.mark.parametrize(("count", "waits"), [(SLICE, True), (SLICE + 1, False)])
def test_a_search_waits_for_a_short_archive_only(rig: SessionRig, count: int, waits: bool) -> None:
    messages = said(count)
    rig.append("s", messages)
    path = rig.path()
    rig.archive(path)
    rig.index.changes.clear()
    rewrite(rig, path, [*messages[:-1], said(count + 1)[-1]])
    assert {not one.background for one in rig.index.changes} == {waits}


@pytest.mark.parametrize("archived", [False, True])
@pytest.mark.parametrize("brought_back", [False, True])
def test_a_start_trusts_nothing_that_a_kill_ended_in_the_midst(
    rig: SessionRig, archived: bool, brought_back: bool
) -> None:
    first = said(2 * SLICE)
    rig.append("s", first)
    path = rig.path()
    if archived:
        rig.archive(path)
    seen = FakeIndex()
    for change in rig.index.changes:
        seen.apply(change)
    before = len(rig.index.changes)
    rewrite(rig, path, [msgspec.structs.replace(one, content=f"second {one.content}") for one in said(4 * SLICE)])
    for change in rig.index.changes[before:-1]:
        seen.apply(change)
    assert any(text.startswith("second") for text in texts(seen))
    third = (
        first
        if brought_back
        else [msgspec.structs.replace(one, content=f"third {one.content}") for one in said(SLICE + 1)]
    )
    rewrite(rig, path, third, absorb=False)
    rig.index = seen
    rig.restart()
    assert texts(rig.index) == [one.content for one in third]


def test_what_was_set_aside_stays_told_until_a_whole_one_is_there(rig: SessionRig) -> None:
    rig.append("s", said(3))
    path = rig.path()
    rig.archive(path)
    packed = rig.root / archive_of(path)
    whole = packed.read_bytes()
    packed.write_bytes(b"no zstd at all")
    rig.files.absorb(archive_of(path), None)
    rig.files.absorb(archive_of(path), None)  # as of the rename
    (told,) = rig.board.all()
    assert "set aside" in told.what
    packed.write_bytes(whole)
    rig.files.absorb(archive_of(path), None)
    assert rig.board.all() == []
    packed.unlink()
    packed.mkdir()
    rig.files.absorb(archive_of(path), None)
    (told,) = rig.board.all()
    assert "set aside" not in told.what
    packed.rmdir()
    rig.files.absorb(archive_of(path), None)
    assert rig.board.all() == []
