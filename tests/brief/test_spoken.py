from __future__ import annotations

from msgspec.structs import replace

from memoryd.brief.spoken import Spoken
from memoryd.in_force.lines import FIXED
from memoryd.kind import BriefPart
from tests.in_force.said import line

SAID = line("No solvents inside, Mei has asthma, water based varnish only.", 1, "rules")
SPOKEN = replace(SAID, source=SAID.key)


def memory(text: str, part: BriefPart = "rules", rank: int = 2) -> tuple[bool, int]:
    """Whether what was said tells this memory of it, and how what was said ranks then."""
    made = replace(line(text, 2, part, rank), key="memory/preferences.md:a", source=SAID.key)
    spoken = Spoken([SPOKEN])
    return spoken.absorbs(made), spoken.lines()[0].rank


def test_a_memory_that_says_no_more_than_its_message_is_told_by_that_and_gives_it_its_rank() -> None:
    assert memory("Mei has asthma") == (True, 2)
    assert memory("user said Mei has asthma", "known") == (True, SPOKEN.rank)
    assert memory("Mei has asthma", rank=7) == (True, SPOKEN.rank)


def test_a_memory_that_somebody_corrected_or_pinned_stands_for_itself() -> None:
    assert memory("No solvents inside, Ada has asthma, water based varnish only.") == (False, SPOKEN.rank)
    assert memory("user said") == (False, SPOKEN.rank)
    assert memory("Mei has asthma", rank=FIXED) == (False, SPOKEN.rank)


def test_what_is_not_told_tells_no_memory() -> None:
    made = replace(line("Mei has asthma", 2, rank=2), key="memory/preferences.md:a", source=SAID.key)
    assert not Spoken([replace(SPOKEN, is_told=False)]).absorbs(made)
    assert not Spoken([SPOKEN]).absorbs(replace(made, source=""))
    assert not Spoken([SPOKEN]).absorbs(replace(made, source="sessions/s.jsonl:9"))


def test_only_the_line_that_says_it_gets_the_rank_of_a_memory() -> None:
    other = replace(line("Never sand below the waterline.", 1, "rules"), source=SAID.key)
    spoken = Spoken([SPOKEN, other])
    assert spoken.absorbs(replace(line("Mei has asthma", 2, "rules", 2), key="daily/2026-05-14.md:3", source=SAID.key))
    assert [one.rank for one in spoken.lines()] == [2, other.rank]
