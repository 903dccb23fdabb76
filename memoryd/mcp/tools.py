"""memoryd's own tools, resources and prompts."""

from __future__ import annotations

from collections.abc import Callable
from inspect import getdoc
from typing import Annotated, Any, Literal

from mcp.server import MCPServer
from mcp.server.mcpserver import Context
from mcp.server.mcpserver.exceptions import ResourceError, ToolError
from mcp.types import ToolAnnotations
from pydantic import Field

from memoryd.mcp.memory import Memory, client_name

Json = Any
Reply = dict[str, Any]

_READS = ToolAnnotations(read_only_hint=True, destructive_hint=False, idempotent_hint=True, open_world_hint=False)
_ADDS = ToolAnnotations(read_only_hint=False, destructive_hint=False, idempotent_hint=False, open_world_hint=False)
_SETS = ToolAnnotations(read_only_hint=False, destructive_hint=False, idempotent_hint=True, open_world_hint=False)
_PRUNES = ToolAnnotations(read_only_hint=False, destructive_hint=True, idempotent_hint=True, open_world_hint=False)

Query = Annotated[str, Field(description="what to look for, in plain words", min_length=1)]
Project = Annotated[str | None, Field(description="only this project and what belongs to none")]
Count = Annotated[int, Field(description="at most so many", ge=1, le=100)]
Kind = Literal["fact", "note", "context", "message", "summary", "daily", "log", "hot"]
Precision = Annotated[
    Literal["normal", "high"], Field(description="high: only what is likely to answer; nothing when nothing is known")
]
JobKind = Literal["daily", "leaf", "merge", "condense", "settle"]


def declare(server: MCPServer[Any], memory: Memory) -> None:
    """Put them on the server."""
    _recall(server, memory)
    _contexts(server, memory)
    _work(server, memory)
    _resources(server, memory)
    _prompts(server)


def _tool(server: MCPServer[Any], title: str, annotations: ToolAnnotations) -> Callable[[Callable[..., Any]], Any]:
    def declared(function: Callable[..., Any]) -> Any:
        return server.tool(title=title, description=getdoc(function), annotations=annotations)(function)

    return declared


def _recall(server: MCPServer[Any], memory: Memory) -> None:
    @_tool(server, "Search memory", _READS)
    def memory_search(
        ctx: Context[Any], query: Query, k: Count = 10, kinds: list[Kind] | None = None, project: Project = None,
        since: Annotated[str | None, Field(description="ISO 8601: nothing earlier")] = None,
        until: Annotated[str | None, Field(description="ISO 8601: nothing later")] = None,
        as_of: Annotated[str | None, Field(description="ISO 8601: what was known and held then")] = None,
        precision: Precision = "normal",
    ) -> Reply:  # fmt: skip
        """Search facts, notes, contexts, messages and summaries, best first. Do it before you answer from memory.

        `confidence` says how likely each answers, from 0 to 1.
        """
        asked = {"query": query, "k": k, "kinds": kinds, "project": project, "since": since, "until": until,
                 "as_of": as_of, "precision": precision}  # fmt: skip
        return _reply(memory.call("recall.search", asked, client_name(ctx)))

    @_tool(server, "Read a memory", _READS)
    def memory_get(
        ctx: Context[Any], key: Annotated[str, Field(description="a result's key, or a path", min_length=1)],
        start: Annotated[int, Field(description="the first line, from 1", ge=1)] = 1,
        lines: Annotated[int | None, Field(description="how many lines", ge=1, le=10_000)] = None,
    ) -> Reply:  # fmt: skip
        """Read a memory by its key, whole or in part; `next` says where it goes on."""
        return _reply(memory.call("recall.get", {"key": key, "from": start, "lines": lines}, client_name(ctx)))

    @_tool(server, "Check before acting", _READS)
    def memory_check(
        ctx: Context[Any], action: Annotated[str, Field(description="what you are about to do", min_length=1)],
        project: Project = None, precision: Precision = "normal",
    ) -> Reply:  # fmt: skip
        """Preferences and decisions that bear on what you are about to do. Ask before you act."""
        asked = {"action": action, "project": project, "precision": precision}
        return _reply(memory.call("recall.check", asked, client_name(ctx)))

    @_tool(server, "Read the brief", _READS)
    def memory_brief(
        ctx: Context[Any], project: Project = None,
        budget_tokens: Annotated[int, Field(description="at most so many tokens", ge=100, le=20_000)] = 1500,
    ) -> Reply:  # fmt: skip
        """Who the user is, rules, decisions in force, open items, what was done last. Read it at the start."""
        return _reply(_brief(memory, project, budget_tokens, client_name(ctx)))

    @_tool(server, "Remember", _ADDS)
    def remember(
        ctx: Context[Any],
        text: Annotated[str, Field(description="one thing, in a sentence; more lines are details", min_length=1)],
        layer: Annotated[
            str, Field(description="identity, user, preferences, knowledge, decisions, skills, context, or your own")
        ] = "knowledge",
        pin: Annotated[bool, Field(description="keep it in the hot cache for good")] = False,
    ) -> Reply:  # fmt: skip
        """Write a note that lasts, and put it into the hot cache, which every session begins with."""
        note = {"layer": layer, "text": text, "remember": True, "pin": pin}
        return _reply(memory.call("notes.write", note, client_name(ctx)))

    @_tool(server, "Remember a fact", _SETS)
    def remember_fact(
        ctx: Context[Any], subject: Annotated[str, Field(min_length=1)], predicate: Annotated[str, Field(min_length=1)],
        object: Annotated[str, Field(min_length=1)],
        supersedes: Annotated[str | None, Field(description="the id of the fact that holds no longer")] = None,
    ) -> Reply:  # fmt: skip
        """State a fact as subject, predicate, object; one that is known is reinforced."""
        fact = {"subject": subject, "predicate": predicate, "object": object, "supersedes": supersedes}
        return _reply(memory.call("facts.add", fact, client_name(ctx)))

    @_tool(server, "Forget", _PRUNES)
    def forget(
        ctx: Context[Any],
        key: Annotated[str, Field(description="of a note or a fact, as a search gives it", min_length=1)],
        reason: str | None = None,
    ) -> Reply:  # fmt: skip
        """Let go of a note or fact that the user wants forgotten, or that is wrong. It goes to the archive."""
        method, name = ("facts.archive", "id") if key.startswith("fact-") else ("notes.archive", "key")
        return _reply(memory.call(method, {name: key, "reason": reason}, client_name(ctx)))


