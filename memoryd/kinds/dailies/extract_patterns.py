# ruff: noqa: E501 - tables of patterns read better unbroken
"""How people say what is worth keeping, in English. Order matters: the first rule that fits a sentence counts."""

from __future__ import annotations

import re

import msgspec

from memoryd.patterns import pattern as lazy_pattern


class Rule(msgspec.Struct, frozen=True):
    """A pattern; `predicate` makes a fact of its `object` group, `unless` refuses what follows the match's start."""

    pattern: re.Pattern[str]
    weight: float = 1.0
    predicate: str = ""
    unless: re.Pattern[str] | None = None
    explicit: bool = False
    """A mark that counts whoever says it."""
    asks: bool = False
    """It counts in a question, too."""

    def refuses(self, match: re.Match[str], sentence: str) -> bool:
        """Whether the sentence only looks like one."""
        return self.unless is not None and self.unless.search(sentence, match.start()) is not None


def _rule(
    pattern: str,
    weight: float = 1.0,
    predicate: str = "",
    *,
    unless: str = "",
    explicit: bool = False,
    asks: bool = False,
) -> Rule:
    compiled = lazy_pattern(unless, re.IGNORECASE) if unless else None
    return Rule(lazy_pattern(pattern, re.IGNORECASE), weight, predicate, compiled, explicit, asks)


_REALLY = r"(?:(?:really|also|just|truly|absolutely|always|generally|usually|definitely|much|still|kind of|actually) )*"
_I = r"\bI(?:'ve| have|'m| am| was|'d| had)? " + _REALLY
_PAST = (
    r"bought|adopted|finished|joined|visited|attended|signed up for|won|passed|launched|painted|completed|moved to|"
    r"graduated from|graduated with|ran|climbed|married|founded|published|released|deployed|migrated to|switched to|"
    r"upgraded to|installed|travell?ed to|flew to|drove to|went to|started|began|quit|left|sold|lost|broke|read|watched|"
    r"met|learned|tried|volunteered at|applied (?:to|for)|got|took|made|built|wrote|donated|organi[sz]ed|received|"
    r"accepted|enrolled in|planted|cooked|baked|ordered|paid|spent|saw|presented|gave"
)
_DO = (
    r"send|call|check|fix|prepare|book|buy|schedule|review|e-?mail|update|finish|follow up|get back|look into|submit|"
    r"deploy|test|write up|draft|order|pick up|set up|merge|ask|contact|cancel|renew|pay|confirm|clean up|document"
)

HEDGES = lazy_pattern(
    r"^(?:if|maybe|perhaps|suppose|imagine|what if|unless|would|could|should|let me know|good luck|i (?:think|guess|"
    r"wonder|hope|wish|bet|mean|feel|would|could|might)\b)|\b(?:might|would have|could have|used to think)\b",
    re.IGNORECASE,
)
# Direct speech: what others say of themselves is no statement of the speaker.
REPORTED = lazy_pattern(
    r"(?<!\bI) \b(?:says?|said|told (?:me|us|him|her|them)|asked|wrote|writes|replied|claims?|claimed)\b"
    r"(?: yesterday| today)?(?:[:,] ?[\"']?| [\"'])(?:I|my|we|our)\b",
    re.IGNORECASE,
)
WEAK_OBJECT = lazy_pattern(
    r"(?:(?:so|very|really|pretty|quite|too|a (?:bit|lot|little)) )*(?:good|great|fine|nice|awesome|amazing|cool|sure|ok|"
    r"okay|happy|glad|sorry|excited|busy|tired|ready|done|here|there|back|home|one|some|lot|lots|bit|little|time|way|"
    r"thing|things|idea|chance|question|feeling|fun|true|right|wrong|hard|easy|important|wonderful|it|that|this|better|"
    r"worse|well|much|many|together|a lot|you|them)(?: (?:of|about|to|for|at|on|in|with|day|time|one|idea))?",
    re.IGNORECASE,
)

