"""Child processes: how they start, what they inherit, when one is a problem, and requests to a long-lived one."""
