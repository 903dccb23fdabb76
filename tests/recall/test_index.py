from __future__ import annotations

import threading
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from memoryd.recall.hashing import hash64
from memoryd.recall.lexical import ingest
from memoryd.recall.lexical.index import Index
from memoryd.recall.lexical.prepared_terms import TextTerms
from memoryd.recall.lexical.snapshot import Snapshot
from memoryd.recall.lexical.writing import Commit, DirectWriter, at_once
from memoryd.recall.pacing import COMMIT_DOCUMENTS
from memoryd.recall.query import LexicalQuery
from memoryd.requests.visibility import PRIVATE
from memoryd.types import Change, Document
from tests.recall.helpers import Follower, document, found, group, open_index, put

LANGUAGES = [
    ("Max besitzt einen Haustürschlüssel", ["Schlüssel", "schlüsseln", "Haus", "Haustür"]),
    ("Die Donaudampfschifffahrtsgesellschaft wurde gegründet", ["Gesellschaft", "Donau", "gründen"]),
    ("Die Häuser am See", ["Haus", "häuser", "hauser"]),
    ("Max mag Apfelkuchen", ["Kuchen", "Apfel"]),
    ("Max mag Katzen", ["Katze", "Katzen"]),
    ("Les élèves mangées à l'école", ["élève", "eleve", "ecole", "école", "manger"]),
    ("Les chevaux du voisin", ["cheval", "chevaux"]),
    ("Она купила новые книги", ["книга", "КНИГУ", "новая", "купил"]),
    ("他昨天去了北京大学", ["北京", "大学", "京", "北京大学"]),
    ("東京タワーに行った", ["タワー", "東京", "塔タワ", "東"]),
    ("서울에서 친구를 만났다", ["서울", "친구", "울", "만났"]),
    ("ﾊﾟｿｺﾝ", ["パソコン"]),
    ("Die Krankenversicherungsbeiträge steigen im Januar", ["Versicherung", "Versicherungen", "Beitrag", "krank"]),
    ("Das Haftpflichtversicherungsformular liegt im Büro", ["Versicherung", "Pflicht", "Formulare"]),
    ("我昨天去了銀行開戶", ["银行", "銀行", "开户"]),
    ("他在台湾学习汉语", ["臺灣", "學習漢語", "汉语"]),
    ("Вчера мне приснился странный сон", ["сна", "сны", "сном", "сон"]),
    ("До сна осталось мало времени", ["сон", "сны"]),
    ("Мы встретились в солнечный день", ["дня", "дней", "дни"]),
    ("Три дня в горах", ["день", "днями"]),
    ("Он открыл окно", ["окон", "окна"]),
    ("В доме нет окон", ["окно"]),
    ("Коробка для подарка", ["подарок", "подарки"]),
    ("Лёд на реке тает", ["льда", "льдом"]),
    ("Größe: STRASSE", ["straße", "grösse"]),
    ("started_on 2026-05-15", ["started on", "2026-05-15", "startedOn", "2026"]),
    ("write to ann@mail.example", ["ann@mail.example", "ann"]),
    ("party 🎉", ["🎉"]),
    ("she was running home", ["run", "runs", "RUNNING"]),
    ("to be or not to be", ["to be or not to be"]),
]


@pytest.mark.parametrize("committed", [False, True])
@pytest.mark.parametrize(("text", "queries"), LANGUAGES)
def test_a_word_is_found_in_its_other_forms(index: Index, text: str, queries: list[str], committed: bool) -> None:
    put(index, document("wanted", text), document("other", "nothing of the kind stands here"))
    if committed:
        assert index.flush()
    assert {query: found(index, query)[:1] for query in queries} == {query: ["wanted"] for query in queries}


def test_what_a_chinese_question_is_made_of_counts_for_nothing(index: Index) -> None:
    put(index, document("record", "给妈妈打电话，她说下周来北京看我。"), document("other", "取快递的时候说了什么"))
    assert found(index, "妈妈什么时候来看我") == ["record"]
    assert found(index, "什么时候") == ["other"]


