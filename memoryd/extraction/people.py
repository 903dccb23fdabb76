# ruff: noqa: E501 - tables of words read better unbroken
"""Of whom one speaks: whom a pronoun means, and what is said of one person that stays so. Pure."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from memoryd.patterns import pattern as lazy_pattern
from memoryd.text.clauses import Language

People = Mapping[str, str]
"""Pronoun → whom it means, as the subject of a fact: `she` → `user's sister Priya`."""

_SHE: Mapping[Language, str] = {
    "en": "wife girlfriend fiancée fiancee mother mom mum sister daughter aunt niece grandmother grandma granny landlady mother-in-law sister-in-law daughter-in-law stepmother stepdaughter granddaughter",
    "de": "frau freundin verlobte mutter mama schwester tochter tante nichte oma großmutter chefin kollegin nachbarin cousine katze hündin schwiegermutter schwägerin enkelin ärztin hausärztin zahnärztin vermieterin mitbewohnerin trainerin lehrerin partnerin betreuerin stellvertreterin ansprechpartnerin teamleiterin steuerberaterin anwältin mentorin assistentin praktikantin",
}
_HE: Mapping[Language, str] = {
    "en": "husband boyfriend fiancé fiance father dad brother son uncle nephew grandfather grandpa granddad father-in-law brother-in-law son-in-law stepfather stepson grandson",
    "de": "mann freund verlobter vater papa bruder sohn onkel neffe opa großvater chef kollege nachbar cousin hund kater schwiegervater schwager enkel arzt hausarzt zahnarzt vermieter mitbewohner trainer lehrer partner betreuer stellvertreter ansprechpartner teamleiter steuerberater anwalt mentor assistent praktikant lehrling",
}
_EITHER: Mapping[Language, str] = {
    "en": "partner boss dog cat friend colleague coworker co-worker manager cousin roommate flatmate neighbor neighbour landlord doctor dentist therapist teacher tutor mentor supervisor baby toddler puppy kitten horse trainer coach",
    "de": "vorgesetzte vorgesetzter",
}
_PRONOUNS: Mapping[Language, Mapping[str, frozenset[str]]] = {
    "en": {
        "she": frozenset(f"{_SHE['en']} {_EITHER['en']}".split()),
        "he": frozenset(f"{_HE['en']} {_EITHER['en']}".split()),
    },
    "de": {
        "sie": frozenset(f"{_SHE['de']} {_EITHER['de']}".split()),
        "er": frozenset(f"{_HE['de']} {_EITHER['de']}".split()),
    },
}


def _any_of(language: Language) -> str:
    words = sorted(
        {word for close in _PRONOUNS[language].values() for word in close}, key=lambda word: (-len(word), word)
    )
    return f"(?:{'|'.join(words).replace('-', '[- ]')})(?![- ]in[- ]law)"


CLOSE: Mapping[Language, str] = {"en": _any_of("en"), "de": _any_of("de")}
"""A pattern for whoever is close to somebody; case does not matter."""
_NAME = r"(?: (?-i:[A-ZÄÖÜ])[\w'-]+)?(?!\w)"
_NAMED: Mapping[Language, re.Pattern[str]] = {
    "en": lazy_pattern(
        rf"\b(?:my|our) (?P<whom>(?:[a-z]+ ){{0,2}}?(?P<kin>{CLOSE['en']}),?{_NAME})(?!['’]s?\b)", re.IGNORECASE
    ),
    "de": lazy_pattern(
        rf"\b(?:mein|unser)(?:e|er|en|em)? (?P<whom>(?:[a-zäöü]+ )?(?P<kin>{CLOSE['de']}),?{_NAME})", re.IGNORECASE
    ),
}
_OF_OTHERS: Mapping[Language, re.Pattern[str]] = {
    "en": lazy_pattern(rf"\b(?P<whom>(?-i:[A-Z])[\w-]+['’]s (?P<kin>{CLOSE['en']}))(?P<of>)\b", re.IGNORECASE),
    "de": lazy_pattern(
        rf"\b(?P<whom>(?-i:[A-ZÄÖÜ])[\w-]+s (?P<kin>{CLOSE['de']})|(?P<of>{CLOSE['de']}) von (?-i:[A-ZÄÖÜ])[\w-]+)\b",
        re.IGNORECASE,
    ),
}
"""`Tom's mum`, whom pronouns mean behind it rather than the speaker's wife."""
_OF_SOMEBODY: Mapping[Language, re.Pattern[str]] = {
    "en": lazy_pattern(
        rf"(?:(?:and|but|oh|btw|so),? )*(?:[^\W\d_][\w'’-]+?|(?:my|our) (?:[\w-]+ )?{CLOSE['en']}(?: (?-i:[A-ZÄÖÜ])[\w'-]+?)?)(?:(?:['’]s| is| isn['’]?t| is not| was) (?:also |strictly |severely |really )?(?:(?:left|right)-handed|ambidextrous|allergic|(?:an? )?(?:vegetarian|vegan)|(?:lactose|gluten) intolerant|(?:coeliac|celiac|diabetic|dyslexic|asthmatic|pregnant|retired|divorced|married|engaged|widowed|deaf|blind|colou?r-?blind|afraid of|scared of|from|born)\b|\d+ years old)"
        r"| (?:(?:has|has got|got) an? (?:[\w-]+ ){0,2}(?:allergy|intolerance)\b|(?:does(?:n['’]?t| not)|can(?:['’]?t|not)|never) (?:eat|drink|tolerate|drive|swim|eats|drinks)\b|(?:lives|works) (?:at|for|as|in|with|on|near|from|alone)\b|(?:teaches|speaks|grew up)\b|studies (?!show|suggest|have|are|were|say|find|found|prove|indicate|often|that)\w))",
        re.IGNORECASE,
    ),
    "de": lazy_pattern(
        rf"(?:(?:und|aber|ach|übrigens),? )*(?:[^\W\d_][\w-]+|(?:mein|unser)e? (?:[\w-]+ )?{CLOSE['de']}(?: (?-i:[A-ZÄÖÜ])[\w-]+)?) (?:(?:ist|war) (?:auch |leider |strenge?r? )?(?:(?:links|rechts)händer|linkshändig|allergisch|vegetarier|vegan|veganer|vegetarisch|laktose|gluten|diabetiker|schwanger|in rente|rentner|geschieden|verheiratet|verlobt|verwitwet|taub|blind|farbenblind|aus |\d+ jahre alt|(?:\S+ ){{0,5}}geboren)"
        r"|(?:isst|verträgt|wohnt|lebt|arbeitet|studiert|unterrichtet|spricht)\b|trinkt (?:kein|nur)|kommt aus\b|hat (?:am|im|(?:\w+ )?['’]?(?:ei)?ne \S*(?:allergie|intoleranz|unverträglichkeit)|angst vor)\b)",
        re.IGNORECASE,
    ),
}
_CANNOT_HAVE: Mapping[Language, re.Pattern[str]] = {
    "en": lazy_pattern(
        r"\b(?:ha(?:s|ve)(?: got)?|got|my|our|his|her|their|[\w-]+['’]s?) (?!no\b|any\b)(?:an? )?(?:[\w-]+ ){0,3}(?:allerg(?:y|ies)|intolerances?)(?=\s*(?:[.,;:!?)–—-]|$|(?:to|so|and|when|if|that|because|since|btw|please|pls)\b))"
        r"|\b(?!(?:you|we|they|it|that|this)\b)[\w'’-]+ (?:(?:still |really |also )?(?:can(?:['’]?t|not| not)|must(?: not|n['’]?t)|may not|should(?: not|n['’]?t)(?! have\b)|(?:is|are)(?: not|n['’]?t) allowed(?: to)?)"
        r" (?:have|eat|drink|tolerate|take(?= (?:any )?(?:\w+(?:in|en|ol|ine|one|ide|ics|ium)|medic\w+|pills?|pain ?killers?|meds)\b))|do(?:es)?(?: not|n['’]?t) (?:eat|drink|tolerate))"
        r" (?:any )?(?!(?:it|that|this|these|those|both|any\w*|everything|more|much|an?|the|to|been|me|us|him|her|them|you|my|our|his|lunch|breakfast|dinner|well|enough|here|there|out|one|time|access)\b)\w",
        re.IGNORECASE,
    ),
    "de": lazy_pattern(
        r"\b(?:ha(?:t|ben|be)|meine[rn]?|unsere[rn]?|seine[rn]?|ihre[rn]?|(?-i:[A-ZÄÖÜ])\w+s) (?:(?!kein)\S+ ){0,3}?[\wäöüß-]*(?:allergien?|intoleranz(?:en)?|unverträglichkeit(?:en)?)\b"
        r"|^(?!.*\b(?:heute|morgen|gerade|viel|genug|zu ?hause|mehr|noch|mit|auf|du|ihr)\b).*\b(?:verträgt|vertragen|isst|trinkt)\b (?:\S+ ){0,4}?(?:nicht|nix|kein\w*)\b"
        r"|\b(?:er|sie) (?:ist|sind) (?:auch |streng(?:er?)? )?(?:vegan|vegetari|diabeti|allergisch)\w*",
        re.IGNORECASE,
    ),
}
"""`Jonah can't have dairy`, `Penicillin verträgt sie nicht`."""
_MAY_NOT_HAVE = lazy_pattern(
    r"(?i)allerg|intoler|vertr[aä]g|\b(?:isst|trinkt)\b|vegan|vegetari|diabet|(?:n['’]?t|not)(?: allowed(?: to)?)? (?:eat|drink|tol|have|take)"
)
"""A quick look at most sentences, which have none of these."""
_SPOKEN_OF: Mapping[Language, re.Pattern[str]] = {
    "en": lazy_pattern(r"\b(?:she|he|her|him|his|hers)\b", re.IGNORECASE),
    "de": lazy_pattern(r"\b(?:sie|er|ihr\w{0,2}|ihm|ihn|sein\w{0,2})\b", re.IGNORECASE),
}
_OF_ONE = lazy_pattern(r"\w+t|mag|kann|will|muss|soll|darf|war|ging|kam|bekam|nahm|fuhr|blieb|ließ|zog|starb|fiel")
"""A German verb of one person: `sie` is not several, nor who is spoken to."""


