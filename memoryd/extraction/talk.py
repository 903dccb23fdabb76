# ruff: noqa: E501 - tables of patterns read better unbroken
"""What is said in a conversation that is no work and no news: chat, questions, lectures, a model's words of itself. Pure."""

from __future__ import annotations

import re

from memoryd.extraction.cues import Section
from memoryd.patterns import pattern as lazy_pattern

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
    r"(?:(?:and|so|also|oh|well|but|und|aber)\b,? )*(?:I(?:['’]d| would) (?:also |really )?(?:like|love) to (?:\w+ ){0,2}?(?:explore|know|learn|hear|ask|understand|discuss|talk|see)\b"
    r"|I(?:['’]m| am) (?:also |really |so |very |still |just |always |pretty |quite )*(?:excited|curious|interested|struggling|trying to (?:wrap|understand|figure)|open to|familiar|happy|glad|eager|thinking of)\b"
    r"|I (?:know|noticed|see|understand|often|agree|guess) |I think I(?:['’]m| am) (?:all set|good|fine|done)\b|I think I(?:['’]ve| have) got\b|(?:you|du) (?:mentioned|said|wrote|told|hast)\b"
    r"|ich interessiere mich (?:auch |sehr |schon |besonders )*für\b|ich habe? (?:auch |schon )*gehört\b|ich (?:würde|möchte) (?:auch |gerne? |noch )*(?:mehr )?(?:über|von) .*(?:wissen|erfahren|hören|lernen|verstehen)\b|ich bin (?:auch |schon |sehr |ganz |noch )*(?:gespannt|neugierig|interessiert|froh|aufgeregt)\b)",
    re.IGNORECASE,
)
"""What somebody feels or wants to know: no task, and no preference, where nothing else tells."""
WONDERS = lazy_pattern(
    r"(?:(?:and|so|also|ok|okay|but|hi|hey|by the way|und|aber|übrigens)\b,? )*(?:[^.!?,:]{1,40}, (?=(?:is|are|what|how|ist|sind|was|wie) ))?(?:(?:what|why|how)(?:['’]s)?\b(?! about| if|(?: \w+)? (?:don['’]t|do not|not)\b)|(?:which|where|who) (?:is|are|was|were|one|of)\b"
    r"|what (?:should|can|could|do) (?:I|we) (?:do|say|eat|wear|cook|make|get|give)\b|do you (?:know|have|think|recommend|happen|remember|recall)\b|(?:is|are) there\b|(?:can|could|would) you (?:please )?(?:also )?(?:tell|explain|recommend|suggest|describe|elaborate)\b"
    r"|(?:is|are) (?:it|they|that)\b|(?:was|warum|wieso|weshalb|wie)\b(?! wär\w*| sieht| steht|(?: \w+)? nicht\b)|(?:welche[rs]?|wo|wer) (?:ist|sind|war|waren|davon)\b|weißt du\b(?! noch)|hast du (?:eine )?(?:idee|tipp|empfehlung)\w*|gibt es\b|(?:ist es|is it) (?:eigentlich |überhaupt |even |actually )*(?:erlaubt|möglich|üblich|normal|legal|allowed|possible|usual|okay?)\b)[^.!]*\?\s*$|what (?:should|can|could|do) (?:I|we) (?:do|say|eat|wear|cook|make|get|give)\b",
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
    r"|mach weiter so|bleib (?:dran|stark|positiv)|gib nicht auf|das wird schon|auf dem laufenden|legen wir(?: \S+){0,4} los|fangen wir(?: \S+){0,4} an)(?!\w)|^\W*no prob",
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
    r"\b(?:it|that|this|you|he|she|they) must (?:\w+ly )?(?:be|feel|have|love|enjoy|add|mean|miss|look|sound|seem)\b(?! (?:done|ready|able|\w+ed)\b)|\b(?:they|it|this|that|which|moments|always|really) (?:\w+ ){0,3}reminds? me (?:to|that|of)\b|\breminding me\b|\b(?:das|es|der|die|du) (?:muss|musst) (?:sich |ja |echt |wirklich )*(?:\w+ )?(?:anfühlen|sein|freuen)\b\W*$|\bgot to (?:meet|see|feel|know)\b"
    r"|^(?:then|so) .{2,60} (?:(?:has|have) to|must) be (?!\w+(?:ed|en|wn|ne)\b|(?:ready|sent|built|made|put|set|told|kept|paid|cut|there|in|at|by|on)\b)\w+\W*$",
    re.IGNORECASE,
)
"""What somebody takes to be so, or is put in mind of: no duty."""
_AT_HAND = (
    r"(?:the|your|that|this|these|those|die|der|das|deine?|diese[rns]?)(?: [\w-]+,?){0,3}? "
    r"(?:ideas?|look|structure|concept|approach|suggestions?|options?|sound|feel|vibe|strategies|plans?|one|idee|vorschlag|vorschläge|aussehen|konzept|variante)\b(?! (?:of|von)\b)"
)
LIKES_IT = lazy_pattern(
    rf"(?:(?:and|so|but|well|oh|wow|yes|yeah|ok),? )*(?:I (?:really |also |do )*(?:like|love|enjoy|prefer)|ich mag|mir gefällt) {_AT_HAND}",
    re.IGNORECASE,
)
"""What is liked stands in the talk before it, and means nothing by itself: `I like the monochromatic idea`."""
WHY = lazy_pattern(r"\b(?:why|warum|wieso|weshalb|woran)\b", re.IGNORECASE)
"""Asks for what happened here, not for how the world is."""
LISTS_OPTIONS = lazy_pattern(
    r"(?:some |other |possible |your |mögliche |weitere )*(?:options?|alternatives?|ideas?|optionen|möglichkeiten|alternativen|vorschläge)\b[^:.]{0,60}:",
    re.IGNORECASE,
)
"""So an assistant begins a list of what may be chosen."""
ACKNOWLEDGES = lazy_pattern(
    r"(?:(?:ok|okay|alright|gut|alles klar|sure),? )?(?:understood|verstanden)\s*[:,.!–-]",
    re.IGNORECASE,
)
"""So an assistant says again what it was told."""
ADVISES = lazy_pattern(
    r"(?:(?:then|also|first|yes|no|ja|nein|dann|dafür|dazu),? )*(?:you(?:['’]ll| will| would)? (?:also )?(?:need|must|should|have to|ought)|(?:Sie|ihr|du) (?:brauch|benötig|müss|muss|soll)\w*|(?:brauch|benötig|müss|soll)\w* (?:Sie|ihr))\b",
    re.IGNORECASE,
)
"""So an assistant says what its listener might do."""
NOW = lazy_pattern(
    r"\b(?:currently|at the moment|right now|these days|derzeit|aktuell|momentan|im moment)\b", re.IGNORECASE
)
"""A question for how it is: its answer decides nothing."""
_OPENS = (
    r"(?:(?:so|ok|okay|now|well|hi|hello|hey|hallo|also|gut|nun|just|rein|mal|nur|for example|zum beispiel)\b[,:]? )*"
)
MADE_UP = lazy_pattern(
    rf"{_OPENS}(?:(?:imagine|suppose|let['’]s (?:assume|suppose|pretend|imagine)) (?:that )?(?:I|we|you|someone|somebody|there|an?)\b|let['’]s say (?:that )?(?:someone|somebody|an?|(?:I|we|you) (?:had|was|were|ran|owned|got))\b|hypothetical(?:ly)?\b|thought experiment\b"
    r"|(?:this is|it['’]s|here is|here['’]s|take) an? (?:purely )?(?:made[- ]up|fictional|fictitious|invented|hypothetical) |(?:nehmen wir|nimm) (?:mal |einmal )?an\b|angenommen\b|gesetzt den fall\b|stell dir (?:mal )?vor, (?:ich|wir|du|jemand|eine?) (?:hätte|wäre|würde|könnte)|gedankenexperiment\b"
    r"|(?:es geht (?:hier )?um|das ist|hier ist|nimm) (?:ein(?:e|en)? )?(?:rein )?(?:fiktiv|erfunden|ausgedacht|hypothetisch)\w* )",
    re.IGNORECASE,
)
"""From here on a message only supposes: `Imagine I had a test with 2,000 visitors. …`."""
GOES_BACK = lazy_pattern(
    r"(?:but |and |aber |und )?(?:anyway|in (?:reality|fact|real life|our case)|for real|really|seriously|actually|by the way|btw|back to|apart from that|separately|remember|note|jedenfalls|in (?:wirklichkeit|echt|unserem fall)|im ernst|tatsächlich|übrigens|zurück zu|davon abgesehen|merk dir|notier)\b",
    re.IGNORECASE,
)
"""Up to here."""


def is_chat(judged: str, section: Section) -> bool:
    """Whether a sentence in which no cue found anything only feels, wonders, praises or tells a story."""
    if IDLE.match(judged) or CHEERS.search(judged) or EMOTES.match(judged):
        return True
    return section != "preferences" and TELLS_A_STORY.match(judged) is not None