@pytest.mark.parametrize("committed", [False, True])
def test_what_does_not_match_is_not_found(index: Index, committed: bool) -> None:
    put(index, document("a", "Alice likes tea"), document("b", "Die Katze und das Haus"))
    if committed:
        assert index.flush()
    queries = ["coffee", "", "   ", "!?", "🎈", "犬", "zebra AND (tea", "chat"]
    assert {query: found(index, query) for query in queries if "tea" not in query} == {
        query: [] for query in queries if "tea" not in query
    }
    assert found(index, 'zebra AND (tea" OR key:b') == ["a"]
    assert found(index, "tea", limit=0) == []


@pytest.mark.parametrize("committed", [False, True])
def test_an_enormous_query_is_answered(index: Index, committed: bool) -> None:
    put(index, document("a", "the needle is here"))
    if committed:
        assert index.flush()
    assert found(index, "the is a of " * 8000 + "needle") == ["a"]
    assert found(index, " ".join(f"w{number}" for number in range(300)) + " needle") == ["a"]
    assert found(index, "x" * 100_000) == []
    assert found(index, "東" * 100_000) == []


def test_overlay_and_disk_give_one_scale(index: Index) -> None:
    texts = [
        "tea and cake for all of us",
        "tea",
        "green tea tea tea",
        "cake",
        "a very long text on tea " + "word " * 40,
    ]
    put(index, *(document(f"k{number}", text) for number, text in enumerate(texts)))
    before = {hit.document.key: hit.score for hit in index.search(LexicalQuery("tea cake"))}
    assert index.flush()
    after = {hit.document.key: hit.score for hit in index.search(LexicalQuery("tea cake"))}
    assert before.keys() == after.keys()
    assert all(abs(before[key] - after[key]) < 0.1 * after[key] for key in after)


@pytest.mark.parametrize("committed", [False, True])
def test_parts_add_up_to_the_score(index: Index, committed: bool) -> None:
    put(index, document("a", "green tea for Ann"), document("b", "black tea"), document("c", "coffee"))
    if committed:
        assert index.flush()
    for hit in index.search(LexicalQuery("green tea", explain=True)):
        assert sum(hit.parts.values()) == pytest.approx(hit.score, rel=0.01)
    assert set(index.search(LexicalQuery("green tea", explain=True))[0].parts) == {"green", "tea"}


FILTERED = [
    document("fact", "tea one", subject="Ann  Lee", predicate="LIKES", object="x" * 500, at=50),
    document("note", "tea two", kind="note", layer="user", hot=True, source="memory/user.md", path="memory/user.md"),
    document("cold", "tea three", kind="note", layer="user", source="memory/user.md", path="memory/user.md"),
    document("message", "tea four", kind="message", session_id="s1", project="p", at=100, created=100),
]


@pytest.mark.parametrize("committed", [False, True])
@pytest.mark.parametrize(
    ("filters", "keys"),
    [
        ({}, {"fact", "note", "cold", "message"}),
        ({"kinds": frozenset({"fact"})}, {"fact"}),
        ({"kinds": frozenset({"note", "message"})}, {"note", "cold", "message"}),
        ({"kinds": frozenset({"hot"})}, {"note"}),
        ({"kinds": frozenset({"hot", "fact"})}, {"note", "fact"}),
        ({"kinds": frozenset({"daily"})}, set()),
        ({"project": "p"}, {"fact", "note", "cold", "message"}),  # what has no project is of each
        ({"project": "q"}, {"fact", "note", "cold"}),
        ({"subject": "ann lee"}, {"fact"}),
        ({"subject": "ann"}, set()),
        ({"predicate": "likes", "object": "X" * 500}, {"fact"}),
        ({"since": 50}, {"fact", "message"}),
        ({"since": 51, "until": 100}, {"message"}),
        ({"until": 49}, {"note", "cold"}),
        ({"keys": frozenset({"cold", "no such"})}, {"cold"}),
    ],
)
def test_filters(index: Index, filters: dict[str, object], keys: set[str], committed: bool) -> None:
    put(index, *FILTERED)
    if committed:
        assert index.flush()
    assert set(found(index, "tea", **filters)) == keys


