# ruff: noqa: E501 - tables of patterns read better unbroken
"""What a user asks of the memory in plain speech, in English and German, and which layer it is for (rule 16). Pure.

A clause must address the listener with it; quotes, code, reports of others and questions do nothing. Of a long message
only what stands around such words is read.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Literal, NamedTuple

from memoryd.patterns import pattern as lazy_pattern
from memoryd.text.clauses import REPORTED, clause_starts, language_of, masked
from memoryd.text.sentences import ABBREVIATED, is_ordinal
from memoryd.text.verbs import ENGLISH, NOUNS

MOST_PLACES = 40
"""Places of a message at which such words are looked at."""
_FEWEST_WORDS = 3
_LONGEST_REQUEST = 60
"""Characters that ask to remember something, besides what is to be remembered."""
_WINDOW = 1200
"""Characters before and behind such a place that are read."""

_TRIGGERS = """remember|forget|in mind|note |note:|notes|memor|for later|for next|for the next|for future|for all future|for the future|disregard|
delete|remove|erase|discard|wipe|purge|unlearn|strike|scrap|retain|noted that|get rid|out of your|write down|write this|write that|write it|jot|on record|save this|save that|
store this|store that|log this|file this|hold on to|take this|merk|vergiss|vergess|dran|daran|gedächtnis|hinterkopf|im kopf|notier|notiz|speicher|
beacht|lösch|entfern|streich|für die zukunft|für später|für nächstes|für künftige|für alle künftigen|präg|fest|schreib dir|einzuprägen"""
# Searched for one by one: one pattern of all takes fifty times as long, and a message may have a megabyte.
_TYPED = 16_384
"""Characters of a message that are looked through, half a millisecond on the writer's thread: more is pasted."""
_LITERALS = tuple(_TRIGGERS.replace("\n", "").split("|"))
_STOP = lazy_pattern(r"(?:[!?…]|" + ABBREVIATED + r"(?<!\bNo)\.)(?=[\"')\]]*\s+[^\sa-zäöü])|\n")
_GOOD_EN = r"(?:good|great|nice|helpful|cool|lovely|best|useful|perfect|awesome|wonderful|ideal)"
_ASKED = lazy_pattern(
    rf"(?:please|pls|plz|kindly|do|can you|could you|would you|will you|won't you|can we|you (?:should|must|need to|have to|can|may|ought to|might want to|'?ll want to|no longer need to|don't (?:need|have) to)|you(?:'ll| will) want to|you(?:'d| had) better|"
    rf"i(?:'d| would)? (?:really |just )*(?:like|want|need|love|prefer|ask)(?: for)? you to|i(?:'d| would) (?:really )?(?:appreciate|love) it if you(?: could| would)?|(?:it(?: would|'d) |would )(?:be {_GOOD_EN}|help)(?: it)? if you(?: could| would| can)?|if you (?:could|would|can)|"
    r"(?:it(?:'s| is) )?(?:very |really )?important (?:that you|you)|make sure (?:to|you|that you)|ensure (?:that )?you|be sure to|be so kind as to|try (?:not )?to|go ahead and|feel free to|always|also|just|now|safely|simply|then|oh|hey|and|so|but|ok|okay|please|"
    r"(?:one|another|some) ?(?:thing|more thing|fact|detail)s? to|(?:worth|important|things?|something|what you should|to)|"
    r"bitte|kannst du(?: dir)?|könntest du(?: dir)?|würdest du(?: dir)?|magst du(?: dir)?|könnt ihr(?: euch)?|du (?:solltest|sollst|musst|kannst|darfst|brauchst)(?: dir)?|ich (?:möchte|will|hätte gern|würde mir wünschen|bitte dich),? (?:dass|zu) (?:du )?(?:dir )?|"
    r"(?:es )?wäre (?:\w+ )?(?:gut|schön|nett|super|toll|hilfreich|lieb|prima|wichtig),? wenn du(?: dir)?|ich (?:wäre froh|fände es \w+),? wenn du(?: dir)?|sei so (?:gut|nett|lieb) und|tu mir den gefallen und|auch|jetzt|mal|immer|unbedingt|und|ach|noch|es ist wichtig,? dass du(?: dir)?|wichtig,? dass du(?: dir)?)[,:]?\s+",
    re.IGNORECASE,
)
_HOW_DE = r"(?:\s+(?:dir|euch|bitte|mal|auch|noch|immer|stets|unbedingt|schon mal|doch|gut|es|dabei|ab jetzt|künftig|in zukunft|für (?:später|die zukunft|nächstes mal|das nächste mal|mich)))*"
_FOR = r"(?: somewhere| this| the following| the fact| this one| for (?:later|next time|the future|me|future reference)| from now on| always| too| as well| please| in (?:the )?future)*"
_REMEMBER = lazy_pattern(
    r"(?:(?:remember(?:ed)?|retain|let it be (?:noted|known)|(?:don'?t|do not|never) let me (?:ever )?forget|(?:don'?t|do not|never|not|not to) (?:you )?(?:ever )?forget|(?:keep|bear|have)(?: it)? in mind|(?:make|keep|take) (?:a |yourself a |me a )?(?:mental |quick |little )?note|note (?:down|to (?:self|yourself|memory))|(?:write|jot)(?: (?:that|this|it))? down|memori[sz]ed?|"
    r"commit(?: this| that| it)? to memory|for (?:your|the) memory|memory|(?:save|store|put|write|add|keep|record|log|file)(?: (?:this|that|it|the following))?(?: down)? (?:in|to|into|under) (?:your |the |my )?(?:long-term )?(?:memory|memories|notes)|(?:save|store|record) (?=(?:that|the following:)))"
    + _FOR
    + r"(?:\s*[:–—,-]\s*that\b|\s+that\b|\s+of the fact that\b|\s*[:–—]|\s+-\s|,(?! (?:it|i|but|though)\b))|remember (?:(?!when|how|why|to\b|the (?:time|day))\S+ ){0,6}?(?:that\b|\S+\s*[:–—])|(?:note|notes)(?: \S+){0,4}? (?:for|to) \S+(?: \S+){0,3} ?(?:that\b|[:–—])|(?:save|store|log|file|hold on to|take) (?:this|that)(?: (?:away|down|one|fact|for \w+))*\s*[:–—]|for (?:all )?(?:future (?:reference|sessions?|conversations?|chats?|runs?|work)|next time)(?:[:,–—]| -)"
    r"|(?:merke?(?:t|n sie)? (?:dir|euch|sich)(?: [^\s,]+){0,6}?|(?:vergiss|vergesst|vergessen sie)(?: [^\s,]+){0,3}? (?:nicht|nie|niemals)(?: [^\s,]+){0,3}?|denke?(?:t|n sie|st du)?(?: [^\s,]+){0,4}? d[ar]+an(?: [^\s,]+){0,3}?|behalte?(?:t)?(?: [^\s,]+){0,4}? (?:im (?:kopf|hinterkopf|gedächtnis|auge)|in erinnerung)(?: [^\s,]+){0,2}?|notiere?(?: [^\s,]+){0,4}?),? dass\b\s*(?P<dass>.*)"
    r"|(?:merke?(?:t|n sie)? (?:dir|euch|sich)(?: bitte)?|(?:vergiss|vergesst)(?: bitte)? nicht|denke?(?:t)?(?: bitte)?(?: immer)? d[ar]+an|nicht vergessen|behalte?(?: bitte)? im (?:kopf|hinterkopf)),\s+(?P<komma>\S+ \S+ \S+.*)"
    r"|(?:merke? (?:dir|euch)|notiere?|speichere?)(?: [^\s,:]+){0,6}?\s*[:–—]|notiz(?: [^\s:]+){0,4}:|für (?:alle )?(?:künftigen?|zukünftigen?|späteren?|weiteren?) (?:sitzungen?|gespräche?|chats?|läufe?|arbeiten?|mal|fälle?)[:,–—]"
    rf"|(?:merke?(?:t|n sie sich)?{_HOW_DE}|(?:vergiss|vergesst|vergessen sie){_HOW_DE} (?:nicht|nie|niemals|auch nicht){_HOW_DE}|denke?(?:t|n sie)?{_HOW_DE} d[ar]+an{_HOW_DE}|behalte?(?:t)?(?:{_HOW_DE} (?:im (?:kopf|hinterkopf|gedächtnis|auge)|in erinnerung))?{_HOW_DE}|präge? dir{_HOW_DE} ein|halte?{_HOW_DE} fest|nimm{_HOW_DE} (?:auf|in dein gedächtnis auf|in deine notizen auf)|"
    rf"(?:im (?:kopf|hinterkopf|gedächtnis) (?:behalten|behältst)|in erinnerung behalten|(?:das |es |folgendes )?merken|nicht (?:zu )?vergess(?:en|t)|nicht vergisst|notieren|merkst|daran (?:denken|denkst)|festhalten|(?:zum|fürs) (?:merken|gedächtnis|protokoll)|notiz (?:an dich|für (?:dich|später|die zukunft)))|notiere?(?:t)?{_HOW_DE}|schreibe?{_HOW_DE} auf|speichere?{_HOW_DE}(?: ab| in dein\w* (?:gedächtnis|notizen))?{_HOW_DE}|lege?{_HOW_DE} ab|"
    rf"beachte(?: bitte)? (?:künftig|in zukunft|ab jetzt|immer)|(?:wichtig )?für (?:die zukunft|später|nächstes mal|das nächste mal))(?:\s*[,:–—]?\s*dass\b|,?\s*folgendes:?|\s*[:–—]|\s+-\s))\s*(?P<what>.*)",
    re.IGNORECASE | re.DOTALL,
)
# `remember I'm in Lisbon`, `merk dir die neue Adresse, …`: without `that`, only what can be nothing but a statement.
_REMEMBER_CLAUSE = lazy_pattern(
    r"(?:(?:save|store|write down|jot down|record|note down|note|keep|file|put down|log|put|add|write) (?!it\b|this\b|that\b|the file\b)(?P<kept>\S+ .+?),? (?:(?:down )?for (?:later|next time|the next time|(?:the )?future\b[^.]*|future (?:reference|sessions?|use))|(?:in|to|into) (?:your |the )?(?:long-term )?(?:memory|notes))\b.*|"
    r"(?:save|store|write|jot|record|note|file|take)(?: (?:this|that|it))?(?: down| away)?(?: for (?:later|next time|the next time|me|(?:the )?future(?: \w+)?))*(?:\s*[:–—]|,? that\b|\s+-)\s*(?P<down>\S+ \S+.*)|"
    r"(?:schreibe?|notiere?) (?:dir|euch)(?: bitte| mal| unbedingt)*,? (?P<auf>\S+ .+?) auf\b.*|schreibe? dir (?:bitte |mal )*(?:auf|hinter die ohren)[,:–—]?(?: dass)? (?P<aufdass>\S+ .*)|speichere?(?: dir)?(?: bitte| mal| auch)*,? (?P<ab>(?!das\b\W*$)\S+ .+?) (?:ab\b|(?:im|in dein\w*|ins) (?:gedächtnis|speicher|notizen)|für (?:später|das nächste mal|nächstes mal|die zukunft|künftige\w* \w+|alle \w+)).*|"
    r"(?:behalte?|habe?|halte?)(?: bitte)? (?P<kopf>\S+ .+?) im (?:kopf|hinterkopf|gedächtnis)\b(?! dass).*|(?:habe?|halte?|behalte?)(?: bitte| immer)* im (?:kopf|hinterkopf|gedächtnis),? (?:dass )?(?P<habkopf>\S+ \S+.*)|(?:remember|(?:don'?t|do not|never) forget|keep in mind),? (?!to\b|when\b|how\b|why\b|what\b|who\b|where\b|if\b|me\b|the (?:time|day|old)\b|that\b|this\b|it\b|those\b|these\b)(?P<clause>.+)|(?:merke? dir|präge? dir)(?: bitte| mal| auch)*,? (?!nicht\b|nie\b|wie\b|was\b|es\b|ein\b)(?P<what>\S+ \S+.*)|(?:kannst|könntest|würdest) du dir(?: bitte)? (?P<noun>.+?) merken\b(?P<rest>[:,]? ?.*))",
    re.IGNORECASE | re.DOTALL,
)
_THIS_EN = r"(?:this|that|it)"
_REMEMBER_THIS = lazy_pattern(
    rf"(?:(?:remember|memori[sz]e|(?:don'?t|do not|never) (?:ever )?forget) {_THIS_EN}(?: (?:decision|one|rule|fact|point|detail|please|always|from now on|for (?:later|next time|the future|me)))*|(?:don'?t|do not) forget|remembered|(?:keep|bear|have) {_THIS_EN} in mind(?: (?:for (?:later|next time|the future)|please|from now on|going forward))*|(?:make|take) a (?:mental )?note(?: of {_THIS_EN})?|note {_THIS_EN} down|commit {_THIS_EN} to memory|(?:write|jot) {_THIS_EN} down|"
    rf"(?:save|store|put|add|write|keep|record|log) {_THIS_EN} (?:in|to|into) (?:your |the )?(?:memory|notes)|(?:merke?|notiere?){_HOW_DE} (?:das|dies|es){_HOW_DE}(?: so)?|vergiss (?:das|es) (?:bitte )?(?:nicht|nie)(?: mehr| wieder)?|behalte? (?:das|es) (?:bitte )?im (?:kopf|hinterkopf)|(?:(?:das|dies|es) )?(?:bitte )?(?:so )?(?:merken|nicht vergessen|im (?:kopf|hinterkopf) behalten|notieren|abspeichern)|denke? (?:bitte )?(?:immer )?d[ar]+an|speichere? (?:dir )?(?:das|dies|es)(?: bitte)?(?: ab)?|"
    rf"(?:dir )?(?:das|es) (?:bitte )?merken|schreibe? dir das (?:bitte )?auf|halte? das (?:bitte )?fest|präge? dir das (?:bitte )?ein)(?:,? (?:please|bitte|ok|okay|ja))?"
    r"(?: ?[,;–—-] ?(?:but|not (?:the|my|our|her|his|its|their|an?|all)|(?:just|only) (?:that|the)|without|except|aber|nicht (?:d[aeiu][mnrs]?|die|alles|mein\w*|ihr\w*|sein\w*|unser\w*)|nur (?:dass|das|den|die)|ohne|außer)\b[^.!?]*)?\s*[.!?)]*\s*",
    re.IGNORECASE,
)
_LIST_FOLLOWS = lazy_pattern(
    r"\s*(?:please[,:]?\s+|bitte[,:]?\s+)?(?:remember|don['’]?t forget|do not forget|(?:always )?keep in mind|merke?(?: dir)?|nicht vergessen)(?: this| the following| das| folgendes)?\s*(?:[:–—]|\s-\s|\n)",
    re.IGNORECASE,
)
# The listener stands before it, with words between.
_ADDRESSED = lazy_pattern(
    r"(?:(?<!do )(?<!did )(?<!may )(?<!hope )(?<!when )(?<!as )(?<!if )(?<!can )\byou (?:(?:could|should|would|must|can|will|need to|have to|to|really|always|please|also|definitely|certainly|absolutely|kindly|ever|just|at least) )+|\bif you (?:could|would|can) (?:\w+ ){0,2}|\b(?:essential|crucial|vital|important|critical|necessary) (?:that you |for you to )(?:\w+ )?)(?P<how>remember|not forget|never forget|don't forget|keep in mind|bear in mind|make a note|memori[sz]e)(?: always| also)?(?: that\b|\s*[:–—])\s*(?P<what>\S+ \S+.*)"
    r"|\b(?:want|need|like|expect|ask(?:ing)?|told|trust) you to (?:\w+ ){0,2}(?P<how_to>remember|keep in mind|bear in mind)(?: that\b|\s*[:–—])?\s*(?P<what_to>\S+ \S+.*)"
    r"|^(?:\S+[,!]? ){0,3}(?:can|could|would|will) you\b[^.?!]{0,40}? (?P<how_can>remember|keep in mind|bear in mind|make a note|not forget|note down)(?: (?:the fact )?that\b|\s*[:–—])\s*(?P<what_can>\S+ \S+.*)"
    r"|^(?:\S+[,!]? ){0,3}(?:kannst|könntest|würdest|magst|willst|musst|solltest|sollst|darfst|denkst|merkst) du\b[^.?!]{0,60}?(?P<how_du>\b(?:merken|im (?:hinterkopf|kopf|gedächtnis) behalten|in erinnerung behalten|daran denken|dran denken|daran|dran|notieren|abspeichern|speichern|aufschreiben|nicht vergessen|dir))\b,?(?: dass\b|\s*[:–—])\s*(?P<what_du>\S+ \S+.*)"
    r"|\b(?:musst|solltest|sollst|kannst) du\b[^.?!]{0,40}?(?P<how_mid>\b(?:merken|im (?:hinterkopf|kopf|gedächtnis) behalten|daran denken|notieren|nicht vergessen))\b,?(?: dass\b|\s*[:–—])\s*(?P<what_mid>\S+ \S+.*)"
    r"|(?<!i )(?<!we )(?<!they )\b(?P<how_keep>keep|save|store|note|hold on to|hold|file|put|write|log|stash|tuck|remember|record)\b[^.:;,—–]{0,60}\bfor (?:later|(?:the )?next \w+|future \w+|the future|all future \w+)\b\s*(?:[:;,–—-]+|that\b|,)\s*(?P<what_keep>\S+ \S+ \S+.*)"
    r"|^(?:\S+ ){0,6}to (?P<how_note>remember|keep in mind|note|bear in mind)\s*[:–—]\s*(?P<what_note>\S+ \S+.*)"
    r"|^(?:(?:please|bitte|also|und|and|ok|gut)[, ]+)*(?P<how_down>write down|jot down|note down) (?:for \w+(?: \w+)?,? )?(?!the (?:steps?|results?|numbers?|equations?)\b)(?P<what_down>(?:that|how|where|which|who|what|my|our|the|we|i)\b.*)"
    r"|^(?:(?:bitte|folgendes|das|auch|und|noch|dauerhaft|unbedingt|für (?:(?!für )[^:,]){1,40})[, ]+){1,8}(?:\S+ ){0,5}?(?P<how_inf>speichern|abspeichern|merken|notieren|aufschreiben|festhalten|behalten)\s*(?:[:–—]|,? dass\b)\s*(?P<what_inf>\S+ \S+.*)"
    r"|\bdu\b[^.?!]{0,60}?(?P<how_du2>\b(?:ab)?speicherst)\b,?(?: dass\b|\s*[:–—])\s*(?P<what_du2>\S+ \S+.*)"
    r"|\bdu\b[^.?!]{0,60}?(?P<how_de>\b(?:merkst|merken (?:könntest|würdest|kannst|solltest)|(?:im (?:hinterkopf|kopf|gedächtnis)|in erinnerung) (?:behältst|behalten (?:könntest|würdest|kannst))|daran (?:denkst|denken (?:könntest|würdest))|nicht vergisst|notierst|notieren (?:könntest|würdest)))\b,?(?: dass\b|\s*[:–—])\s*(?P<what_de>\S+ \S+.*)",
    re.IGNORECASE | re.DOTALL,
)
_AFTER = lazy_pattern(
    r"\A(?:(?:dass )?(?P<last>\S+ \S.*?)(?:(?<!\s)\s++|(?<![\s,;:–—(-]))[,;:–—(-]++\s*+(?!ich |wir |man |er |sie |kann |i |we )(?:(?=[^,;:–—(]{0,80}\b(?:dir|bitte|das|gut|du|immer|also|unbedingt)\b)[^,;:–—(]{0,40}\b)?(?:merken|merkst|notieren|abspeichern|nicht vergessen|im (?:hinterkopf|kopf|gedächtnis) behalten)\s*[.!)]*\s*|"
    r"(?:dass )?(?P<what>\S+ \S.*?)(?:(?<![,;–—(-])[,;–—(-]++\s++|(?<!\s)\s++)(?:bitte |das |es |unbedingt |auch )*(?:(?:solltest|sollst|musst|kannst|könntest|darfst|würdest) du (?:dir |das |es |bitte |unbedingt |auch |immer |gern |mal )*(?:merken|nicht vergessen|im (?:hinterkopf|kopf|gedächtnis) behalten|notieren|abspeichern)"
    r"|bitte (?:gut |dauerhaft |für später |immer )?(?:merken|nicht vergessen|im (?:hinterkopf|kopf|gedächtnis) behalten|notieren|abspeichern))\s*[.!?)]*\s*)",
    re.IGNORECASE,
)
_FORGET_AFTER = lazy_pattern(
    r"(?P<what>\S+ \S.*?)(?:,? (?:kannst|darfst|könntest|sollst|solltest) du (?:bitte |wieder |ruhig |jetzt |komplett |ganz |gern |getrost |dann )*|,? bitte (?:wieder |ganz |komplett )*)(?:vergessen|löschen|streichen|verwerfen|rausnehmen|entfernen)\s*[.!?]*\s*",
    re.IGNORECASE,
)
_FORGET_THIS = lazy_pattern(
    r"(?:forget|delete|remove|drop|erase|discard) (?:that|it|this|them)(?: (?:note|fact|one|entry|again))?(?: from (?:your )?(?:memory|notes))?(?:,? please)?\s*[.!]*|(?:vergiss|lösche?|streiche?|entferne?) (?:das|es|ihn|sie|dies)(?: bitte| wieder)*(?: aus dein\w+ \w+)?\s*[.!]*",
    re.IGNORECASE,
)
_SPEAKS_OF_NOTES = lazy_pattern(
    r"\b(?:notes?|facts?|entry|memory|you (?:have|had|saved|stored|remember|noted)|notiz|eintrag|fakt|gedächtnis|gemerkt|gespeichert|no longer|not true|outdated|wrong|obsolete|stimmt nicht|veraltet|falsch|nicht mehr|überholt)\b",
    re.IGNORECASE,
)
_AGAIN = lazy_pattern(r"\W*remember,? remember\b", re.IGNORECASE)
"""`Remember, remember, the fifth of November`."""
_ABOUT_DE = lazy_pattern(
    r"^(?:(?:bitte|mal|einfach|auch|doch|den punkt|die sache|das)\b,? )*(?:(?:die|den|das|deine[nr]?|meine[nr]?|alle|diese[nr]?) )*(?:notiz(?:en)?|eintr(?:ag|äge)|fakt(?:en)?|erinnerung(?:en)?|vermerk|alles|was (?:du|ich) (?:dir )?)?,? ?(?:(?:über|zum|zur|zu|von|vom|mit|für|dass) )?",
    re.IGNORECASE,
)
_A_NOTE = r"(?:(?:the|your|my|that|any|all|every|this|old|saved|stored|whole|entire) )*(?:notes?|facts?|entry|entries|memor(?:y|ies)|records?|reminders?|information|info)"
_A_NOTE_DE = r"(?:(?:die|den|das|deine[nr]?|meine[nr]?|alle|diese[nr]?|jene[nr]?|alte[nr]?) )*(?:notiz(?:en)?|eintr(?:ag|äge)|fakt(?:en|um)?|erinnerung(?:en)?|merksatz|info(?:s|rmation(?:en)?)?|vermerk)"
_FROM_MEMORY = r"(?:(?:from|out of) (?:your |the )?(?:long-term )?(?:memory|memories|notes|mind|records?)|aus (?:deine[mnr]|dem|den) (?:gedächtnis|notizen|erinnerung|speicher|kopf))"
_DROP = r"(?:delete|remove|erase|discard|scrap|drop|wipe|purge|clear|scrub|strike|scratch|get rid of|throw (?:away|out)|take out|cross out|unlearn)"
_DROP_DE = r"(?:lösche?|entferne?|streiche?|verwirf|wirf|tilge?|vergiss)"
_OF = (
    r"(?:about|on|of|that|which says(?: that)?|saying(?: that)?|regarding|concerning|for|with|where|from|called|named)"
)
_OF_DE = r"(?:über|zum|zur|zu|von|vom|mit|für|dass|wonach|namens|wo)"
_YOU_HAVE = (
    r"(?:you (?:know|have|saved|stored|remember|noted|wrote(?: down)?|kept)|i (?:said|told you|wrote|mentioned|asked))"
)
_FORGET = lazy_pattern(
    rf"(?:(?:{_DROP}|forget) {_A_NOTE},? {_OF}\s+(?P<noted>.+)"
    rf"|(?:{_DROP}|forget) (?:the|my|that|your|our) (?P<named>.+?) (?:note|fact|entry|memory|reminder)\b(?! (?:field|leak|limit|usage))(?! in the\b).*"
    rf"|(?:{_DROP}|take) (?P<kept>.+?) {_FROM_MEMORY}.*"
    r"|(?:wipe|clear|purge|scrub|erase|cleanse) (?:your )?memory (?:of|about|concerning) (?P<wiped>.+)|(?:delete|remove|erase|drop|strike|wipe) from (?:your )?(?:memory|notes|records?)[,:]? (?:that |the fact that )?(?P<struck>.+)|strike (?:that |the )?(?P<strike>.+)"
    rf"|(?P<ausdem>.+?) {_FROM_MEMORY} (?:wieder |bitte )*(?:löschen|entfernen|streichen|tilgen|werfen|nehmen)\b.*|(?:alles,? )?was du (?:dir )?(?:über |zu |zum |zur |von |vom )(?P<washast>.+?) (?:gespeichert|gemerkt|notiert|aufgeschrieben) hast\b.*(?:lösch|vergiss|vergess|entfern|streich|weg|raus|wirf).*"
    rf"|{_DROP_DE}(?: bitte)? {_FROM_MEMORY},? dass (?P<ausdass>.+)|merke? dir (?P<merknicht>.+?) nicht\b.*|streiche?(?: bitte| mal| einfach)* (?P<streich>.+)"
    rf"|(?:forget|disregard|{_DROP}|unlearn)(?: all| everything| anything| whatever)? (?:of )?(?:what(?:ever)? )?{_YOU_HAVE}(?: down| to you)? (?:about |on |regarding |of )(?P<known>.+)"
    rf"|(?:forget|disregard|unlearn|{_DROP}) (?:all|everything|anything) (?:about |on |regarding )(?P<all>.+)"
    rf"|(?:forget|disregard|unlearn),? (?:that (?!for\b|one\b)|about |the thing (?:about |with )|what i (?:said|told you|wrote|mentioned) (?:about |on |regarding ))(?P<about>.+)"
    rf"|(?:no (?:longer |more )?need to|stop|don'?t|do not) remember(?:ing)? (?:that |about |the fact that )?(?P<stop>.+?)(?: any ?more| any longer)?\s*"
    rf"|remember (?P<nomore>.+?) any ?(?:more|longer)\b.*"
    rf"|{_DROP_DE}(?: bitte| mal| wieder)* {_A_NOTE_DE},? {_OF_DE}\s+(?P<notiert>.+)"
    rf"|{_DROP_DE}(?: bitte| mal)* (?:die|den|das|meine|meinen|deine|deinen) (?P<nahe>\S.*?)[ -](?:notiz|eintrag|fakt|erinnerung)\b.*"
    rf"|{_A_NOTE_DE},? {_OF_DE}\s+(?P<notiz>.+?),? (?:wieder |bitte )*(?:löschen|entfernen|streichen|vergessen|verwerfen)\b.*"
    rf"|{_DROP_DE}(?: bitte)? (?P<behalten>.+?) {_FROM_MEMORY}.*|nimm (?:bitte )?(?P<nimm>.+?) {_FROM_MEMORY}.*"
    r"|(?:(?:ruhig|wieder|jetzt|getrost|gern|gerne|bitte|einfach|alles|ganz) ){0,4}vergessen,? (?:dass|was (?:ich|du) (?:dir )?(?:über|zu|zum|zur|von|vom))\s+(?P<inf>.+)"
    r"|(?:ich (?:möchte|will)|wäre \w+|es wäre \w+|bitte),? (?:dass|wenn) du (?P<dassdu>.+?) (?:löschst|vergisst|entfernst|streichst|(?:löschen|vergessen|entfernen|streichen) (?:würdest|könntest|kannst))\b.*"
    rf"|{_DROP_DE}(?: (?:bitte|wieder|mal|einfach|ruhig|doch|jetzt|komplett|ganz|sofort))*,? (?:dass |(?:alles,? |das,? )?was (?:ich|du) (?:dir )?(?:über |zu |zum |zur |von |vom |mit )|alles (?:über |zu |zum |zur |von |vom |mit )|das mit |die sache mit )(?P<gemeint>.+)"
    r"|(?:alles|das|die sache) (?:über |zu |zum |zur |von |vom |mit )(?P<alles>.+?) (?:wieder |ruhig |bitte |jetzt )*(?:vergessen|löschen|streichen)\b.*"
    r"|(?P<kannst>.+?) (?:kannst|darfst|sollst) du (?:wieder |ruhig |jetzt |getrost |gern )*(?:vergessen|löschen|streichen)\b.*"
    r"|(?P<nichtmehr>.+?) (?:musst|brauchst) du dir nicht (?:mehr |länger )?(?:zu )?merken\b.*|merke? dir (?P<ohne>.+?) nicht (?:mehr|länger)\b.*"
    r"|(?P<bare>(?:delete|lösche?|forget|vergiss)(?: bitte| wieder)*)\s+(?!nicht\b|nie\b|niemals\b|not\b)(?P<thing>.+))",
    re.IGNORECASE | re.DOTALL,
)
_ELSEWHERE = lazy_pattern(
    r"\b(?:from|aus) (?!memory|your|my|the notes|dein)\S+|\bin (?:/|\w+\.\w+|obsidian|notion|jira|the (?:readme|code|db|database|table|docs?|file|repo|wiki))\b",
    re.IGNORECASE,
)
_TELLS_DE = lazy_pattern(
    r"\s+(?:gesagt|erzählt|geschrieben|erwähnt|weißt|gespeichert|gemerkt|notiert)(?: habe| hab| hast)?\s*$",
    re.IGNORECASE,
)
_IDLE = lazy_pattern(
    r"(?:it|that|this|them|es|das|dies|ihn|sie|all|everything|alles|me|mich|uns|the rest|den rest)\b[\s,.!]*(?:please|bitte|now|for now|then|erst ?mal)?[\s.!]*$|.*\b(?:for now|for the moment|for a (?:moment|second)|erst ?mal|vorerst|fürs erste)\b",
    re.IGNORECASE,
)
_TO_DO = lazy_pattern(r"^(?:to \w+|.{0,60}\b(?:zu \w+(?:en|ern|eln)|\w+zu\w+en)$)", re.IGNORECASE)
_A_TIME = lazy_pattern(
    r"(?:time|day|one|guy|thing|movie|song|feeling|summer|night|year|old|weird|scene|episode|bug|crash)\b",
    re.IGNORECASE,
)
_TAIL = lazy_pattern(
    r"(?:,? (?:please|bitte|ok(?:ay)?|thanks|danke|will you|would you|(?:also )?merke? dir das|vergiss das nicht"
    r"|(?:so )?(?:remember|don't forget|keep) (?:that|this|it)(?: in mind)?))+\s*$",
    re.IGNORECASE,
)
_TAG = lazy_pattern(
    r",? (?:ok(?:ay)?|alright|right|will you|would you|could you|please|can you|could|yes|ja|gut|bitte|klar)\s*\?\s*$",
    re.IGNORECASE,
)
_OPENS = lazy_pattern(
    r"(?:important|one more thing|also|ps|p\.s\.|btw|fyi|reminder|please|note|hey|hi|hello|ok(?:ay)?|thanks|great|wichtig|ganz wichtig|für die zukunft|für später|noch (?:etwas|was|eins)|übrigens|bitte|achtung|hinweis|außerdem|und)\W*$",
    re.IGNORECASE,
)

