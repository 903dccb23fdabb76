"""Ranking: merges several lists into one order.

One order           candidates, fusion; trees; boosts
The present first   present by what texts state, updating by how they are put, overtaking by what superseded what
Not by one text     hops, folding
Confidence          confidence, over known and answered; echo
"""
