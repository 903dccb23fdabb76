"""What a child runs: a function by its module and name, `package.module:function`.

It gets plain parameters and a function to report progress, and returns plain data.
"""

from __future__ import annotations

import importlib
from collections.abc import Callable, Mapping
from typing import Any

Say = Callable[[str, int, int], None]
Task = Callable[[Mapping[str, Any], Say], Any]


def task_of(name: str) -> Task:
    """The function. Raises ValueError for a name outside memoryd."""
    module, _, function = name.partition(":")
    if not module.startswith("memoryd.") or not function.isidentifier():
        raise ValueError(f"{name!r} names no task")
    found: Task = getattr(importlib.import_module(module), function)
    return found
