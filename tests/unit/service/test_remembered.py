"""What is remembered is right, and stays within its bounds."""

from both_sides.domain.state import Counters
from both_sides.service.decoded import DecodedViews
from both_sides.service.fold import encode_view
from both_sides.service.ledger import Ledger
from both_sides.service.remembered import Remembered
from both_sides.store.memory import MemoryStore
from both_sides.store.port import Batch
from tests.samples import Clock
from tests.unit.service.conftest import LOCAL


def test_an_answer_holds_as_long_as_its_head() -> None:
    """For another head it is put together anew."""
    remembered = Remembered()
    asked: list[int] = []

    def answer() -> int:
        asked.append(1)
        return len(asked)

    assert [remembered.get("q", "one", answer) for _ in range(3)] == [1, 1, 1]
    assert remembered.get("q", "two", answer) == 2
    assert remembered.get("q", "one", answer) == 3
    assert remembered.get("other", "one", answer) == 4


def test_what_was_not_asked_for_longest_is_forgotten_first() -> None:
    """Within the weight; what alone weighs too much is not kept at all."""
    remembered = Remembered(most_weight=160)
    for name in range(16):
        remembered.put(name, "h", f"answer {name}", 10)
    assert remembered.peek(0, "h") == "answer 0"
    remembered.put(16, "h", "answer 16", 10)
    assert remembered.peek(1, "h") is None
    assert remembered.peek(0, "h") == "answer 0"
    assert remembered.weight == 160
    remembered.put("heavy", "h", "x", 11)
    assert remembered.peek("heavy", "h") is None
    remembered.put(16, "h", "again", 5)
    assert remembered.weight == 155


def test_a_row_is_decoded_once() -> None:
    """As long as it is the same row; its digest is computed anew on every read."""
    known, store = DecodedViews(), MemoryStore()
    row = encode_view(Counters, "", Counters(claims=3), ordinal=1, n=1)
    store.write(LOCAL, lambda session: session.write(Batch(views=[row])))
    ledger = Ledger(store, Clock(), known=known)
    first = ledger.get(LOCAL, Counters, "")
    assert first == Counters(claims=3)
    assert ledger.get(LOCAL, Counters, "") is first
    assert known.size == len(row.body)


def test_decoded_rows_stay_within_their_bytes() -> None:
    """Those read last are kept; one that is too large is not."""
    known = DecodedViews(most_bytes=80)
    for number in range(10):
        known.put("k", str(number), Counters(claims=number), 10)
    assert known.get("k", "0") is None
    assert known.get("k", "9") == Counters(claims=9)
    assert known.size == 80
    known.put("k", "large", Counters(), 11)
    assert known.get("k", "large") is None
    known.put("k", "9", Counters(claims=9), 10)
    assert known.size == 80
