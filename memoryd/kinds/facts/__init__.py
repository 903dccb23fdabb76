"""Facts: one subject-predicate-object statement each, with activation and decay (002).

What a fact is       fact (its fields, and its line, document and reply), decay
Known in memory      store, over table (with postings), activations, archive and cap
The file             facts_file (the version that we know), lines, recent, line_copies
Our own changes      changes (state, archive, restore, purge), then rewrite and removals for the lines that leave
Edits from outside   edits, plan (what an edit means), vanished (the file is gone)
Readable files       readable, metadata, states_copy
At start             files puts it all together; load, states and feed read the files and bring the index up to them
Over all facts       census, census_files, snapshot and tasks, in a child process; steps asks for them
For others           kind, methods, find, recall, memory_section, health
"""
