"""Which messages say only what was superseded (rule 23)."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from memoryd.kinds.facts.model.fact import Statement
from memoryd.kinds.facts.model.validity import Validity
from memoryd.kinds.facts.requests.overtaken import Overtaken
from memoryd.origin import SHARED, Origin, source_of
from memoryd.types import Document
from tests.kinds.facts.rig import Rig

KEY = "sessions/s.jsonl:1"


def add(rig: Rig, subject: str, predicate: str, object_: str, origin: Origin, *supersedes: str) -> str:
    stated = Statement(subject=subject, predicate=predicate, object=object_, source="user-stated", origin=origin)
    stated = replace(stated, validity=Validity(supersedes=supersedes))
    fact_id: str = rig.write(lambda batch: rig.changes.add(stated, batch))["id"]
    return fact_id


@pytest.mark.parametrize(
    ("text", "is_over"),
    [
        ("We use Heroku. Our tracker is Jira.", True),
        ("Thanks! We use Heroku. Our tracker is Jira.", True),
        ("Our tracker is still Jira. We use Heroku now.", True),
        ("We use Heroku.", True),
        ("We use Heroku. Our tracker is Jira. The office is in Bern.", False),
        ("We use Heroku. Our tracker is Jira and Tom feeds the office cat.", False),
        ("We use Heroku for builds, previews and cron jobs. Our tracker is Jira.", False),
        ("It is raining here. We use Heroku.", False),
        ("We use Heroku. " * 5, False),
    ],
)
def test_what_says_nothing_besides_is_over(rig: Rig, text: str, is_over: bool) -> None:
    origin = Origin(sources=(source_of(KEY, text),))
    hosting = add(rig, "We", "use", "Heroku", origin)
    tracker = add(rig, "tracker", "is", "Jira", origin)
    newest = add(rig, "We", "use", "Fly.io", SHARED, hosting), add(rig, "tracker", "is", "Linear", SHARED, tracker)
    message = Document(key=KEY, kind="message", text=text, source=KEY, path=KEY)
    found = Overtaken(rig.store).by(message, rig.clock.now())
    assert bool(found) == is_over
    assert set(found) <= set(newest)
