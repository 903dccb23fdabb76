"""The notes' state machine, quick here and for long in `make test-long`."""

from __future__ import annotations

import os
import random
import time
from itertools import count

import pytest
from hypothesis import HealthCheck, Phase, seed, settings
from hypothesis.stateful import run_state_machine_as_test

from tests.kinds.notes.machine import NotesMachine

_QUICK = settings(
    max_examples=8, stateful_step_count=20, deadline=None, suppress_health_check=list(HealthCheck), print_blob=True
)
_LONG = settings(
    _QUICK, max_examples=10, stateful_step_count=80, database=None, phases=(Phase.generate, Phase.shrink)
)  # fmt: skip


def test_requests_and_hand_edits_in_any_order_lose_nothing() -> None:
    run_state_machine_as_test(NotesMachine, settings=_QUICK)


@pytest.mark.long
def test_requests_and_hand_edits_in_any_order_lose_nothing_for_long(long_seconds: float) -> None:
    end = time.monotonic() + min(long_seconds, 1800)
    # Each round has examples of its own, in CI the same ones at each run.
    for number in count(0 if os.environ.get("CI") else random.randrange(1 << 30)):
        machine = seed(number)(type("NotesMachine", (NotesMachine,), {}))
        run_state_machine_as_test(machine, settings=_LONG)
        if time.monotonic() >= end:
            break