_MARRIED: Mapping[Language, re.Pattern[str]] = {
    "en": lazy_pattern(
        r"\b(?:I(?:['’]m| am)|I(?:['’]ve| have) been) (?:(?:happily|now|also|been) )*(?:married|engaged) to (?P<whom>(?-i:[A-ZÄÖÜ])[\w'-]+)",
        re.IGNORECASE,
    ),
    "de": lazy_pattern(
        r"\b(?:ich bin|bin ich) (?:\S+ ){0,4}?mit (?:der |dem )?(?P<whom>(?-i:[A-ZÄÖÜ])[\w-]+) (?:\S+ ){0,4}?(?:verheiratet|verlobt|zusammen)\b",
        re.IGNORECASE,
    ),
}
"""Who is close to the speaker, by name alone: any pronoun may mean them."""


def with_those_in(people: People, text: str, language: Language, who: str) -> People:
    """Whom pronouns behind the text mean, if they meant `people` before it. `who` speaks."""
    known = dict(people)
    if spouse := _MARRIED[language].search(text):
        known.update(dict.fromkeys(_PRONOUNS[language], spouse["whom"]))
    for kin, whom in _named_in(text, language, who):
        for pronoun, words in _PRONOUNS[language].items():
            if kin in words:
                known[pronoun] = whom
    return known