Layer = Literal["identity", "user", "preferences", "decisions", "context", "knowledge"]
_LAYERS: tuple[tuple[Layer, re.Pattern[str]], ...] = (
    ("identity", lazy_pattern(r"^(?:you are|you're|your name is|you were (?:made|created)|du bist|du heißt|dein name ist)\b", re.IGNORECASE)),
    ("decisions", lazy_pattern(
        r"\b(?:we|i|the team)(?:'ve| have|'d)? (?:all |just |finally |now )*(?:decided|agreed|settled|chose|chosen|opted|went with|picked|ruled out|dropped|switched)\b|\b(?:we|let's) (?:go with|stick (?:with|to)|don't use|do not use|use|no longer)\b|\blet's\b|\bdecision\b"
        r"|\b(?:haben|hat|habe)\b.*\b(?:entschieden|beschlossen|geeinigt|vereinbart|festgelegt|verworfen)\b|\b(?:nehmen|nutzen|benutzen|verwenden|bleiben|setzen|gehen|wechseln|streichen|machen)\s+wir\b|\bwir (?:hier |ab \w+ |künftig )*(?:keine?n? \S+ |nur \S+ )?(?:nehmen|nutzen|benutzen|verwenden|bleiben|setzen|wechseln|streichen)\b|\bwir\b(?>.*?\bkeine?n?\b).*\b(?:nutzen|benutzen|verwenden|nehmen)\b|\bentscheidung\b|\bist vom tisch\b",
        re.IGNORECASE)),
    ("preferences", lazy_pattern(
        r"\bI(?:'d| would)? (?:really |always |never |only |usually |generally )*(?:prefer|like|love|hate|dislike|can't stand|want|rather|take my|drink|eat|don't (?:like|want|eat|drink|work|use)|never|always|only|usually|avoid|expect)\b|\bI (?:never|always|only|usually)\b|\bmy (?:favou?rite|preference)\b|^(?:always|never|please|don't|do not|only|use|avoid|no)\b|\byou (?:must|should|may|are (?:not )?(?:allowed|supposed)|shall|need to|can only|cannot|can't|never|always)\b|\b(?:must|may) (?:never|not|only|always)\b|\b(?:read-only|off[- ]limits|forbidden|not allowed)\b"
        r"|\bich\b.*\b(?:mag|möchte|will|hasse|liebe|bevorzuge|lieber|gern|gerne|am liebsten|nie|niemals|immer|nur|kein\w*|schwarz|trinke|esse)\b|\bmeine? lieblings|^(?:bitte|immer|nie|niemals|nur|kein\w*)\b|\bdu\b.*\b(?:darfst|sollst|sollen|musst|nie|immer|nicht)\b|\bfür dich\b|\b(?:darf|dürfen|muss|müssen)\b.*\b(?:nie|niemals|nur|nicht|immer)\b|\b(?:verboten|tabu|nicht erlaubt|nur lesbar)\b",
        re.IGNORECASE)),
    ("context", lazy_pattern(r"\b(?:I'm|I am|we're|we are) (?:currently |now |still )?(?:working on|in the middle of|busy with|migrating|building)\b|\b(?:wir|ich) (?:arbeiten?|sind|bin) (?:gerade|derzeit|momentan|aktuell)\b", re.IGNORECASE)),
    ("user", lazy_pattern(
        r"\b(?:I'm|I am|I was|I have|I've|I live|I work|I speak|I come|I own|I study|I play|call me)\b|\bmy (?:full |first |last |own |youngest |oldest )*(?:name|wife|husband|partner|son|daughter|kids?|child(?:ren)?|brother|sister|mother|father|mom|mum|dad|parents|boss|manager|dog|cat|birthday|e-?mail|phone|number|address|time ?zone|job|home|hometown|pronouns|doctor|dentist|landlord|flat|car|office|colleague|friend|in-laws|mother-in-law|blood type|allerg\w+|pet|neighbou?r)\b"
        r"|\bich\b.*\b(?:bin|heiße|wohne|lebe|arbeite|habe|komme|spreche|studiere|besitze|fahre)\b|\b(?:bin|heiße|wohne|lebe|arbeite|habe|komme|spreche) ich\b|\bmein(?:e|er|en|em|es)? (?:\w+ )?(?:name|frau|mann|partner\w*|sohn|tochter|kind(?:er)?|bruder|schwester|mutter|vater|mama|papa|eltern|chef\w*|hund|katze|geburtstag|e-?mail|mail|telefon\w*|handy\w*|nummer|adresse|zeitzone|job|wohnort|arzt|ärztin|zahn\w*|vermieter\w*|wohnung|auto|büro|kolleg\w*|freund\w*|schwieger\w*|nachbar\w*)\b",
        re.IGNORECASE)),
    ("context", lazy_pattern(r"\b(?:current(?:ly)? (?:task|project|sprint|focus)|this (?:week|sprint|month))\b|\bdiese (?:woche|iteration)\b|\bdiesen (?:monat|sprint)\b", re.IGNORECASE)),
    # Whatever else somebody says of themselves, but not what they only think or heard.
    ("user", lazy_pattern(
        r"^(?:I|ich)\b(?! (?:think|thought|believe|guess|suppose|assume|heard|read|saw|found|noticed)\b| (?:denke|glaube|meine|vermute|finde|nehme an|hörte|las|sah|fand)\b)",
        re.IGNORECASE)),
)  # fmt: skip


