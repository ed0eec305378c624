# ruff: noqa: INP001 - a program, not a package
"""Write the pages under docs/reference anew, or check that they are up to date.

    python docs/generate.py            # write
    python docs/generate.py --check    # write nothing; exit code 1 where a page would change

Every page is made from the code that does the work, so it cannot say something else.
"""

import sys
from collections.abc import Callable
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).resolve().parent.parent
REFERENCE: Final = ROOT / "docs" / "reference"
NOTICE: Final = "<!-- Written by docs/generate.py from the code; do not edit. -->\n"


def builders() -> dict[str, Callable[[], str]]:
    """Give the function that writes each page."""
    if str(ROOT) not in sys.path:  # run as a program, only the folder of this file is there
        sys.path.insert(0, str(ROOT))
    from docs.generator import commands, failures, settings, shapes

    return {
        "cli.md": commands.page,
        "errors.md": failures.page,
        "settings.md": settings.page,
        "json.md": shapes.page,
    }


def build() -> dict[Path, str]:
    """Write all pages as text."""
    return {REFERENCE / name: NOTICE + page() for name, page in builders().items()}


def main() -> int:
    """Write the pages, or check them."""
    is_check = "--check" in sys.argv[1:]
    code = 0
    for path, text in build().items():
        if path.exists() and path.read_text(encoding="utf-8") == text:
            continue
        name = path.relative_to(ROOT)
        if is_check:
            sys.stderr.write(f"{name} is out of date; run `python docs/generate.py`\n")
            code = 1
        else:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
            sys.stdout.write(f"wrote {name}\n")
    return code


if __name__ == "__main__":
    sys.exit(main())
