"""Every method and error code is documented where users look, and nothing else is."""

from __future__ import annotations

import re
from pathlib import Path

from memoryd.errors import ERRORS
from tests.support.methods import described

PAGE = Path(__file__).parents[2] / "packaging" / "man" / "memoryd-rpc.7"


def test_every_method_and_error_code_is_on_the_page() -> None:
    named = set(re.findall(r"^\.B ([\w.]+)$", PAGE.read_text(), re.MULTILINE))

    assert {method.name for method in described()} <= named
    assert set(ERRORS) <= named


def test_every_method_says_what_it_is_for_and_which_errors_it_raises() -> None:
    for method in described():
        assert method.summary.endswith("."), method.name
        assert set(method.errors) <= set(ERRORS), method.name
