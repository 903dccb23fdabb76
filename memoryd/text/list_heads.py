# ruff: noqa: E501 - patterns read better unbroken
"""What the line above a list says its items are: to be done, rules, decisions. English and German. Pure."""

from __future__ import annotations

from memoryd.patterns import pattern as lazy_pattern

_OF_WHAT = r"(?: (?:for|of|from|on|in|at|here|before|until|by|this|next|today|now|um|für|aus|von|vom|bei|beim|im|bis|vor|hier|heute|diese)\b[^:.?!]{0,50})?"
_WHOSE = r"(?:(?:ok|okay|so|and|also|then|und|dann|hier|here are|the|our|my|these|some|a few|two|three|four|five|today['’]s|final|new|basic|hard|golden|standing|general|important|unsere?|meine?|die|ein paar|zwei|drei|vier|fünf|feste|wichtige|neue)\b,? )*"
_LEFT = r"(?:remaining|open|next|left|still|noch|nächsten?|offenen?|verbleibende[nr]?)"
_HEADS = (
    ("TODO: ", lazy_pattern(
        rf"(?i){_WHOSE}(?:(?:{_LEFT}|kleine) )*(?:to-?dos?|to do|action (?:items?|points?)|follow-?ups?|{_LEFT} (?:steps|points?|items?|tasks?|aufgaben|schritte|punkte)|still open|left to do|zu tun|zu erledigen){_OF_WHAT} ?:"
    )),
    ("Decision: ", lazy_pattern(rf"(?i){_WHOSE}(?:decisions|(?:we )?(?:decided|agreed)(?: on)?){_OF_WHAT} ?:")),
    ("Entscheidung: ", lazy_pattern(
        rf"(?i){_WHOSE}(?:entscheidungen|beschlüsse|(?:wir haben )?(?:beschlossen|entschieden|vereinbart)){_OF_WHAT} ?:"
    )),
)  # fmt: skip
_HEADS_OF_PERSONS = (
    ("TODO: ", lazy_pattern(
        rf"(?i)(?:{_WHOSE}(?:tasks|aufgaben){_OF_WHAT}"
        r"|(?:.{0,60}\b)?(?:I|we)(?:['’]ve)? (?:still |also |really |now |then )*(?:(?:need|have|got|want|ought) to|must)(?: (?:do|finish|sort out|get done|take care of|tackle)\b[^:.?!]{0,40})?"
        r"|(?:.{0,60}\b)?(?:muss ich|müssen wir|ich muss|wir müssen|muss|müssen)(?: (?:noch|also|dann|bis|vor|am|heute|morgen|vorher|unbedingt)\b[^:.?!]{0,40})?) ?:"
    )),
    ("Rule: ", lazy_pattern(
        rf"(?i){_WHOSE}(?:(?:house|ground|team|style|writing|coding|working|naming|commit) ?)?(?:rules|conventions|guidelines){_OF_WHAT} ?:"
    )),
    ("Regel: ", lazy_pattern(
        rf"(?i){_WHOSE}(?:haus|grund|spiel|arbeits|team|schreib|stil)?(?:regeln|konventionen|vorgaben){_OF_WHAT} ?:"
    )),
)  # fmt: skip
"""What an assistant lists so is how the world is, or how something is done: `Before that we need to:`."""
_LONGEST_HEAD = 120


def said_of_items(line: str, *, is_person: bool) -> str:
    """What each item below the line says by itself, as a label; empty where the line is no such head."""
    bare = line.replace("*", "").strip("# ")
    if not bare.endswith(":") or len(bare) > _LONGEST_HEAD:
        return ""
    heads = (*_HEADS, *_HEADS_OF_PERSONS) if is_person else _HEADS
    return next((label for label, head in heads if head.fullmatch(bare)), "")
