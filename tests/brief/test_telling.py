"""What a conversation tells as lines of a brief (rules 23, 26)."""

from __future__ import annotations

from datetime import UTC

import pytest
from msgspec.structs import replace

from memoryd.brief.telling import lines_of
from memoryd.composition import tell_sections
from memoryd.conversation.message import Message
from memoryd.in_force.lines import FIXED
from memoryd.in_force.standing import in_force
from tests.in_force.said import NOW, heard, line, tell_nothing, told_by


@pytest.mark.parametrize(
    ("said", "told"),
    [
        ("The intern had the idea of a tasting, eight kinds. No. Crumbs everywhere.", ["Crumbs everywhere."]),
        ("The intern had the idea of a tasting, eight kinds. Not bad.", None),
        ("Lowri floated a live show in Bala. no. no money", []),
        ("Salma wants it on YouTube with a picture. I'm not keen. no", []),
        (
            "Sopran zwei will gemeinsame T-Shirts. Nein danke, schwarz bleibt schwarz",
            ["Nein danke, schwarz bleibt schwarz"],
        ),
        ("We sing the Miserere of Vasks, uh no, Arvo's mass.", ["We sing the Miserere of Arvo's mass."]),
        ("We paint the wall blue.", ["We paint the wall blue."]),
    ],
)
def test_an_idea_that_is_turned_down_in_the_same_breath_is_not_told(said: str, told: list[str] | None) -> None:
    message = Message(session_id="s", role="user", content=said, at=NOW, received=NOW)
    lines, _, _ = lines_of([("k:1", message)], tell_nothing, UTC)
    texts = [one.text for one in lines if one.text]
    assert texts == told or (told is None and "eight kinds" in texts[0])


@pytest.mark.parametrize(
    ("asked", "answer", "told"),
    [
        ("And the departure?", "17 May", "the departure? 17 May"),
        ("Who checks the ropes?", "Solveig.", "Who checks the ropes? Solveig."),
        ("The ropes need a check.", "Solveig. I'll ask her.", "Solveig. I'll ask her."),
        ("Shall I paint the bollards?", "mach das so", ""),
        ("And the departure?", "We leave Tallinn for Riga on 17 May.", "We leave Tallinn for Riga on 17 May."),
        ("Which port does the ferry's radar use?", "8190", "Which port does the ferry's radar use? 8190"),
        ("Auf welchem Kanal funkt die Fähre?", "K12 ", "Auf welchem Kanal funkt die Fähre? K12"),
    ],
)
def test_an_answer_that_says_little_alone_is_told_with_what_was_asked(asked: str, answer: str, told: str) -> None:
    _, lines = heard(("assistant", asked), ("user", answer))
    assert [one.text for one in lines if one.text] == ([told] if told else [])


@pytest.mark.parametrize(
    ("offer", "reply", "refusal", "stands"),
    [
        ("Offer of Ravn: they fetch it all. 9 cents a page", "That makes 990 euros.", "too dear, no. We do it.", False),
        ("Offer of Ravn: they fetch it all. 9 cents a page", "Shall I ask for more?", "no. We have enough.", True),
        ("Ravn fetches the boxes on Mondays.", "That makes 990 euros.", "no, we do the sums by hand.", True),
    ],
)
def test_what_was_put_up_and_turned_down_in_the_next_message_is_past(
    offer: str, reply: str, refusal: str, stands: bool
) -> None:
    lines = [one for told in heard(("user", offer), ("assistant", reply), ("user", refusal)) for one in told]
    made = replace(lines[0], part="known", key="fact-1", rank=1)
    assert any(offer.startswith(one.text[:12]) for one in in_force([*lines, made])) == stands


def test_each_of_two_bare_refusals_ends_what_it_turns_down() -> None:
    said = ("Offer of Ravn: they fetch all the boxes", "no", "Bo had the idea of a tombola with prizes", "nein.")
    lines = [one for told in heard(*(("user", text) for text in said)) for one in told]
    assert in_force(lines) == []


@pytest.mark.parametrize(
    ("role", "told"), [("user", ["Pontoon. We need 3 of it in salt."]), ("assistant", ["We need 3 of it in salt."])]
)
def test_a_word_that_a_person_puts_first_is_told_with_what_follows(role: str, told: list[str]) -> None:
    assert [[one.text for one in lines] for lines in heard((role, "Pontoon. We need 3 of it in salt."))] == [told]


