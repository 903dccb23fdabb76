"""From text to the terms that are indexed and searched: folded, stemmed by script and language, split and kept whole.

A term is one of: a folded English stem (`work`), a stem of another language after its name (`de:haus`), a word of
another script, two characters of a script without spaces (`东京`, always simplified) and the last one of its run, a
compound kept whole (`started_on`), a reversed long word (`<lessulhcs`) by whose beginning the end of a German compound
is found, or letters from inside of a long German word (`>versicheru`), by which a part in its middle is.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import chain
from typing import NamedTuple

import Stemmer

from memoryd.patterns import pattern as lazy_pattern
from memoryd.recall.lexical.russian import other_forms
from memoryd.text.chinese import is_function_word
from memoryd.text.hanzi import simplified
from memoryd.text.stopwords import LETTERS, MARKER_LETTERS, MARKER_WORDS, MARKERS, STOP_WORDS

LONGEST_TERM = 64
UNKNOWN = "?"
"""The language of a text that gives no hint of it; it is stemmed as English."""

_NAMES = {"en": "english", "de": "german", "fr": "french", "es": "spanish", "it": "italian", "pt": "portuguese"}
_SCRIPTS = {"CYRILLIC": "russian", "GREEK": "greek", "ARABIC": "arabic", "DEVANAGARI": "hindi"}
_LONG_GERMAN = 6
_LONG_UNKNOWN = 9
_LONG_MIDDLE = 13
"""Letters of a German word, from which on it may have three parts."""
_MIDDLE = 10
"""Letters of a part that are compared: words with the same part share a term."""
_PART_BEGINS = lazy_pattern(
    r"(?:s?ch[lmnrw]?|s[pt]r?|[bdfgkpt][lr]|kn|qu|pf[lr]?|[b-df-hj-np-tv-z])[aeiou]|(?<=[ns])[aeiou]"
)
"""Where a syllable begins; one that begins with a vowel begins a part behind a joint only (Krankenanstalt)."""
_CACHED = 32_768
_CACHED_LENGTH = 64
_SLICE = 20_000
_LONGEST_QUERY = 100_000
_MOST_QUERY_WORDS = 1024
_AROUND = ".,;:!?\"'()[]{}*"

# Scripts that put no spaces between words; Hangul is here because its particles stick to the words.
_UNSPACED = (
    r"\u0e00-\u0eff\u0f00-\u0fff\u1000-\u109f\u1100-\u11ff\u1780-\u17ff\u2e80-\u2fdf\u3005-\u3007\u3040-\u309f"
    r"\u30a1-\u30fa\u30fc-\u312f\u31f0-\u31ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7a3\uf900-\ufaff"
    r"\U00020000-\U0003134f"
)
# Combining marks are no \w for `re`, but vowels of Indic and Arabic words are such marks.
_COMBINING = r"\u0300-\u036f\u0483-\u0487\u0591-\u05bd\u0610-\u061a\u064b-\u065f\u0670\u0900-\u0963\u0981-\u0dff"
_LETTER = rf"(?:(?![_{_UNSPACED}])[\w{_COMBINING}])"
_JOIN = r"[._\-/@:+'’&]{1,3}"
_UNIT = lazy_pattern(
    rf"[{_UNSPACED}]+|{_LETTER}+(?:{_JOIN}{_LETTER}+)*(?:\+\+|\#)?|[\u2190-\u2bff\U0001f000-\U0001faff]"
)
_ASCII_UNIT = lazy_pattern(r"[A-Za-z0-9]+(?:[._\-/@:+'&]{1,3}[A-Za-z0-9]+)*(?:\+\+|#)?")
_SPLIT = lazy_pattern(r"[._\-/@:+'’&#]+")
_HUMP = lazy_pattern(r"[A-Z]+(?=[A-Z][a-z])|[A-Z]?[a-z]+|[A-Z]+|[0-9]+|[^A-Za-z0-9]+")
_UNSPACED_FIRST = lazy_pattern(rf"[{_UNSPACED}]")
_SHORT_JOINTS = frozenset(("s", "t", "d", "m", "re", "ve", "ll", "l", "j", "n", "c", "qu", "o"))
_SPELLED = str.maketrans(
    {"ø": "o", "æ": "ae", "œ": "oe", "đ": "d", "ł": "l", "ı": "i", "þ": "th", "ð": "d", "ё": "е", "ـ": ""}
)
_ENGLISH_ALONE = frozenset(word for word, languages in MARKERS.items() if set(languages) == {"en"})
_stemmers = {language: Stemmer.Stemmer(name, 0) for language, name in _NAMES.items()}
_script_stemmers = {script: Stemmer.Stemmer(name, 0) for script, name in _SCRIPTS.items()}
FOREIGN = tuple(language for language in _NAMES if language != "en")
"""Languages whose terms carry their name; a text in one of them has the bare name (`de:`) as a term, too."""


class Unit(NamedTuple):
    """One piece of a text: `word` (Latin letters), `run` (a script without spaces) or `other`, taken as it is."""

    sort: str
    folded: str
    written: str


class QueryWord(NamedTuple):
    """One word of a query: the terms that may stand for it, and what to look up for parts of words."""

    variants: tuple[str, ...]
    prefix: str = ""
    """Every term that begins with it stands for the word (one character of a script without spaces)."""
    stem: str = ""
    """The German stem of a word of three letters or more: compounds begin or end with it."""
    stop: bool = False
    folded: str = ""
    """The word itself, folded."""


def fold_word(text: str) -> str:
    """Case, compatibility forms and accents folded (é→e, ß→ss); accents of other scripts than Latin and Greek stay."""
    if text.isascii():
        return text.lower()
    text = unicodedata.normalize("NFKC", text).casefold().translate(_SPELLED).replace(" ", "")
    if text.isascii():
        return text
    return unicodedata.normalize("NFC", "".join(_strip_accent(char) for char in text))


def _strip_accent(char: str) -> str:
    if char < "\u0080" or "\u0400" <= char <= "\u052f" or char >= "\u2c00":
        return char
    if unicodedata.category(char) == "Mn" and char < "\u0900":
        return ""
    if char < "\u0400" or "\u1e00" <= char <= "\u1fff":
        return unicodedata.normalize("NFD", char)[0]
    return char


def language_of(text: str, chunks: list[str]) -> str:
    """The language by its common words and its letters: a key of `_NAMES`, or UNKNOWN."""
    found = MARKER_WORDS.intersection(chunks)
    letters = () if text.isascii() else MARKER_LETTERS.intersection(text)
    if not letters and found <= _ENGLISH_ALONE:
        return "en" if found else UNKNOWN
    votes: dict[str, int] = {}
    for word in found:
        for language in MARKERS[word]:
            votes[language] = votes.get(language, 0) + 2
    for letter in letters:
        for language in LETTERS[letter]:
            votes[language] = votes.get(language, 0) + 1
    # Of two that are as likely always the same one: the order of a set is another in each run.
    return max(sorted(votes), key=lambda language: (votes[language], language == "en"))


def units(chunk: str) -> list[Unit]:
    """The units of a piece of text: compounds whole and in parts."""
    plain = chunk.strip(_AROUND)
    if plain.isascii() and plain.isalpha() and (plain.islower() or plain.istitle()):
        return [Unit("word", plain.lower()[:LONGEST_TERM], plain)]
    if chunk.isascii():
        matches = _ASCII_UNIT.findall(chunk)
    else:
        matches = _UNIT.findall(unicodedata.normalize("NFKC", chunk))
    found: list[Unit] = []
    for written in matches:
        if _UNSPACED_FIRST.match(written):
            found.append(Unit("run", simplified(written), written))
        else:
            _split_compound(written, found)
    return found


def _split_compound(written: str, found: list[Unit]) -> None:
    folded = fold_word(written)
    if not folded:
        return
    parts = [part for part in _SPLIT.split(written) if fold_word(part)]
    if len(parts) <= 1 and parts[:1] == [written]:
        humps = _HUMP.findall(written) if _has_humps(written) else ()
        found.append(_word(written, folded))
        found.extend(_word(hump, fold_word(hump)) for hump in humps if len(hump) > 1 and hump != written)
        return
    elided = ("'" in written or "’" in written) and any(fold_word(part) in _SHORT_JOINTS for part in parts)
    if not elided:
        found.append(Unit("other", folded, written))
    for part in parts:
        if elided and fold_word(part) in _SHORT_JOINTS:
            continue
        humps = _HUMP.findall(part) if _has_humps(part) else ()
        found.append(_word(part, fold_word(part)))
        found.extend(_word(hump, fold_word(hump)) for hump in humps if len(hump) > 1 and hump != part)


def _has_humps(word: str) -> bool:
    if not word.isascii():
        return False
    return (not word.isalpha() and not word.isdigit()) or not (word.islower() or word.isupper() or word.istitle())


def _word(written: str, folded: str) -> Unit:
    return Unit("word" if folded.isalpha() and folded.isascii() else "other", folded[:LONGEST_TERM], written)


def stem_of(unit: Unit, language: str) -> tuple[str, ...]:
    """The terms of a Latin word in one language."""
    if language in ("en", UNKNOWN):
        return (_stemmers["en"].stemWord(unit.folded),)
    stemmer = _stemmers[language]
    plain = f"{language}:{stemmer.stemWord(unit.folded)}"
    if unit.written.isascii():
        return (plain,)
    # An accent may belong to the ending (mangées), so the word is stemmed as written, too.
    accented = f"{language}:{fold_word(stemmer.stemWord(unit.written.lower()))}"
    return (plain,) if accented == plain else (plain, accented)


def _script_stem(word: str) -> str:
    if word.isascii():
        return word
    script = unicodedata.name(word[0], "").partition(" ")[0]
    stemmer = _script_stemmers.get(script)
    return stemmer.stemWord(word)[:LONGEST_TERM] if stemmer else word[:LONGEST_TERM]


def _run_terms(run: str) -> list[str]:
    return [run[at : at + 2] for at in range(len(run))]


def _chunk_terms(chunk: str, language: str) -> tuple[str, ...]:
    terms: list[str] = []
    for unit in units(chunk):
        if unit.sort == "run":
            terms.extend(_run_terms(unit.folded))
        elif unit.sort == "word":
            terms.extend(stem_of(unit, language))
            longest = _LONG_GERMAN if language == "de" else _LONG_UNKNOWN
            if language in ("de", UNKNOWN) and len(unit.folded) >= longest:
                stem = _stemmers["de"].stemWord(unit.folded)
                terms.append("<" + stem[::-1])
                if language == "de" and len(stem) >= _LONG_MIDDLE:
                    terms.extend(_middles(stem))
        else:
            terms.append(_script_stem(unit.folded[:LONGEST_TERM]))
    return tuple(terms)


def _middles(word: str) -> list[str]:
    """The beginnings of what may be a part in the midst of a German word."""
    return [middle_term(word[begin:]) for begin in range(3, len(word) - 6) if _PART_BEGINS.match(word, begin)]


def middle_term(part: str) -> str:
    """The beginning of the term of a part in the midst of a word."""
    return ">" + part[:_MIDDLE]


class _Cache(dict[str, tuple[str, ...]]):
    """The terms of chunks seen before, two generations of them; those of a new chunk are made when it is asked for."""

    def __init__(self, language: str) -> None:
        super().__init__()
        self._language = language
        self._old: dict[str, tuple[str, ...]] = {}

    def __missing__(self, chunk: str) -> tuple[str, ...]:
        terms = self._old.get(chunk)
        if terms is None:
            terms = _chunk_terms(chunk, self._language)
        if len(chunk) <= _CACHED_LENGTH:
            if len(self) >= _CACHED:
                self._old = self.copy()
                self.clear()
            self[chunk] = terms
        return terms


_caches = {language: _Cache(language) for language in (UNKNOWN, *_NAMES)}


def terms_of(text: str) -> list[str]:
    """The terms of a text in order, repeats included; the language of a long one is that of its beginning."""
    return list(chain.from_iterable(slices_of_terms(text)))


def slices_of_terms(text: str) -> Iterator[list[str]]:
    """The same a slice at a time, since no C call may hold the interpreter for long."""
    chunks = text[:_SLICE].split()
    language = language_of(text[:_SLICE], chunks)
    terms: list[str] = [] if language in ("en", UNKNOWN) else [f"{language}:"]
    if len(text) <= _SLICE:
        _add_terms(chunks, language, terms)
        yield terms
        return
    begin = 0
    while begin < len(text):
        end = _end_of_slice(text, begin)
        _add_terms(text[begin:end].split(), language, terms)
        yield terms
        begin, terms = end, []


def _add_terms(chunks: list[str], language: str, terms: list[str]) -> None:
    terms.extend(chain.from_iterable(map(_caches[language].__getitem__, chunks)))


def _end_of_slice(text: str, begin: int) -> int:
    end = begin + _SLICE
    if end >= len(text):
        return len(text)
    space = max(text.rfind(" ", begin, end), text.rfind("\n", begin, end))
    return space + 1 if space > begin + _SLICE // 2 else end


def query_words(text: str, languages: Sequence[str] = FOREIGN) -> list[QueryWord]:
    """The distinct words of a query, with their forms in English and `languages`; stop words only when there is
    nothing else. Looks at the first 100,000 letters."""
    found: dict[tuple[str, ...], QueryWord] = {}
    spoken = tuple(languages)
    for chunk in text[:_LONGEST_QUERY].split():
        for word in (_query_chunk if len(chunk) <= _CACHED_LENGTH else _words_of)(chunk, spoken):
            found.setdefault(word.variants or (word.prefix,), word)
        if len(found) >= _MOST_QUERY_WORDS:
            break
    words = [word for word in found.values() if not word.stop]
    return (words or list(found.values()))[:_MOST_QUERY_WORDS]


def _words_of(chunk: str, languages: tuple[str, ...]) -> list[QueryWord]:
    return [word for unit in units(chunk[:_SLICE]) for word in _query_unit(unit, languages)]


_query_chunk = lru_cache(maxsize=8_192)(_words_of)


def _query_unit(unit: Unit, languages: Sequence[str]) -> list[QueryWord]:
    if unit.sort == "run":
        if len(unit.folded) == 1:
            return [QueryWord((), prefix=unit.folded)]
        terms = _run_terms(unit.folded)[:-1]
        return [QueryWord((term,), stop=is_function_word(term)) for term in terms]
    stop = unit.folded in STOP_WORDS or unit.written.lower() in STOP_WORDS
    if unit.sort == "other":
        folded = unit.folded[:LONGEST_TERM]
        forms = other_forms(folded) if "\u0430" <= folded[:1] <= "\u044f" else ()
        stems = dict.fromkeys([_script_stem(folded), *(stem for form in forms if len(stem := _script_stem(form)) > 2)])
        return [QueryWord(tuple(stems), stop=stop, folded=folded)]
    variants = dict.fromkeys(stem_of(unit, "en"))
    for language in languages:
        variants.update(dict.fromkeys(stem_of(unit, language)))
    german = _stemmers["de"].stemWord(unit.folded)
    return [QueryWord(tuple(variants), stem=german if len(german) >= 3 else "", stop=stop, folded=unit.folded)]
