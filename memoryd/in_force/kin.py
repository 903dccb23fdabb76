# ruff: noqa: E501 - tables of words read better unbroken
"""Words that speak of one thing: what is wanted, who does it, and what comes of it. English and German. Pure.

`We need a photographer` is met again as `Eve takes the pictures`. Each line is one thing; `*` stands for any ending.
Only what two texts speak of is found by it: whether one ends the other is judged by all that they show.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache, lru_cache

_KEPT = 4_096
"""Words of which it is kept what they may speak of."""
_PLAIN = str.maketrans("äöü", "aou")
_THINGS = """
photo photos photograph* picture* camera* snapshot* shoot* | foto* bild bilder bildern kamera*
music* band dj singer sings concert* song* tune* playlist* orchestra* choir* | musik* kapelle* chor sänger* singt lied*
cake* bak* pastr* cupcake* | torte* kuchen* back* bäck* konditor*
food cater* cook* chef buffet* meal* lunch* dinner* menu* snack* | essen koch* köch* catering büfett* buffet* speise*
drink* beer* wine* bar | getränk* bier* wein* sekt*
guest* people heads attendee* participant* visitor* persons seats | gäst* gast leute* personen teilnehmer* besucher* köpfe*
invit* cards rsvp* | einladung* eingeladen* karten
venue* hall room* location* | saal raum* räume* halle* ort lokal*
dress* suit* gown* tailor* | anzug* kleid kleider* kostüm* schneider*
flower* florist* bouquet* | blume* strauß* florist*
ramp* steps stairs wheelchair* step-free | rampe* stufe* treppe* rollstuhl* barrierefrei*
lift elevator* | aufzug* fahrstuhl* lift
driv* ride* car van lorry truck* transport* haul* shuttle* bus | fahr* fährt* auto wagen transporter* lkw bus spedition* shuttle* umzugsunternehm*
parking park | parkplatz* parken* stellplatz*
flight* fly plane* airport* | flug* fliegt fliegen* flieger*
hotel* accommodation* lodging* hostel* airbnb beds | hotel* unterkunft* übernacht* zimmer* pension*
ticket* fare* | ticket* fahrkarte* eintrittskarte*
treasurer* bookkeep* books accounts accountant* | kassenwart* kassier* kasse* buchhalt* bücher buchführung*
money fund* grant* sponsor* budget* pays paid payer* financ* | geld* förder* sponsor* zahlt bezahl* finanz* zuschuss*
invoice* bill bills paid pays payment* transfer* refund* reimburs* | rechnung* bezahl* überw* zahl* beglichen* erstattet*
price* quote* estimate* offer* cost* | preis* angebot* kostenvoranschlag* kosten kostet
insur* policy covered | versicher* police*
contract* lease* agreement* sign* | vertrag* mietvertrag* unterschr* unterzeichn*
cancel* terminat* notice* | kündig* gekündigt* storn*
licence* license* permit* permission* approv* authoris* authoriz* | genehmig* lizenz* erlaub* bewillig* freigabe* freigegeben*
lawyer* legal solicitor* attorney* | anwalt* anwält* jurist* rechtsabteilung*
tax taxes | steuer*
doctor* gp clinic* hospital* physician* | arzt* ärzt* klinik* krankenhaus*
dentist* tooth teeth | zahn* zahnarzt*
medicine* pills tablet* prescription* pharmac* | medikament* tablette* rezept* apotheke*
vet dog dogs puppy | tierarzt* hund* welpe*
cat cats kitten* | katze* kater*
babysit* childcare nursery daycare nanny minder | kita* babysit* kinderbetreuung* tagesmutter* kindergarten*
school* teacher* class* | schule* lehrer* klasse*
tutor* lessons coach* train* teach* | nachhilfe* unterricht* trainer* schult schulung* einarbeit* eingearbeitet*
clean* cleaner* tidy | putz* reinig* saubermach* sauber
volunteer* helper* helps help hand hands temp | aushilfe* hilft helfer* helfen* ehrenamt* hilfskraft*
hire* hiring recruit* candidate* applicant* vacancy starts joins joined | einstell* bewerb* kandidat* stelle* fängt anfängt eingestellt*
replac* successor* takes stand-in substitute* cover covers | nachfolg* vertret* vertritt springt einspring* eingesprungen ersatz* ersetz* übernimmt übernehm*
maintain* owner* owns keeps keeper looks responsible charge | betreu* pflegt verantwort* zuständig* kümmert
plan plans plann* architect* | plan plant plane* planung* architekt*
lead leads chair* head heads | leit* vorsitz*
translat* | übersetz*
writ* author* draft* wrote text | schreib* geschrieben* verfass* entwurf* text
review* reviewer* proofread* looked read went nits comments feedback | korrektur* gegengelesen* durchgesehen* review* gelesen* anmerkung*
judge* jury | jury* juror* richter*
speaker* keynote* talk* lecture* | redner* referent* vortrag* spricht
moderat* host hosts | moderat* moderier*
interview* | interview* gespräch*
sound mix* mixes audio engineer* | ton tontechnik* mischt abmisch*
hum noise* noisy buzz* hiss* clean quiet silent cable | brumm* rausch* lärm* laut leise ruhig* still
microphone* mic mics | mikro*
logo* mascot* emblem* cover artwork art paint* draw* drew design* illustrat* | logo* zeichn* gezeichnet* entwurf* entworfen* gestalt* titelbild* illustr* gemalt*
poster* flyer* leaflet* banner* | plakat* flyer* aushang* aushäng*
sign plate | schild* türschild*
print* printer* printed printing | druck* gedruckt* druckerei*
website* site page* web homepage | webseite* website* internetseite* seite homepage*
domain* dns | domain* dns
newsletter* mailing bulletin circular | newsletter* rundbrief* rundschreiben*
letter* mail mailed post posted stamp* | brief* post versand* verschick* abgeschickt* porto*
parcel* package* shipping shipped deliver* shipment* courier* | paket* liefer* geliefert* versand* sendung*
order* ordered deliver* arriv* came | bestell* geliefert* angekommen* eingetroffen* kam kommt
buy bought purchas* shop* got get | kauf* gekauft* besorg* beschaff*
borrow* lend* lent loan* | leih* geliehen* ausgeliehen* verleih*
rent* landlord* lease | miet* vermieter*
search* look looking find found seek* | such* gesucht* gefunden* finde*
ask ask* asked said yes agree* agreed confirm* promised | frag* gefragt* anfrag* zugesagt* zusage* sagt einverstanden* bestätig*
call* phone* ring rang telephon* | anruf* angerufen* telefon* rückruf*
number* phone | nummer* telefonnummer* rufnummer* anschluss*
book* booked reserv* booking* | buch* gebucht* reservier*
apply appl* submit* application* filed handed | antrag* beantrag* eingereicht* einreich* abgegeben* abgabe*
passport* visa id | pass reisepass* visum* ausweis*
repair* fix fixed mend* mechanic* plumber* technician* workshop* electrician* handyman | reparier* reparatur* monteur* handwerker* klempner* elektriker* techniker* werkstatt* instand*
leak* drip* wet dry tight seal* | leck* undicht* dicht* tropf* trocken* nass
water pipe* tap plumb* | wasser* rohr* hahn
heat* heater* boiler* radiator* warm cold | heiz* warm kalt kessel* therme*
cool* cooling fridge* aircon* air-con* ac chiller* | kühl* klima* kühlschrank*
light* lamp* bulb* bright dark | licht* lampe* leucht* birne* dunkel hell
power electric* socket* generator* battery batteries cell cells | strom* steckdose* akku* batterie* generator*
key keys lock* locksmith* | schlüssel* schloss* schlüsseldienst*
door* gate | tür* tor
window* pane glass glazier* | fenster* scheibe* glas*
roof* felt tiles shingle* | dach* ziegel*
wall* plaster* paint* decorat* | wand wände* putz maler* streich* gestrichen*
floor* carpet* tile* | boden* fußboden* teppich* fliesen*
chair* table* desk* furniture* seat* | stuhl* stühle* tisch* möbel*
bed mattress* | bett* matratze*
clock* hour time timezone utc | uhr* uhrzeit* zeit* stunde* zeitzone*
calendar* slot appointment* schedul* | termin* kalender*
archive* storage cellar shelf shelves files | archiv* lager* keller* regal* akten*
space disk full storage gigabyte* | speicher* platte* platz voll
backup* restore* snapshot* | backup* sicher* wiederherstell*
secret* password* credential* token* | passwort* kennwort* geheim* zugangsdaten*
certificate* cert certs tls ssl expir* | zertifikat* tls
server* host machine* vm | server* rechner* maschine*
laptop* notebook* macbook* computer* | laptop* notebook* rechner*
slow* latency fast* quick* performance timeout* speed* | langsam* schnell* dauert ladezeit* latenz* tempo*
crash* segfault* panic* stable | absturz* abstürz* abgestürzt* stabil*
flaky flake* intermittent* green passes | flaky grün*
memory leak* oom heap rss | speicher* leck*
build* ci pipeline* compile* green | build* pipeline*
docs documentation readme manual guide man page* | doku* anleitung* handbuch* readme*
test* tests coverage | test* getestet*
bug* fix fixed patch* regression* | fehler* bug* behoben*
log logs logging journald | log logs protokoll*
figure* plot* chart* graph* fig | abbildung* grafik* diagramm* abb
sample* specimen* | probe* proben*
sensor* gauge* probe* | sensor* fühler* messgerät*
measure* measurement* reading* readings | mess* gemessen* messung* messwert*
calibrat* reference | kalibrier* geeicht* eich*
paper* manuscript* article* preprint* submission* resubmit* | paper* artikel* manuskript* aufsatz*
abstract* summary | abstract* zusammenfassung*
data dataset* | daten* datensatz*
ethics approval irb | ethik* votum*
seed* plant* sow* crop* potatoes | saat* samen* pflanz* säen* gesät* setzling*
rat rats mice pest* trap* poison | ratte* maus mäuse* schädling* falle*
tool* spanner drill mower* | werkzeug* bohrmaschine* mäher*
tent* marquee* pavilion* | zelt* pavillon*
toilet* loo loos portaloo* | toilette* klo*
first-aid medic medics paramedic* | sanitäter* erste-hilfe*
security guard* steward* marshal* | security* ordner* wachdienst* streckenposten*
costume* outfit* | kostüm*
script* screenplay* | skript* drehbuch*
actor* cast role | schauspieler* darsteller* rolle* besetzung*
gift* present* | geschenk*
name* named call* title* | name* heißt heißen titel* nennen*
color* colour* blue red green yellow | farbe* blau* rot* grün* gelb*
size* fit fits | größe* passt passen*
jingle* theme tune* | jingle* melodie*
wlan wifi wi-fi router* internet network* | wlan netz fritzbox* router*
speaker* amp amplifier* | boxen lautsprecher* verstärker* musikanlage*
scanner* scan* barcode* | scan* barcode*
feed roller* jam jams jammed | walze* papierstau* stau
fax line | fax*
"""


def plain(word: str) -> str:
    """The word without umlauts, which come and go in a word's forms: `Tenor`, `Tenöre`."""
    return word.translate(_PLAIN)


@cache
def _tables() -> tuple[Mapping[str, frozenset[str]], Mapping[str, frozenset[str]]]:
    """The things of whole words, and of beginnings of words."""
    whole: dict[str, set[str]] = {}
    begun: dict[str, set[str]] = {}
    for number, line in enumerate(_THINGS.strip().splitlines()):
        for word in line.replace("|", " ").split():
            table, key = (begun, word[:-1]) if word.endswith("*") else (whole, word)
            table.setdefault(plain(key), set()).add(f"~{number}")
    return (
        {word: frozenset(things) for word, things in whole.items()},
        {word: frozenset(things) for word, things in begun.items()},
    )


@lru_cache(maxsize=_KEPT)
def things_of(word: str) -> frozenset[str]:
    """What a folded word may speak of; nothing for most."""
    word = plain(word)
    whole, begun = _tables()
    found = set(whole.get(word, ()))
    for length in range(3, len(word) + 1):
        found |= begun.get(word[:length], frozenset())
    return frozenset(found)
