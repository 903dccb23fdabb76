"""What is installed with memoryd: `make audit` writes a bill of materials and looks at licences and known weaknesses.

The bill (CycloneDX 1.6, build/audit/memoryd.cdx.json) is made of packaging/requirements/mcp.txt, which is the daemon's
runtime.txt and what memoryd-mcp needs beside it, and of the model's files; the same commit gives the same bytes. Exit
codes: 0 all is well, 1 something is wrong, 75 the weaknesses could not be looked up here, which is never the same as
none.
"""

from __future__ import annotations

import argparse
import importlib.util
import json
import os
import re
import subprocess
import sys
from collections.abc import Iterator, Mapping
from datetime import UTC, datetime
from importlib.metadata import PackageNotFoundError, metadata, requires
from pathlib import Path
from typing import Any, NamedTuple
from uuid import NAMESPACE_URL, uuid5

from cyclonedx.model import HashAlgorithm, HashType
from cyclonedx.model.bom import Bom
from cyclonedx.model.component import Component, ComponentType
from cyclonedx.model.license import LicenseExpression
from cyclonedx.output import make_outputter
from cyclonedx.schema import OutputFormat, SchemaVersion
from packageurl import PackageURL
from packaging.utils import canonicalize_name

from packaging.requirements import Requirement

ROOT = Path(__file__).parents[2]
LOCKS = ROOT / "packaging" / "requirements"
SHIPPED = "mcp.txt"
VERSION = SchemaVersion.V1_6
WRONG, UNKNOWN = 1, 75

ALLOWED = {
    "0BSD", "Apache-2.0", "BSD-2-Clause", "BSD-3-Clause", "CC0-1.0", "ISC", "LicenseRef-BSD", "MIT", "MIT-0", "PSF-2.0",
    "Zlib",
}  # fmt: skip
"""Of what is installed with the daemon."""
ALLOWED_IN_TOOLS = ALLOWED | {"MPL-2.0"}
"""Of what is only developed with, and handed to nobody."""
_NAMES = {
    "OSI Approved :: Apache Software License": "Apache-2.0",
    "OSI Approved :: BSD License": "LicenseRef-BSD",
    "OSI Approved :: ISC License (ISCL)": "ISC",
    "OSI Approved :: MIT License": "MIT",
    "OSI Approved :: Mozilla Public License 2.0 (MPL 2.0)": "MPL-2.0",
    "OSI Approved :: Python Software Foundation License": "PSF-2.0",
    "3-Clause BSD License": "BSD-3-Clause",
    "Apache": "Apache-2.0",
    "BSD 2-Clause License": "BSD-2-Clause",
}
"""What packages without an SPDX expression say instead."""


class Locked(NamedTuple):
    """One pin of a locked file."""

    name: str
    version: str
    hashes: tuple[str, ...]


