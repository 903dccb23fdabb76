"""The brief: what an agent reads first (design rule 26), made from all kinds of memory and the last sessions.

`methods.py` (`sessions.brief`) asks `brief.py`, which gathers: `heard.py` (what sessions told, read once) with
`kept.py`, and `spoken.py`. Pure are `telling.py` (the lines of a conversation) and `layout.py` (which lines fit into
the budget). Which of them are in force, `memoryd.in_force` says.
"""
