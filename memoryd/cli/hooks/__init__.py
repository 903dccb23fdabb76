"""What an agent's program tells memoryd by its hooks: what was said is kept, what bears on it comes back."""
