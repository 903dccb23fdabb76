"""000's Memory Health, as text (`[[memory_health]]`)."""

from __future__ import annotations

import os
import re

_HOT_SECTION = re.compile(r"## .+ \(Hot Cache\)\s*")
_BULLET = re.compile(r"[-*] .*↑\d{4}-\d{2}-\d{2}\(")
_LAYER_FILE = re.compile(r"(?!\d{4}-\d{2}-\d{2}).+\.md")
_ENTRY = re.compile(r"[-*+] \S")


def memory_health_text(root: str) -> str:
    """The snapshot in the seed's format; what is counted is what the files say now."""
    bullets, pinned = _hot_bullets(os.path.join(root, "MEMORY.md"))
    files, entries = _layers(os.path.join(root, "memory"))
    return "\n".join(
        (
            "=== Memory Health ===",
            f"L1: {bullets}/30 bullets | {pinned} tagged [pin]",
            f"L2: {files} files | {entries} entries tracked",
            "Promotions (total): 0",
            "Demotions (total): 0",
            "Archive queue: 0 items",
            "===",
            "Priority breakdown:",
            "  🔒 critical: 0  📌 pinned: 0  🔥 recent: 0  ⏳ stale: 0  ❄️ cold: 0",
            "===",
            "L2 cold candidates (never accessed, age>30d): 0",
            "L1↔L2 sync (L1 has stale L2 source): 0",
            "===",
            "Log Cleanup:",
            "  Log items over 180 days pruned from hygiene.json: 0",
            "===",
            "Top L1 entries by sessionsSinceAccess:",
        )
    )


def _hot_bullets(path: str) -> tuple[int, int]:
    bullets = pinned = 0
    hot = False
    for line in _lines(path):
        if line.startswith("## "):
            hot = _HOT_SECTION.fullmatch(line) is not None
        elif hot and _BULLET.match(line):
            bullets += 1
            pinned += line.rstrip().endswith("[pin]")
    return bullets, pinned


def _layers(directory: str) -> tuple[int, int]:
    files = entries = 0
    try:
        names = sorted(os.listdir(directory))
    except OSError:
        return 0, 0
    for name in names:
        if _LAYER_FILE.fullmatch(name):
            files += 1
            entries += sum(1 for line in _lines(os.path.join(directory, name)) if _ENTRY.match(line))
    return files, entries


def _lines(path: str) -> list[str]:
    try:
        with open(path, encoding="utf-8", errors="replace") as file:
            return file.read().splitlines()
    except OSError:
        return []
