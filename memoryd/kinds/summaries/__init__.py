"""The hierarchy of summaries of the conversation (004)."""
