"""000's Memory Health, as text (`[[memory_health]]`)."""

from __future__ import annotations

from collections import Counter

from memoryd.kinds.notes.formats.archive import ArchiveTable
from memoryd.kinds.notes.formats.hygiene import hot_key
from memoryd.kinds.notes.formats.layer_file import note_key
from memoryd.kinds.notes.known.state import NoteState
from memoryd.kinds.notes.rules.eviction import PRIORITIES, priority_of
from memoryd.kinds.notes.rules.settings import NoteSettings
from memoryd.storage.atomic import ABSENT

_ICONS = {"critical": "🔒", "pinned": "📌", "recent": "🔥", "stale": "⏳", "cold": "❄️"}
_SHOWN = 5
_COLD_DAYS = 30


def memory_health_text(state: NoteState, archive: ArchiveTable, settings: NoteSettings, now: int) -> str:
    """Counts of the notes in the seed's format. O(notes)."""
    numbers = settings.now
    archived = sum(1 for note in archive.all() if state.entry(note.key) is None)
    standings = {key: state.standing(key) for key in list(state.hot)}
    priorities = Counter(priority_of(one, numbers.demote_after_sessions) for one in standings.values())
    breakdown = "  ".join(f"{_ICONS[name]} {name}: {priorities[name]}" for name in PRIORITIES)
    stale = sum(1 for key, note in state.hot.items() if (e := state.entry(key)) is None or e.digest != note.digest)
    top = sorted(standings.values(), key=lambda one: (-one.sessions_since_access, one.key))[:_SHOWN]
    files = sum(1 for layer in state.layers.values() if layer.identity != ABSENT)
    pinned = sum(one.pinned for one in standings.values())
    lines = [
        "=== Memory Health ===",
        f"L1: {len(state.hot)}/{numbers.hot_max_bullets} bullets | {pinned} tagged [pin]",
        f"L2: {files} files | {state.entry_count()} entries tracked",
        f"Promotions (total): {state.hygiene.totals.promotions}",
        f"Demotions (total): {state.hygiene.totals.demotions}",
        f"Archive queue: {archived} items",
        "===",
        "Priority breakdown:",
        f"  {breakdown}",
        "===",
        f"L2 cold candidates (never accessed, age>30d): {_cold_candidates(state, settings, now)}",
        f"L1↔L2 sync (L1 has stale L2 source): {stale}",
        "===",
        "Log Cleanup:",
        f"  Log items over 180 days pruned from hygiene.json: {state.hygiene.totals.pruned}",
        "===",
        "Top L1 entries by sessionsSinceAccess:",
    ]
    for number, one in enumerate(top, 1):
        lines.append(f"  {number}. {hot_key(one.key)} — {one.sessions_since_access} sessions stale")
    return "\n".join(lines)


def _cold_candidates(state: NoteState, settings: NoteSettings, now: int) -> int:
    begin = settings.days_ago(_COLD_DAYS, now)
    found = 0
    for layer, known in list(state.layers.items()):
        for entry in known.file.entries():
            key = note_key(layer, entry.slug)
            row = state.hygiene.access.get(key)
            unused = row is None or row.access_count == 0
            if unused and key not in state.hot and entry.seen < begin:
                found += 1
    return found
