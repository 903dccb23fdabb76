from __future__ import annotations

import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np
import pytest

from memoryd.children.patience import Lost
from memoryd.recall.models.model import ModelUnusable
from memoryd.recall.pacing import EMBED_INTERACTIVE_CHANGE
from memoryd.recall.vectors.embed_queue import EmbedQueue
from memoryd.recall.vectors.embedding import Embedding, Opened
from memoryd.recall.vectors.encoding import Turns, distinct_tokens
from memoryd.recall.vectors.file import TOKENS
from memoryd.recall.vectors.store import SNAPSHOT_FILE, VectorStore
from memoryd.storage.files import OsFiles
from memoryd.types import Change, Document
from tests.support.wait import until

DIMENSIONS = 32
DEADLINE = 20


class LetterEncoder:
    """A text's letters as a vector; counts its runs, and waits at `gate` where a test asks for it."""

    def __init__(self) -> None:
        self.runs = 0
        self.order: list[str] = []
        self.gate = threading.Event()
        self.gate.set()
        self.entered = threading.Event()

    def passages(self, text: str) -> list[list[int]]:
        if text == "strange":
            raise RuntimeError("cannot be split")
        return [[ord(letter) for letter in text[at : at + 20]] for at in range(0, max(1, len(text)), 20)]

    def encode_tokens(self, ids: list[int]) -> np.ndarray:
        self.entered.set()
        assert self.gate.wait(DEADLINE)
        self.runs += 1
        self.order.append("".join(map(chr, ids)))
        vector = np.full(DIMENSIONS, 0.01, dtype=np.float32)
        for one in ids:
            vector[one % DIMENSIONS] += 1
        return vector / np.linalg.norm(vector)


class Rig:
    def __init__(self, directory: Path) -> None:
        self.directory = directory
        self.encoder = LetterEncoder()
        self.logged: list[str] = []
        self.embedding = Embedding(self.open_all, self.logged.append, None)
        self.embedding.start()

    def open_all(self) -> Opened:
        return opened(self.encoder, self.directory)

    def keys(self, text: str) -> list[str]:
        encoder, store = self.embedding.ready
        return store.nearest(LetterEncoder().encode_tokens(encoder.passages(text)[0]), 50)

    def put(self, **texts: str) -> None:
        self.embedding.apply(Change(source="s", put=[document(key, text) for key, text in texts.items()]))

    def settle(self) -> None:
        assert self.embedding.wait_idle(DEADLINE)


def opened(encoder: LetterEncoder, directory: Path) -> Opened:
    """Over one passage a turn."""
    return Opened(encoder, Turns(encoder, 0.0), VectorStore(OsFiles(), str(directory), "letters", DIMENSIONS))


def document(key: str, text: str) -> Document:
    return Document(key=key, kind="fact", text=text, source="s", path="s")


@pytest.fixture
def rig(tmp_path):
    made = Rig(tmp_path)
    yield made
    made.encoder.gate.set()
    made.embedding.stop()


def test_what_is_put_is_found_and_counted(rig):
    rig.put(a="aaa", b="bbb")
    rig.settle()
    assert rig.keys("aaa")[0] == "a"
    progress = rig.embedding.progress()
    assert (progress.done, progress.waiting, progress.problem) == (2, 0, None)


def test_a_removal_is_seen_at_once(rig):
    rig.put(a="aaa", b="bbb")
    rig.settle()
    rig.embedding.apply(Change(source="s", remove=["a"]))
    assert rig.keys("aaa") == ["b"]


def test_a_changed_text_is_not_found_by_the_old_one(rig):
    rig.put(a="aaa")
    rig.settle()
    rig.encoder.gate.clear()
    rig.put(a="zzz")
    assert rig.keys("aaa") == []
    rig.encoder.gate.set()
    rig.settle()
    assert rig.keys("zzz") == ["a"]


