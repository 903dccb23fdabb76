"""`maintenance.run rebuild`: a new index from the files, beside the one that serves."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping

from memoryd.conversation.message import document as message_document
from memoryd.kinds.facts.fact import FACTS_PATH, document
from memoryd.kinds.facts.store import FactStore
from memoryd.kinds.markdown.documents import documents_of, is_indexed
from memoryd.kinds.markdown.files import markdown_state
from memoryd.kinds.notes.layer_file import layer_of
from memoryd.kinds.notes.notes import Notes
from memoryd.kinds.sessions.store import SessionStore
from memoryd.kinds.summaries.node import id_of
from memoryd.recall.lexical.index import Index
from memoryd.recall.lexical.rebuild import Rebuild
from memoryd.rpc.registry import Call
from memoryd.storage.regular import regular
from memoryd.types import Change, ChangeSink, Document
from memoryd.watch.scan import scan

SLICE = 500


def rebuild_index(
    index: Index,
    facts: FactStore,
    sessions: SessionStore,
    notes: Notes,
    root: str,
    call: Call,
    more: Mapping[str, Callable[[ChangeSink], int]],
) -> dict[str, int]:
    """Feed facts, messages, Markdown and `more` into a new index, put it in the old one's place; counts by kind."""
    new = index.rebuild()
    try:
        counts = {
            "facts": _feed_facts(new, facts, call),
            "messages": _feed_messages(new, sessions, call),
            "notes": _feed_notes(new, notes),
            "markdown": _feed_markdown(new, root, call),
            **{name: feed(new) for name, feed in more.items()},
        }
    except BaseException:
        new.abandon()
        raise
    new.swap()
    return counts


def _feed_facts(new: Rebuild, facts: FactStore, call: Call) -> int:
    total = facts.active_count
    done = 0
    part: list[Document] = []
    state = facts.index_state()
    for ordinal in list(facts.table.ordinals()):
        fact = facts.table[ordinal]
        if fact is not None:
            part.append(document(fact))
        if len(part) >= SLICE:
            done += _put(new, FACTS_PATH, part)
            call.progress("facts", done, total)
            part = []
    done += _put(new, FACTS_PATH, part)
    new.apply(Change(source=FACTS_PATH, state=state))
    return done


def _feed_messages(new: Rebuild, sessions: SessionStore, call: Call) -> int:
    done = 0
    paths = sorted(sessions.files)
    for number, path in enumerate(paths):
        call.progress("sessions", number, len(paths))
        file = sessions.files.get(path)
        if file is None:
            continue
        state = file.state()
        documents = [message_document(message, path, line) for line, message in sessions.messages_of(path)]
        for start in range(0, len(documents), SLICE):
            done += _put(new, path, documents[start : start + SLICE])
        new.apply(Change(source=path, state=state))
    return done


def _feed_notes(new: Rebuild, notes: Notes) -> int:
    done = 0
    for path, documents, state in notes.documents():
        for start in range(0, len(documents), SLICE):
            done += _put(new, path, documents[start : start + SLICE])
        new.apply(Change(source=path, state=state))
    return done


def _feed_markdown(new: Rebuild, root: str, call: Call) -> int:
    done = 0
    owned = (layer_of, id_of)
    found = [path for path in scan(root).files if is_indexed(path) and all(owner(path) is None for owner in owned)]
    for number, relpath in enumerate(found):
        call.progress("markdown", number, len(found))
        try:
            with open(os.path.join(root, relpath), "rb", opener=regular) as file:
                stat = os.fstat(file.fileno())
                text = file.read().decode("utf-8", "replace").replace("\0", " ")
        except OSError:
            continue
        documents = documents_of(relpath, text, stat.st_mtime_ns // 1000)
        for start in range(0, len(documents), SLICE):
            done += _put(new, relpath, documents[start : start + SLICE])
        new.apply(Change(source=relpath, state=markdown_state(stat)))
    return done


def _put(new: Rebuild, source: str, documents: list[Document]) -> int:
    if documents:
        new.apply(Change(source=source, put=documents))
        new.wait_for_room()
    return len(documents)
