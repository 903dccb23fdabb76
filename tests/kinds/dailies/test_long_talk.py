"""What is kept of long talk with an assistant: what people say of themselves and what was done, and no lecture."""

from __future__ import annotations

from datetime import date

import pytest

from memoryd.kinds.dailies.daily import DailyResult
from memoryd.kinds.dailies.extract import extract
from memoryd.kinds.dailies.found import Said

DAY = date(2026, 5, 15)
LECTURE = """Great question! Sourdough has a long history, and getting it right takes patience. Here is what matters:

1. **Set a schedule**: Set a fixed time each day for feeding, so the starter stays active.
2. **Use a scale**: You need a kitchen scale like the OXO Good Grips or the KitchenTour K1 to weigh flour.
3. Cut the dough into two pieces and let them rest for 30 minutes.
4. Remember to preheat the oven at 250.5 degrees with the Dutch oven inside.

Many French bakers were hesitant to share their cultures in 1789 due to the guilds. Lionel Poilane opened his bakery in
Paris in 1932. Prices start at around $40/month for a box of flour with some suppliers. The starter also needs a warm
place. Bakeries in San Francisco have published over 200 recipes since the Gold Rush. Sunset Loaf: a round bread with a
dark crust and a fruity crumb. In this example, we will use rye flour. First, we need to convert the weights into
percentages. You should also check the hydration before you bake, and schedule a second feeding by Friday. If the crust
is too dark, lower the temperature; wild yeast is committed to its own pace. Let me know how the loaf turns out!"""
REPORT = """I traced it down, here is the whole story. The importer read `settings.toml` before the mount was there.

- I moved the read into `load_config()` in app/start.py, behind the wait for the mount.
- I added tests/test_start.py; 41 passed.
- The staging deploy runs on port 8443 since then.

Why nobody noticed: the old image had a copy of the file baked in, so that everything looked fine until the base image
changed, and the copy was gone. From then on each restart read an empty file, and every default came back, one by one,
which is why the log level was wrong in one place and the time limit in another. It also explains the slow nights: the
cache was off by default, and the first request of each worker paid for all of it. I left the fallback in place for now,
since two other services still lean on it, and it does no harm while the mount is there. If you want it gone, that is a
separate change, with its own tests, and I would rather not mix the two in one commit."""


def talk(*messages: tuple[str, str]) -> DailyResult:
    return extract(Said("s1", role, None, text, DAY) for role, text in messages)


def lines_of(result: DailyResult) -> list[str]:
    facts = [fact.sentence for fact in result.facts]
    return [*facts, *result.decisions, *result.preferences, *result.action_items]


def test_a_lecture_gives_nothing() -> None:
    assert lines_of(talk(("user", "How does sourdough work?"), ("assistant", LECTURE))) == []


@pytest.mark.parametrize(
    ("before", "facts"),
    [
        (("user", "What do those flour mills cost?"), []),
        (("user", "Was kosten solche Geräte?"), []),
        (("user", "The old mill is broken, sadly."), ["mills cost between 1,500 and 3,000 euros"]),
        (("tool", "GET /mills"), ["mills cost between 1,500 and 3,000 euros"]),
    ],
)
def test_what_an_assistant_answers_of_the_world_is_no_fact(before: tuple[str, str], facts: list[str]) -> None:
    said = talk(before, ("assistant", "The mills cost between 1,500 and 3,000 euros."))
    assert [fact.sentence for fact in said.facts] == facts


def test_a_lecture_with_code_is_no_report_where_nobody_is_at_work() -> None:
    lecture = (
        LECTURE + "\n\n`mysqli_connect()` opens `index.php` at app/start.py, and we will use `fetch()` in this example."
    )
    assert lines_of(talk(("user", "How do I show my recipes on a page?"), ("assistant", lecture))) == []


