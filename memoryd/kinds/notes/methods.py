"""`notes`: entries of layer files, and the hot cache that is made of them (000)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import islice
from typing import Annotated, Any, Generic, Literal, NotRequired, TypedDict, TypeVar

import msgspec

from memoryd.errors import InvalidParams, NotFound
from memoryd.kinds.notes.changes.store import WriteOptions
from memoryd.kinds.notes.formats.archive import Archived
from memoryd.kinds.notes.formats.entry import Entry, NoteText
from memoryd.kinds.notes.formats.layer_file import PRIVATE_LAYERS, note_key, origin_of, path_of
from memoryd.kinds.notes.formats.memory_md import SEED_LAYERS, layer_order
from memoryd.kinds.notes.formats.tags import USER_REQUEST
from memoryd.kinds.notes.known.documents import note_document
from memoryd.kinds.notes.known.state import NoteState, split_key
from memoryd.kinds.notes.parts import NoteParts
from memoryd.origin import Origin, digest_of, shown_origin
from memoryd.recall.lexical.prepared_terms import prepare_terms
from memoryd.requests.asker import Asker
from memoryd.requests.method import Method
from memoryd.requests.params import After, InSession, Limit, NewProject, Text, bounded, worded
from memoryd.requests.redaction import KEEP, REFUSE, Redacted
from memoryd.rpc.registry import Access, Runs
from memoryd.storage.batch import Batch
from memoryd.types import UNTRUSTED, Audience

NOTE_LIMIT = 1 << 20
"""Bytes of a note (design §5)."""

LayerName = Annotated[
    str, msgspec.Meta(min_length=1, max_length=60, description="letters, digits, `-` or `_`", extra=REFUSE)
]
Key = Annotated[str, msgspec.Meta(min_length=1, max_length=500, description="memory/<layer>.md:<slug>", extra=KEEP)]

_LONG = 4096
"""Characters of a text that is read before the writer's turn: params as long are prepared apart from the loop."""

SourceKey = Annotated[str, msgspec.Meta(min_length=1, max_length=1000, pattern=r"^[^\s<>]+$", extra=REFUSE)]


class WriteParams(InSession):
    """A note: its first line is the bullet, the others stand under it."""

    layer: LayerName
    text: Text
    slug: Annotated[str, msgspec.Meta(min_length=1, max_length=60, extra=REFUSE)] | None = None
    remember: bool = False
    critical: bool = False
    pin: bool = False
    audience: Audience | None = None
    project: NewProject | None = None
    source: Literal["untrusted", "import"] | None = None
    """`untrusted`: a tool or a page said it (rule 27). `import`: it was stated elsewhere, which lifts no purge."""
    sources: Annotated[list[SourceKey], msgspec.Meta(max_length=100)] = msgspec.field(default_factory=list)
    """The keys of what it was made of."""


class WriteResult(TypedDict):
    """Where it is; `known` when the same text was there already; `new_layer` when it is the first of that layer."""

    key: str
    slug: str
    hot: bool
    status: str
    new_layer: NotRequired[bool]
    redacted: list[Redacted]


class EditParams(InSession):
    """The note's new text, whole."""

    key: Key
    text: Text


P = TypeVar("P", WriteParams, EditParams)


class KeyParams(InSession):
    """Which note."""

    key: Key


class ArchiveParams(InSession):
    """Which note, and why."""

    key: Key
    reason: Annotated[str, msgspec.Meta(min_length=1, max_length=300)] | None = None


class RestoreParams(InSession):
    """Which archived note; with `pin` it becomes hot at once."""

    key: Key
    pin: bool = False


class ChangeResult(TypedDict):
    """What became of it."""

    key: str
    status: str
    hot: NotRequired[bool]
    path: NotRequired[str]


class RestoreResult(ChangeResult):
    """Where it is now; `beside`: the key that it had, if another note has that by now."""

    beside: NotRequired[str]


class TextResult(ChangeResult):
    """What became of it, and which secrets were taken out of the text."""

    redacted: list[Redacted]


class WordParams(InSession):
    """A continuous part of slug or content, compared with case folded."""

    word: Annotated[str, msgspec.Meta(min_length=1, max_length=500, extra=KEEP)]


class ForgottenResult(TypedDict):
    """How many hot notes were demoted, and which."""

    forgotten: int
    keys: list[str]


class LayerParams(InSession):
    """A layer's name, and the heading of its file."""

    layer: LayerName
    title: Annotated[str, msgspec.Meta(min_length=1, max_length=200)] | None = None


