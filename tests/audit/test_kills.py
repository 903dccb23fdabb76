"""A kill or a loss of power at each operation of the audit, while a month is put away and texts come and go."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest

from memoryd.audit.reader import AuditReader
from memoryd.audit.recorder import Recorder
from memoryd.problems import ProblemBoard
from memoryd.storage.files import Files, OsFiles
from memoryd.testing.disk_model import Keep
from memoryd.testing.faulty_files import Crashed, FaultyFiles
from memoryd.testing.manual_clock import ManualClock
from memoryd.times import parse_time
from memoryd.types import Change
from tests.audit.test_recorder import Index, fact, made
from tests.support.rest import part

pytestmark = pytest.mark.filterwarnings("ignore::pytest.PytestUnhandledThreadExceptionWarning")
MARCH, APRIL = (parse_time(at) for at in ("2026-03-31T23:59:00Z", "2026-04-01T00:01:00Z"))
EDITED, PURGED, NEW = 1, 2, 10
OLD, WINE = "Ada likes tea", "Ada likes wine"


def begun(files: Files, root: Path, clock: ManualClock, board: ProblemBoard) -> Recorder:
    recorder = made(files, root, board, clock)
    recorder.load()
    recorder.settled()
    recorder.start()
    return recorder


def change(recorder: Recorder) -> None:
    """One memory comes, one says something else, of one no trace may remain."""
    index = Index()
    index.known = {one.key: one for one in (fact(EDITED), fact(PURGED))}
    recorder.record(Change(source="f", put=[fact(NEW)], fresh=True), index)
    recorder.record(Change(source="f", put=[fact(EDITED, WINE)]), index)
    recorder.record(Change(source="f", remove=[fact(PURGED).key], purged=[fact(PURGED).key]), index)


def killed(root: Path, place: int) -> FaultyFiles | None:
    """The files of a recorder that was killed at that operation, in April; None when it has fewer."""
    (root / ".memoryd").mkdir(parents=True)
    clock, board, index = ManualClock(MARCH), ProblemBoard(lambda _: None), Index()
    recorder = begun(OsFiles(), root, clock, board)
    first = [fact(EDITED), fact(PURGED, WINE)]
    recorder.record(Change(source="f", put=first, fresh=True), index)
    assert recorder.flush(30)
    index.known = {one.key: one for one in first}
    recorder.record(Change(source="f", put=[fact(PURGED)]), index)
    recorder.stop()
    files = FaultyFiles(str(root))
    recorder = begun(files, root, clock, board)
    clock.set_now(APRIL)
    files.crash_at(len(files.calls) + place, written=3 if place % 2 else 0)
    with suppress(Crashed):
        change(recorder)
        recorder.stop()
    return files if files.crashed else None


def places(folder: Path) -> Iterator[tuple[int, FaultyFiles, Path]]:
    for place in itertools.count():
        root = folder / f"{place}"
        files = killed(root, place)
        if files is None:
            assert place > 30
            return
        yield place, files, root


@pytest.mark.parametrize("keep", [None, *part(1, ["none", 1, 2, 0.5])])
def test_a_kill_at_any_operation_takes_no_line_and_no_text(tmp_path: Path, keep: Keep | None) -> None:
    """`keep`: what a loss of power leaves of what was not synced; None: only the process ended."""
    wrong = []
    for place, files, root in places(tmp_path):
        after = root
        if keep is not None:
            after = tmp_path / f"after-{place}"
            files.power_loss(str(after), keep)
        board = ProblemBoard(lambda _: None)
        recorder = begun(OsFiles(), after, ManualClock(APRIL), board)
        change(recorder)  # the start feeds what the index does not have, which is never more than the audit has
        assert recorder.flush(30)
        reader = AuditReader(recorder, OsFiles(), str(after), lambda key: None)
        verdict = reader.verify(lambda *_: None)
        last = {line.key: line.change for line in reader.lines() if line.key is not None}
        past = [recorder.history.read(one) for one in recorder.history.digests()]
        recorder.stop()
        at = f"{place}, {files.calls[-1].name} of {files.calls[-1].path.removeprefix(str(root))}"
        said = [one.what for one in (*board.all(), *verdict.problems) if one.severity == "critical"]
        if said:
            wrong.append((at, said))
        if last != {fact(EDITED).key: "changed", fact(PURGED).key: "purged", fact(NEW).key: "added"}:
            wrong.append((at, last))
        if [one and one.text for one in past] != [fact(EDITED).text]:
            wrong.append((at, past))
    assert wrong == []
