"""What threads of the daemon have freed goes back to the system."""

from __future__ import annotations

import subprocess
import sys

import pytest

PROGRAM = """
import sys, threading
from memoryd.heap import keep_heap_small
if sys.argv[1] == "small":
    keep_heap_small()
import ctypes
libc = ctypes.CDLL(None)
libc.malloc.restype = ctypes.c_void_p
libc.free.argtypes = [ctypes.c_void_p]
def work():
    for pointer in [libc.malloc(5000) for _ in range(4000)]:
        ctypes.memset(pointer, 1, 5000)
        libc.free(pointer)
threads = [threading.Thread(target=work) for _ in range(4)]
[thread.start() for thread in threads]
[thread.join() for thread in threads]
with open("/proc/self/maps") as maps:
    arenas = sum(1 for line in maps if "-" in line and line.split()[0].split("-")[0].endswith("000000"))
print(arenas)
"""


def arenas(how: str) -> int:
    run = subprocess.run([sys.executable, "-c", PROGRAM, how], capture_output=True, text=True, check=True)
    return int(run.stdout)


def test_threads_share_one_arena() -> None:
    # glibc puts each further arena at a multiple of 64 MB.
    assert arenas("small") < arenas("as it is")


HUGE_PROGRAM = """
import ctypes, mmap
from memoryd.heap import huge_pages, keep_heap_small
keep_heap_small()
libc = ctypes.CDLL(None)
libc.malloc.restype = libc.sbrk.restype = ctypes.c_void_p
libc.madvise.argtypes = [ctypes.c_void_p, ctypes.c_size_t, ctypes.c_int]
def huge():
    with open("/proc/self/smaps_rollup") as lines:
        return sum(int(line.split()[1]) for line in lines if line.startswith("AnonHugePages"))
def fill(size):
    for _ in range(size // 500_000):
        ctypes.memset(libc.malloc(500_000), 1, 500_000)
fill(8 << 20)
end = libc.sbrk(0)
can = libc.madvise(end // (2 << 20) * (2 << 20) - (2 << 20), 2 << 20, 25) == 0
before = huge()
with huge_pages():
    fill(16 << 20)
print(can, huge() - before)
"""


def test_what_stays_and_is_read_all_the_time_is_on_huge_pages() -> None:
    run = subprocess.run([sys.executable, "-c", HUGE_PROGRAM], capture_output=True, text=True, check=True)
    can, kilobytes = run.stdout.split()
    if can != "True":
        pytest.skip("this kernel does not put memory on huge pages when it is asked to")
    assert int(kilobytes) >= 12 << 10


UNUSED_PROGRAM = """
import ctypes
from memoryd.heap import keep_heap_small, unused_bytes
keep_heap_small()
libc = ctypes.CDLL(None)
libc.malloc.restype = ctypes.c_void_p
libc.free.argtypes = [ctypes.c_void_p]
def free_behind_something(touched):
    pointers = [libc.malloc(500_000) for _ in range(40)]
    libc.malloc(500_000)
    for pointer in pointers:
        ctypes.memset(pointer, 1, 500_000 if touched else 1)
        libc.free(pointer)
    return unused_bytes()
print(free_behind_something(False), free_behind_something(True))
"""


def test_what_was_never_touched_is_not_counted_as_unused() -> None:
    run = subprocess.run([sys.executable, "-c", UNUSED_PROGRAM], capture_output=True, text=True, check=True)
    untouched, touched = map(int, run.stdout.split())
    if not touched:
        pytest.skip("this C library does not tell what it has given out")
    assert untouched < 4 << 20 < 16 << 20 < touched
