# ruff: noqa: E501 - patterns read better unbroken
"""Sentences that only greet, thank or take leave, and so tell nothing. English and German. Pure."""

from __future__ import annotations

from memoryd.patterns import pattern as lazy_pattern

PLEASANTRY = lazy_pattern(
    r"(?i)\W*(?:(?:ok(?:ay)?|thanks|thank you|danke(?: dir| ihnen| schön)?|super|gut|great|perfect|perfekt|ciao|servus),? )*"
    r"(?:nice (?:work|one|job)|(?:well|nicely) done|good (?:work|job|morning|evening|afternoon|night|bye)|bye(?: bye)?|cheers|have a (?:nice|good) \w+|see you(?: \w+)?|that['’]s (?:all|it)(?: for (?:today|now|the day))?"
    r"|gute (?:arbeit|nacht)|guten (?:morgen|abend|tag)|(?:good )?morning|morgen(?=\W*$)|schöne[ns]? (?:abend|tag|feierabend|wochenende)(?: noch)?|bis (?:morgen|dann|später|bald)|tschüss?|feierabend|das (?:war['’]?s|ist alles)(?: für heute)?)"
    r"(?:,? (?:bye|thanks|thank you|then|everyone|all|\w+ bye|danke|dann|euch|dir|ihnen|zusammen|allerseits|mates?)|,? (?:(?:herr|frau|mr\.?|mrs\.?|ms\.?|dr\.?) )?(?-i:[A-ZÄÖÜ])\w+)*"
    r"(?: \(\d{4}-\d\d-\d\d\))?(?:,? (?:bye|thanks|danke|tschüss?))?\W*"
)
"""A sentence that says nothing but that."""
