"""The recorder on disks that fail: no change is lost, none is told twice, and the chain is whole."""

from __future__ import annotations

import errno
import json
import os
import random
import threading
from collections.abc import Collection, Iterator
from pathlib import Path

import numpy as np
import pytest
import structlog

from memoryd.acting import FILE, Actor, acting
from memoryd.audit import hasher
from memoryd.audit import recorder as recorder_module
from memoryd.audit.book import Book
from memoryd.audit.fresh import Batch, Fresh, TakeDown, TakenDown, take_down
from memoryd.audit.history import content_of
from memoryd.audit.keyring import Head, Keyring, digest_of
from memoryd.audit.line import LONGEST_KEY, Line, chained, encode_by, read_line
from memoryd.audit.reader import AuditReader
from memoryd.audit.recorder import Hasher, Recorder
from memoryd.audit.watchers import Watchers
from memoryd.children.patience import Lost
from memoryd.clock import Clock, SystemClock
from memoryd.problems import ProblemBoard
from memoryd.recall.hashing import hash64
from memoryd.storage.files import Files, OsFiles
from memoryd.testing.disk_model import Keep
from memoryd.testing.faulty_files import FaultyFiles
from memoryd.testing.manual_clock import ManualClock
from memoryd.times import DAY
from memoryd.types import Change, Document
from tests.support.wait import until

PLACES = 24
"""More calls than a round makes; behind the last one nothing fails."""


class Index:
    """What the recorder is told stood before."""

    def __init__(self) -> None:
        self.known: dict[str, Document] = {}

    def documents(self, keys: Collection[str]) -> dict[str, Document]:
        return {key: self.known[key] for key in keys if key in self.known}

    def documents_of(self, source: str) -> list[Document]:
        return [one for one in self.known.values() if one.source == source]


class Naming:
    def is_one_memory(self, source: str) -> bool:
        return False

    def is_archived(self, memory: str) -> bool:
        return False


SECTOR = 512
"""Bytes that a disk writes whole or not at all. Nobody could tell of a head that is cut within them that it is none."""
WATCHERS = Watchers(lambda topic, event, fields: True)


class Here:
    """A hasher that is no other process."""

    @property
    def pids(self) -> list[int]:
        return []

    def take_down(self, batch: Batch) -> TakenDown:
        return take_down(batch)

    def done(self) -> None:
        """Nothing is left undone."""

    def stop(self) -> None:
        """Nothing runs."""


def fact(number: int, text: str = "Ada likes tea") -> Document:
    return Document(key=f"fact-{number}", kind="fact", text=f"{text} {number}", source="f", path="f")


def some_document(at: int, text: str) -> Document:
    """Another one for each number, with all that a digest covers."""
    pick = random.Random(at).choice
    return Document(
        key=f'k "{at}"\u00e9\t' + pick(("", "long " * LONGEST_KEY)) * (at % 50 == 0),
        kind=pick(("fact", "message", 'a "kind"')),
        text=text,
        source="f",
        path="f",
        audience=pick(("private", "group", "shared")),
        project=pick((None, "", "\u00e9")),
        session_id=pick((None, "s")),
        role=pick((None, "user", "tool")),
        who=pick((None, 'a "speaker"\n')),
    )


def named(key: str, text: str) -> Document:
    return Document(key=key, kind="fact", text=text, source="f", path="f")


def made(
    files: Files,
    root: Path,
    board: ProblemBoard | None = None,
    clock: Clock | None = None,
    hasher: Hasher | None = None,
) -> Recorder:
    board = board or ProblemBoard(lambda _: None)
    gid = root.stat().st_gid
    return Recorder(files, str(root), gid, clock or SystemClock(), board, Naming(), WATCHERS, hasher or Here())


def opened(files: Files, root: Path, board: ProblemBoard | None = None, hasher: Hasher | None = None) -> Recorder:
    recorder = made(files, root, board, hasher=hasher)
    recorder.load()
    recorder.settled()
    recorder.start()
    return recorder


