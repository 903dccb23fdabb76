"""Files, drop-ins, environment and flags become one configuration, or every fault at once."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memoryd.config import Config, ConfigError, Fault, Flags, load_config, restart_keys
from memoryd.config.files import LARGEST
from memoryd.errors import MemorydError


def load(path: Path, text: str = "", environ: dict[str, str] | None = None, flags: Flags | None = None) -> Config:
    path.write_text(text)
    return load_config(path, environ or {}, flags, user=False)


def faults(path: Path, text: str, environ: dict[str, str] | None = None, flags: Flags | None = None) -> list[Fault]:
    with pytest.raises(ConfigError) as caught:
        load(path, text, environ, flags)
    return list(caught.value.faults)


@pytest.fixture
def config_file(tmp_path: Path) -> Path:
    return tmp_path / "memoryd.toml"


SEED_002 = """
[memory_oracle]
data_path = "/data/memory"
half_life_days = 30
recall_boost = 0.3
search_threshold = 0.15
prune_threshold = 0.05
max_facts = 10000
session_retention_days = 30
daily_retention_days = 365
memory_md_max_lines = 200
canary_check_interval = "weekly"
embedding_model = "multilingual-e5-large"
embedding_device = "cpu"
"""
SEED_004 = """
[summaries]
chunk_tokens = 6000
summary_target_tokens = 2000
merge_threshold = 6
pruning_boundary_tokens = 30000
worker_interval = "5m"
max_levels = 3
injection_budget = { L3 = 30000, L2 = 30000, L1 = 30000 }
"""


@pytest.mark.parametrize("text", [SEED_002, SEED_004])
def test_the_seeds_keys_are_the_defaults(config_file: Path, text: str) -> None:
    seed, default = load(config_file, text), load(config_file)
    assert (seed.memory_oracle, seed.summaries, seed.schedule) == (
        default.memory_oracle,
        default.summaries,
        default.schedule,
    )


def test_a_key_that_could_have_one_value_only_is_accepted_with_that_value(config_file: Path) -> None:
    section = "[memory_oracle]\nembedding_device = "
    variable = "MEMORYD_MEMORY_ORACLE__EMBEDDING_DEVICE"
    assert load(config_file, f'{section}"CPU"', {variable: "cpu"}).origins == {}
    with pytest.raises(ConfigError) as caught:
        load(config_file, f'{section}"cuda"', {variable: "npu"})
    assert [str(fault) for fault in caught.value.faults] == [
        f"{config_file}:2: memory_oracle.embedding_device: can only be cpu (leave it out)",
        f"${variable}: memory_oracle.embedding_device: can only be cpu (leave it out)",
    ]


def test_the_seeds_schedule_is_the_default(config_file: Path) -> None:
    schedule = load(config_file).schedule
    assert (schedule.summarize, schedule.consolidate, schedule.health_check, schedule.quality_probe) == (
        "0 23 * * *",
        "30 0 * * *",
        "0 */6 * * *",
        "0 3 * * 0",
    )


def test_drop_ins_stand_over_the_file_in_the_order_of_their_names(config_file: Path) -> None:
    directory = config_file.with_name("memoryd.toml.d")
    directory.mkdir()
    (directory / "20-b.toml").write_text("[layers]\nhot_max_bullets = 22\n")
    (directory / "10-a.toml").write_text("[layers]\nhot_max_bullets = 21\narchive_after_days = 40\n")
    (directory / "30-c.conf").write_text("not even TOML")
    (directory / ".hidden.toml").write_text("not even TOML")
    config = load(config_file, "[layers]\nhot_max_bullets = 20\ndemote_after_sessions = 5\n")
    assert (config.layers.hot_max_bullets, config.layers.archive_after_days) == (22, 40)
    assert config.layers.demote_after_sessions == 5
    assert [path.name for path in config.files] == ["memoryd.toml", "10-a.toml", "20-b.toml"]
    assert config.origins["layers.hot_max_bullets"] == f"{directory / '20-b.toml'}:2"


def test_drop_ins_of_an_absent_default_file_count(tmp_path: Path) -> None:
    directory = tmp_path / "memoryd" / "memoryd.toml.d"
    directory.mkdir(parents=True)
    (directory / "a.toml").write_text("[memory_oracle]\nmax_facts = 7\n")
    assert load_config(None, {"XDG_CONFIG_HOME": str(tmp_path), "XDG_RUNTIME_DIR": "/r"}, user=True).files == (
        directory / "a.toml",
    )


DATA = "[memory_oracle]\ndata_path = '/from/file'\n"


@pytest.mark.parametrize(
    ("flag", "environ", "text", "expected"),
    [
        ("/from/flag", {"MEMORYD_DATA": "/from/env", "STATE_DIRECTORY": "/state"}, DATA, "/from/flag"),
        (None, {"MEMORYD_DATA": "/from/env", "STATE_DIRECTORY": "/state"}, DATA, "/from/env"),
        (None, {"STATE_DIRECTORY": "/state:/other"}, DATA, "/from/file"),
        (None, {"STATE_DIRECTORY": "/state:/other"}, "", "/state"),
        (None, {"MEMORYD_DATA": "", "STATE_DIRECTORY": ""}, "", "/data/memory"),
    ],
)
def test_where_the_data_is(
    config_file: Path, flag: str | None, environ: dict[str, str], text: str, expected: str
) -> None:
    assert load(config_file, text, environ, Flags(data=flag)).data_path == Path(expected)


SOCKET = "[daemon]\nsocket_path = '/from/file.sock'\n"


@pytest.mark.parametrize(
    ("flag", "environ", "text", "user", "expected", "chosen"),
    [
        ("/f", {"MEMORYD_SOCKET": "/e", "RUNTIME_DIRECTORY": "/r"}, SOCKET, False, "/f", True),
        (None, {"MEMORYD_SOCKET": "/e", "RUNTIME_DIRECTORY": "/r"}, SOCKET, False, "/e", True),
        (None, {"RUNTIME_DIRECTORY": "/r"}, SOCKET, False, "/from/file.sock", True),
        (None, {"RUNTIME_DIRECTORY": "/r:/q"}, "", False, "/r/memoryd.sock", False),
        (None, {}, "", False, "/run/memoryd/memoryd.sock", False),
        (None, {"XDG_RUNTIME_DIR": "/run/user/7"}, "", True, "/run/user/7/memoryd/memoryd.sock", False),
    ],
)
def test_where_the_socket_is(
    config_file: Path, flag: str | None, environ: dict[str, str], text: str, user: bool, expected: str, chosen: bool
) -> None:
    config_file.write_text(text)
    config = load_config(config_file, environ, Flags(socket=flag), user=user)
    assert (config.socket_path, config.socket_chosen) == (Path(expected), chosen)


def test_a_flags_path_may_be_relative(config_file: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert load(config_file, flags=Flags(data="here", socket="s")).data_path == tmp_path / "here"


def test_any_key_comes_from_the_environment(config_file: Path) -> None:
    environ = {
        "MEMORYD_SUMMARIES__WORKER_INTERVAL": "10m",
        "MEMORYD_SUMMARIES__INJECTION_BUDGET__L1": "5",
        "MEMORYD_ACCESS__ADMINS": '["alice", "@ops"]',
        "MEMORYD_SCHEDULE__TIMEZONE": "Asia/Tokyo",
        "MEMORYD_DATASETS": "not ours, no two underscores",
    }
    config = load(config_file, "[summaries]\nworker_interval = 60\n", environ)
    assert config.summaries.worker_interval == 600
    assert config.summaries.injection_budget.L1 == 5
    assert config.access.admins == ("alice", "@ops")
    assert str(config.zone) == "Asia/Tokyo"
    assert config.origins["summaries.worker_interval"] == "$MEMORYD_SUMMARIES__WORKER_INTERVAL"


def test_every_fault_is_told_at_once_with_file_line_key_and_suggestion(config_file: Path) -> None:
    text = """half_life_days = 3
