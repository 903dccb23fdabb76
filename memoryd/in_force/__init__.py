"""Which lines are in force, by what was said behind them: for the brief and MEMORY.md (design rules 23 and 26). Pure.

A line           lines
All lines        standing; pairs and new_values compare two lines, ended and ending a line with a message behind it, by
                 looks, course, nearness and updated; by trees
By their words   filled (with wanting), moves, lapsed, denying, given_up, taken_back, served, stale, once (what is an
                 exception), former (what of a line still holds), items (what of a list is not done), another (what is
                 said of another), believed (which of what looks like an end is none); their words: wordings, kin, sides
"""