def _named_in(text: str, language: Language, who: str) -> Iterator[tuple[str, str]]:
    """Whom it names, in order, and how close they are."""
    own = [
        (one.start(), one["kin"], f"{who}'s {one['whom'].replace(',', '')}") for one in _NAMED[language].finditer(text)
    ]
    others = [(one.start(), one["kin"] or one["of"], one["whom"]) for one in _OF_OTHERS[language].finditer(text)]
    for _, kin, whom in sorted([*own, *others]):
        yield kin.casefold().replace(" ", "-"), whom


def still_meant(people: People, text: str, language: Language) -> People:
    """Whom the speaker's next message may mean: `people` whom this one named, or spoke of."""
    goes_on = _SPOKEN_OF[language].search(text) or _NAMED[language].search(text)
    return people if goes_on else {}


def meant_by(people: People, subject: str, predicate: str) -> str | None:
    """Whom a pronoun that is a subject means; None when that is unknown."""
    pronoun = subject.casefold()
    if pronoun == "sie" and not _OF_ONE.fullmatch(predicate.partition(" ")[0].casefold()):
        return None
    return people.get(pronoun)


def tells_of_somebody(text: str, language: Language) -> bool:
    """Whether it says of one person what stays so: `Jonas is left-handed`, `Lena wohnt in Kiel`."""
    return _OF_SOMEBODY[language].match(text) is not None


def tells_cannot_have(text: str, language: Language) -> bool:
    """Whether it says what somebody must not be given."""
    return _MAY_NOT_HAVE.search(text) is not None and _CANNOT_HAVE[language].search(text) is not None