def told(recorder: Recorder, root: Path) -> list[tuple[str | None, str]]:
    """(key, change) of every line, after the chain was found whole."""
    reader = AuditReader(recorder, OsFiles(), str(root), lambda key: None)
    verdict = reader.verify(lambda stage, done, total: None)
    assert verdict.problems == []
    return [(line.key, line.change) for line in reader.lines() if line.key is not None]


@pytest.fixture
def root(tmp_path: Path) -> Path:
    (tmp_path / "data" / ".memoryd").mkdir(parents=True)
    return tmp_path / "data"


@pytest.mark.parametrize(
    "code",
    [errno.EIO, pytest.param(errno.ENOSPC, marks=pytest.mark.long), pytest.param(errno.EMFILE, marks=pytest.mark.long)],
)
def test_a_fault_at_any_call_costs_no_line(root: Path, code: int) -> None:
    index = Index()
    for place in range(PLACES):
        first, second = fact(2 * place), fact(2 * place + 1)
        files = FaultyFiles(str(root))
        recorder = opened(files, root)
        files.fail_at(len(files.calls) + place, code)
        recorder.record(Change(source="f", put=[first], fresh=True), index)
        recorder.record(Change(source="f", put=[second], fresh=True), index)
        recorder.stop()
        files.heal()
        # The next start feeds what the index does not have, which is never more than the audit has.
        recorder = opened(OsFiles(), root)
        recorder.record(Change(source="f", put=[first, second]), index)
        recorder.stop()
        lines = told(recorder, root)
        assert lines[-2:] == [(first.key, "added"), (second.key, "added")], place
        assert len(lines) == 2 * (place + 1), place


@pytest.mark.parametrize(
    ("path", "calls"),
    [("", ["write"]), ("audit-keys", ["write"]), ("", ["fdatasync", "fsync", "rename"])],
)
def test_a_full_disk_is_told_and_nothing_is_lost_when_there_is_room_again(
    root: Path, path: str, calls: list[str]
) -> None:
    board, index = ProblemBoard(lambda _: None), Index()
    files = FaultyFiles(str(root))
    recorder = opened(files, root, board)
    assert recorder.flush(30)
    files.fail_all(errno.ENOSPC, *calls, path=path)
    for number in range(200):
        recorder.record(Change(source="f", put=[fact(number)], fresh=True), index)
    problem = until(lambda: [one for one in board.all() if one.path == "audit.jsonl"])[0]
    assert "the disk is full" in problem.what
    assert "Errno" not in problem.what
    files.heal()
    assert recorder.flush(30)
    until(lambda: not board.all())
    recorder.stop()
    assert told(recorder, root) == [(f"fact-{number}", "added") for number in range(200)]


def test_a_month_that_is_put_away_while_the_disk_refuses_is_put_away_once(root: Path) -> None:
    board, index, clock = ProblemBoard(lambda _: None), Index(), ManualClock()
    files = FaultyFiles(str(root))
    recorder = made(files, root, board, clock)
    recorder.load()
    recorder.settled()
    recorder.start()
    recorder.record(Change(source="f", put=[fact(1)], fresh=True), index)
    assert recorder.flush(30)
    clock.set_now(clock.now() + 40 * DAY)
    files.fail_all(errno.ENOSPC, "fsync", path=str(root / "audit"))
    recorder.record(Change(source="f", put=[fact(2)], fresh=True), index)
    until(board.all)
    files.heal()
    assert recorder.flush(30)
    until(lambda: not board.all())
    recorder.stop()
    assert told(recorder, root) == [("fact-1", "added"), ("fact-2", "added")]
    assert len(list((root / "audit").iterdir())) == 1


def test_nobody_waits_for_an_audit_that_cannot_be_written(root: Path) -> None:
    files, ended = FaultyFiles(str(root)), threading.Event()
    recorder = opened(files, root)
    assert recorder.flush(30)
    files.fail_all(errno.ENOSPC, "write")
    recorder.record(Change(source="f", put=[fact(1)], fresh=True), Index())

    def wait() -> None:
        recorder.flush(3600)
        ended.set()

    threading.Thread(target=wait, daemon=True).start()
    assert ended.wait(20)
    files.heal()
    assert recorder.flush(30)
    recorder.stop()


