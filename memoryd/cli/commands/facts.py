"""`memoryctl facts`: list facts by their parts."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace

from memoryd.cli.command import Call, Command, given
from memoryd.cli.output import Json, Output, Part, Span
from memoryd.cli.pages import ask_pages, note_next
from memoryd.cli.parser import paging_options


def _arguments(parser: ArgumentParser) -> None:
    for name in ("subject", "predicate", "object"):
        parser.add_argument(f"--{name}", help=f"only facts with this {name}")
    parser.add_argument("--archived", dest="include_archived", action="store_true", help="include archived facts")
    parser.add_argument(
        "--superseded", dest="include_superseded", action="store_true", help="include facts that no longer hold"
    )
    parser.add_argument("--as-of", dest="as_of", metavar="TIME", help="only what held at that time")
    parser.add_argument(
        "--conflicts", action="store_true", help="only facts that contradict each other and were not settled"
    )
    paging_options(parser)


def _ask(call: Call, args: Namespace) -> Json:
    if args.conflicts:
        return call("facts.conflicts", given(args, "limit"))
    params = given(args, "subject", "predicate", "object", "include_archived", "include_superseded", "as_of")
    return ask_pages(call, "facts.find", params, "facts", args)


def _show(out: Output, result: Json, args: Namespace) -> None:
    groups = result.get("conflicts")
    facts = result["facts"] if groups is None else [fact for group in groups for fact in group["facts"]]
    # Of two that contradict, it matters which was said later.
    shown, title = (_state, "ACTIVE") if groups is None else (_since, "SINCE")
    rows = [_row(fact, shown(fact)) for fact in facts]
    if rows:
        out.table(["ID", title, "SUBJECT", "PREDICATE", "OBJECT"], rows, right=(1,))
    elif out.tty:
        out.note(Span("no such facts", "dim"))
    note_next(out, result)


def _row(fact: Json, shown: str) -> list[Part]:
    parts = [str(fact.get(name, "")) for name in ("subject", "predicate", "object")]
    return [Span(str(fact.get("id", "")), "cyan"), shown, *parts]


def _state(fact: Json) -> str:
    if fact.get("archived"):
        return "archived"
    if fact.get("superseded_by"):
        return "superseded"
    activation = fact.get("activation")
    return f"{activation:.3f}" if isinstance(activation, int | float) else ""


def _since(fact: Json) -> str:
    return str(fact.get("valid_from", ""))[:10]


COMMAND = Command(
    summary="List facts by subject, predicate or object",
    ask=_ask,
    show=_show,
    arguments=_arguments,
    detail="Listing a fact does not reinforce it. memoryctl call facts.edit corrects one that is wrong.",
    columns="id, activation, archived or superseded (--conflicts: since when), subject, predicate, object",
    examples=(
        'facts --subject "deployment project"',
        "facts --all --archived",
        "facts --predicate prefers --limit 20",
        "facts --subject Mara --as-of 2026-01-31",
        "facts --conflicts",
    ),
)
