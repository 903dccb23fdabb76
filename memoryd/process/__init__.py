"""The daemon as a process: command line, log, sd_notify, sockets from systemd."""
