"""Bit sets agree with Python's own integers, also above bit 31."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from croupier.kernel.bits import bit, count, first, lowest, lowest_of_few

SETS = st.integers(0, (1 << 60) - 1)


@pytest.mark.parametrize("index", range(61))
def test_bit(index: int) -> None:
    assert bit(index) == 1 << index


@pytest.mark.parametrize("size", range(61))
def test_first(size: int) -> None:
    assert first(size) == (1 << size) - 1


@given(SETS)
def test_count(bits: int) -> None:
    assert count(bits) == bits.bit_count()


@given(SETS.filter(bool))
def test_lowest(bits: int) -> None:
    assert (bits >> lowest(bits)) & 1
    assert bits % (1 << lowest(bits)) == 0


@given(st.integers(1, (1 << 16) - 1))
def test_lowest_of_few(bits: int) -> None:
    assert lowest_of_few(bits) == lowest(bits)
