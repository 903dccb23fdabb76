from __future__ import annotations

from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from memoryd.config.sections import PARTS_OF_A_SCORE
from memoryd.recall.ranking.fusion import (
    MIN_SIMILARITY,
    WEIGHTS,
    Candidate,
    Question,
    Weights,
    fuse,
    speakers_in,
    without_names,
)
from memoryd.text.dates import read_time_words
from memoryd.times import parse_time

TODAY = date(2023, 5, 17)


def order(query: str, *candidates: Candidate, speakers: frozenset[str] = frozenset(), **settings) -> list[str]:
    ranked = fuse(Question(query, TODAY, speakers), candidates, **settings)
    return [candidates[one.position].key for one in ranked]


def near(key: str, cosine: float, text: str = "tea", **values) -> Candidate:
    values = {"mean": cosine, "maxsim": 0.5, "time_words": read_time_words(text), **values}
    return Candidate(key=key, text=text, cosine=cosine, **values)


def test_the_parts_sum_up_to_the_score():
    candidates = [near("a", 0.5, bm25=3), near("b", 0.6, bm25=1, before=0, who="Ann")]
    for ranked in fuse(Question("did Ann drink when I ran yesterday", TODAY, frozenset({"ann"})), candidates):
        assert sum(ranked.parts.values()) == pytest.approx(ranked.score)
        assert set(ranked.parts) <= set(Weights.__struct_fields__)


def test_a_nearer_one_comes_first_and_ties_go_to_the_later():
    assert order("q", near("a", 0.4), near("b", 0.6)) == ["b", "a"]
    assert order("q", near("a", 0.5, at=1), near("b", 0.5, at=2), near("c", 0.5, at=2)) == ["b", "c", "a"]


def test_a_long_reply_of_which_a_part_is_near_does_not_drown_a_short_turn():
    assert order("q", near("reply", 0.62, mean=0.2), near("turn", 0.55)) == ["turn", "reply"]


def test_the_turn_beside_a_match_comes_before_others():
    beside = near("answer", 0.3, before=0)
    assert order("q", near("asked", 0.6, bm25=9, after=1), beside, near("other", 0.31)) == ["asked", "answer", "other"]


def test_what_the_texts_around_say_counts():
    told = near("told", 0.5, context=0.3, is_connected=True), near("not", 0.5, context=0.0, is_connected=True, at=1)
    assert order("q", *told) == ["told", "not"]


def test_what_stands_alone_gains_by_others_context_as_far_as_it_needs_none():
    alone = near("better", 0.6), near("alone", 0.5)
    assert order("q", *alone) == ["better", "alone"]
    rich = near("rich", 0.5, maxsim=0.1, context=0.6, is_connected=True)
    poor = near("poor", 0.5, maxsim=0.1, context=0.0, is_connected=True)
    found = order("q", near("alone", 0.5, maxsim=0.1), rich, poor, near("full", 0.1, maxsim=0.7))
    assert [key for key in found if key != "full"] == ["rich", "alone", "poor"]
    assert order("q", near("alone", 0.5, maxsim=0.7), rich, poor) == ["alone", "rich", "poor"]


def test_a_reply_to_a_question_comes_before_a_remark_of_as_much():
    asked = near("asked", 0.3, "and you?", after=1), near("reply", 0.5, before=0, at=1)
    said = near("said", 0.3, "and so.", after=3), near("remark", 0.5, before=2, at=2)
    found = order("q", *asked, *said)
    assert found.index("reply") < found.index("remark")


def test_the_named_speaker_comes_first():
    said = near("ann", 0.4, who="Ann Lee"), near("bob", 0.45, who="Bob")
    names = speakers_in("What does Ann's dog eat?", {"ann lee", "bob"})
    assert names == {"ann lee"}
    assert order("What does Ann's dog eat?", *said, speakers=names) == ["ann", "bob"]
    assert order("What does the dog eat?", *said) == ["bob", "ann"]


@pytest.mark.parametrize(
    ("query", "known", "wanted"),
    [
        ("what did ANN say", {"ann"}, {"ann"}),
        ("the annex of Annabel", {"ann"}, set()),
        ("José’s boat", {"josé"}, {"josé"}),
        ("Mary-Jane ran", {"mary-jane"}, {"mary-jane"}),
        ("nobody", set(), set()),
    ],
)
def test_names_are_whole_words(query, known, wanted):
    assert speakers_in(query, known) == wanted


def test_names_are_left_out_of_what_is_embedded():
    assert without_names("What does Ann's dog eat, Bob?", {"ann", "bob"}) == "What does dog eat, ?"
    assert without_names("Ann", {"ann"}) == "Ann"
    assert without_names("Annabel (c++)", {"c++", "ann"}) == "Annabel (c++)"


def test_what_i_said_is_asked_of_the_user():
    turns = near("user", 0.4, role="user"), near("assistant", 0.5, role="assistant")
    assert order("How much did I pay?", *turns) == ["user", "assistant"]
    assert order("How much is it?", *turns) == ["assistant", "user"]


