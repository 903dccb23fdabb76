"""What a daemon needs of its process: command line, log, sd_notify, sockets from systemd."""
