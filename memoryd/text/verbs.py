# ruff: noqa: E501 - tables of words read better unbroken
"""Verbs as they stand in sentences, in English and German: where a statement's subject ends. Pure."""

from __future__ import annotations

_BE = """is are was were am isn't aren't wasn't weren't has have had hasn't haven't hadn't will won't must
may can cannot can't cant does doesn't doesnt do don't dont did didn't didnt isnt arent wont shall should needs
costs gets got became becomes"""
_VERBS = """accept add allow approve arrive ask back begin belong block break bring build buy call carry cause
change close come compare contain cost crash cut deadlock decide delete depend deploy drop end enter
expect expire expose fail fall fetch finish fix follow found generate get give go grow handle happen
hang held hold ignore import include install join keep land last lead leak leave lie listen live
load lose mail maintain make manage map mean measure merge mount move name need occur open own pass
pay point prefer produce provide publish push put raise reach read receive refuse regress release
remove render replace report request require reset reside restart return rotate sell send serve set
ship show sign sit speak stand start stay stop store study support switch take talk tell throw time
trigger turn upgrade use visit wait want watch weigh win work write scrape hit lock exceed overlap
overwrite truncate swallow drive play teach collect consist sleep spend travel wear like love hate
roll migrate rename bump revert restore rewrite lower increase reduce resolve solve extract
configure enable disable create update commit tag track confirm verify implement refactor split
graduate marry rent retire adopt order apply attend inherit plant paint launch complete learn
water shoot lend hand fight swear borrow owe bake cook knit volunteer commute coach celebrate breed
earn expand struggle suffer recover inspect repair donate host organize organise schedule book plan
promise cycle swim hike climb dance sing remember admire realize realise recommend crochet meditate pray translate proofread refurbish
accompany acknowledge advise analyse analyze appreciate argue arrange assemble assume avoid believe
browse chop choose complain concentrate consider contribute convert crave dedicate deserve develop
discover discuss disagree distinguish encourage enjoy evaluate examine explain explore forget gather
hear hope identify imagine improve indicate inspire insist intend introduce invest invite motivate
navigate observe participate perform preserve prevent procrastinate protect recycle reflect rehearse
relate relax rely remind repeat represent rescue respond seem specialise specialize suggest
supervise suppose suspect reckon warn whisper wonder"""
_PAST = """began broke brought built bought came chose cost cut fell found got gave went grew held kept led
left lay lost made meant met paid put read ran said sold sent set shut sat spoke stood took taught
told threw wrote won hung hit hid drew drove ate slept spent wore rewrote rose sank shrank split
lent fought swore owed bred swam sang bit lit tore hurt bet stuck lies runs run logs ran passes does goes"""
_OTHER_PAST = """knelt dreamt spun wove strode slung sprang swung clung crept dealt dug dwelt fled flung forbade forgave
froze ground leapt mistook overcame overslept rode rang shook shone shot slid smelt snuck spelt spilt spat stole stung
stank strove swept undid upset woke wept withdrew wound wrung bore beat became bent bid bled blew burnt burst caught drank
fed felt flew forgot had heard knew laid learnt let quit saw sought struck thought understood"""
_OTHER_VERBS = """step draw code mentor foster tutor garden fish hunt sew weave blog vlog podcast skate ski surf jog
babysit telecommute freelance moderate lease train groom feed mow grill fry steam juggle strum
whistle hum act direct film edit type debug rebase review aim annotate balance base bet bike breathe
brew brush camp care catch check clean clear click color-code colour-code combine commit count cover
cross cut design dig doubt dream drink dry dust eat envy escape estimate exercise face favor favour
fear feel fill find fit fly focus freeze grab greet guess guide help hire indent influence interview
iron journal judge jump keep kick kiss label laugh lift limit list measure meet mention mind mix
monitor note notice number object offer open organise outline owe pack park pause peel pick pin
pitch polish post pour practice practise praise present print process produce program prune publish
pull question quote race rate recall record refer refill refrigerate regret research respect rest
rewatch rewind ride rinse rub sail salt save scan season see seek separate serve sew share shop skip
smell smoke snack solder soak sort sound spend spot spread stitch stretch strive struggle stress
stroll supply sweep swap tailor taste tend test thank tie tidy touch trade trust tune twist value
vary view vote wake walk warm wash waste watch welcome whisk wish worry worship wrap yell"""
# As often nouns: verbs only where nothing else is.
_NOUNS = """back backs block blocks build builds call calls change changes close cost crash crashes cut cuts
drive drives drop drops end ends fix hit hits hold import imports last lead leak leaks load loads
lock locks logs mail map maps mount move moves name names need order orders pass play plays point
points push read release releases report rent rents reports request requests reset restart return returns run
runs set sets show sign stand start starts stay stop store stores study support switch tag tags time
times track turn update updates upgrade use visit wait watch win work works write writes"""
_GERMAN = """ist is sind war waren bin wird werden wurde wurden hat haben hatte hatten habe hab kann können konnte
konnten muss müssen musste darf dürfen durfte soll sollen sollte will wollen wollte möchte mag mögen
läuft laufen lief liefen liegt liegen lag lagen lauscht heißt heißen hieß gehört gehören kostet
kosten kostete dauert dauern dauerte startet starten startete beginnt beginnen begann endet enden
endete braucht brauchen brauchte benötigt benötigen nutzt nutzen nutzte verwendet verwenden
verwendete unterstützt unterstützen wohnt wohnen wohnte lebt leben lebte arbeitet arbeiten arbeitete
gilt gelten galt enthält enthalten enthielt besteht bestehen bestand basiert speichert speichern
akzeptiert erwartet verlangt leitet leiten betreut betreuen studiert spricht sprechen fährt fahren
fuhr spielt spielen zeigt zeigen zeigte hängt hängen hing verfällt öffnet schließt umfasst stammt
stammen wiegt misst nimmt nehmen nahm steht stehen stand standen stellt stellte kommt kommen kam
kamen geht gehen ging gibt geben gab macht machen machte bleibt bleiben blieb verschluckt verschlang
verliert verlor fehlt fehlen tritt trat entstand entsteht verschwindet bekommt bekam bringt brachte
hält halten hielt lässt lassen ließ schreibt schreiben schrieb liest las findet fand funktioniert
funktionieren klappt baut bauen passt schickt sendet liefert liefern lieferte legt setzt setzen
setzte steckt steckte scheiterte schlug brach fiel crashte stürzte verursachte verursacht löst löste
trägt trug übernimmt kümmert prüft zieht zog zogen vergleicht verglich verglichen ignoriert
ignorierte überschreibt überschrieb erzeugt erzeugen erreicht hört beträgt betrug betragen umgeht
schläft isst trinkt kocht verkauft kaufte kauft feiert heiratet heiratete lernt unterrichtet sitzt
saß gewann verbraucht blockiert blockierte antwortet antwortete"""
_ADVERBS = """just recently also eventually already really still usually always never finally definitely actually
even once now currently only mostly both all successfully then first gerade auch"""
_PREPOSITIONS = """on at in to from for with as by of under into via auf unter in im bei mit als für von vom an am aus
nach durch über zu zum zur"""
_DETERMINERS = """the a an our my own your his her their its this that these those no any each every of in on at by for
with from to der die das den dem des ein eine einen einem einer kein keine mein meine unser unsere"""
_THIRD = """am=is have=has do=does need=needs know=knows understand=understands try=tries think=thinks
'm=is read=reads cost=costs don't=doesn't haven't=hasn't run=runs bin=ist
habe=hat hab=hat werde=wird fahre=fährt spreche=spricht lese=liest esse=isst nehme=nimmt trage=trägt
sehe=sieht schlafe=schläft laufe=läuft lasse=lässt lass=lässt lade=lädt halte=hält gebe=gibt pendle=pendelt sammle=sammelt"""
_SAME = """will can must was had cut put set may cannot can't won't should did didn't mag kann muss darf möchte
hatte konnte wurde musste"""


