"""Who waits for what was written before, while many files are taken in."""

from __future__ import annotations

from pathlib import Path

from memoryd.watch.tickets import Tickets


def test_what_is_still_waited_for_is_not_copied_for_each_file(tmp_path: Path) -> None:
    tickets = Tickets(str(tmp_path))
    ticket = tickets.open()
    tickets.scanned([ticket], {"a", "b"}, ".")
    waiting = ticket.waiting
    tickets.taken_in("a")
    assert ticket.waiting is waiting and waiting == {"b"} and not ticket.done.is_set()
    tickets.taken_in("b")
    assert ticket.done.is_set()