DECISIONS = (
    _rule(r"^(?:final )?decision\s*[:–-]\s*\S", 3.0, explicit=True),
    _rule(
        r"\b(?:we|I)(?:'ve| have)? (?:just |finally |now |all |already )*(?:decided|agreed|chose|opted|settled)\b", 2.5
    ),
    _rule(
        r"\blet's (?:not )?(?:go with|use|stick (?:with|to)|keep|switch|drop|adopt|postpone|cancel|stay with|move to)\b",
        2.0,
    ),
    _rule(
        r"\b(?:we|I)(?:'ll| will|(?:'re| are|'m| am) (?:now )?going to) (?:go with|use|stick (?:with|to)|switch to|adopt|"
        r"drop|keep using|move to|stay with|skip)\b",
        2.0,
    ),
    _rule(
        r"\b(?:we|I)(?:'re| are|'m| am) (?:going (?:with|ahead with)|switching|migrating|moving (?:to|from|off))\b", 2.0
    ),
    _rule(r"\b(?:we|I)(?:'ve| have)? (?:approved?|rejected?|declined|turned down|ruled out|signed off|vetoed)\b", 2.0),
    _rule(r"\b(?:has been|was|were|is) (?:approved|rejected|signed off|ruled out|cancelled|canceled|postponed)\b", 1.5),
    _rule(r"\b(?:instead of|rather than)\b.*\b(?:we|I)(?:'ll| will)\b|\b(?:we|I)(?:'ll| will)\b.*\binstead of\b", 1.5),
    _rule(r"\bwe (?:no longer|don't) (?:use|support|need)\b|\bwe stopped using\b", 1.5),
)

PREFERENCES = (
    _rule(
        r"\bmy (?:all-time )?favou?rite (?P<attribute>[\w' -]{2,30}?) (?:is|are|was|were|has to be|would be) (?P<object>.+)",
        2.5,
        "favorite_{}",
    ),
    _rule(r"^(?:please,? )?(?:always|never) (?!mind\b|again\b|been\b|had\b|seen\b|heard\b|thought\b)\w+ \w+", 2.5),
    _rule(r"\bfrom now on\b|\bgoing forward\b|\bin (?:the )?future,? (?:please|always|never|use|do)\b", 2.0),
    _rule(r"^please (?:don't|do not|use|keep|avoid|call me|write|answer|reply|be|stop|make sure)\b", 1.8),
    _rule(
        r"^(?:don't|do not) (?:ever )?(?:use|write|add|include|put|send|commit|push|delete|touch|reply|answer|apologi[sz]e|"
        r"repeat|mention|suggest|call me|format|translate|summari[sz]e)\b",
        1.8,
    ),
    _rule(
        r"\bI(?:'d| would) (?:much |really )?(?:prefer(?! not\b)(?: to (?:have|use|get|see|drink|eat|keep|take))?"
        r"|rather (?:have|use|get|see|drink|eat|keep|take)) (?P<object>.+)",
        2.0,
        "prefers",
    ),
    _rule(r"\bI(?:'d| would) (?:much |really )?(?:rather|prefer)\b", 2.0),
    _rule(
        r"\bI " + _REALLY + r"(?P<verb>prefer|adore) (?P<object>.+)",
        2.5,
        "{}s",
    ),
    _rule(
        r"\bI " + _REALLY + r"(?P<verb>like|love|enjoy|hate|dislike) (?P<object>.+)",
        1.5,
        "{}s",
        unless=r"^I \w+ (?:it|that|this|how|what|your|you|the (?:idea|sound|look|way)|to (?:hear|see|know))\b|"
        r"(?:love|like|enjoy|hate) (?:it|that|this|how|what|your|you|hearing|seeing|to (?:hear|see|say|know))\b",
    ),
    _rule(r"\bI (?:can't stand|cannot stand|can't bear) (?P<object>.+)", 2.0, "cannot_stand"),
    _rule(
        r"\bI (?:don't|do not|didn't) (?:really |particularly |much )*(?P<verb>like|enjoy|want|care for|eat|drink|use) "
        r"(?P<object>.+)",
        1.5,
        "does_not_{}",
        unless=r"(?:like|want|enjoy) (?:it|that|this|to (?:say|be|bother|miss|get|make|have))\b",
    ),
    _rule(r"\bI(?:'m| am) (?:a )?(?:big |huge )?(?:fan of|fond of|into|keen on) (?P<object>.+)", 1.8, "likes"),
    _rule(r"\bI(?:'m| am) not (?:a )?(?:big |huge )?(?:fan of|fond of|into|keen on) (?P<object>.+)", 1.8, "dislikes"),
    _rule(r"\bworks? best for me\b|\bthe way I like\b|\bmy preference\b|\bI'm used to\b", 1.5),
)

