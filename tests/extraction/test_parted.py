"""Where a statement is parted in three: what it is said of, and what only stood before the verb."""

from __future__ import annotations

from datetime import date

import pytest

from memoryd.extraction.extract import hear
from memoryd.extraction.found import Found, Said
from memoryd.extraction.subjects import apposed, of_last_clause
from memoryd.extraction.triples import triple_of
from tests.extraction.talking import talk


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        (
            "The kiln server binds only after the cache is warm.",
            ("kiln server", "binds", "only after the cache is warm"),
        ),
        ("The API answers /ready once the cache is warm.", ("API", "answers", "/ready once the cache is warm")),
        (
            "Line 88 of calendar.ex treats the local time as UTC.",
            ("Line 88 of calendar.ex", "treats", "the local time as UTC"),
        ),
        ("Use the jump host kiln-2, kiln-1 is gone.", ("kiln-1", "is", "gone")),
        ("English again, the new boss is from Leeds.", ("new boss", "is from", "Leeds")),
        ("Trevor, our electrician, comes on Friday.", ("Trevor (our electrician)", "comes on", "Friday")),
        ("My uncle, Paul, has the keys of the barn.", ("Ann's uncle (Paul)", "has", "the keys of the barn")),
        ("Remember that Kramer is on holiday until May.", ("Kramer", "is on", "holiday until May")),
        ("One open point: the check on kiln-2 returns 503.", ("check on kiln-2", "returns", "503")),
        (
            "The root cause of the outage was that the battery was dead.",
            ("root cause of the outage", "was", "that the battery was dead"),
        ),
        ("Petra's in Oslo until June.", ("Petra", "is in", "Oslo until June")),
        (
            "I'd lose the money for nights, which comes to £310.",
            ("Ann", "would lose", "the money for nights, which comes to £310"),
        ),
        ("Sage, thyme and mint grow in the south bed.", ("Sage, thyme and mint", "grow in", "the south bed")),
        ("The week after Easter is quiet here.", ("week after Easter", "is", "quiet here")),
        ("Die Wohnung in Gera habe ich gekündigt.", ("Ann", "hat", "die Wohnung in Gera gekündigt")),
        ("Der Beitrag liegt jetzt bei 20 Euro.", ("Beitrag", "liegt bei", "jetzt 20 Euro")),
        ("The API now runs on port 8443.", ("API", "runs on", "port 8443")),
        ("The fee now costs 20 euros.", ("fee", "costs", "now 20 euros")),
        ("I now live in Oslo.", ("Ann", "lives in", "Oslo")),
        ("The build always fails on Mondays.", ("build", "always fails on", "Mondays")),
        ("The fee is now $20.", ("fee", "is", "now $20")),
        ("The release is now version 7.4.", ("release", "is", "version 7.4")),
        ("The shop is now no bakery.", ("shop", "is", "now no bakery")),
        ("The kiln access dwindles once the gate is shut.", ("kiln access", "dwindles", "once the gate is shut")),
        ("Kiln of the works glistens once oil is in.", ("Kiln of the works", "glistens", "once oil is in")),
        ("The lid always glistens once the oil is in.", ("lid", "always glistens", "once the oil is in")),
        ("The doctor said, the knee is fine.", ("doctor", "said", "the knee is fine")),
        ("Meine Tante überlegt, ob sie auszieht.", ("Ann's Tante", "überlegt", "ob sie auszieht")),
    ],
)
def test_a_statement_is_parted_at_its_own_verb(text: str, parts: tuple[str, str, str]) -> None:
    language = "de" if any(word in text for word in ("Wohnung", "Beitrag", "Tante")) else "en"
    assert triple_of(text, language, "Ann") == parts


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("ich komm aus Graz", ("Ann", "kommt aus", "Graz")),
        ("Ich fahr einen Golf", ("Ann", "fährt", "einen Golf")),
        ("wir beide arbeiten bei der Stadt", ("wir", "beide arbeiten bei", "der Stadt")),
        ("ich ruf da heute an", None),
        (
            "Seit Ostern haben 96 Prozent der Familien die App",
            ("96 Prozent der Familien", "haben", "seit Ostern die App"),
        ),
        ("Nach der Pause rief die Kasse an, die Bank will den Kredit", None),
        ("ich nächste Woche Zahnarzt in Köln", None),
        ("ich ohne Auto bin auf die Bahn angewiesen", None),
        (
            "Gebucht haben wir vom 14. bis 21. Juni eine Wohnung",
            ("wir", "haben vom", "14. bis 21. Juni eine Wohnung gebucht"),
        ),
        ("Gekündigt habe ich heute, zum 30.9.", ("Ann", "hat", "heute gekündigt, zum 30.9")),
        ("unterschreiben kann ich das", ("Ann", "kann", "das unterschreiben")),
        ("Kuchen kann ich nicht backen", ("Ann", "kann", "Kuchen nicht backen")),
        ("Wie soll ich das machen", None),
        (
            "Bei Dubletten gilt der jüngere Eintrag, der ältere ist gelöscht",
            ("jüngere Eintrag", "gilt bei", "Dubletten, der ältere ist gelöscht"),
        ),
        ("Habe ich angepasst, alle 1.214 grün", None),
        ("bruder warum kann ich dort nicht parken", None),
        ("Oma zahlt 1500 vom Führerschein den Rest muss ich selber", None),
        (
            "Die Technik von der Schule können wir nicht haben",
            ("wir", "können", "die Technik von der Schule nicht haben"),
        ),
    ],
)
def test_a_german_clause_is_parted_only_where_it_reads_as_it_was_said(
    text: str, parts: tuple[str, str, str] | None
) -> None:
    assert triple_of(text, "de", "Ann") == parts


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("I bake bread and i sell it", ("Ann", "bakes", "bread and they sell it")),
        ("The yard is where I train and rest", ("yard", "is", "where Ann trains and rests")),
        ("The yard is what I would blorf, I'd say", ("yard", "is", "what Ann would blorf, Ann would say")),
        ("The yard is what I blorf", ("yard", "is", "what I blorf")),
        ("This design reminds me of the grit it takes", ("design", "reminds", "Ann of the grit it takes")),
        ("I moved on from watercolor to oil", ("Ann", "moved on", "from watercolor to oil")),
        ("The paint lasts ten years", ("paint", "lasts", "ten years")),
        ("I found an awesome trail", ("Ann", "found", "an awesome trail")),
        ("The yard is what I also love", ("yard", "is", "what Ann also loves")),
        ("I first watched it in Hull", ("Ann", "first watched", "it in Hull")),
        ("I run the loop and for i in range", ("Ann", "runs", "the loop and for i in range")),
        ("i'm on nights, the odd weeks i'm on days", ("Ann", "is on", "nights, the odd weeks they are on days")),
    ],
)
def test_a_small_i_is_who_speaks_where_a_verb_is_behind_it(text: str, parts: tuple[str, str, str]) -> None:
    assert triple_of(text, "en", "Ann") == parts


