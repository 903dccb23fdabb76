"""Sessions and their messages, `sessions/*.jsonl` (rules 12, 17, 18; design §3).

`kind.py` ties them to the services, `methods.py` is the `sessions` namespace. `known.py` knows sessions and their
files, `store.py` appends messages, `reading.py` reads them, from several files by `merging.py` where their times
overlap; `records.py` keeps what is known of sessions over a restart; `files.py` reads the files that an edit or an
earlier run left; `listener.py` tells those who act on what users say. What others may know of a session (`Session`,
`Message`, the rules about them) is in `memoryd.conversation`.
"""