@pytest.mark.parametrize(
    "before", [("user", "why?"), ("user", "app/start.py fails: `load_config` is empty"), ("tool", "Traceback")]
)
def test_a_long_report_of_work_states_what_was_done(before: tuple[str, str]) -> None:
    said = talk(before, ("assistant", REPORT))
    facts = [fact.sentence for fact in said.facts]
    assert any("load_config()" in fact for fact in facts)
    assert "staging deploy runs on port 8443 since then" in facts


def test_a_long_explanation_at_work_states_facts_without_a_report_in_the_first_person() -> None:
    explains = (
        REPORT.replace("I moved the read", "The read moved")
        .replace("I added", "There is")
        .replace("I traced it down, h", "H")
    )
    explains = explains.replace("; 41 passed", "")
    for before in (("tool", "Traceback"), ("user", "app/start.py fails: `load_config` is empty")):
        facts = [fact.sentence for fact in talk(before, ("assistant", explains)).facts]
        assert "staging deploy runs on port 8443 since then" in facts
    assert talk(("user", "why?"), ("assistant", explains)).facts == []


@pytest.mark.parametrize(
    ("sentence", "kept"),
    [
        ("Root cause: the oven of 2019 was never level.", ["oven of 2019 was never level"]),
        ("I changed two words in your text of 2019.", ["assistant changed two words in your text of 2019"]),
        ("The recipe of 2019 was changed by the mill.", []),
    ],
)
def test_of_a_lecture_what_was_done_and_what_is_marked_is_kept(sentence: str, kept: list[str]) -> None:
    said = talk(("user", "How does sourdough work?"), ("assistant", f"{LECTURE}\n\n{sentence}"))
    assert lines_of(said) == kept


def test_a_short_report_of_an_assistant_may_begin_as_people_chat() -> None:
    said = talk(
        ("assistant", "It was the second one: the lamp listener was never removed on disconnect. Patched in 9c1fe02.")
    )
    assert any("lamp listener" in line for line in lines_of(said))


def test_what_people_say_of_their_access_is_no_disclaimer() -> None:
    text = "I don't have access to the vault, and I need to rotate the key by Friday."
    assert talk(("user", text)).action_items == [text]


def test_what_is_liked_better_is_a_preference() -> None:
    text = "I like it better when you tell me straight that something's wrong."
    assert talk(("user", text)).preferences == [text]


@pytest.mark.parametrize(
    "text",
    ["Write an ad for an advanced drum book called Bergamot Time.", "he used the song in Bergamot's 4 on Friday"],
)
def test_a_command_or_a_pronoun_is_no_subject(text: str) -> None:
    assert talk(("user", text)).facts == []


@pytest.mark.parametrize(
    "text",
    [
        "Gotta focus on success and why I started.",
        "I've had a fulfilling time serving breakfast to people in need during my volunteer work.",
        "My job is tough but it gave me a push.",
    ],
)
def test_a_story_is_no_decision_and_no_task(text: str) -> None:
    said = talk(("user", text))
    assert (said.decisions, said.action_items) == ([], [])
    assert not any(fact.predicate == "job" for fact in said.facts)


@pytest.mark.parametrize(
    "text",
    [
        "I apologize, as an AI language model, I do not have access to the recording you refer to.",
        "As of my knowledge cutoff in September 2021, I am not familiar with Imke Brandt as an illustrator of books.",
        "However, I need to clarify that I'm a large language model, I don't have direct access to earlier talks.",
        "Ich bin ein Sprachmodell und muss die Unterlagen daher von dir bekommen.",
    ],
)
def test_what_a_model_says_of_itself_is_nothing(text: str) -> None:
    assert lines_of(talk(("assistant", text))) == []


TITLES = "\n".join(f'{number}. "The Secret Garden of Number {number}"' for number in range(1, 12))