def test_a_named_day_brings_what_was_said_then():
    then = near("then", 0.4, at=parse_time("2023-05-07T10:00:00"))
    later = near("later", 0.45, at=parse_time("2023-07-07T10:00:00"))
    assert order("what happened on 7 May 2023", then, later) == ["then", "later"]
    assert order("what happened", then, later) == ["later", "then"]


def test_when_asks_for_a_word_of_time_and_a_question_answers_nothing():
    assert order("when was it", near("plain", 0.41), near("timed", 0.4, text="on Tuesday")) == ["timed", "plain"]
    assert order("tea", near("asks", 0.41, text="tea?"), near("tells", 0.4)) == ["tells", "asks"]


def test_a_query_that_nothing_answers_gets_an_empty_list():
    assert order("q", near("a", MIN_SIMILARITY - 0.01), near("b", 0.1)) == []
    assert order("q", near("a", MIN_SIMILARITY - 0.01, bm25=1), near("b", 0.1)) == ["a"]
    assert order("q", near("a", MIN_SIMILARITY - 0.01, bm25=1), near("b", MIN_SIMILARITY - 0.01)) == ["a"]
    assert order("q", near("a", 0.5), near("b", 0.01)) == ["a"]
    assert order("q", near("a", 0.5), min_similarity=0.6) == []
    assert order("q") == []


def test_behind_a_text_that_is_near_half_of_its_nearness_is_enough():
    first, other = near("a", MIN_SIMILARITY), near("b", MIN_SIMILARITY / 2)
    assert order("q", first, other, near("c", MIN_SIMILARITY / 2 - 0.01)) == ["a", "b"]
    assert order("q", near("a", MIN_SIMILARITY - 0.01), other) == []


def test_without_a_model_the_words_decide():
    candidates = [Candidate(key="a", text="x", bm25=2), Candidate(key="b", text="x", bm25=7)]
    assert order("q", *candidates, Candidate(key="none", text="x")) == ["b", "a"]


def test_a_memory_without_a_vector_yet_is_judged_by_its_words():
    fresh = Candidate(key="fresh", text="x", bm25=9)
    assert order("q", near("old", 0.4, bm25=2), fresh, near("far", 0.2, bm25=1)) == ["fresh", "old", "far"]


numbers = st.floats(0, 1, allow_nan=False)


@given(
    st.lists(
        st.builds(
            Candidate,
            key=st.text(max_size=3),
            text=st.text(max_size=20),
            time_words=st.text(max_size=20).map(read_time_words),
            bm25=st.floats(0, 50),
            cosine=st.none() | st.floats(-1, 1),
            mean=st.none() | st.floats(-1, 1),
            maxsim=st.none() | st.floats(-1, 1),
            at=st.integers(0, 2 * 10**15),
            who=st.none() | st.just("ann"),
            role=st.sampled_from([None, "user", "assistant"]),
        ),
        max_size=8,
    ),
    st.sampled_from(["when did I see Ann in May", "x", "", "yesterday?"]),
)
def test_any_candidates_are_ordered(candidates, query):
    ranked = fuse(Question(query, TODAY, speakers_in(query, {"ann"})), candidates)
    scores = [one.score for one in ranked]
    assert scores == sorted(scores, reverse=True)
    assert len({one.position for one in ranked}) == len(ranked)


def test_each_weight_is_used():
    said = near("a", 0.5, "on Tuesday?", bm25=1, at=1, who="Ann", after=1, context=0.1, is_connected=True)
    beside = Candidate(key="b", text="tea", bm25=1, cosine=0.5, mean=0.5, maxsim=0.5, at=1, role="user", before=0)
    further = near("c", 0.5, before=1)
    question = Question("when did I see Ann in 1970", TODAY, frozenset({"ann"}))
    whole = {name for one in fuse(question, [said, beside, further]) for name in one.parts}
    assert whole == set(Weights.__struct_fields__) - {"trees"}  # orders what the others sum up
    for name in whole:
        less = fuse(question, [said, beside, further], replace(WEIGHTS, **{name: 0.0}))
        assert name not in {part for one in less for part in one.parts}


def test_the_configuration_may_name_each_part() -> None:
    assert set(PARTS_OF_A_SCORE) == set(WEIGHTS.__struct_fields__)


def test_a_text_that_names_the_day_counts_as_much_as_one_of_that_day():
    day = {"at": parse_time("2023-05-08T10:00:00Z")}
    other = {"at": parse_time("2023-04-01T10:00:00Z")}
    candidates = [
        near("same day", 0.5, **day), near("another", 0.5, **other), near("names it", 0.5, "on 8 May 2023", **other),
    ]  # fmt: skip
    parts = {candidates[one.position].key: one.parts for one in fuse(Question("on 8 May 2023", TODAY), candidates)}
    assert {key: part.get("date", 0.0) for key, part in parts.items()} == {
        "same day": WEIGHTS.date, "another": 0.0, "names it": WEIGHTS.date,
    }  # fmt: skip
