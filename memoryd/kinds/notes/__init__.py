"""Notes: entries of layer files, the hot cache made of them, and the rules of their lifecycle (000).

- `kind.py` is the interface to the rest of the daemon; `methods.py` its RPC methods, `parts.py` composes everything.
- In memory: `state.py` with `table.py`, `vanished.py` and `layer_names.py`, changed and published by
  `transactions.py`; `index_feed.py` and `documents.py` feed the index.
- Changes within a transaction: `hot_cache.py`, `archiving.py`; whole requests: `store.py`.
- On the disk: `files.py` writes what a batch staged, by way of `memory_file.py`, `hygiene_file.py` and `disk.py`, which
  undoes it. The formats: `layer_file.py` of `entry.py`, `memory_md.py` with `tags.py`, `hygiene.py`, `archive.py`.
- Hand edits: `hand_edits.py` asks `layer_edits.py` (with `rereading.py` and `matching.py`), `memory_edits.py` (with
  `bullet_edits.py` and `past_bullets.py`) or `hygiene_edits.py`.
- Saved over by an editor: `recent.py`, `note_copies.py`; removed by hand: `removed_layers.py`.
- Start: `startup.py`, `recovery.py`, `layer_snapshots.py`, `upgrade.py`. Later: `tasks.py`, `write_behind.py`.
- Uses: `accesses.py`; hygiene: `checklist.py`; directives: `directives.py`, `spoken.py`, `directive_actions.py`;
  better lines for hot notes: `condense_jobs.py`; for people: `health_text.py`.
- Pure rules: `promotion.py`, `eviction.py`, `aging.py`, `condense.py`; their numbers: `settings.py`.
"""
