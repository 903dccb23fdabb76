"""`make bench`: memoryd beside a baseline, in the same run, on the same machine. Prints ratios and asserts no time."""
