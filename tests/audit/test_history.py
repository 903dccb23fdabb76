"""The texts that gave way, on the disk."""

from __future__ import annotations

from pathlib import Path

from memoryd.audit.history import History
from memoryd.storage.files import OsFiles

KEPT = 20


class SlowFiles(OsFiles):
    """Each sync takes a second."""

    def __init__(self) -> None:
        self.now = 0.0

    def fsync(self, fd: int) -> None:
        self.now += 1
        super().fsync(fd)

    def fdatasync(self, fd: int) -> None:
        self.now += 1
        super().fdatasync(fd)


def test_many_texts_on_a_slow_disk_take_some_seconds(tmp_path: Path) -> None:
    files = SlowFiles()
    history = History(files, str(tmp_path), tmp_path.stat().st_gid, lambda: files.now)
    texts = {f"{number:032x}": b'{"key":"k","kind":"fact"}\nAda likes tea' for number in range(KEPT)}
    for digest, content in texts.items():
        history.stage(digest, content)
    assert history.write() == KEPT
    assert {digest for digest in texts if history.read(digest) is not None} == texts.keys()
    assert files.now <= 10