ACTIONS = (
    _rule(r"^(?:todo|to-do|to do|action items?|next steps?|follow[- ]ups?)\s*[:–-]\s*\S", 3.0, explicit=True),
    _rule(r"\bremind me (?:to|about|that)\b", 2.5, asks=True),
    _rule(r"\b(?:don't|do not) (?:let me )?forget to\b|^remember to\b", 2.0, asks=True),
    _rule(
        r"\b(?:I|we)(?:'ll| will| still| also| really)* (?:need|have|must|ought|got) (?:to )(?!(?:say|admit|agree|be|know|"
        r"hear|see|ask|tell|think|find|keep|have|get|understand|believe|remember|mention)\b)\w+ \w+",
        1.5,
        unless=r"\b(?:never|don't) (?:need|have) to\b",
    ),
    _rule(r"\bI(?:'ve| have)? (?:promised|committed|planned|agreed) to\b|\bI(?:'m| am) planning (?:to|on)\b", 1.6),
    _rule(r"\b(?:I|we)(?:'ll| will| am going to|'m going to|'re going to) (?:" + _DO + r")\b", 1.5),
    _rule(r"^(?:can|could|would|will) you (?:please )?(?:" + _DO + r")\b.*\b(?:by|before|until) \w+", 1.8, asks=True),
    _rule(
        r"^(?:please )?(?:" + _DO + r") .*\b(?:by|before|until) (?:\w+day|tomorrow|tonight|the end|next|noon|\d)", 1.8
    ),
    _rule(r"\b(?:is|are) due (?:on|by|in|tomorrow|today|next|this|\w+day)\b|\bdeadline (?:is|for)\b", 1.6),
)

