from __future__ import annotations

import subprocess
import sys

import pytest

PROGRAM = """
import resource, sys
from memoryd.process.descriptors import connections_that_fit
resource.setrlimit(resource.RLIMIT_NOFILE, (int(sys.argv[1]), int(sys.argv[2])))
print(connections_that_fit(int(sys.argv[3])), resource.getrlimit(resource.RLIMIT_NOFILE)[0])
"""


@pytest.mark.parametrize(
    ("soft", "hard", "wanted", "connections", "limit"),
    [
        (64, 64, 4096, 32, 64),
        (256, 1024, 4096, 512, 1024),
        (256, 1024, 100, 100, 612),
        (1024, 1024, 100, 100, 1024),
        (2, 2, 4096, 1, 2),
    ],
)
def test_connections_leave_descriptors_to_the_files(
    soft: int, hard: int, wanted: int, connections: int, limit: int
) -> None:
    # The module is imported first: with two descriptors nothing could be.
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM, str(soft), str(hard), str(wanted)], capture_output=True, text=True, check=True
    )
    assert done.stdout.split() == [str(connections), str(limit)]
