"""The built-in summariser: it keeps what tells most, in order, within its target."""

from __future__ import annotations

import base64
import json
import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memoryd.kinds.summaries.bulk import folded
from memoryd.kinds.summaries.extractive import NOTHING, Line, lines_of_summary, summarise
from memoryd.kinds.summaries.telling import weight_of
from memoryd.text.tokens import tokens_of

TALK = [
    Line("Hey! How are you?", "2023-05-08", "Ada"),
    Line("Thanks, fine.", "2023-05-08", "Bob"),
    Line("I moved the order system to a VM in Frankfurt on 3 May. It was late.", "2023-05-08", "Ada"),
    Line("Wow, great!", "2023-05-08", "Bob"),
    Line("The registrar of the domain is Gandi, and the backup runs at three.", "2023-05-09", "Ada"),
    Line("Ok. Bye!", "2023-05-09", "Bob"),
]
RANDOM = random.Random(1)
LOG = "\n".join(f"2026-05-15 10:{n % 60:02d}:07 ERROR worker {n} lost its lease on job-{n * 7}" for n in range(120))


def test_events_stay_and_small_talk_goes() -> None:
    assert summarise(TALK, 52) == (
        "**2023-05-08** · Ada\n\n- I moved the order system to a VM in Frankfurt on 3 May. It was late.\n\n"
        "**2023-05-09** · Ada\n\n- The registrar of the domain is Gandi, and the backup runs at three."
    )


def test_only_small_talk_is_still_a_summary() -> None:
    assert summarise([Line("Hello there!", "2023-05-08", "Ada")], 1) == "**2023-05-08** · Ada\n\n- Hello there!"
    assert summarise([], 10) == NOTHING


def test_a_summary_can_be_read_again_with_its_days_and_speakers() -> None:
    text = summarise([*TALK, Line("Note: Michael J. Sullivan: a harbour pilot.", "2023-05-09", "Bob")], 500)
    again = lines_of_summary(text, "2020-01-01", "L1/0001")
    assert ("2023-05-09", "Bob", "Note: Michael J. Sullivan: a harbour pilot.") in {
        (one.day, one.who, one.text) for one in again
    }
    (plain,) = lines_of_summary("I met Ada: she was well.", "2020-01-01")
    assert (plain.text, plain.who, plain.day) == ("I met Ada: she was well.", "", "2020-01-01")


def said_at_work(*said: tuple[str, str]) -> list[Line]:
    return [Line(text, "2026-05-15", role, role) for role, text in said]


