"""What `make generated` is made with, as `python packaging/generate/NAME.py` sees it."""

from __future__ import annotations

import runpy
import sys
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).parents[2] / "packaging" / "generate"


def load_generator(name: str) -> dict[str, Any]:
    """The names of that script; the modules beside it are found."""
    sys.path.insert(0, str(FOLDER))
    try:
        return runpy.run_path(str(FOLDER / f"{name}.py"))
    finally:
        sys.path.remove(str(FOLDER))
