"""What the last run acknowledged and the audit lacks, taken down by the next start."""

from __future__ import annotations

from pathlib import Path

import pytest

from memoryd.audit import recorder as recorder_module
from memoryd.audit.acknowledged import Acknowledged
from memoryd.audit.recorder import Recorder
from memoryd.clock import SystemClock
from memoryd.problems import ProblemBoard
from memoryd.storage.files import OsFiles
from memoryd.storage.recent_lines import RecentLine, Wording
from memoryd.types import Change
from tests.audit.test_recorder import WATCHERS, Here, Index, Naming, fact, told

KEY = "fact-1"


class Archiving(Naming):
    def is_archived(self, memory: str) -> bool:
        return True


def wordings(line: RecentLine) -> list[Wording]:
    return [(line.key, lambda: fact(1, line.raw.decode()))]


def began(root: Path, *texts: str, naming: Naming | None = None) -> Recorder:
    """A start behind a run that acknowledged these wordings of one memory; its thread does not run yet."""
    recorder = Recorder(
        OsFiles(), str(root), root.stat().st_gid, SystemClock(), ProblemBoard(lambda _: None), naming or Naming(),
        WATCHERS, Here(),
    )  # fmt: skip
    recorder.load()
    recorder.remember(Acknowledged({"f": [RecentLine(1, "f", text.encode(), KEY) for text in texts]}, wordings))
    return recorder


def settled(recorder: Recorder, root: Path) -> list[str]:
    """The changes that are told of the memory, once all that was found is down."""
    recorder.settled()
    recorder.start()
    assert recorder.flush(30)
    found = [change for key, change in told(recorder, root) if key == KEY]
    recorder.stop()
    return found


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """An audit has begun there."""
    root = tmp_path / "data"
    (root / ".memoryd").mkdir(parents=True)
    first = began(root)
    first.record(Change(source="f", put=[fact(9)], fresh=True), Index())
    settled(first, root)
    return root


def kept(recorder: Recorder) -> list[str]:
    past = (recorder.history.read(digest) for digest in recorder.history.digests())
    return sorted(one.text for one in past if one is not None)


def test_of_what_is_purged_earlier_wordings_are_not_taken_down(root: Path) -> None:
    recorder = began(root)
    recorder.record(Change(source="f", put=[fact(1, "tea")], fresh=True), Index())
    assert settled(recorder, root) == ["added"]
    recorder = began(root, "tea", "wine")
    recorder.record(Change(source="f", remove=[KEY], kind="fact", purged=[KEY]), Index())
    assert settled(recorder, root) == ["added", "purged"]
    assert kept(recorder) == []


@pytest.mark.parametrize(("naming", "texts"), [(Naming(), ["tea 1", "wine 1"]), (Archiving(), ["tea 1"])])
def test_the_last_wording_of_what_has_gone_is_kept_where_no_archive_has_it(
    root: Path, naming: Naming, texts: list[str]
) -> None:
    recorder = began(root, "tea", "wine", naming=naming)
    recorder.record(Change(source="f", put=[fact(2)]), Index())
    assert settled(recorder, root) == ["added", "changed", "removed"]
    assert kept(recorder) == texts


def test_what_a_start_has_not_taken_down_yet_has_not_gone(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(recorder_module, "MOST_PENDING", 1)
    recorder = began(root, "tea")
    recorder.record(Change(source="f", put=[fact(number) for number in range(10, 300)]), Index())
    recorder.record(Change(source="f", put=[fact(1, "wine")]), Index())
    assert settled(recorder, root) == ["added", "changed"]
    assert kept(recorder) == ["tea 1"]