class Spoken(NamedTuple):
    """One request: what to do, the words it was said with, and what it is about; "" means what was said before."""

    verb: Literal["remember", "discard"]
    phrase: str
    about: str
    exact: bool = False
    """Only a memory that is called so is meant, since the same words are said of files and tables."""


def layer_of(text: str) -> Layer:
    """The layer for what is to be remembered."""
    return next((layer for layer, shows in _LAYERS if shows.search(text[:400])), "knowledge")


def spoken_in(message: str) -> list[Spoken]:
    """What the message asks in plain speech, in order."""
    found: list[Spoken] = []
    done = 0
    for at in _places_in(message):
        if at < done:
            continue
        begin, end = _sentence_around(message, at)
        begin, done = max(begin, done), end
        line = message.rfind("\n", 0, begin) + 1
        if message[line:begin].lstrip().startswith(">") or message[begin:end].lstrip().startswith(">"):
            continue
        before = message[max(0, begin - _WINDOW) : begin].strip()
        follows = None if before else _LIST_FOLLOWS.match(message, begin, end)
        if follows is not None and (rest := message[follows.end() :].strip()):
            # `Remember this: …` at the head of a message means all of it.
            return [Spoken("remember", _phrase(message, begin, follows.end()), rest)]
        one = _asked(message[begin:end].strip(), before)
        if one is not None:
            found.append(one)
    return found


