"""Facts: one subject-predicate-object statement each, with activation and decay (002)."""