@pytest.mark.parametrize(
    ("request_", "reply", "is_open"),
    [
        ("Create 3 persuasive titles to sell an automatic dog feeder", TITLES, False),
        ("Write the introduction of the handbook.", TITLES, False),
        ("Can you please write the overview for the annual report?", TITLES, False),
        ("Schreib mir die Einleitung fürs Handbuch.", TITLES, False),
        ("Kannst du bitte die Einleitung für das Handbuch schreiben?", TITLES, False),
        ("Write the introduction of the handbook.", "Okay, on it.", True),
        ("Write the introduction of the handbook.", "Sure, I'll write it once the outline stands.", True),
        ("Write the introduction of the handbook.", f"I can't do that before the outline stands. {TITLES}", True),
        ("Write the introduction of the handbook by Friday.", TITLES, True),
        ("Fix the introduction of the handbook.", TITLES, True),
    ],
)
def test_a_text_that_was_asked_for_and_written_is_no_open_item(request_: str, reply: str, is_open: bool) -> None:
    assert bool(talk(("user", request_), ("assistant", reply)).action_items) == is_open
    assert talk(("user", request_)).action_items == [request_]


@pytest.mark.parametrize(
    "text",
    [
        "What is the process for creating a knot garden like the one at Sudeley Castle?",
        "do you know if the QL17 has any lens compatibility issues that I should be aware of?",
        "I'd like to explore more about the history of knot gardens at Sudeley.",
        "I'm still struggling to wrap my head around the knots in my garden.",
        "Ich interessiere mich auch für die Geschichte der Fähre von Kent.",
        "Das muss sich toll anfühlen!",
        "You mentioned it as one of the things to consider when planting.",
        "Ich würde gerne noch mehr über den Garten von Sudeley wissen.",
    ],
)
def test_what_somebody_only_wants_to_know_is_no_task(text: str) -> None:
    said = talk(("user", text))
    assert (said.decisions, said.preferences, said.action_items) == ([], [], [])


@pytest.mark.parametrize(
    "text",
    [
        "I think I'll go with the walnut finish.",
        "Ich glaube, ich nehme den Flug um 8:30.",
        "Ich entscheide mich für die Schlangenpflanze.",
        "I'll settle for the smaller tent.",
        "I think I'm going to opt for the RCV cover.",
    ],
)
def test_what_one_goes_with_is_decided(text: str) -> None:
    said = talk(("user", text))
    assert (said.decisions, said.action_items) == ([text], [])


@pytest.mark.parametrize(
    ("text", "facts"),
    [
        ("Cut-off is now noon the day before, both shops.", ["Cut-off is now noon the day before, both shops"]),
        ("Set clear goals for personal growth, like improving your speech.", []),
        ("Sunset Loaf: a round bread with a dark crust.", []),
    ],
)
def test_what_was_done_is_told_from_what_is_to_be_done(text: str, facts: list[str]) -> None:
    assert [fact.sentence for fact in talk(("assistant", text)).facts] == facts


@pytest.mark.parametrize(
    "text",
    [
        "Let's keep movin' forward!",
        "Don't forget to stay positive and motivate the others.",
        "I'll make sure to keep you updated on the garden.",
        "Let's keep chasing our dreams, supporting each other!",
        "Bleib dran und mach weiter so, wir schaffen das bis Freitag!",
        "Let's keep supporting each other on our journey.",
        "It must add so much holiday cheer to your house.",
        "You must love seeing how far you came with the garden.",
        "Moments like these remind me to call my old friends.",
        "It's awesome seeing the kids get excited about nature.",
        "I even made some friends at the fair who need gardens just like me.",
    ],
)
def test_cheers_are_no_decision_and_no_task(text: str) -> None:
    said = talk(("user", text))
    assert (said.decisions, said.preferences, said.action_items) == ([], [], [])


def test_a_reminder_that_is_asked_for_is_a_task() -> None:
    for text in (
        "Remind me to call the bank.",
        "Could you please remind me to call the bank?",
        "You have to remind me to pay it.",
    ):
        assert talk(("user", text)).action_items == [text]


def test_cheers_that_are_agreed_to_decide_nothing() -> None:
    said = talk(("assistant", "Shall we keep supporting each other?"), ("user", "yes, do it"))
    assert said.decisions == []


