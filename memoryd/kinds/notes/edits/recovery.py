"""What is made again at the start when MEMORY.md or hygiene.json is lost (000 §Recovery). Writer's thread."""

from __future__ import annotations

from memoryd.errors import LimitExceeded
from memoryd.kinds.notes.changes.hot_cache import HotCache
from memoryd.kinds.notes.changes.transactions import NoteTransactions
from memoryd.kinds.notes.formats.hygiene import HYGIENE_PATH, Move, decode, hot_key, salvage
from memoryd.kinds.notes.formats.layer_file import note_key
from memoryd.kinds.notes.formats.memory_md import layer_order
from memoryd.kinds.notes.formats.tags import SYNC
from memoryd.kinds.notes.known.state import NoteState
from memoryd.problems import ProblemBoard
from memoryd.storage.batch import Batch
from memoryd.types import Problem

RECOVERY_ORDER = ("identity", "user", "preferences", "decisions", "knowledge", "skills", "context")
"""The seed's priority when MEMORY.md is lost."""


def load_hygiene(transactions: NoteTransactions) -> bool:
    """Read hygiene.json; False when it was lost or broken and must be written again."""
    files, state, board = transactions.files, transactions.state, transactions.board
    overflow = files.hygiene.load_overflow()
    try:
        found = files.disk.read(HYGIENE_PATH)
        if found is None:
            state.hygiene.access = overflow
            return True
        data, version = found
        state.hygiene = decode(data)
    except FileNotFoundError:
        state.hygiene.access = overflow
        return False
    except ValueError as error:
        files.disk.set_aside(HYGIENE_PATH)
        state.hygiene.promotions, state.hygiene.demotions = salvage(data)
        state.hygiene.access = overflow
        board.happened(_lost_hygiene(f"it could not be read ({error}) and was set aside as hygiene.json.broken"))
        return False
    files.hygiene.took(data, version)
    state.hygiene.access = {**overflow, **state.hygiene.access}
    return True


def rebuild_hygiene(state: NoteState, board: ProblemBoard, *, was_there: bool) -> None:
    """Rows from the tags and the notes: every count starts at zero."""
    state.hygiene.keep_rows_of(state.hot)
    for key in state.hot:
        state.hygiene.hot[hot_key(key)].pinned = state.is_pinned(key)
    if not state.hygiene.promotions:
        state.hygiene.promotions = [Move(key, "L2", "L1", note.day, note.reason) for key, note in state.hot.items()]
    totals = state.hygiene.totals
    totals.promotions = max(totals.promotions, len(state.hygiene.promotions))
    totals.demotions = max(totals.demotions, len(state.hygiene.demotions))
    if was_there:
        board.happened(_lost_hygiene("it was missing"))


def _lost_hygiene(what: str) -> Problem:
    return Problem(
        path=HYGIENE_PATH,
        what=f"{what}; who used which note before is not known any more, so all counts begin at zero",
        action="nothing needs to be done: notes become hot again as they are used",
    )


def rebuild_hot(transactions: NoteTransactions, hot: HotCache, batch: Batch) -> int:
    """MEMORY.md is lost, and so is what it said: notes known to be hot come first, then the first of each layer."""
    state, numbers = transactions.state, transactions.settings.now
    last: dict[str, tuple[str, bool, str]] = {}
    moves = [(m.at, True, m) for m in state.hygiene.promotions] + [(m.at, False, m) for m in state.hygiene.demotions]
    for at, up, move in sorted(moves, key=lambda one: (one[0], not one[1])):
        last[move.entry] = (at, up, move.reason)
    known = [(key, reason) for key, (_, up, reason) in last.items() if up and state.entry(key) is not None]
    fixed = [
        (note_key(layer, entry.slug), "critical" if entry.critical else "user request")
        for layer, there in state.layers.items()
        for entry in there.file.entries()
        if "↑[" in entry.raw and (entry.pinned or entry.critical)
    ]
    order = {name: at for at, name in enumerate(RECOVERY_ORDER)}
    layers = sorted(state.layers, key=lambda name: (order.get(name, len(order)), layer_order(name)))
    rest = [
        (note_key(layer, entry.slug), SYNC)
        for layer in layers
        for entry in list(state.layers[layer].file.entries())[: numbers.layer_soft_bullets]
    ]
    for key, reason in [*fixed, *known, *rest]:
        if key in state.hot or len(state.hot) >= numbers.hot_max_bullets:
            continue
        try:
            hot.promote(key, reason, None, batch)
        except LimitExceeded:
            break
    return len(state.hot)


def drop_lost(state: NoteState) -> None:
    """Drop hot notes that their layer no longer has and that are not on their way to the archive."""
    lost = [key for key in state.hot if state.entry(key) is None and key not in state.vanished]
    for key in lost:
        del state.hot[key]
