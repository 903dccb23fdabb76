"""The table of events and the catalog made from it."""

from __future__ import annotations

import ast
import re
import shutil
import subprocess
import uuid
from pathlib import Path

import pytest

from memoryd.process.events import EVENTS
from tests.support.sources import nodes

ROOT = Path(__file__).parents[2]
CATALOG = ROOT / "packaging" / "catalog" / "memoryd.catalog"


def test_message_ids_are_random_uuids_and_none_is_used_twice() -> None:
    ids = [event.message_id for event in EVENTS.values()]
    assert len(set(ids)) == len(ids)
    assert all(uuid.UUID(hex=found).version == 4 and uuid.UUID(hex=found).hex == found for found in ids)


def test_names_and_texts_fit_their_places() -> None:
    for name, event in EVENTS.items():
        assert re.fullmatch("[a-z][a-z_]*", name)
        assert "\n" not in event.subject
        assert all(field.startswith("MEMORYD_") for field in re.findall("@([^@]*)@", event.subject + event.text))


def logged(*levels: str) -> set[str]:
    """The first argument of every call of `….<level>("…", …)` on something called a log, in the whole package."""
    found = set()
    for path in (ROOT / "memoryd").rglob("*.py"):
        text = path.read_text()
        for node in nodes(path) if any(f".{level}(" in text for level in levels) else ():
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in levels:
                owner = ast.unparse(node.func.value)
                if (
                    node.args
                    and owner.lower().rpartition(".")[2].strip("_") in ("log", "logger", "get_logger()", "throttled")
                    and isinstance(node.args[0], ast.Constant)
                ):
                    found.add(str(node.args[0].value))
    return found


def test_whatever_an_operator_should_look_at_is_explained() -> None:
    """An event at warning or above is a name to search by, with a text in memoryd/process/events.py."""
    chosen = {"problem", "disk_error", "too_many_files"}  # names that stand in a variable where they are logged
    assert (logged("warning", "error", "critical", "exception") | chosen) - set(EVENTS) == set()


def test_every_event_is_a_name_to_search_by() -> None:
    assert [name for name in logged("info", "debug") if not re.fullmatch("[a-z][a-z_]*", name)] == []


@pytest.mark.skipif(shutil.which("journalctl") is None, reason="no journalctl")
def test_journalctl_compiles_the_catalog(tmp_path: Path) -> None:
    directory = tmp_path / "usr/lib/systemd/catalog"
    directory.mkdir(parents=True)
    (directory / "memoryd.catalog").write_text(CATALOG.read_text())
    (tmp_path / "var/lib/systemd/catalog").mkdir(parents=True)
    command = ["journalctl", "--root", str(tmp_path)]
    done = subprocess.run([*command, "--update-catalog"], capture_output=True, text=True, check=True)
    assert "memoryd.catalog" not in done.stderr
    listed = subprocess.run([*command, "--list-catalog"], capture_output=True, text=True, check=True).stdout
    assert {line.split()[0] for line in listed.splitlines()} == {event.message_id for event in EVENTS.values()}