def test_an_answer_to_who_wonders_is_told_without_the_question() -> None:
    said = talk(
        ("assistant", "What do you hope to do next time?"), ("user", "I'm putting a shelf up for the kids by May.")
    )
    assert not any("hope to do" in line for line in lines_of(said))


def test_what_one_will_do_is_a_task_in_german() -> None:
    assert talk(("user", "Ich werde noch meine Oma zum Tee einladen.")).action_items == [
        "Ich werde noch meine Oma zum Tee einladen."
    ]


def test_to_keep_on_with_something_may_be_decided() -> None:
    text = "Let's keep going with Postgres for the new service."
    assert talk(("user", text)).decisions or talk(("user", text)).action_items


def test_what_was_quoted_stays_in_a_fact() -> None:
    said = talk(("user", 'I prefer the name "Asylum" for the folder of Kent.'))
    assert [fact.object for fact in said.facts] == ['the name "Asylum" for the folder of Kent']


@pytest.mark.parametrize(
    "text",
    ["I like the monochromatic idea.", "I really love the warm, cosy look it adds!", "Mir gefällt die zweite Idee."],
)
def test_what_is_liked_of_a_talk_says_nothing_without_it(text: str) -> None:
    assert lines_of(talk(("user", text))) == []


@pytest.mark.parametrize(
    "text",
    [
        "The screenplay I sent to the Kent festival has been on my mind.",
        "The help I got was really useful.",
        "The vases I bought yesterday remind me of family love.",
        "I started - it's tricky but it's been cool in Kent.",
    ],
)
def test_half_of_a_relative_clause_is_no_fact(text: str) -> None:
    assert talk(("user", text)).facts == []


def test_keeping_up_with_something_decides_nothing() -> None:
    assert talk(("user", 'On Hulu, I\'m keeping up with "Silo" and "Severance".')).decisions == []


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("I'm interested in the pottery course at Bergamot.", "user is interested in the pottery course at Bergamot"),
        ("I need the HTML and the CSS of the Bergamot page.", "user needs the HTML and the CSS of the Bergamot page"),
        (
            "I have been to Lisbon twice since I was at school.",
            "user has been to Lisbon twice since they were at school",
        ),
        (
            "My current finish time is around 4 hours and a quarter.",
            "user's current finish time is around 4 hours and a quarter",
        ),
        ("I like the structure of the Kent dialect.", "user likes the structure of the Kent dialect"),
        (
            "I've taken regular \"me-time\" walks in Kent and it's made a difference.",
            'user has taken regular "me-time" walks in Kent and it has made a difference',
        ),
        ("My flight's at 9:40 on Monday.", "user flight at 9:40 on Monday"),
        (
            "Ich wohne seit 2019 in Kassel und arbeite bei der Post.",
            "user wohnt seit 2019 in Kassel und arbeitet bei der Post",
        ),
        ("Ich habe im März einen Lagerraum gemietet.", "user hat im März einen Lagerraum gemietet"),
        ("Ich bin in den Dreißigern.", "user ist in den Dreißigern"),
        ("I studied hard for the exam at Bergamot.", "user studied hard for the exam at Bergamot"),
        ("I enjoy sailing at Bergamot.", "user enjoys sailing at Bergamot"),
        ("I volunteer at the shelter in Kent.", "user volunteers at the shelter in Kent"),
        ("My parents live in Kent at number 9.", "user's parents live in Kent at number 9"),
        ("The dance moves get Kent pumped for its goals.", "dance moves get Kent pumped for its goals"),
        ("The kids play football at Bergamot.", "kids play football at Bergamot"),
        ("Bob and Anna work at Bergamot.", "Bob and Anna work at Bergamot"),
        ("My people work at Bergamot.", "user's people work at Bergamot"),
        ('I love the song "My Way" of Bergamot.', 'user loves the song "My Way" of Bergamot'),
        ("Dance is my escape to be myself at Bergamot.", "Dance is user's escape to be themselves at Bergamot"),
        ("I typically hold it for 30 seconds.", "user typically holds it for 30 seconds"),
        ("I tried to stay calm on the Bergamot ferry.", "user tried to stay calm on the Bergamot ferry"),
    ],
)
def test_what_one_says_of_oneself_reads_as_others_say_it(text: str, sentence: str) -> None:
    assert [fact.sentence for fact in talk(("user", text)).facts] == [sentence]


