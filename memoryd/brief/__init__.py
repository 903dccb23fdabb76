"""The brief: what an agent reads first (design rule 26), made of all kinds of memory and of what was said last.

`lines.py` says which lines are in force, `telling.py` what a conversation tells, `layout.py` what fits into a budget;
all three are pure. `brief.py` gathers, `methods.py` is `sessions.brief`.
"""
