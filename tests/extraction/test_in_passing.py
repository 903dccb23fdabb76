"""What people tell of their lives in passing: events, those close to them, answers of few words, what they will do."""

from __future__ import annotations

import pytest

from tests.extraction.talking import lines_of, talk


@pytest.mark.parametrize(
    ("text", "fact"),
    [
        (
            'By the way, I recently participated in a charity run, "Kent on Foot", on March 25th.',
            'user participated in a charity run, "Kent on Foot", on March 25th',
        ),
        (
            "Any tips for my resume? I was promoted to senior dispatcher in February.",
            "user was promoted to senior dispatcher in February",
        ),
        (
            "I also picked up a pair of earbuds from Bergamot during the March sale, can you recommend a case?",
            "user picked up a pair of earbuds from Bergamot during the March sale",
        ),
        ("I manage a team of seven in Leeds.", "user manages a team of seven in Leeds"),
        ("I was diagnosed with asthma in 2019, so I run slowly.", "user was diagnosed with asthma in 2019"),
    ],
)
def test_what_happened_to_somebody_is_a_fact(text: str, fact: str) -> None:
    assert fact in [one.sentence.replace("_", " ") for one in talk(("user", text)).facts]


@pytest.mark.parametrize(
    ("text", "fact"),
    [
        ("And Ada's vegetarian since January", "Ada is vegetarian since January"),
        ("Ben's allergic to peanuts", "Ben is allergic to peanuts"),
        ("my boss has a nut allergy, so no cashews", "user's boss has a nut allergy"),
        ("Jana hat übrigens ne Nussallergie", "Jana hat übrigens ne Nussallergie"),
    ],
)
def test_what_somebody_cannot_have_is_a_fact(text: str, fact: str) -> None:
    assert fact in [one.sentence.replace("_", " ") for one in talk(("user", text)).facts]


@pytest.mark.parametrize(
    ("texts", "told"),
    [
        (["and uh Jonah can't have dairy remember that for the lunch boxes"], "can't have dairy"),
        (["Bo has a severe bee sting allergy"], "a severe bee sting allergy"),
        (["aylin isst kein schwein"], "isst kein schwein"),
        (["Oma hat Penicillinallergie, das muss jeder wissen"], "Penicillinallergie"),
        (["Penicillin verträgt sie nicht!!"], "Penicillin verträgt sie nicht"),
        (["Zwei von uns haben eine Laktoseintoleranz"], "Laktoseintoleranz"),
        # Under a condition, too; and with whom it is about.
        (["Denk an meine Nussallergie, falls du was backst"], "meine Nussallergie"),
        (["Remember my nut allergy if you bake something"], "my nut allergy"),
        (["We chose Malik for the room.", "He can't take ibuprofen."], "Malik for the room. He can't take ibuprofen"),
        (["Wir haben Malik genommen.", "Er ist Veganer."], "Malik genommen. Er ist Veganer"),
    ],
)
def test_what_somebody_cannot_have_is_kept_however_it_is_said(texts: list[str], told: str) -> None:
    found = talk(("user", " ".join(texts)))
    assert any(told in one for one in [*found.preferences, *(one.sentence.replace("_", " ") for one in found.facts)])


def test_what_an_agent_says_that_somebody_cannot_have_is_no_preference_and_nothing_is_kept_twice() -> None:
    assert talk(("assistant", "Jonah can't have dairy.")).preferences == []
    found = talk(("user", "My boss has a nut allergy, so no cashews"))
    assert (len(found.facts), found.preferences) == (1, [])


@pytest.mark.parametrize(
    "text",
    [
        "you can't have both", "I can't have that", "she doesn't eat much lately", "we can't take the bus",
        "do you have any allergies?", "Bo has no allergies", "wir trinken heute nicht mit", "Bo isst nicht mit",
        "Die Praxis hat keine Allergien gefunden", "she shouldn't have left early",
    ],
)  # fmt: skip
def test_what_nobody_needs_to_know_is_not_kept_by_that(text: str) -> None:
    assert talk(("user", text)).preferences == []


@pytest.mark.parametrize(
    ("texts", "fact"),
    [
        (
            ["My mom is turning 60 in May. She lives alone in a cabin near Asheville."],
            "user's mom lives alone in a cabin near Asheville",
        ),
        (
            ["What can I get my husband Marco?", "He had knee surgery in March of 2025."],
            "user's husband Marco had knee surgery in March of 2025",
        ),
        (
            ["Meine Schwester Katrin kommt aus Köln. Sie arbeitet seit 2019 als Hebamme in Bonn."],
            "user's Schwester Katrin arbeitet seit 2019 als Hebamme in Bonn",
        ),
        (["My sister and my brother came to Leeds. He has 3 cats in Kent."], "user's brother has 3 cats in Kent"),
    ],
)
def test_a_pronoun_means_who_was_named_before_it(texts: list[str], fact: str) -> None:
    turns = [turn for text in texts for turn in (("user", text), ("assistant", "I see."))]
    assert fact in [one.sentence.replace("_", " ") for one in talk(*turns).facts]


