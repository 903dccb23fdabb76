"""Facts: one subject-predicate-object statement each, with activation and decay (002).

Each of these knows only those before it:

model       what a fact is
known       all facts in memory, and how they are found
file        the files: ours, read at the start, and those for readers
changes     what changes facts: requests, and edits from outside
files.py    puts these together
census      what maintenance does over all facts
requests    what the socket offers
kind.py     the interface to the rest of the daemon, with memory_section, following and health
"""