class LayerAdded(TypedDict):
    """The layer's file."""

    layer: str
    path: str
    status: str
    redacted: list[Redacted]


class ListParams(InSession):
    """Notes of one layer, or of all; `archived`: those in the archive instead, the newest of each key."""

    layer: LayerName | None = None
    archived: bool = False
    limit: Limit = 100
    after: After | None = None


class LayersParams(InSession):
    """Who asks."""


class NoteResult(TypedDict):
    """A note."""

    key: str
    layer: str
    slug: str
    text: str
    hot: bool
    pinned: bool
    critical: bool
    audience: Audience
    project: NotRequired[str]
    sources: NotRequired[list[str]]
    quarantined: NotRequired[bool]
    archived: NotRequired[bool]


class ListResult(TypedDict):
    """A page of notes in the order of their files, of archived ones by key."""

    notes: list[NoteResult]
    next: NotRequired[str]


class LayerResult(TypedDict):
    """A layer and how many notes it has."""

    layer: str
    path: str
    notes: int
    hot: int


class LayersResult(TypedDict):
    """The built-in layers first, the others by name."""

    layers: list[LayerResult]


class Told(msgspec.Struct, Generic[P], frozen=True):
    """What the writer gets."""

    params: P
    text: NoteText


class NoteMethods:
    """The handlers."""

    def __init__(self, parts: NoteParts) -> None:
        self._store = parts.store
        self._transactions = parts.transactions
        self._accesses = parts.accesses
        self._quarantine = parts.quarantine

    # --- writing ------------------------------------------------------------------------------------------

    def prepare_write(self, params: WriteParams, now: int) -> Told[WriteParams]:
        """What needs no writer."""
        text = NoteText(params.text)
        return _told(params, text, lambda: text.bullet.text)

    def prepare_edit(self, params: EditParams, now: int) -> Told[EditParams]:
        """What needs no writer."""
        text, entry = NoteText(params.text), self._transactions.snapshot.entry(params.key)
        if entry is None:
            return _told(params, text, lambda: text.clean)
        if entry.kind == "entry":
            return _told(params, text, lambda: text.bullet.text)
        return _told(params, text, lambda: _read_whole(text.in_place_of(entry)))

    def write(self, asker: Asker, told: Told[WriteParams], batch: Batch) -> dict[str, Any]:
        """A new note, or the one that says the same."""
        params = told.params
        origin = _origin(asker, params)
        if params.sources:
            origin = origin.made_of(params.sources)
        if params.source == UNTRUSTED:
            origin = origin.made_of((UNTRUSTED, *origin.sources))
        is_imported = params.source == "import"
        options = WriteOptions(origin, params.remember, params.critical, params.pin, _mark(asker), is_imported)
        return self._store.write(params.layer, told.text, params.slug, options, _session(asker), batch)

    def edit(self, asker: Asker, told: Told[EditParams], batch: Batch) -> dict[str, Any]:
        """Another text; slug and marks stay."""
        return self._store.edit(told.params.key, told.text, batch)

    def pin(self, asker: Asker, params: KeyParams, batch: Batch) -> dict[str, Any]:
        """Hot, and never demoted by budget."""
        return self._store.pin(params.key, _session(asker), batch)

    def unpin(self, asker: Asker, params: KeyParams, batch: Batch) -> dict[str, Any]:
        """It may be demoted again."""
        return self._store.unpin(params.key, batch)

    def promote(self, asker: Asker, params: KeyParams, batch: Batch) -> dict[str, Any]:
        """Into the hot cache."""
        session = _session(asker)
        return self._store.promote(params.key, USER_REQUEST, session, batch)

    def demote(self, asker: Asker, params: KeyParams, batch: Batch) -> dict[str, Any]:
        """Out of the hot cache; the note stays."""
        return self._store.demote(params.key, batch)

    def archive(self, asker: Asker, params: ArchiveParams, batch: Batch) -> dict[str, Any]:
        """Into the archive."""
        return self._store.archive(params.key, params.reason, batch)

    def restore(self, asker: Asker, params: RestoreParams, batch: Batch) -> dict[str, Any]:
        """Out of the archive."""
        session = _session(asker)
        return self._store.restore(params.key, params.pin, session, batch, asker.visibility.sees_origin)

    def forget_keyword(self, asker: Asker, params: WordParams, batch: Batch) -> dict[str, Any]:
        """Demote all hot notes with a word."""
        return self._store.forget_keyword(params.word, asker.visibility.sees_origin, batch)

    def add_layer(self, asker: Asker, params: LayerParams, batch: Batch) -> dict[str, Any]:
        """A new layer file."""
        is_known = params.layer in _layers(self._transactions.snapshot, asker)
        reply = self._store.add_layer(params.layer, params.title, batch)
        if asker.is_group and not is_known:
            reply["status"] = "added"  # it does not know of a layer that shows it nothing
        return reply

    # --- reading ------------------------------------------------------------------------------------------

    def read(self, asker: Asker, params: KeyParams) -> dict[str, Any]:
        """One note; within a session it is an access (rule 11)."""
        session = _session(asker)
        snapshot, place = self._transactions.snapshot, split_key(params.key)
        key = note_key(*place) if place else params.key
        entry = snapshot.entry(key) if place else None
        if place is None or entry is None:
            archived = key in self._transactions.archive
            hint = "it is archived; notes.restore brings it back" if archived else "notes.list gives keys"
            raise NotFound(f"no note has the key {key[:200]!r}; {hint}", key=key[:200])
        if session is not None and asker.is_recorded:
            self._accesses.used(session, [key], read=True)
        return self._shown(snapshot, place[0], entry)

    def _shown(self, snapshot: NoteState, layer: str, entry: Entry) -> dict[str, Any]:
        """The note with the quarantine's mark (rule 27)."""
        return self._quarantine.marked(shown(snapshot, layer, entry), note_document(layer, entry, hot=False))

    def list(self, asker: Asker, params: ListParams) -> dict[str, Any]:
        """Notes in the order of their files; leaves no trace."""
        if params.archived:
            return self._archived(asker, params)
        snapshot = self._transactions.snapshot
        if params.layer is not None and params.layer not in {*SEED_LAYERS, *_layers(snapshot, asker)}:
            raise NotFound(f"there is no layer {params.layer!r}; notes.layers names them", layer=params.layer)
        found = _after(snapshot, params.layer, params.after, asker.visibility.sees_origin)
        page = list(islice(found, params.limit + 1))
        notes = [self._shown(snapshot, layer, entry) for layer, entry in page[: params.limit]]
        reply: dict[str, Any] = {"notes": notes}
        if len(page) > params.limit:
            layer, entry = page[params.limit - 1]
            reply["next"] = note_key(layer, entry.slug)
        return reply

    def _archived(self, asker: Asker, params: ListParams) -> dict[str, Any]:
        """Notes in the archive, by key."""
        notes = sorted(self._transactions.archive.all(), key=lambda one: one.key)
        found = [shown_archived(one) for one in notes if params.layer in (None, one.layer)]
        seen = [
            one for one, whose in found
            if asker.visibility.sees_origin(whose) and (params.after is None or one["key"] > params.after)
        ]  # fmt: skip
        page = seen[: params.limit]
        return {"notes": page, "next": page[-1]["key"]} if len(seen) > len(page) else {"notes": page}

    def layers(self, asker: Asker, params: LayersParams) -> dict[str, Any]:
        """All layers."""
        snapshot = self._transactions.snapshot
        return {
            "layers": [
                {"layer": name, "path": path_of(name), "notes": len(keys), "hot": len(snapshot.hot.keys() & keys)}
                for name, keys in _layers(snapshot, asker).items()
            ]
        }

    def all(self) -> Iterable[Method]:
        """The `notes` namespace."""
        read, write, writer, reader = Access.READ, Access.WRITE, Runs.WRITER, Runs.READER
        gone = ("not_found",)
        full = ("not_found", "limit_exceeded")
        return (
            Method("notes.write", write, writer, WriteParams, WriteResult, self.write,
                   "Write a note into a layer; on disk and in the hot cache when acknowledged.",
                   ("conflict", "too_large", "limit_exceeded", "read_only"), check=_check,
                   prepare=self.prepare_write),
            Method("notes.edit", write, writer, EditParams, TextResult, self.edit,
                   "Change a note's text; its hot bullet follows.", ("not_found", "too_large"), check=_check,
                   prepare=self.prepare_edit),
            Method("notes.pin", write, writer, KeyParams, ChangeResult, self.pin,
                   "Make a note hot and keep it so.", full),
            Method("notes.unpin", write, writer, KeyParams, ChangeResult, self.unpin,
                   "Let a pinned note be demoted again.", gone),
            Method("notes.promote", write, writer, KeyParams, ChangeResult, self.promote,
                   "Make a note hot.", full),
            Method("notes.demote", write, writer, KeyParams, ChangeResult, self.demote,
                   "Take a note out of the hot cache; the note stays.", gone),
            Method("notes.archive", write, writer, ArchiveParams, TextResult, self.archive,
                   "Move a note to the archive; it can be restored.", gone),
            Method("notes.restore", write, writer, RestoreParams, RestoreResult, self.restore,
                   "Bring an archived note back into its layer, under a new key if another note has its key.",
                   ("not_found", "conflict", "limit_exceeded")),
            Method("notes.forget_keyword", write, writer, WordParams, ForgottenResult, self.forget_keyword,
                   "Demote every hot note whose slug or content contains the word."),
            Method("notes.add_layer", write, writer, LayerParams, LayerAdded, self.add_layer, "Add a layer file."),
            Method("notes.read", read, reader, KeyParams, NoteResult, self.read,
                   "A note by its key. Within a session it is an access: later writes see it, reads within 2 s.", gone),
            Method("notes.list", read, reader, ListParams, ListResult, self.list, "Notes by layer.", gone),
            Method("notes.layers", read, reader, LayersParams, LayersResult, self.layers,
                   "All layers and their notes."),
        )  # fmt: skip


