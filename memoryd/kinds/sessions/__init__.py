"""Sessions and their messages, `sessions/*.jsonl` (rules 12, 17, 18; design §3).

What others may know of a session (`Session`, `Message`, the rules about them) is in `memoryd.conversation`.

For others      kind, methods; listener tells those who act on what users say
Known           known and registry: sessions and their files; records keeps what is known over a restart
Messages        store appends, at their place; reading reads, from several files by merging
Edits           files, with scanning (what a look found) and anew (what the index gets); alignment (each line at its
                place), saved_over, late and gone: what an editor lost; missing: what is left nowhere
Past their time archives, retention
"""
