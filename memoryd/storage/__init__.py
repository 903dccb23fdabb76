"""The truth files: atomic replace, append log with group commit, lock. The only code that writes them.

One writer          writer, over batch: what operations stage, written and published as a whole; postponed
Logs of lines       append_log, with tail, leftover and open_logs; lines, blocks and long_lines read them; framed
Whole files         atomic, rewrite (a long file), publish (a new one), swap (a directory), replaced; pacing
The door            beneath and roots: names, through no link; files: the system calls; regular, names, holes, mounts
The directory       directory, lock, aside, listing, reading (none is written), trouble (and what mends it), refusals
Editors (rule 8)    being_written, recent_lines, recent_copies, letting_go
Of backups          tar_member
"""