def meant_by(message: str) -> str:
    """What the message says; of one that only asks to remember something, that something."""
    asked = [one.about for one in spoken_in(message) if one.verb == "remember" and one.about]
    if len(asked) != 1:
        return message
    before, found, after = message.partition(asked[0])
    around = (before.strip(), after.rstrip())
    is_all = len("".join(around)) <= _LONGEST_REQUEST and not any(any(_stops(text, 0, len(text))) for text in around)
    return found if found and is_all else message


def _places_in(message: str) -> list[int]:
    typed = message[:_TYPED]
    low = typed.lower()
    if len(low) != len(typed):
        low = typed  # a letter that becomes two would move all places
    found: set[int] = set()
    for literal in _LITERALS:
        at = low.find(literal)
        for _ in range(MOST_PLACES):
            if at < 0:
                break
            found.add(at)
            at = low.find(literal, at + len(literal))
    return sorted(found)[:MOST_PLACES]


def _sentence_around(message: str, at: int) -> tuple[int, int]:
    begin = max(0, at - _WINDOW)
    for stop in _stops(message, begin, at):
        begin = stop
    return begin, next(_stops(message, at, at + _WINDOW), min(len(message), at + _WINDOW))


def _stops(message: str, begin: int, end: int) -> Iterator[int]:
    """Where sentences end; `am 3. Mai` ends none."""
    return (stop.end() for stop in _STOP.finditer(message, begin, end) if not is_ordinal(message, stop.start()))


