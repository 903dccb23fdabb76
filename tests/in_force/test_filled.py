"""What is wanted, not known or broken goes from a brief when a later session tells in other words that it is there."""

from __future__ import annotations

import pytest

from memoryd.in_force.filled import is_filled_by
from memoryd.in_force.standing import in_force
from tests.in_force.test_ended import told

Session = list[tuple[str, str]]


def _told(*sessions: Session) -> str:
    first: Session = [("user", "I'm Nadja, I look after the lighthouse of Skagen with four others.")]
    return "\n".join(line.text for line in in_force(told([first, *sessions])))


@pytest.mark.parametrize(
    ("wanted", "later"),
    [
        ("We still need a photographer.", "Eve takes the pictures."),
        ("Wir brauchen noch einen Fotografen.", "Eva macht die Bilder, sie hat eine tolle Kamera."),
        ("Für den Umzug fehlt uns noch eine Spedition.", "Krause fährt uns, Festpreis 6.200 Euro."),
        ("Does anyone know who pays for the magnet service?", "Halvorsen's grant covers the magnet service."),
        ("no idea yet what we do about the logo", "my niece drew us an otter, that's the logo"),
        ("Unklar ist, ob wir die Sauna im Winter öffnen.", "Die Sauna bleibt bis April zu, der Strom ist zu teuer."),
        ("Wer pflegt die Mitgliederliste?", "Heike führt die Mitgliederliste."),
        ("I haven't got round to ordering the seed potatoes.", "Potatoes arrived, four sacks of Charlotte."),
        ("I still have to ask Dr. Abara for an interview.", "Dr. Abara said yes, she's on for 3 December."),
        ("Someone must sew the king's cloak.", "Ravi's mum made a cloak out of velvet, gorgeous."),
        ("Jonas sucht noch einen Anzug.", "Jonas hat in Köln was Dunkelblaues gefunden."),
        ("Das Türschild ist noch nicht bestellt.", "Das Schild hängt."),
        ("Der Saal hat noch keine Rampe.", "Der Hof legt für den Tag Bretter an die Stufen."),
        ("The figure for the abstract is missing.", "Fig. 1 is in the abstract folder."),
        ("There's a hum on Theo's microphone.", "New cable, Theo sounds clean."),
        ("paper jams at dock 3 every other day", "roller arrived, dock 3 hasn't jammed since"),
        ("Der Aufzug in der Goethestraße steckt fest.", "Der Fahrstuhl läuft wieder."),
        ("Do we have a slot at the lab?", "The lab has a slot on 9 December."),
        ("Lenas Pass läuft im April ab.", "Lena hat den neuen Pass."),
        ("Unsere Etiketten sind aus.", "2000 Etiketten liegen im Vereinsheim."),
        ("Regenjacken brauchen wir noch.", "Zwei Jacken von Decathlon sind da."),
        ("keller muss entrümpelt werden", "keller ist leer, sperrmüll war da"),
        ("Frau Sommer muss den Mietvertrag kündigen.", "Die Kündigung ist beim Vermieter eingegangen."),
        ("Der Pastor möchte eine kurze Lesung zwischen den Sätzen.", "Lesung macht Herr Behrens, er nimmt Lukas 2."),
        ("DHL wants a signed contract before they give us the API.", "DHL contract is signed and the key arrived."),
        ("Connector J3 is mirrored on the board.", "Rev C boards have J3 the right way round."),
        ("Der Tenor ist zu dünn besetzt.", "Vier Tenöre aus Nordhorn sind dazugekommen."),
        ("Order the bibs with the new logo, not the one with the goat.", "bibs came, no goat, beautiful"),
        ("Antrag Tische beim Ordnungsamt muss noch gestellt werden.", "Tischantrag hab ich heute abgegeben."),
        ("Nobody knows who holds the Apple account.", "Apple account: it's the council's, Ewan has the login."),
        ("why does dns time out at night?", "dns: pihole ran out of inodes, logs capped"),
        ("Stuhl 2 fährt nicht mehr hoch.", "Der Techniker hat bei Stuhl 2 den Motor gewechselt."),
        ("Das Labor hat die Kronen noch nicht geschickt.", "Die Kronen lagen heute im Briefkasten."),
        ("Wie lange müssen wir Röntgenbilder aufbewahren?", "Die Kammer sagt, Röntgenbilder zehn Jahre."),
        ("Im Wartezimmer ist es zu kalt.", "Seit der Entlüftung sind es 22 Grad im Wartezimmer."),
        ("todo: replace the ups battery", "ups holds 22 min with the fresh cells"),
        ("Studio B has no working headphones.", "Six headphones came from the hospital, all in studio B."),
        ("The archive drive is nearly full.", "Old shows live in the cloud now, half the drive is free."),
        ("The roof aerial wobbles in the wind.", "The rigger tightened every bolt on the aerial."),
        ("Wir haben noch keinen Planer.", "Büro Lindner plant für uns, Honorar 18.000 Euro."),
        ("Die Zählung der Radfahrer steht noch aus.", "Gezählt haben wir letzten Samstag: 412."),
        ("An der Brücke ist es zu eng.", "Neben der Brücke kommt ein Steg, damit ist genug Platz."),
        ("das wlan bricht ständig ab", "router gegen ne fritzbox getauscht, kein abbruch mehr seit ner woche"),
    ],
)
def test_what_is_there_in_other_words_is_told_no_more(wanted: str, later: str) -> None:
    found = _told([("user", wanted)], [("user", later)])
    assert (wanted in found, later.rsplit(maxsplit=1)[-1] in found) == (False, True)


