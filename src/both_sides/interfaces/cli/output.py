"""Write to the terminal: results on standard output, everything else on standard error.

JSON is one document, or one a line for streams. Colour appears only on a terminal, and never with
NO_COLOR. *This module does not* decide what is said.
"""

import os
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from itertools import zip_longest
from typing import IO, TYPE_CHECKING, Any

from both_sides.interfaces.cli.terminal_text import json_bytes, visible

if TYPE_CHECKING:
    from rich.console import Console

WIDTH_OFF_TERMINAL = 100


def print_json(members: Any) -> None:  # noqa: ANN401 - any JSON value
    """Write one JSON document, indented."""
    _write(json_bytes(members, indented=True))


def print_json_line(members: Any) -> None:  # noqa: ANN401 - any JSON value
    """Write one JSON document on one line of a stream."""
    _write(json_bytes(members))


def print_text(text: str) -> None:
    """Write text that is laid out already."""
    _write(text.encode("utf-8", "backslashreplace"))


def note(text: str) -> None:
    """Write a remark to standard error."""
    sys.stderr.write(visible(text) + "\n")
    sys.stderr.flush()


def note_problems(problems: Iterable[tuple[str, str, str]]) -> None:
    """Write problems to standard error; a hint that neighbours share is written once, below them.

    Args:
        problems: Of each what is wrong and where, its stable code, and its hint.
    """
    shown = list(problems)
    for (words, code, hint), following in zip_longest(shown, shown[1:]):
        note(f"problem: {words} [{code}]")
        if following is None or following[-1] != hint:
            note(f"   hint: {hint}")


def console(stream: IO[str] | None = None) -> "Console":
    """Give a console for tables: plain text unless the stream is a terminal that wants colour."""
    from both_sides.interfaces.cli.guarded_console import GuardedConsole

    out = sys.stdout if stream is None else stream
    is_terminal = out.isatty() and not os.environ.get("NO_COLOR")
    return GuardedConsole(
        file=out,
        force_terminal=is_terminal,
        no_color=not is_terminal,
        width=None if out.isatty() else WIDTH_OFF_TERMINAL,
        highlight=False,
        emoji=False,
        markup=False,
        soft_wrap=False,
    )


@contextmanager
def progress(what: str, total: int | None) -> "Iterator[Any]":
    """Show a bar with rate and time left on a terminal; give a function to report progress with.

    Args:
        what: What is worked on.
        total: How much there is to do, in the unit of the reports; None where nobody knows.

    Yields:
        A function that takes how much is done and a few words.
    """
    if not sys.stderr.isatty():
        yield lambda _done, _words: None
        return
    from rich.progress import (
        BarColumn,
        Progress,
        SpinnerColumn,
        TextColumn,
        TimeRemainingColumn,
    )

    columns = (
        SpinnerColumn(),
        TextColumn("{task.description}"),
        BarColumn(),
        TextColumn("{task.fields[words]}"),
        TimeRemainingColumn(),
    )
    with Progress(*columns, console=console(sys.stderr), transient=True) as bar:
        task = bar.add_task(what, total=total, words="")
        yield lambda done, words: bar.update(task, completed=done, words=words)


def _write(data: bytes) -> None:
    sys.stdout.flush()
    buffer = getattr(sys.stdout, "buffer", None)
    if buffer is None:  # standard output was replaced by a text buffer
        sys.stdout.write(data.decode())
        return
    buffer.write(data)
    buffer.flush()
