"""`python -m memoryd.cli` is memoryctl."""

from __future__ import annotations

import sys

from memoryd.cli.main import main

if __name__ == "__main__":
    sys.exit(main())