def test_nobody_waits_for_a_thread_that_is_dying(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It is still alive while it tells why it dies."""
    died, is_told = threading.Event(), threading.Event()
    monkeypatch.setattr(threading, "excepthook", lambda _: (died.set(), is_told.wait(60)))
    files = FaultyFiles(str(root))
    recorder = opened(files, root)
    files.crash_at(len(files.calls))
    recorder.record(Change(source="f", put=[fact(1)], fresh=True), Index())
    assert died.wait(60)
    asking = threading.Thread(target=lambda: recorder.flush(60) or recorder.forget(str.isalpha, [], 60), daemon=True)
    asking.start()
    try:
        until(lambda: not asking.is_alive(), 5)
    finally:
        is_told.set()


def test_what_stood_before_is_not_looked_up_where_the_change_tells_it(root: Path) -> None:
    class Blind(Index):
        def documents(self, keys: Collection[str]) -> dict[str, Document]:
            assert not keys
            return {}

    recorder = opened(OsFiles(), root)
    recorder.record(Change(source="f", put=[fact(1)], fresh=True), Blind())
    recorder.record(Change(source="f", remove=["fact-1"], kind="fact", before={"fact-1": fact(1)}), Blind())
    assert recorder.flush(30)
    assert told(recorder, root) == [("fact-1", "added"), ("fact-1", "removed")]
    recorder.stop()

    lines = [json.loads(raw) for raw in (root / "audit.jsonl").read_bytes().splitlines()]
    first, second = (line for line in lines if line.get("key") == "fact-1")
    assert second["before"] == first["after"]


class Ordered(OsFiles):
    """Remembers when keys and texts came to the disk."""

    def __init__(self) -> None:
        self.done: list[str] = []

    def fdatasync(self, fd: int) -> None:
        self._note(os.readlink(f"/proc/self/fd/{fd}"))
        super().fdatasync(fd)

    def rename(self, source: str, target: str) -> None:
        self._note(target)
        super().rename(source, target)

    def _note(self, path: str) -> None:
        self.done += [name for name in ("audit-keys", "history", "audit.jsonl") if f"/{name}" in path]


def replaced_once(root: Path, files: Files) -> Recorder:
    index = Index()
    recorder = opened(files, root)
    recorder.record(Change(source="f", put=[fact(1)], fresh=True), index)
    index.known = {"fact-1": fact(1)}
    recorder.record(Change(source="f", put=[fact(1, "Ada likes wine")]), index)
    assert recorder.flush(30)
    return recorder


def test_a_text_that_is_on_the_disk_has_its_key_there(root: Path) -> None:
    """A backup is taken while others write: one that has the text without the key could not tell it from a forgery."""
    files = Ordered()
    replaced_once(root, files).stop()
    at = files.done.index("history")
    assert "audit-keys" in files.done[:at]
    assert "audit.jsonl" in files.done[at:]


def test_only_a_text_that_a_line_names_must_be_as_it_was(root: Path) -> None:
    """A kill, or a backup beside it, leaves a text whose line was never written."""
    recorder = replaced_once(root, OsFiles())
    (digest,) = recorder.history.digests()
    text = root / "history" / digest[:2] / digest
    left = text.with_name(digest[:2] + "0" * 30)
    left.write_bytes(text.read_bytes())
    assert told(recorder, root) == [("fact-1", "added"), ("fact-1", "changed")]
    text.chmod(0o640)
    text.write_bytes(text.read_bytes().replace(b"tea", b"gin"))
    verdict = AuditReader(recorder, OsFiles(), str(root), lambda key: None).verify(lambda *_: None)
    recorder.stop()
    assert [one.path for one in verdict.problems] == [f"history/{digest[:2]}/{digest}"]


@pytest.mark.parametrize("key", ["fact-1", 'the "old" \\ kiln.md'])
def test_a_replaced_text_is_kept_and_a_purge_takes_it_with_the_key(root: Path, key: str) -> None:
    index, one, other = Index(), named(key, "Ada likes tea"), named(key, "Ada likes wine")
    recorder = opened(OsFiles(), root)
    recorder.record(Change(source="f", put=[one], fresh=True), index)
    index.known = {key: one}
    recorder.record(Change(source="f", put=[other]), index)
    assert recorder.flush(30)
    (kept,) = recorder.history.digests()
    past = recorder.history.read(kept)
    assert past is not None
    assert past.text == "Ada likes tea"
    index.known = {key: other}
    recorder.record(Change(source="f", remove=[key], purged=[key]), index)
    recorder.stop()
    assert recorder.history.digests() == []
    assert len(recorder.keyring) == 0
    assert [change for _, change in told(recorder, root)] == ["added", "changed", "purged"]
    assert os.path.getsize(root / ".memoryd" / "audit-keys") > 0


def test_what_is_kept_nowhere_is_not_what_is_said_now(root: Path) -> None:
    index, texts = Index(), [named("fact-1", f"Ada likes {what}") for what in ("tea", "wine", "gin")]
    recorder = opened(OsFiles(), root)
    for text in texts:
        recorder.record(Change(source="f", put=[text]), index)
        index.known = {text.key: text}
    assert recorder.flush(30)
    reader = AuditReader(recorder, OsFiles(), str(root), lambda key: content_of(index.known[key]))
    versions = reader.versions("fact-1")
    kept = [reader.before(version) for version in versions]
    recorder.history.remove(recorder.history.digests())
    gone = [reader.before(version) for version in versions]
    recorder.stop()
    assert (kept, gone) == ([None, "Ada likes tea", "Ada likes wine"], [None, None, None])


class Failing(Here):
    """One that answers every second time."""

    def __init__(self) -> None:
        self.asked = 0

    def take_down(self, batch: Batch) -> TakenDown:
        self.asked += 1
        if self.asked % 2:
            raise Lost("was killed")
        return take_down(batch)


@pytest.fixture
def child() -> Iterator[hasher.Hasher]:
    """The process itself; a recorder ends its own."""
    made = hasher.Hasher(SystemClock(), ProblemBoard(lambda _: None), lambda: 60)
    yield made
    made.stop()


@pytest.mark.parametrize(
    ("count", "kind"), [(150, "child"), (5000, "child"), (5000, "failing"), (5000, "half"), (5000, "newer")]
)
def test_new_memories_have_the_lines_and_digests_that_any_change_has(
    root: Path, child: hasher.Hasher, count: int, kind: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Many are brought at once: they take a shorter way to the same bytes, very many through another process."""
    if kind == "newer":
        monkeypatch.setattr(hasher, "__version__", "0.0.1")
    actors = [Actor("request", "facts.add", 7, at, 'an "agent"\u00e9\n', None) for at in range(3)]
    text = "half a character: \ud83d" if kind == "half" else "x"
    facts = [some_document(at, text) for at in range(count)]
    by = {one.key: actors[at % 3] for at, one in enumerate(facts)}
    recorder = opened(OsFiles(), root, hasher=Failing() if kind == "failing" else child)
    recorder.record(Change(source="f", put=facts, fresh=True, by=by), Index())
    assert recorder.flush(30)
    assert len(child.pids) == (count > 150 and kind == "child")
    raw = (root / "audit.jsonl").read_bytes().splitlines(keepends=True)
    begun = read_line(raw[0][:-1])
    assert begun is not None
    last = begun.line.hash
    knowns = recorder.keyring.find([hash64(one.key) for one in facts])
    for seq, (one, known) in enumerate(zip(facts, knowns, strict=True), 2):
        assert known is not None
        assert known.seq == seq
        found = read_line(raw[seq - 1][:-1])
        assert found is not None
        line = Line(
            seq=seq, at=found.line.at, by=encode_by(by[one.key]), method="facts.add", change="added",
            key=one.key[:LONGEST_KEY], kind=one.kind, after=digest_of(known.key, content_of(one)).hex(),
        )  # fmt: skip
        expected, last = chained(line, last)
        assert raw[seq - 1] == expected
    recorder.stop()
    assert [key for key, _ in told(recorder, root)] == [one.key[:LONGEST_KEY] for one in facts]


def test_a_part_is_never_longer_than_asked_for_and_nothing_is_left_out() -> None:
    who = Actor("request", "facts.add")
    other = Actor("request", "facts.add_many")
    fresh = Fresh([], [], [])
    for at, documents in enumerate(
        ([fact(1)], [], [fact(at) for at in range(1000)], [fact(at, "long " * 100_000) for at in range(5)])
    ):
        fresh.add(documents, {"fact-3": other}, who, at)
    found = list(fresh.parts(400))
    sizes = [(len(part.documents), sum(len(one.text) for one in part.documents)) for part in found]
    assert sizes[:2] == [(400, sizes[0][1]), (400, sizes[1][1])]
    assert max(count for count, _ in sizes) == 400
    assert max(chars for _, chars in sizes) <= 1_000_000
    assert [one for part in found for one in zip(*part, strict=True)] == list(zip(*fresh, strict=True))
    assert [one.key for one, by in zip(fresh.documents, fresh.who, strict=True) if by is other] == ["fact-3", "fact-3"]


def test_a_keyring_finds_the_last_of_each_of_many(root: Path) -> None:
    keyring = Keyring(OsFiles(), str(root / ".memoryd" / "audit-keys"), root.stat().st_gid)
    chance = np.random.default_rng(7)
    hashes = chance.integers(1, 2**63, 100_000, np.uint64)
    for seq, start in enumerate((0, 30_000, 20_000, 70_000), 1):
        part = hashes[start : start + 30_000]
        keyring.stage_all(part, part.tolist(), seq * 100_000, b"k" * 16 * len(part), b"d" * 16 * len(part))
        keyring.write()
    expected: dict[int, int] = {}
    for seq, start in enumerate((0, 30_000, 20_000, 70_000), 1):
        expected |= {int(one): seq * 100_000 + at for at, one in enumerate(hashes[start : start + 30_000])}
    for again in (keyring, Keyring(OsFiles(), keyring.path, root.stat().st_gid)):
        if again is not keyring:
            assert again.load()
        found = again.find(list(expected))
        assert [one.seq for one in found if one is not None] == list(expected.values())
        assert again.knows_any(hashes[:1], hashes[:1].tolist())
        assert not again.knows_any(np.array([2**63 + 5], np.uint64), [2**63 + 5])
        again.close()


def test_of_what_comes_when_the_queue_is_full_the_number_is_told_as_unknown(
    root: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(recorder_module, "MOST_QUEUED", 20)
    recorder = made(OsFiles(), root)
    recorder.load()
    recorder.settled()
    for number in range(100):
        recorder.record(Change(source="f", put=[fact(number)], fresh=True), Index())
    recorder.start()
    assert recorder.flush(30)
    recorder.stop()
    kept = [key for key, _ in told(recorder, root)]
    assert kept == [f"fact-{number}" for number in range(len(kept))]
    reader = AuditReader(recorder, OsFiles(), str(root), lambda key: None)
    (missed,) = [line for line in reader.lines() if line.change == "missed"]
    assert (missed.by, missed.count) == ("unknown", 100 - len(kept))


def test_the_head_is_told_once_an_hour_whatever_the_wall_clock_does(root: Path) -> None:
    clock = ManualClock()
    recorder = made(OsFiles(), root, clock=clock)
    with structlog.testing.capture_logs() as logs:
        recorder.load()
        recorder.settled()
        heads = []
        for number, (wall, seconds) in enumerate(((0, 0), (10**12, 60), (-(10**13), 60), (0, 3600), (10**12, 60))):
            clock.advance(seconds)
            clock.set_now(clock.now() + wall)
            recorder.record(Change(source="f", put=[fact(number)], fresh=True), Index())
            if number == 0:
                recorder.start()
            assert recorder.flush(30)
            heads.append(recorder.head)
        recorder.stop()
    first, hourly, last = [(one["seq"], one["hash"]) for one in logs if one["event"] == "audit_head"]
    assert (first, last) == (heads[0], heads[4])
    # A flush ends before the head is told, so the hour may have passed for the line before.
    assert hourly in heads[2:4]


def test_what_requests_add_together_before_the_start_has_settled_is_told(root: Path) -> None:
    recorder = made(OsFiles(), root)
    recorder.load()
    recorder.start()
    asked = Actor("request", "facts.add", 7, 8)
    recorder.record(Change(source="f", put=[fact(1)], fresh=True), Index())
    together = [fact(2), fact(3)]
    recorder.record(Change(source="f", put=together, fresh=True, by={one.key: asked for one in together}), Index())
    recorder.settled()
    assert recorder.flush(30)
    recorder.stop()
    assert told(recorder, root) == [("fact-2", "added"), ("fact-3", "added")]


def test_an_edit_of_what_was_added_before_the_start_has_settled_is_told_and_keeps_its_text(root: Path) -> None:
    recorder, index = made(OsFiles(), root), Index()
    recorder.load()
    recorder.record(Change(source="f", put=[fact(2)]), index)
    with acting(Actor("request", "facts.add", 7, 8)):
        recorder.record(Change(source="f", put=[fact(1)], fresh=True), index)
    index.known = {"fact-1": fact(1)}
    with acting(FILE):
        recorder.record(Change(source="f", put=[fact(1, "Ada likes wine")]), index)
    recorder.start()
    recorder.settled()
    assert recorder.flush(30)
    assert told(recorder, root) == [("fact-1", "added"), ("fact-1", "changed")]
    assert len(recorder.history.digests()) == 1
    recorder.stop()


def test_a_second_name_that_comes_while_the_keyring_is_open_is_never_written_to(root: Path) -> None:
    keyring = Keyring(OsFiles(), str(root / ".memoryd" / "audit-keys"), root.stat().st_gid)
    keyring.stage(1, 1, b"k" * 16, b"d" * 16)
    keyring.write()
    other = root / "other"
    os.link(keyring.path, other)
    before = other.read_bytes()
    keyring.stage(2, 2, b"k" * 16, b"e" * 16)
    keyring.write()
    assert other.read_bytes() == before
    found = keyring.find([1, 2])
    assert [one is not None and one.digest for one in found] == [b"d" * 16, b"e" * 16]
    keyring.close()


def test_what_a_defect_kept_from_being_taken_down_is_counted(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    sizes: list[int] = []
    add_new = Book.add_new

    def faulty(book: Book, fresh: Fresh, by: TakeDown) -> bool:
        sizes.append(len(fresh.documents))
        if len(sizes) == 2:
            raise RuntimeError("a defect")
        return add_new(book, fresh, by)

    monkeypatch.setattr(Book, "add_new", faulty)
    recorder = opened(OsFiles(), root)
    recorder.record(Change(source="f", put=[fact(number) for number in range(5000)], fresh=True), Index())
    until(lambda: len(sizes) > 1)
    recorder.record(Change(source="f", put=[fact(9000)], fresh=True), Index())
    recorder.flush(10)
    recorder.stop()
    lines = list(AuditReader(recorder, OsFiles(), str(root), lambda key: None).lines())
    (missed,) = [line for line in lines if line.change == "missed"]
    assert (missed.by, missed.count) == ("unknown", 5000 - sizes[0])
    assert sum(line.change == "added" for line in lines) == sizes[0] + 1


@pytest.mark.parametrize("keep", ["none", 0.0, 0.5, *range(12)])
def test_a_loss_of_power_is_no_fault_of_the_audit(root: Path, keep: Keep) -> None:
    index, files = Index(), FaultyFiles(str(root))
    recorder = opened(files, root)
    for number in range(4):
        after = root.parent / f"after-{number}"
        files.power_loss(str(after), keep, SECTOR)  # also while it writes its first line or tells the witness
        board = ProblemBoard(lambda _: None)
        again = opened(OsFiles(), after, board)
        again.record(Change(source="f", put=[fact(99)], fresh=True), index)
        again.stop()
        assert [one.what for one in board.all() if one.severity == "critical"] == []
        assert told(again, after)[-1] == ("fact-99", "added")
        recorder.record(Change(source="f", put=[fact(number * 20 + at) for at in range(11)], fresh=True), index)
        assert recorder.flush(30)
    recorder.stop()


def keyring_of(root: Path, records: int) -> Keyring:
    """Of so many memories, and a head."""
    keyring = Keyring(OsFiles(), str(root / ".memoryd" / "audit-keys"), root.stat().st_gid)
    for number in range(1, records + 1):
        keyring.stage(number, number, b"k" * 16, b"d" * 16)
    keyring.stage_head(Head(records, "ab" * 32))
    keyring.write()
    keyring.close()
    return Keyring(OsFiles(), keyring.path, root.stat().st_gid)


HEAD = bytes(8) + (40).to_bytes(8, "little") + b"h" * 32


@pytest.mark.parametrize("rest", [bytes(48), bytes(480), bytes(464) + b"k" * 16, bytes(480) + HEAD])
def test_zeros_behind_what_was_synced_are_what_a_loss_of_power_leaves(root: Path, rest: bytes) -> None:
    keyring = keyring_of(root, 20)
    with open(keyring.path, "ab") as file:
        file.write(rest)
    assert keyring.load()
    assert (keyring.lost, len(keyring)) == (None, 20)
    keyring.close()
    assert os.path.getsize(keyring.path) == 21 * 48


@pytest.mark.parametrize("rest", [b"other" * 96, bytes(480) + HEAD + HEAD], ids=["other", "heads"])
def test_other_bytes_or_what_was_synced_behind_them_are_set_aside(root: Path, rest: bytes) -> None:
    keyring = keyring_of(root, 20)
    with open(keyring.path, "ab") as file:
        file.write(rest)
    assert keyring.load()
    assert (keyring.lost, len(keyring)) == (f"{keyring.path}.broken", 20)
    keyring.close()


def test_a_head_whose_end_was_in_a_sector_that_was_lost_is_none(root: Path) -> None:
    keyring = keyring_of(root, 10)  # the head is from 480 to 528
    with open(keyring.path, "r+b") as file:
        file.seek(512)
        file.write(bytes(16))
    assert keyring.load()
    assert (keyring.heads, len(keyring)) == ([], 10)
    keyring.close()


def test_zeros_behind_an_orderly_stop_or_too_many_of_them_are_set_aside(root: Path) -> None:
    keyring = keyring_of(root, 20)
    os.truncate(keyring.path, 17 << 20)
    assert keyring.load()
    assert keyring.lost is not None
    keyring.stage_head(Head(20, "ab" * 32), stopped=True)
    keyring.write()
    keyring.close()
    os.truncate(keyring.path, os.path.getsize(keyring.path) + 480)
    again = Keyring(OsFiles(), keyring.path, root.stat().st_gid)
    assert again.load()
    assert again.lost is not None
    again.close()


def critical(root: Path) -> list[str]:
    """What a start that is killed reports."""
    board = ProblemBoard(lambda _: None)
    opened(OsFiles(), root, board).stop()
    return [one.what for one in board.all() if one.severity == "critical"]


@pytest.mark.parametrize("keep", ["none", "all", 0.0])
def test_a_keyring_of_lines_that_were_lost_is_not_gone_at_the_next_start(root: Path, keep: Keep) -> None:
    recorder = opened(OsFiles(), root)
    recorder.record(Change(source="f", put=[fact(1), fact(2)], fresh=True), Index())
    recorder.stop()
    path = root / ".memoryd" / "audit-keys"
    path.unlink()
    keyring = Keyring(OsFiles(), str(path), root.stat().st_gid)
    keyring.stage(7, 1_000, b"k" * 16, b"d" * 16)
    keyring.write()
    keyring.close()
    files = FaultyFiles(str(root))
    recorder = opened(files, root)
    assert recorder.flush(30)
    after = root.parent / "after"
    files.power_loss(str(after), keep)
    recorder.stop()
    assert critical(after) == []


def test_an_audit_that_has_only_begun_needs_no_keyring(root: Path) -> None:
    opened(OsFiles(), root).stop()
    (root / ".memoryd" / "audit-keys").unlink()
    assert critical(root) == []