def test_an_idea_on_which_others_are_asked_is_told_with_that_question() -> None:
    ((idea,),) = heard(("user", "Energy system: the publisher wrote, wants coins to collect. Thoughts?"))
    assert idea.text.endswith("wants coins to collect. Thoughts?")


def test_a_correction_of_what_was_said_leaves_the_rest_of_it() -> None:
    ada = "Ada leads the work at the quay."
    for begin in ("We want the crane by Friday.", "Should we rent the crane?"):
        said = ("user", f"{begin} {ada}"), ("assistant", "By 5 pm then."), ("user", "no, at noon.")
        assert ada in [one.text for one in in_force(one for told in heard(*said) for one in told)]


@pytest.mark.parametrize(
    ("former", "said", "stands"),
    [
        (
            "hoist: we use the Ravn QX, known to all",
            ("the hoist people answered, no parts", "We switch to Kite"),
            False,
        ),
        ("ok use hazelnut for the notes of the crew", ("the hazelnut docs grow and grow", "Rip it out."), False),
        ("hoist: we use the Ravn QX, known to all", ("the winch people answered, no parts", "We switch to Kite"), True),
        ("ok use hazelnut for the notes of the crew", ("the hazelnut docs look fine", "move them to the left"), True),
        ("ok use hazelnut for the notes of the crew", ("the docs grow and grow", "Rip it out of the box."), True),
    ],
)
@pytest.mark.parametrize("reply", [(), (("assistant", "That takes 8 weeks."),)])
def test_what_is_dropped_is_what_was_talked_about(
    former: str, said: tuple[str, str], stands: bool, reply: tuple[tuple[str, str], ...]
) -> None:
    lines = [one for told in heard(("user", said[0]), *reply, ("user", said[1])) for one in told]
    assert (former in [one.text for one in in_force([line(former, 1), *lines])]) == stands
    assert former in [one.text for one in in_force([line(former, 1, "rules"), *lines])]


def test_what_an_agent_made_of_a_value_goes_with_it() -> None:
    start, moved = "The ferries start on 5 May in all ports.", "The start of the ferries is now on 8 June in all ports."
    said = (
        ("user", start),
        ("assistant", "No more than eight ferries from 5 May end on 23 June."),
        ("user", moved),
        ("assistant", "Nothing but the show is on 5 May."),
    )
    lines = [one for told in heard(*said) for one in told]
    assert [one.text for one in in_force(lines)] == [moved, said[3][1]]


@pytest.mark.parametrize(
    "text", ["Nice work!", "that's all for today, bye", "Gute Nacht!", "Das war's für heute, danke."]
)
def test_a_pleasantry_is_not_told(text: str) -> None:
    assert told_by(text) == []


def test_what_begins_like_one_is() -> None:
    assert len(told_by("Good morning light is what the studio needs.")) == 1


@pytest.mark.parametrize(
    ("asked", "answer", "stands"),
    [
        ("Is the limiter in the login route done?", "Yes.", False),
        ("Did you add the limiter to the login route?", "Yep, commit 4be1d9.", False),
        ("Has the limiter been added to the login route yet?", "It has.", False),
        ("Is the limiter in the login route done?", "Yes, but not on staging.", True),
        ("Is the limiter in the login route done?", "No.", True),
        ("Is the limiter in the login route still open?", "Yes.", True),
        ("Is the limiter in the login route slow?", "Yes.", True),
        ("Should I add the limiter to the login route?", "Yes.", True),
    ],
)
@pytest.mark.parametrize("roles", [("user", "assistant"), ("assistant", "user")])
def test_yes_to_whether_an_item_is_done_ends_it(asked: str, answer: str, stands: bool, roles: tuple[str, str]) -> None:
    item = "We must add the limiter to the login route."
    told = heard(("user", item), (roles[0], asked), (roles[1], answer))
    assert (item in [one.text for one in in_force(line for lines in told for line in lines)]) is stands


def test_a_switch_ends_what_the_sentence_before_it_is_about() -> None:
    used, switch = line("We use Acast for the show.", 1), line("We moved to Kite.", 2)
    for heard_before, left in (("Acast wants 30 euros.", [switch]), ("Bo wants 30 euros.", [used, switch])):
        found = in_force([used, replace(switch, heard=heard_before)])
        assert [one.text for one in found] == [one.text for one in left]


