"""The brief: what an agent reads first (design rule 26), made from all kinds of memory and the last sessions.

All is pure but `methods.py` (`sessions.brief`), `brief.py`, which gathers, `heard.py` (what sessions told, read once)
with `kept.py`, and `spoken.py`.

Lines            telling (of a conversation), lines (one of them), layout (which fit into the budget)
In force         standing; pairs and new_values compare two lines, ended and ending a line with a message behind it, by
                 looks, course, nearness and updated; by trees
By their words   filled (with wanting), moves, lapsed, denying, given_up, taken_back, served, stale, once (what is an
                 exception), former (what of a line still holds); their words: wordings, kin, sides
"""
