"""`memoryctl list`: the entries of any namespace that has a method to list them, discovered at run time."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from memoryd.cli import moments
from memoryd.cli.command import Call, Command, UsageError
from memoryd.cli.output import Json, Output, Part, Span
from memoryd.cli.pages import ask_pages, note_next
from memoryd.cli.parser import nearest, paging_options
from memoryd.cli.text import one_line, text_width
from memoryd.cli.values import exact

_LISTING = ("list", "find")
"""Names of methods that list a namespace, the preferred one first."""
_NAMES = ("key", "id")
"""Fields that identify an entry; so do those that end with `_id`."""
_NARROW = 12
"""The least width of a column in a table, gap included."""


class Listing(dict[str, Any]):
    """A page as the daemon sent it; `entries` names the field that holds the entries, `fields` are an entry's."""

    def __init__(self, page: Mapping[str, Any], entries: str, fields: Sequence[str]) -> None:
        super().__init__(page)
        self.entries = entries
        self.fields = fields


def methods_that_list(methods: Mapping[str, Any]) -> dict[str, str]:
    """For each namespace that can be listed, the method that does it."""
    found: dict[str, str] = {}
    for word in reversed(_LISTING):
        found |= {name.removesuffix(f".{word}"): name for name in sorted(methods) if name.endswith(f".{word}")}
    return dict(sorted(found.items()))


def _arguments(parser: ArgumentParser) -> None:
    parser.add_argument("kind", metavar="KIND", help="what to list, such as facts or notes; a wrong one names them all")
    paging_options(parser)


def _ask(call: Call, args: Namespace) -> Json:
    methods = call("rpc.describe")["methods"]
    kinds = methods_that_list(methods)
    if args.kind not in kinds:
        hint = nearest(args.kind, list(kinds))
        known = f"{' It' if hint else '; it'} lists {', '.join(kinds) or 'nothing'}"
        raise UsageError(f"this daemon has no list of {args.kind!r}{hint}{known}")
    method = kinds[args.kind]
    entries, fields = _shape(methods[method].get("result") or {}, args.kind)
    return Listing(ask_pages(call, method, {}, entries, args), entries, fields)


def _shape(schema: Mapping[str, Any], kind: str) -> tuple[str, list[str]]:
    """Which field of the method's result holds the entries, and what fields an entry has."""
    lists = {name: one for name, one in (schema.get("properties") or {}).items() if one.get("type") == "array"}
    entries = kind if kind in lists else next(iter(lists), kind)
    entry = lists.get(entries, {}).get("items") or {}
    if "$ref" in entry:
        entry = (schema.get("$defs") or {}).get(entry["$ref"].rpartition("/")[2], {})
    return entries, _name_first(list(entry.get("properties") or {}))


def _name_first(fields: list[str]) -> list[str]:
    naming = [name for name in _NAMES if name in fields] or [name for name in fields if name.endswith("_id")]
    return [*naming[:1], *(name for name in fields if name not in naming[:1])]


def _show(out: Output, result: Json, args: Namespace) -> None:
    found = result[result.entries]
    said = _fields_in_use(found)
    if out.tty and not found:
        out.note(Span(f"no {args.kind}", "dim"))
    elif out.tty and said:
        _show_table(out, found, said)
    else:
        for entry in found:
            cells = [entry.get(name) for name in result.fields or entry] if isinstance(entry, Mapping) else [entry]
            out.row(*map(exact, cells))
    note_next(out, result)


def _fields_in_use(found: Sequence[Json]) -> list[str]:
    """The fields that are not empty in every entry, in the order in which the daemon gives them."""
    entries = [entry for entry in found if isinstance(entry, Mapping)]
    fields = dict.fromkeys(
        name for entry in entries for name, value in entry.items() if value not in (None, "", [], {})
    )
    return _name_first(list(fields))


def _show_table(out: Output, found: Sequence[Mapping[str, Any]], fields: list[str]) -> None:
    """As many of the fields as fit."""
    at = moments.now()
    rows = [[_cell(entry.get(name), at) for name in fields] for entry in found]
    room = out.width - max(text_width(one_line(row[0])) for row in rows)
    shown = 1 + max(room // _NARROW, 1)
    table: list[list[Part]] = [[Span(row[0], "cyan"), *row[1:shown]] for row in rows]
    out.table([name.replace("_", " ").upper() for name in fields[:shown]], table)


def _cell(value: Json, at: datetime) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, float):
        return f"{value:.3f}"
    moment = moments.parse(value) if isinstance(value, str) and len(value) > len("2026-05-15") else None
    return moments.ago(moment, at) if moment else exact(value)


COMMAND = Command(
    summary="List the entries of any kind: facts, notes, sessions and whatever else the daemon lists",
    ask=_ask,
    show=_show,
    arguments=_arguments,
    detail="The daemon says which kinds there are. Listing is not a use. A terminal shows as many fields as fit.",
    columns="every field of an entry, its key or id first, then in the order of `memoryctl describe METHOD`",
    examples=("list facts", "list notes --limit 20", "list sessions --all --json"),
)
