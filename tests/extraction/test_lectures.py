"""What an assistant explains, composes or says of itself is nothing; what it did at work is told."""

from __future__ import annotations

import pytest

from tests.extraction.talking import lines_of, talk

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
TITLES = "\n".join(f'{number}. "The Secret Garden of Number {number}"' for number in range(1, 12))


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


@pytest.mark.parametrize(
    ("asked", "answer"),
    [
        ("Why did the Kent mill stop?", "The Kent mill costs 3,000 euros a year since 2019."),
        ("What is new in Kent?", "We changed two stones. The Kent mill runs on port 8443 since 2019."),
        ("What is the mill of Kent like?", "The Kent mill listens on port 8443 of mill.toml."),
    ],
)
def test_what_happened_here_is_a_fact_whoever_asked(asked: str, answer: str) -> None:
    assert any("Kent mill" in fact.sentence for fact in talk(("user", asked), ("assistant", answer)).facts)


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


def test_what_people_say_of_their_access_is_no_disclaimer() -> None:
    text = "I don't have access to the vault, and I need to rotate the key by Friday."
    assert talk(("user", text)).action_items == [text]


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
    ("text", "facts"),
    [
        ("Cut-off is now noon the day before, both shops.", ["Cut-off is noon the day before, both shops"]),
        ("Set clear goals for personal growth, like improving your speech.", []),
        ("Sunset Loaf: a round bread with a dark crust.", []),
    ],
)
def test_what_was_done_is_told_from_what_is_to_be_done(text: str, facts: list[str]) -> None:
    assert [fact.sentence for fact in talk(("assistant", text)).facts] == facts


def test_of_a_long_pasted_text_only_what_its_speaker_says_of_themselves_is_kept() -> None:
    rules = "Businesses must report data breaches to the authority within 72 hours. " * 130
    own = "Please remember to send our own report to the authority by Friday."
    assert talk(("user", f"{rules}\n\n{own}")).action_items == [own]
    assert talk(("user", rules[:300])).action_items


def test_what_an_assistant_noted_is_told_without_its_noting() -> None:
    said = talk(("tool", "ok"), ("assistant", "I've added: the Hatch opens at 19:00 on 15 March."))
    assert [one.sentence for one in said.facts] == ["Hatch opens at 19:00 on 15 March"]


@pytest.mark.parametrize(
    ("text", "is_kept"),
    [
        ("Die Vorankündigung muss in der Regel 14 Tage vorher raus.", False),
        ("SumUp takes 1.39% in most plans.", False),
        ("The export job takes 47 minutes on average and runs on worker-3 only.", True),
        ("Fixed in internal/plan/swap.go and rewrote the test as a table.", False),
        ("Fixed in 9f3c1aa by calling `off()` in the teardown.", True),
    ],
)
def test_what_an_assistant_says_of_most_things_is_no_fact_of_these(text: str, *, is_kept: bool) -> None:
    assert bool(lines_of(talk(("assistant", text)))) is is_kept


def test_a_rule_that_an_assistant_says_again_is_the_one_that_it_was_told() -> None:
    rule = "no new deps at all unless you ask me first."
    echo = "Understood: no new dependencies without asking, and I will not edit gen/."
    assert lines_of(talk(("user", rule), ("assistant", echo))) == [rule]


@pytest.mark.parametrize(
    ("asked", "answer"),
    [
        (
            "was bräuchte man für ne zweigpraxis? nur so ne idee von meinem mann",
            "Sie brauchen eine Genehmigung der KV und müssen die Versorgung am Hauptsitz sichern.",
        ),
        ("how does one register a boat?", "You need to send form 12 to the harbour office and pay 40 euros."),
        ("maybe one day dutch, is it close?", "Very close: Dutch has no case endings on nouns."),
    ],
)
def test_what_somebody_would_have_to_do_is_no_task(asked: str, answer: str) -> None:
    assert lines_of(talk(("user", asked), ("assistant", answer))) == []


def test_advice_that_nobody_asked_for_is_no_task() -> None:
    said = talk(
        ("user", "wir wollen eine zweite praxis in holm"),
        ("assistant", "Sie müssen noch bis Freitag die Versorgung am Hauptsitz sichern."),
    )
    assert said.action_items == []


def test_an_aside_behind_a_question_leaves_it_one() -> None:
    asked = "was braucht denn so eine zweigpraxis? nur so ne idee von meinem mann"
    assert lines_of(talk(("user", asked), ("assistant", "Die Genehmigung kostet 120 Euro bei der KV in Kiel."))) == []


def test_what_is_to_be_done_at_work_is_a_task_whoever_says_so() -> None:
    said = talk(
        ("user", "`deploy.sh` fails on prod"),
        ("assistant", "You still need to set `DB_URL` in .env before the next deploy."),
    )
    assert said.action_items == ["You still need to set `DB_URL` in .env before the next deploy."]