def _contexts(server: MCPServer[Any], memory: Memory) -> None:
    @_tool(server, "Save a context", _ADDS)
    def save_context(
        ctx: Context[Any], project: Annotated[str, Field(min_length=1)], content: Annotated[str, Field(min_length=1)],
        source: str | None = None, metadata: dict[str, Any] | None = None, tags: list[str] | None = None,
        causality: dict[str, Any] | None = None,
    ) -> Reply:  # fmt: skip
        """Save where the work on a project stands, to go on from later. Do it before the conversation is cut."""
        given = {"project": project, "content": content, "source": source, "metadata": metadata, "tags": tags,
                 "causality": causality}  # fmt: skip
        return _reply(memory.call("contexts.save", given, client_name(ctx)))

    @_tool(server, "Load contexts", _SETS)
    def load_context(ctx: Context[Any], project: Annotated[str, Field(min_length=1)], limit: Count = 1) -> Reply:
        """The latest contexts of a project."""
        return _reply(memory.call("contexts.load", {"project": project, "limit": limit}, client_name(ctx)))

    @_tool(server, "Search contexts", _READS)
    def search_context(ctx: Context[Any], query: Query, project: Project = None, limit: Count = 10) -> Reply:
        """Contexts that bear on a question."""
        asked = {"query": query, "project": project, "limit": limit}
        return _reply(memory.call("contexts.search", asked, client_name(ctx)))

    @_tool(server, "Count contexts by tier", _READS)
    def get_memory_stats(ctx: Context[Any], project: Project = None) -> Reply:
        """How many contexts are ACTIVE, RECENT, ARCHIVED and EXPIRED."""
        return _reply(memory.call("contexts.stats", {"project": project}, client_name(ctx)))

    @_tool(server, "Recalculate tiers", _SETS)
    def recalculate_memory_tiers(ctx: Context[Any], project: Project = None) -> Reply:
        """Bring each context's tier up to date."""
        return _reply(memory.call("contexts.recalculate_tiers", {"project": project}, client_name(ctx)))

    @_tool(server, "Prune expired contexts", _PRUNES)
    def prune_expired_contexts(
        ctx: Context[Any], limit: Annotated[int | None, Field(ge=1)] = None, project: Project = None,
        dry_run: bool = False,
    ) -> Reply:  # fmt: skip
        """Move EXPIRED contexts to the archive; with dry_run only say which."""
        asked = {"limit": limit, "project": project, "dry_run": dry_run}
        return _reply(memory.call("contexts.prune_expired", asked, client_name(ctx)))