def _forms(verb: str) -> set[str]:
    """How an English verb stands in a sentence."""
    stem = verb.removesuffix("e")
    return {verb, third_of(verb), f"{stem}ed", f"{stem}{verb[-1]}ed", f"{verb[:-1]}ied" if verb.endswith("y") else verb}


def third_of(verb: str) -> str:
    """`try` → `tries`, `fix` → `fixes`."""
    if verb.endswith("y") and verb[-2:-1] not in tuple("aeo"):
        return f"{verb[:-1]}ies"
    return verb + ("es" if verb.endswith(("s", "sh", "ch", "x", "o")) else "s")


BARE = frozenset(_VERBS.split())
"""English verbs as they stand where somebody is told what to do."""
PAST = frozenset(_PAST.split())
ANY_PAST = PAST | frozenset(_OTHER_PAST.split())
"""Whatever may be the past behind who speaks, though elsewhere it is a noun: `I saw`, `I ground the beans`."""
OF_ONESELF = BARE | frozenset(_OTHER_VERBS.split())
"""The same of verbs as they stand there: `I garden`, `I still remember`."""
ENGLISH = frozenset({form for verb in _VERBS.split() for form in _forms(verb)} | PAST | set(_BE.split()))
NOUNS = frozenset(_NOUNS.split())
GERMAN = frozenset(_GERMAN.split())
ADVERBS = frozenset(_ADVERBS.split())
PREPOSITIONS = frozenset(_PREPOSITIONS.split())
DETERMINERS = frozenset(_DETERMINERS.split())
THIRD = dict(pair.split("=") for pair in _THIRD.split()) | {word: word for word in _SAME.split()}
"""The third person where no rule makes it."""


