"""Which lines of a brief are in force, and which fit (rules 23, 26)."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import UTC, date, datetime
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from memoryd.brief.layout import TITLES, lay_out
from memoryd.brief.lines import ANSWERED, SETTLED, Line
from memoryd.brief.pairs import overrules_line, repaired
from memoryd.brief.standing import in_force
from memoryd.brief.telling import lines_of
from memoryd.conversation.message import Message
from memoryd.kinds.dailies.found import AT_FIRST, Told
from memoryd.kinds.kind import BriefPart
from memoryd.times import DAY, local_date

TODAY = date(2026, 5, 15)
TAIL_TITLES = [TITLES[part] for part in ("open", "context", "said")]
NOW = int(datetime(2026, 5, 15, tzinfo=UTC).timestamp() * 1_000_000)


def line(text: str, place: int, part: BriefPart = "said", rank: int = 5, session: str = "s") -> Line:
    at = NOW - (100 - place) * DAY
    return Line(part, text, f"sessions/{session}.jsonl:{place}", at, rank, at, "user", session)


def standing(*texts: str, part: BriefPart = "decisions") -> list[str]:
    return [one.text for one in in_force(line(text, place, part) for place, text in enumerate(texts))]


@pytest.mark.parametrize(
    ("former", "later"),
    [
        ("Let's use MySQL 8 for storage.", "We use Postgres instead of MySQL for storage."),
        ("The go-live is planned for 12 June.", "The office pushed the go-live back to 3 July."),
        ("The budget for photos is 1,200 euros.", "The board raised the budget for photos to 1,800 euros."),
        ("Ada could look into the quartet.", "Forget about the quartet, Bo plays."),
        ("Ada holt ein Angebot für die Photovoltaik ein.", "Die Photovoltaik lassen wir, zu teuer."),
        ("Der Pilot startet am 4. Mai in Kassel.", "Der Pilot startet nicht in Kassel, sondern am 18. Mai in Erfurt."),
        ("License is MIT.", "Legal wants Apache-2.0 instead of MIT, change the license."),
        ("My favourite editor is vim.", "My favourite editor is helix."),
        ("I'd run a ram pump for the irrigation.", "ram pump is dead, salmon."),
        ("a serving hatch in the wall maybe", "hatch: no. drop it"),
        ("Die Salzverkostung kommt in den letzten Raum.", "Salzverkostung gestrichen, Krümel."),
        ("i've been on mapbox, 50k loads free then it hurts.", "mapbox is gone, invoice closed."),
        ("launch is 10 october on android then ios", "launch is not on 10 oct, moving it to 14 november"),
        ("want 60 levels for launch", "ok 50 levels"),
        ("IMU is the BNO085, onboard fusion.", "BNO is out, raw IMU data from now on"),
        ("we said n=60, 30 per arm", "the funder agreed to stop at n=44, 22 per arm"),
        ("Der Satz für Hunde ist 60 Euro, zweiter 90.", "Der Satz für Hunde steigt, 75 Euro, zweiter 110."),
        ("the stollen box is 24.50 with curd", "The stollen box with curd went up to 26."),
        ("The cache runs on Memcached.", "We ripped out Memcached, Valkey now."),
        ("Model is gpt-4o.", "we take claude instead of gpt-4o"),
        ("Theresa does the lighting.", "Theresa can't do the lighting, Joao takes over."),
        ("Ansprechpartner ist Herr Oduya.", "Herr Oduya ist in Rente, Ansprechpartner ist jetzt Frau Tran."),
        ("Backups go to S3 at night.", "Backups go to Backblaze, not S3"),
        ("We need 20 chairs", "make it 25 chairs"),
        ("We keep the logs of the ferry for 60 days.", "60 days is far too short, says the auditor."),
        ("The hoist is the QX 20 by Ravn.", "Ravn hat den QX 20 dann nicht frei, wir bekommen einen anderen."),
        ("Planks by Ravn 1,340 for the run", "Updated: slate from Kite, £1,690 fitted, replaces the £1,340."),
        ("The display is a TFT240, bright enough.", "Tested in the sun, tft is out, we take e-paper"),
        ("We open at 4pm on the day before.", "Opening is now at noon the day before."),
        ("The closing is two nights long from 14 to 15 May", "New nights: 4 and 5 June. Ravn is told."),
        ("salt 25", "Salt is at 30 now."),
        ("the tea people want £450 for 60 seconds", "the tea people said yes to 400"),
        ("sample size for the manual: n=60, two arms.", "the funder agreed to stop, so the size is now n=44."),
        ("Umzug dann am 20. Juni, Bo hat den Wagen", "Umzug am 27. Juni, das ist knapp"),
        ("They want the text by the 1st of August", "The printer rang, text by 15 July"),
        ("Ada drives, 140 a day", "Ada signed with a circus"),
        ("Owner of the billing module is Ada.", "Ada went on leave, Bo takes billing over."),
        ("Am Freitag macht der Wirt den Zaun und Ada macht den Kran.", "Ada ist krank, Bo macht es."),
        ("Ada drives, 140 a day", "Ada leaves on 28 March"),
        ("Leave requests by the 15th of the month", "from now on requests by the 10th."),
        ("Eintritt 5 Euro, Kinder frei", "Plakat mit 6 Euro Eintritt"),
        ("The hall costs 350 euros, Ada signs", "They want £420 for the hall"),
        ("The intern asked about the glitter varnish", "no glitter varnish this year"),
    ],
)
def test_what_a_later_line_overrules_is_left_out(former: str, later: str) -> None:
    assert standing(former, later) == [later]


@pytest.mark.parametrize(
    ("former", "later"),
    [
        ("We use Redis for the queue.", "We use Postgres for the users."),
        ("Prices are stored in cents.", "Invoices are stored for ten years."),
        ("Staging runs on port 8085.", "The build takes 4 seconds now."),
        ("Ole writes the frontend in Vue.", "The pilot moved to Erfurt."),
        ("The pump runs at night.", "no problem with the pump, it is quiet"),
        ("Anna paints the pump.", "Anna is gone until Monday."),
        (
            "There are 3 pumps on the quay.",
            "The harbour master reads the gauges of 5 pumps each day, all of them by hand.",
        ),
        ("The pool of Bo has n=60.", "The funder wants n=44."),
        ("The ferry with the crane may be 300 kilos.", "The ferry with the crane is fine, all 9 of us agreed to go."),
        ("We meet for 2 weeks.", "ok 3 weeks of rain"),
        ("We keep the logs of the ferry for 60 days.", "40 days is far too short, says the auditor."),
        ("Es dauert 5 Minuten, das Boot zu beladen.", "Der Steg liegt 5 Minuten zu Fuß vom Boot."),
        ("Bo has the keys of the harbour.", "Bo left a note at the harbour."),
        ("Der Ofen läuft auf 180 Grad", "Der Kühlschrank ist jetzt auf 6 Grad"),
        ("Jarno reads all the terraform.", "Ada reads sql but not terraform."),
        ("Budget is 500 in all.", "We now spent 50 of the budget."),
        ("The mortar of room 2 is damp.", "Mortar: 19 now."),
        ("the pool has size=20 here.", "the new pump has flow=30 there."),
        ("Hygieneplan bis 1. Juni", "Hygieneplan ab 8. Juni"),
        ("The hall costs 350 euros, Ada signs", "The tent costs 420 euros"),
        ("We open on 5 May", "Ask Bo to open on 9 June"),
        ("The fair is on 7 May and 8 May, Ada pays", "Bob sings at the fair on 8 May"),
        ("Ada drives, 140 a day", "Ada left a note on the quay"),
        ("Ada drives, 140 a day", "Ada leaves the key with Bob"),
        ("The red boat belonged to Ada", "Ada signed with a circus"),
        ("Ada wants the crane in grey.", "Ada is on leave, Bo does the crane."),
    ],
)
def test_what_speaks_of_something_else_stays(former: str, later: str) -> None:
    assert standing(former, later) == [former, later]


@pytest.mark.parametrize(
    ("item", "said", "left"),
    [
        ("Write the importer for the Excel lists.", "The importer for the Excel lists is done.", None),
        ("Kannst du die Schnittstelle zu SAP dokumentieren?", "Die Schnittstelle zu SAP ist dokumentiert.", None),
        (
            "Rate limiting, and the importer for Excel lists.",
            "The importer for Excel lists is merged.",
            "Rate limiting",
        ),
        ("Fix the crash of the importer.", "I reproduced the crash of the importer.", "Fix the crash of the importer."),
        ("Write the importer.", "The importer is not done yet.", "Write the importer."),
        ("Write the importer.", "The importer is done.", None),
        ("Sign the lease", "lease signed and posted", None),
        ("Den Vertrag mit Ravn abschicken", "Vertrag mit Ravn abgeschickt", None),
        ("Schlüssel bei Mara holen", "Schlüssel hab ich von Mara bekommen", None),
        ("Write the tests for the importer.", "importer done", "Write the tests for the importer."),
        ("Rechnung schreiben", "Die Rechnung von Ravn ist bezahlt.", "Rechnung schreiben"),
        (
            "My aunts must have a stove by 20 November",
            "After units are in it takes 5 days, so 21 November at the earliest for aunts and stove.",
            "My aunts must have a stove by 20 November",
        ),
        ("Bo checks the 388 files.", "Bo is through with the 388, done", None),
        ("Write the importer for Excel.", "The exporter for Word is done.", "Write the importer for Excel."),
    ],
)
def test_a_done_item_is_left_out(item: str, said: str, left: str | None) -> None:
    found = [one.text for one in in_force([line(item, 1, "open"), line(said, 2)]) if one.part == "open"]
    assert found == ([] if left is None else [left])


def tell_nothing(said: Iterable[Any], before: Any) -> Told:
    """None of it decides, prefers or asks for anything."""
    return Told({}, {}, before or AT_FIRST)


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


def heard(*said: tuple[str, str]) -> list[list[Line]]:
    """The lines of each message, told one after the other as they come."""
    found, after = [], None
    for number, (role, text) in enumerate(said):
        message = Message(session_id="s", role=role, content=text, at=NOW + number, received=NOW)
        lines, after, _ = lines_of([(f"k:{number}", message)], tell_nothing, UTC, after)
        found.append(lines)
    return found


@pytest.mark.parametrize(
    ("asked", "answer", "told"),
    [
        ("And the departure?", "17 May", "the departure? 17 May"),
        ("Who checks the ropes?", "Solveig.", "Who checks the ropes? Solveig."),
        ("The ropes need a check.", "Solveig. I'll ask her.", "Solveig. I'll ask her."),
        ("Shall I paint the bollards?", "mach das so", ""),
        ("And the departure?", "We leave Tallinn for Riga on 17 May.", "We leave Tallinn for Riga on 17 May."),
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


def test_a_problem_that_was_said_goes_when_it_is_solved() -> None:
    problem, solved = line("The importer crashes on umlauts.", 1), line("The importer with the umlauts is fixed.", 2)
    assert [one.text for one in in_force([problem, solved])] == [solved.text]


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


def test_a_new_value_is_told_though_an_agent_said_it_long_ago() -> None:
    said = ("The berths of the quay are 25 m long.", "Berths of the quay: 30 m now.", "We paint.", "The gulls came.")
    lines = [line(text, place, session=str(place)) for place, text in enumerate(said)]
    told = in_force([lines[0], replace(lines[1], who="assistant"), *lines[2:]])
    assert [one.text for one in told] == [*said[1:]]


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


def test_what_an_agent_would_do_ends_nothing() -> None:
    asked = line("Lyon wrote about the satay", 1)
    for text, stands in (("I'd answer: no satay, no peanuts", True), ("Agreed: no satay, no peanuts", False)):
        found = in_force([asked, replace(line(text, 2), who="assistant")])
        assert (asked.text in [one.text for one in found]) is stands


def test_of_a_line_only_the_sentences_that_are_past_are_left_out() -> None:
    said = "Bob does the ferry job. Changes of the schema: Ada approves."
    assert standing(said, "Bob has quit") == ["Changes of the schema: Ada approves.", "Bob has quit"]
    assert standing("Eichen macht Harksen. Ansprechpartner Herr Dethlefs.", "Dethlefs ist im Ruhestand")[0] == (
        "Eichen macht Harksen."
    )


def told_by(*texts: str) -> list[Line]:
    said = (
        Message(session_id="s", role="user", content=text, at=NOW + n, received=NOW) for n, text in enumerate(texts)
    )
    return in_force(lines_of([(f"k:{n}", one) for n, one in enumerate(said)], tell_nothing, UTC)[0])


@pytest.mark.parametrize(
    "text", ["Nice work!", "that's all for today, bye", "Gute Nacht!", "Das war's für heute, danke."]
)
def test_a_pleasantry_is_not_told(text: str) -> None:
    assert told_by(text) == []


def test_what_begins_like_one_is() -> None:
    assert len(told_by("Good morning light is what the studio needs.")) == 1


def shown(lines: Iterable[Line], budget: int = 500) -> str:
    return lay_out(lines, budget, "Brief", TODAY, lambda at: local_date(at, UTC)).text


def test_who_is_meant_is_told_with_the_line() -> None:
    lines = [replace(one, whole="") for one in told_by("Ice blocked the quay. Lundy Barn rang. They can do 23 June")]
    (last,) = (one for one in lines if one.text == "They can do 23 June")
    assert shown([last]).endswith("- user: Lundy Barn rang. They can do 23 June [k:0]")
    assert shown(lines).count("Lundy Barn") == 1


def test_who_is_meant_is_not_told_when_that_is_past() -> None:
    lines = told_by("Lundy Barn rang about the hut. They can do 23 June", "Lundy Barn is cancelled, the hut is off")
    assert "rang" not in shown(lines)


def test_messages_of_the_last_session_are_told_whole_where_room_is_left() -> None:
    said = "Niguliste! 4 May is shut, renovation in May"
    old = replace(line("The gulls of the quay came.", 1, session="a"), whole="Ahoy! The gulls of the quay came.")
    lines = [old, *(replace(one, text="renovation in May") for one in told_by(said))]
    assert f"- user: {said} [k:0]" in shown(lines) and "Ahoy" not in shown(lines)
    assert "Niguliste" not in shown(lines[1:], 20)


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


@pytest.mark.parametrize("is_answered", [False, True])
def test_an_agents_question_is_told_until_somebody_answers(is_answered: bool) -> None:
    asked = replace(
        line("The DNS is at Gandi.", 1), who="assistant", whole="The DNS is at Gandi. Switch it to Hetzner?"
    )
    lines = in_force([asked, line("We paint the quay.", 2)] if is_answered else [asked])
    assert ("Hetzner" in shown(lines)) is not is_answered


def test_a_message_of_which_something_is_past_is_not_told_whole() -> None:
    lines = told_by("Ok! Umzug am 20. Juni. Anna paints the quay.", "Umzug am 27. Juni")
    assert "Anna paints the quay." in shown(lines) and "20. Juni" not in shown(lines)


@pytest.mark.parametrize(("moved", "stands"), [("It is now on 8 June in all ports.", False), ("The gulls came.", True)])
def test_what_an_agent_works_out_with_a_value_that_is_past_is_past(moved: str, stands: bool) -> None:
    start, worked_out = "The ferries start on 5 May in all ports.", "Paint dries by noon if Bo begins on 5 May."
    lines = [line(start, 1), replace(line(worked_out, 2), who="assistant"), line(f"The ferries start: {moved}", 3)]
    assert [one.text in (start, worked_out) for one in in_force(lines)] == [True, True, False][0 if stands else 2 :]


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


def test_a_problem_is_told_as_what_was_said_in_the_last_two_sessions_only() -> None:
    said = ("huts list crashes", "The sync loses 3 notes, an error", "The winch is broken.")
    lines = [line(text, place, session=str(place)) for place, text in enumerate(said)]
    assert [one.text for one in in_force(lines)] == [*said[1:]]
    assert [one.text for one in in_force([replace(lines[0], part="open"), *lines[1:]])] == [*said]


@pytest.mark.parametrize(
    "past",
    [
        "22 fps in world 3 is awful",
        "the pool is drained and clean, done",
        "publisher wants hearts that refill. thoughts",
    ],
)
def test_how_things_were_is_told_of_the_last_two_sessions_only(past: str) -> None:
    lines = [
        line(past, 0, session="a"),
        line("We paint the quay.", 1, session="b"),
        line("The gulls came.", 2, session="c"),
    ]
    assert [one.text for one in in_force(lines)] == ["We paint the quay.", "The gulls came."]
    assert past in [one.text for one in in_force(lines[:2])]
    assert past not in [one.text for one in in_force([replace(lines[0], part="known"), *lines[1:]])]


def test_what_is_finished_but_for_something_open_is_told_as_long_as_that_is() -> None:
    said = ("We must do the tiles, the pool is done.", "We paint the quay.", "The gulls came.")
    lines = [line(text, place, session=str(place)) for place, text in enumerate(said)]
    assert [one.text for one in in_force(lines)] == [*said]


def test_what_an_agent_reported_long_ago_is_told_no_more_but_a_rule_is() -> None:
    said = ("The timer is set to 16:00.", "Noted: no lists in answers.", "We paint the quay.", "The gulls came.")
    lines = [line(text, place, session=str(min(place, 2) + place // 3)) for place, text in enumerate(said)]
    told = in_force([replace(one, who="assistant") for one in lines[:2]] + lines[2:])
    assert [one.text for one in told] == [*said[1:]]


def test_what_one_message_says_stands_in_one_line() -> None:
    lines = [
        replace(line(text, 1), place=place) for place, text in enumerate(("The gulls came.", "We paint the quay."))
    ]
    found = lay_out(lines, 100, "Brief", TODAY, lambda at: local_date(at, UTC))
    assert found.text.endswith("- user: The gulls came. We paint the quay. [sessions/s.jsonl:1]")


def test_what_somebody_settled_long_ago_comes_before_what_an_agent_explained_lately() -> None:
    rule = line(
        "Nobody works before 8, and nothing leaves the depot without a signature.", 1, rank=SETTLED, session="a"
    )
    others = [line(f"Cork is warm, number {n}, and dents.", 2 + n, rank=ANSWERED, session=f"b{n}") for n in range(8)]
    found = lay_out([rule, *others], 60, "Brief", TODAY, lambda at: local_date(at, UTC)).text
    assert "depot" in found


def test_what_is_said_twice_stands_once_under_the_first_key_since_the_first_time() -> None:
    note = Line("rules", "Never push to main.", "memory/preferences.md:never", NOW, 1, NOW)
    (one,) = in_force([line("Never push to main!", 3, "rules"), note])
    assert (one.key, one.since) == ("memory/preferences.md:never", line("", 3).at)


PARTS = st.sampled_from(("user", "rules", "decisions", "known", "open", "context", "said"))
LINES = st.lists(st.tuples(PARTS, st.text("abc \n", max_size=400), st.integers(0, 7), st.integers(0, 3)), max_size=60)


def laid(found: list[tuple[BriefPart, str, int, int]], budget: int) -> tuple[str, int, list[str]]:
    lines = [
        replace(line(text, place // 2, part, rank, str(session)), place=place)
        for place, (part, text, rank, session) in enumerate(found)
    ]
    return lay_out(lines, budget, "Brief", TODAY, lambda at: local_date(at, UTC))


@given(LINES, st.integers(50, 2000))
def test_a_brief_keeps_within_its_budget_and_each_line_has_its_key(
    found: list[tuple[BriefPart, str, int, int]], budget: int
) -> None:
    text, tokens, keys = laid(found, budget)
    assert tokens == -(-len(text) // 4) <= budget
    assert {one.rpartition("[")[2][:-1] for one in text.splitlines() if one.startswith("- ")} == set(keys)


@given(LINES, LINES, st.integers(100, 2000))
def test_what_is_said_later_leaves_the_stable_part_as_it_is(
    found: list[tuple[BriefPart, str, int, int]], more: list[tuple[BriefPart, str, int, int]], budget: int
) -> None:
    changing = [one for one in more if one[0] in ("open", "context", "said")]
    before, after = laid(found, budget)[0], laid([*found, *changing], budget)[0]
    stable = before[: before.find("\n## " + next((t for t in TAIL_TITLES if f"\n## {t}" in before), "\0"))]
    assert after.startswith(stable) or not before


@pytest.mark.parametrize(
    ("former", "later", "stands"),
    [
        ("Miete ist 900 Euro im Monat.", "Die Heizung kostet jetzt 120 Euro im Monat.", True),
        ("Miete ist 900 Euro im Monat.", "Die Miete ist jetzt 950 Euro im Monat.", False),
        ("We serve it hourly to customers.", "We now serve it from . to /srv for customers", True),
    ],
)
def test_what_both_are_counted_in_makes_two_things_no_one_thing(former: str, later: str, stands: bool) -> None:
    assert (former in [one.text for one in in_force([line(former, 1), line(later, 2)])]) == stands


def test_an_apology_takes_nothing_back() -> None:
    assert repaired("The password is in Vault, sorry, I forgot to mention it.").startswith("The password is in Vault")


@pytest.mark.parametrize("drops_first", [True, False])
def test_what_is_said_again_keeps_what_it_drops(drops_first: bool) -> None:
    put = line("hoist: we use the Ravn QX, known to all", 1)
    offer = replace(line("The intern had the idea of a tasting", 2), source="s:2")
    first = line("We switch to Kite", 3)
    again = replace(first, source="s:4", at=first.at + 1)
    drops = {"topics": "the hoist people answered", "refused": "s:2"}
    said = (replace(first, **drops), again) if drops_first else (first, replace(again, **drops))
    assert [one.text for one in in_force([put, offer, *said])] == [first.text]


def test_what_turns_one_offer_down_leaves_another() -> None:
    offer = replace(line("The intern had the idea of a tasting", 2), source="s:2")
    assert [overrules_line(replace(line("We paint.", 3), refused=key), offer) for key in ("s:2", "s:1")] == [
        True,
        False,
    ]


@pytest.mark.parametrize(
    ("former", "later", "stands"),
    [
        (
            "The crew dinner is on Thursday at 7 in the boathouse",
            "crew dinner won't happen, half of them have flu",
            False,
        ),
        ("Die Werft liefert das Ruder am 4. Mai", "Das Ruder kommt jetzt doch erst am 19. Mai, sagt die Werft", False),
        ("The crew dinner is on Thursday at 7 in the boathouse", "Who brings the plates for the crew dinner?", True),
        ("Nobody starts the winch alone", "The winch needed two new bolts, they are in", True),
    ],
)
def test_what_a_whole_message_ends_is_left_out(former: str, later: str, stands: bool) -> None:
    begun = "We meet every week at the club, Ada keeps the book"
    said = [line(begun, 0, session="a"), line(former, 1, session="a"), replace(line(later, 9, session="b"), text="")]
    told = in_force(replace(one, whole=text) for one, text in zip(said, (begun, former, later), strict=True))
    assert (former in [one.text for one in told]) is stands


def test_what_is_said_by_an_agent_in_answer_to_a_line_does_not_end_it() -> None:
    asked = replace(line("We move the regatta to 9 May", 1), whole="We move the regatta to 9 May")
    answer = replace(line("", 2), who="assistant", whole="Regatta is moved to 9 May, not 2 May any more.")
    assert [one.text for one in in_force([asked, answer])] == [asked.text]
