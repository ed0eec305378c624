"""A list is cut into pages; a cursor fits the list it came from and no other."""

import base64
from collections.abc import Iterator
from hashlib import sha256

import pytest
from hypothesis import given
from hypothesis import strategies as st

from both_sides.errors import InvalidInputError
from both_sides.service.pages import LARGEST_PAGE, Page, take_page

QUERY = ("numbers", None)


def page_of(
    numbers: list[int], *, cursor: str | None = None, limit: int = 3, query: object = QUERY
) -> Page[str]:
    """Take a page of a list of numbers, whose ordinals they are themselves."""

    def rows(after: int) -> Iterator[tuple[int, str]]:
        return ((number, str(number)) for number in numbers if number > after)

    return take_page(rows, query=query, cursor=cursor, limit=limit)


@pytest.mark.slow
@given(st.lists(st.integers(0, 2**40), unique=True).map(sorted), st.integers(1, LARGEST_PAGE))
def test_pages_put_together_are_the_list(numbers: list[int], limit: int) -> None:
    """Nothing is missing, nothing comes twice, only the last page has no cursor."""
    found: list[str] = []
    cursor = None
    while True:
        page = page_of(numbers, cursor=cursor, limit=limit)
        found.extend(page.items)
        assert len(page.items) == limit or page.next_cursor is None
        if page.next_cursor is None:
            break
        cursor = page.next_cursor
    assert found == list(map(str, numbers))


def test_what_is_added_meanwhile_comes_on_a_later_page() -> None:
    """A cursor names a place, not a number of rows."""
    first = page_of([1, 2, 3, 4])
    assert page_of([1, 2, 3, 4, 5, 6], cursor=first.next_cursor).items == ("4", "5", "6")
    assert page_of([4], cursor=first.next_cursor).items == ("4",)


@pytest.mark.parametrize("limit", [0, -1, LARGEST_PAGE + 1, 10**30])
def test_a_page_has_bounds(limit: int) -> None:
    """One to a hundred rows."""
    with pytest.raises(InvalidInputError) as caught:
        page_of([1], limit=limit)
    assert (caught.value.code, caught.value.facts["field"]) == ("invalid_input", "limit")


def test_a_cursor_of_another_list_is_refused() -> None:
    """Rather than giving a page that nobody asked for."""
    cursor = page_of([1, 2, 3, 4]).next_cursor
    with pytest.raises(InvalidInputError) as caught:
        page_of([1, 2, 3, 4], cursor=cursor, query=("numbers", "other"))
    assert caught.value.facts["field"] == "cursor"


def forged(after: str) -> str:
    """Make a cursor that carries the right digest."""
    digest = sha256(repr(QUERY).encode()).hexdigest()[:12]
    return base64.urlsafe_b64encode(f"{after}.{digest}".encode()).decode().rstrip("=")


@pytest.mark.parametrize(
    "cursor",
    ["", "x", "AAAA", "é", "\udcff", "a" * 10_000, "....", "MTIz", "\x00"]
    + [forged(after) for after in ("", "x", "1.5", "-1", str(2**63), "9" * 5000)],
)
def test_a_cursor_that_was_made_up_is_refused(cursor: str) -> None:
    """Also one that knows how cursors are made."""
    with pytest.raises(InvalidInputError) as caught:
        page_of([1, 2, 3, 4], cursor=cursor)
    assert caught.value.facts["field"] == "cursor"
    assert len(str(caught.value.facts["value"])) <= 80


@pytest.mark.slow
@given(st.text(max_size=40))
def test_no_text_is_a_cursor_by_chance(text: str) -> None:
    """Each is refused in words."""
    with pytest.raises(InvalidInputError):
        page_of([1], cursor=text)
