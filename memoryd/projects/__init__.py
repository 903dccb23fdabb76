"""`projects`: which there are, and taking what is of one to another (design §5)."""