GROUP = group("own", project="p", started_at=100)
RULE_17 = [
    (document("hot", "tea", kind="note", source="MEMORY.md", path="MEMORY.md"), False),
    (document("fact", "tea", audience="shared"), True),
    (document("kept", "tea"), False),
    (document("note", "tea", kind="note", path="memory/user.md", layer="user", audience="shared"), True),
    (document("own", "tea", kind="message", session_id="own", created=200), True),
    (document("private", "tea", kind="message", session_id="s", project="p", created=50), False),
    (document("earlier", "tea", kind="message", session_id="s", project="p", audience="group", created=100), True),
    (document("later", "tea", kind="message", session_id="s", project="p", audience="group", created=101), False),
    (document("elsewhere", "tea", kind="message", session_id="s", project="q", audience="group", created=1), False),
    (document("nowhere", "tea", kind="message", session_id="s", audience="group", created=1), False),
    (document("daily", "tea", kind="daily"), False),
    (document("log", "tea", kind="log"), False),
    (document("summary", "tea", kind="summary", audience="group", project="p", created=3), True),
]


@pytest.mark.parametrize("committed", [False, True])
def test_a_group_session_sees_its_own_and_what_its_project_said_before(index: Index, committed: bool) -> None:
    put(index, *(one for one, _ in RULE_17))
    if committed:
        assert index.flush()
    assert set(found(index, "tea", limit=50, visibility=GROUP)) == {one.key for one, seen in RULE_17 if seen}
    assert len(found(index, "tea", limit=50)) == len(RULE_17)
    no_project = group("own")
    assert set(found(index, "tea", limit=50, visibility=no_project)) == {"fact", "note", "own"}


def test_a_replaced_document_hides_its_old_self_at_once(index: Index) -> None:
    put(index, *(document(f"k{number:03}", "tea of old") for number in range(200)))
    assert index.flush()
    put(index, *(document(f"k{number:03}", "coffee now") for number in range(195)))
    assert set(found(index, "tea", limit=5)) == {f"k{number:03}" for number in range(195, 200)}
    assert len(found(index, "coffee", limit=500)) == 195
    one = index.document("k000")
    assert one is not None
    assert one.text == "coffee now"


def test_a_removed_document_is_gone_at_once(index: Index) -> None:
    put(index, document("a", "tea"), document("b", "tea"))
    assert index.flush()
    index.apply(Change(source="facts.jsonl", remove=["a", "never was"]))
    assert found(index, "tea") == ["b"]
    assert index.document("a") is None
    assert index.keys("facts.jsonl") == {"b"}


def test_a_source_gives_way_as_a_whole(index: Index) -> None:
    put(index, document("x:1", "tea", source="x"), document("x:2", "tea", source="x"), source="x", state=b"1")
    put(index, document("y:1", "tea", source="y"), source="y", state=b"1")
    assert index.flush()
    index.apply(Change(source="x", remove_source=True, put=[document("x:2", "tea again", source="x")], state=b"2"))
    assert set(found(index, "tea")) == {"x:2", "y:1"}
    assert index.keys("x") == {"x:2"}
    index.apply(Change(source="y", remove_source=True))
    assert found(index, "tea") == ["x:2"]
    index.close()
    reopened = open_index(index.directory)
    assert (reopened.states(), found(reopened, "tea")) == ({"x": b"2"}, ["x:2"])
    reopened.close()


def test_a_document_comes_back_as_it_was_put(index: Index) -> None:
    whole = document("a", "tea", line=3, at=-5, created=7, who="Ann", role="user", title="A > B", subject="\x00é")
    put(index, whole)
    assert index.flush()
    assert index.search(LexicalQuery("tea"))[0].document == whole
    assert found(index, "ann") == ["a"]


