"""Import what comes with the extras `[batch]` and `[spark]`, or say in a sentence what is missing.

*This module does not* import anything by itself; a program that never ranks a dataset needs
neither numba nor Arrow.
"""

import importlib
from importlib.metadata import PackageNotFoundError, version
from typing import Final

from both_sides.errors import ExtraMissingError

BATCH_PACKAGES: Final = ("numpy", "pyarrow", "msgspec", "isal")
INSTALL_BATCH: Final = "pip install 'both-sides[batch]'"
INSTALL_SPARK: Final = "pip install 'both-sides[spark]'"


def require_batch() -> None:
    """Require the packages that every batch run needs.

    numba is not among them: without it the same source runs as plain Python, with the same
    results, see `both_sides.batch.compiled`.

    Raises:
        ExtraMissingError: One of them is not installed.
    """
    missing = [name for name in BATCH_PACKAGES if not _can_import(name)]
    if missing:
        verb = "is" if len(missing) == 1 else "are"
        raise ExtraMissingError(
            f"whole datasets need {', '.join(missing)}, which {verb} not installed",
            hint=f"install the extra: {INSTALL_BATCH}",
            missing=missing,
        )


def installed_version(package: str) -> str | None:
    """Give the version of an installed package, or None."""
    try:
        return version(package)
    except PackageNotFoundError:
        return None


def _can_import(name: str) -> bool:
    try:
        importlib.import_module(name)
    except ImportError:
        return False
    return True
