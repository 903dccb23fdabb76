"""Daily summaries, `daily/YYYY-MM-DD.md` (002 §3, rules 6, 18, 21).

For others           kind; steps (`summarize` and `clean` of maintenance)
Which days           days reads session files by day; state: which have a summary of all that was said
A summary            source offers the work, job is the prompt; writer writes what comes back: daily (the text of
                     the file) and claims (what it claims besides)
Without a model      `memoryd.extraction`
"""
