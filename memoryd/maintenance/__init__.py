"""Timed work, health and repair.

When it runs        scheduler, over schedule and timetable; clock_guard (can the clock be believed?)
What runs           runner, over the steps of the kinds; runs remembers; methods is the `maintenance` namespace
Outside the daemon  child and worker, its own side; tasks
Files that lag      flusher
Health              health, probe (with answer), size, verify, renewal (of the index), heap_trimmer
Backups             backups, over archive_file; restore
Names of files      paths
"""
