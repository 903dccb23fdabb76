"""A daemon that has grown returns what it has freed, and one that has not is left alone."""

from __future__ import annotations

import subprocess
import sys

import pytest

from memoryd.maintenance.heap_trimmer import LOOK_SECONDS, OTHER_BYTES, UNUSED_BYTES, HeapTrimmer
from memoryd.testing.manual_clock import ManualClock

MIB = 1 << 20


class Process:
    """Its memory that is resident and not in use, of which half can be returned."""

    def __init__(self) -> None:
        self.unused = 0
        self.trims = 0

    def trim(self) -> None:
        self.trims += 1
        self.unused //= 2


def test_a_heap_is_trimmed_while_much_of_it_is_unused_and_trimming_may_help() -> None:
    clock, process = ManualClock(), Process()
    trimmer = HeapTrimmer(clock, lambda: process.unused, process.trim)

    def after(seconds: float, unused: int) -> int:
        clock.advance(seconds)
        process.unused = unused
        trimmer.look()
        return process.trims

    assert after(2.0, 900 * MIB) == 0
    assert after(LOOK_SECONDS, UNUSED_BYTES - 1) == 0
    assert after(LOOK_SECONDS, 4 * UNUSED_BYTES) == 1
    # It left half; as long as nothing changes, another trim would leave it, too.
    left = 2 * UNUSED_BYTES
    assert process.unused == left
    assert after(LOOK_SECONDS, left + OTHER_BYTES - 1) == 1
    assert after(LOOK_SECONDS, left - OTHER_BYTES) == 2
    assert after(LOOK_SECONDS, UNUSED_BYTES - 1) == 2
    assert after(2.0, 900 * MIB) == 2
    assert after(LOOK_SECONDS, 900 * MIB) == 3


PROGRAM = """
import ctypes, psutil
from memoryd.heap import keep_heap_small, unused_bytes
from memoryd.maintenance.heap_trimmer import LOOK_SECONDS, HeapTrimmer
from memoryd.testing.manual_clock import ManualClock
keep_heap_small()
libc = ctypes.CDLL(None)
libc.malloc.restype = ctypes.c_void_p
libc.free.argtypes = [ctypes.c_void_p]
clock = ManualClock()
trimmer = HeapTrimmer(clock)
def resident():
    return psutil.Process().memory_info().rss >> 20
def look():
    clock.advance(LOOK_SECONDS)
    trimmer.look()
    return resident()
def allocate(count):
    for _ in range(count):
        pointer = libc.malloc(100_000)
        ctypes.memset(pointer, 1, 100_000)
        yield pointer
def free(pointers):
    for pointer in pointers:
        libc.free(pointer)
before = resident()
held, more, kept = [], [], []
for _ in range(60):  # of the second ten between two that stay
    kept += allocate(1)
    held += allocate(10)
    kept += allocate(1)
    more += allocate(10)
free(more)
loaded = look()
free(held)
print(unused_bytes() > 0, before, loaded, look())
"""


def test_what_a_load_frees_behind_a_trim_in_its_midst_is_returned_too() -> None:
    """57 MiB are in use when the heap is trimmed, and free behind something that stays when it is looked at next."""
    run = subprocess.run([sys.executable, "-c", PROGRAM], capture_output=True, text=True, check=True)
    tells, *sizes = run.stdout.split()
    if tells != "True":
        pytest.skip("this C library does not tell what it has given out")
    before, loaded, behind = map(int, sizes)
    assert loaded - before > 50
    assert behind - before < 16
