"""`memoryctl list` shows whatever the daemon has a list of, without knowing any kind of memory."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tests.cli.conftest import Run, RunOnTerminal
from tests.cli.fake_daemon import FakeDaemon

RECIPES = [
    {"title": "Soup", "key": "recipes/1", "rating": 0.5, "tags": ["hot", "red"], "done": True, "by": None},
    {"title": "Tea", "key": "recipes/2", "rating": None, "tags": [], "done": False, "by": None},
]


def listing(field: str, *fields: str) -> dict[str, Any]:
    """What `rpc.describe` says of a method that lists entries of these fields."""
    entry = {"type": "object", "properties": {name: {} for name in fields}}
    properties = {"next": {"type": "string"}, field: {"type": "array", "items": {"$ref": "#/$defs/Entry"}}}
    return {"result": {"type": "object", "properties": properties, "$defs": {"Entry": entry}}}


@pytest.fixture(autouse=True)
def described(daemon: FakeDaemon) -> None:
    daemon.answers["rpc.describe"] = {
        "protocol": 1,
        "methods": {
            "recipes.list": listing("recipes", "by", "done", "key", "rating", "tags", "title"),
            "facts.find": listing("facts", "id", "subject"),
            "facts.get": {"result": {"type": "object"}},
            "layers.find": listing("found", "name"),
            "layers.list": listing("rows", "layer_id", "notes"),
        },
    }
    daemon.answers["recipes.list"] = {"recipes": RECIPES}


def test_a_kind_that_the_cli_does_not_know(daemon: FakeDaemon, memoryctl: Run) -> None:
    done = memoryctl("list", "recipes", "--limit", "2", "--after", "c0")
    assert (done.stdout, done.stderr, done.returncode) == (
        'recipes/1\t-\ttrue\t0.5\t["hot", "red"]\tSoup\nrecipes/2\t-\tfalse\t-\t[]\tTea\n',
        "",
        0,
    )
    assert daemon.asked("recipes.list") == {"limit": 2, "after": "c0"}
    assert json.loads(memoryctl("list", "recipes", "--json").stdout) == {"recipes": RECIPES}


def test_what_is_only_found_is_listed_too(daemon: FakeDaemon, memoryctl: Run) -> None:
    daemon.answers["facts.find"] = {"facts": [{"subject": "Ada", "id": "fact-1"}]}
    assert memoryctl("list", "facts").stdout == "fact-1\tAda\n"


def test_entries_under_another_name(daemon: FakeDaemon, memoryctl: Run) -> None:
    daemon.answers["layers.list"] = {"rows": [{"notes": 3, "layer_id": "user"}]}
    assert memoryctl("list", "layers").stdout == "user\t3\n"


def test_pages(daemon: FakeDaemon, memoryctl: Run) -> None:
    pages = {None: {"recipes": RECIPES[:1], "next": "c1"}, "c1": {"recipes": RECIPES[1:]}}
    daemon.answers["recipes.list"] = lambda params, notify: pages[params.get("after")]
    assert "there is more: --after c1, or --all" in memoryctl("list", "recipes").stderr
    assert json.loads(memoryctl("list", "recipes", "--all", "--json").stdout) == {"recipes": RECIPES}


@pytest.mark.parametrize(
    ("kind", "sentence"),
    [
        ("recipe", "no list of 'recipe'; did you mean 'recipes'? It lists facts, layers, recipes"),
        ("xyz", "no list of 'xyz'; it lists facts, layers, recipes"),
    ],
)
def test_an_unknown_kind_says_which_there_are(kind: str, sentence: str, memoryctl: Run) -> None:
    done = memoryctl("list", kind)
    assert (done.returncode, done.stdout) == (64, "")
    assert done.stderr.startswith(f"memoryctl: this daemon has {sentence}\n")


def test_a_table_for_people(daemon: FakeDaemon, terminal: RunOnTerminal) -> None:
    assert terminal("list", "recipes", NO_COLOR="1") == (
        0,
        "KEY        TITLE  RATING  TAGS            DONE\n"
        'recipes/1  Soup   0.500   ["hot", "red"]  yes\n'
        "recipes/2  Tea            []              no\n",
    )
    assert terminal("list", "recipes", NO_COLOR="1", COLUMNS="30")[1].splitlines()[0] == "KEY        TITLE"
    daemon.answers["recipes.list"] = {"recipes": []}
    assert terminal("list", "recipes", NO_COLOR="1") == (0, "no recipes\n")
