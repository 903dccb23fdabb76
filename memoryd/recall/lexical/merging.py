"""Merges large segments of an index, so that what was removed of them leaves its files (rule 6).

tantivy's Python binding cannot ask for a merge, and its policy leaves a large segment alone until there are eight of
its size. So these are linked into a directory of their own, whose list gives each of them one document: there the
policy merges them with as many small ones as are missing. Of 50,000 messages that takes half a second, and to read
their terms again seven.
"""

from __future__ import annotations

import json
import os
import re
from collections.abc import Collection, Sequence
from pathlib import Path
from typing import Any

import tantivy

from memoryd.recall.lexical.layout import FORGET, FORGETTING, IndexDamaged, require_place, stored_state
from memoryd.recall.lexical.locks import WRITER, held
from memoryd.recall.lexical.sound import make_ready, require_sound
from memoryd.recall.pacing import WRITER_SECONDS
from memoryd.storage import beneath
from memoryd.storage.atomic import replace_file
from memoryd.storage.files import OsFiles, sync_directory
from memoryd.storage.regular import read_whole
from memoryd.storage.roots import ident

MERGED = ".merged"
"""How the name of that directory ends."""
_LIST, _FILES = "meta.json", ".managed.json"
_OF_A_SEGMENT = re.compile(r"[0-9a-f]{32}\.")
_SEGMENTS = 8
"""So many small ones tantivy merges."""
_WRITER_BYTES = 15_000_000


def merge(directory: Path, ids: Collection[str]) -> None:
    """Put one segment in the place of those of these that are still there, all with removed documents.

    Whoever calls has no writer of the index open, and removes the directory `MERGED` before and after.
    Raises IndexDamaged when tantivy does not merge them, OSError.
    """
    require_sound(str(directory))
    # The indexer of a daemon that was killed may still be at it when the next one begins to write.
    with held(str(directory), WRITER, WRITER_SECONDS):
        _replace(directory, ids)


def remove_unlisted(directory: Path) -> None:
    """Remove what is of no segment: a loss of power brings files back that had been removed, and what was purged with
    them; tantivy would leave them until the next commit, or for ever. And where a commit has failed that removes
    documents, it would give its list of them the same name again, and fail over that. Raises OSError.
    """
    if not _unlisted(directory):
        return
    # The indexer of a daemon that was killed may still be writing new ones.
    with held(str(directory), WRITER, WRITER_SECONDS):
        for name in _unlisted(directory):
            beneath.unlink(str(directory / name))
        sync_directory(OsFiles(), str(directory))


def _unlisted(directory: Path) -> list[str]:
    names = beneath.names(str(directory))  # first, since what is new is listed later
    segments = {_begin_of(one): one.get("deletes") for one in _read(directory, _LIST)["segments"]}
    removed = {f"{begin}.{deletes['opstamp']}.del" for begin, deletes in segments.items() if deletes}
    return [
        name
        for name in names
        if _OF_A_SEGMENT.match(name)
        and (name.partition(".")[0] not in segments or (name.endswith(".del") and name not in removed))
    ]


def _replace(directory: Path, ids: Collection[str]) -> None:
    index = _read(directory, _LIST)
    old = [one for one in index["segments"] if one["segment_id"] in ids]
    if not old:
        return
    scratch = directory.with_name(directory.name + MERGED)
    beneath.mkdir(str(scratch), 0o700)
    for name in _files_of(directory, old):
        beneath.link(str(directory / name), str(scratch / name))
    small = [one | {"deletes": one["deletes"] | {"num_deleted_docs": one["max_doc"] - 1}} for one in old]
    _write(scratch, _LIST, index | {"segments": small})
    made = _merged(scratch, len(old))
    if any(one["segment_id"] in ids for one in made):
        raise IndexDamaged("tantivy merges otherwise")
    names = _files_of(scratch, made)
    # tantivy removes what stands in its list of files and is in no segment: also these, after a kill.
    _write(directory, _FILES, sorted({*_read(directory, _FILES), *names}))
    for name in names:
        beneath.rename(str(scratch / name), str(directory / name))
    rest = [one for one in index["segments"] if one not in old]
    _write(directory, _LIST, index | {"segments": [*rest, *made]})


def _merged(scratch: Path, segments: int) -> list[dict[str, Any]]:
    """What there is once so many segments are merged. Raises IndexDamaged."""
    inode = ident(beneath.stat(str(scratch)))
    make_ready(str(scratch))
    with beneath.reachable(str(scratch)) as path:
        index = tantivy.Index.open(path)
    index.config_reader("manual")
    require_place(scratch, inode)
    index.reload()
    count = index.searcher().num_docs
    writer = index.writer(_WRITER_BYTES, 1)
    small = max(1, _SEGMENTS - segments)
    for _ in range(small):
        # A state that is there already, and goes when all is forgotten.
        writer.add_document(stored_state(FORGET, FORGETTING))
        writer.commit()
    writer.wait_merging_threads()
    index.reload()
    if index.searcher().num_docs != count + small:
        raise IndexDamaged("tantivy lost documents of it")
    made: list[dict[str, Any]] = _read(scratch, _LIST)["segments"]
    return made


def _files_of(directory: Path, segments: Sequence[dict[str, Any]]) -> list[str]:
    begins = set(map(_begin_of, segments))
    return [name for name in beneath.names(str(directory)) if name.partition(".")[0] in begins]


def _begin_of(segment: dict[str, Any]) -> str:
    name: str = segment["segment_id"]
    return name.replace("-", "")


def _read(directory: Path, name: str) -> Any:
    return json.loads(read_whole(os.path.join(directory, name))[0])


def _write(directory: Path, name: str, content: Any) -> None:
    replace_file(OsFiles(), os.path.join(directory, name), [json.dumps(content).encode()], mode=0o600)
