"""What pytest makes of test files, made once by the workers together rather than by each of them.

In a fresh clone each worker rewrites the assertions of every file before its first test, which takes longer than all
else that it does by then. Here each begins at another file, and finds what the others have left when it gets there.
"""

from __future__ import annotations

import importlib
import warnings
from contextlib import suppress
from pathlib import Path

import pytest

_TESTS = Path(__file__).parents[1]


def share(config: pytest.Config) -> None:
    """Import all test files when all are to run; whatever fails does so again where pytest collects it, and is told."""
    worker: dict[str, object] | None = getattr(config, "workerinput", None)
    if worker is None or [Path(one).resolve() for one in config.args] != [_TESTS]:
        return
    files = sorted(_TESTS.rglob("test_*.py"))
    begin = int(str(worker["workerid"]).removeprefix("gw")) * len(files) // int(str(worker["workercount"]))
    for file in files[begin:] + files[:begin]:
        with warnings.catch_warnings(), suppress(Exception, pytest.skip.Exception):
            warnings.simplefilter("error")
            importlib.import_module(".".join(file.relative_to(_TESTS.parent).with_suffix("").parts))
