from __future__ import annotations

from collections.abc import Mapping

import pytest

from memoryd.watch.reconcile import Reconciler
from memoryd.watch.scan import Stamp

STAMP = Stamp(1, 1, 1, 1, 1)


class Memory:
    def __init__(self, suffix: str, error: Exception | None = None) -> None:
        self.suffix, self.error = suffix, error
        self.got: list[tuple[str, Stamp | None]] = []
        self.found: Mapping[str, Stamp] | None = None

    def claims(self, relpath: str) -> bool:
        return relpath.endswith(self.suffix)

    def absorb(self, relpath: str, stamp: Stamp | None) -> None:
        self.got.append((relpath, stamp))

    def rescan(self, found: Mapping[str, Stamp]) -> None:
        self.found = found
        if self.error is not None:
            raise self.error


def test_the_first_that_claims_a_file_has_it() -> None:
    logs, markdown = Memory("log.md"), Memory(".md")
    reconciler = Reconciler([logs, markdown])
    reconciler.absorb("log.md", STAMP)
    reconciler.absorb("note.md", None)
    reconciler.absorb("picture.png", STAMP)
    assert logs.got == [("log.md", STAMP)]
    assert markdown.got == [("note.md", None)]


def test_a_scan_is_shared_out_and_one_with_nothing_hears_so() -> None:
    logs, markdown = Memory("log.md"), Memory(".md")
    Reconciler([logs, markdown]).reconcile_all({"note.md": STAMP, "picture.png": STAMP})
    assert logs.found == {}
    assert markdown.found == {"note.md": STAMP}


def test_one_that_fails_does_not_keep_the_others() -> None:
    broken, markdown = Memory("log.md", ValueError("no")), Memory(".md")
    with pytest.raises(ExceptionGroup) as caught:
        Reconciler([broken, markdown]).reconcile_all({"note.md": STAMP})
    assert [str(error) for error in caught.value.exceptions] == ["no"]
    assert markdown.found == {"note.md": STAMP}
