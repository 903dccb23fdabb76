"""What a statement supersedes by its words is found however these are written (rule 23)."""

from __future__ import annotations

from typing import Any

import pytest

from memoryd.kinds.facts.model.fact import Statement
from memoryd.origin import SHARED
from tests.kinds.facts.rig import Rig


def state(rig: Rig, *said: tuple[str, str, str]) -> list[dict[str, Any]]:
    """The replies to these, stated in one batch."""
    facts = [Statement(subject=one, predicate=two, object=three, origin=SHARED) for one, two, three in said]
    replies: list[dict[str, Any]] = rig.write(lambda batch: rig.changes.add_all(facts, batch))
    return replies


@pytest.mark.parametrize(
    ("former", "said"),
    [
        (("Marc", "leads", "search"), ("Lena", "TAKES_OVER", "search from Marc")),
        (("Marc", "leads", "search"), ("Lena", "takes\tover", "search\nfrom Marc")),
        (("Marc", "leitet", "Suche"), ("Lena", "u\u0308bernimmt", "die Suche von Marc")),
        (("Marc", "ist", "Leiter"), ("Lena", "lo\u0308st", "Marc als Leiter ab")),
        (("Tom", "is", "allergic to cats"), ("Tom", "isn’t", "allergic to cats any more")),
        (("Zoë", "works at", "UKE"), ("Zoë", "has left", "UKE")),
        (("boss", "is", "Kim"), ("new boss", "is", "Chloé")),
        (("We", "use", "Jira"), ("We", "switched from Jira", "to Linear")),
    ],
)
def test_of_many_facts_the_one_that_supersedes_by_its_words_is_found(
    rig: Rig, former: tuple[str, str, str], said: tuple[str, str, str]
) -> None:
    others = [("Ada", "likes", f"tea {number}") for number in range(9)]
    (known,) = state(rig, former)
    assert [one.get("superseded") for one in state(rig, *others, said)] == [*(None for _ in others), [known["id"]]]
