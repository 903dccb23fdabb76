"""The vowels that come and go in Russian words: сон and сна, день and дня, окно and окон. Pure.

Snowball takes endings off and leaves the stem as it is, so that these forms have nothing in common. Words are folded.
"""

from __future__ import annotations

import re

_C = "бвгджзйклмнпрстфхцчшщ"
_V = "аеиоуыэюя"
_LAST = "кцлнрм"
"""The consonants before which a vowel comes and goes in words of more than one syllable: подарок, огонь, ветер."""
_FULL = re.compile(rf"^([а-я]*[{_C}]ь?)([ео])([{_C}])(ь?)$")
_BARE = re.compile(
    rf"^([а-я]*[{_C}])(ь?)([{_C}])(ами|ями|ов|ом|ам|ах|ем|ей|ям|ях|а|у|е|ы|о|я|ю|и)$"
)  # the longest ending first
_SOFT = frozenset(("ями", "ем", "ей", "ям", "ях", "я", "ю", "и"))
_HARD_ENDINGS = ("а", "у", "ом", "е", "ы", "ов", "ам", "ами", "ах", "о")
_SOFT_ENDINGS = ("я", "ю", "ем", "и", "ей", "ям", "ями", "ях", "е")


def other_forms(word: str) -> list[str]:
    """Forms of the same word in which a vowel is dropped, or comes back; some that do not exist are among them."""
    return [*_without_vowel(word), *_with_vowel(word)]


def _without_vowel(word: str) -> list[str]:
    full = _FULL.match(word)
    if full is None or not _may_flee(full[1], full[3]):
        return []
    before, vowel, last, sign = full.groups()
    roots = (before, before + "ь") if vowel == "е" and before[-1] != "ь" else (before,)
    return [root + last + ending for root in roots for ending in (_SOFT_ENDINGS if sign else _HARD_ENDINGS)]


def _with_vowel(word: str) -> list[str]:
    bare = _BARE.match(word)
    if bare is None or not _may_flee(bare[1], bare[3]):
        return []
    before, _, last, ending = bare.groups()
    is_soft = ending in _SOFT
    signs = ("ь", "") if is_soft and last in _LAST else ("ь",) if is_soft else ("",)
    found = [before + vowel + last + sign for vowel in "ое" for sign in signs]
    if not _has_vowel(before):  # Snowball leaves such words whole
        root = word.removesuffix(ending)
        found += [root + one for one in (_SOFT_ENDINGS if is_soft else _HARD_ENDINGS) if one != ending]
    return found


def _may_flee(before: str, last: str) -> bool:
    return last in _LAST or not _has_vowel(before)


def _has_vowel(text: str) -> bool:
    return any(letter in _V for letter in text)
