"""Which lines of a brief are in force (rules 23, 26)."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from memoryd.in_force.lines import FIXED, Line
from memoryd.in_force.pairs import adds_nothing, overrules_line, repaired, tells_problem
from memoryd.in_force.standing import in_force
from tests.in_force.said import NOW, by_session, line, standing


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
        ("We don't fear Mondays and Redis keeps the sessions.", "no Redis then."),
    ],
)
def test_what_a_later_line_overrules_is_left_out(former: str, later: str) -> None:
    (told,) = standing(former, later)
    assert told.split()[-1].strip(".") in later and told != former


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
        (
            "Write the importer and exporter apps for the Kent fair.",
            "The importer is done.",
            "Write the importer and exporter apps for the Kent fair.",
        ),
        ("Call the importer and book the ferry to Kent.", "I called the importer, done.", "book the ferry to Kent"),
        ("Fix the crash of the importer.", "I reproduced the crash of the importer.", "Fix the crash of the importer."),
        ("Write the importer.", "The importer is not done yet.", "Write the importer."),
        ("Write the importer.", "The importer is done.", None),
        ("Sign the lease", "lease signed and posted", None),
        ("Ich muss noch Buchenholz bestellen für den Ofen, 3 Raummeter", "Holz ist da, hat Katrin bestellt", None),
        ("24 Euro für den Wandertag überweisen", "Wandertag-Geld ist überwiesen", None),
        ("Rechnung an Kite über die Anzahlung schreiben", "Anzahlungsrechnung ist geschrieben und verschickt", None),
        ("Buchenholz bestellen", "Der Holzhändler ist da", "Buchenholz bestellen"),
        ("Buchenholz bestellen", "Das Holz ist da, aber noch nicht alles", "Buchenholz bestellen"),
        ("Die Rechnung an Kite schreiben", "Kite hat geschrieben", "Die Rechnung an Kite schreiben"),
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


def test_a_problem_that_was_said_goes_when_it_is_solved() -> None:
    problem, solved = line("The importer crashes on umlauts.", 1), line("The importer with the umlauts is fixed.", 2)
    assert [one.text for one in in_force([problem, solved])] == [solved.text]


@pytest.mark.parametrize(
    ("text", "is_one"),
    [
        ("The red van has winter tyres.", False),
        ("The cellar is down the red stairs.", False),
        ("Bo writes it down.", False),
        ("The docs build is red.", True),
        ("The site is down.", True),
    ],
)
def test_a_colour_and_a_way_down_are_no_problem(text: str, is_one: bool) -> None:
    assert tells_problem(text) is is_one


def test_a_new_value_is_told_though_an_agent_said_it_long_ago() -> None:
    said = ("The berths of the quay are 25 m long.", "Berths of the quay: 30 m now.", "We paint.", "The gulls came.")
    lines = by_session(*said)
    told = in_force([lines[0], replace(lines[1], who="assistant"), *lines[2:]])
    assert [one.text for one in told] == [*said[1:]]


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


@pytest.mark.parametrize(("moved", "stands"), [("It is now on 8 June in all ports.", False), ("The gulls came.", True)])
def test_what_an_agent_works_out_with_a_value_that_is_past_is_past(moved: str, stands: bool) -> None:
    start, worked_out = "The ferries start on 5 May in all ports.", "Paint dries by noon if Bo begins on 5 May."
    lines = [line(start, 1), replace(line(worked_out, 2), who="assistant"), line(f"The ferries start: {moved}", 3)]
    assert [one.text in (start, worked_out) for one in in_force(lines)] == [True, True, False][0 if stands else 2 :]


def test_a_problem_is_told_as_what_was_said_in_the_last_two_sessions_only() -> None:
    said = ("huts list crashes", "The sync loses 3 notes, an error", "The winch is broken.")
    lines = by_session(*said)
    assert [one.text for one in in_force(lines)] == [*said[1:]]
    assert [one.text for one in in_force([replace(lines[0], part="open"), *lines[1:]])] == [*said]


@pytest.mark.parametrize(
    "past",
    [
        "22 fps in world 3 is awful",
        "22 fps in world 3 is awful, sadly",
        "the pool is drained and clean, done",
        "publisher wants hearts that refill. thoughts",
    ],
)
def test_how_things_were_is_told_of_the_last_two_sessions_only(past: str) -> None:
    lines = by_session(past, "We paint the quay.", "The gulls came.")
    assert [one.text for one in in_force(lines)] == ["We paint the quay.", "The gulls came."]
    assert past in [one.text for one in in_force(lines[:2])]
    assert past not in [one.text for one in in_force([replace(lines[0], part="known"), *lines[1:]])]


@pytest.mark.parametrize(
    "held",
    [
        "We host with Podbean because the terms of Spotify are awful.",
        "Fletcher's is closing down, so the rye will be from Gilchester.",
        "Die Frist ist zu lang: nach 30 Tagen wird gelöscht.",
        "Done with them. It's the harbor co-op now, boat to door",
    ],
)
def test_what_holds_is_told_beside_what_did_not_work_then(held: str) -> None:
    lines = by_session(held, "We paint the quay.", "The gulls came.")
    assert [one.text for one in in_force(lines)] == [held, "We paint the quay.", "The gulls came."]
    agents = replace(lines[0], who="assistant", part="known")
    assert [one.text for one in in_force([agents, *lines[1:]])] == ["We paint the quay.", "The gulls came."]


def test_what_is_finished_but_for_something_open_is_told_as_long_as_that_is() -> None:
    said = ("We must do the tiles, the pool is done.", "We paint the quay.", "The gulls came.")
    lines = by_session(*said)
    assert [one.text for one in in_force(lines)] == [*said]


@pytest.mark.parametrize(
    ("reported", "stands"),
    [
        ("The timer is set to 16:00.", True),
        ("Noted: no lists in answers.", True),
        ("I'll draw the circuit on paper.", False),
        ("test_at_split noch rot: Meldung über zwei Puffer", False),
    ],
)
def test_what_an_agent_promised_or_left_open_long_ago_is_told_no_more(reported: str, stands: bool) -> None:
    said = (reported, "We paint the quay.", "The gulls came.")
    first, *others = by_session(*said)
    told = [one.text for one in in_force([replace(first, who="assistant"), *others])]
    assert told == [*said][0 if stands else 1 :]
    assert reported in [one.text for one in in_force([replace(first, who="assistant"), others[0]])]


def test_what_is_said_twice_stands_once_under_the_first_key_since_the_first_time() -> None:
    note = Line("rules", "Never push to main.", "memory/preferences.md:never", NOW, 1, NOW)
    (one,) = in_force([line("Never push to main!", 3, "rules"), note])
    assert (one.key, one.since) == ("memory/preferences.md:never", line("", 3).at)


@pytest.mark.parametrize(
    ("former", "later", "stands"),
    [
        ("Miete ist 900 Euro im Monat.", "Die Heizung kostet jetzt 120 Euro im Monat.", True),
        ("Miete ist 900 Euro im Monat.", "Die Miete ist jetzt 950 Euro im Monat.", False),
        ("Wir nehmen jetzt Hansa-Trans, 3.100 Euro.", "Maler Schulze macht das jetzt für 900 Euro.", True),
        ("I opened #355 for the lag alert.", "For the lag alert take 500 messages now.", True),
        ("Wir ziehen nach Rostock, wegen der Kinder.", "Ich bin Jana. Wir sind zu viert, zwei Kinder (7 und 4).", True),
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
    ("former", "later"),
    [
        ("The crew dinner is on Thursday at 7 in the boathouse", "Who brings the plates for the crew dinner?"),
        ("Nobody starts the winch alone", "The winch needed two new bolts, they are in"),
    ],
)
def test_what_a_whole_message_only_speaks_of_stays(former: str, later: str) -> None:
    begun = "We meet every week at the club, Ada keeps the book"
    said = [line(begun, 0, session="a"), line(former, 1, session="a"), replace(line(later, 9, session="b"), text="")]
    told = in_force(replace(one, whole=text) for one, text in zip(said, (begun, former, later), strict=True))
    assert former in [one.text for one in told]


def test_what_is_said_by_an_agent_in_answer_to_a_line_does_not_end_it() -> None:
    asked = replace(line("We move the regatta to 9 May", 1), whole="We move the regatta to 9 May")
    answer = replace(line("", 2), who="assistant", whole="Regatta is moved to 9 May, not 2 May any more.")
    assert [one.text for one in in_force([asked, answer])] == [asked.text]


@pytest.mark.parametrize(
    ("former", "later"),
    [
        ("I can't stand emojis in commit messages, never any please", "Understood, no emojis in commit messages."),
        ("Nobody needs the label on the bag.", "no label then"),
        ("Niemals Epoxid auf der Decke.", "Also kein Epoxid."),
    ],
)
def test_what_says_the_same_in_other_words_turns_nothing_down(former: str, later: str) -> None:
    assert former in standing(former, later)


def test_what_an_agent_reports_is_not_what_the_user_is_like() -> None:
    said = line("The old units boot with their calibration intact, I tried it", 1, "user")
    told = [replace(said, who=who) for who in ("user", "assistant")]
    assert [[one.part for one in in_force([each])] for each in told] == [["user"], ["known"]]
    (pinned,) = in_force([replace(told[1], rank=FIXED)])
    assert pinned.part == "user"


@pytest.mark.parametrize(
    ("noted", "sentence"),
    [
        ("user owns the firmware on soilnode", "Ingrid here, I own the firmware on soilnode."),
        ("user leite die Pension Seeblick", "Guten Tag, hier Frau Petersen, ich leite die Pension Seeblick."),
    ],
)
def test_who_the_user_is_stands_once_in_the_words_that_tell_more(noted: str, sentence: str) -> None:
    said = replace(line(sentence, 1, "user"), source="sessions/s.jsonl:1")
    fact = replace(said, text=noted, key="fact-1", rank=1)
    assert [one.text for one in in_force([fact, said])] == [sentence]


@pytest.mark.parametrize(
    ("fact", "told", "is_one"),
    [
        ("user heißt Henrike", "Ich heiße Henrike.", True),
        ("user is called Bo", "Hi, I'm Bo.", True),
        ("user is called Bo", "Hi, I'm Ann.", False),
        ("user is called Bo", "Bo comes at five.", False),
    ],
)
def test_a_name_is_told_once(fact: str, told: str, is_one: bool) -> None:
    assert adds_nothing(fact, told) is is_one


@pytest.mark.parametrize(
    ("text", "is_told"),
    [
        ("assistant hat den Termin geändert", False),
        ("assistant renamed the column", False),
        ("assistant lowered the timeout to 30 seconds", True),
        ("assistant is called Bo", True),
    ],
)
def test_what_an_agent_did_weeks_ago_is_told_where_it_has_a_number(text: str, is_told: bool) -> None:
    did = replace(line(text, 0, "known", session="a"), who="assistant")
    later = [line("The ferry leaves at nine.", 5, session="b"), line("Bread is sold at the quay.", 6, session="c")]
    assert (text in [one.text for one in in_force([did, *later])]) is is_told


@pytest.mark.parametrize(
    ("text", "is_told"),
    [
        ("It would be great if you always answered in German.", True),
        ("Es wäre gut, wenn die Commits immer auf Englisch sind.", True),
        ("I was thinking of putting the renderer in a shed.", False),
        ("It'd be nice to have a map of the quay.", False),
        ("Ich überlege, im Herbst umzuziehen.", False),
        ("I suspect the pump.", False),
    ],
)
def test_a_wish_outlives_the_last_two_sessions_and_a_thought_does_not(text: str, is_told: bool) -> None:
    later = ("We paint the quay.", "The gulls came.")
    assert [one.text for one in in_force(by_session(text, *later))] == [text, *later][not is_told :]


@pytest.mark.parametrize(
    ("former", "later"),
    [
        ("The staging wiki runs on wiki-2, port 8080.", "We moved the staging wiki from wiki-2 to wiki-3."),
        ("Deploys go out on Fridays.", "Deploys go out on Mondays now, not on Fridays."),
        ("TODO: order the oak for the quay.", "The oak for the quay is ordered."),
        ("The contract of the harbour office is still missing.", "The contract of the harbour office came today."),
    ],
)
@pytest.mark.parametrize(("project", "stands"), [("here", False), ("", False), ("elsewhere", True)])
def test_what_another_project_tells_ends_nothing(former: str, later: str, project: str, stands: bool) -> None:
    said = [
        replace(line(text, place, session=str(place)), project=of, source=f"k:{place}", key=f"k:{place}", whole=text)
        for place, (text, of) in enumerate([(former, "here"), (later, project)])
    ]
    assert (former in [one.text for one in in_force(said)]) is stands


GULLS = [f"The gulls of day {number} were loud again, {number + 3} of them." for number in range(14)]


@pytest.mark.parametrize(
    ("former", "later"),
    [
        ("The upload breaks off at 20 MB.", "The upload works with 200 MB now."),
        ("The heating in the office is broken.", "The heating in the office works again."),
    ],
)
@pytest.mark.parametrize(
    ("projects", "stands"),
    [(["here"], False), (["elsewhere"], True), (["here", "elsewhere"], False), (["elsewhere", "here"], False)],
)
def test_what_looks_like_its_end_in_another_project_is_none(
    former: str, later: str, projects: list[str], stands: bool
) -> None:
    said = [(former, "here", "a"), *((gulls, "", "a") for gulls in GULLS), *((later, of, "b") for of in projects)]
    lines = [
        replace(line(text, place, session=session), project=of, source=f"k:{place}", key=f"k:{place}", whole=text)
        for place, (text, of, session) in enumerate(said)
    ]
    assert (former in [one.text for one in in_force(lines)]) is stands


@pytest.mark.parametrize(("project", "is_cut"), [("here", True), ("elsewhere", False)])
def test_what_is_past_in_another_project_stays_in_what_is_told(project: str, is_cut: bool) -> None:
    said = (
        ("The wiki runs on wiki-2, port 8080.", "here"),
        ("We moved the wiki from wiki-2 to wiki-3.", "here"),
        ("The wiki is on wiki-3 and Dana looks after it, no longer on wiki-2, port 8080.", project),
    )
    told = [
        replace(line(text, place, session=str(place)), project=of, source=f"k:{place}", key=f"k:{place}", whole=text)
        for place, (text, of) in enumerate(said)
    ]
    assert ("no longer on wiki-2" not in in_force(told)[-1].text) is is_cut


def test_two_projects_may_say_the_same_which_is_told_once() -> None:
    both = [replace(line("We use Postgres 14.", place), project=of) for place, of in enumerate(("here", "elsewhere"))]
    change = replace(line("We upgraded from Postgres 14 to 16.", 5), project="here")
    assert [one.text for one in in_force(both)] == ["We use Postgres 14."]
    assert [one.project for one in in_force([*both, change])] == ["elsewhere", "here"]
