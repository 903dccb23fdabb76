"""Daily summaries, `daily/YYYY-MM-DD.md` (002 §3, rules 6, 18, 21).

`kind.py` ties them to the services; `steps.py` is `summarize` and `clean` of maintenance. Pure rules: `daily.py` (the
text of the file), `extract.py` with `judging.py` (what to keep of a day, without a model, and what a sentence says of
that), `job.py` (the prompt for a model, and how its answer is read). `days.py` reads session files by day, `state.py`
knows which days have a summary of all that was said, `source.py` offers the others to the queue of jobs, and
`writer.py` writes what comes back.
"""
