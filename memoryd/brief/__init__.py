"""The brief: what an agent reads first (design rule 26), made from all kinds of memory and the last sessions.

`telling.py` extracts lines from a conversation, `standing.py` decides which are in force (`pairs.py` compares two,
`filled.py` finds what is wanted no more), `layout.py` fits them into a budget; all of these are pure. `heard.py` caches
what sessions told, `brief.py` gathers, `methods.py` is `sessions.brief`.
"""
