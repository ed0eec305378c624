"""References are read member by member, and counted by what is independent."""

import pytest

from both_sides.exchange.wikidata.references import read_references


def snak(value: object) -> dict[str, object]:
    """Wrap a value in a snak."""
    return {"snaktype": "value", "datavalue": {"value": value}}


def reference(name: str | None = None, **snaks: object) -> dict[str, object]:
    """Write a reference; each argument is a value or a list of values."""
    listed = {
        key: [snak(value) for value in (values if isinstance(values, list) else [values])]
        for key, values in snaks.items()
    }
    return {"snaks": listed} if name is None else {"hash": name, "snaks": listed}


def day(text: str, precision: int = 11) -> dict[str, object]:
    """Write a date."""
    return {"time": f"+{text}T00:00:00Z", "precision": precision}


def test_each_member_finds_its_place() -> None:
    """And what has none goes to `other`."""
    read = read_references(
        [
            reference(
                "abc",
                P854=" https://a.example/x ",
                P813=day("2021-04-02"),
                P248={"id": "Q1"},
                P1476={"text": "Census", "language": "en"},
                P123={"id": "Q2"},
                P143={"id": "Q328"},
                P304="12",
            )
        ]
    )
    (found,) = read.references
    assert (found.reference_id, found.url, found.retrieved) == (
        "abc",
        "https://a.example/x",
        "2021-04-02",
    )
    assert (found.stated_in, found.title, found.publisher) == ("Q1", "Census (en)", "Q2")
    assert (found.imported_from, found.other) == ("Q328", (("P304", "12"),))
    assert (read.independent, read.retrieved, read.flaws) == (1, "2021-04-02", ())


def test_only_web_addresses_are_addresses() -> None:
    """Everything else is kept, but nobody is invited to click on it."""
    (found,) = read_references(
        [reference(P854=["javascript:alert(1)", "ftp://x/2", "HTTP://upper.example", "https://b"])]
    ).references
    assert found.url == "HTTP://upper.example"
    assert found.other == (
        ("P854", "javascript:alert(1)"),
        ("P854", "ftp://x/2"),
        ("P854", "https://b"),
    )


def test_the_newest_retrieval_counts() -> None:
    """Within a reference and among them; older ones are kept."""
    read = read_references(
        [
            reference(P854="https://a", P813=[day("2010-01-01"), day("2012-00-00", 9)]),
            reference(P854="https://b", P813=[day("2011-05-05"), day("2009-01-01")]),
        ]
    )
    assert [found.retrieved for found in read.references] == ["2012", "2011-05-05"]
    assert read.references[0].other == (("P813", "2010-01-01"),)
    assert read.references[1].other == (("P813", "2009-01-01"),)
    assert read.retrieved == "2012"


@pytest.mark.requirement("M8")
@pytest.mark.parametrize(
    ("references", "independent"),
    [
        ([], 0),
        ([reference()], 0),
        ([{"snaks": []}], 0),
        ([{}], 0),
        ([reference(P248={"id": "Q1"})], 1),
        ([reference(P248={"id": "Q1"}), reference(P248={"id": "Q1"})], 1),
        ([reference("a", P248={"id": "Q1"}), reference("b", P248={"id": "Q1"})], 1),
        ([reference(P248={"id": "Q1"}), reference(P248={"id": "Q2"})], 2),
        ([reference(P248={"id": "Q1"}, P304="1"), reference(P304="1", P248={"id": "Q1"})], 1),
        ([reference(P854="https://a"), reference(P854=" https://a ", P304="5")], 1),
        ([reference(P854="https://a"), reference(P854="https://b")], 2),
        ([reference(P813=day("2021-00-00", 9)), reference(P813=day("2022-05-05"))], 2),
        ([reference(P143={"id": "Q328"})], 1),
        ([reference(), reference(P248={"id": "Q1"})], 1),
    ],
)
def test_what_is_written_twice_counts_once(references: list[object], independent: int) -> None:
    """By address, else by content in any order; an empty reference counts not at all."""
    assert read_references(references).independent == independent


def test_a_reference_without_a_hash_is_named_by_its_content() -> None:
    """The name is stable, and the order of the members does not matter."""
    one, two, other = read_references(
        [
            reference(P248={"id": "Q1"}, P304="1"),
            reference(P304="1", P248={"id": "Q1"}),
            reference(P304="2", P248={"id": "Q1"}),
        ]
    ).references
    assert one.reference_id == two.reference_id != other.reference_id
    assert len(one.reference_id) == 16


def test_a_member_without_a_value_is_kept_as_such() -> None:
    """It fills no place: "unknown value" is no title."""
    snaks = {
        "P248": [{"snaktype": "somevalue"}],
        "P813": [{"snaktype": "novalue"}],
        "P123": [{"snaktype": "value"}],
    }
    read = read_references([{"snaks": snaks}])
    (found,) = read.references
    assert (found.stated_in, found.retrieved, found.publisher) == (None, None, None)
    assert found.other == (
        ("P248", "unknown value"),
        ("P813", "no value"),
        ("P123", "unspecified"),
    )
    assert read.flaws == ("P123: it has no value",)


@pytest.mark.parametrize(
    ("raw", "flaws"),
    [
        (5, 1),
        ([5, None], 2),
        ([{"snaks": 5}], 1),
        ([{"snaks": {"P1": 5}}], 1),
        ([{"snaks": {"P1": [5]}}], 1),
        ({"0": {"snaks": {}}}, 0),
    ],
)
def test_malformed_references_are_flaws(raw: object, flaws: int) -> None:
    """And never an exception."""
    assert len(read_references(raw).flaws) == flaws
