"""Makes glibc's allocator return memory: with an arena per thread, a burst of 100,000 facts kept 440 MB."""

from __future__ import annotations

import ctypes
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from mmap import PAGESIZE

_M_TRIM_THRESHOLD = -1
_M_MMAP_THRESHOLD = -3
_M_ARENA_MAX = -8
"""malloc.h"""
_MADV_COLLAPSE = 25
"""madvise(2), since Linux 6.1; it asks nobody whether huge pages are enabled."""
_HUGE_PAGE = 2 << 20
_START_OF_HEAP = 44
"""`start_brk` among the fields behind the name of the command, proc_pid_stat(5)."""
_TRIM_BYTES = 1 << 20
_MMAP_BYTES = 1 << 20
"""A search uses arrays of up to 700 KB for a moment. Setting the trim threshold fixes this one at 128 KiB, and each of
them would be mapped and zeroed anew: 159 page faults a search instead of 3."""


def keep_heap_small() -> None:
    """Use one arena for all threads, and return its free end to the system. Call it before any thread starts."""
    with suppress(OSError, AttributeError):  # another libc has no mallopt
        libc = ctypes.CDLL(None)
        libc.mallopt(_M_ARENA_MAX, 1)
        libc.mallopt(_M_TRIM_THRESHOLD, _TRIM_BYTES)
        libc.mallopt(_M_MMAP_THRESHOLD, _MMAP_BYTES)


class _Malloc(ctypes.Structure):
    """struct mallinfo2, malloc.h."""

    _fields_ = [
        (name, ctypes.c_size_t)
        for name in (
            "arena", "ordblks", "smblks", "hblks", "hblkhd", "usmblks", "fsmblks", "uordblks", "fordblks", "keepcost",
        )
    ]  # fmt: skip


def unused_bytes() -> int:
    """Bytes of the heap that are resident and not given out; 0 where the C library does not tell (glibc before 2.33).

    Of the heap alone: what is mapped beside it goes back by itself, and half of it was never resident.
    """
    try:
        libc = ctypes.CDLL(None)
        libc.sbrk.restype = ctypes.c_void_p
        libc.mallinfo2.restype = _Malloc
        with open("/proc/self/stat", "rb") as file:
            begin = int(file.read().rpartition(b") ")[2].split()[_START_OF_HEAP]) // PAGESIZE * PAGESIZE
        size = libc.sbrk(0) - begin
        pages = ctypes.create_string_buffer(-(-size // PAGESIZE))
        if libc.mincore(ctypes.c_void_p(begin), ctypes.c_size_t(size), pages):
            return 0  # it shrank meanwhile
    except (OSError, AttributeError):
        return 0
    return max(0, pages.raw.count(b"\x01") * PAGESIZE - int(libc.mallinfo2().uordblks))


def trim_heap() -> None:
    """Return freed memory to the system: malloc keeps what a large load used."""
    with suppress(OSError, AttributeError):
        ctypes.CDLL(None).malloc_trim(0)


@contextmanager
def huge_pages() -> Iterator[None]:
    """Put what is allocated meanwhile, and stays, on huge pages where the kernel has them.

    An encoder's 10 MB of weights are read at each query: as 4 KiB pages they take a tenth more of its time.
    """
    try:
        libc = ctypes.CDLL(None)
        libc.sbrk.restype = ctypes.c_void_p
        libc.madvise.argtypes = ctypes.c_void_p, ctypes.c_size_t, ctypes.c_int
        begin = libc.sbrk(0)
    except (OSError, AttributeError):
        yield
        return
    yield
    first, last = -(-begin // _HUGE_PAGE), libc.sbrk(0) // _HUGE_PAGE
    if last > first:
        libc.madvise(first * _HUGE_PAGE, (last - first) * _HUGE_PAGE, _MADV_COLLAPSE)
