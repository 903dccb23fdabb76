"""`python -m memoryd.mcp`."""

from __future__ import annotations

import sys

from memoryd.mcp.main import main

if __name__ == "__main__":
    sys.exit(main())
