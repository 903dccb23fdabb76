"""`memoryctl model`: the embedding model, installed from its wheel or another one from its files, and checked."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from pathlib import Path
from zipfile import BadZipFile

from memoryd.cli import models
from memoryd.cli.command import Call, Command, UsageError
from memoryd.cli.failures import SOFTWARE
from memoryd.cli.output import Json, Output, Span


def _arguments(parser: ArgumentParser) -> None:
    parser.add_argument("action", choices=("install", "check"), help="install it, or compare it with its checksums")
    parser.add_argument(
        "source",
        nargs="?",
        metavar="WHEEL|DIRECTORY",
        help="memoryd_model-*.whl (else the one that pip installed), or a directory with another model's files",
    )
    parser.add_argument("--name", metavar="NAME", help="the name of another model (else that of its directory)")
    parser.add_argument("--to", metavar="DIRECTORY", help="the directory of models (else the environment's)")


def _ask(call: Call, args: Namespace) -> Json:
    place = Path(args.to) if args.to else models.default_place()
    if args.action == "check":
        if args.source:
            raise UsageError("check looks at what is installed; --name and --to say which model and where")
        path = place / (args.name or models.NAME)
        faults = models.faults(path)
        # Where nothing says what it was, as after `make setup`, nothing is known to be damaged.
        wrong = "damaged" if models.has_sums(path) else "unchecked"
        return {"status": wrong if faults else "ok", "path": str(path), "faults": faults}
    source = Path(args.source) if args.source else models.installed_source()
    if source is None:
        raise UsageError(f"name the wheel of {models.DISTRIBUTION} or a directory, or install the wheel with pip first")
    try:
        if models.is_other(source):
            status, path = models.install_other(source, args.name or source.resolve().name, place)
        elif args.name:
            raise UsageError("--name is for another model than memoryd's own, and for a directory")
        else:
            status, path = models.install(source, place)
    except (models.ModelRefused, BadZipFile, UnicodeDecodeError) as error:
        return {"status": "refused", "path": str(source), "faults": [str(error)]}
    except OSError as error:
        raise UsageError(f"{error.filename or place}: {error.strerror}; nothing was changed") from error
    return {"status": status, "path": str(path), "faults": []}


def _exit_code(result: Json) -> int:
    return SOFTWARE if result["faults"] else 0


def _show(out: Output, result: Json, args: Namespace) -> None:
    out.row(result["status"], result["path"])
    for fault in result["faults"]:
        out.row("fault", fault)
    if result["status"] == "installed" and out.tty:
        name = Path(result["path"]).name
        if name != models.NAME:
            out.line(Span(f'set memory_oracle.embedding_model = "{name}"', "dim"))
        out.line(Span("memoryd takes it at its next start: systemctl restart memoryd", "dim"))


COMMAND = Command(
    summary="Install an embedding model, or check it",
    ask=_ask,
    show=_show,
    arguments=_arguments,
    exit_code=_exit_code,
    detail="make wheels builds memoryd_model-*.whl, which holds the finished ONNX graph. Every file is compared with\n"
    "the wheel's record, with SHA256SUMS, and where it is the published one with the sum that memoryd knows; nothing\n"
    "is installed unless all agree.\n"
    "A directory with another model's downloaded files (tokenizer.json beside onnx/model.onnx or\n"
    "model.safetensors and config.json, such as bge-small-en-v1.5 or multilingual-e5-large) is installed once memoryd\n"
    "has loaded it and embedded a text; then set memory_oracle.embedding_model to its name, by which bge and e5 are\n"
    "recognised. Weights alone are only checked for whether they can be converted. Exits with 70 when a file is not\n"
    "what it should be, or the model does not fit.",
    columns="status, path; fault, what",
    examples=("model install dist/memoryd_model-*.whl", "model install ./bge-small-en-v1.5", "model check"),
    local=True,
)
