"""The truth files: atomic replace, append log with group commit, lock. The only code that writes them."""