def test_of_a_short_session_whole_sentences_are_told() -> None:
    rule = said_at_work(
        ("user", "Rule number one: we never deploy on Fridays. Never."),
        ("assistant", "Understood, no deployment on Fridays."),
        ("user", "alerts into the channel ops please"),
        ("assistant", "The alert manager sends to the channel ops now."),
    )
    text = summarise(rule, sum(tokens_of(one.text) for one in rule) // 3)
    assert "we never deploy on Fridays" in text and "alerts into the channel ops" in text


@pytest.mark.parametrize(
    "greeting",
    [
        "Guten Morgen!",
        "Morgen.",
        "Guten Abend, Frau Holm!",
        "Danke, das wars.",
        "Schönes Wochenende noch!",
        "See you, Ada!",
    ],
)
def test_who_greets_or_takes_leave_tells_nothing_also_with_nouns(greeting: str) -> None:
    assert weight_of(greeting, "user") == 0


def test_what_goes_on_behind_a_greeting_tells() -> None:
    assert weight_of("Guten Tag, hier ist Ada Meier aus Kent.", "user") > 0
    assert weight_of("Morgen Abend um acht bei Ada.", "user") > 0


def test_what_an_assistant_exclaims_is_a_pleasantry() -> None:
    said = said_at_work(
        ("user", "Priya here, I run a shop for blankets and kitchen things"),
        ("assistant", "Hi Priya, lovely to meet you!"),
        ("user", "refunds within 30 days please"),
        ("assistant", "The release is live at 10.4!"),
    )
    text = summarise(said, 40)
    assert "meet you" not in text and "10.4" in text


def test_an_outcome_that_an_assistant_exclaims_is_told() -> None:
    said = said_at_work(
        ("user", "the checkout page throws errors since this morning"),
        ("assistant", "Lovely to hear from you, Priya!"),
        ("assistant", "I deleted the production database by accident!"),
        ("assistant", "Never run the clean-up script against it again!"),
    )
    text = summarise(said, 60)
    assert "deleted the production" in text and "Never run" in text and "Lovely" not in text


def test_where_nothing_fits_what_says_most_is_told() -> None:
    said = said_at_work(("user", "hi there, good morning!"), ("user", "We use Postgres for the orders from now on."))
    assert "Postgres" in summarise(said, 1)


def test_a_log_does_not_crowd_out_the_decision() -> None:
    said = [
        Line("Why does the worker die?", "2026-05-15", "user", "user"),
        Line(LOG, "2026-05-15", "tool", "tool"),
        Line("The lease expires while the job sleeps.", "2026-05-15", "assistant", "assistant"),
        Line("We decided to renew the lease every minute.", "2026-05-15", "user", "user"),
        Line("Great! Let me know if you need anything else.", "2026-05-15", "assistant", "assistant"),
    ]
    text = summarise(said, 120)
    assert "renew the lease every minute" in text and "The lease expires" in text
    assert text.count("ERROR") <= 1 and "Let me know" not in text
    assert "120 similar lines: " in summarise([said[1]], 100)


def test_a_short_line_of_the_user_stands_before_its_reply_and_a_pronoun_behind_what_it_means() -> None:
    said = [
        Line("Which port has staging?", "", "user", "user"),
        Line("8085, behind the proxy in Frankfurt, as of release 3.2 in May.", "", "assistant", "assistant"),
        Line("The crane arrived on Monday. It weighs 40 tons and stands at quay 3 of the harbour.", "", "user", "user"),
    ]
    text = summarise(said, 70)
    assert text.index("Which port") < text.index("8085")
    assert "The crane arrived on Monday. It weighs" in text


def test_a_proposal_that_was_agreed_to_goes_up_as_settled_by_who_agreed() -> None:
    said = [
        Line("What is missing on the quay?", "2026-05-15", "user", "user"),
        Line(
            "The lamps are old. A lamp at the stern would help. The paint of the bollards has faded since spring.",
            "2026-05-15", "assistant", "assistant",
        ),
        Line("do that", "2026-05-15", "user", "user"),
    ]  # fmt: skip
    text = summarise(said, 40)
    assert text.endswith("\n* user: Agreed: A lamp at the stern would help.") and "do that" not in text
    (settled,) = [one for one in lines_of_summary(text, "?") if one.settles]
    assert settled.who == "user" and settled.day == "2026-05-15"


def test_an_answer_to_a_plain_question_settles_nothing() -> None:
    said = [
        Line("Did the job on the quay run last night?", "2026-05-15", "assistant", "assistant"),
        Line("yes", "2026-05-15", "user", "user"),
    ]
    assert not [one for one in lines_of_summary(summarise(said, 100), "?") if one.settles]


@pytest.mark.parametrize(
    ("said", "settled"),
    [
        ([("assistant", "Redis or Memcached?"), ("user", "Redis")], "Redis or Memcached? Redis"),
        (
            [("assistant", "Shall I drain node06?"), ("user", "yes, but not before Friday")],
            "Agreed: drain node06; but not before Friday",
        ),
        (
            [("user", "Beds for 18, please"), ("assistant", "Block them?"), ("user", "sure"),
             ("assistant", "18 rooms at the Brunswick are reserved.")],
            "18 rooms at the Brunswick are reserved.",
        ),
    ],
)  # fmt: skip
def test_what_is_chosen_agreed_on_condition_or_said_again_by_who_does_it_is_settled(
    said: list[tuple[str, str]], settled: str
) -> None:
    text = summarise([Line(what, "2026-05-15", role, role) for role, what in said], 200)
    assert settled in [one.text for one in lines_of_summary(text, "?") if one.settles]


def test_what_is_said_again_on_one_day_is_told_once() -> None:
    words = ["ok", "yes", "hm", "the tide turns at nine", "done", "why"] * 50
    text = summarise([Line(word, "2026-05-15", ("Ada", "Bo")[n % 2]) for n, word in enumerate(words)], 500)
    roles = [
        Line(word, "2026-05-15", role, role) for n, word in enumerate(words) if (role := ("assistant", "user")[n % 2])
    ]
    for told in (text, summarise(roles, 500)):
        assert told.count("the tide turns") == 1 and told.count(": ok") <= 1, told


def test_what_is_settled_is_shortened_in_a_merge_rather_than_dropped() -> None:
    texts = [
        f"**2026-05-{day:02}** · user\n\n* ok, from now on the crane{day} is only used by Bo{day}, because it was "
        f"late, and never after dark (you know why), I mean it"
        for day in range(1, 28)
    ]
    lines = [line for n, text in enumerate(texts) for line in lines_of_summary(text, "?", f"L1/{n}")]
    text = summarise(lines, 700)
    assert [
        day for day in range(1, 28) if f"crane{day} is only used by Bo{day}, and never after dark" not in text
    ] == []
    assert "because" not in text and "I mean" not in text and tokens_of(text) <= 700


def test_what_is_shortened_stays_a_sentence_and_says_that_another_proposed_it() -> None:
    texts = [
        f"**2026-05-{day:02}** · user\n\n* Ja, also Frau Weber{day} muss jede Änderung an den Rechnungen{day} "
        f"freigeben, weil der Prüfer es will\n* Agreed: I would move the crane{day} to the quay, you know"
        for day in range(1, 20)
    ]
    lines = [line for n, text in enumerate(texts) for line in lines_of_summary(text, "?", f"L1/{n}")]
    text = summarise(lines, 600)
    assert "Frau Weber7 muss jede Änderung an den Rechnungen7 freigeben" in text and "Prüfer" not in text
    assert "* Agreed: I would move the crane7 to the quay" in text and "you know" not in text


def test_what_a_message_says_behind_what_it_agrees_to_is_a_sentence_of_its_own() -> None:
    said = said_at_work(
        ("assistant", "I'd raise the limit of the crane to 40 tons."),
        ("user", "Do that. But only at quay 3 for now, quay 1 is closed until the audit of the harbour office."),
        ("assistant", "Shall I order the new lamp for the stern from Bo?"),
        ("user", "Yes please. The old lamp was broken by the storm of last Friday"),
    )
    text = summarise(said, 300)
    assert "; But only at quay 3 for now. quay 1 is closed" in text
    assert "order the new lamp for the stern from Bo. The old lamp was broken" in text


def test_what_is_settled_in_chinese_comes_first_and_reads_as_it_was_written() -> None:
    said = [
        Line("备份怎么做？仓库里有两个提交。", "2026-05-15", "user", "user"),
        Line("好的。以后所有金额都用整数分保存，数据库和接口都一样。", "2026-05-15", "user", "user"),
    ]
    leaves = [summarise(said, 60) for _ in range(2)]
    lines = [line for n, text in enumerate(leaves) for line in lines_of_summary(text, "?", f"L1/{n}")]
    assert summarise(lines, 17).endswith("\n* 好的。以后所有金额都用整数分保存，数据库和接口都一样。")


def test_of_very_long_prose_the_beginning_and_the_end_are_read() -> None:
    def told(decision: str, at: int) -> str:
        words = ["The wind turned east and the boats stayed in."] * 6_000
        words[at] = decision
        return summarise([Line(" ".join(words), "2026-05-15", "Ada")], 60)

    assert "Postgres" in told("We decided to use Postgres 16.", 0)
    assert "Postgres" in told("We decided to use Postgres 16.", 5_999)
    assert "Postgres" not in told("We decided to use Postgres 16.", 3_000)


def test_german_sentences_and_dates_are_not_cut_in_two() -> None:
    said = "Am 12. Mai zieht z. B. der Dienst nach Bonn um. Dr. Krause ist dabei."
    assert said.split(" Dr.", maxsplit=1)[0] in summarise([Line(said, "", "user", "user")], 200)


def test_the_third_level_of_a_scripted_month_has_every_decision() -> None:
    """36 sessions of work, merged six by six, twice."""
    article = " ".join(f"The {n}th paragraph of it speaks of {n * 13} ships." for n in range(200))
    leaves = []
    for day in range(36):
        date = f"2026-{4 + day // 30:02d}-{1 + day % 30:02d}"
        said = [
            Line(f"Please look at the failing build of module{day}.", date, "user", "user"),
            Line(LOG, date, "tool", "tool"),
            Line("In general it is important to consider best practices. " * 8, date, "assistant", "assistant"),
            Line(f"We decided to use adapter{day} for module{day}.", date, "user", "user"),
        ]
        if day == 5:
            said.insert(1, Line(article, date, "user", "user"))
        leaves.append(summarise(said, 400))
    middle = [_merged(leaves[at : at + 6], at) for at in range(0, 36, 6)]
    last = _merged(middle, 0)
    assert [day for day in range(36) if f"adapter{day} for module{day}" not in last] == []
    assert tokens_of(last) <= 2000 + 20


def _merged(texts: list[str], first: int) -> str:
    lines = [line for n, text in enumerate(texts, first) for line in lines_of_summary(text, "?", f"L1/{n}")]
    return summarise(lines, 2000)


@pytest.mark.parametrize(
    ("text", "says"),
    [
        (LOG * 400, "similar lines: 2026-05-15"),
        ("x" * 1_000_000, "1,000,000 characters"),
        (base64.b64encode(RANDOM.randbytes(100_000)).decode(), "base64"),
        (json.dumps([{"id": n, "ok": True} for n in range(20_000)], separators=(",", ":")), "[JSON, "),
        ("今日は港でクレーンを修理しました。ポートは8085です。" * 200, "クレーン"),
        ("```python\ndef crane():\n    return 3\n```", "[python, 2 lines: def crane():]"),
        ("\n".join(f"    x{n} = compute({n});" for n in range(500)), "similar lines"),
        ("word " * 200_000, "word"),
    ],
)
def test_odd_input_says_what_it_was(text: str, says: str) -> None:
    for role in ("user", "tool", "assistant"):
        made = summarise([Line(text, "2026-05-15", role, role)], 300)
        assert says in made or role == "tool"
        assert tokens_of(made) <= 300 + 250
    assert all(part.text for part in folded(text))


@given(st.lists(st.text(max_size=200), max_size=20), st.integers(60, 400))
def test_it_keeps_to_its_target_and_is_the_same_each_time(texts: list[str], target: int) -> None:
    lines = [Line(text, "2023-05-08", "Ada") for text in texts]
    made = summarise(lines, target)
    assert made == summarise(lines, target) and made.strip()
    assert tokens_of(made) <= target + 120


def test_a_word_that_says_nothing_alone_goes_in_a_merge() -> None:
    text = "**2026-05-15** · user\n\n- Back.\n- pity\n- the ferry to Kent leaves at nine from now on\n- Moira pays"
    told = summarise(lines_of_summary(text, "2026-05-15", "0"), 1000)
    assert [line[2:] for line in told.splitlines()[2:]] == [
        "the ferry to Kent leaves at nine from now on",
        "Moira pays",
    ]