def test_what_is_removed_or_changed_while_it_is_embedded_does_not_come_back(rig):
    rig.put(first="f")
    rig.settle()
    rig.encoder.entered.clear()
    rig.encoder.gate.clear()
    rig.put(gone="ggg", changed="ccc", kept="kkk")
    assert rig.encoder.entered.wait(DEADLINE)
    rig.embedding.apply(Change(source="s", remove=["gone"]))
    rig.put(changed="xxx")
    rig.encoder.gate.set()
    rig.settle()
    assert set(rig.keys("kkk")) == {"first", "changed", "kept"}
    assert rig.keys("xxx")[0] == "changed"


def test_dropped_keys_of_a_source_that_is_put_anew(rig):
    rig.put(a="aaa", b="bbb")
    rig.settle()
    rig.embedding.apply(Change(source="s", remove_source=True, put=[document("a", "aaa")]), dropped=["a", "b"])
    rig.settle()
    assert rig.keys("aaa") == ["a"]


def test_an_equal_text_is_embedded_once(rig):
    rig.put(a="same text", b="other")
    rig.settle()
    runs = rig.encoder.runs
    rig.put(c="same text")
    rig.settle()
    assert rig.encoder.runs == runs
    assert set(rig.keys("same text")[:2]) == {"a", "c"}


def test_a_restart_keeps_the_vectors_and_reconciles(tmp_path):
    first = Rig(tmp_path)
    first.put(a="aaa", b="bbb", c="ccc")
    first.settle()
    first.embedding.stop()
    again = Rig(tmp_path)
    again.put(d="ddd")
    again.settle()
    runs = again.encoder.runs
    now = [document("a", "aaa"), document("c", "changed"), document("d", "ddd"), document("e", "eee")]
    assert again.embedding.reconcile(now, lambda: None) == 2
    again.settle()
    assert again.encoder.runs == runs + 2
    assert set(again.keys("aaa")) == {"a", "c", "d", "e"}
    again.embedding.stop()


def test_all_there_is_is_embedded_however_much_may_wait(tmp_path):
    made = {f"k{n}": document(f"k{n}", f"text {n}") for n in range(700)}
    encoder = LetterEncoder()

    embedding = Embedding(lambda: opened(encoder, tmp_path), print, lambda: list(made.values()), queue_limit=300)
    embedding.start()
    assert embedding.wait_idle(DEADLINE)
    assert embedding.ready[1].rows == 700
    del made["k3"]
    made["k4"] = document("k4", "changed")
    embedding.recheck()
    assert embedding.wait_idle(DEADLINE)
    assert embedding.ready[1].rows == 699
    assert embedding.progress().done == 701
    embedding.stop()


def full_disk(*_: object) -> None:
    raise OSError(28, "No space left on device")


class Everything:
    """All documents; the first time that they are listed waits in the midst."""

    def __init__(self) -> None:
        self.times = 0
        self.entered, self.gate = threading.Event(), threading.Event()

    def __call__(self) -> Iterator[Document]:
        self.times += 1
        self.entered.set()
        assert self.gate.wait(DEADLINE)
        yield from ()


@pytest.fixture
def compared(tmp_path) -> Iterator[tuple[Embedding, Everything]]:
    """While it compares the store with everything."""
    everything = Everything()
    embedding = Embedding(lambda: opened(LetterEncoder(), tmp_path), print, everything)
    embedding.start()
    assert everything.entered.wait(DEADLINE)
    yield embedding, everything
    everything.gate.set()
    embedding.stop()


def test_what_is_to_be_forgotten_while_it_compares_is_forgotten_behind_that(compared):
    embedding, everything = compared
    with ThreadPoolExecutor() as pool:
        forgotten = pool.submit(embedding.forget, DEADLINE)
        until(lambda: embedding._is_forgetting)
        everything.gate.set()
        assert forgotten.result()


def test_who_waits_for_what_is_forgotten_does_not_wait_beyond_the_end(compared):
    embedding, everything = compared
    with ThreadPoolExecutor() as pool:
        forgotten = pool.submit(embedding.forget, 10 * DEADLINE)
        until(lambda: embedding._is_forgetting)
        stopped = pool.submit(embedding.finish)
        until(lambda: embedding._stopping)
        assert not forgotten.result(DEADLINE)
        everything.gate.set()
        stopped.result(DEADLINE)


