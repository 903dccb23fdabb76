"""The daemon as a process: command line, log, sd_notify, sockets from systemd.

Start     arguments, check and unit (`--check`), activation (sockets), descriptors, types
Serving   signals, notify (systemd), standby (when it cannot serve as it should)
Log       logging, over log_queue, records and journal; events are the messages that have an id
"""
