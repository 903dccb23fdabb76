"""Facts that people state of themselves and of their things, as others say them."""

from __future__ import annotations

import pytest

from tests.extraction.talking import talk


@pytest.mark.parametrize(
    "text",
    [
        "Write an ad for an advanced drum book called Bergamot Time.",
        "he used the song in bergamot monday's 4 on youtube",
        "It's the birthplace of Harry Potter and has awesome history and architecture.",
    ],
)
def test_a_command_or_a_pronoun_is_no_subject(text: str) -> None:
    assert talk(("user", text)).facts == []


def test_what_was_quoted_stays_in_a_fact() -> None:
    said = talk(("user", 'I prefer the name "Asylum" for the folder of Kent.'))
    assert [fact.object for fact in said.facts] == ['the name "Asylum" for the folder of Kent']


def test_a_verb_that_was_quoted_parts_no_fact() -> None:
    assert talk(("user", 'My motto "is it done" hangs in the hall of Kent.')).facts == []


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
        ("The ferry brings the Kent letters for its 3 islands.", "ferry brings the Kent letters for its 3 islands"),
        ("The kids play football at Bergamot.", "kids play football at Bergamot"),
        ("Bob and Anna work at Bergamot.", "Bob and Anna work at Bergamot"),
        ("My people work at Bergamot.", "user's people work at Bergamot"),
        ('I love the song "My Way" of Bergamot.', 'user loves the song "My Way" of Bergamot'),
        ("My garden keeps me busy on 3 days a week.", "user's garden keeps them busy on 3 days a week"),
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


@pytest.mark.parametrize(
    ("text", "facts"),
    [
        ("user's API key is [redacted:api_key]", []),
        ("my password is [redacted:password], and the key is [redacted:api_key]", []),
        ("Das Passwort für den Router ist [redacted:password].", []),
        ("The token is [redacted:token] and the port is 8443", ["port is 8443"]),
        (
            "The API key [redacted:api_key] belongs to the label printer.",
            ["API key [redacted:api_key] belongs to the label printer"],
        ),
    ],
)
def test_what_a_secret_was_is_no_fact(text: str, facts: list[str]) -> None:
    assert [one.sentence for one in talk(("user", text)).facts] == facts


def test_an_order_to_forget_is_no_task() -> None:
    assert talk(("user", "Delete the note about the staging DB")).action_items == []


def test_then_it_is_so_begins_no_fact() -> None:
    said = talk(("assistant", "Wunderbar, dann liegt das Budget bei 18.000 €."))
    assert not any(one.subject.endswith("dann") for one in said.facts)


@pytest.mark.parametrize(
    ("text", "facts"),
    [
        (
            "max shift length is 10h btw, the solver should refuse longer ones",
            ["max shift length is 10h, the solver should refuse longer ones"],
        ),
        ("the staging db lives on nas2 fwiw", ["staging db lives on nas2"]),
        ("load is 14 now wtf", []),
        ("gotta stop, laptop at 4%", []),
        (
            "planning: mx1 hardware is dying, we move mail to mx3",
            ["planning: mx1 hardware is dying, we move mail to mx3"],
        ),
        ("budget cap 16k, hard cap, my dad will faint otherwise", []),
        ("shirts für 20, nur schwarz, andre farben kauft keiner", []),
        ("Anna, Berta, Clara und Dora kosten 40 Euro am Tag.", ["Anna, Berta, Clara und Dora kosten 40 Euro am Tag"]),
    ],
)
def test_of_what_is_told_in_passing_what_holds_is_kept(text: str, facts: list[str]) -> None:
    assert [fact.sentence for fact in talk(("user", text)).facts] == facts


