# ruff: noqa: E501 - tables of words read better unbroken
"""How much a sentence tells: decisions, outcomes, requests, dates and open ends most, pleasantries least. Pure."""

from __future__ import annotations

from memoryd.extraction.ends import tells_end
from memoryd.patterns import pattern as lazy_pattern
from memoryd.text.pleasantries import PLEASANTRY
from memoryd.text.stopwords import STOP_WORDS

WEAK = frozenset(
    word
    for line in (
        "really feel feeling felt feels great amazing awesome nice glad happy love loved loves lovely thing things stuff good better best going know knew think thought want wanted make makes making time times lot lots",
        "day days people life help helps helped helping support supportive way ways always never like likes liked look looks looking looked see seeing seems sound sounds hear hearing keep keeping kept need needs take takes",
        "taking get gets getting got gotten give gives giving come comes coming came find finding try trying tried sure thanks thank hey wow yeah yes definitely totally super pretty just even still also ever much many",
        "more most well right kind cool fun excited exciting hope hoping wonderful beautiful important special proud maybe actually probably mean means meant bit little big new one ones two first last next something anything",
        "everything someone anyone everyone chance chat talk talking talked tell telling told say saying said share sharing shared work works working worked enjoy enjoyed enjoying inspiring inspired moment moments experience",
        "let lets us don don't can't i'm i've i'll it's that's you're we're we've you've didn't doesn't isn't wasn't haven't couldn't wouldn't i'd there's what's",
        "wirklich richtig gut toll schön super sehr ganz mal machen macht gemacht gehen geht ging kommen kommt sagen sagt gesagt denke glaube finde gerade eigentlich einfach vielleicht schon noch immer wieder dann ding sache",
        "jetzt heute gern gerne bitte danke okay klar genau natürlich",
    )
    for word in line.split()
)
"""Words of which hardly any answer is made."""
_WORD = lazy_pattern(r"[^\W\d_]+(?:['’][^\W\d_]+)*")
_LONGEST_FILLER = 3
"""Letters of a word that may say nothing: `ok`, `yep`, `lol`."""
NUMBER = lazy_pattern(r"\d")
_NAME = lazy_pattern(r"(?<=[a-zäöüß,;)] )[A-ZÄÖÜ][\w’'-]+")
QUOTED = lazy_pattern(r"[\"“„][^\"”“]{3,60}[\"”“]|`[^`]+`|\b\w+[._/]\w+")
_SMALL_TALK = lazy_pattern(
    r"(?i)^\W*(?:hi|hey|hello|thanks?|thank you|thx|wow|ok(?:ay)?|sure|bye|good (?:morning|night|evening|luck)|great|cool|nice|awesome|sounds|yes|yeah|yep|no problem"
    r"|you['’]re welcome|take care|talk soon|glad|congrat\w*|absolutely|exactly|definitely|haha|lol|h+m+(?=\W*$)|perfect|(?:good )?morning|will do|nice work|understood|got it|noted|alright|happy to|of course"
    r"|hallo|moin|danke|gern(?:e)?|super|klar|alles klar|verstanden|notiert|perfekt|glückwunsch|gut zu wissen|schade|schön|toll|bis dann|tschüss|prima|genau)\b"
)
_TIME = lazy_pattern(
    r"(?i)\b(?:yesterday|today|tonight|tomorrow|(?:last|next|this|past) (?:night|week|weekend|month|year|spring|summer|fall|autumn|winter|\w+day)|(?:days?|weeks?|months?|years?) ago"
    r"|since \w+|(?:mon|tues|wednes|thurs|fri|satur|sun)day|january|february|march|april|june|july|august|september|october|november|december"
    r"|gestern|heute|morgen|(?:letzte|nächste|diese)[nrs]? \w+|vor \w+ (?:tagen|wochen|monaten|jahren)|seit \w+|\w+tag|mittwoch|januar|februar|märz|mai|juni|juli|oktober|dezember)\b"
)
_DEED = lazy_pattern(
    r"(?i)\b(?:I|we|my \w+|our \w+|he|she|they)(?:['’]ve| have| had| has| just| also| recently| finally| actually| even| already| never)* (?!(?:need|wanted|agreed)\b)(?:went|got|made|took|met|found|lost|won|bought|sold|saw|gave"
    r"|began|ran|wrote|read|built|left|told|taught|came|had|spent|broke|hurt|kept|led|heard|chose|paid|sent|brought|been|\w{2,}ed)\b|\b(?:ich|wir) (?:habe?n?|bin|sind|war(?:en)?)\b"
)
DECIDED = (
    r"(?i)\b(?:decid\w+|decision|let['’]s|we(?:['’]ll| will) (?:use|go|take|keep|drop)|agreed|chose|choose|picked|go(?:ing)? with|instead of|switch(?:ed|ing)? to|from now on|rule|never|always|must|policy|approved|rejected"
    r"|entschieden|entscheidung|beschlossen|wir nehmen|statt|ab jetzt|ab sofort|niemals|immer|muss|müssen|genehmigt|abgelehnt)\b"
)
"""Words of who decides."""
_DECIDED = lazy_pattern(DECIDED)
_OUTCOME = lazy_pattern(
    r"(?i)\b(?:cause|caused|because|turned out|fixed|fix|solved|resolved|merged|deployed|released|works now|passes|failed|fails|result|found that|the problem|done|finished"
    r"|ursache|weil|behoben|gelöst|gemerged|deployt|ausgerollt|läuft (?:jetzt|wieder)|fehlgeschlagen|ergebnis|erledigt|fertig)\b"
)
_OPEN = lazy_pattern(
    r"(?i)\b(?:todo|to do|open|still|missing|next|remaining|blocked|waiting|pending|deadline|due|by (?:\w+day|tomorrow|the end)|need(?:s)? to|has to|have to|please|can you|could you|remind"
    r"|offen|noch|fehlt|fehlen|als nächstes|blockiert|warten|frist|bis \w+tag|bitte|kannst du|könntest du)\b"
)
_GENERIC = lazy_pattern(
    r"(?i)\b(?:in general|generally|typically|it['’]s (?:important|essential|crucial|a good idea|worth)|you (?:can|could|may|might|should)|consider|make sure|feel free|let me know|here (?:are|is)|remember to|best practice"
    r"|i hope|happy to help|if you (?:need|want|like|have)|im allgemeinen|grundsätzlich|es ist wichtig|du kannst|sie können|achte darauf|hier (?:ist|sind)|melde dich|sag bescheid)\b"
)
_TELLS = lazy_pattern(
    r"(?i)\b(?:was|were|had|did|got|said|says|wrote|writes|called|asked|asks|maybe|perhaps|I (?:think|guess|wonder)|not sure|haha|lol"
    r"|hatte|hat|war|waren|sagt|sagte|fragt|fragte|schreibt|schrieb|vielleicht|ich glaub\w*|weiß nicht|keine ahnung)\b"
)
"""It tells what was, or wavers."""
_LONGEST_GREETING = 80
_SHORT = 40
"""Characters of a sentence that opens like a pleasantry, and is nothing else."""
# Who works with an agent decides; the agent explains. Of 40 decisions of a scripted month all are in users' messages,
# which are 28 % of its text.
_ROLES = {"user": 2.3, "assistant": 0.6, "tool": 0.1, "system": 0.2}


