"""What was purged is known again, until it is stated anew (rule 6)."""

from __future__ import annotations

from pathlib import Path

import pytest

from memoryd.purge.matter import Tombstones, digest_of_fact, digest_of_text
from memoryd.purge.tombstones import Graves
from memoryd.storage.files import OsFiles

SALT, AT = bytes(16), "2026-05-15T00:00:00+00:00"
TRIPLE = ("Ada", "prefers", "tea")


@pytest.fixture
def graves(tmp_path: Path) -> Graves:
    (tmp_path / ".memoryd").mkdir()
    found = Graves(OsFiles(), str(tmp_path), -1)
    texts = [digest_of_text("the kiln is cold", SALT), digest_of_text("the van is blue", SALT)]
    found.add(Tombstones(at=AT, salt=SALT.hex(), facts=[digest_of_fact(*TRIPLE, SALT)], texts=texts))
    return found


def test_what_is_stated_anew_is_purged_no_more(graves: Graves, tmp_path: Path) -> None:
    graves.lift(facts=[TRIPLE], text="The kiln is cold")
    again = Graves(OsFiles(), str(tmp_path), -1)
    again.load()
    for each in (graves, again):
        assert not each.has_fact(*TRIPLE) and not each.has_digest(digest_of_fact(*TRIPLE, SALT))
        assert not each.has_text("the kiln is cold") and not each.has_digest(digest_of_text("the kiln is cold", SALT))
        assert each.has_text("the van is blue") and each.has_digest(digest_of_text("the van is blue", SALT))
