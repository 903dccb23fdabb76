"""A change of the embedding model: the old vectors serve until the new ones are complete, and a kill loses nothing."""

from __future__ import annotations

import shutil
import threading
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from memoryd.children.patience import Lost
from memoryd.cli.screens import recall_line
from memoryd.recall.vectors.encoding import Answers
from memoryd.recall.vectors.semantic import ModelChoice, Semantic
from memoryd.recall.vectors.serving import Beside
from memoryd.storage.files import Files, OsFiles
from memoryd.testing.faulty_files import Call, FaultyFiles
from memoryd.types import Change, Document
from tests.recall.tiny_model import write_letters
from tests.support.wait import until

SECONDS = 20.0
TEXTS = {f"fact-{name}": name for name in ("quill", "jumbo", "vixen", "fjord", "waltz", "spark", "bebop", "gypsy")}
OLD, NEW, THIRD = "old", "new", "third"


class Port:
    """The other process, which encodes a turn when it is let."""

    def __init__(self) -> None:
        self._answers = Answers()
        self.may = threading.Event()
        self.may.set()
        self.is_lost = False

    def ask(self, message: Callable[[], Iterable[bytes]]) -> list[bytes]:
        assert self.may.wait(SECONDS)
        if self.is_lost:
            raise Lost("is gone")
        return list(self._answers(message()))


@pytest.fixture(scope="module")
def models(tmp_path_factory: pytest.TempPathFactory) -> Path:
    root = tmp_path_factory.mktemp("models")
    for seed, (name, width) in enumerate(((OLD, 64), (NEW, 48), (THIRD, 64))):
        write_letters(root / name, seed, width)
    return root


def document(key: str, text: str) -> Document:
    return Document(key=key, kind="fact", text=text, source="s", path="s")


def semantic(root: Path, models: Path, model: str, port: Port, files: Files, texts: dict[str, str]) -> Semantic:
    made = Semantic(ModelChoice(model=model, models_paths=(models,)), root, files, lambda _: None, port)
    made.load(lambda: [document(key, text) for key, text in list(texts.items())], "")
    made.start()
    return made


@contextmanager
def opened(
    root: Path, models: Path, model: str, port: Port | None = None, texts: dict[str, str] | None = None
) -> Iterator[Semantic]:
    made = semantic(root, models, model, port or Port(), OsFiles(), TEXTS if texts is None else texts)
    try:
        yield made
    finally:
        (port or Port()).may.set()
        made.stop("")


def served_by(one: Semantic) -> str:
    until(lambda: one.is_ready, SECONDS)
    fingerprint = one.fingerprint
    assert fingerprint is not None
    return fingerprint.partition(":")[0]


def answers(one: Semantic, texts: dict[str, str] = TEXTS) -> bool:
    """Whether each text is the nearest to itself, by the vectors of the model that encoded it."""
    for key, text in texts.items():
        query = one.encode(text)
        assert query is not None
        assert len(query.vector) == query.by.store.dimensions
        assert query.by.store.made_by.startswith(query.by.fingerprint)
        if one.nearest(query, 1) != [key] or one.similarities(query, [key], Beside.nothing(1)).cosine[0] < 0.99:
            return False
    return True


def change(one: Semantic) -> dict[str, object]:
    found = one.state().get("change", {})
    assert isinstance(found, dict)
    return found


@pytest.fixture
def root(tmp_path: Path, models: Path) -> Path:
    """A data directory with the vectors of the old model."""
    with opened(tmp_path, models, OLD) as one:
        assert one.wait_idle(SECONDS)
    return tmp_path


def test_old_vectors_serve_until_the_new_are_complete(root: Path, models: Path) -> None:
    port = Port()
    port.may.clear()
    with opened(root, models, NEW, port) as one:
        assert served_by(one) == OLD
        assert answers(one)
        until(lambda: change(one) != {}, SECONDS)
        assert change(one) == {"from": OLD, "to": NEW, "vectors": 0, "of": len(TEXTS), "served_by": OLD}
        assert recall_line(one.state()).endswith("from old to new: 0 of about 8 vectors made, old answers")
        before = one.encode("quill")
        assert before is not None
        port.may.set()
        assert one.wait_idle(SECONDS)
        assert served_by(one) == NEW
        assert answers(one)
        assert change(one) == {}
        # A query that was encoded before is answered by what it was encoded for.
        assert one.nearest(before, 1) == ["fact-quill"]
    assert sorted(path.name for path in (root / "embeddings/next").iterdir()) == []
    with opened(root, models, NEW) as one:
        assert served_by(one) == NEW
        assert one.wait_idle(SECONDS)
        assert one.state()["done"] == 0, "nothing is embedded again"


