"""What is made again when MEMORY.md or hygiene.json is lost (000 §Recovery). Writer's state, before the threads run."""

from __future__ import annotations

from memoryd.errors import LimitExceeded
from memoryd.kinds.notes.hygiene import HYGIENE_PATH, decode, hot_key, salvage
from memoryd.kinds.notes.layer_file import note_key
from memoryd.kinds.notes.memory_edits import promotions_of_tags, zero_rows
from memoryd.kinds.notes.memory_md import layer_order
from memoryd.kinds.notes.state import Desk, HotNote
from memoryd.kinds.notes.store import NoteStore
from memoryd.kinds.notes.tags import SYNC
from memoryd.problems import ProblemBoard
from memoryd.storage.writer import Batch
from memoryd.types import Problem

RECOVERY_ORDER = ("identity", "user", "preferences", "decisions", "knowledge", "skills", "context")
"""The seed's priority when MEMORY.md is lost."""


def load_hygiene(keeper: NoteStore) -> bool:
    """Read hygiene.json; False when it was lost or broken and must be written again."""
    files, desk, board = keeper.files, keeper.desk, keeper.board
    hidden = files.load_hidden()
    try:
        found = keeper.read(HYGIENE_PATH)
        if found is None:
            desk.hygiene.access = hidden
            return True
        data, version = found
        desk.hygiene = decode(data)
    except FileNotFoundError:
        desk.hygiene.access = hidden
        return False
    except ValueError as error:
        files.files.rename(files.path(HYGIENE_PATH), files.path(f"{HYGIENE_PATH}.broken"))
        desk.hygiene.promotions, desk.hygiene.demotions = salvage(data)
        desk.hygiene.access = hidden
        board.add(
            "notes:lost", _lost_hygiene(f"it could not be read ({error}) and was set aside as hygiene.json.broken")
        )
        return False
    files.took_hygiene(data, version)
    desk.hygiene.access = {**hidden, **desk.hygiene.access}
    return True


def rebuild_hygiene(desk: Desk, board: ProblemBoard, *, was_there: bool) -> None:
    """Rows from the tags and the notes: every count starts at zero."""
    zero_rows(desk.hot, desk.hygiene)
    for key in desk.hot:
        desk.hygiene.hot[hot_key(key)].pinned = desk.is_pinned(key)
    if not desk.hygiene.promotions:
        desk.hygiene.promotions = promotions_of_tags(desk.hot)
    totals = desk.hygiene.totals
    totals.promotions = max(totals.promotions, len(desk.hygiene.promotions))
    totals.demotions = max(totals.demotions, len(desk.hygiene.demotions))
    if was_there:
        board.add("notes:lost", _lost_hygiene("it was missing"))


def _lost_hygiene(what: str) -> Problem:
    return Problem(
        path=HYGIENE_PATH,
        what=f"{what}; who used which note before is not known any more, so all counts begin at zero",
        action="nothing needs to be done: notes become hot again as they are used",
    )


def rebuild_hot(keeper: NoteStore, batch: Batch) -> int:
    """MEMORY.md is lost, and what it said, too: known-hot notes first, then the first ones of each layer."""
    desk, settings = keeper.desk, keeper.settings
    last: dict[str, tuple[str, bool, str]] = {}
    moves = [(m.at, True, m) for m in desk.hygiene.promotions] + [(m.at, False, m) for m in desk.hygiene.demotions]
    for at, up, move in sorted(moves, key=lambda one: (one[0], not one[1])):
        last[move.entry] = (at, up, move.reason)
    hot = [(key, reason) for key, (_, up, reason) in last.items() if up and desk.entry(key) is not None]
    fixed = [
        (note_key(layer, entry.slug), "critical" if entry.critical else "user request")
        for layer, known in desk.layers.items()
        for entry in known.file.entries()
        if "↑[" in entry.raw and (entry.pinned or entry.critical)
    ]
    order = {name: at for at, name in enumerate(RECOVERY_ORDER)}
    layers = sorted(desk.layers, key=lambda name: (order.get(name, len(order)), layer_order(name)))
    rest = [
        (note_key(layer, entry.slug), SYNC)
        for layer in layers
        for entry in list(desk.layers[layer].file.entries())[: settings.soft_bullets]
    ]
    for key, reason in [*fixed, *hot, *rest]:
        if key in desk.hot or len(desk.hot) >= settings.most_bullets:
            continue
        try:
            keeper.promote_now(key, reason, None, batch)
        except LimitExceeded:
            break
    return len(desk.hot)


def drop_lost(desk: Desk) -> list[HotNote]:
    """Hot notes whose layer has them no more and who are not on their way to the archive."""
    lost = [note for key, note in desk.hot.items() if desk.entry(key) is None and key not in desk.vanished]
    for note in lost:
        del desk.hot[note.key]
    return lost
