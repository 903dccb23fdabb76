"""MEMORY.md and hygiene.json that other hands wrote (rules 14 and 15)."""

from __future__ import annotations

import re
from collections.abc import Callable

from msgspec.structs import replace

from memoryd.errors import InvalidParams, LimitExceeded
from memoryd.kinds.notes.condense import changed_by_bullet, condense, is_whole, says_nothing_new
from memoryd.kinds.notes.entry import Entry, clean_text, edited, make_entry
from memoryd.kinds.notes.hygiene import (
    DELETED,
    HYGIENE_PATH,
    HotRow,
    Hygiene,
    Move,
    decode,
    hot_key,
    merge,
    note_key_of,
    salvage,
)
from memoryd.kinds.notes.layer_file import note_key, path_of
from memoryd.kinds.notes.matching import are_alike
from memoryd.kinds.notes.memory_md import MEMORY_PATH, HotLine, Part, facts_lines, parse
from memoryd.kinds.notes.state import HotNote, Layer
from memoryd.kinds.notes.store import NoteStore, check_layer
from memoryd.kinds.notes.tags import SYNC, USER_REQUEST, Tag, sessions_reason
from memoryd.storage.atomic import ABSENT
from memoryd.storage.writer import Batch
from memoryd.text.slugs import slug_of, unique_slug
from memoryd.types import Problem

_HOMELESS = "knowledge"
_BROKEN_TAG = re.compile(r"\s*↑\S*\(.*?\)←\S+\s*$")
_PAST = 8