def _work(server: MCPServer[Any], memory: Memory) -> None:
    @_tool(server, "Summaries of what was said", _READS)
    def memory_summaries(ctx: Context[Any]) -> Reply:
        """What was said before, as a message to put in front of the conversation, within budgets."""
        return _reply(memory.call("summaries.assemble", {}, client_name(ctx)))

    @_tool(server, "Claim a job", _ADDS)
    def claim_job(ctx: Context[Any], kinds: list[JobKind] | None = None) -> Reply:
        """Take work for a language model: messages to answer. `job` is null when there is none."""
        return _reply({"job": memory.call("jobs.claim", {"kinds": kinds}, client_name(ctx))})

    @_tool(server, "Submit a job", _SETS)
    def submit_job(
        ctx: Context[Any], job_id: str, text: str | None = None, result: dict[str, Any] | None = None
    ) -> Reply:
        """Hand in a job's text, or for `daily` and `settle` its result."""
        return _reply(memory.call("jobs.submit", {"job_id": job_id, "text": text, "result": result}, client_name(ctx)))

    @_tool(server, "Renew a job", _SETS)
    def renew_job(ctx: Context[Any], job_id: str, lease_seconds: int | None = None) -> Reply:
        """Keep a job for longer, while its answer is being written."""
        asked = {"job_id": job_id, "lease_seconds": lease_seconds}
        return _reply(memory.call("jobs.renew", asked, client_name(ctx)))

    @_tool(server, "Release a job", _SETS)
    def release_job(ctx: Context[Any], job_id: str) -> Reply:
        """Give a job back, so that another may take it."""
        return _reply(memory.call("jobs.release", {"job_id": job_id}, client_name(ctx)))

    @_tool(server, "Memory's health", _READS)
    def memory_health(ctx: Context[Any]) -> Reply:
        """Whether the memory is well, and what a person should mend."""
        return _reply(memory.call("system.health", {}, client_name(ctx)))


def _resources(server: MCPServer[Any], memory: Memory) -> None:
    def text_of(method: str, asked: dict[str, Json]) -> str:
        try:
            return str(memory.call(method, asked)["text"])
        except ToolError as error:
            raise ResourceError(str(error)) from error

    @server.resource("memory://MEMORY.md", title="The hot cache", mime_type="text/markdown")
    def hot_cache() -> str:
        """What is in use: notes of the hot cache and facts of high activation."""
        return text_of("recall.get", {"key": "MEMORY.md"})

    @server.resource("memory://brief", title="The brief", mime_type="text/markdown")
    def brief() -> str:
        """What an agent reads first."""
        return text_of("sessions.brief", {})

    @server.resource("memory://daily/{date}", title="A daily summary", mime_type="text/markdown")
    def daily(date: str) -> str:
        """What was done on a day, YYYY-MM-DD."""
        return text_of("recall.get", {"key": f"daily/{date}.md"})


def _prompts(server: MCPServer[Any]) -> None:
    @server.prompt(title="Begin with memory")
    def begin_session(project: str = "") -> str:
        """At the start of a session."""
        of_project = f" with project={project!r}" if project else ""
        contexts = f" and load_context{of_project}" if project else ""
        return (
            f"Call memory_brief{of_project}{contexts} and take what they say into account. Then, before you answer "
            "anything that may have come up before, call memory_search; before you act, call memory_check."
        )

    @server.prompt(title="Keep what matters")
    def before_compaction(project: str = "") -> str:
        """Before the conversation is compacted or ends."""
        name = project or "the project that we work on"
        return (
            "This conversation is about to be cut. Write down what a successor needs: call remember for each decision, "
            f"preference and lasting fact that is not in memory yet, and save_context for {name} with what is done, "
            "what is open and what to do next. Do not repeat what memory already holds: memory_search tells."
        )


def _brief(memory: Memory, project: str | None, budget_tokens: int, agent: str | None) -> Json:
    return memory.call("sessions.brief", {"project": project, "budget_tokens": budget_tokens}, agent)


def _reply(result: Json) -> Reply:
    return result if isinstance(result, dict) else {"result": result}
