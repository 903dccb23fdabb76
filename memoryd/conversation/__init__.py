"""What was said: sessions, messages and the lines in which they are stored."""
