"""`projects`: list them, and move the memories of one to another (design §5)."""
