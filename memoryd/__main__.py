"""`memoryd`: the daemon's entry point."""

from __future__ import annotations

import gc
import os
import sys
from collections.abc import Sequence

from memoryd.process.arguments import parse_arguments


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the daemon and exit, or with --check and its like return the code of what they say."""
    parsed = parse_arguments(arguments)
    # structlog loads it for tracebacks where it is installed, though we print plain ones: a tenth of the start.
    sys.modules.setdefault("rich", None)  # type: ignore[arg-type]  # so an import of it fails
    if parsed.unit is not None:
        from memoryd.process.unit import check_unit

        return check_unit(parsed)
    if parsed.check:
        from memoryd.jobs.command import tried
        from memoryd.process.check import check
        from memoryd.storage.lock import lock_holder

        return check(parsed, os.environ, lambda path: lock_holder(str(path)), try_command=tried)
    if parsed.restore or parsed.drill or parsed.downgrade:
        from memoryd.restoring import run_restoring

        return run_restoring(parsed)
    from memoryd.process import signals

    signals.wait_for_loop()
    gc.disable()  # until the memory is loaded: looking through modules that all stay is a fifth of their import
    from memoryd.daemon import run
    from memoryd.heap import keep_heap_small

    keep_heap_small()
    code = run(parsed)
    # All is written, the log too: to take apart what was loaded would take longer than the whole stop.
    os._exit(code)


if __name__ == "__main__":
    sys.exit(main())