_SAYING = """say says said saying tell tells told ask asks asked mention mentions mentioned replied answered wrote
claimed sage sagt sagte meinte erzählte erwähnte fragte antwortete schrieb berichtete behauptete"""
_SPEECH = frozenset(_SAYING.split())
_OF_SPEECH = frozenset(("has", "have", "had", "hat", "habe", "hatte", "also", "just", "then"))


def only_reports(predicate: str) -> bool:
    """Whether it tells that something was said, and not what is so: `said that`, `has told`, `sagte`."""
    words = predicate.casefold().replace("_", " ").split()
    return any(word in _SPEECH and _OF_SPEECH.issuperset(words[:at]) for at, word in enumerate(words[:3]))


TASKS = (
    r"(?:send|call|check|fix|prepare|book|buy|schedule|review|e-?mail|update|finish|follow up|get back|look into|look at why|submit|deploy|test|write|draft|order|pick up|set up|merge|ask|contact|cancel|"
    r"renew|pay|confirm|clean|document|add|remove|rename|bump|migrate|upgrade|downgrade|rotate|investigate|refactor|implement|replace|move|translate|benchmark|profile|rebase|revert|restart|reboot|"
    r"change|adjust|raise|lower|increase|reduce|extend|delete|create|file|open|close|resolve|patch|port|split|convert|enable|disable|configure|install|publish|release|tag|squash|back up|restore|"
    r"ring|phone|chase(?: up)?|nudge|ping|dig out|proofread|drop off|top up|settle|let \w+ know|mow|bring|swap|hang|fetch|pass on|remind|hire|post|deliver|count|feed|grease|register|hand in|return|repair|replace|water|clean up|wash|collect|measure|re-?run|re-?check|verify|validate|archive|invite|organi[sz]e|arrange|reserve|apply|sign|scan|print|figure out why|take care of|make sure|see to|sort out|track down|plan)"
)
"""A pattern of what English speakers ask each other to do."""