def _asked(sentence: str, before: str) -> Spoken | None:
    text = masked(sentence.replace("’", "'"))
    if _AGAIN.match(text):
        return None
    asks = sentence.rstrip("\"') ").endswith("?") and _TAG.search(sentence) is None
    for start, polite in _places(text):
        if asks and not polite:
            one = _forgets(sentence, text, start)
            if one is not None and not one.exact:
                return one
            continue
        if start and _is_reported(text[:start]):
            break
        one = _request(sentence, text, start, before)
        if one is not None:
            return one
    if REPORTED[language_of(text)].search(text):
        return None
    addressed = _ADDRESSED.search(text)
    if addressed is not None:
        form = next(name for name, value in addressed.groupdict().items() if name.startswith("how") and value)
        what = _end_of(sentence[addressed.start(form.replace("how", "what")) :])
        return None if _TO_DO.search(what) else Spoken("remember", _phrase(text, *addressed.span(form)), what)
    return _asked_behind(sentence, text)


def _asked_behind(sentence: str, text: str) -> Spoken | None:
    """`T, solltest du dir merken`: what is asked stands at the end."""
    if after := _AFTER.fullmatch(text):
        end = after.end("last" if after["last"] is not None else "what")
        return Spoken("remember", "merken", _end_of(sentence[:end].removeprefix("Dass ")))
    forget = _FORGET_AFTER.fullmatch(text)
    if forget is None or _IDLE.match(forget["what"]):
        return None
    what = _end_of(_ABOUT_DE.sub("", sentence[: forget.end("what")]))
    named = _SPEAKS_OF_NOTES.search(forget["what"]) is not None or "alles" in forget["what"].casefold()
    return Spoken("discard", "vergessen", _TELLS_DE.sub("", what), exact=not named)


