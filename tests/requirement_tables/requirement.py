"""Hold one sentence of the specification with the tests that hold it."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Requirement:
    """Hold one sentence of a page.

    Args:
        id: Names it for `@pytest.mark.requirement`, for example ``M12``.
        sentence: The sentence, word for word.
        tests: Ids of the tests that hold it, as pytest prints them, without parameters.
        gap: What nothing tests yet, and why; it may stand beside tests that hold the rest.
        not_applicable: Why there is nothing to test.
    """

    id: str
    sentence: str
    tests: tuple[str, ...] = ()
    gap: str = ""
    not_applicable: str = ""
