"""Files of entities: packed or not, one entity a line or many, read one at a time.

`read_entities` goes the whole way from bytes to claims; `read_documents` stops at the parsed JSON.
What cannot be read comes back as `Problem` values with file and line, and never costs the rest.
"""

from both_sides.exchange.dump_lines.documents import EntityDocument, read_documents
from both_sides.exchange.dump_lines.entities import read_entities
from both_sides.exchange.dump_lines.lines import LONGEST_LINE

__all__ = ["LONGEST_LINE", "EntityDocument", "read_documents", "read_entities"]
