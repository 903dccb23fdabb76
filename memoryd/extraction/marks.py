# ruff: noqa: E501 - tables of patterns read better unbroken
"""What a sentence shows whatever its language: names, numbers, labels, questions to be agreed to. Pure."""

from __future__ import annotations

import re
from collections.abc import Mapping

from memoryd.patterns import pattern as lazy_pattern
from memoryd.text.clauses import Language

NAMED = lazy_pattern(r"(?<=\s)[A-Z][\w'&-]+|\b[A-Z]{2,}\b")
# Every German noun has a capital: what has more of them, or a hyphen before one, is a name.
NAME: Mapping[Language, re.Pattern[str]] = {
    "en": NAMED,
    "de": lazy_pattern(r"\b\w*[A-ZÄÖÜ]\w*[A-ZÄÖÜ]\w*|\b[A-ZÄÖÜ]\w+-[A-ZÄÖÜ]\w+"),
}
NUMBER = lazy_pattern(r"\d")
# What has a form of its own names one thing: a path, a version, a hash, an option, a function, an address.
IDENTIFIER = lazy_pattern(
    r"`[^`]+`|(?<![\w/])[~.]?/[\w.-]+(?:/[\w.-]*)+|\b\w+[_.:/]\w+[\w.:/-]*|\b[\w]+-\d\w*|\b[0-9a-f]{7,40}\b|#\d+|\s--?[a-z][\w-]+|\b[a-z]+[A-Z]\w+|\bv?\d+\.\d+|\b\w+\(\)|\b(?:port|Port|PR|MR) ?#?\d+"
)
APART = lazy_pattern(
    r";\s+|\s[—–]\s|(?:,\s*|\s+)(?:and|but|so|while|whereas|und|aber|doch|sondern)\s+"
    r"(?=(?:I|we|my|our|ich|wir|mein\w*|unser\w*|(?:the|der|die|das) (?!.*\b(?:there|then|theirs?|mine|its?|too|dort|dann|auch|davon|dazu|damit|darauf)\b))\b)"
    # What asks something of the listener tells nothing more.
    r"|,\s+(?:so|also|damit|dann)\s+(?=(?:whatever|please|pls|don't|keep|you|make|no|bitte|du|denk|pass|nimm|lass)\b)",
    re.IGNORECASE,
)
HEAD = lazy_pattern(r"(?P<head>[A-ZÄÖÜa-zäöü][\wäöüß -]{2,30}?)\s*[:–]\s+(?P<rest>\S.*)")
BUT = lazy_pattern(r"[,;]?\s(?:but|so|aber|also|doch)\s|;\s", re.IGNORECASE)
PROPOSAL = lazy_pattern(
    r"^(?:(?:so|ok|okay|then|and|also|dann|gut)[, ]+)*(?:should|shall) (?:I|we) (?!(?:know|worry|expect|care|say|go\b))|\b(?:do you )?want me to (?!(?:explain|show|elaborate|tell|list|go over|walk|continue|share|give))|\b(?:ok|okay|fine|alright) (?:if (?:I|we)|to) |"
    r"\b(?:how|what) about (?:we )?\w+ing|\bsoll(?:en)? (?:ich|wir) (?!dir|es erklären|mehr)|\bwollen wir |\bdarf ich |^(?:dann )?(?:nehmen|machen|bleiben|verwenden|nutzen) wir\b|\b(?:einverstanden|passt das|ok so|agreed|right|okay|ok|oder)\s*\?$",
    re.IGNORECASE,
)
REPORT = lazy_pattern(
    r"(?P<who>(?-i:[A-ZÄÖÜ][\w-]+(?: [A-ZÄÖÜ][\w-]+)?)) (?P<verb>said|says|told (?:me|us)|mentioned|confirmed|sagte|sagt|meinte|meint|hat gesagt),? (?!\")(?P<what>(?!(?:I|we|ich|wir)\b).+)"
)
LABEL = lazy_pattern(r"(?P<label>(?:[A-ZÄÖÜa-zäöü][\w./'-]*)(?: [\w./'-]+){0,4}): (?P<value>\S+(?: \S+){0,11})")
HEARSAY = lazy_pattern(
    r"(?:according to|laut|nach) (?:the|a|an|this|that|some|dem|der|einem|einer|diesem|dieser) \w*"
    r"(?:blog|article|post|news|paper|book|thread|tweet|video|podcast|artikel|beitrag|zeitung|nachrichten|buch|studie)\b"
    r"|(?:the|this|that|an?|der|die|das|dies\w*|im|in \w+) (?:article|post|book|thread|tweet|video|podcast|artikel|beitrag|buch|studie)"
    r" (?:says?|said|claims?|argues?|suggests?|sagt|behauptet|schreibt|steht|heißt)\b"
    r"|.{0,60}\b(?:asks?|asked|wonders?|wondered|fragt|fragte|fragten)(?: me| us| mich| uns| sich)?,? (?:if|whether|why|how|what|when|ob|warum|wie|was|wann)\b",
    re.IGNORECASE,
)
"""What somebody else holds, somewhere, or only asks."""
FAULT = lazy_pattern(
    r"(?:the|our|my|this|der|die|das|unsere?|meine?|diese[rs]?) [\w-]+(?: [\w-]+){0,3}? (?:(?:always|never|only|still|just|immer|nie|nur|jedes mal|ständig) )?"
    r"(?:fails|crashes|hangs|breaks|jams|leaks|freezes|stalls|blows|stürzt|hängt|klemmt|bricht|friert|fliegt|fällt|schlägt|streikt|spinnt|tropft)\b",
    re.IGNORECASE,
)
"""How something behaves that does not work, which nobody wants so."""
TO_BE_KEPT = lazy_pattern(
    r"(?:(?:und|bitte|also|and|please)\b,? )*(?:(?:vergiss|vergesst) (?:bitte |mir )*nicht\b|(?:don['’]?t|do not) (?:you )?(?:ever )?forget\b|(?:bitte )?nicht vergessen\b)(?:[,:]? (?:that|dass) |[,:] ?)?",
    re.IGNORECASE,
)
"""What is to be kept in mind is no rule by that."""
ONCE = lazy_pattern(
    r"\b(?:before|until|till|bis|vor)\b(?: [\w-]+){0,4}? (?:(?:mon|tues|wednes|thurs|fri|satur|sun)day|(?:mon|diens|donners|frei|sams|sonn)tag|mittwoch|tomorrow|tonight|morgen|heute)\b",
    re.IGNORECASE,
)
"""What holds up to a day holds once, and is no preference."""
NOT_KNOWN = lazy_pattern(
    r"\b(?:idea|dunno|know|sure|unsure|see|decide\w*|tell|wonder\w*|ahnung|wei(?:ß|ss)|sehen|sicher|gucken|schauen|mal)(?: \w+){0,2} (?:if|whether|ob) (?:I|we|ich|wir|mir|uns)\b"
    r"|^\W*(?:approved|granted|accepted|agreed|ok(?:ay)?|fine|genehmigt|einverstanden|bewilligt),? (?:but|aber|though) (?:\S+ ){0,5}\S+$",
    re.IGNORECASE,
)
"""What is not known yet, and what an answer makes a condition of: no preference."""
ROUTINE = lazy_pattern(
    r"\b(?:I|we) (?:now |also )?(?:have to|need to|must)\b(?!.*\bremind)(?=.*\b(?:on (?:mon|tues|wednes|thurs|fri|satur|sun)days\b|every (?:day|morning|evening|week|(?:mon|tues|wednes|thurs|fri|satur|sun)day)\b))"
    r"|\b(?:muss|müssen) (?:ich|wir)\b(?=.*\b(?:(?:mon|diens|donners|frei|sams|sonn)tags|mittwochs|werktags|täglich|jeden (?:tag|morgen|abend|\w+tag|mittwoch))\b)"
    r"|\b(?:ich|wir) (?:muss|müssen)\b(?=.*\b(?:(?:mon|diens|donners|frei|sams|sonn)tags|mittwochs|werktags|täglich|jeden (?:tag|morgen|abend|\w+tag|mittwoch))\b)",
    re.IGNORECASE,
)
"""What somebody has to do again and again is how their week is, and never done."""
OPENS_TALK = lazy_pattern(
    r"(?:(?:ok|okay|so|and|hi|hello|hallo|gut|und|also|perfect|great)\b,? )*(?:what|where|how|anything|was|wo|womit|wie|noch)\b(?: [\w'’]+){0,4}?"
    r" (?:today|now|next|first|left|start|begin|help|up|else|do for you|tun|heute|jetzt|noch|anfangen|beginnen|weiter|helfen|an|los|übrig|offen)\b[^?]{0,24}\?",
    re.IGNORECASE,
)
"""A question that only leads on: what follows is no answer that decides."""
GENERAL = lazy_pattern(r"(?:an?|eine?) ", re.IGNORECASE)
"""So begins what is true of all such things: `An index speeds up queries`."""
ROUGHLY = lazy_pattern(
    r"\b(?:usually|typically|generally|normally|on average|in most|as a rule|in der Regel|im Schnitt|im Durchschnitt|üblicherweise|normalerweise|meistens|in den meisten)\b",
    re.IGNORECASE,
)
"""What an assistant says with such words is how the world is."""
EXCLAIMS = lazy_pattern(r"\b(?:wtf|omg|ffs|argh+|aargh+)(?!\w)", re.IGNORECASE)
"""Of the moment, and over with it: `load is 14 now wtf`."""
NO_LABEL = lazy_pattern(
    r"(?:I|we|you|he|she|it|they|ich|wir|du|er|sie|es|(?:one|two|a few) (?:more|other|last)\b|(?:a )?(?:quick|short|small|kurze?s?) \w+|neu|new|also|and|und|wichtig|important|open|offen|left|todo|bug|problem|issue|idea|idee|noted|corrected|written down|recorded|changed|understood|confirmed|agreed|done|fixed|reminder|notiert|vermerkt|korrigiert|aufgeschrieben|festgehalten|gemerkt|geändert|verstanden|bestätigt|erledigt|übrigens|correction|korrektur|edit|update|status|planning|planung|news|stand|plan|recap|fyi|heads up|error|fehler|warning|output|ausgabe|example|beispiel|question|frage|note|hint|input|expected|actual|result|ergebnis|step|schritt|answer|antwort|title|task|aufgabe|here|hier|usage|https?|file|line|zeile|user|assistant|system|prompt|source|quelle|figure|table|chapter|page|seite)\b",
    re.IGNORECASE,
)
THERE = lazy_pattern(
    r"(?:there (?:is|are)|es gibt)\b.*(?:\d|\b(?:two|three|four|five|six|zwei|drei|vier|fünf|sechs)\b)", re.IGNORECASE
)
DATE_NOTE = lazy_pattern(r" \(\d{4}-\d\d-\d\d\)")
NO_SUBJECT = lazy_pattern(
    r"\b(?:I|you|we|they|it|he|she|me|us|them|I'd|just|glad|ich|du|wir|ihr|mir|dir|uns|irgendwie|what(?! \w+ (?:it|the)))\b",
    re.IGNORECASE,
)
SAYS_SO = lazy_pattern(
    r"(?:(?:ok(?:ay)?|so|and|also|gut|und),? )*(?P<who>(?-i:[A-ZÄÖÜ])[\w-]+(?: (?-i:[A-ZÄÖÜ])[\w-]+)?|the [a-z]+|d(?:er|ie|as) (?-i:[A-ZÄÖÜ])\w+) (?P<verb>confirmed|confirms|approved|approves|decided|wants|wrote|replied|answered|bestätigt|bestätigte|genehmigt|schreibt|antwortet|entschied|will)"
)
"""A label that tells who says what stands behind it: `Odete confirmed: 400 days`."""
PARTICIPLE = lazy_pattern(
    r"(?:changed|updated|eingebaut|(?:als \w+ )?eingerichtet|hinzugefügt|entfernt|umbenannt|verschoben|eingestellt|geändert|gespeichert|eingetragen|aufgenommen|ergänzt|gestrichen|gelöscht|umgestellt|angepasst|notiert|aktualisiert)",
    re.IGNORECASE,
)
"""What was done, as a head that names nothing: `Geändert: Fliesen 30x60`."""
BROKEN_SUBJECT = lazy_pattern(
    r"\A(?:[a-z]+ed in\b.*|.*(?:[a-zäöüß]{3}['’s]*\.|\.\.\.) (?-i:[a-zäöü]).*|(?!.*\b(?:and|und|or|oder)\b)(?:[^,]+, ){2,}[^,]+|(?:der|die|das|den|dem|dieser?|dieses|this|that|these|those|the|ein|eine|a|an)|.*(?:\b(?:und|and)|[,:]) ?(?:then |so |dann |da )?(?:er|sie|es|he|she|it|they|we|ich|wir)|\d[\d.,]* (?:und|and)\b.*|(?!.*\b(?:when|if|wenn|falls)\b).+ (?:(?-i:I)|we|you|he|she|they|ich|wir|du))",
    re.IGNORECASE,
)
"""What stood before a verb, and names nothing: `16.900 und er`."""
NOT_A_SAYER = lazy_pattern(r"(?:He|She|They|It|Er|Sie|Man|Docs?|Doku|Everyone|People|Nobody|Someone|Niemand|Jemand)\b")
WORD = lazy_pattern(r"[^\W\d_]{2,}")
LINK = lazy_pattern(r"(?:https?://|www\.)\S+", re.IGNORECASE)
ELIDED = lazy_pattern(
    r"(?-i:[A-ZÄÖÜ]|[a-zäöü])[a-zäöüß]+(?:ed|ought|ound|ote|uilt|ade|pt|olled)\b (?!by\b|in\b(?! [0-9a-f]{7,40}\b))",
    re.IGNORECASE,
)
"""What was done, without who did it: `Renamed the column`."""