class MemoryEdits:
    """Takes in what other hands did to MEMORY.md and hygiene.json. Writer's thread."""

    def __init__(self, keeper: NoteStore, absorb_layer: Callable[[str, Batch], None]) -> None:
        self._keeper = keeper
        self._absorb_layer = absorb_layer
        self._past: dict[str, list[str]] = {}
        self._logged: set[str] = set()
        """Notes whose demotion somebody wrote into the log before the bullet was seen to go."""

    # --- MEMORY.md ----------------------------------------------------------------------------------------

    def absorb_memory(self, batch: Batch) -> bool:
        """What was typed goes to the notes, what was deleted is demoted; then the file is rendered again.

        False: this very batch is about to write the file; try again in the next one.
        """
        files = self._keeper.files
        if files.identity(MEMORY_PATH) == files.memory_identity:
            return True
        if files.staged.hot:
            return False
        try:
            found = self._keeper.read(MEMORY_PATH)
        except FileNotFoundError:
            found = b"", ABSENT
        if found is None:
            return True
        data, version = found
        text = data.decode("utf-8", "surrogateescape")
        if not text.strip():
            # Lost, or about to be written by an editor that truncates first.
            self._keeper.ask("notes:settle")
            return True
        with self._keeper.changing(batch):
            files.took_memory(text, version)
            self._take(parse(text), batch, whole=True)
        return True

    def restore_memory(self, batch: Batch) -> None:
        """MEMORY.md is missing or empty, and stays so: it is made again from what it said (000 §Recovery)."""
        files = self._keeper.files
        version = files.identity(MEMORY_PATH)
        if version == files.memory_identity or version[1] > 0:
            return
        with self._keeper.changing(batch):
            had = files.memory_text
            files.took_memory("", version)
            if had is not None and had.strip():
                self._keeper.board.add("notes:lost", _lost(MEMORY_PATH, "its hot bullets were written again"))
            files.staged.hot = True

    def add_strangers(self, base: str, text: str, batch: Batch) -> None:
        """What was typed into a version of MEMORY.md that we had replaced."""
        known = {line for part in parse(base) for line in part.bullets}
        parts = parse(text)
        for part in parts:
            part.bullets = [line for line in part.bullets if line not in known]
        if any(part.bullets for part in parts):
            with self._keeper.changing(batch):
                self._take(parts, batch, whole=False)

    def remember_past(self) -> None:
        """The bullets that we have written: an editor may save an old one over them."""
        for key, note in self._keeper.desk.hot.items():
            past = self._past.setdefault(key, [])
            if note.text not in past:
                past.append(note.text)
                del past[:-_PAST]

    def _take(self, parts: list[Part], batch: Batch, *, whole: bool) -> None:
        keeper, desk = self._keeper, self._keeper.desk
        keeper.files.facts.found(facts_lines(parts))
        seen: set[str] = set()
        typed: list[tuple[str, HotLine]] = []
        for part in parts:
            if part.kind != "hot":
                continue
            layer = self._layer(part.title)
            for line in part.bullets:
                key = self._key_of(line)
                if key is None or line.tag is None:
                    typed.append((line.tag.layer if line.tag else layer, line))
                elif key not in seen:
                    seen.add(key)
                    self._tagged(key, line, line.tag, batch)
                else:
                    self._again(key, line, batch)
        if whole:
            typed = [one for one in typed if not self._took_by_likeness(one[1], seen, batch)]
            self._take_references(parts)
            for key in [key for key in desk.hot if key not in seen and key in keeper.files.shown]:
                self._deleted(key, batch)
        for layer, line in typed:
            self._adopt(layer, line, batch)
        keeper.files.staged.hot = True

    def _deleted(self, key: str, batch: Batch) -> None:
        """A bullet that is gone is demoted; the log may have it already, by the same hand."""
        hygiene = self._keeper.desk.hygiene
        self._keeper.forget_now(key, DELETED, batch)
        if key in self._logged:
            self._logged.discard(key)
            hygiene.demotions.pop()
            hygiene.totals.demotions -= 1

    def _took_by_likeness(self, line: HotLine, seen: set[str], batch: Batch) -> bool:
        """Who replaces a word in the whole file replaces it in slugs, too: such a bullet is of the note that it was."""
        tag = line.tag
        if tag is None or tag.slug is None:
            return False
        for key, note in self._keeper.desk.hot.items():
            same_tag = (note.layer, note.day, note.reason) == (tag.layer, tag.day, tag.reason)
            if same_tag and key not in seen and are_alike(line.text, note.text):
                seen.add(key)
                self._tagged(key, line, tag, batch)
                return True
        return False

    def _layer(self, title: str) -> str:
        layer = self._keeper.files.layer_of_title(title) or _HOMELESS
        try:
            if layer not in self._keeper.desk.layers:
                check_layer(layer)
        except InvalidParams:
            return _HOMELESS
        return layer

    def _key_of(self, line: HotLine) -> str | None:
        """The note of a tagged bullet; of the seed's short form by its text."""
        tag, desk = line.tag, self._keeper.desk
        if tag is None:
            return None
        if tag.slug is not None:
            key = note_key(tag.layer, tag.slug)
            return key if desk.entry(key) is not None or key in desk.hot else None
        for key, note in desk.hot.items():
            if note.layer == tag.layer and line.text in (note.text, note.was):
                return key
        layer = desk.layers.get(tag.layer) or Layer()
        key = note_key(tag.layer, slug_of(line.text))
        if desk.entry(key) is not None:
            return key
        same = (e for e in layer.file.entries() if condense(e.text) == line.text or e.first_line == line.text)
        found = next(same, None)
        return None if found is None else note_key(tag.layer, found.slug)

    def _tagged(self, key: str, line: HotLine, tag: Tag, batch: Batch) -> None:
        desk = self._keeper.desk
        note, entry = desk.hot.get(key), desk.entry(key)
        if entry is None:
            return  # its file is being saved, or it goes to the archive in a moment
        if note is None:
            self._promoted_by_hand(key, entry, line, tag, batch)
            return
        if tag.pinned != entry.pinned:
            self._keeper.mark(key, tag.pinned, entry.critical)
        if line.text not in (note.text, note.was):
            self._changed(key, note, entry, line, tag, batch)
        if line.more:
            self._append_details(key, line, batch)

    def _changed(self, key: str, note: HotNote, entry: Entry, line: HotLine, tag: Tag, batch: Batch) -> None:
        """The bullet's text is another: a condensation, a change of the note, or a conflict with one."""
        keeper = self._keeper
        is_ours = (tag.day, tag.reason) == (note.day, note.reason)
        condensed = tag.reason == SYNC and (not is_ours or says_nothing_new(line.text, entry.text))
        if condensed and note.was is None:
            hot = replace(note, text=line.text, day=tag.day, reason=tag.reason, digest=entry.digest, by="", job_id=None)
            keeper.desk.hot[key] = hot
        elif line.text in self._past.get(key, ()):
            return  # an editor saved what the file once said
        elif note.was is not None or not is_ours:
            self._conflict(key, entry, line.text, batch)
        else:
            self._change_note(key, entry, note, line.text, batch)

    def _change_note(self, key: str, entry: Entry, note: HotNote, text: str, batch: Batch) -> None:
        """The change goes to the note; what the bullet left out of it stays."""
        keeper = self._keeper
        if is_whole(entry.text, note.text):
            new = text
        else:
            new = changed_by_bullet(entry.text, note.text, text, keeper.day(batch.now))
        try:
            changed = edited(entry, new)
        except InvalidParams:
            self._conflict(key, entry, text, batch)
            return
        self._put(note.layer, changed)
        keeper.resync(key, batch.now)

    def _put(self, layer: str, entry: Entry) -> None:
        keeper = self._keeper
        keeper.desk.put_file(layer, keeper.desk.layers[layer].file.with_entry(entry))
        keeper.files.staged.layers.add(layer)

    def _append_details(self, key: str, line: HotLine, batch: Batch) -> None:
        entry = self._keeper.desk.entry(key)
        place = self._keeper.desk.hot[key]
        if entry is None:
            return
        more = [text for text in _dedented(line.more) if text.strip() not in entry.text]
        if more:
            try:
                self._put(place.layer, edited(entry, "\n".join([entry.text, *more])))
            except InvalidParams:
                self._conflict(key, entry, "\n".join([line.text, *more]), batch)
            self._keeper.resync(key, batch.now)

    def _again(self, key: str, line: HotLine, batch: Batch) -> None:
        """A second bullet of one note: another text is kept beside it."""
        entry, note = self._keeper.desk.entry(key), self._keeper.desk.hot.get(key)
        differs = note is None or line.text not in (note.text, note.was)
        if entry is not None and differs and not says_nothing_new(line.text, entry.text):
            self._conflict(key, entry, line.text, batch)

    def _conflict(self, key: str, entry: Entry, text: str, batch: Batch) -> None:
        """Both sides changed: both are kept (rule 14)."""
        keeper = self._keeper
        layer = key.partition(".md:")[0].removeprefix("memory/")
        file = keeper.desk.layers[layer].file
        try:
            text = clean_text(text)
        except InvalidParams:
            return
        if any(other.text == text for other in file.entries()):
            return
        number = 1
        while f"{entry.slug}-conflict-{number}" in file:
            number += 1
        slug = f"{entry.slug}-conflict-{number}"
        other = make_entry(slug, text, pinned=False, critical=False, seen=batch.now)
        keeper.desk.put_file(layer, file.added_behind(entry.slug, other))
        keeper.files.staged.layers.add(layer)
        keeper.board.add("notes:conflict", _conflict_problem(layer, slug, entry.slug))

    def _promoted_by_hand(self, key: str, entry: Entry, line: HotLine, tag: Tag, batch: Batch) -> None:
        """Somebody who follows the seed by hand made it hot: their words and their tag count."""
        keeper = self._keeper
        if keeper.room(1, {key}) is None:
            if not says_nothing_new(line.text, entry.text):
                self._conflict(key, entry, line.text, batch)
            return
        hygiene = keeper.desk.hygiene
        row = hygiene.hot.get(hot_key(key))
        logged = row is not None or _is_logged(hygiene, key)
        keeper.promote_now(key, tag.reason, None, batch)
        keeper.desk.hot[key] = replace(keeper.desk.hot[key], text=line.text, day=tag.day)
        if row is not None:
            hygiene.hot[hot_key(key)] = row
        if logged:
            # The log has it: by the same hand, or from before what we knew of MEMORY.md was lost.
            hygiene.promotions.pop()
            hygiene.totals.promotions -= 1
        if tag.pinned and not entry.pinned:
            keeper.mark(key, True, entry.critical)

    def _adopt(self, layer: str, line: HotLine, batch: Batch) -> None:
        """A bullet that was typed into MEMORY.md: to its layer first, then hot (rule 14)."""
        keeper = self._keeper
        text = "\n".join([_BROKEN_TAG.sub("", line.text) or line.text, *_dedented(line.more)])
        try:
            check_layer(layer)
        except InvalidParams:
            layer = layer if layer in keeper.desk.layers else _HOMELESS
        self._absorb_layer(path_of(layer), batch)
        try:
            text = clean_text(text)
            known = keeper.desk.layers.get(layer)
            entry = next((e for e in known.file.entries() if text in (e.text, e.first_line)), None) if known else None
            slug = entry.slug if entry else self._new_note(layer, text, line, batch)
        except InvalidParams:
            return
        key = note_key(layer, slug)
        if key in keeper.desk.hot:
            return
        try:
            with keeper.changing(batch):
                keeper.promote_now(key, USER_REQUEST, None, batch)
                if line.tag is not None and line.tag.pinned:
                    keeper.mark(key, True, False)
        except LimitExceeded:
            return  # written, and not hot: health says why

    def _new_note(self, layer: str, text: str, line: HotLine, batch: Batch) -> str:
        keeper = self._keeper
        file = keeper.file_for(layer)
        wanted = line.tag.slug if line.tag and line.tag.slug else slug_of(text.partition("\n")[0])
        slug = unique_slug(slug_of(wanted), file.slugs())
        entry = make_entry(slug, text, pinned=False, critical=False, seen=batch.now)
        keeper.desk.put_file(layer, file.added(entry))
        keeper.files.staged.layers.add(layer)
        return slug

    def _take_references(self, parts: list[Part]) -> None:
        """Reference lines that a person removed stay out; those that an agent wrote are kept."""
        desk, files = self._keeper.desk, self._keeper.files
        present: dict[str, list[str]] = {}
        for part in parts:
            if part.kind == "hot":
                layer = files.layer_of_title(part.title)
                present.setdefault(layer or _HOMELESS, []).extend(part.references)
        for layer in {*desk.refs, *present}:
            shown, known = dict.fromkeys(present.get(layer, [])), desk.refs.get(layer, ())
            desk.refs[layer] = tuple(
                ref for ref in shown if ref in known or desk.entry(ref) is not None or ":" not in ref
            )

    # --- hygiene.json -------------------------------------------------------------------------------------

    def absorb_hygiene(self, batch: Batch) -> bool:
        """Merge what somebody changed since we wrote it; what cannot be read is looked at again in a moment."""
        files = self._keeper.files
        if files.identity(HYGIENE_PATH) == files.hygiene_identity:
            return True
        if files.staged.hygiene:
            return False
        try:
            found = self._keeper.read(HYGIENE_PATH)
            if found is None:
                return True
            data, version = found
            theirs = decode(data)
        except (FileNotFoundError, ValueError):
            self._keeper.ask("notes:settle")
            return True
        with self._keeper.changing(batch):
            self._merge(theirs, batch)
            files.hygiene_identity = version
            files.staged.hygiene = True
        return True

    def _merge(self, theirs: Hygiene, batch: Batch) -> None:
        keeper, desk = self._keeper, self._keeper.desk
        before = {key: row.pinned for key, row in desk.hygiene.hot.items()}
        known = set(desk.hygiene.demotions)
        merge(desk.hygiene, keeper.files.hygiene_base, theirs)
        self._logged = {move.entry for move in desk.hygiene.demotions if move not in known} & desk.hot.keys()
        for short, row in list(desk.hygiene.hot.items()):
            key = note_key_of(short)
            entry = desk.entry(key)
            if entry is not None and row.pinned != before.get(short, row.pinned) and row.pinned != entry.pinned:
                keeper.mark(key, row.pinned, entry.critical)
        self.promote_ripe(batch)

    def promote_ripe(self, batch: Batch) -> int:
        """Notes that enough sessions have used become hot (000 §Triggers); how many did."""
        keeper = self._keeper
        need = keeper.settings.promote_sessions
        ripe = [key for key, row in keeper.desk.hygiene.access.items() if row.access_count >= need]
        done = 0
        for key in ripe:
            if keeper.desk.entry(key) is None or key in keeper.desk.hot:
                keeper.desk.hygiene.access.pop(key)
                continue
            try:
                with keeper.changing(batch):
                    count = keeper.desk.hygiene.access[key].access_count
                    keeper.promote_now(key, sessions_reason(count), None, batch)
                done += 1
            except LimitExceeded:
                break
        return done

    def restore_hygiene(self, batch: Batch) -> None:
        """hygiene.json is missing or cannot be read, and stays so: set aside and written again (000 §Recovery)."""
        files = self._keeper.files
        version = files.identity(HYGIENE_PATH)
        if version == files.hygiene_identity:
            return
        try:
            found = self._keeper.read(HYGIENE_PATH)
            if found is None:
                return
            data, version = found
            decode(data)
            self.absorb_hygiene(batch)
            return
        except FileNotFoundError:
            data, version = b"", ABSENT
        except ValueError as error:
            broken = files.path(f"{HYGIENE_PATH}.broken")
            files.files.rename(files.path(HYGIENE_PATH), broken)
            version = ABSENT
            self._keeper.board.add("notes:lost", _broken(str(error)))
        with self._keeper.changing(batch):
            self._salvage(data)
            files.hygiene_identity = version
            files.staged.hygiene = True

    def _salvage(self, data: bytes) -> None:
        hygiene = self._keeper.desk.hygiene
        promotions, demotions = salvage(data)
        hygiene.promotions += [move for move in promotions if move not in hygiene.promotions]
        hygiene.demotions += [move for move in demotions if move not in hygiene.demotions]