def _told(params: P, text: NoteText, read: Callable[[], str]) -> Told[P]:
    if len(params.text) >= _LONG:
        prepare_terms((read(),))
    return Told(params, text)


def _read_whole(entry: Entry) -> str:
    """Its text; the writer has nothing left to read of it."""
    assert entry.digest
    return entry.text


def _check(params: WriteParams | EditParams) -> None:
    bounded("text", worded("text", params.text), NOTE_LIMIT)


def _origin(asker: Asker, params: WriteParams) -> Origin:
    if params.layer in PRIVATE_LAYERS:
        if asker.is_group or params.audience not in (None, "private"):
            raise InvalidParams(f"notes of the layer {params.layer!r} are private; give another layer", param="layer")
        return asker.origin("private", params.project, of_user=True)
    return asker.origin(params.audience, params.project, of_user=params.layer == "preferences")


def _mark(asker: Asker) -> str | None:
    """What slugs of a group session's notes end with: else one that is taken would tell of a private note."""
    session = asker.session
    return "g" + digest_of(session.project or session.id)[:4] if session is not None and asker.is_group else None


def _session(asker: Asker) -> str | None:
    return None if asker.session is None else asker.session.id


def shown(snapshot: NoteState, layer: str, entry: Entry) -> dict[str, Any]:
    """A note as replies have it."""
    key = note_key(layer, entry.slug)
    return {
        "key": key,
        "layer": layer,
        "slug": entry.slug,
        "text": entry.text.encode("utf-8", "replace").decode(),
        "hot": key in snapshot.hot,
        "pinned": entry.pinned,
        "critical": snapshot.is_critical(key),
        **shown_origin(origin_of(layer, entry)),
    }