@pytest.mark.parametrize(
    ("text", "told"),
    [
        (
            "I'll do the tea, i've got the samovar from my mother.",
            "user will do the tea, has got the samovar from their mother",
        ),
        ("My brother in law is from Hull, he works at Vaillant.", "user's brother in law works at Vaillant"),
        ("My mother-in-law lives in Cork, she is 81.", "user's mother-in-law is 81"),
        ("My boss is now Lindqvist.", "user boss Lindqvist"),
        ("I don't eat fish.", "user avoids fish"),
        ("I still remember when I was 10.", "user still remembers when they were 10"),
        ("I recently learned I was born at 4:30.", "user learned they were born at 4:30"),
        (
            "I got great news - I'm in the program I applied for.",
            "user got great news - they are in the program they applied for",
        ),
        (
            "The flat has a roof over it that I use for my plants.",
            "flat has a roof over it that user uses for their plants",
        ),
        ("I didn't like the hotel in Porto.", "user does not like the hotel in Porto"),
    ],
)
def test_what_is_told_of_oneself_and_ones_own_reads_as_it_was_said(text: str, told: str) -> None:
    assert told in [fact.sentence for fact in talk(("user", text)).facts]


@pytest.mark.parametrize(
    "text",
    [
        "His version is called New Thang and was released in 2014.",
        "Here is our latest work from 12 May.",
        "Wo kam die Post von kiln-2 letztes Jahr her",
        "Let's have the phone line open from 9 to 12.",
        "When Dele's needed at the Wool Exchange from 14:00 he rings.",
        "Check that arrival on 27 Oct is before 12:00.",
        "Go-live in six days, last day of the month.",
        "Help me with a speech for my dad's 80th in Hull.",
        "Write an ad for drum book 12, called Time Manipulation.",
        "Even if it happens to 12 of them, one is on time.",
        "https://video.example/watch?v=tL4tde6uZ&ab_channel=kiln",
    ],
)
def test_what_nobody_would_know_without_the_talk_is_no_fact(text: str) -> None:
    assert not any(fact.predicate for fact in talk(("user", text)).facts)


