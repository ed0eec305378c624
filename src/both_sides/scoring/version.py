"""Name the engine. Another set of weights or factors is another engine with its own version."""

from typing import Final

ENGINE_NAME: Final = "Both Sides engine"
ENGINE_VERSION: Final = "1.0.0"
