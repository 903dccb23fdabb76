"""Our code, parsed once for all tests that look through it."""

from __future__ import annotations

import ast
from functools import cache
from pathlib import Path


@cache
def nodes(path: Path) -> list[ast.AST]:
    """All nodes of the module's tree, which is the first of them."""
    return list(ast.walk(ast.parse(path.read_text())))
