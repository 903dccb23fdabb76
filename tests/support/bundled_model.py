"""The encoder that setup makes, for tests of a real daemon with it."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from memoryd.recall.models.model import BUNDLED_MODEL


def with_bundled_model() -> str:
    """A configuration that has it; skips the test where setup made none."""
    models = Path(sys.prefix, "share/memoryd/models")
    if not (models / BUNDLED_MODEL).exists():
        pytest.skip("setup made no model")
    return f'[memory_oracle]\nembedding_model = "{BUNDLED_MODEL}"\n[recall]\nmodels_path = "{models}"\n'
