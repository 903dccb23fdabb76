"""The manual page, the example file and the reports agree with the table of keys."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

from memoryd.config import explain_config, format_config, load_config
from memoryd.config.model import KEYS, SECTIONS, Config

PACKAGING = Path(__file__).parents[2] / "packaging"
MANUAL = (PACKAGING / "man" / "memoryd.toml.5").read_text()
EXAMPLE = PACKAGING / "memoryd.toml"


def test_every_key_is_in_the_manual_with_its_default() -> None:
    page = MANUAL.replace("\\-", "-").replace("\\(dq", '"').replace("\\e", "\\")
    for key in KEYS.values():
        assert f".B {key.name} = {key.spec.type.show(key.spec.default)}\n" in page
        assert key.spec.doc[1:] in page


def test_the_manual_has_no_key_that_is_not_there() -> None:
    named = re.findall(r"^\.B (\w+) = ", MANUAL, re.MULTILINE)
    assert sorted(named) == sorted(key.name for key in KEYS.values())


def test_the_example_changes_nothing(tmp_path: Path) -> None:
    config = load_config(EXAMPLE, {}, user=False)
    assert config.origins == {}
    bare = tmp_path / "memoryd.toml"
    bare.write_text(re.sub(r"^#(\w+ = )", r"\1", EXAMPLE.read_text(), flags=re.MULTILINE))
    spelled = load_config(bare, {}, user=False)
    assert set(spelled.origins) == set(KEYS)
    assert all(spelled.value(dotted) == config.value(dotted) for dotted in KEYS)


def test_every_section_of_the_configuration_is_in_the_table() -> None:
    config = Config()
    assert all(config.value(section) == kind() for section, kind in SECTIONS.items())
    assert tomllib.loads(EXAMPLE.read_text()).keys() == {name for name in SECTIONS if "." not in name}


def test_a_report_of_every_key_says_where_it_is_from(tmp_path: Path) -> None:
    file = tmp_path / "memoryd.toml"
    file.write_text("[memory_oracle]\nmax_facts = 100\n")
    config = load_config(file, {"MEMORYD_LOG_LEVEL": "debug", "STATE_DIRECTORY": "/srv/memory"}, user=False)
    rows = {row["key"]: row for row in explain_config(config)}
    assert list(rows) == list(KEYS)
    assert (rows["memory_oracle.data_path"]["value"], rows["daemon.socket_path"]["value"]) == (
        "/srv/memory",
        "/run/memoryd/memoryd.sock",
    )
    origins = {key: row["origin"] for key, row in rows.items() if row["origin"] != "default"}
    assert origins == {
        "memory_oracle.max_facts": f"{file}:2",
        "memory_oracle.data_path": "derived",
        "memory_oracle.warn_facts": "derived",
        "daemon.socket_path": "derived",
        "daemon.log_level": "$MEMORYD_LOG_LEVEL",
    }
    assert (rows["memory_oracle.max_facts"]["value"], rows["memory_oracle.max_facts"]["default"]) == (100, "10000")
    text = format_config(config)
    assert f"memory_oracle.max_facts = 100  # {file}:2; default 10000" in re.sub(" +#", "  #", text)
