"""What the long tests count as memories' share of a daemon's memory is what a daemon takes that begins with them."""

from __future__ import annotations

import psutil
import pytest

from memoryd.storage.recent_copies import OLDER_PATH, RECENT_PATH
from tests.support.daemon import Daemon
from tests.support.growth import BYTES
from tests.support.wait import until

ACTIVE, ARCHIVED = 10_000, 80_000


def resident_after_a_start(daemon: Daemon, archived: int) -> int:
    daemon.stop()
    # What was written in the last ten minutes is counted apart.
    for path in (RECENT_PATH, OLDER_PATH):
        (daemon.data / path).unlink(missing_ok=True)
    daemon.start()
    with daemon.connect() as wire:
        until(lambda: wire.call("system.metrics")["facts"]["archived"] == archived)
        wire.call("facts.find", {"subject": "nobody"})
        wire.call("recall.query", {"query": "what has a place"})
        taken = psutil.Process(daemon.pid).memory_info().rss
    assert isinstance(taken, int)
    return taken


@pytest.mark.long
def test_archived_facts_take_what_is_counted(daemon: Daemon) -> None:
    taken = []
    for first, last in ((0, ACTIVE), (ACTIVE, ACTIVE + ARCHIVED)):
        for start in range(first, last, 5000):
            facts = [
                {"subject": "bulk", "predicate": f"p{number}", "object": f"value {number} " + "of it " * 8}
                for number in range(start, start + 5000)
            ]
            with daemon.connect() as wire:
                wire.call("facts.add_many", {"facts": facts})
        taken.append(resident_after_a_start(daemon, last - ACTIVE))
    each = (taken[1] - taken[0]) / ARCHIVED
    print(f"{each:.0f} bytes an archived fact")
    assert BYTES["archived"] * 0.7 < each < BYTES["archived"] * 1.3