@pytest.mark.parametrize(
    ("wanted", "later"),
    [
        ("We still need a second microphone.", "The second microphone costs 240 pounds, far too much."),
        ("We still need a second microphone.", "I asked the church for a microphone, no answer."),
        ("We still need a photographer.", "Somebody should ask Eve about the pictures."),
        ("Der Schaukasten braucht noch ein Dach.", "Das Dach für den Schaukasten kostet 300 Euro."),
        ("Open: written permission of the town for map 4.2.", "The town has our file, no permission for 4.2 yet."),
        ("dunning mails go out twice to some customers", "dunning mails: cause found, not fixed"),
        ("The sponsor wants a report within 24 hours.", "The report to the sponsor has a new form."),
        ("The cellar must be cleared out.", "The cellar is damp."),
        ("Who keeps the list of members?", "The list of members is due on Friday, who sends it?"),
        ("Es fehlt noch ein Referent für den Winterabend.", "Der Winterabend ist am 12. Dezember."),
        ("offen: Jonte Belehrung Gesundheitsamt", "Offen:\n- Jonte Belehrung\n- Abnahme der Küche"),
    ],
)
def test_what_is_only_spoken_of_again_stays(wanted: str, later: str) -> None:
    assert wanted.rsplit(maxsplit=1)[-1].strip(".?") in _told([("user", wanted)], [("user", later)])


@pytest.mark.parametrize(
    ("rule", "later"),
    [
        ("The public page has no names, no comments, only what fires now.", "The page names each kiln and its board."),
        ("Doubtful gear goes on the red shelf, nobody but me takes it off.", "Harness 4 is on the red shelf."),
        ("I want a mail when the backup did not run.", "The backup mail goes to Bart, too."),
        ("We fix the capacity at 220 visitors, and I'll ask the speakers.", "The speakers have said yes, all of them."),
        (
            "I'll get the quote for forty pieces from Widmer and then draft the sheet for the helpers.",
            "We got a quote.",
        ),
        ("The build time isn't a problem with 31 photos.", "The build has a new step for photos, all fine."),
        ("If the refund call fails, the visitor is cancelled.", "The refund call works again."),
        ("A backup nobody restored is none.", "The backup is restored, it works."),
    ],
)
def test_what_settles_something_is_not_wanted(rule: str, later: str) -> None:
    assert rule.strip(".") in _told([("user", rule)], [("user", later)])


def test_a_promise_goes_with_what_it_was_for() -> None:
    asked: Session = [
        ("user", "Der Serverraum hat noch keine Kühlung."),
        ("assistant", "Ich frage drei Firmen wegen der Kühlung an."),
    ]
    done: Session = [("user", "Firma Polar baut am Montag das Klimagerät ein, Auftrag ist erteilt.")]
    assert ("drei Firmen" in _told(asked), "drei Firmen" in _told(asked, done)) == (True, False)


@pytest.mark.parametrize(
    ("promise", "later"),
    [
        ("On me: order the bibs, no goat.", "bibs came, on the kitchen table"),
        ("Bei mir: Mail an alle Nutzer schreiben.", "Die Mail ging heute an 113 Nutzer."),
        ("Schlüsselkarten für alle 40 Leute bestelle ich.", "Die Schlüsselkarten für alle 40 sind bestellt."),
    ],
)
def test_what_an_agent_took_on_goes_when_it_is_done(promise: str, later: str) -> None:
    taken: Session = [("user", "The start is on the bridge."), ("assistant", promise)]
    assert (promise in _told(taken), promise in _told(taken, [("user", later)])) == (True, False)


def test_of_a_message_only_what_was_wanted_goes() -> None:
    wanted: Session = [("user", "We bind port 3128 on all hosts. Someone should fix the readme of the proxy.")]
    found = _told(wanted, [("user", "The readme of the proxy now mentions all flags.")])
    assert ("bind port 3128" in found, "should fix" in found) == (True, False)


@pytest.mark.parametrize(
    ("former", "later"),
    [
        ("Wir rechnen mit 80 Gästen.", "Wir sind jetzt doch 95 Leute."),
        ("The poller asks the carriers every 10 minutes.", "I slowed the poller to every half hour."),
        ("Meeting with Yuki is on Mondays.", "The meeting with Yuki is on Wednesdays from now on."),
        ("Readings every 60 s.", "Readings every 5 minutes from now on."),
        ("Skye lassen wir aus.", "Wir fahren doch nach Skye."),
        ("Field test happens in Leeds.", "Leeds fell through. The farm in Otley takes twelve units."),
        ("Herr Voss begleitet uns an der Orgel.", "Die Orgel ist kaputt. Stattdessen spielt ein Quintett."),
        ("Der Anschluss wird am 2. Dezember geschaltet.", "Der Anschluss wird erst am 9. Dezember geschaltet."),
    ],
)
def test_a_value_given_anew_in_other_words_replaces_the_former(former: str, later: str) -> None:
    found = _told([("user", former)], [("user", later)])
    assert (former in found, later.rpartition(". ")[2] in found) == (False, True)


@pytest.mark.parametrize(
    ("wanted", "later", "is_filled"),
    [
        ("We still need a second microphone.", "The second microphone costs 240 pounds.", False),
        ("We still need a second microphone.", "The second microphone has arrived.", True),
        ("Antrag Tische muss noch gestellt werden.", "Tischantrag hab ich heute abgegeben.", True),
        ("We still need a stapler.", "Open:\n- a stapler for the office", False),
    ],
)
def test_what_fills_is_there_and_no_price_and_no_item(wanted: str, later: str, is_filled: bool) -> None:
    assert is_filled_by(wanted, later) is is_filled


def test_what_is_said_at_once_fills_nothing_though_the_same_would_later() -> None:
    need, there = ("user", "Wir brauchen noch einen Fotografen."), ("user", "Die Bilder macht Eva gern.")
    assert need[1] in _told([need, there])
    assert need[1] not in _told([need], [there])