@pytest.mark.parametrize("marks", ['""', "„“", "“”"])
def test_a_draft_that_an_assistant_wrote_tells_nothing_of_it(marks: str) -> None:
    draft = "The disk of kiln-2 is full since Monday, 412 GB of logs clash with the nightly dump. Thanks, Gemma"
    reply = f"Done, Isla is in group 3 on Monday.\n\n{marks[0]}{draft}{marks[1]}"
    found = [fact.sentence for fact in talk(("assistant", reply)).facts]
    assert not any("kiln-2" in one for one in found)
    assert any("kiln-2" in fact.sentence for fact in talk(("assistant", draft)).facts)


def test_what_is_somebodys_is_no_cause() -> None:
    told = talk(("assistant", "Deine Hausarbeit ist durchgesehen: 17 Kommafehler verbessert.")).facts
    assert not any(fact.subject == "Ursache" for fact in told)


@pytest.mark.parametrize(
    "text",
    [
        "The staff was never alerted to the outbreak at the lab.",
        "They also never check on the labs.",
        "Twice it broke, never saw this coming at all.",
        "They were part of the wedding, and always remind me of that day.",
    ],
)
def test_what_never_was_is_no_rule(text: str) -> None:
    assert talk(("user", text)).preferences == []


def test_what_was_won_on_a_day_is_nothing_to_be_done() -> None:
    promised = [("user", f"Fine, {number} it is.") for number in range(6)]
    assert talk(*promised, ("user", "I'll never forget the day my youngest took her first steps.")).action_items == []
    assert talk(("user", "I won my fourth video game tournament on Friday!")).action_items == []
    assert talk(("user", "I fly to Lisbon on Friday.")).action_items == ["I fly to Lisbon on Friday."]


def test_what_has_two_verbs_stays_in_its_words() -> None:
    (fact,) = talk(("user", 'When I say "the farm" I mean the one in Tregaron, not the holiday let.')).facts
    assert (fact.subject, fact.predicate) == ("user", "")


@pytest.mark.parametrize("text", ["They paid but I didn't drink the wine.", "Joe, and Ms Okonjo who I like best."])
def test_what_was_not_done_once_and_who_is_liked_best_is_no_taste(text: str) -> None:
    found = talk(("user", text))
    assert found.preferences == []
    assert not any(fact.predicate for fact in found.facts)


@pytest.mark.parametrize(
    ("before", "subject"),
    [
        ("use the jump host kiln-2, kiln-1", "kiln-1"),
        ("order the pizza, kiln-1", "kiln-1"),
        ("order pizza, kiln-1", "order pizza, kiln-1"),
        ("the kids, the dog and the cat", "the kids, the dog and the cat"),
        ("Mara lives there, Bo", "Bo"),
        ("still blue, the barn", "the barn"),
        ("Paris, Texas", "Paris, Texas"),
        ("open: the check", "the check"),
        ("open: check", "open: check"),
    ],
)
def test_what_stands_before_a_verb_ends_with_its_subject(before: str, subject: str) -> None:
    assert of_last_clause(before) == subject


