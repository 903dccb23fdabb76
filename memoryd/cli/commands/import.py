"""`memoryctl import`: conversations of OpenClaw become sessions, each message once."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from typing import TYPE_CHECKING

from memoryd.cli.command import Call, Command, UsageError
from memoryd.cli.output import Json, Output

if TYPE_CHECKING:
    from memoryd.cli.openclaw import Transcript

SLICE = 100
SLICE_LETTERS = 1_000_000


def _arguments(parser: ArgumentParser) -> None:
    parser.add_argument(
        "paths", nargs="+", metavar="PATH", help="a transcript (.jsonl), a database (.sqlite), a folder"
    )
    parser.add_argument("--agent", help="the agent they belong to (default: by the folder that they are in)")
    parser.add_argument("--project", help="the project of these sessions")


def _ask(call: Call, args: Namespace) -> Json:
    # Imported only when needed, not for the help of this command.
    from memoryd.cli.openclaw import files, transcripts
    from memoryd.cli.snapshot import Unreadable

    found: list[Json] = []
    refused: list[Json] = []
    for path in args.paths:
        try:
            for file in files(path):
                try:
                    found += [_import(call, one, args) for one in transcripts(file) if one.messages or one.unreadable]
                except Unreadable as error:
                    if file == path:
                        raise
                    # A folder may contain other files.
                    refused.append({"path": file, "reason": str(error)})
        except Unreadable as error:
            raise UsageError(str(error)) from error
    reply = {"sessions": found, "appended": sum(one["appended"] for one in found)}
    return {**reply, "not_imported": refused} if refused else reply


def _import(call: Call, transcript: Transcript, args: Namespace) -> Json:
    session_id, agent = transcript.session_id, args.agent or transcript.agent
    counts = {"session_id": session_id, "skipped": transcript.skipped, "unreadable": transcript.unreadable}
    if not transcript.messages:
        return {**counts, "appended": 0, "known": 0}
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
    return {**counts, "appended": appended, "known": len(transcript.messages) - appended}


def _show(out: Output, result: Json, args: Namespace) -> None:
    del args
    for one in result["sessions"]:
        out.row(one["session_id"], one["appended"], one["known"], one["skipped"], one["unreadable"])
    for refused in result.get("not_imported", ()):
        out.note(f"not imported: {refused['reason']}")
    out.note(f"{result['appended']} messages imported")


COMMAND = Command(
    summary="Import conversations of OpenClaw, each message once",
    ask=_ask,
    show=_show,
    arguments=_arguments,
    detail="A database is only read, also while OpenClaw runs. Running it again imports only what is new.",
    columns="session, messages imported, known already, records without text, records that cannot be read",
    examples=("import ~/.openclaw/agents", "import ~/.openclaw/agents/main/agent/openclaw-agent.sqlite --project home"),
)
