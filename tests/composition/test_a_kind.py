"""An eighth kind of memory in this one file, and all that the daemon does for it without a line changed elsewhere.

`python -m tests.composition.test_a_kind` is the daemon that knows it.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from typing import Annotated, Any, NotRequired, TypedDict

import msgspec
import pytest
import structlog

from memoryd.background import Progress, Run, Step, WriteBehind
from memoryd.config import Config
from memoryd.errors import Conflict, NotFound
from memoryd.jobs.source import Answer, JobSource, Work
from memoryd.kinds.kind import Kind, Text, Warning
from memoryd.process.arguments import parse_arguments
from memoryd.requests.asker import Asker
from memoryd.requests.method import Method
from memoryd.requests.params import After, Limit, SessionId
from memoryd.requests.redaction import KEEP, REFUSE, Redacted
from memoryd.rpc.registry import Access, Runs
from memoryd.services import Services
from memoryd.storage.append_log import AppendLog
from memoryd.storage.regular import regular
from memoryd.storage.writer import Batch
from memoryd.types import Audience, Change, ChangeSink, Document
from tests.support.daemon import Daemon
from tests.support.wait import until
from tests.support.wire import RpcError, Wire

LINES = "recipes/recipes.jsonl"
BOOK = "recipes/BOOK.md"
_log = structlog.get_logger("memoryd.recipes")


# --- the kind -------------------------------------------------------------------------------------------------


class Recipe(msgspec.Struct, kw_only=True, omit_defaults=True):
    """A line of the file. The last line of a name counts."""

    name: str
    text: str
    at: int = 0
    session_id: str | None = None
    audience: Audience = "private"
    verdict: str | None = None
    job_id: str | None = None
    is_gone: bool = False

    @property
    def key(self) -> str:
        return f"recipe-{self.name}"


class AddParams(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """A recipe."""

    name: Annotated[str, msgspec.Meta(min_length=1, max_length=100, extra=REFUSE)]
    text: Annotated[str, msgspec.Meta(min_length=1)]
    session_id: SessionId | None = None


class AddResult(TypedDict):
    """Where it is."""

    key: str
    redacted: list[Redacted]


class ForgetParams(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """Which one."""

    key: Annotated[str, msgspec.Meta(extra=KEEP)]


class ListParams(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """Which page."""

    limit: Limit = 100
    after: After | None = None
    session_id: SessionId | None = None


class RecipeResult(TypedDict):
    """One of them."""

    key: str
    name: str
    verdict: NotRequired[str]


class ListResult(TypedDict):
    """A page."""

    recipes: list[RecipeResult]
    next: NotRequired[str]


class Recipes(Kind):
    """How to cook."""

    name = "recipes"
    memories = ("recipe",)
    own_only = True
    boost_part = "verdict"
    directories = ("recipes",)
    consolidated = ("sort-recipes",)

    def __init__(self, services: Services) -> None:
        self._services = services
        self._lines = services.log(LINES, self._on_foreign)
        self._recipes: dict[str, Recipe] = {}
        self._gone: set[str] = set()
        self._taster = Taster(self)
        self._most = services.settings.now.recall.top_k

    # --- life ---------------------------------------------------------------------------------------------

    def load(self, now: int) -> None:
        self._services.repair_tail(LINES, now)
        self._read()

    def feed(self, sink: ChangeSink, states: Mapping[str, bytes]) -> None:
        self._bring(sink)

    def begin(self) -> None:
        self._services.flusher.ask("book")

    def settle_in(self) -> None:
        _log.info("recipes_settled", recipes=len(self._recipes))

    def configure(self, config: Config) -> None:
        self._most = config.recall.top_k

    def stop(self) -> None:
        _log.info("recipes_stopped")

    def close(self) -> None:
        self._lines.close()
        _log.info("recipes_closed")

    # --- its files ----------------------------------------------------------------------------------------

    def claims(self, relpath: str) -> bool:
        return relpath in (LINES, BOOK)

    def absorb(self, relpath: str, stamp: object | None) -> None:
        if relpath == LINES:
            self._services.writer.run_alone(lambda batch: self._reread())

    def rescan(self, found: Mapping[str, object]) -> None:
        if LINES not in found:
            self._services.writer.run_alone(lambda batch: self._reread())

    def _on_foreign(self, log: AppendLog) -> None:
        self._reread()

    def _reread(self) -> None:
        self._read()
        self._bring(self._services.index)
        self._services.flusher.ask("book")

    def _read(self) -> None:
        recipes: dict[str, Recipe] = {}
        with suppress(FileNotFoundError), open(self._services.path(LINES), "rb", opener=regular) as file:
            for line in file.read().split(b"\n"):
                with suppress(msgspec.DecodeError):
                    recipe = msgspec.json.decode(line, type=Recipe)
                    recipes[recipe.key] = recipe
        self._gone = {key for key, one in recipes.items() if one.is_gone}
        self._recipes = {key: one for key, one in recipes.items() if not one.is_gone}

    def _bring(self, sink: ChangeSink) -> int:
        documents = [_document(one) for one in self._recipes.values()]
        sink.apply(Change(source=LINES, put=documents, remove_source=True, state=b"read"))
        return len(documents)

    # --- recall -------------------------------------------------------------------------------------------

    def label(self, document: Document, now: int) -> dict[str, Any] | None:
        recipe = self._recipes.get(document.key)
        return None if recipe is None else {"name": recipe.name}

    def boost(self, document: Document, now: int) -> float:
        recipe = self._recipes.get(document.key)
        return 0.25 if recipe is not None and recipe.verdict else 0.0

    def text(self, key: str, asker: Asker) -> Text | None:
        return Text(LINES, f"{key} was taken out of the book") if key in self._gone and not asker.is_group else None

    def absence(self, key: str, asker: Asker) -> dict[str, Any] | None:
        if key not in self._gone or asker.is_group:
            return None
        return {"reason": "archived", "text": "it was taken out of the book"}

    # --- maintenance, health, repair ------------------------------------------------------------------------

    def steps(self) -> Mapping[str, Step]:
        return {"sort-recipes": self._sort}

    def _sort(self, run: Run) -> dict[str, int]:
        if run.dry_run:
            run.diff += [f"~ {name}" for name in sorted(self._recipes)]
        else:
            self._services.flusher.ask("book")
        return {"recipes": len(self._recipes)}

    def write_behind(self) -> Iterable[WriteBehind]:
        return (WriteBehind("book", self._write_book, lambda: 0.05),)

    def _write_book(self) -> None:
        names = sorted(one.name for one in self._recipes.values())
        self._services.replace_file(BOOK, "".join(f"# {name}\n" for name in names).encode())

    def job_sources(self) -> Iterable[JobSource]:
        return (self._taster,)

    def figures(self, now: int) -> Mapping[str, Any]:
        return {"recipes": len(self._recipes)}

    def warnings(self, figures: Mapping[str, Any]) -> Iterable[Warning]:
        if figures["recipes"] > self._most:
            yield Warning("Too many cooks", "warning")

    def health_text(self, now: int) -> str:
        return f"{len(self._recipes)} recipes"

    def counts(self) -> Mapping[str, int]:
        return {"recipes": len(self._recipes)}

    def verify(self, *, repair: bool) -> Mapping[str, int]:
        missing = sum(self._services.index.document(key) is None for key in self._recipes)
        return {"recipes": len(self._recipes), "missing": missing}

    def rebuild(self, sink: ChangeSink, progress: Progress) -> int:
        return self._bring(sink)

    # --- the socket ---------------------------------------------------------------------------------------

    def methods(self) -> Iterable[Method]:
        return (
            Method("recipes.add", Access.WRITE, Runs.WRITER, AddParams, AddResult, self._add, "Write one down."),
            Method("recipes.forget", Access.WRITE, Runs.WRITER, ForgetParams, AddResult, self._forget, "Take one out.",
                   ("not_found",)),
            Method("recipes.list", Access.READ, Runs.READER, ListParams, ListResult, self._list, "By name."),
        )  # fmt: skip

    def _add(self, asker: Asker, params: AddParams, batch: Batch) -> dict[str, Any]:
        session = asker.session
        return self.put(
            Recipe(
                name=params.name,
                text=params.text,
                at=asker.now,
                session_id=None if session is None else session.id,
                audience="private" if session is None else session.audience,
            ),
            batch,
        )

    def _forget(self, asker: Asker, params: ForgetParams, batch: Batch) -> dict[str, Any]:
        recipe = self._recipes.get(params.key)
        if recipe is None:
            raise NotFound("there is no such recipe", key=params.key)
        return self.put(msgspec.structs.replace(recipe, is_gone=True), batch)

    def _list(self, asker: Asker, params: ListParams) -> dict[str, Any]:
        seen = sorted(key for key, one in self._recipes.items() if asker.visibility.sees(_document(one)))
        rest = [key for key in seen if params.after is None or key > params.after]
        page = rest[: params.limit]
        shown = [_shown(self._recipes[key]) for key in page]
        return {"recipes": shown} | ({"next": page[-1]} if len(rest) > len(page) else {})

    # --- for its jobs, too --------------------------------------------------------------------------------

    @property
    def recipes(self) -> Mapping[str, Recipe]:
        return self._recipes

    def run(self, operation: Callable[[Batch], Any]) -> Any:
        return self._services.writer.run(operation)

    def put(self, recipe: Recipe, batch: Batch) -> dict[str, Any]:
        """Durable first, then seen."""
        batch.append(self._lines, msgspec.json.encode(recipe) + b"\n")
        batch.on_commit(self._reread)
        return {"key": recipe.key}


class Taster:
    """Asks a language model what it thinks of each recipe."""

    kinds = ("taste",)
    step = "compress"
    has_fallback = False
    behind = False

    def __init__(self, recipes: Recipes) -> None:
        self._recipes = recipes

    def read_on(self) -> bool:
        return True

    def open_work(self, now: int) -> Iterable[Work]:
        for key, recipe in self._recipes.recipes.items():
            if recipe.verdict is None:
                yield Work(kind="taste", work_id=f"taste/{key}", slot=key, target_tokens=10)

    def messages(self, work: Work) -> list[dict[str, str]]:
        recipe = self._recipes.recipes.get(work.slot)
        if recipe is None:
            raise Conflict("it has gone")
        return [{"role": "user", "content": f"How does this taste? {recipe.text}"}]

    def accept(self, work: Work, answer: Answer, job_id: str) -> str:
        recipe = self._recipes.recipes.get(work.slot)
        if recipe is None:
            raise Conflict("it has gone")
        tasted = msgspec.structs.replace(recipe, verdict=answer.text, job_id=job_id)
        self._recipes.run(lambda batch: self._recipes.put(tasted, batch))
        return tasted.key

    def accepted(self, job_id: str) -> str | None:
        return next((key for key, one in self._recipes.recipes.items() if one.job_id == job_id), None)

    def fallback(self, work: Work) -> Answer | None:
        return None


def _document(recipe: Recipe) -> Document:
    return Document(
        key=recipe.key, kind="recipe", text=recipe.text, source=LINES, path=LINES, created=recipe.at,
        session_id=recipe.session_id, audience=recipe.audience,
    )  # fmt: skip


def _shown(recipe: Recipe) -> dict[str, Any]:
    shown = {"key": recipe.key, "name": recipe.name}
    return shown if recipe.verdict is None else {**shown, "verdict": recipe.verdict}


# --- what the daemon does for it ------------------------------------------------------------------------------

MODULE = "tests.composition.test_a_kind"
TOKEN = "ghp_" + "aB3d" * 9
SOUP = {"name": "soup", "text": "Carrots, ginger and patience make a soup."}
CAKE = {"name": "cake", "text": "Butter, sugar and an oven make a cake."}


def keys(results: Mapping[str, Any]) -> list[str]:
    return [one["key"] for one in results["results"]]


def memoryctl(daemon: Daemon, *words: str) -> str:
    command = [sys.executable, "-m", "memoryd.cli", "--socket", str(daemon.socket), *words]
    return subprocess.run(command, capture_output=True, text=True, check=True, timeout=60).stdout


@pytest.fixture
def daemon(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Daemon]:
    made = Daemon(tmp_path_factory.mktemp("kind"), module=MODULE)
    yield made.start()
    made.kill()


@pytest.fixture
def wire(daemon: Daemon) -> Iterator[Wire]:
    with daemon.connect() as made:
        yield made


@pytest.fixture
def cooked(wire: Wire) -> Wire:
    """A connection to a daemon that has two recipes."""
    wire.call("recipes.add", SOUP)
    wire.call("recipes.add", CAKE)
    return wire


def test_it_has_its_directory_and_what_it_writes_outlives_a_kill(daemon: Daemon, wire: Wire) -> None:
    assert (daemon.data / "recipes").is_dir()
    assert wire.call("recipes.add", SOUP) == {"key": "recipe-soup", "redacted": []}

    daemon.kill()

    with daemon.start().connect() as again:
        assert again.call("recipes.list")["recipes"] == [{"key": "recipe-soup", "name": "soup"}]
        assert keys(again.call("recall.search", {"query": "ginger"})) == ["recipe-soup"]


def test_a_secret_in_it_is_replaced_before_it_sees_it(daemon: Daemon, wire: Wire) -> None:
    added = wire.call("recipes.add", {"name": "stew", "text": f"Stir in {TOKEN} slowly."})
    with pytest.raises(RpcError, match="`name`"):
        wire.call("recipes.add", {"name": TOKEN, "text": "Stir."})

    assert added["redacted"] == [{"kind": "token", "count": 1}]
    stored = (daemon.data / LINES).read_text()
    assert TOKEN not in stored
    assert "[redacted:token]" in stored
    assert wire.call("system.health")["health"]["redactions"] == {"token": 1}


def test_a_hand_edit_is_absorbed(daemon: Daemon, cooked: Wire) -> None:
    lines = daemon.data / LINES
    lines.write_text(lines.read_text().replace("ginger", "turmeric"))

    until(lambda: keys(cooked.call("recall.search", {"query": "turmeric"})) == ["recipe-soup"])
    assert keys(cooked.call("recall.search", {"query": "ginger", "kinds": ["recipe"]})) == []

    os.unlink(lines)

    until(lambda: cooked.call("recipes.list")["recipes"] == [])
    assert keys(cooked.call("recall.search", {"query": "turmeric"})) == []


def test_recall_finds_it_filters_by_its_name_and_explains_it(cooked: Wire) -> None:
    cooked.call("facts.add", {"subject": "Ada", "predicate": "likes", "object": "soup with ginger"})

    found = cooked.call("recall.search", {"query": "ginger soup", "explain": True})["results"]
    assert {one["kind"] for one in found} == {"fact", "recipe"}
    only = cooked.call("recall.search", {"query": "ginger soup", "kinds": ["recipe"]})["results"]
    assert [(one["key"], one["kind"], one["name"]) for one in only] == [("recipe-soup", "recipe", "soup")]
    assert cooked.call("recall.get", {"key": "recipe-soup"})["text"] == SOUP["text"]
    missed = cooked.call("recall.explain_absent", {"query": "ginger soup", "key": "recipe-cake"})
    assert missed["reason"] == "unlike"
    with pytest.raises(RpcError, match="recipe"):
        cooked.call("recall.search", {"query": "soup", "kinds": ["recepie"]})


def test_what_it_took_out_is_explained_by_itself(cooked: Wire) -> None:
    cooked.call("recipes.forget", {"key": "recipe-cake"})

    assert keys(cooked.call("recall.search", {"query": "butter"})) == []
    assert cooked.call("recall.get", {"key": "recipe-cake"})["text"].endswith("taken out of the book")
    missed = cooked.call("recall.explain_absent", {"query": "butter", "key": "recipe-cake"})
    assert (missed["reason"], missed["text"]) == ("archived", "it was taken out of the book")


def test_a_group_session_sees_what_the_kind_says(daemon: Daemon, cooked: Wire) -> None:
    with daemon.connect() as group:
        group.call("sessions.start", {"session_id": "guests", "audience": "group"})
        group.call("recipes.add", {"name": "tea", "text": "Leaves of ginger tea in hot water."})

        assert keys(group.call("recall.search", {"query": "ginger"})) == ["recipe-tea"]
        assert [one["name"] for one in group.call("recipes.list")["recipes"]] == ["tea"]
        assert group.call("recall.grep", {"pattern": "ginger"})["matches"] == []
        (daemon.data / "memory" / "link.md").hardlink_to(daemon.data / LINES)
        for key in ("recipe-soup", LINES, "memory/link.md"):
            with pytest.raises(RpcError, match="not_found"):
                group.call("recall.get", {"key": key})
    assert len(keys(cooked.call("recall.search", {"query": "ginger"}))) == 2


def test_its_namespace_is_described_offered_and_listed(daemon: Daemon, cooked: Wire) -> None:
    methods = cooked.call("rpc.describe")["methods"]

    assert {name for name in methods if name.startswith("recipes.")} == {
        "recipes.add", "recipes.forget", "recipes.list",
    }  # fmt: skip
    assert methods["recipes.add"]["access"] == "write"
    assert "recipes" in cooked.call("rpc.hello", {"required": ["recipes"]})["capabilities"]
    assert memoryctl(daemon, "list", "recipes") == "recipe-cake\tcake\t-\nrecipe-soup\tsoup\t-\n"
    listed = json.loads(memoryctl(daemon, "call", "recipes.list", '{"limit": 1}'))
    assert listed == {"recipes": [{"key": "recipe-cake", "name": "cake"}], "next": "recipe-cake"}
    assert len(memoryctl(daemon, "list", "recipes", "--limit", "1", "--all").splitlines()) == 2


def test_its_step_of_maintenance_runs_by_itself_and_in_a_consolidation(daemon: Daemon, cooked: Wire) -> None:
    dry = cooked.call("maintenance.run", {"action": "sort-recipes", "dry_run": True})["steps"]
    assert [(step["counts"], step["diff"]) for step in dry] == [({"recipes": 2}, ["~ recipe-cake", "~ recipe-soup"])]
    assert "sort-recipes" not in cooked.call("maintenance.status")["actions"]

    cooked.call("maintenance.run", {"action": "sort-recipes"})

    last = cooked.call("maintenance.status")["actions"]["sort-recipes"]["last"]
    assert [(step["step"], step["counts"]) for step in last["steps"]] == [("sort-recipes", {"recipes": 2})]
    steps = [step["step"] for step in cooked.call("maintenance.run", {"action": "consolidate"})["steps"]]
    assert steps.index("prune") < steps.index("sort-recipes") < steps.index("reconcile")
    (row,) = [
        line.split() for line in memoryctl(daemon, "maintenance").splitlines() if line.startswith("sort-recipes ")
    ]
    assert row[-2:] == ["2", "recipes"]


def test_health_info_and_verify_count_it(cooked: Wire) -> None:
    health = cooked.call("system.health")
    assert health["health"]["recipes"] == 2
    assert "Too many cooks" not in health["health"]["warnings"]
    assert "2 recipes" in health["text"]
    assert cooked.call("system.info")["recipes"] == 2
    assert cooked.call("system.metrics")["recipes"] == 2
    verified = cooked.call("system.verify")
    assert (verified["status"], verified["checked"]["recipes"], verified["checked"]["missing"]) == ("ok", 2, 0)


def test_a_reload_reaches_it(daemon: Daemon, cooked: Wire) -> None:
    daemon.config.write_text(daemon.config.read_text() + "[recall]\ntop_k = 1\n")
    cooked.call("system.reload")

    health = cooked.call("system.health")
    assert "Too many cooks" in health["health"]["warnings"]
    assert health["status"] == "warning"


def test_an_agent_gets_its_jobs_and_the_answer_counts(cooked: Wire) -> None:
    with pytest.raises(RpcError, match="taste"):
        cooked.call("jobs.claim", {"kinds": ["tasting"]})
    job = cooked.call("jobs.claim", {"kinds": ["taste"]})
    assert (job["kind"], job["messages"]) == (
        "taste", [{"role": "user", "content": f"How does this taste? {SOUP['text']}"}],
    )  # fmt: skip

    submitted = cooked.call("jobs.submit", {"job_id": job["job_id"], "text": f"Fine. {TOKEN}"})

    assert submitted == {"key": "recipe-soup", "status": "accepted", "redacted": [{"kind": "token", "count": 1}]}
    assert cooked.call("recipes.list")["recipes"][1]["verdict"] == "Fine. [redacted:token]"
    found = cooked.call("recall.search", {"query": "soup", "explain": True})["results"]
    assert found[0]["why"]["verdict"] == 0.25
    assert cooked.call("system.health")["health"]["pending_jobs"] == {"taste": 1}


def test_its_readable_file_is_written_behind(daemon: Daemon, cooked: Wire) -> None:
    book = daemon.data / BOOK
    until(lambda: book.exists() and book.read_text() == "# cake\n# soup\n")
    # It is the kind's own: it is not indexed as somebody's Markdown.
    cooked.call("maintenance.run", {"action": "reconcile"})
    assert {one["kind"] for one in cooked.call("recall.search", {"query": "cake"})["results"]} == {"recipe"}


def test_a_rebuild_brings_it_to_the_new_index(daemon: Daemon, cooked: Wire) -> None:
    steps = cooked.call("maintenance.run", {"action": "rebuild"})["steps"]
    assert steps[0]["counts"]["recipes"] == 2
    assert keys(cooked.call("recall.search", {"query": "ginger"})) == ["recipe-soup"]


def test_it_is_closed_in_order_and_everything_is_there_again(daemon: Daemon, cooked: Wire) -> None:
    job = cooked.call("jobs.claim", {"kinds": ["taste"]})
    cooked.call("maintenance.run", {"action": "sort-recipes"})
    until(lambda: "recipes_settled" in daemon.log.read_text())
    assert daemon.stop() == 0
    said = daemon.log.read_text()
    assert said.index("recipes_settled") < said.index("recipes_stopped") < said.index("recipes_closed")

    with daemon.start().connect() as again:
        assert keys(again.call("recall.search", {"query": "ginger", "kinds": ["recipe"]})) == ["recipe-soup"]
        assert again.call("recall.get", {"key": "recipe-cake"})["text"] == CAKE["text"]
        assert again.call("maintenance.status")["actions"]["sort-recipes"]["last"]["status"] == "ok"
        assert again.call("system.health")["health"]["recipes"] == 2
        assert again.call("system.verify")["checked"]["recipes"] == 2
        assert again.call("jobs.submit", {"job_id": job["job_id"], "text": "Fine."})["key"] == "recipe-soup"
        assert again.call("recipes.add", {"name": "tea", "text": "Leaves."})["key"] == "recipe-tea"
        assert len(again.call("recipes.list")["recipes"]) == 3


def test_a_daemon_that_does_not_know_it_serves_the_others_and_keeps_its_file(daemon: Daemon, cooked: Wire) -> None:
    cooked.call("facts.add", {"subject": "Ada", "predicate": "likes", "object": "soup with ginger"})
    daemon.stop()
    before = (daemon.data / LINES).read_bytes()

    plain = Daemon(daemon.data.parent)
    try:
        with plain.start().connect() as other:
            assert [one["kind"] for one in other.call("recall.search", {"query": "ginger"})["results"]] == ["fact"]
            for method in ("recall.get", "recall.explain_absent"):
                with pytest.raises(RpcError, match="not_found"):
                    other.call(method, {"key": "recipe-soup"} | ({"query": "ginger"} if "explain" in method else {}))
            other.call("maintenance.run", {"action": "rebuild"})
    finally:
        plain.kill()

    assert (daemon.data / LINES).read_bytes() == before
    with daemon.start().connect() as again:
        assert keys(again.call("recall.search", {"query": "ginger", "kinds": ["recipe"]})) == ["recipe-soup"]


if __name__ == "__main__":
    from memoryd.daemon import run

    sys.exit(run(parse_arguments(), more=[Recipes]))