[memory_oracle]
half_life_day = 3
recall_boost = "0.5"
data_path = "x"

[summaries]
chunkTokens = 5
injection_budget = { L1 = 5, L4 = 3 }
[schedule]
timezone = "Europe/Berln"
summarize = "0 25 * * *"
[daemn]
a = 1
[daemon]
log_level = "warn"
max_facts = 3
"""
    found = faults(config_file, text, {"MEMORYD_DAEMON__BACKUP_DAY": "3", "MEMORYD_LOG_FORMAT": "xml"})
    table = {(fault.key, fault.line): fault.suggestion for fault in found}
    assert table == {
        ("half_life_days", 1): "it belongs to [memory_oracle]",
        ("memory_oracle.half_life_day", 3): 'did you mean "half_life_days"?',
        ("memory_oracle.recall_boost", 4): "write 0.5 without quotes",
        ("memory_oracle.data_path", 5): "begin it with /, such as /x",
        ("summaries.chunkTokens", 8): 'did you mean "chunk_tokens"?',
        ("summaries.injection_budget.L4", 9): "its keys are L1, L2, L3",
        ("schedule.timezone", 11): 'did you mean "Europe/Berlin"?',
        ("schedule.summarize", 12): 'such as "30 0 * * *" for 00:30 each day',
        ("daemn", 13): 'did you mean "daemon"?',
        ("daemon.log_level", 16): 'did you mean "warning"?',
        ("daemon.max_facts", 17): "it belongs to [memory_oracle]",
        ("", None): 'did you mean "MEMORYD_DAEMON__BACKUP_DAYS"?',
        ("daemon.log_format", None): "",
    }
    assert {fault.where for fault in found} == {str(config_file), "$MEMORYD_DAEMON__BACKUP_DAY", "$MEMORYD_LOG_FORMAT"}


def test_faults_of_all_files_come_together(config_file: Path) -> None:
    directory = config_file.with_name("memoryd.toml.d")
    directory.mkdir()
    (directory / "a.toml").write_text("[layers]\nhot_max_bullets = 0\n")
    (directory / "b.toml").write_text("[layers\n")
    (directory / "c.toml").write_bytes(b"a = 1\nb = '\xff'\n")
    found = [
        (Path(fault.where).name, fault.line) for fault in faults(config_file, "[layers]\nhot_max_bullets = true\n")
    ]
    assert found == [("memoryd.toml", 2), ("a.toml", 2), ("b.toml", 1), ("c.toml", 2)]


@pytest.mark.parametrize(
    ("text", "line", "suggestion"),
    [
        ("[memory_oracle]\nhalf_life_days: 30\n", 2, "TOML has `key = value`, not `key: value`"),
        ("[memory_oracle]\ndata_path = /data/memory\n", 2, "texts go in double quotes"),
        ("[memory_oracle]\nmax_facts = 1\nmax_facts = 2\n", 3, ""),
        ("\ufeff[memory_oracle]\nmax_facts = 1\n", 1, "save it without a byte order mark"),
    ],
)
def test_what_is_not_toml_is_told_by_line(config_file: Path, text: str, line: int, suggestion: str) -> None:
    (fault,) = faults(config_file, text)
    assert (fault.line, fault.suggestion) == (line, suggestion)
    assert "is not TOML" in fault.what


CROSS = [
    ("[memory_oracle]\nsearch_threshold = 0.04\n", "memory_oracle.prune_threshold", 2),
    ("[memory_oracle]\nmemory_md_leave_activation = 0.5\n", "memory_oracle.memory_md_leave_activation", 2),
    ("[memory_oracle]\nwarn_activation_low = 0.9\n", "memory_oracle.warn_activation_low", 2),
    ("[contexts]\nactive_hours = 24\n", "contexts.active_hours", 2),
    ("[contexts]\nrecent_hours = 1000\n", "contexts.recent_hours", 2),
    ("[summaries]\nchunk_tokens = 1000\n", "summaries.summary_target_tokens", 2),
    ("[daemon]\nwrite_queue_bytes = '1 MiB'\n", "daemon.write_queue_bytes", 2),
    ("[summaries]\nsession_idle_hours = 720\n", "memory_oracle.session_retention_days", 2),
    ("[access]\nreaders = ['bob']\nadmins = ['alice', 'bob']\n", "access.admins", 3),
]


@pytest.mark.parametrize(("text", "key", "line"), CROSS)
def test_keys_that_cannot_stand_together(config_file: Path, text: str, key: str, line: int) -> None:
    assert [(fault.key, fault.line) for fault in faults(config_file, text)] == [(key, line)]


def test_a_key_that_is_wrong_itself_is_not_compared(config_file: Path) -> None:
    found = faults(config_file, "[memory_oracle]\nsearch_threshold = 'x'\nprune_threshold = 0.2\n")
    assert [fault.key for fault in found] == ["memory_oracle.search_threshold"]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("canary_check_interval = 'monthly'", ("0 3 1 * *", 9000, 180)),
        ("canary_check_interval = 'never'", ("off", 9000, 180)),
        ("max_facts = 50", ("0 3 * * 0", 45, 180)),
        ("max_facts = 50\nwarn_facts = 7", ("0 3 * * 0", 7, 180)),
        ("memory_md_max_lines = 100", ("0 3 * * 0", 9000, 90)),
    ],
)
def test_what_follows_from_other_keys(config_file: Path, text: str, expected: tuple[str, int, int]) -> None:
    config = load(config_file, f"[memory_oracle]\n{text}\n")
    oracle = config.memory_oracle
    assert (config.schedule.quality_probe, oracle.warn_facts, oracle.warn_memory_md_lines) == expected


def test_a_probe_time_of_its_own_stands_over_the_interval(config_file: Path) -> None:
    text = "[memory_oracle]\ncanary_check_interval = 'never'\n[schedule]\nquality_probe = '5 4 * * 1'\n"
    assert load(config_file, text).schedule.quality_probe == "5 4 * * 1"


def test_a_named_file_must_exist_and_the_default_one_need_not(tmp_path: Path) -> None:
    for path, environ in ((tmp_path / "no.toml", {}), (None, {"MEMORYD_CONFIG": str(tmp_path / "no.toml")})):
        with pytest.raises(ConfigError, match=r"no\.toml: there is no such file"):
            load_config(path, environ, user=False)
    nowhere = {"XDG_CONFIG_HOME": str(tmp_path), "XDG_RUNTIME_DIR": str(tmp_path)}
    assert load_config(None, nowhere, user=True).memory_oracle == Config().memory_oracle


@pytest.mark.skipif(os.geteuid() == 0, reason="root reads everything")
def test_an_unreadable_file_is_a_fault(config_file: Path) -> None:
    config_file.touch(0o000)
    with pytest.raises(ConfigError, match="cannot be read"):
        load_config(config_file, {}, user=False)


def test_a_directory_in_the_files_place_is_a_fault(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="cannot be read"):
        load_config(tmp_path, {}, user=False)


def test_the_error_is_a_refusal_that_the_socket_can_carry(config_file: Path) -> None:
    config_file.write_text("[layers]\nhot_max_bullets = 0\n")
    with pytest.raises(MemorydError) as caught:
        load_config(config_file, {}, user=False)
    assert caught.value.code == "invalid_params"
    assert caught.value.data["faults"] == [
        {
            "where": str(config_file),
            "key": "layers.hot_max_bullets",
            "what": "must be a whole number from 1 to 1000, not 0",
            "suggestion": "",
            "line": 2,
        }
    ]


def test_which_keys_wait_for_the_next_start(config_file: Path) -> None:
    old = load(config_file)
    new = load(config_file, "[memory_oracle]\nmax_facts = 5\ndata_path = '/x'\n[daemon]\nreader_threads = 3\n")
    assert restart_keys(old, new) == ["memory_oracle.data_path", "daemon.reader_threads"]
    assert restart_keys(old, load(config_file, "", {"STATE_DIRECTORY": "/s"})) == ["memory_oracle.data_path"]
    assert restart_keys(old, old) == []


@given(st.text(max_size=200))
def test_any_text_is_a_configuration_or_a_config_error(tmp_path_factory: pytest.TempPathFactory, text: str) -> None:
    config_file = tmp_path_factory.mktemp("c") / "memoryd.toml"
    config_file.write_bytes(text.encode("utf-8", "surrogatepass"))
    try:
        config = load_config(config_file, {}, user=False)
    except ConfigError as error:
        assert error.faults
    else:
        assert config.files == (config_file,)


PIECES = st.sampled_from(
    ["[memory_oracle]", "[summaries]", "[[daemon]]", "[access]", "max_facts", "readers", "chunk_tokens", "=", "{", "}",
     "[", "]", "1", "-1", "1e400", "nan", "'x'", "true", "1979-05-27", "\n", "injection_budget", ".", "L1", '"""', "#"]
)  # fmt: skip


