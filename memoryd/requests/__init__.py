"""What every request passes through: who asks, what may be seen, which secrets are redacted."""
