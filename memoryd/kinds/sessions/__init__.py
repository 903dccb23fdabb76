"""Sessions and their messages, `sessions/*.jsonl` (rules 12, 17, 18; design §3).

`kind.py` ties them to the services, `methods.py` is the `sessions` namespace. `store.py` knows sessions and appends
their messages, `reading.py` reads them, `records.py` keeps what is known of sessions over a restart; `files.py` reads
the files that an edit or an earlier run left; `listener.py` tells those who act on what users say. What others may know
of a session (`Session`, `Message`, the rules about them) is in `memoryd.conversation`.
"""
