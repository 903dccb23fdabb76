"""`memoryctl import`: conversations that OpenClaw kept, into sessions, each message once."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace

from memoryd.cli.command import Call, Command, UsageError
from memoryd.cli.openclaw import Transcript, Unreadable, transcripts
from memoryd.cli.output import Json, Output

SLICE = 100
SLICE_LETTERS = 1_000_000


def _arguments(parser: ArgumentParser) -> None:
    parser.add_argument(
        "paths", nargs="+", metavar="PATH", help="a transcript (.jsonl), a database (.sqlite), a folder"
    )
    parser.add_argument("--agent", help="whose they are (default: the folder of the agent that they lie in)")
    parser.add_argument("--project", help="the project of these sessions")


def _ask(call: Call, args: Namespace) -> Json:
    found = []
    try:
        for path in args.paths:
            found += [_import(call, one, args) for one in transcripts(path) if one.messages]
    except Unreadable as error:
        raise UsageError(str(error)) from error
    return {"sessions": found, "appended": sum(one["appended"] for one in found)}


def _import(call: Call, transcript: Transcript, args: Namespace) -> Json:
    session_id, agent = transcript.session_id, args.agent or transcript.agent
    start = {"session_id": session_id, "agent": agent, "project": args.project}
    call("sessions.start", {name: value for name, value in start.items() if value})
    appended = 0
    part: list[dict[str, str]] = []
    letters = 0
    for message in transcript.messages:
        if part and (len(part) == SLICE or letters + len(message["content"]) > SLICE_LETTERS):
            appended += call("sessions.append", {"session_id": session_id, "messages": part})["appended"]
            part, letters = [], 0
        part.append(message)
        letters += len(message["content"])
    appended += call("sessions.append", {"session_id": session_id, "messages": part})["appended"]
    call("sessions.end", {"session_id": session_id})
    known = len(transcript.messages) - appended
    return {"session_id": session_id, "appended": appended, "known": known, "skipped": transcript.skipped}


def _show(out: Output, result: Json, args: Namespace) -> None:
    del args
    for one in result["sessions"]:
        out.row(one["session_id"], one["appended"], one["known"], one["skipped"])
    out.note(f"{result['appended']} messages imported")


COMMAND = Command(
    summary="Import conversations that OpenClaw kept, each message once",
    ask=_ask,
    show=_show,
    arguments=_arguments,
    detail="Databases are opened read-only. Running it again imports only what is new.",
    columns="session, messages imported, known already, without text",
    examples=("import ~/.openclaw/agents", "import ~/.openclaw/agents/main/agent/openclaw-agent.sqlite --project home"),
)
