"""Text as people write it: Markdown cut into entries, sentences. Pure."""