def test_a_document_that_was_read_before_is_read_anew_when_it_changes(index: Index) -> None:
    shown = []
    for line in (1, 2, 3):
        put(index, document("a", "Alice likes tea", line=line))
        assert index.flush()
        shown += [[hit.document.line for hit in index.search(LexicalQuery("tea"))] for _ in range(2)]
    assert shown == [[1], [1], [2], [2], [3], [3]]


def test_every_writer_finds_its_write_at_once(index: Index) -> None:
    missing: list[str] = []

    def work(name: str) -> None:
        for number in range(40):
            word = f"{name}q{number}"
            put(index, document(word, f"the word {word}"))
            if found(index, word)[:1] != [word]:
                missing.append(word)

    threads = [threading.Thread(target=work, args=(name,)) for name in ("ka", "lo", "mi", "re")]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert missing == []
    assert index.flush()
    assert len(index.keys("facts.jsonl")) == 160


def test_many_are_taken_with_room_asked_for(index: Index) -> None:
    for batch in range(20):
        assert index.wait_for_room()
        put(index, *(document(f"{batch}-{number}", f"tea n{number}") for number in range(500)), state=b"%d" % batch)
    assert len(found(index, "n7", limit=100)) == 20
    assert index.flush()
    assert len(index.keys("facts.jsonl")) == 10_000


@pytest.mark.parametrize("on_disk", [False, True])
def test_documents_of_given_keys_are_scored_as_a_search_scores_them(index: Index, on_disk: bool) -> None:
    put(index, document("a", "green tea"), document("b", "black tea", kind="note"), document("c", "coffee"))
    if on_disk:
        index.flush()
    query = LexicalQuery("green tea")
    ranking = index.rank(query)
    scored = {hit.document.key: hit.score for hit in index.scored(ranking, query, ["a", "b", "c", "no such"])}
    assert scored == pytest.approx({hit.document.key: hit.score for hit in ranking.hits} | {"c": 0.0}, rel=1e-3)
    facts = index.scored(ranking, LexicalQuery("green tea", kinds=frozenset({"fact"})), ["a", "b"])
    assert [hit.document.key for hit in facts] == ["a"]
    index.apply(Change(source="facts.jsonl", remove=["a"]))
    assert index.scored(ranking, query, ["a"]) == []


def test_all_documents_and_all_speakers(index: Index) -> None:
    put(index, document("a", "x", who="Anna  Lee"), document("b", "y"), state=b"1")
    index.flush()
    put(index, document("b", "z", who="BERT"), document("c", "w"))
    assert sorted((one.key, one.text) for one in index.all_documents()) == [("a", "x"), ("b", "z"), ("c", "w")]
    assert index.rank(LexicalQuery("whoever")).speakers == {"anna lee", "bert"}


def test_a_follower_is_told_which_keys_a_source_had(tmp_path: Path) -> None:
    follower = Follower()
    follower.is_following = False
    index = open_index(tmp_path / "index", follower=follower)
    put(index, document("a", "x"), document("b", "y"))
    follower.is_following = True
    index.apply(Change(source="facts.jsonl", remove_source=True, put=[document("b", "y")]))
    put(index, document("c", "z"))
    assert follower.told == [("facts.jsonl", {"a", "b"}), ("facts.jsonl", set())]
    index.close()


def test_layers_filter(index: Index) -> None:
    put(index, document("a", "tea", kind="note", layer="user"), document("b", "tea", kind="note", layer="context"))
    put(index, document("c", "tea"))
    assert found(index, "tea", layers=frozenset({"user"})) == ["a"]
    index.flush()
    assert found(index, "tea", layers=frozenset({"user"})) == ["a"]


def test_of_long_texts_the_beginning_is_found_at_once_and_all_when_committed(tmp_path: Path) -> None:
    index = open_index(tmp_path / "index", commit_seconds=3600)
    try:
        put(index, document("one", f"albatross {'between ' * 10_000} penguin"))
        assert (found(index, "albatross"), found(index, "penguin")) == (["one"], [])
        # The texts of one change share what is read at once.
        put(index, *(document(f"many{n}", f"albatross {'between ' * 1_000} penguin") for n in range(100)))
        assert (len(found(index, "albatross", limit=200)), found(index, "penguin")) == (101, [])
        assert index.flush()
        assert len(found(index, "albatross", limit=200)) == len(found(index, "penguin", limit=200)) == 101
    finally:
        index.close()


