"""One index over every kind of memory."""