@pytest.mark.parametrize(
    "texts",
    [
        ["She lives in a cabin near Asheville."],
        ["My mom is turning 60.", "What is a good cake?", "She lives in a cabin near Asheville."],
        ["My brother lives in Kent. She has 3 cats."],
        ["Meine Schwester kommt aus Köln. Sie können 3 Katzen haben."],
    ],
)
def test_a_pronoun_of_somebody_else_means_nobody(texts: list[str]) -> None:
    said = talk(*(("user", text) for text in texts))
    assert not any(word in fact.sentence for fact in said.facts for word in ("cabin", "3 cats", "3 Katzen"))


def test_what_is_told_before_a_question_stands_without_it() -> None:
    said = talk(("user", "We have about $1,800 set aside for the trip to Lisbon, does that seem realistic for two?"))
    assert [fact.object for fact in said.facts] == ["about $1,800 set aside for the trip to Lisbon"]


@pytest.mark.parametrize(
    "text",
    [
        "We tell the kids of Leeds at the weekend.",
        "I'm ringing the surgery in Kent tomorrow.",
        "Die 14 Formen geh ich am Wochenende durch.",
        "Das PDF vom Huber schick ich dir morgen.",
    ],
)
def test_what_somebody_does_soon_is_a_task(text: str) -> None:
    assert len(talk(("user", text)).action_items) == 1


@pytest.mark.parametrize(
    "question",
    [
        "Shall I draft a short message to them?",
        "Shall we turn to the tomatoes?",
        "Soll ich den ganzen Entwurf ausschreiben?",
    ],
)
def test_agreeing_to_what_is_said_next_decides_nothing(question: str) -> None:
    answer = "ja, bitte" if question.startswith("Soll") else "yes please"
    chat = [("user", "Hi!"), ("assistant", "Hello!"), ("user", "What a week."), ("assistant", "Oh dear.")]
    assert lines_of(talk(*chat, ("assistant", question), ("user", answer))) == []


@pytest.mark.parametrize(
    "text",
    [
        "board rev B draws 410 uA in sleep, target is 25",
        "34 inbound, 9 of them before midnight",
        "third floor, no lift, 14 boxes",
        "131, davon 38 Jugendliche",
    ],
)
def test_what_no_verb_cuts_is_kept_in_its_speakers_words(text: str) -> None:
    hello, weather = ("Hallo!", "Ist das ein Wetter.") if "davon" in text else ("Hi!", "What a week.")
    said = talk(("user", hello), ("assistant", hello), ("user", weather), ("assistant", "Oh."), ("user", text))
    assert [(fact.predicate, fact.sentence) for fact in said.facts] == [("", text)]


@pytest.mark.parametrize(
    "opening",
    [
        "Imagine I had a shop in Leeds.",
        "Let's say someone ran it on ARM.",
        "Hypothetically: we run two nodes.",
        "This is a made-up example.",
        "Es geht um ein fiktives Beispiel.",
        "Nehmen wir an, ein Fotograf kauft in Irland ein.",
    ],
)
def test_what_is_only_supposed_is_not_kept(opening: str) -> None:
    decided = "We decided to use PostgreSQL 16."
    assert lines_of(talk(("user", f"{opening} {decided}"))) == []
    assert lines_of(talk(("user", f"{opening} We use MySQL 8. Back to us. {decided}"))) == [decided]


@pytest.mark.parametrize(
    "opening",
    [
        "I assume you know Tom.",
        "I suppose we should eat.",
        "Assuming we get the permit, fine.",
        "Let's say we meet at 6.",
        "The docs have a made-up example.",
        "Ich nehme an, du kennst Tom.",
        "Die Doku hat ein fiktives Beispiel.",
    ],
)
def test_what_stands_behind_an_assumption_is_kept(opening: str) -> None:
    decided = "We decided to use PostgreSQL 16."
    assert decided in lines_of(talk(("user", f"{opening} {decided}")))


def test_a_text_that_is_asked_for_with_a_supposition_states_nothing() -> None:
    text = "Dear crew, the wind was kind and the cook is well. " * 5 + "Decision: we use PostgreSQL 16 on the Marigold."
    assert lines_of(talk(("user", "Imagine you are a pirate. Write me a short story."), ("assistant", text))) == []
    assert lines_of(talk(("user", "Hello."), ("assistant", text))) != []


def test_an_answer_without_a_verb_is_told_with_its_question() -> None:
    question = "When does the general meeting take place?"
    answer = "on 14 November at 7.30 in Leeds"
    said = talk(("assistant", question), ("user", f"{answer}."))
    assert lines_of(said) == [f"{question} answer {answer}"]