def test_more_text_waits_until_most_of_what_was_brought_is_read(tmp_path: Path) -> None:
    index = open_index(tmp_path / "index", commit_seconds=3600)
    try:
        for number in range(4):
            put(index, document(f"{number}", f"albatross {'between ' * 400_000} penguin"))
        assert index.wait_until_read()
        assert "0" in found(index, "penguin")  # read long before the commit is due
    finally:
        index.close()


def test_whoever_looks_keys_up_reads_no_text(index: Index, monkeypatch: pytest.MonkeyPatch) -> None:
    readers: set[int] = set()
    read = ingest.indexed

    def indexed(one: Document, length: int) -> TextTerms:
        readers.add(threading.get_ident())
        return read(one, length)

    monkeypatch.setattr(ingest, "indexed", indexed)
    for number in range(200):
        put(index, document("k", f"tea of {number}, which is told at length " * 50))
        assert index.documents(["k"])["k"].text.startswith(f"tea of {number},")

    assert threading.get_ident() not in readers


CHANGES = [
    Change(source="a", put=[document("1", "one", source="a"), document("2", "two", source="a")], fresh=True),
    Change(source="b", put=[document("3", "three", source="b")], fresh=True),
    Change(source="a", put=[document("1", "one again", source="a")]),
    Change(source="a", remove=["2"]),
    Change(source="b", put=[document("4", "four", source="b")], remove_source=True),
    Change(
        source="a", put=[document("2", "two again", source="a"), document("5", "five", source="a")], background=True
    ),
    Change(source="a", put=[document("1", "one more", source="a")], remove_source=True, background=True),
]


@pytest.mark.parametrize("settled", [0, 1, 2, 3, 5])
def test_keys_are_looked_up_as_the_last_change_left_them(index: Index, settled: int) -> None:
    """Whatever of the changes is on disk, in the overlay, or still queued."""
    known: dict[str, Document] = {}
    for number, change in enumerate(CHANGES):
        index.apply(change)
        if change.remove_source:
            known = {key: one for key, one in known.items() if one.source != change.source}
        known = {key: one for key, one in known.items() if key not in change.remove}
        known |= {one.key: one for one in change.put}
        if number == settled:
            assert index.flush()

        assert index.documents([str(key) for key in range(1, 7)]) == known


def test_searches_do_not_wait_for_labels(tmp_path: Path) -> None:
    """Whether a long text gives instructions takes seconds; meanwhile others search."""
    asked, searched = threading.Event(), threading.Event()

    def labels(_document: Document) -> tuple[str, ...]:
        asked.set()
        return ("searched",) if searched.wait(10) else ("waited",)

    index = open_index(tmp_path / "index", labels=labels, commit_seconds=0.0)
    put(index, document("wanted", "the harbour"))
    assert asked.wait(10)
    assert found(index, "harbour") == ["wanted"]
    searched.set()
    assert index.flush()
    assert found(index, "harbour", label="searched") == ["wanted"]
    index.close()


def test_of_texts_that_come_in_several_changes_the_next_search_reads_as_much_as_of_one(tmp_path: Path) -> None:
    index = open_index(tmp_path / "index", commit_seconds=60.0)
    text = f"harbour {'of it ' * 500} ferry"
    for number in range(2):
        index.apply(Change(source="s", put=[document(f"k{number}", text, source="s")], among=100))
    assert (found(index, "harbour"), found(index, "ferry")) == (["k0", "k1"], [])
    assert index.flush()
    assert found(index, "ferry") == ["k0", "k1"]
    index.close()


