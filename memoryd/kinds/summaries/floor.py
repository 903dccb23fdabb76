"""What is refused as a summary, and why: too short, too long, a refusal, or of something else (rule 21). Pure."""

from __future__ import annotations

from collections.abc import Iterable

from memoryd.jobs.source import MARK
from memoryd.kinds.summaries.telling import WEAK
from memoryd.patterns import pattern as lazy_pattern
from memoryd.text.clauses import language_of
from memoryd.text.stopwords import STOP_WORDS
from memoryd.text.tokens import tokens_of

_FLOOR = 30
"""A summary has this part of its target at least."""
_SHORTEST = 4
"""Characters: `x` is no summary."""
_REPEATS, _FEWEST_DISTINCT = 40, 0.15
"""Words of a text from which on so many of them must be different ones."""
_JUDGED_WORDS = 8
"""Words with a meaning of their own, from which on a text is held against what it is made of."""
_FEWEST_WORDS = 3
"""Of these words, that a text has of which none stands in what it is made of: it may be in another language."""
_FEWEST_SHARED = 0.2
"""Of these words, those that what it is made of has, too."""
_JUDGED_NAMES = 3
"""Names and numbers, from which on they are;"""
_FEWEST_KNOWN = 0.5
"""and how many of them must stand there."""
_FEWEST_NAMED = 2
"""Names and numbers of what it is made of, by which a text in another language is known."""
_STEM = 5
"""Letters by which words are compared."""
_SHOWN = 5
"""Of what is made up, in the reason."""
_TOKEN = lazy_pattern(r"\w+(?:[.:/-]\w+)*")
_WORD = lazy_pattern(r"[^\W_]+(?:[._/:-][^\W_]+)*")
_CJK = lazy_pattern(r"[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]")
_NAME = lazy_pattern(r"(?P<name>(?<=[a-zäöüß\d,;)] )[A-ZÄÖÜ][^\W_]+(?:-[^\W_]+)*)|[^\W_]*\d[\w]*(?:[.:/-]\w+)*")
_DATE = lazy_pattern(
    r"(?i)\d{4}(?:-\d\d){1,2}|(?:19|20)\d\d|\d{1,2}(?:st|nd|rd|th)|(?:jan|feb|mar|apr|may|mai|jun|jul|aug|sep|oct|okt|nov|dec|dez|mär)\w*"
    r"|(?:mon|tues|wednes|thurs|fri|satur|sun)day|(?:mon|diens|donners|frei|sams|sonn)tag|mittwoch|L[123](?:/\d+)?"
)
"""Days are worked out, and summaries named, by whoever writes."""
_REFUSES = lazy_pattern(
    r"(?i)\W*(?:(?:i['’]?m|i am) (?:really |very |so )?sorry|sorry,? (?:but )?i\b|(?:i['’]?m|i am) (?:unable|not able)"
    r"|i (?:can ?not|can['’]t|won['’]t) (?:help|assist|summari[sz]e|do|comply|fulfil\w*|provide|continue|create|write)"
    r"|as an? (?:ai|language model|assistant)\b|i don['’]t have (?:access|enough|the)|es tut mir leid|tut mir leid"
    r"|ich kann (?:dabei|das|dir|ihnen|leider) nicht|als (?:ki|sprachmodell)\b)"
)


def refusal(text: str, target_tokens: int, made_of: str, shown: str) -> str | None:
    """Why a text is no summary of what it is `made_of`; None when it is one.

    `shown`: all that the job has, earlier summaries included, from which a name may come.
    """
    stripped = text.strip()
    if not any(char.isalpha() for char in stripped):
        return "the text is empty; submit the memory that the model wrote, or release the job"
    if MARK in stripped:
        return f"the text repeats the job's own words ({MARK}); submit only what the model wrote as its memory"
    if _REFUSES.match(stripped):
        return "the text refuses to do the job; submit the memory that the model wrote, or release the job"
    if tokens_of(stripped) < target_tokens // _FLOOR or len(stripped) < _SHORTEST:
        return f"the text has {tokens_of(stripped)} tokens, which tells too little; aim at {target_tokens}"
    most = max(2 * target_tokens, target_tokens + 400)
    if tokens_of(stripped) > most:
        return f"the text has {tokens_of(stripped)} tokens and at most {most} are taken; aim at {target_tokens}"
    words = _WORD.findall(stripped.casefold())
    if len(words) >= _REPEATS and len(set(words)) < _FEWEST_DISTINCT * len(words):
        return f"the text's {len(words)} words are {len(set(words))} that are said again and again; summarise in others"
    return _of_something_else(stripped, made_of, shown)


def _of_something_else(text: str, made_of: str, shown: str) -> str | None:
    words, known = list(_meaning(text)), set(_meaning(made_of))
    if not known:
        return None
    names = dict.fromkeys(_names(text))
    said = f"{made_of} {shown}".casefold()
    made_up = [name for name in names if name.casefold() not in said]
    if len(names) >= _JUDGED_NAMES and len(made_up) > (1 - _FEWEST_KNOWN) * len(names):
        return (
            f"{len(made_up)} of the text's {len(names)} names and numbers do not stand in the job "
            f"({', '.join(made_up[:_SHOWN])}); summarise that, and make up nothing"
        )
    shared = sum(word in known for word in words)
    told = _told(text, made_of)
    if len(words) < _FEWEST_WORDS and not shared and not names and not told and len(known) >= _JUDGED_WORDS:
        return "the text says nothing of what it is made of; summarise that"
    if len(words) >= _JUDGED_WORDS <= len(known) and shared < _FEWEST_SHARED * len(words) and len(told) < _FEWEST_NAMED:
        return f"only {shared} of the text's {len(words)} words of meaning stand in what it is made of; summarise that"
    return None


def _told(text: str, made_of: str) -> set[str]:
    """The names and numbers of what it is made of that the text tells, too.

    In another language hardly anything else is the same, and what is a name is known by the text alone.
    """
    own = {word.casefold() for word in _TOKEN.findall(text)}
    theirs = {word.casefold() for word in _TOKEN.findall(made_of)}
    common = own & STOP_WORDS
    if 2 * len(common & theirs) >= max(1, len(common)):
        return {name for name in map(str.casefold, _names(made_of)) if name in own}
    formed = (word for word in _TOKEN.findall(text) if word[0].isdigit() or word[0].isupper())
    return {word.casefold() for word in formed} & theirs - STOP_WORDS


def _meaning(text: str) -> Iterable[str]:
    """The stems of its words but the commonest; of a script without spaces, pairs of characters."""
    for match in _WORD.finditer(text.casefold()):
        word = match[0]
        if _CJK.search(word):
            yield from (word[at : at + 2] for at in range(len(word) - 1))
        elif len(word) >= _STEM - 1 and word not in STOP_WORDS and word not in WEAK:
            yield word[:_STEM]


def _names(text: str) -> Iterable[str]:
    """Its numbers, and the names within its sentences; no dates. In German every noun looks like a name."""
    is_german = language_of(text[:2000], "en") == "de"
    for match in _NAME.finditer(text):
        if _DATE.fullmatch(match[0]) is None and not (is_german and match["name"]):
            yield match[0]
