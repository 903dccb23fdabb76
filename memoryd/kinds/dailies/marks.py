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
ONCE = lazy_pattern(
    r"\b(?:before|until|till|bis|vor)\b(?: [\w-]+){0,4}? (?:(?:mon|tues|wednes|thurs|fri|satur|sun)day|(?:mon|diens|donners|frei|sams|sonn)tag|mittwoch|tomorrow|tonight|morgen|heute)\b",
    re.IGNORECASE,
)
"""What holds up to a day holds once, and is no preference."""
OPENS_TALK = lazy_pattern(
    r"(?:(?:ok|okay|so|and|hi|hello|hallo|gut|und|also|perfect|great)\b,? )*(?:what|where|how|anything|was|wo|womit|wie|noch)\b(?: [\w'’]+){0,4}?"
    r" (?:today|now|next|first|left|start|begin|help|up|else|do for you|tun|heute|jetzt|noch|anfangen|beginnen|weiter|helfen|an|los|übrig|offen)\b[^?]{0,24}\?",
    re.IGNORECASE,
)
"""A question that only leads on: what follows is no answer that decides."""
GENERAL = lazy_pattern(r"(?:an?|eine?) ", re.IGNORECASE)
"""So begins what is true of all such things: `An index speeds up queries`."""
NO_LABEL = lazy_pattern(
    r"(?:I|we|you|he|she|it|they|ich|wir|du|er|sie|es|(?:one|two|a few) (?:more|other|last)\b|(?:a )?(?:quick|short|small|kurze?s?) \w+|neu|new|also|and|und|wichtig|important|open|offen|left|todo|bug|problem|issue|idea|idee|noted|corrected|written down|recorded|changed|understood|confirmed|agreed|done|fixed|reminder|notiert|vermerkt|korrigiert|aufgeschrieben|festgehalten|gemerkt|geändert|verstanden|bestätigt|erledigt|übrigens|correction|korrektur|edit|update|error|fehler|warning|output|ausgabe|example|beispiel|question|frage|note|hint|input|expected|actual|result|ergebnis|step|schritt|answer|antwort|title|task|aufgabe|here|hier|usage|https?|file|line|zeile|user|assistant|system|prompt|source|quelle|figure|table|chapter|page|seite)\b",
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
    r"(?:geändert|gespeichert|eingetragen|aufgenommen|ergänzt|gestrichen|gelöscht|umgestellt|angepasst|notiert|aktualisiert)",
    re.IGNORECASE,
)
"""What was done, as a head that names nothing: `Geändert: Fliesen 30x60`."""
BROKEN_SUBJECT = lazy_pattern(
    r"(?:der|die|das|den|dem|dieser?|dieses|this|that|these|those|the|ein|eine|a|an)|.*\b(?:und|and|,) ?(?:er|sie|es|he|she|it|they|we|ich|wir)|\d[\d.,]* (?:und|and)\b.*|(?!.*\b(?:when|if|wenn|falls)\b).+ (?:(?-i:I)|we|you|ich|wir|du)",
    re.IGNORECASE,
)
"""What stood before a verb, and names nothing: `16.900 und er`."""
NOT_A_SAYER = lazy_pattern(r"(?:He|She|They|It|Er|Sie|Man|Docs?|Doku|Everyone|People|Nobody|Someone|Niemand|Jemand)\b")
WORD = lazy_pattern(r"[^\W\d_]{2,}")
ELIDED = lazy_pattern(
    r"(?-i:[A-ZÄÖÜ]|[a-zäöü])[a-zäöüß]+(?:ed|ought|ound|ote|uilt|ade|pt|olled)\b (?!by\b|in\b$)", re.IGNORECASE
)

