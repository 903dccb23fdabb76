"""Lists that come in pages."""

from __future__ import annotations

from argparse import Namespace
from typing import Any

from memoryd.cli.command import Call, given
from memoryd.cli.output import Json, Output, Span


def ask_pages(call: Call, method: str, params: dict[str, Any], field: str, args: Namespace) -> Json:
    """One page of the method's result, or with `--all` every page in the shape of one."""
    params = params | given(args, "limit", "after")
    page = call(method, params)
    if not args.all:
        return page
    items = list(page[field])
    while page.get("next") is not None:
        page = call(method, params | {"after": page["next"]})
        items.extend(page[field])
    return {**{name: value for name, value in page.items() if name != "next"}, field: items}


def note_next(out: Output, result: Json) -> None:
    """Say on stderr that there is more, so that a page is not taken for the whole list."""
    if result.get("next") is not None:
        out.note(Span(f"there is more: --after {result['next']}, or --all", "dim"))