def test_what_an_agent_explains_changes_nothing_by_the_sentence_before() -> None:
    former = line("The plaster of room 2 needs to be below 18 first.", 1, "known")
    later = replace(line("If Bo plasters, the plaster of the room needs 10 days.", 2), heard="The sum moved to 1,220.")
    assert former.text not in [one.text for one in in_force([former, later])]
    assert former.text in [one.text for one in in_force([former, replace(later, who="assistant")])]


def test_a_message_that_cannot_be_told_is_left_out_alone() -> None:
    fine, broken = (
        Message(session_id="s", role="user", content=text, at=NOW, received=NOW)
        for text in ("We paint the wall blue.", None)  # type: ignore[arg-type]
    )
    lines, _, failed = lines_of([("k:1", broken), ("k:2", fine)], tell_nothing, UTC)
    assert [one.text for one in lines] == ["We paint the wall blue."]
    assert list(failed) == ["k:1"] and "TypeError" in failed["k:1"]


def test_what_is_still_open_by_its_label_is_an_open_item() -> None:
    message = Message(session_id="s", role="assistant", content="Still open: the form of Pat.", at=NOW, received=NOW)
    lines, _, _ = lines_of([("k:1", message)], tell_nothing, UTC)
    assert [one.part for one in lines] == ["open"]


@pytest.mark.parametrize(
    ("text", "is_told"),
    [
        ("Usually venues in Kent take 20% of the sales.", False),
        ("You could ask the venues in Kent for 50 more.", False),
        ("Heben Sie die Rechnung für die Steuer auf.", False),
        ("25 € sind marktüblich.", False),
        ("You could drop `app/start.py` from the 20 files.", True),
        ("Usually done by 20:00; I booked the venue in Kent.", True),
        ("The venue in Kent takes 20% of the sales.", True),
    ],
)
def test_advice_that_would_be_the_same_for_everybody_is_not_told(text: str, is_told: bool) -> None:
    [lines] = heard(("assistant", text))
    assert any(line.text for line in lines) == is_told
    [lines] = heard(("user", text))
    assert lines


@pytest.mark.parametrize(
    ("text", "is_judged_by"),
    [
        ("Removed the term and its setting.", True),
        ("The credits screen is in.", True),
        ("Noted.", False),
        ("Which columns?", False),
        ("Ok, great. Which columns?", False),
    ],
)
def test_what_an_agent_reports_judges_other_lines_though_it_is_not_told(text: str, is_judged_by: bool) -> None:
    [lines] = heard(("assistant", text))
    assert [(line.text, line.whole) for line in lines] == [("", text)] * is_judged_by


def test_a_text_that_an_agent_wrote_for_somebody_is_not_told() -> None:
    poster = "The Loose Hinges live in Leeds at 12 Bergamot Street. " * 6
    asked = [("user", "can you write me a short text for the poster?"), ("assistant", poster)]
    said = [
        (f"k:{n}", Message(session_id="s", role=role, content=text, at=NOW + n, received=NOW))
        for n, (role, text) in enumerate(asked)
    ]
    lines, _, _ = lines_of(said, tell_sections, UTC)
    assert not any("Loose Hinges" in one.text for one in lines)


def test_a_sentence_that_is_told_already_is_not_told_before_it() -> None:
    [lines] = heard(("user", "It's flaky. It's red, dont forget the test in Kent."))
    assert not any(one.before and one.text.startswith(one.before) for one in lines)


@pytest.mark.parametrize(
    ("agreed", "part"),
    [
        ("Agreed: update the config.", "open"),
        ("Agreed: also book the hall for June", "open"),
        ("Vereinbart: die Config aktualisieren", "open"),
        ("Let's build the adapter for Kiel", "open"),
        ("Let's also update the config", "open"),
        ("Let's use Postgres for everything", "decisions"),
        ("Let's move the standup to 9:30", "decisions"),
        ("Agreed: move the standup to 9:30", "decisions"),
        ("Agreed: Postgres for everything", "decisions"),
        ("Vereinbart: Postgres für alles nehmen", "decisions"),
    ],
)
def test_a_task_that_was_agreed_on_is_open(agreed: str, part: str) -> None:
    assert [one.part for one in in_force([line(agreed, 1, part="decisions")])] == [part]


def test_a_task_that_was_agreed_on_goes_when_it_is_done() -> None:
    lines = [line("Agreed: update the config.", 1, part="decisions"), line("The config is updated.", 2)]
    assert [one.text for one in in_force(lines)] == ["The config is updated."]


