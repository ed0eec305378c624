"""Other people's servers: what they answer, as bytes, or one clear error.

HTTP only. What the bytes say is read by `both_sides.exchange`; when to ask is decided by
`both_sides.service`.
"""

from both_sides.upstream.limits import Limits
from both_sides.upstream.wikidata_client import Fetched, WikidataClient

__all__ = ["Fetched", "Limits", "WikidataClient"]