def weight_of(text: str, role: str) -> float:
    """What the words of a sentence count, 0 for pleasantries; `role` is empty in a chat of people."""
    if len(text) <= _LONGEST_GREETING and PLEASANTRY.fullmatch(text):
        return 0.0  # in German also one that has a noun, which looks like a name
    is_plain = not names_something(text)
    talk = _SMALL_TALK.match(text) if is_plain and len(text) <= _SHORT else None
    # `ok, sqlite then`: of who decides, one word may be all that is said.
    if talk and not (role == "user" and _tells_word(text[talk.end() :])):
        return 0.0
    if role == "assistant" and is_plain and _GENERIC.search(text):
        return 0.0
    if (
        role == "assistant"
        and text.endswith("!")
        and not (any(pattern.search(text) for pattern in (NUMBER, QUOTED, _DECIDED)) or tells_end(text))
    ):
        return 0.0  # `Lovely to meet you, Priya!`
    weight = _ROLES.get(role, 1.0)
    for pattern, factor in _FACTORS:
        if pattern.search(text):
            weight *= factor
    if role:
        for pattern, factor in _AT_WORK:
            if pattern.search(text):
                weight *= factor
    if role == "assistant" and _GENERIC.search(text):
        weight *= 0.35
    if _SMALL_TALK.match(text):
        weight *= 0.6
    if text.rstrip("\"'”’) ").endswith(("?", "？")) and role != "user":
        weight *= 0.45
    return weight


def _tells_word(text: str) -> bool:
    words = map(str.casefold, _WORD.findall(text))
    return any(len(word) > _LONGEST_FILLER and word not in WEAK and word not in STOP_WORDS for word in words)


def names_something(text: str) -> bool:
    """Whether a number, a name or something quoted stands in it."""
    return any(pattern.search(text) for pattern in (NUMBER, _NAME, QUOTED))


_FACTORS = (
    (NUMBER, 1.2), (_TIME, 1.35), (_DEED, 1.3), (_NAME, 1.2), (QUOTED, 1.1),
)  # fmt: skip
_AT_WORK = ((_DECIDED, 1.6), (_OUTCOME, 1.4), (_OPEN, 1.4))