FACTS = (
    _rule(r"\bmy (?:full |last |first )?name(?:'s| is) (?P<object>[A-Z][\w'-]+(?: [A-Z][\w'-]+)*)", 3.0, "name"),
    _rule(r"\bI (?:currently |now |still |also )*live (?P<verb>in|at|near|with) (?P<object>.+)", 2.5, "lives_{}"),
    _rule(r"\bI(?:'ve| have)? (?:just |recently )?moved (?:back )?(?:in)?to (?P<object>.+)", 2.0, "moved_to"),
    _rule(r"\bI(?:'m| am) (?:originally )?from (?P<object>.+)", 2.0, "is_from"),
    _rule(r"\bI (?:currently |now |also )*work (?P<verb>at|for|as|in|with) (?P<object>.+)", 2.2, "works_{}"),
    _rule(
        r"\b(?:my|our) (?P<attribute>(?:[\w-]+ )?(?:wife|husband|partner|son|daughter|brother|sister|mother|father|mom|dad|"
        r"boss|dog|cat|friend|colleague)),? (?P<object>(?-i:[A-Z][\w'-]+)),? (?:is|was|works?|has|lives?|likes?|loves?|and)\b",
        2.0,
        "{}",
    ),
    _rule(
        r"\bwe (?:have|'ve got|have got) (?P<object>(?:an?|one|two|three|four|five|six|\d+) (?:\w+ )?(?:kids?|child(?:ren)?|"
        r"sons?|daughters?|dogs?|cats?|cars?|bab(?:y|ies)|twins)\b.*)",
        1.6,
        "has",
    ),
    _rule(r"\bI(?:'m| am) allergic to (?P<object>.+)", 3.0, "allergic_to"),
    _rule(r"\bI was born (?P<verb>in|on) (?P<object>.+)", 2.5, "born_{}"),
    _rule(
        r"\bI(?:'m| am) (?P<object>married|engaged|divorced|single|vegan|vegetarian|retired|pregnant|left-handed|diabetic|"
        r"\d{1,2} years old|a (?:vegan|vegetarian)|(?:married|engaged) to .+)",
        2.2,
        "is",
    ),
    _rule(
        r"\bI(?:'m| am) (?:an?|the) (?P<object>(?:[\w-]+ ){0,3}(?:engineer|developer|teacher|nurse|doctor|student|manager|"
        r"designer|writer|artist|scientist|analyst|lawyer|chef|consultant|researcher|photographer|musician|counsell?or|"
        r"owner|founder|director|parent|mother|father|mom|dad|veteran|beginner|programmer|architect|accountant|runner|"
        r"volunteer|freelancer|professor|librarian|therapist|marketer|admin|administrator)\b.*)",
        2.2,
        "is_a",
    ),
    _rule(
        r"\bI(?:'m| am) (?:currently |now |still )?(?P<verb>studying|working on|learning|training for|writing|reading|"
        r"building|saving for|preparing for|using|running) (?P<object>.+)",
        1.6,
        "is_{}",
    ),
    _rule(r"\bI (?P<verb>study|studied|speak|play|own|drive|manage|run|teach|volunteer at) (?P<object>.+)", 1.6, "{}"),
    _rule(
        r"\bI(?:'ve| have) (?:been )?(?P<verb>working|living|playing|using|practicing|studying|collecting|teaching|"
        r"running|writing|painting|married|pre-approved)\b (?P<object>.+)",
        1.5,
        "has_been_{}",
    ),
    _rule(
        r"\bI (?:have|'ve got|have got) (?P<object>(?:an?|one|two|three|four|five|six|\d+|my own) (?!lot|bit|few|couple|"
        r"question|feeling|idea|chance|great|good|hard|problem)[\w' -]+.*)",
        1.4,
        "has",
    ),
    _rule(
        r"\bmy (?P<attribute>(?:[\w-]+ )?(?:wife|husband|partner|son|daughter|brother|sister|mother|father|mom|dad|boss|dog|"
        r"cat|car|bike|birthday|job|company|team|email|phone|address|budget|deadline|hometown|timezone|time zone|server|"
        r"laptop|school|university|major|degree|apartment|house|flight|appointment|doctor|teacher|friend|colleague|name|"
        r"commute|salary|rent|mortgage|anniversary|project))(?:'s name)?(?:'s| is| was| are)"
        r" (?:named |called )?(?P<object>.+)",
        2.0,
        "{}",
        unless=r"(?:is|was|'s|are) (?:\w+ly )?(?:so|really|very|pretty|always|just|doing|being|going|too|great|good)\b",
    ),
    _rule(
        r"\b(?:I|we)(?:'ve| have|'d| had)? (?:just |recently |finally |also |already |even |once |actually )*"
        r"(?P<verb>" + _PAST + r") (?P<object>.+)",
        1.2,
        "{}",
        unless=r"(?:got|made|took|gave|lost|saw|met|started|left) (?:to|from|made|how|why|what|where|this|it|me|us|him|her|them|that|this|you|a (?:lot|bit|"
        r"while|break|look|few)|some|so|really|over|up|out|back|away|through|used|time|better|home|the (?:chance|idea|"
        r"point|feeling)|me|going)\b",
    ),
)

STATEMENT = lazy_pattern(
    r"(?P<subject>(?!(?:it|that|this|these|those|they|he|she|there|what|which|who|we|you|i|here|everything|something|"
    r"nothing|one|all|some|most|how|why|when|where|sounds|looks|and|but|if|not|no)\b)(?:(?:the|our|my|a) )?"
    r"[\w][\w.'/-]*(?: (?!(?:is|are|was|were|that|which|who|to|and|or|but|if|of course)\b)[\w.'/-]+){0,5}) "
    r"(?P<verb>starts? on|started on|starts? (?:at|in)|started (?:at|in)|ends? on|ended on|launches on|launched on|"
    r"is due on|is due|is scheduled for|is located in|is called|is named|is owned by|is managed by|is based in|"
    r"runs on|runs at|uses|costs?|cost|lives in|works at|works for|works as|belongs to|opens at|closes at|"
    r"was moved to|was released on|depends on|listens on|moved to|takes place (?:on|in|at)|will be|is|are|was|were|has) "
    r"(?P<object>.+)",
    re.IGNORECASE,
)