@pytest.mark.parametrize(
    "text",
    [
        "I'm also thinking of displaying my Bergamot figures in the same room.",
        "I'm interested in learning more about the history of the Bergamot ferry.",
        "I was also thinking of writing to Professor Abel about Bergamot.",
        "I'm definitely going to try the Bergamot Inn when I visit Kent.",
        "I'll definitely check out those articles on the Bergamot website.",
        "I've heard that Bergamot's ferries are quite slow in winter.",
        "I've been eyeing this fancy Bergamot bike at $120.",
        "I understand how to set Bergamot goals now.",
        "Ich habe gehört, dass die Fähre von Kent im Winter langsam ist.",
    ],
)
def test_what_one_only_thinks_of_is_no_fact(text: str) -> None:
    assert talk(("user", text)).facts == []


def test_what_belongs_to_something_of_ones_own_is_not_what_it_is() -> None:
    said = talk(("user", "I had my car's air conditioning system serviced at Bergamot Motors."))
    assert not any(fact.predicate == "car" for fact in said.facts)


def test_of_a_long_pasted_text_only_what_its_speaker_says_of_themselves_is_kept() -> None:
    rules = "Businesses must report data breaches to the authority within 72 hours. " * 130
    own = "Please remember to send our own report to the authority by Friday."
    assert talk(("user", f"{rules}\n\n{own}")).action_items == [own]
    assert talk(("user", rules[:300])).action_items


OPTIONS = "Options for the 15th near Leeds: the Chameleon in Nottingham, Hatch in Sheffield, or a house show."


def test_what_may_be_chosen_is_not_decided_and_what_is_taken_of_it_is() -> None:
    assert talk(("user", "we need something for the 15th"), ("assistant", OPTIONS)).decisions == []
    said = talk(
        ("user", "we need something for the 15th"), ("assistant", OPTIONS), ("user", "hatch sounds good, thanks")
    )
    assert said.decisions == []
    said = talk(("user", "we need something for the 15th"), ("assistant", OPTIONS), ("user", "hatch sounds good"))
    assert said.decisions == ["hatch sounds good: Hatch in Sheffield"]


def test_what_is_taken_of_a_question_is_told_with_it() -> None:
    said = talk(("assistant", "Which wood for the Kent table: oak, ash or elm?"), ("user", "oak"))
    assert said.decisions == ["Which wood for the Kent table: oak, ash or elm? oak"]


@pytest.mark.parametrize(
    ("asked", "answer"),
    [
        ("Why did the Kent mill stop?", "The Kent mill costs 3,000 euros a year since 2019."),
        ("What is new in Kent?", "We changed two stones. The Kent mill costs 3,000 euros a year."),
        ("What is the mill of Kent like?", "The Kent mill listens on port 8443 of mill.toml."),
    ],
)
def test_what_happened_here_is_a_fact_whoever_asked(asked: str, answer: str) -> None:
    assert any("Kent mill" in fact.sentence for fact in talk(("user", asked), ("assistant", answer)).facts)


def test_a_number_that_is_picked_names_what_it_is_of() -> None:
    asked = "Options for the garage door: 1) roller 2) sectional 3) side-hinged."
    assert talk(("assistant", asked), ("user", "hmm\n2")).decisions == ["2: sectional (Options for the garage door)"]


def test_a_text_that_was_asked_for_states_nothing() -> None:
    poster = "The Loose Hinges live in Leeds at 12 Bergamot Street. " * 6
    asked = ("user", "can you write me a short text for the poster?")
    assert talk(asked, ("assistant", poster)).facts == []
    assert talk(("user", "The Kent poster is up."), ("assistant", poster)).facts != []


