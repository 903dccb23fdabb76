"""What must be so, whatever is merely said, for a line to be over by what looks like its end. Pure."""

from __future__ import annotations

from memoryd.extraction.people import tells_cannot_have, tells_of_somebody
from memoryd.in_force.another import is_of_another_person, is_of_another_thing
from memoryd.in_force.ended import End
from memoryd.in_force.ending import content_of, is_met_by, subject_of
from memoryd.in_force.lines import Line
from memoryd.in_force.new_values import share_only_change
from memoryd.in_force.once import is_exception
from memoryd.in_force.pairs import may_end, tells_change
from memoryd.in_force.wanting import TROUBLE
from memoryd.in_force.wordings import FOR_NOW, HOLDS_FOR_EACH, REQUEST
from memoryd.text.clauses import language_of


def is_believed(end: End, line: Line) -> bool:
    """Whether the line may be over by what looks like its end, which knows no words but what they weigh."""
    if not (end.is_certain or (end.is_possible and FOR_NOW.search(line.text))):
        return False
    text = end.message.text
    if line.is_fixed or is_exception(text, line) or is_of_another_thing(text, line.text):
        return False
    if not tells_change(text) and (HOLDS_FOR_EACH.search(line.text) or is_of_another_person(text, line.text)):
        return False
    if not end.is_met:
        return not end.message.by_agent or line.part == "open" or _is_trouble(line.text)
    whole = f"{text} {end.message.reply}"
    return not (share_only_change(whole, line.text) or _shares_only_somebody(whole, line.text))


def _is_trouble(text: str) -> bool:
    """Whether it may be over since something works: it is still to be done, asked for, or did not work."""
    return may_end(text) or any(found.search(text) for found in (TROUBLE, REQUEST))


def _shares_only_somebody(later: str, line: str) -> bool:
    """Whether it tells what stays so of somebody, of whom the later text tells something else."""
    language = language_of(line)
    if not (tells_of_somebody(line, language) or tells_cannot_have(line, language)):
        return False
    return not is_met_by(content_of(line) - subject_of(line), later)