def main() -> int:
    """The command."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--out", type=Path, default=ROOT / "build" / "audit", help="the directory of the bill")
    parser.add_argument("--offline", action="store_true", help="do not try to look weaknesses up")
    options = parser.parse_args()
    runtime, tools = locked(SHIPPED), locked("dev.txt")
    bill = bill_of_materials(runtime)
    faults = refused(licences(runtime), ALLOWED) + refused(licences(tools), ALLOWED_IN_TOOLS)
    options.out.mkdir(parents=True, exist_ok=True)
    (options.out / "memoryd.cdx.json").write_text(bill)
    print(f"bill of materials: {options.out / 'memoryd.cdx.json'}, {len(runtime)} packages and the model; valid")
    print(f"licences: {len(runtime)} installed, {len(tools)} of its tools; {len(faults)} refused")
    known, unchecked = ([], runtime) if options.offline else weaknesses(runtime)
    faults += known
    for fault in faults:
        print(f"  {fault}")
    if unchecked:
        print(f"weaknesses: NOT CHECKED for {len(unchecked)} of {len(runtime)} packages; none can be looked up")
    else:
        print(f"weaknesses: {len(runtime)} packages looked up; {len(known)} known")
    return WRONG if faults else UNKNOWN if unchecked else 0


def locked(name: str) -> list[Locked]:
    """The pins of a locked file that are installed on this machine, by name."""
    found = []
    for line in (LOCKS / name).read_text().replace("\\\n", " ").splitlines():
        if not line.strip() or line.lstrip().startswith("#"):
            continue
        wanted, *hashes = (part.strip() for part in line.split(" --hash="))
        pin = Requirement(wanted)
        if pin.marker is None or pin.marker.evaluate():
            version = str(pin.specifier).removeprefix("==")
            found.append(Locked(canonicalize_name(pin.name), version, tuple(sorted(hashes))))
    return sorted(found)


def licences(pins: list[Locked]) -> dict[str, str]:
    """Name to SPDX expression, by what is installed; an empty one when that says nothing that is known."""
    return {pin.name: _licence(pin.name) for pin in pins}


def _licence(name: str) -> str:
    try:
        told = metadata(name)
    except PackageNotFoundError:
        return ""
    expression, written = (
        str(told[field]).strip() if field in told else "" for field in ("License-Expression", "License")
    )
    if expression:
        return expression
    classifiers = [str(each) for each in told.get_all("Classifier") or () if each.startswith("License :: ")]
    classifiers = [each.removeprefix("License :: ") for each in classifiers]
    names = {_NAMES[each] for each in classifiers if each in _NAMES}
    names |= {"?" for each in classifiers if each not in _NAMES}
    if not names and written:
        names = {_NAMES.get(written, written)}
    return " AND ".join(sorted(names))


def refused(found: Mapping[str, str], allowed: set[str]) -> list[str]:
    """A sentence for each licence that is unknown or not allowed."""
    return [
        f"{name}: {expression or 'no licence that is known'}; allow it in packaging/audit/audit.py, or do without it"
        for name, expression in sorted(found.items())
        if not all(any(one in allowed for one in part.split(" OR ")) for part in expression.split(" AND "))
    ]


def weaknesses(pins: list[Locked]) -> tuple[list[str], list[Locked]]:
    """What is known against them, and those that could not be looked up: pip-audit counts these as well."""
    command = [sys.executable, "-m", "pip_audit", "--disable-pip", "--require-hashes", "--progress-spinner", "off"]
    command += ["--format", "json", "--timeout", "10", "-r", str(LOCKS / SHIPPED)]
    done = subprocess.run(command, capture_output=True, check=False, text=True)
    try:
        read = json.loads(done.stdout)["dependencies"]
        told: dict[str, dict[str, Any]] = {canonicalize_name(one["name"]): one for one in read}
    except (ValueError, KeyError, TypeError):
        return [], pins
    unchecked = [pin for pin in pins if "vulns" not in told.get(pin.name, {})]
    known = [
        f"{pin.name} {pin.version}: {one['id']}; mended in {', '.join(one.get('fix_versions') or ()) or 'no release'}"
        for pin in pins
        for one in told.get(pin.name, {}).get("vulns", ())
    ]
    return known, unchecked


def bill_of_materials(pins: list[Locked]) -> str:
    """The bill as CycloneDX JSON, checked against its schema."""
    commit, at = _commit()
    bom = Bom(serial_number=uuid5(NAMESPACE_URL, f"memoryd {commit} {pins}"))
    bom.metadata.timestamp = at
    root = Component(
        name="memoryd", version=_version(), type=ComponentType.APPLICATION, bom_ref="memoryd",
        licenses=[LicenseExpression("MIT")],
    )  # fmt: skip
    bom.metadata.component = root
    known = licences(pins)
    parts = {
        pin.name: Component(
            name=pin.name, version=pin.version, type=ComponentType.LIBRARY, bom_ref=f"{pin.name}=={pin.version}",
            purl=PackageURL("pypi", None, pin.name, pin.version), hashes=list(_hashes(pin)),
            licenses=[LicenseExpression(known[pin.name])] if known[pin.name] else [],
        )
        for pin in pins
    }  # fmt: skip
    model = _model()
    for component in (*parts.values(), model):
        bom.components.add(component)
    bom.register_dependency(root, [*(parts[name] for name in _direct() if name in parts), model])
    for name, component in parts.items():
        bom.register_dependency(component, [parts[need] for need in _needs(name) if need in parts])
    text = make_outputter(bom, OutputFormat.JSON, VERSION).output_as_string(indent=1)
    # Only here: it makes the grammars of all formats that a schema may name, for a second and a half.
    from cyclonedx.validation.json import JsonStrictValidator

    error = JsonStrictValidator(VERSION).validate_str(text)
    if error is not None:
        raise SystemExit(f"audit: the bill is not CycloneDX: {error}")
    return text + "\n"


def _hashes(pin: Locked) -> Iterator[HashType]:
    for each in pin.hashes:
        yield HashType(alg=HashAlgorithm.SHA_256, content=each.removeprefix("sha256:"))


def _model() -> Component:
    spec = importlib.util.spec_from_file_location("build", ROOT / "packaging" / "model" / "build.py")
    assert spec is not None and spec.loader is not None
    build = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(build)
    files = [
        Component(
            name=name, type=ComponentType.FILE, bom_ref=f"model/{name}",
            hashes=[HashType(alg=HashAlgorithm.SHA_256, content=digest)],
        )
        for name, digest in sorted(build.PINNED.items())
    ]  # fmt: skip
    return Component(
        name=build.BUNDLED_MODEL, type=ComponentType.MACHINE_LEARNING_MODEL, bom_ref="model", components=files,
        group="sentence-transformers", licenses=[LicenseExpression("Apache-2.0")],
    )  # fmt: skip


def _direct() -> list[str]:
    extras = ("", "fast", "vectors")
    found = (Requirement(line) for line in requires("memoryd") or ())
    wanted = {one.name for one in found if one.marker is None or any(one.marker.evaluate({"extra": e}) for e in extras)}
    return sorted(canonicalize_name(name) for name in wanted | {"msgpack"})  # which memoryd-client asks for


def _needs(name: str) -> list[str]:
    try:
        found = [Requirement(line) for line in requires(name) or ()]
    except PackageNotFoundError:
        return []
    return sorted(
        canonicalize_name(one.name) for one in found if one.marker is None or one.marker.evaluate({"extra": ""})
    )


def _version() -> str:
    found = re.search(r'^__version__ = "([^"]+)"', (ROOT / "memoryd" / "__init__.py").read_text(), re.MULTILINE)
    assert found is not None
    return found[1]


def _commit() -> tuple[str, datetime]:
    """The commit and its time; outside of a clone $SOURCE_DATE_EPOCH."""
    command = ["git", "log", "-1", "--format=%H %ct"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, check=False, text=True)
    commit, _, seconds = done.stdout.strip().partition(" ")
    at = int(os.environ.get("SOURCE_DATE_EPOCH") or seconds or 0)
    return commit, datetime.fromtimestamp(at, UTC)


if __name__ == "__main__":
    sys.exit(main())
