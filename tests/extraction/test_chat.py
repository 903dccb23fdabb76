"""What people feel, wonder or tell is no task and no decision; what they choose, ask for and change is."""

from __future__ import annotations

import pytest

from tests.extraction.talking import lines_of, talk

OPTIONS = "Options for the 15th near Leeds: the Chameleon in Nottingham, Hatch in Sheffield, or a house show."


def test_what_is_liked_better_is_a_preference() -> None:
    text = "I like it better when you tell me straight that something's wrong."
    assert talk(("user", text)).preferences == [text]


@pytest.mark.parametrize(
    "text",
    [
        "Gotta focus on success and why I started.",
        "Must feel great to turn your passion into a career.",
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


@pytest.mark.parametrize(
    "text",
    ["I like the monochromatic idea.", "I really love the warm, cosy look it adds!", "Mir gefällt die zweite Idee."],
)
def test_what_is_liked_of_a_talk_says_nothing_without_it(text: str) -> None:
    assert lines_of(talk(("user", text))) == []


def test_keeping_up_with_something_decides_nothing() -> None:
    assert talk(("user", 'On Hulu, I\'m keeping up with "Silo" and "Severance".')).decisions == []


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


def test_a_number_that_is_picked_names_what_it_is_of() -> None:
    asked = "Options for the garage door: 1) roller 2) sectional 3) side-hinged."
    assert talk(("assistant", asked), ("user", "hmm\n2")).decisions == ["2: sectional (Options for the garage door)"]


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


@pytest.mark.parametrize(
    ("text", "section"),
    [
        ("ines is on leave til january so kwame reviews from now on", "decisions"),
        ("please use tabs from now on", "preferences"),
        ("im a big fan of the ferry to kent", "preferences"),
        ("lets drop the ferry to kent", "decisions"),
        ("weve agreed on oak", "decisions"),
        ("gotta get the snow tyres on before the first frost", "action_items"),
        ("gotta run to kent on monday", ""),
        ("i have to leave kent on monday at 8", ""),
        ("go 1.22, sqlite, no framework.", ""),
        ("wir renovieren unsere wohnung in leipzig, 74 qm, altbau.", ""),
    ],
)
def test_what_kind_of_line_it_is(text: str, section: str) -> None:
    said = talk(("user", text))
    kinds = ("decisions", "preferences", "action_items")
    assert [kind for kind in kinds if getattr(said, kind)] == ([section] if section else [])


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("i dont want another native module", "i dont want another native module"),
        ("i cant stand the smell of tuna", "i cant stand the smell of tuna"),
        (
            "i only want reward based stuff, nothing with prong collars",
            "i only want reward based stuff, nothing with prong collars",
        ),
        ("i only eat fish on fridays", "i only eat fish on fridays"),
        ("comments in german please", "comments in german please"),
        ("please write the labels in british english", "please write the labels in british english"),
        ("can you give me the recipes always in grams?", "can you give me the recipes always in grams?"),
        ("preise bei uns immer brutto speichern, nie netto", "preise bei uns immer brutto speichern, nie netto"),
        ("kommentare im code bitte deutsch", "kommentare im code bitte deutsch"),
        ("kein gift und kein torf", "kein gift und kein torf"),
    ],
)
def test_a_rule_in_passing_is_a_preference(text: str, line: str) -> None:
    assert talk(("user", text)).preferences == [line]


@pytest.mark.parametrize(
    "text",
    [
        "i only want it back from kent",
        "meine schwester hat immer von der fähre nach kent erzählen wollen",
        "wenn die leute immer von der fähre reden, gehe ich",
        "weil sie in kent immer die preise senken",
        "what should i do with the leftover lamb of kent, theres like 400g",
        "was soll ich mit der fähre nach kent machen, die ist leer",
        "if i ever get rich i'll buy a ferry and never code again",
        "Dann legen wir mit der Fähre los.",
        "Let's begin with the ferry plan of Kent.",
        "Es fehlen noch:",
    ],
)
def test_what_is_wondered_and_begun_is_none(text: str) -> None:
    said = talk(("user", text))
    assert [*said.preferences, *said.decisions, *said.action_items] == []


@pytest.mark.parametrize(
    ("asked", "answer", "decided"),
    [
        (
            "I suggest applying -11.8 with a reference of 20 °C.",
            "ok do it. reference 15 though, its cold",
            ["Agreed: applying -11.8 with a reference of 20 °C; reference 15 though"],
        ),
        (
            "I suggest applying -11.8 with a reference of 20 °C.",
            "ok do it. but only in Kent.",
            ["Agreed: applying -11.8 with a reference of 20 °C; but only in Kent"],
        ),
        (
            "I suggest applying -11.8 with a reference of 20 °C.",
            "ok do it. the log is full",
            ["Agreed: applying -11.8 with a reference of 20 °C"],
        ),
        (
            "I suggest applying -11.8 with a reference of 20 °C.",
            "ok do it. only maybe for Kent.",
            ["Agreed: applying -11.8 with a reference of 20 °C"],
        ),
        (
            "Some questions to start:\n\n- Where and when is it set?\n- What does Wren want?\n- What's the incident?",
            "set in essex, 1953, right around the north sea flood",
            ["set in essex, 1953, right around the north sea flood"],
        ),
        (
            "Do you want Essex or Kent? Which of the two do you like?",
            "kent then",
            ["Do you want Essex or Kent? Which of the two do you like? kent"],
        ),
    ],
)
def test_what_an_answer_decides(asked: str, answer: str, decided: list[str]) -> None:
    assert talk(("assistant", asked), ("user", answer)).decisions == decided


def test_what_another_said_stands_before_an_answer_of_few_words_only() -> None:
    listed = ("assistant", "You could try:\n- an enzymatic cleaner")
    assert lines_of(talk(listed, ("user", "no crate, i find them sad"))) == ["no crate, i find them sad"]
