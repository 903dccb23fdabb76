"""`memoryd`: the daemon's entry point."""

from __future__ import annotations

import gc
import os
import sys
from collections.abc import Sequence

from memoryd.process.arguments import parse_arguments


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the daemon, or with --check say whether it would start; returns the exit code."""
    parsed = parse_arguments(arguments)
    if parsed.check:
        from memoryd.process.check import check
        from memoryd.storage.lock import lock_holder

        return check(parsed, os.environ, lambda path: lock_holder(str(path)))
    # structlog loads it for tracebacks where it is installed, though we print plain ones: a tenth of the start.
    sys.modules.setdefault("rich", None)  # type: ignore[arg-type]  # so an import of it fails
    gc.disable()  # until the memory is loaded: looking through modules that all stay is a fifth of their import
    from memoryd.daemon import run
    from memoryd.process.heap import keep_heap_small

    keep_heap_small()
    return run(parsed)


if __name__ == "__main__":
    sys.exit(main())