def test_what_changes_meanwhile_is_right_in_both(root: Path, models: Path) -> None:
    port = Port()
    port.may.clear()
    texts = dict(TEXTS)
    with opened(root, models, NEW, port, texts) as one:
        assert served_by(one) == OLD
        del texts["fact-quill"]
        texts["fact-waltz"] = "zebra"
        one.apply(Change(source="s", remove=["fact-quill"], put=[document("fact-waltz", "zebra")]), ())
        query = one.encode("quill")
        assert query is not None
        assert not {"fact-quill", "fact-waltz"} & set(one.nearest(query, 50))
        port.may.set()
        assert one.wait_idle(SECONDS)
        assert served_by(one) == NEW
        query = one.encode("zebra")
        assert query is not None
        assert one.nearest(query, 1) == ["fact-waltz"]
        assert "fact-quill" not in one.nearest(query, 50)


def test_what_is_purged_is_in_no_file(root: Path, models: Path) -> None:
    port = Port()
    with opened(root, models, NEW, port) as one:
        port.is_lost = True
        one.apply(Change(source="s", remove=["fact-quill"]), ())
    port.may.clear()
    left = {key: text for key, text in TEXTS.items() if key != "fact-quill"}
    port.is_lost = False
    with opened(root, models, OLD if change_is_over(root) else NEW, port, left) as one:
        until(lambda: one.is_ready, SECONDS)
        port.may.set()
        assert one.forget(SECONDS)
        held = [path.read_bytes() for path in (root / "embeddings").rglob("*") if path.is_file()]
        assert not any(b"fact-quill" in data for data in held)


def change_is_over(root: Path) -> bool:
    return not (root / "embeddings/next/index.bin").exists()


def test_changing_back_midway(root: Path, models: Path) -> None:
    port = Port()
    port.may.clear()
    with opened(root, models, NEW, port) as one:
        assert served_by(one) == OLD
        port.is_lost = True
    for model in (OLD, THIRD, OLD, NEW):
        with opened(root, models, model) as one:
            assert one.wait_idle(SECONDS)
            assert served_by(one) == model
            assert answers(one)


def test_without_the_former_model_words_answer(
    root: Path, models: Path, tmp_path_factory: pytest.TempPathFactory
) -> None:
    others = tmp_path_factory.mktemp("others")
    shutil.copytree(models / NEW, others / NEW)
    port = Port()
    port.may.clear()
    with opened(root, others, NEW, port) as one:
        assert served_by(one) == NEW
        query = one.encode("quill")
        assert query is not None
        assert one.nearest(query, 5) == []
        assert change(one) == {"from": OLD, "to": NEW, "vectors": 0, "served_by": None}
        assert recall_line(one.state()).endswith("to new: 0 vectors made, words answer meanwhile")
        port.may.set()
        assert one.wait_idle(SECONDS)
        assert answers(one)
        assert change(one) == {}


def test_other_files_under_the_same_name_are_another_model(
    root: Path, models: Path, tmp_path_factory: pytest.TempPathFactory
) -> None:
    others = tmp_path_factory.mktemp("replaced")
    shutil.copytree(models / NEW, others / OLD)
    with opened(root, others, OLD) as one:
        assert one.wait_idle(SECONDS)
        query = one.encode("quill")
        assert query is not None
        assert len(query.vector) == 48
        assert answers(one)


dies = pytest.mark.filterwarnings("ignore::pytest.PytestUnhandledThreadExceptionWarning")


@dies
def test_a_kill_while_they_are_put_in_place(root: Path, models: Path, tmp_path_factory: pytest.TempPathFactory) -> None:
    folder = tmp_path_factory.mktemp("placing")
    calls = killed(copied(root, folder / "data"), models, None)
    placing = next(at for at, call in enumerate(calls) if "complete" in call.path)
    assert any(call.name == "rename" and "metadata" in call.path for call in calls[placing:])
    ended = next(at for at, call in enumerate(calls) if call.name == "unlink" and "complete" in call.path)
    for at in range(placing, ended + 2):
        goes_on(root, models, folder, at)


@dies
@pytest.mark.long
def test_a_kill_at_every_stage(root: Path, models: Path, tmp_path_factory: pytest.TempPathFactory) -> None:
    folder = tmp_path_factory.mktemp("every")
    for at in range(len(killed(copied(root, folder / "data"), models, None))):
        goes_on(root, models, folder, at)


def goes_on(root: Path, models: Path, folder: Path, at: int) -> None:
    """Killed at that call, the next start has an answer at once, and ends with whole vectors of the model it wants."""
    data = copied(root, folder / f"killed-{at}")
    killed(data, models, at)
    again = OLD if at % 3 == 2 else NEW
    port = Port()
    port.may.clear()
    with opened(data, models, again, port) as one:
        if again == NEW:
            served_by(one)
            assert answers(one), at
        port.may.set()
        assert one.wait_idle(SECONDS), at
        assert served_by(one) == again
        assert answers(one), at


def copied(root: Path, target: Path) -> Path:
    shutil.copytree(root, target)
    return target


def killed(data: Path, models: Path, at: int | None) -> list[Call]:
    """Changes to the new model, and dies at that call; the calls that change something."""
    files = FaultyFiles(str(data))
    if at is not None:
        files.crash_at(at)
    one = semantic(data, models, NEW, Port(), files, TEXTS)
    until(lambda: files.crashed or one.wait_idle(0.01), SECONDS)
    if at is None:
        assert served_by(one) == NEW
        one.stop("")
    return list(files.calls)
