"""An eighth kind of memory in this one file; `python -m tests.composition.recipes` is the daemon that knows it."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from typing import Annotated, Any, NotRequired, TypedDict

import msgspec
import structlog

from memoryd.background import Progress, Run, Step, WriteBehind
from memoryd.config import Config
from memoryd.errors import Conflict, NotFound
from memoryd.jobs.source import Answer, JobSource, Work
from memoryd.kind import Kind, Text, Warning
from memoryd.process.arguments import parse_arguments
from memoryd.requests.asker import Asker
from memoryd.requests.method import Method
from memoryd.requests.params import After, Limit, SessionId
from memoryd.requests.redaction import KEEP, REFUSE, Redacted
from memoryd.rpc.registry import Access, Runs
from memoryd.services import Services
from memoryd.storage.append_log import AppendLog
from memoryd.storage.batch import Batch
from memoryd.storage.regular import regular
from memoryd.types import Audience, Change, ChangeSink, Document

LINES = "recipes/recipes.jsonl"
BOOK = "recipes/BOOK.md"
_log = structlog.get_logger("memoryd.recipes")


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
        recipes = self._recipes  # a hand edit puts others in their place meanwhile
        seen = sorted(key for key, one in recipes.items() if asker.visibility.sees(_document(one)))
        rest = [key for key in seen if params.after is None or key > params.after]
        page = rest[: params.limit]
        shown = [_shown(recipes[key]) for key in page]
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


if __name__ == "__main__":
    from memoryd.daemon import run

    sys.exit(run(parse_arguments(), more=[Recipes]))
