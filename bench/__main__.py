"""List the benchmarks and run them: all, or those that are named.

python -m bench               # all
python -m bench engine chain  # these
python -m bench --list        # only say which there are
"""

import ast
import importlib
import sys
from pathlib import Path

from bench.harness import machine, run

HERE = Path(__file__).resolve().parent


def benchmarks() -> dict[str, str]:
    """Find the programs in this folder, with the first line of what they say of themselves."""
    found = {}
    for path in sorted(HERE.glob("*.py")):
        if path.stem not in {"harness", "__main__", "__init__"}:
            words = ast.get_docstring(ast.parse(path.read_text(encoding="utf-8"))) or ""
            found[path.stem] = words.partition("\n")[0]
    return found


def main() -> int:
    """Run the programs that are named, or all."""
    known = benchmarks()
    named = sys.argv[1:]
    unknown = [name for name in named if name not in known and name != "--list"]
    if unknown:
        print(f"there is no benchmark {', '.join(unknown)}; there are:", file=sys.stderr)
    if unknown or "--list" in named:
        for name, words in known.items():
            print(f"{name:<18} {words}")
        return 2 if unknown else 0
    print(machine())
    code = 0
    for name in named or known:
        print(f"\n=== {name}: {known[name]}", flush=True)
        sys.argv = [name]  # a program's own arguments are given with `python -m bench.NAME`
        code |= run(importlib.import_module(f"bench.{name}").main)
    return code


if __name__ == "__main__":
    sys.exit(main())
