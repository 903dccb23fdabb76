"""Recall over a collection within this process: no daemon and no child.

A hundred small stores take half a minute so, and with a daemon each a quarter of an hour.
"""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from datetime import UTC
from pathlib import Path

from memoryd.children.helper import Port
from memoryd.conversation.message import neighbours
from memoryd.recall.lexical.index import Index
from memoryd.recall.lexical.writing import DirectWriter
from memoryd.recall.models.model import BUNDLED_MODEL
from memoryd.recall.ranking.fusion import MIN_SIMILARITY
from memoryd.recall.service import Recall
from memoryd.recall.vectors.encoding import Answers
from memoryd.recall.vectors.semantic import ModelChoice, Semantic
from memoryd.storage.files import OsFiles
from memoryd.types import Change, Document, Role
from tests.bench.shapes import Collection, Text

_SECONDS = 600.0


class InProcess(Port):
    """Answers what the other process would; loads the model once."""

    def __init__(self) -> None:
        self._answers = Answers()

    def ask(self, message: Callable[[], Iterable[bytes]]) -> list[bytes]:
        """As Port's."""
        return list(self._answers(message()))


@contextmanager
def opened(collection: Collection, models: Path, port: InProcess, model: str = BUNDLED_MODEL) -> Iterator[Recall]:
    """Recall over the collection's texts, which `key_of` names."""
    with tempfile.TemporaryDirectory(prefix="mdstore-") as folder:
        root = Path(folder)
        semantic = Semantic(ModelChoice(model=model, models_paths=(models,)), root, OsFiles(), print, port)
        index = Index(root / "index", labels=lambda _: (), writer=DirectWriter(), follower=semantic, recorder=None)
        documents = list(_documents(collection))
        semantic.load(lambda: iter(documents), "")
        for start in range(0, len(documents), 500):
            index.apply(Change(source="all", put=tuple(documents[start : start + 500])))
        index.flush()
        semantic.start()
        if not semantic.wait_idle(_SECONDS):
            raise SystemExit("the vectors were not made in time")
        yield Recall(
            index,
            semantic,
            neighbours=neighbours,
            boosts={},
            later=lambda _document, _now: {},
            weights={},
            min_similarity=MIN_SIMILARITY,
            zone=UTC,
        )
        semantic.stop("")
        index.close()


def key_of(collection: Collection, place: int) -> str:
    """The key of the text at that place; messages of one session stand in one file, in their order."""
    text = collection.texts[place]
    if collection.kind != "message":
        return f"{collection.kind}:{place}"
    begin = next(at for at, one in enumerate(collection.texts) if one.group == text.group)
    return f"sessions/s{text.group}.jsonl:{place - begin + 1}"


def _documents(collection: Collection) -> Iterator[Document]:
    for place, text in enumerate(collection.texts):
        yield _document(collection.kind, text, key_of(collection, place))


def _document(kind: str, text: Text, key: str) -> Document:
    path, _, number = key.rpartition(":")
    line = int(number)
    if kind == "message":
        at = 0 if text.at is None else int(text.at.timestamp() * 1e6)
        role: Role = "user" if text.role == "user" else "assistant"
        return Document(
            key=key, kind=kind, text=text.text, source="all", path=path, line=line, at=at, created=at,
            session_id=path, role=role, who=text.who,
        )  # fmt: skip
    subject, predicate, object_ = text.fact or (None, None, None)
    return Document(
        key=key, kind=kind, text=text.text, source="all", path=path, line=line, created=line,
        subject=subject, predicate=predicate, object=object_,
    )  # fmt: skip
