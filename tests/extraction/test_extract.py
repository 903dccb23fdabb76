"""What the extractor finds, and what it leaves alone."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from datetime import date
from itertools import chain

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memoryd.extraction.extract import extract_sure, told_by_sentence
from memoryd.extraction.found import MOST_FACTS, MOST_LINES, Said
from memoryd.extraction.result import DailyResult
from tests.bench.extraction import Item, blind, by_writer, development, score
from tests.extraction.talking import extract

DAY = date(2026, 5, 15)


def said(*texts: str, role: str = "user", who: str | None = None) -> DailyResult:
    return extract(Said("s1", role, who, text, DAY) for text in texts)


@pytest.mark.parametrize(
    ("text", "triple"),
    [
        ("My name is Ada Lovelace.", ("user", "name", "Ada Lovelace")),
        ("I live in Berlin, but I travel a lot.", ("user", "lives_in", "Berlin")),
        ("Well, I work at a small bakery.", ("user", "works_at", "a small bakery")),
        ("I'm allergic to peanuts!", ("user", "allergic_to", "peanuts")),
        ("I went to a support group yesterday.", ("user", "went_to", "a support group yesterday (2026-05-14)")),
        ("My dog's name is Rex.", ("user", "dog", "Rex")),
        ("The deployment project started on 2026-05-15.", ("deployment project", "started_on", "2026-05-15")),
        ("The staging server runs on port 8443.", ("staging server", "runs_on", "port 8443")),
        ("[ops] The staging server runs on port 8443.", ("staging server", "runs_on", "port 8443")),
        ("(FYI) The printer is on floor 3.", ("printer", "is_on", "floor 3")),
        ("I got a loan of $350,000 from Wells Fargo", ("user", "got", "a loan of $350,000 from Wells Fargo")),
    ],
)  # fmt: skip
def test_a_fact_is_cut_out_as_a_triple(text: str, triple: tuple[str, str, str]) -> None:
    facts = said(text).facts
    assert [(fact.subject, fact.predicate, fact.object, fact.source) for fact in facts] == [(*triple, "s1")]


@pytest.mark.parametrize(
    ("text", "triples"),
    [
        ("My name is Jürgen and I live in München.", [("name", "Jürgen"), ("lives_in", "München")]),
        ("My wife Clara is a nurse and we have two kids.", [("has", "two kids"), ("is", "a nurse")]),
        ("I'm Petra, I run the web team.", [("is", "Petra, runs the web team")]),
        ("I like green tea, I think.", [("likes", "green tea")]),
        ("I'd rather have tabs than spaces", [("prefers", "tabs than spaces")]),
        ("I'd prefer to use tabs.", [("prefers", "tabs")]),
        ("I'd rather walk than drive.", []),
        ("I said I live in Oslo.", [("lives_in", "Oslo")]),
        ("My friend says: I live in Tokyo.", []),
        ('Bob said, "I prefer tea."', []),
    ],
)
def test_each_clause_of_the_speaker_is_a_fact_and_no_quoted_one(text: str, triples: list[tuple[str, str]]) -> None:
    assert [(fact.predicate, fact.object) for fact in said(text).facts] == triples


@pytest.mark.parametrize(
    ("text", "triple"),
    [
        ("Corrected: the domain is registered at Gandi.", ("domain", "is_registered_at", "Gandi")),
        ("Notiert: Der Server läuft auf Port 8443.", ("Server", "läuft_auf", "Port 8443")),
        ("The printer is a Brother QL-820, by the way.", ("printer", "is", "a Brother QL-820")),
        (
            "ok Odete confirmed: raw retention 400 days, the rest forever",
            ("Odete", "confirmed", "raw retention 400 days, the rest forever"),
        ),
        ("one more: the modem of Setúbal runs on port 8443", ("modem of Setúbal", "runs_on", "port 8443")),
        ("The weekly report goes to Odete Ramos lol", ("weekly report", "goes_to", "Odete Ramos")),
        ("At two the NAS takes its snapshot of /srv.", ("NAS", "takes", "its snapshot of /srv at two")),
    ],
)
def test_a_fact_is_without_what_stands_around_it(text: str, triple: tuple[str, str, str]) -> None:
    assert [(fact.subject, fact.predicate, fact.object) for fact in said(text).facts] == [triple]


@pytest.mark.parametrize(
    "text",
    [
        "Keep it for one more week, switched off, with its disk untouched at /srv/old.",
        "Their kitchen closes at 9:00 on Mondays.",
        "Der kommt am Donnerstag um 16 Uhr zum Ausmessen.",
        "16.900 und er kann schon am 12. Januar anfangen.",
        "Zweites Angebot ist da: Meier & Sohn, 17.200, aber sie können erst im März",
        "I think retention is 400 days for raw, legal said something like that.",
        "My sister left. Write that down, not the reason, just that she did.",
        "The café is our biggest customer. If their order gets lost Frau Okafor will never forgive me.",
    ],
)
def test_what_tells_of_something_else_is_not_kept(text: str) -> None:
    found = said(text, role="assistant" if text.startswith("Keep") else "user")
    kept = [*found.decisions, *found.preferences, *found.action_items, *(fact.sentence for fact in found.facts)]
    assert [line for line in kept if "sister" not in line and "customer" not in line] == []


@pytest.mark.parametrize(
    "text",
    [
        "Orders come in from five. So nothing gets deployed before nine, ever.",
        "Nobody may enter the cold room without a second person.",
        "Vor neun Uhr wird nichts deployt.",
    ],
)
def test_a_rule_in_so_many_words_is_kept(text: str) -> None:
    assert [line in text for line in said(text).preferences] == [True]


def test_a_sentence_that_leads_on_with_that_stands_by_itself() -> None:
    one, other = "Remember that my dentist is Dr. Alvarez.", "Remember that I prefer green tea."
    assert other in said(one, other).preferences and not any(one in line for line in said(one, other).preferences)


@pytest.mark.parametrize(
    ("text", "decisions"),
    [
        ("I don't remember that we agreed on Monday.", 0),
        ("I can't recall that we decided to use Redis.", 0),
        ("I don't remember agreeing on Mondays.", 0),
        ("Ich weiß nicht mehr, ob wir beschlossen haben, Postgres zu nehmen.", 0),
        ("Ich erinnere mich nicht, dass wir uns auf Montag geeinigt haben.", 0),
        ("I remember that we agreed on Monday.", 1),
        ("I don't remember who said it, but we agreed on Monday.", 1),
    ],
)
def test_what_the_speaker_knows_nothing_of_is_not_decided(text: str, decisions: int) -> None:
    found = said(text)
    assert (len(found.decisions), found.preferences, found.action_items, found.facts) == (decisions, [], [], [])


def test_that_something_was_said_is_no_fact() -> None:
    told = ["I said that the port is 8080.", "Ich sagte, dass der Port 8080 ist.", "I told Tom the port is 8080."]
    assert [fact.sentence for text in told for fact in said(text).facts] == []


@pytest.mark.parametrize(
    ("text", "section"),
    [
        ("We decided to use Postgres for billing.", "decisions"),
        ("Decision: ship on Friday", "decisions"),
        ("Let's go with the blue logo.", "decisions"),
        ("I'll use uv instead of pip.", "decisions"),
        ("The second draft was rejected.", "decisions"),
        ("Let's not use MongoDB after all, it was too slow.", "decisions"),
        ("I prefer dark mode.", "preferences"),
        ("Don't use emojis.", "preferences"),
        ("I'd rather walk than drive.", "preferences"),
        ("My favorite editor is Helix.", "preferences"),
        ("Please always answer in French.", "preferences"),
        ("I can't stand long meetings.", "preferences"),
        ("From now on, use tabs.", "preferences"),
        ("TODO: renew the certificate", "action_items"),
        ("Remember to renew the TLS certificate on Friday.", "action_items"),
        ("Can you remind me to call Bob?", "action_items"),
        ("I need to book the flight by Friday.", "action_items"),
        ("Don't forget to water the plants.", "action_items"),
        ("The report is due on Monday.", "action_items"),
    ],
)
def test_a_sentence_goes_where_it_belongs(text: str, section: str) -> None:
    found = said(text)
    sections = {name: getattr(found, name) for name in ("decisions", "preferences", "action_items")}
    assert {name for name, lines in sections.items() if lines} == {section}
    # What is shown is what was said.
    assert sections[section][0].rstrip(".?") in text


@pytest.mark.parametrize(
    "text",
    [
        "How are you?",
        "Do you live in Berlin?",
        "I love it!",
        "It is great.",
        "Don't worry about it.",
        "Let's not fight.",
        "If I moved to Paris, I would be happy.",
        "Thanks, that was helpful.",
        "I have to say that this is nice.",
        "```\nI live in a code block\n```",
        "ok",
        "",
    ],
)
def test_chatter_is_left_alone(text: str) -> None:
    assert said(text) == DailyResult()


@pytest.mark.parametrize(
    ("asked", "answered"),
    [
        ("Hi Priya. What are we doing today?", "the nightly job keeps dying at the gauge merge step."),
        ("Gern. Womit fangen wir an?", "Das Bad im ersten Stock."),
    ],
)
def test_what_follows_a_question_that_only_leads_on_decides_nothing(asked: str, answered: str) -> None:
    day = date(2026, 5, 15)
    assert extract([Said("s", "assistant", None, asked, day), Said("s", "user", None, answered, day)]).decisions == []


@pytest.mark.parametrize("text", ["Geändert: Fliesen 30x60, matt hellgrau.", "Notiert: matte hellgraue Fliesen."])
def test_an_assistant_that_says_back_what_it_noted_tells_nothing(text: str) -> None:
    found = said(text, role="assistant")
    assert (found.decisions, found.preferences, found.action_items, found.facts) == ([], [], [], [])


def test_an_option_that_is_taken_otherwise_is_told_as_it_was_taken() -> None:
    day, offer = date(2026, 5, 15), "Options: (a) dedupe keeping the last arrival, or (b) at the broker. Which one?"
    answer = Said("s", "user", None, "go with a. but keep the FIRST arrival", day)
    found = extract([Said("s", "assistant", None, offer, day), answer]).decisions
    assert not any("last arrival" in line for line in found)


@pytest.mark.parametrize(
    "text",
    [
        "Open: flip the MinIO endpoint when the rack move is done.",
        "Noted, two things open: the parking permit and the notice in the stairway.",
        "Zwei Punkte offen: Zettel im Treppenhaus, Halteverbot für den Container.",
        "Ich notiere: zwei weitere Angebote einholen.",
    ],
)
def test_what_an_assistant_lists_as_open_is_an_action_item(text: str) -> None:
    assert said(text, role="assistant").action_items == [text]


@pytest.mark.parametrize(
    "text",
    [
        "yes but on a branch, and don't merge before the audit on thursday",
        "Statiker sagt: Wand darf raus, aber nur mit Stahlträger.",
    ],
)
def test_what_holds_once_or_was_said_by_another_is_no_preference(text: str) -> None:
    assert said(text).preferences == []


def test_an_assistant_without_a_name_states_nothing_of_itself() -> None:
    assert said("I live in Berlin. I prefer tea.", role="assistant") == DailyResult()
    assert said("Decision: we ship on Friday", role="assistant").decisions == ["Decision: we ship on Friday"]


def test_people_are_called_by_their_names() -> None:
    found = said("I live in Oslo. I prefer tea.", role="assistant", who="Mel")
    assert [(fact.subject, fact.predicate) for fact in found.facts] == [("Mel", "lives_in"), ("Mel", "prefers")]
    assert found.preferences == ["Mel: I prefer tea."]


def test_a_statement_counts_once() -> None:
    assert len(said("I live in Berlin.", "I  live in BERLIN!").facts) == 1


def test_a_day_of_many_words_stays_short() -> None:
    found = said(*(f"I live in Town{n}. We decided to use tool {n}. I prefer tea {n}." for n in range(200)))
    assert (len(found.facts), len(found.decisions), len(found.preferences)) == (MOST_FACTS, MOST_LINES, MOST_LINES)


@given(st.text(max_size=400), st.sampled_from(["user", "assistant", "system", "tool"]))
def test_any_text_is_read(text: str, role: str) -> None:
    found = said(text, role=role)
    assert all(fact.subject and fact.predicate and fact.object for fact in found.facts)
    if role in ("system", "tool"):
        assert found == DailyResult()


def learned() -> Iterator[Item]:
    return chain.from_iterable(by_writer().values())


@pytest.mark.parametrize(
    ("items", "precision", "recall"),
    [
        (development, 0.95, 0.93),
        pytest.param(learned, 0.9, 0.82, marks=pytest.mark.long),
        (blind, 0.89, 0.7),
    ],
)
def test_what_it_finds_of_statements_written_blind_gets_no_worse(
    items: Callable[[], Iterable[Item]], precision: float, recall: float
) -> None:
    """The aims are .90 and .70 in each language; these floors are what is reached (`make bench BENCH=extraction`)."""
    for lang, found in score(items()).items():
        assert (lang, found.precision >= precision, found.recall >= recall) == (lang, True, True)


@pytest.mark.parametrize(
    ("turns", "facts", "items"),
    [
        (
            (
                ("user", "The export job times out since yesterday. Can you find out why?"),
                (
                    "assistant",
                    "The cause was a missing index on orders.created_at. I added the index in migration 0042.",
                ),
                ("assistant", "The test is still missing, I could not reach staging; it is blocked on Ravi's reply."),
                ("user", "We should also look at the weekly report, it double counts refunds."),
                ("assistant", "I have not started on the weekly report yet. Is anything else missing?"),
                ("user", "Nobody is blocked on a thing."),
            ),
            ["missing index on orders.created_at", "migration 0042"],
            ["blocked on Ravi's reply", "double counts refunds", "not started on the weekly report yet"],
        ),
        (
            (
                ("user", "Seit gestern bricht der Import ab."),
                (
                    "assistant",
                    "Ursache war ein altes Zertifikat auf mx2. Ich habe das Zertifikat erneuert, er läuft wieder.",
                ),
                ("user", "Bis Freitag muss der Bericht an die Kasse raus."),
                ("assistant", "Der Bericht ist zur Hälfte fertig; es fehlen die Zahlen vom März."),
                ("user", "Nichts ist blockiert."),
            ),
            ["altes Zertifikat auf mx2", "Zertifikat erneuert"],
            ["Bericht an die Kasse", "Zahlen vom März"],
        ),
    ],
)
def test_a_day_tells_its_outcomes_and_its_open_ends(
    turns: tuple[tuple[str, str], ...], facts: list[str], items: list[str]
) -> None:
    result = extract([Said("s", role, None, text, DAY) for role, text in turns])
    learned = [fact.sentence for fact in result.facts]
    assert all(any(part in fact for fact in learned) for part in facts), learned
    assert [part for part in items if not any(part in item for item in result.action_items)] == []
    assert not any(word in item for item in result.action_items for word in ("Nobody is", "anything else", "Nichts"))


@pytest.mark.parametrize(
    ("asked", "later", "is_open"),
    [
        ("Please renew the TLS certificate of staging by Friday.", "The TLS certificate of staging is renewed.", False),
        ("Please renew the TLS certificate of staging by Friday.", "The TLS certificate is not renewed yet.", True),
        ("Please renew the TLS certificate of staging by Friday.", "The invoice of March is sent.", True),
        ("Bis Freitag muss der Bericht an die Kasse raus.", "Der Bericht an die Kasse ist raus.", False),
    ],
)
def test_what_was_finished_later_the_same_day_is_no_action_item(asked: str, later: str, is_open: bool) -> None:
    result = extract([Said("s", "user", None, asked, DAY), Said("s", "assistant", None, later, DAY)])
    assert (asked in result.action_items) == is_open
    other_way = extract([Said("s", "assistant", None, later, DAY), Said("s", "user", None, asked, DAY)])
    assert asked in other_way.action_items


@pytest.mark.parametrize(
    ("question", "answer", "is_open"),
    [
        ("Is the TLS certificate of staging renewed?", "Yes.", False),
        ("Ist das Zertifikat von staging erneuert?", "Nein.", True),
        ("Is the TLS certificate of staging renewed?", "Yes, but not on mx2.", True),
    ],
)
def test_what_a_yes_says_is_done_is_no_action_item(question: str, answer: str, is_open: bool) -> None:
    asked = "Please renew the TLS certificate of staging by Friday."
    turns = (("user", asked), ("user", question), ("assistant", answer))
    result = extract([Said("s", role, None, text, DAY) for role, text in turns])
    assert (asked in result.action_items) == is_open


def test_of_a_long_paste_what_is_said_before_and_behind_it_is_read() -> None:
    paste = "Lorem ipsum dolor sit amet, consetetur sadipscing elitr.\n" * 8000
    first, midst, last = (f"We decided to use {name}." for name in ("Postgres", "Redis", "Kafka"))
    result = said(f"{first}\n{paste}\n{midst}\n{paste}\n{last}")
    assert result.decisions == [first, last]


def test_a_message_that_cannot_be_judged_fails_alone() -> None:
    day = date(2026, 5, 15)
    texts = ["We decided to use Postgres.", None, "We decided to use Kafka."]
    messages = [Said("s", "user", None, text, day) for text in texts]  # type: ignore[arg-type]
    result, _, failed = extract_sure(messages)
    assert result.decisions == [texts[0], texts[2]] and list(failed) == [1]
    assert len(told_by_sentence(messages)[0]) == 2


@pytest.mark.parametrize("text", ["please", "Please", "  please  ", "ok, and so:"])
def test_a_word_alone_is_no_command(text: str) -> None:
    assert said(text) == DailyResult()


@pytest.mark.parametrize(
    ("text", "triples"),
    [
        ("I found it: the form posts as latin-1.", [("cause", "is", "the form posts as latin-1")]),
        ("Jonas found the red one and asked whether we sell it.", []),
        ("Bug: 7 items are lost.", [("7 items", "are", "lost")]),
    ],
)
def test_an_announcement_names_nothing_and_a_question_of_others_is_no_fact(
    text: str, triples: list[tuple[str, str, str]]
) -> None:
    assert [(fact.subject, fact.predicate, fact.object) for fact in said(text).facts] == triples


@pytest.mark.parametrize(
    "text",
    [
        "Die Sicherung fliegt jedes Mal raus.",
        "The build always fails on Mondays.",
        "Der Server hängt nur bei Last.",
        "Die Tür klemmt immer bei Regen.",
    ],
)
def test_what_does_not_work_is_no_preference(text: str) -> None:
    assert said(text).preferences == []


def test_what_to_do_when_something_fails_is_one() -> None:
    assert said("Never deploy when the build fails.").preferences


@pytest.mark.parametrize(
    "text",
    [
        "never force-push to release branches",
        "I'd like PR descriptions to have a test plan section.",
        "I would prefer error messages to start with the file name.",
    ],
)
def test_how_work_is_to_be_done_is_a_preference(text: str) -> None:
    assert said(text).preferences == [text]


@pytest.mark.parametrize(
    "text", ["I'd like it to be Friday.", "I'd like the report to be in my inbox by Friday.", "I'd like to have tea."]
)
def test_a_wish_of_the_moment_is_none(text: str) -> None:
    assert said(text).preferences == []


@pytest.mark.parametrize(
    ("text", "decisions", "preferences"),
    [
        ("also, ich nehm SimGrid. CloudSim ist raus, viel zu langsam",
         ["ich nehm SimGrid.", "CloudSim ist raus, viel zu langsam"], []),
        ("Bis dahin keine Umbauten ohne mein OK!", [], ["Bis dahin keine Umbauten ohne mein OK!"]),
        ("House rules:\n- every ticket gets an answer within a day", [],
         ["Rule: every ticket gets an answer within a day"]),
        ("sollte der Kran auch ausfallen, nehmen wir halt Brieftauben 😂", [], []),
        # Who sweats is in earnest.
        ("From now on we deploy on Tuesdays only 😅", [], ["From now on we deploy on Tuesdays only 😅"]),
    ],
)  # fmt: skip
def test_a_choice_a_rule_and_a_joke(text: str, decisions: list[str], preferences: list[str]) -> None:
    found = said(text)
    assert (found.decisions, found.preferences) == (decisions, preferences)


@pytest.mark.parametrize(
    ("text", "preferences"),
    [
        ("pls write shorter answers, my customers read on phones: max 5 sentences", True),
        ("Bitte schreib kürzere Antworten, ich lese am Handy.", True),
        ("we're trying out Kite for two weeks, no idea if I like it", False),
        ("Approved, but only pro rata.", False),
    ],
)
def test_how_answers_are_to_be_is_a_preference_and_what_is_not_known_is_none(text: str, preferences: bool) -> None:
    found = said(text)
    assert (found.preferences, found.action_items) == ([text] if preferences else [], [])


@pytest.mark.parametrize(
    "text",
    [
        "On top of that I have to pick up the kids on Mondays and Wednesdays.",
        "Jetzt muss ich montags und mittwochs die Kinder abholen.",
    ],
)
def test_what_somebody_has_to_do_each_week_is_never_done(text: str) -> None:
    assert said(text).action_items == []


@pytest.mark.parametrize(
    ("text", "is_task"),
    [
        ("you're on the support desk for Fennel (the invoicing app) with me, Marcus.", False),
        ("ab nächster Woche Mehl von der Hofmühle Adler", False),
        ("ab nächster Woche muss jemand die Blumen gießen", True),
    ],
)
def test_who_the_listener_is_and_what_holds_from_some_time_on_is_no_task(text: str, is_task: bool) -> None:
    assert said(text).action_items == ([text] if is_task else [])


def test_what_an_assistant_says_back_is_told_without_that_it_notes_it() -> None:
    told = (
        "Aufgeschrieben: Café Morgenrot täglich 40 Brötchen und 6 Roggenbrote, Kita mittwochs 25 Brötchen ohne Sesam."
    )
    (fact,) = said(told, role="assistant").facts
    assert fact.object.startswith("Café Morgenrot")


@pytest.mark.parametrize(
    ("told", "offer", "task"),
    [
        (
            "Der TÜV ist im März fällig.",
            "Soll ich daran erinnern?",
            "Vereinbart: daran erinnern (Der TÜV ist im März fällig)",
        ),
        (
            "Oma hat am 12. Geburtstag",
            "Notiert. Soll ich dich am 11. daran erinnern?",
            "Vereinbart: dich am 11. daran erinnern (Oma hat am 12. Geburtstag)",
        ),
        (
            "I have to return the books to the library",
            "Got it. Should I remind you on Friday?",
            "Agreed: remind you on Friday (I have to return the books to the library)",
        ),
    ],
)
def test_an_agreed_reminder_is_a_task_and_names_its_object(told: str, offer: str, task: str) -> None:
    found = extract(
        [
            Said("s1", "user", None, told, DAY),
            Said("s1", "assistant", None, offer, DAY),
            Said("s1", "user", None, "ja bitte" if "Soll" in offer else "yes please", DAY),
        ]
    )
    assert (found.action_items[-1:], found.decisions) == ([task], [])


@pytest.mark.parametrize(
    ("head", "is_task"),
    [
        ("Here are the steps:", False), ("The steps:", False), ("To print, we need to:", False), ("Tasks:", False),
        ("Next steps:", True), ("Action items:", True),
    ],
)  # fmt: skip
def test_what_an_assistant_lists_is_to_be_done_where_it_says_so(head: str, is_task: bool) -> None:
    found = said(f"{head}\n- download the driver from the vendor\n- plug in the USB cable", role="assistant")
    assert (len(found.action_items), found.decisions) == (2 if is_task else 0, [])


def test_rules_that_an_assistant_lists_are_the_worlds() -> None:
    listed = "Golden rules:\n- Never make the first offer\n- Always listen more than you talk"
    assert said(listed, role="assistant").preferences == []
    assert said(listed).preferences == ["Rule: Never make the first offer", "Rule: Always listen more than you talk"]
