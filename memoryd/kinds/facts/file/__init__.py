"""The files of facts.

Ours                 facts_file (the version that we know), lines, recent, line_copies, late_lines, parted; removals
                     for the lines that leave
For readers          readable, metadata, states_copy, snapshot (for the census), paths
At the start         load, states and feed read them and bring the index up to them; upgrade
"""
