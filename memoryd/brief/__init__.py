"""The brief: what an agent reads first (design rule 26), made of all kinds of memory and of what was said last.

`telling.py` says what a conversation tells, `standing.py` which lines are in force (`pairs.py` holds two against each
other), `layout.py` what fits into a budget; all of them are pure. `heard.py` keeps what sessions told,
`brief.py` gathers, `methods.py` is `sessions.brief`.
"""