@given(st.lists(PIECES, max_size=30).map(" ".join))
def test_any_almost_toml_is_a_configuration_or_a_config_error(
    tmp_path_factory: pytest.TempPathFactory, text: str
) -> None:
    config_file = tmp_path_factory.mktemp("c") / "memoryd.toml"
    config_file.write_text(text)
    try:
        load_config(config_file, {}, user=False)
    except ConfigError as error:
        assert error.faults


def test_a_file_that_is_no_configuration_is_refused_at_once(tmp_path: Path) -> None:
    """A key of so many parts took tomllib eighteen seconds."""
    path = tmp_path / "memoryd.toml"
    path.write_text("a." * (LARGEST // 2) + "b = 1\n")
    with pytest.raises(ConfigError, match="more than 65,536 bytes"):
        load_config(path, {})


def test_a_variable_that_is_no_value_is_refused_at_once() -> None:
    with pytest.raises(ConfigError, match=r"\$MEMORYD_MEMORY_ORACLE__HALF_LIFE_DAYS: has more than 65,536 characters"):
        load_config(
            None, {"MEMORYD_MEMORY_ORACLE__HALF_LIFE_DAYS": "{" + "a." * LARGEST + "}", "MEMORYD_CONFIG": "/dev/null"}
        )


def test_a_directory_is_no_configuration(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match=r"cannot be read: Is a directory \(name a file: .*/memoryd\.toml\)"):
        load_config(tmp_path, {})
