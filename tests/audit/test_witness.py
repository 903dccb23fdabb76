"""What seals lines of the audit is durable before a line is sealed with it (rule 6)."""

from __future__ import annotations

import errno
from pathlib import Path

import pytest

from memoryd.audit.witness import SEAL_PATH, Witness
from memoryd.errors import ReadOnly
from memoryd.problems import ProblemBoard
from memoryd.testing.faulty_files import FaultyFiles


def test_a_secret_that_could_not_be_written_seals_nothing(tmp_path: Path) -> None:
    (tmp_path / SEAL_PATH).parent.mkdir()
    files = FaultyFiles(str(tmp_path))
    witness = Witness(files, str(tmp_path), -1, ProblemBoard(lambda _: None))
    witness.load()
    files.fail_all(errno.ENOSPC, "write", path="audit-secret")
    for _ in range(2):
        with pytest.raises(ReadOnly):
            witness.make_secret()
    assert witness.secret == b""
    files.heal()
    made = witness.make_secret()
    again = Witness(files, str(tmp_path), -1, ProblemBoard(lambda _: None))
    again.load()
    assert again.secret == made
