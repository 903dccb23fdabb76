"""`memoryctl jobs`: work for an agent's model: list it, claim it, submit what the model wrote, give it back."""

from __future__ import annotations

import sys
from argparse import ArgumentParser, Namespace

from memoryd.cli.command import Call, Command, UsageError, given
from memoryd.cli.output import Json, Output, Span
from memoryd.cli.parser import seconds, session_option

ACTIONS = ("list", "claim", "renew", "submit", "release")


def _arguments(parser: ArgumentParser) -> None:
    parser.add_argument("action", nargs="?", choices=ACTIONS, default="list", metavar="ACTION", help=", ".join(ACTIONS))
    parser.add_argument("job", nargs="?", metavar="JOB", help="renew, submit, release: the job's id")
    parser.add_argument(
        "--kind", dest="kinds", action="append", metavar="KIND", help="claim: only this kind of job; may be repeated"
    )
    parser.add_argument("--lease", dest="lease_seconds", type=seconds, metavar="SECONDS", help="claim, renew: how long")
    session_option(parser)


def _ask(call: Call, args: Namespace) -> Json:
    params = given(args, "session_id")
    needs_job = args.action in ("renew", "submit", "release")
    if needs_job != (args.job is not None):
        raise UsageError(f"jobs {args.action} {'needs the id of a job' if needs_job else 'takes no id'}")
    if args.action == "claim":
        params |= given(args, "kinds", "lease_seconds")
    if args.action == "renew":
        params |= given(args, "lease_seconds")
    if needs_job:
        params["job_id"] = args.job
    if args.action == "submit":
        params["text"] = sys.stdin.read()
    return call(f"jobs.{args.action}", params)


def _show(out: Output, result: Json, args: Namespace) -> None:
    if args.action == "list":
        _show_list(out, result["jobs"])
    elif result is None:
        out.note(Span("no job is open", "dim"))
    elif args.action == "claim":
        out.row(result["job_id"], result["kind"], result["target_tokens"], result["expires"])
        for message in result["messages"]:
            out.line(Span(f"{message['role']}:", "bold"))
            out.block(message["content"])
    else:
        out.row(result.get("key", result.get("job_id")), result.get("status", result.get("expires")))


def _show_list(out: Output, jobs: list[Json]) -> None:
    rows = [
        [
            job["kind"], job["state"], job["slot"], str(job.get("tokens", "")), str(job["target_tokens"]), job["since"],
            job.get("job_id", ""),
        ]
        for job in jobs
    ]  # fmt: skip
    if rows:
        out.table(["KIND", "STATE", "FOR", "TOKENS", "TARGET", "SINCE", "JOB"], rows, right=(3, 4))
    elif out.tty:
        out.note(Span("no jobs", "dim"))


COMMAND = Command(
    summary="List, claim, renew, submit or release work for a language model",
    ask=_ask,
    show=_show,
    arguments=_arguments,
    detail="claim --json prints the messages to send to the model; submit reads its text from standard input.",
    columns="kind, state, for, tokens, target, since, job; with claim: job, kind, target, expires, then the messages",
    examples=("jobs", "jobs claim --kind leaf --json", "jobs submit job-17 < answer.txt"),
)
