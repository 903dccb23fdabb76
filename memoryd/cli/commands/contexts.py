"""`memoryctl contexts`: saved snapshots of work: save, load, search, count, prune, restore, predict."""

from __future__ import annotations

import sys
from argparse import ArgumentParser, Namespace

from memoryd.cli.command import Call, Command, UsageError, given
from memoryd.cli.moments import ago, now, parse
from memoryd.cli.output import Json, Output, Span
from memoryd.cli.parser import positive, session_option
from memoryd.cli.text import one_line

ACTIONS = ("save", "load", "search", "stats", "predict", "recalculate", "prune", "restore")
_METHODS = {"recalculate": "recalculate_tiers", "prune": "prune_expired"}
_TIER_STYLES = {"ACTIVE": "green", "RECENT": "cyan", "ARCHIVED": "dim", "EXPIRED": "red"}


def _arguments(parser: ArgumentParser) -> None:
    parser.add_argument("action", choices=ACTIONS, metavar="ACTION", help=", ".join(ACTIONS))
    parser.add_argument(
        "words",
        nargs="*",
        default=[],
        metavar="WORD",
        help="save: the content, or standard input; search: a query; restore: the id",
    )
    parser.add_argument("--project", help="the project; save, load and predict need it (default elsewhere: all)")
    parser.add_argument("--limit", type=positive, metavar="N", help="load, search, predict, prune: at most N")
    parser.add_argument("--source", help="save: where it comes from")
    parser.add_argument("--tag", dest="tags", action="append", metavar="TAG", help="save: a tag; may be repeated")
    parser.add_argument("--dry-run", action="store_true", help="prune: only list them")
    session_option(parser)


def _ask(call: Call, args: Namespace) -> Json:
    action, words = args.action, " ".join(args.words)
    if action == "save" and not words and args.project and not sys.stdin.isatty():
        words = sys.stdin.read().strip()
    params = given(args, "project", "session_id")
    if action in ("save", "load", "predict") and not args.project:
        raise UsageError(f"contexts {action} needs --project NAME")
    wanted = {"save": "content", "search": "query", "restore": "id"}.get(action)
    if (wanted is not None) != bool(words):
        need = f"contexts {action} needs its {wanted}" if wanted else f"contexts {action} takes no words"
        raise UsageError(need)
    if wanted is not None:
        params[wanted] = words
    if action == "save":
        params |= given(args, "source", "tags")
    if action in ("load", "search", "predict", "prune"):
        params |= given(args, "limit")
    if action == "prune":
        params |= given(args, "dry_run")
    if action == "restore":
        params.pop("project", None)
    return call(f"contexts.{_METHODS.get(action, action)}", params, long=action == "prune")


def _show(out: Output, result: Json, args: Namespace) -> None:
    action = args.action
    if "contexts" in result:
        _show_many(out, result["contexts"])
    elif action == "stats":
        for tier, count in result["tiers"].items():
            out.row(tier, count)
        out.row("total", result["total"])
        for line in result["indicators"]:
            out.note(Span(line, "yellow"))
    elif action == "prune":
        for context_id in result["ids"]:
            out.row(context_id)
        count, word = (len(result["ids"]), "would be archived") if args.dry_run else (result["pruned"], "archived")
        out.note(f"{count} {word}")
    elif action == "recalculate":
        out.row("updated", result["updated"])
    else:
        out.row(result["id"], result["status"])


def _show_many(out: Output, contexts: list[Json]) -> None:
    if out.tty:
        at = now()
        for context in contexts:
            when = parse(context.get("last_accessed"))
            used = f"  {ago(when, at)}" if when else ""
            tier = str(context.get("tier"))
            reasons = ", ".join(context.get("reasons", ()))
            out.line(Span(tier, _TIER_STYLES.get(tier, "bold")), Span(used, "dim"), "  ", Span(context["id"], "cyan"))
            out.line("  ", one_line(str(context["content"]))[: max(20, out.width - 2)])
            if reasons:
                out.line("  ", Span(f"{context['score']:.2f}: {reasons}", "yellow"))
        if not contexts:
            out.note(Span("no such contexts", "dim"))
        return
    for context in contexts:
        cells: list[object] = [context["id"], context["tier"], context["last_accessed"], context["access_count"]]
        if "reasons" in context:
            cells += [f"{context['score']:.4f}", ",".join(context["reasons"])]
        out.row(*cells, context["project"], context["content"])


COMMAND = Command(
    summary="Save, load, search, count, prune and restore contexts: snapshots of work by project",
    ask=_ask,
    show=_show,
    arguments=_arguments,
    detail="Loading a context counts as using it. Pruning archives EXPIRED contexts only; restore brings them back.",
    columns="id, tier, last use, uses, project, content; with predict: score and reasons in front of the project; with "
    "stats: tier, count",
    examples=(
        'contexts save --project web "Login works; next: sessions"',
        "contexts load --project web --limit 3",
        "contexts search OAuth --project web",
        "contexts predict --project web",
        "contexts prune --limit 50 --dry-run",
    ),
)
