# ruff: noqa: E501 - tables of words read better unbroken
"""What one side proposes and the other agrees to, which is decided by that. English and German. Pure.

A bare `yes` agrees to what asks for a decision ("Should I switch the DNS to Hetzner?"), and answers all other questions
("Did it run?"). `Do it`, `sounds good`, `mach das` agree to plans, too ("I could move the backups"). A condition is told
with what it holds for ("yes, but not before Friday"). What is chosen of alternatives is in `choice.py`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence

from memoryd.patterns import pattern as lazy_pattern
from memoryd.text.choice import asks_of_facts, chosen
from memoryd.text.clauses import language_of
from memoryd.text.stopwords import STOP_WORDS
from memoryd.text.verbs import BARE

_GOES = (
    r"do (?:it|that|so|this)|please do(?: (?:it|that|so))?|go(?=\s*(?:[.,!]|$))|(?:let['’]s )?go (?:ahead|for it|with (?:it|that|this))|sounds (?:good|great|fine|right|perfect|like a plan)(?: to me)?|agreed|works for me|works|make it so|let['’]s do (?:it|that|this)|let['’]s(?=\s*(?:[.,!]|$))|that one|that works(?: for me)?"
    r"|(?:i['’]m )?(?:fine|ok(?:ay)?|good|happy) (?:by|with|for) (?:me|it|that|this)|i agree|i['’]m in(?=\s*(?:[.,!]|$))|ship it|approved|make (?:it|that) (?:the rule|official|happen)|deal|as you (?:say|propose|suggest)|like that|exactly like that|good (?:idea|plan|call)|great (?:idea|plan)|ditto|done deal|so be it|sold|suits me|that['’]ll do|(?:I['’]m |ok(?:ay)?,? )convinced|by all means|be my guest"
    r"|mache? ich|mach(?! i\b)(?:en? wir(?: es| das|['’]?s)?|t?)(?: das| es)?(?: bitte| ruhig| gerne?)?(?: so)?|mach['’]?s(?: bitte)?(?: so)?|(?:das )?passt(?: so| für mich| mir| gut)?|genau so|so machen wir(?: das| es|['’]?s)?|so ist gut|einverstanden|abgemacht|leg los|tu das|gute idee|klingt gut|hört sich gut an|bin dabei|gut so|in ordnung|so soll es sein|so sei es|meinetwegen|von mir aus|na schön|na gut|überredet|überzeugt|nur zu|gern so"
)
_PLAIN = (
    r"yes|yep|yeah|yup|ye|sure(?: thing)?|ok(?:ay)?|k|exactly|please|absolutely|definitely|certainly|of course|perfect|fine|good|great|right|alright|thanks(?: a lot)?|thank you|cool|nice|then|so|now"
    r"|ja|jo|jap|jawohl|genau|gern|gerne|sehr gerne?|klar|perfekt|super|prima|top|gut|okay|bitte|unbedingt|auf jeden fall|natürlich|danke|dann|doch|sehr gut|gerne doch|both(?: of (?:them|it))?|all of (?:them|it)|beide[sn]?|alles|\N{THUMBS UP SIGN}|\N{WHITE HEAVY CHECK MARK}"
)
_AGREES = lazy_pattern(rf"(?:(?:(?P<goes>{_GOES})|{_PLAIN})(?![\w'’-])[,.!;:)\s–—-]*)+", re.IGNORECASE)
_BARE = lazy_pattern(
    r"(?:please|bitte|thanks|danke|then|dann|so|now|good|great|gut|cool|nice|super|right|doch|k)[.! ]*", re.IGNORECASE
)
"""Alone, these agree to nothing."""
_HEDGED = lazy_pattern(
    r"(?i)\?|\b(?:no|not|nope|never|instead|except|maybe|perhaps|later|first|wait|unless|only if|nicht|nein|nee|sondern|statt|kein\w*|vielleicht|später|erst|warte|außer)\b|n['’]t\b"
)
_ON_CONDITION = lazy_pattern(
    r"(?i)(?:(?:but|though|aber|doch|jedoch|and|und)[, ]+)?(?:(?:please|bitte|just|then|dann) )?(?:only(?! \w+ing\b)|not(?! sure| really| yet\b| now\b)|unless|except|provided|as long as|if|once|after|when|until|till|before|first(?: \w)|no later"
    r"|without|on condition|nur|erst|nicht(?! sicher| wirklich| jetzt)|wenn|falls|sobald|sofern|solange|vorausgesetzt|außer|ohne|unter der bedingung|frühestens|spätestens|höchstens|maximal|at most|at the earliest)\b|(?:but|aber) "
)
"""What follows a `yes`, and says when, where or how far it holds."""
_WAVERS = lazy_pattern(
    r"(?i)\?|\b(?:no|nope|nein|nee|maybe|perhaps|vielleicht|wait(?! for| until| till)|warte(?! bis| auf)|never mind|on second thoughts?|not (?:sure|yet|now|today)|noch nicht|heute nicht|rather not|lieber nicht)\b"
)
_REFUSES = lazy_pattern(
    r"(?i)\s*(?:(?:but|aber|just|only|nur|please|bitte|do|doch|bloß|lieber|rather|better) )*(?:not|nicht|don['’]?t|no|nope|nah|nein|nee|never|nie(?:mals)?)(?: (?:at all|ever|so|yet|really|wirklich|auf keinen fall|danke|thanks?(?: you)?))*\s*(?:[,.;:!?–—]|$)"
)
"""Behind a word that agrees, makes it refuse: `Absolutely not.`, `yeah, no`."""
_ALL = lazy_pattern(r"(?i)\b(?:both|all|everything|beide[sn]?|alles?)\b")
_CORRECTS = lazy_pattern(
    r"\s*(?P<what>(?:but|only|just|aber|nur|allerdings) (?:\S+ ){0,7}?\S+?|(?:\S+ ){1,7}?(?:though|instead|aber|allerdings))(?=\s*(?:[.,!;]|$))",
    re.IGNORECASE,
)
"""Behind an agreement, in what it departs from what was proposed: `ok do it. reference 15 though`."""
_SKIPS = lazy_pattern(
    r"(?i)\b(?:(?:skip|drop|leave out|without|no need for|ohne) (?:the |any |your |das |die |den |dem )?(?P<what>[\w-]+(?: [\w-]+){0,2}?)(?=\s*(?:[.,;:!]|$)| (?:and|we|though|please|und|wir|bitte|step)\b)"
    r"|(?:lass(?:en wir)?) (?:das |die |den )?(?P<weg>[\w-]+(?: [\w-]+){0,2}?) weg\b)"
)
"""What an answer leaves out of a plan."""
_STEPS = lazy_pattern(r"(?:^|(?<=[\s(;,:]))\(?\d{1,2}[.)] +(?=\S)")
_STOP = lazy_pattern(r"(?:[!\n]|(?<!\d)\.)(?=\s|$)|\.\s*$")
_STOPS = ".!\n"
_SENTENCE_ENDS = lazy_pattern(r"(?<=[.!])\s+|\n+")
_BREAKS = ",;:–—-"
_LONGEST = 8
"""Words of an answer that only agrees."""
_FEWEST_REST, _LONGEST_REST = 3, 15
"""Words that may follow it, and go on from it."""
_LONGEST_CONDITION = 90
"""Characters of a condition, of a longer one the first clauses."""

# --- proposals ------------------------------------------------------------------------------------------------

_HEAD = r"^(?:(?:so|ok(?:ay)?|then|and|also|or|well|now|next|alternatively|otherwise|instead|in that case|if you (?:like|want|agree|prefer)|personally|honestly|for now|dann|gut|und|oder|alternativ|sonst|wenn du (?:magst|willst)|wenn sie möchten)[,:]? )*"
_ALSO = r"(?:(?:also|just|then|maybe|perhaps|simply|rather|better|therefore|go ahead and|auch|dann|einfach|vielleicht|lieber|dafür|dazu|hier|mal|jetzt) )*"
_ONLY_TOLD = (
    r"(?!(?:explain|show|tell|elaborate|list|go (?:on|over|through|into)|walk|continue|proceed|share|give you|know|worry|expect|care|say|be\b|see|look|draft|sketch|outline|turn (?:back )?to|move on|return to|come back to|talk|discuss|repeat|describe|summari[sz]e|help|think|do (?:it|that|this|so|about)\b|start\b[ .?]*$|begin|read|answer|clarify|check\b|verify|double-check|wait|need|have to|worried|understand|assume"
    r"|dir|ihnen|euch)\b)"
)
"""What only asks whether to be told more decides nothing."""
_ACTS = lazy_pattern(rf"(?i){_ONLY_TOLD}\S")
_ASKED = (
    rf"(?:should|shall) (?:I|we) {_ALSO}|(?:do|would|did) you (?:want|like|prefer|need)(?: for)? (?:me|us|it) to |(?:want|need) me to |(?:is it |are you |would it be |you )?(?:ok(?:ay)?|fine|alright|all right)(?: with (?:you|that))? (?:if (?:I|we)|to) "
    rf"|(?:how|what) about (?:(?:if )?(?:we|I) )?|what if (?:we|I) |why (?:don['’]t|not) (?:(?:we|I) )?|soll(?:en|te|ten)? (?:ich|wir) {_ALSO}(?:nicht (?:doch |lieber |besser |vielleicht |einfach )+)?|darf ich {_ALSO}|woll(?:en|t) wir {_ALSO}(?:nicht (?:doch |lieber |besser |vielleicht |einfach )*)?"
    rf"|(?:möchte(?:st)?(?: du| ihr| sie)|will?l?st du|wollen sie|hätte?s?t? (?:du|sie) gerne?|ist es (?:ok(?:ay)?|in ordnung)|passt es(?: dir| ihnen)?|wäre es (?:ok(?:ay)?|gut)),? (?:dass|wenn) (?:ich|wir) {_ALSO}|wie wär(?:e|['’]s|e es)?,? (?:wenn|damit,? (?:dass|wenn)) (?:ich|wir) {_ALSO}|was hältst du davon,? (?:wenn|dass) (?:ich|wir) {_ALSO}"
)
_PLANNED = (
    rf"(?:I|we)(?:['’]d| would| could| can|['’]ll| will)(?!n?['’]t)\b(?: (?:suggest|propose|recommend|prefer|like)(?: (?:that|to|we|you))*[: ])?\s*{_ALSO}|(?:can|could|may) (?:I|we) {_ALSO}|you (?:could|should) {_ALSO}"
    rf"|(?:I|we) (?:suggest|propose|recommend)(?: (?:that|to|we|you|I))*[: ]\s*|(?:my|the|a|one) (?:proposal|suggestion|recommendation|plan|idea)(?: (?:is|would be)(?: (?:to|that we))?)?[: ]\s*|let['’]s {_ALSO}|let us {_ALSO}"
    rf"|(?:ich|wir) (?:würden?|könnten?|kann|können|werden?) (?!nicht\b){_ALSO}|(?:schlage|schlagen) (?:ich|wir) (?:[^:.]{{1,40}} )?vor[,:]\s*(?:(?:dass|wenn) (?:wir|ich|du|sie) )?|(?:ich |wir )?(?:schlage|schlagen|würde|empfehle|empfehlen)(?: ich| wir)?(?: dir| ihnen| euch)? (?:vor|vorschlagen|empfehlen)?[,:]?\s*(?:(?:dass|wenn) (?:wir|ich|du|sie) )?|(?:mein|der) (?:vorschlag|plan)(?: (?:ist|wäre))?[,:]?\s*|(?:vorschlag|proposal|suggestion|plan):\s*(?:(?:dass|wenn) (?:wir|ich|du) )?|lass(?:en|t)? uns {_ALSO}|dann (?=(?:nehmen|machen|bleiben|verwenden|nutzen|setzen|stellen|legen) wir\b)"
    r"|(?=(?:nehmen|machen|bleiben|verwenden|nutzen) wir\b(?! (?:mal |einmal )?an\b))"
)
_ASKS = lazy_pattern(rf"{_HEAD}(?:{_ASKED}){_ONLY_TOLD}(?P<what>\S.*)", re.IGNORECASE)
_PLANS = lazy_pattern(rf"{_HEAD}(?:{_PLANNED}){_ONLY_TOLD}(?P<what>\S.*)", re.IGNORECASE)
_ASKS_OF_IT = lazy_pattern(
    r"(?:should|shall|soll(?:te)?n?) (?!I\b|we\b|ich\b|wir\b|you\b|du\b|sie\b)(?P<what>\S.*)\?", re.IGNORECASE
)
"""`Should the timeout be 30 s?`, asked by who does the work."""
_IS_TO = lazy_pattern(
    r"(?i)(?P<it>(?:the|an?|our|their|its|all|each|every|this|these)(?: [\w'’-]+){1,5}?) (?=(?:be|have|get|go|stay|remain|run|use|keep|start|stop|expire|fail|return|show|include|live)\b)"
)
"""What the question is of, in front of the verb."""
_SHOULD = r"\g<it> should "
_CONCLUDES = lazy_pattern(r"(?i)(?:then|so|also|dann)\b,? (?P<what>\S.*)\?")
"""A question by which whoever does the work sums up what they would do: `Then AVIF in three widths?`."""
_CHECKS = lazy_pattern(
    r"(?P<what>\S.*\S)(?:,| [–—-]| \() ?(?:right|ok(?:ay)?|agreed|deal|sound good|fine|einverstanden|ok so|passt das|oder|in ordnung)\)?\s*\?",
    re.IGNORECASE,
)
"""A plan that ends by asking whether it is agreed to."""
_PLAN_WORDS = lazy_pattern(
    r"\b(?:then|will|['’]ll|let['’]s|should|use|switch|move|keep|dann|wir|nehmen|sollten?|werden?|lassen)\b",
    re.IGNORECASE,
)
_ADVISES = lazy_pattern(
    r"(?i)\b(?:suggest\w*|propos\w*|recommend\w*|would|could|should|shall|I['’]d|how about|let['’]s|vorschlag\w*|vorschlage|schlage|empfehl\w*"
    r"|empfiehlt|würde|würden|wäre|wären|könnten?|sollten?|soll|dann)\b"
)
_TELLS_MORE = lazy_pattern(
    r"(?i)\b(?:erklären|erläutern|zeigen|auflisten|aufzählen|fortfahren|weitermachen|weiterlesen|beschreiben|zusammenfassen|formulieren|ausformulieren|ausschreiben|aufschreiben|skizzieren|vorlesen|durchgehen|helfen|wissen|anfangen|loslegen|sorgen machen|nachsehen|nachschauen|prüfen)\b[ .?!]*$"
)
_CHOICE = lazy_pattern(r"(?i)\S,? (?:or|oder) \S")
_TAIL = lazy_pattern(
    r"(?i)(?:,? (?:if (?:you(?:['’]d)? (?:like|want|agree|prefer)|that(?:['’]s| is) (?:ok(?:ay)?|fine)(?: with you)?)|(?<!until )(?<!till )(?<!by )(?<!since )then|for you|please|as well|wenn (?:du (?:magst|willst|möchtest)|es (?:dir )?passt|das ok(?:ay)? ist)|dann|für dich))?[?.! ]*$"
)
_POINTS = lazy_pattern(
    r"(?i)\b(?:it|that|this|them|these|those|one|das|es|ihn|sie|dies\w*|dar(?:an|auf|aus|in|über|um|unter)|da(?:bei|für|gegen|mit|nach|von|vor|zu))\b"
)
REMINDS = lazy_pattern(
    r"(?i)\b(?:remind (?:you|me|us|them)|reminder|(?:(?:dich|Sie|euch|uns|ihn|dran|daran) (?:\w+\.? ){0,3}?)?erinner(?:n|ung))\b(?! (?:to|about|that|for|an|dass|für)\b(?! (?:it|this|that)\b))"
)
"""Offers to remind somebody and does not say of what: that was said before."""
_WORD = lazy_pattern(r"\w+(?:[-./:]\w+)*")
_FEWEST_WORDS = 2
"""That say something: else the sentence before it says what is meant."""
_LONGEST_BEFORE = 200
"""Characters of that sentence."""
_AGREED = {"en": "Agreed", "de": "Vereinbart"}
AGREED = tuple(f"{word}: " for word in _AGREED.values())
"""What stands before words that somebody else said."""


def agrees(text: str) -> bool:
    """Whether it agrees, and says no more: `yes, do that`, `ok, so machen wir's mit der Kasse`."""
    said = text.strip()
    return len(said.split()) <= _LONGEST and _agreement(said) is not None and _HEDGED.search(said) is None


def says_nothing(text: str) -> bool:
    """Whether it says nothing and agrees to nothing: `Thanks.`, `Super!`."""
    return _BARE.fullmatch(text.strip()) is not None


def names_nothing(text: str) -> bool:
    """Whether it only thanks or agrees, so that nothing bears on it: `Thanks!`, `yes, go ahead`."""
    return says_nothing(text) or agrees(text)


def begins_to_agree(text: str) -> bool:
    """Whether it begins by agreeing, whatever else it says: `ja, und keinem ein Wort`."""
    return _agreement(text.strip()) is not None


def agreed(proposed: Iterable[str], answer: str, *, by_worker: bool, before: str = "") -> tuple[str, str] | None:
    """What is decided when somebody answers so what the other side said: a line, and the words that did; else None.

    `proposed` are the sentences of that message, in order; `by_worker`: whoever does the work said them, so that their
    question asks for a decision where another's asks for facts. `before`: what was said right before them.
    """
    said = answer.strip()
    sentences = list(proposed)
    found = _agreed_by(sentences, said, before, by_worker=by_worker)
    if found is None:
        *first, last = _SENTENCE_ENDS.split(said)
        agreement = _agreement(last) if first else None
        # Who talks first and then agrees: `KR for Karrow, that's alright. do that`.
        if agreement is not None and agreement["goes"] and not _WAVERS.search(" ".join(first)):
            found = _agreed_by(sentences, last, before, by_worker=by_worker)
    return None if found is None else (_without_skipped(found[0], said), found[1])


def _without_skipped(told: str, answer: str) -> str:
    """A plan in numbered steps without those that the answer leaves out: `skip the dual write. Do it on Sunday`."""
    skipped = [names for match in _SKIPS.finditer(answer) if (names := _names(match["what"] or match["weg"]))]
    plan, ends, condition = told.partition(";")
    head, *steps = _STEPS.split(plan)
    left = [step.strip(" ,.") for step in steps if not any(names <= _names(step) for names in skipped)]
    if len(left) in (0, len(steps)):
        return told
    return f"{head}{', '.join(left)}{ends}{condition}"


def _agreed_by(sentences: Sequence[str], said: str, before: str, *, by_worker: bool) -> tuple[str, str] | None:
    found = _agreement(said)
    if found is None:
        return chosen(sentences, said, by_worker=by_worker)
    if _REFUSES.match(said, found.end()):
        return None
    begin, end = found.end(), _end_of(found, said)
    condition = _ON_CONDITION.match(said, begin, end)
    if condition is not None and len(said[begin:end].split()) > _LONGEST_REST:
        clause = said.rfind(",", begin, begin + _LONGEST_CONDITION)
        if clause < condition.end():
            clause = said.find(",", condition.end(), end)
        end = end if clause < 0 else clause
    rest = said[begin : max(begin, end)].strip(" .!\n")
    if len(rest.split()) > _LONGEST_REST or (_HEDGED if condition is None else _WAVERS).search(said, 0, end):
        return None
    goes = found["goes"] is not None
    if rest and condition is None and not goes and found[0].rstrip()[-1:] not in _BREAKS:
        return chosen(sentences, said, by_worker=by_worker)  # `yes it ran`, `ok Redis`
    decided = _decided(sentences, lambda one: _proposed(one, goes=goes, by_worker=by_worker), before)
    if goes and by_worker and not decided:
        decided = _decided(sentences, _suggested)[-1:] or _decided(sentences, _advised)[:1]
    if not decided:
        return chosen(sentences, said, by_worker=by_worker)
    told = "; ".join(decided) if _ALL.search(said, 0, end) else decided[-1]
    if condition is not None or (len(rest.split()) >= _FEWEST_REST and _names(rest) - _names(told)):
        told = f"{told.rstrip(' .!?')}; {rest}"
    if (but := _CORRECTS.match(said, end)) is not None and not _WAVERS.search(but[0]):
        told, end = f"{told.rstrip(' .!?')}; {but['what']}", but.end()
    return f"{_AGREED[language_of(told, 'en')]}: {told}", said[:end].strip()


def proposes(sentence: str) -> bool:
    """Whether the sentence proposes something to which the other side may agree."""
    return bool(_proposed(sentence, goes=True, by_worker=True))


def _end_of(found: re.Match[str], said: str) -> int:
    """Where the sentence ends that agrees."""
    if found[0].rstrip()[-1:] in _STOPS:
        return found.end()
    stop = _STOP.search(said, found.end())
    return len(said) if stop is None else stop.end()


def _decided(sentences: Sequence[str], what_of: Callable[[str], str], first: str = "") -> list[str]:
    """What each of the sentences proposes, with the sentence before it where it says little alone.

    `first`: what another said before all of them, which only what names nothing needs, and a reminder.
    """
    pairs = zip(("", *sentences), sentences, strict=False)
    found = [(what, before) for before, sentence in pairs if (what := what_of(sentence))]
    return [
        _whole(what, first)
        if first and REMINDS.search(what)
        else _whole(what, before or (first if len(_names(_POINTS.sub(" ", what))) < _FEWEST_WORDS else ""))
        for what, before in found
    ]


def _suggested(sentence: str) -> str:
    """A sentence that advises: `a lamp at the stern would help`."""
    bare = " ".join(sentence.split())
    return bare if _ADVISES.search(bare) and not bare.endswith(("?", ":")) else ""


def _advised(sentence: str) -> str:
    """A sentence that tells what to do: `Move to Cloud Run jobs with Cloud Scheduler.`"""
    bare = " ".join(sentence.split())
    first = _WORD.match(bare)
    advises = first is not None and first[0].casefold() in BARE and _ACTS.match(bare) is not None
    return bare if advises and not bare.endswith(("?", ":")) else ""


def _agreement(answer: str) -> re.Match[str] | None:
    found = _AGREES.match(answer)
    return None if found is None or _BARE.fullmatch(found[0]) else found


def _proposed(sentence: str, *, goes: bool, by_worker: bool) -> str:
    """What of a sentence is proposed; `goes`: the answer tells to go on, which agrees to plans, too."""
    bare = " ".join(sentence.split())
    asks = bare.endswith("?")
    found = _ASKS.match(bare) if asks else None
    if found is None and goes:
        found = _PLANS.match(bare)
    if found is None and asks and by_worker and (found := _ASKS_OF_IT.match(bare)) and _IS_TO.match(found["what"]):
        bare = f"should {_IS_TO.sub(_SHOULD, found['what'], count=1)}?"  # `a guest should be able to cancel`
        found = _ASKS_OF_IT.match(bare)
    if (
        found is None
        and asks
        and by_worker
        and (checked := _CHECKS.fullmatch(bare))
        and _PLAN_WORDS.search(checked["what"])
    ):
        found = checked
    if found is None and asks and by_worker and not asks_of_facts(bare):
        found = _CONCLUDES.fullmatch(bare)
    if found is None or _TELLS_MORE.search(found["what"]) or (asks and _CHOICE.search(bare)):
        return ""
    what = _TAIL.sub("", found["what"]).strip()
    if "schlag" in bare[: found.start("what")].casefold():
        what = what.removesuffix(" vor")
    return "" if not _names(what) else what


def _whole(what: str, before: str) -> str:
    """It, with the sentence before it where it says little alone: `merge it (PR 42 is ready)`."""
    points = _POINTS.search(what) or REMINDS.search(what)
    if not before or len(before) > _LONGEST_BEFORE or (len(_names(what)) >= _FEWEST_WORDS and not points):
        return what
    return f"{what.rstrip(' .!?')} ({before.rstrip(' .!?:')})"


def _names(text: str) -> set[str]:
    """Its words that say something."""
    return {word for word in map(str.casefold, _WORD.findall(text)) if word not in STOP_WORDS and len(word) > 1}