@pytest.mark.parametrize("wanted", [1, 5, 40])
def test_what_is_left_of_many_equals_is_found_behind_those_that_went(tmp_path: Path, wanted: int) -> None:
    """Of equal ones the oldest come first on disk, and those are the ones that were archived."""
    index = open_index(tmp_path / "index", commit_seconds=60.0)
    put(index, *(document(f"k{at:04}", "the harbour") for at in range(900)))
    assert index.flush()
    index.apply(Change(source="facts.jsonl", remove=[f"k{at:04}" for at in range(2, 880)]))
    left = {f"k{at:04}" for at in (0, 1, *range(880, 900))}
    hits = found(index, "harbour", limit=wanted)
    assert len(hits) == min(wanted, 22)
    assert set(hits) <= left
    assert len(set(hits)) == len(hits)
    put(index, document("k0003", "the harbour"))
    assert {*found(index, "harbour", limit=40)} == {"k0003", *left}
    index.close()


def test_what_goes_after_a_snapshot_is_not_gone_in_it() -> None:
    at_two: Any = SimpleNamespace(layers=[SimpleNamespace(dead={"a": 1, "b": 3})], number=2)
    assert Snapshot.gone(at_two) == {hash64("a")}


class StatesWriter(DirectWriter):
    """Knows what a kill right behind each commit would leave as the state of each source."""

    def __init__(self) -> None:
        super().__init__()
        self.states: list[dict[str, bytes]] = [{}]

    def write(self, directory: Path, commit: Commit, wait: Callable[[], object] = at_once) -> None:
        super().write(directory, commit, wait)
        new = {**self.states[-1], **commit.states}
        self.states.append({source: state for source, state in new.items() if state})


def test_what_is_said_of_a_source_that_is_replaced_waits_for_nothing(tmp_path: Path) -> None:
    """A kill meanwhile leaves any part of it; earlier documents that wait must not let it pass for a whole version."""
    writer = StatesWriter()
    index = open_index(tmp_path / "index", writer=writer, commit_seconds=60.0)
    put(index, document("s:0", "tea", source="s"), source="s", state=b"1")
    assert index.flush()
    for number in (1, COMMIT_DOCUMENTS):
        fresh = [document(f"s:{number + at}", "tea", source="s") for at in range(COMMIT_DOCUMENTS - 1)]
        index.apply(Change(source="s", put=fresh, state=b"2", fresh=True))
    index.apply(Change(source="s", state=b"", background=True))
    index.apply(Change(source="s", put=[document("s:0", "coffee", source="s")], background=True))
    assert index.flush()
    assert writer.states[1:] == [{"s": b"1"}, {}, {}]
    index.close()


def test_projects_are_counted_over_the_disk_and_what_is_not_there_yet(tmp_path: Path) -> None:
    index = open_index(tmp_path / "index", commit_seconds=60.0)

    def said(key: str, project: str) -> Document:
        return document(key, "tea", source="a.md", path="a.md", kind="note", project=project)

    put(index, said("a", "quay"), said("b", "quay"), said("c", "pier"), source="a.md")
    assert index.flush()
    # Out of date on disk by its key, by its source, and by both.
    index.apply(Change(source="a.md", remove_source=True, put=[said("a", "quay"), said("d", "pier")]))
    index.apply(Change(source="b.jsonl", put=[document("new", "tea", project="quay")], fresh=True))
    assert index.projects(PRIVATE) == {"quay": {"note": 1, "fact": 1}, "pier": {"note": 1}}
    index.close()


def test_what_was_made_of_a_memory_is_found_on_disk_and_above_it(tmp_path: Path) -> None:
    index = open_index(tmp_path / "index", commit_seconds=60.0)
    made = ("sessions/ä.jsonl:3#0123456789abcdef",)
    put(index, *(document(key, "tea", sources=made) for key in ("a", "b", "c")), document("d", "sessions/ä.jsonl:3"))
    assert index.flush()
    put(index, document("b", "tea"), document("e", "tea", kind="message", sources=made))
    index.apply(Change(source="new.jsonl", put=[document("f", "tea", sources=made)], fresh=True))
    assert {one.key for one in index.made_of("sessions/ä.jsonl", without=["message"])} == {"a", "c", "f"}
    assert {one.key for one in index.made_of("sessions/ä.jsonl", without=["fact"])} == {"e"}
    index.close()
