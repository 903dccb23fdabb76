"""The documents say what is so."""

from __future__ import annotations

import json
import re
import subprocess
import tomllib
from pathlib import Path

import pytest

from tests.bench.__main__ import BENCHES, WHEN_NAMED

ROOT = Path(__file__).parents[1]
README = (ROOT / "README.md").read_text()


def tracked() -> list[Path]:
    """The files of the repository; none outside of a clone."""
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, check=False, text=True).stdout
    return [ROOT / name for name in listed.split("\0") if name and (ROOT / name).is_file()]


def make_targets() -> set[str]:
    return set(re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text(), re.M))


def test_the_readme_begins_with_the_two_commands() -> None:
    first, second = (line.split("#")[0].split() for line in README.splitlines()[:2])
    assert (first, second) == (["make", "demo"], ["make", "test"])


def test_every_make_target_of_the_readme_exists() -> None:
    named = {target for target in re.findall(r"make ((?:[a-z-]+ ?)+)", README) for target in target.split()}
    wanted = {name for name in ("demo", "test", "test-long", "check", "bench") if name in named}
    assert wanted == {"demo", "test", "test-long", "check", "bench"}
    assert wanted <= make_targets()


@pytest.mark.parametrize(
    "path", sorted(set(re.findall(r"`((?:packaging|systemd|contrib|tests|\.ci)/[\w./-]*)`", README)))
)
def test_a_path_that_the_readme_names_exists(path: str) -> None:
    assert (ROOT / path).exists()


def test_every_bench_of_the_readme_exists() -> None:
    named = set(re.findall(r"BENCH=(\w+)", README))
    assert named
    assert named <= {*BENCHES, *WHEN_NAMED}


def test_the_python_version_is_the_same_everywhere() -> None:
    requires = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["requires-python"]
    assert requires == ">=3.11"
    assert "Python 3.11 or newer" in README
    assert "3, 11" in (ROOT / "contrib/setup.sh").read_text()


def test_the_changelog_has_the_version_to_come() -> None:
    assert "## [Unreleased]" in (ROOT / "CHANGELOG.md").read_text()


def test_nothing_names_the_machine_it_was_written_on() -> None:
    # In two pieces each, so that this file does not name them either.
    hosts = ["pypi." + "org", "files.python" + "hosted", "registry." + "npmjs"]
    foreign = ["/wo" + "rk/", "/ro" + "ot/", "farm" + "-studio", "/.lib" + "rary", *hosts]
    found = [
        f"{path.relative_to(ROOT)}: {word}"
        for path in tracked()
        for word in foreign
        if not (path.name.startswith("untrusted") and path.suffix == ".json")  # made-up texts speak of any machine
        if word in path.read_bytes().decode("utf-8", "replace")
    ]
    assert not found, "\n".join(found)


def test_the_demo_s_conversation_is_whole() -> None:
    lines = (ROOT / "contrib/demo/conversation.jsonl").read_text().splitlines()
    messages = [json.loads(line) for line in lines]
    assert len(messages) == 60
    assert len({message["session_id"] for message in messages}) == 4
    assert all(message["role"] in ("user", "assistant") and message["content"] for message in messages)
