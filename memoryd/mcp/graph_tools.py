"""The nine tools of `@modelcontextprotocol/server-memory`, by its names, shapes and texts."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Annotated, Any

from mcp.server import MCPServer
from mcp.server.mcpserver import Context
from mcp.server.mcpserver.exceptions import ToolError
from mcp.types import CallToolResult, TextContent, ToolAnnotations
from pydantic import BaseModel, ConfigDict, Field

from memoryd.client.graph import Graph, UnknownEntity
from memoryd.mcp.memory import Memory, client_name

Json = Any
URI = "memory://knowledge-graph"


class Entity(BaseModel):
    """A thing, and what was observed of it."""

    name: Annotated[str, Field(description="The name of the entity")]
    entityType: Annotated[str, Field(description="The type of the entity")]
    observations: Annotated[list[str], Field(description="An array of observation contents associated with the entity")]


class Relation(BaseModel):
    """How one thing stands to another."""

    model_config = ConfigDict(validate_by_name=True, serialize_by_alias=True)

    from_: Annotated[str, Field(alias="from", description="The name of the entity where the relation starts")]
    to: Annotated[str, Field(description="The name of the entity where the relation ends")]
    relationType: Annotated[str, Field(description="The type of the relation")]


class NewObservations(BaseModel):
    """Observations of one entity."""

    entityName: Annotated[str, Field(description="The name of the entity to add the observations to")]
    contents: Annotated[list[str], Field(description="An array of observation contents to add")]


class Deletion(BaseModel):
    """Observations of one entity that go."""

    entityName: Annotated[str, Field(description="The name of the entity containing the observations")]
    observations: Annotated[list[str], Field(description="An array of observations to delete")]


class Added(BaseModel):
    """What was new of one entity."""

    entityName: str
    addedObservations: list[str]


class Entities(BaseModel):
    """The new ones."""

    entities: list[Entity]


class Relations(BaseModel):
    """The new ones."""

    relations: list[Relation]


class Results(BaseModel):
    """Of each entity that was added to."""

    results: list[Added]


class Done(BaseModel):
    """It is so."""

    success: bool
    message: str


class Nodes(BaseModel):
    """Entities and relations."""

    entities: list[Entity]
    relations: list[Relation]


def declare(server: MCPServer[Any], memory: Memory) -> None:
    """Put them on the server."""

    def graph(ctx: Context[Any]) -> Graph:
        agent = client_name(ctx)
        return Graph(lambda method, params: memory.call(method, params, agent))

    def tool(title: str, description: str, annotations: ToolAnnotations) -> Callable[[Callable[..., Any]], Any]:
        return server.tool(title=title, description=description, annotations=annotations)

    adds, reads, deletes = (
        ToolAnnotations(read_only_hint=ro, destructive_hint=de, idempotent_hint=ide, open_world_hint=False)
        for ro, de, ide in ((False, False, False), (True, False, True), (False, True, True))
    )

    @tool("Create Entities", "Create multiple new entities in the knowledge graph", adds)
    def create_entities(ctx: Context[Any], entities: list[Entity]) -> Annotated[CallToolResult, Entities]:
        new = _done(graph(ctx).create_entities, [one.model_dump() for one in entities])
        return _result(new, {"entities": new})

    @tool(
        "Create Relations",
        "Create multiple new relations between entities in the knowledge graph. Relations should be in active voice",
        adds,
    )
    def create_relations(ctx: Context[Any], relations: list[Relation]) -> Annotated[CallToolResult, Relations]:
        new = _done(graph(ctx).create_relations, [one.model_dump(by_alias=True) for one in relations])
        return _result(new, {"relations": new})

    @tool("Add Observations", "Add new observations to existing entities in the knowledge graph", adds)
    def add_observations(ctx: Context[Any], observations: list[NewObservations]) -> Annotated[CallToolResult, Results]:
        try:
            added = _done(graph(ctx).add_observations, [one.model_dump() for one in observations])
        except UnknownEntity as error:
            # In its own words alone, without those that the SDK puts before an error.
            return CallToolResult(content=[TextContent(type="text", text=str(error))], is_error=True)
        return _result(added, {"results": added})

    @tool(
        "Delete Entities", "Delete multiple entities and their associated relations from the knowledge graph", deletes
    )
    def delete_entities(
        ctx: Context[Any],
        entityNames: Annotated[list[str], Field(description="An array of entity names to delete")],
    ) -> Annotated[CallToolResult, Done]:
        _done(graph(ctx).delete_entities, entityNames)
        return _deleted("Entities")

    @tool("Delete Observations", "Delete specific observations from entities in the knowledge graph", deletes)
    def delete_observations(ctx: Context[Any], deletions: list[Deletion]) -> Annotated[CallToolResult, Done]:
        _done(graph(ctx).delete_observations, [one.model_dump() for one in deletions])
        return _deleted("Observations")

    @tool("Delete Relations", "Delete multiple relations from the knowledge graph", deletes)
    def delete_relations(
        ctx: Context[Any],
        relations: Annotated[list[Relation], Field(description="An array of relations to delete")],
    ) -> Annotated[CallToolResult, Done]:
        _done(graph(ctx).delete_relations, [one.model_dump(by_alias=True) for one in relations])
        return _deleted("Relations")

    @tool("Read Graph", "Read the entire knowledge graph", reads)
    def read_graph(ctx: Context[Any]) -> Annotated[CallToolResult, Nodes]:
        found = graph(ctx).read()
        return _result(found, found)

    @tool("Search Nodes", "Search for nodes in the knowledge graph based on a query", reads)
    def search_nodes(
        ctx: Context[Any],
        query: Annotated[
            str, Field(description="The search query to match against entity names, types, and observation content")
        ],
    ) -> Annotated[CallToolResult, Nodes]:
        found = graph(ctx).search(query)
        return _result(found, found)

    @tool("Open Nodes", "Open specific nodes in the knowledge graph by their names", reads)
    def open_nodes(
        ctx: Context[Any], names: Annotated[list[str], Field(description="An array of entity names to retrieve")]
    ) -> Annotated[CallToolResult, Nodes]:
        found = graph(ctx).open(names)
        return _result(found, found)

    @server.resource(URI, name="knowledge-graph", title="Knowledge Graph", mime_type="application/json")
    def knowledge_graph() -> str:
        """The full knowledge graph with all entities and relations."""
        return _text(Graph(memory.call).read())


def _done(change: Callable[[Json], Json], given: Json) -> Json:
    try:
        return change(given)
    except UnknownEntity:
        raise
    except ValueError as error:
        raise ToolError(str(error)) from error


def _deleted(what: str) -> CallToolResult:
    message = f"{what} deleted successfully"
    content = [TextContent(type="text", text=message)]
    return CallToolResult(content=list(content), structured_content={"success": True, "message": message})


def _result(shown: Json, structured: dict[str, Json]) -> CallToolResult:
    return CallToolResult(content=[TextContent(type="text", text=_text(shown))], structured_content=structured)


def _text(value: Json) -> str:
    return json.dumps(value, indent=2, ensure_ascii=False)
