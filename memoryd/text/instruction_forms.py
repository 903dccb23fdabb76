# ruff: noqa: E501 - patterns read better unbroken, and other scripts have letters that look like Latin ones
"""How instructions to an agent are worded, by family and weight (rule 27). Data of `instructions`.

Written for text in lower case. RE2 knows `\\b` and `\\w` for ASCII only, so other scripts go without.
"""

from __future__ import annotations

from memoryd.text.instruction_english import ENGLISH, TERSE
from memoryd.text.instruction_form import Form
from memoryd.text.instruction_languages import OTHER_LANGUAGES

FORMS: tuple[tuple[str | None, tuple[Form, ...]], ...] = (
    (None, (*ENGLISH, *TERSE)),
    *OTHER_LANGUAGES,
)
"""Forms by language, each behind what shows that the text is in it; English is tried in every text."""

ABOUT_ATTACKS = (
    r"prompt[- ]?injection|injection|jailbreak|attack|adversar|malicious|exploit|owasp|phishing|red[- ]team|threat|angreifer|angriff"
    r"|schadcode|vulnerab|cve-|sanitiz|detect|classifier|mitigat|guardrail|assert |def test_|payload|ataque|attaque|атак|инъекц|注入|攻击|攻撃"
)
CONCEALED = (
    r"<!--[^>]+|\[//\]: # [^\n]+|\b(?:alt|title|content|aria-label|placeholder|data-\w+)\s*=\s*[\"'][^\"'\n]{20,}"
    r"|<[a-z]+[^>]*(?:display\s*:\s*none|visibility\s*:\s*hidden|font-size\s*:\s*[01](?:px|pt|em|%)?\b|opacity\s*:\s*0(?:\.0\d*)?\b|color\s*:\s*(?:white|#fff\w*|transparent)|\bhidden\b|aria-hidden\s*=\s*[\"']?true|left\s*:\s*-\d{3,})[^>]*>[^<]+"
    r"|<template>[^\n]*"
)