def zero_rows(hot: dict[str, HotNote], hygiene: Hygiene) -> None:
    """Every hot note has a row; a missing one starts at zero (000 §Recovery)."""
    wanted = {hot_key(key): key for key in hot}
    for short in [short for short in hygiene.hot if short not in wanted]:
        del hygiene.hot[short]
    for short in wanted:
        hygiene.hot.setdefault(short, HotRow())


def promotions_of_tags(hot: dict[str, HotNote]) -> list[Move]:
    """The promotion log as far as the tags tell it."""
    return [Move(key, "L2", "L1", note.day, note.reason) for key, note in hot.items()]


def _is_logged(hygiene: Hygiene, key: str) -> bool:
    """Whether, by the logs, the note is hot."""
    up = max((move.at for move in hygiene.promotions if move.entry == key), default="")
    down = max((move.at for move in hygiene.demotions if move.entry == key), default="")
    return bool(up) and up >= down


def _dedented(lines: tuple[str, ...]) -> list[str]:
    least = min((len(line) - len(line.lstrip()) for line in lines), default=0)
    return [line[least:] for line in lines]


def _lost(path: str, what: str) -> Problem:
    return Problem(path=path, what=f"the file was missing or empty; {what}", action="nothing needs to be done")


def _broken(why: str) -> Problem:
    return Problem(
        path=HYGIENE_PATH,
        what=f"it could not be read ({why}); it was set aside as hygiene.json.broken and written again",
        action="look at the .broken file and remove it",
    )


def _conflict_problem(layer: str, slug: str, of: str) -> Problem:
    return Problem(
        path=path_of(layer),
        what=f"{of!r} was changed in MEMORY.md and in its layer at once; both texts are kept, one as {slug!r}",
        action="keep the better text and remove the other",
    )