USES = lazy_pattern(
    r"(?:we|I) (?:currently |now |mostly |still |all |both |mainly |only )*use (?:the |an? )?(?-i:[A-Z])[\w.+#-]+"
    r"(?: (?-i:[A-Z])[\w.+#-]+)*(?: (?:for|as|to|with|in|on|at|here|internally)\b|\s*[,.!;]|$)"
    r"|(?:wir|ich) (?:be)?nutzen? (?:aktuell |derzeit |jetzt |hauptsächlich |noch )*(?:den |die |das )?(?-i:[A-ZÄÖÜ])[\w.+#-]+"
    r"(?: (?-i:[A-ZÄÖÜ])[\w.+#-]+)*(?: (?:für|fürs|als|zum|zur|in|im|bei|intern)\b|\s*[,.!;]|$)"
    r"|unser\w* (?-i:[A-ZÄÖÜ])\w*(?:system|tool|tracker|board|dienst|anbieter|datenbank|sprache|hoster|provider|plattform|framework|chef|chefin|vermieter|vermieterin|adresse|nummer|domain|bank)"
    r" (?:ist|heißt) (?:jetzt |der |die |das )*(?-i:[A-ZÄÖÜ0-9])",
    re.IGNORECASE,
)
"""`We use Heroku for hosting`."""
NO_MORE = lazy_pattern(
    r"(?:I|we)(?: (?:don['’]?t|do not)|(?:['’]m|['’]re| am| are) not) (?!(?:know|want|think|see|feel|care|sure|understand|remember|believe|mind|get|like|enjoy|need|have (?:time|to))\b)\S.* any ?more\b"
    r"|(?:I|we)(?:['’]m|['’]re| am| are)? no longer (?!(?:know|want|think|see|feel|care|sure|understand|remember|believe|need)\b)\S"
    r"|(?:ich|wir) (?:bin|sind|wohnen?|leben?|arbeiten?|essen?|trinken?|rauchen?|nutzen?|benutzen?|verwenden?|haben?|spielen?|fahren?|besitzen?)"
    r" (?:\S+ ){0,4}?(?:nicht mehr (?!(?:sicher|müde|da|hungrig|so)\b)|kein\w* (?!(?:Lust|Zeit|Ahnung|Kraft|Nerven?|Bock|Geld|Fragen?|Idee)\b)(?:\S+ ){1,4}?mehr\b)",
    re.IGNORECASE,
)
"""What is over for who says it: `I'm not vegetarian anymore`."""