@pytest.mark.parametrize(
    ("text", "facts"),
    [
        ("ade doesnt eat pork", ["ade doesnt eat pork"]),
        ("im allergic to nuts", ["user allergic to nuts"]),
        ("Ade can't tolerate milk.", ["Ade can't tolerate milk"]),
        ("vet done: she's healthy and has 13.2 kg", []),
        ("internet: was nehm ich, telekom oder 1&1", []),
        ("conventional commits pls, the changelog is made of 40 of them", []),
        (
            "ansprechpartner für die trasse is der kollege Wuttke in halle 338",
            ["ansprechpartner für die trasse is der kollege Wuttke in halle 338"],
        ),
        ("17,900 words now. and the deadline moves to 30 april", ["deadline moves to 30 april"]),
        (
            "versand: ab 39 euro frei, sonst 4,90. oesterreich kostet 9,90",
            ["versand ist ab 39 euro frei, sonst 4,90"],
        ),
    ],
)
def test_what_is_typed_fast_is_read(text: str, facts: list[str]) -> None:
    assert [fact.sentence for fact in talk(("user", text)).facts] == facts


@pytest.mark.parametrize(
    "text",
    [
        "Changed: no retry limit of 40.",
        "Updated: Torfrei sponsors episodes 32 to 35.",
        "Eingebaut: Kent 4,90 €, frei ab 39 €.",
        "Als Cronjob eingerichtet: um 3 Uhr.",
    ],
)
def test_what_was_done_is_no_subject(text: str) -> None:
    assert talk(("assistant", text)).facts == []


def test_what_is_named_first_in_german_is_no_subject() -> None:
    assert [fact.sentence for fact in talk(("user", "48k haben wir.")).facts] == ["wir haben 48k"]


def test_what_one_has_oneself_is_no_fact_of_the_thing() -> None:
    assert talk(("user", "48k hab ich.")).facts == []


@pytest.mark.parametrize(
    ("text", "fact"),
    [
        ("Jonas is left-handed.", "Jonas is left-handed"),
        ("Ade is a vegetarian.", "Ade is a vegetarian"),
        ("ade doesnt eat pork", "ade doesnt eat pork"),
        ("Mara isst kein Fleisch.", "Mara isst kein Fleisch"),
        ("Lena wohnt in Kiel.", "Lena wohnt in Kiel"),
        ("My sister is allergic to nuts.", "user's sister is allergic to nuts"),
        ("My son is 7 years old.", "user's son is 7 years old"),
        ("Meine Tochter ist Linkshänderin.", "user's Tochter ist Linkshänderin"),
    ],
)
@pytest.mark.parametrize(
    "before", [(), (("user", "Hi!"), ("assistant", "Hello!"), ("user", "Rain."), ("assistant", "Oh."))]
)
def test_what_is_said_of_one_person_is_read_as_it_stands(
    before: tuple[tuple[str, str], ...], text: str, fact: str
) -> None:
    assert [one.sentence for one in talk(*before, ("user", text)).facts] == [fact]


@pytest.mark.parametrize("text", ["Animal studies show nothing.", "Everyone works at night."])
def test_what_is_said_of_many_is_of_no_one_person(text: str) -> None:
    assert talk(("user", text)).facts == []


def test_an_example_of_an_assistant_is_said_of_nobody() -> None:
    text = "Carol speaks x86-64 fluently."
    assert talk(("assistant", text)).facts == []
    assert [one.sentence for one in talk(("user", text)).facts] == ["Carol speaks x86-64 fluently"]


@pytest.mark.parametrize(
    ("text", "facts"),
    [
        ("I'm married to Eva; she works at Bosch.", ["user is married to Eva", "Eva works_at Bosch"]),
        ("I'm engaged to Tom. He works as a nurse.", ["user is engaged to Tom", "Tom works_as a nurse"]),
        (
            "Ich bin seit 2019 mit Eva verheiratet, sie arbeitet bei Bosch.",
            ["user ist seit 2019 mit Eva verheiratet", "Eva arbeitet_bei Bosch"],
        ),
        (
            "My sister Priya lives in Delhi, she is a doctor.",
            ["user's sister Priya lives_in Delhi", "user's sister Priya is a doctor"],
        ),
        ("I'm pregnant with twins.", ["user is pregnant with twins"]),
        ("We use Heroku for hosting.", ["We use Heroku for hosting"]),
    ],
)
def test_each_clause_of_whom_one_names_is_a_fact(text: str, facts: list[str]) -> None:
    kept = talk(("user", text)).facts
    assert [f"{fact.subject} {fact.predicate} {fact.object}" for fact in kept] == facts