def test_who_waits_for_what_is_forgotten_does_not_wait_for_a_model_that_cannot_be_loaded(tmp_path):
    gate = threading.Event()

    def open_all() -> Opened:
        assert gate.wait(DEADLINE)
        raise ModelUnusable("gone", name="tiny")

    embedding = Embedding(open_all, lambda _: None, list)
    embedding.start()
    with ThreadPoolExecutor() as pool:
        forgotten = pool.submit(embedding.forget, 10 * DEADLINE)
        until(lambda: embedding._is_forgetting)
        gate.set()
        assert forgotten.result(DEADLINE)
    embedding.stop()


def test_what_could_not_be_rewritten_is_not_forgotten(tmp_path, monkeypatch):
    embedding = Embedding(lambda: opened(LetterEncoder(), tmp_path), print, list)
    embedding.start()
    assert embedding.wait_idle(DEADLINE)
    with monkeypatch.context() as broken:
        broken.setattr(VectorStore, "compact", full_disk)
        assert not embedding.forget(DEADLINE)
    assert embedding.forget(DEADLINE)
    embedding.stop()


def test_what_goes_while_the_files_are_rewritten_is_rewritten_once_more(tmp_path, monkeypatch):
    embedding = Embedding(lambda: opened(LetterEncoder(), tmp_path), print, list)
    embedding.start()
    assert embedding.wait_idle(DEADLINE)
    entered, gate, rewritten = threading.Event(), threading.Event(), []

    def compact(_store: VectorStore, _pause: object) -> None:
        rewritten.append(embedding._forgets)
        entered.set()
        assert gate.wait(DEADLINE)

    monkeypatch.setattr(VectorStore, "compact", compact)
    with ThreadPoolExecutor() as pool:
        first = pool.submit(embedding.forget, DEADLINE)
        assert entered.wait(DEADLINE)
        second = pool.submit(embedding.forget, DEADLINE)
        until(lambda: embedding._forgets == 2)
        gate.set()
        assert first.result()
        assert second.result()
    assert rewritten == [1, 2]
    embedding.stop()


def test_a_comparison_that_is_asked_for_while_it_compares_comes_behind_that(compared):
    embedding, everything = compared
    embedding.recheck()
    everything.gate.set()
    assert embedding.wait_idle(DEADLINE)
    assert everything.times == 2


def test_rechecking_what_cannot_be_embedded_ends(tmp_path):
    strange = [document(f"k{n}", "strange") for n in range(20)]

    embedding = Embedding(lambda: opened(LetterEncoder(), tmp_path), print, lambda: strange, queue_limit=5)
    embedding.start()
    assert embedding.wait_idle(DEADLINE)
    assert embedding.progress().done == 0
    embedding.stop()


def test_one_strange_text_does_not_end_it(rig):
    rig.put(a="strange", b="bbb")
    rig.settle()
    assert rig.keys("bbb") == ["b"]
    assert rig.embedding.progress().failed == 1
    assert any("a could not be embedded" in line for line in rig.logged)


def test_a_model_that_cannot_be_loaded_is_a_problem_and_nothing_waits(tmp_path):
    def fail() -> Opened:
        raise ModelUnusable("the model is torn")

    logged: list[str] = []
    embedding = Embedding(fail, logged.append, None)
    embedding.apply(Change(source="s", put=[document("a", "aaa")]))
    embedding.start()
    assert embedding.wait_idle(DEADLINE)
    assert embedding.progress().problem == "the model is torn"
    assert embedding.ready is None
    embedding.apply(Change(source="s", put=[document("b", "bbb")]))
    assert embedding.progress().waiting == 0
    embedding.stop()
    assert logged == ["the model is torn"]


def test_changes_before_the_start_are_taken_in(tmp_path):
    rig = Rig.__new__(Rig)
    rig.directory, rig.encoder, rig.logged = tmp_path, LetterEncoder(), []
    rig.embedding = Embedding(rig.open_all, rig.logged.append, None)
    rig.put(a="aaa", b="bbb")
    rig.embedding.apply(Change(source="s", remove=["b"]))
    rig.embedding.start()
    rig.settle()
    assert rig.keys("aaa") == ["a"]
    rig.embedding.stop()


