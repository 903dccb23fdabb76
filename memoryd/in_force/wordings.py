# ruff: noqa: E501 - tables of words read better unbroken
"""The words by which a brief tells what has changed and what was turned down, in English and German."""

from __future__ import annotations

from memoryd.patterns import pattern as lazy_pattern
from memoryd.text.verbs import TASKS

CHANGED = lazy_pattern(
    r"(?i)(?:^|[.!?:] )(?:ok(?:ay)?|then|so|dann|also|gut),? (?=\w)|\b(?:now|instead|no longer|any ?more|switch\w*|chang\w*|mov\w*|migrat\w*|renam\w*|replac\w*|rais\w*|lower\w*"
    r"|bump\w*|extend\w*|postpon\w*|push\w*(?: \S+){0,5} (?:back|to)|brought forward|upgrad\w*|downgrad\w*|reschedul\w*"
    r"|slip\w*|(?:go|goes|went|gone|going|has to go) (?:up|down|to)|ris(?:es?|en|ing)|rose|fell|falls|revis\w*|correct\w*|actually|turns out|new|update|increas\w*|decreas\w*|make (?:it|that) (?=\d)|is final|cut to|slowed|sped|halv\w*|doubled|shortened|stretched|(?:up|down) (?:to|from) (?=[$€£]?\d)|erst (?:am|ab|um|im) (?=\S*\d)|reduc\w*|shift\w*|delay\w*"
    r"|jetzt|stattdessen|statt|nicht mehr|nur noch|(?:ge)?st[ei][ei]g\w*|(?:ge)?s[iu]nk\w*|(?:agreed|said yes|settled) (?:to|on|at) [$€£]?(?=\d)|(?:geeinigt|einigen uns) auf|gilt ab|wandert|wechsel\w*|gewechselt|umgestellt|umgestiegen"
    r"|stell\w* .{1,60} um|geändert|planänderung|änderung|verschob\w*|(?:ver)?schieb\w*|umbenannt|ersetzt|erhöht|gesenkt"
    r"|verlängert|verkürzt|vorgezogen|doch|korrektur|neue?[rsnm]?|inzwischen|mittlerweile|ab sofort)\b"
)
"""Something is no longer as it was."""
CHOICE = lazy_pattern(
    r"(?i)\b(?:let['’]s|go(?:ing)? with|us(?:e|es|ing)|pick(?:ed)?|chos\w+|choose|decid\w+|hosted|hosting|runs?|running"
    r"|stor\w+|built|written|with|licen[cs]e|stack|deploy\w*|nehmen|nehme|nimm|setzen?|verwend\w+|nutz\w+|läuft|gehostet"
    r"|mit|auf|entschieden|lizenz)\b"
)
"""What is used, or where something runs."""
_NAME = r"(?P<old>[A-ZÄÖÜ][\w+#-]*(?:[./][\w+#-]+)*(?: \d[\w.]*)?|[^\W\d_]*[\d_./+#-][\w./+#-]*\w)"
_ARTICLE = r"(?:the |our |old |der |die |das |den |dem |alte[nrs]? |unser(?:e|en|em)? )*"
_NOT_HELPED = (
    r"(?=\s)(?!(?i:[^.!?;]{3,60}[,.;] ?(?:so |and |then |also |und |deshalb |daher )*"
    r"(?:(?:I|we) (?!replac|dropp|remov|swapp|ditch|kick|threw|took|moved|switch|stopp|left|cancel|turned)\w+|(?:habe?n?|gaben?) (?:ich|wir)) (?:it|them|its|their|ihm|ihr|ihnen)\b))"
)
"""Behind a name: what is too slow or too small is not over where somebody did something about it."""
SENT_OUT = lazy_pattern(
    r"(?i)\b\w*(?:rechnung(?:en)?|angebote?|mails?|briefe?|pakete?|bestellung(?:en)?|antwort(?:en)?|einladung(?:en)?|newsletter|lieferung(?:en)?|meldung(?:en)?|mahnung(?:en)?|anträge?|antrag|bewerbung(?:en)?|post|ware|formulare?"
    r"|invoices?|quotes?|offers?|letters?|parcels?|packages?|orders?|repl(?:y|ies)|invitations?|invites?|shipments?|reminders?|applications?|reports?|forms?|releases?|announcements?)\b(?:[ -](?!(?:ist|sind|is|are)\b)[\w.#&]+){0,6}"
    r" (?:ist|sind|is|are|went|ging(?:en)?)(?: (?:now|already|finally|just|jetzt|nun|schon|endlich|heute|gestern|bereits|seit \w+)){0,2} (?:raus|out|off)\b(?! of\b)"
)
"""What is out because it was sent, and not because nobody wants it any more: `the invoice for Meier is out`."""
GOES_OUT = lazy_pattern(
    r"(?i)(?<!wir )(?<!ich )\b(?:geh(?:t|en|n)|ging(?:en)?)\b(?:\d\.|[^.!?;]){0,60}?\braus\b"
    r"|\b(?:muss|müssen|soll(?:te|en|ten)?)\b(?:\d\.|[^.!?;]){0,40}?\b(?:noch|bis|heute|morgen|am|\w+tag|mittwoch)\b(?:\d\.|[^.!?;]){0,30}?\braus\b"
)
"""What is sent, or is to be by a day: `die Einladungen gehen Freitag raus`."""
OLD = (
    lazy_pattern(
        r"\b(?i:instead of|rather than|in place of|replac(?:es?|ed|ing)|away from|drop(?:s|ped|ping)?|ditch(?:ed|ing)?|abandon(?:ed|ing)?"
        r"|ripp(?:ed|ing) out|kick(?:ed|ing) out|thr(?:ew|owing) out|got rid of|get rid of|giv(?:e|ing) up on|gave up on|stop(?:ped)? using|leav(?:e|ing)|remov(?:e|ed|ing)|retir(?:e|ed|ing)|turn(?:ed|ing)? off"
        r"|no longer (?:use|using|on|with|in)|no more|off|(?-i:old)|previous|former|statt|anstatt|anstelle von|nicht mehr(?: mit| auf| in| bei)?"
        r"|weg von|kein(?:e|en)? mehr|verwerfen|streichen|ersetzen|ersetzt|abgelöst|bisherige[nrs]?|frühere[nrs]?|(?-i:alte[nrs]?))\s+" + f"(?i:{_ARTICLE})" + _NAME
    ),
    lazy_pattern(r"(?i)\b(?:instead of|rather than|statt|anstatt)\s+" + _ARTICLE + r"(?P<old>[\w./+#-]+)"),
    lazy_pattern(r"(?i), (?:and |und )?(?:not|nicht) (?P<old>[\w./+#-]+)\s*[.!]?$"),
    lazy_pattern(
        r"(?P<old>(?<![\w.])[A-ZÄÖÜ]\w+)(?i: (?:can(?:no|['’])t|cannot|won['’]t|will not|doesn['’]t|no longer|kann|macht|wird) [^.!?]{0,60}"
        r"\b(?:takes? over|took over|instead|übernimmt|springt ein|stattdessen))\b"
    ),
    lazy_pattern(
        r"(?P<old>(?<![\w.])[A-ZÄÖÜ]\w+)(?i: (?:(?:has|have) left|left (?:us|our|the)|(?:has |have )?(?:quit|retired|resigned)|hat (?:gekündigt|aufgehört)|ist (?:in rente|ausgeschieden|nicht mehr (?:dabei|zuständig))))\b"
    ),
    lazy_pattern(r"(?i)\b(?:from|von)\s+(?P<old>[\w./+#:-]+(?: [\w./+#-]+)?)\s+(?:over )?(?:to|into|auf|zu|nach)\b"),
    lazy_pattern(r"(?P<old>[\w./+#-]+)\s*(?:→|->|=>)\s*\S"),
    lazy_pattern(r"(?i)\bnot\s+(?:in |on |at |with |by )?(?P<old>[\w./+#-]+)\s*(?:,|any ?more|but)"),
    lazy_pattern(r"(?i)\bnicht\s+(?:in |im |auf |am |mit |bei |bis )?(?P<old>[\w./+#-]+)\s*,?\s*sondern\b"),
    lazy_pattern(
        _NAME + _NOT_HELPED + r"(?i:\s+(?:is|are|was|has been|ist|sind|wurde|wird|fliegt|fällt|kommt|hat|did|does|do)\s+(?:now |jetzt |nun |uns )?(?:switched off|turned off|shut down|out|off|dead|gone|history"
        r"|dropped|abandoned|scrapped|retired|replaced|deprecated|removed|n't|not (?:work|scale|fit|cut it)|too \w+|raus|weg|vom tisch|verworfen|gestrichen"
        r"|ersetzt|abgelöst|abgeschaltet|abgekündigt|zu \w+|nicht (?:funktioniert|gereicht|infrage|in frage)|nicht mehr))\b"
    ),
    lazy_pattern(
        _NAME + r"(?i:\s+(?:da |dann |jetzt |is |are |ist |sind |then |now )*(?:nicht (?:mehr )?(?:frei|verfügbar|lieferbar|erhältlich|vorrätig|zu haben)"
        r"|ausverkauft|vergriffen|not (?:available|in stock|to be had)|unavailable|sold out|out of stock)\b)"
    ),
    lazy_pattern(
        r"(?i)(?:^|[.,;:!?–—] +)(?P<old>[\w+#-]+) (?:(?:is|are) (?:now )?(?:out|gone)|(?:ist|sind) (?:jetzt |damit )?(?:raus|weg))\s*(?:[.,;!–—]|$)"
    ),
    lazy_pattern(
        r"(?i)(?<![\w.,:-])(?P<old>\d[\d.,]*(?: ?[%€$]| [^\W\d_]{3,})) (?:is |are |was |were |ist |sind |war |waren |still |noch |immer )*(?:much |far |way |viel )?(?:too \w+|zu (?:lang|kurz|hoch|niedrig|spät|früh|langsam|schnell|groß|klein|viele?|wenige?|teuer|billig|knapp|eng|breit|schwer|weit)\b)"
    ),
    lazy_pattern(r"(?i)\b(?:instead of|rather than|in place of|replac(?:es?|ed|ing)|statt|anstatt|anstelle von|ersetzt)\s+" + _ARTICLE + r"[£$€]?(?P<old>\d{1,3}(?:[.,]\d{3})+)\b"),
    lazy_pattern(_NAME + r"(?i:\s+(?:raus|weg|abschalten|abschaffen|loswerden|verabschieden|didn['’]t (?:work|scale|fit)|won['’]t do|got too \w+)\b)"),
)  # fmt: skip
"""What is no longer so, as `old`."""
REFUSES = lazy_pattern(
    r"(?i)(?:(?:I|we|she|he|they) (?:said|told (?:him|her|them)|say) (?:absolutely |definitely |flatly )*(?:no|not)\b|absolutely not\b"
    r"|(?:das )?(?:hab\w*|hat|haben) (?:ich|er|sie|wir) (?:das )?(?:abgelehnt|abgesagt)\b|kommt (?:gar )?nicht (?:infrage|in frage)\b)|(?:\S+(?: \S+){0,3}[.!] )?(?:no|nope|nah|no way|drop it|forget it|nein|nee|lieber nicht|lassen wir|auf keinen fall)(?: thanks| thank you| danke| way)?\s*(?:[.!,;]|$)"
)
"""A sentence that begins by turning down what was said right before it."""
PROPOSES = lazy_pattern(
    r"(?i)\b(?:I['’]d|I would|you could|shall I|should I|we could|ich würde|ich schlage|soll ich|sollen wir|wir könnten|Sie könnten)\b"
)
"""An agent says what it would do, and nobody has said yes."""
PERHAPS = lazy_pattern(
    r"(?i)(?:(?:hm+|well|and|also|so|ok(?:ay)?|btw|hey|und|naja),? )*(?:maybe|perhaps|possibly|vielleicht|eventuell|evtl\.?|womöglich)\b"
)
"""Nobody is sure of it yet."""
REFUSES_BEFORE = lazy_pattern(
    r"(?i)(?:[^.!?\n]{1,60}, )?(?:no|nope|nah|nein|nee|no way|lieber nicht|auf keinen fall)(?: thanks| thank you| danke)?\s*(?:[.!,;]|$)"
)
"""A message that begins by turning down what was put up in the one before, also with its reason first."""
PUTS_UP = lazy_pattern(
    r"(?i)\?|\b(?:offer\w*|quot(?:e|ed|es|ation)|propos\w+|suggest\w*|idea|pitch\w*|wants|would like|maybe|angebot\w*|vorschlag\w*|vorgeschlagen"
    r"|schlägt|idee|möchte|(?<!ich )will|vielleicht)\b"
)
"""Something is asked, offered, wanted by others or thought of, and not settled."""
OFFERS = lazy_pattern(
    r"(?i)\b(?:offer\w*|quot(?:e|ed|es|ation)|propos\w+|suggest\w*|idea|pitch\w*|angebot\w*|vorschlag\w*|idee)\b"
)
"""What follows it belongs to an offer."""
REFUSED = lazy_pattern(r"(?i)[\w\"'”“)][.!?…] (?:no|nope|nah|nein|nee)[.!,;]")
"""A sentence that does so in its midst."""
OPEN_LABEL = lazy_pattern(
    r"(?i)(?:also |still |weiterhin |noch )?(?:open|offen|to ?do|pending|outstanding|ausstehend|missing|fehlt)\b[^:.!?]{0,12}:\s+\S"
)
"""A line that lists what is open."""
PROBLEM = lazy_pattern(
    r"(?i)\b(?:crash\w*|fail\w*|broken?|breaks|bugs?|errors?|leaks?|hangs?|wrong|defect\w*|problem\w*|duplicat\w*|drain\w*|(?<!write )(?<!note )(?<!put )(?<!\bit )(?<!\bthat )(?<!\bthis )(?<!\bthem )down(?! (?:the|to|by|from|here|there)\b)|(?:ci|builds?|pipelines?|tests?|checks?|runners?|suites?|jobs?|main|master|nightly)\b[^.!?]{0,30}\bred|awful\w*|terribl\w*|horribl\w*|slow|unavailable|sold out|too (?:low|high|long|short|late|early|slow|big|small|much|many|few|expensive)"
    r"|kaputt|defekt|fehler\w*|abst\w*rz\w*|st\w*rzt ab|h\w*ngt|gesprungen|undicht|schaden|schrecklich\w*|furchtbar\w*|langsam\w*|nicht (?:frei|verfügbar|lieferbar)|ausverkauft|zu (?:lang|kurz|hoch|niedrig|spät|früh|langsam|groß|klein|viel|viele|wenig|wenige|teuer|knapp))\b"
)
"""It tells that something does not work, which ends when it is mended."""
REPAIR = lazy_pattern(
    r"(?i)(?P<said>[\w’'-]+),? (?:(?:äh+m?|uh+m?|er+m?|um+|oh)[,.]* (?:nee|nein|ne|no|sorry|I mean|ich meine|quatsch)|(?:no wait|quatsch|scratch that),)[,.]* (?=\w)"
)
"""A word that is taken back as soon as it was said, with what takes it back."""
ASKS_OPINION = lazy_pattern(
    r"(?i)(?:\b(?:any )?(?:thoughts|ideas|opinions?)|what do you (?:think|say|reckon)|was (?:meinst|denkst|sagst) du|was (?:meinen|sagen) sie|meinung(?:en)?(?: dazu)?|ideen)\W*$"
    r"|(?:^|[,.:;] )(?:I(?:['’]m| am| was)(?: just)? (?:thinking|wondering|considering)|(?:I )?suspect\b|(?:it['’]d|it would) be (?:nice|cool|great) to have\b|(?:let me|I['’]ll) (?:sleep|think) (?:on|over|about) (?:it|that)|(?:ich )?vermute\b|(?:ich )?überlege\b)"
)
"""An idea that is put up, and not stated."""
COUNTED = lazy_pattern(r"(?<![\w.,:-])(?P<value>\d[\d.,]*) (?P<of>[^\W\d_]{3,})\b")
_MEASURES = """sec second seconds min mins minute minutes hour hours day days week weeks month months year years tag tage tagen stunde stunden woche
wochen monat monate monaten jahr jahre jahren minute minuten sekunde sekunden uhr percent prozent eur euro euros usd dollar dollars
pound pounds quid times mal and und bis von oder the per pro for für people more new other others with mit im am ist
jan january januar feb february februar mar march märz apr april may mai jun june juni jul july juli aug august sep sept september
oct okt october oktober nov november dec dez december dezember grad degree degrees meter meters metres liter litres liters kilo kilos
gramm grams punkte points"""
EVERY = lazy_pattern(
    r"(?i)\b(?:every|each|alle|jede[nrs]?) (?P<often>\d[\d.,]*|other|second|half(?: an)?|two|three|halbe|zwei|drei|paar|) ?(?P<of>seconds?|sec|s|minutes?|mins?|hours?|h|days?|nights?|mornings?|weeks?|months?|sekunden?|stunden?|minuten?|tage?|nächte|nacht|wochen?|monate?)\b"
)
"""How often something is done."""
INSTEAD = lazy_pattern(r"(?i)\b(?:instead(?! of)|stattdessen)\b")
"""It stands in for what the sentence before it is about."""
AGREED_TO_DO = lazy_pattern(
    r"(?i)(?:\d{4}-\d\d-\d\d: )?(?:(?:(?:agreed|vereinbart|abgemacht):|let['’]?s) (?:(?:also|then|first|now|please|auch|dann|jetzt) )?(?!(?:move|change|adjust|raise|lower|increase|reduce|extend|replace|swap|cancel|convert|enable|disable|split|remove|open|close|plan|post)\b)"
    rf"(?:{TASKS}|build)\b(?! (?:it|that|this|them)?\s*$)"
    r"|(?:vereinbart|abgemacht): (?:[^\s:]+ ){1,12}(?:aktualisieren|anpassen|schreiben|schicken|senden|prüfen|reparieren|beheben|bestellen|buchen|anrufen|erneuern|ergänzen|hinzufügen|anlegen|einrichten|testen|vorbereiten|besorgen|kaufen|bezahlen|überweisen|eintragen|aufräumen|neu starten|fragen|nachfragen|erinnern|melden|mitteilen|nachreichen|abholen|besprechen|klären|zusammenstellen|erstellen|liefern|ausdrucken|drucken|reklamieren|hochladen|weiterleiten|verschicken|abschicken|abgeben|einreichen|heraussuchen|raussuchen|suchen|durchgehen|übersetzen|kontrollieren|(?:bescheid|termin) (?:geben|sagen|machen))\b(?: \([^()]*\))?[.! ]*$)"
)
"""What was agreed is a task and nothing that holds from then on."""
AGREED = lazy_pattern(r"(?i)(?:\d{4}-\d\d-\d\d: )?(?:agreed|vereinbart): ")
"""How what was agreed to is put."""
OFFERS = lazy_pattern(
    r"(?i)\b(?:(?:shall|should|may|can|could) I|(?:want|like|need) me to|I(?: can| could|['’]ll| will)|(?:soll(?:te)?|darf|kann|könnte) ich|ich (?:kann|könnte|werde)|(?:dass|wenn) ich)\b"
)
"""Somebody offers to do something themselves."""
REQUEST = lazy_pattern(
    rf"(?i)^\W*(?:(?:and|so|then|und|dann|also|ok(?:ay)?),? )?(?:(?:please|pls|bitte|(?:can|could|would) you|kannst du|könntest du|können sie) \S|(?:{TASKS}|build|look|find|have a look|try)\b(?! (?:is|are|was|were|has|have|had|stays?|remains?|runs?|goes|works?|gets|needs|looks|takes|comes|costs?|will|can|must|should|ist|sind)\b) \S"
    r"|(?:mach|guck|schau|sieh|prüf|such|schreib|bau|leg|lösch|finde|räum)(?:e|st du)?\b)|\b(?:(?:guck|schau|sieh|have a look)\b(?: mal| nach)?|pls|please|todo|bitte \w+en)\W*$"
)
"""Somebody is asked to do something."""
SEE_TO_IT = lazy_pattern(
    r"(?i)(?:^|[.!?,;:–—-]\s+)(?:(?:please|pls|bitte|so|das|we|I|wir|muss man|need(?:s)? to|have to|must|müssen|can you|kannst du)\s+)*"
    r"(?:(?:guck|schau|sieh)\w*(?: \w+){0,2}|(?:have a )?look(?: (?:at|into) (?:it|that|this))?|to-?do|fix(?: (?:it|that|this))?|fixen|beheben|reparieren|needs? (?:a )?(?:fix|look)(?:ing)?)(?: (?:please|pls|bitte|mal))*\W*$"
)
"""It ends by asking somebody to see to what it told: `…, have a look`, `…. bitte fixen`."""
OBJECTS = lazy_pattern(
    r"(?i)\W*(?:(?:but|hm+|aber) )?(?:no\b|nope|nein|nee\b|still\b|not\b|immer noch|noch immer|(?:it|that|das|es)(?: still)? (?:does|is|did|geht|stimmt|ist)(?:n['’]t| not| nicht)|(?:doesn|didn|isn)['’]t|geht (?:immer noch )?nicht)"
)
"""It begins by saying that something is not done."""
AFTER_ALL = lazy_pattern(r"(?i)\b(?:doch|after all|anyway|trotzdem)\b(?!\s*(?:nicht|kein|not\b))")
"""What was turned down holds again."""
MEASURES = frozenset(_MEASURES.split())
"""What many things are counted in, and what may stand behind a number without being counted."""
CLOSED = lazy_pattern(
    r"(?i)\b(?:done|finished|completed?|closed?(?: it)?|ticked off|erledigt|fertig|abgeschlossen|(?:ist|sind) durch)\b\s*(?:[.,!;]|$|mit\b|with\b)"
)
"""It tells that something is over."""
_THING = r"(?P<old>[^\W\d_][\w'’-]*(?: [\w'’-]+){0,3}?)"
_NO_OBJECT = r"(?:it|them|this|him|her|me|us|by|in|out|off|from|to|on|at|into|for|back|with)\b"
"""Behind a verb, none of these names what is given up: `she dropped it from the scope`."""
TURNED_DOWN = (
    lazy_pattern(
        rf"(?i)(?:^|[.,;:!?–—] +)(?:and |so |then |also )?{_ARTICLE}{_THING} (?:(?:is|are|was|were|has been|have been|goes|stays) )?(?:now |just |also |already )?"
        r"(?:(?:gone|removed|retired|obsolete|superseded|replaced|discontinued)(?=\s*(?:[.,;!–—]|$|for good))|(?:dropped|cancel+ed|scrapped|rejected|declined|ruled out|turned down|shelved|abandoned|thrown out)\b(?! (?:the|an?|my|our|his|her|their|your|its|that|these|those|both|it|them|us|me|\d[\d.,]*)\b)"
        r"|dead|off the table|off the list|not happening|out completely|out for good|history|f[ae]ll(?:en)? through|fell flat|sold out|booked out)\b"
    ),
    lazy_pattern(
        rf"(?i)(?:^|[.,;:!?–—] +){_ARTICLE}{_THING} (?:(?:ist|sind|wird|werden|wurde|wurden|bleibt|haben wir|fällt|fallen) )?(?:damit |jetzt |nun |auch )?"
        r"(?:gestrichen|verworfen|abgesagt|abgelehnt|gestorben|vom tisch|weg|hinfällig|vom plan|raus|geplatzt|flach|ins wasser gefallen)\b"
    ),
    lazy_pattern(
        rf"(?i)(?:^|[.,;:!?–—] +)(?:das mit |mit |aus )?{_ARTICLE}{_THING} (?:hat sich (?:leider )?zerschlagen|ist (?:leider |doch )?nichts geworden|wird (?:leider |jetzt |doch )*nichts(?: mehr)?(?=\s*(?:[.,;!–—]|$)))"
    ),
    lazy_pattern(rf"(?i)^{_ARTICLE}{_THING}: (?:no|nope|nein|drop(?:ped)?|gestrichen|cancel+ed|abgelehnt|rejected)\b"),
    lazy_pattern(
        rf"(?i)(?:^|[.,;:!?–—] +)(?:so |ok |okay |yes |right |and |then |also |dann )*(?:no|without|kein(?:e[nrs]?)?) {_THING}(?: then| anymore| any more| at all| dann| mehr)?\s*(?:[.,;!–—]|$)"
    ),
    lazy_pattern(
        rf"(?i)(?<!n['’]t )(?<!not )(?<!never )(?<!nicht )\b(?:drop|scrap|forget(?: about)?|never mind|cancel|ditch|skip) (?:the |that |our |this ){_THING}\s*(?:[.,;!–—]|$)"
    ),
    lazy_pattern(
        rf"(?i)(?:^|[.,;:!?–—] +)(?:and |so |ok |okay |also |then |und |dann )*(?:drop|scrap|forget(?: about)?|never mind|ditch|vergiss) (?:bitte |mal |einfach |please )*(?!(?:to|not|nicht|how|what|it|that|dass)\b){_ARTICLE}{_THING}\s*(?=[.,;!–—]|$)"
    ),
    lazy_pattern(
        rf"(?i)\b(?:I|we|she|he|they|(?:my|our|his|her) \w+|(?<![\w.])(?-i:[A-ZÄÖÜ])\w+)(?:['’](?:ve|s)| have| has)?(?: (?:just|finally|now|also|already))? (?:cancel+ed|dropped|ditched|scrapped|abandoned|got rid of|gave up(?: on)?|stopped using|quit using) (?!{_NO_OBJECT})(?:(?:the|our|my|that) )*{_THING}(?=\s*(?:[.,;!–—]|$| (?:and|in favou?r|for|because|since|so|yesterday|today|last|this)\b))"
    ),
    lazy_pattern(
        rf"(?i)(?:^|[.,;:!?–—] +|\bI(?:['’]ve| have)?(?: just| finally| now)? )(?:quit|resigned from|left my job at) (?!{_NO_OBJECT})(?:(?:the|our|my|that) )*{_THING}(?=\s*(?:[.,;!–—]|$| (?:for|because|since|so|yesterday|today|last|this)\b))"
    ),
    lazy_pattern(
        rf"(?i)\b(?:haben|habe|hab)(?: (?:ich|wir|jetzt|nun|endlich|gestern|heute))* {_ARTICLE}{_THING} (?:gekündigt|abgeschafft|abbestellt|rausgeworfen|rausgeschmissen|aufgegeben|gestrichen|abgesagt|abgemeldet)\b"
    ),
    lazy_pattern(
        rf"(?i)(?:^|[.!?–—] +){_ARTICLE}{_THING} lassen wir(?: doch| jetzt| lieber| weg| aus| sein| bleiben)*\s*(?:[.,;!–—]|$)"
    ),
)
"""A clause that turns something down, as `old`: what was said of it before is past."""
DENIES = lazy_pattern(
    r"(?i)n['’]t\b|\b(?:not|no|nobody|never|cannot|nor|gone|dead|without|hates?|avoids?|avoid|allergic|instead of|nicht|nix|ned|net|nie|niemals|niemand|kein\w*"
    r"|vorbei|ohne|hass\w*|allergisch|statt)\b"
)
"""A clause that says that something is not so, or not wanted."""
CLAUSE = lazy_pattern(r"[.!?;,–—]\s+|\s(?:and|but|und|aber)\s")
SWITCHED = lazy_pattern(
    r"(?i)\b(?:switch(?:ed|ing)?|mov(?:e|ed|ing)|migrat(?:e|ed|ing)|go(?:ing)? (?:back )?(?:to(?! be\b)|with)|chang(?:e|ed|ing)"
    r"|us(?:e|ing) \S+ (?:instead|now)|replaced? (?:it|that|them)|steigen?|wechseln?|wechsle|stellen?|ziehen?|gehen?|nehmen?"
    r"|umgestiegen|umgezogen|gewechselt|umgestellt)\b"
)
"""Something else is used from now on."""
ITEMS = lazy_pattern(
    rf"(?i)(?:, (?:and|und|sowie) (?=\S+ \S)|(?<!,) and (?=(?:then |also )?{TASKS}\b)|(?<!,) (?:und|sowie) (?=\S+ \S)|;\s+|,\s+(?:also|außerdem) |\s+TODO: )"
)
"""Between the items of one sentence; in English, which has the verb first, `the apps and games from my phone` is one."""
LISTS = lazy_pattern(
    r"(?i)(?:\S+ ){0,2}(?:open|to-?do|to (?:do|buy|get)|needed|missing|left|pending|outstanding|offen|fehl(?:t|en)|nötig|übrig|ausstehend|zu (?:tun|kaufen|besorgen|erledigen))\b[^:.!?,]{0,25}: "
)
"""It begins with what it lists: things that are to be done or got."""
FOR_NOW = lazy_pattern(
    r"(?i)\b(?:for (?:now|the moment|the time being)|temporar(?:y|ily)|in the meantime|meanwhile|interim|until (?:then|it|he|she|they|we)|vorerst|vorläufig|einstweilen|bis dahin|übergangsweise|zwischenzeitlich|fürs erste|erst ?mal|derweil)\b|(?:^|[.!?;] )solange\b(?! (?:der|die|das|ich|wir|es|sie|er|du|man)\b)"
)
"""It is to last for some time only, so that little shows that it is over."""
HOLDS_FOR_EACH = lazy_pattern(
    r"(?i)\b(?:every|each|all|any|anything|anyone|everything|everyone|everybody|jede[rsnm]?|alle[rsnm]?|alles)\b[^.!?;]{0,60}\b(?:must|needs?|has to|have to|requires?|muss|müssen|braucht|brauchen|darf|dürfen)\b"
    r"|\b(?:must|needs?|has to|have to|muss|müssen|braucht|brauchen)\b[^.!?;]{0,60}\b(?:every|each|jede[rsnm]?)(?: (?:one|time|einzelne[rsnm]?|mal)\b|\s*(?:[.,;!]|$))"
)
"""It holds for each, so that it is not done when one is: `every PR needs two reviews`."""
DROPS_IT = lazy_pattern(
    r"(?i)\b(?:(?:rip|throw|take|kick) (?:it|that) out|(?:drop|scrap|ditch|remove|replace) (?:it|that)|get rid of (?:it|that)|(?:weg|raus) damit"
    r"|(?:schmei(?:ß|ss)|werf|wirf|nimm|nehm)\w* (?:wir )?(?:es|das|den|die) (?:wieder )?raus)\b"
    r"|\b(?:switch(?:ed|ing)?|migrat(?:e|ed|ing)|mov(?:e|ed|ing)|chang(?:e|ed|ing)) (?:over )?to (?-i:[A-ZÄÖÜ])|\b(?:wechsel\w*|steigen|umgestiegen|stellen) (?:wir )?(?:jetzt )?(?:auf|zu|zum|zur) (?-i:[A-ZÄÖÜ])"
)
"""What is talked about is used no more, or something else is."""
_PERSON = r"(?P<who>(?<![\w.])[A-ZÄÖÜ][^\W\d_A-ZÄÖÜ]{2,}(?:-[A-ZÄÖÜ]\w+)?)"
LEAVES = (
    lazy_pattern(
        _PERSON
        + r"(?i:(?:['’]s|s)? (?:last day|(?:has |have |is )?(?:just |now |already )?(?:left\b(?! (?:a|an|it|this|that|me|you|some|her|his|their|one|two|\d)\b)|quit|quits|resigned|resigns|retired|retires|retiring|leaving us|gone to live|out for good"
        r"|stepp(?:ed|ing|s) down|dropp(?:ed|ing|s) out|moved (?:away|abroad)|(?:off |away )?(?:to|on) (?:paternity|maternity|parental)|leaves (?:us|for good|(?:on|in|at) (?:the )?(?:\d+(?:st|nd|rd|th)?(?: of)? (?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)\w*|end|january|february|march|april|may|june|july|august|september|october|november|december))|(?:took|has|got|starts|signed (?:with|on with)) (?:a(?:nother)? )?(?:new )?(?:job|position|post)|signed with)"
        r"|(?:hat |ist |geht |wird |hört )(?:jetzt |nun |leider |ja |schon |uns |zum \S+(?: \w+)? |ab \S+(?: \w+)? |seit \S+(?: \w+)? ){0,3}(?:gekündigt|aufgehört|auf\b|verlassen|in (?:den ruhestand|rente|pension|elternzeit|mutterschutz)|im ruhestand|ausgeschieden|ausgestiegen|weggezogen"
        r"|nicht mehr (?:da|dabei|bei uns|zuständig)))\b)"
    ),
    lazy_pattern(
        r"(?i:\b(?:took over (?:from|for)|takes over (?:from|for)|replac(?:es|ed)|filling in for|successor (?:of|to)|übernimmt für|nachfolger(?:in)? (?:von|für)|anstelle von|löst|statt) (?:herrn? |frau |mr\.? |mrs\.? |ms\.? |dr\.? )?)"
        + _PERSON
    ),
)
"""Somebody, as `who`, no longer does what they did."""
STOOD_IN_FOR = lazy_pattern(
    _PERSON
    + r"(?i: (?:(?:is|went|goes) (?:now )?(?:ill|sick|on (?:sick |parental )?leave|away|on holiday)|ist (?:jetzt |leider )?(?:krank|im urlaub|in elternzeit|weg)))"
    r"[^.!?\n]{0,40}[,;:.–—] ?(?:and |so |also |und )?[A-ZÄÖÜ]\w+ (?i:takes?|does|covers|handles|runs|is doing|macht|übernimmt|springt ein)\b"
)
"""Somebody, as `who`, is away, and another does it."""
DUTY = r"\b{who} (?:is|ist) (?:our|the|my|unser\w*|der|die|mein\w*)\b|\b{who} (?:does|takes|handles|covers|macht|übernimmt)\b|(?<!name )(?<!Name )\b(?:is|ist) {who}\b"
"""Where it is up to `who`."""
DOES = r"(?:\b{who} (?:is|ist) (?:our|the|my|unser\w*|der|die|mein\w*)\b|\b{who}(?: (?!and |und |or |oder )[A-ZÄÖÜ]\w+)? (?:\w+(?:s|t)|does|macht|prüft)\b|\b(?i:ask|ping|call|contact|tell|via|through|frag\w*|ansprechpartner\w*|zuständig|kontakt|contact is)\W+(?i:is |ist |herrn? |frau |mr\.? |mrs\.? |ms\.? |dr\.? )*{who}\b)"
"""Where `who` does something, or is to be asked."""
CHOSEN = lazy_pattern(
    r"(?i)\b(?:us(?:e|es|ing)|go(?:ing)? with|pick(?:ed)?|chose|choose|decided on|nehmen|nehme|nimm|nutzen|verwenden|setzen auf)(?: (?:the|a|an|wir|den|die|das|einen?))* (?P<name>[\w+#-]{3,})"
)
"""What is chosen, as `name`."""
USES = frozenset(
    [
        "use",
        "uses",
        "used",
        "using",
        "run",
        "runs",
        "running",
        "ran",
        "hosted",
        "host",
        "hosts",
        "stored",
        "store",
        "stores",
        "built",
        "build",
        "deployed",
        "deploy",
        "deploys",
        "nutzen",
        "nutzt",
        "verwenden",
        "verwendet",
        "läuft",
        "laufen",
        "gehostet",
        "nehmen",
        "nimm",
        "take",
        "taking",
        "chose",
        "with",
    ]
)
"""Right before the name of what is used."""
_AT_THE_MOMENT = (
    r"(?! (?:(?:so|really|very|pretty|quite|a (?:bit|little)|still|just|too|not|now|all|getting|feeling|being) )*(?:nervous|tired|excited|happy|glad|sorry|afraid|scared|sure|back|done|ready|late|early|here|there|home"
    r"|curious|confused|stuck|worried|bored|hungry|thirsty|sick|ill|better|busy|fine|good|great|ok(?:ay)?|in|out|off|on it|about to|going|trying|thinking|looking|seeing|having|wondering|hoping|reading|running"
    r"|assuming|guessing|asking|told|free|lost|impressed|surprised|disappointed|relieved|grateful|kidding|joking)\b)"
)
_GERADE = (
    r"(?! (?:(?:so|sehr|ganz|echt|noch|gerade|jetzt|etwas|ein bisschen|ziemlich|nicht|mir|auch|schon|heute) )*(?:nervös|müde|aufgeregt|froh|glücklich|sicher|zurück|fertig|bereit|spät|da|hier|weg|dran|dabei|gespannt|verwirrt"
    r"|besorgt|krank|hungrig|unterwegs|beschäftigt|dankbar|überrascht|enttäuscht|erleichtert|raus|drin|mal)\b)"
)
OF_ONESELF = lazy_pattern(
    rf"(?i)\b(?:I['’]m{_AT_THE_MOMENT}|I am{_AT_THE_MOMENT}|my name|call me|I (?:live|work|lead|run|own|maintain|speak|sit)|my (?:timezone|time zone"
    rf"|role|job|team|pronouns|working hours)|ich (?:bin{_GERADE}|heiße|wohne|arbeite|leite|betreue|spreche|sitze)"
    r"|meine? (?:name|rolle|zeitzone|team|arbeitszeiten))\b"
)
"""It tells who the speaker is, and not only how they feel now."""
INTRODUCES = lazy_pattern(
    r"(?i)\W*(?:(?:hi|hey|hello|hallo|moin|servus|guten (?:tag|morgen)),? )?(?:I['’]m|I am|my name is|ich bin|ich heiße|mein name ist)"
    r" (?:die |der )?(?-i:[A-ZÄÖÜ])(?!.*\b(?:will|going to|by|until|tomorrow|werde|muss|soll|bis|morgen|noch)\b)(?!.*['’]ll\b)(?!.*\d)"
)
"""It begins with who the speaker is, and tells no task behind that."""
_ADVICE = lazy_pattern(
    r"(?i)\b(?:you (?:could|can|might|may|should|need to|will need)|you['’]ll need|usually|typically|often|commonly"
    r"|most (?:people|of them|do|have)|tends? to|recommended|alternatively|on average|remember to"
    r"|(?:sie|du) (?:können|kannst|könnten?|könntest|sollten?|solltest|brauchen|brauchst)"
    r"|(?:können|kannst|könnten?|könntest|sollten?|solltest|brauchen|brauchst) (?:sie|du)"
    r"|in der regel|meist(?:ens)?|(?:markt)?üblich\w*|empfohlen|empfehle|alternative wäre|im schnitt"
    r"|(?:achten|heben|legen|denken|bedenken|prüfen|nehmen|fragen|melden|planen|rechnen) sie)\b"
)
_OF_WORK = lazy_pattern(
    r"[`_/]|\w\.\w|[a-zäöü][A-Z]|(?i:\b(?:done|fixed|merged|deployed|erledigt|behoben|noted|notiert)\b)"
)
"""It tells of work, advice or not."""


def advises(text: str) -> bool:
    """Whether an agent says what would be the same for everybody."""
    return _ADVICE.search(text) is not None and _OF_WORK.search(text) is None
