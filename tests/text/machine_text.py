"""What ordinary machines say: a wide choice of text that instructs no agent, for `fit_instructions`. Deterministic.

Sources, declarations, data and READMEs of the standard library and of what `make setup` installs, our own docs, and
what ordinary commands print (command_output.json).
"""

from __future__ import annotations

import json
import random
import sysconfig
from collections.abc import Iterable, Iterator
from pathlib import Path

HERE = Path(__file__).parent
_ROOT = HERE.parent.parent
_INSTALLED = Path(sysconfig.get_paths()["purelib"])
_STANDARD = Path(sysconfig.get_paths()["stdlib"])
_LARGEST_FILE, _MOST_OF_FILE, _LEAST_OF_FILE = 400_000, 8_000, 200
_DATA = ("*.json", "*.yaml", "*.yml", "*.xml", "*.toml", "*.cfg", "*.ini", "*.csv", "*.txt", "*.html", "*.js", "RECORD")
_OURS = ("docs/*.md", "packaging/man/*", "systemd/*", "*.md", "Makefile")


def machine_text() -> Iterator[str]:
    """Texts of at most some 8,000 characters."""
    yield from _some((_STANDARD,), ("*.py",), 250)
    for patterns, count in ((("*.py",), 250), (("METADATA", "*.md", "*.rst"), 400), (_DATA, 250),
                            (("*.h", "*.c", "*.pyx"), 80), (("*.pyi",), 80)):  # fmt: skip
        yield from _some((_INSTALLED,), patterns, count)
    for pattern in _OURS:
        yield from _parts(path for path in sorted(_ROOT.glob(pattern)) if path.is_file())
    yield from json.loads((HERE / "command_output.json").read_text())["output"]


def _some(roots: Iterable[Path], patterns: Iterable[str], count: int) -> Iterator[str]:
    """An arbitrary part of so many files, always the same ones."""
    chance = random.Random(1)
    paths = sorted(path for root in roots for one in patterns for path in root.rglob(one) if _is_wanted(path, root))
    for path in chance.sample(paths, min(count, len(paths))):
        text = path.read_text(errors="replace")
        begin = chance.randrange(max(1, len(text) - _MOST_OF_FILE))
        yield text[begin : begin + _MOST_OF_FILE]


def _is_wanted(path: Path, root: Path) -> bool:
    """What is installed is no part of the standard library, though it may stand below it; we are none of either."""
    parts = path.relative_to(root).parts
    return (
        not any(one.startswith(("memoryd", "__editable__", "site-packages")) for one in parts)
        and path.is_file()
        and _LEAST_OF_FILE < path.stat().st_size < _LARGEST_FILE
    )


def _parts(paths: Iterable[Path]) -> Iterator[str]:
    for path in paths:
        text = path.read_text(errors="replace")
        yield from (text[at : at + _MOST_OF_FILE] for at in range(0, len(text), _MOST_OF_FILE))
