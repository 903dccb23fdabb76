from __future__ import annotations

from datetime import date, timedelta

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from memoryd.text.dates import DateMention, Span, TimeWords, asks_when, closeness, read_time_words, spans, tells_time

TODAY = date(2023, 5, 17)  # a Wednesday


def dates_in(text: str) -> tuple[DateMention, ...]:
    """What the text names, as it comes back from the index."""
    stored = msgspec.msgpack.encode(read_time_words(text))
    return msgspec.msgpack.decode(stored, type=TimeWords).dates


@pytest.mark.parametrize(
    ("text", "start", "end"),
    [
        ("on 7 May 2023", "2023-05-07", "2023-05-08"),
        ("May 7th, 2023", "2023-05-07", "2023-05-08"),
        ("the 7th of May, 2023", "2023-05-07", "2023-05-08"),
        ("2023-05-07", "2023-05-07", "2023-05-08"),
        ("2023/05/07", "2023-05-07", "2023-05-08"),
        ("7.5.2023", "2023-05-07", "2023-05-08"),
        ("am 7. Mai 2023", "2023-05-07", "2023-05-08"),
        ("in 2023-05", "2023-05-01", "2023-06-01"),
        ("August 2023", "2023-08-01", "2023-09-01"),
        ("December 2023", "2023-12-01", "2024-01-01"),
        ("in 2022", "2022-01-01", "2023-01-01"),
        ("yesterday", "2023-05-16", "2023-05-17"),
        ("the day before yesterday", "2023-05-15", "2023-05-16"),
        ("what did I say today", "2023-05-17", "2023-05-18"),
        ("gestern", "2023-05-16", "2023-05-17"),
        ("2023年5月7日买了咖啡", "2023-05-07", "2023-05-08"),
        ("二零二三年 2023年十二月", "2023-12-01", "2024-01-01"),
        ("三月做了什么", "2023-03-01", "2023-04-01"),
        ("我昨天说了什么", "2023-05-16", "2023-05-17"),
        ("上個月的帳單", "2023-04-01", "2023-05-01"),
        ("上周", "2023-05-08", "2023-05-15"),
        ("去年", "2022-01-01", "2023-01-01"),
        ("last night", "2023-05-16", "2023-05-17"),
        ("last week", "2023-05-08", "2023-05-15"),
        ("this week", "2023-05-15", "2023-05-22"),
        ("last weekend", "2023-05-12", "2023-05-15"),
        ("last Friday", "2023-05-12", "2023-05-13"),
        ("last Wednesday", "2023-05-10", "2023-05-11"),
        ("on Friday", "2023-05-12", "2023-05-13"),
        ("next Monday", "2023-05-22", "2023-05-23"),
        ("next Wednesday", "2023-05-24", "2023-05-25"),
        ("last month", "2023-04-01", "2023-05-01"),
        ("last March", "2023-03-01", "2023-04-01"),
        ("last May", "2022-05-01", "2022-06-01"),
        ("last August", "2022-08-01", "2022-09-01"),
        ("last summer", "2022-06-01", "2022-09-01"),
        ("last winter", "2022-12-01", "2023-03-01"),
        ("next year", "2024-01-01", "2025-01-01"),
        ("a couple of days ago", "2023-05-15", "2023-05-16"),
        ("3 days ago", "2023-05-14", "2023-05-15"),
        ("two weeks ago", "2023-04-30", "2023-05-07"),
        ("a month ago", "2023-04-01", "2023-05-01"),
        ("six months ago", "2022-11-01", "2022-12-01"),
        ("ten years ago", "2013-01-01", "2014-01-01"),
        ("in the past three days", "2023-05-14", "2023-05-18"),
    ],
)
def test_a_date_is_read_against_the_day_it_is_said_on(text, start, end):
    assert spans(text, TODAY) == [Span(date.fromisoformat(start), date.fromisoformat(end))]


@pytest.mark.parametrize(
    "text",
    [
        "may I march with 3 of you",
        "you may 2 go",
        "in 0000-00-00",
        "99999 years ago",
        "version 3.11.2",
        "call +49 30 1234",
        "the meeting is at 10:30",
        "",
        "🍌",
    ],
)
def test_what_is_no_date(text):
    assert spans(text, TODAY) == []