SHOWN = lazy_pattern(
    r"\b(?:it|this|them|that's|das|es|ihn)\b|\bthat\b(?! (?:i|i'm|we|you|he|she|they|there|the|my|our|your|his|her|their)\b)"
    r"|^(?:steht|fehlt|muss|soll|bleibt|ist|wird|kommt)\b",
    re.IGNORECASE,
)
"""What means something that was said before; `that` before a subject only leads on."""
JOKE = lazy_pattern(
    r"\W*(?:haha\w*|hehe\w*|lol|lmao)\b|\W*[\U0001F602\U0001F923]|.*(?:[\U0001F602\U0001F923]|\b(?:lol|lmao|haha\w*|jk))\W*$",
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
OFFERED = lazy_pattern(r"(?:can|could|may|might|will|would|kann|könnte|werde|würde)\b", re.IGNORECASE)
"""What an assistant may do is no fact."""

_TELL_ME = """tell show give explain say speak read sit get got see look list think let had has have is are was were will can may must
do does did made found took"""
TELL_ME = frozenset(_TELL_ME.split())
"""Who commands with these wants to know."""


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


CODE = lazy_pattern(
    r"`[^`\n]+`|(?<![\w/])[~.]?/[\w.-]+/[\w./-]+|\b\w+_\w+\b|(?<![\w-])[\w-]{1,80}\.(?:py|js|ts|go|rs|c|h|cpp|java|rb|sh|sql|ya?ml|toml|json|md|conf|service|log|txt|cfg|ini)\b"
    r"|\b(?=[0-9a-f]*\d)(?=[0-9a-f]*[a-f])[0-9a-f]{7,40}\b|\s--[a-z][\w-]+|\b[a-z]+[A-Z]\w+|\b\w+\(\)|\b(?:port|Port|PR|MR) ?#?\d+|#\d+"
)
"""What only work on machines names."""
WORKED = lazy_pattern(
    r"\b(?:I|we)(?:['’]ve| have)? (?:now |also |just |then |already )*(?:fixed|deployed|merged|pushed|committed|added|removed|renamed|replaced|updated|upgraded|migrated|changed|moved|created|wrote|rewrote|ran|checked"
    r"|tested|restarted|reverted|implemented|refactored|installed|configured|enabled|disabled|rotated|restored|found|traced|booked|ordered|sent|paid|called|filed|measured|reproduced|bumped|released|opened|closed|set up|turned (?:on|off))\b"
    r"|\b(?:ich|wir) (?:habe|haben)\b|\b(?:habe|haben) (?:ich|wir)\b|\b\d+ (?:passed|failed|tests?)\b",
    re.IGNORECASE,
)
"""Who says so reports what was done."""
DISCLAIMS = lazy_pattern(
    r"\b(?:as|I['’]?m|I am)(?: just| only)? (?:an? )?(?:AI|(?:large )?language model|artificial intelligence|virtual assistant|chat ?bot)\b|\bmy (?:knowledge cut-?off|training data|last (?:knowledge )?update)\b"
    r"|\b(?:als|bin) (?:eine? )?(?:KI\b|künstliche Intelligenz|(?:großes )?Sprachmodell|virtueller Assistent)|\bI (?:do not|don['’]t) have (?:direct |personal )?(?:access|experiences?|opinions?|feelings)\b|^I apologi[sz]e\b",
    re.IGNORECASE,
)
"""What a model says of itself."""
OF_ONESELF = lazy_pattern(r"\b(?:I|we|my|our|us|me|let's|ich|wir|mich|mir|uns|mein\w*|unse?re?\w*)\b", re.IGNORECASE)
IDLE = lazy_pattern(
    r"(?:(?:and|so|also|oh|well|but|und|also|aber)\b,? )*(?:I(?:['’]d| would) (?:also |really )?(?:like|love) to (?:\w+ ){0,2}?(?:explore|know|learn|hear|ask|understand|discuss|talk|see)\b"
    r"|I(?:['’]m| am) (?:also |really |so |very |still |just |always |pretty |quite )*(?:excited|curious|interested|struggling|trying to (?:wrap|understand|figure)|open to|familiar|happy|glad|eager|thinking of)\b"
    r"|I (?:know|noticed|see|understand|often|agree|guess) |I think I(?:['’]m| am) (?:all set|good|fine|done)\b|I think I(?:['’]ve| have) got\b|(?:you|du) (?:mentioned|said|wrote|told|hast)\b"
    r"|ich interessiere mich (?:auch |sehr |schon |besonders )*für\b|ich habe? (?:auch |schon )*gehört\b|ich (?:würde|möchte) (?:auch |gerne? |noch )*(?:mehr )?(?:über|von) .*(?:wissen|erfahren|hören|lernen|verstehen)\b|ich bin (?:auch |schon |sehr |ganz |noch )*(?:gespannt|neugierig|interessiert|froh|aufgeregt)\b)",
    re.IGNORECASE,
)
"""What somebody feels or wants to know: no task, and no preference, where nothing else tells."""
MARKED = lazy_pattern(
    r"(?:(?:the|real|actual|likely|main|underlying|root) )*(?:cause|fix|solution|workaround|reason|problem|bug|resolution|outcome|result|finding|diagnosis|conclusion|lesson(?: learned)?|fixed|resolved|solved|deployed|released|merged|committed|done"
    r"|ursache|grund|fehler|lösung|ergebnis|befund|fazit|behoben|gelöst|erledigt|umgesetzt)\b.{0,40}",
    re.IGNORECASE,
)
"""A label that tells that behind it stands what was done or found."""
WONDERS = lazy_pattern(
    r"(?:(?:and|so|also|ok|okay|but|hi|hey|by the way|und|also|aber|übrigens)\b,? )*(?:(?:what|why|how)(?:['’]s)?\b(?! about| if|(?: \w+)? (?:don['’]t|do not|not)\b)|(?:which|where|who) (?:is|are|was|were|one|of)\b"
    r"|do you (?:know|have|think|recommend|happen|remember|recall)\b|(?:is|are) there\b|(?:can|could|would) you (?:please )?(?:also )?(?:tell|explain|recommend|suggest|describe|elaborate)\b"
    r"|(?:was|warum|wieso|weshalb|wie)\b(?! wär\w*| sieht| steht|(?: \w+)? nicht\b)|(?:welche[rs]?|wo|wer) (?:ist|sind|war|waren|davon)\b|weißt du\b(?! noch)|hast du (?:eine )?(?:idee|tipp|empfehlung)\w*|gibt es\b|(?:ist es|is it) (?:eigentlich |überhaupt |even |actually )*(?:erlaubt|möglich|üblich|normal|legal|allowed|possible|usual|okay?)\b)[^.!]*\?\s*$",
    re.IGNORECASE,
)
"""A question that only wants to know."""
FLEETS = lazy_pattern(
    r"(?:[\w’']+(?: [\w’']+){0,3}, )?(?:(?:and|so|also|oh|well|but)\b,? )*I(?:['’]m| am| was)(?: also| just| really| still| currently| definitely| particularly| especially| very| so| quite| always)*"
    r" (?:thinking|considering|wondering|curious|excited|going to|planning|hoping|interested in (?:learning|exploring|knowing|hearing|trying|seeing|finding))\b"
    r"|ich habe? (?:auch |schon |mal )*gehört\b|ich (?:überlege|denke darüber nach)\b|I understand |I(?:['’]ve| have)(?: also| just| recently| really)* (?:heard|been (?:eyeing|thinking|considering|wondering|looking|meaning|interested))\b"
    r"|I(?:['’]ll| will|['’]d)(?: also| definitely| probably| just| then)* (?:consider|check|look|try|keep|make sure|give|think)\b|I (?:can|could) \w+",
    re.IGNORECASE,
)
"""What somebody thinks of doing or wants to know: no fact of theirs where nothing else tells."""
CHEERS = lazy_pattern(
    r"\b(?:stay(?:ing)? (?:positive|motivated|strong|true)|keep (?:each other|supporting|motivating|improving|reaching|exploring|growing|helping|inspiring|striving|doing (?:my|our|your) best|it up|pushing|mov(?:ing|in\b['’]?)(?: forward| on)?(?! (?:the|our|my|to)\b)|chas\w+|dreaming|believing|shining|rocking|going(?! (?:to|with)\b)|at it|in touch|facing)"
    r"|chas(?:e|ing) (?:our|your|my|their|those) dreams?|reach (?:my|our|your) (?:dreams?|goals?)|hang in there|make (?:some |a |an )?(?:real |big |positive )?(?:difference|impact)\b(?! (?:on|in|to) the)|(?:some|positive) change|great things|brighter future|comfort zones?|take care of yourself|raise awareness|honou?r the memor|worth it in the end|never give up|believe in (?:yourself|myself)|keep you (?:updated|posted)|you(?:['’]ve| have)? got this|dance it out"
    r"|mach weiter so|bleib (?:dran|stark|positiv)|gib nicht auf|das wird schon|auf dem laufenden)(?!\w)|^\W*no prob",
    re.IGNORECASE,
)
"""How people cheer each other on: no decision and no task."""
EMOTES = lazy_pattern(
    r"(?:(?:and|so|but|well|oh|wow|yeah),? )*(?:(?:it|that|this)(?:['’]s| is| was|['’]s been| has been| must| sounds?| looks?| feels?)|must (?:be|feel|have)|you must|we love|I (?:bet|hope|feel|felt)|(?:they|moments|these|seeing|realizing|losing|marrying|thanks|hoping)\b)",
    re.IGNORECASE,
)
"""So begin feelings and praise: no task and no decision where no cue tells one."""
TELLS_A_STORY = lazy_pattern(
    r"I (?:really |also |do )*(?:like|love|enjoy|hate|prefer)\b|(?:(?:and|so|but|well|yeah|also|last \w+|yesterday(?: \(\S+\))?),? )*(?:I|we)(?: even| also| just| really| already| finally| recently)* (?:made|got|had|used|took|went|saw|snapped|felt|ran|met|held|gave|loved|enjoyed|visited|played|watched|spent|started|finished|joined|chose|picked|learned)\b",
    re.IGNORECASE,
)
"""What was, or is liked, is no task where no cue tells one."""
MUST_BE = lazy_pattern(
    r"\b(?:it|that|this|you|he|she|they) must (?:\w+ly )?(?:be|feel|have|love|enjoy|add|mean|miss|look|sound|seem)\b(?! (?:done|ready|able|\w+ed)\b)|\b(?:they|it|this|that|which|moments|always|really) (?:\w+ ){0,3}reminds? me (?:to|that|of)\b|\breminding me\b|\b(?:das|es|der|die|du) (?:muss|musst) (?:sich |ja |echt |wirklich )*(?:\w+ )?(?:anfühlen|sein|freuen)\b\W*$|\bgot to (?:meet|see|feel|know)\b",
    re.IGNORECASE,
)
"""What somebody takes to be so, or is put in mind of: no duty."""
_AT_HAND = (
    r"(?:the|your|that|this|these|those|die|der|das|deine?|diese[rns]?)(?: [\w-]+,?){0,3}? "
    r"(?:ideas?|look|structure|concept|approach|suggestions?|options?|sound|feel|vibe|strategies|plans?|one|idee|vorschlag|vorschläge|aussehen|konzept|variante)\b(?! (?:of|von)\b)"
)
NO_OBJECT = lazy_pattern(
    r"(?:was|is|were|are|has|had|have|did|made|yesterday|today|tomorrow|last (?:night|week|month|year|\w+day)|remind\w*)\b(?! \w+['’]s\b)|[-–—]|(?:it|that|this|them|everything),? (?-i:[A-Z])\w+\W*$",
    re.IGNORECASE,
)
"""Behind a verb of the speaker: `the help I got was useful`, `what I bought yesterday`."""
LIKES_IT = lazy_pattern(
    rf"(?:(?:and|so|but|well|oh|wow|yes|yeah|ok),? )*(?:I (?:really |also |do )*(?:like|love|enjoy|prefer)|ich mag|mir gefällt) {_AT_HAND}",
    re.IGNORECASE,
)
"""What is liked stands in the talk before it, and means nothing by itself: `I like the monochromatic idea`."""
WHY = lazy_pattern(r"\b(?:why|warum|wieso|weshalb|woran)\b", re.IGNORECASE)
"""Asks for what happened here, not for how the world is."""
OFFERS = lazy_pattern(
    r"(?:some |other |possible |your |mögliche |weitere )*(?:options?|alternatives?|ideas?|optionen|möglichkeiten|alternativen|vorschläge)\b[^:.]{0,60}:",
    re.IGNORECASE,
)
"""So an assistant begins a list of what may be chosen."""
NOW = lazy_pattern(
    r"\b(?:currently|at the moment|right now|these days|derzeit|aktuell|momentan|im moment)\b", re.IGNORECASE
)
"""A question for how it is: its answer decides nothing."""
SHOWS_BACK = lazy_pattern(
    r"(?:Den|Dem|Das|Die) (?:\w{2,}(?:t|e)) (?:dann |jetzt |noch )?(?:ich|wir|(?:mein|unser|Frau|Herr|Dr)\w*\.?|[A-ZÄÖÜ]\w+)(?: [A-ZÄÖÜ]\w+)?[.!]?$"
)
"""Its object is what the sentence before it named: `Den entwirft Dr. Aydin`."""
BY_SPEAKER = lazy_pattern(r"(?:I|we|ich|wir) (?:was|were|had|have been|went|war|waren|hatten?|haben)\b", re.IGNORECASE)
"""Behind a label, what its speaker did, and no value: `tiles: we were at the shop`."""
