"""Text as people write it: Markdown entries, sentences, dates. Pure."""
