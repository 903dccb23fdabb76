"""The backlog: none of its documents that shares a word with a query is missed, and no other is touched."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memoryd.recall.lexical.backlog import Backlog, split
from memoryd.recall.lexical.index import Index
from memoryd.recall.lexical.tokens import query_words, terms_of
from memoryd.recall.query import LexicalQuery
from memoryd.types import Change, Document
from tests.recall.helpers import document, group, open_index

FACTS = "facts.jsonl"
BASES = (
    "die hope plan happy relat sensib organ run skate carry lie tie use box quick generous haus schluessel fahr mang "
    "habl parl nation create argue agree deny stop sky try city woman wife"
).split()
ENDINGS = (
    " s es ed ing ly ness ation ational izer ize ies ied y ying e er en ung lich heit ons ait ant ado ato mente ful i"
).split(" ")
_words = st.builds(lambda base, end: base + end, st.sampled_from(BASES), st.sampled_from(ENDINGS)) | st.text(
    "abeimsy01_-.", min_size=1, max_size=8
)


@pytest.fixture
def index(tmp_path: Path) -> Iterator[Index]:
    index = open_index(tmp_path / "index", commit_seconds=1000)
    yield index
    index.close()


def fresh(*texts: str, first: int = 0, state: bytes | None = None) -> Change:
    put = [document(f"f{first + at}", text, source=FACTS) for at, text in enumerate(texts)]
    return Change(source=FACTS, put=put, fresh=True, state=state)


def spoken(key: str, text: str, who: str, **more: Any) -> Document:
    return Document(key=key, kind="message", text=text, source=FACTS, path=FACTS, who=who, **more)


def any_document(_document: Document) -> bool:
    return True


def backlog_of(*texts: str) -> Backlog:
    backlog = Backlog()
    backlog.add(1, fresh(*texts))
    return backlog


@given(st.lists(_words, min_size=1, max_size=6), _words)
def test_whatever_shares_a_term_is_found_by_its_letters(words: list[str], asked: str) -> None:
    text = " ".join(words)
    queried = query_words(asked)
    terms = set(terms_of(text))
    shares = any(terms.intersection(word.variants) for word in queried)
    found = backlog_of("something else", text).matching(queried, 10, any_document)
    assert not shares or 1 in found


@pytest.mark.parametrize(
    ("asked", "written"),
    [("die", "dying"), ("dying", "dies"), ("hope", "hoping"), ("using", "use"), ("happiness", "happy"),
     ("Router", "WiFiRouter"), ("sky", "skies"), ("v1.2", "memoryd_v1.2")],
)  # fmt: skip
def test_other_forms_of_a_word_are_found(asked: str, written: str, index: Index) -> None:
    index.apply(fresh("nothing of it", f"they spoke of {written} twice"))
    assert [hit.document.key for hit in index.search(LexicalQuery(asked))] == ["f1"]


def test_only_what_a_search_needs_is_taken_in(index: Index) -> None:
    index.apply(fresh(*(f"item number {at}" for at in range(1000)), state=b"1000"))
    assert [hit.document.key for hit in index.search(LexicalQuery("777", limit=3))] == ["f777"]
    # Of a word in all of them the newest are looked at.
    hits = index.search(LexicalQuery("item", limit=20))
    assert {hit.document.key for hit in hits} <= {f"f{at}" for at in range(960, 1000)} | {"f777"}
    assert len(hits) == 20
    assert index.document("f3") == document("f3", "item number 3", source=FACTS)
    assert len(index.keys(FACTS)) == 1000


def test_who_speaks_in_what_waits_is_known_and_found(index: Index) -> None:
    index.apply(Change(source=FACTS, put=[spoken("m1", "red tea", "Ann Lee"), spoken("m2", "tea", "Bo")], fresh=True))
    assert index.rank(LexicalQuery("whoever")).speakers == {"ann lee", "bo"}
    assert [hit.document.key for hit in index.search(LexicalQuery("what did Ann say"))] == ["m1"]
    assert index.rank(LexicalQuery("whoever")).speakers == {"ann lee", "bo"}


def test_what_a_search_may_not_see_leaves_room_for_what_it_may(index: Index) -> None:
    """However many of the newest ones have the word."""
    own = group("s")
    put = [spoken("own", "tea with us", "Ann", session_id="s", audience="group")]
    put += [spoken(f"m{at}", "tea", "Bo", session_id="other") for at in range(1200)]
    index.apply(Change(source=FACTS, put=put, fresh=True))
    assert [hit.document.key for hit in index.search(LexicalQuery("tea", limit=5, visibility=own))] == ["own"]
    assert index.is_busy


def test_words_of_long_ago_are_forgotten_with_their_documents(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("memoryd.recall.lexical.backlog._SEGMENT_SIZE", 10)
    backlog = Backlog()
    words = [letter + "zork" for letter in "abcdefghijkl"]
    for at, word in enumerate(words):
        backlog.add(at, fresh(*[f"item {word}"] * 9, first=9 * at))
    assert backlog.matching(query_words(words[3]), 20, any_document) == list(range(35, 26, -1))
    assert backlog.numbers_of(["f40", "f108", "unknown"]) == [40]
    for number in (30, 100):
        assert backlog.take(number) is not None
        assert backlog.take(number) is None
    taken, end = backlog.oldest(50)
    assert ([one.key for one in taken], end) == ([f"f{at}" for at in range(51) if at != 30], 51)
    assert [batch.number for batch in backlog.until(end)] == [0, 1, 2, 3, 4]
    assert backlog.number_after(5) == 5
    assert [batch.number for batch in backlog.drop_until(end)] == [0, 1, 2, 3, 4]
    assert len(backlog._segments) == 11 - 5
    found = backlog.matching(query_words(f"{words[5]} {words[11]}"), 20, any_document)
    assert found == [53, 52, 51, *range(107, 100, -1), 99]  # the rarer word first
    taken, end = backlog.oldest(1000)
    assert (len(taken), len(backlog.drop_until(end)), backlog.pending) == (56, 7, 0)
    assert backlog.number_after(0) is None
    assert not backlog._segments and not backlog.matching(query_words(words[5]), 20, any_document)


def test_of_common_words_those_that_have_most_of_them_are_found(index: Index) -> None:
    words = ["amber", "basalt", "copper", "dahlia"]
    texts = [f"{words[at % 4]} {words[(at + 1) % 4]}" for at in range(4000)]
    texts[7] = "amber basalt copper dahlia"
    index.apply(fresh(*texts))
    hits = index.search(LexicalQuery("dahlia copper basalt amber", limit=3))
    assert hits[0].document.key == "f7"


def test_of_equals_the_shortest_comes_first_then_the_newest() -> None:
    backlog = backlog_of("the pump runs at last", "the pump runs", "the pump stands", "the pump stands as ever")
    found = [list(backlog.matching(query_words("pump"), most, any_document)) for most in (1, 2, 3)]
    assert found == [[2], [2, 1], [2, 1, 3]]


@pytest.mark.parametrize("place", [39_999, 36_000])
def test_a_text_of_common_words_only_is_found_by_itself(place: int) -> None:
    often = "yeah time good great really nice friend community amazing hard".split()
    chosen = Random(7)
    texts = [" ".join(chosen.sample(often, chosen.randint(3, 5))) for _ in range(40_000)]
    texts[place] = " ".join(often)
    assert place in backlog_of(*texts).matching(query_words(texts[place]), 10, any_document)


def test_of_a_long_query_the_rarest_words_are_looked_up() -> None:
    common = " ".join(f"common{at}" for at in range(200))
    backlog = backlog_of(*[common] * 300, "one of its words is sextant", *[common] * 300)
    assert 300 in backlog.matching(query_words(f"{common} sextant"), 10, any_document)


@pytest.mark.parametrize("written", ["3", "(3)", "3."])
def test_a_rare_word_is_found_though_its_letters_are_everywhere(index: Index, written: str) -> None:
    texts = [f"buoy {1300 + at}" for at in range(4000)]
    texts[5] = f"buoy {written}"
    index.apply(fresh(*texts))
    assert index.search(LexicalQuery("buoy 3", limit=3))[0].document.key == "f5"


@pytest.mark.parametrize(("written", "asked"), [("cats", "cat"), ("cat's", "cat"), ("cat", "cats")])
def test_a_rare_word_in_another_form_is_found_among_others_like_it(index: Index, written: str, asked: str) -> None:
    texts = [f"catalogue {at} locates delicate scatters" for at in range(2000)]
    texts[5] = f"the {written} and a catalogue"
    index.apply(fresh(*texts))
    assert index.search(LexicalQuery(f"catalogue {asked}", limit=3))[0].document.key == "f5"


def test_what_is_removed_replaced_or_dropped_while_it_waits_is_gone(index: Index) -> None:
    index.apply(fresh("red tea", "green tea", "white tea", "black tea", state=b"4"))
    index.apply(Change(source=FACTS, remove=["f1"], state=b"5"))
    index.apply(Change(source=FACTS, put=[document("f2", "white wine", source=FACTS)], state=b"6"))
    assert {hit.document.key for hit in index.search(LexicalQuery("tea"))} == {"f0", "f3"}
    assert [hit.document.text for hit in index.search(LexicalQuery("white"))] == ["white wine"]
    index.apply(Change(source=FACTS, remove_source=True))
    assert index.search(LexicalQuery("tea wine")) == []


def test_a_state_is_kept_only_behind_all_documents_before_it(tmp_path: Path) -> None:
    index = open_index(tmp_path / "index", commit_seconds=1000)
    index.apply(fresh("red tea", "green tea", state=b"two"))
    index.apply(Change(source=FACTS, remove=["f0"], state=b"three"))
    index.apply(Change(source="other", put=[document("o", "oolong", source="other")], state=b"o"))
    index.search(LexicalQuery("oolong"))
    # Killed now, it would begin without a state of the facts; a flush takes them in and keeps the last one.
    assert index.flush()
    index.close()
    again = open_index(tmp_path / "index", commit_seconds=0.001)
    assert again.states() == {FACTS: b"three", "other": b"o"}
    assert [hit.document.key for hit in again.search(LexicalQuery("tea"))] == ["f1"]
    again.close()


@pytest.mark.parametrize(
    ("change", "waits"),
    [
        (fresh("plain"), True),
        (Change(source=FACTS, put=[document("a", "plain")]), False),
        (fresh("café"), False),
        (fresh("x" * 5000), False),
        (Change(source=FACTS, put=[document("a", "plain")], remove=["b"], fresh=True), False),
        (Change(source=FACTS, put=[spoken("a", "x", "Ann")], fresh=True), True),
        (Change(source=FACTS, put=[spoken("a", "x", "Zoë")], fresh=True), False),
    ],
)  # fmt: skip
def test_only_new_short_plain_texts_may_wait(change: Change, waits: bool) -> None:
    assert split(change) == ((change, None) if waits else (None, change))


def test_one_that_may_not_wait_holds_up_none_of_the_others(index: Index) -> None:
    index.apply(fresh("red tea", "café tea", "green tea", state=b"3"))
    assert [hit.document.key for hit in index.search(LexicalQuery("cafe"))] == ["f1"]
    assert index.is_busy  # the others still wait
    assert {hit.document.key for hit in index.search(LexicalQuery("tea"))} == {"f0", "f1", "f2"}
    index.apply(Change(source=FACTS, remove=["f1", "f2"], state=b"4"))
    assert index.flush()
    assert index.keys(FACTS) == {"f0"}
    index.close()
    again = open_index(index.directory)
    assert again.states() == {FACTS: b"4"}
    again.close()


def test_they_are_taken_in_by_themselves_when_nothing_is_written(tmp_path: Path) -> None:
    index = open_index(tmp_path / "index", commit_seconds=0.001)
    index.apply(fresh(*(f"item {at}" for at in range(100))))
    assert index.flush()
    assert not index.is_busy
    assert len(index.search(LexicalQuery("item", limit=200))) == 100
    index.close()
