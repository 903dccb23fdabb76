"""Markdown files that people and agents write, as recall finds them."""
