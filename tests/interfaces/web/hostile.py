"""Make texts that would break out of a page, and an entity in which every text is one."""

from dataclasses import replace

from both_sides.domain.entities import Entity, Reference, SecondSource
from tests.samples import entity, group, statement

BREAKS = (
    '"><script>alert(1)</script>',
    "'><img src=x onerror=alert(1)>",
    "</textarea></title><script>alert(1)</script>",
    "{{ 7 * 7 }}{% include 'base.html' %}",
    "<!--<base href=//evil.example>",
    "\u202e\u0000reversed\u2066",
    "javascript:alert(1)",
    "]]>&lt;&#x3c;script&#x3e;",
)
MARK = "".join(BREAKS[:5]) + BREAKS[-1]
LEAD_AWAY = "javascript:alert(document.domain)//https://example.org"


def hostile_entity() -> Entity:
    """Make an entity in which every text of the source is hostile."""
    reference = Reference(
        "r1", url=LEAD_AWAY, title=MARK, stated_in=MARK, publisher=MARK, other=(("P9", MARK),)
    )
    one = replace(
        statement("Q35765$a", MARK, rank_reasons=(MARK,), qualifiers=(("P585", MARK),)),
        references=(reference,),
        reference_count=1,
        retrieved=MARK,
        precision=MARK,
    )
    two = statement(f"Q35765${'<i>b</i>'}", "2", rank="deprecated", rank_reasons=(MARK,))
    return entity(
        group("P1082", one, two, label=MARK),
        label=MARK,
        description=MARK,
        second_source=SecondSource(f"{MARK} 2,751,862", MARK, LEAD_AWAY, MARK, MARK),
        names=(("P585", MARK), ("P9", MARK)),
    )
