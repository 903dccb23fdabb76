"""What overrules what (rule 23): tables of pairs as agents and people write them, the older one first."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memoryd.text.statements import LONGEST, overrules, statements_of

OVERRULED = """
The standup is at nine. | The standup moved to ten.
standup is at nine | standup moved to ten
I drink coffee in the morning. | I no longer drink coffee, I drink tea in the morning.
We use Jira. | We switched from Jira to Linear.
Our issue tracker is Jira. | We switched from Jira to Linear.
Mara lives in Berlin. | Mara lives in Hamburg.
Mara lives in Berlin. | Mara moved to Hamburg last week.
I live in Lyon, near the river. | Update: I live in Nantes now.
Tom works at Acme. | Tom works for Initech.
Tom is employed by Acme. | Tom works at Initech these days
Rashid is married to Amal. | Rashid is married to Noor.
The staging server listens on port 8080. | The staging server listens on port 9090.
port: 8080 | port: 9090
Default branch: master | Default branch: main
The default branch is master. | The default branch is trunk.
My favourite editor is vim | My favourite editor is helix
The owner of the billing service is Priya. | The owner of the billing service is Tom.
Priya is the owner of the billing service. | Tom is the owner of the billing service.
Priya is the owner of the billing service. | The owner of the billing service is Tom.
The deadline for the report is 3 May. | The deadline for the report is 10 May.
The standup is at 9:30 | The standup is at 10:00 from now on
Our release day is Tuesday. | Actually, our release day is Thursday.
My dog's name is Rex. | My dog's name is Bello.
The timeout for uploads is 30 seconds. | The timeout for uploads is 60 seconds.
The capital of Freedonia is Sylvania. | The capital of Freedonia is Klopstokia.
The bridge was designed by Ada Lane. | The bridge was designed by Hugo Brandt.
The bridge is located in the district of Oberau. | The bridge is located in the district of Unterau.
staging port is 8081, prod is 443 behind caddy | staging moved to 9090 because the new grafana took 8081
Staging läuft auf staging.example Port 8443 | Staging ist auf 9443 umgezogen
My cousin Tom (not the other Tom) is allergic to cats. | My cousin Tom isn't allergic to cats after all.
Bo eats meat at the fair. | Bo doesn't eat meat at the fair.
Wir fahren nicht mit dem Boot. | Wir fahren doch mit dem Boot.
Version 2.3 of the app is deployed on host-a. | Version 2.3 of the app is deployed on host-b.
Carla plays for the Reds | Carla plays for the Blues
We use Jira for tickets. | We moved from Jira to Linear for tickets.
The team tracks tickets in Jira. | The team uses Linear instead of Jira for tickets.
Mara drinks coffee. | Mara now drinks tea.
Mara works on weekends. | Mara no longer works on weekends.
Mara wohnt in Bonn. | Mara wohnt jetzt in Köln.
Mara wohnt in Bonn. | Mara ist von Bonn nach Köln gezogen.
Ich arbeite bei Siemens. | Ich arbeite inzwischen bei Bosch.
Der Port von staging ist 8080. | Der Port von staging ist 9090.
Unser Standup ist am Montag um 9 Uhr. | Unser Standup ist am Dienstag um 10 Uhr.
Meine Lieblingsfarbe ist Blau. | Meine Lieblingsfarbe ist Grün.
Die Firma wurde von Karl Huber gegründet. | Die Firma wurde von Eva Lang gegründet.
Der Leiter der Abteilung ist Herr Kuhn. | Der Leiter der Abteilung ist Frau Sommer.
Wir nutzen Jenkins für die Tests. | Für die Tests nutzen wir GitLab statt Jenkins
Das Team testet mit Jenkins. | Das Team testet nicht mehr mit Jenkins.
Version: 1.2 | Version: 1.3
The kind of bread that the corner shop sells is rye. | The kind of bread that the corner shop sells is spelt.
The director of Globex Inc. is Ada Lane. | The director of Globex Inc. is Hugo Brandt.
Die Art des Vertrags ist befristet. | Die Art des Vertrags ist unbefristet.
Billing is owned by Ana. | Ownership of billing shifted from Ana to Ravi.
Hosting costs 40 euros. | Hosting went up from 40 euros to 55 euros.
Hosting costs 40 euros. | Hosting rose to 55 euros.
The limit of the api is 100. | We bumped the limit of the api to 200.
The standup is on Monday. | The standup shifted to Tuesday.
The standup is on Monday at 9. | The standup has been pushed back to 10.
The shop uses MySQL. | The shop was ported from MySQL to Postgres.
The parser is maintained by Lee. | The parser was handed over from Lee to Kim.
The deadline is 4 May. | The deadline slipped to 11 May.
My theme is dark. | My theme flipped from dark to light.
The cluster is located in Frankfurt. | The cluster was shifted to Paris.
Billing wird von Ana betreut. | Billing ging von Ana an Ravi.
Das Treffen ist am Montag. | Das Treffen rutschte von Montag auf Dienstag.
Das Hosting kostet 40 Euro. | Das Hosting stieg auf 55 Euro.
"""

MERELY_ALIKE = """
Mara likes tea. | Mara likes coffee.
I don't like tea. | I don't like coffee.
The boat is tied to the quay. | The boat isn't tied to the quay yet.
staging runs on port 8081 | prod moved to 9090
staging moved to 9090 | The till moved to 8081
Mara loves hiking | Mara loves sailing
I like tea. | I like coffee.
Mara lives in Berlin. | Tom lives in Hamburg.
Ann is born in Rome. | Ben is born in Oslo.
The port of alpha is 8080. | The port of beta is 9090.
alpha listens on port 8080 | beta listens on port 9090
We use port 8080 for staging. | We use port 5432 for the database.
Mara uses vim. | Mara uses tmux.
Mara visited Rome. | Mara visited Kyoto.
Mara met Tom. | Mara met Irene.
Mara is allergic to nuts. | Mara is allergic to cats.
Mara is a doctor. | Mara is a vegetarian.
The kitchen is small. | The kitchen is yellow.
The problem is DNS. | The problem is Memory.
My friend is Bob. | My friend is Alice.
Mara reviewed pull request 117. | Mara reviewed pull request 118.
Mara reported incident 2201. | Mara reported incident 2202.
He lives in Berlin. | He lives in Hamburg.
If the port is 8080, restart. | If the port is 9090, stop.
What is the port of alpha? | The port of alpha is 8080.
Mara speaks French. | Mara speaks German.
I changed the tyres. | I changed the oil.
Mara has a dog. | Mara has a cat.
The gateway depends on the mailer. | The gateway depends on the cache.
We fixed the bug in the parser. | We fixed the bug in the lexer.
Mara mag Tee. | Mara mag Kaffee.
Wir haben einen Hund. | Wir haben eine Katze.
Ich spreche Deutsch. | Ich spreche Dänisch.
Tom kennt Anna. | Tom kennt Ute.
Das Problem ist DNS. | Das Problem ist Speicher.
Sie wohnt in Bonn. | Sie wohnt in Köln.
The port of alpha is 8080. | The port of alpha is 8080.
Mara ordered a lamp for the hall. | Mara ordered a lamp for the attic.
The backup of alpha runs at 2:00. | The backup of beta runs at 3:00.
Anna owns a red bicycle. | Anna owns a blue car.
Our office in Graz opens at 8. | Our office in Linz opens at 9.
The api service listens on port 8080. | The web service listens on port 9090.
Tom speaks French. | Tom speaks Spanish.
Lena plays the piano. | Lena plays the violin.
We use Redis for caching. | We use Postgres for storage.
The parser is written in Rust. | The formatter is written in Go.
Deploys to staging need no approval. | Deploys to production need two approvals.
The timeout for uploads is 30 seconds. | The timeout for downloads is 60 seconds.
My brother lives in Oslo. | My sister lives in Bergen.
Bob's birthday is on 3 May. | Eva's birthday is on 9 June.
Ticket 12 is assigned to Tom. | Ticket 13 is assigned to Eva.
The limit for guests is 10 requests. | The limit for members is 100 requests.
I bought apples on Monday. | I bought pears on Tuesday.
Kim visited Rome in March. | Kim visited Paris in April.
The test suite failed on Monday. | The test suite passed on Tuesday.
The budget of marketing is 10k. | The budget of research is 20k.
Mira has a cat called Tiger. | Mira has a dog called Rex.
The build is slow because of the linter. | The build is slow because of the tests.
Paul is allergic to nuts. | Paul is allergic to milk.
The meeting with Acme is at 10. | The meeting with Globex is at 11.
The key of the garage hangs in the hall. | The key of the cellar hangs in the kitchen.
Nora knows Python. | Nora knows Haskell.
The customer asked for a discount. | The customer asked for an invoice.
Version 1.2 has the old menu. | Version 1.3 has the new menu.
The server in Vienna has 64 GB. | The server in Prague has 32 GB.
Sam reads two newspapers. | Sam reads three magazines.
Alice met Bob in Lisbon. | Alice met Carl in Porto.
Her favourite song of the summer was Blue. | Her favourite book of the summer was Green.
The printer on floor 1 is out of paper. | The printer on floor 2 is out of toner.
A red flag means stop. | A green flag means go.
We decided to use Vue. | We decided to use Vite.
The wifi password of the office is on the board. | The wifi password of the lab is on the door.
Ben was born in Kyiv. | Dan was born in Lviv.
The invoice of April was paid. | The invoice of May was paid.
Run the linter before the tests. | Run the formatter before the linter.
Ivo works at Acme on Mondays. | Ivo works at the library on Fridays.
The light in room 3 is broken. | The heater in room 3 is broken.
Coffee costs 3 euros. | Tea costs 2 euros.
The northern bridge was built by Lane. | The southern bridge was built by Holt.
Mia likes the first draft. | Mia likes the second draft.
The mayor of Linz is Huber. | The mayor of Graz is Lang.
In alpha the default branch is main. | In beta the default branch is trunk.
The staging database runs on host-a. | The production database runs on host-b.
Max called at noon. | Max called at three.
Our team won against the Reds. | Our team won against the Blues.
Mara trinkt gern Tee. | Mara trinkt gern Kaffee.
Der Port von alpha ist 8080. | Der Port von beta ist 9090.
Anna hat einen Hund. | Anna hat eine Katze.
Das Treffen mit Acme ist um 10 Uhr. | Das Treffen mit Globex ist um 11 Uhr.
Tom spricht Französisch. | Tom spricht Spanisch.
Mein Bruder wohnt in Wels. | Meine Schwester wohnt in Steyr.
Wir haben den Fehler im Parser behoben. | Wir haben den Fehler im Drucker behoben.
Lea hat am Montag Geburtstag gefeiert. | Lea hat am Freitag Geburtstag gefeiert.
Die Frist für den Antrag ist der 3. Mai. | Die Frist für den Bericht ist der 9. Mai.
Der Schlüssel für die Garage hängt im Flur. | Der Schlüssel für den Keller hängt in der Küche.
Das Budget für Werbung beträgt 10.000 Euro. | Das Budget für Forschung beträgt 20.000 Euro.
Karl mag Jazz. | Karl mag Blues.
Der Leiter von Einkauf ist Herr Kuhn. | Der Leiter von Verkauf ist Frau Sommer.
Wir nutzen Redis als Cache. | Wir nutzen Postgres als Datenbank.
Ich war im März in Rom. | Ich war im April in Paris.
Die Sicherung von alpha läuft um 2 Uhr. | Die Sicherung von beta läuft um 3 Uhr.
Eva arbeitet montags im Büro. | Eva arbeitet freitags im Lager.
The red door is open. | The green door is locked.
Zoe called at noon. | Zoe called at three.
My first job was at Acme. | My second job was at Globex.
Otto ist montags in Linz. | Otto ist freitags in Wels.
I like it with the fan on. | The fan is loud, I am replacing it with a new one.
The train stops in Bern at 9. | The train ran from Bern to Basel.
The shop opens at 9 on Mondays. | The shop was open from 9 to 5.
Anna lives in Bern. | Anna drove from Bern to Basel.
Anna lives in Bern and likes trams. | Anna took the tram from Bern to Thun.
The course is on Monday. | The course lasted from Monday to Friday.
The scale of pain is 1. | The scale of pain ranged from 1 to 10.
Anna drinks tea. | Anna switched to a new phone.
Hosting costs 40 euros. | Traffic on hosting rose to 55 requests.
The standup is on Monday. | The retro shifted to Tuesday.
The limit of the api is 100. | The limit of the shop was raised to 200.
The team is the Reds. | The team talked to 12 customers.
Der Kurs ist am Montag. | Der Kurs dauerte von Montag bis Freitag.
Der Zug hält in Bern. | Der Zug fuhr von Bern nach Basel.
"""


def pairs(table: str) -> list[tuple[str, ...]]:
    return [tuple(part.strip() for part in line.split(" | ")) for line in table.strip().splitlines()]


@pytest.mark.parametrize(("former", "later"), pairs(OVERRULED))
def test_another_value_of_the_same_thing_overrules(former, later):
    assert overrules(statements_of(later), statements_of(former))


def test_a_hundred_pairs_are_merely_alike():
    """Of which rule 23 allows one to be put behind."""
    assert len(set(pairs(MERELY_ALIKE))) >= 100 and not set(pairs(MERELY_ALIKE)) & set(pairs(OVERRULED))


@pytest.mark.parametrize(("former", "later"), pairs(MERELY_ALIKE))
def test_what_is_merely_alike_overrules_nothing(former, later):
    assert not overrules(statements_of(later), statements_of(former))
    assert not overrules(statements_of(former), statements_of(later))


def test_a_text_that_names_what_it_replaces_does_not_overrule_other_things():
    later = statements_of("We moved the office from Berlin to Hamburg.")
    assert overrules(later, statements_of("The office is in Berlin."))
    assert not overrules(later, statements_of("Mara was born in Berlin."))


def test_what_others_replaced_overrules_nothing_of_ours():
    ours = statements_of("Our tracker is Jira.")
    assert overrules(statements_of("We switched from Jira to Linear."), ours)
    assert not overrules(statements_of("My cousin's team switched from Jira to Linear."), ours)


def test_a_long_text_states_nothing():
    assert not statements_of("The port of alpha is 8080. " + "x " * LONGEST).of


@given(st.text(max_size=80), st.text(max_size=80))
def test_any_text_can_be_read_and_does_not_overrule_itself(one, other):
    statements = statements_of(f"{one} is {other}")
    assert not overrules(statements, statements)
