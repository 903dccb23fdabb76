"""The notes' state machine, quick here and for long in `make test-long`."""

from __future__ import annotations

import time

import pytest
from hypothesis import HealthCheck, settings
from hypothesis.stateful import run_state_machine_as_test

from tests.workspace.machine import NotesMachine

_QUICK = settings(
    max_examples=8, stateful_step_count=20, deadline=None, suppress_health_check=list(HealthCheck), print_blob=True
)


def test_any_hands_in_any_order_lose_nothing() -> None:
    run_state_machine_as_test(NotesMachine, settings=_QUICK)


@pytest.mark.long
def test_any_hands_in_any_order_lose_nothing_for_long(long_seconds: float) -> None:
    end = time.monotonic() + min(long_seconds, 1800)
    rounds = 0
    while rounds == 0 or time.monotonic() < end:
        run_state_machine_as_test(NotesMachine, settings=settings(_QUICK, max_examples=40, stateful_step_count=60))
        rounds += 1