def test_a_day_without_a_year_is_of_any_year():
    (asked,) = spans("on 7 May", TODAY)
    assert closeness([asked], date(2019, 5, 7), dates_in("hello")) == 1
    assert closeness([asked], date(2019, 8, 7), dates_in("hello")) == 0
    (month,) = spans("in March", TODAY)
    assert closeness([month], date(2011, 3, 31), dates_in("hello")) == 1
    assert closeness(spans("on 29 February", TODAY), date(2024, 2, 29), dates_in("hello")) == 1
    assert closeness(spans("in December", TODAY), date(2022, 12, 31), dates_in("hello")) == 1


@pytest.mark.parametrize(
    ("said", "text", "wanted"),
    [
        (date(2023, 5, 7), "I am at the support group", 1.0),
        (date(2023, 5, 8), "I went to the support group yesterday", 1.0),
        (date(2023, 6, 20), "remember the group on May 7, 2023?", 1.0),
        (date(2023, 5, 9), "I went to the support group", 0.5),
        (date(2023, 5, 20), "I went to the support group", 0.0),
        (date(2023, 6, 20), "that was in 2023", 0.0),
        (date(2023, 5, 1), "I go there tomorrow", 0.0),
    ],
)
def test_a_memory_of_a_day(said, text, wanted):
    assert closeness(spans("What did she do on 7 May 2023?", TODAY), said, dates_in(text)) == wanted


def test_a_query_without_a_date_is_close_to_nothing():
    assert closeness(spans("what does she like", TODAY), TODAY, dates_in("today")) == 0


@pytest.mark.parametrize("query", ["When did she move?", "what year was it", "since when", "Wann war das?"])
def test_questions_for_a_time(query):
    assert asks_when(query)


def test_other_questions():
    assert not asks_when("Whenever it rains, who sings?")
    assert not asks_when("what is the name of the cat")


def test_words_of_time():
    assert tells_time("see you on Tuesday")
    assert tells_time("it was 2019")
    assert not tells_time("I like tea")


@pytest.mark.parametrize(
    ("text", "expected"),
    [("a 1999 b", True), ("a1999", False), ("1999b 7", False), ("the 22ND", True), ("at 12:30.", True),
     ("1: no", False), ("x_2019 2", False), ("room 4 in 1234567", False), ("7 of week2", False), ("no. 7 last", True)],
)  # fmt: skip
def test_figures_tell_time_where_words_do_not(text: str, expected: bool) -> None:
    assert tells_time(text) is expected


@given(st.text(max_size=80), st.dates())
def test_no_text_on_any_day_breaks_it(text, day):
    for span in spans(text, day):
        assert span.start < span.end


_WORDS = st.sampled_from(
    "last next this 3 ago days weeks months years a few in on may March 31 2023 9999 1 0 Friday february 30 of".split()
)


@given(st.lists(_WORDS, max_size=8).map(" ".join), st.dates(), st.integers(-400, 400))
def test_no_mix_of_date_words_breaks_it(text, day, away):
    for span in spans(text, day):
        assert span.start < span.end
    try:
        said = day + timedelta(days=away)
    except OverflowError:
        return
    assert closeness(spans(text, day), said, dates_in(text)) in (0.0, 0.5, 1.0)


@pytest.mark.parametrize("text", ["5月7日", "五月七号", "五月七號"])
def test_a_chinese_day_without_a_year_is_of_any_year(text: str) -> None:
    assert spans(text, TODAY) == [Span(date(2024, 5, 7), date(2024, 5, 8), yearly=True)]


def test_what_is_no_day_in_chinese() -> None:
    assert [spans(text, TODAY) for text in ("十三月", "三个月", "2月31日", "月亮")] == [[], [], [], []]


def test_chinese_questions_and_words_of_time() -> None:
    assert all(asks_when(text) for text in ("妈妈什么时候来", "媽媽什麼時候來", "哪天去的医院", "几点开会"))
    assert not asks_when("房租多少钱")
    assert read_time_words("2025年3月3日 早上买了咖啡").tells_time
    assert not read_time_words("早上买了咖啡").tells_time
