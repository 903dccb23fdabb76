"""Summaries of the conversation in three levels, `summaries/` (004, rules 20, 21).

For others      kind, methods
The tree        store, over node (one summary and its file) and tree (what is merged, stale or shown)
What waits      scan reads one session file, backlog all of them; chunking cuts
The work        compression offers it to the queue of jobs; prompt is what a model is sent, floor what is refused
Without a model extractive, by telling, deciding and bulk; shortening
Injected        budget
Purged          clearing
"""