def test_what_the_law_says_is_not_agreed_to() -> None:
    said = talk(
        ("user", "Ist es eigentlich erlaubt, Termine per SMS zu erinnern?"),
        (
            "assistant",
            "Ja. Die Einwilligung sollte schriftlich sein; die Nachricht sollte nichts Medizinisches haben.",
        ),
        ("user", "Gut, dann machen wir das mit Einwilligungsbogen. Den entwirft Dr. Aydin."),
    )
    assert said.decisions == ["dann machen wir das mit Einwilligungsbogen."]
    assert said.action_items == ["dann machen wir das mit Einwilligungsbogen. Den entwirft Dr. Aydin."]


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("Den Anrufbeantworter bespreche ich selbst.", "action_items"),
        ("Die Schulung übernimmt jetzt Herr Dr. Aydin.", "action_items"),
        ("Dann samedi.", "decisions"),
        ("I can't eat gluten, so if you ever suggest food stops keep that in mind.", "preferences"),
    ],
)
def test_short_german_and_what_one_cannot_eat(text: str, line: str) -> None:
    assert getattr(talk(("user", text)), line) == [text]


def test_who_is_torn_has_not_decided() -> None:
    assert talk(("user", "Wir schwanken zwischen Doctolib und samedi.")).decisions == []


def test_an_answer_of_how_it_is_decides_nothing() -> None:
    said = talk(
        ("assistant", "Welches System nutzen Sie derzeit, und welches soll es werden?"),
        ("user", "Derzeit Medisoft, das läuft Ende März aus."),
    )
    assert said.decisions == []


@pytest.mark.parametrize(
    ("text", "fact"),
    [
        ("I don't eat meat or fish.", "user avoids meat or fish"),
        ("Pete is vegan.", "Pete is vegan"),
        ("we rent from europcar now, 84 a day", "we rent from europcar now, 84 a day"),
    ],
)
def test_what_people_eat_and_rent_is_a_fact(text: str, fact: str) -> None:
    assert [one.sentence for one in talk(("user", text)).facts] == [fact]


def test_what_an_assistant_noted_is_told_without_its_noting() -> None:
    said = talk(("tool", "ok"), ("assistant", "I've added: the Hatch opens at 19:00 on 15 March."))
    assert [one.sentence for one in said.facts] == ["Hatch opens at 19:00 on 15 March"]


@pytest.mark.parametrize(
    ("text", "facts"),
    [
        ("fliesen: wir waren im baumarkt und finden anthrazit doch schöner, 30x60", []),
        (
            "Brauche Hilfe mit dem Familienkram, unser Sohn Emil ist in der 4b bei Herrn Kruse.",
            ["Sohn Emil ist in der 4b bei Herrn Kruse"],
        ),
        ("Wir suchen eine MFA, 30 Std. Woche, ab März.", ["Wir suchen eine MFA, 30 Std. Woche, ab März"]),
    ],
)
def test_a_fact_begins_where_what_it_tells_of_does(text: str, facts: list[str]) -> None:
    assert [one.sentence for one in talk(("user", text)).facts] == facts


def test_then_it_is_so_begins_no_fact() -> None:
    said = talk(("assistant", "Wunderbar, dann liegt das Budget bei 18.000 €."))
    assert not any(one.subject.endswith("dann") for one in said.facts)


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("word crashed on me twice, moved everything to latex", "decisions"),
        ("the department wants chicago footnotes it turns out, not apa", "decisions"),
        ("keep it to 12 rooms max, they get bored", "preferences"),
        ("in dresden brauchen wir noch n hotel, muss ich buchen", "action_items"),
    ],
)
def test_short_changes_and_tasks_are_told(text: str, line: str) -> None:
    said = talk(("user", text))
    assert getattr(said, line) == [text]
    assert len([*said.decisions, *said.preferences, *said.action_items]) == 1
