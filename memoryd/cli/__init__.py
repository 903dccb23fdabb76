"""memoryctl, the client for people.

Each command is a file in `commands/`, of the form that command describes; changes is what those share that change
one memory. `hooks/` and `moving/` hold what `memoryctl hook`, and import and export, need.

From call to answer   main, parser, caller, programs, slices and pages; progress; failures, and exit codes; units
How answers look      output, over text, moments and values; results, reports and screens
What one command is   doctor, live (top), page and plots (report), prometheus, nagios, models, kept (backup),
                      openclaw and snapshot (import); whole_files (export, metrics)
"""
