"""Which kind gets which file."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from memoryd.kind import Kinds
from memoryd.watch.reconcile import Reconciler
from memoryd.watch.scan import Stamp
from tests.support.empty_kind import EmptyKind

STAMP = Stamp(1, 1, 1, 1, 1)


class Files(EmptyKind):
    """Has the files whose names end so, and reads those besides."""

    def __init__(self, name: str, suffix: str, *, reads: str = "", error: Exception | None = None) -> None:
        self.name = name  # type: ignore[misc]  # each here is a kind of its own
        self.suffix, self.also, self.error = suffix, reads, error
        self.got: list[tuple[str, object | None]] = []
        self.found: Mapping[str, object] | None = None

    def claims(self, relpath: str) -> bool:
        return relpath.endswith(self.suffix)

    def reads(self, relpath: str) -> bool:
        return relpath == self.also

    def absorb(self, relpath: str, stamp: object | None) -> None:
        self.got.append((relpath, stamp))

    def rescan(self, found: Mapping[str, object]) -> None:
        self.found = found
        if self.error is not None:
            raise self.error


def reconciler(*kinds: Files) -> Reconciler:
    made = Kinds()
    for kind in kinds:
        made.add(kind)
    return Reconciler(made)


def test_the_first_that_claims_a_file_has_it() -> None:
    logs, markdown = Files("logs", "log.md"), Files("markdown", ".md")
    made = reconciler(logs, markdown)
    made.absorb("log.md", STAMP)
    made.absorb("note.md", None)
    made.absorb("picture.png", STAMP)
    assert logs.got == [("log.md", STAMP)]
    assert markdown.got == [("note.md", None)]


def test_another_that_reads_a_file_gets_it_behind_the_one_whose_it_is() -> None:
    order: list[str] = []

    class Told(Files):
        def absorb(self, relpath: str, stamp: object | None) -> None:
            order.append(self.name)

    reader, owner = Told("reader", ".txt", reads="hot.md"), Told("owner", ".md")
    made = reconciler(reader, owner)
    made.absorb("hot.md", STAMP)
    assert order == ["owner", "reader"]
    made.reconcile_all({"hot.md": STAMP, "other.md": STAMP})
    assert reader.found == {"hot.md": STAMP}
    assert owner.found == {"hot.md": STAMP, "other.md": STAMP}


def test_one_that_has_a_file_and_reads_it_gets_it_once() -> None:
    both = Files("both", ".md", reads="hot.md")
    reconciler(both).absorb("hot.md", STAMP)
    assert both.got == [("hot.md", STAMP)]


def test_a_file_that_nobody_has_may_be_read() -> None:
    reader = Files("reader", ".md", reads="picture.png")
    reconciler(reader).absorb("picture.png", STAMP)
    assert reader.got == [("picture.png", STAMP)]


def test_a_scan_is_shared_out_and_one_with_nothing_hears_so() -> None:
    logs, markdown = Files("logs", "log.md"), Files("markdown", ".md")
    reconciler(logs, markdown).reconcile_all({"note.md": STAMP, "picture.png": STAMP})
    assert logs.found == {}
    assert markdown.found == {"note.md": STAMP}


def test_one_that_fails_does_not_keep_the_others() -> None:
    broken, markdown = Files("logs", "log.md", error=ValueError("no")), Files("markdown", ".md")
    with pytest.raises(ExceptionGroup) as caught:
        reconciler(broken, markdown).reconcile_all({"note.md": STAMP})
    assert [str(error) for error in caught.value.exceptions] == ["no"]
    assert markdown.found == {"note.md": STAMP}


def test_two_kinds_of_one_name_are_refused() -> None:
    with pytest.raises(ValueError, match="a kind of memory is called 'logs' already"):
        reconciler(Files("logs", ".a"), Files("logs", ".b"))


def test_two_kinds_whose_memories_are_called_the_same_are_refused() -> None:
    class Logs(Files):
        memories = ("log",)

    with pytest.raises(ValueError, match="a kind of memory is called 'log' already"):
        reconciler(Logs("logs", ".a"), Logs("markdown", ".b"))