def test_stopping_ends_soon_and_what_waits_is_left_for_later(tmp_path):
    rig = Rig(tmp_path)
    rig.put(**{f"k{n}": f"text {n}" for n in range(3000)})
    rig.embedding.stop()
    assert rig.embedding.progress().done < 3000


def test_a_write_passes_what_came_in_bulk(rig):
    rig.encoder.gate.clear()
    rig.put(**{f"k{n}": f"text {n}" for n in range(300)})
    assert rig.encoder.entered.wait(DEADLINE)
    for key in ("older", "young"):
        rig.put(**{key: key})
    rig.encoder.gate.set()
    rig.settle()
    order = rig.encoder.order
    assert order.index("young") < order.index("older") < 10
    assert len(order) == 302


def test_short_texts_pass_a_long_one_which_is_finished_too(rig):
    rig.encoder.gate.clear()
    rig.put(long="".join(chr(97 + n % 26) * 20 for n in range(200)))
    assert rig.encoder.entered.wait(DEADLINE)
    rig.put(short="short")
    rig.embedding.apply(
        Change(source="s", put=[document(f"k{n}", f"text {n}") for n in range(EMBED_INTERACTIVE_CHANGE + 1)])
    )
    rig.encoder.gate.set()
    rig.settle()
    order = rig.encoder.order
    assert order.index("short") < 10
    assert rig.embedding.ready[1].rows == 200 + 1 + EMBED_INTERACTIVE_CHANGE + 1


@pytest.mark.parametrize("change", [Change(source="s", remove=["long"]), Change(source="s", put=[])])
def test_a_long_text_that_changes_or_goes_while_parts_of_it_are_done(rig, change):
    rig.encoder.gate.clear()
    rig.put(long="l" * 4000)
    assert rig.encoder.entered.wait(DEADLINE)
    rig.put(short="short")
    rig.embedding.apply(change if change.remove else Change(source="s", put=[document("long", "new")]))
    rig.encoder.gate.set()
    rig.settle()
    assert rig.encoder.runs < 20
    assert set(rig.keys("new")) == ({"short"} if change.remove else {"short", "long"})


def test_a_stop_waits_for_no_more_than_the_passage_at_hand_and_the_next_start_does_the_rest(tmp_path):
    everything = [document("long", "l" * 4000), document("short", "short")]
    encoders = []

    def begin() -> Embedding:
        encoders.append(LetterEncoder())
        return Embedding(lambda: opened(encoders[-1], tmp_path), print, lambda: everything)

    first = begin()
    encoders[0].gate.clear()
    first.start()
    assert encoders[0].entered.wait(DEADLINE)
    stopping = threading.Thread(target=first.stop)
    stopping.start()
    until(lambda: first._stopping)
    encoders[0].gate.set()
    stopping.join(DEADLINE)
    assert encoders[0].runs == 1
    second = begin()
    second.start()
    assert second.wait_idle(DEADLINE)
    assert second.ready[1].rows == 201
    second.stop()


def test_what_an_orderly_end_left_with_its_vectors_is_not_compared_at_the_next_start(tmp_path):
    everything, read = [document("a", "aaa"), document("b", "bbb")], []

    def run(found: str, left: str, *changes: Change) -> int:
        """How often all documents were read by a daemon that found these, and left those."""
        read.clear()
        encoder = LetterEncoder()
        one = Embedding(
            lambda: opened(encoder, tmp_path), print, lambda: read.append(1) or everything, documents_id=found
        )
        one.start()
        until(lambda: one.ready is not None)
        for change in changes:
            one.apply(change)
        assert one.wait_idle(DEADLINE)
        assert one.ready[1].rows == len(everything)
        one.stop(left)
        return len(read)

    assert run("1", "2") == 1
    assert run("2", "3") == 0
    assert run("other", "4") == 1
    everything.append(document("c", "ccc"))
    assert run("4", "5", Change(source="s", put=[everything[-1]])) == 0
    assert run("5", "") == 0
    assert run("", "") == 1
    (tmp_path / SNAPSHOT_FILE).unlink()
    assert run("", "6") == 1


