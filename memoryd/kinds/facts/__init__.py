"""Facts: one subject-predicate-object statement each, with activation and decay (002).

What a fact is       fact (its fields, and its line, document and reply), fact_ids, decay, compare, validity
Known in memory      store, over table (with postings), activations, archive (with archived_lines), cap, single
The file             facts_file (the version that we know), lines, bad_line, recent, line_copies, late_lines, parted
Our own changes      stating and changes (correct, restore, purge), with staging, supersession (with replaced,
                     holders and amounts) and archiving; then rewrite and removals for the lines that leave
Edits from outside   edits, plan (what an edit means), vanished (the file is gone)
Readable files       readable, metadata, states_copy
At start             files puts it all together; load, states and feed read the files and bring the index up to them;
                     upgrade
Over all facts       census, census_files, snapshot and tasks, in a child process (paths); steps asks for them
For requests         methods, with shapes; find, seen (by a group), recall, importing, moving, shelf (directives)
For others           kind, memory_section, following, health; overtaken, contradictions and settle_jobs
"""
