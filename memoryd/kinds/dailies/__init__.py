"""Daily summaries: one Markdown file a day (002 §3)."""