def _places(text: str) -> Iterator[tuple[int, bool]]:
    """Where a clause may address the listener, and whether it asks politely there."""
    for start in clause_starts(text):
        at, polite = start, False
        while match := _ASKED.match(text, at):
            at, polite = match.end(), True
            yield at, polite
        yield start, polite


def _is_reported(before: str) -> bool:
    if REPORTED[language_of(before)].search(before):
        return True
    bare = before.rstrip()
    return bare.endswith(":") and _OPENS.search(bare) is None


def _request(sentence: str, text: str, start: int, before: str) -> Spoken | None:
    this = _REMEMBER_THIS.fullmatch(text, start)
    if this is not None:
        earlier = sentence[:start].strip(" ,;:–-") if len(sentence[:start].split()) > 3 else ""
        return Spoken("remember", _phrase(text, start, len(text)), earlier or before)
    if _FORGET_THIS.fullmatch(text, start) and _SPEAKS_OF_NOTES.search(text, 0, start):
        return Spoken("discard", _phrase(text, start, len(text)), _end_of(sentence[:start]))
    what = _statement_in(sentence, text, start)
    if what is not None and len(what) >= 3 and not _A_TIME.match(what) and not _TO_DO.search(what):
        return Spoken(
            "remember", _phrase(text, start, text.find(what[:8], start) if what[:8] in text else start + 12), what
        )
    return _forgets(sentence, text, start)