SHOWN = lazy_pattern(
    r"\b(?:it|this|them|that's|das|es|ihn)\b|\bthat\b(?! (?:i|i'm|we|you|he|she|they|there|the|my|our|your|his|her|their)\b)"
    r"|^(?:steht|fehlt|muss|soll|bleibt|ist|wird|kommt)\b",
    re.IGNORECASE,
)
"""What means something that was said before; `that` before a subject only leads on."""
TELLS_WHO = lazy_pattern(
    r"(?:(?:hi|hello|hey|hallo|moin),? )?(?:you(?:['’]re| are)|du bist|sie sind) (?:on|in|part|the|our|an?|my|with|im|am|bei|teil|unser\w*|mein\w*|der|die|das|eine?)\b",
    re.IGNORECASE,
)
"""It tells the listener who they are."""
FROM_THEN_ON = lazy_pattern(
    r"^(?!.*\b(?:muss|müssen|soll\w*|noch|bitte|brauch\w*|must|needs?|ha(?:s|ve) to|please)\b).*\b(?:ab (?:jetzt|sofort|morgen|nächste[rnm]?|kommende[rnm]?|montag|dienstag|mittwoch|donnerstag|freitag|samstag|sonntag|januar|februar|märz|april|mai|juni|juli|august|september|oktober|november|dezember)\b|from (?:now|next \w+|\w+day) on\b|künftig\b)",
    re.IGNORECASE,
)
"""So it is from some time on, and nothing is to be done about it."""
SHOWS_BACK = lazy_pattern(
    r"(?:Den|Dem|Das|Die) (?:\w{2,}(?:t|e)) (?:dann |jetzt |noch )?(?:ich|wir|(?:mein|unser|Frau|Herr|Dr)\w*\.?|[A-ZÄÖÜ]\w+)(?: [A-ZÄÖÜ]\w+)?[.!]?$"
)
"""Its object is what the sentence before it named: `Den entwirft Dr. Aydin`."""
JOKE = lazy_pattern(
    r"\W*(?:haha\w*|hehe\w*|lol|lmao)\b|\W*[\U0001F602\U0001F606\U0001F923]|.*(?:[\U0001F602\U0001F606\U0001F923]|\b(?:lol|lmao|haha\w*|jk))\W*$",
    re.IGNORECASE | re.DOTALL,
)
"""A message that is not meant so."""
INSTEAD = lazy_pattern(r"\b(?:instead of|rather than|statt|anstatt|anstelle von)\b", re.IGNORECASE)
"""What names, beside what is so, what no longer is."""
ENDED = lazy_pattern(r"\b(?:no[ _]longer|nicht[ _]mehr)\b", re.IGNORECASE)
IS_SO = lazy_pattern(
    r"(?:is|was|were|are|lies|lay|came|comes|ist|war|waren|sind|lag|liegt|kam|kommt|rührte|steckte)\b", re.IGNORECASE
)
"""How a cause is named."""
TELLS_AND_ASKS = lazy_pattern(
    r"(?P<told>(?:I|we|my|our|ich|wir|mein\w*|unser\w*|(?:Mein|Unser)\w*) [^?;:]{12,300}?), (?:and |but |so |und |aber )?"
    r"(?P<asks>(?:does|do|did|is|are|would|should|can|could|will|what|how|which|where|any|ist|sind|kann|könnte|soll|sollte|geht|reicht|passt|was|wie|welche\w?|wo|lohnt|gibt)\b[^?,;]{3,200}\?)",
    re.IGNORECASE,
)
"""A sentence that tells something of the speaker, and then asks."""
CONFIDES = lazy_pattern(
    r"\b(?:keep (?:it|this|that) (?:to yourself|between us|secret|quiet|private)|don['’]?t tell (?:anyone|anybody|a soul)|sag(?:['’]?s| es| das)? (?:bitte )?(?:keinem|niemandem?)|nicht (?:verraten|weitersagen)|bleibt unter uns)\b",
    re.IGNORECASE,
)
"""What is told is told in confidence, which leaves nothing to be done."""
SENT_OUT = lazy_pattern(
    r"\b(?:\w*rechnung(?:en)?|\w*mails?|\w*briefe?|\w*angebote?|\w*anträge?|\w*antrag|\w*bewerbung(?:en)?|\w*einladung(?:en)?|newsletter|\w*pakete?|\w*päckchen|\w*post|\w*entwürfe|\w*entwurf|drafts?"
    r"|\w*muster|\w*unterlagen|\w*bericht|\w*mahnung(?:en)?|\w*meldung(?:en)?|\w*bestellung(?:en)?|\w*release|version \S+) (?:[^\s.,;]+ ){0,4}?(?:ist|sind) (?:\w+ ){0,2}raus\b",
    re.IGNORECASE,
)
"""What left the house, and is not out of the question: `Die Rechnung ist raus`."""
OFFERED = lazy_pattern(r"(?:can|could|may|might|will|would|kann|könnte|werde|würde)\b", re.IGNORECASE)
"""What an assistant may do is no fact."""

