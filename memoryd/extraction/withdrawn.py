# ruff: noqa: E501 - tables of patterns read better unbroken
"""What a speaker takes back, what is over, and what announces a choice, in English and German. Pure."""

from __future__ import annotations

import re
from collections.abc import Mapping

from memoryd.patterns import pattern as lazy_pattern
from memoryd.text.clauses import Language

WITHDRAWN: Mapping[Language, re.Pattern[str]] = {
    "en": lazy_pattern(
        r"\b(?:scratch|strike) (?:that|this)\b|\bnever ?mind\b(?! the)|\bforget (?:it|that|what I said)\b(?!'s)|\b(?:actually|wait),? no\b|\bno,? wait\b|\bon second thoughts?\b|\bI(?:'ll)? take (?:that|it) back\b|\b(?:just|only) kidding\b|\b(?:jk|lol,? no(?:pe)?)\b|\bI'll (?:decide|think about it)\b|\blet me (?:think|sleep on)\b|\bdon't (?:take|quote) (?:me|that) (?:seriously|on that)\b|\bignore (?:that|what I (?:said|wrote))\b|\bI (?:said|meant),? not\b|\s/s\W*$",
        re.IGNORECASE,
    ),
    "de": lazy_pattern(
        r"\b(?:ach|ah|oh|lol|haha),? n(?:ee|ein|ö|e)\b|\bn(?:ee|ein),? (?:doch nicht|streich|warte)\b|\bstreich(?:t|e)? (?:das|es)\b(?= wieder|\s*[,.!]|$)|\bvergiss (?:es|das)\b|\bwar (?:nur |bloß )?(?:ein )?(?:quatsch|scherz|witz|spaß|blödsinn)\b|[–-] quatsch\b|^quatsch\b|\b(?:nehm|nehme) ich zurück\b|\bnehm(?:e)? (?:das|es) zurück\b|\bnur (?:ein )?(?:spaß|scherz|witz)\b|\bspaß beiseite\b|\büberleg(?:e)? (?:ich |mir |es |das |nochmal|noch mal)+|\bwieder (?:komplett |völlig |ganz )?offen\b\s*[.!]?$|(?:^|[,;–-] |\b(?:das|es|dies|alles|(?:entscheidung|frage|wahl) )(?: ?(?:ist|bleibt|wäre|steht))? (?:aber |ja |alles |jetzt |mir )*|^(?:ist|bleibt) (?:aber |ja )*)noch (?:komplett |völlig |ganz )?offen\b\s*[.!]?$|\bdoch nicht\s*[.!]?$|\bkommando zurück\b",
        re.IGNORECASE,
    ),
}
"""The speaker does not stand by what was just said."""

BY_ITSELF = 9
"""Words of a sentence that takes back the one before it."""

OVER: Mapping[Language, re.Pattern[str]] = {
    "en": lazy_pattern(
        r"\bused to (?!it\b|that\b|this\b|the\b|being\b|having\b|\w+ing\b)\w+|\bback in the day\b|\bin the (?:old|early) days\b|\b(?:years|ages|decades) ago\b|\bwhen I was (?:a|an|in|at|young|little|\d)|\bback then\b|\bin my previous\b",
        re.IGNORECASE,
    ),
    "de": lazy_pattern(
        r"(?:^|[,;:]\s+|\bja |\bdas |\bwir |\bich )früher (?:haben|hat|hatten?|war|waren|gab|ging|lief|liefen|mal|immer|noch|mussten?|musste|konnten?|habe|sind|bin)\b|\b(?:haben|hatten|habe|hatte|war|waren) (?:wir|ich|es|das) früher\b|\bdamals\b|\bvor (?:vielen |einigen |zwanzig |zehn |\d+ )?jahren\b|\bals (?:kind|student|studentin|ich (?:klein|jung|noch))\b",
        re.IGNORECASE,
    ),
}
"""It was so once."""
STILL: Mapping[Language, re.Pattern[str]] = {
    "en": lazy_pattern(
        r"\b(?:now|these days|today|nowadays|any ?more|since|instead|still|currently|no longer|switched|moved)\b",
        re.IGNORECASE,
    ),
    "de": lazy_pattern(
        r"\b(?:jetzt|inzwischen|heute|mittlerweile|seit(?:dem|her)?|nun|nicht mehr|stattdessen|aktuell|seither|umgestellt|gewechselt|immer noch)\b",
        re.IGNORECASE,
    ),
}
"""… and what tells how it is now, too."""

ANNOUNCED: Mapping[Language, re.Pattern[str]] = {
    "en": lazy_pattern(
        r"(?:(?:ok|okay|alright|right|fine|so|and|well|yes)[,. ]+)*(?:(?:ok|okay|fine|alright)(?=\.)|you(?:'ve| have)? convinced me|you(?:'ve| have)? sold me|(?:it's |that's )?decided|decision (?:made|time)|(?:I(?:'ve| have)? )?made up my mind|that settles it|we have a winner|final answer|sold)(?: then| now)?\s*[.!:]+",
        re.IGNORECASE,
    ),
    "de": lazy_pattern(
        r"(?:(?:ok|okay|na gut|gut|also|so|ja|schön)[,. ]+)*(?:überredet|überzeugt|du hast (?:mich )?(?:überzeugt|überredet|gewonnen)|(?:es ist |ist )?(?:entschieden|beschlossen|abgemacht)|entscheidung (?:ist )?gefallen|steht fest)(?: jetzt| dann)?\s*[.!:]+",
        re.IGNORECASE,
    ),
}
"""A whole sentence that says that the next one is what was chosen."""
