"""Remember answers that follow from a scope as long as its chain does not grow.

Everything that is shown of a scope is folded from its links, so an answer holds as long as the head
is the same. Whoever asks reads the head first and hands it over; an answer that was remembered for
another head is put together anew. *This module does not* read a head.

    >>> remembered = Remembered()
    >>> remembered.get("answer", "head 1", lambda: 42), remembered.get("answer", "head 1", dict)
    (42, 42)
"""

import threading
from collections import OrderedDict
from collections.abc import Callable, Hashable
from typing import Any, Final, TypeVar

T = TypeVar("T")

MOST_WEIGHT: Final = 16 * 1024 * 1024  # about bytes
LARGEST_SHARE: Final = 16  # one answer may take a sixteenth


class Remembered:
    """Keep answers, those asked for last, within a weight.

    Args:
        most_weight: How much is kept, about in bytes.
    """

    def __init__(self, most_weight: int = MOST_WEIGHT) -> None:
        self._most_weight = most_weight
        self._weight = 0
        self._answers: OrderedDict[Hashable, tuple[str, Any, int]] = OrderedDict()
        self._lock = threading.Lock()

    @property
    def weight(self) -> int:
        """Give the weight of what is kept."""
        return self._weight

    def get(
        self,
        question: Hashable,
        head: str,
        answer: Callable[[], T],
        weigh: Callable[[T], int] = lambda _: 1024,
    ) -> T:
        """Give the answer to a question as the chain stands.

        Args:
            question: Tells questions apart, the scope included.
            head: The seal of the head that was read before; a newer answer is as good.
            answer: Puts the answer together; it must not be changed afterwards.
            weigh: Says how much memory it takes, about in bytes.
        """
        known: T | None = self.peek(question, head)
        if known is not None:
            return known
        value = answer()
        self.put(question, head, value, weigh(value))
        return value

    def peek(self, question: Hashable, head: str) -> Any | None:  # noqa: ANN401 - what was put
        """Give the answer that is remembered for this head, or None."""
        with self._lock:
            known = self._answers.get(question)
            if known is None or known[0] != head:
                return None
            self._answers.move_to_end(question)
            return known[1]

    def put(self, question: Hashable, head: str, value: object, weight: int) -> None:
        """Remember an answer, and forget what was not asked for in the longest time."""
        with self._lock:
            self._drop(question)
            if weight > self._most_weight // LARGEST_SHARE:
                return
            self._answers[question] = (head, value, weight)
            self._weight += weight
            while self._weight > self._most_weight:
                self._drop(next(iter(self._answers)))

    def _drop(self, question: Hashable) -> None:
        known = self._answers.pop(question, None)
        if known is not None:
            self._weight -= known[2]
