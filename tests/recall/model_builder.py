"""The builder of the bundled model, loaded by path: its directory is no importable package."""

from __future__ import annotations

from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path

_spec = spec_from_file_location("model_build", Path(__file__).parents[2] / "packaging/model/build.py")
assert _spec is not None and _spec.loader is not None
_module = module_from_spec(_spec)
_spec.loader.exec_module(_module)

BuildError = _module.BuildError
build = _module.build
find_source = _module.find_source
reduce_rows = _module.reduce_rows
write_word_vectors = _module.write_word_vectors
