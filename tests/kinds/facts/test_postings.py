"""Postings against a dictionary of sets, whether ordinals come one by one or in bulk."""

from __future__ import annotations

from array import array

from hypothesis import given
from hypothesis import strategies as st

from memoryd.kinds.facts.known import postings
from memoryd.kinds.facts.known.postings import Postings

CODES = st.integers(-4, 4) | st.sampled_from([-(2**63), 2**63 - 1])
STEP = st.one_of(
    st.tuples(st.just("bulk"), st.lists(CODES, min_size=1, max_size=12)),
    st.tuples(st.just("add"), CODES, st.integers(0, 40)),
    st.tuples(st.just("discard"), CODES, st.integers(0, 40)),
)


@given(st.lists(STEP, max_size=12))
def test_of_holds_what_was_added(steps: list[tuple]) -> None:  # type: ignore[type-arg]
    limit, postings._BULK = postings._BULK, 3
    try:
        found, wanted, in_bulk = Postings(), set(), set()
        begin = 0
        for step in steps:
            match step:
                case ("bulk", codes):
                    found.add_column(array("q", codes), begin)
                    rows = {(code, at) for at, code in enumerate(codes, begin)}
                    wanted |= rows
                    in_bulk |= rows if len(codes) >= 3 else set()
                    begin += len(codes)
                case ("add", code, ordinal):
                    found.add(code, ordinal)
                    wanted.add((code, ordinal))
                case ("discard", code, ordinal) if (code, ordinal) not in in_bulk:
                    found.discard(code, ordinal)
                    wanted.discard((code, ordinal))
        codes = {code for code, _ in wanted} | {0}
        of = {code: sorted(at for one, at in wanted if one == code) for code in codes}
        assert {code: found.of(code) for code in codes} == of
        assert {code: code in found for code in codes} == {code: bool(ordinals) for code, ordinals in of.items()}
        assert sorted(found.repeated()) == sorted(ordinals for ordinals in of.values() if len(ordinals) > 1)
    finally:
        postings._BULK = limit