def shown_archived(note: Archived) -> tuple[dict[str, Any], Origin]:
    """An archived note as replies have it, and whose it is."""
    entry = Entry(note.slug, note.raw, note.kind)
    whose = origin_of(note.layer, entry)
    shown: dict[str, Any] = {
        "key": note.key,
        "layer": note.layer,
        "slug": note.slug,
        "text": entry.text.encode("utf-8", "replace").decode(),
        "hot": False,
        "pinned": entry.pinned,
        "critical": entry.critical,
        **shown_origin(whose),
        "archived": True,
    }
    return shown, whose


def _layers(snapshot: NoteState, asker: Asker) -> dict[str, set[str]]:
    """The keys of the notes in each layer; a group session does not know of layers that show it none (rule 17)."""
    sees = asker.visibility.sees_origin
    found = {
        name: {note_key(name, e.slug) for e in snapshot.layers[name].file.entries() if sees(origin_of(name, e))}
        for name in sorted(snapshot.layers, key=layer_order)
    }
    return {name: keys for name, keys in found.items() if keys or not asker.is_group}


def _after(
    snapshot: NoteState, only: str | None, after: str | None, sees: Callable[[Origin], bool]
) -> Iterator[tuple[str, Entry]]:
    names = [name for name in sorted(snapshot.layers, key=layer_order) if only in (None, name)]
    place = split_key(after) if after is not None else None
    last = None if after is None or place is None or place[0] not in snapshot.layers else snapshot.entry(after)
    if after is not None and (place is None or last is None or not sees(origin_of(place[0], last))):
        raise InvalidParams(f"`after` names no note: {after[:200]!r}; give the last page's `next`", param="after")
    waiting = place is not None
    for name in names:
        if place is not None and waiting and name != place[0]:
            continue
        for entry in snapshot.layers[name].file.entries():
            if not sees(origin_of(name, entry)):
                continue
            if not waiting:
                yield name, entry
            elif place is not None and entry.slug == place[1]:
                waiting = False
