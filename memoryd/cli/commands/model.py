"""`memoryctl model`: the embedding model, installed from its wheel and checked."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from pathlib import Path
from zipfile import BadZipFile

from memoryd.cli import models
from memoryd.cli.command import Call, Command, UsageError
from memoryd.cli.failures import SOFTWARE
from memoryd.cli.output import Json, Output, Span


def _arguments(parser: ArgumentParser) -> None:
    parser.add_argument("action", choices=("install", "check"), help="put it in place, or compare it with its sums")
    parser.add_argument(
        "wheel", nargs="?", metavar="WHEEL", help="memoryd_model-*.whl (else the one that pip installed)"
    )
    parser.add_argument("--to", metavar="DIRECTORY", help="the directory of models (else the environment's)")


def _ask(call: Call, args: Namespace) -> Json:
    del call
    place = Path(args.to) if args.to else models.default_place()
    if args.action == "check":
        if args.wheel:
            raise UsageError("check looks at what is installed; --to names another directory of models")
        faults = models.faults(place / models.NAME)
        return {"status": "damaged" if faults else "ok", "path": str(place / models.NAME), "faults": faults}
    source = Path(args.wheel) if args.wheel else models.installed_source()
    if source is None:
        raise UsageError(f"name the wheel of {models.DISTRIBUTION}, or install it with pip first")
    try:
        status, path = models.install(source, place)
    except (models.ModelRefused, BadZipFile, UnicodeDecodeError) as error:
        return {"status": "refused", "path": str(source), "faults": [str(error)]}
    except OSError as error:
        raise UsageError(f"{error.filename or place}: {error.strerror}; nothing was changed") from error
    return {"status": status, "path": str(path), "faults": []}


def _exit_code(result: Json) -> int:
    return SOFTWARE if result["faults"] else 0


def _show(out: Output, result: Json, args: Namespace) -> None:
    del args
    out.row(result["status"], result["path"])
    for fault in result["faults"]:
        out.row("fault", fault)
    if result["status"] == "installed" and out.tty:
        out.line(Span("memoryd takes it at its next start: systemctl restart memoryd", "dim"))


COMMAND = Command(
    summary="Install the embedding model from its wheel, or check it",
    ask=_ask,
    show=_show,
    arguments=_arguments,
    exit_code=_exit_code,
    detail="make wheels builds memoryd_model-*.whl, which holds the finished ONNX graph. Every file is compared with\n"
    "the wheel's record, with SHA256SUMS, and where it is the published one with the sum that memoryd knows; nothing\n"
    "is put in place unless all agree. Exits with 70 when a file is not what it should be.",
    columns="status, path; fault, what",
    examples=("model install dist/memoryd_model-*.whl", "model check"),
    local=True,
)
