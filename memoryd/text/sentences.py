# ruff: noqa: E501 - tables of words read better unbroken
"""What people said, cut into sentences that can be judged one by one. Pure functions."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from datetime import date, timedelta

from memoryd.patterns import pattern as lazy_pattern
from memoryd.text.list_heads import said_of_items

LONGEST = 400
"""Characters of a sentence; what is longer is a paste, not a statement."""

_FENCE = lazy_pattern(r"```.*?(?:```|\Z)|~~~.*?(?:~~~|\Z)", re.DOTALL)
_MARK = lazy_pattern(r"(?:[-*+•]|\d{1,2}[.)]|#{1,6})\s+")
_BOX = lazy_pattern(r"\[(?P<done>[ xX])\]\s+")
# Lines that nobody says: quotes of others, tables, logs, code, what a program prints.
_UNSPOKEN = lazy_pattern(
    r"\s*(?:[>|$%{}<]|\+\+\+|---|@@|\[?\d{4}-\d\d-\d\d[T ]\d\d:|(?:File|Traceback|at) [\"(\w]+.*line \d|"
    r"(?:def|class|import|return|const|let|var|if|for|while|fn|func|public|private|SELECT|INSERT|UPDATE)\b.*[;{:(]\s*$|"
    r"[\w.-]+ ?[:+]?= ?\S+;?$|(?:ERROR|WARN(?:ING)?|INFO|DEBUG)\b[: \[]|(?:[A-Z][a-z]{2} [ \d]?\d )?\d\d:\d\d:\d\d(?:[.,]\d+)?\s+\S|(?:\w+\.)*[A-Z]\w+(?:Error|Exception)(?::|$))"
)
ABBREVIATED = (
    # Looks behind: no stop that follows one of these ends a sentence.
    r"(?<!\be\.g)(?<!\bi\.e)(?<!\bz\.B)(?<!\bd\.h)(?<!\bu\.a)(?<!\b[A-Za-zÄÖÜ])(?<!\bbzw)(?<!\bca)(?<!\b[NnDd]r)(?<!\bMr)(?<!\bMs)(?<!\bMrs)(?<!\bProf)(?<!\bHr)(?<!\bFr)(?<!\bSt)"
    r"(?<!\bMrs)(?<!\bvs)(?<!\bSt)(?<!\binkl)(?<!\bincl)(?<!\bggf)(?<!\bevtl)(?<!\bapprox)(?<!\betc)(?<!\busw)(?<!\bStd)"
)
_MONTH = r"(?:Jan|Feb|Mär|Maer|Apr|Mai|Jun|Jul|Aug|Sep|Okt|Nov|Dez|Stock|Quartal|Klasse|Version)"
_END = lazy_pattern(
    r"(?:[!?…]|(?<=[!?…\w)\"'`%»“”])"
    + ABBREVIATED
    + r"(?<!\b\d)(?<!\b\d\d)\.|(?<=\d)(?<![:,;] \d)\.(?!\s+"
    + _MONTH
    + r"))"
    r"[\"')\]“”»]*\s+(?=[\"'(\[„“«`]?[^\sa-zäöü])"
)
_STOPS = frozenset(".!?…")
_LONGEST_ORDINAL = 12
"""Characters of `seit 12`, and as many more spaces."""
# Who begins in lower case does so behind every stop.
_LOWER_END = lazy_pattern(
    r"(?:(?<=[!?…])|(?<=[a-zäöüß][\"')]\.)|(?<=\d{3}\.)|(?<=,\d{2}\.)|(?<=[a-zäöüßA-Z]{2}\.)(?<!\b(?:ca|dr|nr|st|mr|ms|vs|no|fr|hr)\.)(?<!\b(?:mrs|bzw|max|min|str|std|tel|app|ggf|usw|etc|vgl|zzt)\.)(?<!\b(?:evtl|inkl|incl|prof)\.)(?<!\bapprox\.))"
    r"\s+(?=[a-zäöü'])"
)
# Nothing but a sentence begins so behind a stop: `I asked btw. she's the lead`.
_PRONOUN_END = lazy_pattern(
    r"(?<=[a-zäöüß)]{3}\.)\s+(?=(?:puh|uff|phew|ugh|argh|yay|hurra|haha|lol|danke|thanks|thx)\b|(?:i(?:['’](?:m|ve|ll|d))?|we(?:['’](?:re|ve|ll|d))?|she(?:['’]s)?|he(?:['’]s)?|they(?:['’](?:re|ve))?|you(?:['’]re)?|ich|wir|sie|er) [a-zäöüß])"
)
_ORDINAL = lazy_pattern(r"\b(?:am|vom|zum|dem|der|den|bis|ab|seit|des|im|and|und)\s+\d{1,2}\.$")
_BEFORE_MONTH = lazy_pattern(r"(?<=\d)\.\s+" + _MONTH)
_OPENING = lazy_pattern(
    r"(?:(?:oh|ah|well|so(?! that\b)|and|but|yeah|yes|yep|yup|nope|nah|ok|okay|alright|also|actually|btw|by the way|anyway|hey|hi|hello|wow|haha|"
    r"lol|hmm?|umm?|honestly|personally|basically|i mean|you know|fyi|for the record|please note(?: that)?|note that|thinking about it(?: more)?|"
    r"ja|nee|ach|ach so|na|naja|tja|und|aber|hallo|moin|zur info|nur zur info)(?:[,.!:;…-]+ *|\s+(?=\w))"
    # These are openings only before a break: `no ORM`, `good code` and `right now` are not.
    r"|(?:no|nein|right|sure|thanks(?: a lot)?|thank you|true|great|cool|nice|good|perfect|done|fine|awesome|absolutely|definitely|exactly|agreed|"
    r"important|heads[- ]up|one more thing|good point|fair enough|sounds good|as (?:agreed|discussed)|for your information|gut|klar|genau|danke|super|wunderbar|excellent|wonderful|"
    r"prima|alles klar|passt|stimmt|klingt gut|wichtig|übrigens|hinweis)[,.!:;…-]+ *"
    # That nobody else may know is kept by whose a memory is.
    r"|(?:please )?(?:don't|do not|dont) (?:tell|mention (?:this|it) to) (?:anyone|anybody|a soul|people)(?: (?:else|yet|about this|this))*,? but +"
    r"|(?:ganz )?(?:privat|vertraulich|private(?:ly)?|confidential(?:ly)?|off the record)(?: bitte| please)?: *"
    r"|(?:please )?keep (?:this|it|that) (?:between us|to yourself|secret|confidential|private|quiet)(?: (?:for now|please))?(?:,? but +|[:;] *)"
    r"|(?:(?:just|strictly) )?between (?:you and me|(?:the two of )?us|ourselves)[,:] *"
    r"|(?:bitte )?(?:erzähl|sag|verrat)e?(?:'?s)? (?:(?:es|das) )?(?:bitte )?(?:noch )?(?:niemandem?|keinem|nicht weiter),? aber +"
    r"|(?:(?:das|es) )?(?:bleibt|bitte) unter uns[,:]? (?:aber +)?|(?:mal )?unter uns(?: gesagt)?[,:] *)+",
    re.IGNORECASE,
)
_SMILEY = lazy_pattern(
    r"(?<=[^\s.!?…])\s+[:;=]['’]?-?[()DPp/|](?=[\s.,;!?)]|$)(?:(?P<ends>\s+(?=[A-ZÄÖÜ]))|\s+(?=[,;.!?]))?|(?<=[.!?…])\s+[:;=]['’]?-?[()DPp/|](?=\s|$)"
)
"""A face is no part of a sentence, and stands where one ends."""
_FACED = re.compile(r"\s[:;=]['’-]{0,2}[()DPp/|]")
_QUOTES = str.maketrans({"’": "'", "‘": "'", "“": '"', "”": '"', "„": '"', "«": '"', "»": '"'})
_RELATIVE = {
    "the day before yesterday": -2, "yesterday": -1, "last night": -1, "today": 0, "tonight": 0, "this morning": 0,
    "this afternoon": 0, "this evening": 0, "tomorrow": 1, "the day after tomorrow": 2,
    "vorgestern": -2, "gestern": -1, "heute": 0, "übermorgen": 2,
}  # fmt: skip
_PARTS = ("früh", "morgen", "vormittag", "mittag", "nachmittag", "abend", "nacht")
_RELATIVE |= {
    f"{day} {part}": _RELATIVE[day] for day in ("vorgestern", "gestern", "heute", "übermorgen") for part in _PARTS
}
_RELATIVE |= {f"morgen {part}": 1 for part in _PARTS if part != "morgen"}
_RELATIVE_WORDS = lazy_pattern(
    r"(?<![\w./\\`#$@-])(?P<when>" + "|".join(sorted(_RELATIVE, key=len, reverse=True)) + r")\b(?:['’]s\b)?"
    r"(?! \(\d{4}-|[(/\\`-]|\.\w)",
    re.IGNORECASE,
)
"""None that is part of a name in code: `date.today()`, `today.log`."""
_IS_NAME = lazy_pattern(r"(?<=[\w,] )(?-i:T(?:oday|onight|omorrow)|Yesterday)\b(?! \()")
"""`USA Today`."""
_NO_TOMORROW = "heute gestern vorgestern übermorgen montag dienstag mittwoch donnerstag freitag samstag sonnabend sonntag guten am jeden jedem diesen den dem der vom zum im".split()  # noqa: SIM905 - reads better
_TOMORROW = lazy_pattern(
    "".join(f"(?<!(?i:{word}) )" for word in _NO_TOMORROW)
    + r"(?<![\w./\\`#$@-])(?:morgen|(?:^|(?<=[.!?:] )(?<!Dr\. )(?<!Mr\. ))Morgen(?= (?!zusammen|allerseits|alle\b|leute)[a-zäöüß]+(?:t|e|en|st)\b))\b"
    + rf"(?! (?i:{'|'.join(_PARTS)})\b)(?! \(\d{{4}}-|[(/\\`-]|\.\w)"
)
"""The day after today, in German: a morning has a capital, and what stands before one tells it."""
_ASKING = lazy_pattern(
    r"(?:how|what|why|where|when|who|whose|which|is|are|was|were|do|does|did|has|have|had|should|shall|am)"
    r" (?!to\b)\w+(?: \w+){0,12}$"
    r"|(?:was|wie|wo|wann|welche[rsnm]? \w+) (?:soll|kann|könnte?|muss|mach|nehm|brauch|find|komm)\w* (?:ich|wir|man)\b|(?:wie|was|warum|wieso|wo|wann|wer|welche[rsnm]?|woher|wozu) \w+(?: \w+){0,12}$",
    re.IGNORECASE,
)


def sentences(text: str, *, is_person: bool = True) -> Iterator[str]:
    """The sentences of a message, without code, list marks and openings such as `Well,`; an open box is a TODO, an
    item of a list is what the line above it says: `House rules:`. `is_person`: who says it."""
    begins_low = next(filter(str.isalpha, text), "").islower()
    for line in _lines(text, is_person=is_person):
        for piece in _pieces(line, begins_low):
            sentence = without_opening(" ".join(piece.split()))
            if 6 <= len(sentence) <= LONGEST and any(char.isalpha() for char in sentence):
                yield sentence


def _pieces(line: str, begins_low: bool) -> Iterable[str]:
    if _STOPS.isdisjoint(line):
        return (line,)  # looking for an end in thousands of letters without one holds the interpreter for milliseconds
    end = _LOWER_END if begins_low else _PRONOUN_END
    return (part for whole in cut(line) for part in end.split(whole))


def without_opening(sentence: str) -> str:
    """Without `Well,` and the like at its head."""
    opening = _OPENING.match(sentence)
    return sentence[opening.end() :] if opening and opening.end() < len(sentence) else sentence


def _lines(text: str, *, is_person: bool) -> Iterator[str]:
    """Lines of speech; one that was only wrapped goes on in the next."""
    open_line = label = ""
    for raw in _without_faces(_FENCE.sub("\n\n", text).translate(_QUOTES)).split("\n"):
        line = raw.strip()
        mark = _MARK.match(line)
        if not line or mark or _UNSPOKEN.match(line) or not _goes_on(open_line, line):
            if open_line:
                yield open_line
            open_line = ""
        if line and not _UNSPOKEN.match(line[mark.end() :] if mark else line):
            if not mark and not open_line:
                label = said_of_items(line, is_person=is_person)
            open_line = f"{open_line} {_unmarked(line, mark, label)}".lstrip()
    if open_line:
        yield open_line


def _without_faces(text: str) -> str:
    """Without `:-)`; before a capital it ends the sentence."""
    return _SMILEY.sub(lambda face: ". " if face["ends"] else "", text) if _FACED.search(text) else text


def _unmarked(line: str, mark: re.Match[str] | None, label: str) -> str:
    bare = line[mark.end() :] if mark else line
    box = _BOX.match(bare)
    if box is None:
        plain = bare.replace("**", "").replace("__", "")
        return f"{label}{plain}" if mark and not plain.startswith(label) and not plain.endswith("?") else plain
    return bare[box.end() :] if box["done"] != " " else f"TODO: {bare[box.end() :]}"


def _goes_on(before: str, line: str) -> bool:
    # Who wraps lines does it late in the line.
    return len(before) >= 40 and before[-1:] not in ".!?:…" and (line[:1].islower() or before[-1:] in ",-(")


def cut(line: str) -> Iterator[str]:
    """A line of speech in sentences; `z. B.`, `Dr.` and `12. Mai` end none."""
    begin = 0
    for end in _END.finditer(line):
        if _ORDINAL.search(line, begin, end.start() + 1):
            continue
        yield line[begin : end.end()]
        begin = end.end()
    yield line[begin:]


def is_ordinal(text: str, stop: int) -> bool:
    """Whether the full stop at this place belongs to a number, as in `3. Mai` and `am 3. und am 4.`."""
    is_day = _BEFORE_MONTH.match(text, stop) is not None
    return is_day or _ORDINAL.search(text, max(0, stop - _LONGEST_ORDINAL), stop + 1) is not None


def dated(text: str, day: date) -> str:
    """`yesterday` → `yesterday (2026-05-14)`: said today, it would mean nothing tomorrow."""

    def with_date(match: re.Match[str]) -> str:
        if _IS_NAME.match(text, match.start()):
            return match[0]
        moved = day + timedelta(days=_RELATIVE[" ".join(match["when"].lower().split())])
        return f"{match[0]} ({moved.isoformat()})"

    tomorrow = f" ({(day + timedelta(days=1)).isoformat()})" if day < date.max else ""
    return _RELATIVE_WORDS.sub(with_date, _TOMORROW.sub(lambda found: found[0] + tomorrow, text))


def is_question(sentence: str) -> bool:
    """Whether it asks, and so states nothing."""
    bare = sentence.rstrip("\"')] ")
    return bare.endswith("?") or _ASKING.match(bare) is not None
