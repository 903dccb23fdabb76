"""Errors on the wire: `[code, sentence, data]`, and never more than the caller may see."""

from __future__ import annotations

import errno
import os
from typing import Any

import msgpack
import pytest

from memoryd.errors import Busy, Internal, LimitExceeded, TooLarge
from memoryd.rpc.replies import pack_result
from tests.rpc.harness import Raw, Rig


@pytest.mark.parametrize("method", ["test.fail", "test.fail_reading", "test.fail_writing"])
def test_a_fault_of_ours_is_an_incident_and_no_traceback(rig: Rig, raw: Raw, method: str) -> None:
    error = raw.refused(method)

    assert error.code == "internal"
    assert "secret" not in repr((error.sentence, error.data))
    assert error.data["incident"] in error.sentence
    [(level, _, values)] = [record for record in rig.log.records if record[1] == "internal_error"]
    assert (level, values["incident"], values["method"]) == ("error", error.data["incident"], method)
    assert values["exc_info"] is rig.methods.failure


def test_an_internal_error_raised_as_such_is_logged_too(rig: Rig, raw: Raw) -> None:
    rig.methods.failure = Internal("the writer died")

    assert "incident" in raw.refused("test.fail").data
    assert "internal_error" in rig.log.events()


@pytest.mark.parametrize("method", ["test.fail", "test.fail_reading", "test.fail_writing"])
def test_no_error_of_the_system_is_internal(rig: Rig, raw: Raw, method: str) -> None:
    for number, name in sorted(errno.errorcode.items()):
        rig.methods.failure = OSError(number, "as the kernel says", "/data/file")
        error = raw.refused(method)

        assert (name, error.code) in ((name, "read_only"), (name, "busy"))
        assert error.data == {"errno": name}
        assert "/data/file" in error.sentence
        assert "incident" not in error.sentence


@pytest.mark.parametrize(
    ("failure", "code", "words"),
    [
        (OSError(errno.ENOSPC, ""), "read_only", ("disk is full", "Free some space")),
        (OSError(errno.EROFS, ""), "read_only", ("mounted read-only", "remount,rw", "fsck")),
        (OSError(errno.EDQUOT, ""), "read_only", ("quota", "raise the quota")),
        (OSError(errno.EIO, ""), "read_only", ("input/output", "dmesg")),
        (OSError(errno.EACCES, ""), "read_only", ("permissions", "access")),
        (OSError(errno.EMFILE, ""), "busy", ("too many files open", "Try again")),
        (OSError(errno.ENOMEM, ""), "busy", ("no memory", "Try again")),
        (OSError(errno.EINTR, ""), "busy", ("interrupted", "Try again")),
        (MemoryError(), "busy", ("no memory", "Try again")),
        (TimeoutError(), "busy", ("too long", "Try again")),
        (RuntimeError("can't start new thread"), "busy", ("thread", "Try again")),
        (OSError("the archive cannot be read"), "read_only", ("the archive cannot be read", "health")),
    ],
    ids=str,
)
def test_an_error_of_the_system_says_what_to_do(
    rig: Rig, raw: Raw, failure: Exception, code: str, words: tuple[str, ...]
) -> None:
    rig.methods.failure = failure
    error = raw.refused("test.fail_writing")

    assert (error.code, [word for word in words if word not in error.sentence]) == (code, [])


def test_a_refusal_carries_its_sentence_and_data(rig: Rig, raw: Raw) -> None:
    rig.methods.failure = LimitExceeded("30 notes are hot; demote one", limit=30)
    error = raw.refused("test.fail_reading")

    assert (error.code, error.sentence, error.data) == ("limit_exceeded", "30 notes are hot; demote one", {"limit": 30})
    assert raw.refused("test.write", {"text": "conflict"}).data == {"text": "conflict"}
    assert rig.log.records == []


def test_data_that_cannot_be_sent_is_left_out(rig: Rig, raw: Raw) -> None:
    rig.methods.failure = Busy("wait", what=object())

    assert raw.refused("test.fail").data == {}


def test_a_result_that_is_no_plain_data_is_our_fault(rig: Rig, raw: Raw) -> None:
    assert raw.refused("test.odd").code == "internal"


def test_a_file_name_that_is_no_utf8_does_not_break_the_answer(raw: Raw) -> None:
    assert raw.call("test.file_name") == "caf?"


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("rpc.pong", "unknown method 'rpc.pong'; did you mean 'rpc.ping'?"),
        (b"rpc.pong", "unknown method 'rpc.pong'; did you mean 'rpc.ping'?"),
        ("rcp.ping", "unknown method 'rcp.ping'; did you mean 'rpc.ping'?"),
        ("recollect", "unknown method 'recollect'; rpc.describe lists all"),
        (
            "rpc.zzzzzzzz",
            "unknown method 'rpc.zzzzzzzz'; known are rpc.cancel, rpc.describe, rpc.hello, rpc.ping; "
            "rpc.describe lists all",
        ),
        ("x" * 5000, None),
        ("", None),
        (b"\xff\xfe", None),
    ],
)
def test_an_unknown_method_is_unsupported(raw: Raw, name: Any, sentence: str | None) -> None:
    error = raw.refused(name)

    assert error.code == "unsupported"
    assert len(error.sentence) < 200
    assert sentence in (None, error.sentence)


def test_a_method_name_must_be_text(raw: Raw) -> None:
    raw.send(msgpack.packb([0, 9, 7, []]))

    assert raw.receive()[:3] == [
        1, 9, ["invalid_params", "the method's name must be text, such as 'rpc.describe'", {}]
    ]  # fmt: skip


def test_errors_are_counted_by_code_and_methods_by_name(rig: Rig, raw: Raw) -> None:
    raw.call("rpc.ping")
    raw.call("test.read")
    raw.refused("test.echo")
    raw.refused("test.fail")
    raw.refused("no.such")
    metrics = rig.on_loop(rig.server.metrics)

    assert metrics["errors"] == {"invalid_params": 1, "internal": 1, "unsupported": 1}
    assert (metrics["methods"]["rpc.ping"]["requests"], metrics["methods"]["rpc.ping"]["failures"]) == (1, 0)
    assert (metrics["methods"]["test.fail"]["requests"], metrics["methods"]["test.fail"]["failures"]) == (1, 1)
    assert sum(metrics["methods"]["test.read"]["latency"]) == 1
    assert (metrics["connections"], metrics["accepted"], metrics["in_flight"]) == (1, 1, 0)


@pytest.mark.parametrize("names", [1, 15, 16])
def test_a_long_list_is_packed_in_slices_to_the_same_reply(names: int) -> None:
    result = {f"name {number}": list(range(number)) for number in (0, 256, 257, *range(300, 297 + names))}
    result["of texts"] = [{"text": os.fsdecode(b"caf\xe9") if at == 300 else "caf\xe9"} for at in range(1000)]
    shown = {**result, "of texts": [{"text": "caf?" if at == 300 else "caf\xe9"} for at in range(1000)]}
    assert msgpack.unpackb(pack_result(7, result, 1 << 20)) == [1, 7, None, shown]
    with pytest.raises(TooLarge):
        pack_result(7, result, 1000)
