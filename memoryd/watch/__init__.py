"""inotify, settle, reconcile with the disk."""