def test_what_else_something_is_called_stands_with_it() -> None:
    assert apposed("Trevor, my uncle,", "Ann") == "Trevor (Ann's uncle)"
    assert apposed("Sage, and thyme,", "Ann") is None


def test_another_clause_before_the_verb_is_no_subject() -> None:
    assert triple_of("All tests pass, committed as 4fe21ab.", "en", "Ann", loosely=True) is None


@pytest.mark.parametrize(
    "text",
    [
        "My dentist moved, the new one is Dr Okafor.",
        "Antunes retired, it's Helena Prado now.",
        "Exclude block 7 from the forecast of kiln-2.",
        "TODO order a new battery for kiln-2.",
        "Keep it in the fridge until the sensor is replaced.",
    ],
)
def test_what_does_not_part_in_three_is_not_parted(text: str) -> None:
    assert triple_of(text, "en", "Ann") is None


def test_what_does_not_part_stays_in_its_speakers_words() -> None:
    (fact,) = talk(("user", "My dentist moved, the new one is Dr Okafor on Park Street.")).facts
    assert (fact.predicate, fact.object) == ("", "My dentist moved, the new one is Dr Okafor on Park Street")


@pytest.mark.parametrize(
    ("who", "text"),
    [
        ("user", "small update: Dale just texted that he can only start on June 10"),
        ("user", "Rolf's born in november 49, it's on the gravestone in ch 30"),
        ("user", "changes only before 8 or after 18:30, doctors orders, literally"),
        ("assistant", "Antunes retired, it's Helena Prado on kiln-2 now"),
        ("assistant", "Erledigt: Umzug auf db-2 mit Commit 77ac01e"),
        ("assistant", "Fixed: the 812 tests of kiln-2 on db-1, commit 77ac01e"),
    ],
)
def test_what_no_verb_or_the_wrong_one_parts_stays_in_its_words(who: str, text: str) -> None:
    (fact,) = talk((who, f"{text}.")).facts
    assert (fact.subject, fact.predicate, fact.object) == (who, "", text)


def test_an_answer_tells_of_who_gives_it() -> None:
    asked = Said("s", "assistant", None, "When is it due?", date(2026, 5, 15))
    said = Said("s", "user", None, "they gave me until 12 May", date(2026, 5, 15))
    kept = Found(lambda _signs, _one: True)
    hear(kept, [asked, said])
    assert "they gave user until 12 May" in [fact.object for fact in kept.result().facts]


def test_a_label_that_says_something_stays_what_it_was() -> None:
    (fact,) = talk(("assistant", "Das Upgrade ist fertig: alle 812 Tests grün, Commit 77ac01e.")).facts
    assert fact.sentence == "Upgrade ist fertig: alle 812 Tests grün, Commit 77ac01e"


def test_todo_needs_no_colon_and_nothing_is_decided_by_nothing() -> None:
    assert talk(("user", "TODO order a new battery, part APC RBC7")).action_items == [
        "TODO order a new battery, part APC RBC7"
    ]
    assert talk(("user", "TODO neue Batterie für kiln-2 bestellen")).action_items == [
        "TODO neue Batterie für kiln-2 bestellen"
    ]
    assert talk(("user", "TODO list for Monday is on the fridge door")).action_items == []
    assert talk(("user", "I'm thinking about moving to Cardiff but nothing's decided.")).decisions == []


def test_now_behind_an_amount_says_that_it_was_another_one() -> None:
    (fact,) = talk(("user", "The membership fee is 20 euros now.")).facts
    assert fact.sentence == "membership fee is 20 euros now"


def test_what_was_redacted_tells_nothing() -> None:
    assert talk(("user", "My password is [redacted:password] in Kent.")).facts == []
