"""`make audit`: the bill is whole and the same each time, and what is not known is not called safe."""

from __future__ import annotations

import importlib.util
import json
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import pytest

from tests.support.rest import REST

# Not imported: with all that it needs that takes longer than all the other imports of the tests.
if importlib.util.find_spec("cyclonedx") is None:
    pytest.skip("needs make setup", allow_module_level=True)
pytestmark = [*REST]
ROOT = Path(__file__).parents[2]
SCRIPT = ROOT / "packaging" / "audit" / "audit.py"


@pytest.fixture(scope="module")
def audit() -> ModuleType:
    spec = importlib.util.spec_from_file_location("memoryd_audit", SCRIPT)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules["memoryd_audit"] = module
    spec.loader.exec_module(module)
    return module


def run(out: Path) -> tuple[int, str]:
    command = [sys.executable, str(SCRIPT), "--offline", "--out", str(out)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    return done.returncode, done.stdout


@pytest.mark.long
def test_the_bill_is_the_same_each_time(tmp_path: Path) -> None:
    for each in ("a", "b"):
        run(tmp_path / each)
    assert (tmp_path / "a" / "memoryd.cdx.json").read_bytes() == (tmp_path / "b" / "memoryd.cdx.json").read_bytes()


def test_the_bill_names_all(tmp_path: Path, audit: ModuleType) -> None:
    code, told = run(tmp_path)
    bill = json.loads((tmp_path / "memoryd.cdx.json").read_bytes())
    assert (bill["bomFormat"], bill["specVersion"]) == ("CycloneDX", "1.6")
    assert bill["metadata"]["component"]["name"] == "memoryd"
    libraries = {one["name"]: one for one in bill["components"] if one["type"] == "library"}
    assert {(name, one["version"]) for name, one in libraries.items()} == {
        (pin.name, pin.version) for pin in audit.locked("mcp.txt")
    }
    assert all(one["hashes"] and one["licenses"] and one["purl"] for one in libraries.values())
    [model] = [one for one in bill["components"] if one["type"] == "machine-learning-model"]
    assert {"model.safetensors", "tokenizer.json", "config.json"} <= {one["name"] for one in model["components"]}
    assert all(one["hashes"] for one in model["components"])
    # Without the network nothing is known of weaknesses, and the exit code says that.
    assert code == audit.UNKNOWN
    assert "NOT CHECKED" in told


@pytest.mark.parametrize(
    ("expression", "allowed"),
    [
        ("MIT", True),
        ("MIT OR GPL-3.0-only", True),
        ("MIT AND BSD-3-Clause", True),
        ("MIT AND GPL-3.0-only", False),
        ("GPL-3.0-or-later", False),
        ("(MIT)", False),
        ("MPL-2.0", False),
        ("?", False),
        ("", False),
    ],
)
def test_what_is_not_allowed_is_refused(audit: ModuleType, expression: str, allowed: bool) -> None:
    assert (audit.refused({"x": expression}, audit.ALLOWED) == []) == allowed


def test_every_licence_here_is_allowed(audit: ModuleType) -> None:
    assert audit.refused(audit.licences(audit.locked("mcp.txt")), audit.ALLOWED) == []
    assert audit.refused(audit.licences(audit.locked("dev.txt")), audit.ALLOWED_IN_TOOLS) == []
    assert audit.licences([audit.Locked("no-such-package", "1", ())]) == {"no-such-package": ""}


def test_a_package_that_was_skipped_is_not_called_safe(audit: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    pins = [audit.Locked(name, "1", ()) for name in ("known", "skipped", "sound")]
    told = {
        "dependencies": [
            {"name": "known", "version": "1", "vulns": [{"id": "CVE-1", "fix_versions": ["2"]}]},
            {"name": "skipped", "skip_reason": "not found"},
            {"name": "sound", "version": "1", "vulns": []},
        ]
    }
    answer = subprocess.CompletedProcess([], 0, json.dumps(told), "")
    monkeypatch.setattr(audit.subprocess, "run", lambda *_, **__: answer)
    known, unchecked = audit.weaknesses(pins)
    assert known == ["known 1: CVE-1; mended in 2"]
    assert [pin.name for pin in unchecked] == ["skipped"]
    answer.stdout = "no JSON"
    assert audit.weaknesses(pins) == ([], pins)