@pytest.mark.parametrize(
    "text",
    [
        "Don't tell anyone, but I'm pregnant.",
        "Please don't tell anybody yet, but I'm pregnant.",
        "Between you and me, I'm pregnant.",
        "Keep this to yourself: I'm pregnant.",
    ],
)
def test_what_nobody_else_may_know_is_a_fact_and_no_rule(text: str) -> None:
    kept = talk(("user", text))
    assert [f"{fact.subject} {fact.predicate} {fact.object}" for fact in kept.facts] == ["user is pregnant"]
    assert kept.preferences == []


def test_whom_not_to_tell_stays_with_what_they_must_not_know() -> None:
    text = "Don't tell Mark, but we're planning a surprise party for him."
    assert talk(("user", text)).preferences == [text]


@pytest.mark.parametrize(
    ("text", "fact"),
    [
        ("I'm not vegetarian anymore.", "user is not vegetarian anymore"),
        ("I don't live in Bonn anymore.", "user doesn't_live_in Bonn anymore"),
        ("I no longer live in Bonn.", "user no_longer_lives_in Bonn"),
        ("My sister doesn't work at Bosch anymore.", "user's sister doesn't_work_at Bosch anymore"),
        ("We don't use Slack anymore.", "We don't_use Slack anymore"),
        ("Ich bin kein Vegetarier mehr.", "user ist kein Vegetarier mehr"),
        ("Wir nutzen Trello als Taskboard.", "Wir nutzen Trello als Taskboard"),
        ("Unser Ticketsystem ist Redmine.", "Ticketsystem ist Redmine"),
    ],
)
def test_what_holds_no_more_is_a_fact_as_what_holds(text: str, fact: str) -> None:
    assert [f"{one.subject} {one.predicate} {one.object}" for one in talk(("user", text)).facts] == [fact]


@pytest.mark.parametrize("text", ["I don't know anymore.", "Ich kann nicht mehr.", "Ich habe keine Lust mehr."])
def test_a_feeling_that_is_over_is_none(text: str) -> None:
    assert talk(("user", text)).facts == []


@pytest.mark.parametrize(
    ("text", "facts"),
    [
        ("I'm from Lisbon but live in Porto.", ["user is_from Lisbon", "user lives_in Porto"]),
        ("I live in Oslo and work at a bakery.", ["user lives_in Oslo", "user works_at a bakery"]),
        ("Ich heiße Petra und wohne in Gera.", ["user heißt Petra", "user wohnt_in Gera"]),
        ("I want to live and work in Spain.", ["user wants_to live and work in Spain"]),
        ("As you know I'm from Lisbon but live in Porto.", ["user is_from Lisbon", "user lives_in Porto"]),
        ("If my brother Tom calls, he is a nurse in Bonn.", []),
        ("I almost moved to Rome.", []),
    ],
)
def test_a_clause_without_its_subject_is_of_the_same(text: str, facts: list[str]) -> None:
    kept = talk(("user", text)).facts
    assert [f"{fact.subject} {fact.predicate} {fact.object}" for fact in kept] == facts


@pytest.mark.parametrize(
    ("text", "facts"),
    [
        ("Our dog arrived, his name is Oskar.", ["user's dog's name is Oskar"]),
        (
            "My sister Priya lives in Delhi. Her husband is called Raj.",
            ["user's sister Priya lives_in Delhi", "user's sister Priya's husband is called Raj"],
        ),
        ("I work at the Schön Klinik now.", ["user works_at the Schön Klinik"]),
        ("The port is 8443 now.", ["port is 8443"]),
        (
            "My accountant is at Birch & Lowe, her name is Fenella.",
            ["user's accountant is_at Birch & Lowe, her name is Fenella"],
        ),
        ("Vergiss bitte nicht: Ben hat am 3. Dezember Zahnarzt.", []),
        ("Don't forget: I can't eat nuts.", []),
        ("Don't forget, my favorite tea is Assam.", ["user's favorite tea is Assam"]),
    ],
)
def test_a_fact_names_whose_it_is_and_no_now(text: str, facts: list[str]) -> None:
    kept = talk(("user", text)).facts
    assert [f"{fact.subject} {fact.predicate} {fact.object}" for fact in kept] == facts