def _statement_in(sentence: str, text: str, start: int) -> str | None:
    """What is to be remembered, as it was written."""
    match = _REMEMBER.match(text, start)
    if match is not None:
        begin, end = match.span(next(name for name in ("dass", "komma", "what") if match[name] is not None))
    elif (match := _REMEMBER_CLAUSE.match(text, start)) is None:
        return None
    elif match["clause"] is not None:
        begin, end = match.span("clause")
        words = [word.strip(",.;:!").casefold() for word in text[begin:end].split()[:9]]
        is_clause = any(word in ENGLISH and word not in NOUNS for word in words[1:]) or "'" in words[0]
        if not is_clause and (text[start : start + 8].casefold() != "remember" or len(words) < _FEWEST_WORDS):
            return None
    elif match["noun"] is None:
        begin, end = match.span(next(name for name, value in match.groupdict().items() if value is not None))
    else:
        begin, end = match.start("noun"), len(sentence)
        return _end_of(re.sub(r"\s+merken\b", "", sentence[begin:end]))
    return _end_of(sentence[begin:end])


def _end_of(text: str) -> str:
    return _TAIL.sub("", text.strip().rstrip(".!?").strip()).strip(" ,")


def _forgets(sentence: str, text: str, start: int) -> Spoken | None:
    match = _FORGET.match(text, start)
    if match is None or match.lastgroup is None:
        return None
    name = next(name for name, value in match.groupdict().items() if value is not None and name != "bare")
    begin, end = match.span(name)
    what = _TAIL.sub("", sentence[begin:end].strip().rstrip(".!?").strip())
    what = _TELLS_DE.sub("", re.sub(rf"\s*(?:{_FROM_MEMORY}).*$", "", what, flags=re.IGNORECASE))
    what = _ABOUT_DE.sub("", what)
    what = re.sub(r"\s+(?:löschen|entfernen|streichen|vergessen)$", "", what)
    what = re.sub(r",?\s+(?:kannst|darfst|könntest|sollst|solltest) du(?: \w+)?$", "", what)
    if len(what) < 2 or _IDLE.match(what) or _ELSEWHERE.search(what):
        return None
    return Spoken("discard", _phrase(text, start, begin), what, exact=name == "thing")


def _phrase(text: str, start: int, end: int) -> str:
    return " ".join(text[start:end].lower().split()).strip(" ,:;.!?–—-") or "asked"
