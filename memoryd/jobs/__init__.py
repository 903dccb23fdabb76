"""Work for a language model: the queue, its leases, and what happens when no agent takes it (rule 21)."""
