"""What every request passes through: who asks, what they may see, and redaction of secrets."""
