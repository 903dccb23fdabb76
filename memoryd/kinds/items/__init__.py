"""Items: values of programs by key, separate from memories that people read, `items/<namespace>.jsonl` (design §3, §5).

`kind.py` ties them to the services, `methods.py` is the `items` namespace, `item.py` an item and its line, `filters.py`
the pure rules of filters, `store.py` puts, deletes and reads them, `files.py` absorbs edits and writes files anew.
"""