def test_nothing_is_compared_before_all_documents_are_there(tmp_path, rig):
    rig.put(a="aaa", b="bbb")
    rig.settle()
    rig.embedding.stop()
    everything, encoder = [], LetterEncoder()
    again = Embedding(lambda: opened(encoder, tmp_path), print, lambda: list(everything))
    again.load()
    until(lambda: again.ready is not None)
    assert not again.wait_idle(0.1)
    everything += [document("a", "aaa"), document("b", "bbb")]
    again.start()
    assert again.wait_idle(DEADLINE)
    assert (again.ready[1].rows, encoder.runs) == (2, 0)
    again.stop()


def test_small_changes_without_end_leave_some_turns_to_the_others():
    queue = EmbedQueue(10)
    queue.put({f"b{n}": document(f"b{n}", "b") for n in range(3)}, is_bulk=True)
    queue.put({"p": document("p", "p")})
    turns = [queue.next_priority() for _ in range(16)]
    assert [turns.count(one) for one in ("interactive", "bulk")] == [12, 4]


def test_a_turn_takes_the_newest_small_changes_and_the_oldest_of_bulk_and_not_too_much():
    queue = EmbedQueue(10)
    queue.put({f"b{n}": document(f"b{n}", "b" * 10) for n in range(6)}, is_bulk=True)
    queue.put({f"i{n}": document(f"i{n}", "i") for n in range(3)})
    assert [one.key for one in queue.take("interactive", 2, 100)] == ["i2", "i1"]
    assert [one.key for one in queue.take("bulk", 9, 25)] == ["b0", "b1", "b2"]
    queue.put_back(document("b1", "b"))
    assert [one.key for one in queue.take("bulk", 2, 100)] == ["b1", "b3"]


def test_a_turn_ends_in_time_and_goes_on_where_it_stopped():
    encoder = LetterEncoder()
    turns = Turns(encoder, 0.0)
    assert turns.encode(["x" * 60, "short"]) == [None, None]
    assert turns.encode(["x" * 60, "strange"]) == [None, None]
    done, strange = turns.encode(["x" * 60, "strange"])
    assert (len(done.vectors), strange, encoder.runs) == (3, None, 3)
    assert "cannot be split" in turns.encode(["strange"])[0]


class Lossy:
    """Loses the question as often as told, and each time when a text is poisonous."""

    def __init__(self, losses: int) -> None:
        self.left = losses
        self.sound = Turns(LetterEncoder())

    def encode(self, texts):
        if self.left or "poison" in texts:
            self.left -= self.left > 0
            raise Lost("was killed by signal 9")
        return self.sound.encode(texts)


def test_what_is_lost_is_asked_again_and_one_that_none_survives_is_left_out(tmp_path, monkeypatch):
    monkeypatch.setattr("memoryd.recall.vectors.embedding.EMBED_LOST_SECONDS", 0.0)
    lossy, logged = Lossy(2), []
    store = VectorStore(OsFiles(), str(tmp_path), "letters", DIMENSIONS)
    embedding = Embedding(lambda: Opened(LetterEncoder(), lossy, store), logged.append, None)
    texts = ["aaa", "poison", "bbb"]
    embedding.apply(Change(source="s", put=[document(text, text) for text in texts]))
    embedding.start()
    assert embedding.wait_idle(DEADLINE)
    assert store.known(texts) == ["aaa", "bbb"]
    progress = embedding.progress()
    assert (progress.done, progress.failed, progress.problem) == (2, 1, None)
    assert logged == ["poison could not be embedded: the worker was killed by signal 9"]
    embedding.stop()


def test_distinct_tokens():
    assert distinct_tokens([5, 5, 0, 7, 70_000, -1, 5])[:3].tolist() == [5, 7, 0]
    assert distinct_tokens(range(1, 500)).tolist() == list(range(1, TOKENS + 1))
