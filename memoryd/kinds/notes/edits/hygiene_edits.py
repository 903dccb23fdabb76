"""Hand edits of hygiene.json, and its loss (rule 15)."""

from __future__ import annotations

from memoryd.kinds.notes.changes.hot_cache import HotCache
from memoryd.kinds.notes.changes.tasks import MISSING
from memoryd.kinds.notes.changes.transactions import NoteTransactions
from memoryd.kinds.notes.formats.hygiene import HYGIENE_PATH, Hygiene, decode, merge, note_key_of, salvage
from memoryd.storage.atomic import ABSENT
from memoryd.storage.batch import Batch
from memoryd.types import Problem


class HygieneEdits:
    """Merges hygiene.json as it was edited, and makes it again when it is lost. Writer's thread."""

    def __init__(self, transactions: NoteTransactions, hot: HotCache) -> None:
        self._transactions = transactions
        self._state = transactions.state
        self._files = transactions.files
        self._hot = hot
        self._logged: set[str] = set()

    def absorb(self, batch: Batch) -> bool:
        """Merge what was edited since we wrote it; what cannot be read is looked at again in a moment.

        False: this very batch is about to write the file; try again in the next one.
        """
        disk, hygiene = self._files.disk, self._files.hygiene
        if disk.identity(HYGIENE_PATH) == hygiene.identity:
            disk.is_as_known(HYGIENE_PATH)
            return True
        if self._files.staged.hygiene:
            return False
        try:
            found = disk.read(HYGIENE_PATH)
            if found is None:
                return True
            data, version = found
            theirs = decode(data)
        except (FileNotFoundError, ValueError):
            self._transactions.ask(MISSING)
            return True
        with self._transactions.changing(batch):
            self._merge(theirs, batch)
            hygiene.merged(version)
            self._files.staged.hygiene = True
        return True

    def _merge(self, theirs: Hygiene, batch: Batch) -> None:
        state = self._state
        before = {key: row.pinned for key, row in state.hygiene.hot.items()}
        known = set(state.hygiene.demotions)
        merge(state.hygiene, self._files.hygiene.base, theirs)
        self._logged = {move.entry for move in state.hygiene.demotions if move not in known} & state.hot.keys()
        for short, row in list(state.hygiene.hot.items()):
            key = note_key_of(short)
            entry = state.entry(key)
            if entry is not None and row.pinned != before.get(short, row.pinned) and row.pinned != entry.pinned:
                self._hot.mark(key, row.pinned, entry.critical)
        self._hot.promote_used(batch)

    def take_logged(self, key: str) -> bool:
        """Whether a person has logged this demotion before the bullet was seen to go; it is answered once."""
        if key not in self._logged:
            return False
        self._logged.discard(key)
        return True

    def restore(self, batch: Batch) -> None:
        """hygiene.json is missing or cannot be read, and stays so: set aside and written again (000 §Recovery)."""
        disk, hygiene = self._files.disk, self._files.hygiene
        version = disk.identity(HYGIENE_PATH)
        if version == hygiene.identity:
            return
        try:
            found = disk.read(HYGIENE_PATH)
            if found is None:
                return
            data, version = found
            decode(data)
            self.absorb(batch)
            return
        except FileNotFoundError:
            data, version = b"", ABSENT
        except ValueError as error:
            disk.set_aside(HYGIENE_PATH)
            version = ABSENT
            self._transactions.board.happened(_broken(str(error)))
        with self._transactions.changing(batch):
            self._salvage(data)
            hygiene.merged(version)
            self._files.staged.hygiene = True

    def _salvage(self, data: bytes) -> None:
        hygiene = self._state.hygiene
        promotions, demotions = salvage(data)
        hygiene.promotions += [move for move in promotions if move not in hygiene.promotions]
        hygiene.demotions += [move for move in demotions if move not in hygiene.demotions]


def _broken(why: str) -> Problem:
    return Problem(
        path=HYGIENE_PATH,
        what=f"it could not be read ({why}); it was set aside as hygiene.json.broken and written again",
        action="look at the .broken file and remove it",
    )
