"""The table of events and the catalog made from it."""

from __future__ import annotations

import re
import shutil
import subprocess
import uuid
from pathlib import Path

import pytest

from memoryd.process.catalog import catalog_text
from memoryd.process.events import EVENTS

CATALOG = Path(__file__).parents[2] / "packaging" / "catalog" / "memoryd.catalog"


def test_the_catalog_is_up_to_date() -> None:
    """Else: python -m memoryd.process.catalog > packaging/catalog/memoryd.catalog."""
    assert CATALOG.read_text() == catalog_text()


def test_message_ids_are_random_uuids_and_none_is_used_twice() -> None:
    ids = [event.message_id for event in EVENTS.values()]
    assert len(set(ids)) == len(ids)
    assert all(uuid.UUID(hex=found).version == 4 and uuid.UUID(hex=found).hex == found for found in ids)


def test_names_and_texts_fit_their_places() -> None:
    for name, event in EVENTS.items():
        assert re.fullmatch("[a-z][a-z_]*", name)
        assert "\n" not in event.subject
        assert all(field.startswith("MEMORYD_") for field in re.findall("@([^@]*)@", event.subject + event.text))


@pytest.mark.skipif(shutil.which("journalctl") is None, reason="no journalctl")
def test_journalctl_compiles_the_catalog(tmp_path: Path) -> None:
    directory = tmp_path / "usr/lib/systemd/catalog"
    directory.mkdir(parents=True)
    (directory / "memoryd.catalog").write_text(catalog_text())
    (tmp_path / "var/lib/systemd/catalog").mkdir(parents=True)
    command = ["journalctl", "--root", str(tmp_path)]
    done = subprocess.run([*command, "--update-catalog"], capture_output=True, text=True, check=True)
    assert "memoryd.catalog" not in done.stderr
    listed = subprocess.run([*command, "--list-catalog"], capture_output=True, text=True, check=True).stdout
    assert {line.split()[0] for line in listed.splitlines()} == {event.message_id for event in EVENTS.values()}
