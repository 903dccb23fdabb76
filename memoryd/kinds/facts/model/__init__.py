"""What a fact is: `fact.py` (its fields, and its line, document and reply) with `fact_ids.py` and `bad_line.py`.

Pure rules: `decay.py` and `activations.py`, `compare.py`, `validity.py`, `amounts.py`.
"""
