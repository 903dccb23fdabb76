"""What threads of the daemon have freed goes back to the system."""

from __future__ import annotations

import subprocess
import sys

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
