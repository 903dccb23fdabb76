"""What stands in a record of the log: who caused it, which errors show a traceback, what the catalog's texts need."""

from __future__ import annotations

import re

import pytest

from memoryd.acting import Actor, acting
from memoryd.errors import Internal, ReadOnly
from memoryd.process.events import EVENTS
from memoryd.process.records import EventDict, journal_record, with_cause, without_expected_trace


def test_what_a_caller_caused_names_method_and_user() -> None:
    with acting(Actor("request", "facts.add", uid=1000)):
        assert with_cause(None, "", {"event": "x"}) == {"event": "x", "method": "facts.add", "uid": 1000}
        assert with_cause(None, "", {"uid": 7})["uid"] == 7
    assert with_cause(None, "", {"event": "x"}) == {"event": "x"}


@pytest.mark.parametrize(
    ("error", "is_shown"),
    [
        (PermissionError(13, "Permission denied", "/x"), False),
        (ReadOnly("the disk is full"), False),
        (Internal("a fault"), True),
        (ValueError("a fault"), True),
    ],
)
def test_only_our_own_faults_show_a_traceback(error: Exception, is_shown: bool) -> None:
    found = without_expected_trace(None, "", {"event": "x", "exc_info": error})
    assert ("exc_info" in found) == is_shown
    assert is_shown or found["error"] == str(error)
    try:
        raise error
    except Exception:
        assert ("exc_info" in without_expected_trace(None, "", {"exc_info": True})) == is_shown


@pytest.mark.parametrize("name", EVENTS)
def test_every_field_that_the_catalog_names_is_there(name: str) -> None:
    event: EventDict = {"event": name, "level": "warning", "path": "memory/x.md"}
    record = journal_record(event).decode()
    for field in re.findall("@(MEMORYD_[^@]+)@", EVENTS[name].subject + EVENTS[name].text):
        assert re.search(rf"^{field}=.", record, re.MULTILINE), field
