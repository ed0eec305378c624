"""Lay out text with rich, and let none of it steer the terminal but the layout itself."""

from collections.abc import Iterable

from rich.console import Console, ConsoleOptions, RenderableType
from rich.segment import Segment

from both_sides.interfaces.cli.terminal_text import visible


class GuardedConsole(Console):
    """Be rich's console, with control characters in texts shown as escapes."""

    def render(
        self, renderable: RenderableType, options: ConsoleOptions | None = None
    ) -> Iterable[Segment]:
        """Render to segments; those that are text hold only what is visible."""
        for segment in super().render(renderable, options):
            yield segment if segment.control else segment._replace(text=visible(segment.text))
