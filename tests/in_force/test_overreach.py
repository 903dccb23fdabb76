"""What merely shares words with a line leaves it standing, and what ends it in other words does not (rule 23)."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from memoryd.extraction.ends import is_done_by
from memoryd.in_force.another import is_of_another_thing
from memoryd.in_force.ending import content_of, is_met_by
from memoryd.in_force.new_values import share_only_change
from memoryd.in_force.standing import in_force
from tests.in_force.said import line, standing, told_by


@pytest.mark.parametrize(
    ("former", "later"),
    [
        # What is only asked or thought of has not come.
        ("The staging wiki runs on wiki-2, port 8080.", "Should we move the staging wiki to wiki-3 one day?"),
        ("The staging wiki runs on wiki-2, port 8080.", "Maybe we should move the staging wiki to wiki-3."),
        ("Das Lager ist in Bremen.", "Vielleicht ziehen wir mit dem Lager von Bremen nach Hannover."),
        # What is out was sent.
        ("For the Meier kitchen we take oak instead of beech.", "The quote for Meier is out, 18,400 net."),
        ("Wir nehmen für die Küche Petersen Eiche statt Buche.", "Angebot Petersen ist raus, 18.400 Euro netto."),
        ("Rechnungen schreiben wir erst nach der Montage.", "Die Rechnung ist raus."),
        ("Invoices go to Ada for a second look.", "The invoice is out."),
        ("Das Paket an Kite geht nur versichert.", "Paket an Kite ist heute raus."),
        ("Bewerbungen prüft immer Bo.", "Die Bewerbung für Ravn ist jetzt raus."),
        # A meeting with somebody else.
        ("The vet's appointment is on 12 December at 10.", "The dentist moved the appointment to 3 January."),
        ("vet appointment 12 December 10:00", "dentist appointment moved to 14 December 9:00"),
        (
            "Der Termin beim Tierarzt ist am 12. Dezember.",
            "Der Termin beim Zahnarzt ist auf den 3. Januar verschoben.",
        ),
        # What goes out is sent.
        ("Der Brandschutzprüfer kommt am 3. Dezember.", "Das Rundschreiben muss bis zum 15. Dezember raus."),
        (
            "Die Stiftung zahlt für den Entwurf bis 400 Euro.",
            "Der Entwurf liegt bei 350 Euro, und die Fotos gehen Freitag raus.",
        ),
        # A name may begin with `old`.
        (
            "Ada bietet die Alte Post für 1.120 Euro kalt ab 15. Juni an.",
            "Ada hat angerufen, Vertrag unterschreiben am 12. Mai 15 Uhr in der Alten Post.",
        ),
        ("Ada offers the Old Mill for $1,120 from 15 June.", "Ada called, we sign on 12 May at 3 pm in the Old Mill."),
        # Who cancels something is not cancelled.
        ("My wife is Ada, the kids are Bo and Cleo.", "Ada cancelled the gym membership yesterday."),
        ("Ada's sister visits from Friday to Sunday.", "Ada dropped the piano lessons."),
        ("Our landlord lives in Kent.", "The landlord rejected the new heating."),
        ("The bank opens at nine.", "The bank declined our loan."),
        ("Bo sings tenor.", "Bo abandoned his boat."),
        ("The council meets in the barn.", "The council scrapped the bus lane."),
        ("The client's contact is Sabine, she decides about the scope.", "she dropped it from the scope"),
        ("The office has a piano.", "Ada dropped by the office."),
        ("Our bus lane ends at the quay.", "We dropped off the bus lane signs."),
        # `bitte` is nothing to forget.
        ("Schreib mir bitte kurze Antworten.", "Vergiss bitte, was ich über Holz gesagt habe, wir bleiben bei Kite."),
        ("Please answer in short sentences.", "Forget please, what I said about the oak."),
        ("Bestell bitte die Beschläge bei Kite.", "Vergiss bitte, der Termin steht doch."),
        ("Bitte immer siezen.", "und vergiss bitte, ich brauche nichts mehr."),
        # A name with a number is one word.
        (
            "Never restart postgres on db1 during business hours (8-18).",
            "The ssh port changes from 22 to 2222 on all hosts, db1 and web2 are missing.",
        ),
        ("Backups run to backup1 with restic, keep 30 days.", "The port changes from 22 to 2222, backup1 is missing."),
        ("Never open valve3 above 80 degrees.", "The pressure limit of valve3 and valve4 is raised to 12 bar."),
        ("Auf srv2 laufen nur 3 Mandanten.", "Der Takt wurde auf srv2 und srv4 auf 90 erhöht."),
        # What tells of a change, or stands beside any value, is nothing that both are about.
        ("Choir is moved to Wednesday 7pm because Dre works.", "The exam was moved to 16 March because a pipe burst."),
        (
            "Das Treffen wurde auf den 3. Mai verschoben, weil Bo krank war.",
            "Der Kurs wurde auf den 9. Juni verschoben, weil Ada verreist.",
        ),
        ("The lease changed on 3 May.", "The password policy changed on 9 June."),
        (
            "Customers always get an answer within 4 business hours.",
            "New macro for privacy requests: legal answers within 30 days.",
        ),
        ("The word count is 34,500 now.", "She wants the half by April 14 now."),
        ("Der Kurs hat 14 jetzt.", "Wir treffen uns um 7 jetzt."),
        # What stands between a thing and its price or day is no thing.
        ("Honey of the school hive is never sold under 7 euros.", "I look for a room under 120 euros."),
        ("The beta starts 2 December, with 12 therapists.", "The price freeze starts 8 December."),
        ("Der Honig kostet unter 7 Euro.", "Ich suche ein Zimmer unter 120 Euro."),
        ("Der Kurs beginnt am 3. Mai.", "Die Messe beginnt am 9. Juni."),
        # That nobody answers turns no answers down.
        ("Please keep answers short.", "I asked three schools about a piano, no answer."),
        ("Antworten immer mit Datum.", "Ich habe drei Schulen gefragt, keine Antwort."),
        # A word has another stem beside words of another language.
        ("We talk English in code reviews.", "Our VAT rate is 8.1 %, nicht 7.7 wie im alten Code."),
    ],
)  # fmt: skip
def test_what_merely_shares_words_leaves_a_line(former: str, later: str) -> None:
    assert former in standing(former, later)


@pytest.mark.parametrize(
    ("later", "former", "is_one"),
    [
        ("We moved the tracking to another tool.", "The deadline of the report moved to 27 March.", True),
        ("The fee was changed.", "The menu changed in May.", True),
        ("Der Kurs wurde verschoben.", "Die Messe wird verschoben.", True),
        ("We moved the deadline again.", "The deadline of the report moved to 27 March.", False),
        ("Done. New slips carry the local time.", "we log to /var/log/slips", False),
        ("The crane is red.", "We paint the quay.", False),
    ],
)
def test_what_shares_words_of_change_only_is_of_something_else(later: str, former: str, is_one: bool) -> None:
    assert share_only_change(later, former) is is_one


@pytest.mark.parametrize(
    ("always", "once"),
    [
        ("School pick-up on Mondays is Rita from now on.", "Rita can't do pick-up next Monday. I'll do it."),
        ("Ada opens the shop every day.", "Ada doesn't open the shop tomorrow."),
        ("Standup is always at 9.", "No standup today, we meet at 11 tomorrow."),
        ("Montags macht immer Bo die Kasse.", "Bo macht nächsten Montag die Kasse nicht, er ist verreist."),
        ("Die Werkstatt ist jeden Samstag offen.", "Die Werkstatt ist diesen Samstag nicht offen."),
        ("Backups laufen immer nachts.", "Gestern liefen die Backups nicht nachts, sondern mittags."),
    ],
)
def test_what_is_so_once_leaves_what_is_so_always(always: str, once: str) -> None:
    assert always in standing(always, once)


@pytest.mark.parametrize(
    ("former", "later"),
    [
        ("The vet's appointment is on 12 December.", "The vet moved the appointment to 3 January."),
        ("Meeting with Kite is on 12 December.", "Kite moved the meeting to 3 January."),
        ("The appointment is on 12 December.", "The dentist moved the appointment to 3 January."),
        ("I work at the coffee shop on weekends.", "quit the coffee shop. I start at the bike shop."),
        ("My gym membership costs 30 a month.", "Ada cancelled the gym membership."),
        ("Our newspaper subscription is with Kite.", "My husband has cancelled the newspaper subscription"),
        ("The piano lessons are on Tuesday.", "The piano lessons are cancelled."),
        ("The bus lane is at the quay.", "bus lane scrapped"),
        ("Mara fährt nach Köln.", "Mara ist raus."),
        ("Der Plan mit dem Anhänger steht.", "Vergiss bitte den Plan mit dem Anhänger."),
        ("Rita does the pick-up every Monday.", "Rita no longer does the pick-up."),
        ("Every Friday we deploy.", "We don't deploy on Fridays any more, from next week."),
        ("The demo moved to 3 May.", "The demo moves to 5 May."),
        ("Der Umzug wurde auf den 3. Mai verschoben.", "Der Umzug ist auf den 9. Juni verschoben."),
    ],
)
def test_what_ends_a_line_in_whatever_words_does(former: str, later: str) -> None:
    assert former not in standing(former, later)


@pytest.mark.parametrize(
    ("item", "said"),
    [
        ("I have to call Rita by Friday (2026-03-06).", "Rita arrived today (2026-03-05)."),
        ("Pay Rita by Friday (2026-03-06).", "I sent Rita flowers today (2026-03-05)."),
        ("Rechnung bis Freitag (2026-03-06) zahlen", "Die Rechnung von Meier ist heute (2026-03-05) gekommen."),
        ("bis Freitag (2026-03-06) Oma anrufen", "Oma ist heute (2026-03-05) angekommen."),
        ("Book Kim before 2026-03-06.", "Kim was tired and slept on 2026-03-05, we closed early."),
    ],
)
def test_the_year_of_a_date_names_nothing_that_is_done(item: str, said: str) -> None:
    assert not is_done_by(item, said)


def test_words_that_say_nothing_end_nothing_however_they_are_stemmed() -> None:
    assert not is_done_by("Fix it only before noon", "Only Bo came before, and finished his tea.")


def test_what_is_said_again_later_stays_as_old_as_its_words() -> None:
    said = [
        line("The fair begins on 17 March.", 1, session="a"),
        line("We paint the quay.", 2, session="b"),
        line("The fair begins on 17 March.", 3, session="c"),
    ]
    (fair,) = (one for one in in_force(said) if "fair" in one.text)
    assert (fair.session, fair.at) == ("a", said[0].at)


@pytest.mark.parametrize(
    "agreed",
    [
        "Vereinbart: am Mittwoch daran erinnern",
        "Vereinbart: bei Kite nachfragen",
        "Vereinbart: die Teile reklamieren",
    ],
)
def test_what_was_agreed_to_be_done_is_open(agreed: str) -> None:
    (one,) = in_force([line(agreed, 1, "decisions")])
    assert one.part == "open"


@pytest.mark.parametrize(
    ("asked", "answer", "told"),
    [
        ("Remind me next Friday of the invoice for Kite.", "On 20 March I remind you of the invoice for Kite.", 1),
        ("Erinnere mich nächsten Freitag an die Rechnung.", "Am 20. März erinnere ich an die Rechnung.", 1),
        ("Please order the hinges at Kite by 3 May.", "I'll order the hinges at Kite.", 0),
        ("Bestell bitte die Beschläge bei Kite.", "Ich bestelle die Beschläge bei Kite heute Nachmittag.", 0),
        ("Write the report of the crane, please.", "I will write the report of the crane.", 0),
        ("Please order the hinges.", "I will also paint the quay on 3 May.", None),
    ],
)  # fmt: skip
def test_what_is_asked_and_promised_is_open_once(asked: str, answer: str, told: int | None) -> None:
    both = [replace(line(asked, 1, "open"), whole=asked, source="sessions/s.jsonl:1")]
    both.append(replace(line(answer, 2, "open"), whole=answer, who="assistant", source="sessions/s.jsonl:2"))
    assert [one.text for one in in_force(both)] == ([asked, answer] if told is None else [(asked, answer)[told]])


def test_who_goes_over_to_something_else_is_not_what_is_left() -> None:
    rule = line("one rule: deploys only after Ada or I approve the PR.", 0, "rules")
    other = replace(line("Ada switched the API to 7171.", 5), heard="Port clash: 7070 is taken by my photo tool.")
    assert rule.text in [one.text for one in in_force([rule, other])]


def test_what_is_going_to_be_is_no_switch() -> None:
    measured = "A woman called Rosheen came round, measured everything with a laser."
    told = told_by(measured, "Rosheen talked me out of wood, she's right. It's going to be quartz composite.")
    assert measured in [one.text for one in told]


@pytest.mark.parametrize(
    ("told_first", "is_another"),
    [
        ("The vet's appointment is on 12 December.", True),
        ("The dentist's appointment is on 12 December.", False),
        ("The vet's appointment is on 12 December, right after the dentist.", False),
        ("Something is on 12 December.", False),
    ],
)
def test_an_appointment_is_with_somebody(told_first: str, is_another: bool) -> None:
    assert is_of_another_thing("The dentist moved the appointment to 3 January.", told_first) is is_another


@pytest.mark.parametrize(
    ("former", "later"),
    [
        ("bitte nichts in die Cloud, die Belege bleiben auf meinem Rechner", "bitte duz mich und schreib kurz"),
        ("Please nothing in the cloud, all receipts stay on my laptop.", "please keep it short"),
        ("no mails at night, thanks", "Thanks, that works."),
    ],
)
def test_two_lines_do_not_meet_in_a_polite_word(former: str, later: str) -> None:
    assert not is_met_by(content_of(former), later)
    assert is_met_by(content_of(former), former)
