"""Records as journald wants them."""

from __future__ import annotations

import os
import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memoryd.process.journal import JournalSocket, encode, field_name, stderr_is_journal
from memoryd.process.records import journal_record
from tests.process.journald import Journald, parse

NAMES = st.from_regex(r"[A-Z][A-Z0-9_]{0,20}", fullmatch=True)


@given(st.dictionaries(NAMES, st.binary()))
def test_any_value_comes_back_from_the_protocol(fields: dict[str, bytes]) -> None:
    assert parse(encode(fields)) == fields


@given(st.text(max_size=100))
def test_any_name_becomes_one_that_journald_takes(name: str) -> None:
    assert re.fullmatch(r"[A-Z][A-Z0-9_]{0,63}|", field_name(name))


def test_a_record_arrives(journald: Journald) -> None:
    journal = JournalSocket(journald.path)
    journal.send(encode({"MESSAGE": "grüße", "PRIORITY": "6"}))
    assert journald.receive() == {"MESSAGE": "grüße".encode(), "PRIORITY": b"6"}
    journal.close()


def test_a_record_too_large_for_a_datagram_arrives_by_memfd(journald: Journald) -> None:
    journal = JournalSocket(journald.path)
    text = "traceback\n" * 200_000
    before = len(os.listdir("/proc/self/fd"))
    journal.send(encode({"MESSAGE": text}))
    assert journald.receive() == {"MESSAGE": text.encode()}
    assert journald.by_memfd == 1
    assert len(os.listdir("/proc/self/fd")) == before
    journal.close()


def test_a_journal_that_is_not_there_is_an_oserror(tmp_path: Path) -> None:
    journal = JournalSocket(str(tmp_path / "none"))
    with pytest.raises(OSError, match="No such file"):
        journal.send(b"MESSAGE=x\n")
    journal.close()


def test_when_standard_error_is_the_journal(tmp_path: Path) -> None:
    with (tmp_path / "f").open("w") as file:
        status = os.fstat(file.fileno())
        right = f"{status.st_dev}:{status.st_ino}"
        for value, expected in ((right, True), (f"{status.st_dev}:{status.st_ino + 1}", False), ("x:y", False)):
            assert stderr_is_journal({"JOURNAL_STREAM": value}, file.fileno()) is expected
        assert not stderr_is_journal({}, file.fileno())
        descriptor = file.fileno()
    assert not stderr_is_journal({"JOURNAL_STREAM": right}, descriptor)


def test_a_record_has_the_fields_to_search_by() -> None:
    event = {
        "event": "internal_error",
        "level": "error",
        "key": "fact-1",
        "incident": "abc",
        "seconds": 1.25,
        "exception": "Traceback\n  boom",
        "timestamp": "not ours to say",
    }
    fields = parse(journal_record(event))
    assert fields == {
        "MESSAGE": b"internal error key=fact-1 incident=abc seconds=1.25\nTraceback\n  boom",
        "PRIORITY": b"3",
        "SYSLOG_IDENTIFIER": b"memoryd",
        "MESSAGE_ID": b"bf24082d6c2348eab03053b3ffaa862a",
        "MEMORYD_EVENT": b"internal_error",
        "MEMORYD_KEY": b"fact-1",
        "MEMORYD_INCIDENT": b"abc",
        "MEMORYD_SECONDS": b"1.25",
    }


FIELD = st.text(max_size=12)
VALUES = st.none() | st.booleans() | st.integers() | st.floats() | st.text() | st.lists(st.integers(), max_size=2)


@given(st.text(), st.dictionaries(FIELD, VALUES, max_size=5))
def test_any_event_becomes_a_record(name: str, values: dict[str, object]) -> None:
    fields = parse(journal_record({**values, "event": name, "level": "info"}))
    assert {"MESSAGE", "PRIORITY", "SYSLOG_IDENTIFIER"} <= set(fields)
    assert all(re.fullmatch(r"[A-Z][A-Z0-9_]{0,63}", field) for field in fields)