@pytest.mark.parametrize(
    ("reply", "stands"),
    [
        ("The ropes of the ferry are checked each May, last year twice.", False),
        ("No, Solveig has them checked in each second year, last in May 2025.", False),
        ("There are 40 ropes at Berth 7. Which of them do you mean?", True),
        ("I'll look at the list of Berth 7.", True),
        ("I see no ropes in the list of Berth 7.", True),
        ("Solveig should know, she keeps the list of Berth 7.", True),
    ],
)
def test_an_answer_ends_its_question(reply: str, stands: bool) -> None:
    asked = "are the ropes of the ferry checked every year?"
    lines = [one for told in heard(("user", asked), ("assistant", reply)) for one in told]
    assert (asked in [one.text for one in in_force(lines)]) is stands
    assert asked in [one.text for one in in_force(replace(one, rank=FIXED) for one in lines)]


@pytest.mark.parametrize(
    ("text", "part"),
    [
        ("Ich bin Jule und mache die Praxisleitung bei Dr. Sommerfeld.", "user"),
        ("Ich heiße Marlene und schreibe die Doktorarbeit.", "user"),
        ("Ich bin Jule und mache bis Freitag die Abrechnung fertig.", "open"),
        ("Hi, I'm Tom, I will send the plan on Friday.", "open"),
    ],
)
def test_who_somebody_is_and_does_is_nothing_to_do(text: str, part: str) -> None:
    message = Message(session_id="s", role="user", content=text, at=NOW, received=NOW)
    [told] = lines_of([("k:1", message)], tell_sections, UTC)[0]
    assert told.part == part


@pytest.mark.parametrize(
    ("text", "part"),
    [
        ("Secrets kommen ab jetzt aus Vault", "decisions"),
        ("merge strategy: squash onto trunk from now on", "decisions"),
        ("call me Ada from now on", "user"),
        ("Ich möchte ab jetzt kurze Antworten", "user"),
        ("I prefer short answers", "user"),
    ],
)
def test_what_is_done_from_now_on_is_a_decision_unless_it_tells_of_the_speaker(text: str, part: str) -> None:
    said = Message(session_id="s", role="user", content=text, at=NOW, received=NOW)
    lines, _, _ = lines_of([("k:0", said)], tell_sections, UTC)
    assert [one.part for one in lines] == [part]


def test_what_an_agent_exclaims_is_not_told() -> None:
    said = [("user", "Nadia here, I do the backend of the parcel service"), ("assistant", "Nice to meet you, Nadia!")]
    told = [line.text for lines in heard(*said, ("assistant", "The Bay release 10.4 is live!")) for line in lines]
    assert "Nice to meet you, Nadia!" not in told and "The Bay release 10.4 is live!" in told


@pytest.mark.parametrize("text", ["The migration is deployed and all tests pass!", "Fertig, der Fehler ist behoben!"])
def test_an_outcome_that_an_agent_exclaims_is_told(text: str) -> None:
    assert text in [line.text for lines in heard(("user", "How is it going?"), ("assistant", text)) for line in lines]


@pytest.mark.parametrize(
    ("text", "is_told"),
    [
        ("Falls ich im Lotto gewinne, würde ich Jule ein Pony kaufen, haha", False),
        ("if we ever sold in China we would have to support their browser", False),
        ("my laptop fan sounds like a helicopter haha", False),
        ("If the gauge shows red, Ada closes the valve", True),
        ("my laptop is broken and the new one came on 3 May lol", True),
        ("I'm a vegetarian haha", True),
        ("nobody can read the second column of the sheet 😅", True),
    ],
)
def test_what_is_only_supposed_or_laughed_at_is_no_line(text: str, is_told: bool) -> None:
    assert bool([line for lines in heard(("user", text)) for line in lines if line.text]) is is_told


@pytest.mark.parametrize(
    "text", ["Rule: refunds need Ada's ok", "no deploys without Ada's ok", "keine Umbauten ohne mein OK"]
)
def test_what_is_laid_down_stands_among_the_rules(text: str) -> None:
    said = Message(session_id="s", role="user", content=f"House rules:\n- {text}", at=NOW, received=NOW)
    lines, _, _ = lines_of([("k:0", said)], tell_sections, UTC)
    assert [one.part for one in lines if one.text.endswith(text)] == ["rules"]
