"""Compile the engine's kernel with numba, out of the very source that plain Python runs.

`both_sides.scoring.kernel` and `column_kernel` stay plain: here each of their functions is compiled
with the others, already compiled, in the place of the plain ones. Without numba, or with
`NUMBA_DISABLE_JIT=1`, the plain functions run, with the same bytes as result. Machine code is kept
in numba's cache (beside the source, or where `NUMBA_CACHE_DIR` says), so only the first run on a
machine compiles.

*This module does not* hold any arithmetic.
"""

from collections.abc import Callable
from functools import cache
from hashlib import sha256
from types import FunctionType
from typing import Any, Final, NamedTuple

from both_sides.scoring import column_kernel, kernel

# In the order in which they use each other.
FUNCTIONS: Final = (
    "contribution",
    "recency",
    "corroboration_code",
    "depth_points",
    "order_claims",
    "margin",
    "rank_disputes",
    "newest_mask",
)
FINGERPRINT_DIGITS: Final = 16


class Kernel(NamedTuple):
    """Hold the functions that run over columns.

    Args:
        rank_disputes: As `both_sides.scoring.column_kernel.rank_disputes`.
        newest_mask: As `both_sides.scoring.column_kernel.newest_mask`.
        is_compiled: False where plain Python runs.
    """

    rank_disputes: Callable[..., None]
    newest_mask: Callable[..., None]
    is_compiled: bool


@cache
def load_kernel() -> Kernel:
    """Give the kernel, compiled where numba is installed; compilation waits for the first call."""
    try:
        import numba
    except ImportError:
        return Kernel(column_kernel.rank_disputes, column_kernel.newest_mask, is_compiled=False)
    functions = {**vars(kernel), **vars(column_kernel)}
    fingerprint = _fingerprint(functions)
    for name in FUNCTIONS:
        bound = _rebind(functions[name], functions)
        # numba's cache looks at the file of a function, not at those of the functions it calls:
        # without the fingerprint, machine code of an older kernel would go on running.
        bound.__qualname__ = f"{name}_{fingerprint}"
        functions[name] = _compile(numba, bound)
    settings: Any = numba.config
    return Kernel(
        functions["rank_disputes"],
        functions["newest_mask"],
        is_compiled=not settings.DISABLE_JIT,
    )


def _rebind(function: Any, names: dict[str, Any]) -> FunctionType:  # noqa: ANN401 - a function
    """Give the same function with other globals, so that it calls what is compiled."""
    bound = FunctionType(function.__code__, names, function.__name__)
    bound.__module__ = function.__module__
    return bound


def _fingerprint(names: dict[str, Any]) -> str:
    """Digest all functions and the numbers that they use."""
    codes = [names[name].__code__ for name in FUNCTIONS]
    numbers = {name: value for name, value in names.items() if isinstance(value, int | float)}
    said = [(code.co_code, code.co_consts, code.co_names) for code in codes]
    return sha256(repr((said, sorted(numbers.items()))).encode()).hexdigest()[:FINGERPRINT_DIGITS]


def _compile(numba: Any, function: FunctionType) -> Any:  # noqa: ANN401 - numba has no types
    """Compile without the interpreter's lock, and keep the machine code where that is possible."""
    try:
        return numba.njit(function, nogil=True, cache=True)
    except RuntimeError:  # neither the folder of the source nor the user's cache can be written
        return numba.njit(function, nogil=True)