_TELL_ME = """tell show give explain say speak read sit get got see look list think let had has have is are was were will can may must
do does did made found took"""
TELL_ME = frozenset(_TELL_ME.split())
"""Who commands with these wants to know."""
MARKED = lazy_pattern(
    r"(?:(?:the|real|actual|likely|main|underlying|root) )*(?:cause|fix|solution|workaround|reason|problem|bug|resolution|outcome|result|finding|diagnosis|conclusion|lesson(?: learned)?|fixed|resolved|solved|deployed|released|merged|committed|done"
    r"|ursache|grund|fehler|lösung|ergebnis|befund|fazit|behoben|gelöst|erledigt|umgesetzt)\b.{0,40}",
    re.IGNORECASE,
)
"""A label that tells that behind it stands what was done or found."""
NO_OBJECT = lazy_pattern(
    r"(?:was|is|were|are|has|had|have|did|made|yesterday|today|tomorrow|last (?:night|week|month|year|\w+day)|remind\w*)\b(?! \w+['’]s\b)|[-–—]|(?:it|that|this|them|everything),? (?-i:[A-Z])\w+\W*$",
    re.IGNORECASE,
)
"""Behind a verb of the speaker: `the help I got was useful`, `what I bought yesterday`."""
BY_SPEAKER = lazy_pattern(r"(?:I|we|ich|wir) (?:was|were|had|have been|went|war|waren|hatten?|haben)\b", re.IGNORECASE)
"""Behind a label, what its speaker did, and no value: `tiles: we were at the shop`."""


def is_specific(text: str, language: Language) -> bool:
    """Whether it names something: a number, a date, a name, an identifier."""
    return has_form(text) or NAME[language].search(f" {text}") is not None


def has_form(text: str) -> bool:
    """Whether something in it has a form of its own: a number, a path, a name in code; a note of the date does not count."""
    text = DATE_NOTE.sub("", text)
    return NUMBER.search(text) is not None or IDENTIFIER.search(f" {text}") is not None


def salience(sentence: str) -> float:
    """Names and numbers weigh more; chatter is short, rambling is long."""
    names = min(3, len(NAMED.findall(sentence)))
    words = len(sentence.split())
    return 0.25 * names + (0.4 if NUMBER.search(sentence) else 0.0) - (0.3 if words < 5 or words > 40 else 0.0)
