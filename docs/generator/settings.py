"""Write the page of settings from one table: what can be set, how, and what it is otherwise."""

from dataclasses import dataclass
from typing import Final

from docs.generator.tables import table

from both_sides.service import serve_settings, wiring
from both_sides.store.opening import MEMORY


@dataclass(frozen=True, slots=True)
class Setting:
    """Hold one setting.

    Args:
        variable: The environment variable.
        option: The option that goes before it, or nothing.
        default: What holds where neither is given.
        meaning: What it says.
    """

    variable: str
    option: str
    default: str
    meaning: str


SETTINGS: Final = (
    Setting(
        "BOTH_SIDES_LEDGER",
        "--ledger",
        f"`{wiring.DEFAULT_LEDGER}` in the working directory",
        f"The ledger: a path, `{MEMORY}` for one that is gone when the command ends, or"
        " `postgresql+psycopg://USER@HOST/DATABASE`.",
    ),
    Setting(
        "BOTH_SIDES_SCOPE",
        "--scope",
        f"`{wiring.DEFAULT_SCOPE}`",
        "Whose chain to work on: 1 to 128 letters, digits and `._~/-`.",
    ),
    Setting(
        "BOTH_SIDES_ACTOR",
        "--actor",
        "the name of the login",
        "Who works; sealed with every event.",
    ),
    Setting(
        "BOTH_SIDES_LANGUAGE",
        "--language",
        f"`{wiring.DEFAULT_LANGUAGE}`",
        "In which language names are preferred, as a language code.",
    ),
    Setting(
        "BOTH_SIDES_TRUST",
        "--trust",
        "the ledger's path with `.trust`; `both-sides.trust` for a database",
        "The directory with the keys, the last signed checkpoint, the pinned keys and the policy of"
        " witnesses.",
    ),
    Setting(
        "BOTH_SIDES_WAIT",
        "--wait",
        f"`{wiring.DEFAULT_WAIT}`",
        f"What a receipt waits for: {', '.join(f'`{word}`' for word in wiring.WAITS)}.",
    ),
    Setting(
        "BOTH_SIDES_KEY_COMMAND",
        "",
        "none; keys lie in the trust directory",
        "A command that prints the signing keys, one a line.",
    ),
    Setting(
        "BOTH_SIDES_WIKIDATA",
        "",
        "Wikidata",
        "The address of the Wikibase that `fetch` asks.",
    ),
    Setting(
        "BOTH_SIDES_WIKIPEDIA",
        "",
        "Wikipedia",
        "The address of the Wikipedias that `fetch` asks, with `{language}` in it.",
    ),
    Setting(
        "HTTPS_PROXY",
        "",
        "none",
        "A proxy for both; `https_proxy` is read too.",
    ),
    Setting(
        "NO_COLOR",
        "",
        "not set",
        "Where it is set, nothing is coloured, also on a terminal.",
    ),
)
SERVING: Final = (
    Setting(
        "BOTH_SIDES_HOST",
        "--host",
        f"`{serve_settings.DEFAULT_HOST}`",
        "The address to listen at. Only this machine reaches 127.0.0.1, ::1 and localhost.",
    ),
    Setting(
        "BOTH_SIDES_PORT",
        "--port",
        f"`{serve_settings.DEFAULT_PORT}`",
        "The port to listen at; 0 takes any that is free.",
    ),
    Setting(
        "BOTH_SIDES_PUBLIC_URL",
        "--public-url",
        "none",
        "Under which address others reach the server, for example behind a proxy that speaks TLS;"
        " whoever asks is asked for a token then.",
    ),
    Setting(
        "BOTH_SIDES_LOG_LEVEL",
        "--log-level",
        "`info`",
        "The least important of what is logged: debug, info, warning or error.",
    ),
    Setting(
        "BOTH_SIDES_RATE_LIMIT",
        "",
        f"`{serve_settings.DEFAULT_RATE}`",
        "How many requests one token may send a second, minute or hour; or none.",
    ),
    Setting(
        "BOTH_SIDES_UPLOAD_MIB",
        "",
        f"`{serve_settings.DEFAULT_UPLOAD_MIB}`",
        "The largest file that may be sent for import, in MiB.",
    ),
)
DEVELOPMENT: Final = (
    Setting(
        "BOTH_SIDES_SHARED",
        "",
        "`../shared` beside the repository",
        "Where tests and benchmarks find the shared vectors and data.",
    ),
    Setting(
        "BOTH_SIDES_NO_SKIPS",
        "",
        "not set",
        "Where it is set, a test run in which a test skipped fails.",
    ),
    Setting(
        "BOTH_SIDES_NODE_MODULES",
        "",
        "not set: those tests skip",
        "Where tests find the foreign programs that `tests/foreign/install.sh` installs.",
    ),
    Setting(
        "BOTH_SIDES_FUZZ_EXAMPLES",
        "",
        "`4`",
        "How many examples a kind of request gets when the server is fuzzed.",
    ),
    Setting(
        "BOTH_SIDES_SOAK",
        "",
        "not set",
        "Where it is set, tests of endurance run at their full length, as `make soak` does.",
    ),
)
INTRODUCTION: Final = """\
# Settings

There is no file of settings. An option goes before the environment, which goes before the default.
`both-sides doctor` says what is in force.
"""


def page() -> str:
    """Write the page."""
    return "\n".join(
        [
            INTRODUCTION,
            _table(SETTINGS),
            "## For `both-sides serve`\n",
            _table(SERVING),
            "## For tests and benchmarks\n",
            _table(DEVELOPMENT),
        ]
    )


def _table(settings: tuple[Setting, ...]) -> str:
    rows = [
        [
            f"`{setting.variable}`",
            f"`{setting.option}`" if setting.option else "",
            setting.default,
            setting.meaning,
        ]
        for setting in settings
    ]
    return table(["environment", "option", "default", "meaning"], rows)
