"""Work is shared out, its results come in order, and an error stops it all."""

import os
import threading
from collections.abc import Iterator

import pytest

from both_sides.batch.workers import ahead, over_processes, over_threads, usable_cores
from both_sides.errors import StoreUnavailableError


def double(number: int) -> int:
    """Double a number."""
    return 2 * number


def fail_at_five(number: int) -> int:
    """Fail once."""
    if number == 5:
        raise ValueError(number)
    return number


def die(_number: int) -> int:
    """End the process without a word."""
    os._exit(9)


def test_threads_give_results_in_order() -> None:
    """Whichever is ready first."""
    assert list(over_threads(double, range(50), cores=3)) == [2 * number for number in range(50)]


@pytest.mark.slow
def test_processes_give_results_in_order() -> None:
    """The same with one core and with two."""
    for cores in (1, 2):
        assert list(over_processes(double, range(9), cores=cores)) == list(range(0, 18, 2))


def test_only_a_few_pieces_are_under_way() -> None:
    """Work is taken as results are taken, so memory stays flat."""
    taken: list[int] = []

    def items() -> Iterator[int]:
        for number in range(100):
            taken.append(number)
            yield number

    results = over_threads(double, items(), cores=2)
    assert [next(results) for _ in range(3)] == [0, 2, 4]
    assert len(taken) <= 8
    results.close()


def test_an_error_comes_out_where_it_belongs() -> None:
    """After the results before it."""
    results = over_threads(fail_at_five, range(9), cores=2)
    assert [next(results) for _ in range(5)] == list(range(5))
    with pytest.raises(ValueError, match="5"):
        next(results)


@pytest.mark.slow
def test_a_process_that_dies_is_named() -> None:
    """Rather than waited for."""
    with pytest.raises(StoreUnavailableError, match="died"):
        list(over_processes(die, range(3), cores=2))


def test_items_are_taken_ahead_in_order() -> None:
    """By a thread that ends with whoever wanted them."""
    before = threading.active_count()
    items = ahead(iter(range(1000)), most=3)
    assert [next(items) for _ in range(10)] == list(range(10))
    items.close()
    assert threading.active_count() == before
    assert list(ahead(range(20), most=3)) == list(range(20))


def test_an_error_ahead_is_raised_in_its_place() -> None:
    """What was taken before it is given first."""

    def broken() -> Iterator[int]:
        yield 1
        raise OSError("the disk")

    items = ahead(broken())
    assert next(items) == 1
    with pytest.raises(OSError, match="the disk"):
        next(items)


def test_some_core_can_be_used() -> None:
    """At least one."""
    assert usable_cores() >= 1
