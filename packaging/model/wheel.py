"""Packs the finished model as a wheel: `python packaging/model/wheel.py --model DIR --out dist`.

The same bytes of the same model: names sorted, times those of SOURCE_DATE_EPOCH, and nothing of the machine in it.
"""

from __future__ import annotations

import argparse
import os
import sys
import time
import zipfile
from base64 import urlsafe_b64encode
from hashlib import sha256
from pathlib import Path

from memoryd import __version__
from memoryd.cli.models import DISTRIBUTION, MADE, NAME, PACKAGE, PUBLISHED, SUMS, ModelRefused, sums_of

_EPOCH = 315532800
"""The first time that a zip can hold, 1980-01-01."""
_METADATA = f"""Metadata-Version: 2.4
Name: {DISTRIBUTION}
Version: {__version__}
Summary: The embedding model of memoryd: all-MiniLM-L6-v2 as an ONNX graph with int8 weights, and its token vectors.
License-Expression: Apache-2.0
License-File: LICENSE
Requires-Python: >=3.11

all-MiniLM-L6-v2 by sentence-transformers, changed by memoryd as PROVENANCE says. `memoryctl model install` puts it
where memoryd looks for models, and checks every file.
"""
_WHEEL = "Wheel-Version: 1.0\nGenerator: memoryd\nRoot-Is-Purelib: true\nTag: py3-none-any\n"


def main(arguments: list[str] | None = None) -> int:
    """The command; 0 when the wheel is there."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--model", type=Path, required=True, help=f"the directory of models that holds {NAME}")
    parser.add_argument("--out", type=Path, required=True, help="the directory to write into")
    options = parser.parse_args(arguments)
    try:
        print(pack(options.model / NAME, options.out))
    except (ModelRefused, OSError) as error:
        print(f"wheel.py: {error}", file=sys.stderr)
        return 1
    return 0


def pack(model: Path, out: Path) -> Path:
    """Write the wheel. Raises ModelRefused when a file of the model is not the published one."""
    sums = sums_of(model)
    wrong = [name for name, digest in PUBLISHED.items() if f"{digest}  {name}\n" not in sums]
    if wrong:
        raise ModelRefused(f"{model}: {', '.join(wrong)} is not as it was published; make it anew: make setup")
    info = f"{PACKAGE}-{__version__}.dist-info"
    files = {f"{PACKAGE}/{NAME}/{name}": (model / name).read_bytes() for name in (*PUBLISHED, *MADE)}
    files |= {
        f"{PACKAGE}/{NAME}/{SUMS}": sums.encode(),
        f"{PACKAGE}/__init__.py": b'"""The embedding model of memoryd; see `memoryctl model install`."""\n',
        f"{info}/METADATA": _METADATA.encode(),
        f"{info}/WHEEL": _WHEEL.encode(),
        f"{info}/licenses/LICENSE": (model / "LICENSE").read_bytes(),
    }
    record = "".join(f"{name},sha256={_hash(content)},{len(content)}\n" for name, content in sorted(files.items()))
    files[f"{info}/RECORD"] = (record + f"{info}/RECORD,,\n").encode()
    when = time.gmtime(max(int(os.environ.get("SOURCE_DATE_EPOCH", _EPOCH)), _EPOCH))[:6]
    out.mkdir(parents=True, exist_ok=True)
    target = out / f"{PACKAGE}-{__version__}-py3-none-any.whl"
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED, compresslevel=6) as archive:
        for name, content in sorted(files.items()):
            entry = zipfile.ZipInfo(name, when)
            entry.external_attr, entry.compress_type = 0o100644 << 16, zipfile.ZIP_DEFLATED
            archive.writestr(entry, content)
    return target


def _hash(content: bytes) -> str:
    return urlsafe_b64encode(sha256(content).digest()).rstrip(b"=").decode()


if __name__ == "__main__":
    sys.exit(main())