def test_a_destination_is_decided_and_what_is_to_be_kept_in_mind_is_no_rule() -> None:
    said = talk(
        ("user", "Let's do Sweden, forget Denmark."), ("user", "Vergiss bitte nicht: Ben hat am 3.5. Zahnarzt.")
    )
    assert (said.decisions, said.preferences) == (["Let's do Sweden, forget Denmark."], [])


@pytest.mark.parametrize(
    ("role", "text", "triple"),
    [
        (
            "user",
            "Slack haben wir gekündigt, alles auf Signal jetzt",
            ("wir", "haben", "Slack gekündigt, alles auf Signal"),
        ),
        ("user", "top, prod-3 hab ich am Wochenende neu gemacht", ("user", "hat", "prod-3 am Wochenende neu gemacht")),
        ("user", "herringbone throws came in yesterday, 60 of them", ("herringbone throws", "came_in", None)),
        ("assistant", "Added Accept: application/zpl to the label endpoint.", ("assistant", "added", None)),
    ],
)
def test_a_fact_has_the_subject_of_its_verb(role: str, text: str, triple: tuple[str, str, str | None]) -> None:
    (fact,) = talk((role, text)).facts
    subject, predicate, object_ = triple
    assert (fact.subject, fact.predicate) == (subject, predicate) and object_ in (None, fact.object)


@pytest.mark.parametrize(
    "text",
    ["War nur ein Essstäbchen in der Pumpe, läuft wieder", "shop association tip: we do refunds within 45 days now"],
)
def test_what_has_another_subject_is_not_said_of_the_speaker_or_a_label(text: str) -> None:
    assert all(not fact.predicate.startswith(("war", "is")) for fact in talk(("user", text)).facts)


@pytest.mark.parametrize("text", ["Jo takes over search from Marc on Monday.", "Anja übernimmt das Lager von Ute."])
def test_who_takes_over_is_a_fact_beside_what_is_to_be_done(text: str) -> None:
    found = talk(("user", text))
    assert [fact.subject for fact in found.facts] == [text.split(maxsplit=1)[0]]
    assert found.action_items == [text]


def test_what_is_to_be_done_without_a_handover_is_no_fact() -> None:
    assert talk(("user", "Jo takes the bins out on Monday.")).facts == []


@pytest.mark.parametrize(
    ("own", "other", "whom"),
    [
        ("My wife Carol works nights.", "Tom's mum is called Rita, she lives in Leeds.", "Tom's mum"),
        ("Meine Frau heißt Eva.", "Toms Mutter kommt am Freitag, sie wohnt in Kiel.", "Toms Mutter"),
        ("Meine Frau heißt Eva.", "Die Mutter von Tom kommt am Freitag, sie wohnt in Kiel.", "Mutter von Tom"),
        ("My wife Carol works nights.", "Tom is called Bo, she lives in Leeds.", "user's wife Carol"),
    ],
)
def test_a_pronoun_means_whom_the_sentence_named(own: str, other: str, whom: str) -> None:
    facts = talk(("user", own), ("user", other)).facts
    assert [one.subject for one in facts if one.object in ("Leeds", "Kiel")] == [whom]


def test_what_is_to_be_told_is_no_fact() -> None:
    assert talk(("user", "Load data/calls_2025.parquet and tell me the row count.")).facts == []
    assert talk(("user", "Loads of data/calls_2025.parquet are gone since May.")).facts != []


@pytest.mark.parametrize(
    "text",
    [
        'jemand aus dem Verein meinte "stellt doch einfach auf Kite um", ich musste sehr lachen',
        "Bin unsicher, mal sehen, mit mir wohnen zwei.",
    ],
)
def test_a_verb_that_others_said_parts_nothing(text: str) -> None:
    assert talk(("user", text)).facts == []


def test_who_somebody_is_ends_where_they_tell_more() -> None:
    facts = talk(("user", "Ich bin Gerda Holm, mir gehört der Blumenladen am Markt.")).facts
    assert [(fact.predicate, fact.object) for fact in facts if fact.subject == "user"] == [("heißt", "Gerda Holm")]
